import type { WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import {
  clearSimplex,
  extendSimplex,
  SIMPLEX_A,
  SIMPLEX_B,
  SIMPLEX_CAPACITY,
  SIMPLEX_DIRECTION,
  SIMPLEX_ROUNDING,
  SIMPLEX_SLACK,
  SIMPLEX_STRIDE,
  simplex,
  simplexIndexA,
  simplexIndexB,
  simplexNumbers,
  simplexPoints,
  simplexWeights,
  writeWitness,
} from './gjk-simplex.ts';
import { searchDirection, setSearchDirection } from './search-direction.ts';
import { askSupport, type Support, type SupportShape } from './support.ts';

export const GJK_CONTINUE = -1;
/** The support in the search direction is already in the simplex. */
export const GJK_REPEATED_SUPPORT = 0;
/** The origin lies inside the simplex tetrahedron: the shapes overlap. */
export const GJK_CONTAINMENT = 1;
/** The origin is a vertex of the simplex: two points coincide. */
export const GJK_TOUCHING_VERTEX = 2;
/** The origin lies on an edge of the simplex. */
export const GJK_TOUCHING_EDGE = 3;
/** No support brings the simplex nearer the origin, within rounding. */
export const GJK_NO_PROGRESS = 4;
/** The iteration limit was reached (a coordinate is NaN, or the callback does not behave as a support function). */
export const GJK_ITERATION_LIMIT = 5;
/** The origin lies on a triangle of the simplex. */
export const GJK_TOUCHING_FACE = 6;
/** Lower and upper bound of the distance agree to rounding: how curved shapes end. */
export const GJK_CONVERGED = 7;

/**
 * Hulls of 500 vertices need fewer than 30, curved shapes fewer than 60. Only NaN or a broken support function leads to
 * more.
 */
export const GJK_MAX_ITERATIONS = 128;

/**
 * Rounding of a difference of two support points, in spacings of f64 at the largest coordinate: one each for the two
 * points and their difference, and as much again for the nearest point of the simplex.
 */
const ROUNDING_SPACINGS = 4;

/**
 * A new support can be the right one and yet bring the simplex nearer by less than rounding: examples are the vertex at
 * the wrong end among the equally far ones of a thin plate, and a vertex that hardly turns the direction across a gap
 * far smaller than the shapes. It is taken all the same, a few times, because it turns the search direction.
 */
const MAX_STALLS = 16;

/**
 * The last simplex of a pair, which warm-starts the next call and tells how the last one went. A fresh or zeroed one
 * (`count = 0`) starts cold; one that belongs to another pair costs time, never correctness.
 */
export interface GjkCache {
  /** The number of points in the final simplex: 1 vertex, 2 edge, 3 face, 4 tetrahedron around the origin. */
  count: number;
  /** Feature indices of the simplex points on A and B, as the supports returned them. */
  indexA: Int32Array;
  indexB: Int32Array;
  /** The direction in B ⊖ A whose support each simplex point was, x y z each. */
  directions: Float64Array;
  /** Barycentric weights of the nearest point. */
  weights: Float64Array;
  /** Support evaluations of the last call beyond the starting simplex. */
  iterations: number;
  /** Why it ended: one of GJK_REPEATED_SUPPORT, GJK_CONTAINMENT, …. */
  termination: number;
  /**
   * A proven lower bound of the distance: a plane separates the shapes by at least this much. The distance found is the
   * upper bound.
   */
  lowerBound: number;
}

/** Makes an empty cache. */
export function createGjkCache(): GjkCache {
  return {
    count: 0,
    indexA: new Int32Array(SIMPLEX_CAPACITY),
    indexB: new Int32Array(SIMPLEX_CAPACITY),
    directions: new Float64Array(3 * SIMPLEX_CAPACITY),
    weights: new Float64Array(SIMPLEX_CAPACITY),
    iterations: 0,
    termination: GJK_CONTINUE,
    lowerBound: 0,
  };
}

const spareCache = /* @__PURE__ */ createGjkCache();

/** Returns the cache of a call without one: empty. */
export function coldGjkCache(): GjkCache {
  spareCache.count = 0;
  return spareCache;
}

/**
 * Numbers of the run under way: the largest coordinate of a support point, from which rounding is judged, the proven
 * lower bound of the distance, and at the end the distance.
 */
const run = new Float64Array(3);
const LARGEST = 0;
const LOWER = 1;
const DISTANCE = 2;

/** Returns the largest coordinate of a support point that the last run saw. */
export function gjkLargest(): number {
  return run[LARGEST];
}

/** Returns the rounding of the last run, in units of length: a distance below it counts as 0. */
export function gjkRounding(): number {
  return ROUNDING_SPACINGS * EPSILON * run[LARGEST];
}

/** The distance that the last run found. */
export const gjkDistance = (): number => run[DISTANCE];

/** The vector opposite to the search direction. */
const against = new Float64Array(3);

/** Asks both shapes for their points along the search direction, and writes them at index `count`. */
function writeSupportPoint(a: SupportShape, b: SupportShape): void {
  const slot = simplex.count;
  const s = slot * SIMPLEX_STRIDE;
  const p = simplexPoints;
  for (let axis = 0; axis < 3; axis++) {
    against[axis] = -searchDirection[axis];
    p[s + SIMPLEX_DIRECTION + axis] = searchDirection[axis];
  }
  simplexIndexA[slot] = askSupport(a, p, s + SIMPLEX_A, against);
  simplexIndexB[slot] = askSupport(b, p, s + SIMPLEX_B, searchDirection);
  for (let axis = 0; axis < 3; axis++) {
    const onA = p[s + SIMPLEX_A + axis];
    const onB = p[s + SIMPLEX_B + axis];
    p[s + axis] = onB - onA;
    run[LARGEST] = Math.max(run[LARGEST], Math.abs(onA), Math.abs(onB));
  }
}

/** Fills the simplex from the directions of the last one, for which the shapes are asked again, as they are now. */
function startSimplex(a: SupportShape, b: SupportShape, cache: GjkCache): void {
  clearSimplex();
  run[LARGEST] = 0;
  simplexNumbers[SIMPLEX_SLACK] = 0;
  const count = Math.min(cache.count, SIMPLEX_CAPACITY);
  for (let i = 0; i < count && !simplex.contained; i++) {
    const dx = cache.directions[3 * i];
    const dy = cache.directions[3 * i + 1];
    const dz = cache.directions[3 * i + 2];
    if (dx !== 0 || dy !== 0 || dz !== 0) {
      searchDirection[0] = dx;
      searchDirection[1] = dy;
      searchDirection[2] = dz;
      writeSupportPoint(a, b);
      if (!isRepeated()) extendSimplex();
    }
  }
  if (simplex.count === 0) {
    searchDirection[0] = 1;
    searchDirection[1] = 0;
    searchDirection[2] = 0;
    writeSupportPoint(a, b);
    extendSimplex();
  }
}

/** Returns whether the simplex already has the point at index `count`. */
function isRepeated(): boolean {
  const p = simplexPoints;
  const n = simplex.count * SIMPLEX_STRIDE;
  for (let s = 0; s < n; s += SIMPLEX_STRIDE) {
    if (p[s] === p[n] && p[s + 1] === p[n + 1] && p[s + 2] === p[n + 2]) return true;
  }
  return false;
}

/**
 * Writes the unit normal from A to B between the closest points of the last run, which left the shapes apart: the
 * normal of the simplex where that is more precise than the difference of the points.
 */
export function writeSeparatingAxis(out: WritableNumberArray, outOffset: number): void {
  simplexNumbers[SIMPLEX_ROUNDING] = gjkRounding();
  setSearchDirection(false);
  writeAgainst(out, outOffset, searchDirection);
}

/** The search direction that gave the last run its lower bound. */
const boundDirection = new Float64Array(3);

/** Writes the unit normal, from A to B, of the plane that proves the lower bound of the last run; it must have one. */
export function writeBoundAxis(out: WritableNumberArray, outOffset: number): void {
  writeAgainst(out, outOffset, boundDirection);
}

/** Writes the unit vector against a direction. Adding 0 makes a negative zero a plain one. */
function writeAgainst(out: WritableNumberArray, outOffset: number, direction: Float64Array): void {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const scale = -1 / Math.sqrt(x * x + y * y + z * z);
  out[outOffset] = x * scale + 0;
  out[outOffset + 1] = y * scale + 0;
  out[outOffset + 2] = z * scale + 0;
}

/** Runs GJK on two shapes; the answer stays in the module's simplex. Returns the distance. */
export function runGjkSupport(a: SupportShape, b: SupportShape, cache: GjkCache): number {
  runGjk(a, b, cache);
  return run[DISTANCE];
}

/** Runs GJK, and leaves the distance in `gjkDistance` rather than returning it. */
export function runGjk(a: SupportShape, b: SupportShape, cache: GjkCache): void {
  startSimplex(a, b, cache);
  let iterations = 0;
  let termination = GJK_CONTINUE;
  run[LOWER] = 0;
  let second = false;
  let stalls = 0;
  if (simplex.count === 0) {
    // The simplex is empty only if not even a single point has a distance, so the input holds NaN.
    store(cache, 0, GJK_ITERATION_LIMIT);
    run[DISTANCE] = Number.NaN;
    return;
  }
  while ((termination = judge()) === GJK_CONTINUE) {
    if (iterations >= GJK_MAX_ITERATIONS) {
      termination = GJK_ITERATION_LIMIT;
      break;
    }
    simplexNumbers[SIMPLEX_ROUNDING] = gjkRounding();
    if (!setSearchDirection(second)) {
      termination = GJK_NO_PROGRESS;
      break;
    }
    iterations++;
    writeSupportPoint(a, b);
    raiseBound();
    const repeated = isRepeated();
    const before = simplex.square;
    simplexNumbers[SIMPLEX_SLACK] = 0;
    if (stalls < MAX_STALLS) simplexNumbers[SIMPLEX_SLACK] = (2 * gjkRounding()) / Math.sqrt(before);
    if (!repeated && extendSimplex()) {
      second = false;
      if (!(simplex.square < before)) stalls++;
    } else if (second || judge() !== GJK_CONTINUE) {
      termination = repeated ? GJK_REPEATED_SUPPORT : GJK_NO_PROGRESS;
      break;
    } else {
      // The bounds are still apart: the direction may have been rounding. Ask once more along the other estimate.
      second = true;
    }
  }
  store(cache, iterations, termination);
  run[DISTANCE] = 0;
  if (termination !== GJK_CONTAINMENT && !isTouching(termination)) run[DISTANCE] = Math.sqrt(simplex.square);
}

function isTouching(termination: number): boolean {
  return termination === GJK_TOUCHING_VERTEX || termination === GJK_TOUCHING_EDGE || termination === GJK_TOUCHING_FACE;
}

/** Returns the termination that the simplex as it stands calls for. */
function judge(): number {
  if (simplex.contained) return GJK_CONTAINMENT;
  const distance = Math.sqrt(simplex.square);
  const rounding = gjkRounding();
  if (distance <= rounding) {
    return simplex.count === 1 ? GJK_TOUCHING_VERTEX : simplex.count === 2 ? GJK_TOUCHING_EDGE : GJK_TOUCHING_FACE;
  }
  return distance - run[LOWER] <= rounding ? GJK_CONVERGED : GJK_CONTINUE;
}

/**
 * Raises the lower bound to how far the plane through the newest support, perpendicular to the search direction, keeps
 * B ⊖ A from the origin.
 */
function raiseBound(): void {
  const p = simplexPoints;
  const n = simplex.count * SIMPLEX_STRIDE;
  const x = searchDirection[0];
  const y = searchDirection[1];
  const z = searchDirection[2];
  const bound = -(x * p[n] + y * p[n + 1] + z * p[n + 2]) / Math.sqrt(x * x + y * y + z * z);
  if (!(bound > run[LOWER])) return;
  run[LOWER] = bound;
  boundDirection[0] = x;
  boundDirection[1] = y;
  boundDirection[2] = z;
}

function store(cache: GjkCache, iterations: number, termination: number): void {
  const count = simplex.count;
  cache.count = count;
  for (let i = 0; i < count; i++) {
    const s = i * SIMPLEX_STRIDE + SIMPLEX_DIRECTION;
    cache.indexA[i] = simplexIndexA[i];
    cache.indexB[i] = simplexIndexB[i];
    cache.directions[3 * i] = simplexPoints[s];
    cache.directions[3 * i + 1] = simplexPoints[s + 1];
    cache.directions[3 * i + 2] = simplexPoints[s + 2];
    cache.weights[i] = simplexWeights[i];
  }
  cache.iterations = iterations;
  cache.termination = termination;
  cache.lowerBound = run[LOWER];
}

/**
 * Returns the distance between any two convex shapes given by their supports; 0 when they touch or overlap. Polyhedra
 * end exactly, on a repeated support; curved shapes when lower and upper bound agree to a few units in the last place
 * of the coordinates. `cache` warm-starts the search and receives simplex, weights and iteration count. NaN in gives
 * NaN or 0 after at most GJK_MAX_ITERATIONS steps.
 *
 * Rounding follows the largest coordinate: give shapes far from the origin relative to a point near them.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988; terminations after Catto, Computing Distance, GDC 2010.
 */
export function distanceGjkSupport(a: Support, b: Support, cache: GjkCache = coldGjkCache()): number {
  return runGjkSupport(a, b, cache);
}

/**
 * Writes the closest points of any two convex shapes given by their supports, on A then on B (6 numbers), and returns
 * their squared distance. When they overlap the two points are one common point and the result is 0. See
 * {@link distanceGjkSupport}.
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
  const distance = runGjkSupport(a, b, cache);
  writeWitness(out, outOffset, SIMPLEX_A);
  writeWitness(out, outOffset + 3, SIMPLEX_B);
  return distance * distance;
}
