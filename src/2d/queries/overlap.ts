import { NO_MARGIN } from '../../core/narrow-phase/contact-margin.ts';
import { createOverlapTest, type OverlapTest } from '../../core/queries/overlap.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CLOSEST_DISTANCE, CLOSEST_LENGTH } from '../geometry/closest/closest-point-piece.ts';
import { CONTACT_MAX_POINTS, CONTACT_STRIDE } from '../geometry/contact/contact-layout.ts';
import { collidePlaced } from '../narrow-phase/collide-placed.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import { closestPointChild, closestPointCollider } from './closest-point-collider.ts';
import { pointToLocal } from './local-frame.ts';
import { createPieceCursor, planePieces } from './pieces.ts';

const cursor = /* @__PURE__ */ createPieceCursor();
const manifold = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(CONTACT_MAX_POINTS);
const closest = new Float64Array(CLOSEST_LENGTH);
const localPoint = new Float64Array(2);

/** Finds the shapes that overlap in the plane. */
export const planeOverlaps = /* @__PURE__ */ createOverlapTest<ColliderSet, PlacedPiece>({
  loader: planePieces,
  overlaps: (a, b) => collidePlaced(manifold, features, a, b, NO_MARGIN) > 0,
  encloses: undefined,
  placedSolids: undefined,
});

/** Writes to `childSlack` the distance from a child below which a gap is rounding. */
export const planePoints: OverlapTest<ColliderSet, PlacedPiece> = (set, slot, { box: point }) => {
  if (compositeOf(set, slot) === undefined) {
    closestPointCollider(closest, point, set, slot);
    return closest[CLOSEST_DISTANCE] === 0;
  }
  cursor.find(set, slot, point);
  pointToLocal(localPoint, point, set, slot, true);
  for (let i = 0; i < cursor.count; i++) {
    closestPointChild(closest, localPoint, set, slot, cursor.children.items[i]);
    if (closest[CLOSEST_DISTANCE] === 0) return true;
  }
  return false;
};
