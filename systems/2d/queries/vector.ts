import { requireVector as requireVectorOf } from '../../core/queries/vector.ts';

/** A point, a direction or a translation in the world; PixiJS's points are such records. It is only read. */
export interface Vector {
  readonly x: number;
  readonly y: number;
}

/** Checks a vector that was given to a function of the world. `call` shows how the function is called. */
export function requireVector(name: string, value: Vector, call: string): void {
  requireVectorOf(2, name, value, call);
}
