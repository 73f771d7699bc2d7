import { featureOf } from '../../core/collider-set.ts';
import type { FeatureKey } from '../../core/feature-key.ts';
import type { TakeContact } from '../../core/queries/collide-shape.ts';
import type { SeamlessCasts } from '../../core/queries/surface-casts.ts';
import type { ShapeContacts } from '../../core/shape-contacts.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { QueryBody } from './query-body.ts';
import type { QueryShape } from './query-shape.ts';

/** The seamless colliders of a world as queries in space see them. */
interface SeamlessSurface extends SeamlessCasts<ColliderSet, QueryBody> {
  /** `prepare` brings the seams up to date and returns whether there are any. */
  readonly seams: { prepare(): boolean };
  /** Replaces the contacts of a placed shape with single pieces by those that the union has. */
  filterPlaced(contacts: ShapeContacts, shape: QueryShape, take: TakeContact): void;
}

/** The key under which a world keeps the queries of its seamless colliders. */
export const SEAMLESS: FeatureKey<SeamlessSurface> = { name: 'seamless' };

/** Returns the queries of the seamless colliders; undefined where the game has not imported them or has none. */
export function seamlessOf(set: ColliderSet): SeamlessSurface | undefined {
  const seamless = featureOf(set, SEAMLESS);
  return seamless?.seams.prepare() === true ? seamless : undefined;
}
