import type { WritableNumberArray } from '../../../core/number-array.ts';
import { BODY_HALF_X, BODY_X, BODY_Y, BODY_Z } from '../body-pose.ts';
import {
  APART,
  cosines,
  edgeAxis,
  findEdgeAxis,
  LIMIT,
  magnitudes,
  NO_EDGES,
  pair,
  ROW,
  SEPARATION,
  SIZE,
  way,
} from './box-edge-axis.ts';
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
} from './clip-polygon.ts';
import {
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_FLAG,
  packFeatures,
} from './contact-layout.ts';
import { ASK_DISTANCE, CONFIRM_SLACK, SLACK } from './separating-axis.ts';

/**
 * Collides two boxes given by body poses (see body-pose.ts): writes the unit normal from A to B and up to four points
 * with their separations (layout in contact-layout.ts), in the world, and the features that made them; returns how many
 * points. Returns 0, and writes nothing of use, when some axis has a gap of more than `limit[0]` (world units, ≥ 0).
 *
 * - For boxes that overlap, the least separation is minus the depth: the least translation that separates them.
 * - For boxes that are apart it is their distance, or else the result is `ASK_DISTANCE`, and the distance has to be
 *   asked of a routine for any convex shapes.
 * - Points lie midway between the surfaces. NaN gives 0.
 *
 * The fifteen axes are those of Gottschalk, Lin and Manocha, OBBTree, 1996, all measured in the frame of A. A face's
 * axis wins unless one across two edges is clearly better.
 */
export function collideBoxBox(
  out: WritableNumberArray,
  features: Uint32Array,
  poses: Float64Array,
  a: number,
  b: number,
  limit: Float64Array,
): number {
  const margin = limit[0];
  const dx = poses[b + BODY_X] - poses[a + BODY_X];
  const dy = poses[b + BODY_Y] - poses[a + BODY_Y];
  const dz = poses[b + BODY_Z] - poses[a + BODY_Z];
  const hax = poses[a + BODY_HALF_X];
  const hay = poses[a + BODY_HALF_X + 1];
  const haz = poses[a + BODY_HALF_X + 2];
  const hbx = poses[b + BODY_HALF_X];
  const hby = poses[b + BODY_HALF_X + 1];
  const hbz = poses[b + BODY_HALF_X + 2];
  const bxx = poses[b];
  const bxy = poses[b + 1];
  const bxz = poses[b + 2];
  const byx = poses[b + 3];
  const byy = poses[b + 4];
  const byz = poses[b + 5];
  const bzx = poses[b + 6];
  const bzy = poses[b + 7];
  const bzz = poses[b + 8];

  // Axis x of A, then y, then z: a gap along one of them ends most pairs.
  let ux = poses[a];
  let uy = poses[a + 1];
  let uz = poses[a + 2];
  const wx = ux * dx + uy * dy + uz * dz;
  const r00 = ux * bxx + uy * bxy + uz * bxz;
  const r01 = ux * byx + uy * byy + uz * byz;
  const r02 = ux * bzx + uy * bzy + uz * bzz;
  const m00 = Math.abs(r00);
  const m01 = Math.abs(r01);
  const m02 = Math.abs(r02);
  let best = Math.abs(wx) - (hax + m00 * hbx + m01 * hby + m02 * hbz);
  let face = 0;
  if (!(best <= margin)) return 0;
  ux = poses[a + 3];
  uy = poses[a + 4];
  uz = poses[a + 5];
  const wy = ux * dx + uy * dy + uz * dz;
  const r10 = ux * bxx + uy * bxy + uz * bxz;
  const r11 = ux * byx + uy * byy + uz * byz;
  const r12 = ux * bzx + uy * bzy + uz * bzz;
  const m10 = Math.abs(r10);
  const m11 = Math.abs(r11);
  const m12 = Math.abs(r12);
  let gap = Math.abs(wy) - (hay + m10 * hbx + m11 * hby + m12 * hbz);
  if (gap > best) {
    if (gap > margin) return 0;
    best = gap;
    face = 1;
  }
  ux = poses[a + 6];
  uy = poses[a + 7];
  uz = poses[a + 8];
  const wz = ux * dx + uy * dy + uz * dz;
  const r20 = ux * bxx + uy * bxy + uz * bxz;
  const r21 = ux * byx + uy * byy + uz * byz;
  const r22 = ux * bzx + uy * bzy + uz * bzz;
  const m20 = Math.abs(r20);
  const m21 = Math.abs(r21);
  const m22 = Math.abs(r22);
  gap = Math.abs(wz) - (haz + m20 * hbx + m21 * hby + m22 * hbz);
  if (gap > best) {
    if (gap > margin) return 0;
    best = gap;
    face = 2;
  }
  gap = Math.abs(wx * r00 + wy * r10 + wz * r20) - (hbx + m00 * hax + m10 * hay + m20 * haz);
  if (gap > best) {
    if (gap > margin) return 0;
    best = gap;
    face = 3;
  }
  gap = Math.abs(wx * r01 + wy * r11 + wz * r21) - (hby + m01 * hax + m11 * hay + m21 * haz);
  if (gap > best) {
    if (gap > margin) return 0;
    best = gap;
    face = 4;
  }
  gap = Math.abs(wx * r02 + wy * r12 + wz * r22) - (hbz + m02 * hax + m12 * hay + m22 * haz);
  if (gap > best) {
    if (gap > margin) return 0;
    best = gap;
    face = 5;
  }
  cosines[0] = r00;
  cosines[1] = r01;
  cosines[2] = r02;
  cosines[3] = r10;
  cosines[4] = r11;
  cosines[5] = r12;
  cosines[6] = r20;
  cosines[7] = r21;
  cosines[8] = r22;
  magnitudes[0] = m00;
  magnitudes[1] = m01;
  magnitudes[2] = m02;
  magnitudes[3] = m10;
  magnitudes[4] = m11;
  magnitudes[5] = m12;
  magnitudes[6] = m20;
  magnitudes[7] = m21;
  magnitudes[8] = m22;
  way[0] = wx;
  way[1] = wy;
  way[2] = wz;
  pair[0] = dx;
  pair[1] = dy;
  pair[2] = dz;
  pair[LIMIT] = margin;
  pair[SIZE] = hax + hay + haz + hbx + hby + hbz;
  pair[SEPARATION] = best;
  const edges = findEdgeAxis(poses, a, b);
  if (edges === APART) return 0;
  if (edges !== NO_EDGES) return writeEdgePoint(out, features, poses, a, b, edges);
  if (face < 3) return writeFacePoints(out, features, poses, a, b, face, 1);
  return writeFacePoints(out, features, poses, b, a, face - 3, -1);
}

