import { orient2d } from '../measure/orientation.ts';

/**
 * A triangulation of points in the plane by half-edges. Triangle t is made of the half-edges 3t, 3t + 1 and 3t + 2,
 * counter-clockwise.
 *
 * The triangulation covers the whole plane: each edge of the convex hull has a *ghost triangle* on its outer side,
 * whose third vertex is the ghost, a point at infinity. So every half-edge has a twin, and points outside of the hull
 * are inserted as any others are.
 */
export interface HalfEdgeMesh {
  /** x, y of every point. */
  readonly points: Float64Array;
  /** The number of points, which is also the number of the ghost. */
  readonly ghost: number;
  triangles: number;
  /** The point at which a half-edge begins, and the half-edge that runs the other way on the far side of the edge. */
  readonly origin: Int32Array;
  readonly twin: Int32Array;
  /** A half-edge that begins at each point, and at the ghost; `NONE` for a point that has not been inserted. */
  readonly leaving: Int32Array;
  /**
   * The number of the first use that polygons make of an edge, see polygon-mesh.ts; `NONE` for an edge that no polygon
   * has, which may be flipped.
   */
  readonly use: Int32Array;
  /** Half-edges that `legalise` has still to test. */
  stack: Int32Array;
}

export const NONE = -1;

export function createHalfEdgeMesh(points: Float64Array): HalfEdgeMesh {
  const count = points.length / 2;
  // A triangulation of a sphere with one point more than `count` has this many half-edges.
  const halfEdges = Math.max(0, 6 * count - 6);
  return {
    points,
    ghost: count,
    triangles: 0,
    origin: new Int32Array(halfEdges),
    twin: new Int32Array(halfEdges),
    leaving: new Int32Array(count + 1).fill(NONE),
    use: new Int32Array(halfEdges).fill(NONE),
    stack: new Int32Array(256),
  };
}

/** Returns the half-edges after and before one of the same triangle. */
export function nextOf(edge: number): number {
  return edge % 3 === 2 ? edge - 2 : edge + 1;
}

export function previousOf(edge: number): number {
  return edge % 3 === 0 ? edge + 2 : edge - 1;
}

/** Returns twice the signed area of three points, exact in sign. */
export function orientation(points: Float64Array, a: number, b: number, c: number): number {
  return orient2d(points[2 * a], points[2 * a + 1], points[2 * b], points[2 * b + 1], points[2 * c], points[2 * c + 1]);
}

/** Makes two half-edges each other's twins. */
export function pair({ twin }: HalfEdgeMesh, a: number, b: number): void {
  twin[a] = b;
  twin[b] = a;
}

/** Sets where a half-edge begins. */
export function setOrigin({ origin, leaving }: HalfEdgeMesh, edge: number, point: number): void {
  origin[edge] = point;
  leaving[point] = edge;
}

/** Moves the twin and the use of the edge at half-edge `from` to half-edge `to`, but not where it begins. */
function moveEdge({ twin, use }: HalfEdgeMesh, from: number, to: number): void {
  const other = twin[from];
  twin[to] = other;
  twin[other] = to;
  use[to] = use[from];
}

/**
 * Exchanges the edge of a half-edge from a to b, with c on its left and d on its right, for the other diagonal of
 * a, d, b, c. Afterwards `edge` runs from d to c and is followed by c → a and a → d; its twin by d → b and b → c.
 */
export function flip(mesh: HalfEdgeMesh, edge: number): void {
  const { origin, twin, use } = mesh;
  const other = twin[edge];
  const edgeNext = nextOf(edge);
  const edgePrevious = previousOf(edge);
  const otherNext = nextOf(other);
  const otherPrevious = previousOf(other);
  const a = origin[edge];
  const b = origin[other];
  const c = origin[edgePrevious];
  const d = origin[otherPrevious];
  // The four sides of the quadrilateral change places in a ring; the first one waits until its place is free.
  const firstTwin = twin[edgePrevious];
  const firstUse = use[edgePrevious];
  moveEdge(mesh, otherNext, edgePrevious);
  moveEdge(mesh, otherPrevious, otherNext);
  moveEdge(mesh, edgeNext, otherPrevious);
  pair(mesh, edgeNext, firstTwin);
  use[edgeNext] = firstUse;
  setOrigin(mesh, edge, d);
  setOrigin(mesh, edgeNext, c);
  setOrigin(mesh, edgePrevious, a);
  setOrigin(mesh, other, c);
  setOrigin(mesh, otherNext, d);
  setOrigin(mesh, otherPrevious, b);
}

