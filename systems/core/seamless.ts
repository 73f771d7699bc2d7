import { createStore } from '../../components/store.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import { type ColliderSet, featureOf } from '../../src/core/collider-set.ts';
import { FLAG_SENSOR, FLAG_STATIC, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { type ContactList, isRefused } from '../../src/core/contact-list.ts';
import type { FeatureKey } from '../../src/core/feature-key.ts';
import { dropKept } from '../../src/core/keep-contacts.ts';
import type { SeamlessMembers } from '../../src/core/seamless-members.ts';
import type { ContactGate } from './accept-contacts.ts';
import { addMembers, type Members } from './adapter/members.ts';
import { type CollisionState, requireState } from './collision-state.ts';
import type { Dimension } from './dimension.ts';
import { addFeature } from './feature.ts';
import { movingHierarchy } from './hierarchies.ts';
import { ONE_WAY } from './one-way.ts';

/** The surface that the seamless colliders of a world make together. */
export interface SeamlessSurface {
  /** Reads how the seamless colliders lie in this tick. Returns whether there are any. */
  prepare(): boolean;
  /** Refuses the contacts inside of the surface, and rewrites those whose normal the surface does not have. */
  filter(contacts: ContactList): void;
  /** Whether `filter` has made another contact of a row. */
  isRewritten(row: number): boolean;
}

/** The routines of a dimension that seamless colliders need. */
export interface SeamlessKind<Set extends ColliderSet> {
  readonly dimension: Dimension<Set>;
  /** Makes the surface, and lets the dimension's queries know of it: see `ColliderSet.features`. */
  createSurface(set: Set, members: SeamlessMembers): SeamlessSurface;
}

/**
 * Takes contacts inside the common surface of seamless colliders out of a tick, and rewrites those whose normal that
 * surface has not. Nothing of it is kept but what can be found again.
 */
class SeamlessRule<Set extends ColliderSet> implements ContactGate, SeamlessMembers {
  readonly tag: object;
  readonly surface: SeamlessSurface;
  readonly #state: CollisionState<Set>;
  readonly #members: Members;
  readonly #hierarchies: Bvh[];
  /**
   * The versions of tags, statics and order when neighbours were last looked for; and whether a tagged collider may
   * move.
   */
  #version = -1;
  #staticsVersion = -1;
  #orderVersion = -1;
  #areMoving = false;
  /** Whether there was anything seamless in this tick. */
  #isInUse = false;

  constructor(kind: SeamlessKind<Set>, state: CollisionState<Set>) {
    const keeper = createStore('Seamless', {}, state.limits);
    this.tag = keeper.component;
    this.#state = state;
    this.#members = addMembers(state, keeper);
    this.surface = kind.createSurface(state.set, this);
    this.#hierarchies = [state.statics.bvh, state.moving.bvh, state.pending.bvh];
  }

  has(slot: number): boolean {
    return this.#members.list.length > 0 && this.#members.has(this.#state.set.slots.index[slot]);
  }

  /** For a body that meets one of the two and not the other, a wall that they share would have a hole. */
  join(slot: number, other: number): boolean {
    const { slots, shape } = this.#state.set;
    const a = slots.index[slot];
    const b = slots.index[other];
    const rule = featureOf(this.#state.set, ONE_WAY);
    return (
      shape.categoryBits[a] === shape.categoryBits[b] &&
      shape.maskBits[a] === shape.maskBits[b] &&
      ((slots.flags[slot] | slots.flags[other]) & FLAG_SENSOR) === 0 &&
      (rule === undefined || rule.isOneWay(slot) === rule.isOneWay(other))
    );
  }

  hierarchies(): readonly Bvh[] {
    // Statics that have changed since their hierarchy was built are in the moving hierarchy for a while.
    if (this.#areMoving || this.#state.loose.active.count > 0) movingHierarchy(this.#state);
    return this.#hierarchies;
  }

  get count(): number {
    return this.#members.list.length;
  }

  areOutdated(): boolean {
    const { adapter, set } = this.#state;
    const { version, staticsVersion } = adapter;
    const { orderVersion } = set.slots;
    if (this.#version === version && this.#staticsVersion === staticsVersion && this.#orderVersion === orderVersion) {
      return this.#areMoving;
    }
    this.#version = version;
    this.#staticsVersion = staticsVersion;
    // Adding or removing colliders changes the order version.
    this.#orderVersion = orderVersion;
    this.#areMoving = this.#findMoving();
    return true;
  }

  begin(): void {
    this.#isInUse = this.surface.prepare();
    if (!this.#isInUse) return;
    this.surface.filter(this.#state.contacts);
    dropKept(this.#state.contacts);
  }

  accepts(row: number): boolean {
    return !isRefused(this.#state.contacts.flags[row]);
  }

  hasChanged(row: number): boolean {
    return this.#isInUse && this.surface.isRewritten(row);
  }

  end(): void {}

  #findMoving(): boolean {
    const { state, flags, end } = this.#state.set.slots;
    for (let slot = 0; slot < end; slot++) {
      if (state[slot] === SLOT_LIVE && (flags[slot] & FLAG_STATIC) === 0 && this.has(slot)) return true;
    }
    return false;
  }
}

/** Under which a world keeps the rule of its seamless colliders. */
const RULE: FeatureKey<SeamlessRule<ColliderSet>> = { name: 'seamlessRule' };

/** Returns the tag by which colliders of a world are one surface; the first call makes it. */
export function seamlessTag<Set extends ColliderSet>(kind: SeamlessKind<Set>, world: object): object {
  const state = requireState(world, kind.dimension);
  const known = featureOf(state.set, RULE);
  if (known !== undefined) return known.tag;
  const rule = new SeamlessRule(kind, state);
  addFeature<unknown>(state, { key: RULE, value: rule, gate: rule });
  return rule.tag;
}
