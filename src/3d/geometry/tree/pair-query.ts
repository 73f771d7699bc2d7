import type { NumberArray } from '../../../core/number-array.ts';
import { forgetMovedLeaf } from './leaf-pairs.ts';
import type { MeshTree } from './mesh-tree.ts';
import { largestMagnitude, querySlack, rootMagnitude } from './query-slack.ts';
import { TRANSFORM_STRIDE, writeTransform } from './tree-transform.ts';

/** The transform of the current query, from the second tree's frame to the first's. One query runs at a time. */
export const pairTransform: Float64Array = new Float64Array(TRANSFORM_STRIDE);

/** Three extents, each off by the deviation of the axes, on either side. */
const DEVIATION_REACH = 6;

/**
 * Reads the pose and returns by how much to grow volumes in the query: for rounding, and for the deviation of the axes
 * from those of a rotation.
 */
export function beginPairQuery(treeA: MeshTree, treeB: MeshTree, pose: NumberArray, poseOffset: number): number {
  const deviation = writeTransform(pairTransform, pose, poseOffset);
  forgetMovedLeaf();
  return (
    querySlack(treeA, largestMagnitude(pairTransform, 9, 3)) +
    querySlack(treeB, 0) +
    DEVIATION_REACH * deviation * (rootMagnitude(treeA) + rootMagnitude(treeB))
  );
}
