import { createEpaReport, type EpaReport, separateEpa } from '../convex/penetration-epa.ts';
import type { SupportedShape } from '../convex/support.ts';
import { climbRims, climbSide, epaAxis, GAIN, PREFERENCE, SIZE, sizes, take } from './climb-round-axis.ts';
import {
  ROUND_AXIS_X,
  ROUND_AXIS_Y,
  ROUND_AXIS_Z,
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_LOW,
  ROUND_SIDE_SINE,
  ROUND_SIZE,
  ROUND_X,
  ROUND_Y,
  ROUND_Z,
} from './round-body.ts';
import { GAP, measure, POINT_A, POINT_B, rimAxis, roundA, roundB, state } from './round-pair.ts';

/*
 * The axis of the largest separation between two bodies of revolution with straight sides: cylinders and cones.
 *
 * It is one of few: at a disk of either body, on the circle of the directions that either one's side looks in, or where
 * two rims pass each other. Disks, and the direction in which the sides of two cylinders pass each other, are measured
 * first. EPA then looks for a better direction, and brackets the maximum to a millionth of the size. Where EPA finds
 * none, and the best direction so far is a local maximum, that direction is the axis. Otherwise sides and rims are
 * climbed to the last digits from where EPA has ended, and the best direction is taken.
 */

/** The kinds of features that may give the axis. */
export const RIM_APART = 0;
export const RIM_NONE = 1;
export const RIM_DISK_A = 2;
export const RIM_DISK_B = 3;
export const RIM_SIDE_A = 4;
export const RIM_SIDE_B = 5;
const RIM_RIMS = 6;

/** Share of the size to which EPA brackets the maximum. */
const BRACKET = 1e-6;
const report: EpaReport = /* @__PURE__ */ createEpaReport();
/**
 * The squared sine of the angle to the axis below which a direction counts as along the axis: it names no point of the
 * rim.
 */
const AXIAL_SQUARE = 1e-30;

function setDirection(from: Float64Array, at: number, sign: number): void {
  for (let i = 0; i < 3; i++) state[i] = sign * from[at + i];
}

const supportA: SupportedShape = { writeSupport: (out, at, direction) => writeSupport(out, at, roundA, direction) };
const supportB: SupportedShape = { writeSupport: (out, at, direction) => writeSupport(out, at, roundB, direction) };

/** Writes the farthest point along a direction of any length. Returns −1 for the feature, as for any curved surface. */
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
 * `RIM_APART` for any axis along which they are apart by more than `limit[0]`. If the bodies are apart by less than
 * that, the axis separates them, and the separation is less than their distance.
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
 * Returns whether the disk that gives the best direction holds the other body's farthest point: then the separation
 * falls to all sides of that direction, and is a maximum there.
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
 * Returns whether the sides of two cylinders pass each other between their ends: then the separation along the line
 * that is perpendicular to both axes is a maximum. That line meets the axes at s and t; directions that turn from it by
 * the small parts α along the axis of A and β along that of B gain α s − |α| halfA − β t − |β| halfB.
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

/**
 * Returns whether the bodies are apart by more than the limit along the direction of any length in `state`, or against
 * it.
 */
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
  // Two triangles have these sides, mirror images about c. The right one is on the side where d and d − e lie ahead.
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
