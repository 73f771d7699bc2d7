import type { WritableNumberArray } from '../../../core/number-array.ts';
import { BODY_X, BODY_Y, BODY_Z } from '../body-pose.ts';
import { EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { ARC_STRIDE, type FlatHull } from '../convex/flat-hull.ts';
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
import { ASK_DISTANCE } from './collide-box-box.ts';
import {
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_FLAG,
  packFeatures,
} from './contact-layout.ts';

/*
 * Two hulls in the frame of A and in its unit of length: that of B is `unit` times as long. Every result is taken to
 * the world at the end.
 */

/** Rotation from B's frame to A's, row by row, then the place of B's origin there, in units of A. */
const relative = new Float64Array(12);
/** The vertices of B in the frame of A. */
let verticesB = new Float64Array(VERTEX_STRIDE * 64);
/** The best axis so far: unit normal from A to B in the frame of A, and the separation along it, in units of A. */
const axis = new Float64Array(4);
/** What gave the best axis: one of the kinds below, and the face, or the edge of A and that of B. */
let axisKind = 0;
let axisA = 0;
let axisB = 0;

const AXIS_CENTRES = 0;
const AXIS_FACE_A = 1;
const AXIS_FACE_B = 2;
const AXIS_EDGES = 3;

/** Shares of the hulls' size, as in collide-box-box.ts. */
const FACE_PREFERENCE = 1e-12;
const SLACK = 1e-12;
const CONFIRM_SLACK = 1e-10;
/** Squared sine of the angle between two edges that count as parallel, as there. */
const PARALLEL = 1e-18;
/** Vertices whose heights differ by less than this share of the size are as deep as each other. */
const LEVEL = 1e-10;
/** How far the arcs of two edges may miss each other and still count as crossing: rounding of unit vectors. */
const ARC_SLACK = 1e-10;
/** Rounding of the f32 numbers by which edges are left out. */
const CONE_SLACK = 1e-6;

/**
 * Collides two hulls given by body poses: hull A at `poses[a …]`, with its frame's unit `scaleA` world units long, and
 * B likewise. Writes the unit normal from A to B and up to four points with their separations (layout in
 * contact-layout.ts), in the world, and the features that made them; returns how many points. Returns 0, and writes
 * nothing of use, when some axis has a gap of more than `margin` (world units, ≥ 0).
 *
 * - Of hulls that overlap the least separation is minus the depth: the least translation that separates them.
 * - Of hulls apart it is their distance, or else the result is `ASK_DISTANCE` and a routine for any convex shapes has
 *   to say.
 * - Points lie midway between the surfaces. NaN gives 0.
 *
 * The axes are the normals of all faces and those across pairs of edges whose arcs on the sphere of directions cross.
 * Most of them are left out unmeasured: A holds a ball of radius rA about its centre and B one of rB, so the separation
 * along a unit axis n is at most n·t − rA − rB, t being the way between the centres. Only axes within a cone about t
 * can therefore beat the best one found so far.
 *
 * Source: Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013, for the arcs; the cone is derived
 * here.
 */
export function collideHullHull(
  out: WritableNumberArray,
  features: Uint32Array,
  hullA: FlatHull,
  hullB: FlatHull,
  poses: Float64Array,
  a: number,
  scaleA: number,
  b: number,
  scaleB: number,
  margin: number,
): number {
  const unit = scaleB / scaleA;
  const limit = margin / scaleA;
  if (!findAxis(hullA, hullB, poses, a, scaleA, b, unit, limit)) return 0;
  // Between hulls apart, no feature's axis may be as good as the line of their centres: two corners face each other.
  if (axisKind === AXIS_CENTRES) return ASK_DISTANCE;
  const size = hullA.outerRadius + unit * hullB.outerRadius;
  const count =
    axisKind === AXIS_EDGES
      ? makeEdgePoint(hullA, hullB, size, features)
      : makeFacePoints(hullA, hullB, unit, size, limit, features);
  if (count <= 0) return count;
  writePoints(out, poses, a, scaleA, count);
  return count;
}

/**
 * Finds the axis of the largest separation and leaves it in `axis`. Returns false when some axis has a gap of more than
 * `limit`, in units of A.
 */
function findAxis(
  hullA: FlatHull,
  hullB: FlatHull,
  poses: Float64Array,
  a: number,
  scaleA: number,
  b: number,
  unit: number,
  limit: number,
): boolean {
  placeB(hullB, poses, a, scaleA, b, unit);
  const r = relative;
  // The unit vector between the centres.
  let tx = unit * (r[0] * hullB.centreX + r[1] * hullB.centreY + r[2] * hullB.centreZ) + r[9] - hullA.centreX;
  let ty = unit * (r[3] * hullB.centreX + r[4] * hullB.centreY + r[5] * hullB.centreZ) + r[10] - hullA.centreY;
  let tz = unit * (r[6] * hullB.centreX + r[7] * hullB.centreY + r[8] * hullB.centreZ) + r[11] - hullA.centreZ;
  const distance = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const between = distance > 0 ? 1 / distance : 0;
  tx *= between;
  ty *= between;
  tz *= between;
  let best = -Infinity;
  if (distance > 0) {
    best = lowestB(hullB, tx, ty, tz, -Infinity) - highestA(hullA, tx, ty, tz, Infinity);
    if (!(best <= limit)) return false;
  } else if (!(distance === 0)) {
    return false;
  }
  // Features decide which axis is reported: along the line of the centres there is none.
  const size = hullA.outerRadius + unit * hullB.outerRadius;
  best -= FACE_PREFERENCE * size;
  axisKind = AXIS_CENTRES;
  const balls = hullA.innerRadius + unit * hullB.innerRadius;
  best = findFaceA(hullA, hullB, tx, ty, tz, best, balls, between, limit);
  if (best > limit) return false;
  best = findFaceB(hullA, hullB, tx, ty, tz, best, balls, between, limit, unit);
  if (best > limit) return false;
  best = findEdges(hullA, hullB, tx, ty, tz, best, balls, between, limit, size);
  if (best > limit) return false;
  axis[3] = best;
  return true;
}

/** Writes `relative` and `verticesB`. */
function placeB(hullB: FlatHull, poses: Float64Array, a: number, scaleA: number, b: number, unit: number): void {
  const dx = (poses[b + BODY_X] - poses[a + BODY_X]) / scaleA;
  const dy = (poses[b + BODY_Y] - poses[a + BODY_Y]) / scaleA;
  const dz = (poses[b + BODY_Z] - poses[a + BODY_Z]) / scaleA;
  for (let row = 0; row < 3; row++) {
    const x = poses[a + 3 * row];
    const y = poses[a + 3 * row + 1];
    const z = poses[a + 3 * row + 2];
    relative[3 * row] = x * poses[b] + y * poses[b + 1] + z * poses[b + 2];
    relative[3 * row + 1] = x * poses[b + 3] + y * poses[b + 4] + z * poses[b + 5];
    relative[3 * row + 2] = x * poses[b + 6] + y * poses[b + 7] + z * poses[b + 8];
    relative[9 + row] = x * dx + y * dy + z * dz;
  }
  const r00 = unit * relative[0];
  const r01 = unit * relative[1];
  const r02 = unit * relative[2];
  const r10 = unit * relative[3];
  const r11 = unit * relative[4];
  const r12 = unit * relative[5];
  const r20 = unit * relative[6];
  const r21 = unit * relative[7];
  const r22 = unit * relative[8];
  const px = relative[9];
  const py = relative[10];
  const pz = relative[11];
  const { numbers, vertices } = hullB;
  const count = VERTEX_STRIDE * hullB.vertexCount;
  if (verticesB.length < count) verticesB = new Float64Array(2 * count);
  const placed = verticesB;
  for (let i = 0; i < count; i += VERTEX_STRIDE) {
    const x = numbers[vertices + i];
    const y = numbers[vertices + i + 1];
    const z = numbers[vertices + i + 2];
    placed[i] = r00 * x + r01 * y + r02 * z + px;
    placed[i + 1] = r10 * x + r11 * y + r12 * z + py;
    placed[i + 2] = r20 * x + r21 * y + r22 * z + pz;
  }
}

/** How far A reaches along a direction, or a smaller number that is `enough` already. */
function highestA(hullA: FlatHull, x: number, y: number, z: number, enough: number): number {
  const { numbers, vertices } = hullA;
  const end = vertices + VERTEX_STRIDE * hullA.vertexCount;
  let highest = -Infinity;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    const height = x * numbers[i] + y * numbers[i + 1] + z * numbers[i + 2];
    if (height > highest) {
      highest = height;
      if (height >= enough) break;
    }
  }
  return highest;
}

