// SAT for a box around the origin and a triangle, given by its corners in the box's frame: besides the box's three face
// normals, which the callers test in whatever way is most exact for them, the triangle's normal and the nine cross
// products of a box axis with an edge. A direction of zero length (an edge or a whole triangle without extent, or an
// edge along a box axis) projects everything to 0 and so never separates; such a triangle is covered by the other
// directions: a segment needs only the box's normals and the cross products with its one direction.
//
// Rounding may only err towards overlap: a gap must exceed the error its projections can carry.

/** The error of a projection p·L, relative to the largest coordinate times the sum of |L|'s components. */
const PROJECTION_ERROR = 2 ** -48; // 16 EPSILON

/** The corners a, b, c, written by the callers before the call. */
export const boxTriangle = new Float64Array(9);

/** Returns the index of the corner that the longest edge starts from. */
function longestEdge(): number {
  const ab = squaredLength(0, 3);
  const bc = squaredLength(3, 6);
  const ca = squaredLength(6, 0);
  if (ab >= bc && ab >= ca) return 0;
  return bc >= ca ? 1 : 2;
}

function squaredLength(from: number, to: number): number {
  const x = boxTriangle[to] - boxTriangle[from];
  const y = boxTriangle[to + 1] - boxTriangle[from + 1];
  const z = boxTriangle[to + 2] - boxTriangle[from + 2];
  return x * x + y * y + z * z;
}

/**
 * Returns whether the projections p and q (of an edge, and of the corner opposite) leave [−reach, reach] on one side.
 */
function leaves(p: number, q: number, reach: number): boolean {
  return (p > reach && q > reach) || (p < -reach && q < -reach);
}

/**
 * Returns whether a cross product with one of the three box axes separates, for the edge from corner i to the next one.
 */
function edgeSeparates(i: number, extentX: number, extentY: number, extentZ: number, size: number): boolean {
  const at = 3 * i;
  const next = i === 2 ? 0 : at + 3;
  const opposite = i === 0 ? 6 : at - 3;
  const px = boxTriangle[at];
  const py = boxTriangle[at + 1];
  const pz = boxTriangle[at + 2];
  const qx = boxTriangle[opposite];
  const qy = boxTriangle[opposite + 1];
  const qz = boxTriangle[opposite + 2];
  const ex = boxTriangle[next] - px;
  const ey = boxTriangle[next + 1] - py;
  const ez = boxTriangle[next + 2] - pz;
  const ax = Math.abs(ex);
  const ay = Math.abs(ey);
  const az = Math.abs(ez);
  const error = PROJECTION_ERROR * size;
  // x × e = (0, −ez, ey),  y × e = (ez, 0, −ex),  z × e = (−ey, ex, 0)
  return (
    leaves(pz * ey - py * ez, qz * ey - qy * ez, extentY * az + extentZ * ay + error * (ay + az)) ||
    leaves(px * ez - pz * ex, qx * ez - qz * ex, extentX * az + extentZ * ax + error * (ax + az)) ||
    leaves(py * ex - px * ey, qy * ex - qx * ey, extentX * ay + extentY * ax + error * (ax + ay))
  );
}

/**
 * Returns whether the triangle's normal separates. It is e × q, with e the longest edge and q the part of another that
 * is perpendicular to e: the rounding of a sliver's normal then turns it about e only, which hardly moves the
 * triangle's projection. All three corners are projected, so the error that is left costs no false separation.
 */
function normalSeparates(extentX: number, extentY: number, extentZ: number, size: number): boolean {
  const first = longestEdge();
  const from = 3 * first;
  const to = first === 2 ? 0 : from + 3;
  const apex = first === 0 ? 6 : from - 3;
  const ex = boxTriangle[to] - boxTriangle[from];
  const ey = boxTriangle[to + 1] - boxTriangle[from + 1];
  const ez = boxTriangle[to + 2] - boxTriangle[from + 2];
  let qx = boxTriangle[apex] - boxTriangle[from];
  let qy = boxTriangle[apex + 1] - boxTriangle[from + 1];
  let qz = boxTriangle[apex + 2] - boxTriangle[from + 2];
  const e2 = ex * ex + ey * ey + ez * ez;
  const k = e2 > 0 ? (qx * ex + qy * ey + qz * ez) / e2 : 0;
  qx -= k * ex;
  qy -= k * ey;
  qz -= k * ez;
  const nx = ey * qz - ez * qy;
  const ny = ez * qx - ex * qz;
  const nz = ex * qy - ey * qx;
  const a = nx * boxTriangle[0] + ny * boxTriangle[1] + nz * boxTriangle[2];
  const b = nx * boxTriangle[3] + ny * boxTriangle[4] + nz * boxTriangle[5];
  const c = nx * boxTriangle[6] + ny * boxTriangle[7] + nz * boxTriangle[8];
  const lengths = Math.abs(nx) + Math.abs(ny) + Math.abs(nz);
  const reach = extentX * Math.abs(nx) + extentY * Math.abs(ny) + extentZ * Math.abs(nz);
  const bound = reach + PROJECTION_ERROR * size * lengths;
  return (a > bound && b > bound && c > bound) || (a < -bound && b < -bound && c < -bound);
}

/**
 * Returns whether one of the ten directions other than the box's normals separates the triangle in `boxTriangle` from
 * the box
 * |x| ≤ extent around the origin.
 */
export function boxTriangleSeparates(extentX: number, extentY: number, extentZ: number): boolean {
  let size = extentX + extentY + extentZ;
  for (let k = 0; k < 9; k++) size = Math.max(size, Math.abs(boxTriangle[k]));
  return (
    normalSeparates(extentX, extentY, extentZ, size) ||
    edgeSeparates(0, extentX, extentY, extentZ, size) ||
    edgeSeparates(1, extentX, extentY, extentZ, size) ||
    edgeSeparates(2, extentX, extentY, extentZ, size)
  );
}

/**
 * Returns whether a box normal separates: the corners' coordinate `axis` leaves [−extent, extent] on one side, by
 * rounding.
 */
export function boxFaceSeparates(axis: number, extent: number, size: number): boolean {
  const a = boxTriangle[axis];
  const b = boxTriangle[3 + axis];
  const c = boxTriangle[6 + axis];
  const bound = extent + PROJECTION_ERROR * size;
  return (a > bound && b > bound && c > bound) || (a < -bound && b < -bound && c < -bound);
}
