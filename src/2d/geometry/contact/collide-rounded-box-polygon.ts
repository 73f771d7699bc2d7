import { PIECE_STRIDE } from '../convex/convex-piece.ts';
import {
  clipFace,
  FACE_ALONG,
  FACE_LENGTH,
  FACE_LIMIT,
  FACE_NORMAL_X,
  FACE_NORMAL_Y,
  FACE_RADIUS,
  FACE_SEPARATION,
  FACE_SHIFT,
  FACE_STEP_X,
  FACE_STEP_Y,
  FACE_TOLERANCE,
  FACE_X,
  FACE_Y,
  face,
  ROUNDING,
} from './clip-face.ts';
import {
  BOX_CENTER_X,
  BOX_CENTER_Y,
  BOX_COSINE,
  BOX_HALF_X,
  BOX_HALF_Y,
  BOX_SINE,
  deepestEnd,
  layIncidentBox,
  otherEnd,
} from './collide-rounded-boxes.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS } from './contact-layout.ts';

/** The operands of `collideBoxPolygon` besides the shapes, and the separation that each of its two searches finds. */
export const boxPolygon = new Float64Array(4);
/** How far apart the cores may be: the sum of the radii and the margin. */
export const LIMIT = 0;
export const RADIUS_OF_BOX = 1;
export const RADIUS_OF_POLYGON = 2;
const SEARCH = 3;

/** The vertex of the polygon deepest below the box's side that the last search found. */
let deepest = 0;

const polygonOrigin = new Float64Array(2);

/**
 * Collides a rounded box (layout of `collideRoundedBoxes`, one of no width being a capsule) with a convex polygon, both
 * in the polygon's own frame, so that the polygon is read as it lies, from vertex number `first` on, and only the box
 * moves: results, layout and features of `collideConvex`, at half the cost. `boxIsA` says which of the two is A. Radii
 * and limit are read from `boxPolygon`.
 *
 * Returns the number of points, 0 when they are farther apart than the limit, or −1 when two corners face each other
 * and `collideConvex` has to be asked. The polygon's normals must be outward on all of its vertices. NaN gives 0.
 *
 * Along an edge's normal the reach of the box is the projection of its half extents; along an axis of the box all
 * vertices are looked at.
 */
export function collideBoxPolygon(
  out: Float64Array,
  features: Uint32Array,
  box: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  first: number,
  count: number,
  boxIsA: boolean,
): number {
  const edge = findEdge(box, vertices, normals, first, count);
  const separationPolygon = boxPolygon[SEARCH];
  if (!(separationPolygon <= boxPolygon[LIMIT])) return 0;
  const side = findSide(box, vertices, first, count);
  const separationBox = boxPolygon[SEARCH];
  if (!(separationBox <= boxPolygon[LIMIT])) return 0;
  face[FACE_LIMIT] = boxPolygon[LIMIT];
  face[FACE_RADIUS] = boxPolygon[RADIUS_OF_BOX] + boxPolygon[RADIUS_OF_POLYGON];
  if (boxIsA ? separationBox >= separationPolygon : separationBox > separationPolygon) {
    face[FACE_SEPARATION] = separationBox;
    const other = laySide(box, vertices, normals, first, count, side);
    const isCore = box[BOX_HALF_X] === 0;
    const from = isCore ? side >> 1 : side;
    const to = isCore ? 1 - from : (side + 1) & 3;
    const points = clipFace(out, features, from, to, deepest, other, !boxIsA);
    for (let i = 0; i < points; i++) {
      const p = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
      out[p] = out[p] + box[BOX_CENTER_X];
      out[p + 1] = out[p + 1] + box[BOX_CENTER_Y];
    }
    return points;
  }
  face[FACE_SEPARATION] = separationPolygon;
  const next = edge + 1 === count ? 0 : edge + 1;
  const ends = layEdge(box, vertices, normals, first, edge, next);
  return clipFace(out, features, edge, next, deepestEnd(ends), otherEnd(ends), boxIsA);
}

/** Finds the edge of the polygon that the box is farthest beyond; stops at one beyond the limit. */
function findEdge(
  box: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  first: number,
  count: number,
): number {
  const x = box[BOX_CENTER_X];
  const y = box[BOX_CENTER_Y];
  const cosine = box[BOX_COSINE];
  const sine = box[BOX_SINE];
  const halfX = box[BOX_HALF_X];
  const halfY = box[BOX_HALF_Y];
  const limit = boxPolygon[LIMIT];
  const start = first * PIECE_STRIDE;
  const end = start + count * PIECE_STRIDE;
  let best = -Infinity;
  let edge = start;
  for (let e = start; e < end; e += PIECE_STRIDE) {
    const normalX = normals[e];
    const normalY = normals[e + 1];
    const reach =
      Math.abs(normalX * cosine + normalY * sine) * halfX + Math.abs(normalY * cosine - normalX * sine) * halfY;
    const separation = normalX * (x - vertices[e]) + normalY * (y - vertices[e + 1]) - reach;
    if (separation > best) {
      best = separation;
      edge = e;
      if (best > limit) break;
    }
  }
  boxPolygon[SEARCH] = best;
  return (edge - start) / PIECE_STRIDE;
}

/**
 * Finds the side of the box (0 −y, 1 +x, 2 +y, 3 −x) that the polygon is farthest beyond, and its vertex deepest there.
 */
