import { colliderSpec } from '../../components/3d/collider.ts';
import { refuseAngles, transformSpec } from '../../components/3d/transform.ts';
import { explainInvalid } from '../../src/3d/bounds/explain-invalid.ts';
import { boundsKernels } from '../../src/3d/broad-phase/bounds-kernels.ts';
import { boxHierarchy } from '../../src/3d/bvh/box-hierarchy.ts';
import type { ColliderSet } from '../../src/3d/collider-set.ts';
import { computeBounds } from '../../src/3d/compute-bounds.ts';
import { BODY_STRIDE } from '../../src/3d/geometry/body-pose.ts';
import { CONTACT_MAX_POINTS } from '../../src/3d/geometry/contact/contact-layout.ts';
import { narrowPhase } from '../../src/3d/narrow-phase/narrow-phase.ts';
import { shapeTables } from '../../src/3d/shapes/shape-tables.ts';
import type { Dimension } from '../core/dimension.ts';
import { ContactView } from './contact-view.ts';

/** Space, as the engine that serves both dimensions is given it. */
export const space: Dimension<ColliderSet> = {
  axes: 3,
  poseStride: BODY_STRIDE,
  maxPoints: CONTACT_MAX_POINTS,
  transformSpec,
  checkTransform: refuseAngles,
  colliderSpec,
  positionColumns: ['x', 'y', 'z'],
  hierarchy: boxHierarchy,
  hierarchyNames: 'boxHierarchy or sphereHierarchy',
  kernels: boundsKernels,
  shapes: shapeTables,
  computeBounds,
  explainInvalid,
  collide: narrowPhase.run,
  makeView: (tracking) => new ContactView(tracking),
};
