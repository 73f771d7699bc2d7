import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';

/** The Voronoi region a point falls into: which feature of the triangle `a b c` is the closest one. */
export const TRIANGLE_REGION_VERTEX_A = 0;
export const TRIANGLE_REGION_VERTEX_B = 1;
export const TRIANGLE_REGION_VERTEX_C = 2;
export const TRIANGLE_REGION_EDGE_AB = 3;
export const TRIANGLE_REGION_EDGE_BC = 4;
export const TRIANGLE_REGION_EDGE_CA = 5;
export const TRIANGLE_REGION_FACE = 6;

// Two ways. The plain one is Ericson's: the signs of dot products tell the corners, and those of
//     va = |pb pc n|, vb = |pc pa n|, vc = |pa pb n|   (n = ab × ac, by Lagrange's identity from the same dot products)
// the edges and the face, of whose weights they are the multiples by n². A point in the cone of a corner needs no more care.
// Dot products with pb and pc are those with pa less one of the edges' own.
//
// But va, vb, vc carry an error of about EPSILON·R⁴, with R² = ab² + ac² + ap², which is nothing beside n² for a triangle of
// decent shape and a point not far from it, and everything for a sliver. So where n² is below R⁴/16384, the careful way is taken.
// Above, the weights in the face are off by 3·16384 half EPSILONs at most, and once more for what that leaves of the way to p makes
// this the square root of it: the rest is known to EPSILON·R, which n = R²/128 turns into 128·EPSILON·R. An edge's weight is off by as
// much along the edge, and so is the choice between an edge and the face, across it.
//
// The careful way: in the frame of the longest edge e = b − a and of q, the part of c − a perpendicular to e, the projection
// of p onto the plane is a + t·e + s·q, and with c = a + k·e + q its barycentric weights are
//     w = s,  v = t − s·k,  u = (1 − t) − s·(1 − k).
// All positive: the projection lies in the face. Otherwise p's closest point lies on the nearest edge.
//
// Why this frame: the rounding of q is that of the coordinates, EPSILON times the length of e, so in a triangle of width h
// it turns q about e by EPSILON·|e|/h. That moves nothing in the triangle, which is no wider than h, by more than
// EPSILON·|e|. A normal ab × ac, in contrast, is off in every direction, and tilts the long way of a sliver as well.

/** Of R⁴, see above: the least n² for the plain way. */
const DECENT = 1 / 16384;

/**
 * Writes the point of a triangle closest to a point, its barycentric weights and the Voronoi region it lies in
 * (7 numbers: `x y z u v w region`, point = u·a + v·b + w·c, `region` one of the TRIANGLE_REGION_… constants); returns
 * the squared distance. Either winding. A triangle of zero area counts as the union of its edges. NaN in gives NaN.
 *
 * Accurate to the rounding of the coordinates for slivers of any thinness.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5; slivers in the frame of the longest edge.
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
  const ax = triangle[triangleOffset];
  const ay = triangle[triangleOffset + 1];
  const az = triangle[triangleOffset + 2];
  const bx = triangle[triangleOffset + 3];
  const by = triangle[triangleOffset + 4];
  const bz = triangle[triangleOffset + 5];
  const cx = triangle[triangleOffset + 6];
  const cy = triangle[triangleOffset + 7];
  const cz = triangle[triangleOffset + 8];
  const abx = bx - ax;
  const aby = by - ay;
  const abz = bz - az;
  const acx = cx - ax;
  const acy = cy - ay;
  const acz = cz - az;
  const apx = px - ax;
  const apy = py - ay;
  const apz = pz - az;
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const ap2 = apx * apx + apy * apy + apz * apz;
  if (d1 <= 0 && d2 <= 0) {
    write(out, outOffset, ax, ay, az, 1, 0, 0, TRIANGLE_REGION_VERTEX_A);
    return ap2;
  }
  const ab2 = abx * abx + aby * aby + abz * abz;
  const ac2 = acx * acx + acy * acy + acz * acz;
  const abac = abx * acx + aby * acy + abz * acz;
  const size = ab2 + ac2 + ap2;
  const n2 = ab2 * ac2 - abac * abac;
  if (!(n2 > DECENT * size * size)) return closestPointCareful(out, outOffset, px, py, pz, triangle, triangleOffset);
  const d3 = d1 - ab2;
  const d4 = d2 - abac;
  if (d3 >= 0 && d4 <= d3) {
    write(out, outOffset, bx, by, bz, 0, 1, 0, TRIANGLE_REGION_VERTEX_B);
    return (px - bx) * (px - bx) + (py - by) * (py - by) + (pz - bz) * (pz - bz);
  }
  const d5 = d1 - abac;
  const d6 = d2 - ac2;
  if (d6 >= 0 && d5 <= d6) {
    write(out, outOffset, cx, cy, cz, 0, 0, 1, TRIANGLE_REGION_VERTEX_C);
    return (px - cx) * (px - cx) + (py - cy) * (py - cy) + (pz - cz) * (pz - cz);
  }
  const vb = ac2 * d1 - abac * d2;
  const vc = ab2 * d2 - abac * d1;
  let u = 0;
  let v = 0;
  let w = 0;
  let region = TRIANGLE_REGION_FACE;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    v = d1 / ab2;
    u = 1 - v;
    region = TRIANGLE_REGION_EDGE_AB;
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    w = d2 / ac2;
    u = 1 - w;
    region = TRIANGLE_REGION_EDGE_CA;
  } else if (vb + vc >= n2 && d4 >= d3 && d5 >= d6) {
    w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    v = 1 - w;
    region = TRIANGLE_REGION_EDGE_BC;
  } else {
    const scale = 1 / n2;
    v = vb * scale;
    w = vc * scale;
    // Once more with what is left beside the normal, which is rounding: it takes the digits that n² cost.
    const restX = apx - v * abx - w * acx;
    const restY = apy - v * aby - w * acy;
    const restZ = apz - v * abz - w * acz;
    const e1 = abx * restX + aby * restY + abz * restZ;
    const e2 = acx * restX + acy * restY + acz * restZ;
    v += (ac2 * e1 - abac * e2) * scale;
    w += (ab2 * e2 - abac * e1) * scale;
    u = 1 - v - w;
  }
  const alongX = v * abx + w * acx;
  const alongY = v * aby + w * acy;
  const alongZ = v * abz + w * acz;
  write(out, outOffset, ax + alongX, ay + alongY, az + alongZ, u, v, w, region);
  const gapX = apx - alongX;
  const gapY = apy - alongY;
  const gapZ = apz - alongZ;
  return gapX * gapX + gapY * gapY + gapZ * gapZ;
}

function write(
  out: WritableNumberArray,
  outOffset: number,
  x: number,
  y: number,
  z: number,
  u: number,
  v: number,
  w: number,
  region: number,
): void {
  out[outOffset] = x;
  out[outOffset + 1] = y;
  out[outOffset + 2] = z;
  out[outOffset + 3] = u;
  out[outOffset + 4] = v;
  out[outOffset + 5] = w;
  out[outOffset + 6] = region;
}

/** What is given, copied because `out` may lie over it: p, and the corners a, b, c, a, b, so that none is the last. */
const p = new Float64Array(3);
const corners = new Float64Array(15);
const e = new Float64Array(3);
const q = new Float64Array(3);

