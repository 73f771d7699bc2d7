import { EPSILON } from '../tolerance.ts';
import { type Bvh, FRAME_ORIGIN, FRAME_SCALE, sphereOf } from './bvh.ts';
import { cellBounds, loadCellBounds } from './cell-bounds.ts';
import { CELL_SLACK, RELATIVE_SLACK } from './cell-slack.ts';
import {
  createOrderedWalk,
  descend,
  hasPlainCells,
  type OrderedWalk,
  putInOrder,
  startAtRoot,
  WALK_LIMIT,
  WALK_ROUNDING,
} from './ordered-walk.ts';

/*
 * The walk of a cast, in order of the fraction at which boxes are entered. A box that moves meets a box where the ray
 * of its centre meets the box grown by its half extents.
 */

export interface CastWalk extends OrderedWalk {
  /** The box that is cast, with its direction: `CAST_…`. */
  readonly cast: Float64Array;
  /**
   * The side of a box that is entered first along each axis, as an offset in the box: 0 for the least, `axes` for the
   * largest.
   */
  readonly near: Uint8Array;
}

/** The layout of `cast`, a number for each axis: centre, direction, half extents (0 for a ray). */
export const CAST_CENTER = 0;
export const CAST_DIRECTION = 3;
export const CAST_HALF = 6;
/**
 * After these: 1 where a ray is cast at pieces without a radius; centre and direction are then those of the ray to the
 * last bit.
 */
export const CAST_IS_RAY = 9;
const CAST_LENGTH = 10;

/**
 * In `query`: the cast as the items see it. What to subtract from the near and the far side of a box (the centre, moved
 * out by the half extents and slack), and the inverse direction.
 */
const ITEM_NEAR = 1;
const ITEM_FAR = 4;
const ITEM_INVERSE = 7;

/** In `query`: the same three parts of the cast in the cells of a box tree. */
const CELL_NEAR = 10;
const CELL_FAR = 13;
const CELL_INVERSE = 16;

/**
 * In a sphere tree: centre, unit direction, 1 / length of the direction, radius to grow spheres
 * by.
 */
const SPHERE_CENTER = 10;
const SPHERE_DIRECTION = 13;
const SPHERE_PER_LENGTH = 16;
const SPHERE_GROW = 17;

export function createCastWalk(): CastWalk {
  return { ...createOrderedWalk(), cast: new Float64Array(CAST_LENGTH), near: new Uint8Array(3) };
}

/** Begins the walk of `walk.cast` in a tree, up to the fraction `query[WALK_LIMIT]`. */
export function startCast(walk: CastWalk, bvh: Bvh): void {
  walk.top = 0;
  // The comparison is also false for NaN.
  if (!(walk.query[WALK_LIMIT] >= 0) || bvh.nodeEnd === 0) return;
  const { cast, query, near } = walk;
  const { axes } = bvh.routines;
  for (let axis = 0; axis < axes; axis++) {
    const centre = cast[CAST_CENTER + axis];
    const half = cast[CAST_HALF + axis];
    // Adding 0 turns −0 into 0, so that both have the same inverse.
    const inverse = 1 / (cast[CAST_DIRECTION + axis] + 0);
    // A sum of half extent and centre may round by this much; see `enterBox` for why nothing else needs slack.
    const growth = half > 0 ? half + 4 * EPSILON * (half + Math.abs(centre)) : 0;
    const ahead = inverse < 0 ? -growth : growth;
    query[ITEM_NEAR + axis] = centre + ahead;
    query[ITEM_FAR + axis] = centre - ahead;
    query[ITEM_INVERSE + axis] = inverse;
    near[axis] = inverse < 0 ? axes : 0;
    grow[axis] = growth;
  }
  if (bvh.kind === 'aabb') setCellSpace(walk, bvh.frame, axes);
  else setSphereSpace(walk, axes);
  startAtRoot(walk, bvh.depth);
}

