import type { CastWalk } from '../../../core/bvh/cast-walk.ts';
import { CLOSEST_POINT } from '../../../core/bvh/closest-walk.ts';
import { type OrderedWalk, startAtRoot, WALK_LIMIT, WALK_ROUNDING } from '../../../core/bvh/ordered-walk.ts';
import { type IndexList, reserveIndices } from '../../../core/index-list.ts';
import { sortIndices } from '../../../core/sort-indices.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { FROM_FAR, FROM_NEAR, INVERSE, IS_THICK, meetsCast, setCast } from './cast-setup.ts';
import { writeCorners } from './triangle-mesh.ts';
import {
  leafEnd,
  leafFirst,
  NO_CHILD,
  NODE_CHILDREN,
  NODE_MAX,
  NODE_STRIDE,
  stackNeeded,
  type TriangleTree,
} from './triangle-tree.ts';

/*
 * How queries find triangles, in the frame of the mesh. As in the hierarchies of colliders, ordered walks stop whenever
 * they have found a leaf, and keep where they are on their own stack: of links, each with how far away its box is.
 */

const corners = new Float64Array(9);
const box = new Float64Array(6);

/** Writes the triangles whose bounds meet a box (the least coordinates, then the largest), ascending. */
export function findTriangles(out: IndexList, tree: TriangleTree, box: Float64Array): void {
  const { mesh, order, boxes, links } = tree;
  out.count = 0;
  if (tree.nodeCount === 0) return;
  const { nodes: stack } = borrowStack(stackNeeded(tree));
  const minX = box[0];
  const minY = box[1];
  const minZ = box[2];
  const maxX = box[3];
  const maxY = box[4];
  const maxZ = box[5];
  let top = 1;
  stack[0] = 0;
  while (top > 0) {
    const node = stack[--top];
    const at = NODE_STRIDE * node;
    for (let i = 0; i < NODE_CHILDREN; i++) {
      const side = at + i;
      if (
        !(
          boxes[side] <= maxX &&
          boxes[side + NODE_MAX] >= minX &&
          boxes[side + NODE_CHILDREN] <= maxY &&
          boxes[side + NODE_CHILDREN + NODE_MAX] >= minY &&
          boxes[side + 2 * NODE_CHILDREN] <= maxZ &&
          boxes[side + 2 * NODE_CHILDREN + NODE_MAX] >= minZ
        )
      )
        continue;
      const link = links[NODE_CHILDREN * node + i];
      if (link > NO_CHILD) {
        stack[top++] = link;
        continue;
      }
      const end = leafEnd(link);
      const items = reserveIndices(out, end - leafFirst(link));
      for (let place = leafFirst(link); place < end; place++) {
        writeCorners(corners, 0, mesh, order[place]);
        if (meetsBox(box)) items[out.count++] = order[place];
      }
    }
  }
  sortIndices(out.items, out.count);
}

/** Whether the bounds of the triangle in `corners` meet a box. */
function meetsBox(box: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const a = corners[axis];
    const b = corners[3 + axis];
    const c = corners[6 + axis];
    if (!(Math.min(a, b, c) <= box[3 + axis] && Math.max(a, b, c) >= box[axis])) return false;
  }
  return true;
}

/** Begins the walk of `walk.cast`, up to the fraction `query[WALK_LIMIT]`. */
export function startTriangleCast(walk: CastWalk, tree: TriangleTree): void {
  const { query } = walk;
  walk.top = 0;
  // The comparison is also false for NaN.
  if (!(query[WALK_LIMIT] >= 0) || tree.nodeCount === 0) return;
  setCast(walk);
  startAtRoot(walk, stackNeeded(tree));
}

/**
 * Goes on to the next leaf whose box the cast meets in time, writes its triangles to `items` and where its box is
 * entered to `itemKeys`, and returns how many; 0 at the end. Triangles that are not met may be among them, none that is
 * met is left out.
 */
