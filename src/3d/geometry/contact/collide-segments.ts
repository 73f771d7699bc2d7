import type { WritableNumberArray } from '../../../core/number-array.ts';
import { findNearestFractions, nearestFractions } from '../closest/closest-points-segment-segment.ts';
import { writePerpendicular } from '../vector.ts';
import {
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_FLAG,
  packFeatures,
} from './contact-layout.ts';
import { ALONGSIDE, CONFIRM_SLACK, PARALLEL, UPRIGHT } from './separating-axis.ts';

/*
 * The contact of two segments, each with a radius around it: of two capsules, or of two edges of rounded boxes.
 *
 * Segments that do not meet are nearest along the line between their nearest points. Where they cross, their difference
 * is flat, a parallelogram about the origin, and the least translation that parts them is across it.
 */

/** The ends of the two segments, `x y z` each, about an origin of the caller's. Filled by the caller. */
export const segmentA = new Float64Array(6);
export const segmentB = new Float64Array(6);
/** The radii around the two, and the largest separation that is a contact. Filled by the caller. */
export const segmentSizes = new Float64Array(3);
export const RADIUS_A = 0;
export const RADIUS_B = 1;
export const SEGMENT_MARGIN = 2;
/** The feature ids of the first end, the second end and the whole of A, then those of B. Filled by the caller. */
export const segmentNames = new Int32Array([0, 1, FEATURE_FLAG, 0, 1, FEATURE_FLAG]);
const NAMES_B = 3;
const WHOLE = 2;

/**
 * The normal from A to B, how far the segments are apart along it, and the lengths of both together: written by
 * `collideSegments` for `writeAxis`, as V8 puts a number on the heap that is handed to a function.
 */
const axis = new Float64Array(5);
const LENGTHS = 4;

/**
 * Collides the segments: writes the unit normal from A to B and up to three points with their separations (layout in
 * contact-layout.ts), with `origin[originOffset …]` added to them, and the features that made them. Returns how many
 * points, 0 for segments farther apart than the margin, and for NaN.
 *
 * Segments that run alongside each other, seen along the normal, have the two ends of the stretch that they share; the
 * nearest points are added where neither end is as near.
 */
export function collideSegments(
  out: WritableNumberArray,
  features: Uint32Array,
  origin: Float64Array,
  originOffset: number,
): number {
  const a = segmentA;
  const b = segmentB;
  const radii = segmentSizes[RADIUS_A] + segmentSizes[RADIUS_B];
  const limit = segmentSizes[SEGMENT_MARGIN] + radii;
  findNearestFractions(a, 0, b, 0);
  const s = nearestFractions[0];
  const t = nearestFractions[1];
  if (!(Math.sqrt(nearestFractions[2]) <= limit)) return 0;
  const dx = a[3] - a[0];
  const dy = a[4] - a[1];
  const dz = a[5] - a[2];
  const ex = b[3] - b[0];
  const ey = b[4] - b[1];
  const ez = b[5] - b[2];
  const squareA = dx * dx + dy * dy + dz * dz;
  const squareB = ex * ex + ey * ey + ez * ez;
  const size = Math.sqrt(squareA) + Math.sqrt(squareB);
  axis[LENGTHS] = size;
  writeAxis();
  const nx = axis[0];
  const ny = axis[1];
  const nz = axis[2];
  const gap = axis[3];
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;

  // The directions as seen along the normal.
  const upA = dx * nx + dy * ny + dz * nz;
  const upB = ex * nx + ey * ny + ez * nz;
  const ux = dx - upA * nx;
  const uy = dy - upA * ny;
  const uz = dz - upA * nz;
  const seenA = ux * ux + uy * uy + uz * uz;
  const seenB = squareB - upB * upB;
  const cross = nx * (dy * ez - dz * ey) + ny * (dz * ex - dx * ez) + nz * (dx * ey - dy * ex);
  let count = 0;
  let isReached = false;
  if (seenA > UPRIGHT * squareA && seenB > UPRIGHT * squareB && cross * cross <= ALONGSIDE * seenA * seenB) {
    const from = ((b[0] - a[0]) * ux + (b[1] - a[1]) * uy + (b[2] - a[2]) * uz) / seenA;
    const to = ((b[3] - a[0]) * ux + (b[4] - a[1]) * uy + (b[5] - a[2]) * uz) / seenA;
    const low = Math.max(0, Math.min(from, to));
    const high = Math.min(1, Math.max(from, to));
    for (let end = 0; end < 2 && high > low; end++) {
      const onA = end === 0 ? low : high;
      const onB = (onA - from) / (to - from);
      const height =
        nx * (b[0] + onB * ex - (a[0] + onA * dx)) +
        ny * (b[1] + onB * ey - (a[1] + onA * dy)) +
        nz * (b[2] + onB * ez - (a[2] + onA * dz));
      if (!(height <= limit)) continue;
      if (height <= gap + CONFIRM_SLACK * size) isReached = true;
      const isEndOfB = end === 0 ? low > 0 : high < 1;
      const endOfB = from < to ? end : 1 - end;
      features[count] = isEndOfB
        ? packFeatures(segmentNames[WHOLE], segmentNames[NAMES_B + endOfB])
        : packFeatures(segmentNames[end], segmentNames[NAMES_B + WHOLE]);
      const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * count++;
      out[o] = a[0] + onA * dx;
      out[o + 1] = a[1] + onA * dy;
      out[o + 2] = a[2] + onA * dz;
      out[o + CONTACT_SEPARATION] = height;
    }
  }
  if (!isReached) {
    const nameA = s === 0 ? 0 : s === 1 ? 1 : WHOLE;
    const nameB = t === 0 ? 0 : t === 1 ? 1 : WHOLE;
    features[count] = packFeatures(segmentNames[nameA], segmentNames[NAMES_B + nameB]);
    const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * count++;
    out[o] = s === 1 ? a[3] : a[0] + s * dx;
    out[o + 1] = s === 1 ? a[4] : a[1] + s * dy;
    out[o + 2] = s === 1 ? a[5] : a[2] + s * dz;
    out[o + CONTACT_SEPARATION] = gap;
  }
  // The points move from the segment of A to half-way between the surfaces.
  const shift = 0.5 * (segmentSizes[RADIUS_A] - segmentSizes[RADIUS_B]);
  for (let i = 0; i < count; i++) {
    const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
    const up = 0.5 * out[o + CONTACT_SEPARATION] + shift;
    out[o] = origin[originOffset] + (out[o] + up * nx);
    out[o + 1] = origin[originOffset + 1] + (out[o + 1] + up * ny);
    out[o + 2] = origin[originOffset + 2] + (out[o + 2] + up * nz);
    out[o + CONTACT_SEPARATION] = out[o + CONTACT_SEPARATION] - radii;
  }
  return count;
}

