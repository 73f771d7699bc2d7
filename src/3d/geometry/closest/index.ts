/** Closest points, distances, and whether a point lies in a shape. */
export { closestPointCapsule, containsPointCapsule, distanceSquaredPointCapsule } from './closest-point-capsule.ts';
export { closestPointCone, containsPointCone, distanceSquaredPointCone } from './closest-point-cone.ts';
export { closestPointCylinder, containsPointCylinder, distanceSquaredPointCylinder } from './closest-point-cylinder.ts';
export {
  closestPointRoundedHull,
  containsPointRoundedHull,
  distanceSquaredPointRoundedHull,
} from './closest-point-rounded-hull.ts';
export { closestPointSphere, containsPointSphere, distanceSquaredPointSphere } from './closest-point-sphere.ts';
export { closestPointsRaySegment, distanceSquaredRaySegment } from './closest-points-ray-segment.ts';
export { distanceSquaredSegmentAabb, distanceSquaredSegmentObb } from './distance-squared-segment-box.ts';
