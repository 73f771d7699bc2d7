import type { WritableNumberArray } from '../../../core/number-array.ts';
import { bodyA, bodyB, type CoreFace, createCoreFace, writeBodyFace } from '../convex/convex-body.ts';
import { writePerpendicular } from '../vector.ts';
import {
  CLIP_STRIDE,
  CUT_SIDE,
  clipArrivals,
  clipBySide,
  clipPoints,
  clipSides,
  keepBelow,
  nameCorners,
  reduceToFour,
  reserveClip,
  setCorner,
} from './clip-polygon.ts';
import {
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_FLAG,
  packFeatures,
} from './contact-layout.ts';
import { ALONGSIDE } from './separating-axis.ts';

/*
 * The points of the contact of two convex bodies, as they stand in `bodyA` and `bodyB`, whose normal and separation are
 * known. Heights are along the normal, everything is relative to the place of A.
 */

/**
 * What is known: the unit normal from A to B, the deepest point on the core of A and that on the core of B, the
 * separation of the cores, and the largest separation of the cores that gives a point.
 */
export const bodyContact = new Float64Array(11);
export const BODY_CONTACT_A = 3;
export const BODY_CONTACT_B = 6;
export const BODY_CONTACT_SEPARATION = 9;
export const BODY_CONTACT_LIMIT = 10;

/** Faces whose normal leans from the contact's by more than this cosine give no further points. */
const LEAST_FACING = 0.1;
/** Share of the size by which a point may miss the depth and still be the deepest. */
const DEEPEST_SLACK = 1e-10;
/** The name, among sides, of the point that the depth was measured at. */
const WITNESS = 2 * CUT_SIDE;
/** The name, among features, of what it lies on: of no corner of a face. */
const WITNESS_NAME = FEATURE_FLAG - 1;

/** Two unit vectors across the normal. */
const across = new Float64Array(6);
const faceA = /* @__PURE__ */ createCoreFace(16);
const faceB = /* @__PURE__ */ createCoreFace(16);

/**
 * Writes the normal and up to four points with their separations (layout in contact-layout.ts), in the world, `origin`
 * being the place of A, and the features that made them; returns how many points.
 *
 * The point that is known is one of them, unless another one is as deep, or it lies beside A (`isWitnessed` false). The others are where the face of the one that
 * looks at the other, and the other's, lie over each other along the normal; a round face counts as a polygon with its
 * corners on the rim. Points lie midway between the surfaces.
 */
export function writeBodyPoints(
  out: WritableNumberArray,
  features: Uint32Array,
  origin: Float64Array,
  isWitnessed = true,
): number {
  const nx = bodyContact[0];
  const ny = bodyContact[1];
  const nz = bodyContact[2];
  const separation = bodyContact[BODY_CONTACT_SEPARATION];
  const limit = bodyContact[BODY_CONTACT_LIMIT];
  const rounding = bodyA.rounding + bodyB.rounding;
  const extent = Math.abs(bodyB.x) + Math.abs(bodyB.y) + Math.abs(bodyB.z) + bodyA.reach + bodyB.reach;
  writeBodyFace(faceA, bodyA, nx, ny, nz);
  writeBodyFace(faceB, bodyB, -nx, -ny, -nz);
  writeAcross();
  let count = overlayFaces(nx, ny, nz);
  count = keepBelow(count, limit);
  if (isWitnessed && !isReached(count, separation + DEEPEST_SLACK * extent))
    count = addWitness(count, nx, ny, nz, separation);
  count = reduceToFour(count);
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;
  // A core's point, half-way up to the other core, lies midway between the surfaces if both radii are the same.
  const shift = 0.5 * (bodyA.rounding - bodyB.rounding);
  for (let i = 0; i < count; i++) {
    const at = CLIP_STRIDE * i;
    const u = clipPoints[at];
    const v = clipPoints[at + 1];
    const w = clipPoints[at + 2];
    const up = heightOfA(u, v, nx, ny, nz, clipSides[i] === WITNESS) + 0.5 * w + shift;
    const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
    out[o] = origin[0] + u * across[0] + v * across[3] + up * nx;
    out[o + 1] = origin[1] + u * across[1] + v * across[4] + up * ny;
    out[o + 2] = origin[2] + u * across[2] + v * across[5] + up * nz;
    out[o + CONTACT_SEPARATION] = w - rounding;
    features[i] = nameOf(clipArrivals[i], clipSides[i]);
  }
  return count;
}

