import {
  ROUND_AXIS_X,
  ROUND_AXIS_Y,
  ROUND_AXIS_Z,
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_LOW,
  ROUND_NUMBERS,
  ROUND_X,
  ROUND_Y,
  ROUND_Z,
} from './round-body.ts';

/*
 * Two bodies of revolution and a direction between them, which `findRoundRoundAxis` searches and `locateRims` reads.
 */

/** The two bodies, laid out as `round`, in a frame of the caller's. */
export const roundA = new Float64Array(ROUND_NUMBERS);
export const roundB = new Float64Array(ROUND_NUMBERS);

/** The best axis so far: unit normal from A to B and the separation along it. */
export const rimAxis = new Float64Array(4);

/**
 * The squared sine of the angle to the axis below which a direction counts as along the axis: it names no point of the
 * rim.
 */
const AXIAL_SQUARE = 1e-30;

/**
 * The direction under way (three numbers), the separation along it, the farthest points of A and B (three each), and
 * for each body the way around its axis there (three each) and how much the rim curves along that.
 */
export const state = new Float64Array(18);
export const GAP = 3;
export const POINT_A = 4;
export const POINT_B = 7;
export const AROUND_A = 10;
export const CURVE_A = 13;
export const AROUND_B = 14;
export const CURVE_B = 17;

/**
 * Writes the farthest point of a body along sign · n, the way around there and the curvature; returns how far it is.
 */
function measureBody(body: Float64Array, sign: number, point: number, around: number): void {
  const nx = sign * state[0];
  const ny = sign * state[1];
  const nz = sign * state[2];
  const ax = body[ROUND_AXIS_X];
  const ay = body[ROUND_AXIS_Y];
  const az = body[ROUND_AXIS_Z];
  const along = nx * ax + ny * ay + nz * az;
  const sx = ny * az - nz * ay;
  const sy = nz * ax - nx * az;
  const sz = nx * ay - ny * ax;
  const square = sx * sx + sy * sy + sz * sz;
  const across = Math.sqrt(square);
  const half = body[ROUND_HALF];
  const isHigh = half * along + body[ROUND_HIGH] * across >= body[ROUND_LOW] * across - half * along;
  const radius = isHigh ? body[ROUND_HIGH] : body[ROUND_LOW];
  const scale = square > AXIAL_SQUARE ? 1 / across : 0;
  const out = radius * scale;
  const rise = isHigh ? half : -half;
  state[point] = body[ROUND_X] + rise * ax + out * (ay * sz - az * sy);
  state[point + 1] = body[ROUND_Y] + rise * ay + out * (az * sx - ax * sz);
  state[point + 2] = body[ROUND_Z] + rise * az + out * (ax * sy - ay * sx);
  state[around] = scale * sx;
  state[around + 1] = scale * sy;
  state[around + 2] = scale * sz;
  state[around + 3] = out;
}

/** Measures the direction in `state`. */
export function measure(): void {
  measureBody(roundA, 1, POINT_A, AROUND_A);
  measureBody(roundB, -1, POINT_B, AROUND_B);
  state[GAP] =
    state[0] * (state[POINT_B] - state[POINT_A]) +
    state[1] * (state[POINT_B + 1] - state[POINT_A + 1]) +
    state[2] * (state[POINT_B + 2] - state[POINT_A + 2]);
}
