import type { NumberArray } from '../../../core/number-array.ts';
import { AABB_STRIDE, type MeshTree, OBB_STRIDE, SPHERE_STRIDE } from './mesh-tree.ts';

/** Returns the squared distance from a point to a node's volume grown by `slack`; 0 inside. */
export function distanceSquaredVolume(
  tree: MeshTree,
  node: number,
  point: NumberArray,
  pointOffset: number,
  slack: number,
): number {
  const bounds = tree.bounds;
  const x = point[pointOffset];
  const y = point[pointOffset + 1];
  const z = point[pointOffset + 2];
  if (tree.kind === 'sphere') return distanceSquaredSphere(bounds, node * SPHERE_STRIDE, x, y, z, slack);
  if (tree.kind === 'obb') return distanceSquaredObb(bounds, node * OBB_STRIDE, x, y, z, slack);
  return distanceSquaredAabb(bounds, node * AABB_STRIDE, x, y, z, slack);
}

function distanceSquaredAabb(bounds: Float64Array, at: number, x: number, y: number, z: number, slack: number): number {
  const dx = Math.max(bounds[at] - x - slack, x - bounds[at + 3] - slack, 0);
  const dy = Math.max(bounds[at + 1] - y - slack, y - bounds[at + 4] - slack, 0);
  const dz = Math.max(bounds[at + 2] - z - slack, z - bounds[at + 5] - slack, 0);
  return dx * dx + dy * dy + dz * dz;
}

function distanceSquaredObb(bounds: Float64Array, at: number, x: number, y: number, z: number, slack: number): number {
  const dx = x - bounds[at];
  const dy = y - bounds[at + 1];
  const dz = z - bounds[at + 2];
  const u = Math.abs(bounds[at + 6] * dx + bounds[at + 7] * dy + bounds[at + 8] * dz) - bounds[at + 3] - slack;
  const v = Math.abs(bounds[at + 9] * dx + bounds[at + 10] * dy + bounds[at + 11] * dz) - bounds[at + 4] - slack;
  const w = Math.abs(bounds[at + 12] * dx + bounds[at + 13] * dy + bounds[at + 14] * dz) - bounds[at + 5] - slack;
  return (u > 0 ? u * u : 0) + (v > 0 ? v * v : 0) + (w > 0 ? w * w : 0);
}

function distanceSquaredSphere(
  bounds: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  slack: number,
): number {
  const dx = x - bounds[at];
  const dy = y - bounds[at + 1];
  const dz = z - bounds[at + 2];
  const gap = Math.sqrt(dx * dx + dy * dy + dz * dz) - bounds[at + 3] - slack;
  return gap > 0 ? gap * gap : 0;
}
