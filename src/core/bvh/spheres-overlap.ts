/**
 * Returns whether two circles or spheres overlap, touching included, each given by where its centre begins; the radius
 * follows the centre. NaN, which two infinite radii make, overlaps.
 */
export function spheresOverlap(
  spheresA: Float64Array,
  a: number,
  spheresB: Float64Array,
  b: number,
  axes: number,
): boolean {
  const x = spheresB[b] - spheresA[a];
  const y = spheresB[b + 1] - spheresA[a + 1];
  const z = axes === 3 ? spheresB[b + 2] - spheresA[a + 2] : 0;
  const reach = spheresA[a + axes] + spheresB[b + axes];
  return !(x * x + y * y + z * z > reach * reach);
}
