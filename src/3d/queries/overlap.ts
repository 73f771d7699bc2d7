import { CLOSEST_DISTANCE } from '../../core/queries/closest-point.ts';
import type { OverlapRoutines } from '../../core/queries/overlap.ts';
import { PieceCursor } from '../../core/queries/pieces.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { bodiesOverlap } from './body-pairs.ts';
import { spaceClosest } from './closest-point.ts';
import { type QueryBody, spacePieces } from './query-body.ts';

const closest = new Float64Array(4);
const localPoint = new Float64Array(3);
const cursor = /* @__PURE__ */ new PieceCursor(spacePieces);

/** Which shapes overlap in space. */
export const spaceOverlaps: OverlapRoutines<ColliderSet, QueryBody> = {
  loader: spacePieces,
  overlaps: bodiesOverlap,
  containsPoint,
};

/** Whether a collider contains the point that a box has shrunk to: whether that is at no distance. */
function containsPoint(set: ColliderSet, slot: number, box: Float64Array): boolean {
  if (compositeOf(set, slot) === undefined) {
    spaceClosest.measureCollider(closest, box, set, slot);
    return closest[CLOSEST_DISTANCE] === 0;
  }
  const { pointToLocal, measureChild } = spaceClosest.children!;
  cursor.find(set, slot, box);
  pointToLocal(localPoint, box, set, slot);
  for (let i = 0; i < cursor.count; i++) {
    measureChild(closest, localPoint, set, slot, cursor.children.items[i]);
    if (closest[CLOSEST_DISTANCE] === 0) return true;
  }
  return false;
}
