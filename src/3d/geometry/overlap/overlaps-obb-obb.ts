import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { PARALLEL_SIN_SQUARED } from '../../../core/tolerance.ts';

// Two boxes are apart exactly if they are apart along one of 15 directions: 3 face normals of A, 3 of B, and the 9
// cross products of an axis of A with an axis of B. Written in A's frame, with R the matrix of the products a_i·b_j and
// t the centre of B seen from A's, every projection is a sum of a few products.
//
// Where a_i and b_j are nearly parallel the cross product is short, and the result of its projections drowns in the
// rounding of R. Two things keep this from inventing a gap: the comparison leaves room for the rounding error, so it
// can only err towards overlap; and a case within that room is settled on the normalized cross product computed from
// the difference of the axes, a × b = a × (b − a), which does not cancel. Every direction found this way is a sound
// proof of separation whatever its own error, because the full projections of both boxes are compared on it.

/** Layout of an OBB: centre, halfExtents, axisX, axisY, axisZ. */
const EXTENTS = 3;
const AXES = 6;

/** Number of face directions: those of A, then those of B; the cross products follow. */
const FACE_DIRECTIONS = 6;

/** The largest rounding error of a projection, relative to the extents and the distance added up. */
const PROJECTION_ERROR = 2 ** -48; // 16 EPSILON

/** Relative to the size: a cross product has to beat the faces by this much, so that ties keep a face normal. */
const FACE_PREFERENCE = 1e-13;

/** The rotation from the axes of B to those of A: row i has axis i of A. */
const rotation = new Float64Array(9);
/** The centre of B in A's frame. */
const offsetInA = new Float64Array(3);
/** The direction worked out last by `crossDirection`. */
const direction = new Float64Array(3);

function dotAxes(a: NumberArray, at: number, b: NumberArray, bt: number): number {
  return a[at] * b[bt] + a[at + 1] * b[bt + 1] + a[at + 2] * b[bt + 2];
}

/** Returns the sum of all half extents and of the centre's offsets: the scale of every projection's rounding. */
function pairSize(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    sum += a[aOffset + EXTENTS + k] + b[bOffset + EXTENTS + k] + Math.abs(b[bOffset + k] - a[aOffset + k]);
  }
  return sum;
}

/**
 * Writes the unit cross product of axis i of A and axis j of B into `direction`; returns false for parallel axes.
 */
function crossDirection(
  a: NumberArray,
  aOffset: number,
  i: number,
  b: NumberArray,
  bOffset: number,
  j: number,
): boolean {
  const at = aOffset + AXES + 3 * i;
  const bt = bOffset + AXES + 3 * j;
  const sign = dotAxes(a, at, b, bt) < 0 ? -1 : 1;
  const dx = sign * b[bt] - a[at];
  const dy = sign * b[bt + 1] - a[at + 1];
  const dz = sign * b[bt + 2] - a[at + 2];
  const x = a[at + 1] * dz - a[at + 2] * dy;
  const y = a[at + 2] * dx - a[at] * dz;
  const z = a[at] * dy - a[at + 1] * dx;
  const lengthSquared = x * x + y * y + z * z;
  if (!(lengthSquared > PARALLEL_SIN_SQUARED)) return false;
  const scale = 1 / Math.sqrt(lengthSquared);
  direction[0] = x * scale;
  direction[1] = y * scale;
  direction[2] = z * scale;
  return true;
}

/** Returns the extent of a box from its centre along `direction`. */
function extentAlongDirection(obb: NumberArray, obbOffset: number): number {
  return (
    obb[obbOffset + EXTENTS] * Math.abs(dotAxes(direction, 0, obb, obbOffset + AXES)) +
    obb[obbOffset + EXTENTS + 1] * Math.abs(dotAxes(direction, 0, obb, obbOffset + AXES + 3)) +
    obb[obbOffset + EXTENTS + 2] * Math.abs(dotAxes(direction, 0, obb, obbOffset + AXES + 6))
  );
}

/** Returns the gap along `direction`, which it turns to point from A to B; negative when the projections overlap. */
function gapAlongDirection(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): number {
  const x = b[bOffset] - a[aOffset];
  const y = b[bOffset + 1] - a[aOffset + 1];
  const z = b[bOffset + 2] - a[aOffset + 2];
  let along = x * direction[0] + y * direction[1] + z * direction[2];
  if (along < 0) {
    along = -along;
    direction[0] = -direction[0];
    direction[1] = -direction[1];
    direction[2] = -direction[2];
  }
  return along - extentAlongDirection(a, aOffset) - extentAlongDirection(b, bOffset);
}

/** Tests the three faces of A, filling row by row R and t; returns the separating one or −1. */
function separatingFaceOfA(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number, error: number): number {
  const x = b[bOffset] - a[aOffset];
  const y = b[bOffset + 1] - a[aOffset + 1];
  const z = b[bOffset + 2] - a[aOffset + 2];
  for (let i = 0; i < 3; i++) {
    const at = aOffset + AXES + 3 * i;
    const along = x * a[at] + y * a[at + 1] + z * a[at + 2];
    const r0 = dotAxes(a, at, b, bOffset + AXES);
    const r1 = dotAxes(a, at, b, bOffset + AXES + 3);
    const r2 = dotAxes(a, at, b, bOffset + AXES + 6);
    offsetInA[i] = along;
    rotation[3 * i] = r0;
    rotation[3 * i + 1] = r1;
    rotation[3 * i + 2] = r2;
    const extent =
      a[aOffset + EXTENTS + i] +
      b[bOffset + EXTENTS] * Math.abs(r0) +
      b[bOffset + EXTENTS + 1] * Math.abs(r1) +
      b[bOffset + EXTENTS + 2] * Math.abs(r2);
    if (Math.abs(along) > extent + error) return i;
  }
  return -1;
}

