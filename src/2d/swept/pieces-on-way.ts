import { compositeOf, registeredOf } from '../../core/shapes/registered-of.ts';
import { BOUNDS_STRIDE } from '../collider-set.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import { childBox, worldBox } from '../narrow-phase/find-children.ts';
import { createPieceCursor, type PieceCursor } from '../queries/pieces.ts';
import { pair, WAY_AB, WAY_BA, ways } from './swept-pair.ts';
import { isTurning, type SweptPaths, stretchBox, writeEndBox } from './swept-paths.ts';

/** The pieces of A and of B that may meet on the way. */
export const cursorA = createPieceCursor();
export const cursorB = createPieceCursor();

const box = new Float64Array(BOUNDS_STRIDE);

/** Finds the pieces of A that may meet B. */
export function findPiecesOfA(paths: SweptPaths): void {
  findPiecesOnWay(cursorA, paths, pair.slotA, pair.slotB, WAY_AB);
}

/** Finds the pieces of B that may meet piece number i of A. */
export function findPiecesOfB(paths: SweptPaths, i: number): void {
  const { slotA, slotB, turns } = pair;
  if (turns || cursorA.count === 1) findPiecesOnWay(cursorB, paths, slotB, slotA, WAY_BA);
  else findPiecesNear(cursorA.children.items[i]);
}

/** Finds the pieces of a collider that may meet another one, whose way as seen from it is `ways[way]`. */
function findPiecesOnWay(cursor: PieceCursor, paths: SweptPaths, slot: number, other: number, way: number): void {
  const set = pair.set!;
  if (compositeOf(set, slot) !== undefined) {
    writeEndBox(box, 0, paths, set, other);
    stretchBox(box, 0, ways, way);
    if (isTurning(paths, set, slot)) holdTurned(paths, slot);
  }
  cursor.find(set, slot, box);
}

/** Makes the box hold all that comes into it when it is turned about a collider's position. */
function holdTurned({ motions }: SweptPaths, slot: number): void {
  const at = slot * MOTION_STRIDE + MOTION_STRIDE / 2;
  const x = Math.max(Math.abs(box[0] - motions[at]), Math.abs(box[2] - motions[at]));
  const y = Math.max(Math.abs(box[1] - motions[at + 1]), Math.abs(box[3] - motions[at + 1]));
  const reach = Math.sqrt(x * x + y * y);
  for (let axis = 0; axis < 2; axis++) {
    box[axis] = motions[at + axis] - reach;
    box[axis + 2] = motions[at + axis] + reach;
  }
}

/** Finds the pieces of B that may meet one child of A, when neither turns. */
function findPiecesNear(childA: number): void {
  const set = pair.set!;
  childBox(set, pair.slotA, registeredOf(set, pair.slotA), childA);
  for (let side = 0; side < BOUNDS_STRIDE; side++) box[side] = worldBox[side];
  stretchBox(box, 0, ways, WAY_BA);
  cursorB.find(set, pair.slotB, box);
}

/** Returns which child piece number i is: 0 for a collider that is one piece. */
export function childOf(cursor: PieceCursor, slot: number, i: number): number {
  return compositeOf(pair.set!, slot) === undefined ? 0 : cursor.children.items[i];
}
