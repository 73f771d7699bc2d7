import { describe, expect, it } from 'vitest';
import type { Move } from '../../../src/core/movement/move.ts';
import { stepUp } from '../../../src/core/movement/step-up.ts';
import { facing, moveAmong, type Wall } from '../../support/wall-space.ts';

/** A floor at 0, and from x = 2 on a step of the given height. */
const stairs = (height: number): Wall[] => [
  facing(90, 0, 0, { to: 2 }),
  facing(180, 2, 0, { from: -9, to: height }),
  facing(90, 2, height, { from: 0 }),
];

/** A mover that has come to the riser, with so much of its way left. */
function atRiser(walls: readonly Wall[], left: [number, number], stepHeight: number): Move {
  const move = moveAmong(walls, [1.9, 0.1], left, { stepHeight });
  const { hit } = move.space;
  hit.slot = 1;
  hit.point.set([2, 0.1, 0]);
  hit.normal.set([-1, 0, 0]);
  move.grounded = true;
  move.ground.normal.set([0, 1, 0]);
  move.ground.point.set([1.9, 0, 0]);
  return move;
}

describe('stepUp', () => {
  it('ends on the step, and uses up what it went forward', () => {
    const move = atRiser(stairs(0.5), [1, 0], 0.6);
    expect(stepUp(move)).toBe(true);
    expect(move.position[0]).toBeCloseTo(2.9, 9);
    expect(move.position[1]).toBeCloseTo(0.6, 9);
    expect(move.rest[0]).toBeCloseTo(0, 9);
    expect(move.ground.slot).toBe(2);
  });

  it('steps by two skins at least, and counts no more than the way it had', () => {
    const move = atRiser(stairs(0.5), [0.05, 0], 0.6);
    expect(stepUp(move)).toBe(true);
    expect(move.position[0]).toBeCloseTo(2.1, 9);
    expect(move.rest[0]).toBe(0);
    expect(move.left).toBe(0);
  });

  it('leaves everything as it was where the step is too high', () => {
    const move = atRiser(stairs(0.7), [1, 0], 0.6);
    expect(stepUp(move)).toBe(false);
    expect([...move.position]).toEqual([1.9, 0.1, 0]);
    expect(move.rest[0]).toBe(1);
    expect([move.space.hit.slot, ...move.space.hit.normal]).toEqual([1, -1, 0, 0]);
  });

  it('needs room above and in front', () => {
    // A ceiling leaves 0.2 of the step; a second wall stands right behind the edge.
    expect(stepUp(atRiser([...stairs(0.5), facing(-90, 0, 0.4)], [1, 0], 0.6))).toBe(false);
    expect(stepUp(atRiser([...stairs(0.5), facing(180, 2.05, 0)], [1, 0], 0.6))).toBe(false);
  });

  it('needs ground to stand on', () => {
    const move = atRiser([...stairs(0.5).slice(0, 2), facing(150, 2, 0.5, { from: 0 })], [1, 0], 0.6);
    expect(stepUp(move)).toBe(false);
    expect([...move.position]).toEqual([1.9, 0.1, 0]);
  });

  it('does not step away from a wall, nor without a way forward', () => {
    expect(stepUp(atRiser(stairs(0.5), [-1, 0], 0.6))).toBe(false);
    expect(stepUp(atRiser(stairs(0.5), [0, -1], 0.6))).toBe(false);
  });
});
