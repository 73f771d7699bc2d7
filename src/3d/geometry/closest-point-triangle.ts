import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { closestFractionOnSegment, distanceSquaredAtFraction } from './closest-point-segment.ts';

/** The Voronoi region a point falls into: which feature of the triangle `a b c` is the closest one. */
export const TRIANGLE_REGION_VERTEX_A = 0;
export const TRIANGLE_REGION_VERTEX_B = 1;
export const TRIANGLE_REGION_VERTEX_C = 2;
export const TRIANGLE_REGION_EDGE_AB = 3;
export const TRIANGLE_REGION_EDGE_BC = 4;
export const TRIANGLE_REGION_EDGE_CA = 5;
export const TRIANGLE_REGION_FACE = 6;

// The corners are turned so that a–b is the longest edge, e. In the frame of e and of q, the part of c − a perpendicular to
// e, the projection of p onto the plane is a + t·e + s·q, and with c = a + k·e + q its barycentric weights are
//     w = s,  v = t − s·k,  u = (1 − t) − s·(1 − k).
// None negative: the projection lies in the face. Otherwise p's closest point lies on the boundary, and on an edge
// opposite a negative weight: the way from the closest boundary point to p's projection is in the normal cone of
// that point, which the outward directions of the edges through it span, so one of these edges sees p outside. This holds
// for obtuse corners too, where the slab of one edge reaches over its neighbour: the smaller distance wins.
//
// Why this frame: the rounding of q is that of the coordinates, EPSILON times the length of e, so in a triangle of width h
// it turns q about e by EPSILON·|e|/h. That moves nothing in the triangle, which is no wider than h, by more than
// EPSILON·|e|. A normal ab × ac, in contrast, is off in every direction, and tilts the long way of a sliver as well.

/**
 * Writes the point of a triangle closest to a point, its barycentric weights and the Voronoi region it lies in
 * (7 numbers: `x y z u v w region`, point = u·a + v·b + w·c, `region` one of the TRIANGLE_REGION_… constants); returns
 * the squared distance. Either winding. A triangle of zero area counts as the union of its edges. NaN in gives NaN.
 *
 * Accurate to the rounding of the coordinates for slivers of any thinness.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5, in the frame of the longest edge, edges compared by distance.
 */
