import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { areaVector, sumAreaVector } from '../measure/polygon.ts';
import { writeVector } from '../vector.ts';
import { closestFractionOnSegment, distanceSquaredAtFraction } from './closest-point-segment.ts';
import { containsProjected, longestAxis } from './in-plane.ts';

/** The way from the point to its projection onto the polygon's plane. */
const foot = new Float64Array(3);

/**
 * Writes the point `x y z` of a flat polygon in space (`count` vertices in order, convex, concave or self-crossing by
 * the parity rule) closest to a point; returns the squared distance. A polygon without area is the union of its edges;
 * with no vertices the distance is `Infinity` and nothing is written. NaN in gives NaN.
 *
 * The vertices are taken as lying in one plane, with the polygon's mean normal.
 * Source: Ericson, Real-Time Collision Detection, 5.2.8 and 5.4.1.
 */
export function closestPointPolygon(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  if (!(count > 0)) return Infinity;
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  let best = Infinity;
  let x = 0;
  let y = 0;
  let z = 0;
  let nearest = verticesOffset;
  let previous = verticesOffset + 3 * (count - 1);
  for (let vertex = 0; vertex < count; vertex++) {
    const current = verticesOffset + 3 * vertex;
    const ax = vertices[previous];
    const ay = vertices[previous + 1];
    const az = vertices[previous + 2];
    const bx = vertices[current];
    const by = vertices[current + 1];
    const bz = vertices[current + 2];
    const t = closestFractionOnSegment(px, py, pz, ax, ay, az, bx, by, bz);
    const distance = distanceSquaredAtFraction(px, py, pz, ax, ay, az, bx, by, bz, t);
    if (distance < best) {
      best = distance;
      nearest = t <= 0.5 ? previous : current;
      x = t === 1 ? bx : ax + t * (bx - ax);
      y = t === 1 ? by : ay + t * (by - ay);
      z = t === 1 ? bz : az + t * (bz - az);
    }
    previous = current;
  }
  const length = sumAreaVector(vertices, verticesOffset, count);
  if (length > 0 && best < Infinity) {
    // The height is measured from a vertex nearby: this needs no offset d, and an error of the normal matters little.
    // With a unit normal an axis-parallel polygon gives its height without rounding.
    let height = 0;
    for (let i = 0; i < 3; i++) {
      height += (areaVector[i] / length) * (point[pointOffset + i] - vertices[nearest + i]);
    }
    for (let i = 0; i < 3; i++) foot[i] = (areaVector[i] / length) * -height;
    // Rounding can err only about a foot on an edge, where either answer serves: the edge is then as close as the face.
    if (containsProjected(point, pointOffset, foot, vertices, verticesOffset, count, longestAxis(areaVector))) {
      best = height * height;
      x = px + foot[0];
      y = py + foot[1];
      z = pz + foot[2];
    }
  }
  writeVector(out, outOffset, x, y, z);
  // A NaN vertex shows in the normal, a NaN point in every distance.
  return length >= 0 && best < Infinity ? best : Number.NaN;
}

const scratch = new Float64Array(3);

/**
 * Returns the squared distance from a point to a flat polygon in space, convex or concave. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.8 and 5.4.1.
 */
export function distanceSquaredPointPolygon(
  point: NumberArray,
  pointOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  return closestPointPolygon(scratch, 0, point, pointOffset, vertices, verticesOffset, count);
}
