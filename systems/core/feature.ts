import type { CandidatePairs } from '../../src/core/broad-phase/candidate-pairs.ts';
import type { PairCache } from '../../src/core/broad-phase/pair-cache.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import type { ContactList } from '../../src/core/contact-list.ts';
import type { FeatureKey } from '../../src/core/feature-key.ts';
import type { IndexList } from '../../src/core/index-list.ts';
import type { ContactGate } from './accept-contacts.ts';
import type { EntityId } from './adapter/entities.ts';
import type { CollisionState } from './collision-state.ts';
import type { FeatureEvents } from './events/dispatch.ts';
import type { LateParts } from './time/late-parts.ts';
import type { SavedColumns } from './time/saved-columns.ts';
import type { SavedPart } from './time/saved-part.ts';

/**
 * A part of the engine that only some games import, as one world sees it: the roles that it plays in a tick, in
 * snapshots, in histories and for queries. A feature fills in the roles it needs, and `addFeature` gives them to the
 * world; no stage and no record of the engine names a feature. A rule that changes bounds is a `BoundsRule` instead.
 */
export interface Feature<T = unknown> {
  /** The key under which `featureOf` finds `value`, for the feature's own functions and for queries. */
  readonly key: FeatureKey<T>;
  readonly value: T;
  /** Called first in a tick. An error that it throws ends the tick before anything has changed. */
  readonly beginTick?: () => void;
  /** Decides about the contacts of a tick before the game is asked. Of several, the last one added is asked first. */
  readonly gate?: ContactGate;
  /** Finds and collides the pairs of a tick in the engine's place. A world has one at most. */
  readonly pairing?: Pairing;
  /** Derives where colliders are from other entities. A world has one at most. */
  readonly placing?: Placing;
  /** The feature's own events, which are delivered after the begins, stays and ends of a tick. */
  readonly events?: FeatureEvents;
  /** State that must be kept from one tick to the next, for snapshots. */
  readonly saved?: SavedPart;
  /** State that queries of a past tick need, for histories. */
  readonly past?: PastPart;
}

/** Finds and collides the pairs of a tick; its methods are called in this order. */
export interface Pairing {
  /** Called when bounds have been computed; several times where the bounds stage runs again before a tick is over. */
  notePlaces(moving: IndexList): void;
  /** Called in place of `updatePairCache`. */
  updatePairs(cache: PairCache, moving: IndexList, statics: Bvh): void;
  /** Called in place of `Dimension.collide`. */
  collide(candidates: CandidatePairs, contacts: ContactList): void;
  /** Called when the contacts of the tick have been tracked. */
  endTick(): void;
}

/** Writes transforms that depend on those of other entities, for code that reads places outside of a tick. */
export interface Placing {
  /**
   * Reads from the stores which entity depends on which. @throws CollisionError for an entity that cannot depend on
   * another one.
   */
  update(): void;
  /** Places one entity, by its index, after placing all entities that it depends on. */
  bringAlong(index: number): void;
  /** Places the colliders that no tick has read yet. @throws as `update`. */
  bringNew(): void;
  /** Returns the indices of all entities that depend on an entity. The list is reused by the next call. */
  listBelow(index: number): IndexList;
  /** Returns the entity that has an index which `listBelow` has listed. */
  entityOf(index: number): EntityId;
  /**
   * Refuses an entity below an ancestor whose transform cannot be used. @throws CollisionError naming the topmost such
   * ancestor.
   */
  requireParents(index: number): void;
  /** Returns the topmost ancestor of an entity: the entity itself if it depends on none. */
  rootOf(entity: EntityId): EntityId;
}

/** A rule that queries ask, which a history therefore keeps with each tick. */
export interface PastPart {
  /** Keeps the rule's state of all colliders as it is now. */
  record(columns: SavedColumns): void;
  /**
   * Returns the feature as it was kept with a tick of the past; undefined where the world did not have it at that time.
   */
  inThePast(past: CollisionState, columns: SavedColumns): Feature | undefined;
}

/** The parts that the features of one world play, each in the order in which they are played. */
export class FeatureParts {
  readonly beginTick: (() => void)[] = [];
  readonly gates: ContactGate[] = [];
  readonly events: FeatureEvents[] = [];
  readonly saved: SavedPart[] = [];
  readonly past: PastPart[] = [];
  pairing: Pairing | undefined = undefined;
  placing: Placing | undefined = undefined;
  restored: LateParts | undefined = undefined;
  #acceptContact: ContactGate | undefined;

  add({ beginTick, gate, events, saved, past, pairing, placing }: Feature): void {
    if (beginTick !== undefined) this.beginTick.push(beginTick);
    if (gate !== undefined) this.gates.unshift(gate);
    if (events !== undefined) this.events.push(events);
    if (saved !== undefined) this.saved.push(saved);
    if (past !== undefined) this.past.push(past);
    this.pairing ??= pairing;
    this.placing ??= placing;
  }

  /**
   * Sets the gate that asks the game itself, after all others: the game is not asked about contacts that other gates
   * refuse.
   */
  set acceptContact(gate: ContactGate | undefined) {
    if (this.#acceptContact !== undefined) this.gates.pop();
    if (gate !== undefined) this.gates.push(gate);
    this.#acceptContact = gate;
  }
}

/** Adds a feature to a world: `featureOf` then finds its value, and it plays its roles from the next tick on. */
export function addFeature<T>(
  { set, features, dispatch }: Pick<CollisionState, 'set' | 'features' | 'dispatch'>,
  feature: Feature<T>,
): T {
  set.features.set(feature.key, feature.value);
  features.add(feature);
  if (feature.events !== undefined) dispatch.lists.push(feature.events.handlers);
  return feature.value;
}
