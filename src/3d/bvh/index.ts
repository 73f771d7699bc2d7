export { buildBvh } from './build-bvh.ts';
export { type Bvh, type BvhKind, createBvh } from './bvh.ts';
export { type BvhStats, bvhStats, countSelfJoin, type SelfJoinCost } from './bvh-stats.ts';
export { type CastVisit, castAabbBvh, castRayBvh } from './cast-ray-bvh.ts';
export { type ClosestVisit, closestBvh } from './closest-bvh.ts';
export { findCrossPairs } from './find-cross-pairs.ts';
export { findSelfPairs } from './find-self-pairs.ts';
export { queryBvhAabb, queryBvhPoint } from './query-bvh.ts';
export { validateBvh } from './validate-bvh.ts';
