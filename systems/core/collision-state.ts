import type { StoreLimits } from '../../components/store.ts';
import type { CollisionTags } from '../../components/tags.ts';
import type { CandidateHook, CandidatePairs } from '../../src/core/broad-phase/candidate-pairs.ts';
import type { PairCache } from '../../src/core/broad-phase/pair-cache.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import type { ColliderSet } from '../../src/core/collider-set.ts';
import type { ContactList } from '../../src/core/contact-list.ts';
import type { ContactTracking } from '../../src/core/contact-tracking.ts';
import { CollisionError } from '../../src/core/errors.ts';
import type { IndexList } from '../../src/core/index-list.ts';
import type { Adapter } from './adapter/adapter.ts';
import type { AnyWorld, Component } from './adapter/entities.ts';
import type { LooseStatics } from './changed-statics.ts';
import type { WorldOptions } from './create-engine.ts';
import type { Dimension } from './dimension.ts';
import { type EventDispatch, NOT_RUNNING, RUNNING_HOOK } from './events/dispatch.ts';
import type { FeatureParts } from './feature.ts';
import type { StageTimings } from './stage-timings.ts';

/** Slots of one mobility and the hierarchy over those of them that have a shape. */
export interface MobilityGroup {
  /** Live slots by ascending entity index; of statics, when `staticMembers` has been asked. */
  readonly members: IndexList;
  /** The members that have a shape, in the same order. */
  readonly active: IndexList;
  readonly bvh: Bvh;
}

/** The queries since the last tick. */
export interface Looks {
  /** The number of searches by bounds, or more than any limit once another query has been asked. */
  asked: number;
  /** Whether the queries after the tick before were so few that looking through all moving colliders was cheaper. */
  suffice: boolean;
}

/** All that the stages of one world share. Each part has one stage that writes it. */
export interface CollisionState<Set extends ColliderSet = ColliderSet> {
  readonly world: AnyWorld;
  readonly dimension: Dimension<Set>;
  readonly adapter: Adapter;
  /** The Transform component; undefined in a world that reads stores of the game's own. */
  readonly transform: object | undefined;
  readonly transformComponents: readonly Component[];
  readonly collider: Set['shape'];
  readonly tags: CollisionTags;
  /** Slots are written by the sync stage; poses and bounds by the bounds stage. */
  readonly set: Set;
  /**
   * Members are written by the sync stage, active members by the bounds stage. The hierarchy of `moving` is built when
   * a query asks for it, that of `statics` by the broad phase.
   */
  readonly moving: MobilityGroup;
  readonly statics: MobilityGroup;
  /** Members are written by the sync stage, their bounds by the bounds stage. */
  readonly loose: LooseStatics;
  /** Colliders added since the last tick, so that queries see them at once. */
  readonly pending: MobilityGroup;
  /**
   * How many nested calls wait for an answer, of a predicate for instance: the lists they go through must not change.
   */
  waitingQueries: number;
  /** Whether all statics have to be read again. */
  staticsStale: boolean;
  /** Whether members have been brought up to date since bounds were computed. */
  areBoundsDue: boolean;
  /** How many colliders were static at the last sync. */
  staticCount: number;
  /** Whether the members of `statics` are all static colliders; see `staticMembers`. */
  areStaticsListed: boolean;
  /** Whether `moving.bvh` has to be rebuilt before it is used: its bounds are outdated. */
  movingStale: boolean;
  /** Whether the pair cache knows, for the present bounds, which moving colliders are inside their fat AABBs. */
  areForeseen: boolean;
  /** Decides which searches do without the hierarchy of moving colliders, see `boundsScopeOf`. */
  readonly looks: Looks;
  /** The version of the contact list when places were last read anew: its contacts are of the tick that is over. */
  placesVersion: number;
  /** Written by the broad phase. */
  readonly pairCache: PairCache;
  readonly candidates: CandidatePairs;
  hook: CandidateHook | undefined;
  /** Written by the narrow phase; ids and the keys of the tick before by contact tracking. */
  readonly contacts: ContactList;
  readonly tracking: ContactTracking;
  readonly dispatch: EventDispatch;
  /** Written by `collisionSystem` if the game asked for timings. */
  readonly timings: StageTimings | undefined;
  /** The parts that the imported features play in this world: each feature adds its own. */
  readonly features: FeatureParts;
  /** The object that the game was given for this state, and the options that the game gave. */
  collision: object | undefined;
  options: WorldOptions;
  /** The sizes of the stores, for components that are added later. */
  readonly limits: StoreLimits;
}

/** The states of all worlds that have collision; a world has one, of one dimension. */
export const collisionStates = new WeakMap<object, CollisionState>();

/**
 * The states of worlds of the past, by the object that a history gives queries in place of a world. They are in a map
 * of their own so that functions which change, save or tick a world find none there.
 */
export const pastStates = new WeakMap<object, CollisionState>();

/**
 * Returns the state of a world, or of a world of the past, for functions that only look at where colliders are.
 * @throws CollisionError `invalid-state` as `requireState`.
 */
export function requireSeen<Set extends ColliderSet>(world: object, dimension?: Dimension<Set>): CollisionState<Set> {
  return (pastStates.get(world) as CollisionState<Set> | undefined) ?? requireState(world, dimension);
}

/**
 * Returns the state of a world, of any dimension unless one is given.
 * @throws CollisionError `invalid-state` when `createCollision` was not called for it, or only the one of another
 * dimension.
 */
export function requireState<Set extends ColliderSet>(world: object, dimension?: Dimension<Set>): CollisionState<Set> {
  const state = collisionStates.get(world);
  if (state === undefined) {
    throw new CollisionError(
      'invalid-state',
      'this world has no collision, or is past: call createCollision(world) first',
    );
  }
  if (dimension !== undefined && state.dimension !== dimension) {
    throw new CollisionError(
      'invalid-state',
      `the collision of this world is of bitecs-collision/${state.dimension.axes}d, this function of /${dimension.axes}d`,
    );
  }
  return state as CollisionState<Set>;
}

/**
 * Returns the state of a world for a stage that rewrites contacts or events.
 * @throws CollisionError `invalid-state` as `requireUnasked`, and inside a handler, which a tick is waiting for.
 */
export function requireIdle(world: object): CollisionState {
  const state = requireUnasked(world);
  if (state.dispatch.running !== NOT_RUNNING) refuseInside('a tick', 'a contact handler');
  return state;
}

/**
 * Returns the state of a world for functions that change the places that queries look at.
 * @throws CollisionError `invalid-state` as `requireState`, and while a query or a tick waits for an answer of the
 * game.
 */
export function requireUnasked(world: object): CollisionState {
  const state = requireState(world);
  if (state.waitingQueries > 0 || state.dispatch.running === RUNNING_HOOK) {
    refuseInside('a tick or refresh', 'a predicate, accept, weight or hook');
  }
  return state;
}

function refuseInside(what: string, where: string): never {
  throw new CollisionError('invalid-state', `${what} cannot run inside ${where}: run it afterwards`);
}

/** @throws CollisionError `invalid-state` after `dispose()`. */
export function requireCurrent({ dispatch }: CollisionState): void {
  if (!dispatch.isOver) return;
  throw new CollisionError('invalid-state', 'this collision was disposed: call createCollision(world) for another');
}
