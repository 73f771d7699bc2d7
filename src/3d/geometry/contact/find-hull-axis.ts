import { type FlatHull, HULL_CENTRE, HULL_INNER_RADIUS, HULL_OUTER_RADIUS } from '../convex/flat-hull.ts';
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
  PAIR_SIZE,
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
  const { numbers, measures } = hullA;
  const numbersB = hullB.numbers;
  const measuresB = hullB.measures;
  const bx = numbersB[measuresB + HULL_CENTRE];
  const by = numbersB[measuresB + HULL_CENTRE + 1];
  const bz = numbersB[measuresB + HULL_CENTRE + 2];
  let tx = unit * (r[0] * bx + r[1] * by + r[2] * bz) + r[9] - numbers[measures + HULL_CENTRE];
  let ty = unit * (r[3] * bx + r[4] * by + r[5] * bz) + r[10] - numbers[measures + HULL_CENTRE + 1];
  let tz = unit * (r[6] * bx + r[7] * by + r[8] * bz) + r[11] - numbers[measures + HULL_CENTRE + 2];
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
  hullPair[BALLS] = numbers[measures + HULL_INNER_RADIUS] + unit * numbersB[measuresB + HULL_INNER_RADIUS];
  hullPair[PAIR_SIZE] = numbers[measures + HULL_OUTER_RADIUS] + unit * numbersB[measuresB + HULL_OUTER_RADIUS];
  hullPair[GAIN] = FACE_PREFERENCE * hullPair[PAIR_SIZE];
  const limit = sizes[MARGIN] / sizes[SCALE_A];
  for (let i = 0; i < 3; i++) sought[i] = hullPair[i];
  const onA = highestA(hullA);
  const onB = lowestB(hullB);
  let best = -Infinity;
  if (distance > 0) {
    best = tx * (verticesB[onB] - numbers[onA]);
    best += ty * (verticesB[onB + 1] - numbers[onA + 1]);
    best += tz * (verticesB[onB + 2] - numbers[onA + 2]);
    if (best > limit) return false;
  }
  // Only an axis that belongs to features is reported; the line of the centres belongs to none.
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
