export {
  buildSegmentTree,
  refitSegmentTree,
  type SegmentTreeOptions,
  segmentsFromChain,
} from './build-segment-tree.ts';
export { castRaySegmentTree, castRaySegmentTreeAll, castRaySegmentTreeAny } from './cast-ray-segment-tree.ts';
export { closestPointSegmentTree, findNearestSegmentTree } from './closest-point-tree.ts';
export { findFirstSegmentTreePair, findSegmentTreePairs, overlapsSegmentTrees } from './find-tree-pairs.ts';
export { querySegmentTreeAabb, querySegmentTreeCircle, querySegmentTreePoint } from './query-tree.ts';
export { createSegmentHits, type SegmentHits } from './segment-hits.ts';
export type { SegmentTree, SegmentTreeConstruction, SegmentTreeKind } from './segment-tree.ts';
export { validateSegmentTree } from './validate-tree.ts';
