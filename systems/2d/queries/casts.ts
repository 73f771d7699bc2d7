import { planeRays, planeShapes } from '../../../src/2d/queries/casts.ts';
import { type CastPose, placePoint, placeShape } from '../../../src/2d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/2d/shapes/shape-spec.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import {
  castRayAllIn,
  castRayAnyIn,
  castRayIn,
  castShapeAllIn,
  castShapeIn,
  type RayCastOptions,
  type ShapeCastOptions,
  WorldCasts,
} from '../../core/queries/casts.ts';
import { plane } from '../dimension.ts';
import type { Vector } from './vector.ts';

/** The result of casting a ray or a shape. */
export interface CastHit {
  entity: EntityId;
  /** The index of the segment of a chain, child of a compound or cell of tiles; 0 for other shapes. */
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

const rays = /* @__PURE__ */ new WorldCasts({ dimension: plane, casts: planeRays, placePoint });
const shapes = /* @__PURE__ */ new WorldCasts({ dimension: plane, casts: planeShapes, placePoint });

/**
 * Casts a ray from a point along a direction, of any length, and returns the first collider it meets, or undefined.
 * Point and direction are only read, so their objects may be used again for other casts. From inside a shape, that
 * shape is met at fraction 0 with a zero normal; `initialOverlap` leaves it out. The result is a new object, or `out`
 * filled.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `out-of-range` for an unknown
 *   `initialOverlap`, `invalid-state` for a point or direction that is no record, a world without collision, an unknown
 *   option, or `out` that cannot be written to.
 */
export function castRay(
  world: object,
  from: Vector,
  direction: Vector,
  options?: RayCastOptions,
  out?: CastHit,
): CastHit | undefined {
  return castRayIn(rays, world, from, direction, options, out);
}

/** Returns whether a ray meets anything: cheaper than `castRay`, which describes the arguments. */
export function castRayAny(world: object, from: Vector, direction: Vector, options?: RayCastOptions): boolean {
  return castRayAnyIn(rays, world, from, direction, options);
}

/**
 * Fills `out` with one hit per collider the ray meets, by fraction, then entity index. Returns how many. See `castRay`.
 */
export function castRayAll(
  world: object,
  from: Vector,
  direction: Vector,
  out: CastHit[],
  options?: RayCastOptions,
): number {
  return castRayAllIn(rays, world, from, direction, out, options);
}

/**
 * Moves a shape from a pose along a translation, without turning, and returns the first collider it meets, or
 * undefined. Pose and translation are only read, so their objects may be used again for other casts. `fraction` is the
 * part of the translation travelled: 0 when it overlaps or touches at the start, with the normal of the shortest way
 * out; `initialOverlap` leaves such colliders out. The result is a new object, or `out` filled.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `out-of-range` for an unknown
 *   `initialOverlap`, `invalid-state` for a world without collision, an unknown option, or `out` that cannot
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
  return castShapeIn(shapes, placeShape, world, shape, pose, translation, options, out);
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
  return castShapeAllIn(shapes, placeShape, world, shape, pose, translation, out, options);
}
