import { ROUND_AXIS_X, ROUND_AXIS_Y, ROUND_AXIS_Z, ROUND_SIDE_COSINE, ROUND_SIDE_SINE } from './round-body.ts';
import { AROUND_A, AROUND_B, CURVE_A, CURVE_B, GAP, measure, POINT_A, POINT_B, rimAxis, state } from './round-pair.ts';

/*
 * How `findRoundRoundAxis` climbs to the last digits of a maximum, from where EPA has ended: along the circle of
 * directions that a side looks in, or over the directions in which two rims pass each other.
 */

/** Share of the size by which a direction has to beat that of a disk or of a side, which give more points. */
export const PREFERENCE = 1e-12;

/** The size of the pair under way, and the least gain that counts, which follows from it. */
export const sizes = new Float64Array(2);
export const SIZE = 0;
export const GAIN = 1;

/** Makes the direction in `state` the best one if its separation is larger; returns whether it is. */
export function take(): boolean {
  if (!(state[GAP] > rimAxis[3] + sizes[GAIN])) return false;
  for (let i = 0; i < 4; i++) rimAxis[i] = state[i];
  return true;
}

/** The direction that EPA starts with, and the one that it ends with. */
export const epaAxis = new Float64Array(3);

/** A unit vector away from a body's axis, and one across both. */
const frame = new Float64Array(6);
/**
 * The place on the circle of a side, as the tangent of the angle from the first vector of `frame`, which the caller of
 * `measureTurned` writes; the slope of the separation there, and by how much the slope falls with the angle.
 */
const turned = new Float64Array(3);
const SLOPE = 1;
const FALL = 2;
/** The most steps of `climbSide`. */
const MOST_TURNS = 80;
/** The number of turns by Newton's method after which every third one goes half-way, as slopes jump at an edge. */
const SMOOTH_TURNS = 8;
/** The longest first step, which grows until the slope has changed its sign, and the tangent that ends the search. */
const FIRST_STEP = 1e-2;
const MOST_TANGENT = 2;

/**
 * Measures the direction of a body's side that is turned from the first vector of `frame` by the tangent in `turned`.
 * With m = n′ the slope is m·w, w being the way between the farthest points, and falls by what `climbRims` says, less
 * what the circle bends away from a great circle of directions.
 */
function measureTurned(body: Float64Array, sign: number): void {
  const tangent = turned[0];
  const scale = sign / Math.sqrt(1 + tangent * tangent);
  const cosine = body[ROUND_SIDE_COSINE] * scale;
  const sine = sign * body[ROUND_SIDE_SINE];
  for (let i = 0; i < 3; i++) {
    state[i] = cosine * (frame[i] + tangent * frame[3 + i]) + sine * body[ROUND_AXIS_X + i];
  }
  measure();
  let slope = 0;
  let aroundA = 0;
  let aroundB = 0;
  let rise = 0;
  for (let i = 0; i < 3; i++) {
    const m = cosine * (frame[3 + i] - tangent * frame[i]);
    const way = state[POINT_B + i] - state[POINT_A + i];
    slope += m * way;
    aroundA += m * state[AROUND_A + i];
    aroundB += m * state[AROUND_B + i];
    rise += way * body[ROUND_AXIS_X + i];
  }
  turned[SLOPE] = slope;
  turned[FALL] = state[CURVE_A] * aroundA * aroundA + state[CURVE_B] * aroundB * aroundB + (state[GAP] - sine * rise);
}

