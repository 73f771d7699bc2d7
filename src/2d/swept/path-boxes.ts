import { MEETING_SLACK, type PathBoxes } from '../../core/swept/path-boxes.ts';
import { BOUNDS_STRIDE } from '../collider-set.ts';

/** How many numbers a way has in `PathBoxes`. */
export const WAY_STRIDE = 2;

/**
 * Returns whether the boxes of two colliders meet on their ways.
 *
 * As seen from B, the box of A goes straight along the difference of the two ways. Half-way it is in the middle of that
 * difference, at (x, y) from B. The axes that can separate a moving box from one at rest are those of the boxes, and
 * the one across the way.
 */
export function pathsMeet({ boxes: box, ways }: PathBoxes, slotA: number, slotB: number): boolean {
  const a = slotA * BOUNDS_STRIDE;
  const b = slotB * BOUNDS_STRIDE;
  const minAX = box[a];
  const minAY = box[a + 1];
  const maxAX = box[a + 2];
  const maxAY = box[a + 3];
  const minBX = box[b];
  const minBY = box[b + 1];
  const maxBX = box[b + 2];
  const maxBY = box[b + 3];
  if (!(minAX <= maxBX && minBX <= maxAX && minAY <= maxBY && minBY <= maxAY)) return false;
  const wayAX = ways[slotA * WAY_STRIDE];
  const wayAY = ways[slotA * WAY_STRIDE + 1];
  const wayBX = ways[slotB * WAY_STRIDE];
  const wayBY = ways[slotB * WAY_STRIDE + 1];
  // All lengths below are doubled, which saves halving sums.
  const x = minAX + maxAX - (minBX + maxBX);
  const y = minAY + maxAY - (minBY + maxBY);
  const pathX = maxAX - minAX + (maxBX - minBX);
  const pathY = maxAY - minAY + (maxBY - minBY);
  const slack = MEETING_SLACK * (Math.abs(minAX) + Math.abs(minAY) + Math.abs(x) + Math.abs(y) + pathX + pathY);
  const sizeX = pathX - Math.abs(wayAX) - Math.abs(wayBX) + slack;
  const sizeY = pathY - Math.abs(wayAY) - Math.abs(wayBY) + slack;
  const wayX = wayAX - wayBX;
  const wayY = wayAY - wayBY;
  if (Math.abs(wayX * y - wayY * x) > Math.abs(wayX) * sizeY + Math.abs(wayY) * sizeX) return false;
  return Math.abs(x) <= sizeX + Math.abs(wayX) && Math.abs(y) <= sizeY + Math.abs(wayY);
}
