import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SceneSim } from '../../examples/scenes/start/drifting-circles/sim.ts';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';

let gallery: GalleryBrowser;
let page: GalleryPage;

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
  page = await gallery.open('#/start/drifting-circles?paused');
});

afterAll(() => gallery?.stop());

/** Where a body is on the screen. */
async function screenOf(eid: number): Promise<[number, number]> {
  const canvas = (await page.page.locator('#canvas').boundingBox())!;
  const [x, y] = await page.page.evaluate((body) => {
    const { sim, app } = window.__gallery!;
    const { x, y } = (sim as SceneSim).collision.Transform;
    const [{ position, scale }] = (app as { stage: { children: { position: Place; scale: Place }[] } }).stage.children;
    interface Place {
      readonly x: number;
      readonly y: number;
    }
    return [position.x + scale.x * x[body], position.y + scale.y * y[body]];
  }, eid);
  return [canvas.x + x, canvas.y + y];
}

async function say(part: string, text: string): Promise<void> {
  await page.page.waitForFunction(([id, wanted]) => document.getElementById(id)!.textContent.includes(wanted), [
    part,
    text,
  ] as const);
}

test('a body that is pointed at says what it is, and two of them why they do not touch', async () => {
  await page.step(2);
  const [one, other] = await page.page.evaluate(() => (window.__gallery!.sim as SceneSim).bodies.slice(0, 2));
  const plain = await page.picture();
  await page.page.keyboard.press('i');
  await page.laidOut();
  await page.page.mouse.move(...(await screenOf(one)));
  await say('inspect-a', `#${one}`);
  await say('inspect-a', 'circle, radius');
  await page.page.mouse.down();
  await page.page.mouse.up();
  await page.page.mouse.click(...(await screenOf(other)));
  await say('inspect-b', `#${other}`);
  await say('inspect-why', 'apart.');

  // While one inspects, the press goes to no scene where nothing can be dragged.
  const pressed = () => page.page.evaluate(() => (window.__gallery!.sim as SceneSim).input.pointerDown);
  await page.page.mouse.down();
  await page.step(1);
  expect(await pressed()).toBe(false);
  await page.page.mouse.up();

  // Below the picture, which is the smaller for it, and as large as before afterwards.
  const [canvas, panel] = [
    await page.page.locator('#canvas').boundingBox(),
    await page.page.locator('#inspector').boundingBox(),
  ];
  expect(canvas!.y + canvas!.height).toBeLessThanOrEqual(panel!.y + 1);
  await page.page.click('#inspect-close');
  await page.laidOut();
  expect((await page.picture()).height).toBe(plain.height);
  expect(page.complaints).toEqual([]);
});
