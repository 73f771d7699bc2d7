import { computeBounds } from '../../src/2d/compute-bounds.ts';
import { reserveIndices } from '../../src/core/index-list.ts';
import { type CollisionState, type MobilityGroup, requireState } from './collision-state.ts';

/**
 * Second stage: reads transforms and colliders and computes the pose and world bounds of everything that may have moved: all
 * moving colliders, and the static ones when any of them has been added, removed, set or touched.
 * @throws CollisionError naming the entity and field for a transform or size that cannot be used. Contacts and events are as
 *   they were then; mend the value and run the tick again.
 */
export function boundsSystem<W extends object>(world: W): W {
  const state = requireState(world);
  boundGroup(state, state.moving);
  state.movingStale = true;
  if (state.staticsStale) boundGroup(state, state.statics);
  return world;
}

/** Computes poses and bounds of a group's members and lists those that have a shape. */
export function boundGroup(state: CollisionState, group: MobilityGroup): void {
  const { members, active, spare } = group;
  spare.count = 0;
  const room = reserveIndices(spare, members.count);
  const count = computeBounds(state.set, members.items, members.count, room);
  // Only now: when a value cannot be used, queries go on with those that were there.
  spare.items = active.items;
  active.items = room;
  active.count = count;
}
