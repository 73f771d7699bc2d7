import type { WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexPiece, PIECE_STRIDE } from './convex-piece.ts';
import {
  acceptSimplexPoint,
  GJK_CONTINUE,
  GJK_ITERATION_LIMIT,
  GJK_NO_PROGRESS,
  SEARCH_DISTANCE,
  SEARCH_X,
  SEARCH_Y,
  SIMPLEX_A,
  SIMPLEX_B,
  SIMPLEX_DIRECTION,
  SIMPLEX_STRIDE,
  SIMPLEX_W,
  search,
  simplex,
  simplexIndexA,
  simplexIndexB,
  simplexPoints,
  simplexWeights,
  solveSimplex,
  writeWitness,
} from './gjk-simplex.ts';

/**
 * Writes the point of a convex shape that lies farthest along the direction (dx, dy), of any length but zero, at
 * `out[outOffset]`, and returns an index for the feature it belongs to. GJK does not interpret the index.
 */
export type Support = (out: Float64Array, outOffset: number, dx: number, dy: number) => number;

/**
 * A support that reads its direction, times `sign`, from `directions[at]`: fractions that are given to a function which
 * V8 does not inline are put on the heap, so this is what runs in a tick.
 */
export type SupportFrom = (
  out: Float64Array,
  outOffset: number,
  directions: Float64Array,
  at: number,
  sign: number,
) => number;

/** The supports that a caller has given, for the time of the call. */
let givenA: Support | undefined;
let givenB: Support | undefined;

export const supportGivenA: SupportFrom = (out, outOffset, directions, at, sign) =>
  givenA!(out, outOffset, sign * directions[at], sign * directions[at + 1]);
export const supportGivenB: SupportFrom = (out, outOffset, directions, at, sign) =>
  givenB!(out, outOffset, sign * directions[at], sign * directions[at + 1]);

/** Makes `supportGivenA` and `supportGivenB` ask a caller's supports. */
export function takeSupports(a: Support | undefined, b: Support | undefined): void {
  givenA = a;
  givenB = b;
}

/**
 * The points that a search starts from, and those that it has ended with. An empty start (`count = 0`) lets the search
 * begin without knowledge of an earlier one.
 */
export interface GjkStart {
  /** The number of points in the final simplex: 1 vertex, 2 edge, 3 triangle around the origin. */
  count: number;
  /** Vertex (or feature) indices of the simplex points on A and B. */
  indexA: Int32Array;
  indexB: Int32Array;
}

/**
 * The last simplex of a pair, which warm-starts the next call and tells how the last one went. A fresh or zeroed one
 * (`count = 0`) starts cold; one that belongs to another pair costs time, never correctness.
 */
export interface GjkCache extends GjkStart {
  /** The direction in B ⊖ A whose support each simplex point was, x y each. */
  directions: Float64Array;
  /** Barycentric weights of the nearest point. */
  weights: Float64Array;
  /** Support evaluations of the last call beyond the starting simplex. */
  iterations: number;
  /** Why it ended: one of GJK_REPEATED_SUPPORT, GJK_CONTAINMENT, …. */
  termination: number;
}

export function createGjkStart(): GjkStart {
  return { count: 0, indexA: new Int32Array(3), indexB: new Int32Array(3) };
}

/** Makes an empty cache. */
export function createGjkCache(): GjkCache {
  return {
    ...createGjkStart(),
    directions: new Float64Array(6),
    weights: new Float64Array(3),
    iterations: 0,
    termination: GJK_CONTINUE,
  };
}

const spareCache = /* @__PURE__ */ createGjkCache();

/** Returns an emptied cache for a call that has none, so that its search starts without knowledge of an earlier one. */
export function coldGjkCache(): GjkCache {
  spareCache.count = 0;
  return spareCache;
}

/**
 * The largest number of iterations. Polygons of 500 vertices need fewer than 20; smooth supports converge to rounding
 * in fewer than 40. Only NaN or a broken support function leads to more.
 */
export const GJK_MAX_ITERATIONS = 128;

/**
 * The number of iterations that may bring no progress. Each iteration brings the simplex nearer to the origin, but in
 * a sliver by less than rounding, while the search direction still turns a lot. A search with more such iterations may
 * cycle.
 */
const MAX_STALLS = 4;

/** Returns the index of the vertex farthest along a direction; the first of equals. */
export function supportIndex(piece: ConvexPiece, dx: number, dy: number): number {
  const vertices = piece.vertices;
  const end = piece.count * PIECE_STRIDE;
  let best = 0;
  let bestAlong = vertices[0] * dx + vertices[1] * dy;
  for (let i = PIECE_STRIDE; i < end; i += PIECE_STRIDE) {
    const along = vertices[i] * dx + vertices[i + 1] * dy;
    if (along > bestAlong) {
      bestAlong = along;
      best = i;
    }
  }
  return best / PIECE_STRIDE;
}

