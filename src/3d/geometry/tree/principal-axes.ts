import { EPSILON } from '../../../core/tolerance.ts';
import { CORNER_STRIDE } from './mesh-tree.ts';

/** A 3×3 symmetric matrix settles after four or five sweeps; more only guards against never ending. */
const MAX_SWEEPS = 12;
/** Symmetric matrix that is rotated until it is diagonal, row by row. */
const matrix = new Float64Array(9);

/**
 * Writes the principal axes of the surface of the triangles in corners[begin..end) to `axes` (9 numbers, one unit
 * vector after the other) and returns true; false, with `axes` undefined, when the triangles have no area.
 *
 * The covariance of a triangle's surface, weighted by its area A, follows from integrating x·xᵀ over it:
 * A/12 · (9 m·mᵀ + a·aᵀ + b·bᵀ + c·cᵀ), with m the centroid; from the sum the mean's part is taken off.
 */
export function computePrincipalAxes(axes: Float64Array, corners: Float64Array, begin: number, end: number): boolean {
  if (!accumulateCovariance(corners, begin, end)) return false;
  return diagonalize(axes);
}

function accumulateCovariance(corners: Float64Array, begin: number, end: number): boolean {
  // The coordinates are taken relative to one of the points: then subtracting the mean loses no digits.
  const originX = corners[begin];
  const originY = corners[begin + 1];
  const originZ = corners[begin + 2];
  let total = 0;
  let meanX = 0;
  let meanY = 0;
  let meanZ = 0;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let read = begin; read < end; read += CORNER_STRIDE) {
    const aX = corners[read] - originX;
    const aY = corners[read + 1] - originY;
    const aZ = corners[read + 2] - originZ;
    const bX = corners[read + 3] - originX;
    const bY = corners[read + 4] - originY;
    const bZ = corners[read + 5] - originZ;
    const cX = corners[read + 6] - originX;
    const cY = corners[read + 7] - originY;
    const cZ = corners[read + 8] - originZ;
    const nX = (bY - aY) * (cZ - aZ) - (bZ - aZ) * (cY - aY);
    const nY = (bZ - aZ) * (cX - aX) - (bX - aX) * (cZ - aZ);
    const nZ = (bX - aX) * (cY - aY) - (bY - aY) * (cX - aX);
    const area = Math.sqrt(nX * nX + nY * nY + nZ * nZ);
    const mX = (aX + bX + cX) / 3;
    const mY = (aY + bY + cY) / 3;
    const mZ = (aZ + bZ + cZ) / 3;
    total += area;
    meanX += area * mX;
    meanY += area * mY;
    meanZ += area * mZ;
    const weight = area / 12;
    xx += weight * (9 * mX * mX + aX * aX + bX * bX + cX * cX);
    xy += weight * (9 * mX * mY + aX * aY + bX * bY + cX * cY);
    xz += weight * (9 * mX * mZ + aX * aZ + bX * bZ + cX * cZ);
    yy += weight * (9 * mY * mY + aY * aY + bY * bY + cY * cY);
    yz += weight * (9 * mY * mZ + aY * aZ + bY * bZ + cY * cZ);
    zz += weight * (9 * mZ * mZ + aZ * aZ + bZ * bZ + cZ * cZ);
  }
  if (!(total > 0)) return false;
  meanX /= total;
  meanY /= total;
  meanZ /= total;
  matrix[0] = xx / total - meanX * meanX;
  matrix[1] = matrix[3] = xy / total - meanX * meanY;
  matrix[2] = matrix[6] = xz / total - meanX * meanZ;
  matrix[4] = yy / total - meanY * meanY;
  matrix[5] = matrix[7] = yz / total - meanY * meanZ;
  matrix[8] = zz / total - meanZ * meanZ;
  const trace = matrix[0] + matrix[4] + matrix[8];
  return trace > 0 && trace < Infinity;
}

/**
 * Diagonalises a matrix by cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, 8.5); the rotations add up
 * to the axes.
 */
function diagonalize(axes: Float64Array): boolean {
  axes.fill(0);
  axes[0] = 1;
  axes[4] = 1;
  axes[8] = 1;
  const limit = EPSILON * (matrix[0] + matrix[4] + matrix[8]);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    if (Math.abs(matrix[1]) + Math.abs(matrix[2]) + Math.abs(matrix[5]) <= limit) break;
    rotate(axes, 0, 1);
    rotate(axes, 0, 2);
    rotate(axes, 1, 2);
  }
  return axes[0] - axes[0] === 0;
}

/** Makes matrix[p][q] zero by a rotation in the plane of the axes p and q, and turns the axes along. */
function rotate(axes: Float64Array, p: number, q: number): void {
  const off = matrix[p * 3 + q];
  if (off === 0) return;
  const ratio = (matrix[q * 3 + q] - matrix[p * 3 + p]) / (2 * off);
  const tangent = (ratio >= 0 ? 1 : -1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let k = 0; k < 3; k++) {
    const kp = matrix[k * 3 + p];
    const kq = matrix[k * 3 + q];
    matrix[k * 3 + p] = cosine * kp - sine * kq;
    matrix[k * 3 + q] = sine * kp + cosine * kq;
  }
  for (let k = 0; k < 3; k++) {
    const pk = matrix[p * 3 + k];
    const qk = matrix[q * 3 + k];
    matrix[p * 3 + k] = cosine * pk - sine * qk;
    matrix[q * 3 + k] = sine * pk + cosine * qk;
    const axisP = axes[p * 3 + k];
    const axisQ = axes[q * 3 + k];
    axes[p * 3 + k] = cosine * axisP - sine * axisQ;
    axes[q * 3 + k] = sine * axisP + cosine * axisQ;
  }
}
