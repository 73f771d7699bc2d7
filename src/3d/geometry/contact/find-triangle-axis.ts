import { CLOSEST_SQUARED, measurePointTriangle } from '../closest/closest-point-triangle.ts';
import { findNearestFractions, nearestFractions } from '../closest/closest-points-segment-segment.ts';
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
  CORE_TRIANGLE,
  measureReaches,
  reaches,
} from '../convex/convex-body.ts';
import { EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { createTriangleHull, setTriangleHull } from '../convex/flat-hull.ts';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_B,
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
} from './body-points.ts';
import { ROUND_APART, ROUND_CENTRES, roundAxis } from './find-round-axis.ts';
import { CONTACT_FOUND, roundPoints } from './locate-round-contact.ts';
import {
  prepareRound,
  ROUND_AXIS_X,
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_LIMIT,
  ROUND_LOW,
  ROUND_X,
  round,
} from './round-body.ts';
import { roundContacts } from './round-contacts.ts';
import { FACE_PREFERENCE, PARALLEL } from './separating-axis.ts';

/*
 * The axis of the largest separation between a triangle and the core of a convex body: where they overlap, the
 * direction of the least translation that parts them, else, of some forms, that of their distance.
 *
 * The triangle goes to the body, into its axes and unit of length. Its directions are its two normals and, for each
 * side, the half circle of directions across the side from the one normal over the outside to the other. Axes across
 * two edges are measured on all corners, or, of hulls, where the arc of the hull's edge crosses that half circle, as
 * the two edges then are what is farthest along the axis.
 */

/** The axis and the points of the contact are in `bodyContact`. */
export const TRIANGLE_FOUND = 1;
/** Some axis has a gap of more than the limit. */
export const TRIANGLE_APART = 0;
/** The two are apart by less than the limit, and the axis need not be that of their distance. */
export const TRIANGLE_UNKNOWN = -1;

/** The corners of the triangle in the body's frame; then those of the body where that is a triangle itself. */
const corners = new Float64Array(9);
/** The triangle's unit normal, on the side of the body's middle, in the same frame. */
const normal = new Float64Array(3);
/** The best axis so far: unit vector from the triangle to the body, and the separation along it. */
const best = new Float64Array(4);
const SEPARATION = 3;
/** The axis that is being measured, of any length, and how far the body reaches against it. */
const tried = new Float64Array(3);
/** The point of the triangle that is farthest along the axis, in the body's frame. */
const deepest = new Float64Array(3);
/**
 * The features of the best axis: the side of the triangle, and a point and the direction of the body's edge; −1 for a
 * face.
 */
const feature = new Int32Array(1);
const edge = new Float64Array(6);
const segment = new Float64Array(6);
const closest = new Float64Array(8);
/** The least gain that counts, the limit in the body's unit, and that unit. */
const pair = new Float64Array(3);
const GAIN = 0;
const LIMIT = 1;
const UNIT = 2;
const NO_SIDE = -1;
const triangleHull = /* @__PURE__ */ createTriangleHull();

/**
 * Finds the axis between the triangle in `bodyA` and the body in `bodyB`. In `bodyContact` are the triangle's unit
 * normal on the side of the body's middle, as separation how high above its plane the body's lowest point is, and the
 * limit. Of cores that overlap, or are apart by no more than the limit, axis, points and separation take their places.
 */
