import { CAST_IS_RAY, type CastWalk } from '../../../core/bvh/cast-walk.ts';
import { CLOSEST_POINT } from '../../../core/bvh/closest-walk.ts';
import {
  type OrderedWalk,
  reserveLevels,
  startAtRoot,
  WALK_LIMIT,
  WALK_ROUNDING,
} from '../../../core/bvh/ordered-walk.ts';
import { type IndexList, reserveIndices } from '../../../core/index-list.ts';
import { sortIndices } from '../../../core/sort-indices.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { CLOSEST_SQUARED, measurePointTriangle } from '../closest/closest-point-triangle.ts';
import { meetRayTriangle, RAY_FRACTION } from '../ray/cast-ray-triangle.ts';
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
/** A hit of a ray, and the nearest point of a triangle. */
const met = new Float64Array(7);
const nearest = new Float64Array(8);
const point = new Float64Array(3);

/** Writes the triangles whose bounds meet a box (the least coordinates, then the largest), ascending. */
export function findTriangles(out: IndexList, tree: TriangleTree, box: Float64Array): void {
  const { mesh, order, boxes, links } = tree;
  const { positions, indices } = mesh;
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
      // Coordinates are read as they are needed: most triangles are told by the first axis or two.
      for (let place = leafFirst(link); place < end; place++) {
        const first = 3 * order[place];
        const a = 3 * (indices === undefined ? first : indices[first]);
        const b = 3 * (indices === undefined ? first + 1 : indices[first + 1]);
        const c = 3 * (indices === undefined ? first + 2 : indices[first + 2]);
        const ax = positions[a];
        const bx = positions[b];
        const cx = positions[c];
        if ((ax > maxX && bx > maxX && cx > maxX) || (ax < minX && bx < minX && cx < minX)) continue;
        const ay = positions[a + 1];
        const by = positions[b + 1];
        const cy = positions[c + 1];
        if ((ay > maxY && by > maxY && cy > maxY) || (ay < minY && by < minY && cy < minY)) continue;
        const az = positions[a + 2];
        const bz = positions[b + 2];
        const cz = positions[c + 2];
        if ((az > maxZ && bz > maxZ && cz > maxZ) || (az < minZ && bz < minZ && cz < minZ)) continue;
        items[out.count++] = order[place];
      }
    }
  }
  sortIndices(out.items, out.count);
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
  const { cast, query, items, itemKeys, keys } = walk;
  const { order, mesh } = tree;
  const end = leafEnd(link);
  let count = 0;
  if (cast[CAST_IS_RAY] === 1) {
    // Rays are few triangles from their hit: what the ray does not meet is told here, in the loop over the leaf.
    const limit = query[WALK_LIMIT] * WALK_ROUNDING;
    for (let place = leafFirst(link); place < end; place++) {
      writeCorners(corners, 0, mesh, order[place]);
      if (!meetRayTriangle(met, cast, 0, corners, 0) || !(met[RAY_FRACTION] <= limit)) continue;
      items[count] = order[place];
      itemKeys[count++] = keys[at];
    }
    return count;
  }
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

/** Share of a squared distance that leaves room for the rounding of the frame that it is measured in once more. */
const LISTED = 1 - 1e-9;

/**
 * Lists the triangles of a leaf that are near enough, the nearest first, each with somewhat less than the square of its
 * distance as its key. Most are told by the distance of their bounds alone.
 */
