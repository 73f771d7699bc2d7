/** The volume that bounds each node of a tree: axis-aligned box, oriented box, or circle or sphere. */
export type TreeKind = 'aabb' | 'obb' | 'sphere';

/** How many numbers a node takes in `links`. */
export const LINK_STRIDE = 2;

/** The nodes of a tree with their children, and the items of its leaves, before any volume is fitted. */
export interface Topology {
  /** Inner node: index of the first child, 0. Leaf: its first place in leaf order, number of items (at least 1). */
  readonly links: Int32Array;
  readonly nodeCount: number;
  readonly depth: number;
  /** The item at each place of the leaf order. */
  readonly order: Uint32Array;
}

/**
 * The boxes that trees are built from: the least coordinates of the axes, then the largest. In the plane the z
 * coordinates are 0.
 */
export const BOX_STRIDE = 6;

/**
 * Returns a number in proportion to the chance that a ray or a line meets a box: half its surface, or in the plane half
 * its perimeter.
 */
export function boxSize(x: number, y: number, z: number, axes: number): number {
  return axes === 3 ? x * y + y * z + z * x : x + y;
}

/** Returns the lowest item below each node. */
export function computeLowest({ links, nodeCount, order }: Topology): Uint32Array {
  const lowest = new Uint32Array(nodeCount);
  for (let node = nodeCount - 1; node >= 0; node--) {
    if (node === 1) continue;
    const first = links[node * LINK_STRIDE];
    const end = first + links[node * LINK_STRIDE + 1];
    if (end === first) lowest[node] = Math.min(lowest[first], lowest[first + 1]);
    else lowest[node] = order[first];
    for (let place = first; place < end; place++) lowest[node] = Math.min(lowest[node], order[place]);
  }
  return lowest;
}
