import { reserve } from '../../core/typed-array.ts';
import type { QueryShape } from './query-shape.ts';

/**
 * A placed shape that is moved about and grown to all sides, any number of times, without being placed anew. Growing is
 * exact: every piece has a radius, to which it is added.
 */
export class GrownShape {
  readonly shape: QueryShape;
  /** The radius of each piece as it was placed. */
  #radii = new Float64Array(8);
  /** The bounds as they were placed, relative to the position: minX, minY, maxX, maxY. */
  readonly extent = new Float64Array(4);

  constructor(shape: QueryShape) {
    this.shape = shape;
  }

  /** Takes over a shape that has just been placed. */
  capture(): void {
    const { shape, extent } = this;
    this.#radii = reserve(this.#radii, shape.count);
    for (let i = 0; i < shape.count; i++) this.#radii[i] = shape.pieces[i].radius;
    const { x, y, box } = shape;
    extent[0] = box[0] - x;
    extent[1] = box[1] - y;
    extent[2] = box[2] - x;
    extent[3] = box[3] - y;
  }

  /** Puts the shape at a position (x, y), grown by `growth[0]`. In arrays, which puts nothing on the heap. */
  put(position: Float64Array, growth: Float64Array): void {
    const { shape, extent } = this;
    const by = growth[0];
    shape.grownBy = by;
    for (let i = 0; i < shape.count; i++) shape.pieces[i].radius = this.#radii[i] + by;
    shape.x = position[0];
    shape.y = position[1];
    const { box } = shape;
    box[0] = shape.x + extent[0] - by;
    box[1] = shape.y + extent[1] - by;
    box[2] = shape.x + extent[2] + by;
    box[3] = shape.y + extent[3] + by;
  }
}
