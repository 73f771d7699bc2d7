import type { PairCache } from '../../../src/core/broad-phase/pair-cache.ts';
import type { Bvh } from '../../../src/core/bvh/bvh.ts';
import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { refuse } from '../../../src/core/errors.ts';
import type { IndexList } from '../../../src/core/index-list.ts';
import type { QueryHit } from '../../../src/core/queries/query-scope.ts';
import type { EntityId } from '../adapter/entities.ts';
import { requireInstalled } from '../adapter/install.ts';
import { type CollisionState, requireSeen } from '../collision-state.ts';
import type { Dimension } from '../dimension.ts';
import { movingHierarchy } from '../hierarchies.ts';
import { admitPending } from '../pending.ts';

/**
 * The state and the hierarchies that every query over a world needs. Queries see places, sizes and shapes as of the
 * world's last tick, together with the colliders added since, see `admitPending`; `refreshCollision(world)` brings in
 * colliders that were moved or resized, by `set()` or direct writes. A change by `set()` is not seen at once either: a
 * loop that asks and sets by turns would build a hierarchy for each of its queries, and each would see another world.
 */
export interface WorldScope<Set extends ColliderSet = ColliderSet> {
  readonly state: CollisionState<Set>;
  readonly set: Set;
  /** Together with the list, if there is one, the hierarchies hold every collider that has a shape. */
  readonly hierarchies: readonly Bvh[];
  readonly unbuilt?: IndexList | undefined;
  readonly foreseen?: PairCache | undefined;
}

/**
 * The scope of a world for most queries, and two for searches by bounds that do without the hierarchy of moving
 * colliders: one looks through all moving colliders, the other uses the hierarchy over their fat AABBs.
 */
interface WorldScopes {
  readonly built: WorldScope;
  readonly unbuilt: WorldScope;
  readonly foreseen: WorldScope;
}

const scopes = new WeakMap<CollisionState, WorldScopes>();

/**
 * The number of searches by bounds after a tick that look through all moving colliders. Building their hierarchy takes
 * as long as about ten of these searches.
 */
const MOST_LOOKS = 4;

/** Returns the scope of a world, colliders added since the last tick included. */
export function scopeOf<Set extends ColliderSet>(world: object, dimension: Dimension<Set>): WorldScope<Set> {
  const state = requireSeen(world, dimension);
  const { built } = scopes.get(state) ?? createScopes(state);
  requireInstalled(state.adapter);
  state.looks.asked = MOST_LOOKS + 1;
  if (state.movingStale) movingHierarchy(state);
  admitPending(state);
  return built as WorldScope<Set>;
}

/**
 * Returns the scope of a search by bounds. The first few searches after a tick look through all moving colliders,
 * unless there were more queries after the tick before: in games with few queries no hierarchy is built. The colliders
 * found are the same either way, but their order is not: a search that does not sort them must use `scopeOf`, or its
 * answer would depend on earlier queries.
 *
 * `takesForeseen` says whether the search can use `QueryScope.foreseen`, which needs no build, however many searches
 * there are.
 */
export function boundsScopeOf<Set extends ColliderSet>(
  world: object,
  dimension: Dimension<Set>,
  options: { readonly sorted?: boolean } | undefined,
  takesForeseen = false,
): WorldScope<Set> {
  if (options?.sorted === false) return scopeOf(world, dimension);
  const state = requireSeen(world, dimension);
  const { built, unbuilt, foreseen } = scopes.get(state) ?? createScopes(state);
  requireInstalled(state.adapter);
  const { looks } = state;
  if (takesForeseen && state.movingStale && state.areForeseen && state.pairCache.plan.isServing) {
    admitPending(state);
    return foreseen as WorldScope<Set>;
  }
  looks.asked++;
  const looksThrough = state.movingStale && looks.suffice && looks.asked <= MOST_LOOKS;
  if (state.movingStale && !looksThrough) movingHierarchy(state);
  admitPending(state);
  return (looksThrough ? unbuilt : built) as WorldScope<Set>;
}

/** Begins to count the queries after a tick, and notes whether there were few after the one before. */
export function beginLooks({ looks }: CollisionState): void {
  looks.suffice = looks.asked <= MOST_LOOKS;
  looks.asked = 0;
}

function createScopes(state: CollisionState): WorldScopes {
  const { set, moving, statics, pending, pairCache } = state;
  const made = {
    built: { state, set, hierarchies: [moving.bvh, statics.bvh, pending.bvh], unbuilt: undefined },
    unbuilt: { state, set, hierarchies: [statics.bvh, pending.bvh], unbuilt: moving.active },
    foreseen: { state, set, hierarchies: [statics.bvh, pending.bvh], unbuilt: pairCache.escaped, foreseen: pairCache },
  };
  scopes.set(state, made);
  return made;
}

/** Copies slots to `out` as entity ids, in the order of the options if they give one, and returns how many. */
export function reportEntities(
  scope: WorldScope,
  list: IndexList,
  out: EntityId[],
  order?: (a: EntityId, b: EntityId) => number,
): number {
  const { entity } = scope.set.slots;
  const { items, count } = list;
  try {
    for (let i = 0; i < count; i++) out[i] = entity[items[i]];
    while (out.length > count) out.pop();
  } catch (error) {
    refuseOut(out, error);
  }
  if (order !== undefined) out.sort(order);
  return count;
}

/** Refuses a result that is no array. @throws CollisionError `invalid-state`. */
export function requireArray(out: readonly unknown[]): void {
  if (!Array.isArray(out)) refuse('invalid-state', 'out', 'an array', out);
}

/**
 * Throws the error about a result that could not be written, or `error` when neither `out` nor an entry of it is the
 * reason. Testing beforehand whether it is frozen would take a tenth of a query.
 */
export function refuseOut(out: unknown, error?: unknown): never {
  // The array is spread, as `every` would pass over the holes of a sparse array.
  const isToBlame = error === undefined || !isWritable(out) || (Array.isArray(out) && ![...out].every(isWritable));
  if (isToBlame) refuse('invalid-state', 'out', 'one that can be written to', out);
  throw error;
}

function isWritable(part: unknown): boolean {
  return typeof part === 'object' && part !== null && !Object.isFrozen(part) && Object.isExtensible(part);
}

/** The place where a query has met something, in its result: without z in the plane. */
export interface ResultPlace {
  x: number;
  y: number;
  z?: number;
  normalX: number;
  normalY: number;
  normalZ?: number;
}

/** Copies the place of a hit to a result. */
export function copyPlace(hit: QueryHit, out: ResultPlace, axes: number): void {
  out.x = hit.x;
  out.y = hit.y;
  out.normalX = hit.normalX;
  out.normalY = hit.normalY;
  if (axes === 2) return;
  out.z = hit.z;
  out.normalZ = hit.normalZ;
}

/**
 * Returns a limit. @throws CollisionError `invalid-number` for a limit that is negative or NaN; Infinity is allowed.
 */
export function requireLimit(name: string, value: number): number {
  if (!(typeof value === 'number' && value >= 0)) refuse('invalid-number', name, 'at least 0', value);
  return value;
}
