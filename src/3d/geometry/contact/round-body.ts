/*
 * A body of revolution whose side is straight, beside a convex hull: a cylinder, a cone, and with radii of 0 a segment
 * or a point. All of it is relative to the frame of the hull and in that frame's unit of length.
 *
 * Numbers go from function to function in the arrays below: V8 puts a number on the heap that is handed to a function
 * which it does not inline, and these run thousands of times a tick.
 */

/** The middle of the axis, and its unit vector from the low disk to the high one. */
export const ROUND_X = 0;
export const ROUND_Y = 1;
export const ROUND_Z = 2;
export const ROUND_AXIS_X = 3;
export const ROUND_AXIS_Y = 4;
export const ROUND_AXIS_Z = 5;
/** Half the height, and the radii of the disks at −half and +half along the axis. */
export const ROUND_HALF = 6;
export const ROUND_LOW = 7;
export const ROUND_HIGH = 8;
/** The separation above which there is no contact. */
export const ROUND_LIMIT = 9;
/** Cosine and sine of the angle by which the normals of the side lean to the high end, and how far out the side is. */
export const ROUND_SIDE_COSINE = 10;
export const ROUND_SIDE_SINE = 11;
export const ROUND_SIDE_LEVEL = 12;
/** The radius of the largest ball about the middle of the body that lies inside the body. */
export const ROUND_INNER = 13;
/** Half the height and the larger radius, added. */
export const ROUND_SIZE = 14;
/** The size of the pair, which is that of the body and the outer radius of the hull. Written by `findRoundAxis`. */
export const ROUND_PAIR_SIZE = 15;
export const ROUND_NUMBERS = 16;

/**
 * The body of the pair under way: the first ten numbers are the caller's, the next five are derived by `prepareRound`.
 */
export const round = new Float64Array(ROUND_NUMBERS);

/** Derives the numbers that follow from the sizes of a body that is laid out as `round`. */
export function prepareRound(body: Float64Array): void {
  const half = body[ROUND_HALF];
  const low = body[ROUND_LOW];
  const high = body[ROUND_HIGH];
  const slope = low - high;
  const length = Math.sqrt(4 * half * half + slope * slope);
  const cosine = length > 0 ? (2 * half) / length : 1;
  const sine = length > 0 ? slope / length : 0;
  body[ROUND_SIDE_COSINE] = cosine;
  body[ROUND_SIDE_SINE] = sine;
  body[ROUND_SIDE_LEVEL] = half * sine + high * cosine;
  body[ROUND_INNER] = Math.min(half, 0.5 * (low + high) * cosine);
  body[ROUND_SIZE] = half + Math.max(low, high);
}

/**
 * The squared sine of the angle to the axis below which a direction counts as along the axis: it names no point of the
 * rim.
 */
const AXIAL_SQUARE = 1e-30;

/**
 * An end of an arc of directions: a unit vector n away from the body, the way w to a point of the hull from the body's
 * farthest point along n, and n·w: how far the two are apart there.
 */
export const END_WAY = 3;
export const END_GAP = 6;
export const END_STRIDE = 7;

/** The edge under way: a point on it relative to the body's middle, its unit vector and its length. */
export const edge = new Float64Array(7);
export const EDGE_DIRECTION = 3;
export const EDGE_LENGTH = 6;

/** Fills in the way and the gap of the end at `ends[at …]`, whose direction is there, between body and `edge`. */
export function measureEnd(ends: Float64Array, at: number): void {
  const nx = ends[at];
  const ny = ends[at + 1];
  const nz = ends[at + 2];
  const ax = round[ROUND_AXIS_X];
  const ay = round[ROUND_AXIS_Y];
  const az = round[ROUND_AXIS_Z];
  const along = nx * ax + ny * ay + nz * az;
  const sx = ny * az - nz * ay;
  const sy = nz * ax - nx * az;
  const sz = nx * ay - ny * ax;
  const square = sx * sx + sy * sy + sz * sz;
  const across = Math.sqrt(square);
  const half = round[ROUND_HALF];
  const up = half * along + round[ROUND_HIGH] * across;
  const down = round[ROUND_LOW] * across - half * along;
  const isHigh = up >= down;
  const radius = isHigh ? round[ROUND_HIGH] : round[ROUND_LOW];
  const out = square > AXIAL_SQUARE ? radius / across : 0;
  const rise = isHigh ? half : -half;
  // The way out to the rim is a × (n × a): near the axis the difference n − (n·a) a would be rounding.
  ends[at + END_WAY] = edge[0] - (rise * ax + out * (ay * sz - az * sy));
  ends[at + END_WAY + 1] = edge[1] - (rise * ay + out * (az * sx - ax * sz));
  ends[at + END_WAY + 2] = edge[2] - (rise * az + out * (ax * sy - ay * sx));
  ends[at + END_GAP] = nx * edge[0] + ny * edge[1] + nz * edge[2] - (isHigh ? up : down);
}