/** Tests the three faces of B with R and t filled; returns 3, 4, 5 or −1. */
function separatingFaceOfB(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number, error: number): number {
  for (let j = 0; j < 3; j++) {
    const r0 = rotation[j];
    const r1 = rotation[3 + j];
    const r2 = rotation[6 + j];
    const along = offsetInA[0] * r0 + offsetInA[1] * r1 + offsetInA[2] * r2;
    const extent =
      b[bOffset + EXTENTS + j] +
      a[aOffset + EXTENTS] * Math.abs(r0) +
      a[aOffset + EXTENTS + 1] * Math.abs(r1) +
      a[aOffset + EXTENTS + 2] * Math.abs(r2);
    if (Math.abs(along) > extent + error) return 3 + j;
  }
  return -1;
}

/** Tests the nine cross products with R and t filled; returns 6 + 3i + j or −1. */
function separatingCross(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number, error: number): number {
  for (let i = 0; i < 3; i++) {
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    const extentA1 = a[aOffset + EXTENTS + i1];
    const extentA2 = a[aOffset + EXTENTS + i2];
    for (let j = 0; j < 3; j++) {
      const j1 = j === 2 ? 0 : j + 1;
      const j2 = j === 0 ? 2 : j - 1;
      const along = Math.abs(offsetInA[i2] * rotation[3 * i1 + j] - offsetInA[i1] * rotation[3 * i2 + j]);
      const extent =
        extentA1 * Math.abs(rotation[3 * i2 + j]) +
        extentA2 * Math.abs(rotation[3 * i1 + j]) +
        b[bOffset + EXTENTS + j1] * Math.abs(rotation[3 * i + j2]) +
        b[bOffset + EXTENTS + j2] * Math.abs(rotation[3 * i + j1]);
      if (along > extent + error) return FACE_DIRECTIONS + 3 * i + j;
      if (
        along > extent - error &&
        crossDirection(a, aOffset, i, b, bOffset, j) &&
        gapAlongDirection(a, aOffset, b, bOffset) > error
      ) {
        return FACE_DIRECTIONS + 3 * i + j;
      }
    }
  }
  return -1;
}

/**
 * Returns the index of the first direction that separates two OBBs, or −1 when they overlap (touching counts):
 * 0–2 the face normals of A, 3–5 those of B, 6 + 3i + j the cross product of axis i of A and axis j of B, tested in
 * this order. NaN gives −1.
 *
 * Source: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 4.4.1.
 */
export function findSeparatingAxisObbObb(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): number {
  const error = PROJECTION_ERROR * pairSize(a, aOffset, b, bOffset);
  let axis = separatingFaceOfA(a, aOffset, b, bOffset, error);
  if (axis < 0) axis = separatingFaceOfB(a, aOffset, b, bOffset, error);
  if (axis < 0) axis = separatingCross(a, aOffset, b, bOffset, error);
  return axis;
}

/**
 * Returns whether two OBBs have a point in common; touching counts, and rounding (about 1e-15 of the size) errs towards
 * overlap. Boxes whose edges are parallel or nearly so are handled. NaN gives false.
 *
 * Source: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 4.4.1.
 */
export function overlapsObbObb(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  const error = PROJECTION_ERROR * pairSize(a, aOffset, b, bOffset);
  if (separatingFaceOfA(a, aOffset, b, bOffset, error) >= 0) return false;
  if (separatingFaceOfB(a, aOffset, b, bOffset, error) >= 0) return false;
  if (separatingCross(a, aOffset, b, bOffset, error) >= 0) return false;
  // NaN separates along no axis; it shows in the sums.
  return rotation[0] + rotation[4] + rotation[8] < 4 && error < Infinity;
}

/**
 * Writes the direction along which two OBBs are farthest apart, or overlap least, and its index (4 numbers:
 * `nx ny nz index`, unit, pointing from A to B; index as in `findSeparatingAxisObbObb`), and returns the separation
 * along it. Negative: the boxes overlap, and moving B by −separation along the normal is the shortest way out.
 * Positive: they are apart, by at least this much.
 *
 * Among directions that are equal within rounding a face normal is preferred, and the lower index among those.
 * Concentric boxes are fine. NaN in gives NaN.
 *
 * Source: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 4.4.1.
 */
export function separationObbObb(
  out: WritableNumberArray,
  outOffset: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): number {
  const size = pairSize(a, aOffset, b, bOffset);
  let best = -Infinity;
  let index = -1;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let axis = 0; axis < FACE_DIRECTIONS + 9; axis++) {
    if (axis < FACE_DIRECTIONS) {
      const ofA = axis < 3;
      const from = ofA ? aOffset + AXES + 3 * axis : bOffset + AXES + 3 * (axis - 3);
      for (let k = 0; k < 3; k++) direction[k] = ofA ? a[from + k] : b[from + k];
    } else {
      const i = axis < 9 ? 0 : axis < 12 ? 1 : 2;
      if (!crossDirection(a, aOffset, i, b, bOffset, axis - FACE_DIRECTIONS - 3 * i)) continue;
    }
    const gap = gapAlongDirection(a, aOffset, b, bOffset);
    const needed = axis < FACE_DIRECTIONS ? best : best + FACE_PREFERENCE * size;
    if (gap > needed) {
      best = gap;
      index = axis;
      nx = direction[0];
      ny = direction[1];
      nz = direction[2];
    }
  }
  out[outOffset] = nx;
  out[outOffset + 1] = ny;
  out[outOffset + 2] = nz;
  out[outOffset + 3] = index;
  // A NaN axis leaves no gap to take.
  return size < Infinity && index >= 0 ? best : Number.NaN;
}
