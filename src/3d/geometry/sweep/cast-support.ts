import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import {
  coldGjkCache,
  type GjkCache,
  gjkLargest,
  gjkRounding,
  runGjkSupport,
  writeSeparatingAxis,
} from '../convex/gjk.ts';
import { SIMPLEX_B, writeWitness } from '../convex/gjk-simplex.ts';
import { sharpenAxis } from '../convex/sharpen-axis.ts';
import type { Support } from '../convex/support.ts';
import { writeStartHit } from '../ray/ray-hit.ts';
import { writeVector } from '../vector.ts';

/** Polyhedra need as many steps as planes the motion meets one after the other, rarely ten; grazed curves more. */
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

let moving: Support | undefined;
let shiftX = 0;
let shiftY = 0;
let shiftZ = 0;

/** The moving shape where it is now. */
const shifted: Support = (out, outOffset, dx, dy, dz) => {
  const feature = moving!(out, outOffset, dx, dy, dz);
  out[outOffset] += shiftX;
  out[outOffset + 1] += shiftY;
  out[outOffset + 2] += shiftZ;
  return feature;
};

const supportPoint = new Float64Array(3);

/** The unit normal at contact, from the moving shape to the fixed one. */
const contactNormal = new Float64Array(3);

/** The gap along that normal from the moving shape to the fixed one, from their supports. */
function measureGap(fixed: Support): number {
  const x = contactNormal[0];
  const y = contactNormal[1];
  const z = contactNormal[2];
  fixed(supportPoint, 0, -x, -y, -z);
  const near = x * supportPoint[0] + y * supportPoint[1] + z * supportPoint[2];
  shifted(supportPoint, 0, x, y, z);
  return near - (x * supportPoint[0] + y * supportPoint[1] + z * supportPoint[2]);
}

/**
 * Advances the moving shape along (dx, dy, dz) until it is no farther away than `around`: as far, each time, as the
 * plane between the closest points lets it. Such a plane separates for certain, so no step goes too far, and since the
 * distance is a convex function of the way the steps are Newton's from its safe side: exact as soon as they meet the
 * plane that is hit.
 */
function advance(
  fixed: Support,
  dx: number,
  dy: number,
  dz: number,
  limit: number,
  cache: GjkCache,
  around: number,
): number {
  let t = 0;
  shiftX = 0;
  shiftY = 0;
  shiftZ = 0;
  contactNormal.fill(0);
  for (let iteration = 0; iteration < CAST_MAX_ITERATIONS; iteration++) {
    const distance = runGjkSupport(shifted, fixed, cache);
    const slack = CONTACT_ROUNDINGS * gjkRounding();
    if (!(distance > slack + around)) {
      // Across a gap the direction is known better than that of the step before.
      if (t > 0 && distance > slack) writeSeparatingAxis(contactNormal, 0);
      return distance >= 0 ? t : Infinity;
    }
    writeSeparatingAxis(contactNormal, 0);
    let gap = measureGap(fixed);
    const sharpened = !(gap >= PROVEN_SHARE * distance);
    if (sharpened) {
      sharpenAxis(contactNormal, shifted, fixed, distance);
      gap = measureGap(fixed);
    }
    gap -= around;
    const rate = contactNormal[0] * dx + contactNormal[1] * dy + contactNormal[2] * dz;
    if (!(rate > 0)) return Infinity;
    const next = t + Math.max(0, gap) / rate;
    if (!(next <= limit)) return Infinity;
    if (next === t) {
      if (sharpened) runGjkSupport(shifted, fixed, cache);
      return t;
    }
    t = next;
    shiftX = t * dx;
    shiftY = t * dy;
    shiftZ = t * dz;
  }
  const distance = runGjkSupport(shifted, fixed, cache);
  return distance <= GRAZING_GAP * gjkLargest() + around ? t : Infinity;
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
  const dx = translation[translationOffset];
  const dy = translation[translationOffset + 1];
  const dz = translation[translationOffset + 2];
  moving = a;
  const t = advance(b, dx, dy, dz, 1, cache, around);
  moving = undefined;
  if (t !== Infinity) writeImpact(out, outOffset);
  return t;
}

const origin = new Float64Array(3);

const originSupport: Support = (out, outOffset) => {
  writeVector(out, outOffset, origin[0], origin[1], origin[2]);
  return 0;
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
  if (!(maxFraction >= 0)) return Infinity;
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  writeVector(origin, 0, ray[rayOffset], ray[rayOffset + 1], ray[rayOffset + 2]);
  moving = originSupport;
  const t = advance(support, dx, dy, dz, maxFraction, cache, around);
  moving = undefined;
  if (t === Infinity) return t;
  if (contactNormal[0] === 0 && contactNormal[1] === 0 && contactNormal[2] === 0) {
    return writeStartHit(out, outOffset, origin[0], origin[1], origin[2], maxFraction);
  }
  writeImpact(out, outOffset);
  writeVector(out, outOffset, origin[0] + t * dx, origin[1] + t * dy, origin[2] + t * dz);
  return t;
}
