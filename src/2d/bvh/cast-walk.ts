import { EPSILON } from '../../core/tolerance.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_HIGH_X,
  FRAME_LOW_X,
  FRAME_ORIGIN_X,
  FRAME_ORIGIN_Y,
  FRAME_SCALE_X,
  ITEM_BOX_STRIDE,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  QUANTISED_MAX,
} from './bvh.ts';
import { CELL_SLACK, RELATIVE_SLACK } from './cell-slack.ts';
import {
  createOrderedWalk,
  descend,
  hasPlainCells,
  type OrderedWalk,
  putInOrder,
  startAtRoot,
} from './ordered-walk.ts';
import {
  CAST_DIRECTION_X,
  CAST_DIRECTION_Y,
  CAST_HALF_X,
  CAST_LENGTH,
  CAST_X,
  CAST_Y,
  CELL_FAR_X,
  CELL_FAR_Y,
  CELL_INVERSE_X,
  CELL_INVERSE_Y,
  CELL_NEAR_X,
  CELL_NEAR_Y,
  CIRCLE_DIRECTION_X,
  CIRCLE_DIRECTION_Y,
  CIRCLE_GROW,
  CIRCLE_PER_LENGTH,
  CIRCLE_X,
  CIRCLE_Y,
  ITEM_FAR_X,
  ITEM_FAR_Y,
  ITEM_INVERSE_X,
  ITEM_INVERSE_Y,
  ITEM_NEAR_X,
  ITEM_NEAR_Y,
  WALK_LIMIT,
  WALK_ROUNDING,
} from './walk-layout.ts';

/*
 * The walk of a cast, in order of the fraction at which boxes are entered. A box that moves meets a box where the ray of its
 * centre meets the box grown by its half extents.
 */

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
  if (!(walk.query[WALK_LIMIT] >= 0) || bvh.nodeEnd === 0) return;
  const { cast, query } = walk;
  for (let axis = 0; axis < 2; axis++) {
    const centre = cast[CAST_X + axis];
    const half = cast[CAST_HALF_X + axis];
    // −0 is to have the inverse of 0.
    const inverse = 1 / (cast[CAST_DIRECTION_X + axis] + 0);
    // A sum of half extent and centre may round by this much; see `enterClampedBox` for why nothing else needs slack.
    const growth = half > 0 ? half + 4 * EPSILON * (half + Math.abs(centre)) : 0;
    const ahead = inverse < 0 ? -growth : growth;
    query[ITEM_NEAR_X + axis] = centre + ahead;
    query[ITEM_FAR_X + axis] = centre - ahead;
    query[ITEM_INVERSE_X + axis] = inverse;
    grow[axis] = growth;
  }
  walk.nearX = query[ITEM_INVERSE_X] < 0 ? 2 : 0;
  walk.nearY = query[ITEM_INVERSE_Y] < 0 ? 3 : 1;
  if (bvh.kind === 'box') setCellSpace(walk, bvh.frame);
  else setCircleSpace(walk, bvh.frame);
  startAtRoot(walk, bvh.depth);
}

/** By how much boxes are grown: the half extents of what is cast, with slack. In an array, so that nothing is put on the heap. */
const grow = new Float64Array(2);

function setCellSpace(walk: CastWalk, frame: Float64Array): void {
  const { cast, query } = walk;
  for (let axis = 0; axis < 2; axis++) {
    const scale = frame[FRAME_SCALE_X + axis];
    const centre = (cast[CAST_X + axis] - frame[FRAME_ORIGIN_X + axis]) * scale;
    const growth = grow[axis] * scale + CELL_SLACK + Math.abs(centre) * RELATIVE_SLACK;
    const inverse = 1 / (cast[CAST_DIRECTION_X + axis] * scale + 0);
    const ahead = inverse < 0 ? -growth : growth;
    query[CELL_NEAR_X + axis] = centre + ahead;
    query[CELL_FAR_X + axis] = centre - ahead;
    query[CELL_INVERSE_X + axis] = inverse;
  }
}

