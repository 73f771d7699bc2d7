import { describe, expect, it } from 'vitest';
import { leaveOverlaps } from '../../../src/core/movement/leave-overlaps.ts';
import type { Move } from '../../../src/core/movement/move.ts';
import { createRng } from '../../support/rng.ts';
import { facing, moveAmong, type Wall } from '../../support/wall-space.ts';

const FLOOR = facing(90, 0, 0);

function left(walls: readonly Wall[], x: number, y: number): Move {
  const move = moveAmong(walls, [x, y], [0, 0]);
  leaveOverlaps(move);
  return move;
}

describe('leaveOverlaps', () => {
  it('comes out by the shortest way, with the whole skin between', () => {
    const move = left([FLOOR], 2, -0.5);
    expect([...move.position]).toEqual([2, expect.closeTo(0.1, 9), 0]);
    expect(move.overlap).toBe(0);
    expect(move.crusherCount).toBe(0);
    expect(move.clearance[0]).toBeCloseTo(0.05, 12);
  });

  it('moves what is nearer than sweeps keep clear of, and leaves alone what is not', () => {
    expect(left([FLOOR], 0, 0.04).position[1]).toBeCloseTo(0.1, 9);
    expect(left([FLOOR], 0, 0.051).position[1]).toBe(0.051);
    expect(left([FLOOR], 0, 7).position[1]).toBe(7);
  });

  it('has sweeps keep a hair less than what is left to a wall as near as they keep, and no less', () => {
    expect(left([FLOOR], 0, 0.05).clearance[0]).toBeCloseTo(0.0499, 12);
    expect(left([FLOOR], 0, 0.05005).clearance[0]).toBeCloseTo(0.04995, 12);
    expect(left([FLOOR], 0, 0.0505).clearance[0]).toBe(0.05);
    // Between two walls at that distance, too.
    const between = left([FLOOR, facing(-90, 0, 0.1)], 0, 0.05);
    expect(between.position[1]).toBe(0.05);
    expect(between.clearance[0]).toBeCloseTo(0.0499, 12);
  });

  it('comes out of a corner past both walls', () => {
    const move = left([FLOOR, facing(0, 0, 0)], -0.3, -0.5);
    expect(move.position[0]).toBeCloseTo(0.1, 6);
    expect(move.position[1]).toBeCloseTo(0.1, 6);
    expect(move.overlap).toBe(0);
  });

  it('stops at what it did not overlap, instead of passing through it', () => {
    // Out of the floor, under a ceiling that leaves 0.08 of room: the middle.
    const move = left([FLOOR, facing(-90, 0, 0.08)], 0, -0.5);
    expect(move.position[1]).toBeGreaterThan(0);
    expect(move.position[1]).toBeLessThan(0.08);
    expect(move.overlap).toBe(0);
    // Half of the 0.04 on either side.
    expect(move.clearance[0]).toBeCloseTo(0.02, 3);
  });

  it('comes out along a slope that is in its way, however its place is rounded', () => {
    const rng = createRng(3);
    for (let i = 0; i < 2000; i++) {
      const [x, y] = [rng.range(20, 200), rng.range(20, 200)];
      const depth = rng.range(0.5, 1.5);
      const gap = rng.range(0.12, 0.4);
      // A piston that comes from the left, and a slope ahead that rises to the right.
      const slope = facing(rng.range(100, 160), 0, 0);
      const [normalX, normalY] = slope.normal;
      const walls = [facing(0, x + depth, y), { ...slope, x: x - gap * normalX, y: y - gap * normalY }];
      const move = left(walls, x, y);
      expect(move.overlap, `number ${i}`).toBe(0);
      expect(move.position[0] - x, `number ${i}`).toBeCloseTo(depth + 0.1, 6);
    }
  });

  it('is pressed up to what is behind it where it cannot come out', () => {
    // A piston whose face has come to 0.5, and 0.7 behind the mover a wall that it is not in yet.
    const move = left([facing(0, 0.5, 0), facing(180, 0.2, 0)], -0.5, 0);
    expect(move.position[0]).toBeCloseTo(0.1, 6);
    expect(move.overlap).toBeCloseTo(0.4, 6);
    expect(move.crushers.slice(0, move.crusherCount).map(({ slot }) => slot)).toEqual([0, 1]);
  });

  it('is not held in place by what only lies beside it', () => {
    // As above, and standing on a floor, which is at right angles to both.
    const move = left([facing(0, 0.5, 0), facing(180, 0.2, 0), facing(90, 0, -0.1)], -0.5, 0);
    expect(move.overlap).toBeCloseTo(0.4, 6);
    expect(move.crushers.slice(0, move.crusherCount).map(({ slot }) => slot)).toEqual([0, 1]);
  });

  it('stays where no way leads out, and says how deep, in what, and what holds it there', () => {
    // Between a piston whose face has come to 0.5 and a wall at 0.2: overlapping both.
    const move = left([facing(0, 0.5, 0), facing(180, 0.2, 0)], 0.3, 0);
    expect(move.overlap).toBeGreaterThan(0);
    expect(move.crusherCount).toBe(2);
    const [a, b] = move.crushers;
    expect([a.slot, a.normal[0]]).toEqual([0, 1]);
    expect([b.slot, b.normal[0]]).toEqual([1, -1]);
    expect(move.overlap).toBeCloseTo(Math.max(a.penetration, b.penetration), 9);
    expect(move.clearance[0]).toBe(0);
  });
});
