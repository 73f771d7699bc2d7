import { NODE_SKIP, NODE_STRIDE } from '../../../src/2d/bvh/layout.ts';
import {
  type Bvh,
  FRAME_CLAMPS,
  FRAME_HIGH,
  FRAME_LOW,
  FRAME_ORIGIN,
  FRAME_SCALE,
  QUANTISED_MAX,
} from '../../../src/core/bvh/bvh.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import { type LineList, pen } from './line-list.ts';
import { addBox, addCircle } from './outline.ts';

/** Draws every level. */
export const ALL_LEVELS = -1;

const bounds = new Float64Array(4);
/** Where the subtrees that contain the node at hand end: as many as its level. */
let ends = new Int32Array(64);

/**
 * Appends the nodes of one level of a hierarchy (0: the root), or of all; level i has colour i of `colours`, again and
 * again.
 */
export function drawHierarchy(lines: LineList, bvh: Bvh, level: number, colours: Uint32Array): void {
  if (bvh.itemCount === 0) return;
  let depth = 0;
  let node = 0;
  while (node < bvh.nodeEnd) {
    while (depth > 0 && node >= ends[depth - 1]) depth--;
    const end = bvh.nodes[node + NODE_SKIP];
    if (level === ALL_LEVELS || level === depth) {
      pen[0] = colours[depth % colours.length];
      drawNode(lines, bvh, node);
    }
    if (level === depth) {
      node = end;
    } else {
      if (depth === ends.length) ends = reserve(ends, depth + 1);
      ends[depth++] = end;
      node += NODE_STRIDE;
    }
  }
}

function drawNode(lines: LineList, bvh: Bvh, node: number): void {
  if (bvh.kind === 'sphere') {
    bounds[0] = bvh.nodeSpheres[node] + bvh.frame[FRAME_ORIGIN];
    bounds[1] = bvh.nodeSpheres[node + 1] + bvh.frame[FRAME_ORIGIN + 1];
    bounds[2] = bvh.nodeSpheres[node + 2];
    if (bounds[2] < Infinity) addCircle(lines, bounds);
    return;
  }
  loadInterval(bvh, node, 0);
  loadInterval(bvh, node, 1);
  addBox(lines, bounds, 0);
}

/**
 * Writes where a node begins and ends along an axis: the outer sides of its cells. What was clamped to the first or
 * last cell reaches as far as the tree does, if that is not infinitely far.
 */
function loadInterval(bvh: Bvh, node: number, axis: number): void {
  const { frame, nodes } = bvh;
  const clamps = frame[FRAME_CLAMPS] === 1;
  const low = frame[FRAME_LOW + axis];
  const high = frame[FRAME_HIGH + axis];
  let first = nodes[node + axis];
  let last = nodes[node + 2 + axis] + 1;
  if (clamps && first === 0 && low > -Infinity) first = low;
  if (clamps && last > QUANTISED_MAX && high < Infinity) last = high;
  const scale = frame[FRAME_SCALE + axis];
  const size = scale > 0 ? 1 / scale : 0;
  bounds[axis] = frame[FRAME_ORIGIN + axis] + size * first;
  bounds[axis + 2] = frame[FRAME_ORIGIN + axis] + size * last;
}
