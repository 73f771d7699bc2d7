import { PARALLEL_SIN_SQUARED } from '../../../core/tolerance.ts';
import { type ConvexHull, EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from './convex-hull.ts';
import type { PlacedHull } from './placed-hull.ts';
import { writeRotation } from './pose.ts';
import { findSupportAlong } from './support.ts';

/**
 * Separating axes of two posed hulls. Everything happens in the frame of A: coordinates there are no larger than the
 * shapes and their distance, wherever in the world they are.
 *
 * The axes are the face normals of both and the crosses of those edge pairs that make a face of the Minkowski
 * difference. An axis's gap is always measured with the supports of both hulls along it, never assumed from the
 * features that gave it. So every gap is a true one: near-parallel edges, whose cross is mostly rounding, can give a
 * poor axis but no false separation.
 *
 * Source: Gottschalk, Lin, Manocha, OBBTree, 1996 (the axes); Gregorius, The Separating Axis Test between Convex
 * Polyhedra, GDC 2013 (the overlap of arcs on the Gauss map).
 */

/** Kinds of axes, in the low two bits of a cached axis. */
export const AXIS_FACE_A = 1;
export const AXIS_FACE_B = 2;
export const AXIS_EDGES = 3;
const KIND_BITS = 2;
const KIND_MASK = 3;
/** Axes of greater index are not remembered. */
const LARGEST_INDEX = 0x1fffffff;

/** Rotation of B in the frame of A, row by row, then the position of B there. */
const relativePose = new Float64Array(12);
/** The rotation of A in the world. */
export const rotationA = new Float64Array(9);
const rotationB = new Float64Array(9);

/** The best axis: unit normal from A to B in the frame of A, the gap along it, and the features it came from. */
export const satAxis = { x: 0, y: 0, z: 0, separation: -Infinity, kind: 0, indexA: 0, indexB: 0 };

let climbA = 0;
let climbB = 0;

/** Places B in the frame of A. */
export function placeHulls(a: PlacedHull, b: PlacedHull): void {
  const poseA = a.pose;
  const poseB = b.pose;
  const poseAOffset = a.poseOffset ?? 0;
  const poseBOffset = b.poseOffset ?? 0;
  writeRotation(rotationA, 0, poseA, poseAOffset);
  writeRotation(rotationB, 0, poseB, poseBOffset);
  const x = poseB[poseBOffset] - poseA[poseAOffset];
  const y = poseB[poseBOffset + 1] - poseA[poseAOffset + 1];
  const z = poseB[poseBOffset + 2] - poseA[poseAOffset + 2];
  const p = rotationA;
  const q = rotationB;
  const r = relativePose;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      r[3 * row + column] = p[row] * q[column] + p[3 + row] * q[3 + column] + p[6 + row] * q[6 + column];
    }
    r[9 + row] = p[row] * x + p[3 + row] * y + p[6 + row] * z;
  }
  climbA = 0;
  climbB = 0;
}

/** Returns one coordinate, in the frame of A, of a point that is given in the frame of B. */
export function pointOfB(axis: number, x: number, y: number, z: number): number {
  const r = relativePose;
  return r[3 * axis] * x + r[3 * axis + 1] * y + r[3 * axis + 2] * z + r[9 + axis];
}

/** Returns one coordinate, in the frame of A, of a direction that is given in the frame of B. */
function directionOfB(axis: number, x: number, y: number, z: number): number {
  const r = relativePose;
  return r[3 * axis] * x + r[3 * axis + 1] * y + r[3 * axis + 2] * z;
}

/** Returns how far A reaches along a direction; its vertex there is {@link farthestA}. */
function reachA(a: ConvexHull, x: number, y: number, z: number): number {
  climbA = findSupportAlong(a, climbA, x, y, z);
  const v = VERTEX_STRIDE * climbA;
  return x * a.vertices[v] + y * a.vertices[v + 1] + z * a.vertices[v + 2];
}

