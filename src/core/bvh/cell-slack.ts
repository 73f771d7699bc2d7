import { EPSILON } from '../tolerance.ts';
import { QUANTISED_MAX } from './bvh.ts';

/**
 * How far a quantised coordinate may be off when seen from x, in cells: CELL_SLACK + |x| · RELATIVE_SLACK. One cell is
 * for the rounding down (of a maximum), the rest for the rounding of the arithmetic.
 */
export const RELATIVE_SLACK = 8 * EPSILON;
export const CELL_SLACK = 2 + QUANTISED_MAX * RELATIVE_SLACK;
