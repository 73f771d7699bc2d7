import type { NumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import type { MeshTree } from './mesh-tree.ts';

/**
 * How far volumes are grown in a query, in units of EPSILON times the largest coordinate involved. The arithmetic on a
 * node is off by a few EPSILON of that, and so is the test of a triangle in it; with volumes grown by more than both,
 * no kind of tree can lose a triangle that its own test accepts, and all kinds answer alike.
 */
const SLACK_ROUNDING = 32;

/**
 * Returns the length by which to grow the volumes of `tree` in a query that involves coordinates up to `magnitude`
 * besides the tree's own.
 */
export function querySlack(tree: MeshTree, magnitude: number): number {
  return SLACK_ROUNDING * EPSILON * (magnitude + rootMagnitude(tree)) + Number.MIN_VALUE;
}

/** Returns the largest absolute value of `count` numbers. */
export function largestMagnitude(values: NumberArray, offset: number, count: number): number {
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, Math.abs(values[offset + i]));
  return largest;
}

/** Returns a bound on the absolute coordinates of the root's volume. */
export function rootMagnitude(tree: MeshTree): number {
  const bounds = tree.bounds;
  if (tree.kind === 'aabb') return largestMagnitude(bounds, 0, 6);
  if (tree.kind === 'sphere') return largestMagnitude(bounds, 0, 3) + bounds[3];
  return largestMagnitude(bounds, 0, 3) + bounds[3] + bounds[4] + bounds[5];
}
