/** Whether two shapes have a point in common. */
export {
  overlapsCapsuleAabb,
  overlapsCapsuleCapsule,
  overlapsCapsuleObb,
  overlapsCircleCapsule,
  overlapsSegmentCapsule,
} from './overlaps-capsule.ts';
export { overlapsCapsulePolygon, overlapsCirclePolygon } from './overlaps-rounded-polygon.ts';
