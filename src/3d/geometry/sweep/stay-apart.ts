import { type ConvexBody, writeBodySupport } from '../convex/convex-body.ts';

/**
 * Axes that are tried before two bodies are swept after all: most that pass each other by are apart along the first.
 */
const MOST_AXES = 8;

/**
 * The motion that `stayApart` is asked about: half of the way of B as A sees it (3), the distance that the cores have
 * to keep where their turning is not looked at, and the axis from A to B that is tried first, of any length (3). The
 * axis tried last is left there. Then the distance that the cores have to keep at both ends of the way, Infinity where
 * neither turns; and of A and of B the point about which the core turns, where that is at the end (3), and the unit
 * quaternion that turns the core from how it lies at the end to how it lies at the start (4).
 */
export const course = new Float64Array(22);
export const COURSE_LEAST = 3;
export const COURSE_AXIS = 4;
export const COURSE_LEAST_AT_ENDS = 7;
export const COURSE_TURN_OF_A = 8;
export const COURSE_TURN_OF_B = 15;
/** Within the turn of a core: the quaternion. */
export const TURN_QUATERNION = 3;

/** An axis from A to B, and against it; the farthest point of each body along it. */
const axis = new Float64Array(3);
const against = new Float64Array(3);
const farthestOfA = new Float64Array(3);
const nearestOfB = new Float64Array(3);

/**
 * Returns whether the cores of two bodies in one frame are apart along one axis for all of a way, which B begins at its
 * present place: by more than the distance in `course`. False means that this is not known. The axes are those along
 * which the Frank-Wolfe algorithm approaches the point of the Minkowski difference of B and A, half-way, that is
 * nearest to the origin.
 */
export function stayApart(a: ConvexBody, b: ConvexBody): boolean {
  const halfX = course[0];
  const halfY = course[1];
  const halfZ = course[2];
  const least = course[COURSE_LEAST];
  const leastAtEnds = course[COURSE_LEAST_AT_ENDS];
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
    const atEnd = gap - (x * halfX + y * halfY + z * halfZ);
    if (atEnd > 0 && atEnd * atEnd > leastAtEnds * leastAtEnds * square && areApartAtStart(a, b)) return true;
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

/**
 * The axis, turned into the frame in which a core lies as at the end of its way; the point of the core farthest along
 * the axis, and how far it reaches.
 */
const turnedAxis = new Float64Array(3);
const farthest = new Float64Array(3);
const reached = new Float64Array(1);

/**
 * Returns whether the two cores are apart along the current axis at the start of the way, by the distance for both
 * ends.
 */
function areApartAtStart(a: ConvexBody, b: ConvexBody): boolean {
  const square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  writeReachAtStart(a, COURSE_TURN_OF_A, axis);
  const reachOfA = reached[0];
  writeReachAtStart(b, COURSE_TURN_OF_B, against);
  const way = 2 * (axis[0] * course[0] + axis[1] * course[1] + axis[2] * course[2]);
  const gap = way - reached[0] - reachOfA;
  const least = course[COURSE_LEAST_AT_ENDS];
  return gap > 0 && gap * gap > least * least * square;
}

/** Writes to `reached` how far a core reaches along a direction of any length where it is turned as at the start. */
function writeReachAtStart(body: ConvexBody, turn: number, direction: Float64Array): void {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const q = turn + TURN_QUATERNION;
  const i = course[q];
  const j = course[q + 1];
  const k = course[q + 2];
  const w = course[q + 3];
  // The direction turned back: d + 2 v × (v × d − w d), with v the vector part of the quaternion and w its real part.
  const acrossX = j * z - k * y - w * x;
  const acrossY = k * x - i * z - w * y;
  const acrossZ = i * y - j * x - w * z;
  turnedAxis[0] = x + 2 * (j * acrossZ - k * acrossY);
  turnedAxis[1] = y + 2 * (k * acrossX - i * acrossZ);
  turnedAxis[2] = z + 2 * (i * acrossY - j * acrossX);
  writeBodySupport(farthest, 0, body, turnedAxis);
  let reach = 0;
  for (let n = 0; n < 3; n++) {
    reach += direction[n] * course[turn + n] + turnedAxis[n] * (farthest[n] - course[turn + n]);
  }
  reached[0] = reach;
}
