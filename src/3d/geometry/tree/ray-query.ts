import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { SLIVER_AREA, straightenWeights, straightWeights } from '../closest/sliver-weights.ts';
import { castRayTriangle } from '../ray/cast-ray-triangle.ts';
import { PREPARED_AXES, PREPARED_RAY_SIZE, PREPARED_SHEAR, prepareRay } from '../ray/prepared-ray.ts';
import { writeHit, writeStartHit } from '../ray/ray-hit.ts';
import { CORNER_STRIDE, type MeshTree } from './mesh-tree.ts';
import { largestMagnitude, querySlack } from './query-slack.ts';

/** How many numbers a ray hit on a tree takes: point 3, unit normal 3, barycentric weights 3, triangle 1. */
export const MESH_TREE_HIT_STRIDE = 10;

/** The prepared ray of the current query. One query runs at a time. */
export const preparedRay: Float64Array = new Float64Array(PREPARED_RAY_SIZE);

/**
 * The closest hit so far: fraction, weights 3, place in leaf order, mesh triangle, and 1 or −1 for the side. In a typed
 * array because a number kept in a module variable would be boxed at every write.
 */
export const bestHit: Float64Array = new Float64Array(7);
export const BEST_FRACTION = 0;
const BEST_WEIGHTS = 1;
const BEST_PLACE = 4;
export const BEST_TRIANGLE = 5;
const BEST_SIDE = 6;
/** Larger than any triangle's number, so that a first hit at exactly maxFraction is closer by the tie rule. */
export const NO_TRIANGLE = Infinity;

const flatHit = new Float64Array(6);

/** Prepares a query and returns by how much to grow the volumes; NaN when the ray holds a NaN. */
export function beginRayQuery(tree: MeshTree, ray: NumberArray, rayOffset: number, maxFraction: number): number {
  prepareRay(preparedRay, 0, ray, rayOffset);
  bestHit[BEST_FRACTION] = maxFraction;
  bestHit[BEST_TRIANGLE] = NO_TRIANGLE;
  return querySlack(tree, largestMagnitude(ray, rayOffset, 3));
}

/**
 * Tests the triangles first..end of the leaf order against the prepared ray and keeps in `bestHit` the hit of least
 * fraction, the lowest triangle among equals. Returns the least fraction so far.
 *
 * The test is that of castPreparedRayTriangle, written out because the call, with the fraction and weights it has to
 * hand over, costs a third more on a whole ray. Derivation and source there.
 */
export function castRayLeaf(tree: MeshTree, first: number, end: number, singleSided: boolean): number {
  const corners = tree.corners;
  const axisX = preparedRay[PREPARED_AXES];
  const axisY = preparedRay[PREPARED_AXES + 1];
  const axisZ = preparedRay[PREPARED_AXES + 2];
  const shearX = preparedRay[PREPARED_SHEAR];
  const shearY = preparedRay[PREPARED_SHEAR + 1];
  const shearZ = preparedRay[PREPARED_SHEAR + 2];
  const ox = preparedRay[axisX];
  const oy = preparedRay[axisY];
  const oz = preparedRay[axisZ];
  let best = bestHit[BEST_FRACTION];
  for (let place = first; place < end; place++) {
    const a = place * CORNER_STRIDE;
    const az = corners[a + axisZ] - oz;
    const bz = corners[a + 3 + axisZ] - oz;
    const cz = corners[a + 6 + axisZ] - oz;
    const ax = corners[a + axisX] - ox - shearX * az;
    const ay = corners[a + axisY] - oy - shearY * az;
    const bx = corners[a + 3 + axisX] - ox - shearX * bz;
    const by = corners[a + 3 + axisY] - oy - shearY * bz;
    const cx = corners[a + 6 + axisX] - ox - shearX * cz;
    const cy = corners[a + 6 + axisY] - oy - shearY * cz;
    const u = cx * by - cy * bx;
    const v = ax * cy - ay * cx;
    if ((u < 0 && v > 0) || (u > 0 && v < 0)) continue;
    const w = bx * ay - by * ax;
    if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) continue;
    const sum = u + v + w;
    if (!(sum < 0 || sum > 0)) {
      if (!singleSided) best = castRayWithCare(tree, place);
      continue;
    }
    let weightA = u / sum;
    let weightB = v / sum;
    let weightC = w / sum;
    const squares = ax * ax + ay * ay + bx * bx + by * by + cx * cx + cy * cy;
    if (Math.abs(sum) < SLIVER_AREA * squares) {
      straightenWeights(ax, ay, bx, by, cx, cy, weightA, weightB, weightC);
      weightA = straightWeights[0];
      weightB = straightWeights[1];
      weightC = straightWeights[2];
    }
    const fraction = (weightA * az + weightB * bz + weightC * cz) * shearZ;
    if (singleSided && sum * shearZ < 0) continue;
    if (fraction < 0) best = castRayWithCare(tree, place);
    if (!(fraction >= 0 && fraction <= best)) continue;
    if (fraction === best && tree.triangles[place] > bestHit[BEST_TRIANGLE]) continue;
    best = fraction;
    keepHit(tree, place, fraction, weightA, weightB, weightC, sum * shearZ < 0 ? -1 : 1);
  }
  return best;
}

