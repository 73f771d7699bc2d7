import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import {
  type InitialOverlap,
  TRANSLATION_LIMIT,
  TRANSLATION_X,
  TRANSLATION_Y,
} from '../../../src/2d/queries/cast-piece.ts';
import type { CastMode, ShapeCast } from '../../../src/2d/queries/cast-shape.ts';
import { type CastPose, placePoint, placeShape } from '../../../src/2d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/2d/shapes/shape-spec.ts';
import { refuse } from '../../../src/core/errors.ts';
import { Pool } from '../../../src/core/pool.ts';
import type { QueryHit } from '../../../src/core/queries/query-scope.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { OptionsFilter, QUERY_KEYS, type QueryOptions } from '../../core/queries/query-options.ts';
import {
  copyPlace,
  refuseOut,
  requireArray,
  requireLimit,
  scopeOf,
  type WorldScope,
} from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';
import { oneWayOf } from '../one-way-of.ts';
import { GatedCast } from './gated-cast.ts';
import { requireVector, type Vector } from './vector.ts';

/** What a ray or a moving shape met. */
export interface CastHit {
  entity: EntityId;
  /** Which segment of a chain, child of a compound or cell of tiles; 0 for other shapes. */
  child: number;
  /** The part of the direction or translation travelled: 0 when it started inside or touching. */
  fraction: number;
  /**
   * The point of contact on the collider's surface, in the world: where a shape is deepest in it when they overlap at
   * the start. A ray's is its origin when that is inside.
   */
  x: number;
  y: number;
  /**
   * Unit normal of the collider there; when a shape overlaps it at the start, the direction of the shortest way out,
   * and (1, 0) for concentric circles, which have none. (0, 0) for a ray that starts inside.
   */
  normalX: number;
  normalY: number;
}

export interface CastOptions extends QueryOptions {
  /** How far to go, in multiples of the direction. Default: without limit for rays, 1 for shapes. */
  maxFraction?: number;
}

export const CAST_KEYS = [...QUERY_KEYS, 'maxFraction'] as const;

export interface ShapeCastOptions extends CastOptions {
  /**
   * What a collider is that the shape overlaps or touches at the start: a `'hit'` at fraction 0 (default), not seen
   * (`'ignore'`), or not seen unless the translation leads deeper in (`'ignore-separating'`), so that what moves out or
   * along goes free. Each segment of a chain and each child of a compound counts by itself: the next one is still met.
   */
  initialOverlap?: InitialOverlap;
}

export const SHAPE_CAST_KEYS = [...CAST_KEYS, 'initialOverlap'] as const;

const INITIAL_OVERLAPS: readonly InitialOverlap[] = ['hit', 'ignore', 'ignore-separating'];

/** How the casts are called, for the errors about their arguments. */
const CAST_RAY = 'castRay(world, from, direction, options?, out?)';
const CAST_RAY_ANY = 'castRayAny(world, from, direction, options?)';
const CAST_RAY_ALL = 'castRayAll(world, from, direction, out, options?)';
const CAST_SHAPE = 'castShape(world, shape, pose, translation, options?, out?)';
const CAST_SHAPE_ALL = 'castShapeAll(world, shape, pose, translation, out, options?)';

/** A cast and what it sees. */
class WorldCast extends GatedCast {
  readonly filter = new OptionsFilter();

  override forget(): void {
    super.forget();
    this.filter.forget();
  }
}

const casts: Pool<WorldCast> = /* @__PURE__ */ new Pool(
  () => new WorldCast(),
  (cast) => cast.forget(),
);

/**
 * Casts a ray from a point along a direction, of any length, and returns the first collider it meets, or undefined.
 * Both are only read, so one object each serves any number of casts. From inside a shape, that shape is met at fraction
 * 0 with a zero normal. The result is a new object, or `out` filled.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `invalid-state` for a point or direction
 *   that is no record, a world without collision, an option that there is not, or `out` that cannot be written to.
 */
export function castRay(
  world: object,
  from: Vector,
  direction: Vector,
  options?: CastOptions,
  out?: CastHit,
): CastHit | undefined {
  const cast = casts.take();
  try {
    return reportFirst(runRay(cast, world, from, direction, 'closest', CAST_RAY, options), cast, out);
  } finally {
    casts.give();
  }
}

/** Returns whether a ray meets anything: cheaper than `castRay`, which see. */
export function castRayAny(world: object, from: Vector, direction: Vector, options?: CastOptions): boolean {
  const cast = casts.take();
  try {
    runRay(cast, world, from, direction, 'any', CAST_RAY_ANY, options);
    return cast.hit.slot >= 0;
  } finally {
    casts.give();
  }
}

/**
 * Fills `out` with one hit per collider the ray meets, by fraction, then entity index. Returns how many. See `castRay`.
 */
export function castRayAll(
  world: object,
  from: Vector,
  direction: Vector,
  out: CastHit[],
  options?: CastOptions,
): number {
  const cast = casts.take();
  try {
    return reportAll(runRay(cast, world, from, direction, 'all', CAST_RAY_ALL, options), cast, out);
  } finally {
    casts.give();
  }
}

/**
 * Moves a shape from a pose along a translation, without turning, and returns the first collider it meets, or
 * undefined. Both are only read, so one object each serves any number of casts. `fraction` is the part of the
 * translation travelled: 0 when it overlaps or touches at the start, with the normal of the shortest way out; see
 * `initialOverlap` for not seeing that. The result is a new object, or `out` filled.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `out-of-range` for an unknown
 *   `initialOverlap`, `invalid-state` for a world without collision, an option that there is not, or `out` that cannot
 *   be written to.
 */
