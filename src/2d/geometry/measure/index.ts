/** What shapes measure: bounds, area, centroid; the bounding circle and the plane of points; the inverse of a pose. */
export {
  areaAabb,
  areaCapsule,
  areaCircle,
  areaObb,
  areaPiece,
  areaPolygon,
  areaTriangle,
  signedAreaPolygon,
} from './area.ts';
export { computeBoundingCircle } from './bounding-circle.ts';
export { computeCentroidPiece, computeCentroidPolygon, computeCentroidTriangle } from './centroid.ts';
export {
  computeAabbCapsule,
  computeAabbCircle,
  computeAabbObb,
  computeAabbPiece,
  computeAabbPoints,
  computeAabbTriangle,
} from './compute-aabb.ts';
export { invertPose } from './invert-pose.ts';
export * from './orientation.ts';
export { planeFromPoints } from './plane-from-points.ts';
