import { expect, test } from 'vitest';
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

test('a game stands still for the longest of the stops that were asked for', () => {
  const stop = new HitStop();
  expect(stop.isHolding()).toBe(false);
  stop.hold(3);
  stop.hold(2);
  expect([0, 0, 0, 0].map(() => stop.isHolding())).toEqual([true, true, true, false]);
});

test('the five best scores are kept, each once, and outlive the page', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (k: string, v: string) => kept.set(k, v),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  try {
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
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage');
  }
});

test('a day has one seed, wherever one is', () => {
  expect(dailySeed(new Date('2026-11-23T23:59:59Z'))).toBe(20261123);
  expect(dailySeed(new Date('2027-01-01T00:00:00Z'))).toBe(20270101);
});
