import type { Move } from './move.ts';
import { addScaled, addVectors, createScalar, type Vector, writeDot } from './vector.ts';

const approach = createScalar();

/**
 * Moves along a motion until something is as near as the skin, or else to its end. Returns whether something was met;
 * `travelled` is the part of the motion that was made.
 */
export function advance(move: Move, motion: Vector): boolean {
  const { position, skin, space, clearance, travelled } = move;
  const { hit } = space;
  if (!space.sweep(position, motion, clearance, 'ignore-separating')) {
    travelled[0] = 1;
    addVectors(position, position, motion);
    return false;
  }
  writeDot(approach, hit.normal, motion);
  const closing = 0 - approach[0];
  travelled[0] = hit.fraction > 0 && closing > 0 ? Math.max(0, hit.fraction - (skin - clearance[0]) / closing) : 0;
  addScaled(position, position, travelled, motion);
  return true;
}
