import { describe, expect, it } from 'vitest';
import { escapeStraight } from '../../../src/core/movement/escape-straight.ts';
import type { Move } from '../../../src/core/movement/move.ts';
import { facing, moveAmong, type Wall } from '../../support/wall-space.ts';

/** Tries the straight ways out from a place, as after pushes that led nowhere. */
function escaped(walls: readonly Wall[], at: [number, number], depth: number, up?: [number, number]): Move {
  const move = moveAmong(walls, at, [0, 0], up === undefined ? {} : { up });
  move.clearance[0] = 0.051;
  move.space.touch(move.position, move.clearance);
  escapeStraight(move, Float64Array.of(depth));
  return move;
}

describe('escapeStraight', () => {
  it('leaves along the normal of what it is in, to where the skin is whole', () => {
    const move = escaped([facing(90, 0, 0)], [3, -0.4], 0.4);
    expect(move.position[0]).toBe(3);
    expect(move.position[1]).toBeCloseTo(0.1, 9);
  });

  it('goes no farther than four depths and two skins', () => {
    // 0.4 deep, but told of a depth of 0.04: the reach is 0.36, short of the surface.
    expect([...escaped([facing(90, 0, 0)], [3, -0.4], 0.04).position]).toEqual([3, -0.4, 0]);
  });

  it('leads through nothing that it is not in', () => {
    const ceiling = facing(-90, 0, 0.05);
    expect([...escaped([facing(90, 0, 0), ceiling], [3, -0.4], 0.4).position]).toEqual([3, -0.4, 0]);
  });

  it('does not lead across the side that the mover is held on', () => {
    const move = moveAmong([facing(90, 0, 0)], [3, -0.4], [0, 0]);
    move.space.holdOnSide(0, 0, Float64Array.of(0, -1, 0));
    move.clearance[0] = 0.051;
    move.space.touch(move.position, move.clearance);
    escapeStraight(move, Float64Array.of(0.4));
    expect(move.position[1]).toBe(-0.4);
  });

  it('does not lead into what it merely touches', () => {
    // Deep in a piston that leads down, with the floor right under it.
    const piston = facing(-90, 0, -0.3, { from: -9, to: 9 });
    const move = escaped([facing(90, 0, 0, { from: -9, to: 9 }), piston], [3, 0.02], 0.32);
    expect(move.position[1]).toBeGreaterThanOrEqual(0.02);
  });
});
