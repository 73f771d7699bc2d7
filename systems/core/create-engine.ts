import { createStore } from '../../components/store.ts';
import { createTags } from '../../components/tags.ts';
import { type CandidateHook, createCandidatePairs } from '../../src/core/broad-phase/candidate-pairs.ts';
import { createPairCache } from '../../src/core/broad-phase/pair-cache.ts';
import { type HierarchyKind, makeBvh } from '../../src/core/bvh/bvh.ts';
import { type ColliderSet, createColliderSet, type ShapeColumns } from '../../src/core/collider-set.ts';
import { createContactList } from '../../src/core/contact-list.ts';
import { createContactTracking } from '../../src/core/contact-tracking.ts';
import { CollisionError, refuse, requireInteger, requireKeys, requireType } from '../../src/core/errors.ts';
import { createIndexList } from '../../src/core/index-list.ts';
import { requireDistance } from '../../src/core/limits.ts';
import { pairAllowed } from '../../src/core/pair-filter.ts';
import type { AnyShape } from '../../src/core/shapes/handled-shape.ts';
import { createShapeRegistry, registerShape } from '../../src/core/shapes/shape-registry.ts';
import { gateOf } from './accept-contacts.ts';
import { internals } from './adapter/bitecs-internals.ts';
import type { AnyWorld, Component, ComponentList, EntityId } from './adapter/entities.ts';
import { createAdapter } from './adapter/install.ts';
import { createLooseStatics } from './changed-statics.ts';
import { Collision } from './collision.ts';
import { type CollisionState, collisionStates, type MobilityGroup } from './collision-state.ts';
import type { Dimension, DimensionTypes } from './dimension.ts';
import { createEventDispatch, type EventDispatch, NOT_RUNNING, RUNNING_HOOK } from './events/dispatch.ts';
import { noteComponents, requireComponents } from './events/selectors.ts';
import { noteLeave } from './events/subscriptions.ts';
import { addFeature, FeatureParts } from './feature.ts';
import { createStageTimings } from './stage-timings.ts';
import { SWEPT, type SweptColliders } from './swept.ts';

/** Stores that a game already has, read in place of Transform: a column for each field, and the component. */
export interface OwnTransform {
  /** The components an entity must have, besides Collider, to collide: a position component, for instance. */
  readonly component: Component | ComponentList;
}

export interface EngineOptions {
  /** Entity indices the stores hold at first, 2²⁴ at most; they grow by doubling. Default 1024. */
  capacity?: number;
  /** The largest entity index the stores may grow to, 1 to 2³⁰. Default 2²⁴ − 1. */
  maxEntityIndex?: number;
  /** Puts the stores on SharedArrayBuffers, for workers. Default false. */
  shared?: boolean;
  /**
   * The kind of the broad phase's hierarchies, `boxHierarchy` or `sphereHierarchy`. Both find the same pairs. Default
   * boxes.
   */
  hierarchy?: HierarchyKind;
  /** Reports contacts up to this separation before they touch, in world units. Default 0. */
  margin?: number;
  /** Reads the game's own stores in place of Transform. */
  transform?: OwnTransform;
  /**
   * Called once per pair when its bounds begin to overlap; false keeps the pair apart for as long as they overlap,
   * unless `reconsider` makes the engine ask again. It may do what a `predicate` may; changes that it makes count from
   * the next tick on. An error that it throws ends the tick: contacts and events stay as they were, and it is called
   * for the pairs again.
   */
  shouldCollide?: (a: EntityId, b: EntityId) => boolean;
  /**
   * Called in every tick for each contact, those within the margin and those of sensors included, before any other code
   * sees it; false drops the contact for this tick. `contact` is the same object each time. Its `age` counts from when
   * the two came into contact, also while it was refused. The function may do what `shouldCollide` may, and an error
   * that it throws has the same effect.
   */
  acceptContact?: (a: EntityId, b: EntityId, contact: never) => boolean;
  /** `sweptColliders`, the code for the tag `Swept`. Without it the world has no swept colliders. */
  swept?: SweptColliders;
  /** Measures the time of each stage, see `collision.timings`. Default false. */
  timings?: boolean;
}

