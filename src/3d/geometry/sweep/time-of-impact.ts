import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import {
  createToiReport,
  TOI_HIT,
  TOI_ITERATION_LIMIT,
  TOI_MISS,
  TOI_OVERLAPPED,
  type ToiReport,
} from '../../../core/toi-report.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { coldGjkCache, type GjkCache, gjkDistance, gjkRounding, runGjk, writeSeparatingAxis } from '../convex/gjk.ts';
import { SIMPLEX_A, SIMPLEX_B, SIMPLEX_STRIDE, simplex, simplexPoints, writeWitness } from '../convex/gjk-simplex.ts';
import { POSE_STRIDE } from '../convex/pose.ts';
import { askSupport, type Support, type SupportedShape, type SupportShape } from '../convex/support.ts';
import {
  PLACE_POSITION,
  PLACE_STRIDE,
  PLACE_TURN,
  PREPARED_SPEED,
  PREPARED_STRIDE,
  prepareMotion,
  writePlace,
} from './motion.ts';

// Let n(t) = n + t n' be an axis that turns a little, and y(t) the way from a point of A to one of B. The gap between
// the two along the axis is n(t)·y(t), and its second derivative is no more than 2 |n'| |y'| + |n| |y''| ≤ 2 (|n'|
// speed + acceleration), since |n| < 2 for as long as the axis is used. A function bent no more than 2 bend lies
// above its chord over a way h, less bend · s (h − s) at s. At both ends each pair of points is at least as far apart
// as the whole shapes are, so this holds for the shapes as well: from the gaps at both ends follows how far one may
// go. Where the gap closes, the rest of it shrinks to about the power 3/2 in a step; where shapes graze, steps
// are as long as the root of the gap, and it takes as many as it has digits. For that the axis has to turn with the
// face or the edges between which it was found: otherwise their far ends would close the gap along it.

/** Default tolerance, relative to the sum of the radii. */
const DEFAULT_TOLERANCE = 1e-10;
/** Steps along one separating axis before GJK finds a better one. */
const STEPS_PER_AXIS = 16;
/** A new axis is worth finding once the gap along the old one has shrunk to this share. */
const NEW_AXIS_SHARE = 2 ** -8;
/** A new axis is worth finding as well once the old one has turned by this tangent; no step turns it farther. */
const FARTHEST_TURN = 0.5;
/**
 * The fastest turn of an axis, in multiples of the speed of the shapes. Where the simplex makes an axis turn faster, it
 * is too thin for its edges to say how the axis turns.
 */
const FASTEST_TURN = 64;

/** Both motions, relative to the start of B's motion, which keeps digits far from the origin. */
const motions = new Float64Array(2 * PREPARED_STRIDE);
const places = new Float64Array(2 * PLACE_STRIDE);
let shapeA: SupportShape | undefined;
let shapeB: SupportShape | undefined;
/** The direction of a support in the frame of a shape. */
const asked = new Float64Array(3);

/** Asks a shape in its own frame and takes the answer to the world, or to the common origin there. */
function askPosed(shape: SupportShape, place: number, out: Float64Array, o: number, direction: Float64Array): number {
  const r = places;
  const p = place;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  for (let i = 0; i < 3; i++) asked[i] = r[p + i] * dx + r[p + 3 + i] * dy + r[p + 6 + i] * dz;
  const feature = askSupport(shape, out, o, asked);
  const x = out[o];
  const y = out[o + 1];
  const z = out[o + 2];
  for (let i = 0; i < 3; i++) {
    const row = p + 3 * i;
    out[o + i] = r[row] * x + r[row + 1] * y + r[row + 2] * z + r[p + PLACE_POSITION + i];
  }
  return feature;
}

const posedA: SupportedShape = {
  writeSupport: (out, outOffset, direction) => askPosed(shapeA!, 0, out, outOffset, direction),
};
const posedB: SupportedShape = {
  writeSupport: (out, outOffset, direction) => askPosed(shapeB!, PLACE_STRIDE, out, outOffset, direction),
};

/** The current time; how long ago the axis was found, and the gap that `measureGap` writes. */
const search = new Float64Array(5);
const TIME = 0;
const AGE = 1;
const GAP = 2;
/** The distance of the cores at which the shapes are in contact: the sum of the radii. */
const AROUND = 3;
/** How fast the axis turns. */
const TURN_SPEED = 4;
/** The index at which `writeTimeOfImpact` writes the time. */
export const IMPACT_TIME = 6;

function placeBoth(): void {
  writePlace(places, 0, motions, 0, search);
  writePlace(places, PLACE_STRIDE, motions, PREPARED_STRIDE, search);
}

const supportPoint = new Float64Array(3);
/**
 * The unit separating axis that GJK found last, from A to B, how it turns in a unit of time, and where that has brought
 * it.
 */
const axis = new Float64Array(3);
const turning = new Float64Array(3);
const turned = new Float64Array(3);

const against = new Float64Array(3);

