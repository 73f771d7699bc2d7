import type { NumberArray } from '../../../core/number-array.ts';
import { castPointTree, isPointQuery } from './cast-point-tree.ts';
import { LINK_STRIDE, type MeshTree } from './mesh-tree.ts';
import { insertRayHit, type RayHitList } from './ray-hit-list.ts';
import {
  BEST_FRACTION,
  BEST_TRIANGLE,
  beginRayQuery,
  bestHit,
  castRayLeaf,
  hasHit,
  NO_TRIANGLE,
  preparedRay,
  TREE_HIT_STRIDE,
  writeBestHit,
} from './ray-query.ts';
import { borrowStack } from './traversal-stack.ts';
import { enterVolume } from './volume-ray.ts';

const pointHit = new Float64Array(TREE_HIT_STRIDE);

/**
 * Casts a ray at the triangles of a mesh tree and appends every hit within maxFraction to `out`, by ascending fraction and
 * then triangle index; a ray through a shared edge hits both triangles. Returns how many there are, 0 for NaN.
 *
 * Each record has RAY_HIT_STRIDE numbers: the fraction, then the numbers of `castRayTree`. ray, maxFraction and
 * singleSided as there; a ray without direction reports only the lowest triangle that its origin lies on.
 */
export function castRayTreeAll(
  out: RayHitList,
  tree: MeshTree,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  singleSided = false,
): number {
  const before = out.count;
  if (isPointQuery(ray, rayOffset)) {
    if (castPointTree(pointHit, 0, tree, ray, rayOffset, maxFraction) === 0) {
      const at = insertRayHit(out, before, 0, pointHit[TREE_HIT_STRIDE - 1]);
      out.records.set(pointHit, at + 1);
    }
    return out.count - before;
  }
  const slack = beginRayQuery(tree, ray, rayOffset, maxFraction);
  if (!(slack < Infinity && maxFraction >= 0)) return 0;
  const links = tree.links;
  const { nodes } = borrowStack(tree.depth + 2);
  let top = 1;
  nodes[0] = 0;
  while (top > 0) {
    const node = nodes[--top];
    if (enterVolume(tree, node, preparedRay, maxFraction, slack) === Infinity) continue;
    const first = links[node * LINK_STRIDE];
    const count = links[node * LINK_STRIDE + 1];
    if (count > 0) {
      for (let place = first; place < first + count; place++) {
        keepTriangle(out, before, tree, place, ray, rayOffset, maxFraction, singleSided);
      }
      continue;
    }
    nodes[top++] = first;
    nodes[top++] = first + 1;
  }
  return out.count - before;
}

function keepTriangle(
  out: RayHitList,
  before: number,
  tree: MeshTree,
  place: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  singleSided: boolean,
): void {
  bestHit[BEST_FRACTION] = maxFraction;
  bestHit[BEST_TRIANGLE] = NO_TRIANGLE;
  castRayLeaf(tree, place, place + 1, singleSided);
  if (!hasHit()) return;
  const at = insertRayHit(out, before, bestHit[BEST_FRACTION], bestHit[BEST_TRIANGLE]);
  out.records[at] = writeBestHit(out.records, at + 1, tree, ray, rayOffset);
}
