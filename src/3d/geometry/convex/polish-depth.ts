import { EPSILON } from '../../../core/tolerance.ts';
import { writeAcross } from '../vector.ts';
import { askSupport, type SupportShape } from './support.ts';
import { closestOnTriangle, triangleTarget, triangleWeights } from './triangle-weights.ts';

// The extent h of B ⊖ A along a unit direction n is n·s, s its support point there. On the sphere of directions the
// slope of h is the part of s across n, and how that part changes gives the curvature: h'' = t·ds/dt − h along a
// tangent t. EPA's polytope comes near a minimum of h on a curved shape by halving faces; Newton's method is there in
// four or five steps.
//
// Where the surface of B ⊖ A has straight lines, as along a capsule, h has a valley with a sharp floor: the support
// point is one end of the line on one side of it and the other end on the other. With one end from each side the floor
// is where both are equally far, up to the curvature, which makes the error of each step about the square of the last
// one's; and along the floor h is smooth again. A flat face with rounded edges makes a pit, where three such sides
// meet, and is found in the same way.

const MAX_ROUNDS = 4;
const MAX_STEPS = 16;
const MAX_HALVINGS = 6;
/** No step turns by more than this tangent. */
const LONGEST_STEP = 0.5;
/** The turn over which the slope is compared: far above rounding, far below the size of what curves. */
const PROBE = 2 ** -17;

/** A slope of this share of the rounding is none. */
const SLOPE_ROUNDING = 1 / 8;

/** How a direction is polished: see {@link polishDepth}. */
export type PolishDepth = (a: SupportShape, b: SupportShape, rounding: Float64Array) => void;

/** The direction that {@link polishDepth} turns. */
export const polishAxis = new Float64Array(3);
/** The points on A and on B that make the extent along it. */
export const polishPoints = new Float64Array(6);

/** Numbers of a support point: on A, on B, their difference. */
const POINT = 9;
const here = new Float64Array(POINT);
const there = new Float64Array(POINT);
/** One point of each side of a valley, or of a pit. */
const sides = new Float64Array(3 * POINT);
/** The direction from which a descent would go on, and the sides there. */
const keptAxis = new Float64Array(3);
const keptSides = new Float64Array(2 * POINT);
/** The direction at which a step of a descent begins. */
const startAxis = new Float64Array(3);
/** The result of the last descent. */
const foundAxis = new Float64Array(3);
const foundPoints = new Float64Array(6);
/** Two unit tangents; in a valley the first runs along its floor. */
const tangents = new Float64Array(6);
const step = new Float64Array(2);
/** Whether the last descent has ended on the floor of a valley or in a pit. */
let inValley = false;
const lean = new Float64Array(3);

/*
 * What the functions below hand to each other stands in arrays, as V8 puts a number on the heap that is handed to a
 * function which it does not inline, or returned by it.
 */

/** The extent that `polishDepth` found. */
export const polishedHeight = new Float64Array(1);
/** The direction that `ask` asks along, and against it. The first is written by its callers. */
const towards = new Float64Array(3);
const against = new Float64Array(3);
/**
 * The extent that the function just called found: `descend`, `settle`, `followValley`, `findFloor`, `settleBetween`.
 */
const found = new Float64Array(1);
/** How far the point that `measureAlong` was last asked about lies along its direction. */
const extent = new Float64Array(1);
/** The rounding of the support points. */
const roundingOfPoints = new Float64Array(1);
/** How far away `probe` asks, and a Newton step's slope, curvature and length. Written by their callers. */
const way = new Float64Array(1);
const newton = new Float64Array(3);
const SLOPE = 0;
const CURVATURE = 1;
const STEP = 2;

/** Writes the support points on A and on B along `towards`, and their difference. */
function ask(out: Float64Array, a: SupportShape, b: SupportShape): void {
  for (let i = 0; i < 3; i++) against[i] = -towards[i];
  askSupport(a, out, 0, against);
  askSupport(b, out, 3, towards);
  for (let i = 0; i < 3; i++) out[6 + i] = out[3 + i] - out[i];
}

/** Asks along the axis. */
function askAlongAxis(out: Float64Array, a: SupportShape, b: SupportShape): void {
  for (let i = 0; i < 3; i++) towards[i] = polishAxis[i];
  ask(out, a, b);
}

/** Asks for the support points a little `way` from the axis; they are left in `there`. */
function probe(a: SupportShape, b: SupportShape, directions: Float64Array, from: number): void {
  for (let i = 0; i < 3; i++) towards[i] = polishAxis[i] + way[0] * directions[from + i];
  ask(there, a, b);
}

