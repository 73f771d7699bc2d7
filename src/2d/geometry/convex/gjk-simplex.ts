import { productError } from '../../../core/exact-arithmetic.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import {
  GJK_CONTAINMENT,
  GJK_CONTINUE,
  GJK_NO_PROGRESS,
  GJK_REPEATED_SUPPORT,
  GJK_TOUCHING_EDGE,
  GJK_TOUCHING_VERTEX,
  SEARCH_DISTANCE,
  SEARCH_X,
  SEARCH_Y,
  SIMPLEX_STRIDE,
  SIMPLEX_W,
} from './gjk-layout.ts';

export * from './gjk-layout.ts';

/**
 * The simplex of GJK in the plane: up to three points w = b − a of the Minkowski difference B ⊖ A, each with the
 * points a and b it came from. One module-private simplex is enough, since no routine calls user code while it is
 * half-updated except the support callbacks, which must not call GJK themselves.
 */

/** Three points, and room for the one being added. */
const CAPACITY = 4;

export const simplexPoints = new Float64Array(CAPACITY * SIMPLEX_STRIDE);
export const simplexIndexA = new Int32Array(CAPACITY);
export const simplexIndexB = new Int32Array(CAPACITY);
/** Barycentric weights of the point of the simplex nearest the origin. */
export const simplexWeights = new Float64Array(CAPACITY);

/** Count of points in the simplex. */
export const simplex = { count: 0 };

/** The distance of the simplex from the origin and the next search direction (not normalised). */
export const search = new Float64Array(3);

function copyPoint(to: number, from: number): void {
  if (to === from) return;
  const t = to * SIMPLEX_STRIDE;
  const f = from * SIMPLEX_STRIDE;
  for (let k = 0; k < SIMPLEX_STRIDE; k++) simplexPoints[t + k] = simplexPoints[f + k];
  simplexIndexA[to] = simplexIndexA[from];
  simplexIndexB[to] = simplexIndexB[from];
}

/** Keeps the points i and j (i < j), or only i when j is negative. */
function keep(i: number, j: number): void {
  copyPoint(0, i);
  if (j >= 0) copyPoint(1, j);
  simplex.count = j >= 0 ? 2 : 1;
}

/**
 * Reduces the simplex to the smallest part that holds its point nearest the origin, and sets the weights, the distance
 * and the next search direction. Returns a termination code, or GJK_CONTINUE. `grown` says that the last point came
 * from the support beyond the other two.
 *
 * Direction: from an edge its normal towards the origin rather than the difference origin − nearest point, which
 * rounding ruins when the two are close (Catto, Computing Distance, GDC 2010).
 */
export function solveSimplex(grown: boolean): number {
  if (simplex.count === 3) {
    if (containsOrigin()) return GJK_CONTAINMENT;
    reduceTriangle(grown);
  }
  if (simplex.count === 2) {
    const code = solveSegment();
    if (simplex.count === 2) return code;
  }
  return solvePoint();
}

function solvePoint(): number {
  const x = simplexPoints[SIMPLEX_W];
  const y = simplexPoints[SIMPLEX_W + 1];
  simplexWeights[0] = 1;
  search[SEARCH_DISTANCE] = Math.sqrt(x * x + y * y);
  search[SEARCH_X] = -x;
  search[SEARCH_Y] = -y;
  return x === 0 && y === 0 ? GJK_TOUCHING_VERTEX : GJK_CONTINUE;
}

/** Leaves one point when the origin projects beyond an end, else sets the answer for the edge. */
function solveSegment(): number {
  const x0 = simplexPoints[SIMPLEX_W];
  const y0 = simplexPoints[SIMPLEX_W + 1];
  const x1 = simplexPoints[SIMPLEX_STRIDE + SIMPLEX_W];
  const y1 = simplexPoints[SIMPLEX_STRIDE + SIMPLEX_W + 1];
  const edgeX = x1 - x0;
  const edgeY = y1 - y0;
  const from0 = -(x0 * edgeX + y0 * edgeY);
  const from1 = x1 * edgeX + y1 * edgeY;
  if (from0 <= 0) {
    keep(0, -1);
    return GJK_CONTINUE;
  }
  if (from1 <= 0) {
    keep(1, -1);
    return GJK_CONTINUE;
  }
  const total = from0 + from1;
  simplexWeights[0] = from1 / total;
  simplexWeights[1] = from0 / total;
  // Twice the area of the triangle w0, w1, origin, positive when the origin lies to the left of the edge.
  const area = edgeY * x0 - edgeX * y0;
  search[SEARCH_DISTANCE] = Math.abs(area) / Math.sqrt(edgeX * edgeX + edgeY * edgeY);
  search[SEARCH_X] = area > 0 ? -edgeY : edgeY;
  search[SEARCH_Y] = area > 0 ? edgeX : -edgeX;
  return area === 0 ? GJK_TOUCHING_EDGE : GJK_CONTINUE;
}

