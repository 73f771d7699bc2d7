import { type ColliderStore, type ColliderValues, colliderSpec } from '../../components/2d/collider.ts';
import { type TransformStore, type TransformValues, transformSpec } from '../../components/2d/transform.ts';
import { createStore } from '../../components/store.ts';
import { createTags } from '../../components/tags.ts';
import { boundsKernels } from '../../src/2d/broad-phase/bounds-kernels.ts';
import { boxHierarchy } from '../../src/2d/bvh/box-hierarchy.ts';
import { createColliderSet, TRANSFORM_COLUMNS, type TransformColumns } from '../../src/2d/collider-set.ts';
import { CONTACT_MAX_POINTS } from '../../src/2d/geometry/contact/contact-layout.ts';
import type { RegisteredShape } from '../../src/2d/shapes/registered-shape.ts';
import { registerShape } from '../../src/2d/shapes/shape-registry.ts';
import { createCandidatePairs, pairAllowed } from '../../src/core/broad-phase/candidate-pairs.ts';
import { createPairCache } from '../../src/core/broad-phase/pair-cache.ts';
import { type HierarchyKind, makeBvh } from '../../src/core/bvh/bvh.ts';
import { createContactList } from '../../src/core/contact-list.ts';
import { createContactTransitions } from '../../src/core/contact-tracking.ts';
import {
  CollisionError,
  refuse,
  requireInteger,
  requireKeys,
  requireNonNegative,
  requireType,
} from '../../src/core/errors.ts';
import { createIndexList } from '../../src/core/index-list.ts';
import {
  type AnyWorld,
  type Component,
  type ComponentList,
  createAdapter,
  type EntityId,
} from '../core/adapter/adapter.ts';
import { Collision } from '../core/collision.ts';
import { type CollisionState, collisionStates, type MobilityGroup } from '../core/collision-state.ts';
import { createEventDispatch } from '../core/events/dispatch.ts';
import { requireComponents } from '../core/events/selectors.ts';
import { noteLeave } from '../core/events/subscriptions.ts';
import { type Contact, ContactView } from './contact-view.ts';

/**
 * Stores a game already has, read in place of Transform. Columns are indexed by entity index and read through this object
 * every tick, so getters may return arrays that have been replaced.
 */
export interface TransformSource extends TransformColumns {
  /** What an entity must have, besides Collider, to collide: your position component, say. */
  readonly component: Component | ComponentList;
}

export interface CollisionOptions {
  /** Entity indices the stores hold at first, 2²⁴ at most; they grow by doubling. Default 1024. */
  capacity?: number;
  /** The largest entity index the stores may grow to, 1 to 2³⁰. Default 2²⁴ − 1. */
  maxEntityIndex?: number;
  /** Puts the stores on SharedArrayBuffers, for workers. Default false. */
  shared?: boolean;
  /** What the broad phase's hierarchies are made of, `boxHierarchy` or `sphereHierarchy`. Both find the same pairs. Default boxes. */
  hierarchy?: HierarchyKind;
  /** Reports contacts up to this separation before they touch, in world units. Default 0. */
  margin?: number;
  /** Reads the game's own stores in place of Transform. */
  transform?: TransformSource;
  /** Asked once per pair when its bounds begin to overlap; false keeps the pair apart for as long as they do. */
  shouldCollide?: (a: EntityId, b: EntityId) => boolean;
}

export const COLLISION_KEYS = [
  'capacity',
  'maxEntityIndex',
  'shared',
  'hierarchy',
  'margin',
  'transform',
  'shouldCollide',
] as const;
/** Entities that stores are made for at once, 1.6 GB of them; beyond this they grow as they are used. */
const MAX_CAPACITY = 2 ** 24;

/** A collision world that reads the game's own stores has no Transform of its own. */
export type CollisionWithOwnTransform = Omit<Collision, 'Transform'>;

/**
 * Gives a bitECS world 2D collision: components to put on entities, and the state that `collisionSystem(world)` works on.
 * @throws CollisionError `invalid-state` when the world already has 2D collision; `invalid-number` or `out-of-range` for an
 *   option that cannot be used.
 */
export function createCollision(
  world: object,
  options: CollisionOptions & { transform: TransformSource },
): CollisionWithOwnTransform;
export function createCollision(world: object, options?: CollisionOptions & { transform?: never }): Collision;
export function createCollision(world: object, options: CollisionOptions): Collision | CollisionWithOwnTransform;
export function createCollision(world: object, options: CollisionOptions = {}): Collision | CollisionWithOwnTransform {
  if (collisionStates.has(world)) {
    throw new CollisionError('invalid-state', 'this world already has 2D collision; call dispose() on it first');
  }
  const state = createState(world as AnyWorld, options);
  collisionStates.set(world, state);
  return new Collision(state);
}

