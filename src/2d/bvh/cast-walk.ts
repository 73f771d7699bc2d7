import { EPSILON } from '../../core/tolerance.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_CLAMPS,
  FRAME_HIGH_X,
  FRAME_LOW_X,
  FRAME_ORIGIN_X,
  FRAME_ORIGIN_Y,
  FRAME_SCALE_X,
  FRAME_SCALE_Y,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  QUANTISED_MAX,
} from './bvh.ts';
import { CELL_SLACK, RELATIVE_SLACK } from './cell-slack.ts';
import { createOrderedWalk, type OrderedWalk, startAtRoot, WALK_LIMIT } from './ordered-walk.ts';

/*
 * The walk of a cast, in order of the fraction at which boxes are entered. A box that moves meets a box where the ray of its
 * centre meets the box grown by its half extents.
 */

/** What is cast: centre, direction, half extents (0 for a ray). */
export const CAST_X = 0;
export const CAST_Y = 1;
export const CAST_DIRECTION_X = 2;
export const CAST_DIRECTION_Y = 3;
export const CAST_HALF_X = 4;
export const CAST_HALF_Y = 5;
export const CAST_LENGTH = 6;

/** Fractions that compare as larger by rounding alone still count. */
const ROUNDING = 1 + 8 * EPSILON;

/**
 * Offsets in `OrderedWalk.query`. Both in the space of the items and in that of a box tree's nodes (cells): what to subtract from
 * the near and the far side of a box (the centre, moved out by the half extents and slack), and the inverse direction.
 * In a sphere tree the second holds the centre from the frame's origin, the unit direction, 1 / length of the direction, and the
 * radius to grow circles by.
 */
const ITEM_SPACE = 1;
const NODE_SPACE = 7;
const NEAR_X = 0;
const NEAR_Y = 1;
const FAR_X = 2;
const FAR_Y = 3;
const INVERSE_X = 4;
const INVERSE_Y = 5;

/** A walk with the sides of a box that are entered first: 0 or 2 for x, 1 or 3 for y. */
export interface CastWalk extends OrderedWalk {
  nearX: number;
  nearY: number;
  readonly cast: Float64Array;
}

export function createCastWalk(): CastWalk {
  return { ...createOrderedWalk(), nearX: 0, nearY: 1, cast: new Float64Array(CAST_LENGTH) };
}

/** Begins the walk of `walk.cast` in a tree, up to the fraction `query[WALK_LIMIT]`. */
export function startCast(walk: CastWalk, bvh: Bvh): void {
  walk.top = 0;
  // Also false for NaN.
  if (!(walk.query[WALK_LIMIT]! >= 0) || bvh.nodeEnd === 0) return;
  const { cast, query } = walk;
  const x = cast[CAST_X]!;
  const y = cast[CAST_Y]!;
  const dx = cast[CAST_DIRECTION_X]!;
  const dy = cast[CAST_DIRECTION_Y]!;
  const halfX = cast[CAST_HALF_X]!;
  const halfY = cast[CAST_HALF_Y]!;
  // −0 is to have the inverse of 0.
  const inverseX = 1 / (dx + 0);
  const inverseY = 1 / (dy + 0);
  // A sum of half extent and centre may round by this much; see `enterItem` for why nothing else needs slack.
  const growX = halfX > 0 ? halfX + 4 * EPSILON * (halfX + Math.abs(x)) : 0;
  const growY = halfY > 0 ? halfY + 4 * EPSILON * (halfY + Math.abs(y)) : 0;
  walk.nearX = inverseX < 0 ? 2 : 0;
  walk.nearY = inverseY < 0 ? 3 : 1;
  query[ITEM_SPACE + NEAR_X] = inverseX < 0 ? x - growX : x + growX;
  query[ITEM_SPACE + NEAR_Y] = inverseY < 0 ? y - growY : y + growY;
  query[ITEM_SPACE + FAR_X] = inverseX < 0 ? x + growX : x - growX;
  query[ITEM_SPACE + FAR_Y] = inverseY < 0 ? y + growY : y - growY;
  query[ITEM_SPACE + INVERSE_X] = inverseX;
  query[ITEM_SPACE + INVERSE_Y] = inverseY;
  if (bvh.kind === 'box') setCellSpace(query, bvh.frame, x, y, dx, dy, growX, growY);
  else setCircleSpace(query, bvh.frame, x, y, dx, dy, growX, growY);
  startAtRoot(walk, bvh.depth);
}

