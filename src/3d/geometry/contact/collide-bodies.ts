import type { WritableNumberArray } from '../../../core/number-array.ts';
import { bodyA, bodyB, measurePairExtent, pairExtent, polishOfPair } from '../convex/convex-body.ts';
import { createGjkCache, type GjkCache } from '../convex/gjk.ts';
import { createEpaReport, type EpaReport, findPenetration } from '../convex/penetration-epa.ts';
import { BODY_CONTACT_LIMIT, BODY_CONTACT_SEPARATION, bodyContact, writeBodyPoints } from './body-points.ts';

/** Share of the size of a pair to which the depth of curved bodies is computed. */
const DEPTH_TOLERANCE = 1e-10;
const report: EpaReport = /* @__PURE__ */ createEpaReport();
const cold: GjkCache = /* @__PURE__ */ createGjkCache();

/**
 * Collides the bodies in `bodyA` and `bodyB`, A at the place `origin`, by GJK and EPA: writes the unit normal from A to
 * B and up to four points with their separations (layout in contact-layout.ts), in the world, and the features that
 * made them; returns how many points, 0 for bodies farther apart than `margin[0]` (world units, ≥ 0).
 *
 * The least separation is the distance of the bodies, or minus the depth: the least translation that separates them.
 * See `writeBodyPoints` for which points there are.
 */
export function collideBodies(
  out: WritableNumberArray,
  features: Uint32Array,
  origin: Float64Array,
  margin: Float64Array,
): number {
  cold.count = 0;
  measurePairExtent();
  report.tolerance = DEPTH_TOLERANCE * pairExtent[0];
  findPenetration(bodyContact, 0, bodyA, bodyB, cold, report, polishOfPair());
  const separation = -report.depth;
  const limit = margin[0] + (bodyA.rounding + bodyB.rounding);
  if (!(separation <= limit)) return 0;
  bodyContact[BODY_CONTACT_SEPARATION] = separation;
  bodyContact[BODY_CONTACT_LIMIT] = limit;
  return writeBodyPoints(out, features, origin);
}
