import { EPSILON } from '../../core/tolerance.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_HIGH_X,
  FRAME_HIGH_Y,
  FRAME_LOW_X,
  FRAME_LOW_Y,
  FRAME_ORIGIN_X,
  FRAME_ORIGIN_Y,
  FRAME_SCALE_X,
  FRAME_SCALE_Y,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  QUANTISED_MAX,
} from './bvh.ts';
import { cellSlack } from './cast-ray-bvh.ts';
import { releaseWalk, takeWalk, WALK_PARAMETERS, walkStack } from './walk-stack.ts';

/** Called with each item whose box may be near enough; returns the distance beyond which nothing matters any more. */
export type ClosestVisit = (item: number, maxDistance: number) => number;

/** Squared distances that compare as larger by rounding alone still count as near enough. */
const ROUNDING = 1 + 8 * EPSILON;

/**
 * Visits the items whose boxes lie within `maxDistance` (may be Infinity) of the point, nearer subtrees first, and
 * returns the last `maxDistance`. `visit` measures the item itself and returns the new `maxDistance`: the smaller of
 * the two to find the closest, the one it was given to see all, a negative number to stop. Boxes too far by a rounding
 * error may be visited, none near enough is left out. A visit may query any tree, but not rebuild this one.
 */
export function closestBvh(
  bvh: Bvh,
  bounds: Float64Array,
  x: number,
  y: number,
  maxDistance: number,
  visit: ClosestVisit,
): number {
  // Also false for NaN.
  if (!(maxDistance >= 0) || bvh.nodeEnd === 0) return maxDistance;
  const start = takeWalk(bvh.depth);
  try {
    const frame = bvh.frame;
    const query = walkStack.numbers;
    const scaleX = frame[FRAME_SCALE_X]!;
    const scaleY = frame[FRAME_SCALE_Y]!;
    const isBox = bvh.kind === 'box';
    query[start] = (x - frame[FRAME_ORIGIN_X]!) * (isBox ? scaleX : 1);
    query[start + 1] = (y - frame[FRAME_ORIGIN_Y]!) * (isBox ? scaleY : 1);
    query[start + 2] = scaleX > 0 ? 1 / scaleX : 0;
    query[start + 3] = scaleY > 0 ? 1 / scaleY : 0;
    query[start + 4] = cellSlack(query[start]!);
    query[start + 5] = cellSlack(query[start + 1]!);
    return walkClosest(bvh, bounds, start, x, y, maxDistance, visit);
  } finally {
    releaseWalk(start);
  }
}

function walkClosest(
  bvh: Bvh,
  bounds: Float64Array,
  start: number,
  x: number,
  y: number,
  maxDistance: number,
  visit: ClosestVisit,
): number {
  const nodes = bvh.nodes;
  const order = bvh.order;
  const stack = walkStack.nodes;
  const numbers = walkStack.numbers;
  const bottom = start + WALK_PARAMETERS;
  let distance = maxDistance;
  let limit = distance * distance * ROUNDING;
  let top = bottom;
  let node = 0;
  for (;;) {
    const left = node + NODE_STRIDE;
    if (nodes[node + NODE_SKIP] === left) {
      const end = nodes[left + NODE_FIRST]!;
      for (let i = nodes[node + NODE_FIRST]!; i < end; i++) {
        const item = order[i]!;
        const box = BOUNDS_STRIDE * item;
        const dx = gap(bounds[box]! - x, x - bounds[box + 2]!);
        const dy = gap(bounds[box + 1]! - y, y - bounds[box + 3]!);
        if (dx * dx + dy * dy <= limit) {
          distance = visit(item, distance);
          if (!(distance >= 0)) return distance;
          limit = distance * distance * ROUNDING;
        }
      }
    } else {
      const right = nodes[left + NODE_SKIP]!;
      const leftSquared = nodeDistanceSquared(bvh, left, numbers, start);
      const rightSquared = nodeDistanceSquared(bvh, right, numbers, start);
      const leftFirst = leftSquared <= rightSquared;
      const near = leftFirst ? leftSquared : rightSquared;
      const far = leftFirst ? rightSquared : leftSquared;
      if (far <= limit) {
        stack[top] = leftFirst ? right : left;
        numbers[top++] = far;
      }
      if (near <= limit) {
        node = leftFirst ? left : right;
        continue;
      }
    }
    do {
      if (top === bottom) return distance;
      top--;
    } while (!(numbers[top]! <= limit));
    node = stack[top]!;
  }
}

/** The distance to an interval from what lies below it and above it: at most one of the two is positive. */
function gap(below: number, above: number): number {
  return below > 0 ? below : Math.max(above, 0);
}

/** The squared distance from the query's point to a node, never too large. */
function nodeDistanceSquared(bvh: Bvh, node: number, query: Float64Array, at: number): number {
  const x = query[at]!;
  const y = query[at + 1]!;
  if (bvh.kind === 'sphere') {
    const circles = bvh.nodeCircles;
    const centerX = circles[node]! - x;
    const centerY = circles[node + 1]! - y;
    const fromCenter = Math.sqrt(centerX * centerX + centerY * centerY);
    const outside = fromCenter * (1 - 8 * EPSILON) - circles[node + 2]!;
    return outside > 0 ? outside * outside : 0;
  }
  const nodes = bvh.nodes;
  const frame = bvh.frame;
  const slackX = query[at + 4]!;
  const slackY = query[at + 5]!;
  const minX = nodes[node]! === 0 ? frame[FRAME_LOW_X]! : nodes[node]!;
  const minY = nodes[node + 1]! === 0 ? frame[FRAME_LOW_Y]! : nodes[node + 1]!;
  const maxX = nodes[node + 2]! === QUANTISED_MAX ? frame[FRAME_HIGH_X]! : nodes[node + 2]!;
  const maxY = nodes[node + 3]! === QUANTISED_MAX ? frame[FRAME_HIGH_Y]! : nodes[node + 3]!;
  const dx = gap(minX - slackX - x, x - maxX - slackX) * query[at + 2]!;
  const dy = gap(minY - slackY - y, y - maxY - slackY) * query[at + 3]!;
  return dx * dx + dy * dy;
}