export function castShape(
  world: object,
  shape: ShapeSpec,
  pose: CastPose,
  translation: Vector,
  options?: ShapeCastOptions,
  out?: CastHit,
): CastHit | undefined {
  const cast = casts.take();
  try {
    return reportFirst(runShape(cast, world, shape, pose, translation, 'closest', CAST_SHAPE, options), cast, out);
  } finally {
    casts.give();
  }
}

/**
 * Fills `out` with one hit per collider the moving shape meets, by fraction, then entity index. Returns how many. See
 * `castShape`.
 */
export function castShapeAll(
  world: object,
  shape: ShapeSpec,
  pose: CastPose,
  translation: Vector,
  out: CastHit[],
  options?: ShapeCastOptions,
): number {
  const cast = casts.take();
  try {
    return reportAll(runShape(cast, world, shape, pose, translation, 'all', CAST_SHAPE_ALL, options), cast, out);
  } finally {
    casts.give();
  }
}

function runRay(
  cast: WorldCast,
  world: object,
  from: Vector,
  direction: Vector,
  mode: CastMode,
  call: string,
  options: CastOptions | undefined,
): WorldScope<ColliderSet> {
  const { way } = cast;
  requireVector('from', from, call);
  requireVector('direction', direction, call);
  placePoint(cast.mover, from);
  way[TRANSLATION_X] = direction.x;
  way[TRANSLATION_Y] = direction.y;
  if (direction.x === 0 && direction.y === 0) refuseDirection('direction');
  way[TRANSLATION_LIMIT] = maxFractionOf(options, Infinity);
  return run(cast, world, mode, options, CAST_KEYS);
}

/** @throws CollisionError `invalid-number` for a direction that leads nowhere. */
export function refuseDirection(name: string): never {
  refuse('invalid-number', name, 'of a length above 0', '(0, 0)');
}

function runShape(
  cast: WorldCast,
  world: object,
  shape: ShapeSpec,
  pose: CastPose,
  translation: Vector,
  mode: CastMode,
  call: string,
  options: ShapeCastOptions | undefined,
): WorldScope<ColliderSet> {
  placeShape(cast.mover, shape, pose);
  setInitialOverlap(cast, options);
  requireVector('translation', translation, call);
  setWay(cast, translation, options);
  return run(cast, world, mode, options, SHAPE_CAST_KEYS);
}

/** Sets how far a shape goes: a vector that has been checked, times the limit of the options. */
export function setWay({ way }: ShapeCast, translation: Vector, options: CastOptions | undefined): void {
  way[TRANSLATION_X] = translation.x;
  way[TRANSLATION_Y] = translation.y;
  way[TRANSLATION_LIMIT] = maxFractionOf(options, 1);
}

/** @throws CollisionError `out-of-range` for an unknown `initialOverlap`. */
export function setInitialOverlap(cast: ShapeCast, options: ShapeCastOptions | undefined): void {
  const initialOverlap = options?.initialOverlap ?? 'hit';
  if (!INITIAL_OVERLAPS.includes(initialOverlap)) {
    refuse('out-of-range', 'initialOverlap', `one of ${INITIAL_OVERLAPS.join(', ')}`, initialOverlap);
  }
  cast.initialOverlap = initialOverlap;
}

function run(
  cast: WorldCast,
  world: object,
  mode: CastMode,
  options: QueryOptions | undefined,
  known: readonly string[],
): WorldScope<ColliderSet> {
  const scope = scopeOf(world, plane);
  cast.rule = oneWayOf(scope.state);
  cast.run(scope, mode, cast.filter.set(scope.state, options, known));
  return scope;
}

export function maxFractionOf(options: CastOptions | undefined, otherwise: number): number {
  const maxFraction = options?.maxFraction;
  return maxFraction === undefined ? otherwise : requireLimit('maxFraction', maxFraction);
}

/** Returns the hit of a cast, in `out` when that is given, or undefined for none. */
export function reportFirst(
  scope: WorldScope<ColliderSet>,
  cast: ShapeCast,
  out: CastHit | undefined,
): CastHit | undefined {
  return cast.hit.slot < 0 ? undefined : fill(scope, cast.hit, out ?? emptyHit());
}

function reportAll(scope: WorldScope<ColliderSet>, cast: ShapeCast, out: CastHit[]): number {
  requireArray(out);
  try {
    for (let i = 0; i < cast.hitCount; i++) {
      if (i === out.length) out.push(emptyHit());
      fill(scope, cast.hits[i], out[i]);
    }
    while (out.length > cast.hitCount) out.pop();
  } catch (error) {
    refuseOut(out, error);
  }
  return cast.hitCount;
}

function fill(scope: WorldScope<ColliderSet>, hit: QueryHit, out: CastHit): CastHit {
  try {
    out.entity = scope.set.slots.entity[hit.slot];
    out.child = hit.child;
    out.fraction = hit.fraction;
    copyPlace(hit, out);
  } catch (error) {
    refuseOut(out, error);
  }
  return out;
}

function emptyHit(): CastHit {
  return { entity: 0, child: 0, fraction: NaN, x: NaN, y: NaN, normalX: NaN, normalY: NaN };
}
