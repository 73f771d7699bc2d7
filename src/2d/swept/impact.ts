import { IMPACT_NORMAL } from '../../core/swept/swept-pair.ts';

/** Indices in the result of a sweep: the unit normal and the point of the impact (see core/swept/swept-pair.ts). */
export const IMPACT_NORMAL_X = IMPACT_NORMAL;
export const IMPACT_NORMAL_Y = IMPACT_NORMAL + 1;
export const IMPACT_X = IMPACT_NORMAL + 2;
export const IMPACT_Y = IMPACT_NORMAL + 3;
/**
 * Where two pieces touch: laid out as the result of a sweep, without the exit; and from where to where they lie flat on
 * each other, along the normal turned by a quarter, counter-clockwise, from the point.
 */
export const touch = new Float64Array(8);
export const TOUCH_FROM = 6;
export const TOUCH_TO = 7;
