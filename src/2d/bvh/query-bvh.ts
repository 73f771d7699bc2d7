import { type IndexList, reserveIndices } from '../../core/index-list.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_ORIGIN_X,
  FRAME_ORIGIN_Y,
  FRAME_SCALE_X,
  FRAME_SCALE_Y,
  LEAF_CAPACITY,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  quantise,
} from './bvh.ts';

/**
 * Appends the items whose boxes overlap the box minX … maxY (touching counts) to `out`, each once, in leaf order.
 * `bounds` are those the tree was built from. A query with NaN finds nothing.
 */
export function queryBvhAabb(
  bvh: Bvh,
  bounds: Float64Array,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  out: IndexList,
): void {
  if (bvh.kind === 'box') queryBoxes(bvh, bounds, minX, minY, maxX, maxY, out);
  else queryCircles(bvh, bounds, minX, minY, maxX, maxY, out);
}

/** Appends the items whose boxes contain the point (the boundary counts) to `out`, each once, in leaf order. */
export function queryBvhPoint(bvh: Bvh, bounds: Float64Array, x: number, y: number, out: IndexList): void {
  queryBvhAabb(bvh, bounds, x, y, x, y, out);
}

function queryBoxes(
  bvh: Bvh,
  bounds: Float64Array,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  out: IndexList,
): void {
  const frame = bvh.frame;
  const cellMinX = quantise(minX, frame[FRAME_ORIGIN_X]!, frame[FRAME_SCALE_X]!);
  const cellMinY = quantise(minY, frame[FRAME_ORIGIN_Y]!, frame[FRAME_SCALE_Y]!);
  const cellMaxX = quantise(maxX, frame[FRAME_ORIGIN_X]!, frame[FRAME_SCALE_X]!);
  const cellMaxY = quantise(maxY, frame[FRAME_ORIGIN_Y]!, frame[FRAME_SCALE_Y]!);
  const nodes = bvh.nodes;
  const nodeEnd = bvh.nodeEnd;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP]!;
    const apart =
      (cellMaxX - nodes[node]!) |
      (cellMaxY - nodes[node + 1]!) |
      (nodes[node + 2]! - cellMinX) |
      (nodes[node + 3]! - cellMinY);
    if (apart < 0) {
      node = skip;
      continue;
    }
    const next = node + NODE_STRIDE;
    if (skip === next) queryLeaf(bvh, bounds, node, minX, minY, maxX, maxY, out);
    node = next;
  }
}

function queryCircles(
  bvh: Bvh,
  bounds: Float64Array,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  out: IndexList,
): void {
  const originX = bvh.frame[FRAME_ORIGIN_X]!;
  const originY = bvh.frame[FRAME_ORIGIN_Y]!;
  const left = minX - originX;
  const right = maxX - originX;
  const bottom = minY - originY;
  const top = maxY - originY;
  const nodes = bvh.nodes;
  const circles = bvh.nodeCircles;
  const nodeEnd = bvh.nodeEnd;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP]!;
    const x = circles[node]!;
    const y = circles[node + 1]!;
    const radius = circles[node + 2]!;
    const dx = x < left ? left - x : x > right ? x - right : 0;
    const dy = y < bottom ? bottom - y : y > top ? y - top : 0;
    if (dx * dx + dy * dy > radius * radius) {
      node = skip;
      continue;
    }
    const next = node + NODE_STRIDE;
    if (skip === next) queryLeaf(bvh, bounds, node, minX, minY, maxX, maxY, out);
    node = next;
  }
}

function queryLeaf(
  bvh: Bvh,
  bounds: Float64Array,
  leaf: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  out: IndexList,
): void {
  const order = bvh.order;
  const found = reserveIndices(out, LEAF_CAPACITY);
  const end = bvh.nodes[leaf + NODE_STRIDE + NODE_FIRST]!;
  let count = out.count;
  for (let i = bvh.nodes[leaf + NODE_FIRST]!; i < end; i++) {
    const box = BOUNDS_STRIDE * order[i]!;
    if (bounds[box]! <= maxX && bounds[box + 1]! <= maxY && bounds[box + 2]! >= minX && bounds[box + 3]! >= minY) {
      found[count++] = order[i]!;
    }
  }
  out.count = count;
}
