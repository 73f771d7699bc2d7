import type { Collision } from 'bitecs-collision/2d';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effort } from '../support/effort.ts';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';
import { changedShare, paintedShare } from './support/picture.ts';
import { loadSim, scenes } from './support/scenes.ts';

const SEED = 7;
/** A scene as a visitor leaves it and finds it again. */
const RETURN_TICKS = 10;
/** Another scene to leave for. */
const ELSEWHERE = ['start/drifting-circles?paused', 'learn/two-shapes?paused'];

/** Scenes that are on the move from the first tick, each of which takes long. */
const IS_BUSY = /^(scale|physics|space)\//;
/** Five seconds of a scene's time, or so much that each has begun: a ball is served by itself after 150 ticks. */
const ticksOf = (scene: string): number => effort(300, IS_BUSY.test(scene) ? 40 : 160);

/** As large as a scene needs it. */
const SCREEN = { width: 720, height: 480 };

let gallery: GalleryBrowser;
/** The page in which one scene follows another, without a complaint so far: a page of its own for each takes long. */
let shared: GalleryPage | undefined;

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
});

/** Opens a scene: by its address in `npm run test:long`, else by leaving the scene before. */
async function openScene(route: string): Promise<GalleryPage> {
  const page = effort(undefined, shared);
  if (page === undefined) return gallery.open(`#/${route}`, SCREEN);
  await page.page.setViewportSize(SCREEN);
  await page.visit(route);
  return page;
}

/** Keeps the page of a scene for the next one, or closes it. */
async function leaveScene(page: GalleryPage): Promise<void> {
  shared = undefined;
  const isClean = page.complaints.length === 0 && (await page.errors()).length === 0;
  if (effort(false, isClean)) shared = page;
  else await page.close();
}

afterAll(() => gallery?.stop());

test('the gallery lists every scene there is', async () => {
  const page = await gallery.open('');
  expect([...(await page.scenes())].sort()).toEqual([...scenes].sort());
  expect(scenes.length).toBeGreaterThan(0);
  await page.close();
});

describe.each(scenes)('%s', (scene) => {
  const ticks = ticksOf(scene);
  let page: GalleryPage;
  let here: RunHere;

  beforeAll(async () => {
    page = await openScene(`${scene}?seed=${SEED}&paused`);
  });

  afterAll(() => page && leaveScene(page));

  test(`draws, moves, and survives ${ticks} ticks and a resize without a complaint`, async () => {
    expect(await page.current()).toBe(scene);
    expect(await page.tick()).toBe(0);
    const early = await page.picture();
    expect(paintedShare(early), 'share of the canvas that is painted before the first tick').toBeGreaterThan(0.002);

    // The browser and Node run the scene at the same time, each on a core of its own if there are two.
    const stepping = page.picture(ticks);
    here = await runHere(scene, ticks);
    const late = await stepping;
    expect(await page.tick()).toBe(ticks);
    expect(paintedShare(late)).toBeGreaterThan(0.002);
    expect(changedShare(early, late), `share of pixels that changed in ${ticks} ticks`).toBeGreaterThan(0.0003);

    await page.page.setViewportSize({ width: 400, height: 700 });
    await page.page.waitForFunction(() => document.querySelector<HTMLCanvasElement>('#canvas canvas')!.width === 400);
    const narrow = await page.picture(1);
    expect(paintedShare(narrow), 'painted after a resize').toBeGreaterThan(0.002);
    const { scrollWidth } = await page.page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth }));
    expect(scrollWidth, 'nothing sticks out at 400 px').toBeLessThanOrEqual(400);

    expect(await page.errors()).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  test('runs the same in the browser and here, from the same seed', async () => {
    const [start, early, late] = here.hashes;
    if (here.countsContacts) expect(here.contacts, `contacts in ${ticks} ticks`).toBeGreaterThan(0);
    expect(late).not.toBe(start);
    expect(await page.hash()).toBe(late);

    // Left and opened again, it starts anew and runs the same.
    await page.visit(ELSEWHERE.find((route) => !route.startsWith(scene))!);
    await page.step(1);
    expect(await page.current()).not.toBe(scene);
    await page.visit(`${scene}?seed=${SEED}&paused`);
    expect(await page.tick()).toBe(0);
    const again = await page.picture(RETURN_TICKS);
    expect(await page.hash()).toBe(early);
    expect(paintedShare(again), 'painted after the return').toBeGreaterThan(0.002);
    expect(await page.errors()).toEqual([]);
    expect(page.complaints).toEqual([]);
  });
});

/** What a scene did in Node. */
interface RunHere {
  /** At the start, after as many ticks as a scene gets that is opened again, and after one more tick than asked for. */
  readonly hashes: readonly number[];
  readonly contacts: number;
  readonly countsContacts: boolean;
}

async function runHere(scene: string, ticks: number): Promise<RunHere> {
  const { createSim } = await loadSim(scene);
  const sim = createSim({ seed: SEED });
  const hashes = [sim.hash()];
  let contacts = 0;
  for (let i = 0; i < ticks + 1; i++) {
    sim.step();
    if (i + 1 === RETURN_TICKS || i === ticks) hashes.push(sim.hash());
    if (sim.collision instanceof Object && 'contacts' in sim.collision)
      for (const _ of (sim.collision as Collision).contacts()) contacts++;
  }
  return { hashes, contacts, countsContacts: sim.counts?.contacts !== undefined };
}
