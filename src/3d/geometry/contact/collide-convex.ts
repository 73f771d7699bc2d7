import { coldAxisCache } from '../../../core/axis-cache.ts';
import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexHull, EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import type { PlacedHull } from '../convex/placed-hull.ts';
import {
  AXIS_EDGES,
  AXIS_FACE_A,
  farthestA,
  farthestB,
  findSeparatingFeature,
  placeHulls,
  pointOfB,
  rotationA,
  satAxis,
} from '../convex/sat.ts';
import { writeVector } from '../vector.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_FLAG,
  packFeatures,
} from './contact-layout.ts';

/**
 * Numbers per clipped point: x, y, z, separation, feature of A, feature of B, and what the side of the polygon that
 * starts there lies on: a half-edge h of the incident face as h, one of the reference face as −1 − h.
 */
const CLIP_STRIDE = 7;
const CLIP_SIDE = 6;
let clipped = new Float64Array(32 * CLIP_STRIDE);
let clippedNext = new Float64Array(32 * CLIP_STRIDE);
let clippedCount = 0;

/** The four points kept, in the frame of A. */
const kept = new Int32Array(CONTACT_MAX_POINTS);

/**
 * Collides two placed hulls: writes the unit normal from A to B and up to four contact points (layout in
 * contact-layout.ts) and their feature ids, all in world coordinates, and returns the number of points. Returns 0 and
 * leaves `out` and `features` alone when the hulls are farther apart than `margin` along some axis (≥ 0; at 0 touching
 * still is a contact).
 *
 * - The smallest separation among the points is minus the penetration depth, the least translation that separates them:
 *   it is measured along the axis of least overlap of all face normals and edge crosses. Between hulls apart but within
 *   the margin it is the gap along the best axis, which two vertices facing each other may exceed.
 * - The points are the face of one hull clipped to the sides of a face of the other, or the nearest points of two
 *   edges. Of more than four, the deepest is kept and those that span the largest area with it.
 * - Points lie midway between the two surfaces.
 * - `cache[cacheIndex]` remembers the axis of the last call (0 for none) and is tried first; any value is safe.
 *
 * NaN poses give 0. Source: Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013; Sutherland and
 * Hodgman 1974.
 */
export function collideConvex(
  out: WritableNumberArray,
  features: Uint32Array,
  a: PlacedHull,
  b: PlacedHull,
  margin: number,
  cache: Int32Array = coldAxisCache(),
  cacheIndex = 0,
): number {
  placeHulls(a, b);
  const separation = findSeparatingFeature(a.hull, b.hull, margin, cache, cacheIndex);
  if (!(separation <= margin) || separation === -Infinity) return 0;
  makePoints(a.hull, b.hull, margin);
  const count = reducePoints();
  writeContacts(out, features, a.pose, a.poseOffset ?? 0, count);
  return count;
}

function makePoints(a: ConvexHull, b: ConvexHull, margin: number): void {
  clippedCount = 0;
  if (satAxis.kind === AXIS_EDGES) {
    makeEdgePoint(a, b);
  } else {
    makeFacePoints(a, b, margin);
  }
  if (clippedCount === 0) makeVertexPoint(a, b);
}

