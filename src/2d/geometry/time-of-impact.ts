import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { type ConvexPiece, createConvexPiece, PIECE_STRIDE, reserveConvexPiece } from './convex-piece.ts';
import { createGjkCache, runGjk } from './gjk.ts';
import {
  SEARCH_DISTANCE,
  SEARCH_X,
  SEARCH_Y,
  SIMPLEX_A,
  SIMPLEX_B,
  search,
  simplex,
  writeWitness,
} from './gjk-simplex.ts';

/** Numbers in a sweep: x, y, angle at the start, then x, y, angle at the end. Both change linearly in between. */
export const SWEEP_STRIDE = 6;
const END = 3;

/** Relative to the sizes and coordinates: a gap below this is contact. */
const CONTACT_GAP = 1e-12;

/** Relative to the sizes and coordinates: below it the line between two vertices has no trustworthy direction. */
const NORMAL_DISTANCE = 1e-8;

/** Steps converge quadratically unless the shapes graze; each is safe, so where the limit ends them is, too. */
const MAX_STEPS = 256;

/** Newton steps for one safe stride: each at least halves what is left of an almost straight or parabolic gap. */
const MAX_ROOT_STEPS = 64;

const cache = createGjkCache();
const witness = new Float64Array(4);
const pose = new Float64Array(2);
const placedA = createConvexPiece(8);
const placedB = createConvexPiece(8);

/**
 * Finds the first time of contact of two rounded convex pieces, each given around its own origin and moved by a sweep
 * (start and end position and angle, radians; in between both change linearly): writes the contact point and the unit
 * normal from A to B at that time (4 numbers) and returns the fraction 0..1. Pieces in contact at the start give 0 and
 * a zero normal. Returns Infinity and writes nothing when they never touch, or on NaN. Nothing is tunnelled through.
 *
 * Conservative advancement with curvature: along the direction n of the closest points each vertex moves with its
 * present velocity, bent by at most ω² R; so the gap after h is at least
 *   min(n·b + h n·vb) − max(n·a + h n·va) − ½ (ωa² Ra + ωb² Rb) h² − radii,
 * which is concave: its first root is a stride that cannot pass a contact, and close to one it is as good as Newton's.
 * The contact found is at most 1e-12 of the sizes and coordinates early, measured in the gap.
 * Sources: Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996; Catto, Continuous Collision, GDC 2013.
 */
export function timeOfImpact(
  out: WritableNumberArray,
  outOffset: number,
  a: ConvexPiece,
  sweepA: NumberArray,
  sweepAOffset: number,
  b: ConvexPiece,
  sweepB: NumberArray,
  sweepBOffset: number,
): number {
  const originX = sweepA[sweepAOffset]!;
  const originY = sweepA[sweepAOffset + 1]!;
  const radius = a.radius + b.radius;
  const reachA = farthestVertex(a);
  const reachB = farthestVertex(b);
  const turnA = sweepA[sweepAOffset + END + 2]! - sweepA[sweepAOffset + 2]!;
  const turnB = sweepB[sweepBOffset + END + 2]! - sweepB[sweepBOffset + 2]!;
  const bend = turnA * turnA * reachA + turnB * turnB * reachB;
  let fraction = 0;
  let normalX = 0;
  let normalY = 0;
  cache.count = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    place(placedA, a, sweepA, sweepAOffset, fraction, originX, originY);
    place(placedB, b, sweepB, sweepBOffset, fraction, originX, originY);
    runGjk(placedA, placedB, cache);
    const distance = search[SEARCH_DISTANCE]!;
    writeWitness(witness, 0, SIMPLEX_A);
    writeWitness(witness, 2, SIMPLEX_B);
    const gap = distance - radius;
    if (Number.isNaN(gap + reachA + reachB)) return Infinity;
    const scale = radius + reachA + reachB + Math.abs(witness[0]!) + Math.abs(witness[1]!);
    // From A to B: against the direction from B − A towards the origin.
    const length = Math.sqrt(search[SEARCH_X]! * search[SEARCH_X]! + search[SEARCH_Y]! * search[SEARCH_Y]!);
    const towardsX = -search[SEARCH_X]! / length;
    const towardsY = -search[SEARCH_Y]! / length;
    // At contact rounding may have carried the pieces through a flat side: a normal turned right round is the back of it.
    const sameSide = simplex.count > 1 && normalX * towardsX + normalY * towardsY > 0;
    if (distance > 0 && (fraction === 0 || sameSide || distance > NORMAL_DISTANCE * scale)) {
      normalX = towardsX;
      normalY = towardsY;
    }
    if (gap <= CONTACT_GAP * scale && (fraction > 0 || gap <= 0)) break;
    const target = radius + 0.5 * CONTACT_GAP * scale;
    const stride = safeStride(
      a,
      sweepA,
      sweepAOffset,
      b,
      sweepB,
      sweepBOffset,
      towardsX,
      towardsY,
      bend,
      target,
      1 - fraction,
    );
    if (!(stride < Infinity)) return Infinity;
    const next = fraction + stride;
    if (!(next > fraction)) break;
    fraction = next;
  }
  const started = fraction > 0;
  const push = started ? a.radius : 0;
  const middle = started ? 0 : 0.5;
  out[outOffset] = originX + witness[0]! + middle * (witness[2]! - witness[0]!) + push * normalX;
  out[outOffset + 1] = originY + witness[1]! + middle * (witness[3]! - witness[1]!) + push * normalY;
  out[outOffset + 2] = started ? normalX : 0;
  out[outOffset + 3] = started ? normalY : 0;
  return fraction;
}