export function closestPointTriangle(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  let ax = triangle[triangleOffset];
  let ay = triangle[triangleOffset + 1];
  let az = triangle[triangleOffset + 2];
  let bx = triangle[triangleOffset + 3];
  let by = triangle[triangleOffset + 4];
  let bz = triangle[triangleOffset + 5];
  let cx = triangle[triangleOffset + 6];
  let cy = triangle[triangleOffset + 7];
  let cz = triangle[triangleOffset + 8];
  const ab2 = squaredLength(bx - ax, by - ay, bz - az);
  const bc2 = squaredLength(cx - bx, cy - by, cz - bz);
  const ca2 = squaredLength(ax - cx, ay - cy, az - cz);
  let first = 0;
  let e2 = ab2;
  if (bc2 > ab2 || ca2 > ab2) {
    const oldAx = ax;
    const oldAy = ay;
    const oldAz = az;
    if (bc2 >= ca2) {
      // a, b, c become b, c, a.
      first = 1;
      e2 = bc2;
      ax = bx;
      ay = by;
      az = bz;
      bx = cx;
      by = cy;
      bz = cz;
      cx = oldAx;
      cy = oldAy;
      cz = oldAz;
    } else {
      // a, b, c become c, a, b.
      first = 2;
      e2 = ca2;
      ax = cx;
      ay = cy;
      az = cz;
      cx = bx;
      cy = by;
      cz = bz;
      bx = oldAx;
      by = oldAy;
      bz = oldAz;
    }
  }
  const ex = bx - ax;
  const ey = by - ay;
  const ez = bz - az;
  const apx = px - ax;
  const apy = py - ay;
  const apz = pz - az;
  const t = e2 === 0 ? 0 : (apx * ex + apy * ey + apz * ez) / e2;
  const k = e2 === 0 ? 0 : ((cx - ax) * ex + (cy - ay) * ey + (cz - az) * ez) / e2;
  const qx = cx - ax - k * ex;
  const qy = cy - ay - k * ey;
  const qz = cz - az - k * ez;
  const rx = apx - t * ex;
  const ry = apy - t * ey;
  const rz = apz - t * ez;
  const q2 = qx * qx + qy * qy + qz * qz;
  let w = q2 === 0 ? 0 : (rx * qx + ry * qy + rz * qz) / q2;
  let v = t - w * k;
  let u = 1 - t - w * (1 - k);
  let x: number;
  let y: number;
  let z: number;
  let distance: number;
  let region: number;
  if (u >= 0 && v >= 0 && w >= 0) {
    const gapX = rx - w * qx;
    const gapY = ry - w * qy;
    const gapZ = rz - w * qz;
    distance = gapX * gapX + gapY * gapY + gapZ * gapZ;
    x = ax + t * ex + w * qx;
    y = ay + t * ey + w * qy;
    z = az + t * ez + w * qz;
    region = regionOfWeights(u, v, w);
  } else {
    distance = Infinity;
    let edge = 0;
    let fraction = 0;
    if (w < 0) {
      fraction = closestFractionOnSegment(px, py, pz, ax, ay, az, bx, by, bz);
      distance = distanceSquaredAtFraction(px, py, pz, ax, ay, az, bx, by, bz, fraction);
    }
    if (u < 0) {
      const along = closestFractionOnSegment(px, py, pz, bx, by, bz, cx, cy, cz);
      const other = distanceSquaredAtFraction(px, py, pz, bx, by, bz, cx, cy, cz, along);
      if (other < distance) {
        distance = other;
        fraction = along;
        edge = 1;
      }
    }
    if (v < 0) {
      const along = closestFractionOnSegment(px, py, pz, cx, cy, cz, ax, ay, az);
      const other = distanceSquaredAtFraction(px, py, pz, cx, cy, cz, ax, ay, az, along);
      if (other < distance) {
        distance = other;
        fraction = along;
        edge = 2;
      }
    }
    // No edge was tried or none had a distance: only NaN (or overflow) leads here.
    if (distance === Infinity) distance = u + v + w;
    u = edge === 0 ? 1 - fraction : edge === 1 ? 0 : fraction;
    v = edge === 0 ? fraction : edge === 1 ? 1 - fraction : 0;
    w = edge === 0 ? 0 : edge === 1 ? fraction : 1 - fraction;
    const startX = edge === 0 ? ax : edge === 1 ? bx : cx;
    const startY = edge === 0 ? ay : edge === 1 ? by : cy;
    const startZ = edge === 0 ? az : edge === 1 ? bz : cz;
    const endX = edge === 0 ? bx : edge === 1 ? cx : ax;
    const endY = edge === 0 ? by : edge === 1 ? cy : ay;
    const endZ = edge === 0 ? bz : edge === 1 ? cz : az;
    x = fraction === 1 ? endX : startX + fraction * (endX - startX);
    y = fraction === 1 ? endY : startY + fraction * (endY - startY);
    z = fraction === 1 ? endZ : startZ + fraction * (endZ - startZ);
    region = regionOfWeights(u, v, w);
  }
  out[outOffset] = x;
  out[outOffset + 1] = y;
  out[outOffset + 2] = z;
  out[outOffset + 3 + first] = u;
  out[outOffset + 3 + (first === 2 ? 0 : first + 1)] = v;
  out[outOffset + 3 + (first === 0 ? 2 : first - 1)] = w;
  out[outOffset + 6] = regionOfTurned(region, first);
  return distance;
}

function squaredLength(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}

const scratch = new Float64Array(7);

/** Returns the squared distance from a point to a triangle of either winding; a zero-area triangle is its edges. */
export function distanceSquaredPointTriangle(
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  return closestPointTriangle(scratch, 0, point, pointOffset, triangle, triangleOffset);
}

/** The feature that barycentric weights, none negative, belong to: those that are 0 tell. */
function regionOfWeights(u: number, v: number, w: number): number {
  if (w === 0) {
    if (v === 0) return TRIANGLE_REGION_VERTEX_A;
    return u === 0 ? TRIANGLE_REGION_VERTEX_B : TRIANGLE_REGION_EDGE_AB;
  }
  if (u === 0) return v === 0 ? TRIANGLE_REGION_VERTEX_C : TRIANGLE_REGION_EDGE_BC;
  return v === 0 ? TRIANGLE_REGION_EDGE_CA : TRIANGLE_REGION_FACE;
}

/** The region in the caller's naming, when a was the caller's corner `first`. */
function regionOfTurned(region: number, first: number): number {
  if (region === TRIANGLE_REGION_FACE || first === 0) return region;
  const kind = region < TRIANGLE_REGION_EDGE_AB ? TRIANGLE_REGION_VERTEX_A : TRIANGLE_REGION_EDGE_AB;
  const turned = region - kind + first;
  return kind + (turned >= 3 ? turned - 3 : turned);
}