/** Sets e to the edge that starts at `a`, and returns its squared length. */
function setEdge(a: number): number {
  let squared = 0;
  for (let i = 0; i < 3; i++) {
    e[i] = corners[a + 3 + i]! - corners[a + i]!;
    squared += e[i]! * e[i]!;
  }
  return squared;
}

/** (point − a) · e */
function alongEdge(points: Float64Array, offset: number, a: number): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) sum += (points[offset + i]! - corners[a + i]!) * e[i]!;
  return sum;
}

function closestPointCareful(
  out: WritableNumberArray,
  outOffset: number,
  px: number,
  py: number,
  pz: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  p[0] = px;
  p[1] = py;
  p[2] = pz;
  for (let i = 0; i < 15; i++) corners[i] = triangle[triangleOffset + (i % 9)];
  let from = 0;
  let e2 = -1;
  let nearest = 0;
  let nearestSquared = Infinity;
  let fraction = NaN;
  for (let edge = 0; edge < 3; edge++) {
    const lengthSquared = setEdge(3 * edge);
    if (lengthSquared > e2) {
      e2 = lengthSquared;
      from = edge;
    }
    const along = alongEdge(p, 0, 3 * edge);
    const clamped = along > 0 ? Math.min(along / lengthSquared, 1) : 0;
    let squared = 0;
    for (let i = 0; i < 3; i++) squared += (p[i]! - corners[3 * edge + i]! - clamped * e[i]!) ** 2;
    // NaN wins, and stays.
    if (squared < nearestSquared || Number.isNaN(squared)) {
      nearestSquared = squared;
      // The end of an edge is given as the start of the next.
      nearest = clamped === 1 ? edge + 1 : edge;
      fraction = clamped % 1;
    }
  }
  setEdge(3 * from);
  let t = alongEdge(p, 0, 3 * from) / e2;
  const k = alongEdge(corners, 3 * from + 6, 3 * from) / e2;
  let q2 = 0;
  let rq = 0;
  for (let i = 0; i < 3; i++) {
    const start = corners[3 * from + i]!;
    q[i] = corners[3 * from + 6 + i]! - start - k * e[i]!;
    q2 += q[i]! * q[i]!;
    rq += q[i]! * (p[i]! - start - t * e[i]!);
  }
  let w = rq / q2;
  let v = t - w * k;
  let u = 1 - t - w * (1 - k);
  let region = TRIANGLE_REGION_FACE;
  // A triangle without area has NaN here, and its edges are all there is of it.
  if (!(u > 0 && v > 0 && w > 0)) {
    from = nearest;
    setEdge(3 * from);
    q.fill(0);
    t = v = fraction;
    u = 1 - t;
    w = 0;
    region = t > 0 ? TRIANGLE_REGION_EDGE_AB + from : from % 3;
  }
  let squared = 0;
  for (let i = 0; i < 3; i++) {
    const start = corners[3 * from + i]!;
    const along = t * e[i]! + w * q[i]!;
    out[outOffset + i] = start + along;
    squared += (p[i]! - start - along) ** 2;
  }
  out[outOffset + 3 + (from % 3)] = u;
  out[outOffset + 3 + ((from + 1) % 3)] = v;
  out[outOffset + 3 + ((from + 2) % 3)] = w;
  out[outOffset + 6] = region;
  return squared;
}

const scratch = new Float64Array(7);

/**
 * Returns the squared distance from a point to a triangle of either winding; a zero-area triangle is its edges.
 * NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5.
 */
export function distanceSquaredPointTriangle(
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  return closestPointTriangle(scratch, 0, point, pointOffset, triangle, triangleOffset);
}
