import { type Bvh, cellAt, FRAME_ORIGIN, LEAF_CAPACITY } from '../../core/bvh/bvh.ts';
import { type IndexList, reserveIndices } from '../../core/index-list.ts';
import type { NumberArray } from '../../core/number-array.ts';
import { isBox } from './bounds-overlap.ts';
import { BOUNDS_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/** The box asked about: min, max. */
const box = new Float64Array(6);

/**
 * Appends the items whose boxes overlap an AABB (6; touching counts) to `list`, each once, in leaf order. `bounds` are
 * those the tree was built from. A query with NaN finds nothing. Allocates nothing unless the list grows.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3.
 */
export function queryBvhAabb(
  list: IndexList,
  bvh: Bvh,
  bounds: Float64Array,
  aabb: NumberArray,
  aabbOffset: number,
): void {
  for (let side = 0; side < 6; side++) box[side] = aabb[aabbOffset + side];
  queryBox(list, bvh, bounds);
}

/**
 * Appends the items whose boxes contain a point (3; the boundary counts) to `list`, each once, in leaf order.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3.
 */
export function queryBvhPoint(
  list: IndexList,
  bvh: Bvh,
  bounds: Float64Array,
  point: NumberArray,
  pointOffset: number,
): void {
  for (let side = 0; side < 6; side++) box[side] = point[pointOffset + (side % 3)];
  queryBox(list, bvh, bounds);
}

function queryBox(list: IndexList, bvh: Bvh, bounds: Float64Array): void {
  if (bvh.kind === 'aabb') queryBoxes(list, bvh, bounds);
  else querySpheres(list, bvh, bounds);
}

function queryBoxes(out: IndexList, bvh: Bvh, bounds: Float64Array): void {
  const frame = bvh.frame;
  const minX = cellAt(frame, 0, box, 0);
  const minY = cellAt(frame, 1, box, 1);
  const minZ = cellAt(frame, 2, box, 2);
  const maxX = cellAt(frame, 0, box, 3);
  const maxY = cellAt(frame, 1, box, 4);
  const maxZ = cellAt(frame, 2, box, 5);
  const nodes = bvh.nodes;
  const nodeEnd = bvh.nodeEnd;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP];
    const apart =
      (maxX - nodes[node]) |
      (maxY - nodes[node + 1]) |
      (maxZ - nodes[node + 2]) |
      (nodes[node + 3] - minX) |
      (nodes[node + 4] - minY) |
      (nodes[node + 5] - minZ);
    if (apart < 0) {
      node = skip;
      continue;
    }
    const next = node + NODE_STRIDE;
    if (skip === next) queryLeaf(out, bvh, bounds, node);
    node = next;
  }
}

function querySpheres(out: IndexList, bvh: Bvh, bounds: Float64Array): void {
  const frame = bvh.frame;
  const minX = box[0] - frame[FRAME_ORIGIN];
  const minY = box[1] - frame[FRAME_ORIGIN + 1];
  const minZ = box[2] - frame[FRAME_ORIGIN + 2];
  const maxX = box[3] - frame[FRAME_ORIGIN];
  const maxY = box[4] - frame[FRAME_ORIGIN + 1];
  const maxZ = box[5] - frame[FRAME_ORIGIN + 2];
  const nodes = bvh.nodes;
  const spheres = bvh.nodeSpheres;
  const nodeEnd = bvh.nodeEnd;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP];
    const x = spheres[node];
    const y = spheres[node + 1];
    const z = spheres[node + 2];
    const radius = spheres[node + 3];
    const dx = x < minX ? minX - x : x > maxX ? x - maxX : 0;
    const dy = y < minY ? minY - y : y > maxY ? y - maxY : 0;
    const dz = z < minZ ? minZ - z : z > maxZ ? z - maxZ : 0;
    if (dx * dx + dy * dy + dz * dz > radius * radius) {
      node = skip;
      continue;
    }
    const next = node + NODE_STRIDE;
    if (skip === next) queryLeaf(out, bvh, bounds, node);
    node = next;
  }
}

function queryLeaf(out: IndexList, bvh: Bvh, bounds: Float64Array, leaf: number): void {
  const order = bvh.order;
  const found = reserveIndices(out, LEAF_CAPACITY);
  const end = bvh.nodes[leaf + NODE_STRIDE + NODE_FIRST];
  let count = out.count;
  for (let i = bvh.nodes[leaf + NODE_FIRST]; i < end; i++) {
    const at = BOUNDS_STRIDE * order[i];
    const overlaps =
      bounds[at] <= box[3] &&
      bounds[at + 1] <= box[4] &&
      bounds[at + 2] <= box[5] &&
      bounds[at + 3] >= box[0] &&
      bounds[at + 4] >= box[1] &&
      bounds[at + 5] >= box[2] &&
      isBox(bounds, at);
    if (overlaps) found[count++] = order[i];
  }
  out.count = count;
}
