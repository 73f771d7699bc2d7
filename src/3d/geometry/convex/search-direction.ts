import { EPSILON } from '../../../core/tolerance.ts';
import {
  crossSides,
  NEEDLE_SINE,
  normal,
  SIMPLEX_ROUNDING,
  SIMPLEX_STRIDE,
  sides,
  simplex,
  simplexNumbers,
  simplexPoints,
} from './gjk-simplex.ts';

/** The next search direction, and a second opinion on it. */
export const searchDirection = new Float64Array(3);

/**
 * Sets the search direction, from the simplex towards the origin. The difference origin − nearest point is exact to
 * rounding of the coordinates, which ruins it when the two are close; the normal of a simplex triangle is exact to its
 * shape, which ruins it when it is a sliver. The one with the smaller error is taken, or with `second` the other one.
 * Returns false when there is no such direction.
 *
 * Source: the edge normal in the plane is Catto's advice (Computing Distance, GDC 2010).
 */
export function setSearchDirection(second: boolean): boolean {
  const rounding = simplexNumbers[SIMPLEX_ROUNDING];
  const { x, y, z, square } = simplex;
  const distance = Math.sqrt(square);
  searchDirection[0] = -x;
  searchDirection[1] = -y;
  searchDirection[2] = -z;
  if (simplex.count === 2) {
    straightenAgainstEdge();
  }
  if (simplex.count !== 3) return !second && distance > 0;
  const p = simplexPoints;
  const ex = p[SIMPLEX_STRIDE] - p[0];
  const ey = p[SIMPLEX_STRIDE + 1] - p[1];
  const ez = p[SIMPLEX_STRIDE + 2] - p[2];
  const fx = p[2 * SIMPLEX_STRIDE] - p[0];
  const fy = p[2 * SIMPLEX_STRIDE + 1] - p[1];
  const fz = p[2 * SIMPLEX_STRIDE + 2] - p[2];
  let nx = ey * fz - ez * fy;
  let ny = ez * fx - ex * fz;
  let nz = ex * fy - ey * fx;
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const product = Math.sqrt((ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz));
  if (area < NEEDLE_SINE * product) {
    sides[0] = ex;
    sides[1] = ey;
    sides[2] = ez;
    sides[3] = fx;
    sides[4] = fy;
    sides[5] = fz;
    crossSides();
    nx = normal[0];
    ny = normal[1];
    nz = normal[2];
  }
  const towards = nx * x + ny * y + nz * z;
  if (towards > 0) {
    nx = -nx;
    ny = -ny;
    nz = -nz;
  }
  // Error of the normal: spacing · product of the sides / area; of the difference: rounding / distance.
  const normalIsBetter = EPSILON * product * distance < rounding * area;
  if (normalIsBetter !== second) {
    if (!(area > 0)) return !second && distance > 0;
    searchDirection[0] = nx;
    searchDirection[1] = ny;
    searchDirection[2] = nz;
    return true;
  }
  return distance > 0;
}

/** Removes the rounding error in the direction along the simplex edge. */
function straightenAgainstEdge(): void {
  const p = simplexPoints;
  const ex = p[SIMPLEX_STRIDE] - p[0];
  const ey = p[SIMPLEX_STRIDE + 1] - p[1];
  const ez = p[SIMPLEX_STRIDE + 2] - p[2];
  const d = searchDirection;
  const along = (d[0] * ex + d[1] * ey + d[2] * ez) / (ex * ex + ey * ey + ez * ez);
  d[0] -= along * ex;
  d[1] -= along * ey;
  d[2] -= along * ez;
}
