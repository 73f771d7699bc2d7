import type { NumberArray } from '../../../core/number-array.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { castPointTree, isPointQuery } from './cast-point-tree.ts';
import type { MeshTree } from './mesh-tree.ts';
import {
  BEST_FRACTION,
  BEST_TRIANGLE,
  beginRayQuery,
  bestHit,
  castRayLeaf,
  hasHit,
  MESH_TREE_HIT_STRIDE,
  NO_TRIANGLE,
  preparedRay,
  writeBestHit,
} from './ray-query.ts';
import { insertHit, TRIANGLE_HIT_STRIDE, type TriangleHits } from './triangle-hits.ts';
import { enterVolume } from './volume-ray.ts';

const hit = new Float64Array(MESH_TREE_HIT_STRIDE);

/**
 * Casts a ray at the triangles of a mesh tree and fills `hits` (cleared first) with every one it meets within
 * maxFraction: triangles and fractions, nearest first, equal fractions by triangle index, and in `details` each hit's
 * point, normal and weights as `castRayMeshTree` has them. A ray through a shared edge hits both triangles. Returns how
 * many there are, 0 for NaN.
 *
 * ray, maxFraction and singleSided as with `castRayMeshTree`; a ray without direction reports only the lowest triangle
 * that its origin lies on.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.4; Woop, Benthin, Wald, Watertight Ray/Triangle Intersection,
 * 2013.
 */
export function castRayMeshTreeAll(
  hits: TriangleHits,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  tree: MeshTree,
  singleSided = false,
): number {
  hits.count = 0;
  if (isPointQuery(ray, rayOffset)) {
    if (castPointTree(hit, 0, tree, ray, rayOffset, maxFraction) === 0) keepHit(hits, 0);
    return hits.count;
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
    if (count === 0) {
      nodes[top++] = first;
      nodes[top++] = first + 1;
      continue;
    }
    for (let place = first; place < first + count; place++) {
      bestHit[BEST_FRACTION] = maxFraction;
      bestHit[BEST_TRIANGLE] = NO_TRIANGLE;
      castRayLeaf(tree, place, place + 1, singleSided);
      if (hasHit()) keepHit(hits, writeBestHit(hit, 0, tree, ray, rayOffset));
    }
  }
  return hits.count;
}

function keepHit(hits: TriangleHits, fraction: number): void {
  const at = insertHit(hits, hit[MESH_TREE_HIT_STRIDE - 1], fraction) * TRIANGLE_HIT_STRIDE;
  for (let k = 0; k < TRIANGLE_HIT_STRIDE; k++) hits.details[at + k] = hit[k];
}
