import { type ProximityRoutines, ProximitySearch } from '../../core/queries/closest-points.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { writePointBounds } from '../bounds/point-bounds.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_MAX_POINTS } from '../geometry/contact/contact-layout.ts';
import { collidePlaced } from '../narrow-phase/collide-placed.ts';
import { centreFrame } from '../narrow-phase/load-collider.ts';
import { isBehind } from '../narrow-phase/segment-contacts.ts';
import { coreReach, type PlacedPiece } from '../shapes/placed-piece.ts';
import { planePieces } from './pieces.ts';

const planeProximity: ProximityRoutines<ColliderSet, PlacedPiece> = {
  loader: planePieces,
  maxPoints: CONTACT_MAX_POINTS,
  collide: collidePlaced,
  centreFrame,
  writeBounds: (box, piece, reach) =>
    writePointBounds(box, 0, piece.vertices, 0, piece.count, piece.radius + coreReach(piece) + reach[0]),
  measureSolids: undefined,
  isBehind(set, slot, piece, other) {
    const composite = compositeOf(set, slot);
    return composite !== undefined && isBehind(composite, piece, other);
  },
};

/** Measures how far apart two colliders in the plane are. */
export const proximitySearch = /* @__PURE__ */ new ProximitySearch(planeProximity);
