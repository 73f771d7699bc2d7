import { AABB_STRIDE, LINK_STRIDE } from './mesh-tree.ts';
import type { Topology } from './topology.ts';

const BIN_COUNT = 32;
/** Numbers a bin keeps: the box (min, max) of its triangles. */
const BIN_STRIDE = 6;
/**
 * Cost of stepping through one inner node, in triangle tests. A step tests two boxes, about as much work as one triangle.
 */
const STEP_COST = 1;

/** Where the bins of the node at hand lie and what the best cut found so far costs. */
interface Split {
  axis: number;
  position: number;
  cost: number;
}

/**
 * Orders triangles into a binary tree from the top down. With `useSah` a node is cut at the plane between bins that
 * costs least by the surface area heuristic (Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007),
 * else at the median of the centres along their longest axis.
 *
 * boxes: box (min, max) of each triangle. leafSize: the most triangles a leaf may hold.
 */
export function splitTopDown(boxes: Float64Array, leafSize: number, useSah: boolean): Topology {
  const count = boxes.length / AABB_STRIDE;
  const centres = computeCentres(boxes, count);
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const links = new Int32Array(Math.max(2, 2 * count) * LINK_STRIDE);
  const spread = new Float64Array(6);
  const split: Split = { axis: 0, position: 0, cost: 0 };
  const pending: number[] = [0, 0, count, 1];
  let nodeCount = 2;
  let depth = 1;
  while (pending.length > 0) {
    const level = pending.pop()!;
    const end = pending.pop()!;
    const begin = pending.pop()!;
    const node = pending.pop()!;
    if (level > depth) depth = level;
    const middle = chooseMiddle(boxes, centres, order, begin, end, leafSize, useSah, spread, split);
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

function computeCentres(boxes: Float64Array, count: number): Float64Array {
  const centres = new Float64Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      centres[i * 3 + axis] = boxes[i * AABB_STRIDE + axis] * 0.5 + boxes[i * AABB_STRIDE + 3 + axis] * 0.5;
    }
  }
  return centres;
}

/** Reorders order[begin..end) and returns where the second child begins, or `begin` to make this node a leaf. */
function chooseMiddle(
  boxes: Float64Array,
  centres: Float64Array,
  order: Uint32Array,
  begin: number,
  end: number,
  leafSize: number,
  useSah: boolean,
  spread: Float64Array,
  split: Split,
): number {
  const count = end - begin;
  if (count === 1 || (!useSah && count <= leafSize)) return begin;
  const longest = computeSpread(spread, centres, order, begin, end);
  // All centres in one place: nothing to tell the triangles apart by.
  if (!(spread[longest + 3] > spread[longest])) return count <= leafSize ? begin : begin + (count >> 1);
  if (useSah) {
    findCheapestCut(split, boxes, centres, order, begin, end, spread);
    if (count <= leafSize && !(split.cost < count)) return begin;
    if (split.cost < Infinity) {
      const middle = partition(centres, order, begin, end, split.axis, split.position);
      if (middle > begin && middle < end) return middle;
    }
  }
  const middle = begin + (count >> 1);
  selectNth(centres, order, begin, end - 1, middle, longest);
  return middle;
}

/** Writes the box of the centres to `spread` and returns its longest axis. */
function computeSpread(
  spread: Float64Array,
  centres: Float64Array,
  order: Uint32Array,
  begin: number,
  end: number,
): number {
  spread.fill(Infinity, 0, 3);
  spread.fill(-Infinity, 3, 6);
  for (let i = begin; i < end; i++) {
    const read = order[i] * 3;
    for (let axis = 0; axis < 3; axis++) {
      const value = centres[read + axis];
      if (value < spread[axis]) spread[axis] = value;
      if (value > spread[axis + 3]) spread[axis + 3] = value;
    }
  }
  const x = spread[3] - spread[0];
  const y = spread[4] - spread[1];
  const z = spread[5] - spread[2];
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

const binBoxes = new Float64Array(BIN_COUNT * BIN_STRIDE);
const binCounts = new Int32Array(BIN_COUNT);
/** Area times count of everything right of each cut. */
const rightCosts = new Float64Array(BIN_COUNT);
const growing = new Float64Array(BIN_STRIDE);

/**
 * Finds the cut between bins, over all three axes, of least expected cost, in triangle tests for a ray that meets the
 * node: STEP_COST + Σ area(child) / area(node) · count(child).
 */
function findCheapestCut(
  split: Split,
  boxes: Float64Array,
  centres: Float64Array,
  order: Uint32Array,
  begin: number,
  end: number,
  spread: Float64Array,
): void {
  split.cost = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const low = spread[axis];
    const extent = spread[axis + 3] - low;
    if (!(extent > 0)) continue;
    fillBins(boxes, centres, order, begin, end, axis, low, BIN_COUNT / extent);
    clearBox();
    let right = 0;
    for (let bin = BIN_COUNT - 1; bin > 0; bin--) {
      right += binCounts[bin];
      growBox(bin);
      rightCosts[bin] = right === 0 ? 0 : halfArea() * right;
    }
    const nodeArea = computeNodeArea();
    clearBox();
    let left = 0;
    for (let bin = 1; bin < BIN_COUNT; bin++) {
      left += binCounts[bin - 1];
      growBox(bin - 1);
      if (left === 0 || left === end - begin) continue;
      const cost = STEP_COST + (halfArea() * left + rightCosts[bin]) / nodeArea;
      if (cost < split.cost) {
        split.cost = cost;
        split.axis = axis;
        split.position = bin;
      }
    }
  }
  // partition() repeats the bin arithmetic, so the cut it makes is the one that was priced.
  partitionLow = spread[split.axis];
  partitionScale = BIN_COUNT / (spread[split.axis + 3] - partitionLow);
}