/** Writes the two vectors across the normal. */
function writeAcross(): void {
  const nx = bodyContact[0];
  const ny = bodyContact[1];
  const nz = bodyContact[2];
  writePerpendicular(across, 0, nx, ny, nz);
  across[3] = ny * across[2] - nz * across[1];
  across[4] = nz * across[0] - nx * across[2];
  across[5] = nx * across[1] - ny * across[0];
}

/** Writes the contact of two bodies that touch in one point, the one that is known: see `writeBodyPoints`. */
export function writeBodyPoint(out: WritableNumberArray, features: Uint32Array, origin: Float64Array): number {
  const rounding = bodyA.rounding + bodyB.rounding;
  const shift = 0.5 * (bodyA.rounding - bodyB.rounding);
  for (let axis = 0; axis < 3; axis++) {
    const n = bodyContact[axis];
    out[axis] = n;
    const middle = 0.5 * (bodyContact[BODY_CONTACT_A + axis] + bodyContact[BODY_CONTACT_B + axis]);
    out[CONTACT_POINTS + axis] = origin[axis] + middle + shift * n;
  }
  out[CONTACT_POINTS + CONTACT_SEPARATION] = bodyContact[BODY_CONTACT_SEPARATION] - rounding;
  features[0] = packFeatures(WITNESS_NAME, WITNESS_NAME);
  return 1;
}

/** What the corners of the overlay are corners of: which face was clipped, and which one clipped it. */
let clipped: CoreFace = faceB;
let cutter: CoreFace = faceA;

/**
 * Lays the two faces over each other as seen along the normal, and leaves the corners of what they share as the polygon
 * to clip, their heights being those of B above A. Returns how many.
 */
function overlayFaces(nx: number, ny: number, nz: number): number {
  const flatA = faceA.count > 2 && faceA.normalX * nx + faceA.normalY * ny + faceA.normalZ * nz > LEAST_FACING;
  const flatB = faceB.count > 2 && faceB.normalX * nx + faceB.normalY * ny + faceB.normalZ * nz < -LEAST_FACING;
  if (flatA && faceB.count > 1 && (flatB || faceB.count === 2)) return clipFace(faceB, faceA, nx, ny, nz);
  if (flatB && faceA.count === 2) return clipFace(faceA, faceB, nx, ny, nz);
  if (faceA.count === 2 && faceB.count === 2) return overlayEdges(nx, ny, nz);
  return 0;
}

/** Coordinates of a corner along the two axes across the normal. */
function uOf({ corners }: CoreFace, i: number): number {
  return corners[3 * i] * across[0] + corners[3 * i + 1] * across[1] + corners[3 * i + 2] * across[2];
}

function vOf({ corners }: CoreFace, i: number): number {
  return corners[3 * i] * across[3] + corners[3 * i + 1] * across[4] + corners[3 * i + 2] * across[5];
}

/**
 * Clips a face or an edge by the sides of a face. Seen along the normal from A to B, the face of A runs clockwise about
 * it and B's counter-clockwise, in the axes across the normal the other way round; so the sign of its area tells.
 */
