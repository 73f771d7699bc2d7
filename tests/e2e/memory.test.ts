import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effort } from '../support/effort.ts';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';
import { countGraphics, type Memory, MemoryMeter } from './support/memory.ts';
import { scenes } from './support/scenes.ts';

const VISITS = effort(20, 8);
/** The first visits fill caches that are meant to stay: shaders, compiled code, the scene's own textures. */
const WARM_UP = 3;
/** The smallest scene, for the control: what stays of it is the least that has to be noticed. */
const SMALLEST = 'learn/two-shapes';

/** A share of the scenes that are drawn quickly: each is drawn dozens of times, and one of space among them. */
const someScenes = [
  ...scenes.filter((scene) => !/^(scale|physics|space)\//.test(scene)).filter((_, i) => i % 4 === 0),
  'space/two-solids',
];

let gallery: GalleryBrowser;
let page: GalleryPage;
let meter: MemoryMeter;
/** What visits of the smallest scene leave behind in this browser when each stays, and when none does. */
let stayed: Memory;
let left: Memory;

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
  // A small picture: what counts here is what stays of it.
  page = await gallery.open('#/start/drifting-circles?paused', { width: 500, height: 300 }, countGraphics);
  meter = await MemoryMeter.attach(page.page);
  // The page itself takes a while until its caches are full.
  await grow(SMALLEST, VISITS);
  left = await grow(SMALLEST, VISITS);
  stayed = await grow(SMALLEST, VISITS, () => {
    const { app, sim } = window.__gallery as unknown as { app: { canvas: HTMLCanvasElement }; sim: unknown };
    const kept = window as unknown as { kept?: unknown[] };
    kept.kept = [...(kept.kept ?? []), sim];
    app.canvas.getContext('webgl2')!.createTexture();
  });
});

afterAll(() => gallery?.stop());

/** Opens a scene and leaves it again, so many times, and measures before and after where no scene is open. */
async function grow(scene: string, visits: number, meanwhile: () => unknown = () => {}): Promise<Memory> {
  const visit = (count: number) =>
    page.page.evaluate(
      async ([id, times, action]) => {
        const act = new Function(`return (${action})()`);
        for (let i = 0; i < times; i++) {
          await window.__gallery!.open(`${id}?paused`);
          window.__gallery!.step(2);
          await act();
          await window.__gallery!.open('no/where');
        }
      },
      [scene, count, meanwhile.toString()] as const,
    );
  await visit(WARM_UP);
  const start = await meter.measure();
  await visit(visits);
  const end = await meter.measure();
  return {
    bytes: end.bytes - start.bytes,
    graphics: end.graphics - start.graphics,
    pictures: end.pictures - start.pictures,
    drawings: end.drawings - start.drawings,
  };
}

test('a scene that stays is noticed', () => {
  // Compiled code and caches grow a little with every visit; a scene that stays has to stand out from that.
  expect(stayed.bytes, `bytes, against ${left.bytes}`).toBeGreaterThan(3 * Math.max(0, left.bytes));
  expect(stayed.graphics, `objects of the graphics card, against ${left.graphics}`).toBeGreaterThanOrEqual(VISITS);
});

async function expectNothingLeft(scene: string, meanwhile?: () => unknown): Promise<void> {
  const limit = stayed.bytes / 2;
  const grown = await grow(scene, VISITS, meanwhile);
  // What is compiled late counts once; what stays counts every time.
  const { bytes, graphics, pictures, drawings } = grown.bytes < limit ? grown : await grow(scene, VISITS, meanwhile);
  expect(bytes, 'bytes, against half of what the smallest scene leaves when it stays').toBeLessThan(limit);
  // The renderer's pools may still grow by one or two; what grows with every visit grows by as many as there are
  // visits.
  expect(graphics, 'objects of the graphics card').toBeLessThan(VISITS / 2);
  expect([pictures, drawings], 'display objects, drawings').toEqual([0, 0]);
  expect(await page.errors()).toEqual([]);
  expect(page.complaints).toEqual([]);
}

/** Opens the code beside the scene and waits until the file of this scene is shown. */
async function openCode(): Promise<void> {
  document.getElementById('code')!.click();
  const files = document.getElementById('code-file') as HTMLSelectElement;
  const isShown = () =>
    files.value.includes(`/${window.__gallery!.current}/`) &&
    document.querySelector('#code-editor .cm-content')?.textContent?.includes('export function create') === true;
  while (!isShown()) await new Promise(requestAnimationFrame);
}

describe(`${VISITS} visits leave nothing behind`, () => {
  test.each(effort(scenes, someScenes))('%s', (scene) => expectNothingLeft(scene));

  test.each(effort(scenes, [SMALLEST]))('%s with its code open', (scene) => expectNothingLeft(scene, openCode));
});
