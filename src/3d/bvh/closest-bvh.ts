import { EPSILON } from '../../core/tolerance.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_HIGH,
  FRAME_LOW,
  FRAME_ORIGIN,
  FRAME_SCALE,
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
 *
 * Source: Roussopoulos, Kelley and Vincent, Nearest Neighbor Queries, 1995.
 */
export function closestBvh(
  bvh: Bvh,
  bounds: Float64Array,
  x: number,
  y: number,
  z: number,
  maxDistance: number,
  visit: ClosestVisit,
): number {
  // Also false for NaN.
  if (!(maxDistance >= 0) || bvh.nodeEnd === 0 || Number.isNaN(x + y + z)) return maxDistance;
  const start = takeWalk(bvh.depth);
  try {
    walkStack.numbers[start] = x;
    walkStack.numbers[start + 1] = y;
    walkStack.numbers[start + 2] = z;
    return walkClosest(bvh, bounds, start, maxDistance, visit);
  } finally {
    releaseWalk(start);
  }
}

function walkClosest(bvh: Bvh, bounds: Float64Array, start: number, maxDistance: number, visit: ClosestVisit): number {
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
      const end = nodes[left + NODE_FIRST];
      for (let i = nodes[node + NODE_FIRST]; i < end; i++) {
        if (!(itemDistanceSquared(bounds, BOUNDS_STRIDE * order[i], numbers, start) <= limit)) continue;
        distance = visit(order[i], distance);
        if (!(distance >= 0)) return distance;
        limit = distance * distance * ROUNDING;
      }
    } else {
      const right = nodes[left + NODE_SKIP];
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
    } while (!(numbers[top] <= limit));
    node = stack[top];
  }
}

/** The distance to an interval from what lies below it and above it: at most one of the two is positive. */
function gap(below: number, above: number): number {
  return below > 0 ? below : Math.max(above, 0);
}

/** The squared distance to an item's box; NaN, which compares as too far, when that is no box. */
function itemDistanceSquared(bounds: Float64Array, box: number, query: Float64Array, at: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const min = bounds[box + axis];
    const max = bounds[box + 3 + axis];
    if (!(min <= max)) return Number.NaN;
    const distance = gap(min - query[at + axis], query[at + axis] - max);
    squared += distance * distance;
  }
  return squared;
}

/** The squared distance from the query's point to a node, never too large. */
function nodeDistanceSquared(bvh: Bvh, node: number, query: Float64Array, at: number): number {
  const frame = bvh.frame;
  let squared = 0;
  if (bvh.kind === 'sphere') {
    let magnitude = 0;
    for (let axis = 0; axis < 3; axis++) {
      const gap = bvh.nodeSpheres[node + axis] - (query[at + axis] - frame[FRAME_ORIGIN + axis]);
      squared += gap * gap;
      magnitude += Math.abs(query[at + axis]) + Math.abs(gap);
    }
    const outside = Math.sqrt(squared) - bvh.nodeSpheres[node + 3] - 16 * EPSILON * magnitude;
    return outside > 0 ? outside * outside : 0;
  }
  for (let axis = 0; axis < 3; axis++) {
    const scale = frame[FRAME_SCALE + axis];
    if (!(scale > 0)) continue;
    const x = (query[at + axis] - frame[FRAME_ORIGIN + axis]) * scale;
    const slack = cellSlack(x);
    const low = bvh.nodes[node + axis];
    const high = bvh.nodes[node + 3 + axis];
    const min = low === 0 ? frame[FRAME_LOW + axis] : low;
    const max = high === QUANTISED_MAX ? frame[FRAME_HIGH + axis] : high;
    const distance = gap(min - slack - x, x - max - slack) / scale;
    squared += distance * distance;
  }
  return squared;
}
