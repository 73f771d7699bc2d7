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
import { releaseWalk, takeWalk, WALK_PARAMETERS, walkStack } from './walk-stack.ts';

/** Called with each item whose box a cast may meet; returns the fraction beyond which nothing matters any more. */
export type CastVisit = (item: number, maxFraction: number) => number;

/**
 * Visits the items whose boxes the ray meets at a fraction of its direction from 0 to `maxFraction`, nearer subtrees
 * first, and returns the last `maxFraction`. `visit` tests the item itself and returns the new `maxFraction`: the
 * fraction it hit at to find the closest, the one it was given to see all, a negative number to stop. A zero direction
 * visits the boxes that contain the origin. Boxes missed by a rounding error may be visited, none that is met is left
 * out. A visit may query any tree, this one included, but not rebuild it.
 */
export function castRayBvh(
  bvh: Bvh,
  bounds: Float64Array,
  originX: number,
  originY: number,
  directionX: number,
  directionY: number,
  maxFraction: number,
  visit: CastVisit,
): number {
  return castAabbBvh(bvh, bounds, originX, originY, 0, 0, directionX, directionY, maxFraction, visit);
}

/**
 * Visits the items whose boxes a box meets that is moved by a fraction of the direction from 0 to `maxFraction`; the
 * rest is as with `castRayBvh`. The moving box is given by its centre and half extents: it meets a box where the ray
 * of its centre meets the box grown by the half extents.
 */
export function castAabbBvh(
  bvh: Bvh,
  bounds: Float64Array,
  centerX: number,
  centerY: number,
  halfExtentX: number,
  halfExtentY: number,
  directionX: number,
  directionY: number,
  maxFraction: number,
  visit: CastVisit,
): number {
  // Also false for NaN.
  if (!(maxFraction >= 0) || bvh.nodeEnd === 0) return maxFraction;
  const start = takeWalk(bvh.depth);
  try {
    const query = walkStack.numbers;
    // A sum of half extent and bound may round by this much; see boxEntry for why nothing else needs slack.
    const growX = halfExtentX > 0 ? halfExtentX + 4 * EPSILON * (halfExtentX + Math.abs(centerX)) : 0;
    const growY = halfExtentY > 0 ? halfExtentY + 4 * EPSILON * (halfExtentY + Math.abs(centerY)) : 0;
    if (bvh.kind === 'box') {
      setBoxQuery(bvh.frame, query, start, centerX, centerY, growX, growY, directionX, directionY);
    } else {
      setCircleQuery(bvh.frame, query, start, centerX, centerY, growX, growY, directionX, directionY);
    }
    return walkCast(bvh, bounds, start, centerX, centerY, growX, growY, directionX, directionY, maxFraction, visit);
  } finally {
    releaseWalk(start);
  }
}

function walkCast(
  bvh: Bvh,
  bounds: Float64Array,
  start: number,
  centerX: number,
  centerY: number,
  growX: number,
  growY: number,
  directionX: number,
  directionY: number,
  maxFraction: number,
  visit: CastVisit,
): number {
  const nodes = bvh.nodes;
  const order = bvh.order;
  const stack = walkStack.nodes;
  const numbers = walkStack.numbers;
  const bottom = start + WALK_PARAMETERS;
  const inverseX = 1 / directionX;
  const inverseY = 1 / directionY;
  let limit = maxFraction;
  let top = bottom;
  let node = 0;
  if (nodeEntry(bvh, node, numbers, start, limit) === Infinity) return limit;
  for (;;) {
    const skip = nodes[node + NODE_SKIP]!;
    const left = node + NODE_STRIDE;
    if (skip === left) {
      const end = nodes[left + NODE_FIRST]!;
      for (let i = nodes[node + NODE_FIRST]!; i < end; i++) {
        const item = order[i]!;
        const box = BOUNDS_STRIDE * item;
        const minX = bounds[box]! - growX - centerX;
        const minY = bounds[box + 1]! - growY - centerY;
        const maxX = bounds[box + 2]! + growX - centerX;
        const maxY = bounds[box + 3]! + growY - centerY;
        if (slabEntry(minX, minY, maxX, maxY, inverseX, inverseY, limit) < Infinity) {
          limit = visit(item, limit);
          if (!(limit >= 0)) return limit;
        }
      }
    } else {
      const right = nodes[left + NODE_SKIP]!;
      const leftEntry = nodeEntry(bvh, left, numbers, start, limit);
      const rightEntry = nodeEntry(bvh, right, numbers, start, limit);
      const leftFirst = leftEntry <= rightEntry;
      const near = leftFirst ? leftEntry : rightEntry;
      const far = leftFirst ? rightEntry : leftEntry;
      if (far < Infinity) {
        stack[top] = leftFirst ? right : left;
        numbers[top++] = far;
      }
      if (near < Infinity) {
        node = leftFirst ? left : right;
        continue;
      }
    }
    do {
      if (top === bottom) return limit;
      top--;
    } while (!(numbers[top]! <= limit * (1 + 8 * EPSILON)));
    node = stack[top]!;
  }
}

/** Where the cast enters a node: a fraction of 0 or more that is never too large, or Infinity for a miss. */
function nodeEntry(bvh: Bvh, node: number, query: Float64Array, at: number, limit: number): number {
  return bvh.kind === 'box'
    ? boxEntry(bvh, node, query, at, limit)
    : circleEntry(bvh.nodeCircles, node, query, at, limit);
}

