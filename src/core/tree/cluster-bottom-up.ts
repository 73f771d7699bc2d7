import { sortByMortonCode } from './morton-order.ts';
import { BOX_STRIDE, boxSize, LINK_STRIDE, type Topology } from './topology.ts';

/** How many neighbours along the Morton curve, each way, a cluster looks at for its best partner. */
const SEARCH_RADIUS = 12;
/**
 * One step through an inner node costs about as much as one test of an item; the top-down builder uses the same ratio.
 */
const STEP_COST = 1;
const NONE = -1;

/**
 * A forest that grows together: nodes 0..count−1 are the items in Morton order, the others the merged pairs in the
 * order they were made.
 */
interface Forest {
  readonly axes: number;
  readonly boxes: Float64Array;
  readonly children: Int32Array;
  readonly counts: Int32Array;
  /** Expected tests of items for a ray that meets the node's box, collapsed to one leaf where that is cheaper. */
  readonly costs: Float64Array;
  readonly leaf: Uint8Array;
  readonly leafSize: number;
  nodeCount: number;
}

/**
 * Merges items into a binary tree from the bottom up: in each round every cluster names the neighbour on the Morton
 * curve with which it shares the smallest box, and pairs that name each other become one (Meister and Bittner, Parallel
 * Locally-Ordered Clustering for Bounding Volume Hierarchy Construction, 2018).
 *
 * boxes: box of each item, `BOX_STRIDE` numbers. leafSize: the most items a leaf may hold.
 */
export function clusterBottomUp(axes: number, boxes: Float64Array, leafSize: number): Topology {
  const count = boxes.length / BOX_STRIDE;
  const morton = sortByMortonCode(boxes);
  const forest = plant(axes, boxes, morton, leafSize);
  const clusters = new Int32Array(count);
  const nearest = new Int32Array(count);
  for (let i = 0; i < count; i++) clusters[i] = i;
  let left = count;
  while (left > 1) {
    const found = findPartners(nearest, clusters, left, forest);
    // Only when sizes overflow, no cluster finds a partner; neighbours in the order are then merged.
    if (!found) for (let i = 0; i < left; i++) nearest[i] = Math.min(i ^ 1, left - 1);
    left = mergePairs(forest, clusters, nearest, left);
  }
  return flatten(forest, morton);
}

function plant(axes: number, boxes: Float64Array, morton: Uint32Array, leafSize: number): Forest {
  const count = morton.length;
  const forest: Forest = {
    axes,
    boxes: new Float64Array((2 * count - 1) * BOX_STRIDE),
    children: new Int32Array((2 * count - 1) * 2),
    counts: new Int32Array(2 * count - 1),
    costs: new Float64Array(2 * count - 1),
    leaf: new Uint8Array(2 * count - 1),
    leafSize,
    nodeCount: count,
  };
  for (let i = 0; i < count; i++) {
    const read = morton[i] * BOX_STRIDE;
    for (let k = 0; k < BOX_STRIDE; k++) forest.boxes[i * BOX_STRIDE + k] = boxes[read + k];
    forest.counts[i] = 1;
    forest.costs[i] = 1;
    forest.leaf[i] = 1;
  }
  return forest;
}

/**
 * Fills nearest[i] with the place of cluster i's best partner, the lowest place among equals; returns whether any two
 * name each other. The measure is symmetric, so this always holds for the closest pair that starts lowest.
 */
function findPartners(nearest: Int32Array, clusters: Int32Array, count: number, forest: Forest): boolean {
  const { axes, boxes } = forest;
  let mutual = false;
  for (let i = 0; i < count; i++) {
    let best = Infinity;
    let partner = NONE;
    const from = i > SEARCH_RADIUS ? i - SEARCH_RADIUS : 0;
    const to = i + SEARCH_RADIUS < count ? i + SEARCH_RADIUS : count - 1;
    const a = clusters[i] * BOX_STRIDE;
    const minX = boxes[a];
    const minY = boxes[a + 1];
    const minZ = boxes[a + 2];
    const maxX = boxes[a + 3];
    const maxY = boxes[a + 4];
    const maxZ = boxes[a + 5];
    for (let j = from; j <= to; j++) {
      if (j === i) continue;
      const b = clusters[j] * BOX_STRIDE;
      const x = Math.max(maxX, boxes[b + 3]) - Math.min(minX, boxes[b]);
      const y = Math.max(maxY, boxes[b + 4]) - Math.min(minY, boxes[b + 1]);
      const z = Math.max(maxZ, boxes[b + 5]) - Math.min(minZ, boxes[b + 2]);
      const size = boxSize(x, y, z, axes);
      if (size < best) {
        best = size;
        partner = j;
      }
    }
    nearest[i] = partner;
    if (partner !== NONE && partner < i && nearest[partner] === i) mutual = true;
  }
  return mutual;
}