export function nextTriangleCast(walk: CastWalk, tree: TriangleTree): number {
  const { query, keys, nodes: stack, near: sides } = walk;
  const { boxes, links } = tree;
  const limit = query[WALK_LIMIT];
  const nearX = sides[0] === 0 ? 0 : NODE_MAX;
  const nearY = NODE_CHILDREN + (sides[1] === 0 ? 0 : NODE_MAX);
  const nearZ = 2 * NODE_CHILDREN + (sides[2] === 0 ? 0 : NODE_MAX);
  const farX = NODE_MAX - nearX;
  const farY = NODE_MAX + 2 * NODE_CHILDREN - nearY;
  const farZ = NODE_MAX + 4 * NODE_CHILDREN - nearZ;
  const fromNearX = query[FROM_NEAR];
  const fromNearY = query[FROM_NEAR + 1];
  const fromNearZ = query[FROM_NEAR + 2];
  const fromFarX = query[FROM_FAR];
  const fromFarY = query[FROM_FAR + 1];
  const fromFarZ = query[FROM_FAR + 2];
  const inverseX = query[INVERSE];
  const inverseY = query[INVERSE + 1];
  const inverseZ = query[INVERSE + 2];
  let { top } = walk;
  while (top > 0) {
    const key = keys[--top];
    if (!(key <= limit * WALK_ROUNDING)) continue;
    const link = stack[top];
    if (link < 0) {
      const count = listLeaf(walk, tree, link, top);
      if (count > 0) {
        walk.top = top;
        return count;
      }
      continue;
    }
    const at = NODE_STRIDE * link;
    const bottom = top;
    for (let i = 0; i < NODE_CHILDREN; i++) {
      const box = at + i;
      const enterX = (boxes[box + nearX] - fromNearX) * inverseX;
      const enterY = (boxes[box + nearY] - fromNearY) * inverseY;
      const enterZ = (boxes[box + nearZ] - fromNearZ) * inverseZ;
      const leaveX = (boxes[box + farX] - fromFarX) * inverseX;
      const leaveY = (boxes[box + farY] - fromFarY) * inverseY;
      const leaveZ = (boxes[box + farZ] - fromFarZ) * inverseZ;
      let enter = 0;
      let leave = limit;
      // NaN, 0 times an infinite inverse, is no constraint.
      if (enterX > enter) enter = enterX;
      if (enterY > enter) enter = enterY;
      if (enterZ > enter) enter = enterZ;
      if (leaveX < leave) leave = leaveX;
      if (leaveY < leave) leave = leaveY;
      if (leaveZ < leave) leave = leaveZ;
      if (!(enter <= leave * WALK_ROUNDING)) continue;
      const child = links[NODE_CHILDREN * link + i];
      if (child === NO_CHILD) continue;
      // The nearest child comes to lie on top.
      let place = top++;
      while (place > bottom && keys[place - 1] < enter) {
        keys[place] = keys[place - 1];
        stack[place] = stack[place - 1];
        place--;
      }
      keys[place] = enter;
      stack[place] = child;
    }
  }
  walk.top = 0;
  return 0;
}

/** Lists the triangles of a leaf that the cast may meet; its key is `keys[at]`. */
function listLeaf(walk: CastWalk, tree: TriangleTree, link: number, at: number): number {
  const { query, items, itemKeys, keys } = walk;
  const { order, mesh } = tree;
  const end = leafEnd(link);
  let count = 0;
  for (let place = leafFirst(link); place < end; place++) {
    if (query[IS_THICK] === 1) {
      writeCorners(corners, 0, mesh, order[place]);
      if (!isMet(walk)) continue;
    }
    items[count] = order[place];
    itemKeys[count++] = keys[at];
  }
  return count;
}

/** Whether the cast meets the bounds of the triangle in `corners`. */
function isMet(walk: CastWalk): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const a = corners[axis];
    const b = corners[3 + axis];
    const c = corners[6 + axis];
    box[axis] = Math.min(a, b, c);
    box[3 + axis] = Math.max(a, b, c);
  }
  return meetsCast(walk, box);
}

