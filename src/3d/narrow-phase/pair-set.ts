import { createColliderSet } from '../../core/collider-set.ts';
import { createShapeRegistry } from '../../core/shapes/shape-registry.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { BODY_STRIDE } from '../geometry/body-pose.ts';
import { copyHulls, NO_HULLS, setHull } from '../shapes/hull-columns.ts';
import { shapeTables } from '../shapes/shape-tables.ts';

/** The colliders of a pair have no stores: the numbers that routines read are written directly. */
const NO_STORES = {} as ColliderSet['transform'] & ColliderSet['shape'];

/** Makes two colliders that are in no world. */
export function makePairSet(): ColliderSet {
  const registry = createShapeRegistry(shapeTables);
  registry.columns = copyHulls(NO_HULLS);
  registry.shapes.push(undefined, undefined);
  for (let slot = 0; slot < 2; slot++) setHull(registry.columns, slot + 1, undefined);
  const set = createColliderSet(BODY_STRIDE, BOUNDS_STRIDE, registry, NO_STORES, '', NO_STORES, 0, 2);
  set.handles[0] = 1;
  set.handles[1] = 2;
  return set;
}
