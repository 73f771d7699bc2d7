import { createIndexList } from '../../../core/index-list.ts';
import { CROSSED, classifyTriangle, ON, parityRay } from './crossing-parity.ts';
import { writeCorners } from './triangle-mesh.ts';
import type { TriangleTree } from './triangle-tree.ts';
import { findTriangles } from './walk-triangle-tree.ts';

const corners = new Float64Array(9);
/** The bounds of the ray from the point along x, the direction in which `classifyTriangle` counts crossings. */
const ray = new Float64Array(6);
const met = createIndexList();

/**
 * Returns whether a point (3) lies inside or on the boundary of a closed mesh: see `containsPointMeshTree`, which
 * decides alike.
 */
export function enclosesPoint(tree: TriangleTree, point: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    parityRay[axis] = point[axis];
    ray[axis] = point[axis];
    ray[3 + axis] = axis === 0 ? Infinity : point[axis];
  }
  findTriangles(met, tree, ray);
  let isInside = false;
  for (let i = 0; i < met.count; i++) {
    writeCorners(corners, 0, tree.mesh, met.items[i]);
    const verdict = classifyTriangle(corners, 0);
    if (verdict === ON) return true;
    if (verdict === CROSSED) isInside = !isInside;
  }
  return isInside;
}