/** Climbs, from where EPA has ended, along the circle of directions that a body's side looks in. */
export function climbSide(body: Float64Array, sign: number): boolean {
  const ax = body[ROUND_AXIS_X];
  const ay = body[ROUND_AXIS_Y];
  const az = body[ROUND_AXIS_Z];
  const nx = sign * epaAxis[0];
  const ny = sign * epaAxis[1];
  const nz = sign * epaAxis[2];
  let vx = ay * nz - az * ny;
  let vy = az * nx - ax * nz;
  let vz = ax * ny - ay * nx;
  const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
  if (!(length > 1e-9)) return false;
  vx /= length;
  vy /= length;
  vz /= length;
  frame[0] = vy * az - vz * ay;
  frame[1] = vz * ax - vx * az;
  frame[2] = vx * ay - vy * ax;
  frame[3] = vx;
  frame[4] = vy;
  frame[5] = vz;
  sizes[GAIN] = PREFERENCE * sizes[SIZE];
  let hasGained = false;
  // The maximum is between `low` and `high`, where the slope falls through 0.
  let low = -Infinity;
  let high = Infinity;
  let at = 0;
  let step = FIRST_STEP;
  for (let turn = 0; turn < MOST_TURNS && Math.abs(at) < MOST_TANGENT; turn++) {
    turned[0] = at;
    measureTurned(body, sign);
    if (hasGained) sizes[GAIN] = 0;
    hasGained = take() || hasGained;
    const slope = turned[SLOPE];
    if (slope > 0) low = at;
    else if (slope < 0) high = at;
    else break;
    let next = at + ((1 + at * at) * slope) / turned[FALL];
    const isBetween = turned[FALL] > 0 && next > low && next < high;
    if (high - low < Infinity) {
      if (!isBetween || (turn > SMOOTH_TURNS && turn % 3 === 0)) next = 0.5 * (low + high);
    } else if (!(isBetween && Math.abs(next - at) < step)) {
      next = slope > 0 ? at + step : at - step;
      step *= 4;
    }
    if (next === at || next === low || next === high || Math.abs(next - at) < SHORTEST) break;
    at = next;
  }
  return hasGained;
}

/** The most steps of `climbRims`. */
const MOST_STEPS = 24;
/** Steps of Newton's method shorter than this turn no more than rounding does. */
const SHORTEST = 1e-15;

/**
 * Climbs, from the direction in `state`, to where two rims pass each other, by Newton's method. On the sphere of
 * directions the separation g has the slope w, the way between the farthest points, across n, and the second derivative
 * −M − g with M = Σ (r / sine) t tᵀ, t being the way around a rim.
 */
export function climbRims(): boolean {
  measure();
  sizes[GAIN] = PREFERENCE * sizes[SIZE];
  let hasGained = false;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (hasGained) sizes[GAIN] = 0;
    hasGained = take() || hasGained;
    const nx = state[0];
    const ny = state[1];
    const nz = state[2];
    const gap = state[GAP];
    // Across n: the way around the rim of A, and across both. The way around has length 1 unless n is A's axis.
    const ux = state[AROUND_A];
    const uy = state[AROUND_A + 1];
    const uz = state[AROUND_A + 2];
    const vx = ny * uz - nz * uy;
    const vy = nz * ux - nx * uz;
    const vz = nx * uy - ny * ux;
    const wx = state[POINT_B] - state[POINT_A];
    const wy = state[POINT_B + 1] - state[POINT_A + 1];
    const wz = state[POINT_B + 2] - state[POINT_A + 2];
    const gu = wx * ux + wy * uy + wz * uz;
    const gv = wx * vx + wy * vy + wz * vz;
    const bu = state[AROUND_B] * ux + state[AROUND_B + 1] * uy + state[AROUND_B + 2] * uz;
    const bv = state[AROUND_B] * vx + state[AROUND_B + 1] * vy + state[AROUND_B + 2] * vz;
    const curve = state[CURVE_B];
    const uu = state[CURVE_A] + curve * bu * bu + gap;
    const uv = curve * bu * bv;
    const vv = curve * bv * bv + gap;
    const determinant = uu * vv - uv * uv;
    if (!(determinant > 0 && uu > 0)) break;
    let su = (vv * gu - uv * gv) / determinant;
    let sv = (uu * gv - uv * gu) / determinant;
    const length = Math.sqrt(su * su + sv * sv);
    if (!(length > SHORTEST)) break;
    if (length > 0.1) {
      su *= 0.1 / length;
      sv *= 0.1 / length;
    }
    let better = false;
    for (let halving = 0; halving < 6 && !better; halving++) {
      const x = nx + su * ux + sv * vx;
      const y = ny + su * uy + sv * vy;
      const z = nz + su * uz + sv * vz;
      const scale = 1 / Math.sqrt(x * x + y * y + z * z);
      state[0] = x * scale;
      state[1] = y * scale;
      state[2] = z * scale;
      measure();
      better = state[GAP] > gap;
      su *= 0.5;
      sv *= 0.5;
    }
    if (!better) break;
  }
  return hasGained;
}
