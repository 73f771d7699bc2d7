import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { orient2d } from '../measure/orientation.ts';

/** Up to this many edges a polygon is searched in full. */
const COARSEST = 8;

/** The last answer of `approach`: nearest point and squared distance. */
const nearest = new Float64Array(3);

/** Finds the point of segment start → end nearest (x, y). */
function approach(x: number, y: number, vertices: NumberArray, start: number, end: number): number {
  const startX = vertices[start] - x;
  const startY = vertices[start + 1] - y;
  const endX = vertices[end] - x;
  const endY = vertices[end + 1] - y;
  const edgeX = endX - startX;
  const edgeY = endY - startY;
  const fromStart = -(startX * edgeX + startY * edgeY);
  const fromEnd = endX * edgeX + endY * edgeY;
  let toX = startX;
  let toY = startY;
  if (fromStart > 0) {
    if (fromEnd > 0) {
      const t = fromStart / (fromStart + fromEnd);
      toX = startX + t * edgeX;
      toY = startY + t * edgeY;
      nearest[0] = x + toX;
      nearest[1] = y + toY;
      // The squared distance is computed from the height above the edge, which is exact even for a point close to a
      // long edge.
      const area = edgeX * startY - edgeY * startX;
      return (nearest[2] = (area * area) / (edgeX * edgeX + edgeY * edgeY));
    }
    toX = endX;
    toY = endY;
    nearest[0] = vertices[end];
    nearest[1] = vertices[end + 1];
  } else {
    nearest[0] = vertices[start];
    nearest[1] = vertices[start + 1];
  }
  return (nearest[2] = toX * toX + toY * toY);
}

/**
 * Writes the point of a convex polygon (`count` corners x y, counter-clockwise with y up) nearest a point, and returns
 * the squared distance. A point inside or on the boundary, decided exactly, is its own nearest point at distance 0. Two
 * corners or collinear ones are a segment, one is a point. NaN anywhere gives NaN. Looks at every edge: O(count).
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1 (the nearest edge's nearest point).
 */
export function closestPointConvexPolygon(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  const x = point[pointOffset];
  const y = point[pointOffset + 1];
  let inside = count > 2;
  // For a point on the line of a polygon without area, every orientation is 0. Such a point must not count as inside.
  let isFlat = true;
  for (let i = 0; i < count && inside; i++) {
    const start = verticesOffset + 2 * i;
    const end = verticesOffset + 2 * (i + 1 === count ? 0 : i + 1);
    const side = orient2d(vertices[start], vertices[start + 1], vertices[end], vertices[end + 1], x, y);
    inside = side >= 0;
    isFlat = isFlat && side === 0;
  }
  if (inside && !isFlat) return writeResult(out, outOffset, x, y, 0);
  let best = 0;
  let bestSquared = Infinity;
  let total = 0;
  for (let i = 0; i < count; i++) {
    const squared = approach(
      x,
      y,
      vertices,
      verticesOffset + 2 * i,
      verticesOffset + 2 * (i + 1 === count ? 0 : i + 1),
    );
    total += squared;
    if (squared < bestSquared) {
      bestSquared = squared;
      best = i;
    }
  }
  const least = writeEdge(out, outOffset, x, y, vertices, verticesOffset, count, best);
  return Number.isNaN(total) ? total : least;
}

/**
 * Returns the same answer as `closestPointConvexPolygon`, bit for bit, in O(log count), for a polygon whose corners all
 * turn left strictly (a hull from `buildConvexHull`). A NaN point gives NaN; a NaN corner is no such polygon.
 *
 * The corners with an index divisible by 2^k make ever coarser polygons inside the given one: a Dobkin–Kirkpatrick
 * hierarchy that needs no storage. A line through the nearest point of a coarse polygon, square to the way there, keeps
 * that polygon on one side; refining adds at most one corner beyond it, next to the nearest edge. So each level only
 * looks around the last one's edge. Inside is settled by halving the fan of triangles around corner 0, exactly. Source:
 * Dobkin and Kirkpatrick, Fast Detection of Polyhedral Intersection, 1983.
 */