export function findTriangleAxis(): number {
  const { form } = bodyB.core;
  if (form === CORE_CYLINDER || form === CORE_CONE) return findRound();
  if (form === CORE_SPHERE) return findSphere();
  if (form === CORE_OTHER) return TRIANGLE_UNKNOWN;
  measureReaches();
  // The value is chosen by two statements: V8 puts the result of a conditional of a fraction and a whole number on the
  // heap.
  pair[UNIT] = 1;
  if (form === CORE_HULL) pair[UNIT] = bodyB.scale;
  pair[LIMIT] = bodyContact[BODY_CONTACT_LIMIT] / pair[UNIT];
  pair[GAIN] = (FACE_PREFERENCE * (reaches[0] + reaches[1])) / pair[UNIT];
  moveTriangle();
  for (let k = 0; k < 3; k++) best[k] = normal[k];
  best[SEPARATION] = bodyContact[BODY_CONTACT_SEPARATION] / pair[UNIT];
  feature[0] = NO_SIDE;
  if (form === CORE_BOX) {
    if (!findBoxFace() || !(isProven() || findBoxEdges())) return TRIANGLE_APART;
    if (best[SEPARATION] > 0) return TRIANGLE_UNKNOWN;
  } else if (form === CORE_HULL) {
    if (!findHullFace() || !(isProven() || findHullEdges())) return TRIANGLE_APART;
    if (best[SEPARATION] > 0) return TRIANGLE_UNKNOWN;
  } else {
    if (form === CORE_SEGMENT) findSegmentSides();
    else findTriangleSides();
    if (best[SEPARATION] > pair[LIMIT]) return TRIANGLE_APART;
    if (best[SEPARATION] > 0) {
      measureFlat();
      return takeNearest();
    }
  }
  if (feature[0] === NO_SIDE) writeFarthest();
  else writeOnEdges();
  writeContact();
  return TRIANGLE_FOUND;
}

/** A sphere, which touches with its middle's nearest point. */
function findSphere(): number {
  const limit = bodyContact[BODY_CONTACT_LIMIT];
  segment[0] = bodyB.x;
  segment[1] = bodyB.y;
  segment[2] = bodyB.z;
  measurePointTriangle(closest, 0, segment, 0, bodyA.corners, 0);
  const squared = closest[CLOSEST_SQUARED];
  if (!(squared <= limit * limit)) return TRIANGLE_APART;
  const distance = Math.sqrt(squared);
  for (let axis = 0; axis < 3; axis++) {
    // A middle on the triangle leaves along the normal.
    if (distance > 0) bodyContact[axis] = (segment[axis] - closest[axis]) / distance;
    bodyContact[BODY_CONTACT_A + axis] = closest[axis];
    bodyContact[BODY_CONTACT_B + axis] = segment[axis];
  }
  bodyContact[BODY_CONTACT_SEPARATION] = distance;
  return TRIANGLE_FOUND;
}

/** Writes `corners` and `normal`. */
function moveTriangle(): void {
  const m = bodyB.axes;
  const from = bodyA.corners;
  const scale = 1 / pair[UNIT];
  const { x, y, z } = bodyB;
  for (let at = 0; at < 9; at += 3) {
    const dx = (from[at] - x) * scale;
    const dy = (from[at + 1] - y) * scale;
    const dz = (from[at + 2] - z) * scale;
    corners[at] = m[0] * dx + m[1] * dy + m[2] * dz;
    corners[at + 1] = m[3] * dx + m[4] * dy + m[5] * dz;
    corners[at + 2] = m[6] * dx + m[7] * dy + m[8] * dz;
  }
  const nx = bodyContact[0];
  const ny = bodyContact[1];
  const nz = bodyContact[2];
  normal[0] = m[0] * nx + m[1] * ny + m[2] * nz;
  normal[1] = m[3] * nx + m[4] * ny + m[5] * nz;
  normal[2] = m[6] * nx + m[7] * ny + m[8] * nz;
}

/** Makes an axis the best one if its separation is larger. `tried` has the length 1/`scale`. */
function take(separation: number, scale: number): void {
  best[0] = tried[0] * scale;
  best[1] = tried[1] * scale;
  best[2] = tried[2] * scale;
  best[SEPARATION] = separation;
}

/**
 * The largest separation along any axis, as far as the corners of the triangle tell: a corner inside of the body, from
 * which the nearest face is so far, bounds what all axes can have. Infinity where no corner is inside.
 */
const bound = new Float64Array(1);

/** Whether no axis has a larger separation than the best face. So it is for most small triangles deep in a body. */
function isProven(): boolean {
  return bound[0] <= best[SEPARATION];
}

/** By corner of the triangle: its largest height above any face of the body, negative inside. */
const depths = new Float64Array(3);

/** Writes `bound`. */
function boundByCorners(): void {
  bound[0] = Infinity;
  for (let k = 0; k < 3; k++) if (depths[k] <= 0 && depths[k] < bound[0]) bound[0] = depths[k];
}