/** Distance of the farthest vertex from the piece's own origin: the radius is round and does not feel rotation. */
function farthestVertex(piece: ConvexPiece): number {
  let largest = 0;
  for (let i = 0; i < piece.count * PIECE_STRIDE; i += PIECE_STRIDE) {
    const x = piece.vertices[i]!;
    const y = piece.vertices[i + 1]!;
    largest = Math.max(largest, x * x + y * y);
  }
  return Math.sqrt(largest);
}

/** Fills `placed` with the core as it stands at a fraction of its sweep, relative to an origin. */
function place(
  placed: ConvexPiece,
  piece: ConvexPiece,
  sweep: NumberArray,
  offset: number,
  fraction: number,
  originX: number,
  originY: number,
): void {
  reserveConvexPiece(placed, piece.count);
  placed.count = piece.count;
  const startX = sweep[offset]! - originX;
  const startY = sweep[offset + 1]! - originY;
  const x = startX + fraction * (sweep[offset + END]! - sweep[offset]!);
  const y = startY + fraction * (sweep[offset + END + 1]! - sweep[offset + 1]!);
  cosSin(pose, 0, sweep[offset + 2]! + fraction * (sweep[offset + END + 2]! - sweep[offset + 2]!));
  const cosine = pose[0]!;
  const sine = pose[1]!;
  for (let i = 0; i < piece.count * PIECE_STRIDE; i += PIECE_STRIDE) {
    const localX = piece.vertices[i]!;
    const localY = piece.vertices[i + 1]!;
    placed.vertices[i] = x + cosine * localX - sine * localY;
    placed.vertices[i + 1] = y + sine * localX + cosine * localY;
  }
  // Where the position went, for the velocities.
  placed.normals[0] = x;
  placed.normals[1] = y;
}

/** Value and slope of one side's straight-line reach along the normal. */
const reach = new Float64Array(2);

/**
 * Sets `reach` to the smallest of n·p + h n·v over the vertices, for a normal n (negate it and the result for the
 * largest), and the slope there.
 */
function reachAlong(
  placed: ConvexPiece,
  sweep: NumberArray,
  offset: number,
  normalX: number,
  normalY: number,
  h: number,
): void {
  const turn = sweep[offset + END + 2]! - sweep[offset + 2]!;
  const drift =
    normalX * (sweep[offset + END]! - sweep[offset]!) + normalY * (sweep[offset + END + 1]! - sweep[offset + 1]!);
  const centerX = placed.normals[0]!;
  const centerY = placed.normals[1]!;
  let smallest = Infinity;
  let slope = 0;
  for (let i = 0; i < placed.count * PIECE_STRIDE; i += PIECE_STRIDE) {
    const x = placed.vertices[i]!;
    const y = placed.vertices[i + 1]!;
    // A turning point moves along its quarter turn.
    const speed = drift + turn * (normalY * (x - centerX) - normalX * (y - centerY));
    const value = normalX * x + normalY * y + h * speed;
    if (value < smallest) {
      smallest = value;
      slope = speed;
    }
  }
  reach[0] = smallest;
  reach[1] = slope;
}

/** The stride after which the lower bound of the cores' gap has come down to `target`; Infinity when it stays above. */
function safeStride(
  a: ConvexPiece,
  sweepA: NumberArray,
  sweepAOffset: number,
  b: ConvexPiece,
  sweepB: NumberArray,
  sweepBOffset: number,
  normalX: number,
  normalY: number,
  bend: number,
  target: number,
  remaining: number,
): number {
  placedA.count = a.count;
  placedB.count = b.count;
  // Newton from the right on a concave function runs down to its root without crossing it.
  let h = remaining;
  for (let i = 0; i < MAX_ROOT_STEPS; i++) {
    reachAlong(placedB, sweepB, sweepBOffset, normalX, normalY, h);
    const lowestB = reach[0]!;
    const slopeB = reach[1]!;
    reachAlong(placedA, sweepA, sweepAOffset, -normalX, -normalY, h);
    const value = lowestB + reach[0]! - 0.5 * bend * h * h - target;
    const slope = slopeB + reach[1]! - bend * h;
    if (value >= 0) return i === 0 ? Infinity : h;
    if (!(slope < 0)) return 0;
    const next = h - value / slope;
    if (!(next < h)) return Math.max(0, h);
    h = next;
    if (!(h > 0)) return 0;
  }
  return h;
}