function setCellSpace(
  query: Float64Array,
  frame: Float64Array,
  x: number,
  y: number,
  dx: number,
  dy: number,
  growX: number,
  growY: number,
): void {
  const scaleX = frame[FRAME_SCALE_X]!;
  const scaleY = frame[FRAME_SCALE_Y]!;
  const cellX = (x - frame[FRAME_ORIGIN_X]!) * scaleX;
  const cellY = (y - frame[FRAME_ORIGIN_Y]!) * scaleY;
  const slackX = growX * scaleX + CELL_SLACK + Math.abs(cellX) * RELATIVE_SLACK;
  const slackY = growY * scaleY + CELL_SLACK + Math.abs(cellY) * RELATIVE_SLACK;
  const inverseX = 1 / (dx * scaleX + 0);
  const inverseY = 1 / (dy * scaleY + 0);
  query[NODE_SPACE + NEAR_X] = inverseX < 0 ? cellX - slackX : cellX + slackX;
  query[NODE_SPACE + NEAR_Y] = inverseY < 0 ? cellY - slackY : cellY + slackY;
  query[NODE_SPACE + FAR_X] = inverseX < 0 ? cellX + slackX : cellX - slackX;
  query[NODE_SPACE + FAR_Y] = inverseY < 0 ? cellY + slackY : cellY - slackY;
  query[NODE_SPACE + INVERSE_X] = inverseX;
  query[NODE_SPACE + INVERSE_Y] = inverseY;
}

function setCircleSpace(
  query: Float64Array,
  frame: Float64Array,
  x: number,
  y: number,
  dx: number,
  dy: number,
  growX: number,
  growY: number,
): void {
  // Dividing by the larger component first keeps the squares from over- and underflowing.
  const largest = Math.max(Math.abs(dx), Math.abs(dy));
  const alongX = largest > 0 ? dx / largest : 0;
  const alongY = largest > 0 ? dy / largest : 0;
  const length = Math.sqrt(alongX * alongX + alongY * alongY);
  query[NODE_SPACE] = x - frame[FRAME_ORIGIN_X]!;
  query[NODE_SPACE + 1] = y - frame[FRAME_ORIGIN_Y]!;
  query[NODE_SPACE + 2] = length > 0 ? alongX / length : 0;
  query[NODE_SPACE + 3] = length > 0 ? alongY / length : 0;
  query[NODE_SPACE + 4] = length > 0 ? 1 / largest / length : 0;
  query[NODE_SPACE + 5] = Math.sqrt(growX * growX + growY * growY);
}

/**
 * Goes on to the next leaf with items whose boxes the cast meets, writes those to `items` and where it enters their boxes to
 * `itemKeys`, ascending, and returns how many; 0 at the end. Boxes missed by a rounding error may be among them, none that is met
 * is left out. `bounds` are those the tree was built from.
 */
