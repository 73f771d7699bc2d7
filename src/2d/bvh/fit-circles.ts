import { type Bvh, FRAME_ORIGIN, NODE_OPEN } from '../../core/bvh/bvh.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { BOUNDS_STRIDE, ITEM_CIRCLE_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/** Twice the relative error of rounding to f32, and more than the absolute one near 0. */
const F32_SLACK = 2 ** -23;
const F32_TINY = 1e-44;

/** The largest number that rounds to a finite f32, with room for sums and squares of a few. */
const LARGEST = 1e37;

/**
 * A circle on its way to f32: centre, radius, and what the centre may be off by. It goes through memory because calls
 * with f64 arguments that the compiler does not inline allocate.
 */
const circle = new Float64Array(4);

/**
 * Writes `circle`, enlarged so that it still covers what it covered after centre and radius were rounded to f32. One
 * that is infinite, NaN or too large for f32 gets an infinite radius.
 */
function writeCircle(circles: Float32Array, at: number): void {
  const x = circle[0];
  const y = circle[1];
  const slack = circle[3] + F32_SLACK * (Math.abs(x) + Math.abs(y)) + F32_TINY;
  const radius = (circle[2] + slack) * (1 + F32_SLACK);
  // False for NaN and infinities too.
  if (radius < LARGEST && x < LARGEST && x > -LARGEST && y < LARGEST && y > -LARGEST) {
    circles[at] = x;
    circles[at + 1] = y;
    circles[at + 2] = radius;
  } else {
    circles[at] = 0;
    circles[at + 1] = 0;
    circles[at + 2] = Infinity;
  }
}

/** Writes the circles of items and nodes. */
export function fitCircles(bvh: Bvh, bounds: Float64Array): void {
  fitItemCircles(bvh, bounds);
  fitNodeCircles(bvh, bounds);
}

/**
 * Writes the circles around the items' boxes. A box that is infinite, or too large for f32, gets an infinite radius.
 */
function fitItemCircles(bvh: Bvh, bounds: Float64Array): void {
  const count = bvh.itemCount;
  const order = bvh.order;
  const circles = bvh.itemSpheres;
  const originX = bvh.frame[FRAME_ORIGIN];
  const originY = bvh.frame[FRAME_ORIGIN + 1];
  for (let i = 0; i < count; i++) {
    const box = BOUNDS_STRIDE * order[i];
    const x0 = bounds[box];
    const y0 = bounds[box + 1];
    const x1 = bounds[box + 2];
    const y1 = bounds[box + 3];
    const middleX = 0.5 * x0 + 0.5 * x1;
    const middleY = 0.5 * y0 + 0.5 * y1;
    const halfX = 0.5 * x1 - 0.5 * x0;
    const halfY = 0.5 * y1 - 0.5 * y0;
    circle[0] = middleX - originX;
    circle[1] = middleY - originY;
    circle[2] = Math.sqrt(halfX * halfX + halfY * halfY);
    circle[3] = 2 * EPSILON * (Math.abs(middleX) + Math.abs(middleY));
    writeCircle(circles, ITEM_CIRCLE_STRIDE * i);
  }
}

/**
 * Boxes of the nodes relative to the frame's origin, at 4 · node / NODE_STRIDE: needed while circles are fitted only.
 */
let nodeBoxes = new Float64Array(0);

/**
 * Writes the nodes' circles from the last node to the root, children before parents, and closes the open nodes' `skip`.
 *
 * Circles around circles alone grow looser with every level; the circle around a node's box does not, but is loose to
 * begin with. Taking the smaller one at each node saves a self-join a quarter of its node tests (8.4 to 6.3 an item).
 */
function fitNodeCircles(bvh: Bvh, bounds: Float64Array): void {
  const nodes = bvh.nodes;
  const needed = BOUNDS_STRIDE * (bvh.nodeEnd / NODE_STRIDE);
  if (nodeBoxes.length < needed) nodeBoxes = new Float64Array(Math.ceil(needed * 1.25));
  for (let node = bvh.nodeEnd - NODE_STRIDE; node >= 0; node -= NODE_STRIDE) {
    if (nodes[node + NODE_SKIP] === NODE_OPEN) {
      const left = node + NODE_STRIDE;
      const right = nodes[left + NODE_SKIP];
      nodes[node + NODE_SKIP] = nodes[right + NODE_SKIP];
      uniteBoxes(node, left, right);
      uniteCircles(bvh.nodeSpheres, node, left, right);
    } else {
      fitLeafBox(bvh, node, bounds);
      fitLeafCircle(bvh, node);
    }
  }
}

function boxOf(node: number): number {
  return (BOUNDS_STRIDE / 2) * (node / (NODE_STRIDE / 2));
}

