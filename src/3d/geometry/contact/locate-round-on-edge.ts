import { EDGE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import type { FlatHull } from '../convex/flat-hull.ts';
import { roundAxis, roundFeature } from './round-axis.ts';
import {
  ROUND_AXIS_X,
  ROUND_AXIS_Y,
  ROUND_AXIS_Z,
  ROUND_HIGH,
  ROUND_LOW,
  ROUND_PAIR_SIZE,
  ROUND_X,
  ROUND_Y,
  ROUND_Z,
  round,
} from './round-body.ts';
import {
  FLAT_SINE,
  farthestOfRound,
  LEVEL,
  PARALLEL,
  reachesOfRound,
  roundPoints,
  SINE,
  SLACK,
} from './round-points.ts';

/* Where a rim or the side of a round body touches an edge of a hull. */

/** The edge that touches a rim, and the point of the body on the line of the edge, relative to the body's middle. */
const rimWay = new Float64Array(6);

/** Writes the points of a contact between an edge of the hull and the side or a rim of the body. */
export function locateOnEdge(hull: FlatHull): boolean {
  const { numbers, vertices, indices } = hull;
  const size = round[ROUND_PAIR_SIZE];
  const at = hull.edges + EDGE_STRIDE * roundFeature[0];
  const p = vertices + (hull.edgeCount > 0 ? VERTEX_STRIDE * indices[at] : 0);
  const q = vertices + VERTEX_STRIDE * (hull.edgeCount > 0 ? indices[at + 1] : 1);
  const px = numbers[p] - round[ROUND_X];
  const py = numbers[p + 1] - round[ROUND_Y];
  const pz = numbers[p + 2] - round[ROUND_Z];
  const ex = numbers[q] - numbers[p];
  const ey = numbers[q + 1] - numbers[p + 1];
  const ez = numbers[q + 2] - numbers[p + 2];
  const square = ex * ex + ey * ey + ez * ez;
  const slack = (SLACK * size) / Math.sqrt(square);
  const end = reachesOfRound[0] >= reachesOfRound[1] ? 0 : 3;
  let x = farthestOfRound[end];
  let y = farthestOfRound[end + 1];
  let z = farthestOfRound[end + 2];
  let isOnSide = true;
  const isOnRim = !(Math.abs(reachesOfRound[0] - reachesOfRound[1]) <= LEVEL * size);
  if (!isOnRim) {
    // A line along the side: its point nearest to the edge. With d the line, e the edge and m = d × e, it is where
    // (p − x) × e agrees with m.
    const dx = farthestOfRound[3 - end] - x;
    const dy = farthestOfRound[4 - end] - y;
    const dz = farthestOfRound[5 - end] - z;
    const mx = dy * ez - dz * ey;
    const my = dz * ex - dx * ez;
    const mz = dx * ey - dy * ex;
    const across = mx * mx + my * my + mz * mz;
    const line = dx * dx + dy * dy + dz * dz;
    const rx = px - x;
    const ry = py - y;
    const rz = pz - z;
    if (across > PARALLEL * line * square) {
      const t = ((ry * ez - rz * ey) * mx + (rz * ex - rx * ez) * my + (rx * ey - ry * ex) * mz) / across;
      isOnSide = t >= -LEVEL && t <= 1 + LEVEL;
      const clamped = Math.max(0, Math.min(1, t));
      x += clamped * dx;
      y += clamped * dy;
      z += clamped * dz;
    } else if (line > 0) {
      // Parallel: the middle of the part that they share.
      const first = (rx * dx + ry * dy + rz * dz) / line;
      const last = first + (ex * dx + ey * dy + ez * dz) / line;
      const from = Math.max(0, Math.min(first, last));
      const to = Math.min(1, Math.max(first, last));
      isOnSide = from <= to + LEVEL;
      const middle = Math.max(0, Math.min(1, 0.5 * (from + to)));
      x += middle * dx;
      y += middle * dy;
      z += middle * dz;
    }
  }
  const gap = roundAxis[3];
  const hx = x + gap * roundAxis[0] - px;
  const hy = y + gap * roundAxis[1] - py;
  const hz = z + gap * roundAxis[2] - pz;
  shareOfEdge[0] = (hx * ex + hy * ey + hz * ez) / square;
  writeOnEdge(numbers, p, q, isOnRim ? (end === 0 ? HIGH_RIM : LOW_RIM) : NO_RIM);
  const along = shareOfEdge[0];
  return isOnSide && along >= -slack && along <= 1 + slack;
}

/** Which rim of the body an edge touches, if any. */
const NO_RIM = 0;
export const HIGH_RIM = 1;
export const LOW_RIM = 2;

/** The share of the way along an edge at which a body touches, in an array: a number handed over may be boxed. */
export const shareOfEdge = new Float64Array(1);

/**
 * Writes the points at the share `shareOfEdge` of the way from one vertex of the hull to another, or, where this edge
 * lies almost flat on a disk and the share is beside the disk, at the rim: then the share is changed to that of the
 * rim. The share may lie beyond an end of the edge; the points do not.
 */
export function writeOnEdge(numbers: Float64Array, p: number, q: number, rim: number): void {
  const gap = roundAxis[3];
  if (rim !== NO_RIM && farthestOfRound[SINE] < FLAT_SINE) {
    for (let axis = 0; axis < 3; axis++) {
      const e = numbers[q + axis] - numbers[p + axis];
      rimWay[axis] = e;
      rimWay[3 + axis] = numbers[p + axis] + shareOfEdge[0] * e - gap * roundAxis[axis] - round[ROUND_X + axis];
    }
    stepOntoDisk(rim === HIGH_RIM);
  }
  const t = Math.max(0, Math.min(1, shareOfEdge[0]));
  for (let axis = 0; axis < 3; axis++) {
    roundPoints[3 + axis] = numbers[p + axis] + t * (numbers[q + axis] - numbers[p + axis]);
    roundPoints[axis] = roundPoints[3 + axis] - gap * roundAxis[axis];
  }
}

/**
 * Adds to `shareOfEdge` how much of the edge's length the point in `rimWay` has to go along the edge so as not to lie
 * outside the rim of the high or the low disk, on which the edge lies almost flat: 0 for a point inside the rim. A line
 * that passes the rim by rounding goes to where it is nearest.
 */
function stepOntoDisk(isHigh: boolean): void {
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const radius = isHigh ? round[ROUND_HIGH] : round[ROUND_LOW];
  const rise = rimWay[0] * ax + rimWay[1] * ay + rimWay[2] * az;
  const ex = rimWay[0] - rise * ax;
  const ey = rimWay[1] - rise * ay;
  const ez = rimWay[2] - rise * az;
  const height = rimWay[3] * ax + rimWay[4] * ay + rimWay[5] * az;
  const x = rimWay[3] - height * ax;
  const y = rimWay[4] - height * ay;
  const z = rimWay[5] - height * az;
  // The rim is where square · t² + 2 · slope · t + outside = 0.
  const square = ex * ex + ey * ey + ez * ez;
  const slope = x * ex + y * ey + z * ez;
  const outside = x * x + y * y + z * z - radius * radius;
  if (!(outside > 0 && square > 0)) return;
  const discriminant = slope * slope - square * outside;
  if (!(discriminant > 0)) {
    shareOfEdge[0] -= slope / square;
    return;
  }
  const root = Math.sqrt(discriminant);
  shareOfEdge[0] -= outside / (slope < 0 ? slope - root : slope + root);
}