/** Makes the point midway between the two lines of the edges, clamped to the edges. */
function makeEdgePoint(a: ConvexHull, b: ConvexHull): void {
  const ea = EDGE_STRIDE * satAxis.indexA;
  const eb = EDGE_STRIDE * satAxis.indexB;
  const p = VERTEX_STRIDE * a.edges[ea];
  const q = VERTEX_STRIDE * a.edges[ea + 1];
  const v = VERTEX_STRIDE * b.edges[eb];
  const w = VERTEX_STRIDE * b.edges[eb + 1];
  const px = a.vertices[p];
  const py = a.vertices[p + 1];
  const pz = a.vertices[p + 2];
  const dx = a.vertices[q] - px;
  const dy = a.vertices[q + 1] - py;
  const dz = a.vertices[q + 2] - pz;
  const vx = pointOfB(0, b.vertices[v], b.vertices[v + 1], b.vertices[v + 2]);
  const vy = pointOfB(1, b.vertices[v], b.vertices[v + 1], b.vertices[v + 2]);
  const vz = pointOfB(2, b.vertices[v], b.vertices[v + 1], b.vertices[v + 2]);
  const ex = pointOfB(0, b.vertices[w], b.vertices[w + 1], b.vertices[w + 2]) - vx;
  const ey = pointOfB(1, b.vertices[w], b.vertices[w + 1], b.vertices[w + 2]) - vy;
  const ez = pointOfB(2, b.vertices[w], b.vertices[w + 1], b.vertices[w + 2]) - vz;
  // n = d × e. The lines pass each other where (v − p) × e and (v − p) × d agree with n.
  const nx = dy * ez - dz * ey;
  const ny = dz * ex - dx * ez;
  const nz = dx * ey - dy * ex;
  const rx = vx - px;
  const ry = vy - py;
  const rz = vz - pz;
  const scale = 1 / (nx * nx + ny * ny + nz * nz);
  let s = ((ry * ez - rz * ey) * nx + (rz * ex - rx * ez) * ny + (rx * ey - ry * ex) * nz) * scale;
  let t = ((ry * dz - rz * dy) * nx + (rz * dx - rx * dz) * ny + (rx * dy - ry * dx) * nz) * scale;
  s = Math.min(1, Math.max(0, s));
  t = Math.min(1, Math.max(0, t));
  const half = 0.5;
  clipped[0] = half * (px + s * dx + vx + t * ex);
  writeVector(clipped, 1, half * (py + s * dy + vy + t * ey), half * (pz + s * dz + vz + t * ez), satAxis.separation);
  clipped[4] = FEATURE_FLAG | satAxis.indexA;
  clipped[5] = FEATURE_FLAG | satAxis.indexB;
  clippedCount = 1;
}

/** Makes the point between the deepest vertices, for when clipping has left nothing. */
function makeVertexPoint(a: ConvexHull, b: ConvexHull): void {
  const { x, y, z, separation } = satAxis;
  const onB = satAxis.kind === AXIS_FACE_A;
  const vertexA = farthestA(a, x, y, z);
  const vertexB = farthestB(b, -x, -y, -z);
  const v = VERTEX_STRIDE * (onB ? vertexB : vertexA);
  const shift = (onB ? -0.5 : 0.5) * separation;
  const from = onB ? b.vertices : a.vertices;
  const px = from[v];
  const py = from[v + 1];
  const pz = from[v + 2];
  clipped[0] = (onB ? pointOfB(0, px, py, pz) : px) + shift * x;
  clipped[1] = (onB ? pointOfB(1, px, py, pz) : py) + shift * y;
  writeVector(clipped, 2, (onB ? pointOfB(2, px, py, pz) : pz) + shift * z, separation, vertexA);
  clipped[5] = vertexB;
  clippedCount = 1;
}

/**
 * The share of the hull's size by which a neighbour of the deepest vertex may be less deep and still count as equally
 * deep.
 */
const LEVEL = 1e-9;

/**
 * Returns the face around the deepest vertex that looks most against a direction given in the hull's own frame. Where
 * an edge at the vertex is as deep as it, only the faces on that edge count: the deepest contact may lie at its other
 * end.
 */
function incidentFace(hull: ConvexHull, vertex: number, x: number, y: number, z: number): number {
  const { vertices, vertexNeighbours, vertexHalfEdges, halfEdgeFaces, halfEdgeTwins } = hull;
  const end = hull.vertexStarts[vertex + 1];
  const v = VERTEX_STRIDE * vertex;
  const limit = x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2] + LEVEL * hull.boundingRadius;
  let least = Infinity;
  let chosen = 0;
  let level = false;
  for (let i = hull.vertexStarts[vertex]; i < end; i++) {
    const w = VERTEX_STRIDE * vertexNeighbours[i];
    const isLevel = x * vertices[w] + y * vertices[w + 1] + z * vertices[w + 2] <= limit;
    if (level && !isLevel) continue;
    if (isLevel && !level) {
      level = true;
      least = Infinity;
    }
    const half = vertexHalfEdges[i];
    const left = halfEdgeFaces[half];
    const right = halfEdgeFaces[halfEdgeTwins[half]];
    const alongLeft = facing(hull, left, x, y, z);
    const alongRight = facing(hull, right, x, y, z);
    if (Math.min(alongLeft, alongRight) < least) {
      least = Math.min(alongLeft, alongRight);
      chosen = alongLeft <= alongRight ? left : right;
    }
  }
  return chosen;
}

