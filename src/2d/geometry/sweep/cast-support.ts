import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { coldGjkCache, type GjkCache, runGjkSupport, type Support } from '../convex/gjk.ts';
import {
  SEARCH_DISTANCE,
  SEARCH_X,
  SEARCH_Y,
  SIMPLEX_A,
  SIMPLEX_B,
  search,
  writeWitness,
} from '../convex/gjk-simplex.ts';

/** Relative to the coordinates: nearer than this is contact. Sixteen roundings: 16 EPSILON. */
const CONTACT_DISTANCE = 2 ** -48;

/**
 * The largest number of steps. A step leads at least to the tangent that it was computed from; on a ray that grazes a
 * curve, each step halves the rest.
 */
const MAX_STEPS = 128;

const witness = new Float64Array(4);
const shift = new Float64Array(2);
let moving: Support | undefined;

/** The moving shape where it is now. */
const shifted: Support = (out, outOffset, dx, dy) => {
  const feature = moving!(out, outOffset, dx, dy);
  out[outOffset] += shift[0];
  out[outOffset + 1] += shift[1];
  return feature;
};

/**
 * Casts a convex shape along a translation (2) against a fixed one, both given by their supports: writes the contact
 * point and the unit normal from the fixed shape to the moving one (4 numbers), and returns the fraction of the
 * translation at first contact, 0..1, `Infinity` for none with nothing written, 0 with a common point and a zero normal
 * when they overlap or touch at the start. `cache` warm-starts GJK. Shapes rounded by a radius are cast by supports
 * that include it. NaN misses.
 *
 * The closest points give a line that keeps the fixed shape behind it, and the moving one may advance until it reaches
 * that line.
 *
 * Source: van den Bergen, Ray Casting against General Convex Objects, 2004, for the idea of clipping by support lines.
 */
export function castSupport(
  out: WritableNumberArray,
  outOffset: number,
  a: Support,
  b: Support,
  translation: NumberArray,
  translationOffset: number,
  cache: GjkCache = coldGjkCache(),
): number {
  const dx = translation[translationOffset];
  const dy = translation[translationOffset + 1];
  let fraction = 0;
  let normalX = 0;
  let normalY = 0;
  moving = a;
  for (let step = 0; step < MAX_STEPS && fraction < Infinity; step++) {
    shift[0] = fraction * dx;
    shift[1] = fraction * dy;
    runGjkSupport(shifted, b, cache);
    const distance = search[SEARCH_DISTANCE];
    writeWitness(witness, 0, SIMPLEX_A);
    writeWitness(witness, 2, SIMPLEX_B);
    const size = Math.abs(shift[0]) + Math.abs(shift[1]) + Math.abs(witness[2]) + Math.abs(witness[3]);
    if (distance <= CONTACT_DISTANCE * size) break;
    // From the fixed shape to the moving one: GJK searches B − A towards the origin.
    const length = Math.sqrt(search[SEARCH_X] * search[SEARCH_X] + search[SEARCH_Y] * search[SEARCH_Y]);
    normalX = search[SEARCH_X] / length;
    normalY = search[SEARCH_Y] / length;
    const rate = normalX * dx + normalY * dy;
    const next = fraction - distance / rate;
    if (!(rate < 0 && next <= 1 + 4 * EPSILON)) {
      fraction = Infinity;
    } else {
      // A motion that ends just at contact counts, however the quotient is rounded.
      const bounded = Math.min(next, 1);
      if (bounded === fraction) break;
      fraction = bounded;
    }
  }
  moving = undefined;
  if (fraction === Infinity) return Infinity;
  out[outOffset] = witness[2];
  out[outOffset + 1] = witness[3];
  out[outOffset + 2] = fraction > 0 ? normalX : 0;
  out[outOffset + 3] = fraction > 0 ? normalY : 0;
  return fraction;
}
