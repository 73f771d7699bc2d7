import { addComponent, addEntity, commitRemovals, removeComponent, removeEntity } from 'bitecs';
import { CollisionError } from '../../../src/core/errors.ts';
import { roomFor, type SavedColumn, type SavedColumns, savedColumn } from '../time/saved-columns.ts';
import { type AnyWorld, type Component, internals } from './bitecs-internals.ts';

/** How the entities of a world are saved: see `savedEntities`. */
export interface SavedEntities {
  /** @internal */
  save(world: AnyWorld, to: EntityRecord): void;
  /** @internal */
  restore(world: AnyWorld, from: EntityRecord): void;
}

/** The part of a snapshot about entities: its columns of numbers, and the values that are not numbers. */
interface EntityRecord {
  readonly columns: SavedColumns;
  readonly kept: Map<string, unknown>;
}

type Internals = ReturnType<typeof internals>;
type EntityQuery = Internals['queries'] extends Set<infer Q> ? Q : never;

/**
 * For `createSnapshot({ entities: savedEntities })`: saves which entities live and what components and tags they have,
 * which ids come next, and in which order queries list them. bitECS gives an id again as soon as it is free, and its
 * queries list entities in an order that comes from earlier additions and removals: a game that puts entities back
 * itself gets other ids and another order, and diverges. A query that was first used after the snapshot is therefore
 * listed anew when it is used next. A restore adds and removes entities with bitECS' own functions, so observers hear
 * of them, for instance observers that make sprites; the values of components come from the snapshot's stores.
 * Snapshots with entities can only be restored in the world they were saved from.
 */
export const savedEntities: SavedEntities = { save, restore };

const COUNT_ALIVE = 0;
const COUNT_MAX_ID = 1;
const COUNT_GENERATIONS = 2;

/**
 * The knowledge about a world when it was last saved: its queries, and the names of the columns that its state was
 * saved to.
 */
interface Known {
  world: AnyWorld;
  /**
   * The column of counts that this world saved last. If the snapshot holds another column, another world has been saved
   * to it since.
   */
  counts: SavedColumn | undefined;
  queries: EntityQuery[];
  queryColumns: string[];
  maskColumns: string[];
}

function save(world: AnyWorld, { columns, kept }: EntityRecord): void {
  commitRemovals(world);
  const { entityIndex, entityMasks, queries } = internals(world);
  const { dense, sparse, aliveCount, maxId, versioning, entityMask } = entityIndex;
  let known = kept.get('entities') as Known | undefined;
  if (known === undefined) {
    known = { world, counts: undefined, queries: [], queryColumns: [], maskColumns: [] };
    kept.set('entities', known);
  }
  known.world = world;
  known.counts = roomFor(columns, 'entities.counts', 3);
  const counts = known.counts.values;
  counts[COUNT_ALIVE] = aliveCount;
  counts[COUNT_MAX_ID] = maxId;
  counts[COUNT_GENERATIONS] = entityMasks.length;
  copyIds(columns, 'entities.dense', dense);
  if (versioning) {
    // Where bitECS believes an entity to be: by its id, and by its id without version bits. They may differ.
    const byId = roomFor(columns, 'entities.byId', dense.length).values;
    const byIndex = roomFor(columns, 'entities.byIndex', dense.length).values;
    for (let i = 0; i < dense.length; i++) {
      byId[i] = sparse[dense[i]] ?? -1;
      byIndex[i] = sparse[dense[i] & entityMask] ?? -1;
    }
  }
  for (let generation = 0; generation < entityMasks.length; generation++) {
    known.maskColumns[generation] ??= `entities.components${generation}`;
    const { values } = roomFor(columns, known.maskColumns[generation], aliveCount);
    const masks = entityMasks[generation];
    for (let i = 0; i < aliveCount; i++) values[i] = masks[dense[i]] | 0;
  }
  if (isListed(known.queries, queries)) {
    for (let i = 0; i < known.queries.length; i++) copyIds(columns, known.queryColumns[i], known.queries[i].dense);
  } else listQueries(columns, known, queries);
}

/** Returns whether these are the queries that were saved last time, in their order. */
function isListed(known: readonly EntityQuery[], queries: Set<EntityQuery>): boolean {
  const waiting = unasked.get(queries);
  if (known.length !== queries.size - (waiting?.size ?? 0)) return false;
  for (let i = 0; i < known.length; i++) if (!queries.has(known[i]) || waiting?.has(known[i])) return false;
  return true;
}

function listQueries(columns: SavedColumns, known: Known, queries: Set<EntityQuery>): void {
  const waiting = unasked.get(queries);
  known.queries = Array.from(queries).filter((query) => !waiting?.has(query));
  known.queryColumns = known.queries.map((_, i) => `entities.query${i}`);
  known.queries.forEach((query, i) => {
    copyIds(columns, known.queryColumns[i], query.dense);
  });
}

