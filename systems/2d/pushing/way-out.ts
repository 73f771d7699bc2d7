import { solvePlanes } from '../../../src/2d/movement/solve-planes.ts';
import { addPlane, createPlaneSet, type PlaneSet } from '../../../src/core/movement/blocking-planes.ts';
import {
  clearVector,
  copyVector,
  createScalar,
  createVector,
  subtractVectors,
  type Vector,
  writeLength,
} from '../../../src/core/movement/vector.ts';
import { mostViolated, projectOn } from './allowed-place.ts';
import { amount, gap, normal, wayOut } from './body-registers.ts';
import { type Crowd, PLANE_LENGTH, PLANE_SEPARATION, SLOP, STRENGTH } from './crowd.ts';

/**
 * The longest way out that is taken, as a multiple of the deepest overlap: between walls that are all but parallel it
 * would be as long as can be.
 */
const FARTHEST_WAY = 4;

/** Halvings of the part of its overlaps that a body can leave. */
const HALVINGS = 12;

const planes: PlaneSet = createPlaneSet();
const tried = createVector();
const step = createVector();
const nowhere = createVector();
/** Read by `setPlanes`: the part of each way out that the planes require. */
const part = createScalar();

/**
 * Writes to `out` the place nearest to `target` that the planes of a body allow: outside of the walls that the body is
 * outside of, no deeper in those that it is in, and out of these as far as there is room. Places are relative to where
 * the pushes on the body begin. Returns false where `target` itself is allowed. Reads `gap`.
 */
export function writeAllowedPlace(out: Vector, target: Vector, crowd: Crowd, index: number): boolean {
  const worst = mostViolated(crowd, index, target, -1, gap, amount);
  if (worst < 0) return false;
  if (projectOn(out, target, crowd, index, worst, gap, amount)) return true;
  // With part 0 the planes require no way out, so they allow the place where the body is.
  part[0] = 0;
  setPlanes(crowd, index);
  if (!solvePlanes(out, target, planes)) clearVector(out);
  if (amount[0] > 0) leave(out, target, crowd, index);
  return true;
}

/**
 * Writes to `wayOut` the shortest way that the planes of a body leave it out of all that it is in, and its length to
 * `amount`: Infinity where there is none. Reads `gap`.
 */
export function writeWayOut(crowd: Crowd, index: number): void {
  clearVector(wayOut);
  const worst = mostViolated(crowd, index, nowhere, -1, gap, amount);
  if (worst < 0 || projectOn(wayOut, nowhere, crowd, index, worst, gap, amount)) {
    writeLength(amount, wayOut);
    return;
  }
  part[0] = 1;
  setPlanes(crowd, index);
  const longest = FARTHEST_WAY * amount[0];
  const isFound = solvePlanes(wayOut, nowhere, planes);
  writeLength(amount, wayOut);
  if (!isFound || amount[0] > longest) amount[0] = Infinity;
}

/**
 * Moves `out`, the nearest place for which the body leaves no wall, to a place out of the walls that the body is in, as
 * far as there is one: a bisection finds the largest part of all ways out that the planes allow together. Reads
 * `amount`, the longest way out.
 */
function leave(out: Vector, target: Vector, crowd: Crowd, index: number): void {
  let low = 0;
  let high = 1;
  const longest = FARTHEST_WAY * amount[0];
  part[0] = 1;
  for (let i = 0; i <= HALVINGS; i++) {
    setPlanes(crowd, index);
    const isFound = solvePlanes(tried, target, planes);
    subtractVectors(step, tried, out);
    writeLength(amount, step);
    if (isFound && amount[0] <= longest) {
      copyVector(out, tried);
      low = part[0];
      if (low === 1) return;
    } else {
      high = part[0];
    }
    part[0] = 0.5 * (low + high);
  }
}

/**
 * Sets `planes` to those of a body, each of which requires `part` of the way out. Writes to `amount` the longest whole
 * way out.
 */
function setPlanes(crowd: Crowd, index: number): void {
  const { firstPlane, planeCount, settings } = crowd;
  planes.count = 0;
  let most = 0;
  for (let i = 0; i < planeCount[index]; i++) {
    const at = PLANE_LENGTH * (firstPlane[index] + i);
    const separation = crowd.planes[at + PLANE_SEPARATION];
    normal[0] = crowd.planes[at];
    normal[1] = crowd.planes[at + 1];
    const out = separation > 0 ? 0 : Math.max(0, settings[STRENGTH] * (0 - separation - settings[SLOP]));
    most = Math.max(most, out);
    amount[0] = separation > 0 ? Math.min(0, gap[0] - separation) : part[0] * out;
    addPlane(planes, normal, amount);
  }
  amount[0] = most;
}
