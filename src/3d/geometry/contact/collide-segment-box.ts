import type { WritableNumberArray } from '../../../core/number-array.ts';
import { BODY_AXES, BODY_HALF_X, BODY_HALF_Y, BODY_RADIUS, BODY_X } from '../body-pose.ts';
import {
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_FLAG,
  packFeatures,
} from './contact-layout.ts';
import { ASK_DISTANCE, CONFIRM_SLACK, FACE_PREFERENCE, PARALLEL, SLACK } from './separating-axis.ts';

/*
 * The contact of a capsule and a box. All of it happens between the capsule's segment and the box's core, in the frame
 * of the box; the radii around both are added at the end.
 *
 * Where the two overlap, the least translation that parts them is along a face's normal of their difference, which is a
 * box swept along the segment: the three axes of the box, and the three directions across the segment and one of these.
 * Where they are apart, one of those directions gives the distance if the nearest features are a face and an end, or
 * two edges that pass each other.
 */

/** The middle of the segment, and half the way from its first end to the second. */
const middle = new Float64Array(3);
const half = new Float64Array(3);
/** The half extents of the box. */
const extents = new Float64Array(3);
/** Half the length of the segment, and the sizes of both added up. */
const sizes = new Float64Array(2);
const LENGTH = 0;
const SIZE = 1;
/** The best axis: the unit normal from the box to the segment, and how far the two are apart along it. */
const axis = new Float64Array(4);
/** The point of the segment that is nearest to the box or deepest in it, along the axis. */
const witness = new Float64Array(3);
/** The two points of the segment over the box, their fractions, and what each of them lies on: see `overlay`. */
const fractions = new Float64Array(2);
const heights = new Float64Array(2);
const sides = new Int32Array(2);

/** The ends of the segment are named by their number, the segment and the faces of the box with the flag. */
const SEGMENT_NAME = FEATURE_FLAG;
/** The name, for both shapes, of a point that is no end of the segment and lies over no side of the face. */
const WITNESS_NAME = FEATURE_FLAG - 1;
/**
 * The number of sides of a face. The name of a side over which the segment leaves the face has the number of the face
 * above SIDE_BITS bits.
 */
const FACE_SIDES = 4;
const SIDE_BITS = 3;

/**
 * Collides a capsule and a box given by body poses (see body-pose.ts), both in `poses`: writes the unit normal from the
 * capsule to the box times `sign` and up to three points with their separations (layout in contact-layout.ts), in the
 * world, and the features that made them, in the order capsule and box for a sign of 1; returns how many points.
 * Returns 0 when they are farther apart than `margin[0]`, and for NaN.
 *
 * - When the two overlap, the least separation is minus the depth: the least translation that separates them. When
 *   their cores are apart, it is their distance less the radii, or else the result is `ASK_DISTANCE`, and the nearest
 *   edges have to be found.
 * - The points are the ends of the part of the segment that lies over a face of the box, seen along the normal, and the
 *   nearest or deepest point where neither of these ends is as deep.
 */
