import type { NumberArray } from '../../../core/number-array.ts';
import { EPSILON, PARALLEL_SIN_SQUARED } from '../../../core/tolerance.ts';
import { heightAt } from './axis-heights.ts';
import {
  classifyAabbFrustum,
  classifyObbFrustum,
  classifySphereFrustum,
  FRUSTUM_CROSSING,
  FRUSTUM_OUTSIDE,
} from './classify-frustum.ts';
import { computeFrustumCorners, FRUSTUM_CORNERS_SIZE, FRUSTUM_SIZE } from './frustum.ts';

// The exact tests take over where the planes alone say "crossing". They need the frustum's corners; a frustum that has
// none (no far end, planes that do not close) keeps the answer of the fast form.

const corners = new Float64Array(FRUSTUM_CORNERS_SIZE);
const PLANE_SIZE = 4;
/** The near quad 0 1 2 3, the far quad 4 5 6 7, and the four edges that join them. */
const EDGE_COUNT = 12;

/** Returns the corner at which an edge ends, as an index in `corners`; the edge starts at corner `edge` % 8. */
function endOfEdge(edge: number): number {
  return 3 * (edge < 8 ? (edge & 4) + ((edge + 1) & 3) : edge - 4);
}

// A sphere meets the frustum if its centre is inside, or if the point of the frustum closest to it is within its
// radius. That is on an edge, or inside a face, and then it is the centre's foot on a plane that has the centre behind
// it, and inside the other planes.

const foot = new Float64Array(3);

/** Returns whether the sphere's centre is inside, or its foot on a face lies on this face and within the radius. */
function sphereMeetsFace(
  sphere: NumberArray,
  sphereOffset: number,
  frustum: NumberArray,
  frustumOffset: number,
): boolean {
  const radius = sphere[sphereOffset + 3];
  const end = frustumOffset + FRUSTUM_SIZE;
  for (let face = frustumOffset; face < end; face += PLANE_SIZE) {
    const behind = Math.min(heightAt(sphere, sphereOffset, frustum, face), 0);
    const squared = frustum[face] ** 2 + frustum[face + 1] ** 2 + frustum[face + 2] ** 2;
    for (let k = 0; k < 3; k++) foot[k] = sphere[sphereOffset + k] - (behind / squared) * frustum[face + k];
    let meets = behind * behind <= radius * radius * squared;
    for (let other = frustumOffset; meets && other < end; other += PLANE_SIZE) {
      if (other !== face && heightAt(foot, 0, frustum, other) < 0) meets = false;
    }
    if (meets) return true;
  }
  return false;
}

/** Returns the squared distance from a point to the edges between the corners. */
function distanceSquaredToEdges(point: NumberArray, pointOffset: number): number {
  let distance = Infinity;
  for (let edge = 0; edge < EDGE_COUNT; edge++) {
    const from = 3 * (edge % 8);
    const to = endOfEdge(edge);
    let along = 0;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const e = corners[to + k] - corners[from + k];
      along += e * (point[pointOffset + k] - corners[from + k]);
      squared += e * e;
    }
    const t = Math.min(Math.max(along / (squared || 1), 0), 1);
    let gap = 0;
    for (let k = 0; k < 3; k++) {
      gap += (point[pointOffset + k] - corners[from + k] - t * (corners[to + k] - corners[from + k])) ** 2;
    }
    distance = Math.min(distance, gap);
  }
  return distance;
}

/**
 * Returns FRUSTUM_OUTSIDE, FRUSTUM_CROSSING or FRUSTUM_INSIDE for a sphere and a frustum (six planes, bounded), also
 * where the sphere is outside an edge or corner. A frustum without all eight corners gets the answer of
 * `classifySphereFrustum`. NaN gives FRUSTUM_CROSSING.
 *
 * Source: distance from the centre to the solid by its planes and edges; Ericson, Real-Time Collision Detection, 5.1.2,
 * 5.1.3.
 */
export function classifySphereFrustumExact(
  sphere: NumberArray,
  sphereOffset: number,
  frustum: NumberArray,
  frustumOffset: number,
): number {
  const fast = classifySphereFrustum(sphere, sphereOffset, frustum, frustumOffset);
  if (fast !== FRUSTUM_CROSSING || !computeFrustumCorners(corners, 0, frustum, frustumOffset)) return fast;
  const radius = sphere[sphereOffset + 3];
  return !sphereMeetsFace(sphere, sphereOffset, frustum, frustumOffset) &&
    distanceSquaredToEdges(sphere, sphereOffset) > radius * radius
    ? FRUSTUM_OUTSIDE
    : FRUSTUM_CROSSING;
}

// Box against frustum by separating axes. The fast form tests the frustum's face normals. There remain the box's three
// normals and the crosses of its three axes with the frustum's twelve edges, of which only those of a regular frustum
// are parallel in pairs; planes taken from any matrix need not be.

