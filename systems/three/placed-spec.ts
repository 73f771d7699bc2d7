import type { ShapeSpec } from '../../src/3d/shapes/shape-spec.ts';

/** A shape for `set(Collider, …)` that lies away from the entity's position. */
export interface PlacedSpec extends ShapeSpec {
  readonly offsetX: number;
  readonly offsetY: number;
  readonly offsetZ: number;
}
