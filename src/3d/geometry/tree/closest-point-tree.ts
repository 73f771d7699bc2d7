import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { closestPointTriangle, distanceSquaredPointTriangle } from '../closest/closest-point-triangle.ts';
import { AABB_STRIDE, CORNER_STRIDE, type MeshTree } from './mesh-tree.ts';
import { largestMagnitude, querySlack } from './query-slack.ts';
import { distanceSquaredVolume } from './volume-distance.ts';

/** How many numbers a closest point on a tree takes: point 3, barycentric weights 3, triangle 1. */
export const MESH_TREE_POINT_STRIDE = 7;

/** The current query: the point, then the least squared distance so far and its place in leaf order and triangle. */
const search = new Float64Array(7);
const SEARCH_SQUARED = 3;
const SEARCH_PLACE = 4;
const SEARCH_TRIANGLE = 5;
const SEARCH_SLACK = 6;

const closest = new Float64Array(7);

/**
 * Finds the point of a mesh tree's triangles that is closest to a point. Returns the squared distance and writes
 * `MESH_TREE_POINT_STRIDE` numbers: the closest point 3, its barycentric weights 3 (sum 1), index of the mesh's
 * triangle. When nothing lies within `maxDistance` (touching counts), or for NaN, it returns Infinity and writes
 * nothing.
 *
 * Of triangles at the same distance, the one of lowest index is reported.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5 and 6.
 */
export function closestPointMeshTree(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  tree: MeshTree,
  maxDistance = Infinity,
): number {
  for (let axis = 0; axis < 3; axis++) search[axis] = point[pointOffset + axis];
  const slack = querySlack(tree, largestMagnitude(search, 0, 3));
  if (!(slack < Infinity && maxDistance >= 0)) return Infinity;
  // The limit is slightly larger than the square, so that rounding excludes nothing that the square root below accepts.
  search[SEARCH_SQUARED] = maxDistance * maxDistance * (1 + 4 * EPSILON);
  search[SEARCH_PLACE] = -1;
  search[SEARCH_TRIANGLE] = Infinity;
  search[SEARCH_SLACK] = slack;
  if (tree.kind === 'aabb') walkAabbs(tree, slack);
  else walkVolumes(tree, slack);
  if (search[SEARCH_PLACE] < 0) return Infinity;
  const at = search[SEARCH_PLACE] * CORNER_STRIDE;
  const squared = closestPointTriangle(closest, 0, search, 0, tree.corners, at);
  if (!(Math.sqrt(squared) <= maxDistance)) return Infinity;
  for (let k = 0; k < 6; k++) out[outOffset + k] = closest[k];
  out[outOffset + 6] = search[SEARCH_TRIANGLE];
  return squared;
}

/** Visits nodes nearest first and leaves out nodes farther away than the best. */
function walkVolumes(tree: MeshTree, slack: number): void {
  const links = tree.links;
  const { nodes, entries } = borrowStack(tree.depth + 2);
  let top = 1;
  nodes[0] = 0;
  entries[0] = distanceSquaredVolume(tree, 0, search, 0, slack);
  while (top > 0) {
    top--;
    if (entries[top] > search[SEARCH_SQUARED]) continue;
    const first = links[nodes[top] * LINK_STRIDE];
    const count = links[nodes[top] * LINK_STRIDE + 1];
    if (count > 0) {
      searchLeaf(tree, first, first + count);
      continue;
    }
    const left = distanceSquaredVolume(tree, first, search, 0, slack);
    const right = distanceSquaredVolume(tree, first + 1, search, 0, slack);
    const leftFirst = left <= right;
    nodes[top] = leftFirst ? first + 1 : first;
    entries[top++] = leftFirst ? right : left;
    nodes[top] = leftFirst ? first : first + 1;
    entries[top++] = leftFirst ? left : right;
  }
}

