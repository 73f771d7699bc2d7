import { refuse, requireFinite } from '../../../src/core/errors.ts';
import { isFiniteNumber } from '../../../src/core/is-finite-number.ts';
import { isCoordinate, requireCoordinate } from '../../../src/core/limits.ts';

/** A vector as queries of any dimension take it: a record of numbers, without z in the plane. It is only read. */
export interface AnyVector {
  readonly x: number;
  readonly y: number;
  readonly z?: number;
}

/**
 * Checks a vector that was given to a function of the world. `call` shows how the function is called.
 *
 * @throws CollisionError `invalid-state` for a value that is no record, `invalid-number` naming a coordinate that is
 * not finite.
 */
export function requireVector(axes: number, name: string, value: AnyVector, call: string): void {
  // The numbers are compared here and refused elsewhere: V8 puts numbers that are given to a function on the heap, and
  // those that are read by `?.`, which may be no numbers.
  if (typeof value === 'object' && value !== null && isFiniteNumber(value.x) && isFiniteNumber(value.y)) {
    if (axes === 2 || isFiniteNumber(value.z)) return;
  }
  refuseVector(axes, name, value, call);
}

/**
 * Checks a place, or a way that leads from a place to another one, as `requireVector` does: its coordinates lie within
 * the limits of lengths.
 */
export function requirePlace(axes: number, name: string, value: AnyVector, call: string): void {
  if (typeof value === 'object' && value !== null && isCoordinate(value.x) && isCoordinate(value.y)) {
    if (axes === 2 || isCoordinate(value.z)) return;
  }
  refuseVector(axes, name, value, call);
  requireCoordinate(`${name}.x`, value.x);
  requireCoordinate(`${name}.y`, value.y);
  if (axes === 3) requireCoordinate(`${name}.z`, value.z!);
}

function refuseVector(axes: number, name: string, value: AnyVector, call: string): void {
  requireRecord(axes, name, value, call);
  requireFinite(`${name}.x`, value.x);
  requireFinite(`${name}.y`, value.y);
  if (axes === 3) requireFinite(`${name}.z`, value.z!);
}

/** Refuses a value that is no record, such as a number. @throws CollisionError `invalid-state`. */
export function requireRecord(axes: number, name: string, value: unknown, call: string): void {
  if (typeof value !== 'object' || value === null)
    refuse('invalid-state', `${name} in ${call}`, axes === 2 ? 'a record { x, y }' : 'a record { x, y, z }', value);
}

/** Writes the coordinates of a vector that has been checked. */
export function writeCoordinates(out: Float64Array, at: number, value: AnyVector, axes: number): void {
  out[at] = value.x;
  out[at + 1] = value.y;
  if (axes === 3) out[at + 2] = value.z!;
}
