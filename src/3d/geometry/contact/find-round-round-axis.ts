import { createEpaReport, type EpaReport, separateEpa } from '../convex/penetration-epa.ts';
import type { SupportedShape } from '../convex/support.ts';
import {
  ROUND_AXIS_X,
  ROUND_AXIS_Y,
  ROUND_AXIS_Z,
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_LOW,
  ROUND_SIDE_COSINE,
  ROUND_SIDE_SINE,
  ROUND_SIZE,
  ROUND_X,
  ROUND_Y,
  ROUND_Z,
} from './round-body.ts';
import {
  AROUND_A,
  AROUND_B,
  CURVE_A,
  CURVE_B,
  GAP,
  measure,
  POINT_A,
  POINT_B,
  rimAxis,
  roundA,
  roundB,
  state,
} from './round-pair.ts';

/*
 * The axis of the largest separation between two bodies of revolution with straight sides: cylinders and cones.
 *
 * It is one of few: at a disk of either body, on the circle of the directions that either one's side looks in, or where
 * two rims pass each other. Disks, and the direction in which the sides of two cylinders pass each other, are measured
 * first. EPA then looks for a better direction, and brackets the maximum to a millionth of the size. Where EPA finds
 * none, and what is known is a maximum of its own, that is the one. Otherwise sides and rims are climbed to the last
 * digits from where EPA has ended, and the best one is taken.
 */

/** The kinds of features that may give the axis. */
export const RIM_APART = 0;
export const RIM_NONE = 1;
export const RIM_DISK_A = 2;
export const RIM_DISK_B = 3;
export const RIM_SIDE_A = 4;
export const RIM_SIDE_B = 5;
export const RIM_RIMS = 6;

/** Share of the size to which EPA brackets the maximum. */
const BRACKET = 1e-6;
/** Share of the size by which a direction has to beat that of a disk or of a side, which give more points. */
const PREFERENCE = 1e-12;
const report: EpaReport = /* @__PURE__ */ createEpaReport();
/** Squared sine of the angle to the axis below which a direction has no side. */
const AXIAL_SQUARE = 1e-30;

/** The size of the pair under way, and the least gain that counts, which follows from it. */
const sizes = new Float64Array(2);
const SIZE = 0;
const GAIN = 1;

/** Makes the direction in `state` the best one if its separation is larger; returns whether it is. */
function take(): boolean {
  if (!(state[GAP] > rimAxis[3] + sizes[GAIN])) return false;
  for (let i = 0; i < 4; i++) rimAxis[i] = state[i];
  return true;
}

function setDirection(from: Float64Array, at: number, sign: number): void {
  for (let i = 0; i < 3; i++) state[i] = sign * from[at + i];
}

const supportA: SupportedShape = { writeSupport: (out, at, direction) => writeSupport(out, at, roundA, direction) };
const supportB: SupportedShape = { writeSupport: (out, at, direction) => writeSupport(out, at, roundB, direction) };

/** Writes the farthest point along a direction of any length; −1, as a body is curved wherever it matters. */
function writeSupport(out: Float64Array, at: number, body: Float64Array, direction: Float64Array): number {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const ax = body[ROUND_AXIS_X];
  const ay = body[ROUND_AXIS_Y];
  const az = body[ROUND_AXIS_Z];
  const along = dx * ax + dy * ay + dz * az;
  const sx = dy * az - dz * ay;
  const sy = dz * ax - dx * az;
  const sz = dx * ay - dy * ax;
  const square = sx * sx + sy * sy + sz * sz;
  const across = Math.sqrt(square);
  const half = body[ROUND_HALF];
  const isHigh = half * along + body[ROUND_HIGH] * across >= body[ROUND_LOW] * across - half * along;
  const outwards =
    square > AXIAL_SQUARE * (dx * dx + dy * dy + dz * dz) ? (isHigh ? body[ROUND_HIGH] : body[ROUND_LOW]) / across : 0;
  const rise = isHigh ? half : -half;
  out[at] = body[ROUND_X] + rise * ax + outwards * (ay * sz - az * sy);
  out[at + 1] = body[ROUND_Y] + rise * ay + outwards * (az * sx - ax * sz);
  out[at + 2] = body[ROUND_Z] + rise * az + outwards * (ax * sy - ay * sx);
  return -1;
}

/**
 * Finds the axis of the largest separation between `roundA` and `roundB`, leaves it in `rimAxis`, and returns its kind;
 * `RIM_APART` for any axis along which they are apart by more than `limit[0]`. Of bodies apart by less the axis parts
 * them, and the separation is less than their distance.
 */
