import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexHull, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { createGjkCache, gjkDistance, runGjk } from '../convex/gjk.ts';
import { simplex, simplexIndexB } from '../convex/gjk-simplex.ts';
import { findHullSupport, type SupportedShape } from '../convex/support.ts';

/*
 * The numbers that the functions below hand to each other stand in arrays: V8 puts a number on the heap that is handed
 * to a function which it does not inline, or returned by it.
 */

/** The point that is asked about. */
const asked = new Float64Array(3);
/** A point of the surface, written by the callers of `offer`. */
const offered = new Float64Array(3);
/** The nearest point offered so far, and its squared distance. */
const best = new Float64Array(4);
const SQUARE = 3;

/** Keeps the point in `offered` if it is nearer than those offered before. */
function offer(): void {
  const dx = asked[0] - offered[0];
  const dy = asked[1] - offered[1];
  const dz = asked[2] - offered[2];
  const square = dx * dx + dy * dy + dz * dz;
  if (!(square < best[SQUARE])) return;
  best[SQUARE] = square;
  for (let axis = 0; axis < 3; axis++) best[axis] = offered[axis];
}

/**
 * Offers the point of one face nearest to the point asked about: its foot on its plane if that lies on the inner side
 * of every side of the face, else the nearest point of its sides. A side is always taken from its lower to its higher
 * vertex, so that the two faces it belongs to give the same bits.
 */
function tryFace(hull: ConvexHull, face: number): void {
  const { vertices, halfEdgeVertices } = hull;
  const px = asked[0];
  const py = asked[1];
  const pz = asked[2];
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
      for (let axis = 0; axis < 3; axis++) offered[axis] = vertices[high + axis];
    } else {
      offered[0] = ax + t * ex;
      offered[1] = ay + t * ey;
      offered[2] = az + t * ez;
    }
    offer();
    const turn = rx * (ny * ez - nz * ey) + ry * (nz * ex - nx * ez) + rz * (nx * ey - ny * ex);
    inside = inside && (from < to ? turn >= 0 : turn <= 0);
  }
  if (inside) {
    const v = VERTEX_STRIDE * halfEdgeVertices[first];
    const height = nx * (px - vertices[v]) + ny * (py - vertices[v + 1]) + nz * (pz - vertices[v + 2]);
    offered[0] = px - height * nx;
    offered[1] = py - height * ny;
    offered[2] = pz - height * nz;
    offer();
  }
}

/**
 * Returns whether a point lies inside a hull or on its surface: on the inner side of every face's plane. The point is
 * in the hull's frame. NaN gives false.
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
  for (let axis = 0; axis < 3; axis++) asked[axis] = point[pointOffset + axis];
  if (containsPointConvexHull(point, pointOffset, hull)) writeInside(out, outOffset);
  else {
    best[SQUARE] = Infinity;
    for (let face = 0; face < hull.faceCount; face++) tryFace(hull, face);
    writeBest(out, outOffset);
  }
  return best[SQUARE];
}

/** Makes the point that is asked about the result. */
function writeInside(out: WritableNumberArray, outOffset: number): void {
  for (let axis = 0; axis < 3; axis++) out[outOffset + axis] = asked[axis];
  best[SQUARE] = 0;
}

/** Writes the best candidate; NaN if there is none, which only happens for NaN in the input. */
function writeBest(out: WritableNumberArray, outOffset: number): void {
  if (!(best[SQUARE] < Infinity)) best.fill(Number.NaN);
  for (let axis = 0; axis < 3; axis++) out[outOffset + axis] = best[axis];
}

const cache = createGjkCache();
/** The vertex at which the next search for a support begins. */
let climbFrom = 0;

const pointSupport: SupportedShape = {
  writeSupport(out, outOffset) {
    for (let axis = 0; axis < 3; axis++) out[outOffset + axis] = asked[axis];
    return 0;
  },
};

const hullSupport: SupportedShape & { hull: ConvexHull | undefined } = {
  hull: undefined,
  writeSupport(out, outOffset, direction) {
    const hull = this.hull!;
    climbFrom = findHullSupport(hull, climbFrom, direction);
    const at = VERTEX_STRIDE * climbFrom;
    for (let axis = 0; axis < 3; axis++) out[outOffset + axis] = hull.vertices[at + axis];
    return climbFrom;
  },
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
  writeClosestPointOfHull(out, outOffset, point, pointOffset, hull);
  return best[SQUARE];
}

/**
 * Writes what {@link closestPointConvexSublinear} does, and returns whether the point is inside: no number is put on
 * the heap.
 */
export function writeClosestPointOfHull(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  hull: ConvexHull,
): boolean {
  for (let axis = 0; axis < 3; axis++) asked[axis] = point[pointOffset + axis];
  hullSupport.hull = hull;
  climbFrom = 0;
  cache.count = 0;
  runGjk(pointSupport, hullSupport, cache);
  hullSupport.hull = undefined;
  // A point inside may keep a distance of rounding from a line between two vertices, but no plane keeps it out.
  if (gjkDistance() === 0 || (cache.lowerBound <= 0 && containsPointConvexHull(point, pointOffset, hull))) {
    writeInside(out, outOffset);
    return true;
  }
  best[SQUARE] = Infinity;
  for (let i = 0; i < simplex.count; i++) {
    const vertex = simplexIndexB[i];
    const end = hull.vertexStarts[vertex + 1];
    for (let n = hull.vertexStarts[vertex]; n < end; n++) {
      tryFace(hull, hull.halfEdgeFaces[hull.vertexHalfEdges[n]]);
    }
  }
  writeBest(out, outOffset);
  return best[SQUARE] === 0;
}