function createState(world: AnyWorld, options: CollisionOptions): CollisionState {
  requireKeys('createCollision options', options, COLLISION_KEYS);
  const { maxEntityIndex = 2 ** 24 - 1, hierarchy = boxHierarchy, transform: source, shouldCollide } = options;
  requireInteger('maxEntityIndex', maxEntityIndex, 1, 2 ** 30);
  const { capacity = Math.min(1024, maxEntityIndex + 1), shared = false, margin = 0 } = options;
  requireInteger('capacity', capacity, 1, Math.min(maxEntityIndex + 1, MAX_CAPACITY));
  requireNonNegative('margin', margin);
  requireType('shared', shared, 'boolean');
  if (shared && typeof SharedArrayBuffer === 'undefined') {
    refuse('invalid-state', 'shared', 'false where there is no SharedArrayBuffer', shared);
  }
  if (typeof hierarchy?.joinGroup !== 'function') {
    refuse('invalid-state', 'hierarchy', 'boxHierarchy or sphereHierarchy', hierarchy);
  }
  if (shouldCollide !== undefined) requireType('shouldCollide', shouldCollide, 'function');
  if (source !== undefined) requireSource(source);
  const limits = { capacity, maxIndex: maxEntityIndex, shared };
  const converters = { shape: (shape: RegisteredShape) => registerShape(set.registry, shape) };
  const colliders = createStore('Collider', colliderSpec, limits, converters);
  const collider = colliders.component;
  const transforms = source === undefined ? createStore('Transform', transformSpec, limits) : undefined;
  const transform = transforms?.component;
  const set = createColliderSet(source ?? transform!, collider, margin, 64, source && 'transform');
  const { slots } = set;
  const contacts = createContactList(2, CONTACT_MAX_POINTS, 64);
  const clock = { tick: 0 };
  const transitions = createContactTransitions();
  const view = new ContactView(slots, contacts, clock);
  const dispatch = createEventDispatch<Contact>({ world, slots, contacts, transitions, clock, view });
  const tags = createTags();
  const transformComponents = listOf(source?.component ?? transform!);
  const adapter = createAdapter(
    world,
    slots,
    transforms === undefined ? [colliders] : [colliders, transforms],
    [...transformComponents, collider],
    tags,
    (slot, entity, cause) => noteLeave(dispatch, slot, entity, cause),
  );
  return {
    world,
    adapter,
    transform,
    transformComponents,
    collider,
    tags,
    set,
    moving: createGroup(hierarchy),
    statics: createGroup(hierarchy),
    pending: createGroup(boxHierarchy),
    staticsStale: true,
    movingStale: false,
    pairCache: createPairCache(boundsKernels, hierarchy),
    candidates: createCandidatePairs(256),
    hook: shouldCollide && ((a, b) => ask(dispatch, shouldCollide, slots.entity[a], slots.entity[b])),
    isAllowed: (a, b) => (slots.defaultFilter[a] & slots.defaultFilter[b]) !== 0 || pairAllowed(slots, collider, a, b),
    contacts,
    transitions,
    clock,
    dispatch,
  };
}

/** Asks the game about a pair, while a tick waits: none may run meanwhile. */
function ask(
  dispatch: CollisionState['dispatch'],
  shouldCollide: (a: EntityId, b: EntityId) => boolean,
  a: EntityId,
  b: EntityId,
): boolean {
  const wasRunning = dispatch.isRunning;
  dispatch.isRunning = true;
  try {
    return shouldCollide(a, b);
  } finally {
    dispatch.isRunning = wasRunning;
  }
}

function createGroup(kind: HierarchyKind): MobilityGroup {
  return { members: createIndexList(), active: createIndexList(), bvh: makeBvh(kind) };
}

function requireSource(source: TransformSource): void {
  requireKeys('transform', source, ['component', ...TRANSFORM_COLUMNS]);
  requireComponents('transform.component', listOf(source.component));
  for (const field of TRANSFORM_COLUMNS) {
    const column = source[field];
    if (column === undefined && field !== 'x' && field !== 'y') continue;
    if (typeof column === 'object' && typeof column?.length === 'number') continue;
    refuse('invalid-state', `transform.${field}`, 'an array indexed by entity', column);
  }
}

/** A list as it is, and anything else as the only one of a list. */
function listOf(components: Component | ComponentList): readonly Component[] {
  return [components].flat() as readonly Component[];
}

export type { ColliderStore, ColliderValues, TransformStore, TransformValues };
