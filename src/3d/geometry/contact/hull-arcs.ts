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
 * How many numbers a face that an arc ends at has: its normal from A to B in the frame of A, how far out its plane is
 * along it, and the separation along it. `farthestA` and `farthestB` hold, for each end, the vertex of the other hull
 * that decides the separation. Until that vertex has been searched for, the entry says whether the normal and the plane
 * have been written.
 */
const END_NUMBERS = 5;
let endsA = new Float64Array(END_NUMBERS * 128);
let endsB = new Float64Array(END_NUMBERS * 128);
let farthestA = new Int32Array(128);
let farthestB = new Int32Array(128);
const END_PLACED = -1;
const END_UNKNOWN = -2;

/** Writes the normal and the plane of a face of A as an end of arcs. */
function placeEndA(hullA: FlatHull, face: number): void {
  const { numbers, planes } = hullA;
  const p = planes + PLANE_STRIDE * face;
  const at = END_NUMBERS * face;
  for (let i = 0; i < 4; i++) endsA[at + i] = numbers[p + i];
  farthestA[face] = END_PLACED;
}

/** Writes the normal and the plane of a face of B as an end of arcs. */
function placeEndB(hullB: FlatHull, face: number): void {
  const { numbers, planes } = hullB;
  const r = relative;
  const p = planes + PLANE_STRIDE * face;
  const lx = numbers[p];
  const ly = numbers[p + 1];
  const lz = numbers[p + 2];
  const x = -(r[0] * lx + r[1] * ly + r[2] * lz);
  const y = -(r[3] * lx + r[4] * ly + r[5] * lz);
  const z = -(r[6] * lx + r[7] * ly + r[8] * lz);
  const at = END_NUMBERS * face;
  endsB[at] = x;
  endsB[at + 1] = y;
  endsB[at + 2] = z;
  endsB[at + 3] = x * r[9] + y * r[10] + z * r[11] - hullPair[UNIT] * numbers[p + 3];
  farthestB[face] = END_PLACED;
}

/** Measures the separation along the normal of a face that has been placed. */
function measureEnd(hullA: FlatHull, hullB: FlatHull, isA: boolean, face: number): void {
  const ends = isA ? endsA : endsB;
  const others = isA ? verticesB : hullA.numbers;
  const at = END_NUMBERS * face;
  const x = ends[at];
  const y = ends[at + 1];
  const z = ends[at + 2];
  sought[0] = x;
  sought[1] = y;
  sought[2] = z;
  const vertex = isA ? lowestB(hullB) : highestA(hullA);
  const gap = x * others[vertex] + y * others[vertex + 1] + z * others[vertex + 2] - ends[at + 3];
  ends[at + 4] = isA ? gap : -gap;
  (isA ? farthestA : farthestB)[face] = vertex;
}

/** Two vertices of the other hull in the frame of one, and how far each is over the planes of that one's faces. */
const probes = new Float64Array(6);
let overFaces = new Float64Array(2 * 128);

/**
 * Fills `overFaces` for the vertices of the other hull that are farthest along the way between the centres and along
 * the best axis so far, in units of A. Returns whether one of them proves that no axis is better than the best by more
 * than the least separation that counts: the way out of a hull from a vertex inside bounds the separation along all
 * axes.
 */
function measureProbes(hullA: FlatHull, hullB: FlatHull, isA: boolean): boolean {
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
  let most0 = -Infinity;
  let most1 = -Infinity;
  for (let f = 0, p = planes; f < faceCount; f++, p += PLANE_STRIDE) {
    const offset = unit * numbers[p + 3];
    const over0 = numbers[p] * x0 + numbers[p + 1] * y0 + numbers[p + 2] * z0 - offset;
    const over1 = numbers[p] * x1 + numbers[p + 1] * y1 + numbers[p + 2] * z1 - offset;
    overFaces[2 * f] = over0;
    overFaces[2 * f + 1] = over1;
    most0 = Math.max(most0, over0);
    most1 = Math.max(most1, over1);
  }
  return Math.min(most0, most1) <= hullAxis[3] + hullPair[GAIN];
}

/** The edges whose arcs may hold the best axis. */
export let nearA = new Int32Array(128);
export let nearB = new Int32Array(128);

/**
 * Lists the edges of a hull whose arc reaches into the cone and rises from both of its ends; returns how many. There
 * are none where the best axis is proven to be the best of all.
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
  farthest.fill(END_UNKNOWN, 0, faceCount);
  const between = hullPair[BETWEEN];
  const cosine = between > 0 ? (hullAxis[3] + hullPair[BALLS]) * between : -1;
  if (cosine >= 1) return 0;
  // The sum of both half angles may exceed half a turn: then every arc counts.
  const isWide = cosine < -0.9;
  const sine = isWide ? 0 : Math.sqrt(1 - cosine * cosine);
  const enough = hullAxis[3] + hullPair[GAIN];
  // For overlapping hulls, a vertex that is at both ends of an arc no farther over the planes than the best separation
  // so far is so along the whole arc: over less than half a turn a separation below 0 is largest at an end.
  const haveProbes = enough <= 0;
  if (haveProbes && measureProbes(hullA, hullB, isA)) return 0;
  const over = overFaces;
  let count = 0;
  let recent = -1;
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
    if (farthest[left] === END_UNKNOWN) {
      if (isA) placeEndA(hullA, left);
      else placeEndB(hullB, left);
    }
    if (farthest[right] === END_UNKNOWN) {
      if (isA) placeEndA(hullA, right);
      else placeEndB(hullB, right);
    }
    const u = recent;
    if (haveProbes && u >= 0) {
      const i = END_NUMBERS * left;
      const j = END_NUMBERS * right;
      const x = others[u];
      const y = others[u + 1];
      const z = others[u + 2];
      if (
        sign * (ends[i] * x + ends[i + 1] * y + ends[i + 2] * z - ends[i + 3]) <= enough &&
        sign * (ends[j] * x + ends[j + 1] * y + ends[j + 2] * z - ends[j + 3]) <= enough
      ) {
        continue;
      }
    }
    // An end that has already been measured for another arc comes first: it costs nothing and may be enough to rule out
    // this arc.
    const isRightFirst = farthest[left] < 0 && farthest[right] >= 0;
    const first = isRightFirst ? right : left;
    const second = isRightFirst ? left : right;
    const l = END_NUMBERS * first;
    const k = END_NUMBERS * second;
    if (farthest[first] < 0) measureEnd(hullA, hullB, isA, first);
    // How far the vertex that is farthest at one end of the arc reaches at the other end. One vertex of the other hull
    // that is farthest at both ends is so all along the arc: no edge of it crosses there.
    const v = farthest[first];
    recent = v;
    if (v === farthest[second]) continue;
    const atSecond =
      sign * (ends[k] * others[v] + ends[k + 1] * others[v + 1] + ends[k + 2] * others[v + 2] - ends[k + 3]);
    const turn = ends[l] * ends[k] + ends[l + 1] * ends[k + 1] + ends[l + 2] * ends[k + 2];
    if (atSecond <= enough && (haveProbes || atSecond <= turn * ends[l + 4])) continue;
    if (farthest[second] < 0) measureEnd(hullA, hullB, isA, second);
    const w = farthest[second];
    recent = w;
    if (v === w) continue;
    const atFirst =
      sign * (ends[l] * others[w] + ends[l + 1] * others[w + 1] + ends[l + 2] * others[w + 2] - ends[l + 3]);
    if (atFirst <= enough && (haveProbes || atFirst <= turn * ends[k + 4])) continue;
    list[count++] = e;
  }
  return count;
}
