import { createPieceCast } from '../../core/queries/cast-piece.ts';
import { castBodies, copyMovedBody, penetrateBodies, writeBodyReach } from './body-pairs.ts';
import { type QueryBody, spacePieces } from './query-body.ts';

/** Casts a piece in space at another. */
export const castPiece = /* @__PURE__ */ createPieceCast<QueryBody>({
  axes: 3,
  createPiece: spacePieces.createPiece,
  writeReach: writeBodyReach,
  cast: castBodies,
  penetrate: penetrateBodies,
  copyMoved: copyMovedBody,
});
