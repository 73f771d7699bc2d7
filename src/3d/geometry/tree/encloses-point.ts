import { createIndexList, reserveIndices } from '../../../core/index-list.ts';
import { CROSSED, classifyTriangle, ON, parityRay } from './crossing-parity.ts';
import { findTriangles } from './find-triangles.ts';
import { areSameTriangles, writeCorners } from './triangle-mesh.ts';
import type { TriangleTree } from './triangle-tree.ts';

const corners = new Float64Array(9);
/** The bounds of the ray from the point along x, the direction in which `classifyTriangle` counts crossings. */
const ray = new Float64Array(6);
const met = createIndexList();

/** Triangles that the ray has crossed. */
const crossed = /* @__PURE__ */ createIndexList();

/**
 * Returns whether a point (3) lies inside or on the boundary of a closed mesh: see `containsPointMeshTree`, which
 * decides alike. A
 * triangle that is in the mesh several times is crossed once: a tree holds as many of those as it has leaves there.
 */
export function enclosesPoint(tree: TriangleTree, point: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    parityRay[axis] = point[axis];
    ray[axis] = point[axis];
    ray[3 + axis] = axis === 0 ? Infinity : point[axis];
  }
  findTriangles(met, tree, ray);
  crossed.count = 0;
  for (let i = 0; i < met.count; i++) {
    writeCorners(corners, 0, tree.mesh, met.items[i]);
    const verdict = classifyTriangle(corners, 0);
    if (verdict === ON) return true;
    if (verdict === CROSSED && !isCounted(tree, met.items[i])) {
      reserveIndices(crossed, 1)[crossed.count++] = met.items[i];
    }
  }
  return crossed.count % 2 === 1;
}

/** Returns whether a triangle that lies where the given one does has been crossed. */
function isCounted({ mesh }: TriangleTree, triangle: number): boolean {
  for (let i = 0; i < crossed.count; i++) if (areSameTriangles(mesh, crossed.items[i], triangle)) return true;
  return false;
}
