import { IMPACT_NORMAL } from '../../core/swept/swept-pair.ts';

/** The index of the point of contact in the result of a sweep, see core/swept/swept-pair.ts. */
export const IMPACT_POINT = IMPACT_NORMAL + 3;

/** Where two pieces touch: laid out as the result of a sweep, without the exit. */
export const touch = new Float64Array(IMPACT_POINT + 3);
