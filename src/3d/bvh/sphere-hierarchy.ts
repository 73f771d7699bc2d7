import type { HierarchyKind } from '../../core/bvh/bvh.ts';
import { makeSphereHierarchy } from '../../core/bvh/sphere-hierarchy.ts';

/** A hierarchy of bounding spheres: finds the same pairs as one of boxes. */
export const sphereHierarchy: HierarchyKind = /* @__PURE__ */ makeSphereHierarchy(3);