function setCircleSpace(walk: CastWalk, frame: Float64Array): void {
  const { cast, query } = walk;
  const x = cast[CAST_X];
  const y = cast[CAST_Y];
  const dx = cast[CAST_DIRECTION_X];
  const dy = cast[CAST_DIRECTION_Y];
  const growX = grow[0];
  const growY = grow[1];
  // Dividing by the larger component first keeps the squares from over- and underflowing.
  const largest = Math.max(Math.abs(dx), Math.abs(dy));
  const alongX = largest > 0 ? dx / largest : 0;
  const alongY = largest > 0 ? dy / largest : 0;
  const length = Math.sqrt(alongX * alongX + alongY * alongY);
  query[CIRCLE_X] = x - frame[FRAME_ORIGIN_X];
  query[CIRCLE_Y] = y - frame[FRAME_ORIGIN_Y];
  query[CIRCLE_DIRECTION_X] = length > 0 ? alongX / length : 0;
  query[CIRCLE_DIRECTION_Y] = length > 0 ? alongY / length : 0;
  query[CIRCLE_PER_LENGTH] = length > 0 ? 1 / largest / length : 0;
  query[CIRCLE_GROW] = Math.sqrt(growX * growX + growY * growY);
}

/**
 * Goes on to the next leaf with items whose boxes the cast meets, writes those to `items` and where it enters their boxes to
 * `itemKeys`, ascending, and returns how many; 0 at the end. Boxes missed by a rounding error may be among them, none that is met
 * is left out. `bounds` are those the tree was built from.
 */
export function nextCastLeaf(walk: CastWalk, bvh: Bvh, bounds: Float64Array): number {
  const limit = walk.query[WALK_LIMIT] * WALK_ROUNDING;
  const isPlain = hasPlainCells(bvh);
  while (walk.top > 0) {
    walk.top--;
    if (!(walk.keys[walk.top] <= limit)) continue;
    const node = walk.nodes[walk.top];
    const leaf = isPlain
      ? descendBoxes(walk, bvh.nodes, node)
      : descend(walk, bvh, node, bvh.kind === 'sphere' ? enterCircle : enterClampedBox);
    if (leaf < 0) continue;
    const count = isPlain ? meetCells(walk, bvh, leaf) : meetBounds(walk, bvh, bounds, leaf);
    if (count > 0) return count;
  }
  return 0;
}

/**
 * Goes down as `descend` does, in a tree of plain boxes: the test of a node (see `enterClampedBox`) stands here for both children with everything in registers,
 * which makes rays a tenth faster.
 */