/** Returns how far B reaches along a direction of A's frame; its vertex there is {@link farthestB}. */
function reachB(b: ConvexHull, x: number, y: number, z: number): number {
  const r = relativePose;
  const lx = r[0] * x + r[3] * y + r[6] * z;
  const ly = r[1] * x + r[4] * y + r[7] * z;
  const lz = r[2] * x + r[5] * y + r[8] * z;
  climbB = findSupportAlong(b, climbB, lx, ly, lz);
  const v = VERTEX_STRIDE * climbB;
  return lx * b.vertices[v] + ly * b.vertices[v + 1] + lz * b.vertices[v + 2] + x * r[9] + y * r[10] + z * r[11];
}

/** Returns the vertex of A farthest along the axis given. */
export function farthestA(a: ConvexHull, x: number, y: number, z: number): number {
  reachA(a, x, y, z);
  return climbA;
}

/** Returns the vertex of B farthest along the axis given, in the frame of A. */
export function farthestB(b: ConvexHull, x: number, y: number, z: number): number {
  reachB(b, x, y, z);
  return climbB;
}

/** Returns the gap between the hulls along a unit axis from A to B, negative where their projections overlap. */
export function measureGap(a: ConvexHull, b: ConvexHull, x: number, y: number, z: number): number {
  return -reachB(b, -x, -y, -z) - reachA(a, x, y, z);
}

function offerAxis(
  separation: number,
  x: number,
  y: number,
  z: number,
  kind: number,
  indexA: number,
  indexB: number,
): void {
  if (sweep.active) {
    clipInterval(separation, x, y, z);
  } else if (separation > satAxis.separation) {
    takeAxis(separation, x, y, z, kind, indexA, indexB);
  }
}

function takeAxis(
  separation: number,
  x: number,
  y: number,
  z: number,
  kind: number,
  indexA: number,
  indexB: number,
): void {
  satAxis.separation = separation;
  satAxis.x = x;
  satAxis.y = y;
  satAxis.z = z;
  satAxis.kind = kind;
  satAxis.indexA = indexA;
  satAxis.indexB = indexB;
}

/**
 * When set, the axes do not compete for the greatest separation but clip the interval of times in which A, moving by
 * (x, y, z) in a unit of time, overlaps B. The Minkowski difference does not turn, so its faces stay the same ones: the
 * motion is a ray cast at it.
 */
export const sweep = {
  active: false,
  x: 0,
  y: 0,
  z: 0,
  enter: -Infinity,
  leave: Infinity,
  /** The axis of the last entry. */
  normalX: 0,
  normalY: 0,
  normalZ: 0,
};

/**
 * Clips the interval of times in which the hulls overlap: along each axis the gap at time t is gap − t · speed, and the
 * hulls overlap while no gap is positive.
 */
function clipInterval(gap: number, x: number, y: number, z: number): void {
  const speed = x * sweep.x + y * sweep.y + z * sweep.z;
  if (speed > 0) {
    const t = gap / speed;
    if (t > sweep.enter) {
      sweep.enter = t;
      sweep.normalX = x;
      sweep.normalY = y;
      sweep.normalZ = z;
    }
  } else if (speed < 0) {
    sweep.leave = Math.min(sweep.leave, gap / speed);
  } else if (!(gap <= 0)) {
    sweep.leave = -Infinity;
  }
}

function narrows(gap: number, x: number, y: number, z: number): boolean {
  const speed = x * sweep.x + y * sweep.y + z * sweep.z;
  return speed > 0 ? gap / speed > sweep.enter : speed < 0 ? gap / speed < sweep.leave : !(gap <= 0);
}

