/**
 * A prepared motion: the poses at time 0 and 1, relative to an origin and with unit quaternions a and b on the same
 * side (14 numbers), 2 · the vector part of b·conjugate(a), and the greatest angular speed, in radians a unit of time.
 */
export const PREPARED_STRIDE = 18;
export const PREPARED_TURN = 14;
export const PREPARED_SPEED = 17;

/** A place: rotation matrix, position, angular velocity. */
export const PLACE_STRIDE = 15;
export const PLACE_POSITION = 9;
export const PLACE_TURN = 12;