/** Writes how far a support point lies along a direction to `extent`. */
function measureAlong(points: Float64Array, directions: Float64Array, at: number): void {
  extent[0] = directions[at] * points[6] + directions[at + 1] * points[7] + directions[at + 2] * points[8];
}

/** Makes the axis, a direction of any length, a unit vector. */
function shortenAxis(): void {
  const x = polishAxis[0];
  const y = polishAxis[1];
  const z = polishAxis[2];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  polishAxis[0] = x * scale;
  polishAxis[1] = y * scale;
  polishAxis[2] = z * scale;
}

/** Sets the axis to a unit direction turned by the step. */
function turnFrom(from: Float64Array): void {
  const u = step[0];
  const v = step[1];
  for (let i = 0; i < 3; i++) polishAxis[i] = from[i] + u * tangents[i] + v * tangents[3 + i];
  shortenAxis();
}

/**
 * Turns the unit direction in {@link polishAxis} downhill to where the extent of B ⊖ A along it has a local minimum, as
 * long as that makes it smaller, and leaves the extent in {@link polishedHeight}, the points of A and B that make it in
 * {@link polishPoints}. What is smooth, or smooth on two or three sides of an edge, is met to `rounding[0]`, that of
 * the support points in units of length.
 */
export function polishDepth(a: SupportShape, b: SupportShape, rounding: Float64Array): void {
  roundingOfPoints[0] = rounding[0];
  polishedHeight[0] = Infinity;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    descend(a, b);
    const lower = found[0];
    if (round > 0 && !(lower < polishedHeight[0] - rounding[0])) {
      // The floor was the bottom, and what was found there is its mix of both sides.
      copy(polishAxis, 0, foundAxis, 3);
      copy(polishPoints, 0, foundPoints, 6);
      break;
    }
    polishedHeight[0] = lower;
    if (!inValley) break;
    copy(foundAxis, 0, polishAxis, 3);
    copy(foundPoints, 0, polishPoints, 6);
  }
}

function copy(to: Float64Array, at: number, from: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) to[at + i] = from[i];
}

/** Goes downhill to a place from which a new start may lead on: the floor of a valley that has only one side. */
function descend(a: SupportShape, b: SupportShape): void {
  inValley = false;
  askAlongAxis(here, a, b);
  measureAlong(here, polishAxis, 0);
  let height = extent[0];
  for (let count = 0; count < MAX_STEPS; count++) {
    writeAcross(tangents, polishAxis, 0);
    found[0] = height;
    if (!setStep(a, b)) break;
    copy(startAxis, 0, polishAxis, 3);
    let lower = false;
    for (let halving = 0; halving <= MAX_HALVINGS && !lower; halving++) {
      turnFrom(startAxis);
      askAlongAxis(there, a, b);
      measureAlong(there, polishAxis, 0);
      const other = extent[0];
      lower = other < height;
      if (lower) {
        height = other;
        copy(here, 0, there, POINT);
      } else {
        // Perhaps a valley has been stepped over.
        copy(sides, 0, here, POINT);
        copy(sides, POINT, there, POINT);
        settle(a, b, 2);
        if (found[0] < height) {
          followValley(a, b);
          return;
        }
      }
      step[0] *= 0.5;
      step[1] *= 0.5;
    }
    if (!lower) {
      copy(polishAxis, 0, startAxis, 3);
      break;
    }
  }
  copy(polishPoints, 0, here, 6);
  found[0] = height;
}

/**
 * Sets Newton's step, with the curvatures taken as positive: from a place that is no valley it leads down as well.
 * Returns false where the slope is rounding. The extent at the axis is in `found`.
 */
function setStep(a: SupportShape, b: SupportShape): boolean {
  const height = found[0];
  measureAlong(here, tangents, 0);
  const gu = extent[0];
  measureAlong(here, tangents, 3);
  const gv = extent[0];
  if (!(Math.sqrt(gu * gu + gv * gv) > SLOPE_ROUNDING * roundingOfPoints[0])) return false;
  way[0] = PROBE;
  probe(a, b, tangents, 0);
  measureAlong(there, tangents, 0);
  const uu = (extent[0] - gu) / PROBE - height;
  measureAlong(there, tangents, 3);
  const mixed = (extent[0] - gv) / PROBE;
  probe(a, b, tangents, 3);
  measureAlong(there, tangents, 3);
  const vv = (extent[0] - gv) / PROBE - height;
  measureAlong(there, tangents, 0);
  const uv = 0.5 * (mixed + (extent[0] - gu) / PROBE);
  // The principal directions: (c, s) and (−s, c), of the half angle of (uu − vv, 2 uv).
  const half = 0.5 * (uu - vv);
  const radius = Math.sqrt(half * half + uv * uv);
  const c = radius > 0 ? Math.sqrt(Math.max(0, 0.5 + (0.5 * half) / radius)) : 1;
  const s = (uv < 0 ? -1 : 1) * Math.sqrt(Math.max(0, 1 - c * c));
  const middle = 0.5 * (uu + vv);
  newton[SLOPE] = c * gu + s * gv;
  newton[CURVATURE] = Math.abs(middle + radius);
  stepAlong();
  const first = newton[STEP];
  newton[SLOPE] = c * gv - s * gu;
  newton[CURVATURE] = Math.abs(middle - radius);
  stepAlong();
  const second = newton[STEP];
  step[0] = c * first - s * second;
  step[1] = s * first + c * second;
  return step[0] !== 0 || step[1] !== 0;
}

