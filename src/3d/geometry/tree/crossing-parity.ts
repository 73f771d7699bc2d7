import { orient2d } from '../../../core/exact-arithmetic.ts';
import { orient3d } from '../measure/orientation.ts';

// The parity of the triangles that a ray from p towards +x crosses, with every decision exact and every tie broken the
// same way for all triangles:
//
// Seen along the ray, a triangle is crossed exactly if an odd number of its edges is crossed by the half-line from p's
// projection (y, z) towards +y. An edge is crossed if one end has z > p.z and the other has not, and p lies on its −y
// side. Both are decided per edge alone, the second by the exact sign of one determinant of the ends in ascending z, 0
// taken as "not crossed". Triangles that share an edge thus agree on it, and in a closed mesh, in which an even number
// of triangles meets at every edge, a ray through an edge or a vertex counts neither twice nor not at all. It is as if
// p were moved a hair in z and less still in y.
//
// Whether a crossed triangle lies ahead of p is the exact side of p of the triangle's plane; on the plane, p lies on
// the triangle itself, as it does when the triangle is seen edge-on and holds p: that is looked at first.
//
// Source: Simulation of Simplicity, Edelsbrunner and Mücke 1990, for the idea; Shewchuk 1997 for the exact signs.

/** The ray from the point of the query: origin, direction +x. */
export const parityRay = new Float64Array([0, 0, 0, 1, 0, 0]);

const OUT = 0;
/** The ray crosses the triangle ahead of the point. */
export const CROSSED = 1;
/** The point lies on the triangle. */
export const ON = 2;

/** Tells whether the ray crosses a triangle, or the point lies on it. */
export function classifyTriangle(corners: Float64Array, at: number): number {
  const px = parityRay[0];
  const py = parityRay[1];
  const pz = parityRay[2];
  const y0 = corners[at + 1];
  const y1 = corners[at + 4];
  const y2 = corners[at + 7];
  const z0 = corners[at + 2];
  const z1 = corners[at + 5];
  const z2 = corners[at + 8];
  const x0 = corners[at];
  const x1 = corners[at + 3];
  const x2 = corners[at + 6];
  if (x0 < px && x1 < px && x2 < px) return OUT;
  if ((y0 < py && y1 < py && y2 < py) || (y0 > py && y1 > py && y2 > py)) return OUT;
  if ((z0 < pz && z1 < pz && z2 < pz) || (z0 > pz && z1 > pz && z2 > pz)) return OUT;
  const startsBeyond = !(x0 <= px || x1 <= px || x2 <= px);
  let crossed = false;
  if (crossesEdge(py, pz, y0, z0, y1, z1)) crossed = !crossed;
  if (crossesEdge(py, pz, y1, z1, y2, z2)) crossed = !crossed;
  if (crossesEdge(py, pz, y2, z2, y0, z0)) crossed = !crossed;
  if (startsBeyond) return crossed ? CROSSED : OUT;
  const side = orient3d(corners, at, corners, at + 3, corners, at + 6, parityRay, 0);
  if (side === 0) return containsInPlane(corners, at) ? ON : OUT;
  if (!crossed) return OUT;
  // The projected triangle has an area, else the three edges would have cancelled; with (y, z) counterclockwise its
  // normal points to +x, and it lies ahead when p is on the other side.
  const turn = orient2d(y0, z0, y1, z1, y2, z2);
  return turn > 0 === side < 0 ? CROSSED : OUT;
}

/** Returns whether the half-line from (py, pz) towards +y crosses an edge; the same for both directions of the edge. */
function crossesEdge(py: number, pz: number, ay: number, az: number, by: number, bz: number): boolean {
  if (az > pz === bz > pz) return false;
  if (ay > py && by > py) return true;
  if (ay < py && by < py) return false;
  return az < bz ? orient2d(ay, az, by, bz, py, pz) > 0 : orient2d(by, bz, ay, az, py, pz) > 0;
}

/**
 * Returns whether the point, which lies in the triangle's plane, lies in the triangle: in all three projections it then
 * is on no edge's outer side. A triangle whose projection has no area is judged by the other projections.
 */
function containsInPlane(corners: Float64Array, at: number): boolean {
  return (
    containsProjected(corners, at, 0, 1) && containsProjected(corners, at, 1, 2) && containsProjected(corners, at, 2, 0)
  );
}

function containsProjected(corners: Float64Array, at: number, i: number, j: number): boolean {
  const pu = parityRay[i];
  const pv = parityRay[j];
  let left = false;
  let right = false;
  for (let corner = 0; corner < 3; corner++) {
    const a = at + corner * 3;
    const b = at + (corner === 2 ? 0 : corner + 1) * 3;
    const side = orient2d(corners[a + i], corners[a + j], corners[b + i], corners[b + j], pu, pv);
    if (side > 0) left = true;
    if (side < 0) right = true;
    if (!(side - side === 0)) return false;
  }
  if (left && right) return false;
  // All three corners lie on a line through the point: the bounds tell whether the point is between them or beyond.
  const low = Math.min(corners[at + i], corners[at + 3 + i], corners[at + 6 + i]);
  const high = Math.max(corners[at + i], corners[at + 3 + i], corners[at + 6 + i]);
  const lowV = Math.min(corners[at + j], corners[at + 3 + j], corners[at + 6 + j]);
  const highV = Math.max(corners[at + j], corners[at + 3 + j], corners[at + 6 + j]);
  return low <= pu && pu <= high && lowV <= pv && pv <= highV;
}
