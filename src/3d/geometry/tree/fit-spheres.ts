import { EPSILON } from '../../../core/tolerance.ts';
import { computeLeafRanges } from '../../../core/tree/leaf-ranges.ts';
import { boundTriangles } from './fit-aabbs.ts';
import { CORNER_STRIDE, SPHERE_STRIDE } from './mesh-tree.ts';

/**
 * Steps towards the farthest point. The radius falls as 1/√steps at worst; eight take most of the possible gain.
 */
const SHRINK_STEPS = 8;
const box = new Float64Array(6);
/** Square of the distance of the farthest point, and where it begins in `corners`. */
const farthest = { squared: 0, at: 0 };

/**
 * Computes a small sphere around the triangles below every node: from the middle of their box, the centre steps towards
 * the farthest point by ever smaller parts of the way, and the best centre is kept (Bădoiu and Clarkson, Smaller
 * core-sets for balls, 2003).
 */
export function fitSpheres(bounds: Float64Array, links: Int32Array, nodeCount: number, corners: Float64Array): void {
  const ranges = computeLeafRanges(links, nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    if (node === 1) continue;
    const begin = ranges[node * 2] * CORNER_STRIDE;
    fitSphere(bounds, node * SPHERE_STRIDE, corners, begin, begin + ranges[node * 2 + 1] * CORNER_STRIDE);
  }
}

function fitSphere(bounds: Float64Array, write: number, corners: Float64Array, begin: number, end: number): void {
  boundTriangles(box, 0, corners, begin, end);
  let x = (box[0] + box[3]) * 0.5;
  let y = (box[1] + box[4]) * 0.5;
  let z = (box[2] + box[5]) * 0.5;
  let best = Infinity;
  for (let step = 0; step <= SHRINK_STEPS; step++) {
    findFarthest(corners, begin, end, x, y, z);
    if (farthest.squared < best || step === 0) {
      best = farthest.squared;
      bounds[write] = x;
      bounds[write + 1] = y;
      bounds[write + 2] = z;
    }
    // The middle of the box is a better start than a point of the set, so the series of parts starts at 1/4, not 1/2.
    const part = 1 / (step + 4);
    x += (corners[farthest.at] - x) * part;
    y += (corners[farthest.at + 1] - y) * part;
    z += (corners[farthest.at + 2] - z) * part;
  }
  // The radius is rounded up by more than the rounding of three squares, two sums and a root.
  bounds[write + 3] = Math.sqrt(best) * (1 + 4 * EPSILON);
}

function findFarthest(corners: Float64Array, begin: number, end: number, x: number, y: number, z: number): void {
  let squared = -1;
  let at = begin;
  for (let read = begin; read < end; read += 3) {
    const dx = corners[read] - x;
    const dy = corners[read + 1] - y;
    const dz = corners[read + 2] - z;
    const value = dx * dx + dy * dy + dz * dz;
    if (value > squared) {
      squared = value;
      at = read;
    }
  }
  farthest.squared = squared;
  farthest.at = at;
}
