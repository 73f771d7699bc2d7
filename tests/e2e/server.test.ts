import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArenaHandle } from '../../examples/server/client/main.ts';
import { buildPage } from '../../examples/server/server/page.ts';
import { startServer } from '../../examples/server/server/start.ts';
import { freePort } from '../support/free-port.ts';
import { openChromium } from './support/chromium.mjs';

let server: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  server = await startServer({ port, express: await buildPage(), seed: 3, bodies: 12 });
  browser = await openChromium();
  url = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  await browser?.close();
  await server?.gracefullyShutdown(false);
});

async function open(complaints: string[], path = '/', phone?: { width: number; height: number }): Promise<Page> {
  const isPhone = phone !== undefined;
  const page = await browser.newPage({
    viewport: phone ?? { width: 640, height: 400 },
    hasTouch: isPhone,
    isMobile: isPhone,
  });
  page.setDefaultTimeout(600_000);
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${url}${path}?latency=120`);
  await page.waitForFunction(() => window.__arena?.match.arena !== undefined);
  return page;
}

/** Runs after the other player, and shoots where it sees him. */
function hunt(): void {
  const handle = window.__arena as ArenaHandle;
  const { game } = handle;
  const seen = { x: 0, y: 0, z: 0, turn: 0, pitch: 0, alive: false };
  handle.wordOf = ({ arena, places, seen: time, slot }) => {
    if (arena === undefined) return 5;
    places?.read(1 - slot, time.now, seen);
    const own = arena.fighters[slot];
    const [x, y, z = 0] = arena.places.map((column) => column[own]);
    const [toX, toY, toZ] = [seen.x - x, seen.y - y, seen.z - z];
    // Now and then to the side, as there are walls.
    const isAside = (arena.tick >> 5) % 3 === slot;
    const isPlane = arena.places.length === 2;
    const [levelX, levelY] = isAside ? [-toY, toX] : [toX, toY];
    // From above, moves are along the axes; in space they are ahead and aside.
    const move = isPlane ? [Math.sign(Math.round(levelX)), Math.sign(Math.round(levelY))] : [isAside ? 1 : 0, -1];
    const aim = game.aimAlong(toX, toY - (isPlane ? 0 : arena.plan.eye[1]), toZ);
    return (move[0] + 1) | ((move[1] + 1) << 2) | (1 << 4) | (1 << 5) | (aim << 7);
  };
}

/** Two browsers, from each to the other 120 ms: 60 to the server, and 60 from there. */
test.each(['/', '/space'])('two clients play a match, and see the same, at %s', async (path) => {
  const complaints: string[] = [];
  const pages = await Promise.all([open(complaints, path), open(complaints, path)]);
  for (const page of pages) await page.evaluate(hunt);
  const read = (page: Page) =>
    page.evaluate(() => {
      const { match, lane } = window.__arena as ArenaHandle;
      const { arena, confirmed, predicted, divergences, slot } = match;
      const hashes: [number, number][] = [];
      for (let tick = confirmed; match.hashAt(tick) !== undefined; tick--) hashes.push([tick, match.hashAt(tick)!]);
      // A page that was too slow for the server has no arena for a moment, and then a new one.
      const isScored = arena?.fighters.some((eid) => arena.Fighter.score[eid] > 0) === true;
      return { slot, isScored, ahead: predicted - confirmed, divergences, counts: { ...lane.counts }, hashes };
    });
  type State = Awaited<ReturnType<typeof read>>;
  const commonOf = ([a, b]: State[]): [number, number, number][] => {
    const hashesOfB = new Map(b.hashes);
    return a.hashes.flatMap(([tick, hash]) => (hashesOfB.has(tick) ? [[tick, hash, hashesOfB.get(tick)!]] : []));
  };
  // There and back are seven ticks at least, of which frames that take long show some more.
  const isDecided = ({ isScored, counts, ahead }: State): boolean => isScored && counts.confirmed > 3 && ahead >= 7;
  let states = await Promise.all(pages.map(read));
  // A page that has thrown stands still, and would never get there.
  while (complaints.length === 0 && !(states.every(isDecided) && commonOf(states).length > 30)) {
    await pages[0].waitForTimeout(50);
    states = await Promise.all(pages.map(read));
  }
  expect(complaints).toEqual([]);
  expect(states.map(({ slot }) => slot).sort()).toEqual([0, 1]);
  expect(states.map(({ divergences }) => divergences)).toEqual([0, 0]);
  for (const [tick, ofA, ofB] of commonOf(states)) expect(ofB, `tick ${tick}`).toBe(ofA);
  for (const { counts } of states) expect(counts.predicted).toBeGreaterThanOrEqual(counts.confirmed);
  expect(await pages[0].locator('#scores li').count()).toBe(2);
  // The lane shows the newest events alone, so a burst of predicted ones hides the confirmed ones for a moment.
  await pages[0].locator('#lane .confirmed').first().waitFor({ state: 'attached' });
  if (process.env.ARENA_PICTURE !== undefined)
    await pages[0].screenshot({ path: `${process.env.ARENA_PICTURE}${path.slice(1)}.png` });
  // Each page has loaded the renderer that it draws with, and not the other's.
  const renderers = await pages[0].evaluate(async () => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const texts = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()));
    return ['PixiJS Deprecation', 'InstancedMesh'].map((word) => texts.some((text) => text.includes(word)));
  });
  expect(renderers).toEqual(path === '/' ? [true, false] : [false, true]);
  expect(complaints).toEqual([]);
  await Promise.all(pages.map((page) => page.close()));
});

/** Has a thumb come down, move or be lifted on a page, whose canvas is the field. */
const touch = (page: Page, kind: string, pointerId: number, clientX: number, clientY: number): Promise<void> =>
  page.evaluate(
    ([type, init]) => {
      const event = new PointerEvent(type, { ...init, pointerType: 'touch', bubbles: true });
      document.querySelector('#field canvas')!.dispatchEvent(event);
    },
    [kind, { pointerId, clientX, clientY }] as const,
  );

/** Where the middles of the rings are that are seen about thumbs, and of the knobs in them. */
const ringsOf = (page: Page): Promise<number[][]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.thumb-ring, .thumb-ring i')].flatMap((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return right > left ? [[(left + right) / 2, (top + bottom) / 2]] : [];
    }),
  );

test('a phone has a map, and thumbs that move, aim and fire', async () => {
  const complaints: string[] = [];
  const page = await open(complaints, '/', { width: 390, height: 700 });
  const own = () =>
    page.evaluate(() => {
      const { arena, slot } = (window.__arena as ArenaHandle).match;
      const eid = arena!.fighters[slot];
      const { x, y } = arena!.collision.Transform;
      const shots = arena!.bolts[slot].filter((bolt) => arena!.Alive[bolt] === 1).length;
      return { x: x[eid], y: y[eid], aim: arena!.Fighter.aim[eid], shots };
    });
  const before = await own();
  // To the middle of the arena, and the aim straight up.
  const way = before.x > 0 ? -1 : 1;
  await touch(page, 'pointerdown', 1, 90, 500);
  await touch(page, 'pointermove', 1, 90 + 40 * way, 500);
  await touch(page, 'pointerdown', 2, 300, 500);
  await touch(page, 'pointermove', 2, 300, 450);
  await expect.poll(async () => ((await own()).x - before.x) * way, { timeout: 60_000 }).toBeGreaterThan(1);
  await expect.poll(async () => (await own()).shots, { timeout: 60_000 }).toBeGreaterThan(0);
  expect((await own()).aim).toBe(192);
  expect(await ringsOf(page)).toEqual([
    [90, 500],
    [90 + 40 * way, 500],
    [300, 500],
    [300, 456],
  ]);
  const ray = (await page.locator('#ray').boundingBox())!;
  expect(Math.min(ray.width, ray.height)).toBeGreaterThanOrEqual(40);
  if (process.env.ARENA_PICTURE !== undefined) await page.screenshot({ path: `${process.env.ARENA_PICTURE}phone.png` });
  await touch(page, 'pointerup', 1, 90, 500);
  await touch(page, 'pointerup', 2, 300, 450);
  await expect.poll(() => ringsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('a phone in space shows where thumbs have come down', async () => {
  const complaints: string[] = [];
  const page = await open(complaints, '/space', { width: 390, height: 700 });
  await touch(page, 'pointerdown', 1, 90, 500);
  await touch(page, 'pointermove', 1, 90, 470);
  await expect
    .poll(() => ringsOf(page), { timeout: 60_000 })
    .toEqual([
      [90, 500],
      [90, 470],
    ]);
  if (process.env.ARENA_PICTURE !== undefined)
    await page.screenshot({ path: `${process.env.ARENA_PICTURE}phone-in-space.png` });
  await touch(page, 'pointerup', 1, 90, 470);
  await expect.poll(() => ringsOf(page), { timeout: 60_000 }).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});
