import { NO_INTEGERS } from '../typed-array.ts';
import type { Bvh } from './bvh.ts';

/**
 * Hands the array of a hierarchy's item boxes on to a hierarchy that is built next, which writes its own boxes there.
 * The first hierarchy can still be joined with another one, as the larger of the two: its leaves then use the bounds to
 * find which of their items overlap.
 */
export function handOnItemBoxes(from: Bvh, to: Bvh): void {
  if (from.itemBoxes.length > to.itemBoxes.length) to.itemBoxes = from.itemBoxes;
  from.itemBoxes = NO_INTEGERS;
}
