import { requireKeys, requireNonNegative } from '../../core/errors.ts';
import type { RegisteredShape } from './registered-shape.ts';

/**
 * A complete shape, ready for `set(Collider, …)`: spread it together with filter bits or an offset when needed,
 * `set(Collider, { ...sphere(1), categoryBits: 2 })`. Shapes with a `shape` are registered once per object, however
 * many entities use them: keep and reuse the value a maker returned.
 */
export interface ShapeSpec {
  readonly kind: number;
  readonly radius: number;
  readonly halfX: number;
  readonly halfY: number;
  readonly halfZ: number;
  readonly shape: RegisteredShape | 0;
}

/** Options of shapes that may be rounded. */
export interface RoundingOptions {
  /** Added around the shape, which rounds its edges and corners. Default 0. */
  radius?: number;
}

const ROUNDING_KEYS = ['radius'] as const;

/** Returns the radius of `options`, or throws naming what is wrong with it. */
export function radiusOf(name: string, options: RoundingOptions): number {
  requireKeys(`${name} options`, options, ROUNDING_KEYS);
  const { radius = 0 } = options;
  return requireNonNegative(`${name} radius`, radius);
}

export function makeSpec(
  kind: number,
  radius: number,
  halfX: number,
  halfY: number,
  halfZ: number,
  shape: RegisteredShape | 0 = 0,
): ShapeSpec {
  return { kind, radius, halfX, halfY, halfZ, shape };
}