export function findRoundRoundAxis(limit: Float64Array): number {
  const size = roundA[ROUND_SIZE] + roundB[ROUND_SIZE];
  sizes[SIZE] = size;
  sizes[GAIN] = PREFERENCE * size;
  let kind = RIM_NONE;
  rimAxis[3] = -Infinity;
  // Along the line of the middles, and across both axes: these part most bodies that are apart.
  for (let i = 0; i < 3; i++) state[i] = roundB[ROUND_X + i] - roundA[ROUND_X + i];
  if (measureQuick(limit)) return RIM_APART;
  rimAxis[3] = -Infinity;
  for (let turn = 0; turn < 4; turn++) {
    const body = turn < 2 ? roundA : roundB;
    setDirection(body, ROUND_AXIS_X, turn % 2 === 0 ? 1 : -1);
    measure();
    if (take()) kind = turn < 2 ? RIM_DISK_A : RIM_DISK_B;
  }
  if (!(rimAxis[3] <= limit[0])) return RIM_APART;
  let isMaximum = isOnDisk(kind);
  for (let i = 0; i < 3; i++) {
    const j = i === 2 ? 0 : i + 1;
    const k = i === 0 ? 2 : i - 1;
    state[i] =
      roundA[ROUND_AXIS_X + j] * roundB[ROUND_AXIS_X + k] - roundA[ROUND_AXIS_X + k] * roundB[ROUND_AXIS_X + j];
  }
  if (measureQuick(limit)) return RIM_APART;
  if (doSidesCross()) {
    // The direction that was measured last is the opposite one.
    let isBetter = take();
    for (let i = 0; i < 3; i++) state[i] = 0 - state[i];
    measure();
    isBetter = take() || isBetter;
    if (isBetter) {
      kind = RIM_SIDE_A;
      isMaximum = true;
    }
  }
  report.tolerance = BRACKET * size;
  for (let i = 0; i < 3; i++) epaAxis[i] = rimAxis[i];
  report.depth = -rimAxis[3];
  separateEpa(epaAxis, 0, supportA, supportB, report);
  const found = -report.depth;
  if (found > limit[0]) return RIM_APART;
  if (found > 0) {
    setDirection(epaAxis, 0, 1);
    measure();
    take();
    return RIM_NONE;
  }
  if (!isMaximum || found > rimAxis[3] + PREFERENCE * size) {
    if (climbSide(roundA, 1)) kind = RIM_SIDE_A;
    if (climbSide(roundB, -1)) kind = RIM_SIDE_B;
    setDirection(epaAxis, 0, 1);
    if (climbRims()) kind = RIM_RIMS;
  }
  if (setBetweenDisks() && climbRims()) kind = RIM_RIMS;
  // The direction that EPA has found is never better, unless EPA ended where its depth is uncertain.
  return rimAxis[3] < found - PREFERENCE * size ? RIM_NONE : kind;
}

/**
 * Whether the disk that gives the best direction holds the other body's farthest point: then the separation falls to
 * all sides of that direction, and is a maximum there.
 */
function isOnDisk(kind: number): boolean {
  const isA = kind === RIM_DISK_A;
  const body = isA ? roundA : roundB;
  for (let i = 0; i < 3; i++) state[i] = rimAxis[i];
  measure();
  const point = isA ? POINT_B : POINT_A;
  let outwards = 0;
  let height = 0;
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const way = state[point + i] - body[ROUND_X + i];
    outwards += rimAxis[i] * body[ROUND_AXIS_X + i];
    height += way * body[ROUND_AXIS_X + i];
    square += way * way;
  }
  const radius = outwards > 0 === isA ? body[ROUND_HIGH] : body[ROUND_LOW];
  return square - height * height < radius * radius;
}

/**
 * Whether the sides of two cylinders pass each other between their ends: then the separation along the line that is
 * perpendicular to both axes is a maximum. That line meets the axes at s and t; directions that turn from it by the
 * small parts α along the axis of A and β along that of B gain α s − |α| halfA − β t − |β| halfB.
 */
function doSidesCross(): boolean {
  if (roundA[ROUND_SIDE_SINE] !== 0 || roundB[ROUND_SIDE_SINE] !== 0) return false;
  let along = 0;
  let onA = 0;
  let onB = 0;
  for (let i = 0; i < 3; i++) {
    const way = roundB[ROUND_X + i] - roundA[ROUND_X + i];
    along += roundA[ROUND_AXIS_X + i] * roundB[ROUND_AXIS_X + i];
    onA += way * roundA[ROUND_AXIS_X + i];
    onB += way * roundB[ROUND_AXIS_X + i];
  }
  const square = 1 - along * along;
  if (!(square > NEARLY_PARALLEL * NEARLY_PARALLEL)) return false;
  return (
    Math.abs(onA - along * onB) < square * roundA[ROUND_HALF] &&
    Math.abs(along * onA - onB) < square * roundB[ROUND_HALF]
  );
}

/** The direction that EPA starts with, and the one that it ends with. */
const epaAxis = new Float64Array(3);

/** Whether the bodies are apart by more than the limit along the direction of any length in `state`, or against it. */
function measureQuick(limit: Float64Array): boolean {
  const length = Math.sqrt(state[0] * state[0] + state[1] * state[1] + state[2] * state[2]);
  if (!(length > PREFERENCE * sizes[SIZE])) return false;
  for (let i = 0; i < 3; i++) state[i] /= length;
  measure();
  if (state[GAP] > limit[0]) return true;
  for (let i = 0; i < 3; i++) state[i] = 0 - state[i];
  measure();
  return state[GAP] > limit[0];
}

