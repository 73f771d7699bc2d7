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
  const start = takeWalk(bvh.depth);
  try {
    const query = walkStack.numbers;
    query[start + ITEM_SPACE] = originX;
    query[start + ITEM_SPACE + 1] = originY;
    query[start + ITEM_SPACE + 2] = directionX;
    query[start + ITEM_SPACE + 3] = directionY;
    query[start + ITEM_SPACE + 4] = 0;
    query[start + ITEM_SPACE + 5] = 0;
    query[start + QUERY_LIMIT] = maxFraction;
    return walkCast(bvh, bounds, start, visit);
  } finally {
    releaseWalk(start);
  }
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
  const start = takeWalk(bvh.depth);
  try {
    const query = walkStack.numbers;
    query[start + ITEM_SPACE] = centerX;
    query[start + ITEM_SPACE + 1] = centerY;
    query[start + ITEM_SPACE + 2] = directionX;
    query[start + ITEM_SPACE + 3] = directionY;
    // A sum of half extent and bound may round by this much; see `enterBox` for why nothing else needs slack.
    query[start + ITEM_SPACE + 4] = halfExtentX > 0 ? halfExtentX + 4 * EPSILON * (halfExtentX + Math.abs(centerX)) : 0;
    query[start + ITEM_SPACE + 5] = halfExtentY > 0 ? halfExtentY + 4 * EPSILON * (halfExtentY + Math.abs(centerY)) : 0;
    query[start + QUERY_LIMIT] = maxFraction;
    return walkCast(bvh, bounds, start, visit);
  } finally {
    releaseWalk(start);
  }
}

/**
 * The query at the start of a walk's stretch. All that is passed on within a cast goes through here, because f64
 * arguments and results allocate where the compiler does not inline a call.
 *
 * From NODE_SPACE for the nodes (box trees, in cells) and from ITEM_SPACE for the items: centre, inverse direction, half
 * extents to grow boxes by. In a sphere tree NODE_SPACE holds the centre from the frame's origin, the unit direction,
 * 1 / length of the direction, the radius to grow circles by.
 */
const NODE_SPACE = 0;
const ITEM_SPACE = 6;
/** Beyond this fraction nothing matters. */
const QUERY_LIMIT = 12;
/** Where the last node or box tested is entered: a fraction of 0 or more, or Infinity for a miss. */
const QUERY_ENTRY = 13;
/** The box being tested: minX, minY, maxX, maxY in either space. */
const QUERY_BOX = 14;

/** Fractions that compare as larger by rounding alone still count. */
const ROUNDING = 1 + 8 * EPSILON;

function walkCast(bvh: Bvh, bounds: Float64Array, start: number, visit: CastVisit): number {
  const nodes = bvh.nodes;
  const order = bvh.order;
  const stack = walkStack.nodes;
  const numbers = walkStack.numbers;
  const bottom = start + WALK_PARAMETERS;
  let limit = numbers[start + QUERY_LIMIT]!;
  // Also false for NaN.
  if (!(limit >= 0) || bvh.nodeEnd === 0) return limit;
  setNodeSpace(bvh, numbers, start);
  numbers[start + ITEM_SPACE + 2] = 1 / numbers[start + ITEM_SPACE + 2]!;
  numbers[start + ITEM_SPACE + 3] = 1 / numbers[start + ITEM_SPACE + 3]!;

  let top = bottom;
  let node = 0;
  enterNode(bvh, node, numbers, start);
  if (numbers[start + QUERY_ENTRY]! === Infinity) return limit;
  for (;;) {
    const skip = nodes[node + NODE_SKIP]!;
    const left = node + NODE_STRIDE;
    if (skip === left) {
      const end = nodes[left + NODE_FIRST]!;
      for (let i = nodes[node + NODE_FIRST]!; i < end; i++) {
        const item = order[i]!;
        const box = BOUNDS_STRIDE * item;
        numbers[start + QUERY_BOX] = bounds[box]!;
        numbers[start + QUERY_BOX + 1] = bounds[box + 1]!;
        numbers[start + QUERY_BOX + 2] = bounds[box + 2]!;
        numbers[start + QUERY_BOX + 3] = bounds[box + 3]!;
        enterBox(numbers, start, start + ITEM_SPACE);
        if (numbers[start + QUERY_ENTRY]! < Infinity) {
          limit = visit(item, limit);
          if (!(limit >= 0)) return limit;
          numbers[start + QUERY_LIMIT] = limit;
        }
      }
    } else {
      const right = nodes[left + NODE_SKIP]!;
      enterNode(bvh, left, numbers, start);
      const leftEntry = numbers[start + QUERY_ENTRY]!;
      enterNode(bvh, right, numbers, start);
      const rightEntry = numbers[start + QUERY_ENTRY]!;
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
    } while (!(numbers[top]! <= limit * ROUNDING));
    node = stack[top]!;
  }
}