/** How far down B reaches along a direction, or a larger number that is `enough` already. */
function lowestB(hullB: FlatHull, x: number, y: number, z: number, enough: number): number {
  const end = VERTEX_STRIDE * hullB.vertexCount;
  const placed = verticesB;
  let lowest = Infinity;
  for (let i = 0; i < end; i += VERTEX_STRIDE) {
    const height = x * placed[i] + y * placed[i + 1] + z * placed[i + 2];
    if (height < lowest) {
      lowest = height;
      if (height <= enough) break;
    }
  }
  return lowest;
}

/** The face of a hull that looks along a direction most. */
function mostAlong(hull: FlatHull, x: number, y: number, z: number): number {
  const { numbers, planes, faceCount } = hull;
  let chosen = 0;
  let most = -Infinity;
  for (let f = 0; f < faceCount; f++) {
    const p = planes + PLANE_STRIDE * f;
    const along = numbers[p] * x + numbers[p + 1] * y + numbers[p + 2] * z;
    if (along > most) {
      most = along;
      chosen = f;
    }
  }
  return chosen;
}

/**
 * Measures the faces of A within the cone. Returns the best separation then; one above `limit` ends the search. The
 * face that looks at B most comes first, as it narrows the cone for the others.
 */
function findFaceA(
  hullA: FlatHull,
  hullB: FlatHull,
  tx: number,
  ty: number,
  tz: number,
  start: number,
  balls: number,
  between: number,
  limit: number,
): number {
  const { numbers, planes, faceCount } = hullA;
  const first = mostAlong(hullA, tx, ty, tz);
  let best = start;
  let cone = (best + balls) * between;
  for (let i = -1; i < faceCount; i++) {
    const face = i < 0 ? first : i;
    if (i === first) continue;
    const p = planes + PLANE_STRIDE * face;
    const x = numbers[p];
    const y = numbers[p + 1];
    const z = numbers[p + 2];
    if (i >= 0 && between > 0 && x * tx + y * ty + z * tz <= cone) continue;
    const offset = numbers[p + 3];
    const separation = lowestB(hullB, x, y, z, best + offset) - offset;
    if (!(separation > best)) continue;
    best = separation;
    if (best > limit) return best;
    cone = (best + balls) * between;
    axisKind = AXIS_FACE_A;
    axisA = face;
    axis[0] = x;
    axis[1] = y;
    axis[2] = z;
  }
  return best;
}