/**
 * Bound on the rounding error of the determinant in `isInCircle` relative to the same sum with all terms positive: 10 u
 * and second-order terms, with u = 2^−53 the largest error of one rounding, rounded up (Shewchuk 1997, section 4.4).
 */
const IN_CIRCLE_ERROR = 1.12e-15;

/**
 * Returns whether a point lies in the circle through the counter-clockwise triangle a, b, c for certain. Rounding makes
 * the answer no where it is too close to call: then either diagonal is as good, and no edge is flipped back and forth.
 */
function isInCircle(points: Float64Array, a: number, b: number, c: number, point: number): boolean {
  const x = points[2 * point];
  const y = points[2 * point + 1];
  const ax = points[2 * a] - x;
  const ay = points[2 * a + 1] - y;
  const bx = points[2 * b] - x;
  const by = points[2 * b + 1] - y;
  const cx = points[2 * c] - x;
  const cy = points[2 * c + 1] - y;
  const aa = ax * ax + ay * ay;
  const bb = bx * bx + by * by;
  const cc = cx * cx + cy * cy;
  const determinant = aa * (bx * cy - cx * by) + bb * (cx * ay - ax * cy) + cc * (ax * by - bx * ay);
  const size =
    aa * (Math.abs(bx * cy) + Math.abs(cx * by)) +
    bb * (Math.abs(cx * ay) + Math.abs(ax * cy)) +
    cc * (Math.abs(ax * by) + Math.abs(bx * ay));
  return determinant > IN_CIRCLE_ERROR * size;
}

/**
 * Returns whether flipping an edge makes the triangulation better: both new triangles are proper ones, and
 * the point beyond the edge lies in the circle about the triangle before it. The circle about a ghost triangle is the
 * half-plane beyond the edge of the hull.
 */
function wantsFlip({ points, ghost, origin, twin, use }: HalfEdgeMesh, edge: number): boolean {
  if (use[edge] !== NONE) return false;
  const other = twin[edge];
  const a = origin[edge];
  const b = origin[other];
  const c = origin[previousOf(edge)];
  const d = origin[previousOf(other)];
  if (c === ghost || d === ghost) return false;
  // An edge to the ghost: the hull has a dent between its two ghost triangles.
  if (a === ghost) return orientation(points, d, b, c) > 0;
  if (b === ghost) return orientation(points, a, d, c) > 0;
  return isInCircle(points, b, a, d, c) && orientation(points, a, d, c) > 0 && orientation(points, d, b, c) > 0;
}

/** Puts a half-edge on the stack of `legalise`. */
export function pushEdge(mesh: HalfEdgeMesh, size: number, edge: number): number {
  if (size === mesh.stack.length) {
    const grown = new Int32Array(2 * size);
    grown.set(mesh.stack);
    mesh.stack = grown;
  }
  mesh.stack[size] = edge;
  return size + 1;
}

/**
 * Flips the first `size` edges of the stack, and then the edges around flipped ones, until no edge has to be flipped
 * (Lawson, Software for C1 Surface Interpolation, 1977).
 */
export function legalise(mesh: HalfEdgeMesh, size: number): void {
  let left = size;
  while (left > 0) {
    const edge = mesh.stack[--left];
    if (!wantsFlip(mesh, edge)) continue;
    const other = mesh.twin[edge];
    flip(mesh, edge);
    left = pushEdge(mesh, left, nextOf(edge));
    left = pushEdge(mesh, left, previousOf(edge));
    left = pushEdge(mesh, left, nextOf(other));
    left = pushEdge(mesh, left, previousOf(other));
  }
}
