import { coldAxisCache } from '../../../core/axis-cache.ts';
import type { WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexPiece, PIECE_STRIDE } from './convex-piece.ts';
import { createGjkCache, runGjk, supportIndex } from './gjk.ts';
import { SEARCH_DISTANCE, SEARCH_X, SEARCH_Y, search } from './gjk-simplex.ts';

/** An overlap of the cores below this share of the coordinates may be rounding. */
const ROUNDING = 1e-12;

const gjkCache = createGjkCache();

/**
 * Finds the axis along which two rounded convex pieces in one frame are farthest apart, or overlap least: writes its
 * unit direction from A to B (2 numbers) and returns the signed separation along it: their distance, or minus their
 * minimum translation; touching is 0. Concentric points give (1, 0). Pieces of NaN give −Infinity or NaN.
 *
 * The axis in `cache[cacheIndex]` (0 none, i + 1 for edge i of A, −i − 1 for edge i of B) is tried first, and when it
 * still separates that is the answer: then the separation is a lower bound of the distance. The best edge found is
 * stored. Edges of both shapes decide whether polygons overlap and how deep; when the cores are apart GJK supplies the
 * axis between two vertices, which no edge gives and rounding needs.
 * Source: Ericson, Real-Time Collision Detection, 5.2.1.
 */
export function findSeparatingAxis(
  out: WritableNumberArray,
  outOffset: number,
  a: ConvexPiece,
  b: ConvexPiece,
  cache: Int32Array = coldAxisCache(),
  cacheIndex = 0,
): number {
  const radius = a.radius + b.radius;
  const cached = cache[cacheIndex];
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
  const scale = Math.abs(b.vertices[0] - a.vertices[0]) + Math.abs(b.vertices[1] - a.vertices[1]);
  if (axis === 0 || best >= -ROUNDING * scale) {
    gjkCache.count = 0;
    runGjk(a, b, gjkCache);
    const distance = search[SEARCH_DISTANCE];
    if (axis === 0 || distance > Math.max(best, ROUNDING * scale)) {
      const x = -search[SEARCH_X];
      const y = -search[SEARCH_Y];
      const length = Math.sqrt(x * x + y * y);
      out[outOffset] = length > 0 ? x / length : 1;
      out[outOffset + 1] = length > 0 ? y / length : 0;
      return distance - radius;
    }
  }
  if (axis > 0) return writeAxis(out, outOffset, a, axis - 1, 1, best - radius);
  return writeAxis(out, outOffset, b, -axis - 1, -1, best - radius);
}

/**
 * Returns the separation of the cores along the normal of an edge, from the extremes of both: correct even for a wrong
 * normal.
 */
function separationAlong(reference: ConvexPiece, other: ConvexPiece, edge: number): number {
  const x = reference.normals[edge * PIECE_STRIDE];
  const y = reference.normals[edge * PIECE_STRIDE + 1];
  const far = supportIndex(reference, x, y) * PIECE_STRIDE;
  const near = supportIndex(other, -x, -y) * PIECE_STRIDE;
  return (
    x * (other.vertices[near] - reference.vertices[far]) + y * (other.vertices[near + 1] - reference.vertices[far + 1])
  );
}

function writeAxis(
  out: WritableNumberArray,
  outOffset: number,
  piece: ConvexPiece,
  edge: number,
  sign: number,
  separation: number,
): number {
  out[outOffset] = 0 + sign * piece.normals[edge * PIECE_STRIDE];
  out[outOffset + 1] = 0 + sign * piece.normals[edge * PIECE_STRIDE + 1];
  return separation;
}
