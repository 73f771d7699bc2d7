import { LEAST_FACING, WHOLE } from '../../core/one-way-side.ts';
import { compositeOf, registeredOf } from '../../core/shapes/registered-of.ts';
import { cosSinAt } from '../../core/trigonometry.ts';
import { type ColliderSet, POSE_COS, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { loadInline } from '../shapes/load-inline.ts';
import { createPlacedPiece, type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import { isInlineKind, SHAPE_CIRCLE } from '../shapes/shape-kind.ts';

/** The layout of the result of `measureSide`, see one-way-side.ts. */
export const SIDE_GAP = 2;
const SIDE_EXTENT = 3;
export const SIDE_POINT = 4;
export const SIDE_LENGTH = 6;

const candidate = new Float64Array(SIDE_LENGTH);
const support = new Float64Array(2);

/** Writes a piece of a collider at a pose that need not be that of the last tick, relative to `origin`. */
export function loadPieceAt(
  piece: PlacedPiece,
  set: ColliderSet,
  poses: Float64Array,
  slot: number,
  child: number,
  origin: Float64Array,
): void {
  const at = slot * POSE_STRIDE;
  for (let i = 0; i < POSE_STRIDE; i++) placement[i] = poses[at + i];
  placement[POSE_X] -= origin[0];
  placement[POSE_Y] -= origin[1];
  const kind = set.kinds[slot];
  if (isInlineKind(kind)) loadInline(piece, kind);
  else {
    const shape = registeredOf(set, slot);
    shape.record.load(piece, shape, child);
  }
}

/**
 * Writes all pieces of a collider that is one solid, or else the one piece, as `loadPieceAt` does; adds pieces to the
 * list where it has too few. Returns how many it has written. `WHOLE` as the child means all pieces in any case.
 */
export function loadSolidAt(
  pieces: PlacedPiece[],
  set: ColliderSet,
  poses: Float64Array,
  slot: number,
  child: number,
  origin: Float64Array,
): number {
  const composite = compositeOf(set, slot);
  const isSolid = composite !== undefined && !composite.record.isLine && composite.record.grid === undefined;
  const isWhole = isSolid || child === WHOLE;
  const first = isWhole ? 0 : child;
  const end = isWhole && composite !== undefined ? composite.pieces : first + 1;
  let count = 0;
  for (let piece = first; piece < end; piece++) {
    if (isWhole && !hasPiece(set, slot, piece)) continue;
    if (count === pieces.length) pieces.push(createPlacedPiece(8));
    loadPieceAt(pieces[count++], set, poses, slot, piece, origin);
  }
  return count;
}

/** Returns whether the pieces of a collider are the segments of a line, which have no inside. */
export function makesSheet(set: ColliderSet, slot: number): boolean {
  return compositeOf(set, slot)?.record.isLine === true;
}

/**
 * Returns whether a collider has a piece: a tile that was there may have been taken out of its map, and a collider may
 * have got a shape of fewer pieces.
 */
export function hasPiece(set: ColliderSet, slot: number, child: number): boolean {
  const composite = compositeOf(set, slot);
  if (composite === undefined) return child === 0;
  return child < composite.pieces && (composite.record.grid?.has(composite, child) ?? true);
}

/** Lengths between these limits have squares that keep all their digits. */
const LEAST_SQUARE = 1e-280;
const LARGEST_SQUARE = 1e300;

/**
 * Writes cosine and sine of how a collider lies. A circle's pose does not turn unless its offset does; its direction
 * turns all the same.
 */
export function writeTurn(out: Float64Array, at: number, set: ColliderSet, slot: number): void {
  const { poses, kinds, transform, shape } = set;
  const index = set.slots.index[slot];
  out[at] = poses[slot * POSE_STRIDE + POSE_COS];
  out[at + 1] = poses[slot * POSE_STRIDE + POSE_SIN];
  const { rotation } = transform;
  if (kinds[slot] !== SHAPE_CIRCLE || rotation === undefined || rotation[index] === 0) return;
  if (shape.offsetX[index] !== 0 || shape.offsetY[index] !== 0 || shape.offsetRotation[index] !== 0) return;
  cosSinAt(out, at, rotation, index);
}

/**
 * Turns a direction of any length by the cosine and sine in `turn` to one of length 1; (0, 0) for none.
 */
export function turnDirection(out: Float64Array, turn: Float64Array, at: number): void {
  let x = out[0];
  let y = out[1];
  const square = x * x + y * y;
  if (!(square > LEAST_SQUARE && square < LARGEST_SQUARE)) {
    const largest = Math.max(Math.abs(x), Math.abs(y));
    x /= largest;
    y /= largest;
  }
  const length = Math.sqrt(x * x + y * y);
  const c = turn[at];
  const s = turn[at + 1];
  out[0] = length > 0 ? (c * x - s * y) / length : 0;
  out[1] = length > 0 ? (s * x + c * y) / length : 0;
}

/**
 * Measures the position of a shape of `count` pieces relative to a one-way piece whose solid side faces `side`: finds
 * the direction, among those that the surfaces on that side face, along which the shape is farthest out. All operands
 * are in one frame.
 */
export function measureSide(
  out: Float64Array,
  one: PlacedPiece,
  side: Float64Array,
  pieces: readonly PlacedPiece[],
  count: number,
): void {
  out[SIDE_GAP] = -Infinity;
  candidate[0] = side[0];
  candidate[1] = side[1];
  take(out, one, pieces, count);
  // A round piece of one vertex has no edges. Its normals are left over from the piece that was loaded before.
  for (let i = 0; i < one.count && one.count > 1; i++) {
    candidate[0] = one.normals[2 * i];
    candidate[1] = one.normals[2 * i + 1];
    if (faces(side)) take(out, one, pieces, count);
  }
  // A round surface faces every direction, so it is measured along the one towards the shape.
  if (one.radius > 0 || one.curve !== undefined) measureRims(out, one, side, pieces, count);
}

/** Measures along the directions from the vertices of a piece to where the shape is: as `measureSide`. */
export function measureRims(
  out: Float64Array,
  one: PlacedPiece,
  side: Float64Array,
  pieces: readonly PlacedPiece[],
  count: number,
): void {
  for (let i = 0; i < one.count; i++) {
    writeMiddle(candidate, pieces, count);
    candidate[0] -= one.vertices[2 * i];
    candidate[1] -= one.vertices[2 * i + 1];
    const length = Math.sqrt(candidate[0] * candidate[0] + candidate[1] * candidate[1]);
    if (!(length > 0)) continue;
    candidate[0] /= length;
    candidate[1] /= length;
    if (faces(side)) take(out, one, pieces, count);
  }
}

/** Measures along one more direction, and writes the result if the shape is farther out along it: as `measureSide`. */
export function measureAlong(
  out: Float64Array,
  one: PlacedPiece,
  direction: Float64Array,
  pieces: readonly PlacedPiece[],
  count: number,
): void {
  candidate[0] = direction[0];
  candidate[1] = direction[1];
  take(out, one, pieces, count);
}

function faces(side: Float64Array): boolean {
  return candidate[0] * side[0] + candidate[1] * side[1] > LEAST_FACING;
}

/** Makes the candidate the direction if the shape is farther out along it. */
function take(out: Float64Array, one: PlacedPiece, pieces: readonly PlacedPiece[], count: number): void {
  const x = candidate[0];
  const y = candidate[1];
  let top = -Infinity;
  let lowest = Infinity;
  let highest = -Infinity;
  for (let i = 0; i < one.count; i++) {
    writePoint(one, i, 1);
    top = Math.max(top, support[0] * x + support[1] * y);
  }
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < pieces[i].count; k++) {
      writePoint(pieces[i], k, 1);
      highest = Math.max(highest, support[0] * x + support[1] * y);
      writePoint(pieces[i], k, -1);
      const height = support[0] * x + support[1] * y;
      if (height >= lowest) continue;
      lowest = height;
      candidate[SIDE_POINT] = support[0];
      candidate[SIDE_POINT + 1] = support[1];
    }
  }
  candidate[SIDE_GAP] = lowest - top;
  candidate[SIDE_EXTENT] = highest - lowest;
  if (candidate[SIDE_GAP] > out[SIDE_GAP]) out.set(candidate);
}

/** Writes the point of a piece about one of its vertices that is farthest along the candidate, or against it. */
function writePoint(piece: PlacedPiece, vertex: number, sign: 1 | -1): void {
  const x = sign * candidate[0];
  const y = sign * candidate[1];
  support[0] = piece.vertices[2 * vertex];
  support[1] = piece.vertices[2 * vertex + 1];
  if (piece.curve !== undefined) piece.curve.writeSupport(support, 0, piece, candidate, 0, sign);
  support[0] += piece.radius * x;
  support[1] += piece.radius * y;
}

/** Writes the middle of all vertices. */
function writeMiddle(out: Float64Array, pieces: readonly PlacedPiece[], count: number): void {
  out[0] = 0;
  out[1] = 0;
  let vertices = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < pieces[i].count; k++) {
      out[0] += pieces[i].vertices[2 * k];
      out[1] += pieces[i].vertices[2 * k + 1];
    }
    vertices += pieces[i].count;
  }
  out[0] /= vertices;
  out[1] /= vertices;
}
