import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import {
  createToiReport,
  TOI_HIT,
  TOI_ITERATION_LIMIT,
  TOI_MISS,
  TOI_OVERLAPPED,
  type ToiReport,
} from '../../../core/toi-report.ts';
import { cosSin } from '../../../core/trigonometry.ts';
import { type ConvexPiece, createConvexPiece, PIECE_STRIDE, reserveConvexPiece } from '../convex/convex-piece.ts';
import { coldGjkCache, type GjkCache, runGjk } from '../convex/gjk.ts';
import {
  SEARCH_DISTANCE,
  SEARCH_X,
  SEARCH_Y,
  SIMPLEX_A,
  SIMPLEX_B,
  search,
  writeWitness,
} from '../convex/gjk-simplex.ts';
import { MOTION_STRIDE, travel } from './motion.ts';

/** Default tolerance, relative to the sizes: a gap below this is contact. */
const CONTACT_GAP = 1e-12;

/** Relative to the translations and the arcs: what rounding makes of a gap. Sixteen roundings: 16 EPSILON. */
const MOTION_ROUNDING = 2 ** -48;

/** The limit of all iterations of a call, however much the pieces turn: about a second of work. */
const MOST_ITERATIONS = 2 ** 17;

/**
 * The largest number of Newton steps for one safe stride: each step at least halves what is left of an almost straight
 * or parabolic gap.
 */
const MAX_ROOT_STEPS = 64;

const defaultReport = /* @__PURE__ */ createToiReport();
const witness = new Float64Array(4);
const pose = new Float64Array(2);
const placedA = createConvexPiece(8);
const placedB = createConvexPiece(8);

/** The places of the two origins, about which the pieces turn, at the current fraction. */
const originA = new Float64Array(2);
const originB = new Float64Array(2);

/** A convex piece and how it moves. Routines only read it, so one object serves any number of calls. */
export interface MovingConvex {
  /** Around the origin of its own frame, about which it turns. */
  readonly piece: ConvexPiece;
  /** `x y angle` at the start, then at the end (6 numbers; radians). In between both change linearly. */
  readonly motion: NumberArray;
  /** The index of the first number of the motion. Default 0. */
  readonly motionOffset?: number;
}

/**
 * Finds the first time of contact of two rounded convex pieces that move and turn: writes the contact point and the
 * unit normal from A to B at that time (4 numbers) and returns the fraction 0..1. Pieces in contact at the start give
 * 0, a point between them and a zero normal. Returns Infinity and writes nothing when they never touch, or on NaN.
 * Nothing is tunnelled through, however fast it moves or spins.
 *
 * The contact found is at most the tolerance early, measured in the gap, and never late. By default that is 1e-12 of
 * the sizes, or 16 roundings of the translations and of the arcs that the farthest vertices run through, where that is
 * more. `report` receives how the search went: a contact, or the iteration limit, at which all that is known is that
 * nothing touches before the fraction returned. The default limit, 256 searches for each half turn and 131,072 in all,
 * leaves much room: spinning takes a few for each half turn.
 *
 * Conservative advancement with curvature. Take the direction n of the closest points and let it turn at a rate ω. Seen
 * from it, a vertex at r from the origin of its piece turns at ωp − ω and bends by at most (ωp − ω)² R, and the way D
 * between the two origins, which changes by V, bends by at most ω² |D| + 2 |ω V|. So the gap after h is at least n·D +
 * h (n·V + ω n⊥·D) + min over b of (n·rb + h n·vb) − max over a of (n·ra + h n·va) − ½ bend h² − radii, which is
 * concave: its first root is a stride that cannot pass a contact, and close to one it is as good as Newton's. Any ω
 * will do. Two rates are tried, 0 and that of the piece whose edge is closest, and the longer stride is taken. With the
 * second rate the normal turns with the edge, so that the far end of the edge does not seem to come nearer, and pieces
 * that slide along each other take few steps. Likewise the vertices of a piece may be replaced by the disc that they
 * turn in, which does not bend: a piece that spins out of reach costs no further steps. Sources: Mirtich, Impulse-based
 * Dynamic Simulation of Rigid Body Systems, 1996; Catto, Continuous Collision, GDC 2013.
 */
