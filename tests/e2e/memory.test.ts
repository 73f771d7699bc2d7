import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';
import { countGraphics, type Memory, MemoryMeter } from './support/memory.ts';

const VISITS = 20;
/** The first visits fill caches that are meant to stay: shaders, compiled code, the scene's own textures. */
const WARM_UP = 3;
/**
 * What a visit may leave behind on average, in bytes. Compiled code and caches grow by 10,000 to 40,000 a visit at first and by
 * 2,000 later on; the smallest scene that stayed would be 165,000.
 */
const BYTES_A_VISIT = 60_000;

const scenes = Object.keys(import.meta.glob('../../examples/scenes/*/*/sim.ts')).map(
  (path) => /scenes\/(.+)\/sim\.ts$/.exec(path)![1]!,
);

let gallery: GalleryBrowser;
let page: GalleryPage;
let meter: MemoryMeter;

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
  // A small picture: what counts here is what stays of it.
  page = await gallery.open('#/start/drifting-circles?paused', { width: 500, height: 300 }, countGraphics);
  meter = await MemoryMeter.attach(page.page);
});

afterAll(() => gallery?.stop());

/** Opens a scene and leaves it again, so many times, and measures before and after where no scene is open. */
async function grow(scene: string, visits: number, before = () => {}): Promise<Memory> {
  const visit = (count: number) =>
    page.page.evaluate(
      async ([id, times, action]) => {
        const act = new Function(`(${action})()`);
        for (let i = 0; i < times; i++) {
          await window.__gallery!.open(`${id}?paused`);
          window.__gallery!.step(2);
          act();
          await window.__gallery!.open('no/where');
        }
      },
      [scene, count, before.toString()] as const,
    );
  await visit(WARM_UP);
  const start = await meter.measure();
  await visit(visits);
  const end = await meter.measure();
  return {
    bytes: end.bytes - start.bytes,
    graphics: end.graphics - start.graphics,
    pictures: end.pictures - start.pictures,
  };
}

describe(`${VISITS} visits leave nothing behind`, () => {
  test.each(scenes)('%s', async (scene) => {
    const { bytes, graphics, pictures } = await grow(scene, VISITS);
    expect(bytes / VISITS, 'bytes a visit').toBeLessThan(BYTES_A_VISIT);
    // What grows with every visit, grows by 20 at least; the renderer's pools may still grow by one or two.
    expect(graphics, 'objects of the graphics card').toBeLessThan(VISITS / 2);
    expect(pictures, 'display objects').toBe(0);
    expect(await page.errors()).toEqual([]);
    expect(page.complaints).toEqual([]);
  });
});

test('a scene that stays is noticed', async () => {
  const { bytes, graphics, pictures } = await grow('learn/two-shapes', VISITS, () => {
    const { app, sim } = window.__gallery as unknown as { app: { canvas: HTMLCanvasElement }; sim: unknown };
    const kept = window as unknown as { kept?: unknown[] };
    kept.kept = [...(kept.kept ?? []), sim];
    app.canvas.getContext('webgl2')!.createTexture();
  });
  expect(bytes / VISITS).toBeGreaterThan(2 * BYTES_A_VISIT);
  expect(graphics).toBeGreaterThanOrEqual(VISITS);
  expect(pictures).toBe(0);
});