/**
 * A bound of the rounding error of an area, relative to the two products that it is the difference of: three
 * roundings.
 */
const AREA_ERROR = 3.4e-16;

const areas = new Float64Array(3);

/** Sets areas[k] to twice the signed area of the triangle of points i, j and the origin: value rounded, sign exact. */
function measureArea(k: number, i: number, j: number): void {
  const x0 = simplexPoints[i * SIMPLEX_STRIDE];
  const y0 = simplexPoints[i * SIMPLEX_STRIDE + 1];
  const x1 = simplexPoints[j * SIMPLEX_STRIDE];
  const y1 = simplexPoints[j * SIMPLEX_STRIDE + 1];
  const left = x0 * y1;
  const right = y0 * x1;
  const area = left - right;
  areas[k] = area;
  if (!(Math.abs(area) < AREA_ERROR * (Math.abs(left) + Math.abs(right)))) return;
  // This is seldom needed: the two products are so close that their rounded difference may have the wrong sign. The
  // rounding errors of both products and of their difference are computed exactly and added, so the sign is right.
  const lostLeft = productError(x0, y1, left);
  const lostRight = productError(y0, x1, right);
  const lost = lostLeft - lostRight;
  const part = lost - lostLeft;
  areas[k] = area + lost + (lostLeft - (lost - part) - (lostRight + part));
}

/**
 * Returns whether the origin lies in the triangle, boundary included, and if so sets weights and distance 0. The three
 * signs are exact, so that a sliver or a triangle with two nearly equal corners cannot pretend.
 */
function containsOrigin(): boolean {
  measureArea(0, 1, 2);
  measureArea(1, 2, 0);
  measureArea(2, 0, 1);
  const area0 = areas[0];
  const area1 = areas[1];
  const area2 = areas[2];
  if (!((area0 >= 0 && area1 >= 0 && area2 >= 0) || (area0 <= 0 && area1 <= 0 && area2 <= 0))) return false;
  const total = area0 + area1 + area2;
  // All three areas are zero: the points and the origin lie on one line, and the edges decide.
  if (total === 0) return false;
  simplexWeights[0] = area0 / total;
  simplexWeights[1] = area1 / total;
  simplexWeights[2] = area2 / total;
  correctWeights();
  search[SEARCH_DISTANCE] = 0;
  return true;
}

/**
 * Makes the weights of a triangle around the origin add up to it. The areas of a sliver are mostly rounding, and what
 * is left over lies along it: shifting weight between the ends of the longest edge takes it away.
 */
function correctWeights(): void {
  let longest = -1;
  let from = 0;
  let restX = 0;
  let restY = 0;
  for (let i = 0; i < 3; i++) {
    const s = i * SIMPLEX_STRIDE;
    const t = ((i + 1) % 3) * SIMPLEX_STRIDE;
    const x = simplexPoints[s];
    const y = simplexPoints[s + 1];
    restX += simplexWeights[i] * x;
    restY += simplexWeights[i] * y;
    const squared =
      (simplexPoints[t] - x) * (simplexPoints[t] - x) + (simplexPoints[t + 1] - y) * (simplexPoints[t + 1] - y);
    if (squared > longest) {
      longest = squared;
      from = i;
    }
  }
  const to = (from + 1) % 3;
  const edgeX = simplexPoints[to * SIMPLEX_STRIDE] - simplexPoints[from * SIMPLEX_STRIDE];
  const edgeY = simplexPoints[to * SIMPLEX_STRIDE + 1] - simplexPoints[from * SIMPLEX_STRIDE + 1];
  const shift = longest > 0 ? (restX * edgeX + restY * edgeY) / longest : 0;
  simplexWeights[to] = simplexWeights[to] - shift;
  simplexWeights[from] = simplexWeights[from] + shift;
}

