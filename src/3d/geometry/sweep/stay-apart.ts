import { type ConvexBody, writeBodySupport } from '../convex/convex-body.ts';

/**
 * Axes that are tried before two bodies are swept after all: most that pass each other by are apart along the first.
 */
const MOST_AXES = 4;

/**
 * The motion that `stayApart` is asked about: half of the way of B as A sees it (3), the distance that the cores have
 * to keep, and the axis from A to B that is tried first, of any length (3). The axis tried last is left there.
 */
export const course = new Float64Array(7);
export const COURSE_LEAST = 3;
export const COURSE_AXIS = 4;

/** An axis from A to B, and against it; the farthest point of each body along it. */
const axis = new Float64Array(3);
const against = new Float64Array(3);
const farthestOfA = new Float64Array(3);
const nearestOfB = new Float64Array(3);

/**
 * Whether the cores of two bodies in one frame are apart along one axis for all of a way, which B begins where it is:
 * by more than the distance in `course`. False says nothing. The axes lead to the points nearest to the origin of what
 * the points of B less those of A make up half-way, as the Frank-Wolfe algorithm approaches it.
 */
export function stayApart(a: ConvexBody, b: ConvexBody): boolean {
  const halfX = course[0];
  const halfY = course[1];
  const halfZ = course[2];
  const least = course[COURSE_LEAST];
  for (let k = 0; k < 3; k++) axis[k] = course[COURSE_AXIS + k];
  for (let tried = 0; tried < MOST_AXES; tried++) {
    const x = axis[0];
    const y = axis[1];
    const z = axis[2];
    against[0] = -x;
    against[1] = -y;
    against[2] = -z;
    writeBodySupport(farthestOfA, 0, a, axis);
    writeBodySupport(nearestOfB, 0, b, against);
    const gapX = nearestOfB[0] - farthestOfA[0] + halfX;
    const gapY = nearestOfB[1] - farthestOfA[1] + halfY;
    const gapZ = nearestOfB[2] - farthestOfA[2] + halfZ;
    const square = x * x + y * y + z * z;
    const gap = x * gapX + y * gapY + z * gapZ;
    const room = gap - Math.abs(x * halfX + y * halfY + z * halfZ);
    if (room > 0 && room * room > least * least * square) return true;
    const toX = gapX - x;
    const toY = gapY - y;
    const toZ = gapZ - z;
    const part = (square - gap) / (toX * toX + toY * toY + toZ * toZ);
    if (!(part > 0)) return false;
    const held = Math.min(1, part);
    axis[0] = x + held * toX;
    axis[1] = y + held * toY;
    axis[2] = z + held * toZ;
  }
  return false;
}
