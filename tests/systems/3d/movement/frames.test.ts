import { describe, expect, it } from 'vitest';
import { box, halfSpace, type Quaternion, type ShapeSpec } from '../../../../entry/3d.ts';
import {
  createMoverWorld,
  multiply,
  NO_TURN,
  randomTurn,
  rotate,
  type Triple,
  turned,
  Walker,
} from '../../../support/movement-3d.ts';
import { MOVERS, moversOf } from '../../../support/movers-3d.ts';
import { createRng } from '../../../support/rng.ts';

/** Where a course stands: everything in it is scaled, turned and moved. */
interface Frame {
  readonly scale: number;
  readonly turn: Quaternion;
  readonly at: Triple;
}

const HERE: Frame = { scale: 1, turn: NO_TURN, at: [0, 0, 0] };

/** Position, then whether the mover was grounded, met a wall, and met a ceiling. */
const FIELDS = 6;
/** The move after which the lift begins to move. */
const START_OF_RIDE = 114;

/**
 * Walks a course in a frame: over a floor, up a step and down, up a slope and down, along a wall, off a ledge, onto a
 * platform that sways, rises and turns, and up to a ceiling. Returns where the mover was in the frame's own coordinates
 * after each move, and what the moves said.
 */
function course(mover: number, { scale, turn, at }: Frame): { path: number[]; depth: number } {
  const [, shape, foot] = moversOf(scale)[mover];
  const game = createMoverWorld();
  const out = ([x, y, z]: Triple): Triple => {
    const [a, b, c] = rotate(turn, [x * scale, y * scale, z * scale]);
    return [a + at[0], b + at[1], c + at[2]];
  };
  const add = (spec: ShapeSpec, place: Triple, own: Quaternion = NO_TURN): number =>
    game.add(spec, ...out(place), multiply(turn, own));
  const block = (x: number, y: number, z: number): ShapeSpec => box(x * scale, y * scale, z * scale);
  add(block(4, 1, 3), [0, -1, 0]);
  add(block(0.5, 0.125, 3), [-1.5, 0.1, 0]);
  add(block(2, 0.5, 3), [2, -0.1, 0], turned(0, 0, 1, 0.4));
  add(block(1.5, 3, 0.5), [-0.5, 1, 1.5]);
  add(halfSpace(), [0, -3, 0]);
  const lift = add(block(2, 0.2, 2), [6, -2.4, 1]);
  add(block(1.2, 0.5, 2), [6.6, 1.6, 1]);
  game.tick();
  const [upX, upY, upZ] = rotate(turn, [0, 1, 0]);
  const walker = new Walker(
    game.world,
    shape,
    ...out([-3.4, foot / scale + 0.02, 0.2]),
    {
      up: { x: upX, y: upY, z: upZ },
      skin: 0.01 * scale,
      stepHeight: 0.3 * scale,
      snapDistance: 0.25 * scale,
      carry: true,
    },
    turn,
  );
  const back = { x: -turn.x, y: -turn.y, z: -turn.z, w: turn.w };
  const path: number[] = [];
  let depth = -Infinity;
  const move = (x: number, y: number, z: number): void => {
    const { result } = walker;
    walker.move(...rotate(turn, [x * scale, y * scale, z * scale]));
    const { pose } = walker;
    path.push(...rotate(back, [pose.x - at[0], pose.y - at[1], pose.z - at[2]]).map((value) => value / scale));
    path.push(Number(result.grounded), Number(result.onWall), Number(result.onCeiling));
    depth = Math.max(depth, walker.depth());
  };
  for (let i = 0; i < 70; i++) move(0.1, -0.0213, 0.019);
  for (let i = 0; i < 44; i++) move(0.061, -0.153, -0.007);
  for (let i = 1; i <= 60; i++) {
    const [x, y, z] = [6 + 0.4 * Math.sin(i / 9), -2.4 + 0.03 * i, 1 + 0.3 * Math.sin(i / 7)];
    game.place(lift, ...out([x, y, z]), multiply(turn, turned(0, 1, 0, 0.02 * i)));
    if (i > 30 && i < 50) move(0.003, 0.151, 0.002);
    else move(0.002, -0.0213, 0.001);
  }
  return { path, depth };
}

const FRAMES: [string, Frame, number][] = [
  ['of a hundredth of the size', { ...HERE, scale: 0.01 }, 1e-7],
  ['a hundred times as large', { ...HERE, scale: 100 }, 1e-7],
  ['100 km away', { ...HERE, at: [1e5, -1e5, 1e5] }, 1e-6],
  ['on a wall, up being x', { ...HERE, turn: turned(0, 0, 1, -Math.PI / 2) }, 1e-7],
  ['on a ceiling, up being −y', { ...HERE, turn: { x: 0, y: 0, z: 1, w: 0 } }, 1e-7],
  ['turned anyhow, away and large', { scale: 32, turn: randomTurn(createRng(36)), at: [5e3, 2e3, -7e3] }, 1e-6],
];

describe.each(MOVERS.map(([name], i) => [name, i] as const))('%s', (_, mover) => {
  const near = course(mover, HERE);
  const of = (field: number): number[] => near.path.filter((_, i) => i % FIELDS === field);

  it('does on the course what a mover does: climbs, slides, falls, rides, and is stopped from above', () => {
    const [, , foot] = MOVERS[mover];
    const heights = of(1);
    // On the step, at the top of the slope, and on the lift, which is then 2.2 below the floor.
    expect(heights.some((height) => Math.abs(height - foot - 0.235) < 1e-3)).toBe(true);
    expect(Math.max(...heights)).toBeGreaterThan(foot + 1);
    expect(heights[START_OF_RIDE - 1]).toBeCloseTo(foot - 2.2 + 0.01, 9);
    expect(of(4).slice(0, 40)).toContain(1);
    expect(of(5).slice(START_OF_RIDE)).toContain(1);
    const grounded = of(3);
    expect(grounded.slice(0, 70)).not.toContain(0);
    expect(grounded.slice(70, START_OF_RIDE)).toContain(0);
    expect(grounded.slice(START_OF_RIDE, START_OF_RIDE + 30)).not.toContain(0);
    // Carried, by more than it walks itself.
    const [ride, z] = [of(2).slice(START_OF_RIDE, START_OF_RIDE + 30), of(2)[START_OF_RIDE - 1]];
    expect(Math.max(...ride)).toBeGreaterThan(z + 0.2);
    expect(near.depth).toBe(-Infinity);
  });

  it.each(FRAMES)('walks the same course %s the same way', (_name, frame, tolerance) => {
    const far = course(mover, frame);
    let off = 0;
    for (let i = 0; i < far.path.length; i++) off = Math.max(off, Math.abs(far.path[i] - near.path[i]));
    expect(off).toBeLessThan(tolerance);
  });
});
