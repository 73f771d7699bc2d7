import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { orient3d } from '../measure/orientation.ts';

/** A triangle of the growing hull: corners counterclockwise from outside, `neighbours[i]` across corner i → i + 1. */
export interface HullTriangle {
  readonly corners: readonly [number, number, number];
  readonly neighbours: [HullTriangle, HullTriangle, HullTriangle];
  /** Points strictly above this triangle, assigned to it alone. */
  outside: number[];
  farthest: number;
  farthestVolume: number;
  alive: boolean;
  /** The step that last found it visible. */
  visibleAt: number;
}

/**
 * Builds the convex hull of points as a closed surface of triangles, exact in topology: each decision is an exact
 * orientation sign, so the result is the true hull of the given doubles for any input that is not flat (coordinates
 * zero or between 1e-70 and 1e70). Points inside, on a triangle or coincident with a corner are left out.
 *
 * The order is quickhull's: take the point farthest above a triangle, remove everything it sees, close the hole with a
 * fan to it, hand the orphaned points to the new triangles. Coplanar triangles count as unseen, which makes the removed
 * region a disk and every new triangle non-degenerate: a point in line with a rim edge would also be coplanar with the
 * seen triangle on that edge, a contradiction.
 *
 * Throws `invalid-shape` when all points are coincident, collinear or coplanar.
 *
 * Source: Barber, Dobkin, Huhdanpaa, The Quickhull Algorithm for Convex Hulls, 1996.
 */
export function buildTriangulatedHull(points: NumberArray, offset: number, count: number): HullTriangle[] {
  const triangles = firstTetrahedron(points, offset, count);
  const everyone: number[] = [];
  for (let i = 0; i < count; i++) {
    everyone.push(i);
  }
  assignOutside(points, offset, everyone, triangles);
  const pending = triangles.slice();
  const all = triangles.slice();
  for (let step = 1; pending.length > 0; step++) {
    const triangle = pending.pop()!;
    if (!triangle.alive || triangle.outside.length === 0) {
      continue;
    }
    const apex = triangle.farthest;
    const orphans: number[] = [];
    const fan = replaceVisible(points, offset, triangle, apex, step, orphans);
    assignOutside(points, offset, orphans, fan);
    for (const added of fan) {
      all.push(added);
      pending.push(added);
    }
  }
  return all.filter((triangle) => triangle.alive);
}

/** Six times the volume over the triangle a, b, c of four point indices, positive above it; the sign is exact. */
function volumeAbove(points: NumberArray, offset: number, a: number, b: number, c: number, p: number): number {
  return orient3d(points, offset + 3 * a, points, offset + 3 * b, points, offset + 3 * c, points, offset + 3 * p);
}

/** Four points of nonzero volume, far apart, as four linked triangles. */
function firstTetrahedron(
  points: NumberArray,
  offset: number,
  count: number,
): [HullTriangle, HullTriangle, HullTriangle, HullTriangle] {
  const [a, b] = farthestAlongAnAxis(points, offset, count);
  const c = farthestFromLine(points, offset, count, a, b);
  let d = -1;
  let volume = 0;
  for (let i = 0; i < count; i++) {
    const candidate = volumeAbove(points, offset, a, b, c, i);
    if (Math.abs(candidate) > Math.abs(volume)) {
      volume = candidate;
      d = i;
    }
  }
  if (d < 0) {
    throw new CollisionError('invalid-shape', `A convex hull needs volume, but all ${count} points are coplanar`);
  }
  // Counterclockwise from outside: the fourth point below the first triangle.
  const b1 = volume > 0 ? c : b;
  const c1 = volume > 0 ? b : c;
  const t0 = newTriangle(a, b1, c1);
  const t1 = newTriangle(a, d, b1);
  const t2 = newTriangle(b1, d, c1);
  const t3 = newTriangle(c1, d, a);
  setNeighbours(t0, t1, t2, t3);
  setNeighbours(t1, t3, t2, t0);
  setNeighbours(t2, t1, t3, t0);
  setNeighbours(t3, t2, t1, t0);
  return [t0, t1, t2, t3];
}

function setNeighbours(triangle: HullTriangle, first: HullTriangle, second: HullTriangle, third: HullTriangle): void {
  triangle.neighbours[0] = first;
  triangle.neighbours[1] = second;
  triangle.neighbours[2] = third;
}

