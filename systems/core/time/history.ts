import { createCandidatePairs } from '../../../src/core/broad-phase/candidate-pairs.ts';
import { createPairCache } from '../../../src/core/broad-phase/pair-cache.ts';
import { makeBvh } from '../../../src/core/bvh/bvh.ts';
import { type ColliderSet, createColliderSet, reserveColliders } from '../../../src/core/collider-set.ts';
import { INVALID_SLOT, reserveSlots, SLOT_FREE, SLOT_LIVE, writeRanks } from '../../../src/core/collider-slots.ts';
import { createContactList } from '../../../src/core/contact-list.ts';
import { createContactTracking } from '../../../src/core/contact-tracking.ts';
import { CollisionError, requireFinite, requireInteger, requireKeys } from '../../../src/core/errors.ts';
import { createIndexList, reserveIndices } from '../../../src/core/index-list.ts';
import type { AnyShape, AnyShapeRegistry } from '../../../src/core/shapes/handled-shape.ts';
import { type KeptRegistry, keepShapes, keptRegistry } from '../../../src/core/shapes/saved-registry.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import { entityIndexEnd } from '../adapter/entities.ts';
import { boundGroup } from '../bound-group.ts';
import { createLooseStatics } from '../changed-statics.ts';
import {
  type CollisionState,
  type MobilityGroup,
  pastStates,
  requireCurrent,
  requireState,
} from '../collision-state.ts';
import type { Dimension } from '../dimension.ts';
import { createEventDispatch } from '../events/dispatch.ts';
import { addFeature, FeatureParts } from '../feature.ts';
import { type SavedArray, type SavedColumns, saveColumn, savedColumn } from './saved-columns.ts';
import { listStoreColumns, saveStores } from './saved-stores.ts';

/** Options of `createCollisionHistory`. */
export interface HistoryOptions {
  /** How many ticks are kept. Default 64. */
  ticks?: number;
}

/** Columns of Transform, by entity index. */
export type TransformValues = Record<string, SavedArray>;

/** The routines of a dimension that a history needs. */
export interface HistoryDimension<Set extends ColliderSet = ColliderSet> {
  readonly dimension: Dimension<Set>;
  /**
   * Writes how an entity is turned at a fraction of the time between two ticks, where its transform has columns for
   * that. All columns have been mixed evenly before.
   */
  mixTurn(
    mixed: TransformValues,
    before: TransformValues,
    after: TransformValues,
    index: number,
    fraction: number,
  ): void;
}

type StoreColumns = ReturnType<typeof listStoreColumns>;

/** The stores of one tick, and which collider had which slot. */
interface TickRecord<Set extends ColliderSet> {
  tick: number;
  readonly columns: SavedColumns;
  shapes: KeptRegistry<AnyShape, unknown, unknown> | undefined;
  /** The world that queries of this tick are given; undefined until it is asked for. */
  past: Past<Set> | undefined;
}

/** A world of the past, and the key that stands for it in queries. */
interface Past<Set extends ColliderSet> {
  readonly state: CollisionState<Set>;
  key: object;
}

const NO_TICK = -1;

/** The last ticks of a world, which queries can be asked about. Made by `createCollisionHistory`. */
export interface CollisionHistory {
  /**
   * Keeps the tick that the world has just run: transforms, colliders and tags as they are in the stores now, so call
   * it right after `collisionSystem`. A tick that ran again replaces its earlier record, and drops all later ones.
   * @throws CollisionError `invalid-state` after the collision's `dispose()`.
   */
  record(): void;
  /** The last tick that was recorded; −1 for none. */
  readonly newest: number;
  /** The first tick that is still kept; −1 for none. */
  readonly oldest: number;
  /**
   * Returns the world as it was at a tick, for queries to be given in place of the world: casts, overlaps, closest
   * points. Ticks are numbered by the calls of `collisionSystem`, from 1. A fraction is a time between that tick and
   * the next: an entity that was there in both is on its way, straight and evenly. Entities that are gone since are
   * seen; `with` and predicates ask about present components. The first query builds a hierarchy; the present is left
   * alone. The world of the past is valid until the tick, or the one after a fraction, is recorded again or falls out
   * of the history; a world between two ticks also only until another one is asked for. Functions that are no queries,
   * such as a tick or `touching`, refuse it.
   * @throws CollisionError `out-of-range` for a time that is not kept.
   */
  at(tick: number): object;
}

class WorldHistory<Set extends ColliderSet> implements CollisionHistory {
  readonly #state: CollisionState<Set>;
  readonly #of: HistoryDimension<Set>;
  /** By tick modulo the length: the record of the tick. */
  readonly #records: TickRecord<Set>[];
  readonly #transform: StoreColumns;
  readonly #collider: StoreColumns;
  /** The world of the last time between two ticks that `at` was called with. */
  #between: Past<Set> | undefined;
  #betweenTime = NaN;
  #newest = NO_TICK;