function listNear({ query, items, itemKeys }: OrderedWalk, { mesh, order }: TriangleTree, link: number): number {
  const { positions, indices } = mesh;
  const x = query[CLOSEST_POINT];
  const y = query[CLOSEST_POINT + 1];
  const z = query[CLOSEST_POINT + 2];
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  const end = leafEnd(link);
  let count = 0;
  point[0] = x;
  point[1] = y;
  point[2] = z;
  for (let place = leafFirst(link); place < end; place++) {
    const triangle = order[place];
    const first = 3 * triangle;
    const a = 3 * (indices === undefined ? first : indices[first]);
    const b = 3 * (indices === undefined ? first + 1 : indices[first + 1]);
    const c = 3 * (indices === undefined ? first + 2 : indices[first + 2]);
    const ax = positions[a];
    const bx = positions[b];
    const cx = positions[c];
    const dx = Math.max(Math.min(ax, bx, cx) - x, x - Math.max(ax, bx, cx), 0);
    let squared = dx * dx;
    if (!(squared <= limit)) continue;
    const ay = positions[a + 1];
    const by = positions[b + 1];
    const cy = positions[c + 1];
    const dy = Math.max(Math.min(ay, by, cy) - y, y - Math.max(ay, by, cy), 0);
    squared += dy * dy;
    if (!(squared <= limit)) continue;
    const az = positions[a + 2];
    const bz = positions[b + 2];
    const cz = positions[c + 2];
    const dz = Math.max(Math.min(az, bz, cz) - z, z - Math.max(az, bz, cz), 0);
    squared += dz * dz;
    if (!(squared <= limit)) continue;
    corners[0] = ax;
    corners[1] = ay;
    corners[2] = az;
    corners[3] = bx;
    corners[4] = by;
    corners[5] = bz;
    corners[6] = cx;
    corners[7] = cy;
    corners[8] = cz;
    measurePointTriangle(nearest, 0, point, 0, corners, 0);
    const key = LISTED * nearest[CLOSEST_SQUARED];
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
 *
 * What is put off is a heap with the nearest box at its root: where boxes overlap around the point, a stack leads to a
 * leaf that is far away, and then to hundreds that are nearer than that.
 */
export function nextTriangleClosest(walk: OrderedWalk, tree: TriangleTree): number {
  const { query } = walk;
  const { boxes, links } = tree;
  const x = query[CLOSEST_POINT];
  const y = query[CLOSEST_POINT + 1];
  const z = query[CLOSEST_POINT + 2];
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  while (walk.top > 0 && walk.keys[0] <= limit) {
    const link = walk.nodes[0];
    takeRoot(walk);
    if (link < 0) {
      const count = listNear(walk, tree, link);
      if (count === 0) continue;
      return count;
    }
    reserveLevels(walk, walk.top + NODE_CHILDREN);
    const { keys, nodes: heap } = walk;
    const at = NODE_STRIDE * link;
    for (let i = 0; i < NODE_CHILDREN; i++) {
      const box = at + i;
      const dx = Math.max(boxes[box] - x, x - boxes[box + NODE_MAX], 0);
      const dy = Math.max(boxes[box + NODE_CHILDREN] - y, y - boxes[box + NODE_CHILDREN + NODE_MAX], 0);
      const dz = Math.max(boxes[box + 2 * NODE_CHILDREN] - z, z - boxes[box + 2 * NODE_CHILDREN + NODE_MAX], 0);
      const squared = dx * dx + dy * dy + dz * dz;
      const child = links[NODE_CHILDREN * link + i];
      if (!(squared <= limit) || child === NO_CHILD) continue;
      let place = walk.top++;
      while (place > 0) {
        const parent = (place - 1) >> 1;
        if (keys[parent] <= squared) break;
        keys[place] = keys[parent];
        heap[place] = heap[parent];
        place = parent;
      }
      keys[place] = squared;
      heap[place] = child;
    }
  }
  walk.top = 0;
  return 0;
}

/** Takes the nearest of what is put off out of the heap. */
function takeRoot(walk: OrderedWalk): void {
  const { keys, nodes: heap } = walk;
  const end = --walk.top;
  const key = keys[end];
  const node = heap[end];
  let place = 0;
  for (let child = 1; child < end; child = 2 * place + 1) {
    if (child + 1 < end && keys[child + 1] < keys[child]) child++;
    if (!(keys[child] < key)) break;
    keys[place] = keys[child];
    heap[place] = heap[child];
    place = child;
  }
  keys[place] = key;
  heap[place] = node;
}