function findSide(box: Float64Array, vertices: Float64Array, first: number, count: number): number {
  const x = box[BOX_CENTER_X];
  const y = box[BOX_CENTER_Y];
  const cosine = box[BOX_COSINE];
  const sine = box[BOX_SINE];
  const start = first * PIECE_STRIDE;
  const end = start + count * PIECE_STRIDE;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let left = start;
  let right = start;
  let low = start;
  let high = start;
  for (let v = start; v < end; v += PIECE_STRIDE) {
    const deltaX = vertices[v] - x;
    const deltaY = vertices[v + 1] - y;
    const alongX = cosine * deltaX + sine * deltaY;
    const alongY = cosine * deltaY - sine * deltaX;
    if (alongX < minX) {
      minX = alongX;
      left = v;
    }
    if (alongX > maxX) {
      maxX = alongX;
      right = v;
    }
    if (alongY < minY) {
      minY = alongY;
      low = v;
    }
    if (alongY > maxY) {
      maxY = alongY;
      high = v;
    }
  }
  const isCore = box[BOX_HALF_X] === 0;
  const separationX = Math.max(minX, -maxX) - box[BOX_HALF_X];
  const separationY = Math.max(minY, -maxY) - box[BOX_HALF_Y];
  // A core of no width has no face on its y axis, only an end; but a gap along the y axis separates the shapes all the
  // same.
  const sideways = isCore ? !(separationY > boxPolygon[LIMIT]) : separationX >= separationY;
  boxPolygon[SEARCH] = sideways ? separationX : separationY;
  const positive = sideways ? minX >= -maxX : minY >= -maxY;
  deepest = ((sideways ? (positive ? left : right) : positive ? low : high) - start) / PIECE_STRIDE;
  return sideways ? (positive ? 1 : 3) : positive ? 2 : 0;
}

/**
 * Lays an edge of the polygon out for `clipFace` against the box's side that faces it, and returns that side's ends.
 */
function layEdge(
  box: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  first: number,
  edge: number,
  next: number,
): number {
  const e = (first + edge) * PIECE_STRIDE;
  const n = (first + next) * PIECE_STRIDE;
  const normalX = normals[e];
  const normalY = normals[e + 1];
  const startX = vertices[e];
  const startY = vertices[e + 1];
  const length = normalX * (vertices[n + 1] - startY) - normalY * (vertices[n] - startX);
  face[FACE_NORMAL_X] = normalX;
  face[FACE_NORMAL_Y] = normalY;
  const ends = layIncidentBox(box, polygonOrigin);
  const x = face[FACE_X];
  const y = face[FACE_Y];
  face[FACE_LENGTH] = length;
  face[FACE_ALONG] = normalX * (y - startY) - normalY * (x - startX);
  face[FACE_SHIFT] = 0.5 * (boxPolygon[RADIUS_OF_POLYGON] - boxPolygon[RADIUS_OF_BOX]);
  face[FACE_TOLERANCE] = ROUNDING * (length + Math.abs(startX) + Math.abs(startY) + Math.abs(x) + Math.abs(y));
  return ends;
}

/**
 * Lays a side of the box out for `clipFace` against the polygon's edge that faces it: from the `deepest` vertex to
 * another one, which is returned. All coordinates are relative to the box's centre.
 */
function laySide(
  box: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  first: number,
  count: number,
  side: number,
): number {
  const sideways = (side & 1) !== 0;
  const sign = side === 1 || side === 2 ? 1 : -1;
  const normalX = sign * (sideways ? box[BOX_COSINE] : -box[BOX_SINE]);
  const normalY = sign * (sideways ? box[BOX_SINE] : box[BOX_COSINE]);
  const halfLength = box[sideways ? BOX_HALF_Y : BOX_HALF_X];
  const vertex = deepest;
  const before = vertex === 0 ? count - 1 : vertex - 1;
  const after = vertex + 1 === count ? 0 : vertex + 1;
  const v = (first + vertex) * PIECE_STRIDE;
  const b = (first + before) * PIECE_STRIDE;
  const alongBefore = normals[b] * normalX + normals[b + 1] * normalY;
  const alongAfter = normals[v] * normalX + normals[v + 1] * normalY;
  const other = alongAfter <= alongBefore ? after : before;
  const o = (first + other) * PIECE_STRIDE;
  const x = vertices[v] - box[BOX_CENTER_X];
  const y = vertices[v + 1] - box[BOX_CENTER_Y];
  face[FACE_NORMAL_X] = normalX;
  face[FACE_NORMAL_Y] = normalY;
  face[FACE_X] = x;
  face[FACE_Y] = y;
  face[FACE_STEP_X] = vertices[o] - vertices[v];
  face[FACE_STEP_Y] = vertices[o + 1] - vertices[v + 1];
  face[FACE_LENGTH] = 2 * halfLength;
  face[FACE_ALONG] = normalX * y - normalY * x + halfLength;
  face[FACE_SHIFT] = 0.5 * (boxPolygon[RADIUS_OF_BOX] - boxPolygon[RADIUS_OF_POLYGON]);
  face[FACE_TOLERANCE] = ROUNDING * (2 * halfLength + Math.abs(x) + Math.abs(y));
  return other;
}