/**
 * The half extents of the shape that is cast, with slack: boxes are grown by these. In an array, so that no number is
 * put on the heap.
 */
const grow = new Float64Array(3);

function setCellSpace(walk: CastWalk, frame: Float64Array, axes: number): void {
  const { cast, query } = walk;
  for (let axis = 0; axis < axes; axis++) {
    const scale = frame[FRAME_SCALE + axis];
    const centre = (cast[CAST_CENTER + axis] - frame[FRAME_ORIGIN + axis]) * scale;
    const growth = grow[axis] * scale + CELL_SLACK + Math.abs(centre) * RELATIVE_SLACK;
    const inverse = 1 / (cast[CAST_DIRECTION + axis] * scale + 0);
    const ahead = inverse < 0 ? -growth : growth;
    query[CELL_NEAR + axis] = centre + ahead;
    query[CELL_FAR + axis] = centre - ahead;
    query[CELL_INVERSE + axis] = inverse;
  }
}

function setSphereSpace(walk: CastWalk, axes: number): void {
  const { cast, query } = walk;
  // Dividing by the largest component first keeps the squares from over- and underflowing.
  let largest = 0;
  for (let axis = 0; axis < axes; axis++) largest = Math.max(largest, Math.abs(cast[CAST_DIRECTION + axis]));
  let squared = 0;
  let growth = 0;
  for (let axis = 0; axis < axes; axis++) {
    const along = largest > 0 ? cast[CAST_DIRECTION + axis] / largest : 0;
    query[SPHERE_CENTER + axis] = cast[CAST_CENTER + axis];
    query[SPHERE_DIRECTION + axis] = along;
    squared += along * along;
    growth += grow[axis] * grow[axis];
  }
  const length = Math.sqrt(squared);
  for (let axis = 0; axis < axes; axis++) if (length > 0) query[SPHERE_DIRECTION + axis] /= length;
  query[SPHERE_PER_LENGTH] = length > 0 ? 1 / largest / length : 0;
  query[SPHERE_GROW] = Math.sqrt(growth);
}

/**
 * Goes on to the next leaf with items whose boxes the cast meets, writes those to `items` and where it enters their
 * boxes to `itemKeys`, ascending, and returns how many; 0 at the end. Boxes missed by a rounding error may be among
 * them, none that is met is left out. `bounds` are those the tree was built from.
 */
export function nextCastLeaf(walk: CastWalk, bvh: Bvh, bounds: Float64Array): number {
  const limit = walk.query[WALK_LIMIT] * WALK_ROUNDING;
  const isPlain = hasPlainCells(bvh);
  while (walk.top > 0) {
    walk.top--;
    if (!(walk.keys[walk.top] <= limit)) continue;
    const node = walk.nodes[walk.top];
    const leaf = isPlain
      ? descendBoxes(walk, bvh, node)
      : descend(walk, bvh, node, bvh.kind === 'sphere' ? enterSphere : enterBox);
    if (leaf < 0) continue;
    const count = isPlain ? meetCells(walk, bvh, leaf) : meetBounds(walk, bvh, bounds, leaf);
    if (count > 0) return count;
  }
  return 0;
}

/** Returns whether an item the walk has listed is still met in time, the limit being lower by now. */
export function isMetInTime(walk: OrderedWalk, i: number): boolean {
  return walk.itemKeys[i] <= walk.query[WALK_LIMIT] * WALK_ROUNDING;
}

/**
 * Goes down as `descend` does, in a tree of plain boxes: the test of a node (see `enterBox`) stands here for
 * both children with everything in registers, which makes rays a fifth faster.
 */
