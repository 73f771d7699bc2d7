import type { WritableNumberArray } from '../../../core/number-array.ts';
import { coldGjkCache, type GjkCache } from './gjk.ts';
import { defaultReport, EPA_CONVERGED, EPA_SEPARATED, type EpaReport, penetrationEpa } from './penetration-epa.ts';
import type { Support } from './support.ts';

/**
 * Computes the signed separation of two convex shapes, each a core given by its support and rounded by a radius (a
 * sphere is a point and its radius, a capsule a segment and its radius; 0 leaves a core as it is): the distance when
 * apart, minus the penetration depth when they overlap. Writes the unit normal from A to B and the closest or deepest
 * surface points on A and on B (9 numbers). GJK answers while the cores are apart, which makes round shapes as exact as
 * their cores; EPA once these overlap. Concentric spheres get the normal (1, 0, 0). NaN gives NaN or minus the radii.
 *
 * `report` is about the rounded shapes: `EPA_SEPARATED` only where these are apart, `EPA_CONVERGED` where no more than
 * their rounding overlaps or touches, and a lower bound of the whole depth. `cache` is about the cores.
 *
 * Source: van den Bergen, Collision Detection in Interactive 3D Environments, 2003, on cores and margins.
 */
export function separationSupport(
  out: WritableNumberArray,
  outOffset: number,
  a: Support,
  radiusA: number,
  b: Support,
  radiusB: number,
  cache: GjkCache = coldGjkCache(),
  report: EpaReport = defaultReport,
): number {
  const depth = penetrationEpa(out, outOffset, a, b, cache, report);
  for (let axis = 0; axis < 3; axis++) {
    const normal = out[outOffset + axis];
    out[outOffset + 3 + axis] += radiusA * normal;
    out[outOffset + 6 + axis] -= radiusB * normal;
  }
  const separation = -depth - radiusA - radiusB;
  if (report.termination !== EPA_SEPARATED) report.lowerBound += radiusA + radiusB;
  else if (separation <= 0) {
    // The distance of the cores is as good as exact, and the depth with it.
    report.termination = EPA_CONVERGED;
    report.lowerBound = 0 - separation;
  }
  return separation;
}
