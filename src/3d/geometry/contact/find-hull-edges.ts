import { EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { type FlatHull, HULL_CENTRE } from '../convex/flat-hull.ts';
import { findNearEdges, nearA, nearB } from './hull-arcs.ts';
import {
  AXIS_EDGES,
  AXIS_FACE_B,
  AXIS_OF_A,
  AXIS_OF_B,
  GAIN,
  highestA,
  hullAxis,
  hullAxisOf,
  hullPair,
  lowestB,
  relative,
  sought,
  verticesB,
} from './hull-pair.ts';
import { PARALLEL } from './separating-axis.ts';

/*
 * The axes across pairs of edges of two hulls. Only those pairs are measured whose arcs may hold the best axis and
 * cross each other.
 */

/** How far the arcs of two edges may miss each other and still count as crossing: rounding of unit vectors. */
const ARC_SLACK = 1e-10;
/**
 * How many numbers an edge of B that may hold the best axis has: start, unit direction, normals of its faces turned
 * round.
 */
const NEAR_STRIDE = 12;
let nearNumbersB = new Float64Array(NEAR_STRIDE * 128);

/** Measures the axes across the edges whose arcs may hold the best axis and cross. */
export function findEdges(hullA: FlatHull, hullB: FlatHull): void {
  // The hull whose face gives the best axis comes first, as it may be proven there that no edge gives a better one.
  const isAFirst = hullAxisOf[0] !== AXIS_FACE_B;
  const first = findNearEdges(hullA, hullB, isAFirst);
  if (first === 0) return;
  const second = findNearEdges(hullA, hullB, !isAFirst);
  if (second === 0) return;
  const countA = isAFirst ? first : second;
  const countB = isAFirst ? second : first;
  loadNearB(hullB, countB);

  const { numbers, measures, vertices, planes, indices, edges } = hullA;
  const centreX = numbers[measures + HULL_CENTRE];
  const centreY = numbers[measures + HULL_CENTRE + 1];
  const centreZ = numbers[measures + HULL_CENTRE + 2];
  const near = nearNumbersB;
  const preference = hullPair[GAIN];
  let best = hullAxis[3];
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
      hullAxisOf[0] = AXIS_EDGES;
      hullAxisOf[AXIS_OF_A] = nearA[i];
      hullAxisOf[AXIS_OF_B] = nearB[j];
      hullAxis[0] = nx;
      hullAxis[1] = ny;
      hullAxis[2] = nz;
      hullAxis[3] = separation;
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
