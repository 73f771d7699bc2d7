import type { NumberArray } from '../../core/number-array.ts';

/**
 * Says whether two convex polygons (`count` corners x y each, counter-clockwise with y up) overlap; touching counts.
 * Separating axes: the edges of both, no root taken. NaN counts as overlap, since no axis separates it.
 *
 * A separation of less than a few roundings of the coordinates may go either way; see `findSeparatingAxis` for numbers,
 * a cached axis and rounded shapes. Source: Ericson, Real-Time Collision Detection, 5.2.1.
 */
export function overlapsPolygonPolygon(
  verticesA: NumberArray,
  offsetA: number,
  countA: number,
  verticesB: NumberArray,
  offsetB: number,
  countB: number,
): boolean {
  return (
    !hasSeparatingEdge(verticesA, offsetA, countA, verticesB, offsetB, countB) &&
    !hasSeparatingEdge(verticesB, offsetB, countB, verticesA, offsetA, countA)
  );
}

/** Says whether all of B lies strictly to the right of the line of an edge of A. */
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
    const x = a[start]!;
    const y = a[start + 1]!;
    const edgeX = a[end]! - x;
    const edgeY = a[end + 1]! - y;
    let separates = countB > 0;
    for (let j = offsetB; j < offsetB + 2 * countB && separates; j += 2) {
      separates = edgeY * (b[j]! - x) - edgeX * (b[j + 1]! - y) > 0;
    }
    if (separates) return true;
  }
  return false;
}
