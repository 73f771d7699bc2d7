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

export type CollisionErrorCode =
  /** A number is NaN or infinite, or a size is zero or negative where it must not be. */
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
  /** The call is not possible now: wrong world, or a system run out of order. */
  | 'invalid-state';

/** Throws `invalid-number` unless `value` is finite. */
export function requireFinite(name: string, value: number): number {
  return requireNumber(name, value, true, 'a finite number');
}

/** Throws `invalid-number` unless `value` is finite and greater than zero. */
export function requirePositive(name: string, value: number): number {
  return requireNumber(name, value, value > 0, 'finite and greater than 0');
}

/** Throws `invalid-number` unless `value` is finite and not negative. */
export function requireNonNegative(name: string, value: number): number {
  return requireNumber(name, value, value >= 0, 'finite and at least 0');
}

function requireNumber(name: string, value: number, isInRange: boolean, wanted: string): number {
  if (!isInRange || !Number.isFinite(value)) refuse('invalid-number', name, wanted, value);
  return value;
}

/** Throws: `name` must be what is wanted, and is `value`. */
export function refuse(code: CollisionErrorCode, name: string, wanted: string, value: unknown): never {
  throw new CollisionError(code, `${name} must be ${wanted}, got ${String(value)}`);
}