/** Fills NODE_SPACE from ITEM_SPACE, where the direction still stands as it was given. */
function setNodeSpace(bvh: Bvh, query: Float64Array, start: number): void {
  const frame = bvh.frame;
  const item = start + ITEM_SPACE;
  const space = start + NODE_SPACE;
  const directionX = query[item + 2]!;
  const directionY = query[item + 3]!;
  const growX = query[item + 4]!;
  const growY = query[item + 5]!;
  const fromOriginX = query[item]! - frame[FRAME_ORIGIN_X]!;
  const fromOriginY = query[item + 1]! - frame[FRAME_ORIGIN_Y]!;
  if (bvh.kind === 'box') {
    const scaleX = frame[FRAME_SCALE_X]!;
    const scaleY = frame[FRAME_SCALE_Y]!;
    query[space] = fromOriginX * scaleX;
    query[space + 1] = fromOriginY * scaleY;
    query[space + 2] = 1 / (directionX * scaleX);
    query[space + 3] = 1 / (directionY * scaleY);
    query[space + 4] = growX * scaleX + CELL_SLACK + Math.abs(fromOriginX * scaleX) * RELATIVE_SLACK;
    query[space + 5] = growY * scaleY + CELL_SLACK + Math.abs(fromOriginY * scaleY) * RELATIVE_SLACK;
    return;
  }
  // Dividing by the larger component first keeps the squares from over- and underflowing.
  const largest = Math.max(Math.abs(directionX), Math.abs(directionY));
  const x = largest > 0 ? directionX / largest : 0;
  const y = largest > 0 ? directionY / largest : 0;
  const length = Math.sqrt(x * x + y * y);
  query[space] = fromOriginX;
  query[space + 1] = fromOriginY;
  query[space + 2] = length > 0 ? x / length : 0;
  query[space + 3] = length > 0 ? y / length : 0;
  query[space + 4] = length > 0 ? 1 / largest / length : 0;
  query[space + 5] = Math.sqrt(growX * growX + growY * growY);
}

/** Sets QUERY_ENTRY to where the cast enters a node, never too late. */
function enterNode(bvh: Bvh, node: number, query: Float64Array, start: number): void {
  if (bvh.kind === 'sphere') {
    enterCircle(bvh.nodeCircles, node, query, start);
    return;
  }
  const nodes = bvh.nodes;
  const frame = bvh.frame;
  query[start + QUERY_BOX] = nodes[node]! === 0 ? frame[FRAME_LOW_X]! : nodes[node]!;
  query[start + QUERY_BOX + 1] = nodes[node + 1]! === 0 ? frame[FRAME_LOW_Y]! : nodes[node + 1]!;
  query[start + QUERY_BOX + 2] = nodes[node + 2]! === QUANTISED_MAX ? frame[FRAME_HIGH_X]! : nodes[node + 2]!;
  query[start + QUERY_BOX + 3] = nodes[node + 3]! === QUANTISED_MAX ? frame[FRAME_HIGH_Y]! : nodes[node + 3]!;
  enterBox(query, start, start + NODE_SPACE);
}

/**
 * Sets QUERY_ENTRY to where the cast enters QUERY_BOX, in the space given. An inverse direction of ±Infinity (no motion
 * along an axis) times 0 (on the boundary) is NaN, which every comparison below lets pass as no constraint. The far side
 * and the limit are pushed out by the rounding errors of both sides, which are relative to the fractions, so that boxes
 * without width are not missed (Ize, Robust BVH Ray Traversal, JCGT 2013).
 */
function enterBox(query: Float64Array, start: number, space: number): void {
  const x = query[space]!;
  const y = query[space + 1]!;
  const inverseX = query[space + 2]!;
  const inverseY = query[space + 3]!;
  const minX = query[start + QUERY_BOX]! - query[space + 4]! - x;
  const minY = query[start + QUERY_BOX + 1]! - query[space + 5]! - y;
  const maxX = query[start + QUERY_BOX + 2]! + query[space + 4]! - x;
  const maxY = query[start + QUERY_BOX + 3]! + query[space + 5]! - y;
  const nearX = (inverseX < 0 ? maxX : minX) * inverseX;
  const nearY = (inverseY < 0 ? maxY : minY) * inverseY;
  const farX = (inverseX < 0 ? minX : maxX) * inverseX * ROUNDING;
  const farY = (inverseY < 0 ? minY : maxY) * inverseY * ROUNDING;
  let near = 0;
  let far = query[start + QUERY_LIMIT]! * ROUNDING;
  if (nearX > near) near = nearX;
  if (nearY > near) near = nearY;
  if (farX < far) far = farX;
  if (farY < far) far = farY;
  query[start + QUERY_ENTRY] = near <= far ? near : Infinity;
}

/**
 * Sets QUERY_ENTRY to where the cast enters a circle, too early rather than too late: the circle is met only if its
 * centre lies within the radius of the line, and then not before the foot of the perpendicular less the radius.
 */
function enterCircle(circles: Float32Array, node: number, query: Float64Array, start: number): void {
  const space = start + NODE_SPACE;
  const x = circles[node]! - query[space]!;
  const y = circles[node + 1]! - query[space + 1]!;
  const directionX = query[space + 2]!;
  const directionY = query[space + 3]!;
  const perLength = query[space + 4]!;
  const radius = circles[node + 2]! + query[space + 5]! + 8 * EPSILON * (Math.abs(x) + Math.abs(y));
  query[start + QUERY_ENTRY] = Infinity;
  if (perLength === 0) {
    if (!(x * x + y * y > radius * radius)) query[start + QUERY_ENTRY] = 0;
    return;
  }
  const along = x * directionX + y * directionY;
  if (Math.abs(x * directionY - y * directionX) > radius || along + radius < 0) return;
  const entry = along > radius ? (along - radius) * perLength : 0;
  if (entry <= query[start + QUERY_LIMIT]! * ROUNDING) query[start + QUERY_ENTRY] = entry;
}