/**
 * Keeps the edge of the triangle nearest the origin, which lies outside. When the third point has come from the support
 * along the normal of the first edge, it is nearer to the origin than that edge, unless the origin was on the edge
 * within rounding. So the first edge has to win by more than rounding: in a sliver it often wins by less, and then its
 * normal separates nothing.
 */
function reduceTriangle(grown: boolean): void {
  measureEdge(EDGE_01, 0, 1);
  measureEdge(EDGE_02, 0, 2);
  measureEdge(EDGE_12, 1, 2);
  const d01 = edgeSquares[EDGE_01];
  const d02 = edgeSquares[EDGE_02];
  const d12 = edgeSquares[EDGE_12];
  const least = Math.min(d02, d12);
  const p = simplexPoints;
  const s = SIMPLEX_STRIDE;
  // The rounding error of the distance of the line through the first two points from the origin.
  const rounding = 4 * EPSILON * (Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[s]) + Math.abs(p[s + 1]));
  if (grown ? Math.sqrt(d01) + rounding < Math.sqrt(least) : d01 < least) keep(0, 1);
  else if (d02 <= d12) keep(0, 2);
  else keep(1, 2);
}

/**
 * Squared distances of the triangle's edges from the origin. In an array, as numbers that a function returns would be
 * put on the heap.
 */
const edgeSquares = new Float64Array(3);
const EDGE_01 = 0;
const EDGE_02 = 1;
const EDGE_12 = 2;

function measureEdge(out: number, i: number, j: number): void {
  const x0 = simplexPoints[i * SIMPLEX_STRIDE];
  const y0 = simplexPoints[i * SIMPLEX_STRIDE + 1];
  const x1 = simplexPoints[j * SIMPLEX_STRIDE];
  const y1 = simplexPoints[j * SIMPLEX_STRIDE + 1];
  const edgeX = x1 - x0;
  const edgeY = y1 - y0;
  const area = edgeX * y0 - edgeY * x0;
  if (x0 * edgeX + y0 * edgeY >= 0) edgeSquares[out] = x0 * x0 + y0 * y0;
  else if (x1 * edgeX + y1 * edgeY <= 0) edgeSquares[out] = x1 * x1 + y1 * y1;
  else edgeSquares[out] = (area * area) / (edgeX * edgeX + edgeY * edgeY);
}

/**
 * Decides about the point just written at index `count`: a termination code when it adds nothing, else GJK_CONTINUE
 * after the count went up. `indexed` says whether equal indices mean equal points.
 */
export function acceptSimplexPoint(indexed: boolean): number {
  const count = simplex.count;
  const p = simplexPoints;
  const w = count * SIMPLEX_STRIDE;
  const x = p[w];
  const y = p[w + 1];
  const dx = search[SEARCH_X];
  const dy = search[SEARCH_Y];
  let farthest = -Infinity;
  for (let i = 0; i < count; i++) {
    const s = i * SIMPLEX_STRIDE;
    if (indexed && simplexIndexA[i] === simplexIndexA[count] && simplexIndexB[i] === simplexIndexB[count]) {
      return GJK_REPEATED_SUPPORT;
    }
    if (p[s] === x && p[s + 1] === y) return GJK_REPEATED_SUPPORT;
    const along = dx * p[s] + dy * p[s + 1];
    if (along > farthest) farthest = along;
  }
  const rounding = 2 * EPSILON * (Math.abs(dx) + Math.abs(dy)) * (Math.abs(x) + Math.abs(y));
  if (!(dx * x + dy * y - farthest > rounding)) return GJK_NO_PROGRESS;
  simplex.count = count + 1;
  return GJK_CONTINUE;
}

/** Writes the point of shape A (`part` SIMPLEX_A) or B (SIMPLEX_B) that the weights single out. */
export function writeWitness(out: { [index: number]: number }, outOffset: number, part: number): void {
  const p = simplexPoints;
  const baseX = p[part];
  const baseY = p[part + 1];
  let x = baseX;
  let y = baseY;
  // The point is computed as an offset from the first point, so that a vertex that serves twice comes out exactly.
  for (let i = 1; i < simplex.count; i++) {
    const s = i * SIMPLEX_STRIDE + part;
    x += simplexWeights[i] * (p[s] - baseX);
    y += simplexWeights[i] * (p[s + 1] - baseY);
  }
  out[outOffset] = x;
  out[outOffset + 1] = y;
}
