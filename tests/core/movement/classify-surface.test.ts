import { describe, expect, it } from 'vitest';
import { classifySurface, isSteep, rises } from '../../../src/core/movement/classify-surface.ts';
import { CEILING, FLOOR, WALL } from '../../../src/core/movement/move.ts';
import { facing, moveAmong, type Wall, type WallMover } from '../../support/wall-space.ts';

/** What a surface that faces so many degrees is to a mover at (0, 0) that meets it there. */
function kindOf(degrees: number, mover: WallMover = {}, walls: readonly Wall[] = []): number {
  const move = moveAmong(walls, [0, 0], [0, 0], mover);
  const { hit } = move.space;
  hit.normal.set([...facing(degrees, 0, 0).normal, 0]);
  return classifySurface(move, hit, move.position);
}

describe('classifySurface', () => {
  it('goes by the angle to up', () => {
    expect(kindOf(90)).toBe(FLOOR);
    expect(kindOf(46)).toBe(FLOOR);
    expect(kindOf(44)).toBe(WALL);
    expect(kindOf(0)).toBe(WALL);
    expect(kindOf(-44)).toBe(WALL);
    expect(kindOf(-46)).toBe(CEILING);
    expect(kindOf(-90)).toBe(CEILING);
  });

  it('takes the limit itself for a floor, as rounding may have made its normal', () => {
    expect(kindOf(45)).toBe(FLOOR);
    expect(kindOf(-45)).toBe(CEILING);
    expect(kindOf(45 - 1e-5)).toBe(WALL);
  });

  it('follows any direction of up, and means nothing without one', () => {
    expect(kindOf(0, { up: [1, 0] })).toBe(FLOOR);
    expect(kindOf(90, { up: [0, -1] })).toBe(CEILING);
    expect(kindOf(90, { up: [0, 0] })).toBe(0);
  });

  it('takes a steep edge for a floor where flat ground lies behind it', () => {
    const behind = facing(90, -1, 0, { from: -1, to: 1 });
    expect(kindOf(30, { stepHeight: 0.3 }, [behind])).toBe(FLOOR);
    // Without flat ground behind it, without steps, and for a wall that hangs over, it is a wall.
    expect(kindOf(30, { stepHeight: 0.3 })).toBe(WALL);
    expect(kindOf(30, { stepHeight: 0 }, [behind])).toBe(WALL);
    expect(kindOf(-30, { stepHeight: 0.3 }, [behind])).toBe(WALL);
    expect(kindOf(30, { stepHeight: 0.3 }, [facing(60, -1, 0, { from: -1, to: 1 })])).toBe(FLOOR);
    expect(kindOf(30, { stepHeight: 0.3 }, [facing(40, -1, 0, { from: -9, to: 9 })])).toBe(WALL);
  });

  it('takes an edge above what it can step for a wall', () => {
    const behind = facing(90, -1, 0, { from: -1, to: 1 });
    const move = moveAmong([behind], [0.5, -0.5], [0, 0], { stepHeight: 0.3 });
    move.space.hit.normal.set([...facing(30, 0, 0).normal, 0]);
    expect(classifySurface(move, move.space.hit, move.position)).toBe(WALL);
    move.stepHeight = 0.5;
    expect(classifySurface(move, move.space.hit, move.position)).toBe(FLOOR);
  });
});

it('isSteep says of an edge that the mover could not stand on its normal, the limit left out', () => {
  const move = moveAmong([], [0, 0], [0, 0]);
  const steep = [90, 46, 45, 44, 0, -90].map((angle) =>
    isSteep(move, Float64Array.of(...facing(angle, 0, 0).normal, 0)),
  );
  expect(steep).toEqual([false, false, false, true, true, true]);
});

describe('rises', () => {
  const isRising = (x: number, y: number): boolean => {
    const move = moveAmong([], [0, 0], [x, y]);
    return rises(move, move.input);
  };

  it('is true for any upward part beyond rounding', () => {
    expect(isRising(0, 1)).toBe(true);
    expect(isRising(1, 1e-6)).toBe(true);
    expect(isRising(1, 1e-12)).toBe(false);
    expect(isRising(1, 0)).toBe(false);
    expect(isRising(1, -1)).toBe(false);
    expect(isRising(0, 0)).toBe(false);
  });
});