function facing(hull: ConvexHull, face: number, x: number, y: number, z: number): number {
  const p = PLANE_STRIDE * face;
  return hull.planes[p] * x + hull.planes[p + 1] * y + hull.planes[p + 2] * z;
}

/** Returns one coordinate of a vertex in the frame of A. */
function coordinate(hull: ConvexHull, isB: boolean, vertex: number, axis: number): number {
  const v = VERTEX_STRIDE * vertex;
  return isB ? pointOfB(axis, hull.vertices[v], hull.vertices[v + 1], hull.vertices[v + 2]) : hull.vertices[v + axis];
}

/** Clips the face of one hull that looks against the axis to the sides of the other's face that gave the axis. */
function makeFacePoints(a: ConvexHull, b: ConvexHull, margin: number): void {
  const isA = satAxis.kind === AXIS_FACE_A;
  const reference = isA ? a : b;
  const incident = isA ? b : a;
  const face = isA ? satAxis.indexA : satAxis.indexB;
  // Outward from the reference face.
  const sign = isA ? 1 : -1;
  const x = sign * satAxis.x;
  const y = sign * satAxis.y;
  const z = sign * satAxis.z;
  loadIncident(incident, isA, x, y, z, FEATURE_FLAG | face);
  const first = reference.faceStarts[face];
  const end = reference.faceStarts[face + 1];
  for (let h = first; h < end && clippedCount > 0; h++) {
    clipAgainstSide(reference, !isA, h, h + 1 < end ? h + 1 : first, x, y, z, isA);
  }
  // Where hulls just touch, rounding may put even the deepest points beyond the margin, so the margin is widened by a
  // slack.
  keepWithin(reference, !isA, x, y, z, margin + CLIP_SLACK * reference.boundingRadius);
}

function loadIncident(
  incident: ConvexHull,
  isB: boolean,
  x: number,
  y: number,
  z: number,
  referenceFeature: number,
): void {
  const vertex = isB ? farthestB(incident, -x, -y, -z) : farthestA(incident, -x, -y, -z);
  const face = isB ? incidentFaceOfB(incident, vertex, x, y, z) : incidentFace(incident, vertex, x, y, z);
  const first = incident.faceStarts[face];
  clippedCount = incident.faceStarts[face + 1] - first;
  reserve(clippedCount);
  for (let i = 0; i < clippedCount; i++) {
    const at = i * CLIP_STRIDE;
    const v = incident.halfEdgeVertices[first + i];
    for (let axis = 0; axis < 3; axis++) clipped[at + axis] = coordinate(incident, isB, v, axis);
    writeVector(clipped, at + 3, 0, isB ? referenceFeature : v, isB ? v : referenceFeature);
    clipped[at + CLIP_SIDE] = first + i;
  }
}

function incidentFaceOfB(b: ConvexHull, vertex: number, x: number, y: number, z: number): number {
  const ox = pointOfB(0, 0, 0, 0);
  const oy = pointOfB(1, 0, 0, 0);
  const oz = pointOfB(2, 0, 0, 0);
  // The rotation is orthogonal: its columns are B's axes seen from A.
  return incidentFace(
    b,
    vertex,
    x * (pointOfB(0, 1, 0, 0) - ox) + y * (pointOfB(1, 1, 0, 0) - oy) + z * (pointOfB(2, 1, 0, 0) - oz),
    x * (pointOfB(0, 0, 1, 0) - ox) + y * (pointOfB(1, 0, 1, 0) - oy) + z * (pointOfB(2, 0, 1, 0) - oz),
    x * (pointOfB(0, 0, 0, 1) - ox) + y * (pointOfB(1, 0, 0, 1) - oy) + z * (pointOfB(2, 0, 0, 1) - oz),
  );
}

