import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import {
  clearPolytope,
  closeFace,
  commitVertex,
  polytopeVertexCount,
  polytopeVertices,
  popNearestFace,
  replaceVisible,
  VERTEX_NUMBERS,
  writeFacePlane,
  writePolytopeWitness,
} from './epa-polytope.ts';
import {
  best,
  curved,
  measured,
  measureHeight,
  measureRounding,
  rounding,
  setTowards,
  support,
  takeBest,
  towards,
} from './epa-search.ts';
import {
  coldGjkCache,
  type GjkCache,
  gjkDistance,
  gjkRounding,
  runGjk,
  writeBoundAxis,
  writeSeparatingAxis,
} from './gjk.ts';
import { SIMPLEX_A, SIMPLEX_B, writeWitness } from './gjk-simplex.ts';
import { type PolishDepth, polishDepth, polishedHeight } from './polish-depth.ts';
import { polishAxis, polishPoints } from './polish-steps.ts';
import { startPolytope } from './start-polytope.ts';
import type { SupportShape } from './support.ts';
import { triangleTarget } from './triangle-weights.ts';

/** The shapes do not overlap; the result is the gap, from GJK. */
export const EPA_SEPARATED = 0;
/** Lower and upper bound of the depth agree to rounding. */
export const EPA_CONVERGED = 1;
/** B ⊖ A has no volume (two points, segments or coplanar faces): the depth across it. */
export const EPA_FLAT = 2;
/** The limit was reached; the depth separates, but a smaller one, down to `lowerBound`, may exist. */
export const EPA_ITERATION_LIMIT = 3;
/**
 * Curved shapes that are about as deep in many directions, such as concentric balls: the depth is a minimum to
 * rounding, and searches from all sides found no smaller one. Proving this with planes, down to the last digit, would
 * take millions of steps. The proven bound is `lowerBound`.
 */
export const EPA_CURVED = 4;

/**
 * Default limit. Polyhedra of a dozen vertices need about 20 steps, curved shapes up to {@link CURVED_FROM} + {@link
 * CURVED_PATIENCE} as a rule; two concentric hulls of 500, where every direction is about as good, several hundred.
 */
export const EPA_MAX_ITERATIONS = 1024;

/** The number of steps after which the result of curved shapes is polished. */
const CURVED_FROM = 32;
/**
 * The number of steps after which the result is polished where a tolerance is given. Most shapes are proven to a
 * tolerance in fewer steps; the others are about as deep in many directions, and would take thousands of steps.
 */
const TOLERANT_FROM = 256;
/** The number of steps after which the result is polished for shapes whose supports do not say that they are curved. */
const UNDECLARED_FROM = 256;
/** The number of polished steps without a smaller depth after which the search ends. */
const CURVED_PATIENCE = 64;
/**
 * The number of polished steps without a smaller depth after which the search ends where the best direction is not
 * clearly a minimum, as along the rounded rim of a cone.
 */
const UNSETTLED_PATIENCE = 256;

/** The share of the depth by which another direction must be better for the search to go on. */
const GAIN = 2 ** -40;
/** The slope up to which a direction counts as a minimum of depth; the depth there is then off by the square of it. */
const SETTLED_SLANT = 2 ** -26;

/**
 * The share of the depth to which `separateEpa` brackets a depth of less than a thousand times its tolerance: of shapes
 * that overlap by less than the tolerance any direction would be within it.
 */
const SHALLOW_SHARE = 2 ** -10;
/** The share of its tolerance that `separateEpa` is never more precise than. */
const LEAST_SLACK = 2 ** -14;

/** How the last call of {@link penetrationEpa} went, and its limit. */
export interface EpaReport {
  /** Set it to bound the time a call may take. */
  maxIterations: number;
  iterations: number;
  /** One of EPA_SEPARATED, EPA_CONVERGED, …. */
  termination: number;
  /** A proven lower bound of the depth; the depth returned is an upper one, whatever the termination. */
  lowerBound: number;
  /**
   * Set it, in units of length, to be content with a depth that is proven to this: curved shapes then take a third of
   * the time. 0 asks for all digits.
   */
  tolerance: number;
  /** The depth that the last call found. */
  depth: number;
}