/** Clips by every axis until the interval is empty. */
export function clipByAllAxes(a: ConvexHull, b: ConvexHull): void {
  sweep.active = true;
  sweep.enter = -Infinity;
  sweep.leave = Infinity;
  for (let face = 0; face < a.faceCount; face++) tryFaceA(a, b, face);
  for (let face = 0; face < b.faceCount; face++) tryFaceB(a, b, face);
  if (sweep.enter <= sweep.leave) tryAllEdges(a, b, Infinity);
  sweep.active = false;
}

function tryFaceA(a: ConvexHull, b: ConvexHull, face: number): void {
  const p = PLANE_STRIDE * face;
  const x = a.planes[p];
  const y = a.planes[p + 1];
  const z = a.planes[p + 2];
  // Along the normal of one of its own faces, A reaches as far as that face.
  offerAxis(-reachB(b, -x, -y, -z) - a.planes[p + 3], x, y, z, AXIS_FACE_A, face, 0);
}

function tryFaceB(a: ConvexHull, b: ConvexHull, face: number): void {
  const p = PLANE_STRIDE * face;
  const nx = b.planes[p];
  const ny = b.planes[p + 1];
  const nz = b.planes[p + 2];
  const x = -directionOfB(0, nx, ny, nz);
  const y = -directionOfB(1, nx, ny, nz);
  const z = -directionOfB(2, nx, ny, nz);
  const near = x * relativePose[9] + y * relativePose[10] + z * relativePose[11] - b.planes[p + 3];
  offerAxis(near - reachA(a, x, y, z), x, y, z, AXIS_FACE_B, 0, face);
}

/** Numbers per edge of B in the frame of A: start, direction, inward normals of the left and the right face. */
const EDGE_NUMBERS = 12;
let edgesOfB = new Float64Array(32 * EDGE_NUMBERS);

/** An edge of B as it lies in B's own frame. */
const ownEdge = new Float64Array(EDGE_NUMBERS);

/** Reads an edge of a hull: start, the way to its end, normals of its left and right face; returns 1 / its length. */
function readEdge(out: Float64Array, hull: ConvexHull, edge: number): number {
  const e = EDGE_STRIDE * edge;
  const v = VERTEX_STRIDE * hull.edges[e];
  const w = VERTEX_STRIDE * hull.edges[e + 1];
  const left = PLANE_STRIDE * hull.edges[e + 2];
  const right = PLANE_STRIDE * hull.edges[e + 3];
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = hull.vertices[v + axis];
    out[3 + axis] = hull.vertices[w + axis] - hull.vertices[v + axis];
    out[6 + axis] = hull.planes[left + axis];
    out[9 + axis] = hull.planes[right + axis];
  }
  return 1 / Math.sqrt(out[3] * out[3] + out[4] * out[4] + out[5] * out[5]);
}

function placeEdge(b: ConvexHull, edge: number, at: number): void {
  const e = ownEdge;
  const scale = readEdge(e, b, edge);
  for (let axis = 0; axis < 3; axis++) {
    edgesOfB[at + axis] = pointOfB(axis, e[0], e[1], e[2]);
    edgesOfB[at + 3 + axis] = scale * directionOfB(axis, e[3], e[4], e[5]);
    edgesOfB[at + 6 + axis] = -directionOfB(axis, e[6], e[7], e[8]);
    edgesOfB[at + 9 + axis] = -directionOfB(axis, e[9], e[10], e[11]);
  }
}

function placeEdges(b: ConvexHull): void {
  if (edgesOfB.length < EDGE_NUMBERS * b.edgeCount) {
    edgesOfB = new Float64Array(EDGE_NUMBERS * b.edgeCount);
  }
  for (let edge = 0; edge < b.edgeCount; edge++) {
    placeEdge(b, edge, EDGE_NUMBERS * edge);
  }
}

/**
 * Slack of the Gauss-map test, on products of two cosines: what rounding of unit normals can do to them, with room for
 * the noisy normals of thin faces. It lets through a few pairs too many, which the measured gap judges.
 */
const ARC_SLACK = 1e-10;

