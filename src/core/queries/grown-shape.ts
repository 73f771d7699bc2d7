import { reserve } from '../typed-array.ts';
import type { QueryShape } from './query-shape.ts';

/**
 * A placed shape that is moved about and grown to all sides, any number of times, without being placed anew. Growing is
 * exact: every piece has a radius, to which it is added.
 */
export class GrownShape<Piece extends { radius: number }> {
  readonly shape: QueryShape<Piece>;
  /** The radius of each piece as it was placed. */
  #radii = new Float64Array(8);
  /** The bounds as they were placed, relative to the position: the least coordinates, then the largest. */
  readonly extent: Float64Array;

  constructor(shape: QueryShape<Piece>) {
    this.shape = shape;
    this.extent = new Float64Array(shape.box.length);
  }

  /** Notes the radii and the bounds of the shape, which has just been placed. */
  capture(): void {
    const { shape, extent } = this;
    this.#radii = reserve(this.#radii, shape.count);
    for (let i = 0; i < shape.count; i++) this.#radii[i] = shape.pieces[i].radius;
    const { box } = shape;
    const axes = box.length / 2;
    for (let side = 0; side < box.length; side += axes) {
      extent[side] = box[side] - shape.x;
      extent[side + 1] = box[side + 1] - shape.y;
      if (axes === 3) extent[side + 2] = box[side + 2] - shape.z;
    }
  }

  /** Puts the shape at a position, grown by `growth[0]`. In arrays, which puts nothing on the heap. */
  put(position: Float64Array, growth: Float64Array): void {
    const { shape, extent } = this;
    const by = growth[0];
    shape.grownBy = by;
    for (let i = 0; i < shape.count; i++) shape.pieces[i].radius = this.#radii[i] + by;
    const { box } = shape;
    const axes = box.length / 2;
    shape.x = position[0];
    shape.y = position[1];
    if (axes === 3) shape.z = position[2];
    for (let axis = 0; axis < axes; axis++) {
      box[axis] = position[axis] + extent[axis] - by;
      box[axes + axis] = position[axis] + extent[axes + axis] + by;
    }
  }
}
