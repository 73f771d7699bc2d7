import type { ColliderSet } from '../collider-set.ts';
import type { SeamlessQueries } from './seamless-queries.ts';

/** Returns what queries see of the seamless colliders; undefined where the game has not imported them or has none. */
export function seamlessOf(set: ColliderSet): SeamlessQueries | undefined {
  const seamless = set.seamless as SeamlessQueries | undefined;
  return seamless?.solid.prepare() === true ? seamless : undefined;
}