function descendBoxes(walk: CastWalk, bvh: Bvh, from: number): number {
  const { query, keys, near, nodes: stack } = walk;
  const { nodes } = bvh;
  const { axes } = bvh.routines;
  const inSpace = axes === 3;
  const toSkip = 2 * axes;
  const stride = toSkip + 2;
  const nearX = near[0];
  const nearY = near[1] + 1;
  const nearZ = near[2] + 2;
  const farX = axes - near[0];
  const farY = axes + 1 - near[1];
  const farZ = 5 - near[2];
  const last = query[WALK_LIMIT] * WALK_ROUNDING;
  const fromNearX = query[CELL_NEAR];
  const fromNearY = query[CELL_NEAR + 1];
  const fromNearZ = query[CELL_NEAR + 2];
  const fromFarX = query[CELL_FAR];
  const fromFarY = query[CELL_FAR + 1];
  const fromFarZ = query[CELL_FAR + 2];
  const inverseX = query[CELL_INVERSE];
  const inverseY = query[CELL_INVERSE + 1];
  const inverseZ = query[CELL_INVERSE + 2];
  let { top } = walk;
  let node = from;
  for (let left = node + stride; nodes[node + toSkip] !== left; left = node + stride) {
    const right = nodes[left + toSkip];
    const enterLeftX = (nodes[left + nearX] - fromNearX) * inverseX;
    const enterLeftY = (nodes[left + nearY] - fromNearY) * inverseY;
    const leaveLeftX = (nodes[left + farX] - fromFarX) * inverseX * WALK_ROUNDING;
    const leaveLeftY = (nodes[left + farY] - fromFarY) * inverseY * WALK_ROUNDING;
    const enterRightX = (nodes[right + nearX] - fromNearX) * inverseX;
    const enterRightY = (nodes[right + nearY] - fromNearY) * inverseY;
    const leaveRightX = (nodes[right + farX] - fromFarX) * inverseX * WALK_ROUNDING;
    const leaveRightY = (nodes[right + farY] - fromFarY) * inverseY * WALK_ROUNDING;
    let enterLeftZ = 0;
    let enterRightZ = 0;
    // Whether a side is left before another one is entered, in one test a child: branches that cannot be predicted cost
    // more than comparisons.
    let leftMisses =
      +(enterLeftX > leaveLeftY) |
      +(enterLeftY > leaveLeftX) |
      +(enterLeftX > last) |
      +(enterLeftY > last) |
      +(leaveLeftX < 0) |
      +(leaveLeftY < 0);
    let rightMisses =
      +(enterRightX > leaveRightY) |
      +(enterRightY > leaveRightX) |
      +(enterRightX > last) |
      +(enterRightY > last) |
      +(leaveRightX < 0) |
      +(leaveRightY < 0);
    if (inSpace) {
      enterLeftZ = (nodes[left + nearZ] - fromNearZ) * inverseZ;
      enterRightZ = (nodes[right + nearZ] - fromNearZ) * inverseZ;
      const leaveLeftZ = (nodes[left + farZ] - fromFarZ) * inverseZ * WALK_ROUNDING;
      const leaveRightZ = (nodes[right + farZ] - fromFarZ) * inverseZ * WALK_ROUNDING;
      leftMisses |=
        +(enterLeftX > leaveLeftZ) |
        +(enterLeftY > leaveLeftZ) |
        +(enterLeftZ > leaveLeftX) |
        +(enterLeftZ > leaveLeftY) |
        +(enterLeftZ > last) |
        +(leaveLeftZ < 0);
      rightMisses |=
        +(enterRightX > leaveRightZ) |
        +(enterRightY > leaveRightZ) |
        +(enterRightZ > leaveRightX) |
        +(enterRightZ > leaveRightY) |
        +(enterRightZ > last) |
        +(leaveRightZ < 0);
    }
    if (leftMisses !== 0) {
      if (rightMisses !== 0) {
        walk.top = top;
        return -1;
      }
      node = right;
      continue;
    }
    node = left;
    if (rightMisses !== 0) continue;
    let leftKey = 0;
    let rightKey = 0;
    if (enterLeftX > leftKey) leftKey = enterLeftX;
    if (enterLeftY > leftKey) leftKey = enterLeftY;
    if (enterLeftZ > leftKey) leftKey = enterLeftZ;
    if (enterRightX > rightKey) rightKey = enterRightX;
    if (enterRightY > rightKey) rightKey = enterRightY;
    if (enterRightZ > rightKey) rightKey = enterRightZ;
    if (leftKey <= rightKey) {
      stack[top] = right;
      keys[top++] = rightKey;
    } else {
      node = right;
      stack[top] = left;
      keys[top++] = leftKey;
    }
  }
  walk.top = top;
  return node;
}

