import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SceneSim as AsteroidsSim } from '../../examples/scenes/games/asteroids/sim.ts';
import type { SceneSim as BrickSim } from '../../examples/scenes/games/brick-breaker/sim.ts';
import type { SceneSim as CanyonSim } from '../../examples/scenes/games/canyon/sim.ts';
import type { SceneSim as PlatformerSim } from '../../examples/scenes/games/platformer/sim.ts';
import type { SceneSim as SwarmSim } from '../../examples/scenes/games/swarm/sim.ts';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';

/** Games played through the page with keys and pointer: to a score, to the end, and from the start again. */

let gallery: GalleryBrowser;
let page: GalleryPage;

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
});

afterAll(() => gallery?.stop());

async function open(game: string): Promise<void> {
  page = await gallery.open(`#/games/${game}?seed=2&paused`, { width: 420, height: 640 });
}

async function close(): Promise<void> {
  expect(await page.errors()).toEqual([]);
  expect(page.complaints).toEqual([]);
  await page.close();
}

/** Reads something from the sim in the page. */
function read<S, T>(what: (sim: S) => T): Promise<T> {
  return page.page.evaluate(`(${what.toString()})(window.__gallery.sim)`) as Promise<T>;
}

/** Runs ticks, some at a time, until something is so; fails when it never is. */
async function runUntil<S>(what: string, done: (sim: S) => boolean, ticks: number, limit: number): Promise<void> {
  for (let tick = 0; tick < limit; tick += ticks) {
    await page.step(ticks);
    if (await read(done)) return;
  }
  throw new Error(`${what}: not within ${limit} ticks`);
}

/** A game that has just ended takes no button for a second. */
async function waitForButton(): Promise<void> {
  await page.step(61);
}

/** Presses a key for a tick; the tick before is without, since a key that is held does not press again. */
async function press(key: string): Promise<void> {
  await page.step(1);
  await page.page.keyboard.down(key);
  await page.step(1);
  await page.page.keyboard.up(key);
  await page.step(1);
}

test('brick breaker: served, played with the arrow keys, lost, and started again', async () => {
  await open('brick-breaker');
  await press('Space');
  expect(await read((sim: BrickSim) => sim.game.phase)).toBe('play');
  let held: 'ArrowLeft' | 'ArrowRight' | undefined;
  for (let i = 0; i < 300 && (await read((sim: BrickSim) => sim.counts.score)) < 30; i++) {
    const off = await read((sim: BrickSim) => {
      const { x } = sim.collision.Transform;
      return x[sim.balls()[0] ?? sim.paddle] - x[sim.paddle];
    });
    const wanted = off < -0.3 ? 'ArrowLeft' : off > 0.3 ? 'ArrowRight' : undefined;
    if (wanted !== held) {
      if (held !== undefined) await page.page.keyboard.up(held);
      if (wanted !== undefined) await page.page.keyboard.down(wanted);
      held = wanted;
    }
    await page.step(4);
  }
  if (held !== undefined) await page.page.keyboard.up(held);
  expect(await read((sim: BrickSim) => sim.counts.score)).toBeGreaterThanOrEqual(30);

  // The pointer moves the paddle too: into the corner, where it stays.
  const box = (await page.page.locator('#canvas').boundingBox())!;
  await page.page.mouse.move(box.x + 3, box.y + box.height / 2);
  await page.step(60);
  expect(await read((sim: BrickSim) => sim.collision.Transform.x[sim.paddle])).toBeLessThan(-3);
  await runUntil('game over', (sim: BrickSim) => sim.game.phase === 'over', 100, 40_000);

  await waitForButton();
  await press('Space');
  expect(await read((sim: BrickSim) => ({ phase: sim.game.phase, ...sim.counts }))).toMatchObject({
    phase: 'serve',
    score: 0,
    lives: 3,
  });
  await close();
});

test('asteroids: turned and fired with keys, lost, and started again with a tap', async () => {
  await open('asteroids');
  await page.page.keyboard.down('ArrowLeft');
  await page.page.keyboard.down('Space');
  await runUntil('a rock is hit', (sim: AsteroidsSim) => sim.counts.score > 0, 20, 4000);
  await page.page.keyboard.up('Space');
  await page.page.keyboard.up('ArrowLeft');
  await runUntil('game over', (sim: AsteroidsSim) => sim.game.over, 500, 60_000);

  await waitForButton();
  const box = (await page.page.locator('#canvas').boundingBox())!;
  await page.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.page.mouse.down();
  await page.step(1);
  await page.page.mouse.up();
  await page.step(1);
  expect(await read((sim: AsteroidsSim) => ({ over: sim.game.over, ...sim.counts }))).toMatchObject({
    over: false,
    score: 0,
    lives: 3,
  });
  await close();
});