/**
 * The advantage that edges must have over faces to win, relative to the size of the smaller hull. Edges of parallel
 * faces give the faces' own axis again, and a face makes the better manifold.
 */
const EDGE_HANDICAP = 1e-12;
let edgeHandicap = 0;
/**
 * For the two edges that gave the best axis: by how much the gap between their lines exceeds the gap between the
 * hulls.
 */
let edgeExcess = 0;

/** The current edge of A: start, unit direction, normals of its left and right face. */
const edgeA = new Float64Array(EDGE_NUMBERS);

function loadEdgeA(a: ConvexHull, edge: number): void {
  const scale = readEdge(edgeA, a, edge);
  for (let axis = 3; axis < 6; axis++) edgeA[axis] *= scale;
}

/**
 * Returns whether the edge loaded and an edge of B make a face of the Minkowski difference. On the sphere of directions
 * each edge is the arc between its two faces' normals (B's negated), lying in the plane perpendicular to the edge. The
 * arcs cross when the ends of each lie on both sides of the other's plane, and on the same half of the sphere.
 */
function arcsCross(e: number): boolean {
  const ax = edgeA[3];
  const ay = edgeA[4];
  const az = edgeA[5];
  const left = edgesOfB[e + 6] * ax + edgesOfB[e + 7] * ay + edgesOfB[e + 8] * az;
  const right = edgesOfB[e + 9] * ax + edgesOfB[e + 10] * ay + edgesOfB[e + 11] * az;
  if (left * right > ARC_SLACK) return false;
  const bx = edgesOfB[e + 3];
  const by = edgesOfB[e + 4];
  const bz = edgesOfB[e + 5];
  const leftA = edgeA[6] * bx + edgeA[7] * by + edgeA[8] * bz;
  const rightA = edgeA[9] * bx + edgeA[10] * by + edgeA[11] * bz;
  return leftA * rightA <= ARC_SLACK && right * leftA >= -ARC_SLACK;
}

/** Tries the cross of the edge loaded with an edge of B, pointing out of A. */
function tryEdges(a: ConvexHull, b: ConvexHull, indexA: number, indexB: number, e: number): void {
  let x = edgeA[4] * edgesOfB[e + 5] - edgeA[5] * edgesOfB[e + 4];
  let y = edgeA[5] * edgesOfB[e + 3] - edgeA[3] * edgesOfB[e + 5];
  let z = edgeA[3] * edgesOfB[e + 4] - edgeA[4] * edgesOfB[e + 3];
  // Rounding tilts the cross product of nearly parallel edges so far that, along them, the error would exceed their
  // distance. So its part along the edge of A is removed.
  const tilt = x * edgeA[3] + y * edgeA[4] + z * edgeA[5];
  x -= tilt * edgeA[3];
  y -= tilt * edgeA[4];
  z -= tilt * edgeA[5];
  const square = x * x + y * y + z * z;
  if (!(square > PARALLEL_SIN_SQUARED)) return;
  const outward = x * (edgeA[0] - a.centre[0]) + y * (edgeA[1] - a.centre[1]) + z * (edgeA[2] - a.centre[2]);
  const scale = (outward < 0 ? -1 : 1) / Math.sqrt(square);
  x *= scale;
  y *= scale;
  z *= scale;
  // Along this axis the gap between the two edges is at least the gap between the hulls. The hulls need not be
  // measured unless the edges' gap is better than the best separation.
  const gap = x * (edgesOfB[e] - edgeA[0]) + y * (edgesOfB[e + 1] - edgeA[1]) + z * (edgesOfB[e + 2] - edgeA[2]);
  if (sweep.active) {
    // In the same way, the half-space of the edges lies within that of the hulls: if the edges do not narrow the
    // interval, the hulls do not either.
    if (narrows(gap, x, y, z)) clipInterval(measureGap(a, b, x, y, z), x, y, z);
  } else if (gap > satAxis.separation - edgeHandicap) {
    const separation = measureGap(a, b, x, y, z);
    const lead = separation - satAxis.separation;
    // The excess says how far the two edges are from touching along this axis. Of several pairs of
    // edges with the same axis, the pair with the least excess gives the contact.
    const excess = gap - separation;
    if (lead > edgeHandicap || (satAxis.kind === AXIS_EDGES && lead > -edgeHandicap && excess < edgeExcess)) {
      takeAxis(separation, x, y, z, AXIS_EDGES, indexA, indexB);
      edgeExcess = excess;
    }
  }
}