function uniteBoxes(to: number, a: number, b: number): void {
  const boxTo = boxOf(to);
  const boxA = boxOf(a);
  const boxB = boxOf(b);
  nodeBoxes[boxTo] = Math.min(nodeBoxes[boxA], nodeBoxes[boxB]);
  nodeBoxes[boxTo + 1] = Math.min(nodeBoxes[boxA + 1], nodeBoxes[boxB + 1]);
  nodeBoxes[boxTo + 2] = Math.max(nodeBoxes[boxA + 2], nodeBoxes[boxB + 2]);
  nodeBoxes[boxTo + 3] = Math.max(nodeBoxes[boxA + 3], nodeBoxes[boxB + 3]);
}

function fitLeafBox(bvh: Bvh, leaf: number, bounds: Float64Array): void {
  const originX = bvh.frame[FRAME_ORIGIN];
  const originY = bvh.frame[FRAME_ORIGIN + 1];
  const end = bvh.nodes[leaf + NODE_STRIDE + NODE_FIRST];
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = bvh.nodes[leaf + NODE_FIRST]; i < end; i++) {
    const box = BOUNDS_STRIDE * bvh.order[i];
    minX = Math.min(minX, bounds[box]);
    minY = Math.min(minY, bounds[box + 1]);
    maxX = Math.max(maxX, bounds[box + 2]);
    maxY = Math.max(maxY, bounds[box + 3]);
  }
  const to = boxOf(leaf);
  nodeBoxes[to] = minX - originX;
  nodeBoxes[to + 1] = minY - originY;
  nodeBoxes[to + 2] = maxX - originX;
  nodeBoxes[to + 3] = maxY - originY;
}

/**
 * Writes a circle around what two nodes hold, the smaller of two candidates: the smallest around their circles (the
 * larger when it contains the other, else the one whose diameter runs from far side to far side on the line of
 * centres), and the one around the node's box, which covers the items, though not the circles below it.
 */
function uniteCircles(circles: Float32Array, to: number, a: number, b: number): void {
  const ax = circles[a];
  const ay = circles[a + 1];
  const ar = circles[a + 2];
  const br = circles[b + 2];
  const dx = circles[b] - ax;
  const dy = circles[b + 1] - ay;
  const distance = Math.sqrt(dx * dx + dy * dy);
  // How far the centre goes from A's to B's: not at all when A's circle contains B's, all the way when B's does.
  const around = 0.5 * (distance + ar + br);
  const fraction = distance + br <= ar ? 0 : distance + ar <= br ? 1 : (around - ar) / distance;
  let x = ax + fraction * dx;
  let y = ay + fraction * dy;
  let radius = Math.max(ar, br, around);

  const box = boxOf(to);
  const halfX = 0.5 * nodeBoxes[box + 2] - 0.5 * nodeBoxes[box];
  const halfY = 0.5 * nodeBoxes[box + 3] - 0.5 * nodeBoxes[box + 1];
  const boxRadius = Math.sqrt(halfX * halfX + halfY * halfY);
  if (boxRadius < radius) {
    radius = boxRadius;
    x = nodeBoxes[box] + halfX;
    y = nodeBoxes[box + 1] + halfY;
  }
  circle[0] = x;
  circle[1] = y;
  circle[2] = radius;
  circle[3] = 0;
  writeCircle(circles, to);
}

/** Writes the circle about the middle of the leaf's box that covers its items' circles or, if smaller, the box. */
function fitLeafCircle(bvh: Bvh, leaf: number): void {
  const circles = bvh.itemSpheres;
  const end = bvh.nodes[leaf + NODE_STRIDE + NODE_FIRST];
  const box = boxOf(leaf);
  const halfX = 0.5 * nodeBoxes[box + 2] - 0.5 * nodeBoxes[box];
  const halfY = 0.5 * nodeBoxes[box + 3] - 0.5 * nodeBoxes[box + 1];
  const x = nodeBoxes[box] + halfX;
  const y = nodeBoxes[box + 1] + halfY;
  let covering = 0;
  for (let i = bvh.nodes[leaf + NODE_FIRST]; i < end; i++) {
    const item = ITEM_CIRCLE_STRIDE * i;
    const dx = circles[item] - x;
    const dy = circles[item + 1] - y;
    covering = Math.max(covering, Math.sqrt(dx * dx + dy * dy) + circles[item + 2]);
  }
  circle[0] = x;
  circle[1] = y;
  circle[2] = Math.min(covering, Math.sqrt(halfX * halfX + halfY * halfY));
  circle[3] = 0;
  writeCircle(bvh.nodeSpheres, leaf);
}
