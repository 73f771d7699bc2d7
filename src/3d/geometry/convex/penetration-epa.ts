import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { writePerpendicular, writeVector } from '../vector.ts';
import {
  clearPolytope,
  closeFace,
  commitVertex,
  faceDistance,
  faceNormal,
  nextVertex,
  polytopeVertexCount,
  polytopeVertices,
  popNearestFace,
  replaceVisible,
  startTetrahedron,
  VERTEX_NUMBERS,
  writePolytopeWitness,
} from './epa-polytope.ts';
import { coldGjkCache, type GjkCache, gjkRounding, runGjkSupport, writeBoundAxis, writeSeparatingAxis } from './gjk.ts';
import { SIMPLEX_A, SIMPLEX_B, writeWitness } from './gjk-simplex.ts';
import { polishAxis, polishDepth, polishPoints } from './polish-depth.ts';
import type { Support } from './support.ts';

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
 * rounding, and from all sides none smaller was found; only to prove that by planes, down to the last digits, would
 * take millions of steps. What is proven is `lowerBound`.
 */
export const EPA_CURVED = 4;

/**
 * Default limit. Polyhedra of a dozen vertices need about 20 steps, curved shapes up to {@link CURVED_FROM} + {@link
 * CURVED_PATIENCE} as a rule; two concentric hulls of 500, where every direction is about as good, several hundred.
 */
export const EPA_MAX_ITERATIONS = 1024;

/** The number of steps after which the result of curved shapes is polished. */
const CURVED_FROM = 32;
/** The same for shapes whose supports do not say that they are curved. */
const UNDECLARED_FROM = 256;
/** The number of polished steps without a smaller depth after which the search ends. */
const CURVED_PATIENCE = 64;
/** The same where the best direction is not clearly a minimum, as along the rounded rim of a cone. */
const UNSETTLED_PATIENCE = 256;

/** A depth smaller by less than this share is no reason to go on. */
const GAIN = 2 ** -40;
/** A minimum of depth is one to the square of this. */
const SETTLED_SLANT = 2 ** -26;

/** Rounding of a support point and of its product with a unit normal, in spacings at the largest coordinate. */
const ROUNDING_SPACINGS = 8;

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
}

/** Makes a report with the default limit. */
export function createEpaReport(): EpaReport {
  return { maxIterations: EPA_MAX_ITERATIONS, iterations: 0, termination: EPA_SEPARATED, lowerBound: 0, tolerance: 0 };
}

/** The report of calls that give none. */
export const defaultReport: EpaReport = /* @__PURE__ */ createEpaReport();

/**
 * The direction of least extent found so far, that extent, and where it was polished, so that the points there are
 * known, how far those are off the normal.
 */
const best = { x: 0, y: 0, z: 0, height: Infinity, slant: Infinity };
const bestPoints = new Float64Array(6);
/** Whether the newest support point is one of a curved surface. */
let curved = false;
let largest = 0;

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
  a: Support,
  b: Support,
  cache: GjkCache = coldGjkCache(),
  report: EpaReport = defaultReport,
): number {
  const distance = runGjkSupport(a, b, cache);
  report.iterations = 0;
  report.lowerBound = 0;
  writeWitness(out, outOffset + 3, SIMPLEX_A);
  writeWitness(out, outOffset + 6, SIMPLEX_B);
  if (distance !== 0 && writeGapNormal(out, outOffset, a, b, cache.lowerBound, distance)) {
    report.termination = EPA_SEPARATED;
    return -distance;
  }
  if (!startPolytope(a, b)) {
    report.termination = EPA_FLAT;
    writeNormal(out, outOffset);
    return Math.max(0, best.height);
  }
  report.termination = expand(a, b, report, true);
  writeNormal(out, outOffset);
  writeDeepest(out, outOffset + 3);
  if (distance > 0 && best.height < 0) {
    report.termination = EPA_SEPARATED;
    return best.height;
  }
  return Math.max(0, best.height);
}