export function nextCastLeaf(walk: CastWalk, bvh: Bvh, bounds: Float64Array): number {
  const { nodes } = bvh;
  const { nodes: stack, keys, query } = walk;
  const limit = query[WALK_LIMIT]! * ROUNDING;
  let top = walk.top;
  while (top > 0) {
    top--;
    if (!(keys[top]! <= limit)) continue;
    let node = stack[top]!;
    // Down to the nearest leaf, putting off the farther child of each node.
    for (;;) {
      const left = node + NODE_STRIDE;
      if (nodes[node + NODE_SKIP] === left) {
        const count = meetItems(walk, bvh, bounds, node);
        if (count === 0) break;
        walk.top = top;
        return count;
      }
      const right = nodes[left + NODE_SKIP]!;
      enterNode(walk, bvh, left, top);
      enterNode(walk, bvh, right, top + 1);
      const leftKey = keys[top]!;
      const rightKey = keys[top + 1]!;
      const leftFirst = leftKey <= rightKey;
      if ((leftFirst ? leftKey : rightKey) === Infinity) break;
      node = leftFirst ? left : right;
      stack[top] = leftFirst ? right : left;
      if (leftFirst) keys[top] = rightKey;
      if (keys[top]! < Infinity) top++;
    }
  }
  walk.top = 0;
  return 0;
}

/** Whether an item the walk has listed is still met in time, the limit being lower by now. */
export function isMetInTime(walk: OrderedWalk, i: number): boolean {
  return walk.itemKeys[i]! <= walk.query[WALK_LIMIT]! * ROUNDING;
}

/** Writes to `keys[at]` where the cast enters a node, never too late; Infinity for a miss. Through memory: see OrderedWalk. */
function enterNode(walk: CastWalk, bvh: Bvh, node: number, at: number): void {
  if (bvh.kind === 'sphere') enterCircle(walk, bvh.nodeCircles, node, at);
  else if (bvh.frame[FRAME_CLAMPS] === 0) enterBox(walk, bvh.nodes, node, at);
  else enterClampedBox(walk, bvh, node, at);
}

/**
 * An inverse direction of Infinity (no motion along an axis) times 0 (on the boundary) is NaN, which every comparison below lets
 * pass as no constraint. The far side and the limit are pushed out by the rounding errors of both sides, which are relative to the
 * fractions, so that boxes without width are not missed (Ize, Robust BVH Ray Traversal, JCGT 2013).
 */
function enterBox(walk: CastWalk, nodes: Int32Array, node: number, at: number): void {
  const { query, nearX, nearY } = walk;
  const inverseX = query[NODE_SPACE + INVERSE_X]!;
  const inverseY = query[NODE_SPACE + INVERSE_Y]!;
  const enterX = (nodes[node + nearX]! - query[NODE_SPACE + NEAR_X]!) * inverseX;
  const enterY = (nodes[node + nearY]! - query[NODE_SPACE + NEAR_Y]!) * inverseY;
  const leaveX = (nodes[node + 2 - nearX]! - query[NODE_SPACE + FAR_X]!) * inverseX;
  const leaveY = (nodes[node + 4 - nearY]! - query[NODE_SPACE + FAR_Y]!) * inverseY;
  let near = 0;
  let far = query[WALK_LIMIT]!;
  if (enterX > near) near = enterX;
  if (enterY > near) near = enterY;
  if (leaveX < far) far = leaveX;
  if (leaveY < far) far = leaveY;
  walk.keys[at] = near <= far * ROUNDING ? near : Infinity;
}

const clampedBox = new Float64Array(4);

/** The same in a tree with clamped coordinates, which reach as far as the frame says. */
function enterClampedBox(walk: CastWalk, bvh: Bvh, node: number, at: number): void {
  const { nodes, frame } = bvh;
  for (let axis = 0; axis < 2; axis++) {
    const low = nodes[node + axis]!;
    const high = nodes[node + 2 + axis]!;
    clampedBox[axis] = low === 0 ? frame[FRAME_LOW_X + axis]! : low;
    clampedBox[2 + axis] = high === QUANTISED_MAX ? frame[FRAME_HIGH_X + axis]! : high;
  }
  const { query, nearX, nearY } = walk;
  const inverseX = query[NODE_SPACE + INVERSE_X]!;
  const inverseY = query[NODE_SPACE + INVERSE_Y]!;
  const enterX = (clampedBox[nearX]! - query[NODE_SPACE + NEAR_X]!) * inverseX;
  const enterY = (clampedBox[nearY]! - query[NODE_SPACE + NEAR_Y]!) * inverseY;
  const leaveX = (clampedBox[2 - nearX]! - query[NODE_SPACE + FAR_X]!) * inverseX;
  const leaveY = (clampedBox[4 - nearY]! - query[NODE_SPACE + FAR_Y]!) * inverseY;
  let near = 0;
  let far = query[WALK_LIMIT]!;
  if (enterX > near) near = enterX;
  if (enterY > near) near = enterY;
  if (leaveX < far) far = leaveX;
  if (leaveY < far) far = leaveY;
  walk.keys[at] = near <= far * ROUNDING ? near : Infinity;
}

