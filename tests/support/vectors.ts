import type { Rng } from './rng.ts';

/** Vectors of space as arrays, for tests and the slow references that they compare with. */
export type Vec = [number, number, number];
type Vector = readonly [number, number, number];

export const sub = (a: Vector, b: Vector): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a: Vector, b: Vector): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const times = (a: Vector, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vector): number => Math.sqrt(dot(a, a));
export const unit = (a: Vector): Vec => times(a, 1 / length(a));
export const at = (values: ArrayLike<number>, offset = 0): Vec => [
  values[offset],
  values[offset + 1],
  values[offset + 2],
];

/** The axes of the world. */
export const WORLD: [Vec, Vec, Vec] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A random point of a cube about the origin. */
export const inCube = (rng: Rng, half = 1): Vec => [
  rng.range(-half, half),
  rng.range(-half, half),
  rng.range(-half, half),
];

/** A random direction, evenly spread. */
export function direction(rng: Rng): Vec {
  for (;;) {
    const v = inCube(rng);
    const l = length(v);
    if (l > 0.1 && l < 1) return times(v, 1 / l);
  }
}
