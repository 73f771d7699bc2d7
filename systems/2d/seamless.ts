import { createStore } from '../../components/store.ts';
import type { ColliderSet } from '../../src/2d/collider-set.ts';
import { SeamlessContacts } from '../../src/2d/narrow-phase/seamless-contacts.ts';
import type { SeamlessMembers } from '../../src/2d/narrow-phase/seamless-pieces.ts';
import { SeamlessSolid } from '../../src/2d/narrow-phase/seamless-solid.ts';
import { SEAMLESS } from '../../src/2d/queries/seamless-of.ts';
import { SeamlessQueries } from '../../src/2d/queries/seamless-queries.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import { featureOf } from '../../src/core/collider-set.ts';
import { FLAG_SENSOR, FLAG_STATIC, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { isRefused } from '../../src/core/contact-list.ts';
import { dropKept } from '../../src/core/keep-contacts.ts';
import type { ContactGate } from '../core/accept-contacts.ts';
import { addMembers, type Members } from '../core/adapter/members.ts';
import { type CollisionState, requireState } from '../core/collision-state.ts';
import { addFeature } from '../core/feature.ts';
import { movingHierarchy } from '../core/hierarchies.ts';
import { plane } from './dimension.ts';
import { oneWayOf } from './one-way-of.ts';

/**
 * Takes contacts inside the common surface of seamless colliders out of a tick, and rewrites those whose normal that
 * surface has not. Nothing of it is kept but what can be found again.
 */
export class SeamlessRule implements ContactGate, SeamlessMembers {
  readonly tag: object;
  readonly solid: SeamlessSolid;
  readonly #contacts: SeamlessContacts;
  readonly #state: CollisionState<ColliderSet>;
  readonly #members: Members;
  readonly #hierarchies: Bvh[];
  /** What has been noted of entities when neighbours were last looked for; and whether any of the tagged may move. */
  #version = -1;
  #staticsVersion = -1;
  #orderVersion = -1;
  #areMoving = false;
  /** Whether there was anything seamless in this tick. */
  #isInUse = false;

  constructor(state: CollisionState<ColliderSet>) {
    const keeper = createStore('Seamless', {}, state.limits);
    this.tag = keeper.component;
    this.#state = state;
    this.#members = addMembers(state, keeper);
    this.solid = new SeamlessSolid(state.set, this);
    this.#contacts = new SeamlessContacts(state.set, this.solid);
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
    const rule = oneWayOf(this.#state);
    return (
      shape.categoryBits[a] === shape.categoryBits[b] &&
      shape.maskBits[a] === shape.maskBits[b] &&
      ((slots.flags[slot] | slots.flags[other]) & FLAG_SENSOR) === 0 &&
      (rule === undefined || rule.isOneWay(slot) === rule.isOneWay(other))
    );
  }

  hierarchies(): readonly Bvh[] {
    // Statics that have changed are among what moves for a while.
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
    // What is new is where its first tick has found it.
    this.#orderVersion = orderVersion;
    this.#areMoving = this.#findMoving();
    return true;
  }

  begin(): void {
    this.#isInUse = this.solid.prepare();
    if (!this.#isInUse) return;
    this.#contacts.filter(this.#state.contacts);
    dropKept(this.#state.contacts);
  }

  accepts(row: number): boolean {
    return !isRefused(this.#state.contacts.flags[row]);
  }

  hasChanged(row: number): boolean {
    return this.#isInUse && this.#contacts.isRewritten(row);
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

/**
 * Returns the tag by which colliders of a world that lie side by side, or overlap, are one surface: floors and walls
 * made of boxes and polygons. The first call makes it.
 *
 *     const Seamless = seamless(world);
 *     addComponent(world, block, Seamless);
 *
 * Edges and corners inside of the surface make no contacts, so that nothing catches on them, and what is deep in it is
 * pushed out where the surface ends. Real corners, steps and gaps stay. Boxes, polygons, and those in compounds and
 * maps of tiles, are joined where they have the same filter and are not sensors; rounded ones and circles collide by
 * themselves, as do two seamless colliders with each other. Contacts that are left out appear in no event and no list,
 * like those that `acceptContact` refuses. Chains are joined with chains: where one passes through a point of another,
 * end to end or as a wall on a floor, they are one line.
 *
 * It counts for contacts and events, those that `Swept` colliders have on their way included, for casts of shapes and
 * rays, for `collideShape` and for `moveAndSlide`. Rows of tagged colliders may move and turn; those that are `Static`
 * as well cost less. What a `Swept` one meets is a surface as it lies together at the end of the tick.
 *
 * @throws CollisionError `invalid-state` when the world has no 2D collision.
 */
export function seamless(world: object): object {
  const state = requireState(world, plane);
  const known = featureOf(state.set, SEAMLESS);
  if (known !== undefined) return (known.solid.members as SeamlessRule).tag;
  const rule = new SeamlessRule(state);
  addFeature(state, { key: SEAMLESS, value: new SeamlessQueries(state.set, rule.solid), gate: rule });
  return rule.tag;
}
