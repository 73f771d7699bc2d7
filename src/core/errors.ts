/**
 * The base of every error this package throws on purpose. `code` is stable and can be switched on; the message names
 * the offending value and the limit it broke.
 */
export class CollisionError extends Error {
  readonly code: CollisionErrorCode;

  constructor(code: CollisionErrorCode, message: string) {
    super(message);
    this.name = 'CollisionError';
    this.code = code;
  }
}

/** The kind of fault that a `CollisionError` tells of. */
export type CollisionErrorCode =
  /**
   * A number is NaN or infinite, a size is zero or negative where it must not be, or a coordinate, size or distance is
   * beyond the limits of lengths: 1e30, and 1e-30 for sizes.
   */
  | 'invalid-number'
  /** A shape's points do not make the shape: too few, collinear, self-crossing. */
  | 'invalid-shape'
  /** An entity id, a capacity or an index lies outside what the stores can hold. */
  | 'out-of-range'
  /** A handle refers to a shape that was never registered or has been freed. */
  | 'unknown-shape'
  /** Two shape kinds have no narrow-phase routine. */
  | 'unsupported-pair'
  /** A structure broke one of its own invariants; thrown by `validate…` only. */
  | 'broken-invariant'
  /**
   * An argument is of the wrong type or kind, or the call is not possible now: for this world, or because a system was
   * run out of order.
   */
  | 'invalid-state';

/** Throws `invalid-number` unless `value` is finite. */
export function requireFinite(name: string, value: number): number {
  return Number.isFinite(value) ? value : refuse('invalid-number', name, 'a finite number', value);
}

/** Throws `invalid-number` unless `value` is finite and greater than zero. */
export function requirePositive(name: string, value: number): number {
  return Number.isFinite(value) && value > 0
    ? value
    : refuse('invalid-number', name, 'finite and greater than 0', value);
}

/** Throws `invalid-number` unless `value` is finite and not negative. */
export function requireNonNegative(name: string, value: number): number {
  return Number.isFinite(value) && value >= 0 ? value : refuse('invalid-number', name, 'finite and at least 0', value);
}

/** Throws `out-of-range` unless `value` is an integer within limits. */
export function requireInteger(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  refuse('out-of-range', name, `an integer from ${least} to ${most}`, value);
}

/**
 * Throws `invalid-number` unless `value` is an integer of so many bits, signed or unsigned: of other numbers, the
 * arrays would only keep the lowest bits.
 */
export function requireBits(name: string, value: number, bits = 32): number {
  const shift = 32 - bits;
  const lowest = requireFinite(name, value) << shift;
  if (lowest >> shift === value || lowest >>> shift === value) return value;
  refuse('invalid-number', name, `an integer of ${bits} bits`, value);
}

/** Throws `invalid-state` unless `value` is of a primitive type, or a function. */
export function requireType(name: string, value: unknown, type: 'boolean' | 'function'): void {
  if (typeof value !== type) refuse('invalid-state', name, `a ${type}`, value);
}

/**
 * Throws `invalid-state` unless `values` is an object that has no keys of its own but the known ones. Inherited keys
 * are accepted: they belong to the class of the object, as `isVector3` of three.js does, and are no misspelt options.
 */
export function requireKeys(name: string, values: unknown, known: readonly string[]): void {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    refuse('invalid-state', name, `an object with any of ${known}`, values);
  }
  for (const key in values) {
    let i = 0;
    while (i < known.length && known[i] !== key) i++;
    if (i === known.length && Object.hasOwn(values, key)) {
      refuse('invalid-state', `each key of ${name}`, `one of ${known}`, key);
    }
  }
}

/** Throws an error which says that `name` must be `wanted` and is `value`. */
export function refuse(code: CollisionErrorCode, name: string, wanted: string, value: unknown): never {
  throw new CollisionError(code, `${name} must be ${wanted}, got ${textOf(value)}`);
}

/** Describes any value in a few words. Symbols, and objects of some kinds, throw in a template string. */
export function textOf(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return typeof value === 'string' ? `"${value.slice(0, 80)}"` : String(value);
}
