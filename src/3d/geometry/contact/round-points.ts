import { roundAxis } from './round-axis.ts';
import {
  ROUND_AXIS_X,
  ROUND_AXIS_Y,
  ROUND_AXIS_Z,
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_LOW,
  ROUND_X,
  round,
} from './round-body.ts';

/*
 * State that the searches for the points of a round body and a hull share (locate-round-contact.ts): the points, and
 * the farthest points of the body along the axis.
 */

/** The point of the round body and that of the hull, in the hull's frame. */
export const roundPoints = new Float64Array(6);
/** The results of `locateRoundContact`. */
export const CONTACT_FOUND = 1;
export const CONTACT_BEYOND = 0;
export const CONTACT_UNKNOWN = -1;
/** The sine of the angle to the axis below which a direction counts as along the axis: it names no point of the rim. */
const AXIAL_SINE = 1e-15;
/** Share of the size by which a point may be off a feature: rounding. */
export const SLACK = 1e-10;
/** Squared sine of the angle between lines that count as parallel. */
export const PARALLEL = 1e-16;
/**
 * Two disks count as equally far out when they differ by no more than this share of the size: then the side touches.
 */
export const LEVEL = 1e-9;
/**
 * The farthest points of the round body along the axis, at its high and low end, relative to its middle; 1 where the
 * axis is that of the body, so that all points of the disks are as far; and the sine of the angle between the two axes.
 */
export const farthestOfRound = new Float64Array(8);
export const AXIAL = 6;
/** The sine of the angle between the axis that was found and the body's own. */
export const SINE = 7;
/**
 * Below this sine an edge that touches the rim lies almost flat on the disk. A small turn of the direction then moves
 * the farthest point round the whole rim, so that the largest separation gives the direction, but not the point of the
 * rim.
 */
export const FLAT_SINE = 1e-3;
/**
 * How far the points of `farthestOfRound` reach along the axis that was found: the point at the high end, and the one
 * at the low end.
 */
export const reachesOfRound = new Float64Array(2);

/** Writes `farthestOfRound` and `reachesOfRound`. */
export function writeFarthestOfRound(): void {
  const nx = roundAxis[0];
  const ny = roundAxis[1];
  const nz = roundAxis[2];
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const along = nx * ax + ny * ay + nz * az;
  const sx = ny * az - nz * ay;
  const sy = nz * ax - nx * az;
  const sz = nx * ay - ny * ax;
  const across = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const scale = across > AXIAL_SINE ? 1 / across : 0;
  const ux = scale * (ay * sz - az * sy);
  const uy = scale * (az * sx - ax * sz);
  const uz = scale * (ax * sy - ay * sx);
  farthestOfRound[AXIAL] = across <= LEVEL ? 1 : 0;
  farthestOfRound[SINE] = across;
  for (let end = 0; end < 2; end++) {
    const height = end === 0 ? round[ROUND_HALF] : -round[ROUND_HALF];
    const radius = end === 0 ? round[ROUND_HIGH] : round[ROUND_LOW];
    farthestOfRound[3 * end] = height * ax + radius * ux;
    farthestOfRound[3 * end + 1] = height * ay + radius * uy;
    farthestOfRound[3 * end + 2] = height * az + radius * uz;
    reachesOfRound[end] = height * along + radius * across;
  }
}

/**
 * Completes the point of the round body that has been written to `roundPoints` relative to the body's middle, and
 * writes the point of the hull across the gap from it. The point is passed in an array because numbers that are handed
 * over may be put on the heap.
 */
export function completeRoundPoint(): void {
  for (let axis = 0; axis < 3; axis++) {
    roundPoints[axis] = round[ROUND_X + axis] + roundPoints[axis];
    roundPoints[3 + axis] = roundPoints[axis] + roundAxis[3] * roundAxis[axis];
  }
}
