import { requireKeys } from '../errors.ts';
import { requireDistance } from '../limits.ts';

/** Options of shapes that may be rounded. */
export interface RoundingOptions {
  /** Added around the shape, which rounds its corners and, in space, its edges. Default 0. */
  radius?: number;
}

const ROUNDING_KEYS = ['radius'] as const;

/** Returns the radius of `options`, or throws naming what is wrong with it. */
export function radiusOf(name: string, options: RoundingOptions): number {
  requireKeys(`${name} options`, options, ROUNDING_KEYS);
  const { radius = 0 } = options;
  return requireDistance(`${name} radius`, radius);
}
