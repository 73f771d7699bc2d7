import { colliderSpec } from '../../components/2d/collider.ts';
import { transformSpec } from '../../components/2d/transform.ts';
import { explainInvalid } from '../../src/2d/bounds/explain-invalid.ts';
import { boundsKernels } from '../../src/2d/broad-phase/bounds-kernels.ts';
import { boxHierarchy } from '../../src/2d/bvh/box-hierarchy.ts';
import { type ColliderSet, POSE_STRIDE } from '../../src/2d/collider-set.ts';
import { computeBounds } from '../../src/2d/compute-bounds.ts';
import { CONTACT_MAX_POINTS } from '../../src/2d/geometry/contact/contact-layout.ts';
import { narrowPhase } from '../../src/2d/narrow-phase/narrow-phase.ts';
import { shapeTables } from '../../src/2d/shapes/shape-tables.ts';
import type { Dimension } from '../core/dimension.ts';
import { ContactView } from './contact-view.ts';

/** The plane, as the engine that serves both dimensions is given it. */
export const plane: Dimension<ColliderSet> = {
  axes: 2,
  poseStride: POSE_STRIDE,
  maxPoints: CONTACT_MAX_POINTS,
  transformSpec,
  colliderSpec,
  positionColumns: ['x', 'y'],
  hierarchy: boxHierarchy,
  hierarchyNames: 'boxHierarchy or sphereHierarchy',
  kernels: boundsKernels,
  shapes: shapeTables,
  computeBounds,
  explainInvalid,
  collide: narrowPhase.run,
  makeView: (tracking) => new ContactView(tracking),
};
