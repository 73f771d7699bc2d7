import { refuse, requireInteger, requireKeys, requireNonNegative, requireType } from '../../../src/core/errors.ts';
import { isCoordinate, requireSize, SMALLEST_SIZE } from '../../../src/core/limits.ts';
import type { Bounce } from '../../../src/core/movement/bounce.ts';
import type { EntityId } from '../adapter/entities.ts';
import { QUERY_KEYS, type QueryOptions } from '../queries/query-options.ts';
import { leastSide } from './least-side.ts';

/**
 * The options of `moveAndBounce` that mean the same in every dimension. The type parameters are the objects that its
 * functions are given: surfaces, bounces, results, and the hits of `accept`, which are those of `moveAndSlide`.
 */
export interface CommonBounceOptions<Surface, Hit, Result, MoveHit> extends QueryOptions {
  /** How long the move takes, in the unit of time of all velocities. Default 1: velocities are per call. */
  time?: number;
  /**
   * The part of the speed towards a surface that the mover has after the bounce, at least 0; with more than 1 surfaces
   * kick. Default 1.
   */
  restitution?: number;
  /**
   * The largest number of bounces: the move ends after that many, and `remaining` of the result is the time that is
   * left. Default 16.
   */
  maxBounces?: number;
  /**
   * The distance that the mover keeps from what it meets, in world units. It makes up for rounding. Default: a
   * thousandth of the smaller side of its bounds.
   */
  skin?: number;
  /**
   * Called for each surface that is met, before the bounce: writes how the surface moves there, and its restitution, to
   * `surface`, which is preset to a surface at rest with the restitution of the options. It is also called for a
   * collider that has moved into the mover, so that the mover ends up in front of that collider. It may do what a
   * `predicate` may. Both objects are the same each time.
   */
  surface?: (surface: Surface, hit: Readonly<Hit>) => void;
  /**
   * Entities whose colliders may have moved past the whole mover since the last call, as the end of a flipper does:
   * `surface` is called for each of them, at the place of the mover.
   */
  fast?: readonly EntityId[];
  /**
   * Called after each bounce. `result` has the place and the velocity that the mover has then, and the velocity may be
   * changed: a paddle aims, a bumper sets a speed. It may do what a `predicate` may, for example remove the brick.
   */
  onBounce?: (result: Result, hit: Readonly<Hit>) => void;
  /** Decides, like `accept` of `moveAndSlide`, what the mover meets: false lets the mover pass through it. */
  accept?: (hit: Readonly<MoveHit>) => boolean;
}

/** The options of a dimension, as the shared code reads them. */
export type AnyBounceOptions = CommonBounceOptions<never, never, never, never>;

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

const NO_OPTIONS: AnyBounceOptions = {};
const MAX_BOUNCES = 16;
const MOST_BOUNCES = 65_536;

/** The skin, as a part of the smallest side of a mover's bounds. */
const SKIN_PART = 0.001;

/**
 * Sets the numbers of a move from its options, for a mover whose bounds are `box` (the least coordinates, then the
 * largest).
 * @throws CollisionError naming an option that cannot be used.
 */
export function readBounceOptions(bounce: Bounce, options: AnyBounceOptions = NO_OPTIONS, box: Float64Array): void {
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
  // Compared here and refused elsewhere: V8 puts numbers that are given to a function on the heap.
  if (!(skin === undefined || (isCoordinate(skin) && skin >= SMALLEST_SIZE))) requireSize('skin', skin);
  bounce.move.skin = skin === undefined ? SKIN_PART * leastSide(box) : skin;
}
