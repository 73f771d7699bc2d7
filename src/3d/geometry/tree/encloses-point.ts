import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { CROSSED, classifyTriangle, ON, parityRay } from './crossing-parity.ts';
import { writeCorners } from './triangle-mesh.ts';
import {
  leafEnd,
  leafFirst,
  NO_CHILD,
  NODE_CHILDREN,
  NODE_MAX,
  NODE_STRIDE,
  stackNeeded,
  type TriangleTree,
} from './triangle-tree.ts';

const corners = new Float64Array(9);

/**
 * Returns whether a point (3) lies inside or on the boundary of a closed mesh: see `containsPointMeshTree`, which
 * decides alike.
 */
export function enclosesPoint(tree: TriangleTree, point: Float64Array): boolean {
  const { boxes, links, order, mesh } = tree;
  if (tree.nodeCount === 0) return false;
  const { nodes: stack } = borrowStack(stackNeeded(tree));
  for (let axis = 0; axis < 3; axis++) parityRay[axis] = point[axis];
  const x = point[0];
  const y = point[1];
  const z = point[2];
  let isInside = false;
  let top = 1;
  stack[0] = 0;
  while (top > 0) {
    const node = stack[--top];
    for (let i = 0; i < NODE_CHILDREN; i++) {
      const box = NODE_STRIDE * node + i;
      if (
        !(
          boxes[box + NODE_MAX] >= x &&
          boxes[box + NODE_CHILDREN] <= y &&
          boxes[box + NODE_CHILDREN + NODE_MAX] >= y &&
          boxes[box + 2 * NODE_CHILDREN] <= z &&
          boxes[box + 2 * NODE_CHILDREN + NODE_MAX] >= z
        )
      )
        continue;
      const link = links[NODE_CHILDREN * node + i];
      if (link > NO_CHILD) {
        stack[top++] = link;
        continue;
      }
      for (let place = leafFirst(link); place < leafEnd(link); place++) {
        writeCorners(corners, 0, mesh, order[place]);
        const verdict = classifyTriangle(corners, 0);
        if (verdict === ON) return true;
        if (verdict === CROSSED) isInside = !isInside;
      }
    }
  }
  return isInside;
}
