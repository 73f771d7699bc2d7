import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * How many numbers a frustum has: six planes `nx ny nz d`, normals pointing inward, in the order left, right, bottom,
 * top, near, far.
 */
export const FRUSTUM_SIZE = 24;

/** How many numbers the eight corners of a frustum have. */
export const FRUSTUM_CORNERS_SIZE = 24;

const PLANE_SIZE = 4;

/** Depth range of clip space after the division by w: −1..1 (OpenGL, WebGL) or 0..1 (Direct3D, Metal, WebGPU). */
export const CLIP_DEPTH_MINUS_ONE_TO_ONE = 0;
export const CLIP_DEPTH_ZERO_TO_ONE = 1;

/** Writes the plane x·X + y·Y + z·Z + constant ≥ 0 with a unit normal; a zero normal is left as it is. */
function writePlane(out: WritableNumberArray, at: number, x: number, y: number, z: number, constant: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? 1 / length : 1;
  out[at] = x * scale;
  out[at + 1] = y * scale;
  out[at + 2] = z * scale;
  out[at + 3] = -constant * scale;
}

const matrix = new Float64Array(16);

/**
 * Writes the six planes of the frustum that a view-projection matrix sees (24 numbers: left, right, bottom, top, near,
 * far, each `nx ny nz d` with a unit normal pointing inward, n·x ≥ d inside).
 *
 * `viewProjection` holds 16 numbers column by column and takes column vectors: clip = M · (x, y, z, 1). A point is seen
 * when −w ≤ x ≤ w, −w ≤ y ≤ w, and −w ≤ z ≤ w, or 0 ≤ z ≤ w with `clipDepth` CLIP_DEPTH_ZERO_TO_ONE. For a projection
 * matrix alone the planes are in view space. A projection without a far end has a far plane with a zero normal, which
 * everything is inside of; with reversed depth near and far swap places.
 *
 * Source: Gribb and Hartmann, Fast Extraction of Viewing Frustum Planes from the World-View-Projection Matrix, 2001.
 */
export function computeFrustumPlanes(
  out: WritableNumberArray,
  outOffset: number,
  viewProjection: NumberArray,
  viewProjectionOffset: number,
  clipDepth: number,
): void {
  for (let k = 0; k < 16; k++) matrix[k] = viewProjection[viewProjectionOffset + k];
  // Row r of the matrix is spread over the columns: entries r, 4 + r, 8 + r, 12 + r.
  const wx = matrix[3];
  const wy = matrix[7];
  const wz = matrix[11];
  const w = matrix[15];
  for (let row = 0; row < 2; row++) {
    const x = matrix[row];
    const y = matrix[4 + row];
    const z = matrix[8 + row];
    const c = matrix[12 + row];
    writePlane(out, outOffset + 2 * row * PLANE_SIZE, wx + x, wy + y, wz + z, w + c);
    writePlane(out, outOffset + (2 * row + 1) * PLANE_SIZE, wx - x, wy - y, wz - z, w - c);
  }
  const x = matrix[2];
  const y = matrix[6];
  const z = matrix[10];
  const c = matrix[14];
  const near = outOffset + 4 * PLANE_SIZE;
  if (clipDepth === CLIP_DEPTH_ZERO_TO_ONE) writePlane(out, near, x, y, z, c);
  else writePlane(out, near, wx + x, wy + y, wz + z, w + c);
  writePlane(out, near + PLANE_SIZE, wx - x, wy - y, wz - z, w - c);
}

/** Relative, on the determinant of three unit normals: below it the planes do not meet in a point one can compute. */
const CORNER_DETERMINANT = 1e-12;

const planes = new Float64Array(FRUSTUM_SIZE);
const weighted = new Float64Array(3);

/** Writes where three planes of `planes` meet; returns false when they do not meet in one point. */
function writeCorner(out: WritableNumberArray, at: number, first: number, second: number, third: number): boolean {
  const a = PLANE_SIZE * first;
  const b = PLANE_SIZE * second;
  const c = PLANE_SIZE * third;
  // b × c, c × a, a × b weighted by the three d.
  let determinant = 0;
  for (let i = 0, j = 1, k = 2; i < 3; j = k, k = i++) {
    const bc = planes[b + j] * planes[c + k] - planes[b + k] * planes[c + j];
    const ca = planes[c + j] * planes[a + k] - planes[c + k] * planes[a + j];
    const ab = planes[a + j] * planes[b + k] - planes[a + k] * planes[b + j];
    determinant += planes[a + i] * bc;
    weighted[i] = planes[a + 3] * bc + planes[b + 3] * ca + planes[c + 3] * ab;
  }
  for (let i = 0; i < 3; i++) out[at + i] = weighted[i] / determinant;
  return Math.abs(determinant) > CORNER_DETERMINANT;
}

/** Indices of the planes within a frustum. */
const LEFT = 0;
const RIGHT = 1;
const BOTTOM = 2;
const TOP = 3;
const NEAR = 4;
const FAR = 5;

/**
 * Writes the eight corners of a frustum (24 numbers: those of the near plane left-bottom, right-bottom, right-top,
 * left-top, then those of the far plane likewise) and returns whether it has them: false, with the output partly
 * written, when three planes that should meet do not, as in a frustum without far end. Normals may have any length.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.4.5 (three planes).
 */
export function computeFrustumCorners(
  out: WritableNumberArray,
  outOffset: number,
  frustum: NumberArray,
  frustumOffset: number,
): boolean {
  for (let plane = 0; plane < FRUSTUM_SIZE; plane += PLANE_SIZE) {
    const at = frustumOffset + plane;
    const x = frustum[at];
    const y = frustum[at + 1];
    const z = frustum[at + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    const scale = length > 0 ? 1 / length : 0;
    planes[plane] = x * scale;
    planes[plane + 1] = y * scale;
    planes[plane + 2] = z * scale;
    planes[plane + 3] = frustum[at + 3] * scale;
  }
  for (let end = 0; end < 2; end++) {
    const cap = end === 0 ? NEAR : FAR;
    const at = outOffset + 12 * end;
    if (
      !writeCorner(out, at, LEFT, BOTTOM, cap) ||
      !writeCorner(out, at + 3, RIGHT, BOTTOM, cap) ||
      !writeCorner(out, at + 6, RIGHT, TOP, cap) ||
      !writeCorner(out, at + 9, LEFT, TOP, cap)
    ) {
      return false;
    }
  }
  return true;
}
