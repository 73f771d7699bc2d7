import { type Bvh, FRAME_SEGMENTS, segmentsOf, sphereOf } from '../../../src/core/bvh/bvh.ts';
import { cellBounds, loadCellBounds } from '../../../src/core/bvh/cell-bounds.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import type { DebugDimension } from './debug-dimension.ts';
import { type LineList, pen } from './line-list.ts';

/** Draws every level. */
export const ALL_LEVELS = -1;

/** A centre and a radius. */
const ball = new Float64Array(4);
/** By level: the end of the subtree of each node that contains the current node. */
let ends = new Int32Array(64);

type Draw = Pick<DebugDimension, 'drawBox' | 'drawBall'>;

/**
 * Appends the nodes of one level of a hierarchy (0: the root), or of all levels; level i has colour i of `colours`,
 * modulo their number.
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
    const sphere = sphereOf(node);
    for (let i = 0; i <= axes; i++) ball[i] = bvh.nodeSpheres[sphere + i];
    if (ball[axes] < Infinity) draw.drawBall(lines, ball);
    return;
  }
  loadCellBounds(bvh.frame, axes, bvh.nodes, node);
  for (let axis = 0; axis < axes; axis++) cutInfinite(bvh.frame, axis, axes);
  draw.drawBox(lines, cellBounds, 0);
}

/** Cuts a box that is unbounded along an axis at the outermost knots of the frame, which are finite. */
function cutInfinite(frame: Float64Array, axis: number, axes: number): void {
  const segments = frame[FRAME_SEGMENTS];
  const first = segmentsOf(axis, segments);
  if (cellBounds[axis] === -Infinity) cellBounds[axis] = frame[first];
  if (cellBounds[axes + axis] === Infinity) cellBounds[axes + axis] = frame[first + segments];
}