/** Saves ids, of arrays that are all plain or all typed: a query's own list. */
function copyIds(columns: SavedColumns, name: string, ids: ArrayLike<number>): void {
  const { values } = roomFor(columns, name, ids.length);
  for (let i = 0; i < ids.length; i++) values[i] = ids[i];
}

function restore(world: AnyWorld, { columns, kept }: EntityRecord): void {
  const known = kept.get('entities') as Known | undefined;
  // Components are known by the bits that this world has given them.
  if (known?.world !== world || columns.get('entities.counts') !== known.counts) {
    throw new CollisionError(
      'invalid-state',
      'a snapshot with entities can only be restored in the world it was saved from, with the columns saved there',
    );
  }
  commitRemovals(world);
  const internal = internals(world);
  if (!hasSavedIds(internal, columns)) {
    removeOthers(world, internal, columns);
    addMissing(world, internal, columns);
  }
  restoreComponents(world, internal, columns, known);
  commitRemovals(world);
  restoreIndex(internal, columns);
  restoreQueries(internal, columns, known);
}

/** Returns whether the same entities live, and the same ids come next. */
function hasSavedIds({ entityIndex }: Internals, columns: SavedColumns): boolean {
  const { values, count } = savedColumn(columns, 'entities.dense');
  const { dense, aliveCount } = entityIndex;
  if (aliveCount !== aliveBefore(columns) || dense.length !== count) return false;
  for (let i = 0; i < count; i++) if (dense[i] !== values[i]) return false;
  return true;
}

function aliveBefore(columns: SavedColumns): number {
  return savedColumn(columns, 'entities.counts').values[COUNT_ALIVE];
}

/** Removes the entities that did not live when the snapshot was saved. */
function removeOthers(world: AnyWorld, { entityIndex }: Internals, columns: SavedColumns): void {
  const saved = savedColumn(columns, 'entities.dense').values;
  const lived = new Set<number>();
  for (let i = 0; i < aliveBefore(columns); i++) lived.add(saved[i]);
  mendIndex(entityIndex);
  // The list is copied, because removing an entity moves ids about in it and may remove others as well.
  for (const eid of entityIndex.dense.slice(0, entityIndex.aliveCount)) {
    if (lived.has(eid)) continue;
    // Removals before this one may have moved the entity: `sparse` gets its present place.
    entityIndex.sparse[eid & entityIndex.entityMask] = entityIndex.sparse[eid];
    removeEntity(world, eid);
  }
}

/** Adds the entities that lived when the snapshot was saved and do not live now, with the ids that they had. */
function addMissing(world: AnyWorld, { entityIndex }: Internals, columns: SavedColumns): void {
  const saved = savedColumn(columns, 'entities.dense').values;
  const { dense } = entityIndex;
  const alive = new Set(dense.slice(0, entityIndex.aliveCount));
  for (let i = 0; i < aliveBefore(columns); i++) {
    if (alive.has(saved[i])) continue;
    // This place of the array holds the id that bitECS gives next.
    dense[entityIndex.aliveCount] = saved[i];
    entityIndex.sparse[saved[i] & entityIndex.entityMask] = entityIndex.aliveCount;
    addEntity(world);
  }
}

/** Makes bitECS find every entity: with version bits, it loses track of some. */
function mendIndex({ dense, sparse, versioning, entityMask }: Internals['entityIndex']): void {
  if (!versioning) return;
  for (let i = dense.length - 1; i >= 0; i--) {
    sparse[dense[i]] = i;
    sparse[dense[i] & entityMask] = i;
  }
}

/** Removes the components that entities did not have when the snapshot was saved, and adds those that they had. */
function restoreComponents(world: AnyWorld, internal: Internals, columns: SavedColumns, known: Known): void {
  if (haveSavedComponents(internal, columns, known)) return;
  mendIndex(internal.entityIndex);
  const saved = savedColumn(columns, 'entities.dense').values;
  const count = aliveBefore(columns);
  const components = componentsByBit(internal);
  // Adding a component may add others, as relations and inheritance do: the rounds go on until all entities are as they
  // were.
  for (let round = 0; round < 3 && !haveSavedComponents(internal, columns, known); round++) {
    for (const isAdding of [false, true]) {
      for (let generation = 0; generation < internal.entityMasks.length; generation++) {
        const wanted = wantedMasks(columns, known, generation);
        const masks = internal.entityMasks[generation];
        for (let i = 0; i < count; i++) {
          const eid = saved[i];
          const had = wanted === undefined ? 0 : wanted[i];
          const differing = isAdding ? had & ~masks[eid] : masks[eid] & ~had;
          for (let bits = differing; bits !== 0; bits &= bits - 1) {
            const component = components[generation].get(bits & -bits);
            if (isAdding) addComponent(world, eid, component);
            else removeComponent(world, eid, component);
          }
        }
      }
    }
  }
}

