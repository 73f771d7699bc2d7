import { EPSILON } from '../../../core/tolerance.ts';
import {
  askAlongAxis,
  CURVATURE,
  copy,
  extent,
  found,
  MAX_HALVINGS,
  MAX_STEPS,
  measurePointAlong,
  newton,
  POINT,
  PROBE,
  polishAxis,
  polishPoints,
  probe,
  roundingOfPoints,
  SLOPE,
  SLOPE_ROUNDING,
  STEP,
  shortenAxis,
  sides,
  step,
  stepAlong,
  tangents,
  there,
  turnFrom,
  way,
} from './polish-steps.ts';
import type { SupportShape } from './support.ts';
import { closestOnTriangle, triangleTarget, triangleWeights } from './triangle-weights.ts';

/** The direction from which a descent would go on, and the sides there. */
const keptAxis = new Float64Array(3);
const keptSides = new Float64Array(2 * POINT);
/** The direction in which a side gains over the others. */
const lean = new Float64Array(3);

/**
 * Turns the axis to where two or three sides are equally far, as computed from their points, and repeats this from
 * there; leaves the extent along it in `found`, Infinity when the sides are the same.
 */
export function settle(a: SupportShape, b: SupportShape, count: number): void {
  found[0] = Infinity;
  for (let turns = 0; turns < MAX_STEPS; turns++) {
    const x = polishAxis[0];
    const y = polishAxis[1];
    const z = polishAxis[2];
    if (!(count === 2 ? levelTwo() : levelThree())) break;
    askAlongAxis(there, a, b);
    measurePointAlong(there, polishAxis, 0);
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

/** Writes the unit direction in which a side gains over the others. */
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
 * Goes along the floor of a valley, from the axis on it, whose extent is in `found`, to the lowest extent; leaves the
 * extent in `found` and mixes the points of its sides.
 */
export function followValley(a: SupportShape, b: SupportShape): void {
  let height = found[0];

  keepFloor();
  for (let count = 0; count < MAX_STEPS; count++) {
    setFloorTangent();
    // Along the floor of the valley its two sides have the same slope.
    measurePointAlong(sides, tangents, 0);
    const slope = extent[0];
    if (!(Math.abs(slope) > SLOPE_ROUNDING * roundingOfPoints[0])) break;
    // The two sides curve differently, and the floor lies between.
    step[0] = PROBE;
    step[1] = 0;
    turnFrom(keptAxis);
    findFloor(a, b);
    setFloorTangent();
    newton[SLOPE] = slope;
    measurePointAlong(sides, tangents, 0);
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

/** Finds the floor of the valley next to where a step along it has led, and leaves its extent in `found`. */
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
 * Finds the pit between the two sides of the valley and the side beyond a step along it. Leaves its extent in `found`,
 * Infinity if there is no pit.
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

/** Mixes the sides' points to the one that lies most nearly along the axis, at the extent in `found`. */
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
