import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { type ConvexPiece, PIECE_STRIDE } from '../convex/convex-piece.ts';
import { supportIndex } from '../convex/gjk.ts';

/** First and last fraction of contact, and the axis that met last, over the axes that have been looked at. */
const interval = new Float64Array(4);
const FIRST = 0;
const LAST = 1;
const AXIS_X = 2;
const AXIS_Y = 3;

/**
 * Moves the core of a convex piece A by a translation (x, y) against that of B at rest in the same frame, by separating
 * axes: writes the last fraction of contact (beyond 1 when they are still in contact at the end, Infinity when they
 * never part) and the unit axis of first contact, from B to A (3 numbers), and returns the first fraction 0..1. Cores
 * in contact at the start give 0 and a zero axis. Returns Infinity and writes nothing when they never meet, or on NaN.
 * Radii are not looked at: see `castConvex`.
 *
 * Along each axis the gap changes linearly, so it is closed over one interval of time; contact lasts through the
 * intersection of them all. Axes are the edges of both; two cores without area add the translation and its normal,
 * which closes off a Minkowski difference that is flat itself.
 * Source: Ericson, Real-Time Collision Detection, 5.5.2; after Levine's method of separating axes.
 */
export function castConvexSat(
  out: WritableNumberArray,
  outOffset: number,
  a: ConvexPiece,
  b: ConvexPiece,
  translation: NumberArray,
  translationOffset: number,
): number {
  const x = translation[translationOffset];
  const y = translation[translationOffset + 1];
  if (Number.isNaN(sumOf(a) + sumOf(b) + x + y)) return Infinity;
  interval[FIRST] = 0;
  interval[LAST] = Infinity;
  interval[AXIS_X] = 0;
  interval[AXIS_Y] = 0;
  for (let i = 0; i < b.count && b.count > 1; i++) {
    const normalX = b.normals[i * PIECE_STRIDE];
    const normalY = b.normals[i * PIECE_STRIDE + 1];
    if (!cutInterval(a, b, normalX, normalY, x, y)) return Infinity;
  }
  for (let i = 0; i < a.count && a.count > 1; i++) {
    const normalX = -a.normals[i * PIECE_STRIDE];
    const normalY = -a.normals[i * PIECE_STRIDE + 1];
    if (!cutInterval(a, b, normalX, normalY, x, y)) return Infinity;
  }
  if (isFlat(a) && isFlat(b)) {
    const length = Math.sqrt(x * x + y * y);
    const unitX = length > 0 ? x / length : 1;
    const unitY = length > 0 ? y / length : 0;
    if (
      !cutInterval(a, b, -unitX, -unitY, x, y) ||
      !cutInterval(a, b, unitX, unitY, x, y) ||
      !cutInterval(a, b, -unitY, unitX, x, y) ||
      !cutInterval(a, b, unitY, -unitX, x, y)
    ) {
      return Infinity;
    }
  }
  const first = interval[FIRST];
  // A mere touch counts, at the end or in passing, however the quotients are rounded.
  if (!(first <= interval[LAST] + TOUCHING * first && first <= 1 + TOUCHING)) return Infinity;
  out[outOffset] = Math.max(first, interval[LAST]);
  out[outOffset + 1] = 0 + interval[AXIS_X];
  out[outOffset + 2] = 0 + interval[AXIS_Y];
  return Math.min(first, 1);
}

/** The error that the roundings of the gap and the rate along an axis leave in a fraction, relative to the fraction. */
const TOUCHING = 4 * EPSILON;

/** On the sine of the angle between two edges: below it they are parallel. */
const PARALLEL_SIN = 1e-12;

/** Returns whether all vertices lie on one line. */
function isFlat(piece: ConvexPiece): boolean {
  const normals = piece.normals;
  for (let i = PIECE_STRIDE; i < piece.count * PIECE_STRIDE; i += PIECE_STRIDE) {
    if (Math.abs(normals[0] * normals[i + 1] - normals[1] * normals[i]) > PARALLEL_SIN) return false;
  }
  return true;
}

/**
 * Returns the sum of all coordinates, which is NaN when one of them is: a search for the farthest vertex passes over
 * NaN.
 */
function sumOf(piece: ConvexPiece): number {
  let sum = 0;
  for (let i = 0; i < piece.count * PIECE_STRIDE; i++) sum += piece.vertices[i];
  return sum;
}

/**
 * Cuts the interval to when A, as seen along an axis pointing away from B, is not beyond B. Returns false when never.
 */
function cutInterval(
  a: ConvexPiece,
  b: ConvexPiece,
  axisX: number,
  axisY: number,
  translationX: number,
  translationY: number,
): boolean {
  const near = supportIndex(a, -axisX, -axisY) * PIECE_STRIDE;
  const far = supportIndex(b, axisX, axisY) * PIECE_STRIDE;
  const gap = axisX * (a.vertices[near] - b.vertices[far]) + axisY * (a.vertices[near + 1] - b.vertices[far + 1]);
  const rate = axisX * translationX + axisY * translationY;
  if (gap > 0) {
    if (!(rate < 0)) return false;
    const t = gap / -rate;
    if (t > interval[FIRST]) {
      interval[FIRST] = t;
      interval[AXIS_X] = axisX;
      interval[AXIS_Y] = axisY;
    }
    return true;
  }
  if (!(gap <= 0)) return false;
  if (rate > 0) {
    const t = -gap / rate;
    if (t < interval[LAST]) interval[LAST] = t;
  }
  return true;
}
