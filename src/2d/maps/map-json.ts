import { refuse } from '../../core/errors.ts';

/** An object of a parsed file. */
export type Json = Readonly<Record<string, unknown>>;

/*
 * Reads values of parsed files, whose makers may have written anything.
 * @throws CollisionError `invalid-state`, naming what is wrong.
 */

export function readObject(what: string, value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  refuse('invalid-state', what, 'an object', value);
}

/** Reads a list; an absent one is empty. */
export function readList(what: string, value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : refuse('invalid-state', what, 'an array', value);
}

/** Reads a number; an absent one is the number given, if one is. */
export function readNumber(what: string, value: unknown, otherwise?: number): number {
  if (value === undefined && otherwise !== undefined) return otherwise;
  return typeof value === 'number' && Number.isFinite(value)
    ? value
    : refuse('invalid-state', what, 'a finite number', value);
}

/** Reads a text; an absent one is empty. */
export function readText(what: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : refuse('invalid-state', what, 'a string', value);
}
