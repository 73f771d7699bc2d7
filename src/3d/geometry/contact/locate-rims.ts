import { RIM_DISK_A, RIM_DISK_B, RIM_SIDE_A, RIM_SIDE_B } from './find-round-round-axis.ts';
import { ROUND_AXIS_X, ROUND_HALF, ROUND_HIGH, ROUND_LOW, ROUND_SIZE, ROUND_X } from './round-body.ts';
import { AROUND_A, AROUND_B, measure, POINT_A, POINT_B, rimAxis, roundA, roundB, state } from './round-pair.ts';

/** The points of A and B where they touch along the axis that was found. */
export const rimPoints = new Float64Array(6);

/** Writes `rimPoints` for an axis of the given kind. */
export function locateRims(kind: number): void {
  for (let i = 0; i < 3; i++) state[i] = rimAxis[i];
  measure();
  // A disk, the side or a rim of A is touched by a point of B's rim, and the other way round.
  const isOnA = kind === RIM_DISK_B || kind === RIM_SIDE_B;
  const isAcross = kind === RIM_SIDE_A || kind === RIM_SIDE_B;
  if (isAcross && locateSides()) return;
  if (kind === RIM_DISK_A && locateOnDisk(roundA, roundB, 1, POINT_B)) return;
  if (kind === RIM_DISK_B && locateOnDisk(roundB, roundA, -1, POINT_A)) return;
  const from = isOnA ? POINT_A : POINT_B;
  if (!isAcross) slideOntoDisk(isOnA ? roundB : roundA, isOnA ? roundA : roundB, from);
  const known = isOnA ? 0 : 3;
  for (let i = 0; i < 3; i++) rimPoints[known + i] = state[from + i];
  completeRimPoints(isOnA);
}

/** Below this sine of the angles between the axis that was found and both bodies' own the disks lie almost flat. */
const FLAT_SINE = 1e-3;
/** The disk of each body that looks along the normal: the middle, and the sine of the angle to the body's axis. */
const disks = new Float64Array(8);
const DISK_STRIDE = 4;
const DISK_SINE = 3;

/** Writes the disk of a body that looks along `rimAxis`, or against it, and returns whether that is the high one. */
function writeDisk(body: Float64Array, at: number): boolean {
  let along = 0;
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const j = i === 2 ? 0 : i + 1;
    const k = i === 0 ? 2 : i - 1;
    const cross = rimAxis[j] * body[ROUND_AXIS_X + k] - rimAxis[k] * body[ROUND_AXIS_X + j];
    along += rimAxis[i] * body[ROUND_AXIS_X + i];
    square += cross * cross;
  }
  const isHigh = body === roundA ? along > 0 : along < 0;
  const rise = isHigh ? body[ROUND_HALF] : -body[ROUND_HALF];
  for (let i = 0; i < 3; i++) disks[at + i] = body[ROUND_X + i] + rise * body[ROUND_AXIS_X + i];
  disks[at + DISK_SINE] = Math.sqrt(square);
  return isHigh;
}

/**
 * Moves the point of the rim of `other` at `state[at …]`, if it lies beside the disk of `body`, along the rim to where
 * the two rims cross. Where two disks lie almost flat on each other, a direction turns through a whole rim within so
 * small an angle that the separation tells the direction, but not the point of the rim.
 */
function slideOntoDisk(body: Float64Array, other: Float64Array, at: number): void {
  const radius = writeDisk(body, 0) ? body[ROUND_HIGH] : body[ROUND_LOW];
  const otherRadius = writeDisk(other, DISK_STRIDE) ? other[ROUND_HIGH] : other[ROUND_LOW];
  if (disks[DISK_SINE] > FLAT_SINE || disks[DISK_STRIDE + DISK_SINE] > FLAT_SINE) return;
  const nx = rimAxis[0];
  const ny = rimAxis[1];
  const nz = rimAxis[2];
  let x = state[at] - disks[0];
  let y = state[at + 1] - disks[1];
  let z = state[at + 2] - disks[2];
  const height = x * nx + y * ny + z * nz;
  x -= height * nx;
  y -= height * ny;
  z -= height * nz;
  const off = x * x + y * y + z * z;
  if (!(off > radius * radius)) return;
  let vx = disks[DISK_STRIDE] - disks[0];
  let vy = disks[DISK_STRIDE + 1] - disks[1];
  let vz = disks[DISK_STRIDE + 2] - disks[2];
  const rise = vx * nx + vy * ny + vz * nz;
  vx -= rise * nx;
  vy -= rise * ny;
  vz -= rise * nz;
  const square = vx * vx + vy * vy + vz * vz;
  // The circles cross at the part `along` of the way between their middles, and beside that way by the part `aside` of
  // it.
  const along = (0.5 * (square + radius * radius - otherRadius * otherRadius)) / square;
  const aside = (radius * radius) / square - along * along;
  let px: number;
  let py: number;
  let pz: number;
  if (aside >= 0) {
    const wx = ny * vz - nz * vy;
    const wy = nz * vx - nx * vz;
    const wz = nx * vy - ny * vx;
    const turn = x * wx + y * wy + z * wz < 0 ? -Math.sqrt(aside) : Math.sqrt(aside);
    px = along * vx + turn * wx;
    py = along * vy + turn * wy;
    pz = along * vz + turn * wz;
  } else {
    const share = radius / Math.sqrt(off);
    px = share * x;
    py = share * y;
    pz = share * z;
  }
  state[at] = disks[0] + px + height * nx;
  state[at + 1] = disks[1] + py + height * ny;
  state[at + 2] = disks[2] + pz + height * nz;
}

