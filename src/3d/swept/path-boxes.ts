import { MEETING_SLACK, type PathBoxes } from '../../core/swept/path-boxes.ts';
import { BOUNDS_STRIDE } from '../collider-set.ts';

/** How many numbers a way has in `PathBoxes`. */
const WAY_STRIDE = 3;

/**
 * Numbers of the two boxes on their ways: how far they are apart when both are half-way, their sizes, and the way of A
 * as seen from B.
 */
const offset = new Float64Array(3);
const size = new Float64Array(3);
const way = new Float64Array(3);

/**
 * Returns whether the boxes of two colliders meet on their ways.
 *
 * As seen from B, the box of A goes straight along the difference of their ways. Half-way, it is in the middle of this
 * difference, at `offset` from B. The axes that can separate a box from a box on such a way are the axes of the boxes,
 * and the axes perpendicular to both the way and an axis of a box.
 */
export function pathsMeet({ boxes: box, ways }: PathBoxes, slotA: number, slotB: number): boolean {
  const a = slotA * BOUNDS_STRIDE;
  const b = slotB * BOUNDS_STRIDE;
  for (let axis = 0; axis < 3; axis++) {
    if (!(box[a + axis] <= box[b + 3 + axis] && box[b + axis] <= box[a + 3 + axis])) return false;
  }
  let slack = 0;
  for (let axis = 0; axis < 3; axis++) {
    const minA = box[a + axis];
    const maxA = box[a + 3 + axis];
    const minB = box[b + axis];
    const maxB = box[b + 3 + axis];
    const wayA = ways[slotA * WAY_STRIDE + axis];
    const wayB = ways[slotB * WAY_STRIDE + axis];
    // All lengths below are twice the real ones.
    offset[axis] = minA + maxA - (minB + maxB);
    const path = maxA - minA + (maxB - minB);
    slack += Math.abs(minA) + Math.abs(offset[axis]) + path;
    size[axis] = path - Math.abs(wayA) - Math.abs(wayB);
    way[axis] = wayA - wayB;
  }
  slack *= MEETING_SLACK;
  for (let axis = 0; axis < 3; axis++) {
    size[axis] += slack;
    if (Math.abs(offset[axis]) > size[axis] + Math.abs(way[axis])) return false;
  }
  for (let axis = 0; axis < 3; axis++) {
    const i = (axis + 1) % 3;
    const k = (axis + 2) % 3;
    const across = Math.abs(way[i] * offset[k] - way[k] * offset[i]);
    if (across > Math.abs(way[i]) * size[k] + Math.abs(way[k]) * size[i]) return false;
  }
  return true;
}