/**
 * Writes the items of a leaf whose boxes are met, in order, and returns how many: by their quantised boxes, which lie
 * side by side.
 */
function meetCells(walk: CastWalk, bvh: Bvh, leaf: number): number {
  const { query, items, itemKeys, near: nearSide } = walk;
  const { nodes, order, itemBoxes: boxes } = bvh;
  const { axes } = bvh.routines;
  const toFirst = 2 * axes + 1;
  const end = nodes[leaf + toFirst + 1 + toFirst];
  const inSpace = axes === 3;
  const nearX = nearSide[0];
  const nearY = nearSide[1] + 1;
  const nearZ = nearSide[2] + 2;
  const farX = axes - nearSide[0];
  const farY = axes + 1 - nearSide[1];
  const farZ = 5 - nearSide[2];
  const last = query[WALK_LIMIT] * WALK_ROUNDING;
  const fromNearX = query[CELL_NEAR];
  const fromNearY = query[CELL_NEAR + 1];
  const fromNearZ = query[CELL_NEAR + 2];
  const fromFarX = query[CELL_FAR];
  const fromFarY = query[CELL_FAR + 1];
  const fromFarZ = query[CELL_FAR + 2];
  const inverseX = query[CELL_INVERSE];
  const inverseY = query[CELL_INVERSE + 1];
  const inverseZ = query[CELL_INVERSE + 2];
  let count = 0;
  for (let i = nodes[leaf + toFirst]; i < end; i++) {
    const box = 2 * axes * i;
    const enterX = (boxes[box + nearX] - fromNearX) * inverseX;
    const enterY = (boxes[box + nearY] - fromNearY) * inverseY;
    const leaveX = (boxes[box + farX] - fromFarX) * inverseX * WALK_ROUNDING;
    const leaveY = (boxes[box + farY] - fromFarY) * inverseY * WALK_ROUNDING;
    let enterZ = 0;
    // An invalid box is stored inside out, and may look like a large one to a ray that runs backwards.
    let misses =
      +(enterX > leaveY) |
      +(enterY > leaveX) |
      +(enterX > last) |
      +(enterY > last) |
      +(leaveX < 0) |
      +(leaveY < 0) |
      +(boxes[box] > boxes[box + axes]);
    if (inSpace) {
      enterZ = (boxes[box + nearZ] - fromNearZ) * inverseZ;
      const leaveZ = (boxes[box + farZ] - fromFarZ) * inverseZ * WALK_ROUNDING;
      misses |=
        +(enterX > leaveZ) |
        +(enterY > leaveZ) |
        +(enterZ > leaveX) |
        +(enterZ > leaveY) |
        +(enterZ > last) |
        +(leaveZ < 0);
    }
    if (misses !== 0) continue;
    let near = 0;
    if (enterX > near) near = enterX;
    if (enterY > near) near = enterY;
    if (enterZ > near) near = enterZ;
    itemKeys[count] = near;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}

/**
 * Writes to `keys[at]` where the cast enters a node, never too late, and Infinity for a miss: of a box, by what its
 * cells cover.
 *
 * An inverse direction of Infinity (no motion along an axis) times 0 (on the boundary) is NaN, which every comparison
 * below lets pass as no constraint. The far side and the limit are pushed out by the rounding errors of both sides,
 * which are relative to the fractions, so that boxes without width are not missed (Ize, Robust BVH Ray Traversal, JCGT
 * 2013).
 */
function enterBox(walk: CastWalk, bvh: Bvh, node: number, at: number): void {
  const { axes } = bvh.routines;
  const { query, near: nearSide } = walk;
  loadCellBounds(bvh.frame, axes, bvh.nodes, node);
  let near = 0;
  let far = query[WALK_LIMIT];
  for (let axis = 0; axis < axes; axis++) {
    const inverse = query[ITEM_INVERSE + axis];
    const enter = (cellBounds[nearSide[axis] + axis] - query[ITEM_NEAR + axis]) * inverse;
    const leave = (cellBounds[axes - nearSide[axis] + axis] - query[ITEM_FAR + axis]) * inverse;
    if (enter > near) near = enter;
    if (leave < far) far = leave;
  }
  walk.keys[at] = near <= far * WALK_ROUNDING ? near : Infinity;
}

/**
 * Enters a circle or a sphere, too early rather than too late: it is met only if its centre lies within its radius of
 * the line, and then no earlier than the radius before the foot of the perpendicular.
 */
function enterSphere(walk: CastWalk, bvh: Bvh, node: number, at: number): void {
  const { query, keys } = walk;
  const spheres = bvh.nodeSpheres;
  const own = sphereOf(node);
  const { axes } = bvh.routines;
  let along = 0;
  let squared = 0;
  let magnitude = 0;
  for (let axis = 0; axis < axes; axis++) {
    const to = spheres[own + axis] - query[SPHERE_CENTER + axis];
    along += to * query[SPHERE_DIRECTION + axis];
    magnitude += Math.abs(to);
  }
  for (let axis = 0; axis < axes; axis++) {
    const off = spheres[own + axis] - query[SPHERE_CENTER + axis] - along * query[SPHERE_DIRECTION + axis];
    squared += off * off;
  }
  const radius = spheres[own + axes] + query[SPHERE_GROW] + 16 * EPSILON * magnitude;
  keys[at] = Infinity;
  const perLength = query[SPHERE_PER_LENGTH];
  // Without a direction, `along` is 0 and `squared` is the squared distance.
  if (squared > radius * radius || along + radius < 0) return;
  const entry = along > radius ? (along - radius) * perLength : 0;
  if (entry <= query[WALK_LIMIT] * WALK_ROUNDING) keys[at] = entry;
}

/** Writes the items of a leaf whose boxes in `bounds` are met, in order, and returns how many. */
function meetBounds(walk: CastWalk, bvh: Bvh, bounds: Float64Array, leaf: number): number {
  const { query, near: nearSide, items, itemKeys } = walk;
  const { nodes, order } = bvh;
  const { axes } = bvh.routines;
  const toFirst = 2 * axes + 1;
  const end = nodes[leaf + toFirst + 1 + toFirst];
  const limit = query[WALK_LIMIT];
  let count = 0;
  for (let i = nodes[leaf + toFirst]; i < end; i++) {
    const box = 2 * axes * order[i];
    let near = 0;
    let far = limit;
    for (let axis = 0; axis < axes; axis++) {
      const min = bounds[box + axis];
      const max = bounds[box + axes + axis];
      const inverse = query[ITEM_INVERSE + axis];
      const enter = ((nearSide[axis] === 0 ? min : max) - query[ITEM_NEAR + axis]) * inverse;
      const leave = ((nearSide[axis] === 0 ? max : min) - query[ITEM_FAR + axis]) * inverse;
      if (enter > near) near = enter;
      if (leave < far) far = leave;
      // A box that is invalid, NaN or inside out, is not met.
      if (!(min <= max)) far = -1;
    }
    if (!(near <= far * WALK_ROUNDING)) continue;
    itemKeys[count] = near;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}
