import { expect, test } from 'vitest';
import { HALF } from '../../examples/scenes/games/platformer/runner.ts';
import { createSim as createPlatformer } from '../../examples/scenes/games/platformer/sim.ts';
import { BestTime } from '../../examples/shared/best-time.ts';
import { dailySeed } from '../../examples/shared/daily-seed.ts';
import { HighScores } from '../../examples/shared/high-scores.ts';
import { Cues } from '../../examples/shared/juice/cues.ts';
import { HitStop } from '../../examples/shared/juice/hit-stop.ts';

test('cues are read once each, and the last of many are kept', () => {
  const cues = new Cues<'a' | 'b'>();
  cues.add('a', 1, 2);
  cues.now++;
  cues.add('b', 3, 4, 5, 6);
  expect(cues.after(0).map(({ kind, tick }) => [kind, tick])).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
  expect(cues.after(1)).toEqual([{ kind: 'b', x: 3, y: 4, size: 5, value: 6, tick: 1 }]);
  expect(cues.after(2)).toEqual([]);
  for (let i = 0; i < 1000; i++) cues.add('a', i, 0);
  const kept = cues.after(2);
  expect(kept).toHaveLength(256);
  expect([kept[0].x, kept[255].x]).toEqual([744, 999]);
});

test('cues of the last ticks are found, as far as they are kept', () => {
  const cues = new Cues<'a'>();
  expect(cues.recent(10)).toEqual([]);
  for (; cues.now < 20; cues.now++) cues.add('a', cues.now, 0);
  expect(cues.recent(1)).toEqual([]);
  expect(cues.recent(3).map(({ x }) => x)).toEqual([18, 19]);
  expect(cues.recent(1000)).toHaveLength(20);
  for (let i = 0; i < 1000; i++) cues.add('a', i, 0);
  expect(cues.recent(1)).toHaveLength(256);
});

test('a game stands still for the longest of the stops that were asked for', () => {
  const stop = new HitStop();
  expect(stop.isHolding()).toBe(false);
  stop.hold(3);
  stop.hold(2);
  expect([0, 0, 0, 0].map(() => stop.isHolding())).toEqual([true, true, true, false]);
});

/** Runs something with a storage as a page has it, which holds what it is shown. */
function withStorage(run: (kept: Map<string, string>) => void): void {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (k: string, v: string) => kept.set(k, v),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  try {
    run(kept);
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage');
  }
}

test('the five best scores are kept, each once, and outlive the page', () => {
  withStorage((kept) => {
    const scores = new HighScores('test');
    expect([30, 10, 50, 20, 40, 60].map((score) => scores.add(score, 1))).toEqual([0, 1, 0, 2, 1, 0]);
    expect(scores.add(50, 1)).toBe(1);
    expect(scores.add(5, 1)).toBe(-1);
    expect(scores.add(0, 1)).toBe(-1);
    expect(scores.best.map(({ score }) => score)).toEqual([60, 50, 40, 30, 20]);
    expect(new HighScores('test').best).toEqual(scores.best);
    expect(new HighScores('another').best).toEqual([]);
    for (const broken of ['{', '7', '[{"score":"x"},null]']) {
      kept.set('bitecs-collision-scores-test', broken);
      expect(new HighScores('test').best).toEqual([]);
    }
  });
});

test('the best time is kept, and outlives the page', () => {
  withStorage((kept) => {
    const time = new BestTime('test');
    expect([900, 700, 800].map((ticks) => time.note(ticks))).toEqual([900, 700, 700]);
    expect(new BestTime('test').note(750)).toBe(700);
    expect(new BestTime('another').note(750)).toBe(750);
    for (const broken of ['x', '-5', '']) {
      kept.set('bitecs-collision-time-test', broken);
      expect(new BestTime('test').note(750)).toBe(750);
    }
  });
});

test('where storage is forbidden, scores and times last as long as the page', () => {
  const scores = new HighScores('test');
  expect(scores.add(30, 1)).toBe(0);
  expect(scores.best).toEqual([{ score: 30, seed: 1 }]);
  const time = new BestTime('test');
  expect([900, 950].map((ticks) => time.note(ticks))).toEqual([900, 900]);
});

test('a platformer tells where somebody jumps and lands, and how hard', () => {
  const sim = createPlatformer({ seed: 1 });
  const run = (ticks: number) => {
    const seen = sim.cues.count;
    for (let tick = 0; tick < ticks; tick++) sim.step();
    return sim.cues.after(seen);
  };
  run(60);
  const { Transform } = sim.collision;
  const feet = Transform.y[sim.player] + HALF;
  sim.input.action = true;
  const [jump, land, ...others] = run(90);
  expect(others).toEqual([]);
  expect([jump.kind, land.kind]).toEqual(['jump', 'land']);
  expect([jump.x, land.x]).toEqual([Transform.x[sim.player], Transform.x[sim.player]]);
  expect(Math.abs(jump.y - feet)).toBeLessThan(0.05);
  expect(Math.abs(land.y - feet)).toBeLessThan(0.05);
  // It comes down as fast as it left, 16 of at most 22 units a second, to a tick.
  expect(Math.abs(land.size - 16 / 22)).toBeLessThan(45 / 60 / 22);
  expect(Math.abs(land.tick - jump.tick - 2 * 60 * (16 / 45))).toBeLessThan(2);
});

test('a day has one seed, wherever one is', () => {
  expect(dailySeed(new Date('2026-11-23T23:59:59Z'))).toBe(20261123);
  expect(dailySeed(new Date('2027-01-01T00:00:00Z'))).toBe(20270101);
});
