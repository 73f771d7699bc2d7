import { describe, expect, it } from 'vitest';
import { findGround, GROUND_SKINS, isNearGround, isStanding } from '../../../src/core/movement/find-ground.ts';
import { facing, moveAmong } from '../../support/wall-space.ts';

const FLOOR = facing(90, 0, 0);

describe('findGround', () => {
  it('says how far down the floor is, and that it lies straight below', () => {
    const move = moveAmong([FLOOR], [3, 0.4], [0, 0]);
    expect(findGround(move, false)).toBe(true);
    expect(move.drop[0]).toBeCloseTo(0.4, 12);
    expect(move.isBelow).toBe(true);
    expect(move.ground.slot).toBe(0);
    expect([...move.ground.point]).toEqual([3, expect.closeTo(0, 12), 0]);
  });

  it('measures straight down to a slope, not along its normal', () => {
    const move = moveAmong([facing(120, 0, 0)], [0, 0.3], [0, 0]);
    expect(findGround(move, false)).toBe(true);
    expect(move.drop[0]).toBeCloseTo(0.3, 12);
  });

  it('looks as far as fifteen skins, and by the snap distance farther where it is asked to', () => {
    const reach = GROUND_SKINS * 0.1;
    expect(findGround(moveAmong([FLOOR], [0, reach + 0.04], [0, 0]), false)).toBe(true);
    expect(findGround(moveAmong([FLOOR], [0, reach + 0.06], [0, 0]), false)).toBe(false);
    const snapping = moveAmong([FLOOR], [0, reach + 0.5], [0, 0], { snapDistance: 0.5 });
    expect(findGround(snapping, false)).toBe(false);
    expect(findGround(snapping, true)).toBe(true);
  });

  it('slides down what is too steep, to the ground at its foot', () => {
    // 60° steep through the origin, falling to the left; the floor lies 1 below.
    const move = moveAmong([facing(150, 0, 0), facing(90, 0, -1)], [-0.2, 0], [0, 0]);
    expect(findGround(move, false)).toBe(true);
    expect(move.ground.slot).toBe(1);
    expect(move.isBelow).toBe(false);
    expect(move.drop[0]).toBeCloseTo(1, 5);
  });

  it('finds none beside a steep slope that goes on', () => {
    expect(findGround(moveAmong([facing(150, 0, 0)], [-0.2, 0], [0, 0]), false)).toBe(false);
  });

  it('stands between two steep slopes that hold it', () => {
    // A gutter of two slopes of 60°, 0.1 from both at height 0.2.
    const move = moveAmong([facing(150, 0, 0), facing(30, 0, 0)], [0, 0.2], [0, 0]);
    expect(isStanding(move)).toBe(true);
    expect(move.isBelow).toBe(false);
  });

  it.each([0.01, 1, 100])('finds the foot of a steep slope at the size %d', (size) => {
    const walls = [facing(150, 0, 0), facing(90, 0, -size)];
    const move = moveAmong(walls, [-0.2 * size, 0], [0, 0], { skin: 0.1 * size });
    expect(findGround(move, false)).toBe(true);
    expect(move.drop[0] / size).toBeCloseTo(1, 5);
  });

  it('takes no ceiling or wall for ground', () => {
    expect(findGround(moveAmong([facing(-90, 0, 1), facing(0, -0.1, 0)], [0, 0.5], [0, 0]), false)).toBe(false);
  });
});

describe('isStanding', () => {
  it('is true up to one and a half skins above the ground', () => {
    expect(isStanding(moveAmong([FLOOR], [0, 0.149], [0, 0]))).toBe(true);
    expect(isStanding(moveAmong([FLOOR], [0, 0.151], [0, 0]))).toBe(false);
  });

  it('measures that along the normal of a slope', () => {
    const slope = facing(120, 0, 0);
    const cosine = Math.cos(Math.PI / 6);
    expect(isStanding(moveAmong([slope], [0, 0.149 / cosine], [0, 0]))).toBe(true);
    const above = moveAmong([slope], [0, 0.151 / cosine], [0, 0]);
    expect(findGround(above, false)).toBe(true);
    expect(isNearGround(above)).toBe(false);
  });
});
