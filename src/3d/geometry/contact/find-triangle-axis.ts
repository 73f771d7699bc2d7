import { CLOSEST_SQUARED, measurePointTriangle } from '../closest/closest-point-triangle.ts';
import {
  bodyA,
  bodyB,
  CORE_BOX,
  CORE_CONE,
  CORE_CYLINDER,
  CORE_HULL,
  CORE_OTHER,
  CORE_SEGMENT,
  CORE_SPHERE,
  measureReaches,
  reaches,
} from '../convex/convex-body.ts';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_B,
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
} from './body-points.ts';
import { FACE_PREFERENCE } from './separating-axis.ts';
import {
  AXIS_SEPARATION,
  bestAxis,
  deepestPoint,
  edgeOfAxis,
  GAIN,
  LIMIT,
  NO_SIDE,
  ON_TRIANGLE,
  sideOfAxis,
  TRIANGLE_APART,
  TRIANGLE_FOUND,
  TRIANGLE_UNKNOWN,
  triangleCorners,
  triangleNormal,
  trianglePair,
  UNIT,
} from './triangle-axis.ts';
import { findBoxEdges, findBoxFace } from './triangle-box-axis.ts';
import { findSegmentSides, findTriangleSides } from './triangle-flat-axis.ts';
import { findFlatDistance } from './triangle-flat-distance.ts';
import { findHullEdges, findHullFace } from './triangle-hull-axis.ts';
import { findRound } from './triangle-round-axis.ts';
import { isProven } from './triangle-solid-axis.ts';

/*
 * The axis of the largest separation between a triangle and the core of a convex body: where they overlap, the
 * direction of the least translation that parts them, else, of some forms, that of their distance.
 *
 * The triangle is transformed into the axes and the unit of length of the body. Its directions are its two normals and,
 * for each side, the half circle of directions across the side from the one normal over the outside to the other. Each
 * form of body has its axes in a file of its own; axes across two edges are measured on all corners, or, of hulls,
 * where the arcs of both cross.
 */

/** The middle of a sphere, and the point of the triangle that is nearest to it. */
const middle = new Float64Array(3);
const closest = new Float64Array(8);

/**
 * Finds the axis between the triangle in `bodyA` and the body in `bodyB`. Reads from `bodyContact` the triangle's unit
 * normal on the side of the body's middle, the height of the body's lowest point above the triangle's plane in the
 * place of the separation, and the limit. Replaces them by axis, points and separation for cores that overlap, or that
 * are apart by no more than the limit.
 */
export function findTriangleAxis(): number {
  const { form } = bodyB.core;
  if (form === CORE_CYLINDER || form === CORE_CONE) return findRound();
  if (form === CORE_SPHERE) return findSphere();
  if (form === CORE_OTHER) return TRIANGLE_UNKNOWN;
  measureReaches();
  // The value is chosen by two statements: V8 puts the result of a conditional of a fraction and a whole number on the
  // heap.
  trianglePair[UNIT] = 1;
  if (form === CORE_HULL) trianglePair[UNIT] = bodyB.scale;
  trianglePair[LIMIT] = bodyContact[BODY_CONTACT_LIMIT] / trianglePair[UNIT];
  trianglePair[GAIN] = (FACE_PREFERENCE * (reaches[0] + reaches[1])) / trianglePair[UNIT];
  moveTriangle();
  for (let k = 0; k < 3; k++) bestAxis[k] = triangleNormal[k];
  bestAxis[AXIS_SEPARATION] = bodyContact[BODY_CONTACT_SEPARATION] / trianglePair[UNIT];
  sideOfAxis[0] = NO_SIDE;
  if (form === CORE_BOX) {
    if (!findBoxFace() || !(isProven() || findBoxEdges())) return TRIANGLE_APART;
    if (bestAxis[AXIS_SEPARATION] > 0) return TRIANGLE_UNKNOWN;
  } else if (form === CORE_HULL) {
    if (!findHullFace() || !(isProven() || findHullEdges())) return TRIANGLE_APART;
    if (bestAxis[AXIS_SEPARATION] > 0) return TRIANGLE_UNKNOWN;
  } else {
    if (form === CORE_SEGMENT) findSegmentSides();
    else findTriangleSides();
    if (bestAxis[AXIS_SEPARATION] > trianglePair[LIMIT]) return TRIANGLE_APART;
    if (bestAxis[AXIS_SEPARATION] > 0) {
      if (!findFlatDistance()) return TRIANGLE_APART;
      writeContact();
      return TRIANGLE_FOUND;
    }
  }
  if (sideOfAxis[0] === NO_SIDE) writeFarthest();
  else writeOnEdges();
  writeContact();
  return TRIANGLE_FOUND;
}

/**
 * Writes the contact of a sphere: it touches with the point nearest to its middle. The caller has measured `reaches`.
 */