/** The same of the faces of B, whose normals are turned round and seen from A. */
function findFaceB(
  hullA: FlatHull,
  hullB: FlatHull,
  tx: number,
  ty: number,
  tz: number,
  start: number,
  balls: number,
  between: number,
  limit: number,
  unit: number,
): number {
  const r = relative;
  const { numbers, planes, faceCount } = hullB;
  // Towards A, in the frame of B.
  const ux = -(r[0] * tx + r[3] * ty + r[6] * tz);
  const uy = -(r[1] * tx + r[4] * ty + r[7] * tz);
  const uz = -(r[2] * tx + r[5] * ty + r[8] * tz);
  const first = mostAlong(hullB, ux, uy, uz);
  let best = start;
  let cone = (best + balls) * between;
  for (let i = -1; i < faceCount; i++) {
    const face = i < 0 ? first : i;
    if (i === first) continue;
    const p = planes + PLANE_STRIDE * face;
    const lx = numbers[p];
    const ly = numbers[p + 1];
    const lz = numbers[p + 2];
    if (i >= 0 && between > 0 && lx * ux + ly * uy + lz * uz <= cone) continue;
    const x = -(r[0] * lx + r[1] * ly + r[2] * lz);
    const y = -(r[3] * lx + r[4] * ly + r[5] * lz);
    const z = -(r[6] * lx + r[7] * ly + r[8] * lz);
    const height = x * r[9] + y * r[10] + z * r[11] - unit * numbers[p + 3];
    const separation = height - highestA(hullA, x, y, z, height - best);
    if (!(separation > best)) continue;
    best = separation;
    if (best > limit) return best;
    cone = (best + balls) * between;
    axisKind = AXIS_FACE_B;
    axisB = face;
    axis[0] = x;
    axis[1] = y;
    axis[2] = z;
  }
  return best;
}

