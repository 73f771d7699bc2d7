import { CLOSEST_FLOOR, CLOSEST_POINT } from '../../../core/bvh/closest-walk.ts';
import {
  type OrderedWalk,
  reserveLevels,
  startAtRoot,
  WALK_LIMIT,
  WALK_ROUNDING,
} from '../../../core/bvh/ordered-walk.ts';
import { CLOSEST_SQUARED, measurePointTriangle } from '../closest/closest-point-triangle.ts';
import {
  CORNER_BITS,
  CORNER_MASK,
  LEAF_STRIDE,
  LEAF_TRIANGLES,
  LEAF_VERTEX,
  LEAF_VERTICES,
  NO_CHILD,
  NODE_CHILDREN,
  NODE_MAX,
  NODE_STRIDE,
  roundingAround,
  stackNeeded,
  type TriangleTree,
} from './triangle-tree.ts';

/*
 * How queries find the triangles nearest to a point, in the frame of the mesh. The walk stops when it has a list of
 * triangles that may be the nearest.
 */

/** The corners of the current triangle, and its nearest point. */
const triangle = new Float64Array(9);
const nearest = new Float64Array(8);
/** The point of the query. */
const point = new Float64Array(3);

/** Begins the walk around the point `query[CLOSEST_POINT …]`, up to the distance `query[WALK_LIMIT]`. */
export function startTriangleClosest(walk: OrderedWalk, tree: TriangleTree): void {
  const { query } = walk;
  walk.top = 0;
  if (!(query[WALK_LIMIT] >= 0) || tree.nodeCount === 0) return;
  query[PRODUCT_ROUNDING] = roundingAround(tree, query, CLOSEST_POINT);
  startAtRoot(walk, stackNeeded(tree));
}

/**
 * The factor by which listed squared distances are lowered: room for the rounding of a second measurement in another
 * frame.
 */
const LISTED = 1 - 1e-9;
/** The factor by which the limit of a length is raised: room for rounding and for `LISTED`. */
const NEAR_ROUNDING = 1 + 2 ** -29;
/**
 * The nearest points of the triangles that are listed. The list is read before another walk fills it.
 */
const listedPoints = new Float64Array(3 * 2 * LEAF_TRIANGLES);
/** By vertex of a leaf: its distance along a direction, times the length of this direction. */
const alongs = new Float64Array(LEAF_VERTICES);
/**
 * In `query`: the rounding error of the product of a vector to a vertex and another vector, as a share of the length
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
  // One bit for each vertex that may be near enough. An unlimited distance times 0 gives NaN, which rules out no
  // vertex.
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
    // At a corner or an edge that triangles share, only the triangle with the lowest number is listed.
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

/** Returns whether the nearest point that has been measured is that of triangle number i of the list. */
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
 * that. Its keys are four times the squares of distances, which are computed without a branch: t + |t| is twice the
 * larger one of t and 0.
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

/** Takes the nearest box that was put off out of the heap. */
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
