import { askSupport, type SupportShape } from './support.ts';

/*
 * The steps of `polishDepth`. Numbers that its functions hand to each other stand in arrays, as V8 puts a number on the
 * heap that is handed to a function which it does not inline, or returned by it.
 */

/** The most steps of a search, and how often a step is halved that does not lead down. */
export const MAX_STEPS = 16;
export const MAX_HALVINGS = 6;
/** No step turns by more than this tangent. */
const LONGEST_STEP = 0.5;
/** The turn over which the slope is compared: far above rounding, far below the size of curved parts. */
export const PROBE = 2 ** -17;

/** A slope below this share of the rounding counts as 0. */
export const SLOPE_ROUNDING = 1 / 8;

/** The direction that {@link polishDepth} turns. */
export const polishAxis = new Float64Array(3);
/** The points on A and on B that make the extent along it. */
export const polishPoints = new Float64Array(6);

/** How many numbers a support point has: on A, on B, their difference. */
export const POINT = 9;
/** The support point of the direction that was asked last. */
export const there = new Float64Array(POINT);
/** The support points that the depth is polished between: one on each side of a valley (two) or of a pit (three). */
export const sides = new Float64Array(3 * POINT);
/** Two unit tangents; in a valley the first runs along its floor. */
export const tangents = new Float64Array(6);
/** The tangents of the angles by which `turnFrom` turns the axis along each of `tangents`. */
export const step = new Float64Array(2);
/** The direction that `ask` asks along, and against it. The first is written by its callers. */
const towards = new Float64Array(3);
const against = new Float64Array(3);
/**
 * The extent that the function just called found: `descend`, `settle`, `followValley`, `findFloor`, `settleBetween`.
 */
export const found = new Float64Array(1);
/** How far the point that `measurePointAlong` was last asked about lies along its direction. */
export const extent = new Float64Array(1);
/** The rounding of the support points. */
export const roundingOfPoints = new Float64Array(1);
/** How far away `probe` asks, and a Newton step's slope, curvature and length. Written by their callers. */
export const way = new Float64Array(1);
export const newton = new Float64Array(3);
export const SLOPE = 0;
export const CURVATURE = 1;
export const STEP = 2;

/** Writes the support points on A and on B along `towards`, and their difference. */
function ask(out: Float64Array, a: SupportShape, b: SupportShape): void {
  for (let i = 0; i < 3; i++) against[i] = -towards[i];
  askSupport(a, out, 0, against);
  askSupport(b, out, 3, towards);
  for (let i = 0; i < 3; i++) out[6 + i] = out[3 + i] - out[i];
}

export function askAlongAxis(out: Float64Array, a: SupportShape, b: SupportShape): void {
  for (let i = 0; i < 3; i++) towards[i] = polishAxis[i];
  ask(out, a, b);
}

/** Asks for the support points a little `way` from the axis; they are left in `there`. */
export function probe(a: SupportShape, b: SupportShape, directions: Float64Array, from: number): void {
  for (let i = 0; i < 3; i++) towards[i] = polishAxis[i] + way[0] * directions[from + i];
  ask(there, a, b);
}

/** Writes how far a support point lies along a direction to `extent`. */
export function measurePointAlong(points: Float64Array, directions: Float64Array, at: number): void {
  extent[0] = directions[at] * points[6] + directions[at + 1] * points[7] + directions[at + 2] * points[8];
}

/** Makes the axis, a direction of any length, a unit vector. */
export function shortenAxis(): void {
  const x = polishAxis[0];
  const y = polishAxis[1];
  const z = polishAxis[2];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  polishAxis[0] = x * scale;
  polishAxis[1] = y * scale;
  polishAxis[2] = z * scale;
}

/** Sets the axis to a unit direction turned by the step. */
export function turnFrom(from: Float64Array): void {
  const u = step[0];
  const v = step[1];
  for (let i = 0; i < 3; i++) polishAxis[i] = from[i] + u * tangents[i] + v * tangents[3 + i];
  shortenAxis();
}

export function copy(to: Float64Array, at: number, from: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) to[at + i] = from[i];
}

/** Writes the step for the slope and the curvature in `newton`. */
export function stepAlong(): void {
  const slope = newton[SLOPE];
  const curvature = newton[CURVATURE];
  newton[STEP] = 0;
  if (slope === 0) return;
  if (Math.abs(slope) < LONGEST_STEP * curvature) newton[STEP] = -slope / curvature;
  else newton[STEP] = slope > 0 ? -LONGEST_STEP : LONGEST_STEP;
}
