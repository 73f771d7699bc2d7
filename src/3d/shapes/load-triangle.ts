import { requireInteger } from '../../core/errors.ts';
import { reserve } from '../../core/typed-array.ts';
import { BODY_AXES, BODY_HALF_X, BODY_RADIUS, BODY_X } from '../geometry/body-pose.ts';
import { closestPointTriangle } from '../geometry/closest/closest-point-triangle.ts';
import type { ConvexBody } from '../geometry/convex/convex-body.ts';
import { meetRayTriangle, meetRayTriangleFront } from '../geometry/ray/cast-ray-triangle.ts';
import type { PlacedTriangles } from './piece-routines.ts';
import { finishTriangle } from './triangle-core.ts';

/**
 * Makes a body the triangle whose corners, in the frame of a shape that stands at the body pose `poses[at …]`, have
 * been written to `body.corners`; its corners are then relative to a place in the world.
 */
export function placeTriangle(body: ConvexBody, poses: Float64Array, at: number, origin: Float64Array): void {
  const { corners } = body;
  placeCorners(corners, 0, corners, poses, at, origin);
  body.rounding = poses[at + BODY_RADIUS];
  finishTriangle(body);
}

/**
 * Writes the corners of a triangle to `out[to …]` as they stand in the world, relative to a place there, from where
 * they are in the frame of a shape that stands at the body pose `poses[at …]`. `out` may be `corners`.
 */
function placeCorners(
  out: Float64Array,
  to: number,
  corners: Float64Array,
  poses: Float64Array,
  at: number,
  origin: Float64Array,
): void {
  const scale = poses[at + BODY_HALF_X];
  const m = at + BODY_AXES;
  const ox = poses[at + BODY_X] - origin[0];
  const oy = poses[at + BODY_X + 1] - origin[1];
  const oz = poses[at + BODY_X + 2] - origin[2];
  for (let corner = 0; corner < CORNERS_STRIDE; corner += 3) {
    const x = scale * corners[corner];
    const y = scale * corners[corner + 1];
    const z = scale * corners[corner + 2];
    out[to + corner] = ox + (poses[m] * x + poses[m + 3] * y + poses[m + 6] * z);
    out[to + corner + 1] = oy + (poses[m + 1] * x + poses[m + 4] * y + poses[m + 7] * z);
    out[to + corner + 2] = oz + (poses[m + 2] * x + poses[m + 5] * y + poses[m + 8] * z);
  }
}

/** Makes room in a list for `extra` more triangles. */
export function reservePlaced(list: PlacedTriangles, extra: number): void {
  list.corners = reserve(list.corners, list.stride * (list.count + extra));
  list.children = reserve(list.children, list.count + extra);
}

/** Adds a triangle, of which `corners` are those in the frame of its surface, to a list with room for it. */
export function addPlaced(
  list: PlacedTriangles,
  child: number,
  corners: Float64Array,
  poses: Float64Array,
  at: number,
  origin: Float64Array,
): void {
  placeCorners(list.corners, list.stride * list.count, corners, poses, at, origin);
  list.children[list.count++] = child;
}

/** The result of `closestPointTriangle`: the point, three weights and the region. */
const nearest = new Float64Array(7);
const CORNERS_STRIDE = 9;
/** The largest number of triangles that a query places one by one, as each takes a body of its own. */
const MOST_PLACED = 65_536;

/** See `TriangleQueries.castRay`. */
export function castRayCorners(
  hit: Float64Array,
  ray: Float64Array,
  corners: Float64Array,
  oneSided: boolean,
): boolean {
  const meet = oneSided ? meetRayTriangleFront : meetRayTriangle;
  return meet(hit, ray, 0, corners, 0);
}

/** See `TriangleQueries.closestPoint`. */
export function closestPointCorners(out: Float64Array, point: Float64Array, corners: Float64Array): void {
  closestPointTriangle(nearest, 0, point, 0, corners, 0);
  for (let axis = 0; axis < 3; axis++) out[axis] = nearest[axis];
}

/** Returns how many triangles a surface has that a query places. @throws CollisionError `out-of-range` for too many. */
export function requirePlaceable(triangles: number): number {
  return requireInteger('the number of triangles that a query places', triangles, 0, MOST_PLACED);
}