/** Returns the `supportIndex` along the direction at `directions[at]`, times `sign`: see `SupportFrom`. */
export function supportIndexFrom(piece: ConvexPiece, directions: Float64Array, at: number, sign: number): number {
  const vertices = piece.vertices;
  const dx = sign * directions[at];
  const dy = sign * directions[at + 1];
  const end = piece.count * PIECE_STRIDE;
  let best = 0;
  let bestAlong = vertices[0] * dx + vertices[1] * dy;
  for (let i = PIECE_STRIDE; i < end; i += PIECE_STRIDE) {
    const along = vertices[i] * dx + vertices[i + 1] * dy;
    if (along > bestAlong) {
      bestAlong = along;
      best = i;
    }
  }
  return best / PIECE_STRIDE;
}

function writePiecePoint(slot: number, a: ConvexPiece, indexA: number, b: ConvexPiece, indexB: number): void {
  const s = slot * SIMPLEX_STRIDE;
  const p = simplexPoints;
  const ax = a.vertices[indexA * PIECE_STRIDE];
  const ay = a.vertices[indexA * PIECE_STRIDE + 1];
  const bx = b.vertices[indexB * PIECE_STRIDE];
  const by = b.vertices[indexB * PIECE_STRIDE + 1];
  p[s + SIMPLEX_W] = bx - ax;
  p[s + SIMPLEX_W + 1] = by - ay;
  p[s + SIMPLEX_A] = ax;
  p[s + SIMPLEX_A + 1] = ay;
  p[s + SIMPLEX_B] = bx;
  p[s + SIMPLEX_B + 1] = by;
  p[s + SIMPLEX_DIRECTION] = search[SEARCH_X];
  p[s + SIMPLEX_DIRECTION + 1] = search[SEARCH_Y];
  simplexIndexA[slot] = indexA;
  simplexIndexB[slot] = indexB;
}

/** Refills the simplex from the cached vertex indices, at the vertices' present positions. */
function startPieces(a: ConvexPiece, b: ConvexPiece, cache: GjkStart): void {
  simplex.count = 0;
  search[SEARCH_X] = 0;
  search[SEARCH_Y] = 0;
  const count = Math.min(cache.count, 3);
  for (let i = 0; i < count; i++) {
    const indexA = cache.indexA[i];
    const indexB = cache.indexB[i];
    if (indexA < a.count && indexB < b.count) writePiecePoint(simplex.count++, a, indexA, b, indexB);
  }
  if (simplex.count === 0) {
    writePiecePoint(0, a, 0, b, 0);
    simplex.count = 1;
  }
}

function storeStart(start: GjkStart): void {
  start.count = simplex.count;
  for (let i = 0; i < simplex.count; i++) {
    start.indexA[i] = simplexIndexA[i];
    start.indexB[i] = simplexIndexB[i];
  }
}

function store(cache: GjkCache, iterations: number, termination: number): void {
  storeStart(cache);
  for (let i = 0; i < simplex.count; i++) {
    cache.directions[2 * i] = simplexPoints[i * SIMPLEX_STRIDE + SIMPLEX_DIRECTION];
    cache.directions[2 * i + 1] = simplexPoints[i * SIMPLEX_STRIDE + SIMPLEX_DIRECTION + 1];
    cache.weights[i] = simplexWeights[i];
  }
  cache.iterations = iterations;
  cache.termination = termination;
}

/** The number of steps of the last search. */
let searchSteps = 0;

/**
 * Runs GJK on two cores; the answer stays in the module's simplex, the distance too: a fraction returned would
 * allocate. Returns why it ended.
 */
export function runGjk(a: ConvexPiece, b: ConvexPiece, cache: GjkCache): number {
  const code = searchPieces(a, b, cache);
  store(cache, searchSteps, code);
  return code;
}

/** Does the same as `runGjk`, for callers that need only the answer, and where to start the next search. */
export function searchPieces(a: ConvexPiece, b: ConvexPiece, start: GjkStart): number {
  startPieces(a, b, start);
  let iterations = 0;
  let stalls = 0;
  let code = solveSimplex(false);
  while (code === GJK_CONTINUE) {
    if (iterations >= GJK_MAX_ITERATIONS) {
      code = GJK_ITERATION_LIMIT;
      break;
    }
    iterations++;
    const indexA = supportIndexFrom(a, search, SEARCH_X, -1);
    writePiecePoint(simplex.count, a, indexA, b, supportIndexFrom(b, search, SEARCH_X, 1));
    code = acceptSimplexPoint(true);
    if (code === GJK_CONTINUE) {
      const before = search[SEARCH_DISTANCE];
      const beforeX = search[SEARCH_X];
      code = solveSimplex(true);
      if (code === GJK_CONTINUE && !(search[SEARCH_DISTANCE] < before)) {
        if (++stalls > MAX_STALLS || search[SEARCH_X] === beforeX) code = GJK_NO_PROGRESS;
      }
    }
  }
  searchSteps = iterations;
  storeStart(start);
  return code;
}

/**
 * Returns the distance between the cores of two convex pieces in a common frame (subtract the radii for that of the
 * rounded shapes); 0 when they touch or overlap. `cache` warm-starts the search and receives simplex and iteration
 * count. NaN in gives NaN or 0 after at most GJK_MAX_ITERATIONS steps.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988; terminations after Catto, Computing Distance, GDC 2010.
 */