/** Numbers of an edge of B that reaches into the cone: start, unit direction, normals of its faces turned round. */
const NEAR_STRIDE = 12;
let nearA = new Int32Array(128);
let nearB = new Int32Array(128);
let nearNumbersB = new Float64Array(NEAR_STRIDE * 128);

/** Measures the axes across the edges whose arcs reach into the cone and cross. Returns the best separation then. */
function findEdges(
  hullA: FlatHull,
  hullB: FlatHull,
  tx: number,
  ty: number,
  tz: number,
  start: number,
  balls: number,
  between: number,
  limit: number,
  size: number,
): number {
  const cosine = between > 0 ? (start + balls) * between : -1;
  if (cosine >= 1) return start;
  const r = relative;
  const countA = findNearEdges(hullA, tx, ty, tz, cosine, true);
  if (countA === 0) return start;
  const ux = -(r[0] * tx + r[3] * ty + r[6] * tz);
  const uy = -(r[1] * tx + r[4] * ty + r[7] * tz);
  const uz = -(r[2] * tx + r[5] * ty + r[8] * tz);
  const countB = findNearEdges(hullB, ux, uy, uz, cosine, false);
  if (countB === 0) return start;
  loadNearB(hullB, countB);

  const { numbers, vertices, planes, indices, edges } = hullA;
  const { centreX, centreY, centreZ } = hullA;
  const near = nearNumbersB;
  const preference = FACE_PREFERENCE * size;
  let best = start;
  for (let i = 0; i < countA; i++) {
    const edge = edges + EDGE_STRIDE * nearA[i];
    const p = vertices + VERTEX_STRIDE * indices[edge];
    const q = vertices + VERTEX_STRIDE * indices[edge + 1];
    const left = planes + PLANE_STRIDE * indices[edge + 2];
    const right = planes + PLANE_STRIDE * indices[edge + 3];
    const px = numbers[p];
    const py = numbers[p + 1];
    const pz = numbers[p + 2];
    let ex = numbers[q] - px;
    let ey = numbers[q + 1] - py;
    let ez = numbers[q + 2] - pz;
    const scale = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
    ex *= scale;
    ey *= scale;
    ez *= scale;
    const lx = numbers[left];
    const ly = numbers[left + 1];
    const lz = numbers[left + 2];
    const rx = numbers[right];
    const ry = numbers[right + 1];
    const rz = numbers[right + 2];
    for (let j = 0; j < countB; j++) {
      const o = NEAR_STRIDE * j;
      // The arcs cross where each one's ends lie on either side of the other's plane, and both on one half of the
      // sphere.
      const leftB = near[o + 6] * ex + near[o + 7] * ey + near[o + 8] * ez;
      const rightB = near[o + 9] * ex + near[o + 10] * ey + near[o + 11] * ez;
      if (leftB * rightB > ARC_SLACK) continue;
      const fx = near[o + 3];
      const fy = near[o + 4];
      const fz = near[o + 5];
      const leftA = lx * fx + ly * fy + lz * fz;
      const rightA = rx * fx + ry * fy + rz * fz;
      if (leftA * rightA > ARC_SLACK || rightB * leftA < -ARC_SLACK) continue;
      let nx = ey * fz - ez * fy;
      let ny = ez * fx - ex * fz;
      let nz = ex * fy - ey * fx;
      const square = nx * nx + ny * ny + nz * nz;
      if (square <= PARALLEL) continue;
      let sign = 1 / Math.sqrt(square);
      if (nx * (px - centreX) + ny * (py - centreY) + nz * (pz - centreZ) < 0) sign = -sign;
      nx *= sign;
      ny *= sign;
      nz *= sign;
      // What the two edges say holds if no other corner is ahead of them. That is measured, as arcs which touch at
      // their ends only, of parallel faces, seem to cross by rounding, and edges that are nearly parallel tilt the
      // axis.
      const onB = nx * near[o] + ny * near[o + 1] + nz * near[o + 2];
      if (!(onB - (nx * px + ny * py + nz * pz) > best + preference)) continue;
      const highest = highestA(hullA, nx, ny, nz, onB - best - preference);
      if (!(onB - highest > best + preference)) continue;
      const separation = lowestB(hullB, nx, ny, nz, highest + best + preference) - highest;
      if (!(separation > best + preference)) continue;
      best = separation;
      if (best > limit) return best;
      axisKind = AXIS_EDGES;
      axisA = nearA[i];
      axisB = nearB[j];
      axis[0] = nx;
      axis[1] = ny;
      axis[2] = nz;
    }
  }
  return best;
}