function descendBoxes(walk: CastWalk, nodes: Int32Array, from: number): number {
  const { query, keys, nodes: stack, nearX, nearY } = walk;
  const limit = query[WALK_LIMIT];
  const fromNearX = query[CELL_NEAR_X];
  const fromNearY = query[CELL_NEAR_Y];
  const fromFarX = query[CELL_FAR_X];
  const fromFarY = query[CELL_FAR_Y];
  const inverseX = query[CELL_INVERSE_X];
  const inverseY = query[CELL_INVERSE_Y];
  let { top } = walk;
  let node = from;
  for (let left = node + NODE_STRIDE; nodes[node + NODE_SKIP] !== left; left = node + NODE_STRIDE) {
    const right = nodes[left + NODE_SKIP];
    const enterLeftX = (nodes[left + nearX] - fromNearX) * inverseX;
    const enterLeftY = (nodes[left + nearY] - fromNearY) * inverseY;
    const leaveLeftX = (nodes[left + 2 - nearX] - fromFarX) * inverseX;
    const leaveLeftY = (nodes[left + 4 - nearY] - fromFarY) * inverseY;
    let leftKey = 0;
    let far = limit;
    if (enterLeftX > leftKey) leftKey = enterLeftX;
    if (enterLeftY > leftKey) leftKey = enterLeftY;
    if (leaveLeftX < far) far = leaveLeftX;
    if (leaveLeftY < far) far = leaveLeftY;
    if (!(leftKey <= far * WALK_ROUNDING)) leftKey = Infinity;
    const enterRightX = (nodes[right + nearX] - fromNearX) * inverseX;
    const enterRightY = (nodes[right + nearY] - fromNearY) * inverseY;
    const leaveRightX = (nodes[right + 2 - nearX] - fromFarX) * inverseX;
    const leaveRightY = (nodes[right + 4 - nearY] - fromFarY) * inverseY;
    let rightKey = 0;
    far = limit;
    if (enterRightX > rightKey) rightKey = enterRightX;
    if (enterRightY > rightKey) rightKey = enterRightY;
    if (leaveRightX < far) far = leaveRightX;
    if (leaveRightY < far) far = leaveRightY;
    if (!(rightKey <= far * WALK_ROUNDING)) rightKey = Infinity;
    if (leftKey <= rightKey) {
      if (leftKey === Infinity) {
        walk.top = top;
        return -1;
      }
      node = left;
      if (rightKey === Infinity) continue;
      stack[top] = right;
      keys[top++] = rightKey;
    } else {
      node = right;
      if (leftKey === Infinity) continue;
      stack[top] = left;
      keys[top++] = leftKey;
    }
  }
  walk.top = top;
  return node;
}

/** Whether an item the walk has listed is still met in time, the limit being lower by now. */
export function isMetInTime(walk: OrderedWalk, i: number): boolean {
  return walk.itemKeys[i] <= walk.query[WALK_LIMIT] * WALK_ROUNDING;
}

const clampedBox = new Float64Array(4);

/**
 * Writes to `keys[at]` where the cast enters a node, never too late, and Infinity for a miss: of a box in a tree with clamped coordinates, which reach as far as the frame says.
 *
 * An inverse direction of Infinity (no motion along an axis) times 0 (on the boundary) is NaN, which every comparison below lets
 * pass as no constraint. The far side and the limit are pushed out by the rounding errors of both sides, which are relative to the
 * fractions, so that boxes without width are not missed (Ize, Robust BVH Ray Traversal, JCGT 2013).
 */
function enterClampedBox(walk: CastWalk, bvh: Bvh, node: number, at: number): void {
  const { nodes, frame } = bvh;
  for (let axis = 0; axis < 2; axis++) {
    const low = nodes[node + axis];
    const high = nodes[node + 2 + axis];
    clampedBox[axis] = low === 0 ? frame[FRAME_LOW_X + axis] : low;
    clampedBox[2 + axis] = high === QUANTISED_MAX ? frame[FRAME_HIGH_X + axis] : high;
  }
  const { query, nearX, nearY } = walk;
  const inverseX = query[CELL_INVERSE_X];
  const inverseY = query[CELL_INVERSE_Y];
  const enterX = (clampedBox[nearX] - query[CELL_NEAR_X]) * inverseX;
  const enterY = (clampedBox[nearY] - query[CELL_NEAR_Y]) * inverseY;
  const leaveX = (clampedBox[2 - nearX] - query[CELL_FAR_X]) * inverseX;
  const leaveY = (clampedBox[4 - nearY] - query[CELL_FAR_Y]) * inverseY;
  let near = 0;
  let far = query[WALK_LIMIT];
  if (enterX > near) near = enterX;
  if (enterY > near) near = enterY;
  if (leaveX < far) far = leaveX;
  if (leaveY < far) far = leaveY;
  walk.keys[at] = near <= far * WALK_ROUNDING ? near : Infinity;
}

/**
 * Of a circle, too early rather than too late: it is met only if its centre lies within the radius of the line, and then not before
 * the foot of the perpendicular less the radius.
 */
