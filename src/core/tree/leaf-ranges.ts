import { LINK_STRIDE } from './topology.ts';

/**
 * Returns two numbers a node: its first place in leaf order and how many items lie below it. What lies below a node is
 * contiguous because both builders lay leaves out depth first.
 */
export function computeLeafRanges(links: Int32Array, nodeCount: number): Int32Array {
  const ranges = new Int32Array(nodeCount * 2);
  for (let node = nodeCount - 1; node >= 0; node--) {
    if (node === 1) continue;
    const first = links[node * LINK_STRIDE];
    const count = links[node * LINK_STRIDE + 1];
    ranges[node * 2] = count > 0 ? first : ranges[first * 2];
    ranges[node * 2 + 1] = count > 0 ? count : ranges[first * 2 + 1] + ranges[first * 2 + 3];
  }
  return ranges;
}
