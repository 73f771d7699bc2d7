import { PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { type FlatHull, HULL_OUTER_RADIUS } from '../convex/flat-hull.ts';
import { isOverFace } from './locate-round-on-face.ts';
import { roundAxis } from './round-axis.ts';
import {
  ROUND_AXIS_X,
  ROUND_AXIS_Y,
  ROUND_AXIS_Z,
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_LOW,
  ROUND_PAIR_SIZE,
  round,
} from './round-body.ts';
import { completeRoundPoint, LEVEL, roundPoints, SLACK } from './round-points.ts';

/* Where a hull touches a disk of a round body, along the body's own axis. */

/**
 * Writes the points of a contact on a disk of the body, or on an end of it that is a point: where the lowest face, edge
 * or vertex of the hull is nearest to the middle of the disk. Returns whether that is over the disk.
 */
export function locateOnDisk(hull: FlatHull): boolean {
  const nx = roundAxis[0];
  const ny = roundAxis[1];
  const nz = roundAxis[2];
  const gap = roundAxis[3];
  const isHigh = nx * round[ROUND_AXIS_X] + ny * round[ROUND_AXIS_Y] + nz * round[ROUND_AXIS_Z] > 0;
  const height = isHigh ? round[ROUND_HALF] : -round[ROUND_HALF];
  const radius = isHigh ? round[ROUND_HIGH] : round[ROUND_LOW];
  for (let axis = 0; axis < 3; axis++) roundPoints[axis] = height * round[ROUND_AXIS_X + axis];
  completeRoundPoint();
  const size = round[ROUND_PAIR_SIZE];
  if (isOverLowestFace(hull)) return true;
  const cx = roundPoints[3];
  const cy = roundPoints[4];
  const cz = roundPoints[5];
  const { numbers, vertices } = hull;
  const end = vertices + VERTEX_STRIDE * hull.vertexCount;
  const level = nx * cx + ny * cy + nz * cz + LEVEL * size;
  let least = Infinity;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    if (!(nx * numbers[i] + ny * numbers[i + 1] + nz * numbers[i + 2] <= level)) continue;
    // The nearest point of each line between two of the lowest vertices is tried; a single vertex is a line to itself.
    for (let k = vertices; k <= i; k += VERTEX_STRIDE) {
      if (!(nx * numbers[k] + ny * numbers[k + 1] + nz * numbers[k + 2] <= level)) continue;
      const ex = numbers[k] - numbers[i];
      const ey = numbers[k + 1] - numbers[i + 1];
      const ez = numbers[k + 2] - numbers[i + 2];
      const square = ex * ex + ey * ey + ez * ez;
      const along = (cx - numbers[i]) * ex + (cy - numbers[i + 1]) * ey + (cz - numbers[i + 2]) * ez;
      const t = square > 0 ? Math.max(0, Math.min(1, along / square)) : 0;
      const dx = numbers[i] + t * ex - cx;
      const dy = numbers[i + 1] + t * ey - cy;
      const dz = numbers[i + 2] + t * ez - cz;
      const distance = dx * dx + dy * dy + dz * dz;
      if (distance < least) {
        least = distance;
        roundPoints[3] = cx + dx;
        roundPoints[4] = cy + dy;
        roundPoints[5] = cz + dz;
      }
    }
  }
  for (let axis = 0; axis < 3; axis++) roundPoints[axis] = roundPoints[3 + axis] - gap * roundAxis[axis];
  const reach = radius + SLACK * size;
  return least <= reach * reach;
}

/**
 * Returns whether the hull has a lowest face, flat along the axis, that the hull's point in `roundPoints` is inside.
 */
function isOverLowestFace(hull: FlatHull): boolean {
  const slack = LEVEL * round[ROUND_PAIR_SIZE];
  const { numbers, planes, faceCount } = hull;
  let lowest = 0;
  let most = -Infinity;
  for (let f = 0; f < faceCount; f++) {
    const p = planes + PLANE_STRIDE * f;
    const along = -(numbers[p] * roundAxis[0] + numbers[p + 1] * roundAxis[1] + numbers[p + 2] * roundAxis[2]);
    if (along > most) {
      most = along;
      lowest = f;
    }
  }
  const p = planes + PLANE_STRIDE * lowest;
  const x = numbers[p] + roundAxis[0];
  const y = numbers[p + 1] + roundAxis[1];
  const z = numbers[p + 2] + roundAxis[2];
  // The face rises by no more than this over the hull's size.
  if (!(Math.sqrt(x * x + y * y + z * z) * numbers[hull.measures + HULL_OUTER_RADIUS] <= slack)) return false;
  return isOverFace(hull, lowest);
}