/**
 * Of a circle, too early rather than too late: it is met only if its centre lies within the radius of the line, and then not before
 * the foot of the perpendicular less the radius.
 */
function enterCircle(walk: CastWalk, circles: Float32Array, node: number, at: number): void {
  const { query, keys } = walk;
  const x = circles[node]! - query[NODE_SPACE]!;
  const y = circles[node + 1]! - query[NODE_SPACE + 1]!;
  const directionX = query[NODE_SPACE + 2]!;
  const directionY = query[NODE_SPACE + 3]!;
  const perLength = query[NODE_SPACE + 4]!;
  const radius = circles[node + 2]! + query[NODE_SPACE + 5]! + 8 * EPSILON * (Math.abs(x) + Math.abs(y));
  keys[at] = Infinity;
  if (perLength === 0) {
    if (!(x * x + y * y > radius * radius)) keys[at] = 0;
    return;
  }
  const along = x * directionX + y * directionY;
  if (Math.abs(x * directionY - y * directionX) > radius || along + radius < 0) return;
  const entry = along > radius ? (along - radius) * perLength : 0;
  if (entry <= query[WALK_LIMIT]! * ROUNDING) keys[at] = entry;
}

/** Writes the items of a leaf whose boxes are met, in order. */
function meetItems(walk: CastWalk, bvh: Bvh, bounds: Float64Array, leaf: number): number {
  const { query, nearX, nearY, items, itemKeys } = walk;
  const { order, nodes } = bvh;
  const fromNearX = query[ITEM_SPACE + NEAR_X]!;
  const fromNearY = query[ITEM_SPACE + NEAR_Y]!;
  const fromFarX = query[ITEM_SPACE + FAR_X]!;
  const fromFarY = query[ITEM_SPACE + FAR_Y]!;
  const inverseX = query[ITEM_SPACE + INVERSE_X]!;
  const inverseY = query[ITEM_SPACE + INVERSE_Y]!;
  const limit = query[WALK_LIMIT]!;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST]!;
  let count = 0;
  for (let i = nodes[leaf + NODE_FIRST]!; i < end; i++) {
    const item = order[i]!;
    const box = BOUNDS_STRIDE * item;
    const enterX = (bounds[box + nearX]! - fromNearX) * inverseX;
    const enterY = (bounds[box + nearY]! - fromNearY) * inverseY;
    const leaveX = (bounds[box + 2 - nearX]! - fromFarX) * inverseX;
    const leaveY = (bounds[box + 4 - nearY]! - fromFarY) * inverseY;
    let near = 0;
    let far = limit;
    if (enterX > near) near = enterX;
    if (enterY > near) near = enterY;
    if (leaveX < far) far = leaveX;
    if (leaveY < far) far = leaveY;
    if (!(near <= far * ROUNDING)) continue;
    let gap = count++;
    while (gap > 0 && itemKeys[gap - 1]! > near) {
      itemKeys[gap] = itemKeys[gap - 1]!;
      items[gap] = items[gap - 1]!;
      gap--;
    }
    itemKeys[gap] = near;
    items[gap] = item;
  }
  return count;
}
