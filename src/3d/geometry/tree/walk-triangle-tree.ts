import { CAST_CENTER, CAST_DIRECTION, CAST_IS_RAY, type CastWalk } from '../../../core/bvh/cast-walk.ts';
import { CLOSEST_FLOOR, CLOSEST_POINT } from '../../../core/bvh/closest-walk.ts';
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
import { FROM_FAR, FROM_NEAR, INVERSE, IS_THICK, meetsCast, setCast } from './cast-setup.ts';
import {
  CORNER_BITS,
  CORNER_MASK,
  LEAF_STRIDE,
  LEAF_TRIANGLES,
  LEAF_VERTEX,
  LEAF_VERTICES,
  largestCoordinate,
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

const triangle = new Float64Array(9);
const box = new Float64Array(6);
/** What rounding makes of a number that is reckoned from coordinates, as a share of these. */
const RELATIVE_ROUNDING = 2 ** -46;
/*
 * In `query`, where a ray is cast at a mesh: the axes of a prepared ray, of which the third one is its own, how far it
 * goes along the other two a unit along its own, and what rounding makes of places across it.
 */
const RAY_AXES = 11;
const RAY_SLOPES = 14;
const RAY_ROUNDING = 16;
/** By vertex of a leaf: where it is across a ray. */
const sidesX = new Float64Array(LEAF_VERTICES);
const sidesY = new Float64Array(LEAF_VERTICES);
/** By vertex of a leaf: beyond which sides of a box it is. */
const beyond = new Uint8Array(LEAF_VERTICES);
/** The nearest point of a triangle. */
const nearest = new Float64Array(8);
const point = new Float64Array(3);

/** Writes the triangles whose bounds meet a box (the least coordinates, then the largest), ascending. */
export function findTriangles(out: IndexList, tree: TriangleTree, box: Float64Array): void {
  const { order, boxes, links, leaves, corners, vertices } = tree;
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
      const leaf = LEAF_STRIDE * ~link;
      const first = leaves[leaf + LEAF_VERTEX];
      const vertexEnd = leaves[leaf + LEAF_STRIDE + LEAF_VERTEX];
      // A triangle misses the box where its corners are all beyond one side: each vertex is told by a bit a side.
      let beyondAll = -1;
      for (let vertex = first; vertex < vertexEnd; vertex++) {
        const x = vertices[3 * vertex];
        const y = vertices[3 * vertex + 1];
        const z = vertices[3 * vertex + 2];
        const sides =
          +(x > maxX) |
          (+(x < minX) << 1) |
          (+(y > maxY) << 2) |
          (+(y < minY) << 3) |
          (+(z > maxZ) << 4) |
          (+(z < minZ) << 5);
        beyond[vertex - first] = sides;
        beyondAll &= sides;
      }
      if (beyondAll !== 0) continue;
      const end = leaves[leaf + LEAF_STRIDE];
      const items = reserveIndices(out, end - leaves[leaf]);
      for (let place = leaves[leaf]; place < end; place++) {
        const packed = corners[place];
        const a = beyond[packed & CORNER_MASK];
        const b = beyond[(packed >> CORNER_BITS) & CORNER_MASK];
        const c = beyond[packed >> (2 * CORNER_BITS)];
        if ((a & b & c) === 0) items[out.count++] = order[place];
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
  if (walk.cast[CAST_IS_RAY] === 1) setRay(walk, tree);
  startAtRoot(walk, stackNeeded(tree));
}

/** Prepares a ray for the vertices of leaves, as `prepareRay` does: the axis of the longest side is its own. */
function setRay({ cast, query }: CastWalk, tree: TriangleTree): void {
  const sizeX = Math.abs(cast[CAST_DIRECTION]);
  const sizeY = Math.abs(cast[CAST_DIRECTION + 1]);
  const sizeZ = Math.abs(cast[CAST_DIRECTION + 2]);
  const axisZ = sizeX > sizeY ? (sizeX > sizeZ ? 0 : 2) : sizeY > sizeZ ? 1 : 2;
  const axisX = axisZ === 2 ? 0 : axisZ + 1;
  const axisY = axisX === 2 ? 0 : axisX + 1;
  query[RAY_AXES] = axisX;
  query[RAY_AXES + 1] = axisY;
  query[RAY_AXES + 2] = axisZ;
  query[RAY_SLOPES] = cast[CAST_DIRECTION + axisX] / cast[CAST_DIRECTION + axisZ];
  query[RAY_SLOPES + 1] = cast[CAST_DIRECTION + axisY] / cast[CAST_DIRECTION + axisZ];
  let magnitude = largestCoordinate(tree);
  for (let axis = 0; axis < 3; axis++) magnitude += Math.abs(cast[CAST_CENTER + axis]);
  query[RAY_ROUNDING] = RELATIVE_ROUNDING * magnitude;
}

/**
 * Goes on to the next leaf whose box the cast meets in time, writes its triangles to `items` and where its box is
 * entered to `itemKeys`, and returns how many; 0 at the end. Triangles that are not met may be among them, none that is
 * met is left out.
 */
export function nextTriangleCast(walk: CastWalk, tree: TriangleTree): number {
  const { query, keys, nodes: stack, near: sides } = walk;
  const { boxes, links } = tree;
  const last = query[WALK_LIMIT] * WALK_ROUNDING;
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
    if (!(key <= last)) continue;
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
      const leaveX = (boxes[box + farX] - fromFarX) * inverseX * WALK_ROUNDING;
      const leaveY = (boxes[box + farY] - fromFarY) * inverseY * WALK_ROUNDING;
      const leaveZ = (boxes[box + farZ] - fromFarZ) * inverseZ * WALK_ROUNDING;
      // No side is left after another one is entered, in one test: branches that boxes take as they please cost more
      // than comparisons. NaN, 0 times an infinite inverse, is no constraint.
      const misses =
        +(enterX > leaveY) |
        +(enterX > leaveZ) |
        +(enterY > leaveX) |
        +(enterY > leaveZ) |
        +(enterZ > leaveX) |
        +(enterZ > leaveY) |
        +(enterX > last) |
        +(enterY > last) |
        +(enterZ > last) |
        +(leaveX < 0) |
        +(leaveY < 0) |
        +(leaveZ < 0);
      if (misses !== 0) continue;
      const child = links[NODE_CHILDREN * link + i];
      if (child === NO_CHILD) continue;
      let enter = 0;
      if (enterX > enter) enter = enterX;
      if (enterY > enter) enter = enterY;
      if (enterZ > enter) enter = enterZ;
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
  if (cast[CAST_IS_RAY] === 1) return listRay(walk, tree, link, at);
  const { order } = tree;
  const end = leafEnd(tree, link);
  let count = 0;
  for (let place = leafFirst(tree, link); place < end; place++) {
    if (query[IS_THICK] === 1) {
      writeTriangle(tree, link, place);
      if (!isMet(walk)) continue;
    }
    items[count] = order[place];
    itemKeys[count++] = keys[at];
  }
  return count;
}

/**
 * Lists those that a ray may meet: in the coordinates of a prepared ray, in which it is a point, they hold that point.
 * What passes by a triangle by no more than rounding is listed, and left to the routine that casts rays at triangles.
 * NaN, which a ray without direction gives, is too.
 */
function listRay(walk: CastWalk, tree: TriangleTree, link: number, at: number): number {
  const { cast, query, items, itemKeys, keys } = walk;
  const { order, leaves, corners, vertices } = tree;
  const axisX = query[RAY_AXES] | 0;
  const axisY = query[RAY_AXES + 1] | 0;
  const axisZ = query[RAY_AXES + 2] | 0;
  const slopeX = query[RAY_SLOPES];
  const slopeY = query[RAY_SLOPES + 1];
  const rounding = query[RAY_ROUNDING];
  const fromX = cast[CAST_CENTER + axisX];
  const fromY = cast[CAST_CENTER + axisY];
  const fromZ = cast[CAST_CENTER + axisZ];
  const leaf = LEAF_STRIDE * ~link;
  const vertexEnd = 3 * leaves[leaf + LEAF_STRIDE + LEAF_VERTEX];
  // The leaf is missed where all of its vertices are on one side of the ray: a bit for each of four sides.
  let passed = 15;
  for (let vertex = 3 * leaves[leaf + LEAF_VERTEX], i = 0; vertex < vertexEnd; vertex += 3, i++) {
    const depth = vertices[vertex + axisZ] - fromZ;
    const x = vertices[vertex + axisX] - fromX - slopeX * depth;
    const y = vertices[vertex + axisY] - fromY - slopeY * depth;
    sidesX[i] = x;
    sidesY[i] = y;
    passed &= +(x > rounding) | (+(x < -rounding) << 1) | (+(y > rounding) << 2) | (+(y < -rounding) << 3);
  }
  if (passed !== 0) return 0;
  const end = leaves[leaf + LEAF_STRIDE];
  let count = 0;
  for (let place = leaves[leaf]; place < end; place++) {
    const packed = corners[place];
    const a = packed & CORNER_MASK;
    const b = (packed >> CORNER_BITS) & CORNER_MASK;
    const c = packed >> (2 * CORNER_BITS);
    const ax = sidesX[a];
    const ay = sidesY[a];
    const bx = sidesX[b];
    const by = sidesY[b];
    const cx = sidesX[c];
    const cy = sidesY[c];
    const u = cx * by - cy * bx;
    const v = ax * cy - ay * cx;
    const w = bx * ay - by * ax;
    const room = rounding * (Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by) + Math.abs(cx) + Math.abs(cy));
    if ((u > room || v > room || w > room) && (u < -room || v < -room || w < -room)) continue;
    items[count] = order[place];
    itemKeys[count++] = keys[at];
  }
  return count;
}

/** Writes the corners of the triangle at a place of the order, which is in the given leaf. */
function writeTriangle({ leaves, corners, vertices }: TriangleTree, link: number, place: number): void {
  const first = 3 * leaves[LEAF_STRIDE * ~link + LEAF_VERTEX];
  const packed = corners[place];
  for (let corner = 0; corner < 3; corner++) {
    const vertex = first + 3 * ((packed >> (CORNER_BITS * corner)) & CORNER_MASK);
    triangle[3 * corner] = vertices[vertex];
    triangle[3 * corner + 1] = vertices[vertex + 1];
    triangle[3 * corner + 2] = vertices[vertex + 2];
  }
}

/** Whether the cast meets the bounds of the triangle in `triangle`. */
function isMet(walk: CastWalk): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const a = triangle[axis];
    const b = triangle[3 + axis];
    const c = triangle[6 + axis];
    box[axis] = Math.min(a, b, c);
    box[3 + axis] = Math.max(a, b, c);
  }
  return meetsCast(walk, box);
}

