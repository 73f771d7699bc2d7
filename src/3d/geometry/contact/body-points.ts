import type { WritableNumberArray } from '../../../core/number-array.ts';
import {
  bodyA,
  bodyB,
  type CoreFace,
  createCoreFace,
  measurePairExtent,
  pairExtent,
  writeBodyFace,
} from '../convex/convex-body.ts';
import { writeAcross } from '../vector.ts';
import {
  CLIP_STRIDE,
  CUT_SIDE,
  clipArrivals,
  clipBySide,
  clipLimit,
  clipLine,
  clipPoints,
  clipSides,
  isReached,
  keepBelow,
  nameCorners,
  reduceToFour,
  reserveClip,
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
 * known. Everything is relative to the place of A, and seen along the normal: (u, v) are coordinates across it, heights
 * are along it. Numbers go from function to function in the arrays below, as V8 puts a number on the heap that is
 * handed to a function which it does not inline.
 */

/**
 * The contact along its normal, written by the routine that has measured it: the unit normal from A to B, the deepest
 * point on the core of A and that on the core of B, the separation of the cores, and the largest separation of the
 * cores at which a point counts.
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
/** The number that stands, in place of the number of a side, for the point at which the depth was measured. */
const WITNESS = 2 * CUT_SIDE;
/** The feature id of the point at which the depth was measured: an id that no corner of a face has. */
const WITNESS_NAME = FEATURE_FLAG - 1;

/** Two unit vectors across the normal. Written by `writeBodyPoints`. */
const across = new Float64Array(6);
/** The normal turned round. Written by `writeBodyPoints`. */
const against = new Float64Array(3);
/** A place across the normal, and the height of a face over it. Written by `setPlace` and `writeHeight`. */
const place = new Float64Array(3);

/** A face as it is seen along the normal. */
interface SeenFace {
  readonly face: CoreFace;
  /** u, v and height of each corner. */
  seen: Float64Array;
  /** Along u, along v and along the normal: the face's own normal. */
  readonly normal: Float64Array;
}

const faceA: SeenFace = {
  face: /* @__PURE__ */ createCoreFace(16),
  seen: new Float64Array(48),
  normal: new Float64Array(3),
};
const faceB: SeenFace = {
  face: /* @__PURE__ */ createCoreFace(16),
  seen: new Float64Array(48),
  normal: new Float64Array(3),
};

/**
 * Writes the normal and up to four points with their separations (layout in contact-layout.ts), in the world, `origin`
 * being the place of A, and the features that made them; returns how many points.
 *
 * The point that is known is one of them, unless another one is as deep, or it lies beside A (`isWitnessed` false). The
 * other points are corners of the area in which the facing faces of the two overlap, seen along the normal; a round
 * face counts as a polygon with its corners on the rim. Points lie midway between the surfaces.
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
  measurePairExtent();
  for (let i = 0; i < 3; i++) against[i] = -bodyContact[i];
  writeBodyFace(faceA.face, bodyA, bodyContact);
  writeBodyFace(faceB.face, bodyB, against);
  writeAcross(across, bodyContact, 0);
  seeFace(faceA);
  seeFace(faceB);
  let count = overlayFaces();
  clipLimit[0] = limit;
  count = keepBelow(count);
  clipLimit[0] = separation + DEEPEST_SLACK * pairExtent[0];
  if (isWitnessed && !isReached(count)) count = addWitness(count);
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
    setPlace(at);
    if (clipSides[i] === WITNESS) place[2] = witnessHeight[0];
    else writeHeight(faceA);
    const up = place[2] + 0.5 * w + shift;
    const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
    out[o] = origin[0] + u * across[0] + v * across[3] + up * nx;
    out[o + 1] = origin[1] + u * across[1] + v * across[4] + up * ny;
    out[o + 2] = origin[2] + u * across[2] + v * across[5] + up * nz;
    out[o + CONTACT_SEPARATION] = w - rounding;
    features[i] = nameOf(clipArrivals[i], clipSides[i]);
  }
  return count;
}

/**
 * Writes the contact of two bodies that touch in one point, which is the point in `bodyContact`: see `writeBodyPoints`.
 */
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

/** Writes the corners of a face, and its normal, in coordinates across the contact's normal and heights along it. */
function seeFace(view: SeenFace): void {
  const { face, normal } = view;
  const { corners, count } = face;
  if (view.seen.length < 3 * count) view.seen = new Float64Array(6 * count);
  const { seen } = view;
  const nx = bodyContact[0];
  const ny = bodyContact[1];
  const nz = bodyContact[2];
  for (let i = 0; i < 3 * count; i += 3) {
    const x = corners[i];
    const y = corners[i + 1];
    const z = corners[i + 2];
    seen[i] = x * across[0] + y * across[1] + z * across[2];
    seen[i + 1] = x * across[3] + y * across[4] + z * across[5];
    seen[i + 2] = x * nx + y * ny + z * nz;
  }
  if (count < 3) return;
  const { normalX, normalY, normalZ } = face;
  normal[0] = normalX * across[0] + normalY * across[1] + normalZ * across[2];
  normal[1] = normalX * across[3] + normalY * across[4] + normalZ * across[5];
  normal[2] = normalX * nx + normalY * ny + normalZ * nz;
}

/** The two faces of the overlay: the one that was clipped, and the one whose sides clipped it. */
let clipped: SeenFace = faceB;
let cutter: SeenFace = faceA;

/**
 * Lays the two faces over each other as seen along the normal, and leaves the corners of what they share as the polygon
 * to clip, their heights being those of B above A. Returns how many.
 */
function overlayFaces(): number {
  const countA = faceA.face.count;
  const countB = faceB.face.count;
  const flatA = countA > 2 && faceA.normal[2] > LEAST_FACING;
  const flatB = countB > 2 && faceB.normal[2] < -LEAST_FACING;
  if (flatA && countB > 1 && (flatB || countB === 2)) return clipFace(faceB, faceA);
  if (flatB && countA === 2) return clipFace(faceA, faceB);
  if (countA === 2 && countB === 2) return overlayEdges();
  return 0;
}

/**
 * Clips a face or an edge by the sides of a face. Seen along the normal from A to B, the face of A runs clockwise about
 * it and B's counter-clockwise, in the axes across the normal the other way round; so the sign of its area tells.
 */
function clipFace(face: SeenFace, by: SeenFace): number {
  clipped = face;
  cutter = by;
  let { count } = face.face;
  const corners = by.face.count;
  const { seen } = face;
  const cuts = by.seen;
  // One corner more is reserved, for the point at which the depth was measured.
  reserveClip(count + 1, corners);
  for (let i = 0; i < count; i++) {
    const at = CLIP_STRIDE * i;
    clipPoints[at] = seen[3 * i];
    clipPoints[at + 1] = seen[3 * i + 1];
    clipPoints[at + 2] = 0;
    clipSides[i] = i;
  }
  const isEdge = count === 2;
  let area = 0;
  const firstU = cuts[0];
  const firstV = cuts[1];
  for (let i = 1; i + 1 < corners; i++) {
    const u = cuts[3 * i] - firstU;
    const v = cuts[3 * i + 1] - firstV;
    area += u * (cuts[3 * i + 4] - firstV) - v * (cuts[3 * i + 3] - firstU);
  }
  const turn = area < 0 ? -1 : 1;
  for (let i = 0; i < corners && count > 0; i++) {
    const next = i + 1 < corners ? 3 * i + 3 : 0;
    const fromU = cuts[3 * i];
    const fromV = cuts[3 * i + 1];
    const nu = turn * (cuts[next + 1] - fromV);
    const nv = turn * (fromU - cuts[next]);
    clipLine[0] = nu;
    clipLine[1] = nv;
    clipLine[2] = nu * fromU + nv * fromV;
    count = isEdge ? clipEdge(count, i) : clipBySide(count, i);
  }
  if (isEdge) nameEnds(count);
  else nameCorners(count);
  for (let i = 0; i < count; i++) writeHeightBetween(CLIP_STRIDE * i);
  return count;
}

/**
 * Keeps the part of an edge on the inner side of `clipLine`. Each end is labelled with the side that it was cut by, or
 * with its own number.
 */
function clipEdge(count: number, cut: number): number {
  const nu = clipLine[0];
  const nv = clipLine[1];
  const limit = clipLine[2];
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

/** Names the ends of an edge: each end is a corner, or the place where the edge crosses a side. */
function nameEnds(count: number): void {
  for (let i = 0; i < count; i++) clipArrivals[i] = clipSides[i] < CUT_SIDE ? clipSides[i] : 0;
}

/** Copies the place of a corner of the overlay. */
function setPlace(at: number): void {
  place[0] = clipPoints[at];
  place[1] = clipPoints[at + 1];
}

/** Writes the height of a face's plane, or of an edge's line, over `place`. */
function writeHeight({ face, seen, normal }: SeenFace): void {
  const height = seen[2];
  const du = place[0] - seen[0];
  const dv = place[1] - seen[1];
  if (face.count === 2) {
    const eu = seen[3] - seen[0];
    const ev = seen[4] - seen[1];
    const square = eu * eu + ev * ev;
    const rise = seen[5] - height;
    place[2] = square > 0 ? height + (rise * (du * eu + dv * ev)) / square : height;
  } else place[2] = height - (du * normal[0] + dv * normal[1]) / normal[2];
}

/** Writes the height of B above A at a corner of the overlay. */
function writeHeightBetween(at: number): void {
  setPlace(at);
  writeHeight(faceB);
  const height = place[2];
  writeHeight(faceA);
  clipPoints[at + 2] = height - place[2];
}

/** Where the stretch that two edges share begins and ends, in shares of A's edge: as an array, it is not boxed. */
const stretch = new Float64Array(2);

/**
 * Writes the points of two edges that lie over each other: if they run alongside each other, the two ends of the
 * stretch that they share, else the one point where they cross.
 */
function overlayEdges(): number {
  clipped = faceB;
  cutter = faceA;
  const a = faceA.seen;
  const b = faceB.seen;
  const originU = a[0];
  const originV = a[1];
  const eu = a[3] - originU;
  const ev = a[4] - originV;
  const fu = b[3] - b[0];
  const fv = b[4] - b[1];
  const square = eu * eu + ev * ev;
  const otherSquare = fu * fu + fv * fv;
  const cross = eu * fv - ev * fu;
  if (!(square > 0 && otherSquare > 0) || cross * cross > ALONGSIDE * square * otherSquare) return 0;
  const from = ((b[0] - originU) * eu + (b[1] - originV) * ev) / square;
  const to = ((b[3] - originU) * eu + (b[4] - originV) * ev) / square;
  stretch[0] = Math.max(0, Math.min(from, to));
  stretch[1] = Math.min(1, Math.max(from, to));
  if (!(stretch[1] > stretch[0])) return 0;
  for (let i = 0; i < 2; i++) {
    const t = stretch[i];
    const at = CLIP_STRIDE * i;
    clipPoints[at] = originU + t * eu;
    clipPoints[at + 1] = originV + t * ev;
    writeHeightBetween(at);
    // An end of B's edge over A's, or of A's under B's.
    const isEndOfB = i === 0 ? t > 0 : t < 1;
    clipSides[i] = isEndOfB ? (from < to ? i : 1 - i) : CUT_SIDE + i;
  }
  nameEnds(2);
  return 2;
}

/** The height of the core of A under the point at which the depth was measured. Written by `addWitness`. */
const witnessHeight = new Float64Array(1);

/** Adds the point at which the depth was measured: the deepest point of a curved face is no corner of the face. */
function addWitness(count: number): number {
  const separation = bodyContact[BODY_CONTACT_SEPARATION];
  const x = 0.5 * (bodyContact[BODY_CONTACT_A] + bodyContact[BODY_CONTACT_B]);
  const y = 0.5 * (bodyContact[BODY_CONTACT_A + 1] + bodyContact[BODY_CONTACT_B + 1]);
  const z = 0.5 * (bodyContact[BODY_CONTACT_A + 2] + bodyContact[BODY_CONTACT_B + 2]);
  witnessHeight[0] = x * bodyContact[0] + y * bodyContact[1] + z * bodyContact[2] - 0.5 * separation;
  const at = CLIP_STRIDE * count;
  clipPoints[at] = x * across[0] + y * across[1] + z * across[2];
  clipPoints[at + 1] = x * across[3] + y * across[4] + z * across[5];
  clipPoints[at + 2] = separation;
  clipSides[count] = WITNESS;
  clipArrivals[count] = WITNESS;
  return count + 1;
}

/** Returns the feature id of a corner between two sides, as in collide-hull-hull.ts. */
function nameOf(arrival: number, side: number): number {
  if (side === WITNESS) return packFeatures(WITNESS_NAME, WITNESS_NAME);
  let onClipped: number;
  let onCutter: number;
  if (arrival < CUT_SIDE && side < CUT_SIDE) {
    onClipped = clipped.face.names[side];
    onCutter = FEATURE_FLAG | cutter.face.name;
  } else if (arrival >= CUT_SIDE && side >= CUT_SIDE) {
    onClipped = FEATURE_FLAG | clipped.face.name;
    onCutter = cutter.face.names[side - CUT_SIDE];
  } else {
    onClipped = FEATURE_FLAG | clipped.face.names[Math.min(arrival, side)];
    onCutter = FEATURE_FLAG | cutter.face.names[Math.max(arrival, side) - CUT_SIDE];
  }
  return clipped === faceB ? packFeatures(onCutter, onClipped) : packFeatures(onClipped, onCutter);
}