export function distanceGjk(a: ConvexPiece, b: ConvexPiece, cache: GjkCache = coldGjkCache()): number {
  runGjk(a, b, cache);
  return search[SEARCH_DISTANCE];
}

/**
 * Writes the closest points of the cores of two convex pieces, on A then on B (4 numbers), and returns their squared
 * distance. When the cores overlap the two points are one common point and the result is 0.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988; terminations after Catto, Computing Distance, GDC 2010.
 */
export function closestPointsGjk(
  out: WritableNumberArray,
  outOffset: number,
  a: ConvexPiece,
  b: ConvexPiece,
  cache: GjkCache = coldGjkCache(),
): number {
  runGjk(a, b, cache);
  const distance = search[SEARCH_DISTANCE];
  writeWitness(out, outOffset, SIMPLEX_A);
  writeWitness(out, outOffset + 2, SIMPLEX_B);
  return distance * distance;
}

function writeSupportPoint(slot: number, a: SupportFrom, b: SupportFrom, directions: Float64Array, at: number): void {
  const s = slot * SIMPLEX_STRIDE;
  const p = simplexPoints;
  const dx = directions[at];
  const dy = directions[at + 1];
  simplexIndexA[slot] = a(p, s + SIMPLEX_A, directions, at, -1);
  simplexIndexB[slot] = b(p, s + SIMPLEX_B, directions, at, 1);
  p[s + SIMPLEX_W] = p[s + SIMPLEX_B] - p[s + SIMPLEX_A];
  p[s + SIMPLEX_W + 1] = p[s + SIMPLEX_B + 1] - p[s + SIMPLEX_A + 1];
  p[s + SIMPLEX_DIRECTION] = dx;
  p[s + SIMPLEX_DIRECTION + 1] = dy;
}

/** Runs GJK on two support functions; the answer stays in the module's simplex. Returns why it ended. */
export function runGjkSupport(a: Support, b: Support, cache: GjkCache): number {
  takeSupports(a, b);
  const code = runGjkFrom(supportGivenA, supportGivenB, cache);
  takeSupports(undefined, undefined);
  return code;
}

/**
 * The direction of a search that has no start. It is −x so that two coinciding points, for which no other direction is
 * tried, are separated with B towards +x.
 */
const FIRST_DIRECTION = /* @__PURE__ */ Float64Array.of(-1, 0);

/** Does what `runGjkSupport` does, for supports that read their direction. */
export function runGjkFrom(a: SupportFrom, b: SupportFrom, cache: GjkCache): number {
  simplex.count = 0;
  const count = Math.min(cache.count, 3);
  for (let i = 0; i < count; i++) {
    const at = 2 * i;
    const { directions } = cache;
    if (directions[at] !== 0 || directions[at + 1] !== 0) writeSupportPoint(simplex.count++, a, b, directions, at);
  }
  if (simplex.count === 0) {
    writeSupportPoint(0, a, b, FIRST_DIRECTION, 0);
    simplex.count = 1;
  }
  let iterations = 0;
  let stalls = 0;
  let code = solveSimplex(false);
  while (code === GJK_CONTINUE) {
    if (iterations >= GJK_MAX_ITERATIONS) {
      code = GJK_ITERATION_LIMIT;
      break;
    }
    iterations++;
    writeSupportPoint(simplex.count, a, b, search, SEARCH_X);
    code = acceptSimplexPoint(false);
    if (code === GJK_CONTINUE) {
      const before = search[SEARCH_DISTANCE];
      const beforeX = search[SEARCH_X];
      code = solveSimplex(true);
      if (code === GJK_CONTINUE && !(search[SEARCH_DISTANCE] < before)) {
        if (++stalls > MAX_STALLS || search[SEARCH_X] === beforeX) code = GJK_NO_PROGRESS;
      }
    }
  }
  store(cache, iterations, code);
  return code;
}

/**
 * Returns the distance between any two convex shapes given by their support functions; 0 when they touch or overlap.
 * Smooth shapes converge to a few units in the last place of their coordinates. See `distanceGjk`.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988; terminations after Catto, Computing Distance, GDC 2010.
 */
export function distanceGjkSupport(a: Support, b: Support, cache: GjkCache = coldGjkCache()): number {
  runGjkSupport(a, b, cache);
  return search[SEARCH_DISTANCE];
}

/**
 * Writes the closest points of any two convex shapes given by their support functions, on A then on B (4 numbers), and
 * returns their squared distance. When they overlap the two points are one common point and the result is 0.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988; terminations after Catto, Computing Distance, GDC 2010.
 */
export function closestPointsGjkSupport(
  out: WritableNumberArray,
  outOffset: number,
  a: Support,
  b: Support,
  cache: GjkCache = coldGjkCache(),
): number {
  runGjkSupport(a, b, cache);
  const distance = search[SEARCH_DISTANCE];
  writeWitness(out, outOffset, SIMPLEX_A);
  writeWitness(out, outOffset + 2, SIMPLEX_B);
  return distance * distance;
}
