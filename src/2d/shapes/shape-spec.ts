import type { RegisteredShape } from './registered-shape.ts';

/**
 * A complete shape, ready for `set(Collider, …)`: spread it together with filter bits or an offset when needed,
 * `set(Collider, { ...circle(1), categoryBits: 2 })`. Shapes with a `shape` are registered once per object, however
 * many entities use them: keep and reuse the value a maker returned.
 */
export interface ShapeSpec {
  readonly kind: number;
  readonly radius: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly shape: RegisteredShape | 0;
}

export function makeSpec(
  kind: number,
  radius: number,
  halfWidth: number,
  halfHeight: number,
  shape: RegisteredShape | 0,
): ShapeSpec {
  return { kind, radius, halfWidth, halfHeight, shape };
}
