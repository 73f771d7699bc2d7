import { boundsMargin } from '../../core/collider-set.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { SweptPair } from '../../core/swept/swept-pair.ts';
import type { ColliderSet } from '../collider-set.ts';
import { pairOrigin, setPairOrigin } from '../narrow-phase/pair-origin.ts';
import { QueryBody, spacePieces, writeBodyBounds } from '../queries/query-body.ts';
import { FRAME_SLACK } from '../shapes/turned-box.ts';

const child = /* @__PURE__ */ new QueryBody();
const growth = new Float64Array(1);

/** The current pair. */
export const pair = /* @__PURE__ */ new SweptPair<ColliderSet, QueryBody>({
  loader: spacePieces,
  writeChildBox(out, set, slot, shape, number) {
    setPairOrigin(set, slot);
    spacePieces.children!.load(child, set, slot, shape, number);
    const { body } = child;
    const magnitude = Math.abs(body.x) + Math.abs(body.y) + Math.abs(body.z) + body.reach + body.rounding;
    growth[0] = boundsMargin(set, slot) + FRAME_SLACK * magnitude;
    writeBodyBounds(out, child, growth);
    for (let side = 0; side < 6; side++) out[side] += pairOrigin[side % 3];
  },
  isThin: (set, slot) => compositeOf(set, slot)?.surface !== undefined,
});

/** Offsets in `pair.ways`: the way of A, the way of B, the way of B as seen from A, and the way of A as seen from B. */
export const WAY_A = 0;
export const WAY_B = 3;
export const WAY_AB = 6;
export const WAY_BA = 9;
