import { type Bvh, type BvhKind, makeBvh } from '../../core/bvh/bvh.ts';
import { boxHierarchy } from './box-hierarchy.ts';
import { sphereHierarchy } from './sphere-hierarchy.ts';

/** Makes an empty hierarchy; every query on it finds nothing until `buildBvh` fills it. */
export function createBvh(kind: BvhKind): Bvh {
  return makeBvh(kind === 'aabb' ? boxHierarchy : sphereHierarchy);
}
