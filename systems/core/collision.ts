import { reserveColliders } from '../../src/core/collider-set.ts';
import { CONTACT_BEGINS, CONTACT_STAYS, countContacts } from '../../src/core/contact-list.ts';
import { CollisionError } from '../../src/core/errors.ts';
import { requireSpec } from '../../src/core/shapes/require-spec.ts';
import { pinShape, registerShape, unpinShape } from '../../src/core/shapes/shape-registry.ts';
import { type EntityId, entityIndex } from './adapter/entities.ts';
import { forgetComponents } from './adapter/forget-components.ts';
import { hearTag, install, uninstall } from './adapter/install.ts';
import { notePlaced, noteStatic, slotOf } from './adapter/member-slots.ts';
import { type CollisionState, collisionStates, requireCurrent } from './collision-state.ts';
import { ContactReader } from './contact-reader.ts';
import type { DimensionTypes } from './dimension.ts';
import type { ContactHandler, EndHandler } from './events/dispatch.ts';
import { ALL_ENTITIES, type Selector } from './events/selectors.ts';
import { type SubscriptionList, subscribe, type Unsubscribe } from './events/subscriptions.ts';
import type { StageTimings } from './stage-timings.ts';

/** The numbers of things that a tick works on. */
export interface CollisionCounts {
  /** The number of moving colliders, and of colliders tagged Static. */
  readonly moving: number;
  readonly static: number;
  /** The number of pairs whose bounds overlap and whose filters let them meet. */
  readonly candidates: number;
  /** The number of contacts, one for each two pieces; contacts within the margin that do not touch are included. */
  readonly contacts: number;
  /**
   * All ids of contacts are below this number, which is the length for arrays that hold a value by `contact.id`. Ids
   * are used again.
   */
  readonly contactIdEnd: number;
}

/** The collision of one world. Made by `createCollision`. */
export class Collision<Types extends DimensionTypes> {
  /**
   * The positions and rotations of entities: plain typed arrays by entity index. Write them directly, or with `set()`.
   */
  declare readonly Transform: Types['transform'];
  /** The shapes of entities: plain typed arrays by entity index. */
  readonly Collider: Types['collider'];
  /** @internal */
  readonly state: CollisionState<Types['set']>;
  readonly #reader: ContactReader<Types['contact']>;

  /** @internal */
  constructor(state: CollisionState<Types['set']>) {
    this.state = state;
    // A collision over the game's own stores has no Transform, as its type says.
    if (state.transform !== undefined) this.Transform = state.transform as Types['transform'];
    this.Collider = state.collider;
    this.#reader = new ContactReader(state);
  }

  /** Tag: takes no part, as if the collider were not there. */
  get Disabled(): object {
    return hearTag(this.state.adapter, 'Disabled');
  }

  /** Tag: reports overlaps as events, without a manifold. */
  get Sensor(): object {
    return hearTag(this.state.adapter, 'Sensor');
  }

  /** Tag: is not moved by direct writes, and never pairs with another static. */
  get Static(): object {
    return hearTag(this.state.adapter, 'Static');
  }

  /**
   * The tag of colliders that also touch what they pass through between two ticks. Needs
   * `createCollision(world, { swept: sweptColliders })`.
   */
  get Swept(): object {
    return hearTag(this.state.adapter, 'Swept');
  }

  /**
   * Calls `handler(first, second, contact)` when two colliders begin to touch: for all pairs, or for pairs of which one
   * entity matches the first selector and the other one the second, in this order. A selector is a list of components,
   * or one entity's id. Returns a function that ends the subscription. A subscription that names an entity ends with
   * that entity's collider.
   * @throws CollisionError `invalid-state` for a value that is no selector or no handler, a selector with a component
   * of another world's collision, and after `dispose()`; `out-of-range` for an entity that does not exist.
   */
  onBegin(handler: ContactHandler<Types['contact']>): Unsubscribe;
  onBegin(first: Selector, handler: ContactHandler<Types['contact']>): Unsubscribe;
  onBegin(first: Selector, second: Selector, handler: ContactHandler<Types['contact']>): Unsubscribe;
  onBegin(...args: SubscribeArguments<ContactHandler<Types['contact']>>): Unsubscribe {
    return subscribeWith(this.state, this.state.dispatch.begin as ContactHandlers<Types>, args);
  }

