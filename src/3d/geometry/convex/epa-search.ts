import { EPSILON } from '../../../core/tolerance.ts';
import { nextVertex, polytopeVertices } from './epa-polytope.ts';
import { askSupport, type SupportShape } from './support.ts';

/*
 * The search of EPA under way: the best direction so far, and how its steps ask for support points of B ⊖ A. The
 * numbers that they hand to each other are in arrays, as V8 puts a number on the heap that is handed to a function
 * which it does not inline.
 */

/** Rounding of a support point and of its product with a unit normal, in spacings at the largest coordinate. */
const ROUNDING_SPACINGS = 8;

/**
 * The direction, among those asked, in which B ⊖ A has the least extent; that extent; and, where the direction has been
 * polished, so that the points which make the extent are known, how far off the direction they lie.
 */
export const best = { x: 0, y: 0, z: 0, height: Infinity, slant: Infinity };
/** Whether the newest support point is on a curved surface. */
export let curved = false;
/** The direction that `support` asks along and that heights are measured along. Written before both. */
export const towards = new Float64Array(3);
/** The opposite direction, in which A is asked. Written by `support`. */
const against = new Float64Array(3);
/** How far out along `towards` a point lies. Written by `measureHeight` and `measureAboveFirst`. */
export const measured = new Float64Array(1);
/** The largest coordinate of a support point. */
export const largest = new Float64Array(1);
/** The rounding error of a support point whose coordinates are as large as `largest`. Written by `measureRounding`. */
export const rounding = new Float64Array(1);

/** Sets the direction to ask along. */
export function setTowards(from: Float64Array, sign: number): void {
  for (let i = 0; i < 3; i++) towards[i] = sign * from[i];
}

/** Writes the support of B ⊖ A along `towards` as the next vertex, not yet kept, and returns its offset. */
export function support(a: SupportShape, b: SupportShape): number {
  const at = nextVertex();
  const v = polytopeVertices();
  for (let i = 0; i < 3; i++) against[i] = -towards[i];
  const onCurveA = askSupport(a, v, at + 3, against) < 0;
  curved = askSupport(b, v, at + 6, towards) < 0 || onCurveA;
  for (let axis = 0; axis < 3; axis++) {
    const onA = v[at + 3 + axis];
    const onB = v[at + 6 + axis];
    v[at + axis] = onB - onA;
    largest[0] = Math.max(largest[0], Math.abs(onA), Math.abs(onB));
  }
  return at;
}

export function measureRounding(): void {
  rounding[0] = ROUNDING_SPACINGS * EPSILON * largest[0];
}

/** Measures how far out along `towards` the point at an offset lies. */
export function measureHeight(at: number): void {
  const v = polytopeVertices();
  measured[0] = towards[0] * v[at] + towards[1] * v[at + 1] + towards[2] * v[at + 2];
}

/** Measures the height of B ⊖ A above its first vertex, along the current direction. */
export function measureAboveFirst(at: number): void {
  const v = polytopeVertices();
  measured[0] = towards[0] * (v[at] - v[0]) + towards[1] * (v[at + 1] - v[1]) + towards[2] * (v[at + 2] - v[2]);
}

/** Makes a direction, along which the height is in `measured`, the best one. */
export function takeBest(direction: Float64Array): void {
  best.slant = Infinity;
  best.x = direction[0];
  best.y = direction[1];
  best.z = direction[2];
  best.height = measured[0];
}