/** Places the shapes at the current time and measures the gap along the axis, which has turned since it was found. */
function measureGap(): void {
  placeBoth();
  let square = 0;
  for (let i = 0; i < 3; i++) {
    turned[i] = axis[i] + search[AGE] * turning[i];
    square += turned[i] * turned[i];
  }
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < 3; i++) {
    turned[i] *= scale;
    against[i] = -turned[i];
  }
  const x = turned[0];
  const y = turned[1];
  const z = turned[2];
  posedB.writeSupport(supportPoint, 0, against);
  const near = x * supportPoint[0] + y * supportPoint[1] + z * supportPoint[2];
  posedA.writeSupport(supportPoint, 0, turned);
  search[GAP] = near - (x * supportPoint[0] + y * supportPoint[1] + z * supportPoint[2]) - search[AROUND];
}

/** For each shape: how the axis would have to turn with it. */
const sweeps = new Float64Array(6);
const edge = new Float64Array(3);
const across = new Float64Array(3);

/**
 * Sets how the axis turns for it to stay perpendicular to the edges of the simplex: to the face of the one shape or the
 * edges of both that GJK found nearest, as they turn. An edge of the simplex is one of B less one of A, e = f − g, each
 * turns with its shape, and n·(f' − g') + n'·e = 0 asks that n'·e = sweepB·f − sweepA·g. Writes how fast the axis
 * turns.
 */
function setTurning(): void {
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const p = PLACE_TURN;
    const q = PLACE_STRIDE + PLACE_TURN;
    sweeps[i] = places[p + j] * axis[k] - places[p + k] * axis[j];
    sweeps[3 + i] = places[q + j] * axis[k] - places[q + k] * axis[j];
    turning[i] = 0;
    across[i] = 0;
  }
  let before = Infinity;
  let speed = 0;
  for (let point = 1; point < simplex.count; point++) {
    const p = point * SIMPLEX_STRIDE;
    let wanted = 0;
    let covered = 0;
    for (let i = 0; i < 3; i++) {
      const f = simplexPoints[p + SIMPLEX_B + i] - simplexPoints[SIMPLEX_B + i];
      const g = simplexPoints[p + SIMPLEX_A + i] - simplexPoints[SIMPLEX_A + i];
      edge[i] = f - g;
      wanted += sweeps[3 + i] * f - sweeps[i] * g - turning[i] * edge[i];
      covered += across[i] * edge[i];
    }
    let square = 0;
    for (let i = 0; i < 3; i++) {
      across[i] = edge[i] - (covered / before) * across[i];
      square += across[i] * across[i];
    }
    for (let i = 0; i < 3; i++) turning[i] += (wanted / square) * across[i];
    speed += (wanted * wanted) / square;
    before = square;
  }
  search[TURN_SPEED] = Math.sqrt(speed);
  const fastest = motions[PREPARED_SPEED] + motions[PREPARED_STRIDE + PREPARED_SPEED];
  if (search[TURN_SPEED] <= FASTEST_TURN * fastest) return;
  turning.fill(0);
  search[TURN_SPEED] = 0;
}

const defaultReport = /* @__PURE__ */ createToiReport();

/** A convex shape and how it moves. Routines only read it, so one object serves any number of calls. */
export interface MovingConvex {
  /** The shape, in its own frame. */
  readonly support: Support;
  /**
   * The greatest distance of any of its points from the origin of that frame, about which it turns: `boundingRadius` of
   * a hull.
   */
  readonly boundingRadius: number;
  /** A radius around all of that, which the support leaves out. Default 0. */
  readonly radius?: number;
  /** The poses at the start and at the end (14 numbers), see `writePoseAt` for what is in between. */
  readonly motion: NumberArray;
  /** The index of the first number of the motion. Default 0. */
  readonly motionOffset?: number;
}

/** A moving shape whose support may also be an object. */
export interface MovingShape extends Omit<MovingConvex, 'support'> {
  readonly support: SupportShape;
}

/**
 * Computes the time of impact of two convex shapes that move and turn. Returns the time 0..1 at which their gap first
 * shrinks to the tolerance, `Infinity` if it never does, 0 if they overlap or touch at the start, and writes a contact
 * point midway and the unit normal from A to B (6 numbers; a zero normal for overlap at the start; nothing for a miss).
 * NaN gives `Infinity`.
 *
 * Conservative advancement of second order, see above: time never passes a contact, however fast or thin the shapes,
 * and comes to it in a few steps even where they graze. `report.termination` tells a hit from the iteration limit, at
 * which the time returned is still before any contact.
 *
 * Source: Mirtich, Impulse-based Dynamic Simulation, 1996; Ericson, Real-Time Collision Detection, 5.5; Catto,
 * Continuous Collision, GDC 2013.
 */
