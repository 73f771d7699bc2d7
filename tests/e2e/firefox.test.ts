import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourcePlugin } from '../../scripts/source-alias.ts';
import { effort } from '../support/effort.ts';
import { Firefox, findFirefox } from './support/firefox.ts';
import { loadSim, scenes } from './support/scenes.ts';
import { type StaticServer, serveFolder } from './support/static-server.ts';

/** The gallery in Firefox, where one is installed: another engine, another renderer. */

const executable = findFirefox();
if (executable === undefined) console.log('No Firefox on this machine: the gallery is not tried in it.');

const built = fileURLToPath(new URL('../../dist-examples', import.meta.url));
const someScenes = scenes.filter((_, i) => i % 4 === 0);
const TICKS = effort(120, 10);
const SEED = 7;
/** Games are played for so many ticks of the clock. */
const PLAYED = effort(240, 60);
/** As WebDriver codes keys. */
const SPACE = ' ';
const LEFT = '\uE012';

/** Draws the scene and counts the share of pixels that are not of the most frequent colour. */
const PAINTED_SHARE = `(() => {
  const canvas = document.querySelector('#canvas canvas');
  window.__gallery.step(0);
  const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
  pen.drawImage(canvas, 0, 0);
  const counts = new Map();
  const pixels = new Uint32Array(pen.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  return 1 - Math.max(...counts.values()) / pixels.length;
})()`;

describe.skipIf(executable === undefined)('in Firefox', () => {
  let server: StaticServer;
  let firefox: Firefox;
  let hasWebGl = false;

  beforeAll(async () => {
    server = await serveFolder(built, '/some/sub/folder/');
    firefox = await Firefox.start(executable!);
    await firefox.open(`${server.url}#/start/drifting-circles?paused`);
    await firefox.waitFor('window.__gallery !== undefined');
    hasWebGl = await firefox.evaluate<boolean>(`document.createElement('canvas').getContext('webgl2') !== null`);
    if (!hasWebGl) console.log('This Firefox has no WebGL: scenes run in it, and are not looked at.');
  });

  afterAll(async () => {
    await firefox?.stop();
    await server?.close();
  });

  test('without WebGL the page says what is missing', async () => {
    const poor = hasWebGl ? await Firefox.start(executable!, { 'webgl.disabled': true }) : firefox;
    await poor.open(`${server.url}#/start/drifting-circles`);
    await poor.waitFor('window.__gallery !== undefined');
    expect(await poor.evaluate(`document.getElementById('message').textContent`)).toContain('WebGL 2');
    expect(await poor.evaluate(`document.querySelectorAll('#scene-list a').length`)).toBe(scenes.length);
    await poor.key('keyDown', '/');
    await poor.key('keyUp', '/');
    expect(await poor.evaluate('document.activeElement.id')).toBe('filter');
    expect(await poor.evaluate('window.__gallery.errors.length')).toBe(0);
    expect(poor.complaints.filter(isError)).toEqual([]);
    if (poor !== firefox) await poor.stop();
  });

  test(`scenes do the same for ${TICKS} ticks as it does here`, async () => {
    await firefox.open(`${server.url}thumbnails`).catch(() => {});
    await firefox.evaluate(`${await bundleSims()}; true`);
    for (const scene of effort(scenes, someScenes)) {
      const { createSim } = await loadSim(scene);
      const sim = createSim({ seed: SEED });
      for (let i = 0; i < TICKS; i++) sim.step();
      const there = await firefox.evaluate<number>(`runScene(${JSON.stringify(scene)}, ${SEED}, ${TICKS})`);
      expect(there, scene).toBe(sim.hash());
    }
  });

  test('every scene is drawn without a complaint, and games can be played', async ({ skip }) => {
    if (!hasWebGl) skip('this Firefox has no WebGL');
    firefox.complaints.length = 0;
    await firefox.open(`${server.url}#/${scenes[0]}`);
    await firefox.waitFor('window.__gallery !== undefined');
    for (const scene of scenes) {
      await firefox.evaluate(`window.__gallery.open('${scene}?seed=${SEED}&paused').then(() => true)`);
      await firefox.evaluate('(window.__gallery.step(2), true)');
      if (scene.startsWith('games/')) {
        await firefox.evaluate('(window.__gallery.play(), true)');
        for (const key of [SPACE, LEFT]) {
          await firefox.key('keyDown', key);
          const until = (await firefox.evaluate<number>('window.__gallery.tick')) + PLAYED / 2;
          await firefox.waitFor(`window.__gallery.tick >= ${until} || window.__gallery.errors.length > 0`);
          await firefox.key('keyUp', key);
        }
        await firefox.evaluate('(window.__gallery.pause(), true)');
      }
      expect(await firefox.evaluate(PAINTED_SHARE), scene).toBeGreaterThan(0.002);
      expect(await firefox.evaluate(`window.__gallery.errors.join()`), scene).toBe('');
      expect(firefox.complaints.filter(isError), scene).toEqual([]);
    }
  });
});

function isError(complaint: string): boolean {
  return complaint.startsWith('error');
}

/** A script that gives a page `runScene(scene, seed, ticks)`, which returns the hash of the state after that. */
async function bundleSims(): Promise<string> {
  const examples = fileURLToPath(new URL('../../examples', import.meta.url));
  const contents = `
    ${scenes.map((scene, i) => `import { createSim as sim${i} } from './scenes/${scene}/sim.ts';`).join('\n')}
    const sims = { ${scenes.map((scene, i) => `'${scene}': sim${i}`).join(', ')} };
    globalThis.runScene = (scene, seed, ticks) => {
      const sim = sims[scene]({ seed });
      for (let i = 0; i < ticks; i++) sim.step();
      return sim.hash();
    };`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: examples, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'iife', target: 'es2022', plugins: [sourcePlugin], logLevel: 'error' },
  });
  return outputFiles[0].text;
}
