import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeFarthest } from './farthest-point.ts';
import { closestPointsGjkSupport, distanceGjkSupport, type GjkCache } from './gjk.ts';
import type { Support } from './support.ts';

// The operands of the call under way, where the two supports find them: closures made for each call would be garbage.
let pointsA: NumberArray = [];
let offsetA = 0;
let countA = 0;
let pointsB: NumberArray = [];
let offsetB = 0;
let countB = 0;

const supportA: Support = (out, outOffset, dx, dy, dz) =>
  writeFarthest(out, outOffset, pointsA, offsetA, countA, dx, dy, dz);

const supportB: Support = (out, outOffset, dx, dy, dz) =>
  writeFarthest(out, outOffset, pointsB, offsetB, countB, dx, dy, dz);

function setOperands(
  a: NumberArray,
  aOffset: number,
  aCount: number,
  b: NumberArray,
  bOffset: number,
  bCount: number,
): void {
  pointsA = a;
  offsetA = aOffset;
  countA = aCount;
  pointsB = b;
  offsetB = bOffset;
  countB = bCount;
}

/**
 * Returns the distance between the convex hulls of two sets of points (`x y z` each, offset of the first number, count of
 * points, at least 1), without building the hulls; 0 when they touch or overlap. The `indexA` and `indexB` of the cache are
 * indices of points. Otherwise as {@link distanceGjkSupport}.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988; terminations after Catto, Computing Distance, GDC 2010.
 */
export function distanceGjk(
  a: NumberArray,
  aOffset: number,
  aCount: number,
  b: NumberArray,
  bOffset: number,
  bCount: number,
  cache: GjkCache,
): number {
  setOperands(a, aOffset, aCount, b, bOffset, bCount);
  return distanceGjkSupport(supportA, supportB, cache);
}

/**
 * Writes the closest points of the convex hulls of two sets of points (`x y z` each, offset, count), on A then on B (6
 * numbers), and returns their squared distance. When they overlap the two points are one common point and the result is
 * 0. Otherwise as {@link distanceGjkSupport}.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988; terminations after Catto, Computing Distance, GDC 2010.
 */
export function closestPointsGjk(
  out: WritableNumberArray,
  outOffset: number,
  a: NumberArray,
  aOffset: number,
  aCount: number,
  b: NumberArray,
  bOffset: number,
  bCount: number,
  cache: GjkCache,
): number {
  setOperands(a, aOffset, aCount, b, bOffset, bCount);
  return closestPointsGjkSupport(out, outOffset, supportA, supportB, cache);
}
