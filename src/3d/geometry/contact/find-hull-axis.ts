import { BODY_X, BODY_Y, BODY_Z } from '../body-pose.ts';
import { EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { ARC_STRIDE, type FlatHull } from '../convex/flat-hull.ts';
import { FACE_PREFERENCE, PARALLEL } from './separating-axis.ts';

/*
 * The axis of the largest separation between two hulls, in the frame of A and in its unit of length: that of B is
 * `unit` times as long.
 *
 * The axes are the normals of all faces and those across pairs of edges whose arcs on the sphere of directions cross.
 * Most of them are left out unmeasured:
 *
 * - A holds a ball of radius rA about its centre and B one of rB, so the separation along a unit axis n is at most
 *   n·t − rA − rB, t being the way between the centres. Only axes within a cone about t can beat the best one.
 * - Along the arc of an edge the separation is concave and homogeneous in n, so the way w between the farthest points
 *   at one end bounds it: it is at most n·w. An arc has a maximum inside only if it rises from both of its ends.
 *
 * Source: Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013, for the arcs; the cone and the rise
 * are derived here.
 */

/** Rotation from B's frame to A's, row by row, then the place of B's origin there, in units of A. */
export const relative = new Float64Array(12);
/** The vertices of B in the frame of A. */
export let verticesB = new Float64Array(VERTEX_STRIDE * 64);
/** The best axis so far: unit normal from A to B in the frame of A, and the separation along it, in units of A. */
export const axis = new Float64Array(4);
/** The features that gave the best axis: one of the kinds below, and the face, or the edge, of A and that of B. */
export const axisOf = new Int32Array(3);
export const AXIS_OF_A = 1;
export const AXIS_OF_B = 2;

export const AXIS_CENTRES = 0;
export const AXIS_FACE_A = 1;
export const AXIS_FACE_B = 2;
export const AXIS_EDGES = 3;

/**
 * Numbers of the pair that its functions share: the unit vector from the centre of A to that of B, one over their
 * distance (0 for the same centre), the radii of the balls together, the least gain that counts, and how many units of
 * A a unit of B is.
 */
const pair = new Float64Array(7);
const BETWEEN = 3;
const BALLS = 4;
const GAIN = 5;
const UNIT = 6;

/** World units a unit of A, a unit of B, and the margin: see `collideHullHull`. */
export const SCALE_A = 0;
export const SCALE_B = 1;
export const MARGIN = 2;

/** How far the arcs of two edges may miss each other and still count as crossing: rounding of unit vectors. */
const ARC_SLACK = 1e-10;
/** Rounding of the f32 numbers by which edges are left out. */
const CONE_SLACK = 1e-6;

/**
 * Finds the axis of the largest separation and leaves it in `axis` and `axisOf`. Returns false when some axis has a gap
 * of more than the margin.
 */
export function findHullAxis(
  hullA: FlatHull,
  hullB: FlatHull,
  poses: Float64Array,
  a: number,
  b: number,
  sizes: Float64Array,
): boolean {
  placeB(hullB, poses, a, b, sizes);
  const unit = pair[UNIT];
  const r = relative;
  // The unit vector between the centres.
  let tx = unit * (r[0] * hullB.centreX + r[1] * hullB.centreY + r[2] * hullB.centreZ) + r[9] - hullA.centreX;
  let ty = unit * (r[3] * hullB.centreX + r[4] * hullB.centreY + r[5] * hullB.centreZ) + r[10] - hullA.centreY;
  let tz = unit * (r[6] * hullB.centreX + r[7] * hullB.centreY + r[8] * hullB.centreZ) + r[11] - hullA.centreZ;
  const distance = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (!(distance >= 0)) return false;
  const between = distance > 0 ? 1 / distance : 0;
  tx *= between;
  ty *= between;
  tz *= between;
  pair[0] = tx;
  pair[1] = ty;
  pair[2] = tz;
  pair[BETWEEN] = between;
  pair[BALLS] = hullA.innerRadius + unit * hullB.innerRadius;
  pair[GAIN] = FACE_PREFERENCE * (hullA.outerRadius + unit * hullB.outerRadius);
  const limit = sizes[MARGIN] / sizes[SCALE_A];
  for (let i = 0; i < 3; i++) sought[i] = pair[i];
  const onA = highestA(hullA);
  const onB = lowestB(hullB);
  let best = -Infinity;
  if (distance > 0) {
    const { numbers } = hullA;
    best = tx * (verticesB[onB] - numbers[onA]);
    best += ty * (verticesB[onB + 1] - numbers[onA + 1]);
    best += tz * (verticesB[onB + 2] - numbers[onA + 2]);
    if (best > limit) return false;
  }
  // Features decide which axis is reported: along the line of the centres there is none.
  axis[3] = best - pair[GAIN];
  axisOf[0] = AXIS_CENTRES;
  hints[0] = onA;
  hints[1] = onB;
  hints[2] = onB;
  hints[3] = onA;
  findFaceA(hullA, hullB);
  if (axis[3] > limit) return false;
  findFaceB(hullA, hullB);
  if (axis[3] > limit) return false;
  findEdges(hullA, hullB);
  return axis[3] <= limit;
}

/** Writes `relative`, `verticesB` and the unit of `pair`. */
function placeB(hullB: FlatHull, poses: Float64Array, a: number, b: number, sizes: Float64Array): void {
  const scaleA = sizes[SCALE_A];
  const unit = sizes[SCALE_B] / scaleA;
  pair[UNIT] = unit;
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

/** The direction that the next three functions look along. Written by their callers. */
const sought = new Float64Array(3);

/** Returns the index, in the numbers of A, of the vertex of A that reaches farthest along `sought`. */
function highestA(hullA: FlatHull): number {
  const x = sought[0];
  const y = sought[1];
  const z = sought[2];
  const { numbers, vertices } = hullA;
  const end = vertices + VERTEX_STRIDE * hullA.vertexCount;
  let highest = -Infinity;
  let chosen = vertices;
  for (let i = vertices; i < end; i += VERTEX_STRIDE) {
    const height = x * numbers[i] + y * numbers[i + 1] + z * numbers[i + 2];
    if (height > highest) {
      highest = height;
      chosen = i;
    }
  }
  return chosen;
}

/** Returns the index, in `verticesB`, of the vertex of B that reaches farthest against `sought`. */
function lowestB(hullB: FlatHull): number {
  const x = sought[0];
  const y = sought[1];
  const z = sought[2];
  const end = VERTEX_STRIDE * hullB.vertexCount;
  const placed = verticesB;
  let lowest = Infinity;
  let chosen = 0;
  for (let i = 0; i < end; i += VERTEX_STRIDE) {
    const height = x * placed[i] + y * placed[i + 1] + z * placed[i + 2];
    if (height < lowest) {
      lowest = height;
      chosen = i;
    }
  }
  return chosen;
}

/**
 * Vertices that are likely to be far along the next axis. First one of A and one of B, those that were farthest along
 * the last axis: these two alone rule out most axes. Then one of B and one of A, those that are farthest along the way
 * between the centres.
 */
const hints = new Int32Array(4);

/** How far the normals of the faces of A look along the way between the centres, and those of B against it. */
let alongA = new Float64Array(128);
let alongB = new Float64Array(128);

/**
 * Fills `alongA` or `alongB`, `sought` being the way in the hull's frame, and returns the face that looks along it
 * most.
 */
function mostAlong(hull: FlatHull, isA: boolean): number {
  const x = sought[0];
  const y = sought[1];
  const z = sought[2];
  const { numbers, planes, faceCount } = hull;
  if (isA && alongA.length < faceCount) alongA = new Float64Array(2 * faceCount);
  if (!isA && alongB.length < faceCount) alongB = new Float64Array(2 * faceCount);
  const list = isA ? alongA : alongB;
  let chosen = 0;
  let most = -Infinity;
  for (let f = 0; f < faceCount; f++) {
    const p = planes + PLANE_STRIDE * f;
    const along = numbers[p] * x + numbers[p + 1] * y + numbers[p + 2] * z;
    list[f] = along;
    if (along > most) {
      most = along;
      chosen = f;
    }
  }
  return chosen;
}

/**
 * Measures the faces of A within the cone. The face that looks at B most comes first, as it narrows the cone for the
 * others.
 */
function findFaceA(hullA: FlatHull, hullB: FlatHull): void {
  const { numbers, planes, faceCount } = hullA;
  const between = pair[BETWEEN];
  const balls = pair[BALLS];
  const placed = verticesB;
  for (let i = 0; i < 3; i++) sought[i] = pair[i];
  const first = mostAlong(hullA, true);
  let best = axis[3];
  let cone = (best + balls) * between;
  let hint = hints[1];
  for (let i = -1; i < faceCount; i++) {
    const face = i < 0 ? first : i;
    if (i === first) continue;
    if (i >= 0 && between > 0 && alongA[face] <= cone) continue;
    const p = planes + PLANE_STRIDE * face;
    const x = numbers[p];
    const y = numbers[p + 1];
    const z = numbers[p + 2];
    const enough = best + numbers[p + 3];
    if (x * placed[hint] + y * placed[hint + 1] + z * placed[hint + 2] <= enough) continue;
    sought[0] = x;
    sought[1] = y;
    sought[2] = z;
    hint = lowestB(hullB);
    const separation = x * placed[hint] + y * placed[hint + 1] + z * placed[hint + 2] - numbers[p + 3];
    if (!(separation > best)) continue;
    best = separation;
    cone = (best + balls) * between;
    axisOf[0] = AXIS_FACE_A;
    axisOf[AXIS_OF_A] = face;
    axis[0] = x;
    axis[1] = y;
    axis[2] = z;
    axis[3] = separation;
  }
  hints[1] = hint;
}

/**
 * Measures the faces of B as `findFaceA` does those of A. Their normals are reversed and turned into the frame of A.
 */
function findFaceB(hullA: FlatHull, hullB: FlatHull): void {
  const r = relative;
  const { numbers, planes, faceCount } = hullB;
  const from = hullA.numbers;
  const between = pair[BETWEEN];
  const balls = pair[BALLS];
  const unit = pair[UNIT];
  // Towards A, in the frame of B.
  const ux = -(r[0] * pair[0] + r[3] * pair[1] + r[6] * pair[2]);
  const uy = -(r[1] * pair[0] + r[4] * pair[1] + r[7] * pair[2]);
  const uz = -(r[2] * pair[0] + r[5] * pair[1] + r[8] * pair[2]);
  sought[0] = ux;
  sought[1] = uy;
  sought[2] = uz;
  const first = mostAlong(hullB, false);
  let best = axis[3];
  let cone = (best + balls) * between;
  let hint = hints[0];
  for (let i = -1; i < faceCount; i++) {
    const face = i < 0 ? first : i;
    if (i === first) continue;
    if (i >= 0 && between > 0 && alongB[face] <= cone) continue;
    const p = planes + PLANE_STRIDE * face;
    const lx = numbers[p];
    const ly = numbers[p + 1];
    const lz = numbers[p + 2];
    const x = -(r[0] * lx + r[1] * ly + r[2] * lz);
    const y = -(r[3] * lx + r[4] * ly + r[5] * lz);
    const z = -(r[6] * lx + r[7] * ly + r[8] * lz);
    const height = x * r[9] + y * r[10] + z * r[11] - unit * numbers[p + 3];
    if (height - (x * from[hint] + y * from[hint + 1] + z * from[hint + 2]) <= best) continue;
    sought[0] = x;
    sought[1] = y;
    sought[2] = z;
    hint = highestA(hullA);
    const separation = height - (x * from[hint] + y * from[hint + 1] + z * from[hint + 2]);
    if (!(separation > best)) continue;
    best = separation;
    cone = (best + balls) * between;
    axisOf[0] = AXIS_FACE_B;
    axisOf[AXIS_OF_B] = face;
    axis[0] = x;
    axis[1] = y;
    axis[2] = z;
    axis[3] = separation;
  }
  hints[0] = hint;
}

/**
 * Numbers of a face that an arc ends at: its normal from A to B in the frame of A, how far out its plane is along it,
 * and the separation along it. Next to them, the vertex of the other hull that is farthest there; −1 before it has been
 * looked for.
 */
const END_NUMBERS = 5;
let endsA = new Float64Array(END_NUMBERS * 128);
let endsB = new Float64Array(END_NUMBERS * 128);
let farthestA = new Int32Array(128);
let farthestB = new Int32Array(128);

/** Measures a face of A as an end of arcs. */
function measureEndA(hullA: FlatHull, hullB: FlatHull, face: number): void {
  const { numbers, planes } = hullA;
  const p = planes + PLANE_STRIDE * face;
  const x = numbers[p];
  const y = numbers[p + 1];
  const z = numbers[p + 2];
  sought[0] = x;
  sought[1] = y;
  sought[2] = z;
  const vertex = lowestB(hullB);
  const at = END_NUMBERS * face;
  endsA[at] = x;
  endsA[at + 1] = y;
  endsA[at + 2] = z;
  endsA[at + 3] = numbers[p + 3];
  endsA[at + 4] = x * verticesB[vertex] + y * verticesB[vertex + 1] + z * verticesB[vertex + 2] - numbers[p + 3];
  farthestA[face] = vertex;
}

/** Measures a face of B as an end of arcs. */
function measureEndB(hullA: FlatHull, hullB: FlatHull, face: number): void {
  const { numbers, planes } = hullB;
  const from = hullA.numbers;
  const r = relative;
  const p = planes + PLANE_STRIDE * face;
  const lx = numbers[p];
  const ly = numbers[p + 1];
  const lz = numbers[p + 2];
  const x = -(r[0] * lx + r[1] * ly + r[2] * lz);
  const y = -(r[3] * lx + r[4] * ly + r[5] * lz);
  const z = -(r[6] * lx + r[7] * ly + r[8] * lz);
  const height = x * r[9] + y * r[10] + z * r[11] - pair[UNIT] * numbers[p + 3];
  sought[0] = x;
  sought[1] = y;
  sought[2] = z;
  const vertex = highestA(hullA);
  const at = END_NUMBERS * face;
  endsB[at] = x;
  endsB[at + 1] = y;
  endsB[at + 2] = z;
  endsB[at + 3] = height;
  endsB[at + 4] = height - (x * from[vertex] + y * from[vertex + 1] + z * from[vertex + 2]);
  farthestB[face] = vertex;
}

/** Two vertices of the other hull in the frame of one, and how far each is over the planes of that one's faces. */
const probes = new Float64Array(6);
let overFaces = new Float64Array(2 * 128);

/**
 * Fills `overFaces` for the vertices of the other hull that are farthest along the way between the centres and along
 * the best axis so far, in units of A.
 */
function measureProbes(hullA: FlatHull, hullB: FlatHull, isA: boolean): void {
  const { numbers, planes, faceCount } = isA ? hullA : hullB;
  if (overFaces.length < 2 * faceCount) overFaces = new Float64Array(4 * faceCount);
  const from = isA ? verticesB : hullA.numbers;
  const first = isA ? hints[2] : hints[3];
  for (let i = 0; i < 3; i++) sought[i] = axis[i];
  const second = isA ? lowestB(hullB) : highestA(hullA);
  const r = relative;
  for (let probe = 0; probe < 2; probe++) {
    const at = probe === 0 ? first : second;
    const x = from[at];
    const y = from[at + 1];
    const z = from[at + 2];
    const o = 3 * probe;
    if (isA) {
      probes[o] = x;
      probes[o + 1] = y;
      probes[o + 2] = z;
    } else {
      const dx = x - r[9];
      const dy = y - r[10];
      const dz = z - r[11];
      probes[o] = r[0] * dx + r[3] * dy + r[6] * dz;
      probes[o + 1] = r[1] * dx + r[4] * dy + r[7] * dz;
      probes[o + 2] = r[2] * dx + r[5] * dy + r[8] * dz;
    }
  }
  const unit = isA ? 1 : pair[UNIT];
  const x0 = probes[0];
  const y0 = probes[1];
  const z0 = probes[2];
  const x1 = probes[3];
  const y1 = probes[4];
  const z1 = probes[5];
  for (let f = 0, p = planes; f < faceCount; f++, p += PLANE_STRIDE) {
    const offset = unit * numbers[p + 3];
    overFaces[2 * f] = numbers[p] * x0 + numbers[p + 1] * y0 + numbers[p + 2] * z0 - offset;
    overFaces[2 * f + 1] = numbers[p] * x1 + numbers[p + 1] * y1 + numbers[p + 2] * z1 - offset;
  }
}

/** The edges whose arcs may hold the best axis. */
let nearA = new Int32Array(128);
let nearB = new Int32Array(128);

/**
 * Lists the edges of a hull whose arc reaches into the cone and rises from both of its ends; returns how many.
 *
 * An arc of half angle h about its middle m reaches into a cone of half angle c about the unit vector t when the angle
 * between m and t is less than both together: m·t > cos(c + h). With normals l and r at its ends m is (l + r) / (2 cos
 * h), and both sides are taken times cos h.
 */
function findNearEdges(hullA: FlatHull, hullB: FlatHull, isA: boolean): number {
  const hull = isA ? hullA : hullB;
  const { arcNumbers, arcs, edgeCount, faceCount, indices, edges } = hull;
  if (isA && nearA.length < edgeCount) nearA = new Int32Array(2 * edgeCount);
  if (!isA && nearB.length < edgeCount) nearB = new Int32Array(2 * edgeCount);
  if (isA && farthestA.length < faceCount) {
    endsA = new Float64Array(2 * END_NUMBERS * faceCount);
    farthestA = new Int32Array(2 * faceCount);
  }
  if (!isA && farthestB.length < faceCount) {
    endsB = new Float64Array(2 * END_NUMBERS * faceCount);
    farthestB = new Int32Array(2 * faceCount);
  }
  const list = isA ? nearA : nearB;
  const ends = isA ? endsA : endsB;
  const farthest = isA ? farthestA : farthestB;
  const others = isA ? verticesB : hullA.numbers;
  const facing = isA ? alongA : alongB;
  const sign = isA ? 1 : -1;
  farthest.fill(-1, 0, faceCount);
  const between = pair[BETWEEN];
  const cosine = between > 0 ? (axis[3] + pair[BALLS]) * between : -1;
  if (cosine >= 1) return 0;
  // Both half angles together may be more than a half turn: then every arc counts.
  const isWide = cosine < -0.9;
  const sine = isWide ? 0 : Math.sqrt(1 - cosine * cosine);
  const enough = axis[3] + pair[GAIN];
  // Of hulls that overlap, a vertex that is no farther over the planes at both ends of an arc than what is known bounds
  // all of it: over less than a half turn what is below 0 has its maximum at an end.
  const haveProbes = enough <= 0;
  if (haveProbes) measureProbes(hullA, hullB, isA);
  const over = overFaces;
  let count = 0;
  for (let e = 0; e < edgeCount; e++) {
    const o = arcs + ARC_STRIDE * e;
    const left = indices[edges + EDGE_STRIDE * e + 2];
    const right = indices[edges + EDGE_STRIDE * e + 3];
    const along = 0.5 * (facing[left] + facing[right]);
    if (!isWide && along <= cosine * arcNumbers[o] - sine * arcNumbers[o + 1] - CONE_SLACK) continue;
    if (haveProbes) {
      if (over[2 * left] <= enough && over[2 * right] <= enough) continue;
      if (over[2 * left + 1] <= enough && over[2 * right + 1] <= enough) continue;
    }
    if (farthest[left] < 0) {
      if (isA) measureEndA(hullA, hullB, left);
      else measureEndB(hullA, hullB, left);
    }
    if (farthest[right] < 0) {
      if (isA) measureEndA(hullA, hullB, right);
      else measureEndB(hullA, hullB, right);
    }
    // One vertex of the other hull that is farthest at both ends is so all along the arc: no edge of it crosses there.
    const v = farthest[left];
    const w = farthest[right];
    if (v === w) continue;
    const l = END_NUMBERS * left;
    const k = END_NUMBERS * right;
    const lx = ends[l];
    const ly = ends[l + 1];
    const lz = ends[l + 2];
    const rx = ends[k];
    const ry = ends[k + 1];
    const rz = ends[k + 2];
    const turn = lx * rx + ly * ry + lz * rz;
    // How far the vertex that is farthest at one end of the arc reaches at the other end.
    const atRight = sign * (rx * others[v] + ry * others[v + 1] + rz * others[v + 2] - ends[k + 3]);
    if (atRight <= enough && atRight <= turn * ends[l + 4]) continue;
    const atLeft = sign * (lx * others[w] + ly * others[w + 1] + lz * others[w + 2] - ends[l + 3]);
    if (atLeft <= enough && atLeft <= turn * ends[k + 4]) continue;
    list[count++] = e;
  }
  return count;
}

/** Numbers of an edge of B that may hold the best axis: start, unit direction, normals of its faces turned round. */
const NEAR_STRIDE = 12;
let nearNumbersB = new Float64Array(NEAR_STRIDE * 128);

/** Measures the axes across the edges whose arcs may hold the best axis and cross. */
function findEdges(hullA: FlatHull, hullB: FlatHull): void {
  const countA = findNearEdges(hullA, hullB, true);
  if (countA === 0) return;
  const countB = findNearEdges(hullA, hullB, false);
  if (countB === 0) return;
  loadNearB(hullB, countB);

  const { numbers, vertices, planes, indices, edges } = hullA;
  const { centreX, centreY, centreZ } = hullA;
  const near = nearNumbersB;
  const preference = pair[GAIN];
  let best = axis[3];
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
      // The gap between the two edges holds if no other corner is ahead of them. The corners are measured: arcs that
      // touch at their ends only, those of parallel faces, seem to cross by rounding, and edges that are nearly
      // parallel tilt the axis.
      const onB = nx * near[o] + ny * near[o + 1] + nz * near[o + 2];
      if (!(onB - (nx * px + ny * py + nz * pz) > best + preference)) continue;
      sought[0] = nx;
      sought[1] = ny;
      sought[2] = nz;
      const a = highestA(hullA);
      const b = lowestB(hullB);
      const separation =
        nx * (verticesB[b] - numbers[a]) +
        ny * (verticesB[b + 1] - numbers[a + 1]) +
        nz * (verticesB[b + 2] - numbers[a + 2]);
      if (!(separation > best + preference)) continue;
      best = separation;
      axisOf[0] = AXIS_EDGES;
      axisOf[AXIS_OF_A] = nearA[i];
      axisOf[AXIS_OF_B] = nearB[j];
      axis[0] = nx;
      axis[1] = ny;
      axis[2] = nz;
      axis[3] = separation;
    }
  }
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
