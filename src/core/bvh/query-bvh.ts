import { type IndexList, reserveIndices } from '../index-list.ts';
import type { NumberArray } from '../number-array.ts';
import { isBox } from './bounds-overlap.ts';
import { type Bvh, cellAt, FRAME_ORIGIN, LEAF_CAPACITY } from './bvh.ts';

/** The box asked about: least coordinates, then the largest. */
const query = new Float64Array(6);

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
  const known = out.count;
  let found = out.items;
  let count = known;
  let unsure = 0;
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
    const next = node + toSkip + 2;
    let within = (nodes[node] - beyondMinX) | (nodes[node + 1] - beyondMinY);
    within |= (beforeMaxX - nodes[node + axes]) | (beforeMaxY - nodes[node + axes + 1]);
    if (inSpace) within |= (nodes[node + 2] - minZ - 1) | (maxZ - nodes[node + 5] - 1);
    if (within >= 0) {
      // The node lies inside the query, and so does all below it that is not inside out.
      const end = nodes[skip + toFirst];
      const first = nodes[node + toFirst];
      if (count + end - first > found.length) {
        out.count = count;
        found = reserveIndices(out, end - first);
      }
      for (let i = first; i < end; i++) {
        const box = toSkip * i;
        found[count] = order[i];
        count += 1 + ((boxes[box + axes] - boxes[box]) >> 31);
      }
      node = skip;
      continue;
    }
    if (skip === next) {
      if (count + LEAF_CAPACITY > found.length) {
        out.count = count;
        found = reserveIndices(out, LEAF_CAPACITY);
      }
      const end = nodes[next + toFirst];
      for (let i = nodes[node + toFirst]; i < end; i++) {
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
        unsure |= shared & ~outside;
      }
    }
    node = next;
  }
  // A side in the same cell as the query's: only the boxes themselves can tell.
  if (unsure < 0) {
    out.count = known;
    appendMeeting(out, bounds, axes, found, known, count);
  } else {
    out.count = count;
  }
}

/** Appends those of `items[start .. end)` whose boxes meet the query. `items` may be the list's own. */
function appendMeeting(
  out: IndexList,
  bounds: Float64Array,
  axes: number,
  items: Uint32Array,
  start: number,
  end: number,
): void {
  const inSpace = axes === 3;
  const minX = query[0];
  const minY = query[1];
  const maxX = query[axes];
  const maxY = query[axes + 1];
  const found = reserveIndices(out, end - start);
  let count = out.count;
  for (let i = start; i < end; i++) {
    const box = 2 * axes * items[i];
    const meets =
      bounds[box] <= maxX &&
      bounds[box + 1] <= maxY &&
      bounds[box + axes] >= minX &&
      bounds[box + axes + 1] >= minY &&
      !(inSpace && !(bounds[box + 2] <= query[5] && bounds[box + 5] >= query[2]));
    if (meets && isBox(bounds, axes, box)) found[count++] = items[i];
  }
  out.count = count;
}

function querySpheres(out: IndexList, bvh: Bvh, bounds: Float64Array): void {
  const { frame, nodes, nodeEnd, nodeSpheres: spheres } = bvh;
  const { axes } = bvh.routines;
  const inSpace = axes === 3;
  const toSkip = 2 * axes;
  const toFirst = toSkip + 1;
  const minX = query[0] - frame[FRAME_ORIGIN];
  const minY = query[1] - frame[FRAME_ORIGIN + 1];
  const minZ = inSpace ? query[2] - frame[FRAME_ORIGIN + 2] : 0;
  const maxX = query[axes] - frame[FRAME_ORIGIN];
  const maxY = query[axes + 1] - frame[FRAME_ORIGIN + 1];
  const maxZ = inSpace ? query[5] - frame[FRAME_ORIGIN + 2] : 0;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + toSkip];
    const x = spheres[node];
    const y = spheres[node + 1];
    const z = inSpace ? spheres[node + 2] : 0;
    const radius = spheres[node + axes];
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
