import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { AABB_STRIDE, CORNER_STRIDE } from './mesh-tree.ts';

/** Computes the box of every node from the triangles' corners, children before parents. */
export function fitAabbs(bounds: Float64Array, links: Int32Array, nodeCount: number, corners: Float64Array): void {
  for (let node = nodeCount - 1; node >= 0; node--) {
    if (node === 1) continue;
    const write = node * AABB_STRIDE;
    const first = links[node * LINK_STRIDE];
    const count = links[node * LINK_STRIDE + 1];
    if (count === 0) uniteAabbs(bounds, write, first * AABB_STRIDE);
    else boundTriangles(bounds, write, corners, first * CORNER_STRIDE, (first + count) * CORNER_STRIDE);
  }
}

/** Writes the box around two boxes that lie one after the other from `read`. */
function uniteAabbs(bounds: Float64Array, write: number, read: number): void {
  for (let axis = 0; axis < 3; axis++) {
    bounds[write + axis] = Math.min(bounds[read + axis], bounds[read + AABB_STRIDE + axis]);
    bounds[write + 3 + axis] = Math.max(bounds[read + 3 + axis], bounds[read + AABB_STRIDE + 3 + axis]);
  }
}

/** Writes the box (min, max) of the points of corners[begin..end). */
export function boundTriangles(
  bounds: Float64Array,
  write: number,
  corners: Float64Array,
  begin: number,
  end: number,
): void {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let read = begin; read < end; read += 3) {
    const x = corners[read];
    const y = corners[read + 1];
    const z = corners[read + 2];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  bounds[write] = minX;
  bounds[write + 1] = minY;
  bounds[write + 2] = minZ;
  bounds[write + 3] = maxX;
  bounds[write + 4] = maxY;
  bounds[write + 5] = maxZ;
}
