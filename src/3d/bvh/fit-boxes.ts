import { type Bvh, NODE_OPEN, QUANTISED_MAX } from '../../core/bvh/bvh.ts';
import { ITEM_BOX_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';
import { quantiseBoxes } from './quantise-boxes.ts';

/** Writes the boxes of items and nodes. */
export function fitBoxes(bvh: Bvh, bounds: Float64Array): void {
  quantiseBoxes(bvh.itemBoxes, bounds, bvh.order, 0, bvh.itemCount, bvh.frame);
  fitNodeBoxes(bvh);
}

/** Unites boxes from the last node to the root, children before parents, and closes the open nodes' `skip`. */
function fitNodeBoxes(bvh: Bvh): void {
  const nodes = bvh.nodes;
  for (let node = bvh.nodeEnd - NODE_STRIDE; node >= 0; node -= NODE_STRIDE) {
    const left = node + NODE_STRIDE;
    if (nodes[node + NODE_SKIP] === NODE_OPEN) {
      const right = nodes[left + NODE_SKIP];
      for (let axis = 0; axis < 3; axis++) {
        nodes[node + axis] = smaller(nodes[left + axis], nodes[right + axis]);
        nodes[node + 3 + axis] = larger(nodes[left + 3 + axis], nodes[right + 3 + axis]);
      }
      nodes[node + NODE_SKIP] = nodes[right + NODE_SKIP];
    } else {
      boundItems(nodes, node, bvh.itemBoxes, nodes[node + NODE_FIRST], nodes[left + NODE_FIRST]);
    }
  }
}

function boundItems(nodes: Int32Array, node: number, boxes: Int32Array, first: number, end: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let min = QUANTISED_MAX;
    let max = 0;
    for (let i = first; i < end; i++) {
      min = smaller(min, boxes[ITEM_BOX_STRIDE * i + axis]);
      max = larger(max, boxes[ITEM_BOX_STRIDE * i + 3 + axis]);
    }
    nodes[node + axis] = min;
    nodes[node + 3 + axis] = max;
  }
}

/** The smaller of two quantised coordinates without a branch, which no processor could predict. */
function smaller(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & (difference >> 31))) | 0;
}

function larger(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (a - (difference & (difference >> 31))) | 0;
}
