import { type ProximityRoutines, ProximitySearch } from '../../core/queries/closest-points.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_MAX_POINTS } from '../geometry/contact/contact-layout.ts';
import { setPairOrigin } from '../narrow-phase/pair-origin.ts';
import { collideQueryBodies } from './body-pairs.ts';
import { measureSolids } from './measure-solids.ts';
import { type QueryBody, spacePieces, writeBodyBounds } from './query-body.ts';

const spaceProximity: ProximityRoutines<ColliderSet, QueryBody> = {
  loader: spacePieces,
  maxPoints: CONTACT_MAX_POINTS,
  collide: collideQueryBodies,
  centreFrame: setPairOrigin,
  writeBounds: writeBodyBounds,
  isBehind: () => false,
  measureSolids,
};

/** Measures how far apart two colliders in space are. */
export const proximitySearch = /* @__PURE__ */ new ProximitySearch(spaceProximity);