/** Tries an axis remembered from an earlier call; a code that is no axis of these hulls is ignored. */
function tryCached(a: ConvexHull, b: ConvexHull, code: number): void {
  const kind = code & KIND_MASK;
  const index = code >>> KIND_BITS;
  if (kind === AXIS_FACE_A && index < a.faceCount) {
    tryFaceA(a, b, index);
  } else if (kind === AXIS_FACE_B && index < b.faceCount) {
    tryFaceB(a, b, index);
  } else if (kind === AXIS_EDGES && index < a.edgeCount * b.edgeCount) {
    const edgeOfA = Math.floor(index / b.edgeCount);
    loadEdgeA(a, edgeOfA);
    placeEdge(b, index % b.edgeCount, 0);
    tryEdges(a, b, edgeOfA, index % b.edgeCount, 0);
  }
}

function remember(cache: Int32Array, cacheIndex: number, b: ConvexHull): void {
  const { kind, indexA, indexB } = satAxis;
  const index = kind === AXIS_FACE_A ? indexA : kind === AXIS_FACE_B ? indexB : indexA * b.edgeCount + indexB;
  cache[cacheIndex] = index <= LARGEST_INDEX ? (index << KIND_BITS) | kind : 0;
}

/**
 * Finds the axis of greatest separation of the hulls that {@link placeHulls} has placed, and leaves it in {@link
 * satAxis}. Ends early at the first axis whose separation exceeds `limit`, or at the cached axis if its separation
 * exceeds `cachedLimit`. Returns the separation. The axis is remembered in `cache[cacheIndex]` and tried first next
 * time (0 for none; any value is safe).
 */
export function findSeparatingFeature(
  a: ConvexHull,
  b: ConvexHull,
  limit: number,
  cache: Int32Array,
  cacheIndex: number,
  cachedLimit = limit,
): number {
  satAxis.separation = -Infinity;
  satAxis.kind = 0;
  edgeHandicap = EDGE_HANDICAP * Math.min(a.boundingRadius, b.boundingRadius);
  const cached = cache[cacheIndex];
  if (cached !== 0) {
    tryCached(a, b, cached);
    if (satAxis.separation > cachedLimit) return satAxis.separation;
    // The remembered axis is only a quick test. It is dropped, so that it cannot win against an equally good axis
    // because it was tried first.
    satAxis.separation = -Infinity;
    satAxis.kind = 0;
  }
  for (let face = 0; face < a.faceCount; face++) {
    tryFaceA(a, b, face);
    if (satAxis.separation > limit) break;
  }
  for (let face = 0; face < b.faceCount && satAxis.separation <= limit; face++) {
    tryFaceB(a, b, face);
  }
  if (satAxis.separation <= limit) {
    tryAllEdges(a, b, limit);
  }
  remember(cache, cacheIndex, b);
  return satAxis.separation;
}

function tryAllEdges(a: ConvexHull, b: ConvexHull, limit: number): void {
  placeEdges(b);
  for (let indexA = 0; indexA < a.edgeCount; indexA++) {
    loadEdgeA(a, indexA);
    for (let indexB = 0; indexB < b.edgeCount; indexB++) {
      const e = EDGE_NUMBERS * indexB;
      if (arcsCross(e)) {
        tryEdges(a, b, indexA, indexB, e);
        if (satAxis.separation > limit) return;
      }
    }
  }
}
