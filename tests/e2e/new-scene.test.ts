import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GalleryBrowser } from './support/gallery-page.ts';

/** The way of somebody who makes a scene of her own, in a copy of the repository with few scenes. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const LINKED = ['node_modules', 'src', 'components', 'systems', 'entry'];
const COPIED = [
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'scripts',
  'examples/index.html',
  'examples/main.ts',
  'examples/shell',
  'examples/shared',
  'examples/scenes/start',
];

/** In place of the editor's compiler, which takes longer to bundle than all else. */
const NO_TYPES = 'export class Types { static areOfSpace = () => false; static start = async () => undefined; }';

let copy: string;
let gallery: GalleryBrowser;

function newScene(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/new-scene.mjs', ...args], {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'new-scene-'));
  for (const name of LINKED) symlinkSync(join(root, name), join(copy, name), 'junction');
  for (const name of COPIED) {
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  writeFileSync(join(copy, 'examples/shell/code/types.ts'), NO_TYPES);
  expect(newScene('demo').status).toBe(0);
  expect(newScene('games/half-done').status).toBe(0);
  rmSync(join(copy, 'examples/scenes/games/half-done/view.ts'));
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.config.ts'], {
    cwd: copy,
    stdio: 'pipe',
  });
  gallery = await GalleryBrowser.start(join(copy, 'dist-examples'));
});

afterAll(async () => {
  await gallery?.stop();
  rmSync(copy, { recursive: true, force: true });
});

test('a new scene runs at once, and is listed with its initial for a picture', async () => {
  const page = await gallery.open('#/start/demo?paused');
  expect(await page.current()).toBe('start/demo');
  await page.step(1);
  const hash = await page.hash();
  await page.step(10);
  expect(await page.hash()).not.toBe(hash);
  expect(await page.page.textContent('a[href="#/start/demo"] i.thumbnail')).toBe('D');
  expect(page.complaints).toEqual([]);
  await page.close();
});

test('a scene without a view says so, and keeps no other from running', async () => {
  const page = await gallery.open('#/games/half-done');
  expect(await page.current()).toBeUndefined();
  expect(await page.page.textContent('#message')).toContain('examples/scenes/games/half-done/view.ts');
  await page.visit('start/demo?paused');
  expect(await page.current()).toBe('start/demo');
  expect(await page.page.isVisible('#message')).toBe(false);
  await page.close();
});

test('a bad name or one that is taken is refused, and changes nothing', () => {
  const sim = join(copy, 'examples/scenes/start/demo/sim.ts');
  const before = readFileSync(sim, 'utf8');
  expect(newScene()).toMatchObject({ status: 1, output: expect.stringContaining('Usage') });
  expect(newScene('../evil')).toMatchObject({ status: 1, output: expect.stringContaining('Usage') });
  expect(newScene('Demo')).toMatchObject({ status: 1, output: expect.stringContaining('lower case') });
  expect(newScene('demo')).toMatchObject({ status: 1, output: expect.stringContaining('exists already') });
  expect(readFileSync(sim, 'utf8')).toBe(before);
});