/** Makes a report with the default limit. */
export function createEpaReport(): EpaReport {
  return {
    maxIterations: EPA_MAX_ITERATIONS,
    iterations: 0,
    termination: EPA_SEPARATED,
    lowerBound: 0,
    tolerance: 0,
    depth: 0,
  };
}

/** The report of calls that give none. */
export const defaultReport: EpaReport = /* @__PURE__ */ createEpaReport();

/** The points of A and of B that make the best height, where that has been polished. */
const bestPoints = new Float64Array(6);
/** How the search under way polishes a direction; undefined where it need not. */
let polishing: PolishDepth | undefined;

/** The nearest face: its unit normal and distance. Written by `expand`. */
const nearestPlane = new Float64Array(4);

/**
 * Computes the penetration depth of two convex shapes given by their supports: writes the unit normal from A to B, the
 * deepest points on A and on B (9 numbers), and returns the depth. Moving B by depth · normal, or A by its opposite,
 * just separates them, and no shorter translation does; the point on B is the point on A minus depth · normal. Shapes
 * that do not overlap give minus their distance, the normal and the closest points. NaN gives NaN or 0 within the
 * iteration limit.
 *
 * The polytope starts as a tetrahedron of support points far apart, whatever GJK ended with, so touching, concentric
 * and contained shapes are no special case. Each step takes the triangle whose plane is nearest the origin: its
 * distance bounds the depth from below, and the support along its normal from above. A triangle that cannot grow is
 * closed for good instead of ending the search, so a sliver with a bad plane does no harm. What is returned is the
 * least upper bound, a true separating translation even when the limit ends the search.
 *
 * Where B ⊖ A is flat the depth is across it, 0, with a normal perpendicular to it; for concentric points (1, 0, 0).
 *
 * Source: van den Bergen, Proximity Queries and Penetration Depth Computation on 3D Game Objects, GDC 2001.
 */
export function penetrationEpa(
  out: WritableNumberArray,
  outOffset: number,
  a: SupportShape,
  b: SupportShape,
  cache: GjkCache = coldGjkCache(),
  report: EpaReport = defaultReport,
): number {
  findPenetration(out, outOffset, a, b, cache, report, polishDepth);
  return report.depth;
}

/**
 * Does what `penetrationEpa` does, with the depth left in the report, and with or without `polishDepth`: a game whose
 * shapes have few corners and no curved cores does not ship `polishDepth`.
 */
export function findPenetration(
  out: WritableNumberArray,
  outOffset: number,
  a: SupportShape,
  b: SupportShape,
  cache: GjkCache,
  report: EpaReport,
  polisher: PolishDepth | undefined,
): void {
  polishing = polisher;
  runGjk(a, b, cache);
  const distance = gjkDistance();
  report.iterations = 0;
  report.lowerBound = 0;
  writeWitness(out, outOffset + 3, SIMPLEX_A);
  writeWitness(out, outOffset + 6, SIMPLEX_B);
  if (distance !== 0 && writeGapNormal(out, outOffset, a, b, cache)) {
    report.termination = EPA_SEPARATED;
    report.depth = -distance;
    return;
  }
  if (!startPolytope(a, b)) {
    report.termination = EPA_FLAT;
    writeNormal(out, outOffset);
    report.depth = Math.max(0, best.height);
    return;
  }
  report.termination = expand(a, b, report, true);
  writeNormal(out, outOffset);
  writeDeepest(out, outOffset + 3);
  if (distance > 0 && best.height < 0) {
    report.termination = EPA_SEPARATED;
    report.depth = best.height;
    return;
  }
  report.depth = Math.max(0, best.height);
}

/**
 * Looks for the direction from A to B along which two convex shapes are farthest apart, or overlap least, without GJK
 * before and without polishing after. `out` and `report.depth` hold the best direction that is known and the depth
 * along it; a direction that is better takes their place. Where the shapes overlap, the depth exceeds the least one by
 * no more than `report.tolerance`, which must be above 0, nor by more than a small share of the depth; where they do
 * not, the search ends with any direction that parts them, and a depth of less than 0.
 */
