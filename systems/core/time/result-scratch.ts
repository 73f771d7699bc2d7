import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { FLAG_SENSOR, FLAG_STATIC } from '../../../src/core/collider-slots.ts';
import { createIndexList, type IndexList } from '../../../src/core/index-list.ts';
import { lengthened, NO_FRACTIONS } from '../../../src/core/typed-array.ts';
import type { CollisionState } from '../collision-state.ts';

/** The scratch of a world for saving and restoring results, and its state between two calls. */
export interface ResultScratch {
  /** The columns from `poses` to `defaultFilter` hold the same values as those of the same name of a `ColliderSet`. */
  poses: Float64Array;
  bounds: Float64Array;
  kinds: Uint8Array;
  handles: Uint32Array;
  slotMargins: Float64Array;
  defaultFilter: Uint8Array;
  /** By slot: FLAG_STATIC and FLAG_SENSOR of the collider, and no other flag. */
  flags: Uint8Array;
  readonly items: IndexList;
  readonly active: IndexList;
  /** The colliders that are not where the stores say. */
  readonly moved: IndexList;
  marks: Uint8Array;
  /**
   * The rows of the present contact list that cannot be computed again from poses and shapes: found on the way, turned
   * by a rule, or of colliders that have been read anew or changed in place since.
   */
  kept: IndexList;
  keptVersion: number;
  /** Scratch: the next list for `kept`. */
  next: IndexList;
}

const scratches = new WeakMap<CollisionState, ResultScratch>();

export function resultScratchOf(state: CollisionState): ResultScratch {
  let scratch = scratches.get(state);
  if (scratch === undefined) {
    scratch = {
      poses: new Float64Array(0),
      bounds: new Float64Array(0),
      kinds: new Uint8Array(0),
      handles: new Uint32Array(0),
      slotMargins: NO_FRACTIONS,
      defaultFilter: new Uint8Array(0),
      flags: new Uint8Array(0),
      items: createIndexList(),
      active: createIndexList(),
      moved: createIndexList(1),
      marks: new Uint8Array(0),
      kept: createIndexList(1),
      keptVersion: -1,
      next: createIndexList(1),
    };
    scratches.set(state, scratch);
  }
  return scratch;
}

export function makeRoom(scratch: ResultScratch, set: ColliderSet): void {
  scratch.poses = lengthened(scratch.poses, set.poses.length);
  scratch.bounds = lengthened(scratch.bounds, set.bounds.length);
  scratch.kinds = lengthened(scratch.kinds, set.kinds.length);
  scratch.handles = lengthened(scratch.handles, set.handles.length);
  scratch.slotMargins = lengthened(scratch.slotMargins, set.slotMargins.length);
  scratch.defaultFilter = lengthened(scratch.defaultFilter, set.slots.defaultFilter.length);
  scratch.flags = lengthened(scratch.flags, set.slots.flags.length);
}

export function copyColliderPlace(to: ResultScratch, set: ColliderSet, slot: number): void {
  const { poseStride, boundsStride } = set;
  to.kinds[slot] = set.kinds[slot];
  to.handles[slot] = set.handles[slot];
  if (set.slotMargins.length > 0) to.slotMargins[slot] = set.slotMargins[slot];
  for (let k = slot * poseStride; k < (slot + 1) * poseStride; k++) to.poses[k] = set.poses[k];
  for (let k = slot * boundsStride; k < (slot + 1) * boundsStride; k++) to.bounds[k] = set.bounds[k];
}

/** Copies all places to the scratch. */
export function copyPlaces(to: ResultScratch, set: ColliderSet): void {
  makeRoom(to, set);
  to.poses.set(set.poses);
  to.bounds.set(set.bounds);
  to.kinds.set(set.kinds);
  to.handles.set(set.handles);
  to.slotMargins.set(set.slotMargins);
  const { flags, end } = set.slots;
  for (let slot = 0; slot < end; slot++) to.flags[slot] = flags[slot] & (FLAG_STATIC | FLAG_SENSOR);
}

/** Exchanges the margins of the engine with those of the scratch; a second call exchanges them back. */
export function swapMargins(scratch: ResultScratch, set: ColliderSet): void {
  const { slotMargins } = set;
  set.slotMargins = scratch.slotMargins;
  scratch.slotMargins = slotMargins;
}

export function swapPlaces(scratch: ResultScratch, set: ColliderSet): void {
  const { poses, bounds, kinds, handles, slots } = set;
  const { defaultFilter } = slots;
  set.poses = scratch.poses;
  set.bounds = scratch.bounds;
  set.kinds = scratch.kinds;
  set.handles = scratch.handles;
  slots.defaultFilter = scratch.defaultFilter;
  scratch.poses = poses;
  scratch.bounds = bounds;
  scratch.kinds = kinds;
  scratch.handles = handles;
  scratch.defaultFilter = defaultFilter;
  swapMargins(scratch, set);
}
