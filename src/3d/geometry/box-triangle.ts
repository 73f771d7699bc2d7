import { EPSILON } from '../../core/tolerance.ts';

// SAT for a box around the origin and a triangle, given by its corners in the box's frame: besides the box's three face
// normals, which the callers test in whatever way is most exact for them, the triangle's normal and the nine cross
// products of a box axis with an edge. A direction of zero length (an edge or a whole triangle without extent, or an edge
// along a box axis) projects everything to 0 and so never separates; what such a triangle still needs, the
// other directions supply: for a segment they are the box's normals and the crosses with its one direction.
//
// Rounding may only err towards overlap: a gap must exceed the error its projections can carry.

/** The error of a projection p·L, relative to the largest coordinate times the sum of |L|'s components. */
const PROJECTION_ERROR = 16 * EPSILON;

/** The corners a, b, c, written by the callers before the call. */
export const boxTriangle = new Float64Array(9);

/** Whether the projections p and q (of an edge, and of the corner opposite) leave [−reach, reach] on one side. */
function leaves(p: number, q: number, reach: number): boolean {
  return (p > reach && q > reach) || (p < -reach && q < -reach);
}

/** Whether a cross product with one of the three box axes separates, for the edge from corner i to the next one. */
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

/** Whether the triangle's normal separates; all three corners are projected, so its own rounding does no harm. */
function normalSeparates(extentX: number, extentY: number, extentZ: number, size: number): boolean {
  const ux = boxTriangle[3] - boxTriangle[0];
  const uy = boxTriangle[4] - boxTriangle[1];
  const uz = boxTriangle[5] - boxTriangle[2];
  const vx = boxTriangle[6] - boxTriangle[0];
  const vy = boxTriangle[7] - boxTriangle[1];
  const vz = boxTriangle[8] - boxTriangle[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const a = nx * boxTriangle[0] + ny * boxTriangle[1] + nz * boxTriangle[2];
  const b = nx * boxTriangle[3] + ny * boxTriangle[4] + nz * boxTriangle[5];
  const c = nx * boxTriangle[6] + ny * boxTriangle[7] + nz * boxTriangle[8];
  const lengths = Math.abs(nx) + Math.abs(ny) + Math.abs(nz);
  const reach = extentX * Math.abs(nx) + extentY * Math.abs(ny) + extentZ * Math.abs(nz);
  const bound = reach + PROJECTION_ERROR * size * lengths;
  return (a > bound && b > bound && c > bound) || (a < -bound && b < -bound && c < -bound);
}

/**
 * Whether one of the ten directions other than the box's normals separates the triangle in `boxTriangle` from the box
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

/** Whether a box normal separates: the corners' coordinate `axis` leaves [−extent, extent] on one side, by rounding. */
export function boxFaceSeparates(axis: number, extent: number, size: number): boolean {
  const a = boxTriangle[axis];
  const b = boxTriangle[3 + axis];
  const c = boxTriangle[6 + axis];
  const bound = extent + PROJECTION_ERROR * size;
  return (a > bound && b > bound && c > bound) || (a < -bound && b < -bound && c < -bound);
}
