import { createStore, type StoreSpec } from '../../components/store.ts';
import { type ColliderSet, featureOf } from '../../src/core/collider-set.ts';
import type { FeatureKey } from '../../src/core/feature-key.ts';
import type { ContactGate } from './accept-contacts.ts';
import { addMembers, type Members } from './adapter/members.ts';
import { type CollisionState, requireState } from './collision-state.ts';
import type { Dimension } from './dimension.ts';
import { addFeature, type PastPart } from './feature.ts';
import type { SavedPart } from './time/saved-part.ts';

/** Decides which contacts and hits of one-way colliders there are. */
export interface OneWayGate<Store> extends ContactGate, SavedPart, PastPart {
  readonly component: Store;
  isOneWay(slot: number): boolean;
  /** @throws CollisionError naming an entity of which a tick could not tell from which side it is solid. */
  requireValid(): void;
}

/** The routines of a dimension that one-way colliders need. */
export interface OneWayKind<Set extends ColliderSet, Store> {
  readonly dimension: Dimension<Set>;
  readonly spec: StoreSpec;
  createGate(state: CollisionState<Set>, component: Store, members: Members): OneWayGate<Store>;
}

/** Under which a world keeps the gate of its one-way colliders. */
export const ONE_WAY: FeatureKey<OneWayGate<unknown>> = { name: 'oneWay' };

/** Returns the component by which colliders of a world are solid from one side only; the first call makes it. */
export function oneWayComponent<Set extends ColliderSet, Store>(kind: OneWayKind<Set, Store>, world: object): Store {
  const state = requireState(world, kind.dimension);
  const known = featureOf(state.set, ONE_WAY);
  if (known !== undefined) return known.component as Store;
  const keeper = createStore('OneWay', kind.spec, state.limits);
  const gate = kind.createGate(state, keeper.component as unknown as Store, addMembers(state, keeper));
  addFeature<OneWayGate<unknown>>(state, {
    key: ONE_WAY,
    value: gate,
    beginTick: () => gate.requireValid(),
    gate,
    saved: gate,
    past: gate,
  });
  return gate.component;
}
