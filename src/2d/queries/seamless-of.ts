import { featureOf } from '../../core/collider-set.ts';
import type { FeatureKey } from '../../core/feature-key.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { SeamlessQueries } from './seamless-queries.ts';

/** The key under which a world keeps the surface that its seamless colliders make. */
export const SEAMLESS: FeatureKey<SeamlessQueries> = { name: 'seamless' };

/** Returns the queries of the seamless colliders; undefined where the game has not imported them or has none. */
export function seamlessOf(set: ColliderSet): SeamlessQueries | undefined {
  const seamless = featureOf(set, SEAMLESS);
  return seamless?.solid.prepare() === true ? seamless : undefined;
}
