import { type ProximityRoutines, ProximitySearch } from '../../core/queries/closest-points.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_MAX_POINTS } from '../geometry/contact/contact-layout.ts';
import { setPairOrigin } from '../narrow-phase/pair-origin.ts';
import { collideQueryBodies } from './body-pairs.ts';
import { type QueryBody, spacePieces, writeBodyBounds } from './query-body.ts';
import { surfaceMeasures } from './surface-table.ts';

const spaceProximity: ProximityRoutines<ColliderSet, QueryBody> = {
  loader: spacePieces,
  maxPoints: CONTACT_MAX_POINTS,
  collide: collideQueryBodies,
  centreFrame: setPairOrigin,
  writeBounds: writeBodyBounds,
  isBehind(set, slot, piece, other) {
    const shape = compositeOf(set, slot);
    return shape?.surface !== undefined && surfaceMeasures.routines!.isBehind(shape, piece, other);
  },
  measureSolids(proximity, children, set, slotA, slotB) {
    surfaceMeasures.routines?.measureSolids(proximity, children, set, slotA, slotB);
  },
};

/** Measures how far apart two colliders in space are. */
export const proximitySearch = /* @__PURE__ */ new ProximitySearch(spaceProximity);