/** Measures the six faces of a box. Returns whether no gap is larger than the limit. */
function findBoxFace(): boolean {
  let mostA = -Infinity;
  let mostB = -Infinity;
  let mostC = -Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const half = axis === 0 ? bodyB.halfX : axis === 1 ? bodyB.halfY : bodyB.halfZ;
    const a = corners[axis];
    const b = corners[3 + axis];
    const c = corners[6 + axis];
    const above = Math.min(a, b, c) - half;
    const below = -Math.max(a, b, c) - half;
    const separation = Math.max(above, below);
    mostA = Math.max(mostA, Math.abs(a) - half);
    mostB = Math.max(mostB, Math.abs(b) - half);
    mostC = Math.max(mostC, Math.abs(c) - half);
    if (!(separation > best[SEPARATION])) continue;
    for (let k = 0; k < 3; k++) best[k] = 0;
    best[axis] = above > below ? -1 : 1;
    best[SEPARATION] = separation;
  }
  depths[0] = mostA;
  depths[1] = mostB;
  depths[2] = mostC;
  boundByCorners();
  return best[SEPARATION] <= pair[LIMIT];
}

/** Measures the nine axes across an edge of the triangle and one of a box. Returns as `findBoxFace`. */
function findBoxEdges(): boolean {
  const { halfX, halfY, halfZ } = bodyB;
  const gain = pair[GAIN];
  const limit = pair[LIMIT];
  for (let side = 0; side < 3; side++) {
    const from = 3 * side;
    const to = side === 2 ? 0 : from + 3;
    const other = side === 0 ? 6 : from - 3;
    const ax = corners[from];
    const ay = corners[from + 1];
    const az = corners[from + 2];
    const ex = corners[to] - ax;
    const ey = corners[to + 1] - ay;
    const ez = corners[to + 2] - az;
    const cx = corners[other];
    const cy = corners[other + 1];
    const cz = corners[other + 2];
    const square = PARALLEL * (ex * ex + ey * ey + ez * ez);
    for (let axis = 0; axis < 3; axis++) {
      const lx = axis === 0 ? 0 : axis === 1 ? -ez : ey;
      const ly = axis === 0 ? ez : axis === 1 ? 0 : -ex;
      const lz = axis === 0 ? -ey : axis === 1 ? ex : 0;
      const length = lx * lx + ly * ly + lz * lz;
      if (!(length > square)) continue;
      const reach = halfX * Math.abs(lx) + halfY * Math.abs(ly) + halfZ * Math.abs(lz);
      const onSide = ax * lx + ay * ly + az * lz;
      const onOther = cx * lx + cy * ly + cz * lz;
      // The axis counts only if the side is what reaches farthest along it towards the box.
      const gap = onSide < onOther ? onSide - reach : -onSide - reach;
      const enough = best[SEPARATION] + gain;
      // gap / √length > enough, by squares where both are negative.
      if (
        gap < 0
          ? enough >= 0 || gap * gap >= enough * enough * length
          : enough > 0 && gap * gap <= enough * enough * length
      )
        continue;
      const scale = 1 / Math.sqrt(length);
      const sign = onSide < onOther ? -1 : 1;
      tried[0] = sign * lx;
      tried[1] = sign * ly;
      tried[2] = sign * lz;
      take(gap * scale, scale);
      feature[0] = side;
      for (let k = 0; k < 3; k++) {
        const half = k === 0 ? halfX : k === 1 ? halfY : halfZ;
        edge[k] = tried[k] > 0 ? -half : half;
        edge[3 + k] = k === axis ? 1 : 0;
      }
      if (best[SEPARATION] > limit) return false;
    }
  }
  return true;
}

/** Measures the triangle's other normal, against a body's corners, `count` numbers of them. */
function measureBehind(vertices: Float64Array, count: number): void {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  let highest = -Infinity;
  for (let v = 0; v < count; v += VERTEX_STRIDE) {
    const height = nx * vertices[v] + ny * vertices[v + 1] + nz * vertices[v + 2];
    if (height > highest) highest = height;
  }
  const behind = nx * corners[0] + ny * corners[1] + nz * corners[2] - highest;
  if (!(behind > best[SEPARATION])) return;
  best[0] = -nx;
  best[1] = -ny;
  best[2] = -nz;
  best[SEPARATION] = behind;
}