function keepHit(tree: MeshTree, place: number, fraction: number, u: number, v: number, w: number, side: number): void {
  bestHit[BEST_FRACTION] = fraction;
  bestHit[BEST_WEIGHTS] = u;
  bestHit[BEST_WEIGHTS + 1] = v;
  bestHit[BEST_WEIGHTS + 2] = w;
  bestHit[BEST_PLACE] = place;
  bestHit[BEST_TRIANGLE] = tree.triangles[place];
  bestHit[BEST_SIDE] = side;
}

/**
 * Tests a triangle that is seen exactly edge-on, has no area, or lies behind the origin, if only by rounding. Such
 * triangles are rare; they are treated as by `castRayTriangle`.
 */
function castRayWithCare(tree: MeshTree, place: number): number {
  const best = bestHit[BEST_FRACTION];
  const at = place * CORNER_STRIDE;
  const fraction = castRayTriangle(flatHit, 0, preparedRay, 0, best, tree.corners, at);
  if (!(fraction <= best) || fraction === Infinity) return best;
  if (fraction === best && tree.triangles[place] > bestHit[BEST_TRIANGLE]) return best;
  computeWeights(tree.corners, at);
  keepHit(tree, place, fraction, weights[0], weights[1], weights[2], 1);
  return fraction;
}

const weights = new Float64Array(3);

/** Sets `weights` to those of the point in `flatHit`, on the boundary of a triangle that has an area. */
function computeWeights(corners: Float64Array, at: number): void {
  const abX = corners[at + 3] - corners[at];
  const abY = corners[at + 4] - corners[at + 1];
  const abZ = corners[at + 5] - corners[at + 2];
  const acX = corners[at + 6] - corners[at];
  const acY = corners[at + 7] - corners[at + 1];
  const acZ = corners[at + 8] - corners[at + 2];
  const apX = flatHit[0] - corners[at];
  const apY = flatHit[1] - corners[at + 1];
  const apZ = flatHit[2] - corners[at + 2];
  const nX = abY * acZ - abZ * acY;
  const nY = abZ * acX - abX * acZ;
  const nZ = abX * acY - abY * acX;
  const squared = nX * nX + nY * nY + nZ * nZ;
  weights[1] = ((apY * acZ - apZ * acY) * nX + (apZ * acX - apX * acZ) * nY + (apX * acY - apY * acX) * nZ) / squared;
  weights[2] = ((abY * apZ - abZ * apY) * nX + (abZ * apX - abX * apZ) * nY + (abX * apY - abY * apX) * nZ) / squared;
  weights[0] = 1 - weights[1] - weights[2];
}

/** Writes `bestHit` as `MESH_TREE_HIT_STRIDE` numbers and returns its fraction. */
export function writeBestHit(
  out: WritableNumberArray,
  outOffset: number,
  tree: MeshTree,
  ray: NumberArray,
  rayOffset: number,
): number {
  const fraction = bestHit[BEST_FRACTION];
  const corners = tree.corners;
  const at = bestHit[BEST_PLACE] * CORNER_STRIDE;
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  if (fraction === 0) {
    writeStartHit(out, outOffset, ox, oy, oz, 0);
  } else {
    const x = ox + fraction * ray[rayOffset + 3];
    const y = oy + fraction * ray[rayOffset + 4];
    const z = oz + fraction * ray[rayOffset + 5];
    const side = bestHit[BEST_SIDE];
    const abX = corners[at + 3] - corners[at];
    const abY = corners[at + 4] - corners[at + 1];
    const abZ = corners[at + 5] - corners[at + 2];
    const acX = corners[at + 6] - corners[at];
    const acY = corners[at + 7] - corners[at + 1];
    const acZ = corners[at + 8] - corners[at + 2];
    const nX = side * (abY * acZ - abZ * acY);
    const nY = side * (abZ * acX - abX * acZ);
    const nZ = side * (abX * acY - abY * acX);
    writeHit(out, outOffset, x, y, z, nX, nY, nZ);
  }
  out[outOffset + 6] = bestHit[BEST_WEIGHTS];
  out[outOffset + 7] = bestHit[BEST_WEIGHTS + 1];
  out[outOffset + 8] = bestHit[BEST_WEIGHTS + 2];
  out[outOffset + 9] = bestHit[BEST_TRIANGLE];
  return fraction === 0 ? 0 : fraction;
}

/** Returns whether a triangle has been hit since `beginRayQuery`. */
export function hasHit(): boolean {
  return bestHit[BEST_TRIANGLE] !== NO_TRIANGLE;
}