function enterCircle(walk: CastWalk, bvh: Bvh, node: number, at: number): void {
  const { query, keys } = walk;
  const circles = bvh.nodeCircles;
  const x = circles[node] - query[CIRCLE_X];
  const y = circles[node + 1] - query[CIRCLE_Y];
  const directionX = query[CIRCLE_DIRECTION_X];
  const directionY = query[CIRCLE_DIRECTION_Y];
  const perLength = query[CIRCLE_PER_LENGTH];
  const radius = circles[node + 2] + query[CIRCLE_GROW] + 8 * EPSILON * (Math.abs(x) + Math.abs(y));
  keys[at] = Infinity;
  if (perLength === 0) {
    if (!(x * x + y * y > radius * radius)) keys[at] = 0;
    return;
  }
  const along = x * directionX + y * directionY;
  if (Math.abs(x * directionY - y * directionX) > radius || along + radius < 0) return;
  const entry = along > radius ? (along - radius) * perLength : 0;
  if (entry <= query[WALK_LIMIT] * WALK_ROUNDING) keys[at] = entry;
}

/** Writes the items of a leaf whose boxes are met, in order, and returns how many: by their quantised boxes, which lie side by side. */
function meetCells(walk: CastWalk, bvh: Bvh, leaf: number): number {
  const { query, nearX, nearY, items, itemKeys } = walk;
  const { nodes, order, itemBoxes } = bvh;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  const fromNearX = query[CELL_NEAR_X];
  const fromNearY = query[CELL_NEAR_Y];
  const fromFarX = query[CELL_FAR_X];
  const fromFarY = query[CELL_FAR_Y];
  const inverseX = query[CELL_INVERSE_X];
  const inverseY = query[CELL_INVERSE_Y];
  const limit = query[WALK_LIMIT];
  let count = 0;
  for (let i = nodes[leaf + NODE_FIRST]; i < end; i++) {
    const box = ITEM_BOX_STRIDE * i;
    const enterX = (itemBoxes[box + nearX] - fromNearX) * inverseX;
    const enterY = (itemBoxes[box + nearY] - fromNearY) * inverseY;
    const leaveX = (itemBoxes[box + 2 - nearX] - fromFarX) * inverseX;
    const leaveY = (itemBoxes[box + 4 - nearY] - fromFarY) * inverseY;
    let near = 0;
    let far = limit;
    if (enterX > near) near = enterX;
    if (enterY > near) near = enterY;
    if (leaveX < far) far = leaveX;
    if (leaveY < far) far = leaveY;
    if (!(near <= far * WALK_ROUNDING)) continue;
    itemKeys[count] = near;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}

/** The same by the boxes themselves. */
function meetBounds(walk: CastWalk, bvh: Bvh, bounds: Float64Array, leaf: number): number {
  const { query, nearX, nearY, items, itemKeys } = walk;
  const { nodes, order } = bvh;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  const limit = query[WALK_LIMIT];
  let count = 0;
  for (let i = nodes[leaf + NODE_FIRST]; i < end; i++) {
    const box = BOUNDS_STRIDE * order[i];
    const enterX = (bounds[box + nearX] - query[ITEM_NEAR_X]) * query[ITEM_INVERSE_X];
    const enterY = (bounds[box + nearY] - query[ITEM_NEAR_Y]) * query[ITEM_INVERSE_Y];
    const leaveX = (bounds[box + 2 - nearX] - query[ITEM_FAR_X]) * query[ITEM_INVERSE_X];
    const leaveY = (bounds[box + 4 - nearY] - query[ITEM_FAR_Y]) * query[ITEM_INVERSE_Y];
    let near = 0;
    let far = limit;
    if (enterX > near) near = enterX;
    if (enterY > near) near = enterY;
    if (leaveX < far) far = leaveX;
    if (leaveY < far) far = leaveY;
    if (!(near <= far * WALK_ROUNDING)) continue;
    itemKeys[count] = near;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}