/** How far the faces of a hull look along a side of the triangle. */
let alongSide = new Float64Array(64);

/** Measures the triangle's other normal and the faces of a hull. Returns as `findBoxFace`. */
function findHullFace(): boolean {
  const { vertices, planes, vertexCount, faceCount } = bodyB.hull!;
  const ax = corners[0];
  const ay = corners[1];
  const az = corners[2];
  const bx = corners[3];
  const by = corners[4];
  const bz = corners[5];
  const cx = corners[6];
  const cy = corners[7];
  const cz = corners[8];
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
    if (!(separation > best[SEPARATION])) continue;
    best[0] = -x;
    best[1] = -y;
    best[2] = -z;
    best[SEPARATION] = separation;
  }
  if (best[SEPARATION] > pair[LIMIT]) return false;
  depths[0] = mostA;
  depths[1] = mostB;
  depths[2] = mostC;
  boundByCorners();
  if (isProven()) return true;
  measureBehind(vertices, VERTEX_STRIDE * vertexCount);
  return best[SEPARATION] <= pair[LIMIT];
}

/** How far the product of the faces of an edge along a side may be positive and still count as 0: rounding. */
const ARC_SLACK = 1e-10;

/**
 * Measures the axes across a side of the triangle and an edge of a hull whose faces look to either side of it: there
 * the arc of the edge crosses the great circle across the side. Returns as `findBoxFace`.
 */
function findHullEdges(): boolean {
  const { vertices, planes, edges, edgeCount, faceCount } = bodyB.hull!;
  if (alongSide.length < faceCount) alongSide = new Float64Array(2 * faceCount);
  const gain = pair[GAIN];
  for (let side = 0; side < 3; side++) {
    const from = 3 * side;
    const to = side === 2 ? 0 : from + 3;
    const other = side === 0 ? 6 : from - 3;
    const ax = corners[from];
    const ay = corners[from + 1];
    const az = corners[from + 2];
    let ex = corners[to] - ax;
    let ey = corners[to + 1] - ay;
    let ez = corners[to + 2] - az;
    const scale = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
    ex *= scale;
    ey *= scale;
    ez *= scale;
    const cx = corners[other] - ax;
    const cy = corners[other + 1] - ay;
    const cz = corners[other + 2] - az;
    const slack = pair[GAIN] * pair[GAIN];
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
      // From the triangle to the body is against the direction out of the body.
      const sign = out > 0 ? -1 : 1;
      const third = sign * (lx * cx + ly * cy + lz * cz);
      if (third > 0 && third * third > slack * length) continue;
      const gap = sign * (lx * (px - ax) + ly * (py - ay) + lz * (pz - az));
      const enough = best[SEPARATION] + gain;
      if (
        gap < 0
          ? enough >= 0 || gap * gap >= enough * enough * length
          : enough > 0 && gap * gap <= enough * enough * length
      )
        continue;
      tried[0] = sign * lx;
      tried[1] = sign * ly;
      tried[2] = sign * lz;
      const shrink = 1 / Math.sqrt(length);
      take(gap * shrink, shrink);
      feature[0] = side;
      edge[0] = px;
      edge[1] = py;
      edge[2] = pz;
      edge[3] = fx;
      edge[4] = fy;
      edge[5] = fz;
      if (best[SEPARATION] > pair[LIMIT]) return false;
    }
  }
  return true;
}

/** Sine below which a segment or a triangle lies in the plane of the triangle, and the axes across it tell nothing. */
const IN_PLANE = 1e-6;

/**
 * Measures the directions in the triangle's plane: those out of its sides, and those out of the sides of a flat body in
 * that plane, whose corners are the first `count` numbers of `own`.
 */
function findInPlane(own: Float64Array, count: number): void {
  for (let side = 0; side < 9 + count; side += 3) {
    const isOwn = side >= 9;
    const list = isOwn ? own : corners;
    const from = isOwn ? side - 9 : side;
    const to = from + 3 < (isOwn ? count : 9) ? from + 3 : 0;
    const ex = list[to] - list[from];
    const ey = list[to + 1] - list[from + 1];
    const ez = list[to + 2] - list[from + 2];
    tried[0] = ey * normal[2] - ez * normal[1];
    tried[1] = ez * normal[0] - ex * normal[2];
    tried[2] = ex * normal[1] - ey * normal[0];
    const length = tried[0] * tried[0] + tried[1] * tried[1] + tried[2] * tried[2];
    if (length > 0) measureCorners(own, count, 1 / Math.sqrt(length));
  }
}

