import { refuse, requireFinite } from '../../../src/core/errors.ts';

/** A point, a direction or a translation in the world; PixiJS's points are such records. It is only read. */
export interface Vector {
  readonly x: number;
  readonly y: number;
}

/**
 * Checks a vector that was given to a function of the world. `call` shows how the function is called.
 *
 * @throws CollisionError `invalid-state` for what is no record, `invalid-number` naming a coordinate that is not
 * finite.
 */
export function requireVector(name: string, value: Vector, call: string): void {
  // The numbers are compared here and refused elsewhere: V8 puts numbers that are given to a function on the heap.
  if (!(Number.isFinite(value?.x) && Number.isFinite(value?.y))) refuseVector(name, value, call);
}

function refuseVector(name: string, value: Vector, call: string): void {
  requireRecord(name, value, call);
  requireFinite(`${name}.x`, value.x);
  requireFinite(`${name}.y`, value.y);
}

/** @throws CollisionError `invalid-state` for what is no record, such as a bare number. */
export function requireRecord(name: string, value: unknown, call: string): void {
  if (typeof value !== 'object' || value === null)
    refuse('invalid-state', `${name} in ${call}`, 'a record { x, y }', value);
}
