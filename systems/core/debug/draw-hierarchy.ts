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
import type { DebugDimension } from './debug-dimension.ts';
import { type LineList, pen } from './line-list.ts';

/** Draws every level. */
export const ALL_LEVELS = -1;

/** A box, or a centre and a radius, of at most three axes. */
const bounds = new Float64Array(6);
/** Where the subtrees that contain the node at hand end: as many as its level. */
let ends = new Int32Array(64);

type Draw = Pick<DebugDimension, 'drawBox' | 'drawBall'>;

/**
 * Appends the nodes of one level of a hierarchy (0: the root), or of all; level i has colour i of `colours`, again and
 * again.
 */
export function drawHierarchy(draw: Draw, lines: LineList, bvh: Bvh, level: number, colours: Uint32Array): void {
  if (bvh.itemCount === 0) return;
  // A node: its box or sphere, where its subtree ends, and where its items begin.
  const skip = 2 * lines.axes;
  const stride = skip + 2;
  let depth = 0;
  let node = 0;
  while (node < bvh.nodeEnd) {
    while (depth > 0 && node >= ends[depth - 1]) depth--;
    const end = bvh.nodes[node + skip];
    if (level === ALL_LEVELS || level === depth) {
      pen[0] = colours[depth % colours.length];
      drawNode(draw, lines, bvh, node);
    }
    if (level === depth) {
      node = end;
    } else {
      if (depth === ends.length) ends = reserve(ends, depth + 1);
      ends[depth++] = end;
      node += stride;
    }
  }
}

function drawNode(draw: Draw, lines: LineList, bvh: Bvh, node: number): void {
  const { axes } = lines;
  if (bvh.kind === 'sphere') {
    for (let axis = 0; axis < axes; axis++) {
      bounds[axis] = bvh.nodeSpheres[node + axis] + bvh.frame[FRAME_ORIGIN + axis];
    }
    bounds[axes] = bvh.nodeSpheres[node + axes];
    if (bounds[axes] < Infinity) draw.drawBall(lines, bounds);
    return;
  }
  for (let axis = 0; axis < axes; axis++) loadInterval(bvh, node, axis, axes);
  draw.drawBox(lines, bounds, 0);
}

/**
 * Writes where a node begins and ends along an axis: the outer sides of its cells. What was clamped to the first or
 * last cell reaches as far as the tree does, if that is not infinitely far.
 */
function loadInterval(bvh: Bvh, node: number, axis: number, axes: number): void {
  const { frame, nodes } = bvh;
  const clamps = frame[FRAME_CLAMPS] === 1;
  const low = frame[FRAME_LOW + axis];
  const high = frame[FRAME_HIGH + axis];
  let first = nodes[node + axis];
  let last = nodes[node + axes + axis] + 1;
  if (clamps && first === 0 && low > -Infinity) first = low;
  if (clamps && last > QUANTISED_MAX && high < Infinity) last = high;
  const scale = frame[FRAME_SCALE + axis];
  const size = scale > 0 ? 1 / scale : 0;
  bounds[axis] = frame[FRAME_ORIGIN + axis] + size * first;
  bounds[axes + axis] = frame[FRAME_ORIGIN + axis] + size * last;
}