/**
 * Measures the axis in `tried`, in both directions, on all corners of the triangle and of a body, and takes it if it is
 * better. Returns whether it was.
 */
function measureCorners(own: Float64Array, count: number, scale: number): boolean {
  let least = Infinity;
  let most = -Infinity;
  let ownLeast = Infinity;
  let ownMost = -Infinity;
  for (let corner = 0; corner < 9; corner += 3) {
    const height = corners[corner] * tried[0] + corners[corner + 1] * tried[1] + corners[corner + 2] * tried[2];
    if (height < least) least = height;
    if (height > most) most = height;
  }
  for (let corner = 0; corner < count; corner += 3) {
    const height = own[corner] * tried[0] + own[corner + 1] * tried[1] + own[corner + 2] * tried[2];
    if (height < ownLeast) ownLeast = height;
    if (height > ownMost) ownMost = height;
  }
  const above = (ownLeast - most) * scale;
  const below = (least - ownMost) * scale;
  const gap = Math.max(above, below);
  if (!(gap > best[SEPARATION] + pair[GAIN])) return false;
  take(gap, above > below ? scale : -scale);
  feature[0] = NO_SIDE;
  return true;
}

/** Measures the three axes across a side of the triangle and a segment along y, whose middle is the origin. */
function findSegmentSides(): void {
  const half = bodyB.halfY;
  segment[0] = segment[2] = segment[3] = segment[5] = 0;
  segment[1] = -half;
  segment[4] = half;
  measureBehind(segment, 6);
  for (let side = 0; side < 3; side++) {
    const from = 3 * side;
    const to = side === 2 ? 0 : from + 3;
    const other = side === 0 ? 6 : from - 3;
    const ex = corners[to] - corners[from];
    const ey = corners[to + 1] - corners[from + 1];
    const ez = corners[to + 2] - corners[from + 2];
    const length = ex * ex + ez * ez;
    if (!(length > PARALLEL * (length + ey * ey))) continue;
    const scale = 1 / Math.sqrt(length);
    const onSide = (corners[from] * -ez + corners[from + 2] * ex) * scale;
    const onOther = (corners[other] * -ez + corners[other + 2] * ex) * scale;
    const sign = onSide < onOther ? -1 : 1;
    const gap = -sign * onSide;
    if (!(gap > best[SEPARATION] + pair[GAIN])) continue;
    tried[0] = -sign * ez;
    tried[1] = 0;
    tried[2] = sign * ex;
    take(gap, scale);
    feature[0] = side;
    for (let k = 0; k < 6; k++) edge[k] = 0;
    edge[1] = -half;
    edge[4] = 2 * half;
  }
  if (Math.abs(normal[1]) < IN_PLANE) findInPlane(segment, 6);
}

/** Measures the other triangle's two normals, and the nine axes across two sides. */
function findTriangleSides(): void {
  const own = bodyB.corners;
  measureBehind(own, 9);
  crossSides(own, 0, own, 3);
  let length = squareOf(tried);
  const across = normal[0] * tried[0] + normal[1] * tried[1] + normal[2] * tried[2];
  if (length > 0) measureCorners(own, 9, 1 / Math.sqrt(length));
  if (length - across * across < IN_PLANE * IN_PLANE * length) findInPlane(own, 9);
  for (let side = 0; side < 9; side += 3) {
    for (let other = 0; other < 9; other += 3) {
      crossSides(own, side, corners, other);
      length = squareOf(tried);
      if (!(length > PARALLEL * lengths[0]) || !measureCorners(own, 9, 1 / Math.sqrt(length))) continue;
      feature[0] = other / 3;
      const next = side === 6 ? 0 : side + 3;
      for (let axis = 0; axis < 3; axis++) {
        edge[axis] = own[side + axis];
        edge[3 + axis] = own[next + axis] - own[side + axis];
      }
    }
  }
}

/** The product of the squared lengths of the last two sides. */
const lengths = new Float64Array(1);

