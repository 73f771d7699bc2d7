import { bodyB } from '../convex/convex-body.ts';
import { EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { PARALLEL } from './separating-axis.ts';
import {
  AXIS_SEPARATION,
  bestAxis,
  edgeOfAxis,
  GAIN,
  LIMIT,
  measureBehind,
  sideOfAxis,
  takeAxis,
  triangleCorners,
  trianglePair,
  triedAxis,
} from './triangle-axis.ts';
import { boundByCorners, cornerDepths, isProven } from './triangle-solid-axis.ts';

/*
 * The separating axes of a triangle and a convex hull: its faces, the triangle's other normal, and the axes across two
 * edges. Of the last only those are measured for which the arc of the hull's edge, on the sphere of directions, crosses
 * the half circle of directions across the triangle's side: there the points of the two edges are the farthest along
 * the axis.
 */

/** How far the faces of a hull look along a side of the triangle. */
let alongSide = new Float64Array(64);

/** Measures the triangle's other normal and the faces of a hull. Returns as `findBoxFace`. */
export function findHullFace(): boolean {
  const { vertices, planes, vertexCount, faceCount } = bodyB.hull!;
  const ax = triangleCorners[0];
  const ay = triangleCorners[1];
  const az = triangleCorners[2];
  const bx = triangleCorners[3];
  const by = triangleCorners[4];
  const bz = triangleCorners[5];
  const cx = triangleCorners[6];
  const cy = triangleCorners[7];
  const cz = triangleCorners[8];
  let mostA = -Infinity;
  let mostB = -Infinity;
  let mostC = -Infinity;
  for (let f = 0; f < faceCount; f++) {
    const p = PLANE_STRIDE * f;
    const x = planes[p];
    const y = planes[p + 1];
    const z = planes[p + 2];
    const a = x * ax + y * ay + z * az - planes[p + 3];
    const b = x * bx + y * by + z * bz - planes[p + 3];
    const c = x * cx + y * cy + z * cz - planes[p + 3];
    if (a > mostA) mostA = a;
    if (b > mostB) mostB = b;
    if (c > mostC) mostC = c;
    const separation = Math.min(a, b, c);
    if (!(separation > bestAxis[AXIS_SEPARATION])) continue;
    bestAxis[0] = -x;
    bestAxis[1] = -y;
    bestAxis[2] = -z;
    bestAxis[AXIS_SEPARATION] = separation;
  }
  if (bestAxis[AXIS_SEPARATION] > trianglePair[LIMIT]) return false;
  cornerDepths[0] = mostA;
  cornerDepths[1] = mostB;
  cornerDepths[2] = mostC;
  boundByCorners();
  if (isProven()) return true;
  measureBehind(vertices, VERTEX_STRIDE * vertexCount);
  return bestAxis[AXIS_SEPARATION] <= trianglePair[LIMIT];
}

/** How far the product of the faces of an edge along a side may be positive and still count as 0: rounding. */
const ARC_SLACK = 1e-10;

/**
 * Measures the axes across a side of the triangle and an edge of a hull whose faces look to either side of it: there
 * the arc of the edge crosses the great circle across the side. Returns as `findBoxFace`.
 */
export function findHullEdges(): boolean {
  const { vertices, planes, edges, edgeCount, faceCount } = bodyB.hull!;
  if (alongSide.length < faceCount) alongSide = new Float64Array(2 * faceCount);
  const gain = trianglePair[GAIN];
  for (let side = 0; side < 3; side++) {
    const from = 3 * side;
    const to = side === 2 ? 0 : from + 3;
    const other = side === 0 ? 6 : from - 3;
    const ax = triangleCorners[from];
    const ay = triangleCorners[from + 1];
    const az = triangleCorners[from + 2];
    let ex = triangleCorners[to] - ax;
    let ey = triangleCorners[to + 1] - ay;
    let ez = triangleCorners[to + 2] - az;
    const scale = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
    ex *= scale;
    ey *= scale;
    ez *= scale;
    const cx = triangleCorners[other] - ax;
    const cy = triangleCorners[other + 1] - ay;
    const cz = triangleCorners[other + 2] - az;
    const slack = trianglePair[GAIN] * trianglePair[GAIN];
    for (let f = 0; f < faceCount; f++) {
      const p = PLANE_STRIDE * f;
      alongSide[f] = planes[p] * ex + planes[p + 1] * ey + planes[p + 2] * ez;
    }
    for (let e = 0; e < EDGE_STRIDE * edgeCount; e += EDGE_STRIDE) {
      const left = alongSide[edges[e + 2]];
      const right = alongSide[edges[e + 3]];
      if (left * right > ARC_SLACK) continue;
      const p = VERTEX_STRIDE * edges[e];
      const q = VERTEX_STRIDE * edges[e + 1];
      const px = vertices[p];
      const py = vertices[p + 1];
      const pz = vertices[p + 2];
      const fx = vertices[q] - px;
      const fy = vertices[q + 1] - py;
      const fz = vertices[q + 2] - pz;
      // Across both; the left face runs from p to q, so that this is outwards where the arc leads along the side.
      const lx = ey * fz - ez * fy;
      const ly = ez * fx - ex * fz;
      const lz = ex * fy - ey * fx;
      const length = lx * lx + ly * ly + lz * lz;
      if (!(length > PARALLEL * (fx * fx + fy * fy + fz * fz))) continue;
      const plane = PLANE_STRIDE * edges[e + 2];
      const plane2 = PLANE_STRIDE * edges[e + 3];
      const out =
        lx * (planes[plane] + planes[plane2]) +
        ly * (planes[plane + 1] + planes[plane2 + 1]) +
        lz * (planes[plane + 2] + planes[plane2 + 2]);
      // The axis leads from the triangle to the body, which is opposite to the direction out of the body.
      const sign = out > 0 ? -1 : 1;
      const third = sign * (lx * cx + ly * cy + lz * cz);
      if (third > 0 && third * third > slack * length) continue;
      const gap = sign * (lx * (px - ax) + ly * (py - ay) + lz * (pz - az));
      const enough = bestAxis[AXIS_SEPARATION] + gain;
      if (
        gap < 0
          ? enough >= 0 || gap * gap >= enough * enough * length
          : enough > 0 && gap * gap <= enough * enough * length
      )
        continue;
      triedAxis[0] = sign * lx;
      triedAxis[1] = sign * ly;
      triedAxis[2] = sign * lz;
      const shrink = 1 / Math.sqrt(length);
      takeAxis(gap * shrink, shrink);
      sideOfAxis[0] = side;
      edgeOfAxis[0] = px;
      edgeOfAxis[1] = py;
      edgeOfAxis[2] = pz;
      edgeOfAxis[3] = fx;
      edgeOfAxis[4] = fy;
      edgeOfAxis[5] = fz;
      if (bestAxis[AXIS_SEPARATION] > trianglePair[LIMIT]) return false;
    }
  }
  return true;
}
