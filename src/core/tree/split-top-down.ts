import { BOX_STRIDE, boxSize, LINK_STRIDE, type Topology } from './topology.ts';

/**
 * The largest number of bins of an axis: many where a node is large, few where there are hardly more items than bins.
 */
const MAX_BINS = 32;
const FEW_BINS = 8;
const MAX_ITEMS_OF_FEW_BINS = 64;
/**
 * Cost of stepping through one inner node, in tests of items. A step tests two boxes, about as much work as one item.
 */
const STEP_COST = 1;

/** The bins of the current node, and the cost of the best cut found so far. */
interface Split {
  axis: number;
  position: number;
  cost: number;
  /** The bins of the axis: how many, where the first begins, and how many to the unit of length. */
  bins: number;
  low: number;
  scale: number;
}

/**
 * Orders items into a binary tree from the top down. With `useSah` a node is cut at the plane between bins that
 * costs least by the surface area heuristic (Wald, On fast Construction of SAH-based Bounding Volume Hierarchies,
 * 2007), else at the median of the centres along their longest axis.
 *
 * boxes: box of each item, `BOX_STRIDE` numbers. leafSize: the most items a leaf may hold.
 */
export function splitTopDown(axes: number, boxes: Float64Array, leafSize: number, useSah: boolean): Topology {
  const count = boxes.length / BOX_STRIDE;
  const centres = computeCentres(boxes, count);
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const links = new Int32Array(Math.max(2, 2 * count) * LINK_STRIDE);
  const spread = new Float64Array(6);
  const split: Split = { axis: 0, position: 0, cost: 0, bins: 0, low: 0, scale: 0 };
  const pending: number[] = [0, 0, count, 1];
  let nodeCount = 2;
  let depth = 1;
  while (pending.length > 0) {
    const level = pending.pop()!;
    const end = pending.pop()!;
    const begin = pending.pop()!;
    const node = pending.pop()!;
    if (level > depth) depth = level;
    const middle = chooseMiddle(axes, boxes, centres, order, begin, end, leafSize, useSah, spread, split);
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
      centres[i * 3 + axis] = boxes[i * BOX_STRIDE + axis] * 0.5 + boxes[i * BOX_STRIDE + 3 + axis] * 0.5;
    }
  }
  return centres;
}

