import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import {
  coldGjkCache,
  type GjkCache,
  gjkDistance,
  gjkLargest,
  gjkRounding,
  runGjk,
  writeSeparatingAxis,
} from '../convex/gjk.ts';
import { SIMPLEX_B, writeWitness } from '../convex/gjk-simplex.ts';
import { sharpenAxis } from '../convex/sharpen-axis.ts';
import { askSupport, type Support, type SupportedShape, type SupportShape } from '../convex/support.ts';
import { enterAtStart, rayFraction } from '../ray/ray-hit.ts';
import { writeVector } from '../vector.ts';

/**
 * The largest number of steps. Polyhedra need as many as the planes that the motion meets one after the other, rarely
 * ten; curves that are grazed need more.
 */
const CAST_MAX_ITERATIONS = 128;
/** A gap of this many roundings of the coordinates is contact: the direction across it is rounding too. */
const CONTACT_ROUNDINGS = 16;
/** At the iteration limit a gap below this, relative to the coordinates, is a hit that grazes. */
const GRAZING_GAP = 1e-9;
/**
 * A plane that keeps the shapes apart by less than this share of their distance is not the one between the closest
 * points.
 */
const PROVEN_SHARE = 0.5;

let moving: SupportShape | undefined;

/**
 * The cast under way, in an array: numbers that are handed to a function, or returned from one, are put on the heap.
 * The translation; how much of it may be travelled and how near counts as contact, which the caller sets; the fraction
 * at contact, which `advance` writes, and the gap that `measureGap` writes.
 */
const cast = new Float64Array(7);
const LIMIT = 3;
const AROUND = 4;
const CAST_FRACTION = 5;
const GAP = 6;

/** How far the moving shape has come. */
const shift = new Float64Array(3);

/** The moving shape where it is now. */
const shifted: SupportedShape = {
  writeSupport(out, outOffset, direction) {
    const feature = askSupport(moving!, out, outOffset, direction);
    for (let axis = 0; axis < 3; axis++) out[outOffset + axis] += shift[axis];
    return feature;
  },
};

const supportPoint = new Float64Array(3);

/** The unit normal at contact, from the moving shape to the fixed one, and its opposite. */
const contactNormal = new Float64Array(3);
const against = new Float64Array(3);

/** Writes the gap along that normal from the moving shape to the fixed one, from their supports. */
function measureGap(fixed: SupportShape): void {
  const x = contactNormal[0];
  const y = contactNormal[1];
  const z = contactNormal[2];
  against[0] = -x;
  against[1] = -y;
  against[2] = -z;
  askSupport(fixed, supportPoint, 0, against);
  const near = x * supportPoint[0] + y * supportPoint[1] + z * supportPoint[2];
  shifted.writeSupport(supportPoint, 0, contactNormal);
  cast[GAP] = near - (x * supportPoint[0] + y * supportPoint[1] + z * supportPoint[2]);
}

/**
 * Advances the moving shape along the translation until it is no farther away than `around`: as far, each time, as the
 * plane between the closest points lets it. Such a plane separates for certain, so no step goes too far, and since the
 * distance is a convex function of the way the steps are Newton's from its safe side: exact as soon as they meet the
 * plane that is hit.
 */
function advance(fixed: SupportShape, cache: GjkCache): void {
  const around = cast[AROUND];
  let t = 0;
  shift.fill(0);
  contactNormal.fill(0);
  cast[CAST_FRACTION] = Infinity;
  for (let iteration = 0; iteration < CAST_MAX_ITERATIONS; iteration++) {
    runGjk(shifted, fixed, cache);
    const distance = gjkDistance();
    const slack = CONTACT_ROUNDINGS * gjkRounding();
    if (!(distance > slack + around)) {
      // While there is a gap, its direction is more precise than that of the step before.
      if (t > 0 && distance > slack) writeSeparatingAxis(contactNormal, 0);
      if (distance >= 0) cast[CAST_FRACTION] = t;
      return;
    }
    writeSeparatingAxis(contactNormal, 0);
    measureGap(fixed);
    const sharpened = !(cast[GAP] >= PROVEN_SHARE * distance);
    if (sharpened) {
      sharpenAxis(contactNormal, shifted, fixed);
      measureGap(fixed);
    }
    const rate = contactNormal[0] * cast[0] + contactNormal[1] * cast[1] + contactNormal[2] * cast[2];
    if (!(rate > 0)) return;
    const next = t + Math.max(0, cast[GAP] - around) / rate;
    if (!(next <= cast[LIMIT])) return;
    if (next === t) {
      if (sharpened) runGjk(shifted, fixed, cache);
      cast[CAST_FRACTION] = t;
      return;
    }
    t = next;
    for (let axis = 0; axis < 3; axis++) shift[axis] = t * cast[axis];
  }
  runGjk(shifted, fixed, cache);
  if (gjkDistance() <= GRAZING_GAP * gjkLargest() + around) cast[CAST_FRACTION] = t;
}

