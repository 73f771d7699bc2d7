import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { LINK_STRIDE } from '../../../core/tree/topology.ts';
import { borrowStack } from '../../../core/tree/traversal-stack.ts';
import { closestPointTriangle, distanceSquaredPointTriangle } from '../closest/closest-point-triangle.ts';
import { CORNER_STRIDE, type MeshTree } from './mesh-tree.ts';
import { largestMagnitude, querySlack } from './query-slack.ts';
import { reserveHits, TRIANGLE_HIT_STRIDE, type TriangleHits } from './triangle-hits.ts';
import { distanceSquaredVolume } from './volume-distance.ts';

const query = new Float64Array(3);
const closest = new Float64Array(7);
/** The best so far, ascending by squared distance and then triangle. */
let squares = new Float64Array(16);
let places = new Uint32Array(16);
let found = 0;

/**
 * Finds the `k` triangles of a mesh tree nearest to a point (fewer when the mesh, or its part within `maxDistance`,
 * runs out): fills `hits` (cleared first) with triangles and squared distances, nearest first, equal distances by
 * triangle index, and in `details` each closest point, the unit vector from there to the query's point (zero on the
 * mesh) and the weights. Returns how many there are, 0 for NaN.
 *
 * Throws CollisionError `invalid-number` when k is no whole number from 0.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5 and 6.
 */
export function findNearestMeshTree(
  hits: TriangleHits,
  point: NumberArray,
  pointOffset: number,
  k: number,
  tree: MeshTree,
  maxDistance = Infinity,
): number {
  if (!(k >= 0 && Math.floor(k) === k)) {
    throw new CollisionError('invalid-number', `k must be a whole number from 0, got ${k}`);
  }
  hits.count = 0;
  const wanted = Math.min(k, tree.triangleCount);
  for (let axis = 0; axis < 3; axis++) query[axis] = point[pointOffset + axis];
  const slack = querySlack(tree, largestMagnitude(query, 0, 3));
  if (!(slack < Infinity && maxDistance >= 0) || wanted === 0) return 0;
  if (squares.length < wanted) {
    squares = new Float64Array(wanted);
    places = new Uint32Array(wanted);
  }
  search(tree, wanted, maxDistance, slack);
  reserveHits(hits, found);
  for (let i = 0; i < found; i++) writeNearest(hits, tree, i);
  hits.count = found;
  return found;
}

function writeNearest(hits: TriangleHits, tree: MeshTree, i: number): void {
  const squared = closestPointTriangle(closest, 0, query, 0, tree.corners, places[i] * CORNER_STRIDE);
  const distance = Math.sqrt(squared);
  const at = i * TRIANGLE_HIT_STRIDE;
  hits.triangles[i] = tree.triangles[places[i]];
  hits.values[i] = squared;
  for (let axis = 0; axis < 3; axis++) {
    hits.details[at + axis] = closest[axis];
    hits.details[at + 3 + axis] = distance > 0 ? (query[axis] - closest[axis]) / distance : 0;
    hits.details[at + 6 + axis] = closest[3 + axis];
  }
}

function search(tree: MeshTree, wanted: number, maxDistance: number, slack: number): void {
  const links = tree.links;
  const { nodes, entries } = borrowStack(tree.depth + 2);
  // The limit is slightly larger than the square, so that rounding excludes nothing that the square root below accepts.
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
