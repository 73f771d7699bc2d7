import type { NumberArray } from '../../../core/number-array.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { CROSSED, classifyTriangle, ON, parityRay } from './crossing-parity.ts';
import { CORNER_STRIDE, type MeshTree } from './mesh-tree.ts';
import { largestMagnitude, querySlack } from './query-slack.ts';
import { enterVolume } from './volume-ray.ts';

/**
 * Returns whether a point (3) lies inside or on the boundary of a closed mesh. Exact for the mesh's corners as f64
 * numbers, whatever edges and vertices lie level with the point; the triangles' windings do not matter. Where parts of
 * the mesh overlap, a place covered an even number of times counts as outside. NaN gives false.
 *
 * For a mesh with holes the answer is that of the parity along +x: right wherever that way crosses no hole.
 *
 * Source: parity rule with exact predicates; Shewchuk, Robust Geometric Predicates, 1997.
 */
export function containsPointMeshTree(point: NumberArray, pointOffset: number, tree: MeshTree): boolean {
  for (let axis = 0; axis < 3; axis++) parityRay[axis] = point[pointOffset + axis];
  const slack = querySlack(tree, largestMagnitude(parityRay, 0, 3));
  if (!(slack < Infinity)) return false;
  const links = tree.links;
  const { nodes } = borrowStack(tree.depth + 2);
  let inside = false;
  let top = 1;
  nodes[0] = 0;
  while (top > 0) {
    const node = nodes[--top];
    if (enterVolume(tree, node, parityRay, Infinity, slack) === Infinity) continue;
    const first = links[node * LINK_STRIDE];
    const count = links[node * LINK_STRIDE + 1];
    if (count === 0) {
      nodes[top++] = first;
      nodes[top++] = first + 1;
      continue;
    }
    for (let place = first; place < first + count; place++) {
      const verdict = classifyTriangle(tree.corners, place * CORNER_STRIDE);
      if (verdict === ON) return true;
      if (verdict === CROSSED) inside = !inside;
    }
  }
  return inside;
}
