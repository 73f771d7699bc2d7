import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { VERTEX_STRIDE } from './convex-hull.ts';

/** Returns the index of the point farthest along a direction, the first of equals. */
export function findFarthestAlong(points: NumberArray, offset: number, count: number, direction: Float64Array): number {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  let best = 0;
  let height = -Infinity;
  for (let i = 0; i < count; i++) {
    const at = offset + VERTEX_STRIDE * i;
    const h = dx * points[at] + dy * points[at + 1] + dz * points[at + 2];
    if (h > height) {
      height = h;
      best = i;
    }
  }
  return best;
}

const asked = new Float64Array(3);

/** Does what `findFarthestAlong` does, with the direction given as numbers. */
export function findFarthest(
  points: NumberArray,
  offset: number,
  count: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  asked[0] = dx;
  asked[1] = dy;
  asked[2] = dz;
  return findFarthestAlong(points, offset, count, asked);
}

/** Writes the point farthest along a direction, the first of equals, and returns its index. */
export function writeFarthest(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  offset: number,
  count: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const best = findFarthest(points, offset, count, dx, dy, dz);
  const at = offset + VERTEX_STRIDE * best;
  out[outOffset] = points[at];
  out[outOffset + 1] = points[at + 1];
  out[outOffset + 2] = points[at + 2];
  return best;
}