/** Begins the walk around the point `query[CLOSEST_POINT …]`, up to the distance `query[WALK_LIMIT]`. */
export function startTriangleClosest(walk: OrderedWalk, tree: TriangleTree): void {
  const { query } = walk;
  walk.top = 0;
  if (!(query[WALK_LIMIT] >= 0) || tree.nodeCount === 0) return;
  let magnitude = largestCoordinate(tree);
  for (let axis = 0; axis < 3; axis++) magnitude += Math.abs(query[CLOSEST_POINT + axis]);
  query[PRODUCT_ROUNDING] = RELATIVE_ROUNDING * magnitude;
  startAtRoot(walk, stackNeeded(tree));
}

/** Share of a squared distance that leaves room for the rounding of the frame that it is measured in once more. */
const LISTED = 1 - 1e-9;
/** The factor that lets a length count which compares as larger by rounding and by the room of `LISTED`. */
const NEAR_ROUNDING = 1 + 2 ** -29;
/**
 * The nearest points of the triangles that are listed. One walk at a time lists: what is listed is not read in between.
 */
const listedPoints = new Float64Array(3 * 2 * LEAF_TRIANGLES);
/** By vertex of a leaf: how far away it is along a direction, times the length of that. */
const alongs = new Float64Array(LEAF_VERTICES);
/**
 * In `query`: what rounding makes of the product of a vector to a vertex and another vector, as a share of the length
 * of the latter.
 */
