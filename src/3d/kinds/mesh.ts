import { CollisionError, refuse, requireInteger, requireKeys, requireType } from '../../core/errors.ts';
import { isCoordinate, requireCoordinate, requireDistance, requireExtent } from '../../core/limits.ts';
import type { NumberArray } from '../../core/number-array.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { buildTriangleTree } from '../geometry/tree/build-triangle-tree.ts';
import { refitTriangleTree } from '../geometry/tree/refit-triangle-tree.ts';
import { readTriangleMesh } from '../geometry/tree/triangle-mesh.ts';
import { NO_CHILD, NODE_CHILDREN, NODE_MAX, type TriangleTree } from '../geometry/tree/triangle-tree.ts';
import { addSurfaceRoutines, surfaceContacts } from '../narrow-phase/collide-surface.ts';
import { castAtTriangle } from '../queries/cast-at-triangle.ts';
import { measures } from '../queries/measure-surfaces.ts';
import { surfaceCasts, surfaceMoverCasts } from '../queries/surface-hit.ts';
import { moverCasts, setSurfaceCasts, surfaceMeasures, triangleCasts } from '../queries/surface-table.ts';
import { extent } from '../shapes/extent.ts';
import { meshPieces, meshQueries } from '../shapes/mesh-pieces.ts';
import type { RegisteredShape, ShapeRecord } from '../shapes/registered-shape.ts';
import { SHAPE_MESH } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';
import type { Surface } from '../shapes/surface.ts';
import { writeTurnedBox } from '../shapes/turned-box.ts';

/** Options of `mesh`. */
export interface MeshOptions {
  /**
   * Collides only with colliders on the side from which the corners of a triangle run counter-clockwise, and is met
   * only by rays from that side. Half-spaces collide with both sides. Default false: both sides.
   */
  oneSided?: boolean;
  /**
   * Takes the mesh for the surface of a solid: points inside are in it, and a shape whose middle is inside is pushed
   * out of it. Only for closed meshes whose triangles run counter-clockwise seen from outside. Includes `oneSided`.
   * Default false.
   */
  solid?: boolean;
  /** Added around all triangles, which makes them plates with rounded rims. Default 0. */
  radius?: number;
}

const MESH_KEYS = ['oneSided', 'solid', 'radius'] as const;

/**
 * Makes a surface of triangles, as three.js holds them in a geometry: `x y z` of each vertex, and three vertices each
 * triangle, or none where every three vertices are one. Contacts and hits name the triangle (`child`). A body that
 * slides over edges where the surface goes on meets no edge there, however its triangles adjoin.
 *
 * A Float32Array, a Float64Array, a Uint16Array or a Uint32Array is kept, not copied, and must not be written to
 * without `setMeshPositions`; other arrays are copied. Triangles without area and doubled triangles do not count; a
 * mesh may be open, cross itself, and have more than two triangles at an edge.
 * @throws CollisionError `invalid-shape` for arrays that do not make whole triangles or a mesh without any;
 * `out-of-range` for an index that names no vertex; `invalid-number` for a coordinate that is not finite or beyond
 * 1e30.
 */
export function mesh(positions: NumberArray, indices?: NumberArray, options: MeshOptions = {}): ShapeSpec {
  requireKeys('mesh options', options, MESH_KEYS);
  const { oneSided = false, solid = false, radius = 0 } = options;
  requireType('oneSided', oneSided, 'boolean');
  requireType('solid', solid, 'boolean');
  requireDistance('mesh radius', radius);
  const tree = buildTriangleTree('mesh', readTriangleMesh('mesh', positions, indices));
  const surface: Surface = { tree, field: undefined, bounds: boundsOf(tree), oneSided: oneSided || solid, solid };
  return makeSpec(SHAPE_MESH, radius, 0, 0, 0, {
    record: meshRecord,
    hull: undefined,
    flat: undefined,
    children: undefined,
    surface,
    given: undefined,
  });
}

/** Returns the bounds of a tree. @throws CollisionError `invalid-shape` for a tree without triangles. */
function boundsOf(tree: TriangleTree): Float64Array {
  if (tree.nodeCount === 0) throw new CollisionError('invalid-shape', 'mesh: has no triangle with an area');
  const bounds = new Float64Array(6);
  writeRootBox(bounds, tree);
  requireExtent('mesh', bounds);
  return bounds;
}

