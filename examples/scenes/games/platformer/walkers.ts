import type { World } from 'bitecs';
import { type Collision, createMoveResult, type MoveResult, moveAndSlide } from 'bitecs-collision/2d';
import { TICK } from '../../../shell/scene.ts';
import { GRAVITY, UP } from './forces.ts';

export const WALKER_RADIUS = 0.375;

/** Units a second. */
const WALK = 2;
/** How far down a walker presses in a tick, so that it feels the ground. */
const PRESS = 0.02;

export const Walker = {};

/** An enemy that walks to and fro between walls and edges. */
export interface Pacing {
  readonly eid: number;
  readonly move: MoveResult;
  direction: number;
  fall: number;
}

/** `direction` is −1 to the left, 1 to the right. */
export function createPacing(eid: number, direction: number): Pacing {
  return { eid, move: createMoveResult(), direction, fall: 0 };
}

/** Moves a walker by a tick; it does not see what has one of the components `without`. */
export function pace(world: World, { Transform }: Collision, walker: Pacing, without: readonly object[]): void {
  const { eid, move } = walker;
  const x = Transform.x[eid];
  const y = Transform.y[eid];
  walker.fall = move.grounded ? PRESS : walker.fall + GRAVITY * TICK * TICK;
  moveAndSlide(world, eid, { x: walker.direction * WALK * TICK, y: walker.fall }, { up: UP, without }, move);
  const isAtEdge = walker.fall === PRESS && !move.grounded;
  if (move.onWall || isAtEdge) walker.direction *= -1;
  Transform.x[eid] = isAtEdge ? x : move.x;
  Transform.y[eid] = isAtEdge ? y : move.y;
  if (isAtEdge) move.grounded = true;
}
