import type { NumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';

/** The barycentric weights that {@link closestOnTriangle} found. */
export const triangleWeights = new Float64Array(3);

let bestSquare = Infinity;
let originX = 0;
let originY = 0;
let originZ = 0;

/**
 * Sets {@link triangleWeights} to those of the point of a triangle (three offsets into one array) nearest to
 * (x, y, z), and returns the squared distance: the foot on its plane when that lies inside, else the nearest of the
 * three sides. Any triangle will do, without area too.
 */
export function closestOnTriangle(
  points: NumberArray,
  a: number,
  b: number,
  c: number,
  x: number,
  y: number,
  z: number,
): number {
  originX = x;
  originY = y;
  originZ = z;
  bestSquare = Infinity;
  trySide(points, a, b, 0, 1);
  trySide(points, b, c, 1, 2);
  trySide(points, c, a, 2, 0);
  const ux = points[b] - points[a];
  const uy = points[b + 1] - points[a + 1];
  const uz = points[b + 2] - points[a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  if (!(uu > 0)) return bestSquare;
  const vx = points[c] - points[a];
  const vy = points[c + 1] - points[a + 1];
  const vz = points[c + 2] - points[a + 2];
  const shear = (ux * vx + uy * vy + uz * vz) / uu;
  // The part of the second side perpendicular to the first.
  const px = vx - shear * ux;
  const py = vy - shear * uy;
  const pz = vz - shear * uz;
  const pp = px * px + py * py + pz * pz;
  if (!(pp > 0)) return bestSquare;
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
    if (square < bestSquare) {
      bestSquare = square;
      writeVector(triangleWeights, 0, wa, wb, wc);
    }
  }
  return bestSquare;
}

function trySide(points: NumberArray, p: number, q: number, from: number, to: number): void {
  const x = points[p] - originX;
  const y = points[p + 1] - originY;
  const z = points[p + 2] - originZ;
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
  if (distance < bestSquare) {
    bestSquare = distance;
    writeVector(triangleWeights, 0, 0, 0, 0);
    triangleWeights[from] = 1 - t;
    triangleWeights[to] = t;
  }
}