/** Writes the step for the slope and the curvature in `newton`. */
function stepAlong(): void {
  const slope = newton[SLOPE];
  const curvature = newton[CURVATURE];
  newton[STEP] = 0;
  if (slope === 0) return;
  if (Math.abs(slope) < LONGEST_STEP * curvature) newton[STEP] = -slope / curvature;
  else newton[STEP] = slope > 0 ? -LONGEST_STEP : LONGEST_STEP;
}

/**
 * Turns the axis to where two or three sides are equally far, as nearly as they and the axis tell, and again from
 * there; leaves the extent along it in `found`, Infinity when the sides are the same.
 */
function settle(a: SupportShape, b: SupportShape, count: number): void {
  found[0] = Infinity;
  for (let turns = 0; turns < MAX_STEPS; turns++) {
    const x = polishAxis[0];
    const y = polishAxis[1];
    const z = polishAxis[2];
    if (!(count === 2 ? levelTwo() : levelThree())) break;
    askAlongAxis(there, a, b);
    measureAlong(there, polishAxis, 0);
    found[0] = extent[0];
    const side = nearestSide(count);
    copy(sides, POINT * side, there, POINT);
    const dx = polishAxis[0] - x;
    const dy = polishAxis[1] - y;
    const dz = polishAxis[2] - z;
    const square = dx * dx + dy * dy + dz * dz;
    // The place is no farther than about the square of the last turn: the other sides have to be asked again from
    // there.
    for (let other = 0; other < count; other++) {
      if (other === side) continue;
      leanTo(other, count);
      way[0] = 4 * square + 64 * EPSILON;
      probe(a, b, lean, 0);
      if (nearestSide(count) === other) copy(sides, POINT * other, there, POINT);
    }
    if (square <= EPSILON * EPSILON) break;
  }
}

function difference(from: number, to: number, i: number): number {
  return sides[POINT * to + 6 + i] - sides[POINT * from + 6 + i];
}

/** Turns the axis until it is perpendicular to the line between two sides. */
function levelTwo(): boolean {
  const x = difference(0, 1, 0);
  const y = difference(0, 1, 1);
  const z = difference(0, 1, 2);
  const square = x * x + y * y + z * z;
  const tilt = -(polishAxis[0] * x + polishAxis[1] * y + polishAxis[2] * z) / square;
  if (!(Math.abs(tilt) < Infinity)) return false;
  polishAxis[0] = polishAxis[0] + tilt * x;
  polishAxis[1] = polishAxis[1] + tilt * y;
  polishAxis[2] = polishAxis[2] + tilt * z;
  shortenAxis();
  return true;
}

/** Turns the axis to the normal of the plane through three sides. */
function levelThree(): boolean {
  const ux = difference(0, 1, 0);
  const uy = difference(0, 1, 1);
  const uz = difference(0, 1, 2);
  const vx = difference(0, 2, 0);
  const vy = difference(0, 2, 1);
  const vz = difference(0, 2, 2);
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const ahead = x * polishAxis[0] + y * polishAxis[1] + z * polishAxis[2];
  if (ahead === 0 || !(x * x + y * y + z * z < Infinity)) return false;
  const sign = ahead < 0 ? -1 : 1;
  polishAxis[0] = sign * x;
  polishAxis[1] = sign * y;
  polishAxis[2] = sign * z;
  shortenAxis();
  return true;
}

/** Returns the side whose point is nearest to the point in `there`. */
function nearestSide(count: number): number {
  let nearest = Infinity;
  let best = 0;
  for (let side = 0; side < count; side++) {
    let square = 0;
    for (let i = 6; i < POINT; i++) {
      const d = there[i] - sides[POINT * side + i];
      square += d * d;
    }
    if (square < nearest) {
      nearest = square;
      best = side;
    }
  }
  return best;
}