function writeImpact(out: WritableNumberArray, outOffset: number): void {
  writeWitness(out, outOffset, SIMPLEX_B);
  writeVector(out, outOffset + 3, 0 - contactNormal[0], 0 - contactNormal[1], 0 - contactNormal[2]);
}

/**
 * Casts a convex shape along a translation against a fixed one, both given by their supports: writes the contact point
 * and the unit normal from the fixed shape to the moving one (6 numbers), and returns the fraction of the translation
 * at first contact, 0..1, `Infinity` for none with nothing written, 0 with a common point and a zero normal when they
 * overlap or touch at the start. `cache` warm-starts GJK. Shapes rounded by a radius are cast by supports that include
 * it, or by their cores with the sum of the radii as `around`: the contact point is then on the core of the fixed one.
 * NaN misses.
 *
 * Exact to rounding for polyhedra; curved shapes hit to a few roundings of the coordinates across the gap.
 *
 * Source: van den Bergen, Ray Casting against General Convex Objects, 2004, for the idea of clipping by support planes.
 */
export function castSupport(
  out: WritableNumberArray,
  outOffset: number,
  a: Support,
  b: Support,
  translation: NumberArray,
  translationOffset: number,
  cache: GjkCache = coldGjkCache(),
  around = 0,
): number {
  for (let axis = 0; axis < 3; axis++) cast[axis] = translation[translationOffset + axis];
  cast[LIMIT] = 1;
  cast[AROUND] = around;
  runCast(a, b, cache);
  if (cast[CAST_FRACTION] !== Infinity) writeImpact(out, outOffset);
  return cast[CAST_FRACTION];
}

/** Runs the cast that is set up in `cast`, and writes its fraction there. */
function runCast(a: SupportShape, b: SupportShape, cache: GjkCache): void {
  moving = a;
  advance(b, cache);
  moving = undefined;
}

/**
 * Does the same as `castSupport`, with no number handed over but in arrays: casts along `translation[0 … 2]` up to a
 * distance of `translation[3]`, and writes the point, the normal and the fraction (7 numbers; the fraction alone for a
 * miss).
 */
export function writeCast(out: Float64Array, a: SupportShape, b: SupportShape, translation: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) cast[axis] = translation[axis];
  cast[LIMIT] = 1;
  cast[AROUND] = translation[3];
  runCast(a, b, coldGjkCache());
  if (cast[CAST_FRACTION] !== Infinity) writeImpact(out, 0);
  out[6] = cast[CAST_FRACTION];
}

const origin = new Float64Array(3);

const originSupport: SupportedShape = {
  writeSupport(out, outOffset) {
    for (let axis = 0; axis < 3; axis++) out[outOffset + axis] = origin[axis];
    return 0;
  },
};

/**
 * Casts a ray (origin, direction of any length) at any convex shape given by its support: writes the hit point and the
 * outward unit normal (6 numbers) and returns the fraction of the direction, 0 ≤ t ≤ maxFraction, or `Infinity` for a
 * miss, with nothing written. A ray that starts inside or on the shape hits at 0 with a zero normal; a zero direction
 * asks just that. `around` is a radius around the shape. NaN misses. See {@link castSupport}.
 *
 * Source: van den Bergen, Ray Casting against General Convex Objects, 2004, for the idea of clipping by support
 * planes.
 */
export function castRaySupport(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  support: Support,
  cache: GjkCache = coldGjkCache(),
  around = 0,
): number {
  cast[LIMIT] = maxFraction;
  cast[AROUND] = around;
  return enterCastRay(out, outOffset, ray, rayOffset, support, cache) ? rayFraction[0] : Infinity;
}

/**
 * Casts a ray of any length, as `castRaySupport` does, at a shape with a radius around it, `around[aroundOffset]`.
 * Returns whether the ray meets the shape, and leaves the fraction in `rayFraction`. All numbers are handed over in
 * arrays, because V8 puts a fraction that is given to a function on the heap.
 */
export function enterRaySupport(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  shape: SupportShape,
  around: NumberArray,
  aroundOffset: number,
): boolean {
  cast[LIMIT] = Infinity;
  cast[AROUND] = around[aroundOffset];
  return enterCastRay(out, outOffset, ray, rayOffset, shape, coldGjkCache());
}

/** Casts a ray up to the limit, and at the distance, that `cast` says. */
function enterCastRay(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  shape: SupportShape,
  cache: GjkCache,
): boolean {
  if (!(cast[LIMIT] >= 0)) return false;
  for (let axis = 0; axis < 3; axis++) {
    origin[axis] = ray[rayOffset + axis];
    cast[axis] = ray[rayOffset + 3 + axis];
  }
  runCast(originSupport, shape, cache);
  const t = cast[CAST_FRACTION];
  if (t === Infinity) return false;
  if (contactNormal[0] === 0 && contactNormal[1] === 0 && contactNormal[2] === 0) {
    return enterAtStart(out, outOffset, ray, rayOffset, cast[LIMIT]);
  }
  writeImpact(out, outOffset);
  for (let axis = 0; axis < 3; axis++) out[outOffset + axis] = origin[axis] + t * cast[axis];
  rayFraction[0] = t;
  return true;
}