/** Begins the walk around the point `query[CLOSEST_POINT …]`, up to the distance `query[WALK_LIMIT]`. */
export function startTriangleClosest(walk: OrderedWalk, tree: TriangleTree): void {
  walk.top = 0;
  if (!(walk.query[WALK_LIMIT] >= 0) || tree.nodeCount === 0) return;
  startAtRoot(walk, stackNeeded(tree));
}

/**
 * Lists the triangles of a leaf whose own bounds are near enough, the nearest bounds first, each with the square of
 * their distance as its key: most triangles are then told by three comparisons.
 */
function listNear({ query, items, itemKeys }: OrderedWalk, { mesh, order }: TriangleTree, link: number): number {
  const x = query[CLOSEST_POINT];
  const y = query[CLOSEST_POINT + 1];
  const z = query[CLOSEST_POINT + 2];
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  const end = leafEnd(link);
  let count = 0;
  for (let place = leafFirst(link); place < end; place++) {
    const triangle = order[place];
    writeCorners(corners, 0, mesh, triangle);
    const dx = Math.max(
      Math.min(corners[0], corners[3], corners[6]) - x,
      x - Math.max(corners[0], corners[3], corners[6]),
      0,
    );
    const dy = Math.max(
      Math.min(corners[1], corners[4], corners[7]) - y,
      y - Math.max(corners[1], corners[4], corners[7]),
      0,
    );
    const dz = Math.max(
      Math.min(corners[2], corners[5], corners[8]) - z,
      z - Math.max(corners[2], corners[5], corners[8]),
      0,
    );
    const key = dx * dx + dy * dy + dz * dz;
    if (!(key <= limit)) continue;
    let at = count++;
    for (; at > 0 && itemKeys[at - 1] > key; at--) {
      itemKeys[at] = itemKeys[at - 1];
      items[at] = items[at - 1];
    }
    itemKeys[at] = key;
    items[at] = triangle;
  }
  return count;
}

/**
 * Goes on to the next leaf with triangles that may be near enough, writes these to `items` and the squares of the
 * distances of their bounds to `itemKeys`, and returns how many; 0 at the end.
 */
export function nextTriangleClosest(walk: OrderedWalk, tree: TriangleTree): number {
  const { query, keys, nodes: stack } = walk;
  const { boxes, links } = tree;
  const x = query[CLOSEST_POINT];
  const y = query[CLOSEST_POINT + 1];
  const z = query[CLOSEST_POINT + 2];
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  let { top } = walk;
  while (top > 0) {
    const key = keys[--top];
    if (!(key <= limit)) continue;
    const link = stack[top];
    if (link < 0) {
      const count = listNear(walk, tree, link);
      if (count === 0) continue;
      walk.top = top;
      return count;
    }
    const at = NODE_STRIDE * link;
    const bottom = top;
    for (let i = 0; i < NODE_CHILDREN; i++) {
      const box = at + i;
      const dx = Math.max(boxes[box] - x, x - boxes[box + NODE_MAX], 0);
      const dy = Math.max(boxes[box + NODE_CHILDREN] - y, y - boxes[box + NODE_CHILDREN + NODE_MAX], 0);
      const dz = Math.max(boxes[box + 2 * NODE_CHILDREN] - z, z - boxes[box + 2 * NODE_CHILDREN + NODE_MAX], 0);
      const squared = dx * dx + dy * dy + dz * dz;
      const child = links[NODE_CHILDREN * link + i];
      if (!(squared <= limit) || child === NO_CHILD) continue;
      let place = top++;
      while (place > bottom && keys[place - 1] < squared) {
        keys[place] = keys[place - 1];
        stack[place] = stack[place - 1];
        place--;
      }
      keys[place] = squared;
      stack[place] = child;
    }
  }
  walk.top = 0;
  return 0;
}
