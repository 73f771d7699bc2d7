import {
  refuse,
  requireInteger,
  requireKeys,
  requireNonNegative,
  requirePositive,
  requireType,
} from '../../../src/core/errors.ts';
import type { Bounce } from '../../../src/core/movement/bounce.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { QUERY_KEYS, type QueryOptions } from '../../core/queries/query-options.ts';
import type { BounceHit, BounceResult, BounceSurface } from './bounce-result.ts';
import type { MoveOptions } from './move-options.ts';

export interface BounceOptions extends QueryOptions {
  /** How long the move takes, in the unit of time of all velocities. Default 1: velocities are per call. */
  time?: number;
  /** The part of the speed towards a surface that comes back, at least 0; above 1 surfaces kick. Default 1. */
  restitution?: number;
  /** After so many bounces the move ends, and says what is left. Default 16. */
  maxBounces?: number;
  /**
   * The distance that the mover keeps from what it meets, in world units. It makes up for rounding. Default: a
   * thousandth of the smaller side of its bounds.
   */
  skin?: number;
  /**
   * Asked of each surface that is met, before the bounce: writes how the surface moves there, and its restitution, to
   * `surface`, which says that it stands still and has that of the options. Of a collider that has moved into the mover
   * it is asked as well, so that the mover ends up in front of it. It may do what a `predicate` may. Both objects are
   * the same each time.
   */
  surface?: (surface: BounceSurface, hit: Readonly<BounceHit>) => void;
  /**
   * Entities whose colliders may have moved past the whole mover since the last call, as the end of a flipper does:
   * `surface` is asked of each of them, at the place of the mover.
   */
  fast?: readonly EntityId[];
  /**
   * Told of each bounce, after it. `result` has the place and the velocity that the mover has then, and the velocity
   * may be changed: a paddle aims, a bumper sets a speed. It may do what a `predicate` may: the brick can be removed.
   */
  onBounce?: (result: BounceResult, hit: Readonly<BounceHit>) => void;
  /** As that of `moveAndSlide`: false lets the mover pass through what it meets. */
  accept?: MoveOptions['accept'];
}

const BOUNCE_KEYS = [
  'time',
  'restitution',
  'maxBounces',
  'skin',
  'surface',
  'fast',
  'onBounce',
  'accept',
  ...QUERY_KEYS,
] as const;

const NO_OPTIONS: BounceOptions = {};
const MAX_BOUNCES = 16;
const MOST_BOUNCES = 65_536;

/** Of the smaller side of a mover's bounds; of the larger one, a tenth of that at least, for movers of no width. */
const SKIN_PART = 0.001;
const THIN_PART = 0.1;

/**
 * Sets what a move goes by, for a mover whose bounds are `box` (minX, minY, maxX, maxY).
 * @throws CollisionError naming an option that cannot be used.
 */
export function readBounceOptions(bounce: Bounce, options: BounceOptions = NO_OPTIONS, box: Float64Array): void {
  if (options !== NO_OPTIONS) requireKeys('moveAndBounce options', options, BOUNCE_KEYS);
  const { time = 1, restitution = 1, maxBounces = MAX_BOUNCES, skin, surface, fast, onBounce, accept } = options;
  requireNonNegative('time', time);
  requireNonNegative('restitution', restitution);
  if (surface !== undefined) requireType('surface', surface, 'function');
  if (fast !== undefined && !Array.isArray(fast)) refuse('invalid-state', 'fast', 'a list of entities', fast);
  if (onBounce !== undefined) requireType('onBounce', onBounce, 'function');
  if (accept !== undefined) requireType('accept', accept, 'function');
  bounce.most = requireInteger('maxBounces', maxBounces, 0, MOST_BOUNCES);
  bounce.time[0] = time;
  bounce.restitution[0] = restitution;
  const width = box[2] - box[0];
  const height = box[3] - box[1];
  const least = Math.max(Math.min(width, height), THIN_PART * Math.max(width, height));
  bounce.move.skin = skin === undefined ? SKIN_PART * least : requirePositive('skin', skin);
}
