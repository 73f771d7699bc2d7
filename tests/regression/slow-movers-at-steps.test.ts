import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';

/*
 * A mover that came to a step until exactly half a skin was left between them went closer by less than half a skin in
 * the next move, without meeting the step, and was pushed back a whole skin in the move after that: again and again.
 */

const SKIN = 0.02;
const STEP = 0.2;
const HALF_HEIGHT = 0.8;
/** Parts of the skin that a mover goes in a tick, all of which take it to half a skin before the step. */
const SPEEDS = [0.0125, 0.0292, 0.0625, 0.0708, 0.0833, 0.1, 0.125, 0.2, 0.25];

/** The ticks in which a mover that starts 1.5 skins before a step at x = 0 has to be there, and some more. */
const ticksOf = (speed: number): number => Math.ceil(2.5 / speed) + 20;

function climbsInPlane(speed: number): boolean {
  const { box, collisionSystem, createCollision, createMoveResult, moveAndSlide } = plane;
  const world = createWorld();
  const { Transform, Collider, Static } = createCollision(world);
  for (const [x, y, shape] of [
    [0, -1, box(9, 1)],
    [5, 0, box(5, STEP)],
  ] as const) {
    const eid = addEntity(world);
    addComponent(world, eid, Static);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, shape));
  }
  collisionSystem(world);
  const mover = { shape: box(0.5, HALF_HEIGHT), x: -0.5 - 1.5 * SKIN, y: HALF_HEIGHT + SKIN };
  const options = { up: { x: 0, y: 1 }, skin: SKIN, stepHeight: 0.3, snapDistance: 0.3 };
  const result = createMoveResult();
  for (let tick = 0; tick < ticksOf(speed); tick++) {
    moveAndSlide(world, mover, { x: speed * SKIN, y: -0.001 }, options, result);
    mover.x = result.x;
    mover.y = result.y;
  }
  return mover.y > HALF_HEIGHT + STEP;
}

function climbsInSpace(speed: number): boolean {
  const { box, collisionSystem, createCollision, createMoveResult, moveAndSlide } = space;
  const world = createWorld();
  const { Transform, Collider, Static } = createCollision(world);
  for (const [x, y, shape] of [
    [0, -1, box(9, 1, 9)],
    [5, 0, box(5, STEP, 9)],
  ] as const) {
    const eid = addEntity(world);
    addComponent(world, eid, Static);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, shape));
  }
  collisionSystem(world);
  const mover = { shape: box(0.5, HALF_HEIGHT, 0.5), x: -0.5 - 1.5 * SKIN, y: HALF_HEIGHT + SKIN, z: 0 };
  const options = { up: { x: 0, y: 1, z: 0 }, skin: SKIN, stepHeight: 0.3, snapDistance: 0.3 };
  const result = createMoveResult();
  for (let tick = 0; tick < ticksOf(speed); tick++) {
    moveAndSlide(world, mover, { x: speed * SKIN, y: -0.001, z: 0 }, options, result);
    mover.x = result.x;
    mover.y = result.y;
  }
  return mover.y > HALF_HEIGHT + STEP;
}

describe.each([
  ['the plane', climbsInPlane],
  ['space', climbsInSpace],
] as const)('in %s', (_, climbs) => {
  it.each(SPEEDS)('a box that goes %f of its skin a tick gets up a step', (speed) => {
    expect(climbs(speed)).toBe(true);
  });
});
