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
  simplexIndexA,
  writeWitness,
} from './gjk-simplex.ts';

/** Numbers in a sweep: x, y, angle at the start, then x, y, angle at the end. Both change linearly in between. */
export const SWEEP_STRIDE = 6;
const END = 3;

/** Relative to the sizes: a gap below this is contact. */
const CONTACT_GAP = 1e-12;

/** Relative to the way between the pieces and that of their sweeps: the same. Sixteen roundings: 16 EPSILON. */
const WAY_ROUNDING = 2 ** -48;

/** Steps converge quadratically; shapes that graze take tens of them. Each is safe, so where the limit ends them is, too. */
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
 * Conservative advancement with curvature. Take the direction n of the closest points and let it turn at a rate ω. Seen from it,
 * a vertex at r from the middle of its piece turns at ωp − ω and bends by at most (ωp − ω)² R, and the way D between the two
 * middles, which changes by V, bends by at most ω² |D| + 2 |ω V|. So the gap after h is at least
 *   n·D + h (n·V + ω n⊥·D) + min over b of (n·rb + h n·vb) − max over a of (n·ra + h n·va) − ½ bend h² − radii,
 * which is concave: its first root is a stride that cannot pass a contact, and close to one it is as good as Newton's.
 * Any ω will do, and the longest stride is taken of two: none, and that of the piece whose edge is closest. With the edge turns
 * its normal, so that its far end does not seem to come nearer; pieces that slide along each other take few steps for it.
 * The contact found is at most 1e-12 of the sizes and 16 roundings of the ways early, measured in the gap.
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
  let way = 0;
  for (let i = 0; i < 2; i++) {
    way += Math.abs(sweepB[sweepBOffset + i]! - sweepA[sweepAOffset + i]!);
    way += Math.abs(driftOf(sweepA, sweepAOffset + i)) + Math.abs(driftOf(sweepB, sweepBOffset + i));
  }
  const contact = CONTACT_GAP * (radius + reachA + reachB) + WAY_ROUNDING * way;
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
    // From A to B: against the direction from B − A towards the origin.
    const length = Math.sqrt(search[SEARCH_X]! * search[SEARCH_X]! + search[SEARCH_Y]! * search[SEARCH_Y]!);
    // Where rounding has carried the cores into each other, the normal stays that of the last step.
    if (distance > (fraction === 0 ? 0 : 0.25 * contact)) {
      normalX = -search[SEARCH_X]! / length;
      normalY = -search[SEARCH_Y]! / length;
    }
    if (gap <= contact && (fraction > 0 || gap <= 0)) break;
    view[VIEW_X] = normalX;
    view[VIEW_Y] = normalY;
    view[VIEW_TARGET] = radius + 0.5 * contact;
    view[VIEW_TURN] = 0;
    const remaining = 1 - fraction;
    let stride = safeStride(reachA, sweepA, sweepAOffset, reachB, sweepB, sweepBOffset, remaining);
    if (simplex.count > 1) {
      const owner =
        simplexIndexA[0] !== simplexIndexA[1] ? driftOf(sweepA, sweepAOffset + 2) : driftOf(sweepB, sweepBOffset + 2);
      view[VIEW_TURN] = owner;
      stride = Math.max(stride, safeStride(reachA, sweepA, sweepAOffset, reachB, sweepB, sweepBOffset, remaining));
    }
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
  // Where the middle went, about which the vertices turn.
  placed.normals[0] = x;
  placed.normals[1] = y;
}

/** The separating direction n, the rate at which it turns, and how near the cores may come. */
const view = new Float64Array(4);
const VIEW_X = 0;
const VIEW_Y = 1;
const VIEW_TURN = 2;
const VIEW_TARGET = 3;

/** Value and slope of one side's straight-line reach along the normal. */
const reach = new Float64Array(2);

/** Adds to `reach` the smallest of sign · (n·r + h n·v) over the vertices as seen from their middle, and the slope there. */
function addReach(placed: ConvexPiece, sign: number, turn: number, h: number): void {
  const normalX = sign * view[VIEW_X]!;
  const normalY = sign * view[VIEW_Y]!;
  const seen = turn - view[VIEW_TURN]!;
  const centerX = placed.normals[0]!;
  const centerY = placed.normals[1]!;
  let smallest = Infinity;
  let slope = 0;
  for (let i = 0; i < placed.count * PIECE_STRIDE; i += PIECE_STRIDE) {
    const x = placed.vertices[i]! - centerX;
    const y = placed.vertices[i + 1]! - centerY;
    // A turning point moves along its quarter turn.
    const speed = seen * (normalY * x - normalX * y);
    const value = normalX * x + normalY * y + h * speed;
    if (value < smallest) {
      smallest = value;
      slope = speed;
    }
  }
  reach[0]! += smallest;
  reach[1]! += slope;
}

/** The stride after which the lower bound of the cores' gap has come down to the target; Infinity when it stays above. */
function safeStride(
  reachA: number,
  sweepA: NumberArray,
  sweepAOffset: number,
  reachB: number,
  sweepB: NumberArray,
  sweepBOffset: number,
  remaining: number,
): number {
  const turn = view[VIEW_TURN]!;
  const turnA = driftOf(sweepA, sweepAOffset + 2);
  const turnB = driftOf(sweepB, sweepBOffset + 2);
  const wayX = placedB.normals[0]! - placedA.normals[0]!;
  const wayY = placedB.normals[1]! - placedA.normals[1]!;
  const speedX = driftOf(sweepB, sweepBOffset) - driftOf(sweepA, sweepAOffset);
  const speedY = driftOf(sweepB, sweepBOffset + 1) - driftOf(sweepA, sweepAOffset + 1);
  const value = view[VIEW_X]! * wayX + view[VIEW_Y]! * wayY - view[VIEW_TARGET]!;
  const slope = view[VIEW_X]! * speedX + view[VIEW_Y]! * speedY + turn * (view[VIEW_X]! * wayY - view[VIEW_Y]! * wayX);
  const endX = wayX + remaining * speedX;
  const endY = wayY + remaining * speedY;
  // The way between the middles is longest at one end.
  const way = Math.sqrt(Math.max(wayX * wayX + wayY * wayY, endX * endX + endY * endY));
  const bend =
    turn * turn * way +
    2 * Math.abs(turn) * Math.sqrt(speedX * speedX + speedY * speedY) +
    (turnA - turn) * (turnA - turn) * reachA +
    (turnB - turn) * (turnB - turn) * reachB;
  // Newton from the right on a concave function runs down to its root without crossing it.
  let h = remaining;
  for (let i = 0; i < MAX_ROOT_STEPS; i++) {
    reach[0] = value + h * (slope - 0.5 * bend * h);
    reach[1] = slope - bend * h;
    addReach(placedB, 1, turnB, h);
    addReach(placedA, -1, turnA, h);
    if (reach[0]! >= 0) return i === 0 ? Infinity : h;
    if (!(reach[1]! < 0)) return 0;
    const next = h - reach[0]! / reach[1]!;
    if (!(next < h)) return Math.max(0, h);
    h = next;
    if (!(h > 0)) return 0;
  }
  return h;
}

/** How far a sweep goes or turns, in the number at the offset. */
function driftOf(sweep: NumberArray, offset: number): number {
  return sweep[offset + END]! - sweep[offset]!;
}
