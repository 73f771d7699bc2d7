import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SceneSim as CoastSim } from '../../examples/scenes/scale/coastlines/sim.ts';
import type { SceneSim as BodiesSim } from '../../examples/scenes/scale/fifty-thousand-bodies/sim.ts';
import { effort } from '../support/effort.ts';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';
import { changedShare } from './support/picture.ts';

/** Settings of the scenes at scale: each works at once, loses none of the others, and stands in the address. */

let gallery: GalleryBrowser;
let page: GalleryPage;

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
});

afterAll(() => gallery?.stop());

type SomeSim = CoastSim | BodiesSim;

const settings = () =>
  page.page.evaluate(() => {
    const { settings, worldSettings } = window.__gallery!.sim as SomeSim;
    return { ...settings, ...worldSettings };
  });
/** The overlay has a setting of the hierarchy too, further down. */
const row = (label: string) => page.page.locator('#controls .tp-lblv', { hasText: label }).first();

async function write(label: string, value: string): Promise<void> {
  await row(label).locator('input').fill(value);
  await row(label).locator('input').press('Enter');
}

async function choose(label: string, value: string): Promise<void> {
  await row(label).locator('select').selectOption({ label: value });
}

const all = [
  ['scale/static-city', 'cars', 'circles'],
  ['scale/coastlines', 'ships', 'boxes'],
  ['scale/fifty-thousand-bodies', 'count', 'mixed'],
];

test.each(effort(all, all.slice(0, 1)))('%s', async (scene, count, shapes) => {
  page = await gallery.open(`#/${scene}?seed=3&paused`, { width: 1280, height: 800 });
  await page.step(1);
  const before = await page.picture();
  await write(count, '1000');
  await choose('shapes', shapes);
  await write('speed', '1.25');
  await page.step(1);
  expect(changedShare(before, await page.picture())).toBeGreaterThan(0.001);
  expect(await page.tick(), 'it goes on').toBe(2);

  // These two hold from the first tick, so the scene starts again.
  await choose('margin', '1');
  await page.page.waitForFunction(() => (window.__gallery!.sim as SomeSim | undefined)?.worldSettings.margin === 1);
  expect(await page.tick()).toBe(0);
  await choose('hierarchy', 'spheres');
  await page.page.waitForFunction(
    () => (window.__gallery!.sim as SomeSim | undefined)?.worldSettings.hierarchy === 'spheres',
  );
  const chosen = { [count]: 1000, shapes, speed: 1.25, margin: 1, hierarchy: 'spheres' };
  expect(await settings()).toMatchObject(chosen);
  await page.step(20);
  const hash = await page.hash();

  const { hash: address } = new URL(page.page.url());
  for (const [name, value] of Object.entries(chosen)) expect(address).toContain(`${name}=${value}`);
  const other = await gallery.open(`${address}&paused`, { width: 1280, height: 800 });
  await other.step(20);
  expect(await other.hash()).toBe(hash);
  expect(other.complaints).toEqual([]);
  await other.close();

  // What is none of the choices is left out.
  await page.visit(`${scene}?paused&margin=-3&hierarchy=cheese&shapes=7`);
  expect(await settings()).not.toMatchObject({ margin: -3 });
  await page.step(2);
  expect(await page.errors()).toEqual([]);
  expect(page.complaints).toEqual([]);
  await page.close();
});