/** Writes the cross product of two sides to `tried`. */
function crossSides(a: Float64Array, from: number, b: Float64Array, other: number): void {
  const to = from === 6 ? 0 : from + 3;
  const last = other === 6 ? 0 : other + 3;
  const ex = a[to] - a[from];
  const ey = a[to + 1] - a[from + 1];
  const ez = a[to + 2] - a[from + 2];
  const fx = b[last] - b[other];
  const fy = b[last + 1] - b[other + 1];
  const fz = b[last + 2] - b[other + 2];
  tried[0] = ey * fz - ez * fy;
  tried[1] = ez * fx - ex * fz;
  tried[2] = ex * fy - ey * fx;
  lengths[0] = (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz);
}

function squareOf(vector: Float64Array): number {
  return vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
}

/**
 * Writes the nearest points of the triangle and of a segment or triangle apart to `nearest`. They join two edges, or a
 * corner and a face: between an inner point of an edge or face and one of a face the way is perpendicular to both,
 * which are then parallel, and can be slid along each other until an edge or corner is reached.
 */
function measureFlat(): void {
  const isTriangle = bodyB.core.form === CORE_TRIANGLE;
  const own = isTriangle ? bodyB.corners : segment;
  const ownCorners = isTriangle ? 9 : 6;
  nearest[NEAREST_SQUARED] = Infinity;
  for (let corner = 0; corner < ownCorners; corner += 3) {
    measurePointTriangle(closest, 0, own, corner, corners, 0);
    keepNearest(closest, 0, own, corner);
  }
  if (isTriangle) {
    for (let corner = 0; corner < 9; corner += 3) {
      measurePointTriangle(closest, 0, corners, corner, own, 0);
      keepNearest(corners, corner, closest, 0);
    }
  }
  for (let side = 0; side < 9; side += 3) {
    loadEdge(sideOfTriangle, corners, side);
    for (let edge = 0; edge < (isTriangle ? 9 : 3); edge += 3) {
      if (isTriangle) loadEdge(segment, own, edge);
      findNearestFractions(sideOfTriangle, 0, segment, 0);
      if (!(nearestFractions[2] < nearest[NEAREST_SQUARED])) continue;
      for (let k = 0; k < 3; k++) {
        closest[k] = sideOfTriangle[k] + nearestFractions[0] * (sideOfTriangle[3 + k] - sideOfTriangle[k]);
        closest[3 + k] = segment[k] + nearestFractions[1] * (segment[3 + k] - segment[k]);
      }
      closest[CLOSEST_SQUARED] = nearestFractions[2];
      keepNearest(closest, 0, closest, 3);
    }
  }
}

/** The point of the triangle and that of the body that are nearest to each other so far, and their squared distance. */
const nearest = new Float64Array(7);
const NEAREST_SQUARED = 6;
const sideOfTriangle = new Float64Array(6);

function keepNearest(onTriangle: Float64Array, at: number, onBody: Float64Array, bodyAt: number): void {
  if (!(closest[CLOSEST_SQUARED] < nearest[NEAREST_SQUARED])) return;
  for (let k = 0; k < 3; k++) {
    nearest[k] = onTriangle[at + k];
    nearest[3 + k] = onBody[bodyAt + k];
  }
  nearest[NEAREST_SQUARED] = closest[CLOSEST_SQUARED];
}

function loadEdge(out: Float64Array, from: Float64Array, corner: number): void {
  const next = corner === 6 ? 0 : corner + 3;
  for (let k = 0; k < 3; k++) {
    out[k] = from[corner + k];
    out[3 + k] = from[next + k];
  }
}

/** Makes the axis through the nearest points the best one. */
function takeNearest(): number {
  const limit = pair[LIMIT];
  const squared = nearest[NEAREST_SQUARED];
  if (!(squared <= limit * limit)) return TRIANGLE_APART;
  const distance = Math.sqrt(squared);
  for (let k = 0; k < 3; k++) {
    if (distance > 0) best[k] = (nearest[3 + k] - nearest[k]) / distance;
    deepest[k] = nearest[k];
  }
  best[SEPARATION] = distance;
  writeContact();
  return TRIANGLE_FOUND;
}