function newTriangle(a: number, b: number, c: number): HullTriangle {
  return {
    corners: [a, b, c],
    neighbours: [] as unknown as [HullTriangle, HullTriangle, HullTriangle],
    outside: [],
    farthest: -1,
    farthestVolume: 0,
    alive: true,
    visibleAt: 0,
  };
}

function farthestAlongAnAxis(points: NumberArray, offset: number, count: number): [number, number] {
  let best = 0;
  let low = 0;
  let high = 0;
  for (let axis = 0; axis < 3; axis++) {
    let min = 0;
    let max = 0;
    for (let i = 1; i < count; i++) {
      const value = points[offset + 3 * i + axis];
      if (value < points[offset + 3 * min + axis]) min = i;
      if (value > points[offset + 3 * max + axis]) max = i;
    }
    const extent = points[offset + 3 * max + axis] - points[offset + 3 * min + axis];
    if (extent > best) {
      best = extent;
      low = min;
      high = max;
    }
  }
  if (best === 0) {
    throw new CollisionError('invalid-shape', `A convex hull needs volume, but all ${count} points coincide`);
  }
  return [low, high];
}

function farthestFromLine(points: NumberArray, offset: number, count: number, a: number, b: number): number {
  const ia = offset + 3 * a;
  const ib = offset + 3 * b;
  const dx = points[ib] - points[ia];
  const dy = points[ib + 1] - points[ia + 1];
  const dz = points[ib + 2] - points[ia + 2];
  let best = 0;
  let farthest = -1;
  for (let i = 0; i < count; i++) {
    const x = points[offset + 3 * i] - points[ia];
    const y = points[offset + 3 * i + 1] - points[ia + 1];
    const z = points[offset + 3 * i + 2] - points[ia + 2];
    const cx = dy * z - dz * y;
    const cy = dz * x - dx * z;
    const cz = dx * y - dy * x;
    const square = cx * cx + cy * cy + cz * cz;
    if (square > best) {
      best = square;
      farthest = i;
    }
  }
  if (farthest < 0) {
    throw new CollisionError('invalid-shape', `A convex hull needs volume, but all ${count} points are collinear`);
  }
  return farthest;
}

/**
 * Hands each point to the triangle it lies farthest above, comparing distances: the volumes divided by the triangles'
 * areas. The choice only steers the order of work; the signs decide what is outside.
 */
function assignOutside(
  points: NumberArray,
  offset: number,
  candidates: readonly number[],
  triangles: readonly HullTriangle[],
): void {
  for (const point of candidates) {
    for (const triangle of triangles) {
      const [a, b, c] = triangle.corners;
      if (point === a || point === b || point === c) {
        continue;
      }
      const volume = volumeAbove(points, offset, a, b, c, point);
      if (volume > 0) {
        triangle.outside.push(point);
        if (volume > triangle.farthestVolume) {
          triangle.farthestVolume = volume;
          triangle.farthest = point;
        }
        break;
      }
    }
  }
}

/** Removes all triangles that `apex` sees, starting from one of them, and returns the fan that closes the hole. */
function replaceVisible(
  points: NumberArray,
  offset: number,
  start: HullTriangle,
  apex: number,
  step: number,
  orphans: number[],
): HullTriangle[] {
  const visible = [start];
  start.visibleAt = step;
  for (let i = 0; i < visible.length; i++) {
    for (const neighbour of visible[i].neighbours) {
      const [a, b, c] = neighbour.corners;
      if (neighbour.visibleAt !== step && volumeAbove(points, offset, a, b, c, apex) > 0) {
        neighbour.visibleAt = step;
        visible.push(neighbour);
      }
    }
  }
  // The triangle of the fan that starts at each corner of the rim.
  const byFirstCorner = new Map<number, HullTriangle>();
  const fan: HullTriangle[] = [];
  for (const triangle of visible) {
    triangle.alive = false;
    for (const point of triangle.outside) {
      if (point !== apex) orphans.push(point);
    }
    triangle.outside = [];
    for (let side = 0; side < 3; side++) {
      const beyond = triangle.neighbours[side];
      if (beyond.visibleAt === step) {
        continue;
      }
      const from = triangle.corners[side];
      const added = newTriangle(from, triangle.corners[(side + 1) % 3], apex);
      added.neighbours[0] = beyond;
      beyond.neighbours[beyond.neighbours.indexOf(triangle)] = added;
      byFirstCorner.set(from, added);
      fan.push(added);
    }
  }
  for (const triangle of fan) {
    const next = byFirstCorner.get(triangle.corners[1])!;
    triangle.neighbours[1] = next;
    next.neighbours[2] = triangle;
  }
  return fan;
}
