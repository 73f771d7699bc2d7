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
  /** @throws CollisionError naming an entity of which a tick could not tell from which side it is solid. */
  requireValid(): void;
}

/** The key under which a world keeps the gate of its one-way colliders. */
export const ONE_WAY: FeatureKey<OneWayGate<unknown>> = { name: 'oneWay' };