export function collideSegmentBox(
  out: WritableNumberArray,
  features: Uint32Array,
  poses: Float64Array,
  capsule: number,
  box: number,
  margin: Float64Array,
  sign: number,
): number {
  const dx = poses[capsule + BODY_X] - poses[box + BODY_X];
  const dy = poses[capsule + BODY_X + 1] - poses[box + BODY_X + 1];
  const dz = poses[capsule + BODY_X + 2] - poses[box + BODY_X + 2];
  const length = poses[capsule + BODY_HALF_Y];
  const up = capsule + BODY_AXES + 3;
  for (let k = 0; k < 3; k++) {
    const o = box + BODY_AXES + 3 * k;
    middle[k] = poses[o] * dx + poses[o + 1] * dy + poses[o + 2] * dz;
    half[k] = length * (poses[o] * poses[up] + poses[o + 1] * poses[up + 1] + poses[o + 2] * poses[up + 2]);
    extents[k] = poses[box + BODY_HALF_X + k];
  }
  const around = poses[capsule + BODY_RADIUS];
  const rounding = poses[box + BODY_RADIUS];
  const radii = around + rounding;
  const limit = margin[0] + radii;
  const size = length + extents[0] + extents[1] + extents[2];

  sizes[LENGTH] = length;
  sizes[SIZE] = size;
  let best = -Infinity;
  let face = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.abs(middle[k]) - (extents[k] + Math.abs(half[k]));
    if (!(gap <= limit)) return 0;
    if (gap > best) {
      best = gap;
      face = k;
    }
  }
  axis[0] = 0;
  axis[1] = 0;
  axis[2] = 0;
  axis[face] = middle[face] < 0 ? -1 : 1;
  axis[3] = best;
  const across = findAcross();
  const gap = axis[3];
  if (gap > limit) return 0;
  if (across >= 0) {
    if (!locateAcross(across) && gap > 0) return ASK_DISTANCE;
  } else {
    const isFirst = axis[face] * half[face] > 0;
    for (let k = 0; k < 3; k++) witness[k] = isFirst ? middle[k] - half[k] : middle[k] + half[k];
  }
  const nx = axis[0];
  const ny = axis[1];
  const nz = axis[2];
  const mx = Math.abs(nx);
  const my = Math.abs(ny);
  const mz = Math.abs(nz);
  const k = mx >= my ? (mx >= mz ? 0 : 2) : my >= mz ? 1 : 2;
  const faceNumber = (k << 1) | (axis[k] > 0 ? 1 : 0);
  let count = 0;
  let isReached = false;
  if (overlay(k)) {
    for (let end = 0; end < 2; end++) {
      const height = heights[end];
      if (!(height <= limit)) continue;
      if (height <= gap + CONFIRM_SLACK * size) isReached = true;
      const t = 2 * fractions[end] - 1;
      const ofSegment = sides[end] < 0 ? end : SEGMENT_NAME;
      const ofBox =
        sides[end] < 0 ? FEATURE_FLAG | faceNumber : FEATURE_FLAG | ((1 + faceNumber) << SIDE_BITS) | sides[end];
      features[count] = sign > 0 ? packFeatures(ofSegment, ofBox) : packFeatures(ofBox, ofSegment);
      const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * count++;
      out[o] = middle[0] + t * half[0];
      out[o + 1] = middle[1] + t * half[1];
      out[o + 2] = middle[2] + t * half[2];
      out[o + CONTACT_SEPARATION] = height;
    }
  }
  if (!isReached) {
    if (gap > 0 && across < 0) return ASK_DISTANCE;
    features[count] = packFeatures(WITNESS_NAME, WITNESS_NAME);
    const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * count++;
    out[o] = witness[0];
    out[o + 1] = witness[1];
    out[o + 2] = witness[2];
    out[o + CONTACT_SEPARATION] = gap;
  }
  for (let i = 0; i < 3; i++) {
    const o = box + BODY_AXES + i;
    out[i] = 0 - sign * (poses[o] * nx + poses[o + 3] * ny + poses[o + 6] * nz);
  }
  for (let i = 0; i < count; i++) {
    const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
    // The point moves from the segment back to half-way between the surfaces.
    const back = 0.5 * (out[o + CONTACT_SEPARATION] + around - rounding);
    const x = out[o] - back * nx;
    const y = out[o + 1] - back * ny;
    const z = out[o + 2] - back * nz;
    for (let world = 0; world < 3; world++) {
      const r = box + BODY_AXES + world;
      out[o + world] = poses[box + BODY_X + world] + (poses[r] * x + poses[r + 3] * y + poses[r + 6] * z);
    }
    out[o + CONTACT_SEPARATION] = out[o + CONTACT_SEPARATION] - radii;
  }
  return count;
}

/**
 * Measures the directions across the segment and an axis of the box, and writes to `axis` the one with the largest gap,
 * if that is clearly larger than the gap there. Returns the axis of the box, −1 for none.
 */
