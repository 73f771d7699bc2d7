import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/** The Voronoi region a point falls into: which feature of the triangle `a b c` is the closest one. */
export const TRIANGLE_REGION_VERTEX_A = 0;
export const TRIANGLE_REGION_VERTEX_B = 1;
export const TRIANGLE_REGION_VERTEX_C = 2;
export const TRIANGLE_REGION_EDGE_AB = 3;
export const TRIANGLE_REGION_EDGE_BC = 4;
export const TRIANGLE_REGION_EDGE_CA = 5;
export const TRIANGLE_REGION_FACE = 6;

// In every triangle one edge e, from a to b, has the foot of the third corner c on it: any edge without an obtuse
// angle. With q, the part of f = c − a perpendicular to e, as the second axis, c is k·e + q, 0 ≤ k ≤ 1, and the
// projection of p onto the plane t·e + s·q, all seen from a. The height, from k·e to c, cuts the triangle in two
// halves. If t ≤ k, each point of b's half has one of the height beside it that is nearer to p, so the closest point is
// in a's half; if t > k the ends swap their names. In a's half, which is right-angled at the foot k·e, there are three
// cases:
//   s ≤ 0       the closest point is on e, in a where t < 0;
//   t ≤ s·k     the projection is beyond the side f, and the closest point is on that;
//   otherwise   it is the projection, with the barycentric weights w = s of c and v = t − s·k of b.
// e·p, e·f, and q stand below as e²·t, e²·k and e²·q, so that it takes no division to tell the cases.
//
// Slivers of any thinness are met to the rounding of their coordinates. The rounding of q is at most EPSILON·|e|: in a
// triangle of height h it turns q about e by EPSILON·|e|/h, which moves nothing in the triangle by more than
// EPSILON·|e|. (A normal e × f would be off in every direction, and tilt the long way of a sliver as well.)

/**
 * The index at which `measurePointTriangle` writes the squared distance, behind the numbers of `closestPointTriangle`.
 */
export const CLOSEST_SQUARED = 7;
const scratch = /* @__PURE__ */ new Float64Array(8);

/**
 * Writes the point of a triangle closest to a point, its barycentric weights and the Voronoi region it lies in
 * (7 numbers: `x y z u v w region`, point = u·a + v·b + w·c, `region` one of the TRIANGLE_REGION_… constants); returns
 * the squared distance. Either winding. A triangle of zero area counts as the union of its edges. NaN in gives NaN.
 *
 * Accurate to the rounding of the coordinates for slivers of any thinness.
 *
 * Source: the regions are those of Ericson, Real-Time Collision Detection, 5.1.5; the way to them is derived above.
 */
export function closestPointTriangle(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  measurePointTriangle(scratch, 0, point, pointOffset, triangle, triangleOffset);
  for (let i = 0; i < CLOSEST_SQUARED; i++) out[outOffset + i] = scratch[i];
  return scratch[CLOSEST_SQUARED];
}

/**
 * Does what `closestPointTriangle` does, with the squared distance behind the seven numbers: V8 puts a number on the
 * heap that is returned by a function which it does not inline.
 */
export function measurePointTriangle(
  out: Float64Array,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): void {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  let a = 0;
  let b = 1;
  let c = 2;
  // The conversion to an integer makes V8 compute the offsets below as integers, even if a caller keeps its offsets as
  // doubles.
  let at = triangleOffset | 0;
  const ax = triangle[at];
  const ay = triangle[at + 1];
  const az = triangle[at + 2];
  let ex = triangle[at + 3] - ax;
  let ey = triangle[at + 4] - ay;
  let ez = triangle[at + 5] - az;
  let fx = triangle[at + 6] - ax;
  let fy = triangle[at + 7] - ay;
  let fz = triangle[at + 8] - az;
  let mx = px - ax;
  let my = py - ay;
  let mz = pz - az;
  let e2 = ex * ex + ey * ey + ez * ez;
  let ef = ex * fx + ey * fy + ez * fz;
  const gx = fx;
  const gy = fy;
  const gz = fz;
  if (ef < 0) {
    // Obtuse at a: e runs from b to c.
    a = 1;
    b = 2;
    c = 0;
    mx -= ex;
    my -= ey;
    mz -= ez;
    fx = -ex;
    fy = -ey;
    fz = -ez;
    ex = gx - ex;
    ey = gy - ey;
    ez = gz - ez;
    e2 = ex * ex + ey * ey + ez * ez;
    ef = ex * fx + ey * fy + ez * fz;
  } else if (ef >= e2) {
    // Obtuse at b: e runs from a to c.
    b = 2;
    c = 1;
    fx = ex;
    fy = ey;
    fz = ez;
    ex = gx;
    ey = gy;
    ez = gz;
    e2 = ex * ex + ey * ey + ez * ez;
  }
  let me = mx * ex + my * ey + mz * ez;
  // The second condition is for a corner c that coincides with b, and a foot there.
  if (me > ef || me >= e2) {
    const first = a;
    a = b;
    b = first;
    mx -= ex;
    my -= ey;
    mz -= ez;
    fx -= ex;
    fy -= ey;
    fz -= ez;
    ex = -ex;
    ey = -ey;
    ez = -ez;
    me = e2 - me;
    ef = e2 - ef;
  }
  const qx = e2 * fx - ef * ex;
  const qy = e2 * fy - ef * ey;
  const qz = e2 * fz - ef * ez;
  const q2 = qx * qx + qy * qy + qz * qz;
  const mq = (e2 * mx - me * ex) * qx + (e2 * my - me * ey) * qy + (e2 * mz - me * ez) * qz;
  let region = TRIANGLE_REGION_FACE;
  let v = 0;
  let w = 0;
  if (mq <= 0) {
    region = a;
    if (me > 0) {
      v = me / e2;
      region = TRIANGLE_REGION_EDGE_AB + ((c + 1) % 3);
    }
  } else if (me * q2 <= mq * ef) {
    const mf = mx * fx + my * fy + mz * fz;
    const f2 = fx * fx + fy * fy + fz * fz;
    region = a;
    if (mf >= f2) {
      w = 1;
      region = c;
    } else if (mf > 0) {
      w = mf / f2;
      region = TRIANGLE_REGION_EDGE_AB + ((b + 1) % 3);
    }
  } else {
    w = mq / q2;
    v = (me * q2 - mq * ef) / (e2 * q2);
  }
  const u = 1 - v - w;
  let alongX = v * ex + w * fx;
  let alongY = v * ey + w * fy;
  let alongZ = v * ez + w * fz;
  // The corner c is seen from itself, so that it is met exactly.
  if (w === 1) alongX = alongY = alongZ = 0;
  at += 3 * (w === 1 ? c : a);
  const startX = triangle[at];
  const startY = triangle[at + 1];
  const startZ = triangle[at + 2];
  out[outOffset] = startX + alongX;
  out[outOffset + 1] = startY + alongY;
  out[outOffset + 2] = startZ + alongZ;
  out[outOffset + 3 + a] = u;
  out[outOffset + 3 + b] = v;
  out[outOffset + 3 + c] = w;
  out[outOffset + 6] = region;
  const gapX = px - startX - alongX;
  const gapY = py - startY - alongY;
  const gapZ = pz - startZ - alongZ;
  out[outOffset + CLOSEST_SQUARED] = gapX * gapX + gapY * gapY + gapZ * gapZ;
}

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
