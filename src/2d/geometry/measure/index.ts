/** Measures of shapes: bounds, area, centroid; the bounding circle and the plane of points; the inverse of a pose. */
export {
  areaAabb,
  areaCapsule,
  areaCircle,
  areaConvex,
  areaObb,
  areaPolygon,
  areaTriangle,
  signedAreaPolygon,
} from './area.ts';
export { computeBoundingCircle } from './bounding-circle.ts';
export { computeCentroidConvex, computeCentroidPolygon, computeCentroidTriangle } from './centroid.ts';
export {
  computeAabbCapsule,
  computeAabbCircle,
  computeAabbConvex,
  computeAabbObb,
  computeAabbPoints,
  computeAabbTriangle,
} from './compute-aabb.ts';
export { invertPose } from './invert-pose.ts';
export * from './orientation.ts';
export { planeFromPoints } from './plane-from-points.ts';