/** Makes room for twice as many points as given and one more: a side plane adds at most one point. */
function reserve(count: number): void {
  const needed = CLIP_STRIDE * 2 * (count + 1);
  if (clipped.length >= needed) return;
  const grown = new Float64Array(2 * needed);
  grown.set(clipped);
  clipped = grown;
  clippedNext = new Float64Array(2 * needed);
}

/**
 * How far beyond a side a point still counts as within, relative to the hull's size: faces that meet in a corner must
 * not miss.
 */
const CLIP_SLACK = 1e-12;

/** Keeps the part of the polygon on the inner side of the plane through one side of the reference face. */
function clipAgainstSide(
  reference: ConvexHull,
  isB: boolean,
  half: number,
  next: number,
  x: number,
  y: number,
  z: number,
  incidentIsB: boolean,
): void {
  const v = reference.halfEdgeVertices[half];
  const w = reference.halfEdgeVertices[next];
  const px = coordinate(reference, isB, v, 0);
  const py = coordinate(reference, isB, v, 1);
  const pz = coordinate(reference, isB, v, 2);
  const ex = coordinate(reference, isB, w, 0) - px;
  const ey = coordinate(reference, isB, w, 1) - py;
  const ez = coordinate(reference, isB, w, 2) - pz;
  // Inward: the face lies to the left of its sides, seen from outside.
  const nx = y * ez - z * ey;
  const ny = z * ex - x * ez;
  const nz = x * ey - y * ex;
  const slack = CLIP_SLACK * reference.boundingRadius * Math.sqrt(nx * nx + ny * ny + nz * nz);
  reserve(clippedCount);
  const from = clipped;
  const to = clippedNext;
  let count = 0;
  let previous = (clippedCount - 1) * CLIP_STRIDE;
  let before = nx * (from[previous] - px) + ny * (from[previous + 1] - py) + nz * (from[previous + 2] - pz);
  for (let i = 0; i < clippedCount; i++) {
    const at = i * CLIP_STRIDE;
    const height = nx * (from[at] - px) + ny * (from[at + 1] - py) + nz * (from[at + 2] - pz);
    // A crossing is only interpolated if the ends lie strictly on different sides: an end within the slack counts as
    // on the plane.
    if ((before < -slack && height > slack) || (before > slack && height < -slack)) {
      const t = before / (before - height);
      const o = count++ * CLIP_STRIDE;
      for (let axis = 0; axis < 3; axis++) {
        to[o + axis] = from[previous + axis] + t * (from[at + axis] - from[previous + axis]);
      }
      to[o + 3] = 0;
      const side = from[previous + CLIP_SIDE];
      // A point at which an edge of the incident face crosses a side names both; a point at a corner of the reference
      // face names the vertex.
      const onReference = side >= 0 ? FEATURE_FLAG | half : -1 - side === next ? w : v;
      const onIncident = side >= 0 ? FEATURE_FLAG | side : FEATURE_FLAG;
      to[o + 4] = incidentIsB ? onReference : onIncident;
      to[o + 5] = incidentIsB ? onIncident : onReference;
      // Where the outline leaves the half-space, the new side lies on the cutting plane; where it comes back, on its
      // own side.
      to[o + CLIP_SIDE] = before > 0 ? -1 - half : side;
    }
    if (height >= -slack) {
      const o = count++ * CLIP_STRIDE;
      for (let k = 0; k < CLIP_STRIDE; k++) to[o + k] = from[at + k];
    }
    previous = at;
    before = height;
  }
  clipped = to;
  clippedNext = from;
  clippedCount = count;
}

/** Measures the points against the reference plane, drops those beyond the margin and moves the rest half-way to it. */
function keepWithin(reference: ConvexHull, isB: boolean, x: number, y: number, z: number, margin: number): void {
  const top = isB ? farthestB(reference, x, y, z) : farthestA(reference, x, y, z);
  const px = coordinate(reference, isB, top, 0);
  const py = coordinate(reference, isB, top, 1);
  const pz = coordinate(reference, isB, top, 2);
  let count = 0;
  for (let i = 0; i < clippedCount; i++) {
    const at = i * CLIP_STRIDE;
    const separation = x * (clipped[at] - px) + y * (clipped[at + 1] - py) + z * (clipped[at + 2] - pz);
    if (!(separation <= margin)) continue;
    const o = count++ * CLIP_STRIDE;
    clipped[o] = clipped[at] - 0.5 * separation * x;
    clipped[o + 1] = clipped[at + 1] - 0.5 * separation * y;
    clipped[o + 2] = clipped[at + 2] - 0.5 * separation * z;
    clipped[o + 3] = separation;
    clipped[o + 4] = clipped[at + 4];
    clipped[o + 5] = clipped[at + 5];
  }
  clippedCount = count;
}

