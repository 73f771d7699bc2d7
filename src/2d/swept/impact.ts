import { IMPACT_FRACTION, IMPACT_NORMAL } from '../../core/swept/swept-pair.ts';
import { pair } from './swept-pair.ts';

/** The result of a sweep, in the world: see core/swept/swept-pair.ts. */
export const impact = new Float64Array(6);
export const IMPACT_NORMAL_X = IMPACT_NORMAL;
export const IMPACT_NORMAL_Y = IMPACT_NORMAL + 1;
export const IMPACT_X = IMPACT_NORMAL + 2;
export const IMPACT_Y = IMPACT_NORMAL + 3;
/**
 * Where two pieces touch: as `impact`, but for the exit; and from where to where they lie flat on each other, along the
 * normal turned by a quarter, counter-clockwise, from the point.
 */
export const touch = new Float64Array(8);
export const TOUCH_FROM = 6;
export const TOUCH_TO = 7;
/** The pieces of A and B that touch first; of several at once those with the lowest numbers. */
export const impactChildren = new Uint32Array(2);

/** Makes `touch` the impact, as it is the earliest so far. */
export function takeTouch(): void {
  impact[IMPACT_FRACTION] = touch[IMPACT_FRACTION];
  for (let i = IMPACT_NORMAL; i <= IMPACT_Y; i++) impact[i] = touch[i];
  impactChildren[0] = pair.childA;
  impactChildren[1] = pair.childB;
}