const PRODUCT_ROUNDING = CLOSEST_POINT + 3;

/**
 * Adds the triangles of a leaf that are near enough to the list, the nearest first, each with somewhat less than the
 * square of its distance as its key, and lowers the limit of the walk to the distance of the nearest one. Triangles
 * farther away than that limit are left out. Returns the new length of the list.
 *
 * Most triangles are left out by one direction, from the point to the middle of three vertices of the leaf: a triangle
 * is at least as far away as its nearest corner is along that direction. From farther off than a leaf is wide this is
 * tighter than the bounds of the triangle, and it takes one product a vertex.
 */
function listNear({ query, items, itemKeys }: OrderedWalk, tree: TriangleTree, link: number, listed: number): number {
  const { order, leaves, corners, vertices } = tree;
  const x = query[CLOSEST_POINT];
  const y = query[CLOSEST_POINT + 1];
  const z = query[CLOSEST_POINT + 2];
  const floor = query[CLOSEST_FLOOR];
  let distance = query[WALK_LIMIT];
  let limit = distance * distance * WALK_ROUNDING;
  const leaf = LEAF_STRIDE * ~link;
  const first = 3 * leaves[leaf + LEAF_VERTEX];
  const vertexEnd = 3 * leaves[leaf + LEAF_STRIDE + LEAF_VERTEX];
  const middle = first + 3 * (((vertexEnd - first) / 6) | 0);
  const wayX = (vertices[first] + vertices[middle] + vertices[vertexEnd - 3]) / 3 - x;
  const wayY = (vertices[first + 1] + vertices[middle + 1] + vertices[vertexEnd - 2]) / 3 - y;
  const wayZ = (vertices[first + 2] + vertices[middle + 2] + vertices[vertexEnd - 1]) / 3 - z;
  const length = Math.sqrt(wayX * wayX + wayY * wayY + wayZ * wayZ) * NEAR_ROUNDING;
  const rounding = query[PRODUCT_ROUNDING] * length;
  let least = distance * length + rounding;
  // A bit each vertex that may be near enough. NaN, 0 times an unlimited distance, tells none apart.
  let near = 0;
  for (let at = first, i = 0; at < vertexEnd; at += 3, i++) {
    const along = wayX * (vertices[at] - x) + wayY * (vertices[at + 1] - y) + wayZ * (vertices[at + 2] - z);
    alongs[i] = along;
    near |= +!(along > least) << i;
  }
  if (near === 0) return listed;
  const end = leaves[leaf + LEAF_STRIDE];
  let count = listed;
  point[0] = x;
  point[1] = y;
  point[2] = z;
  for (let place = leaves[leaf]; place < end; place++) {
    const packed = corners[place];
    const a = packed & CORNER_MASK;
    const b = (packed >> CORNER_BITS) & CORNER_MASK;
    const c = packed >> (2 * CORNER_BITS);
    if (alongs[a] > least && alongs[b] > least && alongs[c] > least) continue;
    for (let axis = 0; axis < 3; axis++) {
      triangle[axis] = vertices[first + 3 * a + axis];
      triangle[3 + axis] = vertices[first + 3 * b + axis];
      triangle[6 + axis] = vertices[first + 3 * c + axis];
    }
    measurePointTriangle(nearest, 0, point, 0, triangle, 0);
    const key = LISTED * nearest[CLOSEST_SQUARED];
    if (!(key <= limit)) continue;
    const reached = Math.max(Math.sqrt(nearest[CLOSEST_SQUARED]), floor) * NEAR_ROUNDING;
    if (reached < distance) {
      distance = reached;
      limit = distance * distance * WALK_ROUNDING;
      least = distance * length + rounding;
      while (count > 0 && itemKeys[count - 1] > limit) count--;
    }
    let at = count;
    while (at > 0 && itemKeys[at - 1] > key) at--;
    // At a corner or an edge that triangles share, the one with the lowest number speaks for all of them.
    if (at > 0 && itemKeys[at - 1] === key && isSamePoint(at - 1)) {
      if (order[place] < items[at - 1]) items[at - 1] = order[place];
      continue;
    }
    for (let i = count++; i > at; i--) {
      itemKeys[i] = itemKeys[i - 1];
      items[i] = items[i - 1];
      for (let axis = 0; axis < 3; axis++) listedPoints[3 * i + axis] = listedPoints[3 * i - 3 + axis];
    }
    itemKeys[at] = key;
    items[at] = order[place];
    for (let axis = 0; axis < 3; axis++) listedPoints[3 * at + axis] = nearest[axis];
  }
  query[WALK_LIMIT] = distance;
  return count;
}

