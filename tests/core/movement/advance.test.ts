import { describe, expect, it } from 'vitest';
import { advance } from '../../../src/core/movement/advance.ts';
import { facing, moveAmong } from '../../support/wall-space.ts';

const FLOOR = facing(90, 0, 0);

describe('advance', () => {
  it('makes all of a motion that meets nothing', () => {
    const move = moveAmong([FLOOR], [0, 3], [1, -2]);
    expect(advance(move, move.input)).toBe(false);
    expect([...move.position]).toEqual([1, 1, 0]);
    expect(move.travelled[0]).toBe(1);
  });

  it('stops where the skin is left, along the motion', () => {
    const move = moveAmong([FLOOR], [0, 1], [4, -2]);
    expect(advance(move, move.input)).toBe(true);
    // From height 1 to height 0.1 is 0.45 of the way of 2 down.
    expect(move.travelled[0]).toBeCloseTo(0.45, 12);
    expect(move.position[0]).toBeCloseTo(1.8, 12);
    expect(move.position[1]).toBeCloseTo(0.1, 12);
    expect(move.space.hit.slot).toBe(0);
  });

  it('does not move backwards when it begins nearer than the skin', () => {
    const move = moveAmong([FLOOR], [0, 0.07], [0, -1]);
    expect(advance(move, move.input)).toBe(true);
    expect(move.travelled[0]).toBe(0);
    expect([...move.position]).toEqual([0, 0.07, 0]);
  });

  it('leaves a surface that it is too near to, and does not go deeper into it', () => {
    const out = moveAmong([FLOOR], [0, 0.01], [0, 1]);
    expect(advance(out, out.input)).toBe(false);
    const deeper = moveAmong([FLOOR], [0, 0.01], [0, -1]);
    expect(advance(deeper, deeper.input)).toBe(true);
    expect(deeper.position[1]).toBe(0.01);
  });
});
