import { PLANE_STRIDE, type PlaneSet } from '../../core/movement/blocking-planes.ts';
import type { Vector } from '../../core/movement/vector.ts';

/**
 * Relative to the lengths involved: how far a motion may seem to lie behind a plane by rounding alone. Normals come
 * from iterations here, so two parallel walls would else leave no motion between them.
 */
const ROUNDING = 2 ** -36;

/**
 * Square of the sine, and determinant of three normals, below which planes count as parallel: the line in which two of
 * them cross would lie so far off that rounding alone decides where.
 */
const LEAST_CROSSING = 1e-20;

/** The place of the candidate. */
const candidate = new Float64Array(3);
/** The best one, and its squared distance from the target. */
const best = new Float64Array(4);
const DISTANCE = 3;
/**
 * By plane, of the current two or three planes: how far the candidate lies behind it, or the multiple of its normal
 * that leads from the target to the candidate. Then, by pair of these planes, the cross product of their normals.
 */
const lacking = new Float64Array(3);
const line = new Float64Array(3);

/**
 * Writes the motion in space that is nearest to `target` among those that all planes allow, exactly: it is the target,
 * its foot on one of the planes, its foot on the line in which two of them cross, or the point in which three do. So
 * creases and corners of any angle are solved at once, and a mover does not bounce between their sides. Returns false
 * when the planes leave no motion. Of equally near motions the first one counts, in the order of the planes.
 *
 * For the nearest allowed motion, the target lies straight behind the planes that the motion was made from. This always
 * holds for a foot on one plane, and for a foot on the line of two planes if both are lacking along the line; where
 * such a foot is allowed by all other planes, no corner is tried.
 */
export function solvePlanes(out: Vector, target: Vector, planes: PlaneSet): boolean {
  const { count } = planes;
  for (let axis = 0; axis < 3; axis++) candidate[axis] = target[axis];
  if (isAllowed(planes, -1, -1, -1)) {
    for (let axis = 0; axis < 3; axis++) out[axis] = target[axis];
    return true;
  }
  best[DISTANCE] = Infinity;
  for (let i = 0; i < count; i++) {
    if (dropOnPlane(planes, target, i)) take(planes, target, i, -1, -1);
  }
  if (best[DISTANCE] < Infinity) return finish(out);
  // No motion at all is allowed unless an offset is positive. Where planes are all but parallel, the lines and points
  // in which they cross may be computed to lie anywhere, and one that is farther off than this is rounding.
  candidate.fill(0);
  take(planes, target, -1, -1, -1);
  let isNearest = false;
  for (let i = 0; i < count; i++) {
    for (let k = i + 1; k < count; k++) {
      if (!dropOnLine(planes, target, i, k)) continue;
      // The foot on a line is the nearest of all where the target lies behind both planes, as seen from it.
      if (take(planes, target, i, k, -1) && lacking[0] >= 0 && lacking[1] >= 0) isNearest = true;
    }
  }
  if (isNearest) return finish(out);
  for (let i = 0; i < count; i++) {
    for (let k = i + 1; k < count; k++) {
      for (let m = k + 1; m < count; m++) if (cross(planes, i, k, m)) take(planes, target, i, k, m);
    }
  }
  return best[DISTANCE] < Infinity && finish(out);
}

function finish(out: Vector): boolean {
  // Adding 0 makes a zero positive.
  for (let axis = 0; axis < 3; axis++) out[axis] = best[axis] + 0;
  return true;
}

/** Sets the candidate to the target's foot on a plane; false where the target is in front of the plane. */
function dropOnPlane({ normals, offsets }: PlaneSet, target: Vector, i: number): boolean {
  const at = i * PLANE_STRIDE;
  const x = normals[at];
  const y = normals[at + 1];
  const z = normals[at + 2];
  const lacks = offsets[i] - (x * target[0] + y * target[1] + z * target[2]);
  if (!(lacks > 0)) return false;
  candidate[0] = target[0] + lacks * x;
  candidate[1] = target[1] + lacks * y;
  candidate[2] = target[2] + lacks * z;
  return true;
}

/**
 * Sets the candidate to the target's foot on the line in which two planes cross, and `lacking` to the multiples of
 * their normals that lead there; false for parallel planes.
 */
