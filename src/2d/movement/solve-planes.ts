import { PLANE_STRIDE, type PlaneSet } from '../../core/movement/blocking-planes.ts';
import type { Vector } from '../../core/movement/vector.ts';
import { EPSILON } from '../../core/tolerance.ts';

/** Relative to the lengths involved: how far a motion may seem to lie behind a plane by rounding alone. */
const ROUNDING = 8 * EPSILON;

/** The place of the candidate, and its squared distance from the target. */
const candidate = new Float64Array(2);
const best = new Float64Array(3);
const DISTANCE = 2;

/**
 * Writes the motion in the plane that is nearest to `target` among those that all planes allow, exactly: it is the
 * target, its foot on one of the lines, or where two of them cross. So corners and wedges of any angle are solved at
 * once, and a mover does not bounce between their sides. Returns false when the planes leave no motion. Of equally near
 * motions the first one counts, in the order of the planes.
 */
export function solvePlanes(out: Vector, target: Vector, planes: PlaneSet): boolean {
  const { normals, offsets, count } = planes;
  const x = target[0];
  const y = target[1];
  out[2] = 0;
  candidate[0] = x;
  candidate[1] = y;
  if (isAllowed(planes, -1, -1)) {
    out[0] = x;
    out[1] = y;
    return true;
  }
  best[DISTANCE] = Infinity;
  for (let i = 0; i < count; i++) {
    const nx = normals[i * PLANE_STRIDE];
    const ny = normals[i * PLANE_STRIDE + 1];
    const lacking = offsets[i] - (nx * x + ny * y);
    if (!(lacking > 0)) continue;
    candidate[0] = x + lacking * nx;
    candidate[1] = y + lacking * ny;
    take(planes, target, i, -1);
  }
  // No motion at all is allowed unless an offset is positive. Where lines are all but parallel, they may be computed to
  // cross anywhere, and a crossing that is farther off than this is rounding.
  candidate.fill(0);
  take(planes, target, -1, -1);
  for (let i = 0; i < count; i++) {
    for (let k = i + 1; k < count; k++) if (cross(planes, i, k)) take(planes, target, i, k);
  }
  if (best[DISTANCE] === Infinity) return false;
  out[0] = best[0];
  out[1] = best[1];
  return true;
}

/** Sets the candidate to where the lines of two planes cross; false for parallel ones. */
function cross({ normals, offsets }: PlaneSet, i: number, k: number): boolean {
  const ax = normals[i * PLANE_STRIDE];
  const ay = normals[i * PLANE_STRIDE + 1];
  const bx = normals[k * PLANE_STRIDE];
  const by = normals[k * PLANE_STRIDE + 1];
  const determinant = ax * by - ay * bx;
  if (Math.abs(determinant) <= ROUNDING) return false;
  // Adding to 0 keeps a zero positive.
  candidate[0] = 0 + (offsets[i] * by - offsets[k] * ay) / determinant;
  candidate[1] = 0 + (offsets[k] * ax - offsets[i] * bx) / determinant;
  return true;
}

/**
 * Makes a candidate the best one if it is nearer than the best and allowed by all planes but those that it was made
 * from.
 */
function take(planes: PlaneSet, target: Vector, madeFrom: number, andFrom: number): void {
  const dx = candidate[0] - target[0];
  const dy = candidate[1] - target[1];
  const distance = dx * dx + dy * dy;
  if (!(distance < best[DISTANCE]) || !isAllowed(planes, madeFrom, andFrom)) return;
  best[0] = candidate[0];
  best[1] = candidate[1];
  best[DISTANCE] = distance;
}

function isAllowed({ normals, offsets, count }: PlaneSet, madeFrom: number, andFrom: number): boolean {
  const x = candidate[0];
  const y = candidate[1];
  for (let i = 0; i < count; i++) {
    if (i === madeFrom || i === andFrom) continue;
    const along = normals[i * PLANE_STRIDE] * x + normals[i * PLANE_STRIDE + 1] * y;
    const slack = ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(offsets[i]));
    if (!(along >= offsets[i] - slack)) return false;
  }
  return true;
}
