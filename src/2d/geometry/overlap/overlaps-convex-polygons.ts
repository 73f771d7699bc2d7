import type { NumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { orient2d } from '../measure/orientation.ts';

/**
 * A plain cross product of differences that is larger than this share of its two products has the right sign: its four
 * roundings change it by at most 1.5 EPSILON of them.
 */
const SIGN_ERROR = 2 * EPSILON;

/**
 * Returns whether two convex polygons (`count` corners x y each, counter-clockwise with y up) overlap; touching counts.
 * Exact for polygons whose corners all turn left; two corners or collinear ones are a segment, one is a point. NaN, or
 * no corner at all, is no overlap.
 *
 * Separating axes: the edges of both, no root taken. See `findSeparatingAxis` for numbers, a cached axis and rounded
 * shapes. Source: Ericson, Real-Time Collision Detection, 5.2.1.
 */
export function overlapsConvexPolygons(
  verticesA: NumberArray,
  offsetA: number,
  countA: number,
  verticesB: NumberArray,
  offsetB: number,
  countB: number,
): boolean {
  return (
    !hasSeparatingEdge(verticesA, offsetA, countA, verticesB, offsetB, countB) &&
    !hasSeparatingEdge(verticesB, offsetB, countB, verticesA, offsetA, countA) &&
    boxesMeet(verticesA, offsetA, countA, verticesB, offsetB, countB)
  );
}

/** Returns whether all of B lies strictly to the right of the line of an edge of A. */
function hasSeparatingEdge(
  a: NumberArray,
  offsetA: number,
  countA: number,
  b: NumberArray,
  offsetB: number,
  countB: number,
): boolean {
  for (let i = 0; i < countA; i++) {
    const start = offsetA + 2 * i;
    const end = offsetA + 2 * (i + 1 === countA ? 0 : i + 1);
    const x = a[start];
    const y = a[start + 1];
    const edgeX = a[end] - x;
    const edgeY = a[end + 1] - y;
    let separates = countB > 0;
    for (let j = offsetB; j < offsetB + 2 * countB && separates; j += 2) {
      const right = edgeY * (b[j] - x);
      const left = edgeX * (b[j + 1] - y);
      separates = right - left > 0;
      if (Math.abs(right - left) < SIGN_ERROR * (Math.abs(right) + Math.abs(left))) {
        separates = orient2d(x, y, a[end], a[end + 1], b[j], b[j + 1]) < 0;
      }
    }
    if (separates) return true;
  }
  return false;
}

/**
 * Returns whether the boxes around both meet. No edge separates polygons that lie on one line, like two segments end to
 * end or two points; such polygons overlap when their boxes meet. NaN fails here: no edge separates it.
 */
function boxesMeet(
  a: NumberArray,
  offsetA: number,
  countA: number,
  b: NumberArray,
  offsetB: number,
  countB: number,
): boolean {
  for (let axis = 0; axis < 2; axis++) {
    let minA = Infinity;
    let maxA = -Infinity;
    for (let i = 0; i < countA; i++) {
      const at = a[offsetA + 2 * i + axis];
      minA = Math.min(minA, at);
      maxA = Math.max(maxA, at);
    }
    let minB = Infinity;
    let maxB = -Infinity;
    for (let i = 0; i < countB; i++) {
      const at = b[offsetB + 2 * i + axis];
      minB = Math.min(minB, at);
      maxB = Math.max(maxB, at);
    }
    if (!(minA <= maxB && minB <= maxA)) return false;
  }
  return true;
}
