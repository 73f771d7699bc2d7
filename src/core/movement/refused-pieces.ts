import { createIndexList, type IndexList, reserveIndices } from '../index-list.ts';

/** The pieces of colliders that a mover passes through: slot and child of each, one after the other. */
export type RefusedPieces = IndexList;

export function createRefusedPieces(): RefusedPieces {
  return createIndexList(16);
}

export function refusePiece(refused: RefusedPieces, slot: number, child: number): void {
  const items = reserveIndices(refused, 2);
  items[refused.count++] = slot;
  items[refused.count++] = child;
}

export function isRefusedPiece({ items, count }: RefusedPieces, slot: number, child: number): boolean {
  for (let i = 0; i < count; i += 2) if (items[i] === slot && items[i + 1] === child) return true;
  return false;
}
