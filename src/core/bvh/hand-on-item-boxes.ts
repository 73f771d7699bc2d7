import { NO_INTEGERS } from '../typed-array.ts';
import type { Bvh } from './bvh.ts';

/**
 * Hands the boxes of a hierarchy's items on to one that is built next, as room for its own. The first can still be
 * joined with another one, as the larger of the two: its leaves then tell by the bounds which of their items overlap.
 */
export function handOnItemBoxes(from: Bvh, to: Bvh): void {
  if (from.itemBoxes.length > to.itemBoxes.length) to.itemBoxes = from.itemBoxes;
  from.itemBoxes = NO_INTEGERS;
}
