import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type GjkCache, gjkRounding, runGjkSupport, writeSeparatingAxis } from './gjk.ts';
import { SIMPLEX_A, SIMPLEX_B, writeWitness } from './gjk-simplex.ts';
import { writePlaceAt, writeTurn } from './motion.ts';
import { POSE_STRIDE } from './pose.ts';
import type { Support } from './support.ts';

/** The shapes touch at the time returned, to the tolerance. */
export const TOI_HIT = 0;
/** They do not touch in the interval. */
export const TOI_MISS = 1;
/** They overlap or touch at time 0. */
export const TOI_OVERLAPPED = 2;
/** The limit was reached: no contact before the time returned, which may be early. */
export const TOI_ITERATION_LIMIT = 3;

/** Default limit of GJK runs. The gap shrinks by a fixed share each time: 20 to 60 runs are usual, grazing takes more. */
export const TOI_MAX_ITERATIONS = 256;
/** Default tolerance, relative to the sum of the radii. */
const DEFAULT_TOLERANCE = 1e-10;
/** Steps along one separating axis before GJK finds a better one. */
const STEPS_PER_AXIS = 8;
/** A new axis is worth finding once the gap along the old one has shrunk to this share. */
const NEW_AXIS_SHARE = 0.25;

/** How the last call of {@link timeOfImpactConvex} went, and its settings. */
export interface ToiReport {
  maxIterations: number;
  /** The gap that counts as contact, in units of length; 0 for 1e-10 of the sum of the radii. */
  tolerance: number;
  iterations: number;
  /** One of TOI_HIT, TOI_MISS, …. */
  termination: number;
}

/** Makes a report with the default settings. */
export function createToiReport(): ToiReport {
  return { maxIterations: TOI_MAX_ITERATIONS, tolerance: 0, iterations: 0, termination: TOI_MISS };
}

/** Numbers of a place: rotation matrix, position. */
const PLACE = 12;
const places = new Float64Array(2 * PLACE);
/** For each shape: unit axis of its turning, greatest angular speed. */
const turns = new Float64Array(8);
let shapeA: Support | undefined;
let shapeB: Support | undefined;

/** Asks a shape in its own frame and takes the answer to the world, or to the common origin there. */
function posed(
  shape: Support,
  place: number,
  out: Float64Array,
  o: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const r = places;
  const p = place;
  const feature = shape(
    out,
    o,
    r[p]! * dx + r[p + 3]! * dy + r[p + 6]! * dz,
    r[p + 1]! * dx + r[p + 4]! * dy + r[p + 7]! * dz,
    r[p + 2]! * dx + r[p + 5]! * dy + r[p + 8]! * dz,
  );
  const x = out[o]!;
  const y = out[o + 1]!;
  const z = out[o + 2]!;
  out[o] = r[p]! * x + r[p + 1]! * y + r[p + 2]! * z + r[p + 9]!;
  out[o + 1] = r[p + 3]! * x + r[p + 4]! * y + r[p + 5]! * z + r[p + 10]!;
  out[o + 2] = r[p + 6]! * x + r[p + 7]! * y + r[p + 8]! * z + r[p + 11]!;
  return feature;
}

const posedA: Support = (out, outOffset, dx, dy, dz) => posed(shapeA!, 0, out, outOffset, dx, dy, dz);
const posedB: Support = (out, outOffset, dx, dy, dz) => posed(shapeB!, PLACE, out, outOffset, dx, dy, dz);

const reach = new Float64Array(3);
/** The unit separating axis at hand, from A to B. */
const axis = new Float64Array(3);

function measureGap(): number {
  const x = axis[0]!;
  const y = axis[1]!;
  const z = axis[2]!;
  posedB(reach, 0, -x, -y, -z);
  const near = x * reach[0]! + y * reach[1]! + z * reach[2]!;
  posedA(reach, 0, x, y, z);
  return near - (x * reach[0]! + y * reach[1]! + z * reach[2]!);
}

/** Where the two motions start: positions are kept relative to this, which keeps digits far from the origin. */
const base = new Float64Array(3);

function placeAt(
  motionA: NumberArray,
  motionAOffset: number,
  motionB: NumberArray,
  motionBOffset: number,
  time: number,
): void {
  writePlaceAt(places, 0, motionA, motionAOffset, time);
  writePlaceAt(places, PLACE, motionB, motionBOffset, time);
  for (let i = 0; i < 3; i++) {
    places[9 + i]! -= base[i]!;
    places[PLACE + 9 + i]! -= base[i]!;
  }
}

/** The greatest speed at which the gap along the axis can close: that of the centres, and what turning adds. */
function closingSpeed(
  motionA: NumberArray,
  motionAOffset: number,
  radiusA: number,
  motionB: NumberArray,
  motionBOffset: number,
  radiusB: number,
): number {
  let speed = turningSpeed(0, radiusA) + turningSpeed(4, radiusB);
  for (let i = 0; i < 3; i++) {
    const stepA = motionA[motionAOffset + POSE_STRIDE + i]! - motionA[motionAOffset + i]!;
    const stepB = motionB[motionBOffset + POSE_STRIDE + i]! - motionB[motionBOffset + i]!;
    speed += axis[i]! * (stepA - stepB);
  }
  return speed;
}

