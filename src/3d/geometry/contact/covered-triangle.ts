import type { WritableNumberArray } from '../../../core/number-array.ts';
import { bodyA, bodyB } from '../convex/convex-body.ts';
import { BODY_CONTACT_LIMIT, bodyContact } from './body-points.ts';
import {
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_FLAG,
  packFeatures,
} from './contact-layout.ts';

/** The normal, and the corners of the triangle, in the axes of the box and from its place. */
const along = new Float64Array(3);
const corner = new Float64Array(3);
const halves = new Float64Array(3);
/** By corner: how high the face of the box is above it. */
const heights = new Float64Array(3);

/**
 * Writes the contact of the triangle in `bodyA` with the box in `bodyB` along the triangle's normal, if the face of the
 * box that faces the triangle covers all of it, seen along the normal: the points are then the triangle's corners. The
 * normal and the limit are read from `bodyContact`. Returns how many points are within the limit; −1, with nothing
 * written, where the face does not cover the triangle. `isFront` says that the normal is on the side from which the
 * corners run counter-clockwise.
 *
 * The points are those that `writeBodyPoints` writes, features included, in another order and in a fraction of the
 * time: most triangles that lie inside of a body are covered.
 */
export function writeCoveredTriangle(
  out: WritableNumberArray,
  features: Uint32Array,
  origin: Float64Array,
  isFront: boolean,
): number {
  const { axes: m, x, y, z, halfX, halfY, halfZ } = bodyB;
  const { corners } = bodyA;
  const nx = bodyContact[0];
  const ny = bodyContact[1];
  const nz = bodyContact[2];
  for (let k = 0; k < 3; k++) along[k] = m[3 * k] * nx + m[3 * k + 1] * ny + m[3 * k + 2] * nz;
  halves[0] = halfX;
  halves[1] = halfY;
  halves[2] = halfZ;
  const ax = Math.abs(along[0]);
  const ay = Math.abs(along[1]);
  const az = Math.abs(along[2]);
  // The face is chosen as the core of a box chooses it: see box-core.ts.
  const axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
  const u = axis === 2 ? 0 : axis + 1;
  const v = axis === 0 ? 2 : axis - 1;
  const isAhead = along[axis] < 0;
  const plane = isAhead ? halves[axis] : -halves[axis];
  const perHeight = 1 / along[axis];
  for (let t = 0; t < 3; t++) {
    const dx = corners[3 * t] - x;
    const dy = corners[3 * t + 1] - y;
    const dz = corners[3 * t + 2] - z;
    for (let k = 0; k < 3; k++) corner[k] = m[3 * k] * dx + m[3 * k + 1] * dy + m[3 * k + 2] * dz;
    const height = (plane - corner[axis]) * perHeight;
    if (!(Math.abs(corner[u] + height * along[u]) <= halves[u])) return -1;
    if (!(Math.abs(corner[v] + height * along[v]) <= halves[v])) return -1;
    heights[t] = height;
  }
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;
  const limit = bodyContact[BODY_CONTACT_LIMIT];
  const rounding = bodyA.rounding + bodyB.rounding;
  const shift = 0.5 * (bodyA.rounding - bodyB.rounding);
  const onBox = FEATURE_FLAG | (2 * axis + (isAhead ? 1 : 0));
  let count = 0;
  for (let t = 0; t < 3; t++) {
    const height = heights[t];
    if (!(height <= limit)) continue;
    const up = 0.5 * height + shift;
    const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * count;
    out[o] = origin[0] + corners[3 * t] + up * nx;
    out[o + 1] = origin[1] + corners[3 * t + 1] + up * ny;
    out[o + 2] = origin[2] + corners[3 * t + 2] + up * nz;
    out[o + CONTACT_SEPARATION] = height - rounding;
    // The overlay runs as the face of the box does, against the triangle, and a corner is named by the side that leaves
    // it.
    const name = isFront ? (t === 0 ? 2 : t - 1) : t === 2 ? 0 : t + 1;
    features[count++] = packFeatures(name, onBox);
  }
  return count;
}