function dropOnLine({ normals, offsets }: PlaneSet, target: Vector, i: number, k: number): boolean {
  const a = i * PLANE_STRIDE;
  const b = k * PLANE_STRIDE;
  writeCross(line, normals, a, b);
  const square = line[0] * line[0] + line[1] * line[1] + line[2] * line[2];
  if (!(square > LEAST_CROSSING)) return false;
  const cosine = normals[a] * normals[b] + normals[a + 1] * normals[b + 1] + normals[a + 2] * normals[b + 2];
  for (let axis = 0; axis < 3; axis++) candidate[axis] = target[axis];
  lacking[0] = 0;
  lacking[1] = 0;
  // The step is done twice: the second time removes what rounding has left of the first, which is much where the planes
  // are all but parallel.
  for (let round = 0; round < 2; round++) {
    const x = candidate[0];
    const y = candidate[1];
    const z = candidate[2];
    const lacksA = offsets[i] - (normals[a] * x + normals[a + 1] * y + normals[a + 2] * z);
    const lacksB = offsets[k] - (normals[b] * x + normals[b + 1] * y + normals[b + 2] * z);
    const byA = (lacksA - cosine * lacksB) / square;
    const byB = (lacksB - cosine * lacksA) / square;
    lacking[0] += byA;
    lacking[1] += byB;
    for (let axis = 0; axis < 3; axis++) candidate[axis] += byA * normals[a + axis] + byB * normals[b + axis];
  }
  return true;
}

/** Sets the candidate to the point in which three planes cross; false where two are parallel or all along one line. */
function cross({ normals, offsets }: PlaneSet, i: number, k: number, m: number): boolean {
  const a = i * PLANE_STRIDE;
  const b = k * PLANE_STRIDE;
  const c = m * PLANE_STRIDE;
  writeCross(line, normals, b, c);
  const determinant = normals[a] * line[0] + normals[a + 1] * line[1] + normals[a + 2] * line[2];
  if (!(determinant * determinant > LEAST_CROSSING)) return false;
  for (let axis = 0; axis < 3; axis++) candidate[axis] = 0;
  for (let round = 0; round < 2; round++) {
    lacking[0] = lacks(normals, offsets, i);
    lacking[1] = lacks(normals, offsets, k);
    lacking[2] = lacks(normals, offsets, m);
    for (let plane = 0; plane < 3; plane++) {
      const by = lacking[plane] / determinant;
      if (plane === 0) writeCross(line, normals, b, c);
      else if (plane === 1) writeCross(line, normals, c, a);
      else writeCross(line, normals, a, b);
      for (let axis = 0; axis < 3; axis++) candidate[axis] += by * line[axis];
    }
  }
  return true;
}

/** Returns how far the candidate lies behind a plane; negative in front of it. */
function lacks(normals: Float64Array, offsets: Float64Array, i: number): number {
  const at = i * PLANE_STRIDE;
  return offsets[i] - (normals[at] * candidate[0] + normals[at + 1] * candidate[1] + normals[at + 2] * candidate[2]);
}

function writeCross(out: Float64Array, vectors: Float64Array, a: number, b: number): void {
  out[0] = vectors[a + 1] * vectors[b + 2] - vectors[a + 2] * vectors[b + 1];
  out[1] = vectors[a + 2] * vectors[b] - vectors[a] * vectors[b + 2];
  out[2] = vectors[a] * vectors[b + 1] - vectors[a + 1] * vectors[b];
}

/**
 * Makes a candidate the best one if it is nearer than the best and allowed by all planes but those that it was made
 * from. Returns whether it is the best now.
 */
function take(planes: PlaneSet, target: Vector, i: number, k: number, m: number): boolean {
  const dx = candidate[0] - target[0];
  const dy = candidate[1] - target[1];
  const dz = candidate[2] - target[2];
  const distance = dx * dx + dy * dy + dz * dz;
  if (!(distance < best[DISTANCE]) || !isAllowed(planes, i, k, m)) return false;
  for (let axis = 0; axis < 3; axis++) best[axis] = candidate[axis];
  best[DISTANCE] = distance;
  return true;
}

function isAllowed({ normals, offsets, count }: PlaneSet, i: number, k: number, m: number): boolean {
  const x = candidate[0];
  const y = candidate[1];
  const z = candidate[2];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  for (let plane = 0; plane < count; plane++) {
    if (plane === i || plane === k || plane === m) continue;
    const at = plane * PLANE_STRIDE;
    const along = normals[at] * x + normals[at + 1] * y + normals[at + 2] * z;
    if (!(along >= offsets[plane] - ROUNDING * (size + Math.abs(offsets[plane])))) return false;
  }
  return true;
}