/** A query in cells: the centre, 1 / direction, and what to add to a quantised box on either side. */
function setBoxQuery(
  frame: Float64Array,
  query: Float64Array,
  at: number,
  centerX: number,
  centerY: number,
  growX: number,
  growY: number,
  directionX: number,
  directionY: number,
): void {
  const scaleX = frame[FRAME_SCALE_X]!;
  const scaleY = frame[FRAME_SCALE_Y]!;
  const x = (centerX - frame[FRAME_ORIGIN_X]!) * scaleX;
  const y = (centerY - frame[FRAME_ORIGIN_Y]!) * scaleY;
  query[at] = x;
  query[at + 1] = y;
  query[at + 2] = 1 / (directionX * scaleX);
  query[at + 3] = 1 / (directionY * scaleY);
  query[at + 4] = growX * scaleX + cellSlack(x);
  query[at + 5] = growY * scaleY + cellSlack(y);
}

/**
 * How far a quantised coordinate may be off, in cells, when seen from `x`: one cell for the rounding down (a maximum),
 * one for the rounding of the arithmetic, and rounding errors relative to the distance.
 */
export function cellSlack(x: number): number {
  return 2 + (QUANTISED_MAX + Math.abs(x)) * 8 * EPSILON;
}

function boxEntry(bvh: Bvh, node: number, query: Float64Array, at: number, limit: number): number {
  const nodes = bvh.nodes;
  const frame = bvh.frame;
  const x = query[at]!;
  const y = query[at + 1]!;
  const growX = query[at + 4]!;
  const growY = query[at + 5]!;
  const minX = nodes[node]! === 0 ? frame[FRAME_LOW_X]! : nodes[node]!;
  const minY = nodes[node + 1]! === 0 ? frame[FRAME_LOW_Y]! : nodes[node + 1]!;
  const maxX = nodes[node + 2]! === QUANTISED_MAX ? frame[FRAME_HIGH_X]! : nodes[node + 2]!;
  const maxY = nodes[node + 3]! === QUANTISED_MAX ? frame[FRAME_HIGH_Y]! : nodes[node + 3]!;
  return slabEntry(
    minX - growX - x,
    minY - growY - y,
    maxX + growX - x,
    maxY + growY - y,
    query[at + 2]!,
    query[at + 3]!,
    limit,
  );
}

/**
 * Returns the fraction from 0 to about `limit` at which a ray from the origin enters a box, or Infinity. Directions are given as
 * their inverses; ±Infinity (no motion along an axis) times 0 (origin on the boundary) is NaN, which every comparison
 * below lets pass as no constraint. The far side and the limit are pushed out by the rounding errors of both sides, which
 * are relative to the fractions, so that boxes without width are not missed (Ize, Robust BVH Ray Traversal, JCGT 2013).
 */
function slabEntry(
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  inverseX: number,
  inverseY: number,
  limit: number,
): number {
  const nearX = (inverseX < 0 ? maxX : minX) * inverseX;
  const nearY = (inverseY < 0 ? maxY : minY) * inverseY;
  const farX = (inverseX < 0 ? minX : maxX) * inverseX * (1 + 8 * EPSILON);
  const farY = (inverseY < 0 ? minY : maxY) * inverseY * (1 + 8 * EPSILON);
  let near = 0;
  let far = limit * (1 + 8 * EPSILON);
  if (nearX > near) near = nearX;
  if (nearY > near) near = nearY;
  if (farX < far) far = farX;
  if (farY < far) far = farY;
  return near <= far ? near : Infinity;
}

/** A query against circles: the centre from the frame's origin, unit direction, 1 / length, radius of the moving box. */
function setCircleQuery(
  frame: Float64Array,
  query: Float64Array,
  at: number,
  centerX: number,
  centerY: number,
  growX: number,
  growY: number,
  directionX: number,
  directionY: number,
): void {
  // Dividing by the larger component first keeps the squares from over- and underflowing.
  const largest = Math.max(Math.abs(directionX), Math.abs(directionY));
  const x = largest > 0 ? directionX / largest : 0;
  const y = largest > 0 ? directionY / largest : 0;
  const length = Math.sqrt(x * x + y * y);
  query[at] = centerX - frame[FRAME_ORIGIN_X]!;
  query[at + 1] = centerY - frame[FRAME_ORIGIN_Y]!;
  query[at + 2] = length > 0 ? x / length : 0;
  query[at + 3] = length > 0 ? y / length : 0;
  query[at + 4] = length > 0 ? 1 / largest / length : 0;
  query[at + 5] = Math.sqrt(growX * growX + growY * growY);
}

/**
 * Where a ray enters a circle, too early rather than too late: the circle is met only if its centre lies within the
 * radius of the line, and then not before the foot of the perpendicular less the radius.
 */
function circleEntry(circles: Float32Array, node: number, query: Float64Array, at: number, limit: number): number {
  const x = circles[node]! - query[at]!;
  const y = circles[node + 1]! - query[at + 1]!;
  const directionX = query[at + 2]!;
  const directionY = query[at + 3]!;
  const perLength = query[at + 4]!;
  const radius = circles[node + 2]! + query[at + 5]! + 8 * EPSILON * (Math.abs(x) + Math.abs(y));
  if (perLength === 0) return x * x + y * y > radius * radius ? Infinity : 0;
  if (Math.abs(x * directionY - y * directionX) > radius) return Infinity;
  const along = x * directionX + y * directionY;
  if (along + radius < 0) return Infinity;
  const entry = along > radius ? (along - radius) * perLength : 0;
  return entry <= limit * (1 + 8 * EPSILON) ? entry : Infinity;
}
