import type { NumberArray } from '../../../core/number-array.ts';
import { AABB_STRIDE, type MeshTree, OBB_STRIDE, SPHERE_STRIDE } from './mesh-tree.ts';

/**
 * Returns the fraction at which a ray (6) enters a node's volume grown by `slack`, 0 when it starts inside; Infinity
 * when it passes or enters beyond `maxFraction`.
 */
export function enterVolume(
  tree: MeshTree,
  node: number,
  ray: NumberArray,
  maxFraction: number,
  slack: number,
): number {
  const bounds = tree.bounds;
  if (tree.kind === 'sphere') return enterSphere(bounds, node * SPHERE_STRIDE, ray, maxFraction, slack);
  if (tree.kind === 'obb') return enterObb(bounds, node * OBB_STRIDE, ray, maxFraction, slack);
  return enterAabb(bounds, node * AABB_STRIDE, ray, maxFraction, slack);
}

function enterAabb(bounds: Float64Array, at: number, ray: NumberArray, maxFraction: number, slack: number): number {
  let entry = 0;
  let exit = maxFraction;
  for (let axis = 0; axis < 3; axis++) {
    const along = ray[3 + axis];
    const low = bounds[at + axis] - slack - ray[axis];
    const high = bounds[at + 3 + axis] + slack - ray[axis];
    if (along === 0) {
      if (!(low <= 0 && high >= 0)) return Infinity;
      continue;
    }
    const near = (along > 0 ? low : high) / along;
    const far = (along > 0 ? high : low) / along;
    if (near > entry) entry = near;
    if (far < exit) exit = far;
  }
  return entry <= exit ? entry : Infinity;
}

function enterObb(bounds: Float64Array, at: number, ray: NumberArray, maxFraction: number, slack: number): number {
  const x = bounds[at] - ray[0];
  const y = bounds[at + 1] - ray[1];
  const z = bounds[at + 2] - ray[2];
  let entry = 0;
  let exit = maxFraction;
  for (let k = 0; k < 3; k++) {
    const axis = at + 6 + k * 3;
    const half = bounds[at + 3 + k] + slack;
    const centre = bounds[axis] * x + bounds[axis + 1] * y + bounds[axis + 2] * z;
    const along = bounds[axis] * ray[3] + bounds[axis + 1] * ray[4] + bounds[axis + 2] * ray[5];
    if (along === 0) {
      if (!(Math.abs(centre) <= half)) return Infinity;
      continue;
    }
    const near = (along > 0 ? centre - half : centre + half) / along;
    const far = (along > 0 ? centre + half : centre - half) / along;
    if (near > entry) entry = near;
    if (far < exit) exit = far;
  }
  return entry <= exit ? entry : Infinity;
}

/**
 * The point of the ray's line nearest to the centre is found first, and the gap measured from there: subtracting
 * squares of large numbers would lose a small sphere far away.
 */
function enterSphere(bounds: Float64Array, at: number, ray: NumberArray, maxFraction: number, slack: number): number {
  const x = bounds[at] - ray[0];
  const y = bounds[at + 1] - ray[1];
  const z = bounds[at + 2] - ray[2];
  const lengthSquared = ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5];
  const middle = (x * ray[3] + y * ray[4] + z * ray[5]) / lengthSquared;
  const gapX = x - middle * ray[3];
  const gapY = y - middle * ray[4];
  const gapZ = z - middle * ray[5];
  const radius = bounds[at + 3] + slack;
  const room = radius * radius - (gapX * gapX + gapY * gapY + gapZ * gapZ);
  if (!(room >= 0)) return Infinity;
  const half = Math.sqrt(room / lengthSquared);
  const entry = middle - half;
  if (entry > maxFraction || middle + half < 0) return Infinity;
  return Math.max(entry, 0);
}