export function closestPointConvexPolygonSublinear(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  const x = point[pointOffset];
  const y = point[pointOffset + 1];
  if (count > 2 && insideFan(x, y, vertices, verticesOffset, count)) return writeResult(out, outOffset, x, y, 0);

  let step = 1;
  while (count > COARSEST * step) step *= 2;
  let best = 0;
  let bestSquared = Infinity;
  for (let i = 0; i < count; i += step) {
    const squared = approachCoarse(x, y, vertices, verticesOffset, count, i, step);
    if (squared < bestSquared) {
      bestSquared = squared;
      best = i;
    }
  }
  while (step > 1) {
    const coarse = step;
    step /= 2;
    // The halves of the nearest coarse edge and of its neighbours.
    // Before corner 0 comes the last corner of the coarse polygon, the largest multiple of its step below count.
    let i = best > 0 ? best - coarse : count - 1 - ((count - 1) % coarse);
    const end = edgeEnd(edgeEnd(best, coarse, count), coarse, count);
    bestSquared = Infinity;
    for (let guard = 0; guard < 6; guard++) {
      const squared = approachCoarse(x, y, vertices, verticesOffset, count, i, step);
      if (squared < bestSquared) {
        bestSquared = squared;
        best = i;
      }
      i = edgeEnd(i, step, count);
      if (i === end) break;
    }
  }
  // Two edges that share the nearest corner are equally near; the full search takes the first in order. The loop above
  // has done so already when there are few edges.
  let first = best;
  for (let k = 3, i = best === 0 ? count - 1 : best - 1; k > 0 && count > COARSEST; k--, i = edgeEnd(i, 1, count)) {
    const squared = approachCoarse(x, y, vertices, verticesOffset, count, i, 1);
    if (squared < bestSquared || (squared === bestSquared && i < first)) {
      bestSquared = squared;
      first = i;
    }
  }
  return writeEdge(out, outOffset, x, y, vertices, verticesOffset, count, first);
}

/** Returns the corner after corner i in the polygon of every step-th corner. */
function edgeEnd(i: number, step: number, count: number): number {
  return i + step < count ? i + step : 0;
}

function approachCoarse(
  x: number,
  y: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  i: number,
  step: number,
): number {
  return approach(x, y, vertices, verticesOffset + 2 * i, verticesOffset + 2 * edgeEnd(i, step, count));
}

/** Returns whether the point lies in the polygon, by halving the fan of triangles around corner 0. */
function insideFan(x: number, y: number, vertices: NumberArray, offset: number, count: number): boolean {
  const baseX = vertices[offset];
  const baseY = vertices[offset + 1];
  const last = offset + 2 * (count - 1);
  if (orient2d(baseX, baseY, vertices[offset + 2], vertices[offset + 3], x, y) < 0) return false;
  if (orient2d(baseX, baseY, vertices[last], vertices[last + 1], x, y) > 0) return false;
  let low = 1;
  let high = count - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const m = offset + 2 * middle;
    if (orient2d(baseX, baseY, vertices[m], vertices[m + 1], x, y) >= 0) low = middle;
    else high = middle;
  }
  const l = offset + 2 * low;
  const h = offset + 2 * high;
  // The two tests above bound the wedge at corner 0, this one the far side of the triangle.
  return orient2d(vertices[l], vertices[l + 1], vertices[h], vertices[h + 1], x, y) >= 0;
}

function writeEdge(
  out: WritableNumberArray,
  outOffset: number,
  x: number,
  y: number,
  vertices: NumberArray,
  offset: number,
  count: number,
  edge: number,
): number {
  approachCoarse(x, y, vertices, offset, count, edge, 1);
  return writeResult(out, outOffset, nearest[0], nearest[1], nearest[2]);
}

function writeResult(out: WritableNumberArray, outOffset: number, x: number, y: number, squared: number): number {
  out[outOffset] = x;
  out[outOffset + 1] = y;
  return squared;
}
