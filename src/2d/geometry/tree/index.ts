export {
  buildAabbTree,
  buildObbTree,
  buildSphereTree,
  type SegmentTreeOptions,
  segmentsFromChain,
} from './build-segment-tree.ts';
export { castRayTree, castRayTreeAll, castRayTreeAny } from './cast-ray-tree.ts';
export { closestPointTree, kNearestTree } from './closest-point-tree.ts';
export { overlapTreeAabb, overlapTreeCircle, overlapTreePoint } from './overlap-tree.ts';
export { overlapTreeTree, overlapTreeTreeAny, overlapTreeTreeFirst } from './overlap-tree-tree.ts';
export { createSegmentHits, type SegmentHits } from './segment-hits.ts';
export type { SegmentTree, SegmentTreeKind } from './segment-tree.ts';
export { validateTree } from './validate-tree.ts';
