import type { NumberArray } from '../../../core/number-array.ts';
import { createGjkCache, distanceGjkSupport } from '../convex/gjk.ts';
import {
  createAabbSupport,
  createConeSupport,
  createCylinderSupport,
  createObbSupport,
  type Support,
} from '../convex/support.ts';

// Cylinders and cones against each other and against boxes have no closed form worth its length: GJK looks for a plane
// between them. Its rounding follows the largest coordinate, so both shapes are moved to the first one's first point.
// The supports read the shapes from arrays of this module, since supports made at each call would be garbage.

const ROUND_SIZE = 7;
const OBB_SIZE = 15;
const AABB_SIZE = 6;

const shapeA = new Float64Array(OBB_SIZE);
const shapeB = new Float64Array(OBB_SIZE);

const cylinderA = /* @__PURE__ */ createCylinderSupport(shapeA);
const cylinderB = /* @__PURE__ */ createCylinderSupport(shapeB);
const coneA = /* @__PURE__ */ createConeSupport(shapeA);
const coneB = /* @__PURE__ */ createConeSupport(shapeB);
const aabbB = /* @__PURE__ */ createAabbSupport(shapeB);
const obbB = /* @__PURE__ */ createObbSupport(shapeB);
const cache = /* @__PURE__ */ createGjkCache();

/**
 * Copies a shape of `size` numbers that begins with `points` points, moved by −o; returns whether all numbers are
 * finite.
 */
function copyMoved(
  out: Float64Array,
  shape: NumberArray,
  shapeOffset: number,
  size: number,
  points: number,
  o: NumberArray,
  oOffset: number,
): boolean {
  let sum = 0;
  for (let i = 0; i < size; i++) {
    out[i] = shape[shapeOffset + i] - (i < 3 * points ? o[oOffset + (i % 3)] : 0);
    sum += out[i];
  }
  return sum - sum === 0;
}

/** Sets the radius of a shape without an axis to 0: there is no disk across the axis, so the shape is a point. */
function dropRadiusWithoutAxis(shape: Float64Array): void {
  if (shape[0] === shape[3] && shape[1] === shape[4] && shape[2] === shape[5]) shape[6] = 0;
}

/**
 * Returns whether a cylinder or cone `a` and a shape `b` of `size` numbers, which begins with `points` points, overlap.
 */
function overlaps(
  a: NumberArray,
  aOffset: number,
  supportA: Support,
  b: NumberArray,
  bOffset: number,
  supportB: Support,
  size: number,
  points: number,
): boolean {
  if (!copyMoved(shapeA, a, aOffset, ROUND_SIZE, 2, a, aOffset)) return false;
  if (!copyMoved(shapeB, b, bOffset, size, points, a, aOffset)) return false;
  dropRadiusWithoutAxis(shapeA);
  if (size === ROUND_SIZE) dropRadiusWithoutAxis(shapeB);
  cache.count = 0;
  // Where the distance is all rounding, only a plane that proves them apart keeps the two from touching.
  return distanceGjkSupport(supportA, supportB, cache) === 0 || !(cache.lowerBound > 0);
}

/**
 * Returns whether two solid, capped cylinders (a, b, radius) have a point in common; touching counts, to the rounding
 * of GJK, which looks for a plane between them. One with an axis of zero length counts as its point a. NaN and infinite
 * numbers give false.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988.
 */
export function overlapsCylinderCylinder(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  return overlaps(a, aOffset, cylinderA, b, bOffset, cylinderB, ROUND_SIZE, 2);
}

/**
 * Returns whether a solid, capped cylinder (a, b, radius) and a solid cone (apex, centre of base, radius of base) have
 * a point in common; touching counts, to the rounding of GJK, which looks for a plane between them. One with an axis of
 * zero length counts as its first point. NaN and infinite numbers give false.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988.
 */
export function overlapsCylinderCone(
  cylinder: NumberArray,
  cylinderOffset: number,
  cone: NumberArray,
  coneOffset: number,
): boolean {
  return overlaps(cylinder, cylinderOffset, cylinderA, cone, coneOffset, coneB, ROUND_SIZE, 2);
}

/**
 * Returns whether two solid cones (apex, centre of base, radius of base) have a point in common; touching counts, to
 * the rounding of GJK, which looks for a plane between them. One with an axis of zero length counts as its apex. NaN
 * and infinite numbers give false.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988.
 */
export function overlapsConeCone(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  return overlaps(a, aOffset, coneA, b, bOffset, coneB, ROUND_SIZE, 2);
}

/**
 * Returns whether a solid, capped cylinder (a, b, radius) and a solid AABB have a point in common; touching counts, to
 * the rounding of GJK, which looks for a plane between them. An axis of zero length makes the cylinder its point a. NaN
 * and infinite numbers give false.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988.
 */
export function overlapsCylinderAabb(
  cylinder: NumberArray,
  cylinderOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  return overlaps(cylinder, cylinderOffset, cylinderA, aabb, aabbOffset, aabbB, AABB_SIZE, 2);
}

/**
 * Returns whether a solid, capped cylinder (a, b, radius) and a solid OBB (15) have a point in common; touching counts,
 * to the rounding of GJK, which looks for a plane between them. An axis of zero length makes the cylinder its point a.
 * NaN and infinite numbers give false.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988.
 */
export function overlapsCylinderObb(
  cylinder: NumberArray,
  cylinderOffset: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  return overlaps(cylinder, cylinderOffset, cylinderA, obb, obbOffset, obbB, OBB_SIZE, 1);
}

/**
 * Returns whether a solid cone (apex, centre of base, radius of base) and a solid AABB have a point in common; touching
 * counts, to the rounding of GJK, which looks for a plane between them. An axis of zero length makes the cone its apex.
 * NaN and infinite numbers give false.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988.
 */
export function overlapsConeAabb(
  cone: NumberArray,
  coneOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  return overlaps(cone, coneOffset, coneA, aabb, aabbOffset, aabbB, AABB_SIZE, 2);
}

/**
 * Returns whether a solid cone (apex, centre of base, radius of base) and a solid OBB (15) have a point in common;
 * touching counts, to the rounding of GJK, which looks for a plane between them. An axis of zero length makes the cone
 * its apex. NaN and infinite numbers give false.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988.
 */
export function overlapsConeObb(cone: NumberArray, coneOffset: number, obb: NumberArray, obbOffset: number): boolean {
  return overlaps(cone, coneOffset, coneA, obb, obbOffset, obbB, OBB_SIZE, 1);
}