export function separateEpa(
  out: WritableNumberArray,
  outOffset: number,
  a: SupportShape,
  b: SupportShape,
  report: EpaReport,
): void {
  report.iterations = 0;
  report.lowerBound = 0;
  if (startPolytope(a, b)) {
    measured[0] = report.depth;
    for (let i = 0; i < 3; i++) towards[i] = 0 - out[outOffset + i];
    takeBest(towards);
    report.termination = expand(a, b, report, false);
  } else report.termination = EPA_FLAT;
  writeNormal(out, outOffset);
  report.depth = best.height;
}

/**
 * Writes the normal between shapes apart: that of the last simplex, which is the more precise one on curved shapes,
 * unless the gap along it falls short of the one that GJK has proven along another direction, as between points that
 * nearly touch. Returns false when there is no gap along either: then the distance is rounding, and so is the normal.
 */
function writeGapNormal(
  out: WritableNumberArray,
  outOffset: number,
  a: SupportShape,
  b: SupportShape,
  cache: GjkCache,
): boolean {
  const proven = cache.lowerBound;
  writeSeparatingAxis(out, outOffset);
  for (let i = 0; i < 3; i++) towards[i] = -out[outOffset + i];
  clearPolytope();
  measureHeight(support(a, b));
  let gap = -measured[0];
  if (proven > 0 && gap < proven - gjkRounding()) {
    writeBoundAxis(out, outOffset);
    gap = proven;
  }
  return !(gap < 0.5 * gjkDistance() - gjkRounding());
}

/**
 * Writes the points of A and B that make the depth: on a curved surface the support points that were found there, on
 * flat ones a mix of the polytope's corners; of the two, the points that lie more nearly along the normal are taken.
 */
function writeDeepest(out: WritableNumberArray, outOffset: number): void {
  const { x, y, z, height } = best;
  triangleTarget[0] = x * height;
  triangleTarget[1] = y * height;
  triangleTarget[2] = z * height;
  writePolytopeWitness(out, outOffset);
  measureSlant(out, outOffset);
  if (best.slant <= measured[0]) {
    for (let i = 0; i < 6; i++) out[outOffset + i] = bestPoints[i];
  }
}

/** Measures how far the way from a point on A to one on B is off `triangleTarget`, a normal times the depth. */
function measureSlant(points: NumberArray, offset: number): void {
  const ex = points[offset + 3] - points[offset] - triangleTarget[0];
  const ey = points[offset + 4] - points[offset + 1] - triangleTarget[1];
  const ez = points[offset + 5] - points[offset + 2] - triangleTarget[2];
  measured[0] = Math.sqrt(ex * ex + ey * ey + ez * ez);
}

/** Writes the normal. The origin leaves B ⊖ A through the best face, so B moves against that face's normal. */
function writeNormal(out: WritableNumberArray, outOffset: number): void {
  out[outOffset] = 0 - best.x;
  out[outOffset + 1] = 0 - best.y;
  out[outOffset + 2] = 0 - best.z;
}

/**
 * Grows the polytope until the nearest open face is as far out as the best support; returns the termination. Unless it
 * measures and polishes, a direction that parts the shapes ends it as well.
 */
function expand(a: SupportShape, b: SupportShape, report: EpaReport, polishes: boolean): number {
  let idle = 0;
  for (;;) {
    const face = popNearestFace();
    if (face < 0) {
      report.lowerBound = Math.max(0, best.height);
      return EPA_CONVERGED;
    }
    writeFacePlane(nearestPlane, face);
    measureRounding();
    const distance = nearestPlane[3];
    report.lowerBound = Math.max(0, Math.min(distance, best.height));
    let slack = report.tolerance;
    if (!polishes) slack = Math.min(slack, Math.max(SHALLOW_SHARE * best.height, LEAST_SLACK * slack));
    if (!(distance < best.height - rounding[0] - slack)) {
      // The depth of a curved shape is a minimum there, and the normal is known to the root of the tolerance only.
      if (polishes && polishing !== undefined && report.tolerance > 0 && curved) {
        towards[0] = best.x;
        towards[1] = best.y;
        towards[2] = best.z;
        polish(a, b);
      }
      return EPA_CONVERGED;
    }
    if (idle >= (isSettled() ? CURVED_PATIENCE : UNSETTLED_PATIENCE)) {
      polishAllAround(a, b);
      return EPA_CURVED;
    }
    if (report.iterations >= report.maxIterations) {
      if (best.height === Infinity) {
        setTowards(nearestPlane, 1);
        measured[0] = distance;
        takeBest(towards);
      }
      return EPA_ITERATION_LIMIT;
    }
    report.iterations++;
    setTowards(nearestPlane, 1);
    const at = support(a, b);
    measureHeight(at);
    const height = measured[0];
    const done = height - distance <= rounding[0] || isVertex(at);
    if (height < best.height) {
      takeBest(towards);
      if (!polishes && height < 0) return EPA_SEPARATED;
    }
    if (polishes && polishing !== undefined && report.iterations >= polishFrom(report)) {
      idle = polish(a, b) ? 0 : idle + 1;
    }
    if (done) {
      closeFace(face);
      continue;
    }
    commitVertex();
    if (!replaceVisible(face, rounding)) {
      closeFace(face);
    }
  }
}

