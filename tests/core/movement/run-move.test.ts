import { describe, expect, it } from 'vitest';
import type { Move } from '../../../src/core/movement/move.ts';
import { runMove } from '../../../src/core/movement/run-move.ts';
import { facing, moveAmong, type Wall, type WallMover } from '../../support/wall-space.ts';

const FLOOR = facing(90, 0, 0);

function moved(walls: readonly Wall[], at: [number, number], by: [number, number], mover: WallMover = {}): Move {
  const move = moveAmong(walls, at, by, mover);
  runMove(move);
  return move;
}

const near = (value: number): unknown => expect.closeTo(value, 6);

describe('runMove', () => {
  it('falls until it rests a skin above the floor, and is grounded then', () => {
    const falling = moved([FLOOR], [0, 5], [0, -1]);
    expect([falling.position[1], falling.grounded]).toEqual([4, false]);
    const landed = moved([FLOOR], [0, 0.5], [0, -1]);
    expect([landed.position[1], landed.grounded]).toEqual([near(0.1), true]);
    expect(landed.ground.slot).toBe(0);
  });

  it('stays on a slope that it can stand on, though gravity pulls', () => {
    const height = 0.1 / Math.cos(Math.PI / 6);
    const move = moved([facing(120, 0, 0)], [0, height], [0, -1]);
    expect(move.position[0]).toBeCloseTo(0, 9);
    expect(move.grounded).toBe(true);
  });

  it('slides down a slope that it cannot stand on, and is not grounded', () => {
    const move = moved([facing(150, 0, 0)], [-0.12, 0], [0, -1]);
    expect(move.position[1]).toBeLessThan(-0.5);
    expect(move.grounded).toBe(false);
  });

  it('snaps down to the ground that it walks off, within the snap distance', () => {
    const drop = [facing(90, 0, 0, { to: 0 }), facing(90, 0, -0.3, { from: 0 })];
    const snapped = moved(drop, [-0.2, 0.1], [0.5, 0], { snapDistance: 0.4 });
    expect([...snapped.position]).toEqual([near(0.3), near(-0.2), 0]);
    expect(snapped.grounded).toBe(true);
    const flown = moved(drop, [-0.2, 0.1], [0.5, 0], { snapDistance: 0.2 });
    expect(flown.position[1]).toBeCloseTo(0.1, 9);
    expect(flown.grounded).toBe(false);
  });

  it('does not snap when it jumps', () => {
    const move = moved([FLOOR], [0, 0.1], [0, 0.2], { snapDistance: 1 });
    expect(move.position[1]).toBeCloseTo(0.3, 9);
    expect(move.grounded).toBe(false);
  });

  it('rides on its carrier, which is not in its way, and then makes its own motion', () => {
    const move = moveAmong([FLOOR, facing(180, 3, 0)], [0, 0.1], [0.5, 0]);
    move.carry.set([1, 0, 0]);
    move.carrier = 0;
    runMove(move);
    expect([...move.carried]).toEqual([near(1), 0, 0]);
    expect(move.position[0]).toBeCloseTo(1.5, 6);
    // A wall stops the ride as it stops a walk.
    const stopped = moveAmong([FLOOR, facing(180, 3, 0)], [2.5, 0.1], [0, 0]);
    stopped.carry.set([1, 0, 0]);
    stopped.carrier = 0;
    runMove(stopped);
    expect(stopped.position[0]).toBeCloseTo(2.9, 6);
    expect(stopped.carried[0]).toBeCloseTo(0.4, 6);
  });

  it('does not walk deeper into what crushes it', () => {
    const walls = [facing(0, 0.5, 0), facing(180, 0.2, 0)];
    const move = moved(walls, [0.3, 5], [1, 0.25]);
    expect(move.crusherCount).toBe(2);
    expect(move.position[0]).toBeCloseTo(0.3, 1);
    expect(move.position[1]).toBeCloseTo(5.25, 6);
  });

  it('forgets the results of the move before', () => {
    const move = moveAmong([FLOOR], [0, 0.5], [0, -1]);
    runMove(move);
    expect(move.hitCount).toBe(1);
    move.input.set([0, 5, 0]);
    runMove(move);
    expect([move.hitCount, move.grounded, move.position[1]]).toEqual([0, false, near(5.1)]);
  });

  it('is lifted to a whole skin above flat ground that it was nearer to', () => {
    const move = moved([FLOOR], [0, 0.06], [1, 0]);
    expect([...move.position]).toEqual([near(1), near(0.1), 0]);
    expect(move.grounded).toBe(true);
  });

  it('is not lowered onto ground by a walk without the wish to snap', () => {
    // 0.13 above the floor counts as standing, but a level walk does not come down; a fall does.
    expect(moved([FLOOR], [0, 0.13], [1, 0]).position[1]).toBeCloseTo(0.13, 9);
    expect(moved([FLOOR], [0, 0.13], [1, -0.01]).position[1]).toBeCloseTo(0.1, 6);
    expect(moved([FLOOR], [0, 0.13], [1, 0], { snapDistance: 0.5 }).position[1]).toBeCloseTo(0.1, 6);
  });

  it('does not step up while it jumps', () => {
    const stair = [facing(90, 0, 0, { to: 1 }), facing(180, 1, 0, { to: 0.5 }), facing(90, 1, 0.5, { from: 0 })];
    const walked = moved(stair, [0, 0.1], [3, 0], { stepHeight: 0.6 });
    expect([...walked.position]).toEqual([near(3), near(0.6), 0]);
    const jumped = moved(stair, [0, 0.1], [3, 0.1], { stepHeight: 0.6 });
    expect([...jumped.position]).toEqual([near(0.9), near(0.2), 0]);
    expect(jumped.grounded).toBe(false);
  });
});