/** Writes the corner of the triangle that is farthest along the axis to `deepest`. */
function writeFarthest(): void {
  let most = -Infinity;
  for (let corner = 0; corner < 9; corner += 3) {
    const height = corners[corner] * best[0] + corners[corner + 1] * best[1] + corners[corner + 2] * best[2];
    if (!(height > most)) continue;
    most = height;
    for (let k = 0; k < 3; k++) deepest[k] = corners[corner + k];
  }
}

/** Writes the point of the triangle's side at which it passes the edge of the body to `deepest`. */
function writeOnEdges(): void {
  const from = 3 * feature[0];
  const to = from === 6 ? 0 : from + 3;
  const px = corners[from];
  const py = corners[from + 1];
  const pz = corners[from + 2];
  const dx = corners[to] - px;
  const dy = corners[to + 1] - py;
  const dz = corners[to + 2] - pz;
  const fx = edge[3];
  const fy = edge[4];
  const fz = edge[5];
  // n = d × f. The lines pass each other where (edge − p) × f agrees with n.
  const nx = dy * fz - dz * fy;
  const ny = dz * fx - dx * fz;
  const nz = dx * fy - dy * fx;
  const rx = edge[0] - px;
  const ry = edge[1] - py;
  const rz = edge[2] - pz;
  const square = nx * nx + ny * ny + nz * nz;
  const t = ((ry * fz - rz * fy) * nx + (rz * fx - rx * fz) * ny + (rx * fy - ry * fx) * nz) / square;
  const clamped = Math.max(0, Math.min(1, t));
  deepest[0] = px + clamped * dx;
  deepest[1] = py + clamped * dy;
  deepest[2] = pz + clamped * dz;
}

/** Transforms the axis and the deepest points to the frame of the pair. */
function writeContact(): void {
  const m = bodyB.axes;
  const unit = pair[UNIT];
  const separation = unit * best[SEPARATION];
  const x = deepest[0] * unit;
  const y = deepest[1] * unit;
  const z = deepest[2] * unit;
  for (let k = 0; k < 3; k++) {
    const n = m[k] * best[0] + m[3 + k] * best[1] + m[6 + k] * best[2];
    const at = (k === 0 ? bodyB.x : k === 1 ? bodyB.y : bodyB.z) + (m[k] * x + m[3 + k] * y + m[6 + k] * z);
    bodyContact[k] = 0 + n;
    bodyContact[BODY_CONTACT_A + k] = at;
    bodyContact[BODY_CONTACT_B + k] = at + separation * n;
  }
  bodyContact[BODY_CONTACT_SEPARATION] = separation;
}

/** A cylinder or cone, beside the triangle as a hull, in the frame of the pair. */
function findRound(): number {
  round[ROUND_X] = bodyB.x;
  round[ROUND_X + 1] = bodyB.y;
  round[ROUND_X + 2] = bodyB.z;
  for (let axis = 0; axis < 3; axis++) round[ROUND_AXIS_X + axis] = bodyB.axes[3 + axis];
  round[ROUND_HALF] = bodyB.halfY;
  round[ROUND_LOW] = bodyB.halfX;
  round[ROUND_HIGH] = 0;
  if (bodyB.core.form === CORE_CYLINDER) round[ROUND_HIGH] = bodyB.halfX;
  prepareRound(round);
  round[ROUND_LIMIT] = bodyContact[BODY_CONTACT_LIMIT];
  setTriangleHull(triangleHull, bodyA.corners);
  const { findAxis, locate } = roundContacts!;
  const kind = findAxis(triangleHull);
  if (kind === ROUND_APART) return TRIANGLE_APART;
  if (kind === ROUND_CENTRES) return TRIANGLE_UNKNOWN;
  const found = locate(triangleHull, kind);
  if (found !== CONTACT_FOUND) return found;
  for (let axis = 0; axis < 3; axis++) {
    bodyContact[axis] = 0 - roundAxis[axis];
    bodyContact[BODY_CONTACT_A + axis] = roundPoints[3 + axis];
    bodyContact[BODY_CONTACT_B + axis] = roundPoints[axis];
  }
  bodyContact[BODY_CONTACT_SEPARATION] = roundAxis[3];
  return TRIANGLE_FOUND;
}