/** Writes the point of one body that lies across the gap from the point of the other body in `rimPoints`. */
function completeRimPoints(isOnA: boolean): void {
  const known = isOnA ? 0 : 3;
  const other = 3 - known;
  const step = isOnA ? rimAxis[3] : -rimAxis[3];
  for (let i = 0; i < 3; i++) rimPoints[other + i] = rimPoints[known + i] + step * rimAxis[i];
}

/** Both ends of a side count as equally far out when they differ by no more than this share of the size. */
const LEVEL = 1e-9;
/** The two ends of a line along the side of A and of one along B's. */
const lines = new Float64Array(12);

/** Writes the two ends of the line along a body's side that is farthest out; returns whether there is one. */
function writeLine(body: Float64Array, sign: number, at: number): boolean {
  const half = body[ROUND_HALF];
  let along = 0;
  for (let i = 0; i < 3; i++) along += sign * rimAxis[i] * body[ROUND_AXIS_X + i];
  const around = body === roundA ? AROUND_A : AROUND_B;
  let across = 0;
  for (let i = 0; i < 3; i++) {
    const j = i === 2 ? 0 : i + 1;
    const k = i === 0 ? 2 : i - 1;
    // The way out is the axis times the way around.
    const out = body[ROUND_AXIS_X + j] * state[around + k] - body[ROUND_AXIS_X + k] * state[around + j];
    across += sign * rimAxis[i] * out;
    lines[at + i] = body[ROUND_X + i] + half * body[ROUND_AXIS_X + i] + body[ROUND_HIGH] * out;
    lines[at + 3 + i] = body[ROUND_X + i] - half * body[ROUND_AXIS_X + i] + body[ROUND_LOW] * out;
  }
  const slack = LEVEL * (roundA[ROUND_SIZE] + roundB[ROUND_SIZE]);
  return Math.abs(2 * half * along + (body[ROUND_HIGH] - body[ROUND_LOW]) * across) <= slack;
}

/**
 * Writes the point where two sides touch: the middle between the nearest points of their lines. Returns false where one
 * of the sides has no line of which all points are equally far along the axis.
 */
function locateSides(): boolean {
  if (!writeLine(roundA, 1, 0) || !writeLine(roundB, -1, 6)) return false;
  let dd = 0;
  let de = 0;
  let ee = 0;
  let rd = 0;
  let re = 0;
  for (let i = 0; i < 3; i++) {
    const d = lines[3 + i] - lines[i];
    const e = lines[9 + i] - lines[6 + i];
    const r = lines[6 + i] - lines[i];
    dd += d * d;
    de += d * e;
    ee += e * e;
    rd += r * d;
    re += r * e;
  }
  const determinant = dd * ee - de * de;
  let t: number;
  if (determinant > 1e-14 * dd * ee) t = (rd * ee - re * de) / determinant;
  else {
    // Parallel: the middle of the part that they share.
    const first = rd / dd;
    const last = (rd + de) / dd;
    t = 0.5 * (Math.max(0, Math.min(first, last)) + Math.min(1, Math.max(first, last)));
  }
  t = Math.max(0, Math.min(1, t));
  for (let i = 0; i < 3; i++) rimPoints[i] = lines[i] + t * (lines[3 + i] - lines[i]);
  completeRimPoints(true);
  return true;
}

/**
 * Writes the point where a disk is touched by a disk or a side that lies flat on it: the common point nearest to the
 * disk's middle. Returns false where a rim touches.
 */
function locateOnDisk(disk: Float64Array, other: Float64Array, sign: number, at: number): boolean {
  let along = 0;
  let upright = 0;
  for (let i = 0; i < 3; i++) {
    along += disk[ROUND_AXIS_X + i] * other[ROUND_AXIS_X + i];
    upright += sign * rimAxis[i] * disk[ROUND_AXIS_X + i];
  }
  const height = upright > 0 ? disk[ROUND_HALF] : -disk[ROUND_HALF];
  const isOnA = sign < 0;
  const known = isOnA ? 0 : 3;
  if (writeLine(other, -sign, 0)) {
    let square = 0;
    let part = 0;
    for (let i = 0; i < 3; i++) {
      const d = lines[3 + i] - lines[i];
      square += d * d;
      part += d * (disk[ROUND_X + i] + height * disk[ROUND_AXIS_X + i] - lines[i]);
    }
    const t = Math.max(0, Math.min(1, part / square));
    for (let i = 0; i < 3; i++) rimPoints[known + i] = lines[i] + t * (lines[3 + i] - lines[i]);
    completeRimPoints(isOnA);
    return true;
  }
  if (Math.abs(along) < 1 - LEVEL * LEVEL) return false;
  // Both are disks: the point of the other disk that is nearest to the axis is taken.
  // The other body's outward direction is against the disk's, which is along its axis where `upright` is above 0.
  const end = along * upright > 0 ? -1 : 1;
  const otherHeight = end * other[ROUND_HALF];
  const radius = end > 0 ? other[ROUND_HIGH] : other[ROUND_LOW];
  let square = 0;
  for (let i = 0; i < 3; i++) {
    state[at + i] = other[ROUND_X + i] + otherHeight * other[ROUND_AXIS_X + i];
    lines[i] = disk[ROUND_X + i] - state[at + i];
  }
  let off = 0;
  for (let i = 0; i < 3; i++) off += lines[i] * disk[ROUND_AXIS_X + i];
  for (let i = 0; i < 3; i++) {
    lines[i] -= off * disk[ROUND_AXIS_X + i];
    square += lines[i] * lines[i];
  }
  const distance = Math.sqrt(square);
  const share = distance > radius ? radius / distance : 1;
  for (let i = 0; i < 3; i++) rimPoints[known + i] = state[at + i] + share * lines[i];
  completeRimPoints(isOnA);
  return true;
}
