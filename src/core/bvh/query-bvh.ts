import { type IndexList, reserveIndices } from '../index-list.ts';
import type { NumberArray } from '../number-array.ts';
import { isValidBox } from './bounds-overlap.ts';
import { type Bvh, cellAt, FRAME_VOIDS, sphereOf } from './bvh.ts';

/** The box asked about: least coordinates, then the largest. */
const query = new Float64Array(6);

/**
 * The largest number of items below a node that are tested one by one, without looking at the nodes between: they lie
 * side by side in memory.
 */
const SCANNED_ITEMS = 16;

/**
 * Appends the items whose boxes overlap an AABB (4 numbers in the plane, 6 in space; touching counts) to `list`, each
 * once, in leaf order. `bounds` are those the tree was built from. A query with NaN finds nothing. Allocates nothing
 * unless the list grows.
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
  for (let side = 0; side < 2 * bvh.routines.axes; side++) query[side] = aabb[aabbOffset + side];
  queryBox(list, bvh, bounds);
}

/**
 * Appends the items whose boxes contain a point (2 numbers in the plane, 3 in space; the boundary counts) to `list`,
 * each once, in leaf order.
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
  const { axes } = bvh.routines;
  for (let axis = 0; axis < axes; axis++) {
    query[axis] = point[pointOffset + axis];
    query[axes + axis] = query[axis];
  }
  queryBox(list, bvh, bounds);
}

function queryBox(list: IndexList, bvh: Bvh, bounds: Float64Array): void {
  if (bvh.itemCount === 0) return;
  if (bvh.kind === 'aabb') queryBoxes(list, bvh, bounds);
  else querySpheres(list, bvh, bounds);
}

function queryBoxes(out: IndexList, bvh: Bvh, bounds: Float64Array): void {
  const { frame, nodes, nodeEnd, itemBoxes: boxes, order } = bvh;
  const { axes } = bvh.routines;
  const inSpace = axes === 3;
  for (let side = 0; side < 2 * axes; side++) if (Number.isNaN(query[side])) return;
  const toSkip = 2 * axes;
  const toFirst = toSkip + 1;
  const minX = cellAt(frame, 0, query, 0);
  const minY = cellAt(frame, 1, query, 1);
  const minZ = inSpace ? cellAt(frame, 2, query, 2) : 0;
  const maxX = cellAt(frame, 0, query, axes);
  const maxY = cellAt(frame, 1, query, axes + 1);
  const maxZ = inSpace ? cellAt(frame, 2, query, 5) : 0;
  const beyondMinX = minX + 1;
  const beyondMinY = minY + 1;
  const beforeMaxX = maxX - 1;
  const beforeMaxY = maxY - 1;
  const hasVoids = frame[FRAME_VOIDS] !== 0;
  let found = out.items;
  let count = out.count;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + toSkip];
    let apart = (maxX - nodes[node]) | (maxY - nodes[node + 1]);
    apart |= (nodes[node + axes] - minX) | (nodes[node + axes + 1] - minY);
    if (inSpace) apart |= (maxZ - nodes[node + 2]) | (nodes[node + 5] - minZ);
    if (apart < 0) {
      node = skip;
      continue;
    }
    const first = nodes[node + toFirst];
    const end = nodes[skip + toFirst];
    let within = (nodes[node] - beyondMinX) | (nodes[node + 1] - beyondMinY);
    within |= (beforeMaxX - nodes[node + axes]) | (beforeMaxY - nodes[node + axes + 1]);
    if (inSpace) within |= (nodes[node + 2] - minZ - 1) | (maxZ - nodes[node + 5] - 1);
    if (within < 0 && end - first > SCANNED_ITEMS) {
      node += toSkip + 2;
      continue;
    }
    if (count + end - first > found.length) {
      out.count = count;
      found = reserveIndices(out, end - first);
    }
    if (within >= 0) {
      // The node lies inside the query, and so does all below it that is not inside out.
      for (let i = first; i < end; i++) {
        const box = toSkip * i;
        found[count] = order[i];
        count += hasVoids ? 1 + ((boxes[box + axes] - boxes[box]) >> 31) : 1;
      }
    } else {
      for (let i = first; i < end; i++) {
        const box = toSkip * i;
        const right = maxX - boxes[box];
        const top = maxY - boxes[box + 1];
        const left = boxes[box + axes] - minX;
        const bottom = boxes[box + axes + 1] - minY;
        let outside = right | top | left | bottom;
        let shared = (right - 1) | (top - 1) | (left - 1) | (bottom - 1);
        if (inSpace) {
          const front = maxZ - boxes[box + 2];
          const back = boxes[box + 5] - minZ;
          outside |= front | back;
          shared |= (front - 1) | (back - 1);
        }
        found[count] = order[i];
        count += 1 + (outside >> 31);
        // A side of the box is in the same cell as the query's side, so the cells cannot tell whether they overlap:
        // the exact box can.
        if ((shared & ~outside) < 0 && !meetsQuery(bounds, axes, order[i])) count--;
      }
    }
    node = skip;
  }
  out.count = count;
}

function meetsQuery(bounds: Float64Array, axes: number, item: number): boolean {
  const box = 2 * axes * item;
  return (
    bounds[box] <= query[axes] &&
    bounds[box + 1] <= query[axes + 1] &&
    bounds[box + axes] >= query[0] &&
    bounds[box + axes + 1] >= query[1] &&
    !(axes === 3 && !(bounds[box + 2] <= query[5] && bounds[box + 5] >= query[2])) &&
    isValidBox(bounds, axes, box)
  );
}

/** Appends the `items[start .. end)` whose boxes meet the query. */
function appendMeeting(
  out: IndexList,
  bounds: Float64Array,
  axes: number,
  items: Uint32Array,
  start: number,
  end: number,
): void {
  const found = reserveIndices(out, end - start);
  let { count } = out;
  for (let i = start; i < end; i++) if (meetsQuery(bounds, axes, items[i])) found[count++] = items[i];
  out.count = count;
}

function querySpheres(out: IndexList, bvh: Bvh, bounds: Float64Array): void {
  const { nodes, nodeEnd, nodeSpheres: spheres } = bvh;
  const { axes } = bvh.routines;
  const inSpace = axes === 3;
  const toSkip = 2 * axes;
  const toFirst = toSkip + 1;
  const minX = query[0];
  const minY = query[1];
  const minZ = inSpace ? query[2] : 0;
  const maxX = query[axes];
  const maxY = query[axes + 1];
  const maxZ = inSpace ? query[5] : 0;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + toSkip];
    const own = sphereOf(node);
    const x = spheres[own];
    const y = spheres[own + 1];
    const z = inSpace ? spheres[own + 2] : 0;
    const radius = spheres[own + axes];
    const dx = x < minX ? minX - x : x > maxX ? x - maxX : 0;
    const dy = y < minY ? minY - y : y > maxY ? y - maxY : 0;
    const dz = z < minZ ? minZ - z : z > maxZ ? z - maxZ : 0;
    if (dx * dx + dy * dy + dz * dz > radius * radius) {
      node = skip;
      continue;
    }
    const next = node + toSkip + 2;
    if (skip === next) appendMeeting(out, bounds, axes, bvh.order, nodes[node + toFirst], nodes[next + toFirst]);
    node = next;
  }
}
