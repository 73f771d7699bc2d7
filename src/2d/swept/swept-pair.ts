import { SweptPair } from '../../core/swept/swept-pair.ts';
import type { ColliderSet } from '../collider-set.ts';
import { childBox, worldBox } from '../narrow-phase/find-children.ts';
import { planePieces } from '../queries/pieces.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';

/** The current pair. */
export const pair = /* @__PURE__ */ new SweptPair<ColliderSet, PlacedPiece>({
  loader: planePieces,
  writeChildBox(out, set, slot, shape, child) {
    childBox(set, slot, shape, child);
    for (let side = 0; side < worldBox.length; side++) out[side] = worldBox[side];
  },
});

/** Offsets in `pair.ways`: the way of A, the way of B, the way of B as seen from A, and the way of A as seen from B. */
export const WAY_A = 0;
export const WAY_B = 2;
export const WAY_AB = 4;
export const WAY_BA = 6;