/**
 * The number of bits that a side takes in the feature of a point between two faces: four sides of the incident face,
 * and four cuts, are possible.
 */
const SIDE_BITS = 3;
const FACE_SIDES = 4;

/** Sides of a box's corner or edge as feature bits: bit k where it lies on the positive side along axis k. */
const EDGE_SHIFT = 3;

/**
 * Writes the one point where two edges pass each other: of A the edge farthest along the normal, of B the one farthest
 * against it.
 */
function writeEdgePoint(
  out: WritableNumberArray,
  features: Uint32Array,
  poses: Float64Array,
  a: number,
  b: number,
  edges: number,
): number {
  const i = (edges / ROW) | 0;
  const j = edges % ROW;
  const nx = edgeAxis[0];
  const ny = edgeAxis[1];
  const nz = edgeAxis[2];
  const separation = edgeAxis[3];
  const normalX = poses[a] * nx + poses[a + 3] * ny + poses[a + 6] * nz;
  const normalY = poses[a + 1] * nx + poses[a + 4] * ny + poses[a + 7] * nz;
  const normalZ = poses[a + 2] * nx + poses[a + 5] * ny + poses[a + 8] * nz;
  out[0] = normalX;
  out[1] = normalY;
  out[2] = normalZ;
  for (let k = 0; k < 3; k++) {
    edgeMiddles[k] = 0;
    edgeMiddles[3 + k] = pair[k];
  }
  const featureA = placeEdge(0, poses, a, i, out, 1);
  const featureB = placeEdge(3, poses, b, j, out, -1);
  const px = edgeMiddles[0];
  const py = edgeMiddles[1];
  const pz = edgeMiddles[2];
  const qx = edgeMiddles[3];
  const qy = edgeMiddles[4];
  const qz = edgeMiddles[5];
  const e = a + 3 * i;
  const f = b + 3 * j;
  const ex = poses[e];
  const ey = poses[e + 1];
  const ez = poses[e + 2];
  const fx = poses[f];
  const fy = poses[f + 1];
  const fz = poses[f + 2];
  const rx = qx - px;
  const ry = qy - py;
  const rz = qz - pz;
  const cosine = cosines[ROW * i + j];
  const alongE = rx * ex + ry * ey + rz * ez;
  const alongF = rx * fx + ry * fy + rz * fz;
  const sineSquared = 1 - cosine * cosine;
  const scale = sineSquared > 0 ? 1 / sineSquared : 0;
  const halfE = poses[a + BODY_HALF_X + i];
  const halfF = poses[b + BODY_HALF_X + j];
  const onE = (alongE - cosine * alongF) * scale;
  const onF = (cosine * alongE - alongF) * scale;
  const slack = CONFIRM_SLACK * pair[SIZE];
  if (separation > 0 && (Math.abs(onE) > halfE + slack || Math.abs(onF) > halfF + slack)) return ASK_DISTANCE;
  const s = Math.max(-halfE, Math.min(halfE, onE));
  const t = Math.max(-halfF, Math.min(halfF, onF));
  out[CONTACT_POINTS] = poses[a + BODY_X] + 0.5 * (px + s * ex + qx + t * fx);
  out[CONTACT_POINTS + 1] = poses[a + BODY_Y] + 0.5 * (py + s * ey + qy + t * fy);
  out[CONTACT_POINTS + 2] = poses[a + BODY_Z] + 0.5 * (pz + s * ez + qz + t * fz);
  out[CONTACT_POINTS + CONTACT_SEPARATION] = separation;
  features[0] = packFeatures(featureA, featureB);
  return 1;
}

