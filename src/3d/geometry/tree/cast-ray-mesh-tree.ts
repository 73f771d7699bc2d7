import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { PREPARED_INVERSE } from '../ray/prepared-ray.ts';
import { castPointTree, isPointQuery } from './cast-point-tree.ts';
import { AABB_STRIDE, type MeshTree } from './mesh-tree.ts';
import { BEST_FRACTION, beginRayQuery, bestHit, castRayLeaf, hasHit, preparedRay, writeBestHit } from './ray-query.ts';
import { enterVolume } from './volume-ray.ts';

/**
 * Stands for the inverse of a direction's zero component. Finite, so that a bound at the origin gives 0 and not NaN,
 * and large enough to put any other bound beyond every fraction.
 */
const INVERSE_OF_ZERO = 1e300;

/**
 * Casts a ray at the triangles of a mesh tree and finds the first hit. Returns the fraction 0..maxFraction of the ray's
 * direction and writes `MESH_TREE_HIT_STRIDE` numbers: point 3, unit normal 3 on the side of the ray's origin,
 * barycentric weights 3 (sum 1), index of the mesh's triangle. A miss, or NaN, returns Infinity and writes nothing.
 *
 * ray: origin, direction of any length (6). singleSided: only triangles whose corners run counterclockwise seen from
 * the origin. Of triangles hit at the same fraction, as along shared edges, the one of lowest index is reported. A hit
 * at fraction 0 has a zero normal. Rays never slip through between triangles that share an edge or a vertex; for that,
 * a triangle without area may be hit by a ray that meets it to rounding, and the normal is zero then too. Triangles are
 * closed, so a ray that grazes the rim of a mesh hits, decided as `castRayTriangle` decides it; but for a ray in the
 * plane of a triangle only the neighbours that it enters through are sure to be hit.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.4; Woop, Benthin, Wald, Watertight Ray/Triangle Intersection, 2013.
 */
export function castRayMeshTree(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  tree: MeshTree,
  singleSided = false,
): number {
  if (isPointQuery(ray, rayOffset)) return castPointTree(out, outOffset, tree, ray, rayOffset, maxFraction);
  findHit(tree, ray, rayOffset, maxFraction, singleSided, false);
  return hasHit() ? writeBestHit(out, outOffset, tree, ray, rayOffset) : Infinity;
}

/**
 * Does the same as `castRayMeshTree`, but tells only whether any triangle is hit, and stops at the first it finds.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.4; Woop, Benthin, Wald, Watertight Ray/Triangle Intersection,
 * 2013.
 */
export function castRayMeshTreeAny(
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  tree: MeshTree,
  singleSided = false,
): boolean {
  if (isPointQuery(ray, rayOffset)) return castPointTree(pointHit, 0, tree, ray, rayOffset, maxFraction) === 0;
  findHit(tree, ray, rayOffset, maxFraction, singleSided, true);
  return hasHit();
}

const pointHit = new Float64Array(10);

function findHit(
  tree: MeshTree,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  singleSided: boolean,
  any: boolean,
): void {
  const slack = beginRayQuery(tree, ray, rayOffset, maxFraction);
  if (!(slack < Infinity && maxFraction >= 0)) return;
  if (tree.kind === 'aabb') walkAabbs(tree, slack, singleSided, any);
  else walkVolumes(tree, slack, singleSided, any);
}

/** Visits nodes nearest first. `any` ends the walk at the first hit. */
function walkVolumes(tree: MeshTree, slack: number, singleSided: boolean, any: boolean): void {
  const links = tree.links;
  const { nodes, entries } = borrowStack(tree.depth + 2);
  let top = 0;
  let best = bestHit[BEST_FRACTION];
  nodes[0] = 0;
  entries[0] = enterVolume(tree, 0, preparedRay, best, slack);
  if (entries[0] !== Infinity) top = 1;
  while (top > 0) {
    top--;
    if (entries[top] > best) continue;
    const first = links[nodes[top] * LINK_STRIDE];
    const count = links[nodes[top] * LINK_STRIDE + 1];
    if (count > 0) {
      best = castRayLeaf(tree, first, first + count, singleSided);
      if (any && hasHit()) return;
      continue;
    }
    const left = enterVolume(tree, first, preparedRay, best, slack);
    const right = enterVolume(tree, first + 1, preparedRay, best, slack);
    const leftFirst = left <= right;
    const near = leftFirst ? left : right;
    const far = leftFirst ? right : left;
    if (far !== Infinity) {
      nodes[top] = leftFirst ? first + 1 : first;
      entries[top++] = far;
    }
    if (near !== Infinity) {
      nodes[top] = leftFirst ? first : first + 1;
      entries[top++] = near;
    }
  }
}

