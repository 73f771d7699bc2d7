import type { NumberArray } from '../../../core/number-array.ts';
import { orient3d } from '../measure/orientation.ts';
import { segmentMeetsTriangle } from './overlaps-segment-triangle.ts';

// Two triangles whose planes cross in a line L each cut an interval out of L, and they overlap exactly if the intervals
// do.
//
// Renamed so that a0 is alone on its side of B's plane and b0 alone on its side of A's plane, A's interval runs from
// i on the edge a0a1 to j on a0a2, and B's from k on b0b1 to l on b0b2. Write a0 = i + α·u and a1 = i − β·u with u
// along the edge, b0 = k + γ·v and b1 = k − δ·v: then
//     det(a1 − a0, b0 − a0, b1 − a0) = (α + β)(γ + δ) · (v × u)·(k − i),
// so the sign of orient3d(a0, a1, b0, b1) orders i and k along L, without computing either. v × u is along L, and which
// way it points depends only on the sides that a0 and b0 are on; swapping the names of a1 and a2, and of b1 and b2, so
// that both are on the positive side makes A's interval run from i up to j and B's from k down to l. They overlap if i
// is not beyond k and l not beyond j. Source: Guigue and Devillers, Fast and Robust Triangle-Triangle Overlap Test
// Using Orientation Predicates, 2003; Möller, A Fast Triangle-Triangle Intersection Test, 1997.

/** Result of `arrangeTriangles`. */
export const TRIANGLES_APART = 0;
const TRIANGLES_CROSS = 1;
export const TRIANGLES_SPECIAL = 2;

/**
 * Where `arrangeTriangles` leaves, for planes that cross, the offsets of a0, a1, a2 within the first triangle's array
 * and of b0, b1, b2 within the second's.
 */
export const arrangement = new Int32Array(6);

/** Returns which of three signs is alone: the index of the vertex that has the other two on the closed other side. */
function loneVertex(s0: number, s1: number, s2: number): number {
  if (s0 * s1 > 0) return 2;
  if (s0 * s2 > 0) return 1;
  if (s1 * s2 > 0 || s0 !== 0) return 0;
  return s1 !== 0 ? 1 : 2;
}

/** Returns the side vertex `lone` is on: its own sign, or if it lies in the plane the opposite of the others'. */
function loneSide(lone: number, s0: number, s1: number, s2: number): number {
  const own = lone === 0 ? s0 : lone === 1 ? s1 : s2;
  return own !== 0 ? own : -(lone === 0 ? s1 : s0);
}

/** Stores offsets of the lone vertex and its successors, the successors swapped on demand. */
function store(at: number, offset: number, lone: number, swap: boolean): void {
  const next = offset + 3 * (lone === 2 ? 0 : lone + 1);
  const last = offset + 3 * (lone === 0 ? 2 : lone - 1);
  arrangement[at] = offset + 3 * lone;
  arrangement[at + 1] = swap ? last : next;
  arrangement[at + 2] = swap ? next : last;
}

/**
 * Sorts two triangles by the sides of each other's planes. Returns TRIANGLES_APART when one lies strictly on one side
 * of the other's plane, TRIANGLES_SPECIAL when they are coplanar or one has no area, and otherwise TRIANGLES_CROSS with
 * `arrangement` filled.
 */
export function arrangeTriangles(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): number {
  const b0 = Math.sign(orient3d(a, aOffset, a, aOffset + 3, a, aOffset + 6, b, bOffset));
  const b1 = Math.sign(orient3d(a, aOffset, a, aOffset + 3, a, aOffset + 6, b, bOffset + 3));
  const b2 = Math.sign(orient3d(a, aOffset, a, aOffset + 3, a, aOffset + 6, b, bOffset + 6));
  if (b0 * b1 > 0 && b0 * b2 > 0) return TRIANGLES_APART;
  const a0 = Math.sign(orient3d(b, bOffset, b, bOffset + 3, b, bOffset + 6, a, aOffset));
  const a1 = Math.sign(orient3d(b, bOffset, b, bOffset + 3, b, bOffset + 6, a, aOffset + 3));
  const a2 = Math.sign(orient3d(b, bOffset, b, bOffset + 3, b, bOffset + 6, a, aOffset + 6));
  if (a0 * a1 > 0 && a0 * a2 > 0) return TRIANGLES_APART;
  // A triangle without area has every point in its "plane", and two with area are both or neither coplanar.
  if ((a0 === 0 && a1 === 0 && a2 === 0) || (b0 === 0 && b1 === 0 && b2 === 0)) return TRIANGLES_SPECIAL;
  if (!(b0 + b1 + b2 + a0 + a1 + a2 < 7)) return TRIANGLES_APART; // NaN
  const loneA = loneVertex(a0, a1, a2);
  const loneB = loneVertex(b0, b1, b2);
  // Reversing a triangle flips its plane, and so the side the other one's lone vertex is on.
  store(0, aOffset, loneA, loneSide(loneB, b0, b1, b2) < 0);
  store(3, bOffset, loneB, loneSide(loneA, a0, a1, a2) < 0);
  return TRIANGLES_CROSS;
}

// In one plane, either an edge a b or b c of one triangle meets the other, or only c a does. Then what the other has in
// common with the boundary is inside that edge, so one of its corners is in the triangle, and two of its edges reach
// every corner. Two edges also cover a triangle without area.

/** Returns whether triangles that are coplanar, or of which at least one has no area, meet. Exact. */
export function specialTrianglesMeet(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  return twoEdgesMeetTriangle(a, aOffset, b, bOffset) || twoEdgesMeetTriangle(b, bOffset, a, aOffset);
}

function twoEdgesMeetTriangle(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  return (
    segmentMeetsTriangle(a, aOffset, a, aOffset + 3, b, bOffset) ||
    segmentMeetsTriangle(a, aOffset + 3, a, aOffset + 6, b, bOffset)
  );
}

/**
 * Returns whether two triangles in space have a point in common. The answer is exact for every input: crossing,
 * touching in a point or an edge (counts), coplanar, and triangles without area, which are segments or points.
 * NaN gives false.
 *
 * Source: Guigue and Devillers, Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates, 2003,
 * on Shewchuk's predicates (1997).
 */
export function overlapsTriangleTriangle(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  const kind = arrangeTriangles(a, aOffset, b, bOffset);
  if (kind === TRIANGLES_APART) return false;
  if (kind === TRIANGLES_SPECIAL) return specialTrianglesMeet(a, aOffset, b, bOffset);
  const a0 = arrangement[0];
  const b0 = arrangement[3];
  return (
    orient3d(a, a0, a, arrangement[1], b, b0, b, arrangement[4]) <= 0 &&
    orient3d(a, a0, a, arrangement[2], b, b0, b, arrangement[5]) >= 0
  );
}
