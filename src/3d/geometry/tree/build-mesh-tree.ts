import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { buildTopology, requireTreeOptions } from '../../../core/tree/build-topology.ts';
import { computeLowest } from '../../../core/tree/topology.ts';
import { fitAabbs } from './fit-aabbs.ts';
import { fitObbs } from './fit-obbs.ts';
import { fitSpheres } from './fit-spheres.ts';
import {
  boundsStride,
  CORNER_STRIDE,
  type MeshTree,
  type MeshTreeConstruction,
  type MeshTreeKind,
} from './mesh-tree.ts';
import { countTriangles, readCorners, requireIndices } from './read-triangles.ts';

export interface MeshTreeOptions {
  /** Bounding volume of the nodes. Default `aabb`. */
  readonly kind?: MeshTreeKind;
  /** How the nodes are formed. Default `top-down`. */
  readonly construction?: MeshTreeConstruction;
  /** The most triangles a leaf may hold, at least 1. Default 4. */
  readonly leafSize?: number;
}

/**
 * Builds a hierarchy of bounding volumes over the triangles of a mesh.
 *
 * positions: `x y z` of each vertex, tightly packed; any array of numbers, e.g. the `.array` of three.js's `position`
 * attribute. index: three vertex numbers a triangle, or null when every three vertices are a triangle. Triangles of no
 * area are kept. The arrays are referred to, not copied, but only `refitMeshTree` reads them again.
 *
 * Throws CollisionError: `invalid-shape` for an empty mesh or a length that ends inside a triangle, `out-of-range` for
 * an index that names no vertex, `invalid-number` for a coordinate that is NaN or infinite, or a leafSize that is no
 * whole number from 1.
 *
 * Source: Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007; Ericson, Real-Time Collision
 * Detection, 6.2.
 */
export function buildMeshTree(
  positions: NumberArray,
  index: NumberArray | null = null,
  options: MeshTreeOptions = {},
): MeshTree {
  const checked = requireTreeOptions(options);
  const { kind } = checked;
  const triangleCount = countTriangles(positions, index);
  if (index !== null) requireIndices(index, positions);
  const inMeshOrder = new Uint32Array(triangleCount);
  for (let i = 0; i < triangleCount; i++) inMeshOrder[i] = i;
  const corners = new Float64Array(triangleCount * CORNER_STRIDE);
  readCorners(corners, positions, index, inMeshOrder);
  const topology = buildTopology(3, corners, CORNER_STRIDE, checked);
  readCorners(corners, positions, index, topology.order);
  const bounds = new Float64Array(topology.nodeCount * boundsStride(kind));
  fitVolumes(kind, bounds, topology.links, topology.nodeCount, corners);
  return {
    kind,
    triangleCount,
    nodeCount: topology.nodeCount,
    depth: topology.depth,
    links: topology.links,
    bounds,
    lowest: computeLowest(topology),
    triangles: topology.order,
    corners,
    positions,
    index,
  };
}

/**
 * Reads the vertices of the mesh again and fits the volumes to where they are now. The grouping of the triangles stays,
 * so queries stay right but slow down when the mesh has changed its shape a lot; build anew then.
 *
 * positions: a new array of the same length, or left out to read the one the tree was built from. Throws `out-of-range`
 * when the length differs and `invalid-number` for a coordinate that is not finite; the tree is then unchanged.
 *
 * Source: van den Bergen, Efficient Collision Detection of Complex Deformable Models using AABB Trees, 1997.
 */
export function refitMeshTree(tree: MeshTree, positions: NumberArray = tree.positions): void {
  if (positions.length !== tree.positions.length) {
    throw new CollisionError(
      'out-of-range',
      `positions.length must stay ${tree.positions.length} to refit, got ${positions.length}`,
    );
  }
  requireFiniteCorners(positions, tree.index);
  readCorners(tree.corners, positions, tree.index, tree.triangles);
  (tree as { positions: NumberArray }).positions = positions;
  fitVolumes(tree.kind, tree.bounds, tree.links, tree.nodeCount, tree.corners);
}

/** Fits the volumes of `kind` to the triangles below each node. */
function fitVolumes(
  kind: MeshTreeKind,
  bounds: Float64Array,
  links: Int32Array,
  nodeCount: number,
  corners: Float64Array,
): void {
  if (kind === 'aabb') fitAabbs(bounds, links, nodeCount, corners);
  else if (kind === 'obb') fitObbs(bounds, links, nodeCount, corners);
  else fitSpheres(bounds, links, nodeCount, corners);
}

function requireFiniteCorners(positions: NumberArray, index: NumberArray | null): void {
  const count = index === null ? positions.length : index.length * 3;
  for (let i = 0; i < count; i++) {
    const place = index === null ? i : index[Math.floor(i / 3)] * 3 + (i % 3);
    const value = positions[place];
    if (!(value - value === 0)) {
      throw new CollisionError('invalid-number', `positions[${place}] must be a finite number, got ${value}`);
    }
  }
}