/** Reorders order[begin..end) and returns where the second child begins, or `begin` to make this node a leaf. */
function chooseMiddle(
  axes: number,
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
  if (count <= leafSize) return begin;
  const longest = computeSpread(spread, centres, order, begin, end);
  // All centres are in one place: no cut can tell the items apart.
  if (!(spread[longest + 3] > spread[longest])) return begin + (count >> 1);
  if (useSah) {
    findCheapestCut(axes, split, boxes, centres, order, begin, end, spread);
    if (split.cost < Infinity) {
      const middle = partition(centres, order, begin, end, split);
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

const binBoxes = new Float64Array(3 * MAX_BINS * BOX_STRIDE);
const binCounts = new Int32Array(3 * MAX_BINS);
/** By bin: the size times the count of all items from this bin on. */
const rightCosts = new Float64Array(MAX_BINS);

/**
 * Finds the cut between bins, over all axes, of least expected cost, in tests of items for a ray that meets the
 * node: STEP_COST + Σ size(child) / size(node) · count(child).
 */
function findCheapestCut(
  axes: number,
  split: Split,
  boxes: Float64Array,
  centres: Float64Array,
  order: Uint32Array,
  begin: number,
  end: number,
  spread: Float64Array,
): void {
  const bins = end - begin > MAX_ITEMS_OF_FEW_BINS ? MAX_BINS : FEW_BINS;
  split.cost = Infinity;
  fillBins(axes, boxes, centres, order, begin, end, spread, bins);
  for (let axis = 0; axis < axes; axis++) {
    if (!(spread[axis + 3] > spread[axis])) continue;
    const nodeSize = sweepFromRight(axes, axis * bins, bins);
    sweepFromLeft(axes, split, axis, bins, end - begin, nodeSize);
  }
  // `partition` repeats the same arithmetic for bins, so it makes exactly the cut whose cost was computed.
  split.bins = bins;
  split.low = spread[split.axis];
  split.scale = bins / (spread[split.axis + 3] - split.low);
}

function binOf(value: number, low: number, scale: number, bins: number): number {
  const bin = (value - low) * scale;
  if (bin >= bins) return bins - 1;
  // The comparison also turns NaN into bin 0.
  if (bin > 0) return Math.floor(bin);
  return 0;
}

/**
 * Fills the bins of all axes, those of one axis after those of the one before, in one pass over the items.
 */
function fillBins(
  axes: number,
  boxes: Float64Array,
  centres: Float64Array,
  order: Uint32Array,
  begin: number,
  end: number,
  spread: Float64Array,
  bins: number,
): void {
  clearBins(axes * bins);
  const lowX = spread[0];
  const lowY = spread[1];
  const lowZ = spread[2];
  const scaleX = bins / (spread[3] - lowX);
  const scaleY = bins / (spread[4] - lowY);
  const scaleZ = bins / (spread[5] - lowZ);
  for (let i = begin; i < end; i++) {
    const item = order[i];
    const read = item * BOX_STRIDE;
    const minX = boxes[read];
    const minY = boxes[read + 1];
    const minZ = boxes[read + 2];
    const maxX = boxes[read + 3];
    const maxY = boxes[read + 4];
    const maxZ = boxes[read + 5];
    growBin(binOf(centres[item * 3], lowX, scaleX, bins), minX, minY, minZ, maxX, maxY, maxZ);
    growBin(bins + binOf(centres[item * 3 + 1], lowY, scaleY, bins), minX, minY, minZ, maxX, maxY, maxZ);
    if (axes === 2) continue;
    growBin(2 * bins + binOf(centres[item * 3 + 2], lowZ, scaleZ, bins), minX, minY, minZ, maxX, maxY, maxZ);
  }
}

function clearBins(count: number): void {
  for (let bin = 0, write = 0; bin < count; bin++, write += BOX_STRIDE) {
    binCounts[bin] = 0;
    binBoxes[write] = Infinity;
    binBoxes[write + 1] = Infinity;
    binBoxes[write + 2] = Infinity;
    binBoxes[write + 3] = -Infinity;
    binBoxes[write + 4] = -Infinity;
    binBoxes[write + 5] = -Infinity;
  }
}

function growBin(
  bin: number,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): void {
  const write = bin * BOX_STRIDE;
  binCounts[bin]++;
  if (minX < binBoxes[write]) binBoxes[write] = minX;
  if (minY < binBoxes[write + 1]) binBoxes[write + 1] = minY;
  if (minZ < binBoxes[write + 2]) binBoxes[write + 2] = minZ;
  if (maxX > binBoxes[write + 3]) binBoxes[write + 3] = maxX;
  if (maxY > binBoxes[write + 4]) binBoxes[write + 4] = maxY;
  if (maxZ > binBoxes[write + 5]) binBoxes[write + 5] = maxZ;
}

/** Fills `rightCosts` and returns the size of the whole node's box. */
function sweepFromRight(axes: number, first: number, bins: number): number {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  let count = 0;
  let size = 0;
  for (let bin = bins - 1; bin >= 0; bin--) {
    if (binCounts[first + bin] > 0) {
      const read = (first + bin) * BOX_STRIDE;
      count += binCounts[first + bin];
      minX = Math.min(minX, binBoxes[read]);
      minY = Math.min(minY, binBoxes[read + 1]);
      minZ = Math.min(minZ, binBoxes[read + 2]);
      maxX = Math.max(maxX, binBoxes[read + 3]);
      maxY = Math.max(maxY, binBoxes[read + 4]);
      maxZ = Math.max(maxZ, binBoxes[read + 5]);
      size = boxSize(maxX - minX, maxY - minY, maxZ - minZ, axes);
    }
    rightCosts[bin] = size * count;
  }
  return size;
}

/** Prices the cut before each bin and keeps the cheapest in `split`. */
function sweepFromLeft(axes: number, split: Split, axis: number, bins: number, total: number, nodeSize: number): void {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  let count = 0;
  const first = axis * bins;
  for (let bin = 0; bin < bins - 1; bin++) {
    if (binCounts[first + bin] === 0) continue;
    const read = (first + bin) * BOX_STRIDE;
    count += binCounts[first + bin];
    if (count === total) return;
    minX = Math.min(minX, binBoxes[read]);
    minY = Math.min(minY, binBoxes[read + 1]);
    minZ = Math.min(minZ, binBoxes[read + 2]);
    maxX = Math.max(maxX, binBoxes[read + 3]);
    maxY = Math.max(maxY, binBoxes[read + 4]);
    maxZ = Math.max(maxZ, binBoxes[read + 5]);
    const size = boxSize(maxX - minX, maxY - minY, maxZ - minZ, axes);
    const cost = STEP_COST + (size * count + rightCosts[bin + 1]) / nodeSize;
    if (cost < split.cost) {
      split.cost = cost;
      split.axis = axis;
      split.position = bin + 1;
    }
  }
}

/** Moves the items in bins before the cut to the front and returns where the others begin. */
function partition(centres: Float64Array, order: Uint32Array, begin: number, end: number, split: Split): number {
  const { axis, position, low: from, scale, bins } = split;
  let low = begin;
  let high = end - 1;
  while (low <= high) {
    const item = order[low];
    if (binOf(centres[item * 3 + axis], from, scale, bins) < position) {
      low++;
    } else {
      order[low] = order[high];
      order[high] = item;
      high--;
    }
  }
  return low;
}

/**
 * Selects by quickselect (Hoare): afterwards order[nth] holds what a full sort by centre would put there, smaller ones
 * before it.
 */
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
