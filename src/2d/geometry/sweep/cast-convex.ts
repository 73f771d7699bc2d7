import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { type ConvexPiece, createConvexPiece, PIECE_STRIDE, reserveConvexPiece } from '../convex/convex-piece.ts';
import { createGjkStart, searchPieces } from '../convex/gjk.ts';
import {
  SEARCH_DISTANCE,
  SEARCH_X,
  SEARCH_Y,
  SIMPLEX_A,
  SIMPLEX_B,
  search,
  writeWitness,
} from '../convex/gjk-simplex.ts';

/**
 * Relative to the sizes and the way between them: nearer than this is contact, and a line between points so close has
 * no direction. Eight roundings: 8 EPSILON.
 */
const CONTACT_DISTANCE = 2 ** -49;

/** Each step at least lands on the tangent it aims at; grazing a round corner halves the rest each time. */
const MAX_STEPS = 128;

const cache = createGjkStart();
const witness = new Float64Array(4);
const start = createConvexPiece(8);
const moving = createConvexPiece(8);
const fixed = createConvexPiece(8);

/**
 * Casts a rounded convex piece A, moving by a translation (x, y), against another, B, at rest in the same frame: writes
 * the contact point and the unit normal from B to A there (4 numbers) and returns the fraction 0..1 of the translation
 * at first contact. Pieces that touch or overlap at the start give 0, a point between them and a zero normal. Returns
 * Infinity and writes nothing when they never meet; NaN never meets. For both moving, give the difference of the
 * translations. Nothing is tunnelled through, however thin and fast.
 *
 * The closest points give a line that keeps B behind it, so A may advance until its support reaches that line (less the
 * radii): never too far, and exact in a few steps for polygons. A ray against a rounded piece is a cast of a piece of
 * one vertex. Source: conservative advancement for translations: van den Bergen, Ray Casting against General Convex
 * Objects, 2004, on the Minkowski difference.
 */
export function castConvex(
  out: WritableNumberArray,
  outOffset: number,
  a: ConvexPiece,
  b: ConvexPiece,
  translation: NumberArray,
  translationOffset: number,
): number {
  way[0] = translation[translationOffset];
  way[1] = translation[translationOffset + 1];
  castCores(met, a, b, way);
  if (met[CAST_FRACTION] === Infinity) return Infinity;
  for (let i = 0; i < CAST_FRACTION; i++) out[outOffset + i] = met[i];
  return met[CAST_FRACTION];
}

const way = new Float64Array(2);
const met = new Float64Array(5);

/** Where `castCores` leaves the fraction: behind the point and the normal. */
export const CAST_FRACTION = 4;

/** What casts cores: as `castCores`, or `castMinkowski`, of which only the last digits differ. */
export type CastCores = (out: Float64Array, a: ConvexPiece, b: ConvexPiece, translation: Float64Array) => void;

/**
 * As `castConvex`, with the fraction behind the rest of what is written; of a miss, only that is. Queries call this:
 * fractions that are given to or returned from a function are put on the heap.
 */
export function castCores(out: Float64Array, a: ConvexPiece, b: ConvexPiece, translation: Float64Array): void {
  const translationX = translation[0];
  const translationY = translation[1];
  const radius = a.radius + b.radius;
  // About a corner of B, so that nothing feels how far the pieces are from the frame's origin.
  const originX = b.vertices[0];
  const originY = b.vertices[1];
  out[CAST_FRACTION] = Infinity;
  shift[0] = -originX;
  shift[1] = -originY;
  moveCore(fixed, b, shift);
  moveCore(start, a, shift);
  writeLargestCoordinate(largest, 0, start);
  writeLargestCoordinate(largest, 1, fixed);
  const size = radius + largest[0] + largest[1];
  if (Number.isNaN(size)) return;
  let fraction = 0;
  let normalX = 0;
  let normalY = 0;
  cache.count = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    shift[0] = fraction * translationX;
    shift[1] = fraction * translationY;
    moveCore(moving, start, shift);
    searchPieces(moving, fixed, cache);
    const distance = search[SEARCH_DISTANCE];
    const gap = distance - radius;
    writeWitness(witness, 0, SIMPLEX_A);
    writeWitness(witness, 2, SIMPLEX_B);
    const contact = CONTACT_DISTANCE * (size + fraction * (Math.abs(translationX) + Math.abs(translationY)));
    // From B to A: GJK searches B − A towards the origin.
    const length = Math.sqrt(search[SEARCH_X] * search[SEARCH_X] + search[SEARCH_Y] * search[SEARCH_Y]);
    const awayX = search[SEARCH_X] / length;
    const awayY = search[SEARCH_Y] / length;
    const rate = awayX * translationX + awayY * translationY;
    // Where the cores are in contact, and not only their surfaces, the normal stays that of the line A has come to.
    if (rate < 0 && (fraction === 0 || distance > contact)) {
      normalX = awayX;
      normalY = awayY;
    }
    if (gap <= contact && (fraction > 0 || gap <= 0)) break;
    if (!(rate < 0)) return;
    const next = fraction - gap / rate;
    // An end that touches counts, whichever way the quotient rounded.
    if (!(next <= 1 + 4 * EPSILON)) return;
    const bounded = Math.min(next, 1);
    if (bounded === fraction) break;
    fraction = bounded;
  }
  const started = fraction > 0;
  // On B's surface, from B's closest point; half-way where the cores overlap at the start.
  const push = started ? b.radius : 0;
  const middle = started ? 0 : 0.5;
  out[0] = originX + witness[2] + middle * (witness[0] - witness[2]) + push * normalX;
  out[1] = originY + witness[3] + middle * (witness[1] - witness[3]) + push * normalY;
  out[2] = started ? normalX : 0;
  out[3] = started ? normalY : 0;
  out[CAST_FRACTION] = fraction;
}

const shift = new Float64Array(2);
const largest = new Float64Array(2);

/** Writes what rounding is measured against. */
function writeLargestCoordinate(out: Float64Array, at: number, piece: ConvexPiece): void {
  let most = 0;
  for (let i = 0; i < piece.count * PIECE_STRIDE; i++) most = Math.max(most, Math.abs(piece.vertices[i]));
  out[at] = most;
}

/** Copies a core, moved by (x, y). */
function moveCore(moved: ConvexPiece, piece: ConvexPiece, by: Float64Array): void {
  reserveConvexPiece(moved, piece.count);
  moved.count = piece.count;
  const vertices = moved.vertices;
  const end = piece.count * PIECE_STRIDE;
  const x = by[0];
  const y = by[1];
  for (let i = 0; i < end; i += PIECE_STRIDE) {
    vertices[i] = piece.vertices[i] + x;
    vertices[i + 1] = piece.vertices[i + 1] + y;
  }
}