/** Sets the unit direction in which a side gains over the others. */
function leanTo(side: number, count: number): void {
  let square = 0;
  for (let i = 0; i < 3; i++) {
    let sum = 0;
    for (let other = 0; other < count; other++) sum += difference(other, side, i);
    lean[i] = sum;
    square += sum * sum;
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let i = 0; i < 3; i++) lean[i] *= scale;
}

function keepFloor(): void {
  copy(keptAxis, 0, polishAxis, 3);
  copy(keptSides, 0, sides, 2 * POINT);
}

/**
 * Goes along the floor of a valley, on which it is and whose extent is in `found`, to where that is lowest; leaves the
 * extent in `found` and mixes the points of its sides.
 */
function followValley(a: SupportShape, b: SupportShape): void {
  let height = found[0];
  inValley = true;
  keepFloor();
  for (let count = 0; count < MAX_STEPS; count++) {
    setFloorTangent();
    // Along the floor both sides have the same slope.
    measureAlong(sides, tangents, 0);
    const slope = extent[0];
    if (!(Math.abs(slope) > SLOPE_ROUNDING * roundingOfPoints[0])) break;
    // The two sides curve differently, and the floor lies between.
    step[0] = PROBE;
    step[1] = 0;
    turnFrom(keptAxis);
    findFloor(a, b);
    setFloorTangent();
    newton[SLOPE] = slope;
    measureAlong(sides, tangents, 0);
    newton[CURVATURE] = Math.abs(extent[0] - slope) / PROBE;
    stepAlong();
    step[0] = newton[STEP];
    copy(polishAxis, 0, keptAxis, 3);
    copy(sides, 0, keptSides, 2 * POINT);
    setFloorTangent();
    let lower = false;
    for (let halving = 0; halving <= MAX_HALVINGS && !lower; halving++) {
      turnFrom(keptAxis);
      findFloor(a, b);
      const other = found[0];
      lower = other < height;
      if (lower) {
        height = other;
      } else {
        settleBetween(a, b);
        if (found[0] < height) return;
      }
      step[0] *= 0.5;
    }
    if (!lower) break;
    keepFloor();
  }
  copy(polishAxis, 0, keptAxis, 3);
  copy(sides, 0, keptSides, 2 * POINT);
  copy(sides, 2 * POINT, keptSides, POINT);
  found[0] = height;
  mixSides();
}

/** The floor next to where a step along it has led; its extent is left in `found`. */
function findFloor(a: SupportShape, b: SupportShape): void {
  copy(sides, 0, keptSides, 2 * POINT);
  leanTo(0, 2);
  way[0] = step[0] * step[0] + PROBE;
  probe(a, b, lean, 0);
  copy(sides, 0, there, POINT);
  way[0] = -way[0];
  probe(a, b, lean, 0);
  copy(sides, POINT, there, POINT);
  settle(a, b, 2);
}

/**
 * The pit between the sides of the valley and what lies beyond a step along it; Infinity in `found` if there is none.
 */
function settleBetween(a: SupportShape, b: SupportShape): void {
  turnFrom(keptAxis);
  copy(sides, 0, keptSides, 2 * POINT);
  way[0] = 0;
  probe(a, b, tangents, 0);
  copy(sides, 2 * POINT, there, POINT);
  copy(polishAxis, 0, keptAxis, 3);
  settle(a, b, 3);
  if (found[0] < Infinity) mixSides();
}

function setFloorTangent(): void {
  const wx = difference(0, 1, 0);
  const wy = difference(0, 1, 1);
  const wz = difference(0, 1, 2);
  const x = polishAxis[1] * wz - polishAxis[2] * wy;
  const y = polishAxis[2] * wx - polishAxis[0] * wz;
  const z = polishAxis[0] * wy - polishAxis[1] * wx;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  tangents[0] = x * scale;
  tangents[1] = y * scale;
  tangents[2] = z * scale;
}

/** Mixes of the sides' points what lies most nearly along the axis, at the extent in `found`. */
function mixSides(): void {
  for (let i = 0; i < 3; i++) triangleTarget[i] = polishAxis[i] * found[0];
  closestOnTriangle(sides, 6, POINT + 6, 2 * POINT + 6);
  const v = triangleWeights[1];
  const w = triangleWeights[2];
  for (let i = 0; i < 6; i++) {
    const base = sides[i];
    polishPoints[i] = base + v * (sides[POINT + i] - base) + w * (sides[2 * POINT + i] - base);
  }
}