function clipFace(face: CoreFace, by: CoreFace, nx: number, ny: number, nz: number): number {
  clipped = face;
  cutter = by;
  // One more for the point at which the depth was measured.
  reserveClip(face.count + 1, by.count);
  for (let i = 0; i < face.count; i++) setCorner(i, uOf(face, i), vOf(face, i), 0);
  let count = face.count;
  const isEdge = face.count === 2;
  let area = 0;
  const firstU = uOf(by, 0);
  const firstV = vOf(by, 0);
  for (let i = 1; i + 1 < by.count; i++) {
    const u = uOf(by, i) - firstU;
    const v = vOf(by, i) - firstV;
    area += u * (vOf(by, i + 1) - firstV) - v * (uOf(by, i + 1) - firstU);
  }
  const turn = area < 0 ? -1 : 1;
  for (let i = 0; i < by.count && count > 0; i++) {
    const next = i + 1 < by.count ? i + 1 : 0;
    const fromU = uOf(by, i);
    const fromV = vOf(by, i);
    const nu = turn * (vOf(by, next) - fromV);
    const nv = turn * (fromU - uOf(by, next));
    const limit = nu * fromU + nv * fromV;
    count = isEdge ? clipEdge(count, nu, nv, limit, i) : clipBySide(count, nu, nv, limit, i);
  }
  if (isEdge) nameEnds(count);
  else nameCorners(count);
  for (let i = 0; i < count; i++) {
    const at = CLIP_STRIDE * i;
    const u = clipPoints[at];
    const v = clipPoints[at + 1];
    clipPoints[at + 2] = heightAt(faceB, u, v, nx, ny, nz) - heightAt(faceA, u, v, nx, ny, nz);
  }
  return count;
}

/** Keeps the part of an edge on the inner side of a cut. Its ends have the side they were cut by, or their number. */
function clipEdge(count: number, nu: number, nv: number, limit: number, cut: number): number {
  const before = nu * clipPoints[0] + nv * clipPoints[1] - limit;
  const after = nu * clipPoints[CLIP_STRIDE] + nv * clipPoints[CLIP_STRIDE + 1] - limit;
  if (before > 0 && after > 0) return 0;
  if (before <= 0 && after <= 0) return count;
  const t = before / (before - after);
  const u = clipPoints[0] + t * (clipPoints[CLIP_STRIDE] - clipPoints[0]);
  const v = clipPoints[1] + t * (clipPoints[CLIP_STRIDE + 1] - clipPoints[1]);
  const end = before > 0 ? 0 : 1;
  clipPoints[CLIP_STRIDE * end] = u;
  clipPoints[CLIP_STRIDE * end + 1] = v;
  clipSides[end] = CUT_SIDE + cut;
  return count;
}

/** The ends of an edge: each one its own corner, or where the edge crosses a side. */
function nameEnds(count: number): void {
  for (let i = 0; i < count; i++) clipArrivals[i] = clipSides[i] < CUT_SIDE ? clipSides[i] : 0;
}

/** The height of a face's plane, or of an edge's line, over (u, v). */
function heightAt(face: CoreFace, u: number, v: number, nx: number, ny: number, nz: number): number {
  const { corners } = face;
  const height = corners[0] * nx + corners[1] * ny + corners[2] * nz;
  const du = u - uOf(face, 0);
  const dv = v - vOf(face, 0);
  if (face.count === 2) {
    const eu = uOf(face, 1) - uOf(face, 0);
    const ev = vOf(face, 1) - vOf(face, 0);
    const square = eu * eu + ev * ev;
    const rise = corners[3] * nx + corners[4] * ny + corners[5] * nz - height;
    return square > 0 ? height + (rise * (du * eu + dv * ev)) / square : height;
  }
  const { normalX, normalY, normalZ } = face;
  const alongU = normalX * across[0] + normalY * across[1] + normalZ * across[2];
  const alongV = normalX * across[3] + normalY * across[4] + normalZ * across[5];
  return height - (du * alongU + dv * alongV) / (normalX * nx + normalY * ny + normalZ * nz);
}

