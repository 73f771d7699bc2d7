import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { orient3d } from '../measure/orientation.ts';

/** The surface of a hull as triangles; the arrays are longer, and serve the next hull that is built. */
export interface TriangulatedHull {
  readonly count: number;
  /** Three points a triangle, counterclockwise from outside. */
  readonly corners: Int32Array;
  /** Three neighbours for each triangle: entry i is the triangle across the edge from corner i to the next. */
  readonly neighbours: Int32Array;
}

/*
 * The growing hull in flat arrays, by triangle: objects and lists of their own would take most of the time of small
 * hulls. Triangles that have been removed keep their numbers.
 *
 * The points strictly above a triangle, each assigned to one alone, are a list: `firstOutside` and `lastOutside` of the
 * triangle, `nextOutside` of each point.
 */
let corners = new Int32Array(0);
let neighbours = new Int32Array(0);
let firstOutside = new Int32Array(0);
let lastOutside = new Int32Array(0);
let farthest = new Int32Array(0);
let farthestVolume = new Float64Array(0);
/** By triangle: the last step that found it visible; `REMOVED` for a triangle that is no longer there. */
let visibleAt = new Int32Array(0);
let pending = new Int32Array(0);
let visible = new Int32Array(0);
let triangleCount = 0;

/** By point: the next point outside the same triangle, and the triangle of the fan that starts at the point. */
let nextOutside = new Int32Array(0);
let fanAt = new Int32Array(0);

const REMOVED = -1;
const NONE = -1;

function grownInts(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(length);
  grown.set(array);
  return grown;
}

function reserveTriangles(count: number): void {
  if (count <= visibleAt.length) return;
  const capacity = Math.max(256, 2 * count);
  corners = grownInts(corners, 3 * capacity);
  neighbours = grownInts(neighbours, 3 * capacity);
  firstOutside = grownInts(firstOutside, capacity);
  lastOutside = grownInts(lastOutside, capacity);
  farthest = grownInts(farthest, capacity);
  visibleAt = grownInts(visibleAt, capacity);
  pending = grownInts(pending, capacity);
  visible = grownInts(visible, capacity);
  const volumes = new Float64Array(capacity);
  volumes.set(farthestVolume);
  farthestVolume = volumes;
}

