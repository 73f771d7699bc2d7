import { EDGE_STRIDE, PLANE_STRIDE } from '../convex/convex-hull.ts';
import { ARC_STRIDE, type FlatHull } from '../convex/flat-hull.ts';
import { alongA, alongB } from './find-hull-face.ts';
import {
  BALLS,
  BETWEEN,
  GAIN,
  highestA,
  hints,
  hullAxis,
  hullPair,
  lowestB,
  relative,
  sought,
  UNIT,
  verticesB,
} from './hull-pair.ts';

/*
 * Which edges of a hull can give the axis of two hulls. On the sphere of directions an edge is an arc between the
 * normals of its faces; the arcs that reach into the cone and rise from both of their ends are listed.
 */

/** Rounding of the f32 numbers by which edges are left out. */
const CONE_SLACK = 1e-6;
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
  const height = x * r[9] + y * r[10] + z * r[11] - hullPair[UNIT] * numbers[p + 3];
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
  for (let i = 0; i < 3; i++) sought[i] = hullAxis[i];
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
  const unit = isA ? 1 : hullPair[UNIT];
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
export let nearA = new Int32Array(128);
export let nearB = new Int32Array(128);

/**
 * Lists the edges of a hull whose arc reaches into the cone and rises from both of its ends; returns how many.
 *
 * An arc of half angle h about its middle m reaches into a cone of half angle c about the unit vector t when the angle
 * between m and t is less than both together: m·t > cos(c + h). With normals l and r at its ends m is (l + r) / (2 cos
 * h), and both sides are taken times cos h.
 */
export function findNearEdges(hullA: FlatHull, hullB: FlatHull, isA: boolean): number {
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
  const between = hullPair[BETWEEN];
  const cosine = between > 0 ? (hullAxis[3] + hullPair[BALLS]) * between : -1;
  if (cosine >= 1) return 0;
  // Both half angles together may be more than a half turn: then every arc counts.
  const isWide = cosine < -0.9;
  const sine = isWide ? 0 : Math.sqrt(1 - cosine * cosine);
  const enough = hullAxis[3] + hullPair[GAIN];
  // For overlapping hulls, a vertex that is at both ends of an arc no farther over the planes than the best separation
  // so far is so along the whole arc: over less than half a turn a separation below 0 is largest at an end.
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