/** Returns the number of steps after which the result is polished. */
function polishFrom({ tolerance }: EpaReport): number {
  return curved ? (tolerance > 0 ? TOLERANT_FROM : CURVED_FROM) : UNDECLARED_FROM;
}

/** Turns the direction `towards` to the nearest minimum of depth; returns whether that is a gain over the best one. */
function polish(a: SupportShape, b: SupportShape): boolean {
  for (let i = 0; i < 3; i++) polishAxis[i] = towards[i];
  polishing!(a, b, rounding);
  const height = polishedHeight[0];
  const before = best.height;
  const smaller = height < before - rounding[0];
  if (height <= before + rounding[0]) {
    for (let i = 0; i < 3; i++) triangleTarget[i] = polishAxis[i] * height;
    measureSlant(polishPoints, 0);
    const slant = measured[0];
    if (smaller || slant < best.slant) {
      measured[0] = height;
      takeBest(polishAxis);
      best.slant = slant;
      for (let i = 0; i < 6; i++) bestPoints[i] = polishPoints[i];
    }
  }
  return smaller && height < before * (1 - GAIN);
}

/**
 * Polishes from all around, where some of the surface of the polytope is nearer than the best depth. The search itself
 * always takes the nearest face. Along the side of a cylinder, for example, it refines one face after another long
 * before it comes to the disk, which is nearer than the side but not nearer than the faces of the polytope along it.
 */
function polishAllAround(a: SupportShape, b: SupportShape): void {
  let count = 0;
  while (count < MOST_AROUND) {
    const face = popNearestFace();
    if (face < 0) return;
    writeFacePlane(nearestPlane, face);
    if (!(nearestPlane[3] < best.height - rounding[0])) return;
    let isNew = true;
    for (let i = 0; i < count && isNew; i++) {
      let along = 0;
      for (let k = 0; k < 3; k++) along += around[3 * i + k] * nearestPlane[k];
      isNew = along < NEAR_COSINE;
    }
    if (!isNew) continue;
    for (let k = 0; k < 3; k++) around[3 * count + k] = nearestPlane[k];
    count++;
    setTowards(nearestPlane, 1);
    polish(a, b);
  }
}

/** The cosine of the angle, 20°, by which directions to polish from differ; MOST_AROUND of them cover the sphere. */
const NEAR_COSINE = 0.94;
const MOST_AROUND = 128;
/** The directions that `polishAllAround` has polished from. */
const around = new Float64Array(3 * MOST_AROUND);

/** Returns whether the best direction is a minimum: the point of B ⊖ A farthest along it lies along it. */
function isSettled(): boolean {
  return best.slant <= SETTLED_SLANT * best.height + rounding[0];
}

/** Returns whether the point at an offset is a vertex already. */
function isVertex(at: number): boolean {
  const v = polytopeVertices();
  const end = polytopeVertexCount() * VERTEX_NUMBERS;
  for (let i = 0; i < end; i += VERTEX_NUMBERS) {
    if (v[i] === v[at] && v[i + 1] === v[at + 1] && v[i + 2] === v[at + 2]) return true;
  }
  return false;
}