let partitionLow = 0;
let partitionScale = 0;

function binOf(value: number, low: number, scale: number): number {
  const bin = Math.floor((value - low) * scale);
  if (bin >= BIN_COUNT) return BIN_COUNT - 1;
  // The comparison also turns NaN into bin 0.
  if (bin > 0) return bin;
  return 0;
}

function fillBins(
  boxes: Float64Array,
  centres: Float64Array,
  order: Uint32Array,
  begin: number,
  end: number,
  axis: number,
  low: number,
  scale: number,
): void {
  binCounts.fill(0);
  for (let bin = 0; bin < BIN_COUNT; bin++) {
    binBoxes.fill(Infinity, bin * BIN_STRIDE, bin * BIN_STRIDE + 3);
    binBoxes.fill(-Infinity, bin * BIN_STRIDE + 3, bin * BIN_STRIDE + 6);
  }
  for (let i = begin; i < end; i++) {
    const triangle = order[i];
    const bin = binOf(centres[triangle * 3 + axis], low, scale);
    const write = bin * BIN_STRIDE;
    const read = triangle * AABB_STRIDE;
    binCounts[bin] = binCounts[bin] + 1;
    if (boxes[read] < binBoxes[write]) binBoxes[write] = boxes[read];
    if (boxes[read + 1] < binBoxes[write + 1]) binBoxes[write + 1] = boxes[read + 1];
    if (boxes[read + 2] < binBoxes[write + 2]) binBoxes[write + 2] = boxes[read + 2];
    if (boxes[read + 3] > binBoxes[write + 3]) binBoxes[write + 3] = boxes[read + 3];
    if (boxes[read + 4] > binBoxes[write + 4]) binBoxes[write + 4] = boxes[read + 4];
    if (boxes[read + 5] > binBoxes[write + 5]) binBoxes[write + 5] = boxes[read + 5];
  }
}

function clearBox(): void {
  growing.fill(Infinity, 0, 3);
  growing.fill(-Infinity, 3, 6);
}

function growBox(bin: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = binBoxes[bin * BIN_STRIDE + axis];
    const high = binBoxes[bin * BIN_STRIDE + 3 + axis];
    if (low < growing[axis]) growing[axis] = low;
    if (high > growing[axis + 3]) growing[axis + 3] = high;
  }
}

function computeNodeArea(): number {
  growBox(0);
  return halfArea();
}

function halfArea(): number {
  const x = growing[3] - growing[0];
  const y = growing[4] - growing[1];
  const z = growing[5] - growing[2];
  return x * y + y * z + z * x;
}

/** Moves the triangles in bins before `position` to the front and returns where the others begin. */
function partition(
  centres: Float64Array,
  order: Uint32Array,
  begin: number,
  end: number,
  axis: number,
  position: number,
): number {
  let low = begin;
  let high = end - 1;
  while (low <= high) {
    const triangle = order[low];
    if (binOf(centres[triangle * 3 + axis], partitionLow, partitionScale) < position) {
      low++;
    } else {
      order[low] = order[high];
      order[high] = triangle;
      high--;
    }
  }
  return low;
}

/** Quickselect (Hoare): afterwards order[nth] holds what a full sort by centre would put there, smaller ones before it. */
function selectNth(
  centres: Float64Array,
  order: Uint32Array,
  first: number,
  last: number,
  nth: number,
  axis: number,
): void {
  let left = first;
  let right = last;
  while (left < right) {
    const pivot = centres[order[(left + right) >> 1] * 3 + axis];
    let i = left;
    let j = right;
    while (i <= j) {
      while (centres[order[i] * 3 + axis] < pivot) i++;
      while (centres[order[j] * 3 + axis] > pivot) j--;
      if (i > j) break;
      const swap = order[i];
      order[i] = order[j];
      order[j] = swap;
      i++;
      j--;
    }
    if (nth <= j) right = j;
    else if (nth >= i) left = i;
    else return;
  }
}
