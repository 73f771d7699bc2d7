import {
  refuse,
  requireFinite,
  requireKeys,
  requireNonNegative,
  requirePositive,
  requireType,
} from '../../../src/core/errors.ts';
import type { Move } from '../../../src/core/movement/move.ts';
import { cos } from '../../../src/core/trigonometry.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { QUERY_KEYS, type QueryOptions } from '../../core/queries/query-options.ts';
import type { MoveHit } from './move-result.ts';

export interface MoveOptions extends QueryOptions {
  /**
   * The distance that the mover keeps from what it meets, in world units. It makes up for rounding, so a hundredth of
   * the mover is plenty. Default: that part of its bounds' smaller side.
   */
  skin?: number;
  /**
   * Which way is up, of any length: `{ x: 0, y: 1 }`, or `{ x: 0, y: -1 }` where y grows downwards. Without it, as for
   * a game seen from above, there is no ground, and the four options below do nothing.
   */
  up?: { readonly x: number; readonly y: number };
  /** The steepest slope to stand on and walk up, in radians, below π/2. Default 0.8727, which is 50°. */
  slopeLimit?: number;
  /** How high a step the mover walks up, in world units. Default 0. */
  stepHeight?: number;
  /** How far down it stays on the ground that it walks off: down slopes and stairs. Default 0. */
  snapDistance?: number;
  /**
   * Whether what it stands on carries it along as that moves and turns. Needs `out`, which remembers it. Default false.
   */
  carry?: boolean;
  /**
   * An entity that carries it whether it stands on it or not, as a raft seen from above. Needs `out`, as `carry` does.
   * One that has no collider, or is disabled or dead, carries nobody.
   */
  platform?: EntityId;
  /**
   * Asked of each surface that the mover meets or overlaps; false lets it pass through that collider, segment or child
   * for the rest of this move. It may do what a `predicate` may. The hit is the same object each time.
   */
  accept?: (hit: Readonly<MoveHit>) => boolean;
}

export const MOVE_KEYS = [
  'skin',
  'up',
  'slopeLimit',
  'stepHeight',
  'snapDistance',
  'carry',
  'platform',
  'accept',
  ...QUERY_KEYS,
] as const;

const UP_KEYS = ['x', 'y'] as const;
const NO_OPTIONS: MoveOptions = {};

/** 50°. */
const SLOPE_LIMIT = 0.8726646259971648;
const RIGHT_ANGLE = 1.5707963267948966;

/** Of the smaller side of a mover's bounds; of the larger one, a tenth of that at least, for movers of no width. */
const SKIN_PART = 0.01;
const THIN_PART = 0.1;

/**
 * Sets what a move goes by, for a mover whose bounds are `box` (minX, minY, maxX, maxY).
 * @throws CollisionError naming an option that cannot be used.
 */
export function readMoveOptions(move: Move, options: MoveOptions = NO_OPTIONS, box: Float64Array): void {
  if (options !== NO_OPTIONS) requireKeys('moveAndSlide options', options, MOVE_KEYS);
  const { skin, up, slopeLimit = SLOPE_LIMIT, stepHeight = 0, snapDistance = 0, carry = false, accept } = options;
  const { platform } = options;
  if (platform !== undefined && (platform | 0) !== platform)
    refuse('out-of-range', 'platform', 'an entity id', platform);
  requireType('carry', carry, 'boolean');
  if (accept !== undefined) requireType('accept', accept, 'function');
  requireNonNegative('stepHeight', stepHeight);
  requireNonNegative('snapDistance', snapDistance);
  if (!(slopeLimit >= 0 && slopeLimit < RIGHT_ANGLE)) {
    refuse('invalid-number', 'slopeLimit', 'from 0 to less than π/2', slopeLimit);
  }
  const width = box[2] - box[0];
  const height = box[3] - box[1];
  const least = Math.min(width, height);
  const most = Math.max(width, height);
  move.skin = skin === undefined ? SKIN_PART * Math.max(least, THIN_PART * most) : requirePositive('skin', skin);
  move.stepHeight = stepHeight;
  move.snapDistance = snapDistance;
  move.floorCosine = slopeLimit === SLOPE_LIMIT ? FLOOR_COSINE : cos(slopeLimit);
  move.up[0] = 0;
  move.up[1] = 0;
  if (up === undefined) return;
  requireKeys('up', up, UP_KEYS);
  const x = requireFinite('up.x', up.x);
  const y = requireFinite('up.y', up.y);
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0 && length < Infinity))
    refuse('invalid-number', 'the length of up', 'more than 0, and finite', length);
  move.up[0] = x / length;
  move.up[1] = y / length;
}

/** cos(SLOPE_LIMIT). */
const FLOOR_COSINE = 0.6427876096865394;