/** Share of the segments' length below which the way between their nearest points is too short to be a normal. */
const CROSSING = 1e-10;

/** Writes `axis` for the nearest points at `nearestFractions`. */
function writeAxis(): void {
  const s = nearestFractions[0];
  const t = nearestFractions[1];
  const a = segmentA;
  const b = segmentB;
  const dx = a[3] - a[0];
  const dy = a[4] - a[1];
  const dz = a[5] - a[2];
  const ex = b[3] - b[0];
  const ey = b[4] - b[1];
  const ez = b[5] - b[2];
  // The difference is computed from the nearer ends, so that a shared end gives exactly 0.
  const i = s <= 0.5 ? 0 : 3;
  const j = t <= 0.5 ? 0 : 3;
  const alongA = s <= 0.5 ? s : s - 1;
  const alongB = t <= 0.5 ? t : t - 1;
  const wx = b[j] - a[i] + alongB * ex - alongA * dx;
  const wy = b[j + 1] - a[i + 1] + alongB * ey - alongA * dy;
  const wz = b[j + 2] - a[i + 2] + alongB * ez - alongA * dz;
  const distance = Math.sqrt(wx * wx + wy * wy + wz * wz);
  if (distance > CROSSING * axis[LENGTHS]) {
    axis[0] = wx / distance;
    axis[1] = wy / distance;
    axis[2] = wz / distance;
    axis[3] = distance;
    return;
  }
  const nx = dy * ez - dz * ey;
  const ny = dz * ex - dx * ez;
  const nz = dx * ey - dy * ex;
  const square = nx * nx + ny * ny + nz * nz;
  const squareA = dx * dx + dy * dy + dz * dz;
  if (square > PARALLEL * squareA * (ex * ex + ey * ey + ez * ez)) {
    let scale = 1 / Math.sqrt(square);
    if (nx * wx + ny * wy + nz * wz < 0) scale = -scale;
    axis[0] = scale * nx;
    axis[1] = scale * ny;
    axis[2] = scale * nz;
  } else {
    // The segments lie on one line: any direction across it will do.
    const scale = 1 / Math.sqrt(squareA);
    writePerpendicular(axis, 0, scale * dx, scale * dy, scale * dz);
  }
  for (let k = 0; k < 3; k++) axis[k] = 0 + axis[k];
  axis[3] = axis[0] * wx + axis[1] * wy + axis[2] * wz;
}
