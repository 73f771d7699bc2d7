import { type Bvh, cellAt, FRAME_ORIGIN, LEAF_CAPACITY } from '../../core/bvh/bvh.ts';
import { type IndexList, reserveIndices } from '../../core/index-list.ts';
import type { NumberArray } from '../../core/number-array.ts';
import { BOUNDS_STRIDE, ITEM_BOX_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/** The box asked about: minX, minY, maxX, maxY. */
const query = new Float64Array(4);

/**
 * Appends the items whose boxes overlap an AABB (4; touching counts) to `list`, each once, in leaf order. `bounds` are
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
  for (let side = 0; side < 4; side++) query[side] = aabb[aabbOffset + side];
  queryBox(list, bvh, bounds);
}

/**
 * Appends the items whose boxes contain a point (2; the boundary counts) to `list`, each once, in leaf order.
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
  for (let side = 0; side < 4; side++) query[side] = point[pointOffset + (side & 1)];
  queryBox(list, bvh, bounds);
}

function queryBox(list: IndexList, bvh: Bvh, bounds: Float64Array): void {
  if (bvh.itemCount === 0) return;
  if (bvh.kind === 'aabb') queryBoxes(list, bvh, bounds);
  else queryCircles(list, bvh, bounds);
}

function queryBoxes(out: IndexList, bvh: Bvh, bounds: Float64Array): void {
  for (let side = 0; side < 4; side++) if (Number.isNaN(query[side])) return;
  const frame = bvh.frame;
  const cellMinX = cellAt(frame, 0, query, 0);
  const cellMinY = cellAt(frame, 1, query, 1);
  const cellMaxX = cellAt(frame, 0, query, 2);
  const cellMaxY = cellAt(frame, 1, query, 3);
  const { nodes, nodeEnd, itemBoxes, order } = bvh;
  const known = out.count;
  let found = out.items;
  let count = known;
  let unsure = 0;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP];
    const apart =
      (cellMaxX - nodes[node]) |
      (cellMaxY - nodes[node + 1]) |
      (nodes[node + 2] - cellMinX) |
      (nodes[node + 3] - cellMinY);
    const next = node + NODE_STRIDE;
    if (apart < 0) {
      node = skip;
      continue;
    }
    if (skip === next) {
      if (count + LEAF_CAPACITY > found.length) {
        out.count = count;
        found = reserveIndices(out, LEAF_CAPACITY);
      }
      const end = nodes[next + NODE_FIRST];
      for (let i = nodes[node + NODE_FIRST]; i < end; i++) {
        const box = ITEM_BOX_STRIDE * i;
        const right = cellMaxX - itemBoxes[box];
        const top = cellMaxY - itemBoxes[box + 1];
        const left = itemBoxes[box + 2] - cellMinX;
        const bottom = itemBoxes[box + 3] - cellMinY;
        const outside = right | top | left | bottom;
        found[count] = order[i];
        count += 1 + (outside >> 31);
        unsure |= ((right - 1) | (top - 1) | (left - 1) | (bottom - 1)) & ~outside;
      }
    }
    node = next;
  }
  // A side in the same cell as the query's: only the boxes themselves can tell.
  if (unsure < 0) {
    out.count = known;
    appendMeeting(out, bounds, found, known, count);
  } else {
    out.count = count;
  }
}

/** Appends those of `items[start .. end)` whose boxes meet the query. `items` may be the list's own. */
function appendMeeting(out: IndexList, bounds: Float64Array, items: Uint32Array, start: number, end: number): void {
  const minX = query[0];
  const minY = query[1];
  const maxX = query[2];
  const maxY = query[3];
  const found = reserveIndices(out, end - start);
  let count = out.count;
  for (let i = start; i < end; i++) {
    const box = BOUNDS_STRIDE * items[i];
    if (bounds[box] <= maxX && bounds[box + 1] <= maxY && bounds[box + 2] >= minX && bounds[box + 3] >= minY) {
      found[count++] = items[i];
    }
  }
  out.count = count;
}

function queryCircles(out: IndexList, bvh: Bvh, bounds: Float64Array): void {
  const originX = bvh.frame[FRAME_ORIGIN];
  const originY = bvh.frame[FRAME_ORIGIN + 1];
  const left = query[0] - originX;
  const right = query[2] - originX;
  const bottom = query[1] - originY;
  const top = query[3] - originY;
  const nodes = bvh.nodes;
  const circles = bvh.nodeSpheres;
  const nodeEnd = bvh.nodeEnd;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP];
    const x = circles[node];
    const y = circles[node + 1];
    const radius = circles[node + 2];
    const dx = x < left ? left - x : x > right ? x - right : 0;
    const dy = y < bottom ? bottom - y : y > top ? y - top : 0;
    if (dx * dx + dy * dy > radius * radius) {
      node = skip;
      continue;
    }
    const next = node + NODE_STRIDE;
    if (skip === next) appendMeeting(out, bounds, bvh.order, nodes[node + NODE_FIRST], nodes[next + NODE_FIRST]);
    node = next;
  }
}