/** Writes the bounds of a tree: those of the children of its root. */
function writeRootBox(bounds: Float64Array, { boxes, links }: TriangleTree): void {
  for (let side = 0; side < 6; side++) bounds[side] = side < 3 ? Infinity : -Infinity;
  for (let i = 0; i < NODE_CHILDREN; i++) {
    if (links[i] === NO_CHILD) continue;
    for (let axis = 0; axis < 3; axis++) {
      bounds[axis] = Math.min(bounds[axis], boxes[NODE_CHILDREN * axis + i]);
      bounds[3 + axis] = Math.max(bounds[3 + axis], boxes[NODE_MAX + NODE_CHILDREN * axis + i]);
    }
  }
}

/** Some of the vertices of a mesh. */
export interface VertexRange {
  /** The first vertex. Default 0. */
  readonly start?: number;
  /** The number of vertices. Default: all from there on. */
  readonly count?: number;
}

const RANGE_KEYS = ['start', 'count'] as const;

/**
 * Writes the places of some vertices of a mesh and fits the tree over its triangles to them. If `positions` is the
 * array that the mesh was made of, its numbers have been written already.
 * @throws CollisionError before anything has been written here: `invalid-shape` for another shape, or for positions
 * that are not three numbers a vertex; `out-of-range` for a range beyond the mesh; `invalid-number` for a coordinate
 * that cannot be used.
 */
export function writeMeshPositions(shape: RegisteredShape | 0, positions: NumberArray, range: VertexRange): void {
  const surface = shape === 0 ? undefined : shape.surface;
  const tree = surface?.tree;
  if (tree === undefined) refuse('invalid-shape', 'setMeshPositions shape', 'a mesh', shape);
  requireKeys('setMeshPositions range', range, RANGE_KEYS);
  const own = tree.mesh.positions;
  const vertices = own.length / 3;
  const { start = 0 } = range;
  requireInteger('setMeshPositions start', start, 0, vertices);
  const { count = vertices - start } = range;
  requireInteger('setMeshPositions count', count, 0, vertices - start);
  if (positions !== own) {
    if (positions?.length !== 3 * count) {
      refuse(
        'invalid-shape',
        'the number of setMeshPositions positions',
        `3 a vertex, ${3 * count}`,
        positions?.length,
      );
    }
    for (let i = 0; i < 3 * count; i++) {
      if (isCoordinate(positions[i])) continue;
      requireCoordinate(`coordinate ${i % 3} of vertex ${start + Math.floor(i / 3)}`, positions[i]);
    }
    for (let i = 0; i < 3 * count; i++) own[3 * start + i] = positions[i];
  }
  refitTriangleTree('mesh', tree, start, start + count);
  writeRootBox(surface!.bounds, tree);
}

const meshRecord: ShapeRecord = {
  kind: SHAPE_MESH,
  isComposite: true,
  pieces: meshPieces,
  contacts: surfaceContacts,
  queries: meshQueries,
  writeExtent: ({ shapes }, handle, poses, at) => {
    writeTurnedBox(extent, shapes[handle]!.surface!.bounds, 0, poses, at);
  },
  enter: enterRegistry,
  addRoutines() {
    addSurfaceRoutines(SHAPE_MESH);
    setSurfaceCasts(SHAPE_MESH, surfaceCasts);
    moverCasts.routines = surfaceMoverCasts;
    surfaceMeasures.routines = measures;
    triangleCasts.cast = castAtTriangle;
  },
  inPlace: undefined,
};

/** Meshes as plain data: `positions`, `indices` where there are any, and the options. */
export const meshFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_MESH,
  name: 'mesh',
  fields: ['positions', 'indices', 'oneSided', 'solid'],
  describe(spec) {
    const { tree, oneSided, solid } = (requireShape(spec.shape) as RegisteredShape).surface!;
    const { positions, indices } = tree!.mesh;
    return {
      positions: Array.from(positions),
      indices: indices === undefined ? undefined : Array.from(indices),
      oneSided,
      solid,
    };
  },
  make: ({ positions, indices, oneSided, solid }) => mesh(positions, indices, { oneSided, solid }),
};