/** Midpoints of the two edges that pass each other, relative to the middle of A. */
const edgeMiddles = new Float64Array(6);

/**
 * Moves the midpoint at `edgeMiddles[at …]` from the middle of a box to its edge along axis `i` that lies farthest
 * along `sign` times a normal, and returns the edge's name.
 */
function placeEdge(
  at: number,
  poses: Float64Array,
  box: number,
  i: number,
  normal: WritableNumberArray,
  sign: number,
): number {
  let feature = FEATURE_FLAG | (i << EDGE_SHIFT);
  for (let k = 0; k < 3; k++) {
    if (k === i) continue;
    const u = box + 3 * k;
    const isAhead = sign * (poses[u] * normal[0] + poses[u + 1] * normal[1] + poses[u + 2] * normal[2]) > 0;
    const reach = isAhead ? poses[box + BODY_HALF_X + k] : -poses[box + BODY_HALF_X + k];
    if (isAhead) feature |= 1 << k;
    for (let axis = 0; axis < 3; axis++) edgeMiddles[at + axis] += reach * poses[u + axis];
  }
  return feature;
}

/**
 * Writes the points on the face of one box, that of the first pose, across its axis `k`, by clipping the face of the
 * other box that looks at it most. `sign` is −1 where the first box is B: then the normal is reversed and the features
 * are exchanged.
 */