  constructor(of: HistoryDimension<Set>, state: CollisionState<Set>, ticks: number) {
    this.#state = state;
    this.#of = of;
    this.#records = Array.from({ length: ticks }, () => ({
      tick: NO_TICK,
      columns: new Map(),
      shapes: undefined,
      past: undefined,
    }));
    const { dimension, set } = state;
    const given = Object.keys(dimension.transformSpec).filter((field) => columnOf(set.transform, field) !== undefined);
    this.#transform = listStoreColumns({ transform: pick(set.transform, given) }).map((column) => ({
      ...column,
      store: set.transform,
    }));
    this.#collider = listStoreColumns({ collider: state.collider });
  }

  record(): void {
    requireCurrent(this.#state);
    const { set, tracking, world, features } = this.#state;
    const { slots } = set;
    const ticks = this.#records.length;
    const record = this.#records[tracking.tick % ticks];
    const { columns } = record;
    forget(record.past);
    record.past = undefined;
    const between = Math.floor(this.#betweenTime);
    if (between % ticks === tracking.tick % ticks || (between + 1) % ticks === tracking.tick % ticks) {
      forget(this.#between);
      this.#betweenTime = NaN;
    }
    const end = entityIndexEnd(world);
    saveStores(columns, this.#transform, end);
    saveStores(columns, this.#collider, end);
    saveColumn(columns, 'state', slots.state, slots.end);
    saveColumn(columns, 'flags', slots.flags, slots.end);
    saveColumn(columns, 'entity', slots.entity, slots.end);
    saveColumn(columns, 'index', slots.index, slots.end);
    saveColumn(columns, 'slotOfIndex', slots.slotOfIndex, slots.slotOfIndex.length);
    for (let i = 0; i < features.past.length; i++) features.past[i].record(columns);
    record.shapes = keepShapes(set.registry, record.shapes);
    record.tick = tracking.tick;
    this.#newest = tracking.tick;
  }

  get newest(): number {
    return this.#newest;
  }

  get oldest(): number {
    let oldest = this.#newest;
    while (oldest > 0 && this.#recordOf(oldest - 1) !== undefined) oldest--;
    return oldest;
  }

  at(tick: number): object {
    requireFinite('the tick of a history', tick);
    const floor = Math.floor(tick);
    const record = this.#recordOf(floor);
    const next = floor === tick ? record : this.#recordOf(floor + 1);
    if (record === undefined || next === undefined) {
      throw new CollisionError(
        'out-of-range',
        this.#newest === NO_TICK
          ? 'the history is empty: record() keeps a tick that has run'
          : `tick ${tick} is not in the history, which has ticks ${this.oldest} to ${this.#newest}`,
      );
    }
    if (floor === tick) {
      record.past ??= this.#makePast(record);
      return record.past.key;
    }
    if (this.#betweenTime !== tick) {
      forget(this.#between);
      this.#between = this.#makePast(record, next, tick - floor);
      this.#betweenTime = tick;
    }
    return this.#between!.key;
  }

  #recordOf(tick: number): TickRecord<Set> | undefined {
    if (tick < 0 || tick > this.#newest) return undefined;
    const record = this.#records[tick % this.#records.length];
    return record.tick === tick ? record : undefined;
  }

  #makePast(record: TickRecord<Set>, next = record, fraction = 0): Past<Set> {
    const { columns } = record;
    const before = this.#transformOf(record);
    const transform = fraction === 0 ? before : this.#mix(record, next, before, this.#transformOf(next), fraction);
    const collider: Record<string, SavedArray> = {};
    for (const { name, field } of this.#collider) collider[field!] = savedColumn(columns, name).values;
    const state = pastState(this.#state, transform, collider, keptRegistry(record.shapes!));
    fillSlots(state, columns);
    for (const part of this.#state.features.past) {
      const feature = part.inThePast(state, columns);
      if (feature !== undefined) addFeature(state, feature);
    }
    boundGroup(state, state.moving);
    state.set.refused = INVALID_SLOT;
    const past = { state, key: {} };
    pastStates.set(past.key, state);
    return past;
  }

  #transformOf({ columns }: TickRecord<Set>): TransformValues {
    return Object.fromEntries(this.#transform.map(({ name, field }) => [field, savedColumn(columns, name).values]));
  }

  /** Returns the transforms of a time between two ticks. */
  #mix(
    record: TickRecord<Set>,
    next: TickRecord<Set>,
    before: TransformValues,
    after: TransformValues,
    fraction: number,
  ): TransformValues {
    const mixed: TransformValues = {};
    for (const field of Object.keys(before)) mixed[field] = Float64Array.from(before[field]);
    const [state, entity, index] = ['state', 'entity', 'index'].map((name) => savedColumn(record.columns, name));
    const [nextState, nextEntity] = ['state', 'entity'].map((name) => savedColumn(next.columns, name));
    for (let slot = 0; slot < state.count; slot++) {
      if (state.values[slot] !== SLOT_LIVE || nextState.values[slot] !== SLOT_LIVE) continue;
      if (entity.values[slot] !== nextEntity.values[slot]) continue;
      const i = index.values[slot];
      for (const field of Object.keys(mixed)) {
        mixed[field][i] = before[field][i] + fraction * (after[field][i] - before[field][i]);
      }
      this.#of.mixTurn(mixed, before, after, i, fraction);
    }
    return mixed;
  }
}

function forget(past: Past<ColliderSet> | undefined): void {
  if (past !== undefined) pastStates.delete(past.key);
}

/** Makes a state that queries can read from kept columns, which are not written to any more. */
function pastState<Set extends ColliderSet>(
  present: CollisionState<Set>,
  transform: object,
  collider: Record<string, SavedArray>,
  registry: AnyShapeRegistry,
): CollisionState<Set> {
  const { world, dimension, adapter, set: now, moving } = present;
  const { kernels } = dimension;
  const kind = moving.bvh.routines;
  const shape = collider as unknown as Set['shape'];
  const set = createColliderSet(
    dimension.poseStride,
    kernels.boundsStride,
    registry,
    transform,
    now.transformName,
    shape,
    now.margin,
    0,
  ) as Set;
  const { slots } = set;
  const contacts = createContactList(dimension.axes, dimension.maxPoints, 0);
  const tracking = createContactTracking(contacts, slots, () => true);
  const dispatch = createEventDispatch({ world, slots, tracking, view: dimension.makeView(tracking) });
  const group = (): MobilityGroup => ({ members: createIndexList(1), active: createIndexList(1), bvh: makeBvh(kind) });
  return {
    ...present,
    adapter: { ...adapter, slots, changedStatics: [], hasUnread: false, prefabs: undefined },
    collider: shape,
    set,
    moving: group(),
    statics: group(),
    loose: createLooseStatics(),
    pending: group(),
    waitingQueries: 0,
    staticsStale: false,
    movingStale: true,
    areForeseen: false,
    looks: { asked: 0, suffice: true },
    pairCache: createPairCache(kernels, kind),
    candidates: createCandidatePairs(1),
    hook: undefined,
    features: new FeatureParts(),
    contacts,
    tracking,
    dispatch,
    collision: undefined,
  };
}

/** Gives the slots their colliders, all of them as moving ones, by ascending entity index. */
function fillSlots({ set, moving }: CollisionState, columns: SavedColumns): void {
  const { slots } = set;
  const [state, flags, entity, index] = ['state', 'flags', 'entity', 'index'].map((name) => savedColumn(columns, name));
  const slotOfIndex = savedColumn(columns, 'slotOfIndex');
  slots.end = state.count;
  reserveSlots(slots, slots.end);
  reserveColliders(set);
  for (let slot = 0; slot < slots.end; slot++) {
    slots.state[slot] = state.values[slot] === SLOT_LIVE ? SLOT_LIVE : SLOT_FREE;
    slots.flags[slot] = flags.values[slot];
    slots.entity[slot] = entity.values[slot];
    slots.index[slot] = index.values[slot];
  }
  slots.slotOfIndex = new Int32Array(slotOfIndex.values);
  slots.order = reserve(slots.order, slots.end);
  const members = reserveIndices(moving.members, slots.end);
  for (let i = 0; i < slotOfIndex.count; i++) {
    const slot = slots.slotOfIndex[i];
    if (slot < 0) continue;
    slots.order[slots.orderCount++] = slot;
    members[moving.members.count++] = slot;
  }
  writeRanks(slots);
}

function columnOf(store: object, field: string): unknown {
  return (store as Record<string, unknown>)[field];
}

function pick(store: object, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((field) => [field, columnOf(store, field)]));
}

/** Makes the history of a world of a dimension. See the dimension's `createCollisionHistory`. */
export function createHistory<Set extends ColliderSet>(
  of: HistoryDimension<Set>,
  world: object,
  options: HistoryOptions,
): CollisionHistory {
  const state = requireState(world, of.dimension);
  requireKeys('createCollisionHistory options', options, ['ticks']);
  const { ticks = 64 } = options;
  requireInteger('ticks', ticks, 1, 2 ** 16);
  return new WorldHistory(of, state, ticks);
}