function findSphere(): number {
  const limit = bodyContact[BODY_CONTACT_LIMIT];
  middle[0] = bodyB.x;
  middle[1] = bodyB.y;
  middle[2] = bodyB.z;
  measurePointTriangle(closest, 0, middle, 0, bodyA.corners, 0);
  const squared = closest[CLOSEST_SQUARED];
  if (!(squared <= limit * limit)) return TRIANGLE_APART;
  const distance = Math.sqrt(squared);
  const isOn = distance <= ON_TRIANGLE * reaches[0];
  for (let axis = 0; axis < 3; axis++) {
    // If the middle lies on the triangle, the way out is along the normal.
    if (!isOn) bodyContact[axis] = (middle[axis] - closest[axis]) / distance;
    bodyContact[BODY_CONTACT_A + axis] = closest[axis];
    bodyContact[BODY_CONTACT_B + axis] = middle[axis];
  }
  bodyContact[BODY_CONTACT_SEPARATION] = distance;
  return TRIANGLE_FOUND;
}

/** Writes `triangleCorners` and `triangleNormal`. */
function moveTriangle(): void {
  const m = bodyB.axes;
  const from = bodyA.corners;
  const scale = 1 / trianglePair[UNIT];
  const { x, y, z } = bodyB;
  for (let at = 0; at < 9; at += 3) {
    const dx = (from[at] - x) * scale;
    const dy = (from[at + 1] - y) * scale;
    const dz = (from[at + 2] - z) * scale;
    triangleCorners[at] = m[0] * dx + m[1] * dy + m[2] * dz;
    triangleCorners[at + 1] = m[3] * dx + m[4] * dy + m[5] * dz;
    triangleCorners[at + 2] = m[6] * dx + m[7] * dy + m[8] * dz;
  }
  const nx = bodyContact[0];
  const ny = bodyContact[1];
  const nz = bodyContact[2];
  triangleNormal[0] = m[0] * nx + m[1] * ny + m[2] * nz;
  triangleNormal[1] = m[3] * nx + m[4] * ny + m[5] * nz;
  triangleNormal[2] = m[6] * nx + m[7] * ny + m[8] * nz;
}

/** Writes the corner of the triangle that is farthest along the axis to `deepestPoint`. */
function writeFarthest(): void {
  let most = -Infinity;
  for (let corner = 0; corner < 9; corner += 3) {
    const height =
      triangleCorners[corner] * bestAxis[0] +
      triangleCorners[corner + 1] * bestAxis[1] +
      triangleCorners[corner + 2] * bestAxis[2];
    if (!(height > most)) continue;
    most = height;
    for (let k = 0; k < 3; k++) deepestPoint[k] = triangleCorners[corner + k];
  }
}

/** Writes the point of the triangle's side at which it passes the edge of the body to `deepestPoint`. */
function writeOnEdges(): void {
  const from = 3 * sideOfAxis[0];
  const to = from === 6 ? 0 : from + 3;
  const px = triangleCorners[from];
  const py = triangleCorners[from + 1];
  const pz = triangleCorners[from + 2];
  const dx = triangleCorners[to] - px;
  const dy = triangleCorners[to + 1] - py;
  const dz = triangleCorners[to + 2] - pz;
  const fx = edgeOfAxis[3];
  const fy = edgeOfAxis[4];
  const fz = edgeOfAxis[5];
  // n = d × f. The lines pass each other where (edge − p) × f agrees with n.
  const nx = dy * fz - dz * fy;
  const ny = dz * fx - dx * fz;
  const nz = dx * fy - dy * fx;
  const rx = edgeOfAxis[0] - px;
  const ry = edgeOfAxis[1] - py;
  const rz = edgeOfAxis[2] - pz;
  const square = nx * nx + ny * ny + nz * nz;
  const t = ((ry * fz - rz * fy) * nx + (rz * fx - rx * fz) * ny + (rx * fy - ry * fx) * nz) / square;
  const clamped = Math.max(0, Math.min(1, t));
  deepestPoint[0] = px + clamped * dx;
  deepestPoint[1] = py + clamped * dy;
  deepestPoint[2] = pz + clamped * dz;
}

/** Transforms the axis and the deepest points to the frame of the pair. */
function writeContact(): void {
  const m = bodyB.axes;
  const unit = trianglePair[UNIT];
  const separation = unit * bestAxis[AXIS_SEPARATION];
  const x = deepestPoint[0] * unit;
  const y = deepestPoint[1] * unit;
  const z = deepestPoint[2] * unit;
  for (let k = 0; k < 3; k++) {
    const n = m[k] * bestAxis[0] + m[3 + k] * bestAxis[1] + m[6 + k] * bestAxis[2];
    const at = (k === 0 ? bodyB.x : k === 1 ? bodyB.y : bodyB.z) + (m[k] * x + m[3 + k] * y + m[6 + k] * z);
    bodyContact[k] = 0 + n;
    bodyContact[BODY_CONTACT_A + k] = at;
    bodyContact[BODY_CONTACT_B + k] = at + separation * n;
  }
  bodyContact[BODY_CONTACT_SEPARATION] = separation;
}