/** An OBB: the box in question, or an AABB rewritten. */
const box = new Float64Array(15);

/** Returns whether the direction (of any length) has box and corners apart, by more than rounding. */
function separates(x: number, y: number, z: number): boolean {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    const axis = 6 + 3 * k;
    extent += box[3 + k] * Math.abs(x * box[axis] + y * box[axis + 1] + z * box[axis + 2]);
  }
  let low = Infinity;
  let high = -Infinity;
  let size = 0;
  for (let corner = 0; corner < FRUSTUM_CORNERS_SIZE; corner += 3) {
    const dx = corners[corner] - box[0];
    const dy = corners[corner + 1] - box[1];
    const dz = corners[corner + 2] - box[2];
    const along = x * dx + y * dy + z * dz;
    low = Math.min(low, along);
    high = Math.max(high, along);
    size = Math.max(size, Math.abs(x * dx) + Math.abs(y * dy) + Math.abs(z * dz));
  }
  const bound = extent + 8 * EPSILON * (size + extent);
  return low > bound || high < -bound;
}

/** Returns whether one of the box's normals or of the crosses of its axes with the frustum's edges separates. */
function boxAndCornersAreApart(): boolean {
  for (let axis = 6; axis < 15; axis += 3) {
    if (separates(box[axis], box[axis + 1], box[axis + 2])) return true;
  }
  for (let edge = 0; edge < EDGE_COUNT; edge++) {
    const from = 3 * (edge % 8);
    const to = endOfEdge(edge);
    const ex = corners[to] - corners[from];
    const ey = corners[to + 1] - corners[from + 1];
    const ez = corners[to + 2] - corners[from + 2];
    const lengthSquared = ex * ex + ey * ey + ez * ez;
    for (let axis = 6; axis < 15; axis += 3) {
      const x = ey * box[axis + 2] - ez * box[axis + 1];
      const y = ez * box[axis] - ex * box[axis + 2];
      const z = ex * box[axis + 1] - ey * box[axis];
      if (x * x + y * y + z * z <= PARALLEL_SIN_SQUARED * lengthSquared) continue;
      if (separates(x, y, z)) return true;
    }
  }
  return false;
}

/**
 * Returns FRUSTUM_OUTSIDE, FRUSTUM_CROSSING or FRUSTUM_INSIDE for an OBB and a frustum (six planes, bounded), also
 * where the box is outside an edge or corner. Touching is crossing, and rounding errs towards it. A frustum without all
 * eight corners gets the answer of `classifyObbFrustum`. NaN gives FRUSTUM_CROSSING.
 *
 * Source: separating axes of two convex bodies; Ericson, Real-Time Collision Detection, 5.2.1.
 */
export function classifyObbFrustumExact(
  obb: NumberArray,
  obbOffset: number,
  frustum: NumberArray,
  frustumOffset: number,
): number {
  const fast = classifyObbFrustum(obb, obbOffset, frustum, frustumOffset);
  if (fast !== FRUSTUM_CROSSING || !computeFrustumCorners(corners, 0, frustum, frustumOffset)) return fast;
  for (let k = 0; k < 15; k++) box[k] = obb[obbOffset + k];
  return boxAndCornersAreApart() ? FRUSTUM_OUTSIDE : FRUSTUM_CROSSING;
}

/**
 * Returns FRUSTUM_OUTSIDE, FRUSTUM_CROSSING or FRUSTUM_INSIDE for an AABB and a frustum (six planes, bounded), also
 * where the box is outside an edge or corner. Touching is crossing, and rounding errs towards it. A frustum without all
 * eight corners gets the answer of `classifyAabbFrustum`. NaN gives FRUSTUM_CROSSING.
 *
 * Source: separating axes of two convex bodies; Ericson, Real-Time Collision Detection, 5.2.1.
 */
export function classifyAabbFrustumExact(
  aabb: NumberArray,
  aabbOffset: number,
  frustum: NumberArray,
  frustumOffset: number,
): number {
  const fast = classifyAabbFrustum(aabb, aabbOffset, frustum, frustumOffset);
  if (fast !== FRUSTUM_CROSSING || !computeFrustumCorners(corners, 0, frustum, frustumOffset)) return fast;
  for (let k = 0; k < 3; k++) {
    const low = aabb[aabbOffset + k];
    const half = 0.5 * (aabb[aabbOffset + 3 + k] - low);
    box[k] = low + half;
    box[3 + k] = half;
    for (let j = 0; j < 3; j++) box[6 + 3 * k + j] = j === k ? 1 : 0;
  }
  return boxAndCornersAreApart() ? FRUSTUM_OUTSIDE : FRUSTUM_CROSSING;
}
