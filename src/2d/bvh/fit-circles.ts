import { EPSILON } from '../../core/tolerance.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_ORIGIN_X,
  FRAME_ORIGIN_Y,
  ITEM_CIRCLE_STRIDE,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
} from './bvh.ts';

/** Twice the relative error of rounding to f32, and more than the absolute one near 0. */
const F32_SLACK = 2 ** -23;
const F32_TINY = 1e-44;

/**
 * Enlarges a radius so that the circle still covers what it covered after its centre and radius were rounded to f32.
 * `error` is what the centre was off by before.
 */
function coverRounding(x: number, y: number, radius: number, error: number): number {
  return (radius + error + F32_SLACK * (Math.abs(x) + Math.abs(y)) + F32_TINY) * (1 + F32_SLACK);
}

/** Writes the circles around the items' boxes. A box that is infinite, or too large for f32, gets an infinite radius. */
export function fitItemCircles(bvh: Bvh, bounds: Float64Array): void {
  const count = bvh.itemCount;
  const order = bvh.order;
  const circles = bvh.itemCircles;
  const originX = bvh.frame[FRAME_ORIGIN_X]!;
  const originY = bvh.frame[FRAME_ORIGIN_Y]!;
  for (let i = 0; i < count; i++) {
    const box = BOUNDS_STRIDE * order[i]!;
    const x0 = bounds[box]!;
    const y0 = bounds[box + 1]!;
    const x1 = bounds[box + 2]!;
    const y1 = bounds[box + 3]!;
    const middleX = 0.5 * x0 + 0.5 * x1;
    const middleY = 0.5 * y0 + 0.5 * y1;
    const halfX = 0.5 * x1 - 0.5 * x0;
    const halfY = 0.5 * y1 - 0.5 * y0;
    const x = middleX - originX;
    const y = middleY - originY;
    const radius = Math.sqrt(halfX * halfX + halfY * halfY);
    const covering = coverRounding(x, y, radius, 2 * EPSILON * (Math.abs(middleX) + Math.abs(middleY)));
    writeCircle(circles, ITEM_CIRCLE_STRIDE * i, x, y, covering);
  }
}

/** The largest number that rounds to a finite f32, with room for sums and squares of a few. */
const LARGEST = 1e37;

function writeCircle(circles: Float32Array, at: number, x: number, y: number, radius: number): void {
  // False for NaN and infinities too.
  const fits = radius < LARGEST && x < LARGEST && x > -LARGEST && y < LARGEST && y > -LARGEST;
  circles[at] = fits ? x : 0;
  circles[at + 1] = fits ? y : 0;
  circles[at + 2] = fits ? radius : Infinity;
}

/** Writes the nodes' circles from the last node to the root, children before parents, and closes the open nodes' `skip`. */
export function fitNodeCircles(bvh: Bvh): void {
  const nodes = bvh.nodes;
  for (let node = bvh.nodeEnd - NODE_STRIDE; node >= 0; node -= NODE_STRIDE) {
    if (nodes[node + NODE_SKIP] === 0) {
      const left = node + NODE_STRIDE;
      const right = nodes[left + NODE_SKIP]!;
      nodes[node + NODE_SKIP] = nodes[right + NODE_SKIP]!;
      uniteCircles(bvh.nodeCircles, node, left, right);
    } else {
      fitLeafCircle(bvh, node, nodes[node + NODE_FIRST]!, nodes[node + NODE_STRIDE + NODE_FIRST]!);
    }
  }
}

/**
 * Writes the smallest circle around two circles: the larger one when it contains the other, else the one whose
 * diameter runs along the line of centres from far side to far side.
 */
function uniteCircles(circles: Float32Array, to: number, a: number, b: number): void {
  const ax = circles[a]!;
  const ay = circles[a + 1]!;
  const ar = circles[a + 2]!;
  const br = circles[b + 2]!;
  const dx = circles[b]! - ax;
  const dy = circles[b + 1]! - ay;
  const distance = Math.sqrt(dx * dx + dy * dy);
  if (distance + br <= ar || distance + ar <= br) {
    const larger = ar >= br ? a : b;
    circles[to] = circles[larger]!;
    circles[to + 1] = circles[larger + 1]!;
    circles[to + 2] = circles[larger + 2]!;
    return;
  }
  const radius = 0.5 * (distance + ar + br);
  const fraction = (radius - ar) / distance;
  const x = ax + fraction * dx;
  const y = ay + fraction * dy;
  writeCircle(circles, to, x, y, coverRounding(x, y, radius, 0));
}

/** Writes the circle about the middle of the items' circles that covers all of them. */
function fitLeafCircle(bvh: Bvh, leaf: number, first: number, end: number): void {
  const circles = bvh.itemCircles;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = first; i < end; i++) {
    const circle = ITEM_CIRCLE_STRIDE * i;
    const x = circles[circle]!;
    const y = circles[circle + 1]!;
    const radius = circles[circle + 2]!;
    minX = Math.min(minX, x - radius);
    maxX = Math.max(maxX, x + radius);
    minY = Math.min(minY, y - radius);
    maxY = Math.max(maxY, y + radius);
  }
  const x = 0.5 * minX + 0.5 * maxX;
  const y = 0.5 * minY + 0.5 * maxY;
  let covering = 0;
  for (let i = first; i < end; i++) {
    const circle = ITEM_CIRCLE_STRIDE * i;
    const dx = circles[circle]! - x;
    const dy = circles[circle + 1]! - y;
    covering = Math.max(covering, Math.sqrt(dx * dx + dy * dy) + circles[circle + 2]!);
  }
  writeCircle(bvh.nodeCircles, leaf, x, y, coverRounding(x, y, covering, 0));
}
