import { EPSILON } from '../../../core/tolerance.ts';
import { writePerpendicular, writeVector } from '../vector.ts';
import type { Support } from './support.ts';
import { closestOnTriangle, triangleWeights } from './triangle-weights.ts';

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
/** Where a descent would go on from, and the sides there. */
const keptAxis = new Float64Array(3);
const keptSides = new Float64Array(2 * POINT);
/** The result of the last descent. */
const foundAxis = new Float64Array(3);
const foundPoints = new Float64Array(6);
/** Two unit tangents; in a valley the first runs along its floor. */
const tangents = new Float64Array(6);
const step = new Float64Array(2);
/** Whether the last descent has ended on the floor of a valley or in a pit. */
let inValley = false;
const lean = new Float64Array(3);

/** Writes the support points on A and on B along a direction, and their difference. */
function ask(out: Float64Array, a: Support, b: Support, x: number, y: number, z: number): void {
  a(out, 0, -x, -y, -z);
  b(out, 3, x, y, z);
  for (let i = 0; i < 3; i++) out[6 + i] = out[3 + i] - out[i];
}

/** Asks for the support points a little way from the axis; they are left in `there`. */
function probe(a: Support, b: Support, towards: Float64Array, from: number, way: number): void {
  ask(
    there,
    a,
    b,
    polishAxis[0] + way * towards[from],
    polishAxis[1] + way * towards[from + 1],
    polishAxis[2] + way * towards[from + 2],
  );
}

function along(points: Float64Array, directions: Float64Array, at: number): number {
  return directions[at] * points[6] + directions[at + 1] * points[7] + directions[at + 2] * points[8];
}

/** Sets the axis to a direction of any length. */
function setAxis(x: number, y: number, z: number): void {
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  writeVector(polishAxis, 0, x * scale, y * scale, z * scale);
}

/** Sets the axis to a unit direction turned by the step. */
function turnFrom(x: number, y: number, z: number): void {
  const t = tangents;
  const u = step[0];
  const v = step[1];
  setAxis(x + u * t[0] + v * t[3], y + u * t[1] + v * t[4], z + u * t[2] + v * t[5]);
}

/** Two unit vectors perpendicular to the axis and to each other. */
function setTangents(): void {
  const x = polishAxis[0];
  const y = polishAxis[1];
  const z = polishAxis[2];
  writePerpendicular(tangents, 0, x, y, z);
  tangents[3] = y * tangents[2] - z * tangents[1];
  tangents[4] = z * tangents[0] - x * tangents[2];
  tangents[5] = x * tangents[1] - y * tangents[0];
}

/**
 * Turns the unit direction in {@link polishAxis} downhill to where the extent of B ⊖ A along it has a local minimum, as
 * long as that makes it smaller, and returns the extent; the points of A and B that make it are left in {@link
 * polishPoints}. What is smooth, or smooth on two or three sides of an edge, is met to `rounding`, that of the support
 * points in units of length.
 */
export function polishDepth(a: Support, b: Support, rounding: number): number {
  let height = Infinity;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const lower = descend(a, b, rounding);
    if (round > 0 && !(lower < height - rounding)) {
      // The floor was the bottom, and what was found there is its mix of both sides.
      polishAxis.set(foundAxis);
      polishPoints.set(foundPoints);
      break;
    }
    height = lower;
    if (!inValley) break;
    foundAxis.set(polishAxis);
    foundPoints.set(polishPoints);
  }
  return height;
}