/** Two edges that run alongside each other share a stretch: its two ends. Others meet in a single point. */
function overlayEdges(nx: number, ny: number, nz: number): number {
  clipped = faceB;
  cutter = faceA;
  const originU = uOf(faceA, 0);
  const originV = vOf(faceA, 0);
  const eu = uOf(faceA, 1) - originU;
  const ev = vOf(faceA, 1) - originV;
  const fu = uOf(faceB, 1) - uOf(faceB, 0);
  const fv = vOf(faceB, 1) - vOf(faceB, 0);
  const square = eu * eu + ev * ev;
  const otherSquare = fu * fu + fv * fv;
  const cross = eu * fv - ev * fu;
  if (!(square > 0 && otherSquare > 0) || cross * cross > ALONGSIDE * square * otherSquare) return 0;
  const from = ((uOf(faceB, 0) - originU) * eu + (vOf(faceB, 0) - originV) * ev) / square;
  const to = ((uOf(faceB, 1) - originU) * eu + (vOf(faceB, 1) - originV) * ev) / square;
  const low = Math.max(0, Math.min(from, to));
  const high = Math.min(1, Math.max(from, to));
  if (!(high > low)) return 0;
  for (let i = 0; i < 2; i++) {
    const t = i === 0 ? low : high;
    const u = originU + t * eu;
    const v = originV + t * ev;
    setCorner(i, u, v, heightAt(faceB, u, v, nx, ny, nz) - heightAt(faceA, u, v, nx, ny, nz));
    // An end of B's edge over A's, or of A's under B's.
    const isEndOfB = i === 0 ? low > 0 : high < 1;
    clipSides[i] = isEndOfB ? (from < to ? i : 1 - i) : CUT_SIDE + i;
  }
  nameEnds(2);
  return 2;
}

function isReached(count: number, limit: number): boolean {
  for (let i = 0; i < count; i++) if (clipPoints[CLIP_STRIDE * i + 2] <= limit) return true;
  return false;
}

/** Adds the point at which the depth was measured: the one where a curved face is deepest is no corner of it. */
function addWitness(count: number, nx: number, ny: number, nz: number, separation: number): number {
  const x = 0.5 * (bodyContact[BODY_CONTACT_A] + bodyContact[BODY_CONTACT_B]);
  const y = 0.5 * (bodyContact[BODY_CONTACT_A + 1] + bodyContact[BODY_CONTACT_B + 1]);
  const z = 0.5 * (bodyContact[BODY_CONTACT_A + 2] + bodyContact[BODY_CONTACT_B + 2]);
  witnessHeight = x * nx + y * ny + z * nz - 0.5 * separation;
  setCorner(
    count,
    x * across[0] + y * across[1] + z * across[2],
    x * across[3] + y * across[4] + z * across[5],
    separation,
  );
  clipSides[count] = WITNESS;
  clipArrivals[count] = WITNESS;
  return count + 1;
}

let witnessHeight = 0;

/** The height of the core of A under a point of the contact. */
function heightOfA(u: number, v: number, nx: number, ny: number, nz: number, isWitness: boolean): number {
  return isWitness ? witnessHeight : heightAt(faceA, u, v, nx, ny, nz);
}

/** The feature id of a corner between two sides, as in collide-hull-hull.ts. */
function nameOf(arrival: number, side: number): number {
  if (side === WITNESS) return packFeatures(WITNESS_NAME, WITNESS_NAME);
  let onClipped: number;
  let onCutter: number;
  if (arrival < CUT_SIDE && side < CUT_SIDE) {
    onClipped = clipped.names[side];
    onCutter = FEATURE_FLAG | cutter.name;
  } else if (arrival >= CUT_SIDE && side >= CUT_SIDE) {
    onClipped = FEATURE_FLAG | clipped.name;
    onCutter = cutter.names[side - CUT_SIDE];
  } else {
    onClipped = FEATURE_FLAG | clipped.names[Math.min(arrival, side)];
    onCutter = FEATURE_FLAG | cutter.names[Math.max(arrival, side) - CUT_SIDE];
  }
  return clipped === faceB ? packFeatures(onCutter, onClipped) : packFeatures(onClipped, onCutter);
}
