import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { CORNER_STRIDE } from './mesh-tree.ts';

const VERTEX_STRIDE = 3;

/** Returns how many triangles the mesh has; throws when there is none or an array ends inside a triangle. */
export function countTriangles(positions: NumberArray, index: NumberArray | null): number {
  const length = index === null ? positions.length : index.length;
  const stride = index === null ? CORNER_STRIDE : VERTEX_STRIDE;
  const name = index === null ? 'positions' : 'index';
  if (!(length > 0)) throw new CollisionError('invalid-shape', `a mesh needs at least one triangle, ${name} is empty`);
  if (length % stride !== 0) {
    throw new CollisionError('invalid-shape', `${name}.length must be a multiple of ${stride}, got ${length}`);
  }
  return length / stride;
}

/** Throws unless every entry of `index` is the number of a whole vertex. */
export function requireIndices(index: NumberArray, positions: NumberArray): void {
  const vertexCount = Math.floor(positions.length / VERTEX_STRIDE);
  for (let i = 0; i < index.length; i++) {
    const vertex = index[i];
    if (!(vertex >= 0 && vertex < vertexCount && Math.floor(vertex) === vertex)) {
      throw new CollisionError(
        'out-of-range',
        `index[${i}] must be an integer from 0 to ${vertexCount - 1}, got ${vertex}`,
      );
    }
  }
}

/**
 * Copies the corners of the mesh's triangles, in the order `triangles` names them, to `corners`. Throws
 * `invalid-number` at a coordinate that is not finite, before which `corners` may have been partly written.
 */
export function readCorners(
  corners: Float64Array,
  positions: NumberArray,
  index: NumberArray | null,
  triangles: Uint32Array,
): void {
  let write = 0;
  for (let i = 0; i < triangles.length; i++) {
    for (let corner = 0; corner < 3; corner++) {
      const place = triangles[i] * 3 + corner;
      const vertex = index === null ? place : index[place];
      for (let axis = 0; axis < VERTEX_STRIDE; axis++) {
        const value = positions[vertex * VERTEX_STRIDE + axis];
        if (!(value - value === 0)) {
          throw new CollisionError(
            'invalid-number',
            `positions[${vertex * VERTEX_STRIDE + axis}] must be a finite number, got ${value}`,
          );
        }
        corners[write++] = value;
      }
    }
  }
}