export function timeOfImpact(
  out: WritableNumberArray,
  outOffset: number,
  a: MovingConvex,
  b: MovingConvex,
  cache: GjkCache = coldGjkCache(),
  report: ToiReport = defaultReport,
): number {
  writeTimeOfImpact(impact, a, b, cache, report);
  const fraction = impact[IMPACT_FRACTION];
  if (fraction === Infinity) return fraction;
  for (let i = 0; i < IMPACT_FRACTION; i++) out[outOffset + i] = impact[i];
  return fraction;
}

/** The index at which `writeTimeOfImpact` writes the fraction: behind the point and the normal. */
export const IMPACT_FRACTION = 4;
const impact = new Float64Array(IMPACT_FRACTION + 1);

/**
 * Does what `timeOfImpact` does, without returning a fraction, which would be put on the heap. Writes nothing else on a
 * miss.
 */
export function writeTimeOfImpact(
  out: Float64Array,
  a: MovingConvex,
  b: MovingConvex,
  cache: GjkCache = coldGjkCache(),
  report: ToiReport = defaultReport,
): void {
  out[IMPACT_FRACTION] = Infinity;
  const pieceA = a.piece;
  const pieceB = b.piece;
  const motionA = a.motion;
  const motionB = b.motion;
  const motionAOffset = a.motionOffset ?? 0;
  const motionBOffset = b.motionOffset ?? 0;
  report.iterations = 0;
  frame[FRAME_X] = motionA[motionAOffset];
  frame[FRAME_Y] = motionA[motionAOffset + 1];
  const radius = pieceA.radius + pieceB.radius;
  writeFarthestVertex(relativeMotion, REACH_A, pieceA);
  writeFarthestVertex(relativeMotion, REACH_B, pieceB);
  const reachA = relativeMotion[REACH_A];
  const reachB = relativeMotion[REACH_B];
  const turnA = travel(motionA, motionAOffset + 2);
  const turnB = travel(motionB, motionBOffset + 2);
  const speedX = travel(motionB, motionBOffset) - travel(motionA, motionAOffset);
  const speedY = travel(motionB, motionBOffset + 1) - travel(motionA, motionAOffset + 1);
  relativeMotion[SPEED_X] = speedX;
  relativeMotion[SPEED_Y] = speedY;
  relativeMotion[TURN_A] = turnA;
  relativeMotion[TURN_B] = turnB;
  // No point of one piece moves faster than this as seen from a point of the other.
  const speed = Math.sqrt(speedX * speedX + speedY * speedY) + Math.abs(turnA) * reachA + Math.abs(turnB) * reachB;
  const angleA = Math.max(Math.abs(motionA[motionAOffset + 2]), Math.abs(motionA[motionAOffset + MOTION_STRIDE - 1]));
  const angleB = Math.max(Math.abs(motionB[motionBOffset + 2]), Math.abs(motionB[motionBOffset + MOTION_STRIDE - 1]));
  let rounded = reachA * angleA + reachB * angleB;
  for (let i = 0; i < 2; i++) {
    rounded += Math.abs(motionB[motionBOffset + i] - motionA[motionAOffset + i]);
    rounded += Math.abs(travel(motionA, motionAOffset + i)) + Math.abs(travel(motionB, motionBOffset + i));
  }
  const tolerance = report.tolerance || CONTACT_GAP * (radius + reachA + reachB);
  const contact = Math.max(tolerance, MOTION_ROUNDING * rounded);
  const halfTurns = 1 + Math.floor(Math.max(Math.abs(turnA), Math.abs(turnB)) / Math.PI);
  const limit = Math.min(report.maxIterations * halfTurns, MOST_ITERATIONS);
  report.termination = TOI_MISS;
  if (Number.isNaN(contact)) return;
  let fraction = 0;
  let normalX = 0;
  let normalY = 0;
  report.termination = TOI_ITERATION_LIMIT;
  while (report.iterations < limit) {
    report.iterations++;
    frame[FRAME_FRACTION] = fraction;
    place(placedA, originA, pieceA, motionA, motionAOffset);
    place(placedB, originB, pieceB, motionB, motionBOffset);
    runGjk(placedA, placedB, cache);
    const distance = search[SEARCH_DISTANCE];
    writeWitness(witness, 0, SIMPLEX_A);
    writeWitness(witness, 2, SIMPLEX_B);
    const gap = distance - radius;
    // The normal leads from A to B. The search direction leads from B − A towards the origin, which is the opposite.
    const length = Math.sqrt(search[SEARCH_X] * search[SEARCH_X] + search[SEARCH_Y] * search[SEARCH_Y]);
    // If rounding has let the cores overlap, the normal of the last step is kept.
    if (distance > (fraction === 0 ? 0 : 0.25 * contact)) {
      normalX = -search[SEARCH_X] / length;
      normalY = -search[SEARCH_Y] / length;
    }
    if (gap <= contact && (fraction > 0 || gap <= 0)) {
      report.termination = fraction > 0 ? TOI_HIT : TOI_OVERLAPPED;
      break;
    }
    // Half of the remaining gap stays, so that the next search finds a gap and with it a normal.
    const target = 0.5 * Math.min(gap, contact);
    relativeMotion[REMAINING] = 1 - fraction;
    relativeMotion[NORMAL_X] = normalX;
    relativeMotion[NORMAL_Y] = normalY;
    relativeMotion[TARGET] = radius + target;
    // The step that is safe by the speed alone. It is used if the pieces are so close that rounding has turned the
    // normal, and the axis separates nothing.
    relativeMotion[STRIDE] = (gap - target) / speed;
    relativeMotion[TURN] = 0;
    lengthenStride();
    relativeMotion[TURN] = turnA;
    lengthenStride();
    relativeMotion[TURN] = turnB;
    lengthenStride();
    const next = fraction + relativeMotion[STRIDE];
    if (!(next <= 1)) {
      report.termination = TOI_MISS;
      return;
    }
    if (next === fraction) break;
    fraction = next;
  }
  const started = fraction > 0;
  const push = started ? pieceA.radius : 0;
  const middle = started ? 0 : 0.5;
  out[0] = frame[FRAME_X] + witness[0] + middle * (witness[2] - witness[0]) + push * normalX;
  out[1] = frame[FRAME_Y] + witness[1] + middle * (witness[3] - witness[1]) + push * normalY;
  out[2] = started ? normalX : 0;
  out[3] = started ? normalY : 0;
  out[IMPACT_FRACTION] = fraction;
}

