import type { CollisionState } from './collision-state.ts';

/** A sum that is never read: without it, V8 would leave out the reads. */
const fetched = new Float64Array(1);

/**
 * How many slots' poses and bounds are fetched. In a larger world the loops of the stages fetch the rest themselves.
 */
const PREFETCHED_SLOTS = 64;

/**
 * Reads a little of what the stages of a tick are going to read: one number of each object, the heads of arrays, and
 * all poses and bounds. When a world is in no cache because many other worlds have run since, the processor then
 * fetches many places at a time, rather than each when a stage comes to it.
 */
export function prefetch(world: CollisionState): void {
  const { adapter, set, moving, statics, loose, pairCache, candidates, contacts, tracking, dispatch } = world;
  const { slots, poses, bounds, kinds, poseStride, boundsStride } = set;
  const { entity, index, rank, state, flags, changed, defaultFilter, added, removed } = slots;
  const { slotA, slotB, manifolds, featureOrExtra, id, beginTick, previous, kept } = contacts;
  const { begin, stay, end, logged } = dispatch;
  let sum = adapter.bits.prefab.bit + adapter.changedStatics.length + added.length + removed.length;
  sum += pairCache.plan.age + loose.emptySlot + statics.bvh.itemCount + candidates.previous.count;
  sum += kept.listVersion + tracking.tick;
  sum += begin.all.length + stay.all.length + end.all.length + logged.all.length;
  sum += entity.length + index.length + rank.length + state.length + flags.length + changed.length;
  sum += defaultFilter.length + kinds.length + moving.members.items.length + moving.active.items.length;
  sum += pairCache.overlapping.pairs.length + candidates.pairs.length + candidates.accepted.length;
  sum += slotA.length + slotB.length + contacts.flags.length + manifolds.length + featureOrExtra.length;
  sum += id.length + beginTick.length + previous.slotA.length + previous.slotB.length + previous.flags.length;
  const slotEnd = Math.min(slots.end, PREFETCHED_SLOTS);
  for (let slot = 0; slot < slotEnd; slot++) sum += poses[slot * poseStride] + bounds[slot * boundsStride];
  fetched[0] = sum;
}