  /**
   * Calls `handler(first, second, contact)` every tick for pairs that go on touching. Selectors as in `onBegin`.
   * @throws CollisionError `invalid-state` for a value that is no selector or no handler, a selector with a component
   * of another world's collision, and after `dispose()`; `out-of-range` for an entity that does not exist.
   */
  onStay(handler: ContactHandler<Types['contact']>): Unsubscribe;
  onStay(first: Selector, handler: ContactHandler<Types['contact']>): Unsubscribe;
  onStay(first: Selector, second: Selector, handler: ContactHandler<Types['contact']>): Unsubscribe;
  onStay(...args: SubscribeArguments<ContactHandler<Types['contact']>>): Unsubscribe {
    return subscribeWith(this.state, this.state.dispatch.stay as ContactHandlers<Types>, args);
  }

  /**
   * Calls `handler(first, second, end)` when two colliders stop touching, also because one was removed, disabled or
   * filtered out: `end.cause` says which. Selectors are matched with the components an entity had when it left.
   * @throws CollisionError `invalid-state` for a value that is no selector or no handler, a selector with a component
   * of another world's collision, and after `dispose()`; `out-of-range` for an entity that does not exist.
   */
  onEnd(handler: EndHandler): Unsubscribe;
  onEnd(first: Selector, handler: EndHandler): Unsubscribe;
  onEnd(first: Selector, second: Selector, handler: EndHandler): Unsubscribe;
  onEnd(...args: SubscribeArguments<EndHandler>): Unsubscribe {
    return subscribeWith(this.state, this.state.dispatch.end, args);
  }

  /**
   * Loops over the contacts of the last tick, by ascending entity index of both sides, without allocating. With
   * selectors, it loops only over contacts of which one entity matches the first and the other one the second;
   * `contact.a` matches the first. Inside `acceptContact`, and after `narrowPhaseSystem` was run on its own, the
   * contacts are those of the tick in progress that have not been refused; id and age are 0, as contact tracking has
   * not run yet. Contacts of colliders that have been removed or disabled since are left out.
   * @throws CollisionError `invalid-state` for a selector that is none, after `dispose()`, and out of the loop when a
   *   tick runs inside it.
   */
  contacts(first: Selector = ALL_ENTITIES, second: Selector = ALL_ENTITIES): IterableIterator<Types['contact']> {
    if (typeof first === 'number') return this.contactsOf(first, second);
    return this.#reader.read(undefined, 0, this.state.contacts.count, first, second);
  }

  /** Loops over the contacts of one entity, which is `contact.a`; none when it has no collider. */
  contactsOf(entity: EntityId, others: Selector = ALL_ENTITIES): IterableIterator<Types['contact']> {
    return this.#reader.of(entity, others);
  }

  /**
   * Loops over the deepest contact of every pair that began to touch in the last tick; those on the way of swept
   * colliders come first, by fraction.
   */
  begins(first: Selector = ALL_ENTITIES, second: Selector = ALL_ENTITIES): IterableIterator<Types['contact']> {
    return this.#reader.tracked(CONTACT_BEGINS, first, second);
  }

  /** Loops over the deepest contact of every pair that went on touching in the last tick. */
  stays(first: Selector = ALL_ENTITIES, second: Selector = ALL_ENTITIES): IterableIterator<Types['contact']> {
    return this.#reader.tracked(CONTACT_STAYS, first, second);
  }

  /** The numbers of colliders, pairs and contacts as of the last tick. */
  get counts(): CollisionCounts {
    const { moving, staticCount, candidates, contacts, tracking, features } = this.state;
    return {
      moving: moving.members.count,
      static: staticCount,
      candidates: candidates.count,
      contacts: features.gates.length === 0 ? contacts.count : countContacts(contacts),
      contactIdEnd: tracking.nextId,
    };
  }

