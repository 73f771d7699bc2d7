import { LINK_STRIDE, SEGMENT_STRIDE, type Topology } from './segment-tree.ts';

const BIN_COUNT = 16;
const BOX_STRIDE = 4;
/** Cost of stepping through one inner node, in segment tests. */
const STEP_COST = 1;

const binBoxes = new Float64Array(BIN_COUNT * BOX_STRIDE);
const binCounts = new Int32Array(BIN_COUNT);
const rightCosts = new Float64Array(BIN_COUNT);
const growing = new Float64Array(BOX_STRIDE);
const spread = new Float64Array(BOX_STRIDE);

/**
 * Orders segments into a binary tree from the top down: each node is cut across the longer side of the box of its
 * segments' middles, between those of 16 bins where the expected cost of a ray, the half perimeter of a part's box
 * times its number of segments, is least (the surface area heuristic of Goldsmith and Salmon, 1987, in the plane;
 * binned as by Wald, 2007). Middles that bins cannot tell apart are cut into equal halves.
 */
export function splitTopDown(ends: Float64Array, leafSize: number): Topology {
  const count = ends.length / SEGMENT_STRIDE;
  const middles = new Float64Array(count * 2);
  for (let i = 0; i < count; i++) {
    const end = i * SEGMENT_STRIDE;
    middles[i * 2] = ends[end] * 0.5 + ends[end + 2] * 0.5;
    middles[i * 2 + 1] = ends[end + 1] * 0.5 + ends[end + 3] * 0.5;
  }
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    order[i] = i;
  }
  const links = new Int32Array(Math.max(2, 2 * count) * LINK_STRIDE);
  const pending = [0, 0, count, 1];
  let nodeCount = 2;
  let depth = 1;
  while (pending.length > 0) {
    const level = pending.pop()!;
    const end = pending.pop()!;
    const begin = pending.pop()!;
    const node = pending.pop()!;
    depth = Math.max(depth, level);
    const middle = end - begin <= leafSize ? begin : cut(ends, middles, order, begin, end);
    if (middle === begin) {
      links[node * LINK_STRIDE] = begin;
      links[node * LINK_STRIDE + 1] = end - begin;
      continue;
    }
    links[node * LINK_STRIDE] = nodeCount;
    pending.push(nodeCount + 1, middle, end, level + 1, nodeCount, begin, middle, level + 1);
    nodeCount += 2;
  }
  return { links, nodeCount, depth, order };
}

/** Reorders order[begin..end) and returns where its second part begins; both parts are non-empty. */
function cut(ends: Float64Array, middles: Float64Array, order: Uint32Array, begin: number, end: number): number {
  clear(spread);
  for (let i = begin; i < end; i++) {
    include(spread, 0, middles[order[i] * 2], middles[order[i] * 2 + 1]);
  }
  const axis = spread[2] - spread[0] >= spread[3] - spread[1] ? 0 : 1;
  const low = spread[axis];
  const extent = spread[axis + 2] - low;
  const scale = BIN_COUNT / extent;
  // Also turns away an extent too small to divide by.
  if (scale < Infinity) {
    const place = cheapestBin(ends, middles, order, begin, end, axis, low, scale);
    const middle = partition(middles, order, begin, end, axis, low, scale, place);
    if (middle > begin && middle < end) {
      return middle;
    }
  }
  return begin + ((end - begin) >> 1);
}

function binOf(value: number, low: number, scale: number): number {
  return Math.min(BIN_COUNT - 1, Math.max(0, Math.floor((value - low) * scale)));
}

/** Returns the bin before which to cut. */
function cheapestBin(
  ends: Float64Array,
  middles: Float64Array,
  order: Uint32Array,
  begin: number,
  end: number,
  axis: number,
  low: number,
  scale: number,
): number {
  binCounts.fill(0);
  for (let bin = 0; bin < BIN_COUNT; bin++) {
    binBoxes.fill(Infinity, bin * BOX_STRIDE, bin * BOX_STRIDE + 2);
    binBoxes.fill(-Infinity, bin * BOX_STRIDE + 2, bin * BOX_STRIDE + 4);
  }
  for (let i = begin; i < end; i++) {
    const read = order[i] * SEGMENT_STRIDE;
    const bin = binOf(middles[order[i] * 2 + axis], low, scale);
    binCounts[bin]++;
    include(binBoxes, bin * BOX_STRIDE, ends[read], ends[read + 1]);
    include(binBoxes, bin * BOX_STRIDE, ends[read + 2], ends[read + 3]);
  }
  clear(growing);
  let right = 0;
  for (let bin = BIN_COUNT - 1; bin > 0; bin--) {
    right += binCounts[bin];
    includeBin(bin);
    rightCosts[bin] = right === 0 ? 0 : right * halfPerimeter() + STEP_COST;
  }
  clear(growing);
  let left = 0;
  let best = Infinity;
  let place = BIN_COUNT >> 1;
  for (let bin = 1; bin < BIN_COUNT; bin++) {
    left += binCounts[bin - 1];
    includeBin(bin - 1);
    if (left === 0 || left === end - begin) {
      continue;
    }
    const cost = left * halfPerimeter() + rightCosts[bin];
    if (cost < best) {
      best = cost;
      place = bin;
    }
  }
  return place;
}

/** Moves the segments in bins before `place` to the front and returns where the others begin. */
function partition(
  middles: Float64Array,
  order: Uint32Array,
  begin: number,
  end: number,
  axis: number,
  low: number,
  scale: number,
  place: number,
): number {
  let front = begin;
  let back = end - 1;
  while (front <= back) {
    const segment = order[front];
    if (binOf(middles[segment * 2 + axis], low, scale) < place) {
      front++;
    } else {
      order[front] = order[back];
      order[back] = segment;
      back--;
    }
  }
  return front;
}

function clear(box: Float64Array): void {
  box[0] = Infinity;
  box[1] = Infinity;
  box[2] = -Infinity;
  box[3] = -Infinity;
}

function include(boxes: Float64Array, at: number, x: number, y: number): void {
  boxes[at] = Math.min(boxes[at], x);
  boxes[at + 1] = Math.min(boxes[at + 1], y);
  boxes[at + 2] = Math.max(boxes[at + 2], x);
  boxes[at + 3] = Math.max(boxes[at + 3], y);
}

function includeBin(bin: number): void {
  if (binCounts[bin] > 0) {
    include(growing, 0, binBoxes[bin * BOX_STRIDE], binBoxes[bin * BOX_STRIDE + 1]);
    include(growing, 0, binBoxes[bin * BOX_STRIDE + 2], binBoxes[bin * BOX_STRIDE + 3]);
  }
}

function halfPerimeter(): number {
  return growing[2] - growing[0] + (growing[3] - growing[1]);
}