function writeFacePoints(
  out: WritableNumberArray,
  features: Uint32Array,
  poses: Float64Array,
  first: number,
  second: number,
  k: number,
  sign: number,
): number {
  const dx = sign * pair[0];
  const dy = sign * pair[1];
  const dz = sign * pair[2];
  const separation = pair[SEPARATION];
  const k1 = k === 2 ? 0 : k + 1;
  const k2 = k === 0 ? 2 : k - 1;
  const n = first + 3 * k;
  const u = first + 3 * k1;
  const v = first + 3 * k2;
  const side = poses[n] * dx + poses[n + 1] * dy + poses[n + 2] * dz < 0 ? -1 : 1;
  const nx = side * poses[n];
  const ny = side * poses[n + 1];
  const nz = side * poses[n + 2];
  const ux = poses[u];
  const uy = poses[u + 1];
  const uz = poses[u + 2];
  const vx = poses[v];
  const vy = poses[v + 1];
  const vz = poses[v + 2];
  const halfU = poses[first + BODY_HALF_X + k1];
  const halfV = poses[first + BODY_HALF_X + k2];
  const height = poses[first + BODY_HALF_X + k];

  // The cosine between axis i of the first and axis j of the second is at row · i + column · j.
  const row = sign > 0 ? ROW : 1;
  const column = sign > 0 ? 1 : ROW;
  const m0 = magnitudes[row * k];
  const m1 = magnitudes[row * k + column];
  const m2 = magnitudes[row * k + 2 * column];
  const m = m0 >= m1 ? (m0 >= m2 ? 0 : 2) : m1 >= m2 ? 1 : 2;
  const facing = side * cosines[row * k + column * m];
  const p = m === 2 ? 0 : m + 1;
  const q = m === 0 ? 2 : m - 1;
  const reach = facing > 0 ? -poses[second + BODY_HALF_X + m] : poses[second + BODY_HALF_X + m];
  const halfP = poses[second + BODY_HALF_X + p];
  const halfQ = poses[second + BODY_HALF_X + q];
  const am = second + 3 * m;
  const x = dx + reach * poses[am];
  const y = dy + reach * poses[am + 1];
  const z = dz + reach * poses[am + 2];
  const midU = x * ux + y * uy + z * uz;
  const midV = x * vx + y * vy + z * vz;
  const midW = x * nx + y * ny + z * nz - height;
  const pu = halfP * cosines[row * k1 + column * p];
  const pv = halfP * cosines[row * k2 + column * p];
  const pw = halfP * (side * cosines[row * k + column * p]);
  const qu = halfQ * cosines[row * k1 + column * q];
  const qv = halfQ * cosines[row * k2 + column * q];
  const qw = halfQ * (side * cosines[row * k + column * q]);
  for (let corner = 0; corner < FACE_SIDES; corner++) {
    const alongP = corner === 1 || corner === 2 ? 1 : -1;
    const alongQ = corner < 2 ? -1 : 1;
    const o = CLIP_STRIDE * corner;
    clipPoints[o] = midU + alongP * pu + alongQ * qu;
    clipPoints[o + 1] = midV + alongP * pv + alongQ * qv;
    clipPoints[o + 2] = midW + alongP * pw + alongQ * qw;
    clipSides[corner] = corner;
  }
  const slack = SLACK * pair[SIZE];
  let count = FACE_SIDES;
  for (let cut = 0; cut < FACE_SIDES; cut++) {
    const outwards = (cut & 1) === 0 ? 1 : -1;
    clipLine[0] = cut < 2 ? outwards : 0;
    clipLine[1] = cut < 2 ? 0 : outwards;
    clipLine[2] = (cut < 2 ? halfU : halfV) + slack;
    count = clipBySide(count, cut);
  }
  nameCorners(count);
  clipLimit[0] = pair[LIMIT] + slack;
  count = reduceToFour(keepBelow(count));
  clipLimit[0] = separation + CONFIRM_SLACK * pair[SIZE];
  if (separation > 0 && !isReached(count)) return ASK_DISTANCE;

  out[0] = sign * nx;
  out[1] = sign * ny;
  out[2] = sign * nz;
  const reference = FEATURE_FLAG | (k << 1) | (side > 0 ? 1 : 0);
  const incident = (m << 1) | (reach > 0 ? 1 : 0);
  for (let i = 0; i < count; i++) {
    const at = CLIP_STRIDE * i;
    const along = clipPoints[at];
    const across = clipPoints[at + 1];
    const w = clipPoints[at + 2];
    const up = height + 0.5 * w;
    const o = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
    out[o] = poses[first + BODY_X] + along * ux + across * vx + up * nx;
    out[o + 1] = poses[first + BODY_Y] + along * uy + across * vy + up * ny;
    out[o + 2] = poses[first + BODY_Z] + along * uz + across * vz + up * nz;
    out[o + CONTACT_SEPARATION] = w;
    const other = (incident << (2 * SIDE_BITS)) | (sideBits(clipArrivals[i]) << SIDE_BITS) | sideBits(clipSides[i]);
    features[i] = sign > 0 ? packFeatures(reference, other) : packFeatures(other, reference);
  }
  return count;
}

/** Returns a side of the incident face as 0 to 3, and a cut as 4 to 7. */
function sideBits(side: number): number {
  return side < CUT_SIDE ? side : FACE_SIDES + (side - CUT_SIDE);
}