/** Walks a tree of boxes as the general walk does, with the distances written out in the loop. */
function walkAabbs(tree: MeshTree, slack: number): void {
  const links = tree.links;
  const bounds = tree.bounds;
  const { nodes, entries } = borrowStack(tree.depth + 2);
  const highX = search[0] + slack;
  const highY = search[1] + slack;
  const highZ = search[2] + slack;
  const lowX = search[0] - slack;
  const lowY = search[1] - slack;
  const lowZ = search[2] - slack;
  let best = search[SEARCH_SQUARED];
  let top = 0;
  let node = 0;
  for (;;) {
    const first = links[node * LINK_STRIDE];
    const count = links[node * LINK_STRIDE + 1];
    if (count > 0) {
      best = searchLeaf(tree, first, first + count);
    } else {
      const a = first * AABB_STRIDE;
      const b = a + AABB_STRIDE;
      const ax = Math.max(bounds[a] - highX, lowX - bounds[a + 3], 0);
      const ay = Math.max(bounds[a + 1] - highY, lowY - bounds[a + 4], 0);
      const az = Math.max(bounds[a + 2] - highZ, lowZ - bounds[a + 5], 0);
      const bx = Math.max(bounds[b] - highX, lowX - bounds[b + 3], 0);
      const by = Math.max(bounds[b + 1] - highY, lowY - bounds[b + 4], 0);
      const bz = Math.max(bounds[b + 2] - highZ, lowZ - bounds[b + 5], 0);
      const aSquared = ax * ax + ay * ay + az * az;
      const bSquared = bx * bx + by * by + bz * bz;
      const aFirst = aSquared <= bSquared;
      const nearSquared = aFirst ? aSquared : bSquared;
      const farSquared = aFirst ? bSquared : aSquared;
      if (nearSquared <= best) {
        if (farSquared <= best) {
          nodes[top] = aFirst ? first + 1 : first;
          entries[top++] = farSquared;
        }
        node = aFirst ? first : first + 1;
        continue;
      }
    }
    do {
      if (top === 0) return;
      top--;
    } while (entries[top] > best);
    node = nodes[top];
  }
}

/**
 * Returns the squared distance from the point of the query to the box of a triangle, grown by the slack: most triangles
 * of a leaf are farther than the best already by that, at a third of the cost of the distance itself.
 */
function distanceSquaredBox(corners: Float64Array, at: number): number {
  const slack = search[SEARCH_SLACK];
  let squared = 0;
  const ax = corners[at] - search[0];
  const bx = corners[at + 3] - search[0];
  const cx = corners[at + 6] - search[0];
  const x = Math.max(Math.min(ax, bx, cx), -Math.max(ax, bx, cx)) - slack;
  if (x > 0) squared = x * x;
  const ay = corners[at + 1] - search[1];
  const by = corners[at + 4] - search[1];
  const cy = corners[at + 7] - search[1];
  const y = Math.max(Math.min(ay, by, cy), -Math.max(ay, by, cy)) - slack;
  if (y > 0) squared += y * y;
  const az = corners[at + 2] - search[2];
  const bz = corners[at + 5] - search[2];
  const cz = corners[at + 8] - search[2];
  const z = Math.max(Math.min(az, bz, cz), -Math.max(az, bz, cz)) - slack;
  return z > 0 ? squared + z * z : squared;
}

/** Keeps the closest of the triangles first..end, the lowest index among equals; returns the least squared distance. */
function searchLeaf(tree: MeshTree, first: number, end: number): number {
  const corners = tree.corners;
  let best = search[SEARCH_SQUARED];
  for (let place = first; place < end; place++) {
    if (distanceSquaredBox(corners, place * CORNER_STRIDE) > best) continue;
    const squared = distanceSquaredPointTriangle(search, 0, corners, place * CORNER_STRIDE);
    if (!(squared <= best)) continue;
    const triangle = tree.triangles[place];
    if (squared === best && triangle > search[SEARCH_TRIANGLE]) continue;
    best = squared;
    search[SEARCH_SQUARED] = squared;
    search[SEARCH_PLACE] = place;
    search[SEARCH_TRIANGLE] = triangle;
  }
  return best;
}
