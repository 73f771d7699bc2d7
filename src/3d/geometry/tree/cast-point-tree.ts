import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeStartHit } from '../ray/ray-hit.ts';
import { closestPointMeshTree } from './closest-point-tree.ts';
import type { MeshTree } from './mesh-tree.ts';

/** Returns whether the direction of a ray (6) is zero. */
export function isPointQuery(ray: NumberArray, rayOffset: number): boolean {
  return ray[rayOffset + 3] === 0 && ray[rayOffset + 4] === 0 && ray[rayOffset + 5] === 0;
}

const closest = new Float64Array(7);

/** Casts a ray without direction: fraction 0 when its origin lies on a triangle, else Infinity. */
export function castPointTree(
  out: WritableNumberArray,
  outOffset: number,
  tree: MeshTree,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
): number {
  if (!(maxFraction >= 0) || closestPointMeshTree(closest, 0, ray, rayOffset, tree, 0) !== 0) return Infinity;
  writeStartHit(out, outOffset, ray[rayOffset], ray[rayOffset + 1], ray[rayOffset + 2], 0);
  for (let k = 3; k < 7; k++) out[outOffset + 3 + k] = closest[k];
  return 0;
}
