import { PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import type { FlatHull } from '../convex/flat-hull.ts';
import { HIGH_RIM, LOW_RIM, shareOfEdge, writeOnEdge } from './locate-round-on-edge.ts';
import { roundFeature } from './round-axis.ts';
import { ROUND_PAIR_SIZE, ROUND_X, ROUND_Y, ROUND_Z, round } from './round-body.ts';
import { completeRoundPoint, farthestOfRound, roundPoints, SLACK } from './round-points.ts';

/* Where a round body touches a face of a hull: at a point of a rim, or along a line of its side. */

/**
 * Writes the points of a contact under a face that lies along the side: the middle of the common part of the face and
 * the line along the side, seen along the axis.
 */
export function locateLineOnFace(hull: FlatHull): boolean {
  const { numbers, vertices, indices, corners, faceStarts } = hull;
  const face = roundFeature[0];
  const start = corners + indices[faceStarts + face];
  const end = corners + indices[faceStarts + face + 1];
  const plane = hull.planes + PLANE_STRIDE * face;
  const mx = numbers[plane];
  const my = numbers[plane + 1];
  const mz = numbers[plane + 2];
  const dx = farthestOfRound[3] - farthestOfRound[0];
  const dy = farthestOfRound[4] - farthestOfRound[1];
  const dz = farthestOfRound[5] - farthestOfRound[2];
  const size = round[ROUND_PAIR_SIZE];
  let from = 0;
  let to = 1;
  for (let i = start; i < end; i++) {
    const p = vertices + VERTEX_STRIDE * indices[i];
    const q = vertices + VERTEX_STRIDE * indices[i + 1 < end ? i + 1 : start];
    const ex = numbers[q] - numbers[p];
    const ey = numbers[q + 1] - numbers[p + 1];
    const ez = numbers[q + 2] - numbers[p + 2];
    const x = farthestOfRound[0] + round[ROUND_X] - numbers[p];
    const y = farthestOfRound[1] + round[ROUND_Y] - numbers[p + 1];
    const z = farthestOfRound[2] + round[ROUND_Z] - numbers[p + 2];
    // The direction inwards from the side, across it and the normal.
    const ix = my * ez - mz * ey;
    const iy = mz * ex - mx * ez;
    const iz = mx * ey - my * ex;
    const slack = SLACK * size * Math.sqrt(ix * ix + iy * iy + iz * iz);
    const inside = ix * x + iy * y + iz * z + slack;
    const slope = ix * dx + iy * dy + iz * dz;
    if (slope > 0) from = Math.max(from, -inside / slope);
    else if (slope < 0) to = Math.min(to, -inside / slope);
    else if (inside < 0) to = -1;
  }
  const t = Math.max(0, Math.min(1, 0.5 * (from + to)));
  roundPoints[0] = farthestOfRound[0] + t * dx;
  roundPoints[1] = farthestOfRound[1] + t * dy;
  roundPoints[2] = farthestOfRound[2] + t * dz;
  completeRoundPoint();
  return from <= to;
}

/**
 * Moves a point of a rim that is beside a face, on which the disk lies almost flat, to where the rim crosses the side
 * of the face that the point is beyond.
 */
export function slideOntoFace(hull: FlatHull, isHigh: boolean): void {
  const { numbers } = hull;
  const p = sideBeyond[0];
  const q = sideBeyond[1];
  let along = 0;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const e = numbers[q + axis] - numbers[p + axis];
    along += (roundPoints[3 + axis] - numbers[p + axis]) * e;
    square += e * e;
  }
  shareOfEdge[0] = along / square;
  writeOnEdge(numbers, p, q, isHigh ? HIGH_RIM : LOW_RIM);
}

/** The two ends of the side of a face beyond which a point lies that is not inside the face. */
const sideBeyond = new Int32Array(2);

/**
 * Returns whether the hull's point in `roundPoints` is inside a face; if not, a side that it is beyond is in
 * `sideBeyond`.
 */
export function isOverFace(hull: FlatHull, face: number): boolean {
  const { numbers, vertices, indices, corners, faceStarts } = hull;
  const start = corners + indices[faceStarts + face];
  const end = corners + indices[faceStarts + face + 1];
  const plane = hull.planes + PLANE_STRIDE * face;
  const mx = numbers[plane];
  const my = numbers[plane + 1];
  const mz = numbers[plane + 2];
  const slack = SLACK * round[ROUND_PAIR_SIZE];
  for (let i = start; i < end; i++) {
    const p = vertices + VERTEX_STRIDE * indices[i];
    const q = vertices + VERTEX_STRIDE * indices[i + 1 < end ? i + 1 : start];
    const ex = numbers[q] - numbers[p];
    const ey = numbers[q + 1] - numbers[p + 1];
    const ez = numbers[q + 2] - numbers[p + 2];
    const x = roundPoints[3] - numbers[p];
    const y = roundPoints[4] - numbers[p + 1];
    const z = roundPoints[5] - numbers[p + 2];
    let inward = (ey * z - ez * y) * mx + (ez * x - ex * z) * my + (ex * y - ey * x) * mz;
    // A face of two corners is an edge, which ends at both.
    if (end - start === 2) inward = Math.min(inward, ex * x + ey * y + ez * z);
    if (inward < -slack * Math.sqrt(ex * ex + ey * ey + ez * ez)) {
      sideBeyond[0] = p;
      sideBeyond[1] = q;
      return false;
    }
  }
  return true;
}
