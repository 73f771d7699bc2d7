import type { WritableNumberArray } from '../../core/number-array.ts';
import { type ConvexPiece, PIECE_STRIDE } from './convex-piece.ts';
import { supportIndex } from './gjk.ts';

/**
 * Finds the axis along which two rounded convex pieces in one frame are farthest apart, or overlap least: writes its unit
 * direction from A to B (2 numbers) and returns the signed separation along it. Positive: the pieces are apart, at least
 * that far (exactly that far unless two vertices face each other). Not positive: minus the minimum translation.
 * Touching is 0.
 *
 * The axis in `cache[cacheIndex]` (0 none, i + 1 for edge i of A, −i − 1 for edge i of B) is tried first, and when it
 * still separates that is the answer; the axis found is stored. Axes are the edges of both; where both cores are segments
 * or points these do not decide everything, and the line of their vertices is taken in as well: use `collideConvex`
 * where exact distances matter. Pieces of NaN give −Infinity and write nothing.
 * Source: Ericson, Real-Time Collision Detection, 5.2.1.
 */
export function findSeparatingAxis(
  out: WritableNumberArray,
  outOffset: number,
  a: ConvexPiece,
  b: ConvexPiece,
  cache: Int32Array,
  cacheIndex: number,
): number {
  const radius = a.radius + b.radius;
  const cached = cache[cacheIndex]!;
  if (cached > 0 && cached <= a.count && a.count > 1) {
    const separation = separationAlong(a, b, cached - 1) - radius;
    if (separation > 0) return writeAxis(out, outOffset, a, cached - 1, 1, separation);
  } else if (cached < 0 && -cached <= b.count && b.count > 1) {
    const separation = separationAlong(b, a, -cached - 1) - radius;
    if (separation > 0) return writeAxis(out, outOffset, b, -cached - 1, -1, separation);
  }
  let best = -Infinity;
  let axis = 0;
  for (let i = 0; i < a.count && a.count > 1; i++) {
    const separation = separationAlong(a, b, i);
    if (separation > best) {
      best = separation;
      axis = i + 1;
    }
  }
  for (let i = 0; i < b.count && b.count > 1; i++) {
    const separation = separationAlong(b, a, i);
    if (separation > best) {
      best = separation;
      axis = -i - 1;
    }
  }
  cache[cacheIndex] = axis;
  if (a.count <= 2 && b.count <= 2) {
    const betweenVertices = separateVertices(out, outOffset, a, b, best);
    if (betweenVertices > best || axis === 0) {
      cache[cacheIndex] = 0;
      return betweenVertices - radius;
    }
  }
  if (axis > 0) return writeAxis(out, outOffset, a, axis - 1, 1, best - radius);
  if (axis < 0) return writeAxis(out, outOffset, b, -axis - 1, -1, best - radius);
  return -Infinity;
}

/** Separation of the cores along the normal of an edge, from the extremes of both: true whatever the normal. */
function separationAlong(reference: ConvexPiece, other: ConvexPiece, edge: number): number {
  const x = reference.normals[edge * PIECE_STRIDE]!;
  const y = reference.normals[edge * PIECE_STRIDE + 1]!;
  return gapAlong(reference, other, x, y);
}

function gapAlong(from: ConvexPiece, to: ConvexPiece, x: number, y: number): number {
  const far = supportIndex(from, x, y) * PIECE_STRIDE;
  const near = supportIndex(to, -x, -y) * PIECE_STRIDE;
  return x * (to.vertices[near]! - from.vertices[far]!) + y * (to.vertices[near + 1]! - from.vertices[far + 1]!);
}

function writeAxis(
  out: WritableNumberArray,
  outOffset: number,
  piece: ConvexPiece,
  edge: number,
  sign: number,
  separation: number,
): number {
  out[outOffset] = 0 + sign * piece.normals[edge * PIECE_STRIDE]!;
  out[outOffset + 1] = 0 + sign * piece.normals[edge * PIECE_STRIDE + 1]!;
  return separation;
}

/** The best of the lines through a vertex of each, written when better than `best` or when there is nothing else. */
function separateVertices(
  out: WritableNumberArray,
  outOffset: number,
  a: ConvexPiece,
  b: ConvexPiece,
  best: number,
): number {
  let largest = best;
  for (let i = 0; i < a.count; i++) {
    for (let j = 0; j < b.count; j++) {
      const x = b.vertices[j * PIECE_STRIDE]! - a.vertices[i * PIECE_STRIDE]!;
      const y = b.vertices[j * PIECE_STRIDE + 1]! - a.vertices[i * PIECE_STRIDE + 1]!;
      const length = Math.sqrt(x * x + y * y);
      const unitX = length > 0 ? x / length : 1;
      const unitY = length > 0 ? y / length : 0;
      const gap = gapAlong(a, b, unitX, unitY);
      if (gap > largest) {
        largest = gap;
        out[outOffset] = unitX;
        out[outOffset + 1] = unitY;
      }
    }
  }
  return largest;
}