function findAcross(): number {
  const length = sizes[LENGTH];
  let most = axis[3] + FACE_PREFERENCE * sizes[SIZE];
  let chosen = -1;
  for (let j = 0; j < 3; j++) {
    const j1 = j === 2 ? 0 : j + 1;
    const j2 = j === 0 ? 2 : j - 1;
    // The segment across axis j of the box is (half[j2], −half[j1]) in the other two.
    const c1 = half[j2];
    const c2 = half[j1];
    const square = c1 * c1 + c2 * c2;
    if (!(square > PARALLEL * length * length)) continue;
    const gap = Math.abs(middle[j1] * c1 - middle[j2] * c2) - (extents[j1] * Math.abs(c1) + extents[j2] * Math.abs(c2));
    const separation = gap / Math.sqrt(square);
    if (!(separation > most)) continue;
    most = separation;
    chosen = j;
  }
  if (chosen < 0) return -1;
  const j1 = chosen === 2 ? 0 : chosen + 1;
  const j2 = chosen === 0 ? 2 : chosen - 1;
  let scale = 1 / Math.sqrt(half[j1] * half[j1] + half[j2] * half[j2]);
  if (middle[j1] * half[j2] - middle[j2] * half[j1] < 0) scale = -scale;
  axis[chosen] = 0;
  axis[j1] = scale * half[j2];
  axis[j2] = -scale * half[j1];
  axis[3] = most;
  return chosen;
}

/**
 * Writes where the segment passes the edge of the box along axis j that is farthest along `axis`. Returns whether both
 * of them reach that far.
 */
function locateAcross(j: number): boolean {
  const slack = CONFIRM_SLACK * sizes[SIZE];
  const j1 = j === 2 ? 0 : j + 1;
  const j2 = j === 0 ? 2 : j - 1;
  // The direction across the edge and the normal, along which the segment has to come to the edge.
  const g1 = -axis[j2];
  const g2 = axis[j1];
  const edge1 = axis[j1] > 0 ? extents[j1] : -extents[j1];
  const edge2 = axis[j2] > 0 ? extents[j2] : -extents[j2];
  const s = ((edge1 - middle[j1]) * g1 + (edge2 - middle[j2]) * g2) / (half[j1] * g1 + half[j2] * g2);
  const t = Math.max(-1, Math.min(1, s));
  for (let k = 0; k < 3; k++) witness[k] = middle[k] + t * half[k];
  const reach = Math.abs(half[0]) + Math.abs(half[1]) + Math.abs(half[2]);
  return Math.abs(s - t) * reach <= slack && Math.abs(witness[j]) <= extents[j] + slack;
}

/**
 * Cuts the segment, seen along the normal, by the sides of the box's face across its axis k: writes `fractions`,
 * `heights` above the plane of the face along the normal, and `sides`, the side that the segment was cut by, −1 for an
 * end of it. Returns false where no stretch of it lies over the face.
 */
function overlay(k: number): boolean {
  const slack = SLACK * sizes[SIZE];
  const k1 = k === 2 ? 0 : k + 1;
  const k2 = k === 0 ? 2 : k - 1;
  const isAhead = axis[k] > 0;
  const rise = 1 / axis[k];
  const plane = isAhead ? extents[k] : -extents[k];
  const lean1 = axis[k1] * rise;
  const lean2 = axis[k2] * rise;
  // The height of the segment's middle above the face, then the places of the middle and of half the segment on the
  // face, as seen along the axis.
  const above = middle[k] - plane;
  const u = middle[k1] - above * lean1;
  const v = middle[k2] - above * lean2;
  const halfU = half[k1] - half[k] * lean1;
  const halfV = half[k2] - half[k] * lean2;
  fractions[0] = 0;
  fractions[1] = 1;
  sides[0] = -1;
  sides[1] = -1;
  for (let side = 0; side < FACE_SIDES; side++) {
    const outwards = (side & 1) === 0 ? 1 : -1;
    const across = (side < 2 ? halfU : halfV) * outwards;
    const limit = (side < 2 ? extents[k1] : extents[k2]) + slack;
    const beyond = (side < 2 ? u : v) * outwards - limit;
    // The segment is at beyond + (2t − 1) · across beyond the side.
    if (beyond - across > 0 && beyond + across > 0) return false;
    if (beyond - across <= 0 && beyond + across <= 0) continue;
    const t = 0.5 - (0.5 * beyond) / across;
    if (across > 0) {
      if (t < fractions[1]) {
        fractions[1] = t;
        sides[1] = side;
      }
    } else if (t > fractions[0]) {
      fractions[0] = t;
      sides[0] = side;
    }
  }
  if (!(fractions[1] > fractions[0])) return false;
  for (let end = 0; end < 2; end++) heights[end] = (above + (2 * fractions[end] - 1) * half[k]) * rise;
  return true;
}
