import { pair } from './swept-pair.ts';

/**
 * What a sweep has found: the part of the way after which the two first touch, Infinity for never; the unit normal from
 * A to B and the point of contact then, in the world.
 */
export const impact = new Float64Array(6);
export const IMPACT_FRACTION = 0;
export const IMPACT_NORMAL_X = 1;
export const IMPACT_NORMAL_Y = 2;
export const IMPACT_X = 3;
export const IMPACT_Y = 4;
/**
 * The part of the way after which they part again, perhaps beyond its end; NaN where that has not been found along with
 * the rest.
 */
export const IMPACT_EXIT = 5;
/**
 * Where two pieces touch: as `impact`, but for the exit; and from where to where they lie flat on each other, along the
 * normal turned by a quarter, counter-clockwise, from the point.
 */
export const touch = new Float64Array(7);
export const TOUCH_FROM = 5;
export const TOUCH_TO = 6;
/** The pieces of A and B that touch first; of several at once those with the lowest numbers. */
export const impactChildren = new Uint32Array(2);

/** Makes `touch` the impact, as it is the earliest so far. */
export function takeTouch(): void {
  for (let i = 0; i < IMPACT_EXIT; i++) impact[i] = touch[i];
  impactChildren[0] = pair.childA;
  impactChildren[1] = pair.childB;
}