/**
 * Walks a tree of boxes as the general walk does, with the slab test written out twice in the loop, the ray in locals,
 * and the near child followed without going over the stack: three times as fast.
 */
function walkAabbs(tree: MeshTree, slack: number, singleSided: boolean, any: boolean): void {
  const links = tree.links;
  const bounds = tree.bounds;
  const { nodes, entries } = borrowStack(tree.depth + 2);
  const inverseX = preparedRay[3] === 0 ? INVERSE_OF_ZERO : preparedRay[PREPARED_INVERSE];
  const inverseY = preparedRay[4] === 0 ? INVERSE_OF_ZERO : preparedRay[PREPARED_INVERSE + 1];
  const inverseZ = preparedRay[5] === 0 ? INVERSE_OF_ZERO : preparedRay[PREPARED_INVERSE + 2];
  // Which bound of each axis the ray meets first, and the origin moved so that both bounds recede by the slack.
  const nearX = inverseX > 0 ? 0 : 3;
  const nearY = inverseY > 0 ? 1 : 4;
  const nearZ = inverseZ > 0 ? 2 : 5;
  const farX = 3 - nearX;
  const farY = 5 - nearY;
  const farZ = 7 - nearZ;
  const shiftX = inverseX > 0 ? slack : -slack;
  const shiftY = inverseY > 0 ? slack : -slack;
  const shiftZ = inverseZ > 0 ? slack : -slack;
  const toNearX = preparedRay[0] + shiftX;
  const toNearY = preparedRay[1] + shiftY;
  const toNearZ = preparedRay[2] + shiftZ;
  const toFarX = preparedRay[0] - shiftX;
  const toFarY = preparedRay[1] - shiftY;
  const toFarZ = preparedRay[2] - shiftZ;
  let best = bestHit[BEST_FRACTION];
  let top = 0;
  let node = 0;
  for (;;) {
    const first = links[node * LINK_STRIDE];
    const count = links[node * LINK_STRIDE + 1];
    if (count > 0) {
      best = castRayLeaf(tree, first, first + count, singleSided);
      if (any && hasHit()) return;
    } else {
      const a = first * AABB_STRIDE;
      const b = a + AABB_STRIDE;
      let aIn = (bounds[a + nearX] - toNearX) * inverseX;
      let aOut = (bounds[a + farX] - toFarX) * inverseX;
      const aInY = (bounds[a + nearY] - toNearY) * inverseY;
      const aOutY = (bounds[a + farY] - toFarY) * inverseY;
      const aInZ = (bounds[a + nearZ] - toNearZ) * inverseZ;
      const aOutZ = (bounds[a + farZ] - toFarZ) * inverseZ;
      let bIn = (bounds[b + nearX] - toNearX) * inverseX;
      let bOut = (bounds[b + farX] - toFarX) * inverseX;
      const bInY = (bounds[b + nearY] - toNearY) * inverseY;
      const bOutY = (bounds[b + farY] - toFarY) * inverseY;
      const bInZ = (bounds[b + nearZ] - toNearZ) * inverseZ;
      const bOutZ = (bounds[b + farZ] - toFarZ) * inverseZ;
      if (aInY > aIn) aIn = aInY;
      if (aInZ > aIn) aIn = aInZ;
      if (aOutY < aOut) aOut = aOutY;
      if (aOutZ < aOut) aOut = aOutZ;
      if (bInY > bIn) bIn = bInY;
      if (bInZ > bIn) bIn = bInZ;
      if (bOutY < bOut) bOut = bOutY;
      if (bOutZ < bOut) bOut = bOutZ;
      const hitsA = aIn <= aOut && aOut >= 0 && aIn <= best;
      const hitsB = bIn <= bOut && bOut >= 0 && bIn <= best;
      if (hitsA) {
        if (!hitsB) {
          node = first;
          continue;
        }
        if (bIn < aIn) {
          nodes[top] = first;
          entries[top++] = aIn;
          node = first + 1;
        } else {
          nodes[top] = first + 1;
          entries[top++] = bIn;
          node = first;
        }
        continue;
      }
      if (hitsB) {
        node = first + 1;
        continue;
      }
    }
    do {
      if (top === 0) return;
      top--;
    } while (entries[top] > best);
    node = nodes[top];
  }
}
