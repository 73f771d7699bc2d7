import type { NumberArray } from '../../../core/number-array.ts';

/*
 * Sums over a body, in `MOMENTS` numbers: the volume, the first moments x y z, and the second moments xx yy zz xy xz yz
 * about a point that the caller chooses, best one inside of the body. Polynomials of second degree are integrated
 * exactly by points with weights: a triangle by a twelfth at each corner and three quarters in the middle, a
 * tetrahedron by a twentieth at each corner and four fifths in the middle (Hammer, Marlowe and Stroud, 1956).
 */
export const MOMENTS = 10;

/** Indices of the first of the second moments, and of the products of two axes. */
export const SECOND_MOMENTS = 4;
export const MOMENT_XY = 7;
export const MOMENT_XZ = 8;
export const MOMENT_YZ = 9;

/** A point of the weight 1, as `addMoments` takes it for a body without extent. */
const POINT = Float64Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0, 0);

/** Adds the moments `about` of a body about its own place, which is (x, y, z), times a factor. */
export function addMoments(
  sums: Float64Array,
  times: number,
  x: number,
  y: number,
  z: number,
  about: Float64Array = POINT,
): void {
  const volume = times * about[0];
  const ax = times * about[1];
  const ay = times * about[2];
  const az = times * about[3];
  sums[0] += volume;
  sums[1] += volume * x + ax;
  sums[2] += volume * y + ay;
  sums[3] += volume * z + az;
  sums[4] += volume * x * x + 2 * ax * x + times * about[4];
  sums[5] += volume * y * y + 2 * ay * y + times * about[5];
  sums[6] += volume * z * z + 2 * az * z + times * about[6];
  sums[7] += volume * x * y + ax * y + ay * x + times * about[7];
  sums[8] += volume * x * z + ax * z + az * x + times * about[8];
  sums[9] += volume * y * z + ay * z + az * y + times * about[9];
}

/** The corners of the triangle under way, from the origin of the sums. */
export const triangleCorners = new Float64Array(9);

/** Loads three points of an array, at the offsets a, b and c, from the point (ox, oy, oz). */
export function loadTriangle(
  points: NumberArray,
  a: number,
  b: number,
  c: number,
  ox: number,
  oy: number,
  oz: number,
): void {
  for (let corner = 0; corner < 9; corner += 3) {
    const from = corner === 0 ? a : corner === 3 ? b : c;
    triangleCorners[corner] = points[from] - ox;
    triangleCorners[corner + 1] = points[from + 1] - oy;
    triangleCorners[corner + 2] = points[from + 2] - oz;
  }
}

/**
 * Adds the tetrahedron between the origin of the sums and the triangle that has been loaded: positive where that runs
 * counter-clockwise seen from the far side. Returns its signed volume.
 *
 * Source: Mirtich, Fast and Accurate Computation of Polyhedral Mass Properties, 1996, for the sum over a surface.
 */
export function addTetrahedron(sums: Float64Array): number {
  const t = triangleCorners;
  const x = t[4] * t[8] - t[5] * t[7];
  const y = t[5] * t[6] - t[3] * t[8];
  const z = t[3] * t[7] - t[4] * t[6];
  const volume = (t[0] * x + t[1] * y + t[2] * z) / 6;
  const corner = volume / 20;
  for (let i = 0; i < 9; i += 3) addMoments(sums, corner, t[i], t[i + 1], t[i + 2]);
  // The fourth corner is the origin, which moves nothing.
  sums[0] += corner;
  addMoments(sums, 0.8 * volume, (t[0] + t[3] + t[6]) / 4, (t[1] + t[4] + t[7]) / 4, (t[2] + t[5] + t[8]) / 4);
  return volume;
}

/**
 * Turns sums about the point (ox, oy, oz) into volume, centroid, and second moments about the centroid. Without a
 * volume the centroid is that point, and the moments are 0.
 */
export function centreMoments(sums: Float64Array, ox: number, oy: number, oz: number): void {
  const volume = sums[0];
  const scale = volume === 0 ? 0 : 1 / volume;
  const x = sums[1] * scale;
  const y = sums[2] * scale;
  const z = sums[3] * scale;
  sums[4] -= volume * x * x;
  sums[5] -= volume * y * y;
  sums[6] -= volume * z * z;
  sums[7] -= volume * x * y;
  sums[8] -= volume * x * z;
  sums[9] -= volume * y * z;
  if (volume === 0) sums.fill(0);
  sums[1] = ox + x;
  sums[2] = oy + y;
  sums[3] = oz + z;
}