/** Goes downhill to a place from which a new start may lead on: the floor of a valley that has only one side. */
function descend(a: Support, b: Support, rounding: number): number {
  inValley = false;
  ask(here, a, b, polishAxis[0], polishAxis[1], polishAxis[2]);
  let height = along(here, polishAxis, 0);
  for (let count = 0; count < MAX_STEPS; count++) {
    setTangents();
    if (!setStep(a, b, height, rounding)) break;
    const x = polishAxis[0];
    const y = polishAxis[1];
    const z = polishAxis[2];
    let lower = false;
    for (let halving = 0; halving <= MAX_HALVINGS && !lower; halving++) {
      turnFrom(x, y, z);
      ask(there, a, b, polishAxis[0], polishAxis[1], polishAxis[2]);
      const other = along(there, polishAxis, 0);
      lower = other < height;
      if (lower) {
        height = other;
        here.set(there);
      } else {
        // Perhaps a valley has been stepped over.
        sides.set(here);
        sides.set(there, POINT);
        const floor = settle(a, b, 2);
        if (floor < height) return followValley(a, b, floor, rounding);
      }
      step[0] *= 0.5;
      step[1] *= 0.5;
    }
    if (!lower) {
      writeVector(polishAxis, 0, x, y, z);
      break;
    }
  }
  for (let i = 0; i < 6; i++) polishPoints[i] = here[i];
  return height;
}

/**
 * Sets Newton's step, with the curvatures taken as positive: from a place that is no valley it leads down as well.
 * Returns false where the slope is rounding.
 */
function setStep(a: Support, b: Support, height: number, rounding: number): boolean {
  const gu = along(here, tangents, 0);
  const gv = along(here, tangents, 3);
  if (!(Math.sqrt(gu * gu + gv * gv) > SLOPE_ROUNDING * rounding)) return false;
  probe(a, b, tangents, 0, PROBE);
  const uu = (along(there, tangents, 0) - gu) / PROBE - height;
  const mixed = (along(there, tangents, 3) - gv) / PROBE;
  probe(a, b, tangents, 3, PROBE);
  const vv = (along(there, tangents, 3) - gv) / PROBE - height;
  const uv = 0.5 * (mixed + (along(there, tangents, 0) - gu) / PROBE);
  // The principal directions: (c, s) and (−s, c), of the half angle of (uu − vv, 2 uv).
  const half = 0.5 * (uu - vv);
  const radius = Math.sqrt(half * half + uv * uv);
  const c = radius > 0 ? Math.sqrt(Math.max(0, 0.5 + (0.5 * half) / radius)) : 1;
  const s = (uv < 0 ? -1 : 1) * Math.sqrt(Math.max(0, 1 - c * c));
  const middle = 0.5 * (uu + vv);
  const first = stepAlong(c * gu + s * gv, Math.abs(middle + radius));
  const second = stepAlong(c * gv - s * gu, Math.abs(middle - radius));
  step[0] = c * first - s * second;
  step[1] = s * first + c * second;
  return step[0] !== 0 || step[1] !== 0;
}

function stepAlong(slope: number, curvature: number): number {
  if (slope === 0) return 0;
  return Math.abs(slope) < LONGEST_STEP * curvature ? -slope / curvature : slope > 0 ? -LONGEST_STEP : LONGEST_STEP;
}

/**
 * Turns the axis to where two or three sides are equally far, as nearly as they and the axis tell, and again from
 * there; returns the extent along it, Infinity when the sides are the same.
 */
function settle(a: Support, b: Support, count: number): number {
  let height = Infinity;
  for (let turns = 0; turns < MAX_STEPS; turns++) {
    const x = polishAxis[0];
    const y = polishAxis[1];
    const z = polishAxis[2];
    if (!(count === 2 ? levelTwo() : levelThree())) break;
    ask(there, a, b, polishAxis[0], polishAxis[1], polishAxis[2]);
    height = along(there, polishAxis, 0);
    const side = nearestSide(count);
    sides.set(there, POINT * side);
    const dx = polishAxis[0] - x;
    const dy = polishAxis[1] - y;
    const dz = polishAxis[2] - z;
    const square = dx * dx + dy * dy + dz * dz;
    // The place is no farther than about the square of the last turn: the other sides have to be asked again from
    // there.
    for (let other = 0; other < count; other++) {
      if (other === side) continue;
      leanTo(other, count);
      probe(a, b, lean, 0, 4 * square + 64 * EPSILON);
      if (nearestSide(count) === other) sides.set(there, POINT * other);
    }
    if (square <= EPSILON * EPSILON) break;
  }
  return height;
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
  setAxis(polishAxis[0] + tilt * x, polishAxis[1] + tilt * y, polishAxis[2] + tilt * z);
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
  setAxis(sign * x, sign * y, sign * z);
  return true;
}

