/*
 * Vectors of the mover have three coordinates in any dimension; in the plane the last one is 0, which changes no bit of
 * a sum. So the code for planes, floors and steps is written once. A vector that a module keeps
 * serves movers in the plane and in space, so code that fills it writes all three coordinates each time.
 *
 * Single numbers come and go in arrays too. One that is given to a function or returned by it is put on the heap where
 * the engine does not inline the call, and it inlines no call that is reached rarely.
 */

export type Vector = Float64Array;

/** A number in an array of length 1, so that passing it to a function puts nothing on the heap. */
export type Scalar = Float64Array;

export function createVector(): Vector {
  return new Float64Array(3);
}

export function createScalar(): Scalar {
  return new Float64Array(1);
}

export function copyVector(to: Vector, from: Vector): void {
  to[0] = from[0];
  to[1] = from[1];
  to[2] = from[2];
}

export function clearVector(to: Vector): void {
  to[0] = 0;
  to[1] = 0;
  to[2] = 0;
}

export function writeDot(out: Scalar, a: Vector, b: Vector): void {
  out[0] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function writeLength(out: Scalar, a: Vector): void {
  out[0] = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/** Returns whether a vector has a length above 0. */
export function hasLength(a: Vector): boolean {
  return a[0] * a[0] + a[1] * a[1] + a[2] * a[2] > 0;
}

/** Returns whether the angle of two vectors is less than a right one. */
export function areAlong(a: Vector, b: Vector): boolean {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] > 0;
}

/** Writes a + b; any two may be the same. */
export function addVectors(to: Vector, a: Vector, b: Vector): void {
  to[0] = a[0] + b[0];
  to[1] = a[1] + b[1];
  to[2] = a[2] + b[2];
}

/** Writes a − b; any two may be the same. */
export function subtractVectors(to: Vector, a: Vector, b: Vector): void {
  to[0] = a[0] - b[0];
  to[1] = a[1] - b[1];
  to[2] = a[2] - b[2];
}

/** Writes a + factor · b; any two may be the same. */
export function addScaled(to: Vector, a: Vector, factor: Scalar, b: Vector): void {
  const by = factor[0];
  to[0] = a[0] + by * b[0];
  to[1] = a[1] + by * b[1];
  to[2] = a[2] + by * b[2];
}

export function scaleVector(to: Vector, factor: Scalar, from: Vector): void {
  const by = factor[0];
  to[0] = by * from[0];
  to[1] = by * from[1];
  to[2] = by * from[2];
}

/** Writes a vector without its part along a unit vector. */
export function removeAlong(to: Vector, vector: Vector, unit: Vector): void {
  const by = 0 - (vector[0] * unit[0] + vector[1] * unit[1] + vector[2] * unit[2]);
  to[0] = vector[0] + by * unit[0];
  to[1] = vector[1] + by * unit[1];
  to[2] = vector[2] + by * unit[2];
}
