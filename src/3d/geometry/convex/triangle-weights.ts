import type { NumberArray } from '../../../core/number-array.ts';

/** The barycentric weights that {@link closestOnTriangle} found. */
export const triangleWeights = new Float64Array(3);

/** The point from which {@link closestOnTriangle} measures. Written by its caller. */
export const triangleTarget = new Float64Array(3);
/** The squared distance that {@link closestOnTriangle} found. */
export const triangleSquare = new Float64Array(1);

/**
 * Sets {@link triangleWeights} to those of the point of a triangle (three offsets into one array) nearest to {@link
 * triangleTarget}, and {@link triangleSquare} to the squared distance: the foot on its plane when that lies inside,
 * else the nearest of the three sides. The triangle may be of any shape, also without area.
 */
export function closestOnTriangle(points: NumberArray, a: number, b: number, c: number): void {
  const x = triangleTarget[0];
  const y = triangleTarget[1];
  const z = triangleTarget[2];
  triangleSquare[0] = Infinity;
  trySide(points, a, b, 0, 1);
  trySide(points, b, c, 1, 2);
  trySide(points, c, a, 2, 0);
  const ux = points[b] - points[a];
  const uy = points[b + 1] - points[a + 1];
  const uz = points[b + 2] - points[a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  if (!(uu > 0)) return;
  const vx = points[c] - points[a];
  const vy = points[c + 1] - points[a + 1];
  const vz = points[c + 2] - points[a + 2];
  const shear = (ux * vx + uy * vy + uz * vz) / uu;
  // The part of the second side perpendicular to the first.
  const px = vx - shear * ux;
  const py = vy - shear * uy;
  const pz = vz - shear * uz;
  const pp = px * px + py * py + pz * pz;
  if (!(pp > 0)) return;
  const ax = points[a] - x;
  const ay = points[a + 1] - y;
  const az = points[a + 2] - z;
  const wc = -(ax * px + ay * py + az * pz) / pp;
  const wb = -(ax * ux + ay * uy + az * uz) / uu - wc * shear;
  const wa = 1 - wb - wc;
  if (wa >= 0 && wb >= 0 && wc >= 0) {
    const nx = ax + wb * ux + wc * vx;
    const ny = ay + wb * uy + wc * vy;
    const nz = az + wb * uz + wc * vz;
    const square = nx * nx + ny * ny + nz * nz;
    if (square < triangleSquare[0]) {
      triangleSquare[0] = square;
      triangleWeights[0] = wa;
      triangleWeights[1] = wb;
      triangleWeights[2] = wc;
    }
  }
}

function trySide(points: NumberArray, p: number, q: number, from: number, to: number): void {
  const x = points[p] - triangleTarget[0];
  const y = points[p + 1] - triangleTarget[1];
  const z = points[p + 2] - triangleTarget[2];
  const ex = points[q] - points[p];
  const ey = points[q + 1] - points[p + 1];
  const ez = points[q + 2] - points[p + 2];
  const square = ex * ex + ey * ey + ez * ez;
  const along = -(x * ex + y * ey + z * ez);
  const t = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0;
  const nx = x + t * ex;
  const ny = y + t * ey;
  const nz = z + t * ez;
  const distance = nx * nx + ny * ny + nz * nz;
  if (distance < triangleSquare[0]) {
    triangleSquare[0] = distance;
    triangleWeights.fill(0);
    triangleWeights[from] = 1 - t;
    triangleWeights[to] = t;
  }
}
