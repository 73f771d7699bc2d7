import { CAST_CENTER, CAST_DIRECTION, CAST_IS_RAY, type CastWalk } from '../../../core/bvh/cast-walk.ts';
import { startAtRoot, WALK_LIMIT, WALK_ROUNDING } from '../../../core/bvh/ordered-walk.ts';
import { FROM_FAR, FROM_NEAR, INVERSE, IS_THICK, meetsCast, setCast } from './cast-setup.ts';
import {
  CORNER_BITS,
  CORNER_MASK,
  LEAF_STRIDE,
  LEAF_VERTEX,
  LEAF_VERTICES,
  leafEnd,
  leafFirst,
  NO_CHILD,
  NODE_CHILDREN,
  NODE_MAX,
  NODE_STRIDE,
  roundingAround,
  stackNeeded,
  type TriangleTree,
} from './triangle-tree.ts';

/*
 * How casts find triangles, in the frame of the mesh. As in the hierarchies of colliders, a walk stops whenever it has
 * found a leaf, and keeps where it is on a stack of its own: of links, each with how far away its box is.
 */

const triangle = new Float64Array(9);
const box = new Float64Array(6);
/*
 * In `query`, where a ray is cast at a mesh: the axes of a prepared ray, of which the third one is its own, how far it
 * goes along the other two a unit along its own, and the rounding error of places across it.
 */
const RAY_AXES = 11;
const RAY_SLOPES = 14;
const RAY_ROUNDING = 16;
/** By vertex of a leaf: its two coordinates across a ray. */
const sidesX = new Float64Array(LEAF_VERTICES);
const sidesY = new Float64Array(LEAF_VERTICES);

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
  query[RAY_ROUNDING] = roundingAround(tree, cast, CAST_CENTER);
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
      // No side is left after another one is entered, in one test: branches that cannot be predicted cost more than
      // comparisons. NaN, 0 times an infinite inverse, is no constraint.
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
 * Lists the triangles of a leaf that a ray may meet: those that contain the ray's point in the coordinates of a
 * prepared ray. A triangle that the ray passes by no more than rounding is listed too, and left to the routine that
 * casts rays at triangles. So is one whose numbers are NaN, as for a ray without direction.
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

/** Returns whether the cast meets the bounds of the triangle in `triangle`. */
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