/**
 * Looks for the direction from A to B along which two convex shapes are farthest apart, or overlap least, without GJK
 * before and without polishing after: writes it and returns how far they are apart along it. Where they overlap that is
 * short of the largest by no more than `report.tolerance`, which must be above 0; where they do not, the search ends
 * with any direction that parts them.
 */
export function separateEpa(
  out: WritableNumberArray,
  outOffset: number,
  a: Support,
  b: Support,
  report: EpaReport,
): number {
  report.iterations = 0;
  report.lowerBound = 0;
  report.termination = startPolytope(a, b) ? expand(a, b, report, false) : EPA_FLAT;
  writeNormal(out, outOffset);
  return -best.height;
}

/**
 * Writes the normal between shapes apart: that of the last simplex, which is the more precise one on curved shapes,
 * unless the gap along it falls short of the one that GJK has proven along another direction, as between points that
 * nearly touch. Returns false when there is no gap along either: then the distance is rounding, and so is the normal.
 */
function writeGapNormal(
  out: WritableNumberArray,
  outOffset: number,
  a: Support,
  b: Support,
  proven: number,
  distance: number,
): boolean {
  writeSeparatingAxis(out, outOffset);
  const x = out[outOffset];
  const y = out[outOffset + 1];
  const z = out[outOffset + 2];
  clearPolytope();
  let gap = heightOf(support(a, b, -x, -y, -z), x, y, z);
  if (proven > 0 && gap < proven - gjkRounding()) {
    writeBoundAxis(out, outOffset);
    gap = proven;
  }
  return !(gap < 0.5 * distance - gjkRounding());
}

/**
 * Writes the points of A and B that make the depth: where a curved surface is touched the very points found there, on
 * flat ones a mix of the polytope's corners; whichever lie more nearly along the normal.
 */
function writeDeepest(out: WritableNumberArray, outOffset: number): void {
  const { x, y, z, height } = best;
  writePolytopeWitness(out, outOffset, x * height, y * height, z * height);
  if (best.slant <= slantOf(out, outOffset, x, y, z, height)) {
    for (let i = 0; i < 6; i++) out[outOffset + i] = bestPoints[i];
  }
}

/** How far the way from a point on A to one on B is off a normal times the depth. */
function slantOf(points: NumberArray, offset: number, x: number, y: number, z: number, height: number): number {
  const ex = points[offset + 3] - points[offset] - x * height;
  const ey = points[offset + 4] - points[offset + 1] - y * height;
  const ez = points[offset + 5] - points[offset + 2] - z * height;
  return Math.sqrt(ex * ex + ey * ey + ez * ez);
}

/** The origin leaves B ⊖ A through the best face, so B moves against its normal. */
function writeNormal(out: WritableNumberArray, outOffset: number): void {
  writeVector(out, outOffset, 0 - best.x, 0 - best.y, 0 - best.z);
}

/** Writes the support of B ⊖ A as the next vertex, not yet kept, and returns its offset. */
function support(a: Support, b: Support, x: number, y: number, z: number): number {
  const at = nextVertex();
  const v = polytopeVertices();
  const onCurveA = a(v, at + 3, -x, -y, -z) < 0;
  curved = b(v, at + 6, x, y, z) < 0 || onCurveA;
  for (let axis = 0; axis < 3; axis++) {
    const onA = v[at + 3 + axis];
    const onB = v[at + 6 + axis];
    v[at + axis] = onB - onA;
    largest = Math.max(largest, Math.abs(onA), Math.abs(onB));
  }
  return at;
}

const axis = new Float64Array(3);

function roundingNow(): number {
  return ROUNDING_SPACINGS * EPSILON * largest;
}

/**
 * Finds four points far apart: the widest of the three coordinate directions, then the wider side of two directions
 * perpendicular to it, then of the normal of the three. Returns false when there is no volume, with the direction
 * across.
 */
