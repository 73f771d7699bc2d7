/*
 * Vectors of the mover have three coordinates in any dimension; in the plane the last one is 0, which changes no bit of
 * a sum. So what is said of planes, floors and steps is said once.
 */

export type Vector = Float64Array;

export function createVector(): Vector {
  return new Float64Array(3);
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

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function lengthOf(a: Vector): number {
  return Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/** Writes a + factor · b; any two may be the same. */
export function addScaled(to: Vector, a: Vector, factor: number, b: Vector): void {
  to[0] = a[0] + factor * b[0];
  to[1] = a[1] + factor * b[1];
  to[2] = a[2] + factor * b[2];
}

export function scaleVector(to: Vector, factor: number, from: Vector): void {
  to[0] = factor * from[0];
  to[1] = factor * from[1];
  to[2] = factor * from[2];
}