function haveSavedComponents({ entityMasks }: Internals, columns: SavedColumns, known: Known): boolean {
  const saved = savedColumn(columns, 'entities.dense').values;
  const count = aliveBefore(columns);
  for (let generation = 0; generation < entityMasks.length; generation++) {
    const wanted = wantedMasks(columns, known, generation);
    const masks = entityMasks[generation];
    for (let i = 0; i < count; i++) {
      if ((masks[saved[i]] | 0) !== (wanted === undefined ? 0 : wanted[i])) return false;
    }
  }
  return true;
}

/** Returns the components that entities had, a bit each; undefined for those that were not known yet. */
function wantedMasks(columns: SavedColumns, known: Known, generation: number): ArrayLike<number> | undefined {
  const generations = savedColumn(columns, 'entities.counts').values[COUNT_GENERATIONS];
  return generation < generations ? savedColumn(columns, known.maskColumns[generation]).values : undefined;
}

function componentsByBit({ componentMap, entityMasks }: Internals): Map<number, Component>[] {
  const byBit = entityMasks.map(() => new Map<number, Component>());
  componentMap.forEach(({ generationId, bitflag }, component) => {
    byBit[generationId].set(bitflag, component);
  });
  return byBit;
}

/** Brings back which ids are free, and in which order they come. */
function restoreIndex({ entityIndex }: Internals, columns: SavedColumns): void {
  const { values, count } = savedColumn(columns, 'entities.dense');
  const counts = savedColumn(columns, 'entities.counts').values;
  const { dense, sparse, versioning, entityMask } = entityIndex;
  entityIndex.aliveCount = counts[COUNT_ALIVE];
  entityIndex.maxId = counts[COUNT_MAX_ID];
  dense.length = count;
  for (let i = 0; i < count; i++) {
    dense[i] = values[i];
    sparse[dense[i]] = i;
  }
  if (!versioning) return;
  const byId = savedColumn(columns, 'entities.byId').values;
  const byIndex = savedColumn(columns, 'entities.byIndex').values;
  for (let i = 0; i < count; i++) {
    if (byId[i] >= 0) sparse[dense[i]] = byId[i];
    if (byIndex[i] >= 0) sparse[dense[i] & entityMask] = byIndex[i];
  }
}

/** Brings back the order in which queries list their entities. */
function restoreQueries(internal: Internals, columns: SavedColumns, known: Known): void {
  internal.queries.forEach((query) => {
    const at = known.queries.indexOf(query);
    if (at < 0) {
      takeBack(query, internal);
      return;
    }
    asOneAsked(query, internal);
    const { values, count } = savedColumn(columns, known.queryColumns[at]);
    order(query, values, count, false);
  });
}

/**
 * By the set of a world's queries: the queries whose list has not been read since the restore, and the property that
 * gives the list of each.
 */
const unasked = new WeakMap<Set<EntityQuery>, Map<EntityQuery, PropertyDescriptor>>();

/**
 * A query that a game makes after the snapshot lists entities in the order of that time. A game that runs the same
 * ticks again makes the query again at that time, so its list is only put in order when it is asked for. The query
 * itself stays, for its observers.
 */
function takeBack(query: EntityQuery, internal: Internals): void {
  const { queries, entityIndex } = internal;
  const waiting = unasked.get(queries) ?? new Map<EntityQuery, PropertyDescriptor>();
  unasked.set(queries, waiting);
  if (waiting.has(query)) return;
  waiting.set(query, Object.getOwnPropertyDescriptor(query, 'dense')!);
  const list = (): EntityQuery['dense'] => {
    asOneAsked(query, internal);
    // Entities that the query is about to drop are removed first: a query that is created now would not list them.
    for (const eid of query.toRemove.dense) query.remove(eid);
    query.toRemove.reset();
    order(query, entityIndex.dense, entityIndex.aliveCount, true);
    return query.dense;
  };
  Object.defineProperty(query, 'dense', { get: list, enumerable: true, configurable: true });
}

/** Makes a query return its list as bitECS keeps it. */
function asOneAsked(query: EntityQuery, { queries }: Internals): void {
  const waiting = unasked.get(queries);
  const list = waiting?.get(query);
  if (waiting === undefined || list === undefined) return;
  Object.defineProperty(query, 'dense', list);
  waiting.delete(query);
}

/**
 * Makes a query list the first `count` ids in this order. If `isFiltered`, ids that the query does not list already are
 * left out.
 */
function order(query: EntityQuery, ids: ArrayLike<number>, count: number, isFiltered: boolean): void {
  const listed: number[] = [];
  const { dense } = query;
  let isSame = isFiltered || dense.length === count;
  for (let i = 0; i < count; i++) {
    if (isFiltered && !query.has(ids[i])) continue;
    isSame = isSame && dense[listed.length] === ids[i];
    listed.push(ids[i]);
  }
  if (isSame && dense.length === listed.length) return;
  query.reset();
  for (const eid of listed) query.add(eid);
}
