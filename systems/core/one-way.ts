import type { FeatureKey } from '../../src/core/feature-key.ts';
import type { ContactGate } from './accept-contacts.ts';
import type { PastPart } from './feature.ts';
import type { SavedPart } from './time/saved-part.ts';

/** The columns of the component of one-way colliders; the plane has two. */
export interface SideColumns {
  normalX: Float64Array;
  normalY: Float64Array;
  normalZ?: Float64Array;
}

/** Decides which contacts and hits of one-way colliders there are. */
export interface OneWayGate<Store> extends ContactGate, SavedPart, PastPart {
  readonly component: Store;
  isOneWay(slot: number): boolean;
  /** Refuses a component whose normal does not say which side is solid. @throws CollisionError naming the entity. */
  requireValid(): void;
}

/** The key under which a world keeps the gate of its one-way colliders. */
export const ONE_WAY: FeatureKey<OneWayGate<unknown>> = { name: 'oneWay' };