/** The options of a world of a dimension that has a Transform. */
export interface OptionsOf<Types extends DimensionTypes> extends EngineOptions {
  /** Stores of the game's own are in options of another type, because their world has no Transform. */
  transform?: never;
  acceptContact?: (a: EntityId, b: EntityId, contact: Types['contact']) => boolean;
}

/** The options of a world of a dimension that reads the game's own stores. */
export interface OptionsWithOwn<Types extends DimensionTypes, Source extends OwnTransform>
  extends Omit<OptionsOf<Types>, 'transform'> {
  /** Read in place of Transform. */
  transform: Source;
}

export const COLLISION_KEYS = [
  'capacity',
  'maxEntityIndex',
  'shared',
  'hierarchy',
  'margin',
  'transform',
  'shouldCollide',
  'acceptContact',
  'swept',
  'timings',
] as const;
/**
 * The options that may differ, or are compared in their own way, when a world is given collision again. All others must
 * be the same then, as the engine is built on them.
 */
const COMPARED_APART: readonly string[] = ['transform', 'shouldCollide', 'acceptContact'];
/** The largest number of entities that stores are made for at once, 1.6 GB; larger stores grow as they are used. */
const MAX_CAPACITY = 2 ** 24;

/** The options of a world, with defaults in place of absent ones. */
export type WorldOptions = { [Key in keyof EngineOptions]-?: EngineOptions[Key] | undefined } & Required<
  Pick<EngineOptions, 'capacity' | 'maxEntityIndex' | 'shared' | 'hierarchy' | 'margin' | 'timings'>
>;

/**
 * Gives a bitECS world collision of a dimension. A world that has it already, with the same options, keeps it, with
 * entities, contacts and handlers as they are; `shouldCollide` and `acceptContact` replace the earlier ones.
 * @throws CollisionError `invalid-state` when the world already has collision of other options; `invalid-number` or
 *   `out-of-range` for an option that cannot be used.
 */
export function createEngine<Types extends DimensionTypes>(
  dimension: Dimension<Types['set']>,
  world: object,
  options: EngineOptions,
): Collision<Types> {
  const wanted = readOptions(dimension, world, options);
  const known = collisionStates.get(world);
  if (known !== undefined) return adopt(known, dimension, world, wanted) as Collision<Types>;
  const state = createState(dimension, world as AnyWorld, wanted);
  collisionStates.set(world, state);
  const collision = new Collision<Types>(state);
  state.collision = collision;
  return collision;
}

/**
 * Returns the collision that a world has. @throws CollisionError `invalid-state` when the options ask for a different
 * one.
 */
function adopt(state: CollisionState, dimension: Dimension, world: object, wanted: WorldOptions): object {
  const { options, collision, adapter, dispatch } = state;
  if (state.dimension !== dimension) refuseAgain('of another kind');
  if (internals(world as AnyWorld).queries !== adapter.installedOn) refuseAgain('from before it was reset');
  for (const key of COLLISION_KEYS) {
    if (!COMPARED_APART.includes(key) && options[key] !== wanted[key]) refuseAgain(`with another ${key}`);
  }
  const before = namedIn(dimension, options.transform);
  const now = namedIn(dimension, wanted.transform);
  if (before.length !== now.length || before.some((one, i) => one !== now[i])) refuseAgain('with another transform');
  const { shouldCollide, acceptContact } = wanted;
  if (dispatch.running !== NOT_RUNNING) refuseAgain('which is in the middle of a tick');
  state.hook = hookOf(dispatch, shouldCollide);
  state.features.acceptContact = acceptContact && gateOf(acceptContact, dispatch, dimension);
  state.options = wanted;
  return collision!;
}

/**
 * Lists the columns and components that a source of transforms names: two source objects that name the same are equal.
 */