/** Whether the nearest point that has been measured is that of triangle number i of the list. */
function isSamePoint(i: number): boolean {
  for (let axis = 0; axis < 3; axis++) if (listedPoints[3 * i + axis] !== nearest[axis]) return false;
  return true;
}

/**
 * Goes on to the triangles that may be the nearest ones, writes them to `items` and somewhat less than the squares of
 * their distances to `itemKeys`, and returns how many; 0 at the end. The walk measures triangles and lowers its limit
 * itself, so that it mostly stops once, with the few triangles that rounding, or a feature that they share, lets
 * compete.
 *
 * The nearest child of a node comes next, and the others are put off, in a heap with the nearest box at its root: where
 * boxes overlap around the point, a stack leads to a leaf that is far away, and then to hundreds that are nearer than
 * that. Its keys are four times the squares of distances, which takes no branch to reckon: t + |t| is twice the larger
 * one of t and 0.
 */
export function nextTriangleClosest(walk: OrderedWalk, tree: TriangleTree): number {
  const { query } = walk;
  const { boxes, links } = tree;
  const x = query[CLOSEST_POINT];
  const y = query[CLOSEST_POINT + 1];
  const z = query[CLOSEST_POINT + 2];
  let distance = query[WALK_LIMIT];
  let limit = 4 * (distance * distance * WALK_ROUNDING);
  let count = 0;
  while (walk.top > 0 && walk.keys[0] <= limit) {
    let link = walk.nodes[0];
    takeRoot(walk);
    let isNode = link >= 0;
    while (isNode) {
      reserveLevels(walk, walk.top + NODE_CHILDREN);
      const { keys, nodes: heap } = walk;
      const at = NODE_STRIDE * link;
      const children = NODE_CHILDREN * link;
      let nearest = Infinity;
      let next = NO_CHILD;
      for (let i = 0; i < NODE_CHILDREN; i++) {
        const box = at + i;
        const lowX = boxes[box] - x;
        const lowY = boxes[box + NODE_CHILDREN] - y;
        const lowZ = boxes[box + 2 * NODE_CHILDREN] - z;
        const highX = x - boxes[box + NODE_MAX];
        const highY = y - boxes[box + NODE_MAX + NODE_CHILDREN];
        const highZ = z - boxes[box + NODE_MAX + 2 * NODE_CHILDREN];
        const offX = lowX + Math.abs(lowX) + (highX + Math.abs(highX));
        const offY = lowY + Math.abs(lowY) + (highY + Math.abs(highY));
        const offZ = lowZ + Math.abs(lowZ) + (highZ + Math.abs(highZ));
        let key = offX * offX + offY * offY + offZ * offZ;
        let child = links[children + i];
        if (!(key <= limit) || child === NO_CHILD) continue;
        if (next === NO_CHILD || key < nearest) {
          const farther = nearest;
          const other = next;
          nearest = key;
          next = child;
          if (other === NO_CHILD) continue;
          key = farther;
          child = other;
        }
        let place = walk.top++;
        while (place > 0) {
          const parent = (place - 1) >> 1;
          if (keys[parent] <= key) break;
          keys[place] = keys[parent];
          heap[place] = heap[parent];
          place = parent;
        }
        keys[place] = key;
        heap[place] = child;
      }
      link = next;
      isNode = link > NO_CHILD;
    }
    if (link < NO_CHILD) {
      count = listNear(walk, tree, link, count);
      // The list has room for one more leaf.
      if (count > LEAF_TRIANGLES) return count;
      distance = query[WALK_LIMIT];
      limit = 4 * (distance * distance * WALK_ROUNDING);
    }
  }
  walk.top = 0;
  return count;
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
