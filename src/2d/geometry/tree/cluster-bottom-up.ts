import { LINK_STRIDE, SEGMENT_STRIDE, type Topology } from './segment-tree.ts';

/** How many neighbours along the Morton curve, each way, a cluster looks at for its best partner. */
const SEARCH_RADIUS = 10;
const BOX_STRIDE = 4;
/** Bits of a Morton code per axis, chosen so that code and segment index fit a double's 53 bits together. */
const MORTON_BITS = 14;
const INDEX_RANGE = 2 ** 25;

/** Boxes, children and segment counts of clusters: 0 … count − 1 are segments in Morton order, then pairs as made. */
interface Forest {
  readonly boxes: Float64Array;
  readonly children: Int32Array;
  readonly counts: Int32Array;
  nodeCount: number;
}

/**
 * Orders segments into a binary tree from the bottom up: in each round every cluster chooses, among its neighbours
 * along a Morton curve, the one with which it shares the box of least perimeter, and clusters that chose each other
 * become one (Meister and Bittner, Parallel Locally-Ordered Clustering, 2018). Clusters of up to `leafSize` segments
 * end as leaves.
 */
export function clusterBottomUp(ends: Float64Array, leafSize: number): Topology {
  const count = ends.length / SEGMENT_STRIDE;
  const morton = orderAlongMortonCurve(ends, count);
  const forest: Forest = {
    boxes: new Float64Array((2 * count - 1) * BOX_STRIDE),
    children: new Int32Array((2 * count - 1) * 2),
    counts: new Int32Array(2 * count - 1),
    nodeCount: count,
  };
  const clusters = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const read = morton[i] * SEGMENT_STRIDE;
    forest.boxes[i * BOX_STRIDE] = Math.min(ends[read], ends[read + 2]);
    forest.boxes[i * BOX_STRIDE + 1] = Math.min(ends[read + 1], ends[read + 3]);
    forest.boxes[i * BOX_STRIDE + 2] = Math.max(ends[read], ends[read + 2]);
    forest.boxes[i * BOX_STRIDE + 3] = Math.max(ends[read + 1], ends[read + 3]);
    forest.counts[i] = 1;
    clusters[i] = i;
  }
  const partners = new Int32Array(count);
  let left = count;
  while (left > 1) {
    choosePartners(partners, clusters, left, forest.boxes);
    left = mergeMutual(forest, clusters, partners, left);
  }
  return flatten(forest, clusters[0], morton, leafSize);
}

function orderAlongMortonCurve(ends: Float64Array, count: number): Uint32Array {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < ends.length; i += 2) {
    minX = Math.min(minX, ends[i]);
    minY = Math.min(minY, ends[i + 1]);
    maxX = Math.max(maxX, ends[i]);
    maxY = Math.max(maxY, ends[i + 1]);
  }
  const cells = 2 ** MORTON_BITS - 1;
  const size = Math.max(maxX - minX, maxY - minY);
  const scale = size > 0 ? cells / size : 0;
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const end = i * SEGMENT_STRIDE;
    const x = (ends[end] * 0.5 + ends[end + 2] * 0.5 - minX) * scale;
    const y = (ends[end + 1] * 0.5 + ends[end + 3] * 0.5 - minY) * scale;
    // NaN and infinity (extents that overflow) become cell 0 by the integer conversion.
    const code = spreadBits(Math.min(x, cells) | 0) + 2 * spreadBits(Math.min(y, cells) | 0);
    keys[i] = code * INDEX_RANGE + i;
  }
  keys.sort();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    order[i] = keys[i] % INDEX_RANGE;
  }
  return order;
}

/** Moves bit k of a 14-bit number to bit 2k. */
function spreadBits(value: number): number {
  let bits = value & 0x3fff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

/**
 * Fills partners[i] with the place of cluster i's best partner, of equals the lowest place. The measure is symmetric,
 * so the pair that is closest of all, and of those begins lowest, always chooses each other: every round merges
 * something.
 */
function choosePartners(partners: Int32Array, clusters: Int32Array, count: number, boxes: Float64Array): void {
  for (let i = 0; i < count; i++) {
    const a = clusters[i] * BOX_STRIDE;
    const to = Math.min(count - 1, i + SEARCH_RADIUS);
    let best = Infinity;
    let partner = i === 0 ? 1 : i - 1;
    for (let j = Math.max(0, i - SEARCH_RADIUS); j <= to; j++) {
      if (j === i) {
        continue;
      }
      const b = clusters[j] * BOX_STRIDE;
      const width = Math.max(boxes[a + 2], boxes[b + 2]) - Math.min(boxes[a], boxes[b]);
      const height = Math.max(boxes[a + 3], boxes[b + 3]) - Math.min(boxes[a + 1], boxes[b + 1]);
      if (width + height < best) {
        best = width + height;
        partner = j;
      }
    }
    partners[i] = partner;
  }
}

/** Merges the clusters that chose each other, closes the gaps and returns how many are left. */
function mergeMutual(forest: Forest, clusters: Int32Array, partners: Int32Array, count: number): number {
  let write = 0;
  for (let i = 0; i < count; i++) {
    const partner = partners[i];
    if (partners[partner] !== i) {
      clusters[write++] = clusters[i];
    } else if (i < partner) {
      clusters[write++] = merge(forest, clusters[i], clusters[partner]);
    }
  }
  return write;
}

function merge(forest: Forest, a: number, b: number): number {
  const { boxes, children, counts } = forest;
  const node = forest.nodeCount++;
  const write = node * BOX_STRIDE;
  for (let axis = 0; axis < 2; axis++) {
    boxes[write + axis] = Math.min(boxes[a * BOX_STRIDE + axis], boxes[b * BOX_STRIDE + axis]);
    boxes[write + 2 + axis] = Math.max(boxes[a * BOX_STRIDE + 2 + axis], boxes[b * BOX_STRIDE + 2 + axis]);
  }
  children[node * 2] = a;
  children[node * 2 + 1] = b;
  counts[node] = counts[a] + counts[b];
  return node;
}

/** Lays the grown tree out with parents first and siblings side by side, and names the segments of each leaf. */
function flatten(forest: Forest, root: number, morton: Uint32Array, leafSize: number): Topology {
  const count = morton.length;
  const order = new Uint32Array(count);
  const links = new Int32Array(Math.max(2, 2 * count) * LINK_STRIDE);
  const pending = [root, 0, 1];
  const gather: number[] = [];
  let nodeCount = 2;
  let depth = 1;
  let placed = 0;
  while (pending.length > 0) {
    const level = pending.pop()!;
    const node = pending.pop()!;
    const cluster = pending.pop()!;
    depth = Math.max(depth, level);
    if (forest.counts[cluster] > leafSize) {
      links[node * LINK_STRIDE] = nodeCount;
      const first = forest.children[cluster * 2];
      pending.push(forest.children[cluster * 2 + 1], nodeCount + 1, level + 1, first, nodeCount, level + 1);
      nodeCount += 2;
      continue;
    }
    links[node * LINK_STRIDE] = placed;
    links[node * LINK_STRIDE + 1] = forest.counts[cluster];
    gather.push(cluster);
    while (gather.length > 0) {
      const member = gather.pop()!;
      if (member < count) {
        order[placed++] = morton[member];
      } else {
        gather.push(forest.children[member * 2 + 1], forest.children[member * 2]);
      }
    }
  }
  return { links, nodeCount, depth, order };
}
