import type { WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import {
  coldGjkCache,
  type GjkCache,
  runGjkFrom,
  type Support,
  type SupportFrom,
  supportGivenA,
  supportGivenB,
  takeSupports,
} from './gjk.ts';
import {
  SEARCH_DISTANCE,
  SEARCH_X,
  SIMPLEX_A,
  SIMPLEX_B,
  SIMPLEX_DIRECTION,
  SIMPLEX_STRIDE,
  search,
  simplex,
  simplexPoints,
  writeWitness,
} from './gjk-simplex.ts';

/** The shapes do not overlap; GJK's answer stands. */
export const EPA_SEPARATED = 0;
/** Lower and upper bound of the depth agree to rounding. */
export const EPA_CONVERGED = 1;
/** B ⊖ A touches the origin with a vertex: depth 0. */
export const EPA_TOUCHING = 2;
/** The limit was reached; the depth separates, but a smaller one may exist. */
export const EPA_ITERATION_LIMIT = 3;

/**
 * Smooth shapes gain two bits per halved edge and need about 30 steps; polygons at most one step per corner and edge.
 * Round shapes whose cores all but touch look the same from all sides and may need all steps; what they find is right
 * to rounding all the same.
 */
export const EPA_MAX_ITERATIONS = 2048;

/** Rounding of a support point and its product with a unit normal, in spacings at the largest coordinate. */
const ROUNDING_SPACINGS = 8;

/** How the last call of `penetrationEpa` went. */
export interface EpaReport {
  iterations: number;
  /** One of EPA_SEPARATED, EPA_CONVERGED, …. */
  termination: number;
}

/** Makes an empty report. */
export function createEpaReport(): EpaReport {
  return { iterations: 0, termination: EPA_SEPARATED };
}

/** The index of the depth, behind the normal and the deepest points. */
export const EPA_DEPTH = 6;

/** The report of calls that give none. */
const defaultReport = /* @__PURE__ */ createEpaReport();

const CAPACITY = EPA_MAX_ITERATIONS + 4;
/** Vertices in the order they came: w, a, b as in the simplex. Edges are links from a vertex to its successor. */
const points = new Float64Array(CAPACITY * SIMPLEX_STRIDE);
const successor = new Int32Array(CAPACITY);
/** Per edge: outward unit normal and distance of its line from the origin; closed edges have Infinity. */
const edges = new Float64Array(CAPACITY * 3);
/** Lowest upper bound so far: depth and its direction. */
const best = new Float64Array(3);
let vertexCount = 0;

/**
 * Computes the penetration depth of any two convex shapes given by their support functions: writes the unit normal from
 * A to B and the deepest points on A and on B (6 numbers), and returns the depth. Moving B by depth · normal, or A by
 * its opposite, just separates them, and no shorter translation does. Shapes that do not overlap give minus their
 * distance, the direction from A to B and the closest points. Concentric points give (1, 0). NaN gives NaN or 0 within
 * the limit.
 *
 * The polygon grown from GJK's simplex lies inside B ⊖ A, so its nearest edge bounds the depth from below; the support
 * along any edge's normal bounds it from above by a true separating translation. The search ends when the two meet.
 * Source: van den Bergen, Proximity Queries and Penetration Depth Computation on 3D Game Objects, GDC 2001.
 */
export function penetrationEpa(
  out: WritableNumberArray,
  outOffset: number,
  a: Support,
  b: Support,
  cache: GjkCache = coldGjkCache(),
  report: EpaReport = defaultReport,
): number {
  takeSupports(a, b);
  penetrationEpaFrom(deepest, supportGivenA, supportGivenB, cache, report);
  takeSupports(undefined, undefined);
  for (let i = 0; i < EPA_DEPTH; i++) out[outOffset + i] = deepest[i];
  return deepest[EPA_DEPTH];
}

const deepest = new Float64Array(EPA_DEPTH + 1);

/** Does what `penetrationEpa` does, for supports that read their direction. Writes the depth behind the points. */
export function penetrationEpaFrom(
  out: Float64Array,
  a: SupportFrom,
  b: SupportFrom,
  cache: GjkCache,
  report: EpaReport,
): void {
  runGjkFrom(a, b, cache);
  const distance = search[SEARCH_DISTANCE];
  report.iterations = 0;
  writeWitness(out, 2, SIMPLEX_A);
  writeWitness(out, 4, SIMPLEX_B);
  if (distance !== 0 && !mayHoldOrigin()) {
    report.termination = EPA_SEPARATED;
    writeDirection(out, search, SEARCH_X);
    out[EPA_DEPTH] = -distance;
    return;
  }
  if (simplex.count === 1) {
    // A support point is the origin: its direction separates at once.
    report.termination = EPA_TOUCHING;
    writeDirection(out, simplexPoints, SIMPLEX_DIRECTION);
    out[EPA_DEPTH] = 0;
    return;
  }
  startPolygon();
  best[0] = Infinity;
  let edge = nearestEdge();
  report.termination = EPA_CONVERGED;
  while (!converged(edge)) {
    if (report.iterations === EPA_MAX_ITERATIONS) {
      report.termination = EPA_ITERATION_LIMIT;
      break;
    }
    report.iterations++;
    expandEdge(a, b, edge);
    edge = nearestEdge();
  }
  out[0] = 0 - best[1];
  out[1] = 0 - best[2];
  writeDeepest(out);
  out[EPA_DEPTH] = Math.max(0, best[0]);
}

/**
 * Returns whether the simplex is a segment that the origin lies on, within rounding. Such a segment need not be on the
 * outline of B ⊖ A.
 */
function mayHoldOrigin(): boolean {
  largest[0] = 0;
  addLargest(simplexPoints, 0);
  addLargest(simplexPoints, 1);
  return simplex.count === 2 && search[SEARCH_DISTANCE] <= ROUNDING_SPACINGS * EPSILON * largest[0];
}

/** The sum of the coordinates' magnitudes that vertices of B ⊖ A were computed from. */
const largest = new Float64Array(1);

function addLargest(vertices: Float64Array, i: number): void {
  const s = i * SIMPLEX_STRIDE;
  largest[0] +=
    Math.abs(vertices[s + SIMPLEX_A]) +
    Math.abs(vertices[s + SIMPLEX_A + 1]) +
    Math.abs(vertices[s + SIMPLEX_B]) +
    Math.abs(vertices[s + SIMPLEX_B + 1]);
}

/** Writes the opposite of a direction, as a unit vector. */
function writeDirection(out: Float64Array, directions: Float64Array, at: number): void {
  const x = -directions[at];
  const y = -directions[at + 1];
  const length = Math.sqrt(x * x + y * y);
  out[0] = length > 0 ? 0 + x / length : 1;
  out[1] = length > 0 ? 0 + y / length : 0;
}

/**
 * Writes the simplex as a counter-clockwise polygon; a segment through the origin becomes two edges, there and back.
 */
function startPolygon(): void {
  vertexCount = simplex.count;
  for (let i = 0; i < vertexCount * SIMPLEX_STRIDE; i++) points[i] = simplexPoints[i];
  const p = points;
  const s = SIMPLEX_STRIDE;
  const area = (p[s] - p[0]) * (p[2 * s + 1] - p[1]) - (p[s + 1] - p[1]) * (p[2 * s] - p[0]);
  const forward = vertexCount === 2 || area > 0;
  for (let i = 0; i < vertexCount; i++) {
    successor[i] = forward ? (i + 1) % vertexCount : (i + vertexCount - 1) % vertexCount;
  }
  for (let i = 0; i < vertexCount; i++) measureEdge(i);
}

/** Sets the normal and distance of the edge that starts at vertex i; an edge without length is closed. */
function measureEdge(i: number): void {
  const s = i * SIMPLEX_STRIDE;
  const t = successor[i] * SIMPLEX_STRIDE;
  const edgeX = points[t] - points[s];
  const edgeY = points[t + 1] - points[s + 1];
  const length = Math.sqrt(edgeX * edgeX + edgeY * edgeY);
  const e = 3 * i;
  edges[e] = edgeY / length;
  edges[e + 1] = -edgeX / length;
  edges[e + 2] = (edgeY * points[s] - edgeX * points[s + 1]) / length;
  if (!(length > 0)) edges[e + 2] = Infinity;
}

/** Returns the open edge nearest the origin, or −1. */
function nearestEdge(): number {
  let edge = -1;
  let distance = Infinity;
  for (let i = 0; i < vertexCount; i++) {
    if (edges[3 * i + 2] < distance) {
      distance = edges[3 * i + 2];
      edge = i;
    }
  }
  return edge;
}

/** Returns whether no open edge is nearer than the best separating translation. */
function converged(edge: number): boolean {
  return edge < 0 || edges[3 * edge + 2] >= best[0];
}

/** Takes the support along an edge's normal: splits the edge there, or closes it when nothing lies beyond. */
function expandEdge(a: SupportFrom, b: SupportFrom, edge: number): void {
  const normalX = edges[3 * edge];
  const normalY = edges[3 * edge + 1];
  const distance = edges[3 * edge + 2];
  const s = vertexCount * SIMPLEX_STRIDE;
  a(points, s + SIMPLEX_A, edges, 3 * edge, -1);
  b(points, s + SIMPLEX_B, edges, 3 * edge, 1);
  const x = points[s + SIMPLEX_B] - points[s + SIMPLEX_A];
  const y = points[s + SIMPLEX_B + 1] - points[s + SIMPLEX_A + 1];
  points[s] = x;
  points[s + 1] = y;
  const upper = normalX * x + normalY * y;
  if (upper < best[0]) {
    best[0] = upper;
    best[1] = normalX;
    best[2] = normalY;
  }
  largest[0] = 0;
  addLargest(points, vertexCount);
  if (!(upper - distance > ROUNDING_SPACINGS * EPSILON * largest[0])) {
    edges[3 * edge + 2] = Infinity;
    return;
  }
  successor[vertexCount] = successor[edge];
  successor[edge] = vertexCount;
  vertexCount++;
  measureEdge(edge);
  measureEdge(vertexCount - 1);
}

/**
 * Writes the witness points: where the best direction leaves the polygon, on the edge whose nearest point is nearest to
 * that place.
 */
function writeDeepest(out: Float64Array): void {
  const targetX = best[0] * best[1];
  const targetY = best[0] * best[2];
  let smallest = Infinity;
  let edge = 0;
  let fraction = 0;
  for (let i = 0; i < vertexCount; i++) {
    const s = i * SIMPLEX_STRIDE;
    const t = successor[i] * SIMPLEX_STRIDE;
    const edgeX = points[t] - points[s];
    const edgeY = points[t + 1] - points[s + 1];
    const squared = edgeX * edgeX + edgeY * edgeY;
    const along = (targetX - points[s]) * edgeX + (targetY - points[s + 1]) * edgeY;
    const f = squared > 0 ? Math.min(1, Math.max(0, along / squared)) : 0;
    const offX = points[s] + f * edgeX - targetX;
    const offY = points[s + 1] + f * edgeY - targetY;
    if (offX * offX + offY * offY < smallest) {
      smallest = offX * offX + offY * offY;
      edge = i;
      fraction = f;
    }
  }
  const s = edge * SIMPLEX_STRIDE;
  const t = successor[edge] * SIMPLEX_STRIDE;
  for (let k = 0; k < 4; k++) {
    const from = points[s + SIMPLEX_A + k];
    out[2 + k] = from + fraction * (points[t + SIMPLEX_A + k] - from);
  }
}
