import { type BoxColumn, type Bvh, NODE_OPEN, QUANTISED_MAX } from './bvh.ts';
import { quantiseBoxes } from './quantise-boxes.ts';

/** Writes the boxes of the items at the positions `from` … `to` − 1. */
export function fitItemBoxes(bvh: Bvh, bounds: BoxColumn, from: number, to: number): void {
  quantiseBoxes(bvh.itemBoxes, bvh.routines.axes, bounds, bvh.order, from, to, bvh.frame);
}

/** Unites boxes from the last node to the root, children before parents, and closes the open nodes' `skip`. */
export function fitNodeBoxes(bvh: Bvh): void {
  const { nodes, itemBoxes: boxes } = bvh;
  const { axes } = bvh.routines;
  const toSkip = 2 * axes;
  const toFirst = toSkip + 1;
  const stride = toSkip + 2;
  for (let node = bvh.nodeEnd - stride; node >= 0; node -= stride) {
    const left = node + stride;
    if (nodes[node + toSkip] === NODE_OPEN) {
      const right = nodes[left + toSkip];
      nodes[node + toSkip] = nodes[right + toSkip];
      for (let axis = 0; axis < axes; axis++) {
        nodes[node + axis] = smaller(nodes[left + axis], nodes[right + axis]);
        nodes[node + axes + axis] = larger(nodes[left + axes + axis], nodes[right + axes + axis]);
      }
    } else {
      const first = toSkip * nodes[node + toFirst];
      const end = toSkip * nodes[left + toFirst];
      for (let axis = 0; axis < axes; axis++) {
        let min = QUANTISED_MAX;
        let max = 0;
        for (let box = first; box < end; box += toSkip) {
          min = smaller(min, boxes[box + axis]);
          max = larger(max, boxes[box + axes + axis]);
        }
        nodes[node + axis] = min;
        nodes[node + axes + axis] = max;
      }
    }
  }
}

/**
 * Returns the smaller of two quantised coordinates without a branch: no processor predicts which one it is, and
 * Math.min compiles to a branch.
 */
function smaller(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & (difference >> 31))) | 0;
}

function larger(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (a - (difference & (difference >> 31))) | 0;
}
