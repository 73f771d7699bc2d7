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

/**
 * On sin² of the angle at the first corner: below it the normal's direction (error about EPSILON / sin, here 1e-9)
 * no longer decides safely between face and edges, and all of them are compared by distance. A triangle this thin is
 * narrower than 1e-7 of its length.
 */
const SLIVER_SIN_SQUARED = 1e-14;

// With n = ab × ac the signed areas of the three sub-triangles, seen along n, are
//   toward ab: (ab × ap)·n,   toward ca: (ap × ac)·n,   toward bc: (bc × bp)·n,
// each positive when the projection of p lies on the inner side of that edge's line. All positive: the projection lies
// in the face, and the three are its barycentric weights times n·n. Otherwise p's closest point lies on the boundary,
// and on an edge with a negative area: the way from the closest boundary point to p's projection is in the normal cone
// of that point, which the outward directions of the edges through it span, so one of these edges sees p outside.
// This holds for obtuse corners too, where the slab of one edge reaches over its neighbour: the smaller distance wins.

/**
 * Writes the point of a triangle closest to a point, its barycentric weights and the Voronoi region it lies in
 * (7 numbers: `x y z u v w region`, point = u·a + v·b + w·c, `region` one of the TRIANGLE_REGION_… constants); returns
 * the squared distance. Either winding. A triangle of zero area counts as the union of its edges. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5, with the edges compared by distance.
 */
export function closestPointTriangle(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  const ax = triangle[triangleOffset];
  const ay = triangle[triangleOffset + 1];
  const az = triangle[triangleOffset + 2];
  const bx = triangle[triangleOffset + 3];
  const by = triangle[triangleOffset + 4];
  const bz = triangle[triangleOffset + 5];
  const cx = triangle[triangleOffset + 6];
  const cy = triangle[triangleOffset + 7];
  const cz = triangle[triangleOffset + 8];
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const abx = bx - ax;
  const aby = by - ay;
  const abz = bz - az;
  const acx = cx - ax;
  const acy = cy - ay;
  const acz = cz - az;
  const apx = px - ax;
  const apy = py - ay;
  const apz = pz - az;
  const nx = aby * acz - abz * acy;
  const ny = abz * acx - abx * acz;
  const nz = abx * acy - aby * acx;
  const areaSquared = nx * nx + ny * ny + nz * nz;
  const bcx = cx - bx;
  const bcy = cy - by;
  const bcz = cz - bz;
  const bpx = px - bx;
  const bpy = py - by;
  const bpz = pz - bz;
  const sideAb = (aby * apz - abz * apy) * nx + (abz * apx - abx * apz) * ny + (abx * apy - aby * apx) * nz;
  const sideBc = (bcy * bpz - bcz * bpy) * nx + (bcz * bpx - bcx * bpz) * ny + (bcx * bpy - bcy * bpx) * nz;
  const sideCa = (apy * acz - apz * acy) * nx + (apz * acx - apx * acz) * ny + (apx * acy - apy * acx) * nz;
  const sliver =
    areaSquared <= SLIVER_SIN_SQUARED * (abx * abx + aby * aby + abz * abz) * (acx * acx + acy * acy + acz * acz);

  let best = Infinity;
  let u = 1;
  let v = 0;
  let w = 0;
  let region = TRIANGLE_REGION_VERTEX_A;
  const sideSum = sideAb + sideBc + sideCa;
  const inFace = sideAb >= 0 && sideBc >= 0 && sideCa >= 0 && areaSquared > 0 && sideSum > 0;
  if (inFace) {
    const scale = 1 / sideSum;
    v = sideCa * scale;
    w = sideAb * scale;
    u = sideBc * scale;
    region = regionOfWeights(sideAb, sideBc, sideCa);
    const rx = apx - v * abx - w * acx;
    const ry = apy - v * aby - w * acy;
    const rz = apz - v * abz - w * acz;
    best = rx * rx + ry * ry + rz * rz;
  }
  if (sliver || !inFace) {
    if (sliver || sideAb < 0) {
      const t = closestFractionOnSegment(px, py, pz, ax, ay, az, bx, by, bz);
      const distance = distanceSquaredAtFraction(px, py, pz, ax, ay, az, bx, by, bz, t);
      if (distance < best) {
        best = distance;
        u = 1 - t;
        v = t;
        w = 0;
        region = t === 0 ? TRIANGLE_REGION_VERTEX_A : t === 1 ? TRIANGLE_REGION_VERTEX_B : TRIANGLE_REGION_EDGE_AB;
      }
    }
    if (sliver || sideBc < 0) {
      const t = closestFractionOnSegment(px, py, pz, bx, by, bz, cx, cy, cz);
      const distance = distanceSquaredAtFraction(px, py, pz, bx, by, bz, cx, cy, cz, t);
      if (distance < best) {
        best = distance;
        u = 0;
        v = 1 - t;
        w = t;
        region = t === 0 ? TRIANGLE_REGION_VERTEX_B : t === 1 ? TRIANGLE_REGION_VERTEX_C : TRIANGLE_REGION_EDGE_BC;
      }
    }
    if (sliver || sideCa < 0) {
      const t = closestFractionOnSegment(px, py, pz, cx, cy, cz, ax, ay, az);
      const distance = distanceSquaredAtFraction(px, py, pz, cx, cy, cz, ax, ay, az, t);
      if (distance < best) {
        best = distance;
        u = t;
        v = 0;
        w = 1 - t;
        region = t === 0 ? TRIANGLE_REGION_VERTEX_C : t === 1 ? TRIANGLE_REGION_VERTEX_A : TRIANGLE_REGION_EDGE_CA;
      }
    }
    // Only NaN fails all the comparisons above.
    if (best === Infinity) best = sideSum;
  }
  // Written from the corner with the largest weight, so that a vertex region gives the vertex to the last bit.
  if (v >= u && v >= w) {
    out[outOffset] = bx - u * abx + w * bcx;
    out[outOffset + 1] = by - u * aby + w * bcy;
    out[outOffset + 2] = bz - u * abz + w * bcz;
  } else if (w >= u) {
    out[outOffset] = cx - u * acx - v * bcx;
    out[outOffset + 1] = cy - u * acy - v * bcy;
    out[outOffset + 2] = cz - u * acz - v * bcz;
  } else {
    out[outOffset] = ax + v * abx + w * acx;
    out[outOffset + 1] = ay + v * aby + w * acy;
    out[outOffset + 2] = az + v * abz + w * acz;
  }
  out[outOffset + 3] = u;
  out[outOffset + 4] = v;
  out[outOffset + 5] = w;
  out[outOffset + 6] = region;
  return best;
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

/** The face, or the edge or vertex that the projection lies exactly on. */
function regionOfWeights(sideAb: number, sideBc: number, sideCa: number): number {
  if (sideAb === 0) {
    if (sideCa === 0) return TRIANGLE_REGION_VERTEX_A;
    return sideBc === 0 ? TRIANGLE_REGION_VERTEX_B : TRIANGLE_REGION_EDGE_AB;
  }
  if (sideBc === 0) return sideCa === 0 ? TRIANGLE_REGION_VERTEX_C : TRIANGLE_REGION_EDGE_BC;
  return sideCa === 0 ? TRIANGLE_REGION_EDGE_CA : TRIANGLE_REGION_FACE;
}
