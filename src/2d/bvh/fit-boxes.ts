import { type Bvh, FRAME_CLAMPS, NODE_OPEN, QUANTISED_MAX } from '../../core/bvh/bvh.ts';
import { ITEM_BOX_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';
import { quantiseBoxes } from './quantise-boxes.ts';

/** Writes the boxes of items and nodes. */
export function fitBoxes(bvh: Bvh, bounds: Float64Array): void {
  quantiseBoxes(bvh.itemBoxes, bounds, bvh.order, 0, bvh.itemCount, bvh.frame, bvh.frame[FRAME_CLAMPS] !== 0);
  fitNodeBoxes(bvh);
}

/** Unites boxes from the last node to the root, children before parents, and closes the open nodes' `skip`. */
function fitNodeBoxes(bvh: Bvh): void {
  const nodes = bvh.nodes;
  const boxes = bvh.itemBoxes;
  for (let node = bvh.nodeEnd - NODE_STRIDE; node >= 0; node -= NODE_STRIDE) {
    let minX: number;
    let minY: number;
    let maxX: number;
    let maxY: number;
    const left = node + NODE_STRIDE;
    if (nodes[node + NODE_SKIP] === NODE_OPEN) {
      const right = nodes[left + NODE_SKIP];
      minX = smaller(nodes[left], nodes[right]);
      minY = smaller(nodes[left + 1], nodes[right + 1]);
      maxX = larger(nodes[left + 2], nodes[right + 2]);
      maxY = larger(nodes[left + 3], nodes[right + 3]);
      nodes[node + NODE_SKIP] = nodes[right + NODE_SKIP];
    } else {
      const end = ITEM_BOX_STRIDE * nodes[left + NODE_FIRST];
      minX = QUANTISED_MAX;
      minY = QUANTISED_MAX;
      maxX = 0;
      maxY = 0;
      for (let box = ITEM_BOX_STRIDE * nodes[node + NODE_FIRST]; box < end; box += ITEM_BOX_STRIDE) {
        minX = smaller(minX, boxes[box]);
        minY = smaller(minY, boxes[box + 1]);
        maxX = larger(maxX, boxes[box + 2]);
        maxY = larger(maxY, boxes[box + 3]);
      }
    }
    nodes[node] = minX;
    nodes[node + 1] = minY;
    nodes[node + 2] = maxX;
    nodes[node + 3] = maxY;
  }
}

/**
 * The smaller of two quantised coordinates without a branch: which one it is, is a coin toss that no processor
 * predicts, and Math.min compiles to a branch. Half the time of the whole pass.
 */
function smaller(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & (difference >> 31))) | 0;
}

function larger(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (a - (difference & (difference >> 31))) | 0;
}
