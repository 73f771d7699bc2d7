import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { closestPointTriangle, distanceSquaredPointTriangle } from '../closest-point-triangle.ts';
import { CORNER_STRIDE, LINK_STRIDE, type MeshTree } from './mesh-tree.ts';
import { largestMagnitude, querySlack } from './query-slack.ts';
import { borrowStack } from './traversal-stack.ts';
import { distanceSquaredVolume } from './volume-distance.ts';

/** Numbers a record takes: closest point 3, barycentric weights 3, triangle 1, squared distance 1. */
export const NEAREST_STRIDE = 8;

const query = new Float64Array(3);
const closest = new Float64Array(7);
/** The best so far, ascending by squared distance and then triangle. */
let squares = new Float64Array(16);
let places = new Uint32Array(16);
let found = 0;

/**
 * Finds the `count` triangles of a mesh tree nearest to a point, by ascending distance and then index. Returns how many
 * there are (fewer when the mesh, or what lies within `maxDistance`, runs out; 0 for NaN) and writes NEAREST_STRIDE numbers
 * for each: closest point 3, barycentric weights 3, index of the mesh's triangle, squared distance.
 *
 * Throws `out-of-range` when count is no whole number from 1, or `out` is a typed array too short for that many.
 */
export function kNearestTree(
  out: WritableNumberArray,
  outOffset: number,
  tree: MeshTree,
  point: NumberArray,
  pointOffset: number,
  count: number,
  maxDistance = Infinity,
): number {
  const wanted = Math.min(count, tree.triangleCount);
  requireRoom(out, outOffset, count, wanted);
  for (let axis = 0; axis < 3; axis++) query[axis] = point[pointOffset + axis];
  const slack = querySlack(tree, largestMagnitude(query, 0, 3));
  if (!(slack < Infinity && maxDistance >= 0)) return 0;
  search(tree, wanted, maxDistance, slack);
  for (let i = 0; i < found; i++) {
    const write = outOffset + i * NEAREST_STRIDE;
    const squared = closestPointTriangle(closest, 0, query, 0, tree.corners, places[i] * CORNER_STRIDE);
    for (let k = 0; k < 6; k++) out[write + k] = closest[k];
    out[write + 6] = tree.triangles[places[i]];
    out[write + 7] = squared;
  }
  return found;
}

function requireRoom(out: WritableNumberArray, outOffset: number, count: number, wanted: number): void {
  if (!(count >= 1 && Math.floor(count) === count)) {
    throw new CollisionError('out-of-range', `count must be a whole number from 1, got ${count}`);
  }
  const needed = outOffset + wanted * NEAREST_STRIDE;
  if (!Array.isArray(out) && out.length < needed) {
    throw new CollisionError('out-of-range', `out must hold ${needed} numbers, its length is ${out.length}`);
  }
  if (squares.length < wanted) {
    squares = new Float64Array(wanted);
    places = new Uint32Array(wanted);
  }
}

function search(tree: MeshTree, wanted: number, maxDistance: number, slack: number): void {
  const links = tree.links;
  const { nodes, entries } = borrowStack(tree.depth + 2);
  // A touch beyond the square, so that what the square root below accepts is not cut off before.
  let limit = maxDistance * maxDistance * (1 + 4 * EPSILON);
  let top = 1;
  found = 0;
  nodes[0] = 0;
  entries[0] = distanceSquaredVolume(tree, 0, query, 0, slack);
  while (top > 0) {
    top--;
    if (entries[top] > limit) continue;
    const first = links[nodes[top] * LINK_STRIDE];
    const count = links[nodes[top] * LINK_STRIDE + 1];
    for (let place = first; place < first + count; place++) {
      const squared = distanceSquaredPointTriangle(query, 0, tree.corners, place * CORNER_STRIDE);
      if (squared <= limit && Math.sqrt(squared) <= maxDistance) keep(tree, place, squared, wanted);
      if (found === wanted) limit = squares[found - 1];
    }
    if (count > 0) continue;
    const left = distanceSquaredVolume(tree, first, query, 0, slack);
    const right = distanceSquaredVolume(tree, first + 1, query, 0, slack);
    const leftFirst = left <= right;
    nodes[top] = leftFirst ? first + 1 : first;
    entries[top++] = leftFirst ? right : left;
    nodes[top] = leftFirst ? first : first + 1;
    entries[top++] = leftFirst ? left : right;
  }
}

/** Inserts a triangle where it belongs; the last one falls off when there are `wanted` already. */
function keep(tree: MeshTree, place: number, squared: number, wanted: number): void {
  const triangle = tree.triangles[place];
  let gap = found;
  while (gap > 0) {
    const before = squares[gap - 1];
    if (before < squared || (before === squared && tree.triangles[places[gap - 1]] < triangle)) break;
    gap--;
  }
  if (gap >= wanted) return;
  if (found < wanted) found++;
  squares.copyWithin(gap + 1, gap, found - 1);
  places.copyWithin(gap + 1, gap, found - 1);
  squares[gap] = squared;
  places[gap] = place;
}