function reservePoints(count: number): void {
  if (count <= nextOutside.length) return;
  nextOutside = new Int32Array(2 * count);
  fanAt = new Int32Array(2 * count);
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
export function buildTriangulatedHull(points: NumberArray, offset: number, count: number): TriangulatedHull {
  triangleCount = 0;
  reservePoints(count);
  reserveTriangles(4);
  startTetrahedron(points, offset, count);
  for (let i = 0; i < count; i++) assignOutside(points, offset, i, 0);
  let waiting = 4;
  for (let i = 0; i < 4; i++) pending[i] = i;
  for (let step = 1; waiting > 0; step++) {
    const triangle = pending[--waiting];
    if (visibleAt[triangle] === REMOVED || firstOutside[triangle] === NONE) continue;
    const apex = farthest[triangle];
    const first = triangleCount;
    const orphans = replaceVisible(points, offset, triangle, apex, step);
    for (let point = orphans; point !== NONE; ) {
      const next = nextOutside[point];
      if (point !== apex) assignOutside(points, offset, point, first);
      point = next;
    }
    for (let added = first; added < triangleCount; added++) pending[waiting++] = added;
  }
  return compact();
}

/** Returns the remaining triangles, in the order in which they were made. */
function compact(): TriangulatedHull {
  let count = 0;
  // The number of the step is no longer needed: the triangle's new number takes its place.
  for (let i = 0; i < triangleCount; i++) if (visibleAt[i] !== REMOVED) visibleAt[i] = count++;
  let at = 0;
  for (let i = 0; i < triangleCount; i++) {
    if (visibleAt[i] === REMOVED) continue;
    // No triangle is given a larger number than it had.
    for (let side = 3 * i; side < 3 * i + 3; side++) {
      corners[at] = corners[side];
      neighbours[at++] = visibleAt[neighbours[side]];
    }
  }
  return { count, corners, neighbours };
}

/**
 * Returns six times the volume over the triangle a, b, c of four point indices, positive above it; the sign is exact.
 */
function volumeAbove(points: NumberArray, offset: number, a: number, b: number, c: number, p: number): number {
  return orient3d(points, offset + 3 * a, points, offset + 3 * b, points, offset + 3 * c, points, offset + 3 * p);
}

/** Makes four linked triangles of four points of nonzero volume that are far apart. */
function startTetrahedron(points: NumberArray, offset: number, count: number): void {
  const [a, b] = farthestAlongAnAxis(points, offset, count);
  const c = farthestFromLine(points, offset, count, a, b);
  let d = -1;
  let volume = 0;
  for (let i = 0; i < count; i++) {
    // The volume above a corner of the base triangle itself is 0, but the exact sum would take long to show it.
    if (i === a || i === b || i === c) continue;
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
  addTriangle(a, b1, c1);
  addTriangle(a, d, b1);
  addTriangle(b1, d, c1);
  addTriangle(c1, d, a);
  setNeighbours(0, 1, 2, 3);
  setNeighbours(1, 3, 2, 0);
  setNeighbours(2, 1, 3, 0);
  setNeighbours(3, 2, 1, 0);
}

function setNeighbours(triangle: number, first: number, second: number, third: number): void {
  neighbours[3 * triangle] = first;
  neighbours[3 * triangle + 1] = second;
  neighbours[3 * triangle + 2] = third;
}

function addTriangle(a: number, b: number, c: number): number {
  const triangle = triangleCount++;
  corners[3 * triangle] = a;
  corners[3 * triangle + 1] = b;
  corners[3 * triangle + 2] = c;
  firstOutside[triangle] = NONE;
  farthest[triangle] = NONE;
  farthestVolume[triangle] = 0;
  visibleAt[triangle] = 0;
  return triangle;
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

/** Gives a point to the first triangle from `from` on that it is strictly above, if any. */
function assignOutside(points: NumberArray, offset: number, point: number, from: number): void {
  for (let triangle = from; triangle < triangleCount; triangle++) {
    const a = corners[3 * triangle];
    const b = corners[3 * triangle + 1];
    const c = corners[3 * triangle + 2];
    if (point === a || point === b || point === c) continue;
    const volume = volumeAbove(points, offset, a, b, c, point);
    if (!(volume > 0)) continue;
    if (firstOutside[triangle] === NONE) firstOutside[triangle] = point;
    else nextOutside[lastOutside[triangle]] = point;
    lastOutside[triangle] = point;
    nextOutside[point] = NONE;
    if (volume > farthestVolume[triangle]) {
      farthestVolume[triangle] = volume;
      farthest[triangle] = point;
    }
    return;
  }
}

/**
 * Removes all triangles that `apex` sees, starting from one of them, and adds the fan that closes the hole. Returns the
 * first of the points that were above the triangles removed, which are linked by `nextOutside`.
 */
function replaceVisible(points: NumberArray, offset: number, start: number, apex: number, step: number): number {
  visible[0] = start;
  visibleAt[start] = step;
  let count = 1;
  for (let i = 0; i < count; i++) {
    for (let side = 3 * visible[i]; side < 3 * visible[i] + 3; side++) {
      const neighbour = neighbours[side];
      if (visibleAt[neighbour] === step) continue;
      const at = 3 * neighbour;
      if (!(volumeAbove(points, offset, corners[at], corners[at + 1], corners[at + 2], apex) > 0)) continue;
      visibleAt[neighbour] = step;
      visible[count++] = neighbour;
    }
  }
  // The rim of a region of n triangles has at most n + 2 sides.
  reserveTriangles(triangleCount + count + 2);
  const first = triangleCount;
  let orphans = NONE;
  let lastOrphan = NONE;
  for (let i = 0; i < count; i++) {
    const triangle = visible[i];
    if (firstOutside[triangle] !== NONE) {
      if (orphans === NONE) orphans = firstOutside[triangle];
      else nextOutside[lastOrphan] = firstOutside[triangle];
      lastOrphan = lastOutside[triangle];
    }
    for (let side = 0; side < 3; side++) {
      const beyond = neighbours[3 * triangle + side];
      if (visibleAt[beyond] === step) continue;
      const from = corners[3 * triangle + side];
      const added = addTriangle(from, corners[3 * triangle + (side === 2 ? 0 : side + 1)], apex);
      neighbours[3 * added] = beyond;
      for (let back = 3 * beyond; back < 3 * beyond + 3; back++) {
        if (neighbours[back] === triangle) {
          neighbours[back] = added;
          break;
        }
      }
      fanAt[from] = added;
    }
  }
  for (let i = 0; i < count; i++) visibleAt[visible[i]] = REMOVED;
  for (let triangle = first; triangle < triangleCount; triangle++) {
    const next = fanAt[corners[3 * triangle + 1]];
    neighbours[3 * triangle + 1] = next;
    neighbours[3 * next + 2] = triangle;
  }
  return orphans;
}