/**
 * Lists the edges whose arc reaches into a cone of directions about the unit vector t, whose half angle has the cosine
 * given. An arc of half angle h about its middle m does when the angle between m and t is less than both half angles
 * together: m·t > cos(cone + h).
 */
function findNearEdges(hull: FlatHull, tx: number, ty: number, tz: number, cosine: number, isA: boolean): number {
  const { arcNumbers, arcs, edgeCount } = hull;
  if (isA && nearA.length < edgeCount) nearA = new Int32Array(2 * edgeCount);
  if (!isA && nearB.length < edgeCount) nearB = new Int32Array(2 * edgeCount);
  const list = isA ? nearA : nearB;
  // Both half angles together may be more than a half turn: then every arc counts.
  const isWide = cosine < -0.9;
  const sine = isWide ? 0 : Math.sqrt(1 - cosine * cosine);
  let count = 0;
  for (let e = 0; e < edgeCount; e++) {
    const o = arcs + ARC_STRIDE * e;
    const along = arcNumbers[o] * tx + arcNumbers[o + 1] * ty + arcNumbers[o + 2] * tz;
    if (isWide || along > cosine * arcNumbers[o + 3] - sine * arcNumbers[o + 4] - CONE_SLACK) list[count++] = e;
  }
  return count;
}

/** Loads the edges of B in `nearB`, as seen from A. */
function loadNearB(hullB: FlatHull, count: number): void {
  if (nearNumbersB.length < NEAR_STRIDE * count) nearNumbersB = new Float64Array(2 * NEAR_STRIDE * count);
  const { numbers, planes, indices, edges } = hullB;
  const near = nearNumbersB;
  const placed = verticesB;
  const r = relative;
  for (let j = 0; j < count; j++) {
    const edge = edges + EDGE_STRIDE * nearB[j];
    const p = VERTEX_STRIDE * indices[edge];
    const q = VERTEX_STRIDE * indices[edge + 1];
    const o = NEAR_STRIDE * j;
    near[o] = placed[p];
    near[o + 1] = placed[p + 1];
    near[o + 2] = placed[p + 2];
    const x = placed[q] - placed[p];
    const y = placed[q + 1] - placed[p + 1];
    const z = placed[q + 2] - placed[p + 2];
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    near[o + 3] = x * scale;
    near[o + 4] = y * scale;
    near[o + 5] = z * scale;
    for (let side = 0; side < 2; side++) {
      const f = planes + PLANE_STRIDE * indices[edge + 2 + side];
      const fx = numbers[f];
      const fy = numbers[f + 1];
      const fz = numbers[f + 2];
      const to = o + 6 + 3 * side;
      near[to] = -(r[0] * fx + r[1] * fy + r[2] * fz);
      near[to + 1] = -(r[3] * fx + r[4] * fy + r[5] * fz);
      near[to + 2] = -(r[6] * fx + r[7] * fy + r[8] * fz);
    }
  }
}

