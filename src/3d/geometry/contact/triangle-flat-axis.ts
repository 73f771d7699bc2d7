import { bodyB } from '../convex/convex-body.ts';
import { PARALLEL } from './separating-axis.ts';
import {
  AXIS_SEPARATION,
  bestAxis,
  edgeOfAxis,
  GAIN,
  measureBehind,
  NO_SIDE,
  sideOfAxis,
  takeAxis,
  triangleCorners,
  triangleNormal,
  trianglePair,
  triedAxis,
} from './triangle-axis.ts';

/*
 * The separating axes of a triangle and a segment or another triangle. Where both lie in one plane
 * the axes across two edges tell nothing, and the directions in the plane are measured instead.
 */

/** The ends of the body's segment, along y of its frame, or of a side of its triangle. */
export const bodySegment = new Float64Array(6);
/** Sine below which a segment or a triangle lies in the plane of the triangle, and the axes across it tell nothing. */
const IN_PLANE = 1e-6;

/**
 * Measures the directions in the triangle's plane: those out of its sides, and those out of the sides of a flat body in
 * that plane, whose corners are the first `count` numbers of `own`.
 */
function findInPlane(own: Float64Array, count: number): void {
  for (let side = 0; side < 9 + count; side += 3) {
    const isOwn = side >= 9;
    const list = isOwn ? own : triangleCorners;
    const from = isOwn ? side - 9 : side;
    const to = from + 3 < (isOwn ? count : 9) ? from + 3 : 0;
    const ex = list[to] - list[from];
    const ey = list[to + 1] - list[from + 1];
    const ez = list[to + 2] - list[from + 2];
    triedAxis[0] = ey * triangleNormal[2] - ez * triangleNormal[1];
    triedAxis[1] = ez * triangleNormal[0] - ex * triangleNormal[2];
    triedAxis[2] = ex * triangleNormal[1] - ey * triangleNormal[0];
    const length = triedAxis[0] * triedAxis[0] + triedAxis[1] * triedAxis[1] + triedAxis[2] * triedAxis[2];
    if (length > 0) measureCorners(own, count, 1 / Math.sqrt(length));
  }
}

/**
 * Measures the axis in `triedAxis`, in both directions, on all corners of the triangle and of a body, and takes it if
 * it is better. Returns whether it was.
 */
function measureCorners(own: Float64Array, count: number, scale: number): boolean {
  let least = Infinity;
  let most = -Infinity;
  let ownLeast = Infinity;
  let ownMost = -Infinity;
  for (let corner = 0; corner < 9; corner += 3) {
    const height =
      triangleCorners[corner] * triedAxis[0] +
      triangleCorners[corner + 1] * triedAxis[1] +
      triangleCorners[corner + 2] * triedAxis[2];
    if (height < least) least = height;
    if (height > most) most = height;
  }
  for (let corner = 0; corner < count; corner += 3) {
    const height = own[corner] * triedAxis[0] + own[corner + 1] * triedAxis[1] + own[corner + 2] * triedAxis[2];
    if (height < ownLeast) ownLeast = height;
    if (height > ownMost) ownMost = height;
  }
  const above = (ownLeast - most) * scale;
  const below = (least - ownMost) * scale;
  const gap = Math.max(above, below);
  if (!(gap > bestAxis[AXIS_SEPARATION] + trianglePair[GAIN])) return false;
  takeAxis(gap, above > below ? scale : -scale);
  sideOfAxis[0] = NO_SIDE;
  return true;
}

/** Measures the three axes across a side of the triangle and a segment along y, whose middle is the origin. */
export function findSegmentSides(): void {
  const half = bodyB.halfY;
  bodySegment[0] = bodySegment[2] = bodySegment[3] = bodySegment[5] = 0;
  bodySegment[1] = -half;
  bodySegment[4] = half;
  measureBehind(bodySegment, 6);
  for (let side = 0; side < 3; side++) {
    const from = 3 * side;
    const to = side === 2 ? 0 : from + 3;
    const other = side === 0 ? 6 : from - 3;
    const ex = triangleCorners[to] - triangleCorners[from];
    const ey = triangleCorners[to + 1] - triangleCorners[from + 1];
    const ez = triangleCorners[to + 2] - triangleCorners[from + 2];
    const length = ex * ex + ez * ez;
    if (!(length > PARALLEL * (length + ey * ey))) continue;
    const scale = 1 / Math.sqrt(length);
    const onSide = (triangleCorners[from] * -ez + triangleCorners[from + 2] * ex) * scale;
    const onOther = (triangleCorners[other] * -ez + triangleCorners[other + 2] * ex) * scale;
    const sign = onSide < onOther ? -1 : 1;
    const gap = -sign * onSide;
    if (!(gap > bestAxis[AXIS_SEPARATION] + trianglePair[GAIN])) continue;
    triedAxis[0] = -sign * ez;
    triedAxis[1] = 0;
    triedAxis[2] = sign * ex;
    takeAxis(gap, scale);
    sideOfAxis[0] = side;
    for (let k = 0; k < 6; k++) edgeOfAxis[k] = 0;
    edgeOfAxis[1] = -half;
    edgeOfAxis[4] = 2 * half;
  }
  if (Math.abs(triangleNormal[1]) < IN_PLANE) findInPlane(bodySegment, 6);
}

/** Measures the other triangle's two normals, and the nine axes across two sides. */
export function findTriangleSides(): void {
  const own = bodyB.corners;
  measureBehind(own, 9);
  crossSides(own, 0, own, 3);
  let length = squareOf(triedAxis);
  const across = triangleNormal[0] * triedAxis[0] + triangleNormal[1] * triedAxis[1] + triangleNormal[2] * triedAxis[2];
  if (length > 0) measureCorners(own, 9, 1 / Math.sqrt(length));
  if (length - across * across < IN_PLANE * IN_PLANE * length) findInPlane(own, 9);
  for (let side = 0; side < 9; side += 3) {
    for (let other = 0; other < 9; other += 3) {
      crossSides(own, side, triangleCorners, other);
      length = squareOf(triedAxis);
      if (!(length > PARALLEL * lengths[0]) || !measureCorners(own, 9, 1 / Math.sqrt(length))) continue;
      sideOfAxis[0] = other / 3;
      const next = side === 6 ? 0 : side + 3;
      for (let axis = 0; axis < 3; axis++) {
        edgeOfAxis[axis] = own[side + axis];
        edgeOfAxis[3 + axis] = own[next + axis] - own[side + axis];
      }
    }
  }
}

/** The product of the squared lengths of the two sides that `crossSides` has crossed last. */
const lengths = new Float64Array(1);

/** Writes the cross product of two sides to `triedAxis`. */
function crossSides(a: Float64Array, from: number, b: Float64Array, other: number): void {
  const to = from === 6 ? 0 : from + 3;
  const last = other === 6 ? 0 : other + 3;
  const ex = a[to] - a[from];
  const ey = a[to + 1] - a[from + 1];
  const ez = a[to + 2] - a[from + 2];
  const fx = b[last] - b[other];
  const fy = b[last + 1] - b[other + 1];
  const fz = b[last + 2] - b[other + 2];
  triedAxis[0] = ey * fz - ez * fy;
  triedAxis[1] = ez * fx - ex * fz;
  triedAxis[2] = ex * fy - ey * fx;
  lengths[0] = (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz);
}

function squareOf(vector: Float64Array): number {
  return vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
}
