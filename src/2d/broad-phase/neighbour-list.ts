import { type Bvh, type HierarchyKind, makeBvh } from '../../core/bvh/bvh.ts';
import { createIndexList, type IndexList } from '../../core/index-list.ts';
import { createPairList, type PairList } from '../../core/pair-list.ts';
import { createPairSorter, type PairSorter } from '../../core/sort-pairs.ts';
import { reserve } from '../../core/typed-array.ts';
import { BOUNDS_STRIDE } from '../pose-layout.ts';
import { ALWAYS, createReachPlan, type ReachPlan } from './reach-plan.ts';

/**
 * The pairs that may overlap in the ticks to come. Each collider has a reach: bounds that hold all the places where it is expected
 * until then. As long as a collider is within its reach, it can only meet those whose reaches overlap its own, and these pairs
 * stay known. One that has left its reach is a stray, and its pairs are looked for anew every tick. When strays have become too
 * much work, all reaches, the hierarchy over them and the pairs are made anew.
 *
 * So the cost follows what moves in ways not foreseen, and which pairs are found depends on the bounds of the tick alone.
 * (After the neighbour lists of molecular dynamics: Verlet, Physical Review 159, 1967. Theirs reach equally far to all sides.)
 */
export interface NeighbourList {
  /** By slot, stride BOUNDS_STRIDE. Of statics: their bounds. */
  reach: Float64Array;
  /** By slot, stride BOUNDS_STRIDE: the bounds of when reaches were last made, NaN for a new owner. Only to foresee by. */
  start: Float32Array;
  /**
   * By slot: the age of the reaches when the collider was last found within its own; ALWAYS for statics. A byte each, as these are
   * looked up for every pair.
   */
  seen: Uint8Array;
  readonly plan: ReachPlan;
  /** One number: how far the side of a box goes in a tick, in the mean over all. */
  readonly motion: Float64Array;
  /** Over the reaches of what moves. */
  readonly bvh: Bvh;
  /** Pairs whose reaches overlap, sorted. */
  readonly pairs: PairList;
  /** Those of them whose bounds overlap in this tick, sorted. */
  readonly near: PairList;
  /** What moves beyond its reach, in this tick; the hierarchy over its bounds. */
  readonly strays: IndexList;
  readonly strayBvh: Bvh;
  /** Pairs with a stray whose bounds overlap, sorted. */
  readonly strayPairs: PairList;
  readonly sorter: PairSorter;
}

/** In `seen`: has had no reach since these were made. */
export const NEVER = 0;

export function createNeighbourList(kind: HierarchyKind): NeighbourList {
  return {
    reach: new Float64Array(0),
    start: new Float32Array(0),
    seen: new Uint8Array(0),
    plan: createReachPlan(),
    motion: new Float64Array(1),
    bvh: makeBvh(kind),
    pairs: createPairList(256),
    near: createPairList(256),
    strays: createIndexList(64),
    strayBvh: makeBvh(kind),
    strayPairs: createPairList(64),
    sorter: createPairSorter(),
  };
}

/** Makes room for every slot in use. */
export function reserveNeighbours(list: NeighbourList, end: number): void {
  list.reach = reserve(list.reach, end * BOUNDS_STRIDE);
  list.start = reserve(list.start, end * BOUNDS_STRIDE);
  list.seen = reserve(list.seen, end);
}

/** To be called when a slot gets a new owner, which has nothing to do with where the last one was. */
export function forgetNeighbour(list: NeighbourList, slot: number): void {
  reserveNeighbours(list, slot + 1);
  list.seen[slot] = NEVER;
  list.start.fill(NaN, BOUNDS_STRIDE * slot, BOUNDS_STRIDE * (slot + 1));
}

/** Begins new reaches: what has none of these, as it has no shape for now, must not be found in one it had before. */
export function forgetReaches({ seen }: NeighbourList): void {
  for (let slot = 0; slot < seen.length; slot++) if (seen[slot] !== ALWAYS) seen[slot] = NEVER;
}

/** To be called when the static hierarchy has been made anew over `items`. */
export function takeStatics(list: NeighbourList, bounds: Float64Array, items: Uint32Array, count: number): void {
  const { reach, seen } = list;
  list.plan.isStale = true;
  seen.fill(NEVER);
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = BOUNDS_STRIDE * slot;
    seen[slot] = ALWAYS;
    for (let side = at; side < at + BOUNDS_STRIDE; side++) reach[side] = bounds[side];
  }
}
