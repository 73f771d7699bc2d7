import type { FlatHull } from '../convex/flat-hull.ts';
import { findEdges } from './find-hull-edges.ts';
import { findFaceA, findFaceB } from './find-hull-face.ts';
import {
  AXIS_CENTRES,
  BALLS,
  BETWEEN,
  GAIN,
  highestA,
  hints,
  hullAxis,
  hullAxisOf,
  hullPair,
  lowestB,
  MARGIN,
  placeB,
  relative,
  SCALE_A,
  sought,
  UNIT,
  verticesB,
} from './hull-pair.ts';
import { FACE_PREFERENCE } from './separating-axis.ts';

/*
 * The axis of the largest separation between two hulls, in the frame of A and in its unit of length: that of B is
 * `unit` times as long.
 *
 * The axes are the normals of all faces and those across pairs of edges whose arcs on the sphere of directions cross.
 * Most of them are left out unmeasured:
 *
 * - A holds a ball of radius rA about its centre and B one of rB, so the separation along a unit axis n is at most
 *   n·t − rA − rB, t being the way between the centres. Only axes within a cone about t can beat the best one.
 * - Along the arc of an edge the separation is concave and homogeneous in n, so the way w between the farthest points
 *   at one end bounds it: it is at most n·w. An arc has a maximum inside only if it rises from both of its ends.
 *
 * Source: Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013, for the arcs; the cone and the rise
 * are derived here.
 */

/**
 * Finds the axis of the largest separation and leaves it in `hullAxis` and `hullAxisOf`. Returns false when some axis
 * has a gap of more than the margin.
 */
export function findHullAxis(
  hullA: FlatHull,
  hullB: FlatHull,
  poses: Float64Array,
  a: number,
  b: number,
  sizes: Float64Array,
): boolean {
  placeB(hullB, poses, a, b, sizes);
  const unit = hullPair[UNIT];
  const r = relative;
  // The unit vector between the centres.
  let tx = unit * (r[0] * hullB.centreX + r[1] * hullB.centreY + r[2] * hullB.centreZ) + r[9] - hullA.centreX;
  let ty = unit * (r[3] * hullB.centreX + r[4] * hullB.centreY + r[5] * hullB.centreZ) + r[10] - hullA.centreY;
  let tz = unit * (r[6] * hullB.centreX + r[7] * hullB.centreY + r[8] * hullB.centreZ) + r[11] - hullA.centreZ;
  const distance = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (!(distance >= 0)) return false;
  const between = distance > 0 ? 1 / distance : 0;
  tx *= between;
  ty *= between;
  tz *= between;
  hullPair[0] = tx;
  hullPair[1] = ty;
  hullPair[2] = tz;
  hullPair[BETWEEN] = between;
  hullPair[BALLS] = hullA.innerRadius + unit * hullB.innerRadius;
  hullPair[GAIN] = FACE_PREFERENCE * (hullA.outerRadius + unit * hullB.outerRadius);
  const limit = sizes[MARGIN] / sizes[SCALE_A];
  for (let i = 0; i < 3; i++) sought[i] = hullPair[i];
  const onA = highestA(hullA);
  const onB = lowestB(hullB);
  let best = -Infinity;
  if (distance > 0) {
    const { numbers } = hullA;
    best = tx * (verticesB[onB] - numbers[onA]);
    best += ty * (verticesB[onB + 1] - numbers[onA + 1]);
    best += tz * (verticesB[onB + 2] - numbers[onA + 2]);
    if (best > limit) return false;
  }
  // Features decide which axis is reported: along the line of the centres there is none.
  hullAxis[3] = best - hullPair[GAIN];
  hullAxisOf[0] = AXIS_CENTRES;
  hints[0] = onA;
  hints[1] = onB;
  hints[2] = onB;
  hints[3] = onA;
  findFaceA(hullA, hullB);
  if (hullAxis[3] > limit) return false;
  findFaceB(hullA, hullB);
  if (hullAxis[3] > limit) return false;
  findEdges(hullA, hullB);
  return hullAxis[3] <= limit;
}