/**
 * Writes the distance of the farthest vertex from the piece's own origin: the radius is round and does not feel
 * rotation.
 */
function writeFarthestVertex(out: Float64Array, at: number, piece: ConvexPiece): void {
  let largest = 0;
  for (let i = 0; i < piece.count * PIECE_STRIDE; i += PIECE_STRIDE) {
    const x = piece.vertices[i];
    const y = piece.vertices[i + 1];
    largest = Math.max(largest, x * x + y * y);
  }
  out[at] = Math.sqrt(largest);
}

/** The origin of the frame, and the fraction of the current motions. */
const frame = new Float64Array(3);
const FRAME_X = 0;
const FRAME_Y = 1;
const FRAME_FRACTION = 2;

/** Fills `placed` with the core, and `origin` with the piece's origin, as they stand in the frame at the fraction. */
function place(
  placed: ConvexPiece,
  origin: Float64Array,
  piece: ConvexPiece,
  motion: NumberArray,
  offset: number,
): void {
  reserveConvexPiece(placed, piece.count);
  placed.count = piece.count;
  const fraction = frame[FRAME_FRACTION];
  const x = motion[offset] - frame[FRAME_X] + fraction * travel(motion, offset);
  const y = motion[offset + 1] - frame[FRAME_Y] + fraction * travel(motion, offset + 1);
  cosSin(pose, 0, motion[offset + 2] + fraction * travel(motion, offset + 2));
  const cosine = pose[0];
  const sine = pose[1];
  for (let i = 0; i < piece.count * PIECE_STRIDE; i += PIECE_STRIDE) {
    const localX = piece.vertices[i];
    const localY = piece.vertices[i + 1];
    placed.vertices[i] = x + cosine * localX - sine * localY;
    placed.vertices[i + 1] = y + sine * localX + cosine * localY;
  }
  origin[0] = x;
  origin[1] = y;
}

/**
 * The motion of B seen from A; for each piece its rate of turning and the distance of its farthest vertex from its
 * origin; then what is left of the interval, the separating direction n, how near the cores may come, and the longest
 * safe stride so far.
 */
