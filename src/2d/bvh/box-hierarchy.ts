import { makeBoxHierarchy } from '../../core/bvh/box-hierarchy.ts';
import type { HierarchyKind } from '../../core/bvh/bvh.ts';
import { findSelfPairsBoxes } from './find-self-pairs-boxes.ts';

/** A hierarchy of axis-aligned boxes: the faster kind, and the default of a world. */
export const boxHierarchy: HierarchyKind = /* @__PURE__ */ makeBoxHierarchy(2, findSelfPairsBoxes);