/** The greatest speed at which the distance can shrink, whatever the axis. */
function greatestSpeed(
  motionA: NumberArray,
  motionAOffset: number,
  radiusA: number,
  motionB: NumberArray,
  motionBOffset: number,
  radiusB: number,
): number {
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const stepA = motionA[motionAOffset + POSE_STRIDE + i]! - motionA[motionAOffset + i]!;
    const stepB = motionB[motionBOffset + POSE_STRIDE + i]! - motionB[motionBOffset + i]!;
    square += (stepA - stepB) * (stepA - stepB);
  }
  return Math.sqrt(square) + turns[3]! * radiusA + turns[7]! * radiusB;
}

/** A point at most a radius from the turning axis moves along n at most by angular speed · radius · |n × turning axis|. */
function turningSpeed(turn: number, radius: number): number {
  const cx = axis[1]! * turns[turn + 2]! - axis[2]! * turns[turn + 1]!;
  const cy = axis[2]! * turns[turn]! - axis[0]! * turns[turn + 2]!;
  const cz = axis[0]! * turns[turn + 1]! - axis[1]! * turns[turn]!;
  return turns[turn + 3]! * radius * Math.sqrt(cx * cx + cy * cy + cz * cz);
}

/**
 * Computes the time of impact of two convex shapes that move and turn. Each is given by its support in its own frame, the
 * greatest distance of any of its points from the origin of that frame, about which it turns (`boundingRadius` of a hull), and
 * its motion (two poses, see motion.ts). Returns the time 0..1 at which their gap first shrinks to the tolerance, `Infinity` if
 * it never does, 0 if they overlap or touch at the start, and writes a contact point midway and the unit normal from A to B
 * (6 numbers; a zero normal for overlap at the start; nothing for a miss). NaN gives `Infinity`.
 *
 * Conservative advancement: along the axis between the closest points the gap closes no faster than the centres approach plus
 * what turning can add, so for gap / speed nothing can happen, and time advances by that; then again with the new gap. Time never
 * passes a contact, however fast or thin the shapes. `report.termination` tells a hit from the iteration limit, at which the time
 * returned is still before any contact.
 *
 * Source: Mirtich, Impulse-based Dynamic Simulation, 1996; Ericson, Real-Time Collision Detection, 5.5; Catto, Continuous
 * Collision, GDC 2013.
 */
export function timeOfImpactConvex(
  out: WritableNumberArray,
  outOffset: number,
  a: Support,
  radiusA: number,
  motionA: NumberArray,
  motionAOffset: number,
  b: Support,
  radiusB: number,
  motionB: NumberArray,
  motionBOffset: number,
  cache: GjkCache,
  report: ToiReport,
): number {
  shapeA = a;
  shapeB = b;
  writeTurn(turns, 0, motionA, motionAOffset);
  writeTurn(turns, 4, motionB, motionBOffset);
  for (let i = 0; i < 3; i++) base[i] = motionB[motionBOffset + i]!;
  const wanted = report.tolerance > 0 ? report.tolerance : DEFAULT_TOLERANCE * (radiusA + radiusB);
  let time = 0;
  report.iterations = 0;
  report.termination = TOI_ITERATION_LIMIT;
  axis.fill(0);
  while (report.iterations < report.maxIterations) {
    report.iterations++;
    placeAt(motionA, motionAOffset, motionB, motionBOffset, time);
    const distance = runGjkSupport(posedA, posedB, cache);
    const tolerance = Math.max(wanted, 4 * gjkRounding());
    if (!(distance > tolerance)) {
      report.termination = time === 0 ? TOI_OVERLAPPED : TOI_HIT;
      if (!(distance >= 0)) {
        report.termination = TOI_MISS;
        time = Infinity;
      }
      break;
    }
    writeSeparatingAxis(axis, 0);
    const speed = closingSpeed(motionA, motionAOffset, radiusA, motionB, motionBOffset, radiusB);
    // Half a tolerance is left over, so that the next run finds a gap and with it a normal.
    const goal = 0.5 * tolerance;
    let gap = measureGap();
    if (!(gap > NEW_AXIS_SHARE * distance)) {
      // Rounding has turned the axis between points this close. The distance itself is good, and it shrinks no faster than this.
      const room = distance - goal;
      const most = greatestSpeed(motionA, motionAOffset, radiusA, motionB, motionBOffset, radiusB);
      time = most * (1 - time) > room ? time + room / most : Infinity;
    }
    for (let step = 0; step < STEPS_PER_AXIS && gap > tolerance && gap > NEW_AXIS_SHARE * distance; step++) {
      const room = gap - goal;
      if (!(speed * (1 - time) > room)) {
        time = Infinity;
        break;
      }
      time += room / speed;
      placeAt(motionA, motionAOffset, motionB, motionBOffset, time);
      gap = measureGap();
    }
    if (time === Infinity) {
      report.termination = TOI_MISS;
      break;
    }
  }
  shapeA = undefined;
  shapeB = undefined;
  if (time !== Infinity) writeImpact(out, outOffset, time);
  return time;
}

function writeImpact(out: WritableNumberArray, outOffset: number, time: number): void {
  writeWitness(out, outOffset, SIMPLEX_A);
  writeWitness(reach, 0, SIMPLEX_B);
  for (let i = 0; i < 3; i++) {
    out[outOffset + i] = base[i]! + 0.5 * (out[outOffset + i]! + reach[i]!);
    out[outOffset + 3 + i] = time > 0 ? axis[i]! : 0;
  }
}