/** Merges the pairs that name each other, closes the gaps and returns how many clusters are left. */
function mergePairs(forest: Forest, clusters: Int32Array, nearest: Int32Array, count: number): number {
  let write = 0;
  for (let i = 0; i < count; i++) {
    const partner = nearest[i];
    const mutual = partner !== NONE && partner !== i && nearest[partner] === i;
    if (mutual && partner < i) continue;
    clusters[write++] = mutual ? merge(forest, clusters[i], clusters[partner]) : clusters[i];
  }
  return write;
}

function merge(forest: Forest, a: number, b: number): number {
  const { boxes, children, counts, costs, leaf } = forest;
  const node = forest.nodeCount++;
  for (let axis = 0; axis < 3; axis++) {
    boxes[node * BOX_STRIDE + axis] = Math.min(boxes[a * BOX_STRIDE + axis], boxes[b * BOX_STRIDE + axis]);
    boxes[node * BOX_STRIDE + 3 + axis] = Math.max(boxes[a * BOX_STRIDE + 3 + axis], boxes[b * BOX_STRIDE + 3 + axis]);
  }
  children[node * 2] = a;
  children[node * 2 + 1] = b;
  const count = counts[a] + counts[b];
  counts[node] = count;
  const split = STEP_COST + (sizeOf(forest, a) * costs[a] + sizeOf(forest, b) * costs[b]) / sizeOf(forest, node);
  const collapse = count <= forest.leafSize && !(split < count);
  costs[node] = collapse ? count : split;
  leaf[node] = collapse ? 1 : 0;
  return node;
}

function sizeOf({ axes, boxes }: Forest, node: number): number {
  const read = node * BOX_STRIDE;
  return boxSize(
    boxes[read + 3] - boxes[read],
    boxes[read + 4] - boxes[read + 1],
    boxes[read + 5] - boxes[read + 2],
    axes,
  );
}

/** Lays the grown tree out with siblings side by side, parents first, and names the items of each leaf. */
function flatten(forest: Forest, morton: Uint32Array): Topology {
  const count = morton.length;
  const order = new Uint32Array(count);
  const links = new Int32Array(Math.max(2, 2 * count) * LINK_STRIDE);
  const pending: number[] = [forest.nodeCount - 1, 0, 1];
  let nodeCount = 2;
  let depth = 1;
  let placed = 0;
  while (pending.length > 0) {
    const level = pending.pop()!;
    const node = pending.pop()!;
    const source = pending.pop()!;
    if (level > depth) depth = level;
    if (forest.leaf[source] === 1) {
      links[node * LINK_STRIDE] = placed;
      links[node * LINK_STRIDE + 1] = forest.counts[source];
      placed = placeItems(order, placed, forest, morton, source);
      continue;
    }
    links[node * LINK_STRIDE] = nodeCount;
    pending.push(forest.children[source * 2 + 1], nodeCount + 1, level + 1);
    pending.push(forest.children[source * 2], nodeCount, level + 1);
    nodeCount += 2;
  }
  return { links, nodeCount, depth, order };
}

/** Appends the items below `source`. A leaf has at most `leafSize` items, so the recursion is shallow. */
function placeItems(order: Uint32Array, placed: number, forest: Forest, morton: Uint32Array, source: number): number {
  if (source < morton.length) {
    order[placed] = morton[source];
    return placed + 1;
  }
  const next = placeItems(order, placed, forest, morton, forest.children[source * 2]);
  return placeItems(order, next, forest, morton, forest.children[source * 2 + 1]);
}
