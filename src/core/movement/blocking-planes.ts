import { reserve } from '../typed-array.ts';
import { clearVector, createVector, type Scalar, type Vector } from './vector.ts';

/** How many numbers a normal has in `PlaneSet.normals`. */
export const PLANE_STRIDE = 3;

/**
 * Half spaces that a motion has to end in: v is allowed where n · v ≥ offset, for the unit normal n of each. Offset 0
 * is a surface that the mover is at and must not go into, a positive offset is a surface that it has to get away from.
 */
export interface PlaneSet {
  count: number;
  normals: Float64Array;
  offsets: Float64Array;
}

/**
 * Writes the motion nearest to `target` that all planes allow. Returns false, and writes nothing of use, when no motion
 * is allowed; with offsets of at most 0 there always is one. See the dimensions' `solvePlanes`.
 */
export type SolvePlanes = (out: Vector, target: Vector, planes: PlaneSet) => boolean;

export function createPlaneSet(): PlaneSet {
  return { count: 0, normals: new Float64Array(0), offsets: new Float64Array(0) };
}

export function addPlane(planes: PlaneSet, normal: Vector, offset: Scalar): void {
  const at = planes.count * PLANE_STRIDE;
  planes.normals = reserve(planes.normals, at + PLANE_STRIDE);
  planes.offsets = reserve(planes.offsets, planes.count + 1);
  for (let i = 0; i < PLANE_STRIDE; i++) planes.normals[at + i] = normal[i];
  planes.offsets[planes.count++] = offset[0];
}

/** Makes a set one of the planes of another. */
export function copyPlanes(to: PlaneSet, { count, normals, offsets }: PlaneSet): void {
  to.count = count;
  to.normals = reserve(to.normals, count * PLANE_STRIDE);
  to.offsets = reserve(to.offsets, count);
  for (let i = 0; i < count * PLANE_STRIDE; i++) to.normals[i] = normals[i];
  for (let i = 0; i < count; i++) to.offsets[i] = offsets[i];
}

/** The cosine between two normals from which on the two surfaces count as one. */
export const SAME_NORMAL = 1 - 1e-12;

/**
 * Raises the offset of a plane that is met once more by rounding: by `least` first, then by ever more. Returns whether
 * the plane was in the set.
 */
export function raisePlane({ normals, offsets, count }: PlaneSet, normal: Vector, least: Scalar): boolean {
  for (let i = 0; i < count; i++) {
    let along = 0;
    for (let k = 0; k < PLANE_STRIDE; k++) along += normals[i * PLANE_STRIDE + k] * normal[k];
    if (along < SAME_NORMAL) continue;
    offsets[i] = offsets[i] === 0 ? least[0] : 8 * offsets[i];
    return true;
  }
  return false;
}

/**
 * The number of halvings in the search for the least violation. The search does not go down to rounding: between walls
 * that are parallel but for rounding, the place of the least violation may be far away.
 */
const RELAXATIONS = 32;

/**
 * The longest way out, in multiples of the largest offset, except for ways that the caller calls short. Walls that open
 * by less than 29° count as parallel.
 */
const LONGEST_WAY = 4;

/**
 * The longest way out that counts as short, in multiples of the largest offset. Walls that open by less than 7° count
 * as parallel.
 */
const LONGEST_SHORT_WAY = 16;

/** The wanted motion of a mover that should stay where it is. */
const STAY = createVector();

const limits = new Float64Array(4);
const given = createPlaneSet();

/**
 * Writes the shortest motion that the planes allow. If they allow none, or only one that is too long, writes the motion
 * that keeps the largest violation least: between two walls that are too near to each other, this leads to the middle.
 * Writes the violation, 0 for none. A motion is too long beyond LONGEST_WAY times the largest offset, or up to a length
 * of `short` beyond LONGEST_SHORT_WAY times it.
 */
export function relaxPlanes(out: Vector, violation: Scalar, planes: PlaneSet, solve: SolvePlanes, short: Scalar): void {
  violation[0] = 0;
  // A mover that stays where it is violates no plane by more than the largest offset.
  limits[0] = 0;
  limits[1] = 0;
  for (let i = 0; i < planes.count; i++) limits[1] = Math.max(limits[1], planes.offsets[i]);
  limits[3] = Math.max(LONGEST_WAY * limits[1], Math.min(LONGEST_SHORT_WAY * limits[1], short[0]));
  if (solve(out, STAY, planes) && isNear(out)) return;
  for (let round = 0; round < RELAXATIONS; round++) {
    limits[2] = limits[0] + 0.5 * (limits[1] - limits[0]);
    limits[loosen(planes, 2) && solve(out, STAY, given) && isNear(out) ? 1 : 0] = limits[2];
  }
  loosen(planes, 1);
  if (!(solve(out, STAY, given) && isNear(out))) clearVector(out);
  violation[0] = limits[1];
}

/** Returns whether a way out is no longer than the limit. */
function isNear(way: Vector): boolean {
  return way[0] * way[0] + way[1] * way[1] + way[2] * way[2] <= limits[3] * limits[3];
}

/** Sets `given` to the planes with their offsets lowered by `limits[by]`. Returns true. */
function loosen(planes: PlaneSet, by: number): boolean {
  const { count } = planes;
  given.count = count;
  given.normals = reserve(given.normals, count * PLANE_STRIDE);
  given.offsets = reserve(given.offsets, count);
  for (let i = 0; i < count * PLANE_STRIDE; i++) given.normals[i] = planes.normals[i];
  for (let i = 0; i < count; i++) given.offsets[i] = planes.offsets[i] - limits[by];
  return true;
}
