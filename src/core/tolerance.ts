/**
 * The tolerances that several kernels share, with unit and reason. All are relative, so that metres and pixels work
 * alike.
 *
 * The tolerances of a single kernel stand at the top of its file. Multiples of EPSILON are written there as the powers
 * of two they are (4 EPSILON = 2 ** -50): bundlers neither fold a product of constants nor drop it where it is not
 * used.
 */

/** The spacing of f64 at 1: the rounding error of one operation, relative to its result: 2^−52. */
export const EPSILON = 2.220446049250313e-16;

/**
 * Relative, on sin² of the angle between two directions: below it two directions count as parallel, because the cross
 * product of two unit vectors carries an absolute error of a few EPSILON, and the square of this error is well below
 * the limit.
 */
export const PARALLEL_SIN_SQUARED = 1e-24;