/** Sine of the angle between two axes below which the rims curve so much between them that EPA's result is no start. */
const NEARLY_PARALLEL = 0.05;
/** The way from the disk of A to the one of B that faces it, and from the axis of A to that of B. */
const between = new Float64Array(6);

/**
 * Sets the direction between two disks, nearly parallel, that face each other, in which their rims cross. With n = a +
 * d the separation is, but for squares of d, a constant plus d·c − rA |d| − rB |d − e|, where c is the way between the
 * disks' middles and e the one between their axes. That has a maximum inside where c = rA u + rB v with unit vectors u
 * along d and v along d − e: a triangle with the sides rA, rB and |c|. Returns false where there is none.
 */
function setBetweenDisks(): boolean {
  let cosine = 0;
  let along = 0;
  for (let i = 0; i < 3; i++) {
    cosine += roundA[ROUND_AXIS_X + i] * roundB[ROUND_AXIS_X + i];
    along += roundA[ROUND_AXIS_X + i] * epaAxis[i];
  }
  if (cosine * cosine < 1 - NEARLY_PARALLEL * NEARLY_PARALLEL) return false;
  const signA = along < 0 ? -1 : 1;
  const signB = cosine < 0 ? -signA : signA;
  const radiusA = signA > 0 ? roundA[ROUND_HIGH] : roundA[ROUND_LOW];
  const radiusB = signB > 0 ? roundB[ROUND_LOW] : roundB[ROUND_HIGH];
  const nx = signA * roundA[ROUND_AXIS_X];
  const ny = signA * roundA[ROUND_AXIS_Y];
  const nz = signA * roundA[ROUND_AXIS_Z];
  for (let i = 0; i < 3; i++) {
    const a = signA * roundA[ROUND_AXIS_X + i];
    const b = signB * roundB[ROUND_AXIS_X + i];
    between[i] = roundB[ROUND_X + i] - b * roundB[ROUND_HALF] - (roundA[ROUND_X + i] + a * roundA[ROUND_HALF]);
    between[3 + i] = b - a;
  }
  // Two axes across a: along c, and across both.
  const up = between[0] * nx + between[1] * ny + between[2] * nz;
  let px = between[0] - up * nx;
  let py = between[1] - up * ny;
  let pz = between[2] - up * nz;
  const length = Math.sqrt(px * px + py * py + pz * pz);
  if (!(length > 0 && radiusA > 0 && radiusB > 0)) return false;
  px /= length;
  py /= length;
  pz /= length;
  const qx = ny * pz - nz * py;
  const qy = nz * px - nx * pz;
  const qz = nx * py - ny * px;
  const ep = between[3] * px + between[4] * py + between[5] * pz;
  const eq = between[3] * qx + between[4] * qy + between[5] * qz;
  const cosineU = (length * length + radiusA * radiusA - radiusB * radiusB) / (2 * length * radiusA);
  if (!(cosineU * cosineU < 1)) return false;
  // Two triangles have these sides, mirror images about c. The one wanted is on the side where d and d − e lie ahead.
  for (let side = -1; side <= 1; side += 2) {
    const uq = side * Math.sqrt(1 - cosineU * cosineU);
    const vp = (length - radiusA * cosineU) / radiusB;
    const vq = (-radiusA * uq) / radiusB;
    const turn = cosineU * vq - uq * vp;
    const far = (ep * vq - eq * vp) / turn;
    const beyond = (ep * uq - eq * cosineU) / turn;
    if (!(far > 0 && beyond > 0)) continue;
    const dp = far * cosineU;
    const dq = far * uq;
    const x = nx + dp * px + dq * qx;
    const y = ny + dp * py + dq * qy;
    const z = nz + dp * pz + dq * qz;
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    state[0] = x * scale;
    state[1] = y * scale;
    state[2] = z * scale;
    return true;
  }
  return false;
}

/** A unit vector away from a body's axis, and one across both. */
const frame = new Float64Array(6);
/**
 * The place on the circle of a side, as the tangent of the angle from the first vector of `frame`, which the caller of
 * `measureTurned` writes; the slope of the separation there, and by how much the slope falls with the angle.
 */
const turned = new Float64Array(3);
const SLOPE = 1;
const FALL = 2;
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
function climbSide(body: Float64Array, sign: number): boolean {
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

const MOST_STEPS = 24;
/** Steps of Newton's method shorter than this turn no more than rounding does. */
const SHORTEST = 1e-15;

/**
 * Climbs, from the direction in `state`, to where two rims pass each other, by Newton's method. On the sphere of
 * directions the separation g has the slope w, the way between the farthest points, across n, and the second derivative
 * −M − g with M = Σ (r / sine) t tᵀ, t being the way around a rim.
 */
function climbRims(): boolean {
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
