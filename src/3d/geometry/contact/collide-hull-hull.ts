import type { WritableNumberArray } from '../../../core/number-array.ts';
import { BODY_X } from '../body-pose.ts';
import { EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import type { FlatHull } from '../convex/flat-hull.ts';
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
import { findHullAxis } from './find-hull-axis.ts';
import {
  AXIS_CENTRES,
  AXIS_EDGES,
  AXIS_FACE_A,
  AXIS_OF_A,
  AXIS_OF_B,
  hullAxis,
  hullAxisOf,
  hullPair,
  MARGIN,
  PAIR_SIZE,
  relative,
  SCALE_A,
  UNIT,
  verticesB,
} from './hull-pair.ts';
import { ASK_DISTANCE, CONFIRM_SLACK, SLACK } from './separating-axis.ts';

/*
 * Two hulls in the frame of A and in its unit of length: that of B is `unit` times as long. Every result is taken to
 * the world at the end.
 */

/** Vertices whose heights differ by less than this share of the size are as deep as each other. */
const LEVEL = 1e-10;
/**
 * Collides two hulls given by body poses: hull A at `poses[a …]` and B at `poses[b …]`. `sizes` are how many world
 * units the unit of A's frame is long, the same of B, and the margin (world units, ≥ 0). Writes the unit normal from A
 * to B and up to four points with their separations (layout in contact-layout.ts), in the world, and the features that
 * made them; returns how many points. Returns 0, and writes nothing of use, when some axis has a gap of more than the
 * margin.
 *
 * - Of hulls that overlap the least separation is minus the depth: the least translation that separates them.
 * - Of hulls apart it is their distance, or else the result is `ASK_DISTANCE`, and the distance has to be asked of a
 *   routine for any convex shapes.
 * - Points lie midway between the surfaces. NaN gives 0.
 */
export function collideHullHull(
  out: WritableNumberArray,
  features: Uint32Array,
  hullA: FlatHull,
  hullB: FlatHull,
  poses: Float64Array,
  a: number,
  b: number,
  sizes: Float64Array,
): number {
  if (!findHullAxis(hullA, hullB, poses, a, b, sizes)) return 0;
  // If the hulls are apart and two corners face each other, no axis of a feature may be as good as the line of their
  // centres.
  if (hullAxisOf[0] === AXIS_CENTRES) return ASK_DISTANCE;
  pairLimit[0] = sizes[MARGIN] / sizes[SCALE_A];
  const count =
    hullAxisOf[0] === AXIS_EDGES ? makeEdgePoint(hullA, hullB, features) : makeFacePoints(hullA, hullB, features);
  if (count <= 0) return count;
  writePoints(out, poses, a, sizes, count);
  return count;
}

/** The largest separation of the pair under way that is a contact, in units of A. Written by `collideHullHull`. */
const pairLimit = new Float64Array(1);

/** Points in the frame of A: x, y, z, separation. At most four. */
const points = new Float64Array(CONTACT_POINT_STRIDE * 4);

/** Writes the one point, which is midway between two edges that pass each other. */
function makeEdgePoint(hullA: FlatHull, hullB: FlatHull, features: Uint32Array): number {
  const axisA = hullAxisOf[AXIS_OF_A];
  const axisB = hullAxisOf[AXIS_OF_B];
  const edgeA = hullA.edges + EDGE_STRIDE * axisA;
  const edgeB = hullB.edges + EDGE_STRIDE * axisB;
  const p = hullA.vertices + VERTEX_STRIDE * hullA.indices[edgeA];
  const q = hullA.vertices + VERTEX_STRIDE * hullA.indices[edgeA + 1];
  const v = VERTEX_STRIDE * hullB.indices[edgeB];
  const w = VERTEX_STRIDE * hullB.indices[edgeB + 1];
  const from = hullA.numbers;
  const px = from[p];
  const py = from[p + 1];
  const pz = from[p + 2];
  const dx = from[q] - px;
  const dy = from[q + 1] - py;
  const dz = from[q + 2] - pz;
  const vx = verticesB[v];
  const vy = verticesB[v + 1];
  const vz = verticesB[v + 2];
  const ex = verticesB[w] - vx;
  const ey = verticesB[w + 1] - vy;
  const ez = verticesB[w + 2] - vz;
  // n = d × e. The lines pass each other where (v − p) × e and (v − p) × d agree with n.
  const nx = dy * ez - dz * ey;
  const ny = dz * ex - dx * ez;
  const nz = dx * ey - dy * ex;
  const rx = vx - px;
  const ry = vy - py;
  const rz = vz - pz;
  const scale = 1 / (nx * nx + ny * ny + nz * nz);
  const onA = ((ry * ez - rz * ey) * nx + (rz * ex - rx * ez) * ny + (rx * ey - ry * ex) * nz) * scale;
  const onB = ((ry * dz - rz * dy) * nx + (rz * dx - rx * dz) * ny + (rx * dy - ry * dx) * nz) * scale;
  if (hullAxis[3] > 0) {
    const size = hullPair[PAIR_SIZE];
    const slackA = (CONFIRM_SLACK * size) / Math.sqrt(dx * dx + dy * dy + dz * dz);
    const slackB = (CONFIRM_SLACK * size) / Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (!(onA >= -slackA && onA <= 1 + slackA && onB >= -slackB && onB <= 1 + slackB)) return ASK_DISTANCE;
  }
  const s = Math.min(1, Math.max(0, onA));
  const t = Math.min(1, Math.max(0, onB));
  points[0] = 0.5 * (px + s * dx + vx + t * ex);
  points[1] = 0.5 * (py + s * dy + vy + t * ey);
  points[2] = 0.5 * (pz + s * dz + vz + t * ez);
  points[3] = hullAxis[3];
  features[0] = packFeatures(FEATURE_FLAG | axisA, FEATURE_FLAG | axisB);
  return 1;
}

/** Heights of the vertices of the incident hull along the normal of the reference face. */
let heights = new Float64Array(64);

/** Up from the reference face, in the frame of A, and in the incident hull's own. Written by `makeFacePoints`. */
const up = new Float64Array(6);
const UP_INCIDENT = 3;

/**
 * Returns the face of a hull that looks down most, among those that hold most of its deepest vertices: the deepest
 * contact lies on one of these. `heights` are those of the hull's vertices, up is `up[UP_INCIDENT …]`.
 */
function findIncidentFace(hull: FlatHull): number {
  const x = up[UP_INCIDENT];
  const y = up[UP_INCIDENT + 1];
  const z = up[UP_INCIDENT + 2];
  const { numbers, planes, indices, faceStarts, corners, faceCount, vertexCount } = hull;
  let lowest = Infinity;
  for (let v = 0; v < vertexCount; v++) if (heights[v] < lowest) lowest = heights[v];
  const limit = lowest + LEVEL * hullPair[PAIR_SIZE];
  let chosen = 0;
  let mostDeep = 0;
  let least = Infinity;
  for (let f = 0; f < faceCount; f++) {
    const end = corners + indices[faceStarts + f + 1];
    let deep = 0;
    for (let i = corners + indices[faceStarts + f]; i < end; i++) if (heights[indices[i]] <= limit) deep++;
    if (deep === 0 || deep < mostDeep) continue;
    const p = planes + PLANE_STRIDE * f;
    const along = numbers[p] * x + numbers[p + 1] * y + numbers[p + 2] * z;
    if (deep > mostDeep || along < least) {
      mostDeep = deep;
      least = along;
      chosen = f;
    }
  }
  return chosen;
}

/**
 * Makes the points of the face that gave the axis: the incident face of the other hull is clipped by its sides, in two
 * coordinates along it and the height above it.
 */
function makeFacePoints(hullA: FlatHull, hullB: FlatHull, features: Uint32Array): number {
  const size = hullPair[PAIR_SIZE];
  const isA = hullAxisOf[0] === AXIS_FACE_A;
  const reference = isA ? hullA : hullB;
  const incident = isA ? hullB : hullA;
  const face = hullAxisOf[isA ? AXIS_OF_A : AXIS_OF_B];
  const sign = isA ? 1 : -1;
  // Up from the reference face, in the frame of A.
  const nx = sign * hullAxis[0];
  const ny = sign * hullAxis[1];
  const nz = sign * hullAxis[2];
  const referencePoints = isA ? hullA.numbers : verticesB;
  const referenceFirst = isA ? hullA.vertices : 0;
  const incidentPoints = isA ? verticesB : hullA.numbers;
  const incidentFirst = isA ? 0 : hullA.vertices;
  const r = relative;

  const { vertexCount } = incident;
  if (heights.length < vertexCount) heights = new Float64Array(2 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const at = incidentFirst + VERTEX_STRIDE * v;
    heights[v] = nx * incidentPoints[at] + ny * incidentPoints[at + 1] + nz * incidentPoints[at + 2];
  }
  up[0] = nx;
  up[1] = ny;
  up[2] = nz;
  up[UP_INCIDENT] = isA ? r[0] * nx + r[3] * ny + r[6] * nz : nx;
  up[UP_INCIDENT + 1] = isA ? r[1] * nx + r[4] * ny + r[7] * nz : ny;
  up[UP_INCIDENT + 2] = isA ? r[2] * nx + r[5] * ny + r[8] * nz : nz;
  const other = findIncidentFace(incident);

  // Origin and first coordinate axis: the first corner of the reference face, and its first side.
  const { indices, corners, faceStarts } = reference;
  const first = corners + indices[faceStarts + face];
  const end = corners + indices[faceStarts + face + 1];
  const origin = referenceFirst + VERTEX_STRIDE * indices[first];
  const ox = referencePoints[origin];
  const oy = referencePoints[origin + 1];
  const oz = referencePoints[origin + 2];
  const along = referenceFirst + VERTEX_STRIDE * indices[first + 1];
  let ux = referencePoints[along] - ox;
  let uy = referencePoints[along + 1] - oy;
  let uz = referencePoints[along + 2] - oz;
  const tilt = ux * nx + uy * ny + uz * nz;
  ux -= tilt * nx;
  uy -= tilt * ny;
  uz -= tilt * nz;
  const scale = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= scale;
  uy *= scale;
  uz *= scale;
  const vx = ny * uz - nz * uy;
  const vy = nz * ux - nx * uz;
  const vz = nx * uy - ny * ux;
  // The height of the face's plane along its normal, in the frame of A.
  const offset = reference.numbers[reference.planes + PLANE_STRIDE * face + 3];
  const top = isA ? offset : hullPair[UNIT] * offset + nx * r[9] + ny * r[10] + nz * r[11];

  const incidentStart = incident.corners + incident.indices[incident.faceStarts + other];
  const incidentEnd = incident.corners + incident.indices[incident.faceStarts + other + 1];
  let count = incidentEnd - incidentStart;
  reserveClip(count, end - first);
  for (let i = 0; i < count; i++) {
    const vertex = incident.indices[incidentStart + i];
    const at = incidentFirst + VERTEX_STRIDE * vertex;
    const x = incidentPoints[at] - ox;
    const y = incidentPoints[at + 1] - oy;
    const z = incidentPoints[at + 2] - oz;
    const o = CLIP_STRIDE * i;
    clipPoints[o] = x * ux + y * uy + z * uz;
    clipPoints[o + 1] = x * vx + y * vy + z * vz;
    clipPoints[o + 2] = heights[vertex] - top;
    clipSides[i] = i;
  }
  const slack = SLACK * size;
  // The reference face runs counter-clockwise seen from above, so its outside is to the right of each side.
  let fromU = 0;
  let fromV = 0;
  for (let i = first; i < end && count > 0; i++) {
    const next = referenceFirst + VERTEX_STRIDE * indices[i + 1 < end ? i + 1 : first];
    const x = referencePoints[next] - ox;
    const y = referencePoints[next + 1] - oy;
    const z = referencePoints[next + 2] - oz;
    const toU = x * ux + y * uy + z * uz;
    const toV = x * vx + y * vy + z * vz;
    const sideU = toV - fromV;
    const sideV = fromU - toU;
    const length = Math.sqrt(sideU * sideU + sideV * sideV);
    clipLine[0] = sideU;
    clipLine[1] = sideV;
    clipLine[2] = sideU * fromU + sideV * fromV + slack * length;
    count = clipBySide(count, i - first);
    fromU = toU;
    fromV = toV;
  }
  nameCorners(count);
  clipLimit[0] = pairLimit[0] + slack;
  count = reduceToFour(keepBelow(count));
  clipLimit[0] = hullAxis[3] + CONFIRM_SLACK * size;
  if (hullAxis[3] > 0 && !isReached(count)) return ASK_DISTANCE;
  if (count === 0) {
    const deepest = deepestVertex(incident);
    const separation = heights[deepest] - top;
    const at = incidentFirst + VERTEX_STRIDE * deepest;
    for (let k = 0; k < 3; k++) points[k] = incidentPoints[at + k] - 0.5 * separation * up[k];
    points[3] = separation;
    const name = FEATURE_FLAG | face;
    features[0] = isA ? packFeatures(name, deepest) : packFeatures(deepest, name);
    return 1;
  }

  for (let i = 0; i < count; i++) {
    const u = clipPoints[CLIP_STRIDE * i];
    const v = clipPoints[CLIP_STRIDE * i + 1];
    const w = clipPoints[CLIP_STRIDE * i + 2];
    // The origin may lie a little below the plane of its face.
    const rise = top + 0.5 * w - (nx * ox + ny * oy + nz * oz);
    const o = CONTACT_POINT_STRIDE * i;
    points[o] = ox + u * ux + v * vx + rise * nx;
    points[o + 1] = oy + u * uy + v * vy + rise * ny;
    points[o + 2] = oz + u * uz + v * vz + rise * nz;
    points[o + 3] = w;
    const onReference = featureOfReference(reference, face, clipArrivals[i], clipSides[i]);
    const onIncident = featureOfIncident(incident, other, clipArrivals[i], clipSides[i]);
    features[i] = isA ? packFeatures(onReference, onIncident) : packFeatures(onIncident, onReference);
  }
  return count;
}

/**
 * Returns the feature of the reference hull at a corner: the face itself under a vertex of the other hull, one of its
 * sides where an edge of the other hull crosses it, or one of its vertices between two cuts.
 */
function featureOfReference(hull: FlatHull, face: number, arrival: number, side: number): number {
  if (arrival < CUT_SIDE && side < CUT_SIDE) return FEATURE_FLAG | face;
  const start = hull.indices[hull.faceStarts + face];
  if (arrival >= CUT_SIDE && side >= CUT_SIDE) return hull.indices[hull.corners + start + (side - CUT_SIDE)];
  return FEATURE_FLAG | (start + Math.max(arrival, side) - CUT_SIDE);
}

/**
 * Returns the feature of the incident hull at a point: one of its vertices, one of its sides, or the face over a vertex
 * of the other hull.
 */
function featureOfIncident(hull: FlatHull, face: number, arrival: number, side: number): number {
  const start = hull.indices[hull.faceStarts + face];
  if (arrival < CUT_SIDE && side < CUT_SIDE) return hull.indices[hull.corners + start + side];
  if (arrival >= CUT_SIDE && side >= CUT_SIDE) return FEATURE_FLAG | face;
  return FEATURE_FLAG | (start + Math.min(arrival, side));
}

/**
 * Returns the vertex of the incident hull that is deepest: where rounding has let clipping leave nothing, it is the
 * point.
 */
function deepestVertex(incident: FlatHull): number {
  let deepest = 0;
  for (let v = 1; v < incident.vertexCount; v++) if (heights[v] < heights[deepest]) deepest = v;
  return deepest;
}

/** Transforms the normal and the points from the frame and unit of A to those of the world. */
function writePoints(
  out: WritableNumberArray,
  poses: Float64Array,
  a: number,
  sizes: Float64Array,
  count: number,
): void {
  const scaleA = sizes[SCALE_A];
  const nx = hullAxis[0];
  const ny = hullAxis[1];
  const nz = hullAxis[2];
  for (let k = 0; k < 3; k++) {
    const x = poses[a + k];
    const y = poses[a + 3 + k];
    const z = poses[a + 6 + k];
    out[k] = x * nx + y * ny + z * nz;
    for (let i = 0; i < count; i++) {
      const at = CONTACT_POINT_STRIDE * i;
      out[CONTACT_POINTS + at + k] =
        poses[a + BODY_X + k] + scaleA * (x * points[at] + y * points[at + 1] + z * points[at + 2]);
    }
  }
  for (let i = 0; i < count; i++) {
    const at = CONTACT_POINT_STRIDE * i + CONTACT_SEPARATION;
    out[CONTACT_POINTS + at] = scaleA * points[at];
  }
}
