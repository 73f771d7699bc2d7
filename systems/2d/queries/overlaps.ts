import { planeOverlaps, planePoints } from '../../../src/2d/queries/overlap.ts';
import { type CastPose, createQueryShape, placePoint, placeShape } from '../../../src/2d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/2d/shapes/shape-spec.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { OverlapQueries, overlapShapeIn, queryPointIn } from '../../core/queries/overlaps.ts';
import { AabbQueries, queryAabbIn } from '../../core/queries/query-aabb.ts';
import type { OverlapOptions } from '../../core/queries/query-options.ts';
import { plane } from '../dimension.ts';
import type { Vector } from './vector.ts';

const boxes = /* @__PURE__ */ new AabbQueries(plane);
const points = /* @__PURE__ */ new OverlapQueries({
  dimension: plane,
  test: planePoints,
  createShape: createQueryShape,
});
const shapes = /* @__PURE__ */ new OverlapQueries({
  dimension: plane,
  test: planeOverlaps,
  createShape: createQueryShape,
});

/**
 * Fills `out` with the entities whose bounds overlap a box from `min` to `max`, ascending by entity index unless
 * `sorted` is false, and returns how many. `out` is cut or grown to that length. A box may be infinite.
 *
 * @throws CollisionError `invalid-number` unless min ≤ max on both axes, `invalid-state` for corners that are no
 *   records, a world without collision, an unknown option, or `out` that is no array or cannot be written to.
 */
export function queryAabb(world: object, min: Vector, max: Vector, out: EntityId[], options?: OverlapOptions): number {
  return queryAabbIn(boxes, world, min, max, out, options);
}

/** Fills `out` with the entities whose shapes contain a point, boundary included. Returns how many. See `queryAabb`. */
export function queryPoint(world: object, point: Vector, out: EntityId[], options?: OverlapOptions): number {
  return queryPointIn(points, placePoint, world, point, out, options);
}

/**
 * Fills `out` with the entities whose shapes overlap a shape at a pose; touching counts. Returns how many. See
 * `queryAabb`.
 */
export function overlapShape(
  world: object,
  shape: ShapeSpec,
  pose: CastPose,
  out: EntityId[],
  options?: OverlapOptions,
): number {
  return overlapShapeIn(shapes, placeShape, world, shape, pose, out, options);
}