/** Points in the frame of A: x, y, z, separation. At most four. */
const points = new Float64Array(CONTACT_POINT_STRIDE * 4);

/** Makes the one point midway between two edges that pass each other. */
function makeEdgePoint(hullA: FlatHull, hullB: FlatHull, size: number, features: Uint32Array): number {
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
  if (axis[3] > 0) {
    const slackA = (CONFIRM_SLACK * size) / Math.sqrt(dx * dx + dy * dy + dz * dz);
    const slackB = (CONFIRM_SLACK * size) / Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (!(onA >= -slackA && onA <= 1 + slackA && onB >= -slackB && onB <= 1 + slackB)) return ASK_DISTANCE;
  }
  const s = Math.min(1, Math.max(0, onA));
  const t = Math.min(1, Math.max(0, onB));
  points[0] = 0.5 * (px + s * dx + vx + t * ex);
  points[1] = 0.5 * (py + s * dy + vy + t * ey);
  points[2] = 0.5 * (pz + s * dz + vz + t * ez);
  points[3] = axis[3];
  features[0] = packFeatures(FEATURE_FLAG | axisA, FEATURE_FLAG | axisB);
  return 1;
}

/** Heights of the vertices of the incident hull along the normal of the reference face. */
let heights = new Float64Array(64);

/**
 * The face of a hull that looks down most, among those that hold most of its deepest vertices: the deepest contact lies
 * on one of these. `heights` are those of the hull's vertices; (x, y, z) is up, in the hull's own frame.
 */
function findIncidentFace(hull: FlatHull, x: number, y: number, z: number, level: number): number {
  const { numbers, planes, indices, faceStarts, corners, faceCount, vertexCount } = hull;
  let lowest = Infinity;
  for (let v = 0; v < vertexCount; v++) if (heights[v] < lowest) lowest = heights[v];
  const limit = lowest + level;
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
function makeFacePoints(
  hullA: FlatHull,
  hullB: FlatHull,
  unit: number,
  size: number,
  limit: number,
  features: Uint32Array,
): number {
  const isA = axisKind === AXIS_FACE_A;
  const reference = isA ? hullA : hullB;
  const incident = isA ? hullB : hullA;
  const face = isA ? axisA : axisB;
  const sign = isA ? 1 : -1;
  // Up from the reference face, in the frame of A.
  const nx = sign * axis[0];
  const ny = sign * axis[1];
  const nz = sign * axis[2];
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
  const upX = isA ? r[0] * nx + r[3] * ny + r[6] * nz : nx;
  const upY = isA ? r[1] * nx + r[4] * ny + r[7] * nz : ny;
  const upZ = isA ? r[2] * nx + r[5] * ny + r[8] * nz : nz;
  const other = findIncidentFace(incident, upX, upY, upZ, LEVEL * size);

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
  const top = topOf(reference, face, isA, unit, nx, ny, nz);

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
    setCorner(i, x * ux + y * uy + z * uz, x * vx + y * vy + z * vz, heights[vertex] - top);
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
    count = clipBySide(count, sideU, sideV, sideU * fromU + sideV * fromV + slack * length, i - first);
    fromU = toU;
    fromV = toV;
  }
  nameCorners(count);
  count = reduceToFour(keepBelow(count, limit + slack));
  if (axis[3] > 0 && !reaches(count, axis[3] + CONFIRM_SLACK * size)) return ASK_DISTANCE;
  if (count === 0)
    return makeVertexPoint(incident, incidentPoints, incidentFirst, top, nx, ny, nz, isA, face, features);

  for (let i = 0; i < count; i++) {
    const u = clipPoints[CLIP_STRIDE * i];
    const v = clipPoints[CLIP_STRIDE * i + 1];
    const w = clipPoints[CLIP_STRIDE * i + 2];
    // The origin may lie a little below the plane of its face.
    const up = top + 0.5 * w - (nx * ox + ny * oy + nz * oz);
    const o = CONTACT_POINT_STRIDE * i;
    points[o] = ox + u * ux + v * vx + up * nx;
    points[o + 1] = oy + u * uy + v * vy + up * ny;
    points[o + 2] = oz + u * uz + v * vz + up * nz;
    points[o + 3] = w;
    const onReference = featureOfReference(reference, face, clipArrivals[i], clipSides[i]);
    const onIncident = featureOfIncident(incident, other, clipArrivals[i], clipSides[i]);
    features[i] = isA ? packFeatures(onReference, onIncident) : packFeatures(onIncident, onReference);
  }
  return count;
}

