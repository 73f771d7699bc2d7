import { type BufferGeometry, type InstancedMesh, Matrix4, type Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import { CollisionError, refuse, requireKeys } from '../../src/core/errors.ts';
import { placeInWorld } from './world-place.ts';

/** The sources that shapes are made from. */
export type PointSource = BufferGeometry | Object3D;

/** Options of shapes that are made from objects of three.js. */
export interface FrameOptions {
  /**
   * The object in whose frame the shape is made: that of an object which an entity moves, so that both have one
   * Transform. A frame is a place and a rotation in the world, as `readObjects` reads them; scales, the object's own
   * and those of its parents, are baked into the shape. Default: the world's frame, as for an object that never moves.
   */
  frame?: Object3D;
}

/**
 * A function that is called with a geometry, the mesh whose morph targets and bones move it if there is one, the matrix
 * that places it, and whether it consists of triangles rather than lines or points; then with the object that has the
 * geometry, if there is one, and the number of the instance, if that object is an InstancedMesh.
 */
export type VisitGeometry = (
  geometry: BufferGeometry,
  mesh: Mesh | undefined,
  matrix: Matrix4,
  hasTriangles: boolean,
  object?: Object3D,
  instanceId?: number,
) => void;

/**
 * Returns the vertices of a geometry, or of an object and all below it where they are in the world: x, y and z each.
 * Instances, morph targets and bones are read as they are now. Vertices that an index does not name, or that are
 * outside of the geometry's drawRange, are left out.
 *
 * @throws CollisionError `invalid-shape` when there are none, or for an object of a kind whose vertices are not known;
 * `invalid-state` for a value that is neither geometry nor object; `invalid-number` for a vertex that is not finite.
 */
export function pointsOf(name: string, source: PointSource, options: FrameOptions): Float64Array {
  requireKeys(`${name} options`, options, ['frame', 'radius']);
  const points: number[] = [];
  visitGeometries(name, source, options.frame, (geometry, mesh, matrix) => addVertices(points, geometry, mesh, matrix));
  if (points.length === 0) throw new CollisionError('invalid-shape', `${name}: there are no vertices`);
  for (let i = 0; i < points.length; i++) {
    if (!Number.isFinite(points[i])) refuse('invalid-number', `${name} vertex`, 'finite', points[i]);
  }
  return Float64Array.from(points);
}

/**
 * Visits a geometry, in its own frame, or the geometries of an object and all below it, in the world or in the frame of
 * an object; an InstancedMesh once for each instance.
 */
export function visitGeometries(
  name: string,
  source: PointSource,
  frame: Object3D | undefined,
  visit: VisitGeometry,
): void {
  if (frame !== undefined && frame?.isObject3D !== true) refuse('invalid-state', `${name} frame`, 'an Object3D', frame);
  if ((source as Partial<BufferGeometry> | undefined)?.isBufferGeometry === true) {
    visit(source as BufferGeometry, undefined, new Matrix4(), true);
  } else if ((source as Partial<Object3D> | undefined)?.isObject3D === true) {
    visitObject(name, source as Object3D, frame, visit);
  } else {
    refuse('invalid-state', `what ${name} is made from`, 'a BufferGeometry or an Object3D', source);
  }
}

function visitObject(name: string, object: Object3D, frame: Object3D | undefined, visit: VisitGeometry): void {
  object.updateWorldMatrix(true, true);
  const toFrame = frame === undefined ? new Matrix4() : matrixTo(frame);
  object.traverse((part) => {
    const mesh = part as Partial<Mesh & InstancedMesh> & Object3D;
    const { geometry } = mesh;
    if (geometry?.isBufferGeometry !== true) return;
    if ('isBatchedMesh' in part) throw new CollisionError('invalid-shape', `${name}: a BatchedMesh cannot be read`);
    const matrix = toFrame.clone().multiply(part.matrixWorld);
    if (mesh.isInstancedMesh !== true) {
      visit(geometry, mesh.isMesh === true ? (part as Mesh) : undefined, matrix, mesh.isMesh === true, part);
      return;
    }
    const instance = new Matrix4();
    for (let i = 0; i < mesh.count!; i++) {
      mesh.getMatrixAt!(i, instance);
      visit(geometry, undefined, instance.premultiply(matrix), true, part, i);
    }
  });
}

/** Returns the matrix from the world to where an object is, without its scale. */
function matrixTo(frame: Object3D): Matrix4 {
  const position = new Vector3();
  const quaternion = new Quaternion();
  placeInWorld(position, quaternion, frame);
  return new Matrix4().compose(position, quaternion, new Vector3(1, 1, 1)).invert();
}

/**
 * Returns the part of a geometry's index, or of its vertices where it has none, that is drawn: from the first number to
 * before the second. Buffers that are longer than their content have such a part.
 */
export function drawnRange({ index, attributes, drawRange }: BufferGeometry): [start: number, end: number] {
  const { count } = index ?? attributes.position;
  return [Math.max(0, drawRange.start), Math.min(count, drawRange.start + drawRange.count)];
}

/** Adds the vertices of a geometry; those of a mesh where its morph targets and bones have moved them. */
function addVertices(points: number[], geometry: BufferGeometry, mesh: Mesh | undefined, matrix: Matrix4): void {
  const { index } = geometry;
  const position = geometry.attributes.position;
  if (position === undefined) return;
  const named = new Uint8Array(position.count);
  const [start, end] = drawnRange(geometry);
  for (let i = start; i < end; i++) named[index === null ? i : index.getX(i)] = 1;
  const vertex = new Vector3();
  for (let i = 0; i < position.count; i++) {
    if (named[i] === 0) continue;
    if (mesh === undefined) vertex.fromBufferAttribute(position, i);
    else mesh.getVertexPosition(i, vertex);
    vertex.applyMatrix4(matrix);
    points.push(vertex.x, vertex.y, vertex.z);
  }
}
