/** Closest points, distances, and whether a point lies in a shape. */
export { closestPointCapsule, containsPointCapsule, distanceSquaredPointCapsule } from './closest-point-capsule.ts';
export { closestPointCircle, containsPointCircle, distanceSquaredPointCircle } from './closest-point-circle.ts';
export { closestPointPiece, containsPointPiece, distanceSquaredPointPiece } from './closest-point-piece.ts';
export { distanceSquaredSegmentAabb, distanceSquaredSegmentObb } from './distance-segment-box.ts';