/** The side whose point is nearest to the one in `there`. */
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
  keptAxis.set(polishAxis);
  for (let i = 0; i < 2 * POINT; i++) keptSides[i] = sides[i];
}

/**
 * Goes along the floor of a valley, on which it is, to where that is lowest; returns the extent and mixes the points of
 * its sides.
 */
function followValley(a: Support, b: Support, floor: number, rounding: number): number {
  let height = floor;
  inValley = true;
  keepFloor();
  for (let count = 0; count < MAX_STEPS; count++) {
    setFloorTangent();
    // Along the floor both sides have the same slope.
    const slope = along(sides, tangents, 0);
    if (!(Math.abs(slope) > SLOPE_ROUNDING * rounding)) break;
    // The two sides curve differently, and the floor lies between.
    step[0] = PROBE;
    step[1] = 0;
    turnFrom(keptAxis[0], keptAxis[1], keptAxis[2]);
    findFloor(a, b);
    setFloorTangent();
    step[0] = stepAlong(slope, Math.abs(along(sides, tangents, 0) - slope) / PROBE);
    polishAxis.set(keptAxis);
    sides.set(keptSides);
    setFloorTangent();
    let lower = false;
    for (let halving = 0; halving <= MAX_HALVINGS && !lower; halving++) {
      turnFrom(keptAxis[0], keptAxis[1], keptAxis[2]);
      const other = findFloor(a, b);
      lower = other < height;
      if (lower) {
        height = other;
      } else {
        const pit = settleBetween(a, b);
        if (pit < height) return pit;
      }
      step[0] *= 0.5;
    }
    if (!lower) break;
    keepFloor();
  }
  polishAxis.set(keptAxis);
  sides.set(keptSides);
  sides.set(keptSides.subarray(0, POINT), 2 * POINT);
  mixSides(height);
  return height;
}

/** The floor next to where a step along it has led. */
function findFloor(a: Support, b: Support): number {
  sides.set(keptSides);
  leanTo(0, 2);
  const way = step[0] * step[0] + PROBE;
  probe(a, b, lean, 0, way);
  sides.set(there);
  probe(a, b, lean, 0, -way);
  sides.set(there, POINT);
  return settle(a, b, 2);
}

/** The pit between the sides of the valley and what lies beyond a step along it; Infinity if there is none. */
function settleBetween(a: Support, b: Support): number {
  turnFrom(keptAxis[0], keptAxis[1], keptAxis[2]);
  sides.set(keptSides);
  probe(a, b, tangents, 0, 0);
  sides.set(there, 2 * POINT);
  polishAxis.set(keptAxis);
  const height = settle(a, b, 3);
  if (height < Infinity) mixSides(height);
  return height;
}

function setFloorTangent(): void {
  const wx = difference(0, 1, 0);
  const wy = difference(0, 1, 1);
  const wz = difference(0, 1, 2);
  const x = polishAxis[1] * wz - polishAxis[2] * wy;
  const y = polishAxis[2] * wx - polishAxis[0] * wz;
  const z = polishAxis[0] * wy - polishAxis[1] * wx;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  writeVector(tangents, 0, x * scale, y * scale, z * scale);
}

/** Mixes of the sides' points what lies most nearly along the axis. */
function mixSides(height: number): void {
  const x = polishAxis[0] * height;
  const y = polishAxis[1] * height;
  const z = polishAxis[2] * height;
  closestOnTriangle(sides, 6, POINT + 6, 2 * POINT + 6, x, y, z);
  const v = triangleWeights[1];
  const w = triangleWeights[2];
  for (let i = 0; i < 6; i++) {
    const base = sides[i];
    polishPoints[i] = base + v * (sides[POINT + i] - base) + w * (sides[2 * POINT + i] - base);
  }
}