const relativeMotion = new Float64Array(13);
const SPEED_X = 0;
const SPEED_Y = 1;
const TURN_A = 2;
const TURN_B = 3;
const REACH_A = 4;
const REACH_B = 5;
const REMAINING = 6;
const NORMAL_X = 7;
const NORMAL_Y = 8;
const TARGET = 9;
const STRIDE = 10;
/** The rate at which n is taken to turn, and how far ahead the gap is asked. */
const TURN = 11;
const AHEAD = 12;

/**
 * Sets the safe stride to the longest of four bounds, in which each piece is represented by its vertices or by the disc
 * they turn in; the normal turns at its rate.
 */
function lengthenStride(): void {
  for (let discs = 0; discs < 4; discs++) tryBound((discs & 1) > 0, discs > 1);
}

/** Value and slope of the lower bound of the gap, less the target. */
const bound = new Float64Array(2);

/** Lengthens the stride to where one bound of the gap has come down to the target, or to Infinity if it stays above. */
function tryBound(isDiscA: boolean, isDiscB: boolean): void {
  const turn = relativeMotion[TURN];
  const normalX = relativeMotion[NORMAL_X];
  const normalY = relativeMotion[NORMAL_Y];
  const speedX = relativeMotion[SPEED_X];
  const speedY = relativeMotion[SPEED_Y];
  const wayX = originB[0] - originA[0];
  const wayY = originB[1] - originA[1];
  const remaining = relativeMotion[REMAINING];
  const endX = wayX + remaining * speedX;
  const endY = wayY + remaining * speedY;
  // The way between the origins is longest at one end.
  const way = Math.sqrt(Math.max(wayX * wayX + wayY * wayY, endX * endX + endY * endY));
  const spinA = relativeMotion[TURN_A] - turn;
  const spinB = relativeMotion[TURN_B] - turn;
  const discA = isDiscA ? relativeMotion[REACH_A] : 0;
  const discB = isDiscB ? relativeMotion[REACH_B] : 0;
  const bend =
    turn * turn * way +
    2 * Math.abs(turn) * Math.sqrt(speedX * speedX + speedY * speedY) +
    spinA * spinA * (relativeMotion[REACH_A] - discA) +
    spinB * spinB * (relativeMotion[REACH_B] - discB);
  const value = normalX * wayX + normalY * wayY - relativeMotion[TARGET] - discA - discB;
  const slope = normalX * speedX + normalY * speedY + turn * (normalX * wayY - normalY * wayX);
  // The value and the slope at the bracket's end bound the root from the right. From there Newton on a concave function
  // runs down to the root without crossing it.
  let h = 0;
  for (let i = 0; i < MAX_ROOT_STEPS; i++) {
    bound[0] = value + h * (slope - 0.5 * bend * h);
    bound[1] = slope - bend * h;
    relativeMotion[AHEAD] = h;
    if (!isDiscB) addReach(placedB, originB, 1, TURN_B);
    if (!isDiscA) addReach(placedA, originA, -1, TURN_A);
    let next = h - bound[0] / bound[1];
    if (i === 0) {
      if (!(bound[0] > 0)) return;
      const root = (2 * bound[0]) / (Math.sqrt(bound[1] * bound[1] + 2 * bend * bound[0]) - bound[1]);
      next = Math.min(root, remaining);
    } else if (bound[0] >= 0 || next === h) {
      relativeMotion[STRIDE] = h === remaining ? Infinity : h;
      return;
    }
    if (!(next > relativeMotion[STRIDE])) return;
    h = next;
  }
}

/**
 * Adds to the bound the smallest of sign · (n·r + h n·v) over the vertices as seen from their origin, and the slope
 * there.
 */
function addReach(placed: ConvexPiece, origin: Float64Array, sign: number, turnOf: number): void {
  const spin = relativeMotion[turnOf] - relativeMotion[TURN];
  const h = relativeMotion[AHEAD];
  const normalX = sign * relativeMotion[NORMAL_X];
  const normalY = sign * relativeMotion[NORMAL_Y];
  let smallest = Infinity;
  let slope = 0;
  for (let i = 0; i < placed.count * PIECE_STRIDE; i += PIECE_STRIDE) {
    const x = placed.vertices[i] - origin[0];
    const y = placed.vertices[i + 1] - origin[1];
    // A turning point moves along its quarter turn.
    const speed = spin * (normalY * x - normalX * y);
    const value = normalX * x + normalY * y + h * speed;
    if (value < smallest) {
      smallest = value;
      slope = speed;
    }
  }
  bound[0] += smallest;
  bound[1] += slope;
}
