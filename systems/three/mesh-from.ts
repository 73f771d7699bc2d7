import { type BufferGeometry, type Matrix4, type Mesh, Vector3 } from 'three';
import { type MeshOptions, mesh } from '../../src/3d/kinds/mesh.ts';
import type { ShapeSpec } from '../../src/3d/shapes/shape-spec.ts';
import { CollisionError, refuse, requireKeys } from '../../src/core/errors.ts';
import { withNameOf } from './named-source.ts';
import type { MeshPart } from './object-at.ts';
import { drawnRange, type FrameOptions, type PointSource, visitGeometries } from './points-of.ts';

/** Options of `meshFrom`. */
export interface MeshFromOptions extends FrameOptions, MeshOptions {
  /**
   * A list that is emptied and filled with the objects whose triangles the surface has, for `objectAt`. It stays empty
   * for a geometry, which is no object.
   */
  parts?: MeshPart[];
}

const MESH_FROM_KEYS = ['frame', 'radius', 'oneSided', 'solid', 'parts'] as const;

/**
 * Makes one surface of all triangles of a geometry, in its own frame, or of an object and all below it, in the world or
 * in the frame of `frame`: `meshFrom(gltf.scene)` for a level, `meshFrom(door, { frame: door })` for an object that an
 * entity moves. Instances, morph targets, bones and drawRange are read as they are now; lines and points have no
 * triangles. Scales are baked, and the triangles of a mirrored object are turned round, so that their fronts stay
 * fronts. Triangles are numbered in the order in which three.js traverses the objects; with a list for `parts`,
 * `objectAt(parts, hit.child)` tells the object of each.
 *
 * The arrays of a geometry are copied.
 * @throws CollisionError `invalid-shape` for no triangles, or an object of a kind whose vertices are not known;
 * `invalid-state` for a value that is neither geometry nor object; and as `mesh`.
 */
export function meshFrom(source: PointSource, options: MeshFromOptions = {}): ShapeSpec {
  return withNameOf(source, () => surfaceOf(source, options));
}

function surfaceOf(source: PointSource, options: MeshFromOptions): ShapeSpec {
  requireKeys('meshFrom options', options, MESH_FROM_KEYS);
  const { frame, parts, ...sides } = options;
  if (parts !== undefined) {
    if (!Array.isArray(parts)) refuse('invalid-state', 'meshFrom parts', 'an array', parts);
    parts.length = 0;
  }
  const positions: Float64Array[] = [];
  const indices: Uint32Array[] = [];
  let vertices = 0;
  let triangles = 0;
  visitGeometries('meshFrom', source, frame, (geometry, part, matrix, hasTriangles, object, instanceId) => {
    const { position } = geometry.attributes;
    if (position === undefined || !hasTriangles) return;
    positions.push(placedVertices(geometry, part, matrix));
    const own = indicesOf(geometry, vertices, matrix.determinant() < 0);
    indices.push(own);
    vertices += position.count;
    const triangleCount = own.length / 3;
    if (object !== undefined) parts?.push({ object, instanceId, firstTriangle: triangles, triangleCount });
    triangles += triangleCount;
  });
  if (indices.every(({ length }) => length === 0)) {
    throw new CollisionError('invalid-shape', 'meshFrom: there are no triangles');
  }
  return mesh(joined(Float64Array, positions), joined(Uint32Array, indices), sides);
}

function placedVertices(geometry: BufferGeometry, part: Mesh | undefined, matrix: Matrix4): Float64Array {
  const { position } = geometry.attributes;
  const placed = new Float64Array(3 * position.count);
  const vertex = new Vector3();
  for (let i = 0; i < position.count; i++) {
    if (part === undefined) vertex.fromBufferAttribute(position, i);
    else part.getVertexPosition(i, vertex);
    vertex.applyMatrix4(matrix).toArray(placed, 3 * i);
  }
  return placed;
}

/**
 * Returns the three vertices of each triangle, with the geometry's first vertex as number `first`. A triangle outside
 * of the drawn range gets the same vertex three times: it is left out as a triangle without area, and the others keep
 * their numbers.
 */
function indicesOf(geometry: BufferGeometry, first: number, isMirrored: boolean): Uint32Array {
  const { index, attributes } = geometry;
  const { count } = index ?? attributes.position;
  const [start, end] = drawnRange(geometry);
  const indices = new Uint32Array(3 * Math.floor(count / 3)).fill(first);
  for (let i = 3 * Math.ceil(start / 3); i < 3 * Math.floor(end / 3); i++)
    indices[i] = first + (index === null ? i : index.getX(i));
  if (!isMirrored) return indices;
  for (let i = 0; i < indices.length; i += 3) {
    const second = indices[i + 1];
    indices[i + 1] = indices[i + 2];
    indices[i + 2] = second;
  }
  return indices;
}

function joined<T extends Float64Array | Uint32Array>(type: new (length: number) => T, parts: readonly T[]): T {
  const all = new type(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
