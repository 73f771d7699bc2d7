import { refuse, requireFinite, requireKeys, requireType } from '../../../src/core/errors.ts';
import { isCoordinate, requireDistance, requireSize, SMALLEST_SIZE } from '../../../src/core/limits.ts';
import type { Move } from '../../../src/core/movement/move.ts';
import { cos } from '../../../src/core/trigonometry.ts';
import { writeUnitVector } from '../../../src/core/unit-vector.ts';
import type { EntityId } from '../adapter/entities.ts';
import { QUERY_KEYS, type QueryOptions } from '../queries/query-options.ts';
import type { AnyVector } from '../queries/vector.ts';
import { leastSide } from './least-side.ts';

/** The options of `moveAndSlide` that mean the same in every dimension; `Hit` is what `accept` is asked about. */
export interface CommonMoveOptions<Hit> extends QueryOptions {
  /**
   * The distance that the mover keeps from what it meets, in world units. It makes up for rounding, so a hundredth of
   * the mover is plenty. Default: a hundredth of its bounds' smaller side; an ellipse counts as the circle
   * around it.
   */
  skin?: number;
  /** The steepest slope to stand on and walk up, in radians, below π/2. Default 0.8727, which is 50°. */
  slopeLimit?: number;
  /** How high a step the mover walks up, in world units. Default 0. */
  stepHeight?: number;
  /**
   * How far down the mover follows the ground that it walks off, as down slopes and stairs, in world units. Default 0.
   */
  snapDistance?: number;
  /**
   * Whether the platform that the mover stands on carries it along as the platform moves and turns. Needs `out`, which
   * remembers the platform. Default false.
   */
  carry?: boolean;
  /**
   * An entity that carries the mover whether it stands on it or not, as a raft seen from above. Needs `out`, as `carry`
   * does. An entity that has no collider, or is disabled or dead, carries nothing.
   */
  platform?: EntityId;
  /**
   * Entities whose colliders may come from farther away than a quarter of the mover's size and move into the mover, or
   * past all of it, between two moves: pistons, doors, blades. Needs `out`, which remembers where they were, so that
   * the mover stays on its side of them. Colliders that are nearer are remembered without being named.
   */
  fast?: readonly EntityId[];
  /**
   * Called for each surface that the mover meets or overlaps; false lets the mover pass through that collider, or that
   * piece of it, for the rest of this move. It may do what a `predicate` may. The hit is the same object each time.
   */
  accept?: (hit: Readonly<Hit>) => boolean;
}

/** The options of a dimension, as the shared code reads them. */
export interface AnyMoveOptions extends CommonMoveOptions<never> {
  up?: AnyVector;
}

export const MOVE_KEYS = [
  'skin',
  'up',
  'slopeLimit',
  'stepHeight',
  'snapDistance',
  'carry',
  'platform',
  'fast',
  'accept',
  ...QUERY_KEYS,
] as const;

const UP_KEYS = ['x', 'y', 'z'] as const;
const PLANE_UP_KEYS = ['x', 'y'] as const;
const NO_OPTIONS: AnyMoveOptions = {};

/** 50°. */
const SLOPE_LIMIT = 0.8726646259971648;
const RIGHT_ANGLE = 1.5707963267948966;

/** The skin, as a part of the smallest side of a mover's bounds. */
const SKIN_PART = 0.01;

/**
 * Sets the numbers of a move from its options, for a mover whose bounds are `box` (the least coordinates, then the
 * largest).
 * @throws CollisionError naming an option that cannot be used.
 */
export function readMoveOptions(move: Move, options: AnyMoveOptions = NO_OPTIONS, box: Float64Array): void {
  if (options !== NO_OPTIONS) requireKeys('moveAndSlide options', options, MOVE_KEYS);
  const { skin, up, slopeLimit = SLOPE_LIMIT, stepHeight = 0, snapDistance = 0, carry = false, accept } = options;
  const { platform, fast } = options;
  if (platform !== undefined && (typeof platform !== 'number' || (platform | 0) !== platform))
    refuse('out-of-range', 'platform', 'an entity id', platform);
  if (fast !== undefined && !Array.isArray(fast)) refuse('invalid-state', 'fast', 'a list of entities', fast);
  requireType('carry', carry, 'boolean');
  if (accept !== undefined) requireType('accept', accept, 'function');
  // Compared here and refused elsewhere: V8 puts numbers that are given to a function on the heap.
  if (!(isCoordinate(stepHeight) && stepHeight >= 0)) requireDistance('stepHeight', stepHeight);
  if (!(isCoordinate(snapDistance) && snapDistance >= 0)) requireDistance('snapDistance', snapDistance);
  if (!(typeof slopeLimit === 'number' && slopeLimit >= 0 && slopeLimit < RIGHT_ANGLE)) {
    refuse('invalid-number', 'slopeLimit', 'an angle in radians from 0 to less than π/2', slopeLimit);
  }
  if (!(skin === undefined || (isCoordinate(skin) && skin >= SMALLEST_SIZE))) requireSize('skin', skin);
  move.skin = skin === undefined ? SKIN_PART * leastSide(box) : skin;
  move.stepHeight = stepHeight;
  move.snapDistance = snapDistance;
  if (slopeLimit !== move.slopeLimit) {
    move.slopeLimit = slopeLimit;
    move.floorCosine = cos(slopeLimit);
  }
  move.up.fill(0);
  if (up !== undefined) readUp(move, up);
}

function readUp({ up: out, space: { axes } }: Move, up: AnyVector): void {
  requireKeys('up', up, axes === 2 ? PLANE_UP_KEYS : UP_KEYS);
  const x = requireFinite('up.x', up.x);
  const y = requireFinite('up.y', up.y);
  const z = axes === 2 ? 0 : requireFinite('up.z', up.z!);
  if (!writeUnitVector(out, 0, x, y, z)) refuse('invalid-number', 'the length of up', 'more than 0', 0);
}
