import { describe, expect, it } from 'vitest';
import { compareAnswers, comparePairs, difference, separationIn } from '../../bench/agreement.ts';
import { pairKey } from '../../bench/peer.ts';
import { CAPSULE, makeScene, type Scene } from '../../bench/scene.ts';

/** All pairs of a scene by looking at every two, from the definition of the shapes. */
function pairsOf(scene: Scene, bodies: number): Float64Array {
  const keys: number[] = [];
  for (let a = 0; a < bodies; a++)
    for (let b = a + 1; b < bodies; b++)
      if (Math.hypot(scene.x[a] - scene.x[b], scene.y[a] - scene.y[b]) < 3 && separationIn(scene, a, b) <= 0)
        keys.push(pairKey(a, b, scene.count));
  return Float64Array.from(keys).sort();
}

describe('agreement of pairs', () => {
  const scene = makeScene('S3');
  const ticks = [0, 1, 2].map(() => {
    scene.step();
    return pairsOf(scene, 1500);
  });
  const without = (tick: number, at: number): Float64Array[] =>
    ticks.map((keys, i) => (i === tick ? keys.filter((_, k) => k !== at) : keys));

  it('has pairs to work on', () => {
    expect(ticks[0].length).toBeGreaterThan(50);
  });

  it('finds nothing where both found the same', () => {
    expect(comparePairs('flatbush', 'S3', ticks, ticks, 0)).toEqual({ differing: 0, unexplained: 0, text: '' });
  });

  it('catches one missing pair, and names it', () => {
    const key = ticks[1][7];
    const found = comparePairs('flatbush', 'S3', ticks, without(1, 7), 0);
    expect(found).toMatchObject({ differing: 1, unexplained: 1 });
    expect(found.text).toContain(`only ours has ${Math.floor(key / scene.count)}–${key % scene.count} in tick 1`);
  });

  it('catches one pair too many', () => {
    const wrong = ticks.map((keys, i) =>
      i === 2 ? Float64Array.from([...keys, pairKey(0, 1, scene.count)]).sort() : keys,
    );
    expect(comparePairs('rapier-0.21', 'S3', ticks, wrong, 0)).toMatchObject({ differing: 1, unexplained: 1 });
  });

  it('explains a pair as close to touching as the peer rounds, not one further off', () => {
    const near = makeScene('S3');
    const shifted = makeScene('S3');
    for (const world of [near, shifted]) world.step();
    const least = ticks[0].reduce(
      (best, key, k) => {
        const separation = Math.abs(separationIn(near, Math.floor(key / near.count), key % near.count));
        return separation < best.separation ? { k, separation } : best;
      },
      { k: -1, separation: Infinity },
    );
    // The closest call of this world is beyond f32, and within what a polygon of 24 corners lacks.
    expect(least.separation).toBeGreaterThan(1e-4);
    expect(comparePairs('box2d', 'S3', ticks, without(0, least.k), 0).unexplained).toBe(1);
    expect(comparePairs('matter', 'S3', ticks, without(0, least.k), 0).unexplained).toBe(0);
  });

  it('lets a late peer miss a pair in its first tick only', () => {
    const fresh = ticks[1].findIndex((key) => !ticks[0].includes(key));
    const old = ticks[1].findIndex((key) => ticks[0].includes(key));
    expect(comparePairs('rapier', 'S3', ticks, without(1, fresh), 0).unexplained).toBe(0);
    expect(comparePairs('rapier', 'S3', ticks, without(1, old), 0).unexplained).toBe(1);
    expect(comparePairs('box2d', 'S3', ticks, without(1, fresh), 0).unexplained).toBe(1);
  });

  it('has capsules among the bodies', () => {
    expect(scene.kind.slice(0, 1500).includes(CAPSULE)).toBe(true);
  });

  it('merges sorted lists', () => {
    const found = difference(Float64Array.of(1, 2, 5), Float64Array.of(2, 3, 5, 9));
    expect(found).toEqual({ missing: [1], extra: [3, 9] });
  });
});

describe('agreement of answers', () => {
  const answers = (...values: number[]): Float64Array[] => [Float64Array.from(values)];

  it('catches a wrong distance and a missed hit', () => {
    expect(compareAnswers('rapier', 'Q1', answers(1, 2, 3), answers(1, 2, 3)).differing).toBe(0);
    expect(compareAnswers('rapier', 'Q1', answers(1, 2, 3), answers(1, 2.1, 3)).unexplained).toBe(1);
    expect(compareAnswers('rapier', 'Q3', answers(1, 2, 3), answers(1, Infinity, 3)).unexplained).toBe(1);
    expect(compareAnswers('flatbush', 'Q2', answers(4), answers(5)).unexplained).toBe(1);
  });

  it('allows what a peer defines otherwise, in that direction only', () => {
    expect(compareAnswers('box2d', 'Q1', answers(0, 7), answers(3, 7)).unexplained).toBe(0);
    expect(compareAnswers('box2d', 'Q1', answers(0, 7), answers(0, 8)).unexplained).toBe(1);
    expect(compareAnswers('box2d', 'Q2', answers(4), answers(5)).unexplained).toBe(0);
    expect(compareAnswers('box2d', 'Q2', answers(4), answers(3)).unexplained).toBe(1);
  });
});