export function timeOfImpact(
  out: WritableNumberArray,
  outOffset: number,
  a: MovingConvex,
  b: MovingConvex,
  cache: GjkCache = coldGjkCache(),
  report: ToiReport = defaultReport,
): number {
  writeTimeOfImpact(found, a, b, cache, report);
  const time = found[IMPACT_TIME];
  if (time <= 1) for (let i = 0; i < IMPACT_TIME; i++) out[outOffset + i] = found[i];
  return time;
}

const found = new Float64Array(IMPACT_TIME + 1);

/**
 * Does what `timeOfImpact` does, and writes the time too, after the point and the normal: a returned number is put on
 * the heap.
 */
export function writeTimeOfImpact(
  out: Float64Array,
  a: MovingShape,
  b: MovingShape,
  cache: GjkCache,
  report: ToiReport,
): void {
  shapeA = a.support;
  shapeB = b.support;
  const radiusA = a.boundingRadius;
  const radiusB = b.boundingRadius;
  const around = (a.radius ?? 0) + (b.radius ?? 0);
  const motionA = a.motion;
  const motionB = b.motion;
  const motionAOffset = a.motionOffset ?? 0;
  const motionBOffset = b.motionOffset ?? 0;
  prepareMotion(motions, 0, motionA, motionAOffset, motionB, motionBOffset);
  prepareMotion(motions, PREPARED_STRIDE, motionB, motionBOffset, motionB, motionBOffset);
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const step = motions[POSE_STRIDE + i] - motions[i] - motions[PREPARED_STRIDE + POSE_STRIDE + i];
    square += step * step;
  }
  const turnA = motions[PREPARED_SPEED];
  const turnB = motions[PREPARED_STRIDE + PREPARED_SPEED];
  // No point of one shape moves faster than this as seen from a point of the other, and none is accelerated more.
  const speed = Math.sqrt(square) + turnA * radiusA + turnB * radiusB;
  const acceleration = turnA * turnA * radiusA + turnB * turnB * radiusB;
  const wanted = Math.max(report.tolerance || DEFAULT_TOLERANCE * (radiusA + radiusB + around), 4 * EPSILON * speed);
  search[AROUND] = around;
  let time = 0;
  report.iterations = 0;
  report.termination = TOI_ITERATION_LIMIT;
  turned.fill(0);
  while (time <= 1 && report.iterations < report.maxIterations) {
    report.iterations++;
    search[TIME] = time;
    placeBoth();
    runGjk(posedA, posedB, cache);
    const distance = gjkDistance() - around;
    const tolerance = Math.max(wanted, 4 * gjkRounding());
    if (!(distance > tolerance)) {
      report.termination = time === 0 ? TOI_OVERLAPPED : TOI_HIT;
      if (Number.isNaN(distance)) time = Infinity;
      break;
    }
    writeSeparatingAxis(axis, 0);
    setTurning();
    const turnSpeed = search[TURN_SPEED];
    const bend = turnSpeed * speed + acceleration;
    const longest = FARTHEST_TURN / turnSpeed;
    const since = time;
    // Half a tolerance is left over, so that the next run finds a gap and with it a normal.
    const goal = 0.5 * tolerance;
    const least = Math.max(tolerance, NEW_AXIS_SHARE * distance);
    search[AGE] = 0;
    measureGap();
    let gap = search[GAP];
    if (!(gap > least)) {
      // Rounding has turned the axis between points this close. The distance itself is good, and it shrinks no faster
      // than this.
      time += (distance - goal) / speed;
    }
    for (let step = 0; step < STEPS_PER_AXIS && gap > least && time <= 1 && time - since <= longest; step++) {
      const room = gap - goal;
      const way = Math.min(1 - time, longest, 2 * Math.sqrt(room / bend));
      search[TIME] = time + way;
      search[AGE] = time + way - since;
      measureGap();
      gap = search[GAP];
      const sag = bend * way * way;
      const fall = room - (gap - goal) + sag;
      // The quotient is NaN where there is no root.
      const share = (2 * room) / (fall + Math.sqrt(fall * fall - 4 * sag * room));
      if (fall > 0 && share <= 1) {
        time += Math.max(share * way, room / speed);
        search[TIME] = time;
        search[AGE] = time - since;
        measureGap();
        gap = search[GAP];
      } else time = way === 1 - time ? Infinity : time + way;
    }
  }
  shapeA = undefined;
  shapeB = undefined;
  if (!(time <= 1)) {
    report.termination = TOI_MISS;
    out[IMPACT_TIME] = Infinity;
    return;
  }
  writeWitness(out, 0, SIMPLEX_A);
  writeWitness(supportPoint, 0, SIMPLEX_B);
  // Midway between the surfaces, not between the cores; the normal leads from A to B.
  const lean = time > 0 ? (a.radius ?? 0) - (b.radius ?? 0) : 0;
  for (let i = 0; i < 3; i++) {
    out[i] = motionB[motionBOffset + i] + 0.5 * (out[i] + supportPoint[i] + lean * turned[i]);
    out[3 + i] = time > 0 ? turned[i] : 0;
  }
  out[IMPACT_TIME] = time;
}
