import { EPSILON } from '../../core/tolerance.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  CELL_SLACK,
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
  RELATIVE_SLACK,
} from './bvh.ts';
import { releaseWalk, takeWalk, WALK_PARAMETERS, walkStack } from './walk-stack.ts';

/** Called with each item whose box may be near enough; returns the distance beyond which nothing matters any more. */
export type ClosestVisit = (item: number, maxDistance: number) => number;

/**
 * The query at the start of the walk's stretch: 0 … 5 for the nodes (point in cells or from the frame's origin, size of
 * a cell, slack in cells), then the point itself, the distance asked for, and the last node's squared distance.
 */
const QUERY_X = 6;
const QUERY_Y = 7;
const QUERY_LIMIT = 8;
const QUERY_RESULT = 9;

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
    query[start + 4] = CELL_SLACK + Math.abs(query[start]!) * RELATIVE_SLACK;
    query[start + 5] = CELL_SLACK + Math.abs(query[start + 1]!) * RELATIVE_SLACK;
    query[start + QUERY_X] = x;
    query[start + QUERY_Y] = y;
    query[start + QUERY_LIMIT] = maxDistance;
    return walkClosest(bvh, bounds, start, visit);
  } finally {
    releaseWalk(start);
  }
}

function walkClosest(bvh: Bvh, bounds: Float64Array, start: number, visit: ClosestVisit): number {
  const nodes = bvh.nodes;
  const order = bvh.order;
  const stack = walkStack.nodes;
  const numbers = walkStack.numbers;
  const bottom = start + WALK_PARAMETERS;
  const x = numbers[start + QUERY_X]!;
  const y = numbers[start + QUERY_Y]!;
  let distance = numbers[start + QUERY_LIMIT]!;
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
        const leftOf = bounds[box]! - x;
        const rightOf = x - bounds[box + 2]!;
        const below = bounds[box + 1]! - y;
        const above = y - bounds[box + 3]!;
        const dx = leftOf > 0 ? leftOf : Math.max(rightOf, 0);
        const dy = below > 0 ? below : Math.max(above, 0);
        if (dx * dx + dy * dy <= limit) {
          distance = visit(item, distance);
          if (!(distance >= 0)) return distance;
          limit = distance * distance * ROUNDING;
        }
      }
    } else {
      const right = nodes[left + NODE_SKIP]!;
      measureNode(bvh, left, numbers, start);
      const leftSquared = numbers[start + QUERY_RESULT]!;
      measureNode(bvh, right, numbers, start);
      const rightSquared = numbers[start + QUERY_RESULT]!;
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

/**
 * Sets the query's result to the squared distance from its point to a node, never too large. (Through memory: a returned
 * f64 allocates where the compiler does not inline the call.)
 */
function measureNode(bvh: Bvh, node: number, query: Float64Array, at: number): void {
  const x = query[at]!;
  const y = query[at + 1]!;
  if (bvh.kind === 'sphere') {
    const circles = bvh.nodeCircles;
    const centerX = circles[node]! - x;
    const centerY = circles[node + 1]! - y;
    const fromCenter = Math.sqrt(centerX * centerX + centerY * centerY);
    const outside = fromCenter * (1 - 8 * EPSILON) - circles[node + 2]!;
    query[at + QUERY_RESULT] = outside > 0 ? outside * outside : 0;
    return;
  }
  const nodes = bvh.nodes;
  const frame = bvh.frame;
  const slackX = query[at + 4]!;
  const slackY = query[at + 5]!;
  const minX = nodes[node]! === 0 ? frame[FRAME_LOW_X]! : nodes[node]!;
  const minY = nodes[node + 1]! === 0 ? frame[FRAME_LOW_Y]! : nodes[node + 1]!;
  const maxX = nodes[node + 2]! === QUANTISED_MAX ? frame[FRAME_HIGH_X]! : nodes[node + 2]!;
  const maxY = nodes[node + 3]! === QUANTISED_MAX ? frame[FRAME_HIGH_Y]! : nodes[node + 3]!;
  const leftOf = minX - slackX - x;
  const rightOf = x - maxX - slackX;
  const below = minY - slackY - y;
  const above = y - maxY - slackY;
  const dx = (leftOf > 0 ? leftOf : Math.max(rightOf, 0)) * query[at + 2]!;
  const dy = (below > 0 ? below : Math.max(above, 0)) * query[at + 3]!;
  query[at + QUERY_RESULT] = dx * dx + dy * dy;
}
