import { type BoxColumn, type Bvh, NODE_OPEN, QUANTISED_MAX } from './bvh.ts';
import { quantiseBoxes } from './quantise-boxes.ts';

/** Writes the boxes of items and nodes. */
export function fitBoxes(bvh: Bvh, bounds: BoxColumn): void {
  quantiseBoxes(bvh.itemBoxes, bvh.routines.axes, bounds, bvh.order, bvh.itemCount, bvh.frame);
  fitNodeBoxes(bvh);
}

/** Unites boxes from the last node to the root, children before parents, and closes the open nodes' `skip`. */
function fitNodeBoxes(bvh: Bvh): void {
  const { nodes, itemBoxes: boxes } = bvh;
  const { axes } = bvh.routines;
  const inSpace = axes === 3;
  const toSkip = 2 * axes;
  const toFirst = toSkip + 1;
  const stride = toSkip + 2;
  for (let node = bvh.nodeEnd - stride; node >= 0; node -= stride) {
    const left = node + stride;
    if (nodes[node + toSkip] === NODE_OPEN) {
      const right = nodes[left + toSkip];
      nodes[node + toSkip] = nodes[right + toSkip];
      nodes[node] = smaller(nodes[left], nodes[right]);
      nodes[node + 1] = smaller(nodes[left + 1], nodes[right + 1]);
      nodes[node + axes] = larger(nodes[left + axes], nodes[right + axes]);
      nodes[node + axes + 1] = larger(nodes[left + axes + 1], nodes[right + axes + 1]);
      if (inSpace) {
        nodes[node + 2] = smaller(nodes[left + 2], nodes[right + 2]);
        nodes[node + 5] = larger(nodes[left + 5], nodes[right + 5]);
      }
    } else {
      const end = toSkip * nodes[left + toFirst];
      let minX = QUANTISED_MAX;
      let minY = QUANTISED_MAX;
      let minZ = QUANTISED_MAX;
      let maxX = 0;
      let maxY = 0;
      let maxZ = 0;
      for (let box = toSkip * nodes[node + toFirst]; box < end; box += toSkip) {
        minX = smaller(minX, boxes[box]);
        minY = smaller(minY, boxes[box + 1]);
        maxX = larger(maxX, boxes[box + axes]);
        maxY = larger(maxY, boxes[box + axes + 1]);
        if (inSpace) {
          minZ = smaller(minZ, boxes[box + 2]);
          maxZ = larger(maxZ, boxes[box + 5]);
        }
      }
      nodes[node] = minX;
      nodes[node + 1] = minY;
      nodes[node + axes] = maxX;
      nodes[node + axes + 1] = maxY;
      if (inSpace) {
        nodes[node + 2] = minZ;
        nodes[node + 5] = maxZ;
      }
    }
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
