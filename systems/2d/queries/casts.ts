import { type CastMode, ShapeCast } from '../../../src/2d/queries/cast-shape.ts';
import type { QueryHit } from '../../../src/2d/queries/query-scope.ts';
import { placePoint, placeShape } from '../../../src/2d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/2d/shapes/shape-makers.ts';
import { requireFinite } from '../../../src/core/errors.ts';
import { Pool } from '../../../src/core/pool.ts';
import type { EntityId } from '../../adapter/adapter.ts';
import { OptionsFilter, QUERY_KEYS, type QueryOptions } from './query-options.ts';
import { copyPlace, refuseOut, requireArray, requireLimit, scopeOf, type WorldScope } from './query-scope.ts';

/** What a ray or a moving shape met. */
export interface CastHit {
  entity: EntityId;
  /** Which segment of a chain or child of a compound; 0 for other shapes. */
  child: number;
  /** The part of the direction or translation travelled: 0 when it started inside or touching. */
  fraction: number;
  /** The point of contact on the collider, in the world. */
  x: number;
  y: number;
  /** Unit normal of the collider there; (0, 0) when the cast started inside. */
  normalX: number;
  normalY: number;
}

export interface CastOptions extends QueryOptions {
  /** How far to go, in multiples of the direction. Default: without limit for rays, 1 for shapes. */
  maxFraction?: number;
}

export const CAST_KEYS = [...QUERY_KEYS, 'maxFraction'] as const;

/** A cast and what it sees. */
class WorldCast extends ShapeCast {
  readonly filter = new OptionsFilter();
}

const casts: Pool<WorldCast> = /* @__PURE__ */ new Pool(() => new WorldCast());

/**
 * Casts a ray from (x, y) along (directionX, directionY), of any length, and returns the first collider it meets, or undefined.
 * From inside a shape, that shape is met at fraction 0 with a zero normal. The result is a new object, or `out` filled.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `invalid-state` for a world without collision, an option
 *   that there is not, or `out` that cannot be written to.
 */
export function castRay(
  world: object,
  x: number,
  y: number,
  directionX: number,
  directionY: number,
  options?: CastOptions,
  out?: CastHit,
): CastHit | undefined {
  const cast = casts.take();
  try {
    placePoint(cast.mover, x, y);
    const scope = run(cast, world, directionX, directionY, maxFractionOf(options, Infinity), 'closest', options);
    return reportFirst(scope, cast, out);
  } finally {
    casts.give();
  }
}

/** Returns whether a ray meets anything: cheaper than `castRay`, which see. */
export function castRayAny(
  world: object,
  x: number,
  y: number,
  directionX: number,
  directionY: number,
  options?: CastOptions,
): boolean {
  const cast = casts.take();
  try {
    placePoint(cast.mover, x, y);
    run(cast, world, directionX, directionY, maxFractionOf(options, Infinity), 'any', options);
    return cast.hit.slot >= 0;
  } finally {
    casts.give();
  }
}

/** Fills `out` with one hit per collider the ray meets, by fraction, then entity index. Returns how many. See `castRay`. */
export function castRayAll(
  world: object,
  x: number,
  y: number,
  directionX: number,
  directionY: number,
  out: CastHit[],
  options?: CastOptions,
): number {
  requireArray(out);
  const cast = casts.take();
  try {
    placePoint(cast.mover, x, y);
    const scope = run(cast, world, directionX, directionY, maxFractionOf(options, Infinity), 'all', options);
    return reportAll(scope, cast, out);
  } finally {
    casts.give();
  }
}

/**
 * Moves a shape from (x, y), turned by `rotation`, along a translation and returns the first collider it meets, or undefined.
 * `fraction` is the part of the translation travelled: 0 with a zero normal when it overlaps at the start.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `invalid-state` for a world without collision, an option
 *   that there is not, or `out` that cannot be written to.
 */
export function castShape(
  world: object,
  shape: ShapeSpec,
  x: number,
  y: number,
  rotation: number,
  translationX: number,
  translationY: number,
  options?: CastOptions,
  out?: CastHit,
): CastHit | undefined {
  const cast = casts.take();
  try {
    placeShape(cast.mover, shape, x, y, rotation);
    const scope = run(cast, world, translationX, translationY, maxFractionOf(options, 1), 'closest', options);
    return reportFirst(scope, cast, out);
  } finally {
    casts.give();
  }
}

/** Fills `out` with one hit per collider the moving shape meets, by fraction, then entity index. Returns how many. */
export function castShapeAll(
  world: object,
  shape: ShapeSpec,
  x: number,
  y: number,
  rotation: number,
  translationX: number,
  translationY: number,
  out: CastHit[],
  options?: CastOptions,
): number {
  requireArray(out);
  const cast = casts.take();
  try {
    placeShape(cast.mover, shape, x, y, rotation);
    const scope = run(cast, world, translationX, translationY, maxFractionOf(options, 1), 'all', options);
    return reportAll(scope, cast, out);
  } finally {
    casts.give();
  }
}

function run(
  cast: WorldCast,
  world: object,
  dx: number,
  dy: number,
  maxFraction: number,
  mode: CastMode,
  options: QueryOptions | undefined,
): WorldScope {
  requireFinite('query direction x', dx);
  requireFinite('query direction y', dy);
  const scope = scopeOf(world);
  cast.run(scope, dx, dy, maxFraction, mode, cast.filter.set(scope.state, options, CAST_KEYS));
  return scope;
}

function maxFractionOf(options: CastOptions | undefined, otherwise: number): number {
  const maxFraction = options?.maxFraction;
  return maxFraction === undefined ? otherwise : requireLimit('maxFraction', maxFraction);
}

function reportFirst(scope: WorldScope, cast: ShapeCast, out: CastHit | undefined): CastHit | undefined {
  return cast.hit.slot < 0 ? undefined : fill(scope, cast.hit, out ?? emptyHit());
}

function reportAll(scope: WorldScope, cast: ShapeCast, out: CastHit[]): number {
  try {
    for (let i = 0; i < cast.hitCount; i++) {
      if (i === out.length) out.push(emptyHit());
      fill(scope, cast.hits[i]!, out[i]!);
    }
    while (out.length > cast.hitCount) out.pop();
  } catch {
    refuseOut(out);
  }
  return cast.hitCount;
}

function fill(scope: WorldScope, hit: QueryHit, out: CastHit): CastHit {
  try {
    out.entity = scope.set.slots.entity[hit.slot]!;
    out.child = hit.child;
    out.fraction = hit.fraction;
    copyPlace(hit, out);
  } catch {
    refuseOut(out);
  }
  return out;
}

function emptyHit(): CastHit {
  return { entity: 0, child: 0, fraction: NaN, x: NaN, y: NaN, normalX: NaN, normalY: NaN };
}