test('swarm: walked with keys, scored, lost, and started again', async () => {
  await open('swarm');
  await page.page.keyboard.down('ArrowRight');
  await page.step(60);
  await page.page.keyboard.up('ArrowRight');
  // A second at six units a second.
  expect(await read((sim: SwarmSim) => sim.collision.Transform.x[sim.player])).toBeCloseTo(6, 6);
  await runUntil('an enemy falls', (sim: SwarmSim) => sim.counts.score > 0, 50, 2000);
  // Wounded by hand, or it would take minutes here; the rest is up to the enemies.
  await read((sim: SwarmSim) => {
    sim.game.health = 0.1;
  });
  await runUntil('game over', (sim: SwarmSim) => sim.game.over, 50, 4000);
  await waitForButton();
  await press('Space');
  expect(await read((sim: SwarmSim) => ({ over: sim.game.over, score: sim.counts.score }))).toEqual({
    over: false,
    score: 0,
  });
  await close();
});

test('platformer: run and jumped with keys, won, and the best time kept', async () => {
  await open('platformer');
  await page.page.keyboard.down('ArrowRight');
  await page.step(30);
  await page.page.keyboard.up('ArrowRight');
  expect(await read((sim: PlatformerSim) => sim.collision.Transform.x[sim.player])).toBeGreaterThan(4);
  await press('Space');
  await page.step(60);
  expect(await read((sim: PlatformerSim) => sim.cues.recent(90).map(({ kind }) => kind))).toEqual(
    expect.arrayContaining(['jump', 'land']),
  );
  for (let level = 1; level <= 3; level++) {
    // Carried to the goal by hand, or it would take minutes here.
    await read((sim: PlatformerSim) => {
      const { x, y } = sim.scenery.level.things.find(({ kind }) => kind === 'goal')!;
      sim.collision.Transform.x[sim.player] = x;
      sim.collision.Transform.y[sim.player] = y;
    });
    await page.step(120);
  }
  expect(await read((sim: PlatformerSim) => sim.game.phase)).toBe('won');
  const ticks = await read((sim: PlatformerSim) => sim.game.ticks);
  expect(await page.page.evaluate(() => localStorage.getItem('bitecs-collision-time-games/platformer'))).toBe(
    `${ticks}`,
  );
  expect(await page.page.isVisible('.game-bar button:has-text("Copy score")')).toBe(true);
  await press('Space');
  expect(await read((sim: PlatformerSim) => ({ phase: sim.game.phase, ...sim.counts }))).toEqual({
    phase: 'play',
    score: 0,
    level: 1,
    coins: 0,
    lives: 5,
  });
  await close();
});

test('canyon: flown and fired with keys and pointer, lost, and started again beside the ghost', async () => {
  await open('canyon');
  await page.page.keyboard.down('ArrowRight');
  await page.page.keyboard.down('Space');
  await page.step(10);
  const flying = await read(({ flight }: CanyonSim) => ({
    x: flight.collision.Transform.x[flight.ship],
    shots: flight.shots().length,
  }));
  expect(flying.x).toBeGreaterThan(1);
  expect(flying.shots).toBeGreaterThan(0);
  await page.page.keyboard.up('Space');
  await page.page.keyboard.up('ArrowRight');
  // The pointer at the left edge steers wholly to the left.
  const box = (await page.page.locator('#canvas').boundingBox())!;
  await page.page.mouse.move(box.x + 5, box.y + box.height / 2);
  await page.page.mouse.down();
  await page.step(27);
  expect(await read(({ flight }: CanyonSim) => flight.velocity.x)).toBe(-20);
  await page.page.mouse.up();
  await runUntil('the flight is over', ({ flight }: CanyonSim) => flight.state.over, 200, 6000);
  expect(await read(({ flight }: CanyonSim) => flight.state.won)).toBe(false);
  await waitForButton();
  await press('Space');
  await page.step(5);
  expect(
    await read(({ flight, ghost }: CanyonSim) => ({ over: flight.state.over, ghost: ghost?.state.ticks })),
  ).toMatchObject({ over: false, ghost: await read(({ flight }: CanyonSim) => flight.state.ticks) });
  await close();
});
