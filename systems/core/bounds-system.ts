import { INVALID_SLOT } from '../../src/core/collider-slots.ts';
import { boundGroup, requireNoneRefused } from './bound-group.ts';
import { buildStatics } from './build-statics.ts';
import { boundLoose } from './changed-statics.ts';
import { type CollisionState, requireUnasked } from './collision-state.ts';
import { staticMembers } from './mobility.ts';
import { beginLooks } from './queries/query-scope.ts';

/**
 * Second stage: reads transforms and colliders and computes the pose and world bounds of everything that may have
 * moved: all moving colliders, and the static ones that have been added, set or touched.
 * @throws CollisionError naming the first entity and field of a transform or size that cannot be used, after all others
 * have been placed: queries see those where they are now, and do not see the refused one. Contacts and events are as
 * they were; correct the value and run the tick again.
 */
export function boundsSystem<W extends object>(world: W): W {
  const state = requireUnasked(world);
  state.areBoundsDue = false;
  state.placesVersion = state.contacts.version;
  boundGroup(state, state.moving);
  state.movingStale = true;
  state.areForeseen = false;
  beginLooks(state);
  if (state.staticsStale) {
    staticMembers(state);
    boundGroup(state, state.statics);
  }
  boundLoose(state);
  if (state.set.refused !== INVALID_SLOT) endTick(state);
  state.features.pairing?.notePlaces(state.moving.active);
  return world;
}

/**
 * Ends a tick whose later stages will not run: the data that queries read must be consistent, and statics have to be
 * read again.
 */
function endTick(state: CollisionState): void {
  if (state.staticsStale) {
    buildStatics(state);
    state.staticsStale = true;
  }
  requireNoneRefused(state);
}
