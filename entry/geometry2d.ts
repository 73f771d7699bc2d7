/** `bitecs-collision/geometry2d`: geometric routines in the plane. Layouts and rules: docs/geometry-conventions.md. */
export * from '../src/2d/bvh/index.ts';
export * from '../src/2d/geometry/closest/index.ts';
export * from '../src/2d/geometry/contact/index.ts';
export * from '../src/2d/geometry/convex/index.ts';
export * from '../src/2d/geometry/measure/index.ts';
export * from '../src/2d/geometry/overlap/index.ts';
export * from '../src/2d/geometry/partition/index.ts';
export * from '../src/2d/geometry/ray/index.ts';
export * from '../src/2d/geometry/sweep/index.ts';
export * from '../src/2d/geometry/tree/index.ts';
export { CollisionError, type CollisionErrorCode } from '../src/core/errors.ts';
export { createIndexList, type IndexList } from '../src/core/index-list.ts';
export type { NumberArray, WritableNumberArray } from '../src/core/number-array.ts';
export { createPairList, type PairList } from '../src/core/pair-list.ts';
