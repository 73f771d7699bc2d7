/** Whether two shapes have a point in common. */
export { overlapsCapsuleAabb, overlapsCapsuleObb } from './overlaps-capsule-box.ts';
export { overlapsCapsuleCapsule, overlapsSegmentCapsule } from './overlaps-capsule-capsule.ts';
export { overlapsCapsuleCone, overlapsCapsuleCylinder } from './overlaps-capsule-cylinder.ts';
export { containsCapsuleHalfSpace, overlapsCapsuleHalfSpace, overlapsCapsulePlane } from './overlaps-capsule-plane.ts';
export { overlapsCapsuleTriangle } from './overlaps-capsule-triangle.ts';
export {
  overlapsConeAabb,
  overlapsConeCone,
  overlapsConeObb,
  overlapsCylinderAabb,
  overlapsCylinderCone,
  overlapsCylinderCylinder,
  overlapsCylinderObb,
} from './overlaps-cylinder-cone.ts';
export {
  containsCylinderHalfSpace,
  overlapsCylinderHalfSpace,
  overlapsCylinderPlane,
} from './overlaps-cylinder-plane.ts';
export { overlapsSegmentCone, overlapsSegmentCylinder } from './overlaps-segment-cylinder.ts';
export { overlapsSphereCapsule, overlapsSphereCone, overlapsSphereCylinder } from './overlaps-sphere-round.ts';