/** The height of a face's plane along its normal, in the frame of A. */
function topOf(hull: FlatHull, face: number, isA: boolean, unit: number, nx: number, ny: number, nz: number): number {
  const offset = hull.numbers[hull.planes + PLANE_STRIDE * face + 3];
  return isA ? offset : unit * offset + nx * relative[9] + ny * relative[10] + nz * relative[11];
}

function reaches(count: number, limit: number): boolean {
  for (let i = 0; i < count; i++) if (clipPoints[CLIP_STRIDE * i + 2] <= limit) return true;
  return false;
}

/**
 * Names what of the reference face makes a corner: the face itself under a vertex of the other, one of its sides where
 * an edge of the other crosses it, one of its vertices between two cuts.
 */
function featureOfReference(hull: FlatHull, face: number, arrival: number, side: number): number {
  if (arrival < CUT_SIDE && side < CUT_SIDE) return FEATURE_FLAG | face;
  const start = hull.indices[hull.faceStarts + face];
  if (arrival >= CUT_SIDE && side >= CUT_SIDE) return hull.indices[hull.corners + start + (side - CUT_SIDE)];
  return FEATURE_FLAG | (start + Math.max(arrival, side) - CUT_SIDE);
}

/** The same of the incident face: one of its vertices, one of its sides, or the face over a vertex of the other. */
function featureOfIncident(hull: FlatHull, face: number, arrival: number, side: number): number {
  const start = hull.indices[hull.faceStarts + face];
  if (arrival < CUT_SIDE && side < CUT_SIDE) return hull.indices[hull.corners + start + side];
  if (arrival >= CUT_SIDE && side >= CUT_SIDE) return FEATURE_FLAG | face;
  return FEATURE_FLAG | (start + Math.min(arrival, side));
}

/** Makes the point at the deepest vertex, where rounding has let clipping leave nothing. */
function makeVertexPoint(
  incident: FlatHull,
  from: Float64Array,
  first: number,
  top: number,
  nx: number,
  ny: number,
  nz: number,
  isA: boolean,
  face: number,
  features: Uint32Array,
): number {
  let deepest = 0;
  for (let v = 1; v < incident.vertexCount; v++) if (heights[v] < heights[deepest]) deepest = v;
  const separation = heights[deepest] - top;
  const at = first + VERTEX_STRIDE * deepest;
  points[0] = from[at] - 0.5 * separation * nx;
  points[1] = from[at + 1] - 0.5 * separation * ny;
  points[2] = from[at + 2] - 0.5 * separation * nz;
  points[3] = separation;
  const reference = FEATURE_FLAG | face;
  features[0] = isA ? packFeatures(reference, deepest) : packFeatures(deepest, reference);
  return 1;
}

/** Takes the normal and the points from the frame of A, and its unit, to the world. */
function writePoints(out: WritableNumberArray, poses: Float64Array, a: number, scaleA: number, count: number): void {
  const nx = axis[0];
  const ny = axis[1];
  const nz = axis[2];
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