function startPolytope(a: Support, b: Support): boolean {
  clearPolytope();
  largest = 0;
  best.height = Infinity;
  best.slant = Infinity;
  widestAxis(a, b);
  const v0 = polytopeVertices();
  let x = v0[VERTEX_NUMBERS] - v0[0];
  let y = v0[VERTEX_NUMBERS + 1] - v0[1];
  let z = v0[VERTEX_NUMBERS + 2] - v0[2];
  const span = Math.sqrt(x * x + y * y + z * z);
  if (!(span > roundingNow())) {
    return flat(a, b, 1, 0, 0);
  }
  x /= span;
  y /= span;
  z /= span;
  writePerpendicular(axis, 0, x, y, z);
  const px = axis[0];
  const py = axis[1];
  const pz = axis[2];
  const off = keepFarthestFromLine(a, b, x, y, z, px, py, pz);
  if (!(off > roundingNow())) {
    return flat(a, b, px, py, pz);
  }
  planeNormal();
  const nx = axis[0];
  const ny = axis[1];
  const nz = axis[2];
  const up = support(a, b, nx, ny, nz);
  const above = heightAboveFirst(up, nx, ny, nz);
  commitVertex();
  const down = support(a, b, -nx, -ny, -nz);
  const below = -heightAboveFirst(down, nx, ny, nz);
  if (!(Math.max(above, below) > roundingNow())) {
    return flat(a, b, nx, ny, nz);
  }
  if (below > above) {
    polytopeVertices().copyWithin(up, down, down + VERTEX_NUMBERS);
  }
  startTetrahedron();
  return true;
}

/** The extent across a body without volume: nearly 0 to either side; the smaller is the depth. */
function flat(a: Support, b: Support, x: number, y: number, z: number): boolean {
  const above = heightOf(support(a, b, x, y, z), x, y, z);
  const below = -heightOf(support(a, b, -x, -y, -z), x, y, z);
  const sign = above < below ? 1 : -1;
  best.x = sign * x;
  best.y = sign * y;
  best.z = sign * z;
  best.height = Math.min(above, below);
  return false;
}

/** Keeps the two extreme points of the coordinate axis along which they are farthest apart. */
function widestAxis(a: Support, b: Support): void {
  let widest = -1;
  let chosen = 0;
  for (let i = 0; i < 3; i++) {
    const low = supportAlong(a, b, i, -1);
    const from = polytopeVertices()[low + i];
    const high = supportAlong(a, b, i, 1);
    const extent = polytopeVertices()[high + i] - from;
    if (extent > widest) {
      widest = extent;
      chosen = i;
    }
  }
  supportAlong(a, b, chosen, -1);
  commitVertex();
  supportAlong(a, b, chosen, 1);
  commitVertex();
}

/** The support along a coordinate axis, or against it. */
function supportAlong(a: Support, b: Support, along: number, sign: number): number {
  return support(a, b, along === 0 ? sign : 0, along === 1 ? sign : 0, along === 2 ? sign : 0);
}

/** Keeps the farthest from the line (x, y, z) of four support points around it, as vertex 2; returns how far it is. */
function keepFarthestFromLine(
  a: Support,
  b: Support,
  x: number,
  y: number,
  z: number,
  px: number,
  py: number,
  pz: number,
): number {
  const qx = y * pz - z * py;
  const qy = z * px - x * pz;
  const qz = x * py - y * px;
  let farthest = -1;
  let ux = px;
  let uy = py;
  let uz = pz;
  for (let turn = 0; turn < 4; turn++) {
    const sign = turn < 2 ? 1 : -1;
    const dx = sign * (turn % 2 === 0 ? px : qx);
    const dy = sign * (turn % 2 === 0 ? py : qy);
    const dz = sign * (turn % 2 === 0 ? pz : qz);
    const height = heightAboveFirst(support(a, b, dx, dy, dz), dx, dy, dz);
    if (height > farthest) {
      farthest = height;
      ux = dx;
      uy = dy;
      uz = dz;
    }
  }
  support(a, b, ux, uy, uz);
  commitVertex();
  return farthest;
}

/** How far out along a direction the point at an offset lies. */
function heightOf(at: number, x: number, y: number, z: number): number {
  const v = polytopeVertices();
  return x * v[at] + y * v[at + 1] + z * v[at + 2];
}

function heightAboveFirst(at: number, x: number, y: number, z: number): number {
  const v = polytopeVertices();
  return x * (v[at] - v[0]) + y * (v[at + 1] - v[1]) + z * (v[at + 2] - v[2]);
}