function namedIn({ transformSpec }: Dimension, source: OwnTransform | undefined): readonly unknown[] {
  if (source === undefined) return [];
  const columns = Object.keys(transformSpec).map((field) => (source as unknown as Record<string, unknown>)[field]);
  return [...columns, ...listOf(source.component)];
}

function refuseAgain(which: string): never {
  throw new CollisionError(
    'invalid-state',
    `this world already has collision, ${which}; use collisionOf(world), or dispose() first`,
  );
}

/** Checks options and fills in what was left out. */
function readOptions(dimension: Dimension, world: object, options: EngineOptions): WorldOptions {
  requireKeys('createCollision options', options, COLLISION_KEYS);
  const {
    maxEntityIndex = 2 ** 24 - 1,
    hierarchy = dimension.hierarchy,
    transform: source,
    shouldCollide,
    acceptContact,
    swept,
  } = options;
  requireInteger('maxEntityIndex', maxEntityIndex, 1, 2 ** 30);
  const { capacity = Math.min(1024, maxEntityIndex + 1), shared = false, margin = 0, timings = false } = options;
  requireInteger('capacity', capacity, 1, Math.min(maxEntityIndex + 1, MAX_CAPACITY));
  requireDistance('margin', margin);
  requireType('shared', shared, 'boolean');
  requireType('timings', timings, 'boolean');
  if (shared && typeof SharedArrayBuffer === 'undefined') {
    refuse('invalid-state', 'shared', 'false where there is no SharedArrayBuffer', shared);
  }
  if (typeof hierarchy?.joinGroup !== 'function' || hierarchy.axes !== dimension.axes) {
    refuse('invalid-state', 'hierarchy', dimension.hierarchyNames, hierarchy);
  }
  if (shouldCollide !== undefined) requireType('shouldCollide', shouldCollide, 'function');
  if (acceptContact !== undefined) requireType('acceptContact', acceptContact, 'function');
  if (swept !== undefined && swept?.axes !== dimension.axes) refuse('invalid-state', 'swept', 'sweptColliders', swept);
  if (source !== undefined) requireSource(dimension, world, source);
  return {
    capacity,
    maxEntityIndex,
    shared,
    hierarchy,
    margin,
    transform: source,
    shouldCollide,
    acceptContact,
    swept,
    timings,
  };
}

function createState<Set extends ColliderSet>(
  dimension: Dimension<Set>,
  world: AnyWorld,
  options: WorldOptions,
): CollisionState<Set> {
  const { hierarchy, timings, swept, shouldCollide, acceptContact } = options;
  const stores = createStores(dimension, options);
  const { set, collider, transformComponents } = stores;
  const { slots } = set;
  const contacts = createContactList(dimension.axes, dimension.maxPoints, 12);
  const tracking = createContactTracking(
    contacts,
    slots,
    (a, b) => (slots.defaultFilter[a] & slots.defaultFilter[b]) !== 0 || pairAllowed(slots, collider, a, b),
  );
  const dispatch = createEventDispatch({ world, slots, tracking, view: dimension.makeView(tracking) });
  const tags = createTags();
  noteComponents(world, [...stores.bindings.map(({ component }) => component), ...Object.values(tags)]);
  const adapter = createAdapter({
    world,
    slots,
    bindings: stores.bindings,
    required: transformComponents.concat(collider),
    tags,
    canSweep: swept !== undefined,
    onLeave: noteLeave.bind(undefined, dispatch),
  });
  const features = new FeatureParts();
  features.acceptContact = acceptContact && gateOf(acceptContact, dispatch, dimension);
  const sweeper = swept?.create(set);
  if (sweeper !== undefined) {
    contacts.swept = sweeper.rows;
    addFeature({ set, features, dispatch }, { key: SWEPT, value: sweeper, pairing: sweeper, saved: sweeper });
  }
  return {
    world,
    dimension,
    adapter,
    transform: stores.transform,
    transformComponents,
    collider,
    tags,
    set,
    moving: createGroup(hierarchy),
    statics: createGroup(hierarchy),
    loose: createLooseStatics(),
    pending: createGroup(dimension.hierarchy),
    waitingQueries: 0,
    staticsStale: true,
    areBoundsDue: false,
    staticCount: 0,
    areStaticsListed: false,
    movingStale: false,
    areForeseen: false,
    looks: { asked: 0, suffice: true },
    placesVersion: -1,
    pairCache: createPairCache(dimension.kernels, hierarchy),
    candidates: createCandidatePairs(16),
    hook: hookOf(dispatch, shouldCollide),
    contacts,
    tracking,
    dispatch,
    timings: timings ? createStageTimings() : undefined,
    collision: undefined,
    options,
    limits: stores.limits,
    features,
  };
}