/** Keeps the deepest point, the one farthest from it, and on either side of their line the one that spans most area. */
function reducePoints(): number {
  if (clippedCount <= CONTACT_MAX_POINTS) {
    for (let i = 0; i < clippedCount; i++) kept[i] = i;
    return clippedCount;
  }
  let deepest = 0;
  for (let i = 1; i < clippedCount; i++) {
    if (clipped[i * CLIP_STRIDE + 3] < clipped[deepest * CLIP_STRIDE + 3]) deepest = i;
  }
  let far = deepest;
  let distance = 0;
  for (let i = 0; i < clippedCount; i++) {
    const square = distanceSquared(deepest, i);
    if (square > distance) {
      distance = square;
      far = i;
    }
  }
  let left = -1;
  let right = -1;
  let most = 0;
  let least = 0;
  for (let i = 0; i < clippedCount; i++) {
    if (i === deepest || i === far) continue;
    const area = signedArea(deepest, far, i);
    if (area > most) {
      most = area;
      left = i;
    } else if (area < least) {
      least = area;
      right = i;
    }
  }
  let count = 0;
  kept[count++] = deepest;
  if (far !== deepest) kept[count++] = far;
  if (left >= 0) kept[count++] = left;
  if (right >= 0) kept[count++] = right;
  return count;
}

function distanceSquared(i: number, j: number): number {
  const p = i * CLIP_STRIDE;
  const q = j * CLIP_STRIDE;
  const x = clipped[q] - clipped[p];
  const y = clipped[q + 1] - clipped[p + 1];
  const z = clipped[q + 2] - clipped[p + 2];
  return x * x + y * y + z * z;
}

/** Returns twice the area of three points as the axis sees it. */
function signedArea(i: number, j: number, k: number): number {
  const p = i * CLIP_STRIDE;
  const q = j * CLIP_STRIDE;
  const r = k * CLIP_STRIDE;
  const ux = clipped[q] - clipped[p];
  const uy = clipped[q + 1] - clipped[p + 1];
  const uz = clipped[q + 2] - clipped[p + 2];
  const vx = clipped[r] - clipped[p];
  const vy = clipped[r + 1] - clipped[p + 1];
  const vz = clipped[r + 2] - clipped[p + 2];
  return satAxis.x * (uy * vz - uz * vy) + satAxis.y * (uz * vx - ux * vz) + satAxis.z * (ux * vy - uy * vx);
}

/** Transforms normal and points from the frame of A to the world. */
function writeContacts(
  out: WritableNumberArray,
  features: Uint32Array,
  poseA: NumberArray,
  poseAOffset: number,
  count: number,
): void {
  const r = rotationA;
  const { x, y, z } = satAxis;
  for (let axis = 0; axis < 3; axis++) {
    const row = 3 * axis;
    out[axis] = r[row] * x + r[row + 1] * y + r[row + 2] * z;
    const origin = poseA[poseAOffset + axis];
    for (let i = 0; i < count; i++) {
      const at = kept[i] * CLIP_STRIDE;
      out[CONTACT_POINTS + i * CONTACT_POINT_STRIDE + axis] =
        origin + r[row] * clipped[at] + r[row + 1] * clipped[at + 1] + r[row + 2] * clipped[at + 2];
    }
  }
  for (let i = 0; i < count; i++) {
    const at = kept[i] * CLIP_STRIDE;
    out[CONTACT_POINTS + i * CONTACT_POINT_STRIDE + CONTACT_SEPARATION] = clipped[at + 3];
    features[i] = packFeatures(clipped[at + 4], clipped[at + 5]);
  }
}
