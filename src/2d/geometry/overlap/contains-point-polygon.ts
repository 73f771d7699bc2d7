import type { NumberArray } from '../../../core/number-array.ts';
import { orient2d } from '../measure/orientation.ts';
import { containsPointTriangleParts } from './contains-point-triangle.ts';

const POINT_STRIDE = 2;

// A horizontal ray from the point to +x crosses the boundary an odd number of times from inside. An edge counts when
// one end is strictly above the ray's line and the other is not (so a vertex on the line belongs to exactly one of two
// edges passing through it, and to none or both of two that turn back), and the point lies left of the edge's upward
// direction. That side is an exact orientation; 0 means that the point is on the edge.

/**
 * Returns whether a point lies inside a polygon (`vertices`, offset of the first number, count of points) by the parity
 * rule: a point is inside when a path from it to infinity crosses the boundary an odd number of times. Any simple,
 * concave or self-crossing polygon of either winding; parts covered twice are outside. Every point on the boundary,
 * vertices included, counts as inside. Exact for all finite coordinates.
 *
 * One vertex is a point, two are a segment; a polygon without vertices contains nothing. NaN in the point or in any
 * vertex gives false.
 *
 * Source: Shimrat, Algorithm 112: Position of Point Relative to Polygon, 1962; Ericson, Real-Time Collision Detection,
 * 5.4.1.
 */
export function containsPointPolygon(
  point: NumberArray,
  pointOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): boolean {
  return (
    holdsByParity(point[pointOffset], point[pointOffset + 1], vertices, verticesOffset, count) &&
    areNumbers(vertices, verticesOffset, count)
  );
}

/**
 * Returns whether no coordinate is NaN: an edge with a NaN would be left out of the count, which changes the parity.
 */
function areNumbers(vertices: NumberArray, verticesOffset: number, count: number): boolean {
  const end = verticesOffset + count * POINT_STRIDE;
  for (let i = verticesOffset; i < end; i++) {
    if (Number.isNaN(vertices[i])) {
      return false;
    }
  }
  return true;
}

function holdsByParity(px: number, py: number, vertices: NumberArray, verticesOffset: number, count: number): boolean {
  let inside = false;
  const last = verticesOffset + (count - 1) * POINT_STRIDE;
  for (let i = verticesOffset, j = last; i <= last; j = i, i += POINT_STRIDE) {
    const ax = vertices[j];
    const ay = vertices[j + 1];
    const bx = vertices[i];
    const by = vertices[i + 1];
    // An edge that is wholly left of the point, above it or below it decides nothing; most edges are ruled out here,
    // without an orientation.
    if ((ax < px && bx < px) || (ay < py && by < py) || (ay > py && by > py)) {
      continue;
    }
    if (ay > py !== by > py) {
      const side = by > ay ? orient2d(ax, ay, bx, by, px, py) : orient2d(bx, by, ax, ay, px, py);
      if (side === 0) {
        return true;
      }
      if (side > 0) {
        inside = !inside;
      }
    } else if (isOnUncrossedEdge(px, py, ax, ay, bx, by)) {
      return true;
    }
  }
  return inside;
}

/**
 * Returns whether p lies on an edge that the crossing rule does not count: on the edge's upper end, or on a level edge.
 */
function isOnUncrossedEdge(px: number, py: number, ax: number, ay: number, bx: number, by: number): boolean {
  if (ay === py && by === py) {
    return px >= Math.min(ax, bx) && px <= Math.max(ax, bx);
  }
  return (ax === px && ay === py) || (bx === px && by === py);
}

// A convex polygon seen from a corner is a fan of triangles in order of angle, among which a point is placed by binary
// search with exact orientations. The corner must be a strict one, so that the fan spans less than half a turn and the
// orientations fall from + to − only once; vertices along straight sides or given twice are then harmless.

/**
 * Returns whether a point lies inside or on a convex polygon (`vertices`, offset, count) of either winding, in
 * O(log count) steps and with the same answer as containsPointPolygon. Exact. Vertices along straight sides and
 * repeated vertices are allowed; a polygon of no area is the segment or point it has collapsed to. The answer for a
 * polygon that is not convex is undefined. NaN in the point, or in a vertex that the search looks at (all of up to
 * four), gives false.
 *
 * Source: Preparata and Shamos, Computational Geometry, 2.2.1; Ericson, Real-Time Collision Detection, 5.4.1.
 */
export function containsPointConvexPolygon(
  point: NumberArray,
  pointOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): boolean {
  const corner = findStrictCorner(vertices, verticesOffset, count);
  if (corner < 0) {
    return containsPointPolygon(point, pointOffset, vertices, verticesOffset, count);
  }
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const base = verticesOffset + corner * POINT_STRIDE;
  const winding = orientFromCorner(vertices, verticesOffset, count, corner, 1, count - 1);
  const first = winding * sideFromCorner(vertices, verticesOffset, count, corner, 1, px, py);
  const final = winding * sideFromCorner(vertices, verticesOffset, count, corner, count - 1, px, py);
  if (!(first >= 0 && final <= 0)) {
    return false;
  }
  // Searches for a vertex whose triangle with the corner and the next vertex is not flat and holds the stretch of
  // boundary near the point. If the point is on the line of the first side, it is the last vertex on this line, else
  // the last one strictly to the right of the point.
  let low = 1;
  let high = count - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const side = winding * sideFromCorner(vertices, verticesOffset, count, corner, middle, px, py);
    if (Number.isNaN(side)) {
      return false;
    }
    if (side > 0 || (side === 0 && first === 0)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const a = placeFromCorner(verticesOffset, count, corner, low);
  const b = placeFromCorner(verticesOffset, count, corner, high);
  return containsPointTriangleParts(
    px,
    py,
    vertices[base],
    vertices[base + 1],
    vertices[a],
    vertices[a + 1],
    vertices[b],
    vertices[b + 1],
  );
}

/** Returns the first vertex at which the boundary turns, or −1 when all vertices lie on one line. */
function findStrictCorner(vertices: NumberArray, verticesOffset: number, count: number): number {
  for (let i = 0; i < count; i++) {
    if (orientFromCorner(vertices, verticesOffset, count, i, 1, count - 1) !== 0) {
      return i;
    }
  }
  return -1;
}

/** Returns where the vertex `step` after the corner begins. */
function placeFromCorner(verticesOffset: number, count: number, corner: number, step: number): number {
  const index = corner + step;
  return verticesOffset + (index >= count ? index - count : index) * POINT_STRIDE;
}

/** Returns the orientation of the corner and the vertices `stepA` and `stepB` after it. */
function orientFromCorner(
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  corner: number,
  stepA: number,
  stepB: number,
): number {
  const b = placeFromCorner(verticesOffset, count, corner, stepB);
  return Math.sign(sideFromCorner(vertices, verticesOffset, count, corner, stepA, vertices[b], vertices[b + 1]));
}

/** Returns the side of p seen along the line from the corner to the vertex `step` after it: positive is left. */
function sideFromCorner(
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  corner: number,
  step: number,
  px: number,
  py: number,
): number {
  const base = verticesOffset + corner * POINT_STRIDE;
  const place = placeFromCorner(verticesOffset, count, corner, step);
  return orient2d(vertices[base], vertices[base + 1], vertices[place], vertices[place + 1], px, py);
}
