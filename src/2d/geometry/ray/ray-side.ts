import { addProduct, addTripleProduct, finishWithOrientation, takeSum } from '../../../core/exact-arithmetic.ts';
import type { NumberArray } from '../../../core/number-array.ts';

// A plain cross product is off by about 2 EPSILON of the sum of its two products' magnitudes. The sign is safe when the
// result is larger than that; but callers divide by differences of these values, so below a thousandth of the sum the
// exact value is taken, which leaves a relative error of at most 2^−42 (2e-13).
const ACCURATE = 1e-3;

/**
 * Returns d × (p − o), whose sign says on which side of the ray from o along d the point p lies: positive left,
 * negative right, 0 if and only if p is on the ray's line. The sign is exact, the size to 2e-13 of itself. It depends
 * on ray and point alone, so two segments that share p agree and no ray slips between them.
 *
 * Source: Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997.
 */
export function raySide(ox: number, oy: number, dx: number, dy: number, px: number, py: number): number {
  const left = dx * (py - oy);
  const right = dy * (px - ox);
  const value = left - right;
  if (!(Math.abs(value) < ACCURATE * (Math.abs(left) + Math.abs(right)))) return value;
  addProduct(dx, py);
  addProduct(-dx, oy);
  addProduct(-dy, px);
  addProduct(dy, ox);
  return takeSum();
}

/**
 * Returns (b − a) × (p − a), twice the signed area of the triangle a, b, p: the sign exact like orient2d's, and the
 * size to 2e-13 of itself, so that the ratio of two of them divides a segment accurately however flat the triangles
 * are.
 */
export function accurateOrientation(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  const left = (bx - ax) * (py - ay);
  const right = (by - ay) * (px - ax);
  const value = left - right;
  if (!(Math.abs(value) < ACCURATE * (Math.abs(left) + Math.abs(right)))) return value;
  return finishWithOrientation(ax, ay, bx, by, px, py);
}

/** 4 EPSILON; a plain literal, which bundlers drop where it is not used. */
const TIP_ERROR = 8.9e-16;

/**
 * Returns (b − a) × (o + t·d − a): on which side of the line through the ends a and b of a segment the point at
 * fraction t of a ray lies, as an exact sign, although that point itself cannot be written as numbers.
 */
export function rayPointSide(
  ray: NumberArray,
  rayOffset: number,
  t: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const bx = segment[segmentOffset + 2];
  const by = segment[segmentOffset + 3];
  const left = (bx - ax) * (oy - ay + t * dy);
  const right = (by - ay) * (ox - ax + t * dx);
  const value = left - right;
  // Before the final product each factor is off by at most EPSILON of the terms it is summed from.
  const size =
    Math.abs(bx - ax) * (Math.abs(oy - ay) + Math.abs(t * dy)) +
    Math.abs(by - ay) * (Math.abs(ox - ax) + Math.abs(t * dx));
  if (!(Math.abs(value) < TIP_ERROR * size)) return value;
  // (b − a) × (o − a) + t · (b − a) × d
  addTripleProduct(bx, dy, t);
  addTripleProduct(-ax, dy, t);
  addTripleProduct(-by, dx, t);
  addTripleProduct(ay, dx, t);
  return finishWithOrientation(ax, ay, bx, by, ox, oy);
}
