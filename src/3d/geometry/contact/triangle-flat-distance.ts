import { CLOSEST_SQUARED, measurePointTriangle } from '../closest/closest-point-triangle.ts';
import { findNearestFractions, nearestFractions } from '../closest/closest-points-segment-segment.ts';
import { bodyB, CORE_TRIANGLE, reaches } from '../convex/convex-body.ts';
import {
  AXIS_SEPARATION,
  bestAxis,
  deepestPoint,
  LIMIT,
  ON_TRIANGLE,
  triangleCorners,
  trianglePair,
} from './triangle-axis.ts';
import { bodySegment } from './triangle-flat-axis.ts';

/* The distance of a triangle from a segment or another triangle that it does not meet. */

/** A point and the one nearest to it, as measured last. */
const closest = new Float64Array(8);
/** The point of the triangle and that of the body that are nearest to each other so far, and their squared distance. */
const nearest = new Float64Array(7);
const NEAREST_SQUARED = 6;
const sideOfTriangle = new Float64Array(6);

/**
 * Makes the way between the nearest points of the triangle and of a segment or triangle apart the best axis. Returns
 * false when they are farther apart than the limit.
 */
export function findFlatDistance(): boolean {
  measureFlat();
  const limit = trianglePair[LIMIT];
  const wx = nearest[3] - nearest[0];
  const wy = nearest[4] - nearest[1];
  const wz = nearest[5] - nearest[2];
  const squared = wx * wx + wy * wy + wz * wz;
  if (!(squared <= limit * limit)) return false;
  const distance = Math.sqrt(squared);
  // The points of cores that almost touch are known to rounding alone: the axis that has parted them is more exact than
  // the way between them.
  if (distance > ON_TRIANGLE * reaches[0]) {
    bestAxis[0] = wx / distance;
    bestAxis[1] = wy / distance;
    bestAxis[2] = wz / distance;
  }
  for (let k = 0; k < 3; k++) deepestPoint[k] = nearest[k];
  bestAxis[AXIS_SEPARATION] = distance;
  return true;
}

/**
 * Writes the nearest points of the triangle and of a segment or triangle apart to `nearest`. They join two edges, or a
 * corner and a face: between an inner point of an edge or face and one of a face the way is perpendicular to both,
 * which are then parallel, and can be slid along each other until an edge or corner is reached.
 */
function measureFlat(): void {
  const isTriangle = bodyB.core.form === CORE_TRIANGLE;
  const own = isTriangle ? bodyB.corners : bodySegment;
  const ownCorners = isTriangle ? 9 : 6;
  nearest[NEAREST_SQUARED] = Infinity;
  for (let corner = 0; corner < ownCorners; corner += 3) {
    measurePointTriangle(closest, 0, own, corner, triangleCorners, 0);
    keepNearest(closest, 0, own, corner);
  }
  if (isTriangle) {
    for (let corner = 0; corner < 9; corner += 3) {
      measurePointTriangle(closest, 0, triangleCorners, corner, own, 0);
      keepNearest(triangleCorners, corner, closest, 0);
    }
  }
  for (let side = 0; side < 9; side += 3) {
    loadEdge(sideOfTriangle, triangleCorners, side);
    for (let edge = 0; edge < (isTriangle ? 9 : 3); edge += 3) {
      if (isTriangle) loadEdge(bodySegment, own, edge);
      findNearestFractions(sideOfTriangle, 0, bodySegment, 0);
      if (!(nearestFractions[2] < nearest[NEAREST_SQUARED])) continue;
      for (let k = 0; k < 3; k++) {
        closest[k] = sideOfTriangle[k] + nearestFractions[0] * (sideOfTriangle[3 + k] - sideOfTriangle[k]);
        closest[3 + k] = bodySegment[k] + nearestFractions[1] * (bodySegment[3 + k] - bodySegment[k]);
      }
      closest[CLOSEST_SQUARED] = nearestFractions[2];
      keepNearest(closest, 0, closest, 3);
    }
  }
}

function keepNearest(onTriangle: Float64Array, at: number, onBody: Float64Array, bodyAt: number): void {
  if (!(closest[CLOSEST_SQUARED] < nearest[NEAREST_SQUARED])) return;
  for (let k = 0; k < 3; k++) {
    nearest[k] = onTriangle[at + k];
    nearest[3 + k] = onBody[bodyAt + k];
  }
  nearest[NEAREST_SQUARED] = closest[CLOSEST_SQUARED];
}

function loadEdge(out: Float64Array, from: Float64Array, corner: number): void {
  const next = corner === 6 ? 0 : corner + 3;
  for (let k = 0; k < 3; k++) {
    out[k] = from[corner + k];
    out[3 + k] = from[next + k];
  }
}
