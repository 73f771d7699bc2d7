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
  const first = longestEdge(triangle, triangleOffset);
  const second = first === 2 ? 0 : first + 1;
  const third = first === 0 ? 2 : first - 1;
  const a = triangleOffset + 3 * first;
  const b = triangleOffset + 3 * second;
  const c = triangleOffset + 3 * third;
  const ax = triangle[a];
  const ay = triangle[a + 1];
  const az = triangle[a + 2];
  const bx = triangle[b];
  const by = triangle[b + 1];
  const bz = triangle[b + 2];
  const cx = triangle[c];
  const cy = triangle[c + 1];
  const cz = triangle[c + 2];
  const ex = bx - ax;
  const ey = by - ay;
  const ez = bz - az;
  const e2 = ex * ex + ey * ey + ez * ez;
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
  out[outOffset + 3 + second] = v;
  out[outOffset + 3 + third] = w;
  out[outOffset + 6] = regionOfTurned(region, first);
  return distance;
}

/** The index of the corner that the longest edge starts from. */
function longestEdge(triangle: NumberArray, offset: number): number {
  const abx = triangle[offset + 3] - triangle[offset];
  const aby = triangle[offset + 4] - triangle[offset + 1];
  const abz = triangle[offset + 5] - triangle[offset + 2];
  const bcx = triangle[offset + 6] - triangle[offset + 3];
  const bcy = triangle[offset + 7] - triangle[offset + 4];
  const bcz = triangle[offset + 8] - triangle[offset + 5];
  const cax = triangle[offset] - triangle[offset + 6];
  const cay = triangle[offset + 1] - triangle[offset + 7];
  const caz = triangle[offset + 2] - triangle[offset + 8];
  const ab = abx * abx + aby * aby + abz * abz;
  const bc = bcx * bcx + bcy * bcy + bcz * bcz;
  const ca = cax * cax + cay * cay + caz * caz;
  if (ab >= bc && ab >= ca) return 0;
  return bc >= ca ? 1 : 2;
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