  /** Milliseconds of each stage in the last tick; undefined unless `createCollision` was given `timings: true`. */
  get timings(): Readonly<StageTimings> | undefined {
    return this.state.timings;
  }

  /**
   * Returns where the stores keep an entity: its id without version bits. The same number in a world without
   * versioning.
   * @throws CollisionError `out-of-range` for a value that is no entity id.
   */
  indexOf(entity: EntityId): number {
    return entityIndex(this.state.world, entity);
  }

  /**
   * Says that a static collider was moved or changed by direct writes. Does nothing for a collider that is not static,
   * and for an entity that is dead or has no collider.
   * @throws CollisionError `out-of-range` for a value that is no entity id.
   */
  touch(entity: EntityId): void {
    const { adapter } = this.state;
    noteStatic(adapter, slotOf(adapter, entity));
  }

  /**
   * Declares that direct writes to a collider's place since the last tick were no motion: a `Swept` collider has passed
   * through nothing to get there, and `pushApart` does not take the difference for a walk. After `set(Transform, …)`,
   * and for a new collider, no call is needed. The call applies to attached entities as well, and the entity itself
   * need not have a collider. It has no effect for a dead entity.
   * @throws CollisionError `out-of-range` for a value that is no entity id.
   */
  teleport(entity: EntityId): void {
    notePlaced(this.state.adapter, entity);
  }

  /**
   * Registers a shape and keeps it until `releaseShape`, even when no entity uses it. Returns its handle, for direct
   * writes to `Collider.shape` and for snapshots: register shapes in the same order on both sides, and handles agree.
   * @throws CollisionError `invalid-shape` for a shape that lives in place (circle, capsule, box).
   */
  registerShape(spec: Types['spec']): number {
    requireSpec('a shape to register', spec, this.state.dimension.axes);
    if (spec.shape === 0) {
      throw new CollisionError(
        'invalid-shape',
        'shapes of sizes alone (circles, spheres, capsules, boxes) are not registered',
      );
    }
    const { registry } = this.state.set;
    const handle = registerShape(registry, spec.shape);
    pinShape(registry, handle);
    return handle;
  }

  /**
   * Takes back one `registerShape`. The shape is freed once no collider uses it.
   * @throws CollisionError `unknown-shape` for a handle that `registerShape` has not returned, or that is released
   * already.
   */
  releaseShape(handle: number): void {
    unpinShape(this.state.set.registry, handle);
  }

  /**
   * Installs the observers again after `resetWorld(world)`, which drops them. Colliders from before end as removed;
   * handlers with selectors that list components are not told of these ends, since the components went with the world.
   * @throws CollisionError `invalid-state` after `dispose()`.
   */
  reinstall(): void {
    requireCurrent(this.state);
    install(this.state.adapter);
    reserveColliders(this.state.set);
  }

  /**
   * Removes the collision from the world, its components from all entities, and the observers and queries of these
   * components; no observer is called for this. The stores keep their values. `createCollision` may be called for the
   * world again. Called in a handler or hook, it ends the tick: no other handler or hook is called, and
   * `collisionSystem` returns.
   */
  dispose(): void {
    const { dispatch, adapter, world } = this.state;
    if (dispatch.isOver) return;
    dispatch.isOver = true;
    uninstall(adapter);
    forgetComponents(adapter);
    collisionStates.delete(world);
  }
}

/** The engine only moves the view that it hands to these handlers; the dimension defines what the view shows. */
type ContactHandlers<Types extends DimensionTypes> = SubscriptionList<ContactHandler<Types['contact']>>;

type SubscribeArguments<H> = [H] | [Selector, H] | [Selector, Selector, H];

function subscribeWith<H>(state: CollisionState, list: SubscriptionList<H>, args: SubscribeArguments<H>): Unsubscribe {
  // A collision that has been replaced by another one of its world refuses handlers: they would never be called.
  requireCurrent(state);
  const handler = args.pop() as H;
  const selectors = args as readonly unknown[] as Selector[];
  const [first, second] = [...selectors, ALL_ENTITIES, ALL_ENTITIES] as [Selector, Selector];
  return subscribe(state.world, list, first, second, handler);
}