/** The unit normal of the first three vertices. */
function planeNormal(): void {
  const v = polytopeVertices();
  const n = VERTEX_NUMBERS;
  const ux = v[n] - v[0];
  const uy = v[n + 1] - v[1];
  const uz = v[n + 2] - v[2];
  const wx = v[2 * n] - v[0];
  const wy = v[2 * n + 1] - v[1];
  const wz = v[2 * n + 2] - v[2];
  const x = uy * wz - uz * wy;
  const y = uz * wx - ux * wz;
  const z = ux * wy - uy * wx;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  writeVector(axis, 0, x * scale, y * scale, z * scale);
}

/**
 * Grows the polytope until the nearest open face is as far out as the best support; returns the termination. Unless it
 * measures and polishes, a direction that parts the shapes ends it as well.
 */
function expand(a: Support, b: Support, report: EpaReport, polishes: boolean): number {
  let idle = 0;
  for (;;) {
    const face = popNearestFace();
    if (face < 0) {
      report.lowerBound = Math.max(0, best.height);
      return EPA_CONVERGED;
    }
    const x = faceNormal(face, 0);
    const y = faceNormal(face, 1);
    const z = faceNormal(face, 2);
    const rounding = roundingNow();
    const distance = faceDistance(face);
    report.lowerBound = Math.max(0, Math.min(distance, best.height));
    if (!(distance < best.height - rounding - report.tolerance)) {
      // The depth of what is curved is a minimum there, and the normal is known to the root of the tolerance only.
      if (polishes && report.tolerance > 0 && curved) polish(a, b, best.x, best.y, best.z, rounding);
      return EPA_CONVERGED;
    }
    if (idle >= (isSettled(rounding) ? CURVED_PATIENCE : UNSETTLED_PATIENCE)) {
      return EPA_CURVED;
    }
    if (report.iterations >= report.maxIterations) {
      if (best.height === Infinity) takeBest(x, y, z, distance);
      return EPA_ITERATION_LIMIT;
    }
    report.iterations++;
    const at = support(a, b, x, y, z);
    const height = heightOf(at, x, y, z);
    const done = height - distance <= rounding || isVertex(at);
    if (height < best.height) {
      takeBest(x, y, z, height);
      if (!polishes && height < 0) return EPA_SEPARATED;
    }
    if (report.tolerance === 0 && report.iterations >= (curved ? CURVED_FROM : UNDECLARED_FROM)) {
      idle = polish(a, b, x, y, z, rounding) ? 0 : idle + 1;
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

/** Turns a direction to the nearest minimum of depth; returns whether that is a gain over the best one. */
function polish(a: Support, b: Support, x: number, y: number, z: number, rounding: number): boolean {
  writeVector(polishAxis, 0, x, y, z);
  const height = polishDepth(a, b, rounding);
  const before = best.height;
  const smaller = height < before - rounding;
  if (height <= before + rounding) {
    const slant = slantOf(polishPoints, 0, polishAxis[0], polishAxis[1], polishAxis[2], height);
    if (smaller || slant < best.slant) {
      takeBest(polishAxis[0], polishAxis[1], polishAxis[2], height);
      best.slant = slant;
      bestPoints.set(polishPoints);
    }
  }
  return smaller && height < before * (1 - GAIN);
}

/** Whether the best direction is a minimum: the point of B ⊖ A farthest along it lies along it. */
function isSettled(rounding: number): boolean {
  return best.slant <= SETTLED_SLANT * best.height + rounding;
}

function takeBest(x: number, y: number, z: number, height: number): void {
  best.slant = Infinity;
  best.x = x;
  best.y = y;
  best.z = z;
  best.height = height;
}

/** Whether the point at an offset is a vertex already. */
function isVertex(at: number): boolean {
  const v = polytopeVertices();
  const end = polytopeVertexCount() * VERTEX_NUMBERS;
  for (let i = 0; i < end; i += VERTEX_NUMBERS) {
    if (v[i] === v[at] && v[i + 1] === v[at + 1] && v[i + 2] === v[at + 2]) return true;
  }
  return false;
}
