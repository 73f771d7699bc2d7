import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexHull, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { createGjkCache, runGjkSupport } from '../convex/gjk.ts';
import { simplex, simplexIndexB } from '../convex/gjk-simplex.ts';
import { findSupportAlong, type Support } from '../convex/support.ts';
import { writeVector } from '../vector.ts';

/** The nearest point found so far, and its squared distance. */
const best = { x: 0, y: 0, z: 0, square: Infinity };

function offer(px: number, py: number, pz: number, x: number, y: number, z: number): void {
  const dx = px - x;
  const dy = py - y;
  const dz = pz - z;
  const square = dx * dx + dy * dy + dz * dz;
  if (square < best.square) {
    best.square = square;
    best.x = x;
    best.y = y;
    best.z = z;
  }
}

/**
 * Offers the point of one face nearest to p: the foot on its plane if that lies on the inner side of every side of the
 * face, else the nearest point of its sides. A side is always taken from its lower to its higher vertex, so that the
 * two faces it belongs to give the same bits.
 */
function tryFace(hull: ConvexHull, face: number, px: number, py: number, pz: number): void {
  const { vertices, halfEdgeVertices } = hull;
  const first = hull.faceStarts[face];
  const end = hull.faceStarts[face + 1];
  const nx = hull.planes[PLANE_STRIDE * face];
  const ny = hull.planes[PLANE_STRIDE * face + 1];
  const nz = hull.planes[PLANE_STRIDE * face + 2];
  let inside = true;
  for (let h = first; h < end; h++) {
    const from = halfEdgeVertices[h];
    const to = halfEdgeVertices[h + 1 < end ? h + 1 : first];
    const low = VERTEX_STRIDE * Math.min(from, to);
    const high = VERTEX_STRIDE * Math.max(from, to);
    const ax = vertices[low];
    const ay = vertices[low + 1];
    const az = vertices[low + 2];
    const ex = vertices[high] - ax;
    const ey = vertices[high + 1] - ay;
    const ez = vertices[high + 2] - az;
    const rx = px - ax;
    const ry = py - ay;
    const rz = pz - az;
    const square = ex * ex + ey * ey + ez * ez;
    const t = square > 0 ? Math.min(1, Math.max(0, (rx * ex + ry * ey + rz * ez) / square)) : 0;
    if (t === 1) {
      offer(px, py, pz, vertices[high], vertices[high + 1], vertices[high + 2]);
    } else {
      offer(px, py, pz, ax + t * ex, ay + t * ey, az + t * ez);
    }
    const turn = rx * (ny * ez - nz * ey) + ry * (nz * ex - nx * ez) + rz * (nx * ey - ny * ex);
    inside = inside && (from < to ? turn >= 0 : turn <= 0);
  }
  if (inside) {
    const v = VERTEX_STRIDE * halfEdgeVertices[first];
    const height = nx * (px - vertices[v]) + ny * (py - vertices[v + 1]) + nz * (pz - vertices[v + 2]);
    offer(px, py, pz, px - height * nx, py - height * ny, pz - height * nz);
  }
}

/**
 * Says whether a point lies inside a hull or on its surface: on the inner side of every face's plane. The point is in
 * the hull's frame. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.4.3.
 */
export function containsPointConvexHull(point: NumberArray, pointOffset: number, hull: ConvexHull): boolean {
  const { planes } = hull;
  const x = point[pointOffset];
  const y = point[pointOffset + 1];
  const z = point[pointOffset + 2];
  for (let p = 0; p < planes.length; p += PLANE_STRIDE) {
    if (!(planes[p] * x + planes[p + 1] * y + planes[p + 2] * z <= planes[p + 3])) return false;
  }
  return true;
}

/**
 * Writes the point of a solid hull closest to a point (both in the hull's frame) and returns the squared distance. A
 * point inside gives itself and 0. Looks at every face: O(n), the exact form that {@link closestPointConvexSublinear}
 * is held to. NaN gives NaN with NaN written.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1, face by face.
 */
export function closestPointConvexHull(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  hull: ConvexHull,
): number {
  const x = point[pointOffset];
  const y = point[pointOffset + 1];
  const z = point[pointOffset + 2];
  if (containsPointConvexHull(point, pointOffset, hull)) {
    return writeInside(out, outOffset, x, y, z);
  }
  best.square = Infinity;
  for (let face = 0; face < hull.faceCount; face++) {
    tryFace(hull, face, x, y, z);
  }
  return writeBest(out, outOffset);
}

function writeInside(out: WritableNumberArray, outOffset: number, x: number, y: number, z: number): number {
  writeVector(out, outOffset, x, y, z);
  return 0;
}

/** Without a candidate, which only NaN leaves, NaN. */
function writeBest(out: WritableNumberArray, outOffset: number): number {
  const found = best.square < Infinity;
  writeVector(out, outOffset, found ? best.x : Number.NaN, found ? best.y : Number.NaN, found ? best.z : Number.NaN);
  return found ? best.square : Number.NaN;
}

const cache = createGjkCache();
const query = { x: 0, y: 0, z: 0, vertex: 0, hull: undefined as ConvexHull | undefined };

const querySupport: Support = (out, outOffset) => {
  writeVector(out, outOffset, query.x, query.y, query.z);
  return 0;
};

const hullSupport: Support = (out, outOffset, dx, dy, dz) => {
  const hull = query.hull!;
  query.vertex = findSupportAlong(hull, query.vertex, dx, dy, dz);
  const v = VERTEX_STRIDE * query.vertex;
  writeVector(out, outOffset, hull.vertices[v], hull.vertices[v + 1], hull.vertices[v + 2]);
  return query.vertex;
};

/**
 * Answers as {@link closestPointConvexHull} in time that grows with the hull's diameter in edges rather than its size:
 * GJK, whose supports climb the hull, finds the vertices of the nearest feature, and the faces around them are then
 * measured exactly as the O(n) form measures all faces. The nearest face has those vertices, so the two answer alike,
 * to the bit where the nearest point is not within rounding of the surface itself.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988; hill climbing: Ericson, Real-Time Collision Detection, 9.5.4.
 */
export function closestPointConvexSublinear(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  hull: ConvexHull,
): number {
  const x = point[pointOffset];
  const y = point[pointOffset + 1];
  const z = point[pointOffset + 2];
  query.x = x;
  query.y = y;
  query.z = z;
  query.hull = hull;
  query.vertex = 0;
  cache.count = 0;
  const distance = runGjkSupport(querySupport, hullSupport, cache);
  query.hull = undefined;
  // A point inside may keep a distance of rounding from a line between two vertices, but no plane keeps it out.
  if (distance === 0 || (cache.lowerBound <= 0 && containsPointConvexHull(point, pointOffset, hull))) {
    return writeInside(out, outOffset, x, y, z);
  }
  best.square = Infinity;
  for (let i = 0; i < simplex.count; i++) {
    const vertex = simplexIndexB[i];
    const end = hull.vertexStarts[vertex + 1];
    for (let n = hull.vertexStarts[vertex]; n < end; n++) {
      tryFace(hull, hull.halfEdgeFaces[hull.vertexHalfEdges[n]], x, y, z);
    }
  }
  return writeBest(out, outOffset);
}