/**
 * Makes the stores that entities are read from, or reads the game's own, and makes the columns that are computed from
 * them.
 */
function createStores<Set extends ColliderSet>(dimension: Dimension<Set>, options: WorldOptions) {
  const { capacity, maxEntityIndex, shared, margin, transform: source } = options;
  const limits = { capacity, maxIndex: maxEntityIndex, shared };
  const converters = { shape: (shape: AnyShape) => registerShape(set.registry, shape) };
  const colliders = createStore('Collider', dimension.colliderSpec, limits, converters);
  const collider = colliders.component as unknown as ShapeColumns;
  const { transformSpec, checkTransform } = dimension;
  const transforms =
    source === undefined ? createStore('Transform', transformSpec, limits, undefined, checkTransform) : undefined;
  const transform = transforms?.component;
  const set = createColliderSet(
    dimension.poseStride,
    dimension.kernels.boundsStride,
    createShapeRegistry(dimension.shapes),
    source ?? transform,
    source === undefined ? 'Transform' : 'transform',
    collider,
    margin,
    Math.min(capacity, 64),
    capacity,
  ) as Set;
  return {
    limits,
    bindings: transforms === undefined ? [colliders] : [colliders, transforms],
    collider,
    transform,
    transformComponents: listOf(source?.component ?? transform!),
    set,
  };
}

function hookOf(
  dispatch: EventDispatch,
  shouldCollide: ((a: EntityId, b: EntityId) => boolean) | undefined,
): CandidateHook | undefined {
  const { slots } = dispatch;
  return shouldCollide && ((a, b) => ask(dispatch, shouldCollide, slots.entity[a], slots.entity[b]));
}

/** Asks the game about a pair, while a tick waits: none may run meanwhile. */
function ask(
  dispatch: EventDispatch,
  shouldCollide: (a: EntityId, b: EntityId) => boolean,
  a: EntityId,
  b: EntityId,
): boolean {
  if (dispatch.isOver) return false;
  dispatch.running = RUNNING_HOOK;
  try {
    return shouldCollide(a, b);
  } finally {
    dispatch.running = NOT_RUNNING;
  }
}

function createGroup(kind: HierarchyKind): MobilityGroup {
  return { members: createIndexList(), active: createIndexList(), bvh: makeBvh(kind) };
}

function requireSource({ transformSpec, positionColumns }: Dimension, world: object, source: OwnTransform): void {
  const fields = Object.keys(transformSpec);
  requireKeys('transform', source, ['component', ...fields]);
  requireComponents('transform.component', listOf(source.component), world);
  for (const field of fields) {
    const column = (source as unknown as Record<string, ArrayLike<number> | undefined>)[field];
    if (column === undefined && !positionColumns.includes(field)) continue;
    if (typeof column === 'object' && typeof column?.length === 'number') continue;
    refuse('invalid-state', `transform.${field}`, 'an array indexed by entity', column);
  }
}

/** Returns a list as it is, and a single component as a list of one. */
function listOf(components: Component | ComponentList): readonly Component[] {
  return (Array.isArray(components) ? components.slice() : [components]) as readonly Component[];
}
