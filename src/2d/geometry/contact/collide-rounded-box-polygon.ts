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
 * in the polygon's own frame, so that the polygon is read as it lies and only the box moves: results, layout and
 * features of `collideConvex`, at half the cost. `boxIsA` says which of the two is A. Radii and limit are read from
 * `boxPolygon`.
 *
 * Returns the number of points, 0 when they are farther apart than the limit, or −1 when two corners face each other
 * and `collideConvex` has to be asked. The polygon's normals must be outward on all of its vertices. NaN gives 0.
 *
 * Along an edge's normal the box reaches as far as its half extents show there; along an axis of the box all vertices
 * are looked at.
 */
export function collideBoxPolygon(
  out: Float64Array,
  features: Uint32Array,
  box: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  boxIsA: boolean,
): number {
  const edge = findEdge(box, vertices, normals);
  const separationPolygon = boxPolygon[SEARCH];
  if (!(separationPolygon <= boxPolygon[LIMIT])) return 0;
  const side = findSide(box, vertices);
  const separationBox = boxPolygon[SEARCH];
  if (!(separationBox <= boxPolygon[LIMIT])) return 0;
  face[FACE_LIMIT] = boxPolygon[LIMIT];
  face[FACE_RADIUS] = boxPolygon[RADIUS_OF_BOX] + boxPolygon[RADIUS_OF_POLYGON];
  if (boxIsA ? separationBox >= separationPolygon : separationBox > separationPolygon) {
    face[FACE_SEPARATION] = separationBox;
    return collideBoxSide(out, features, box, vertices, normals, side, !boxIsA);
  }
  face[FACE_SEPARATION] = separationPolygon;
  return collideEdge(out, features, box, vertices, normals, edge, boxIsA);
}

/** Finds the edge of the polygon that the box is farthest beyond; stops at one beyond the limit. */
function findEdge(box: Float64Array, vertices: Float64Array, normals: Float64Array): number {
  const x = box[BOX_CENTER_X];
  const y = box[BOX_CENTER_Y];
  const cosine = box[BOX_COSINE];
  const sine = box[BOX_SINE];
  const halfX = box[BOX_HALF_X];
  const halfY = box[BOX_HALF_Y];
  const limit = boxPolygon[LIMIT];
  const end = vertices.length;
  let best = -Infinity;
  let edge = 0;
  for (let e = 0; e < end; e += PIECE_STRIDE) {
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
  return edge / PIECE_STRIDE;
}

/**
 * Finds the side of the box (0 −y, 1 +x, 2 +y, 3 −x) that the polygon is farthest beyond, and its vertex deepest there.
 */
function findSide(box: Float64Array, vertices: Float64Array): number {
  const x = box[BOX_CENTER_X];
  const y = box[BOX_CENTER_Y];
  const cosine = box[BOX_COSINE];
  const sine = box[BOX_SINE];
  const end = vertices.length;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let left = 0;
  let right = 0;
  let low = 0;
  let high = 0;
  for (let v = 0; v < end; v += PIECE_STRIDE) {
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
  // A core of no width has no face on its y axis, only an end; but apart along any axis is apart.
  const sideways = isCore ? !(separationY > boxPolygon[LIMIT]) : separationX >= separationY;
  boxPolygon[SEARCH] = sideways ? separationX : separationY;
  const positive = sideways ? minX >= -maxX : minY >= -maxY;
  deepest = (sideways ? (positive ? left : right) : positive ? low : high) / PIECE_STRIDE;
  return sideways ? (positive ? 1 : 3) : positive ? 2 : 0;
}

/** The manifold of an edge of the polygon against the box's side that faces it. */
function collideEdge(
  out: Float64Array,
  features: Uint32Array,
  box: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  edge: number,
  flip: boolean,
): number {
  const e = edge * PIECE_STRIDE;
  const next = e + PIECE_STRIDE === vertices.length ? 0 : edge + 1;
  const normalX = normals[e];
  const normalY = normals[e + 1];
  const startX = vertices[e];
  const startY = vertices[e + 1];
  const length =
    normalX * (vertices[next * PIECE_STRIDE + 1] - startY) - normalY * (vertices[next * PIECE_STRIDE] - startX);
  face[FACE_NORMAL_X] = normalX;
  face[FACE_NORMAL_Y] = normalY;
  const ends = layIncidentBox(box, polygonOrigin);
  const x = face[FACE_X];
  const y = face[FACE_Y];
  face[FACE_LENGTH] = length;
  face[FACE_ALONG] = normalX * (y - startY) - normalY * (x - startX);
  face[FACE_SHIFT] = 0.5 * (boxPolygon[RADIUS_OF_POLYGON] - boxPolygon[RADIUS_OF_BOX]);
  face[FACE_TOLERANCE] = ROUNDING * (length + Math.abs(startX) + Math.abs(startY) + Math.abs(x) + Math.abs(y));
  return clipFace(out, features, edge, next, deepestEnd(ends), otherEnd(ends), flip);
}

/** The manifold of a side of the box against the polygon's edge that faces it. */
function collideBoxSide(
  out: Float64Array,
  features: Uint32Array,
  box: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  side: number,
  flip: boolean,
): number {
  const sideways = (side & 1) !== 0;
  const sign = side === 1 || side === 2 ? 1 : -1;
  const normalX = sign * (sideways ? box[BOX_COSINE] : -box[BOX_SINE]);
  const normalY = sign * (sideways ? box[BOX_SINE] : box[BOX_COSINE]);
  const halfLength = box[sideways ? BOX_HALF_Y : BOX_HALF_X];
  const count = vertices.length / PIECE_STRIDE;
  const vertex = deepest;
  const before = vertex === 0 ? count - 1 : vertex - 1;
  const after = vertex + 1 === count ? 0 : vertex + 1;
  const alongBefore = normals[before * PIECE_STRIDE] * normalX + normals[before * PIECE_STRIDE + 1] * normalY;
  const alongAfter = normals[vertex * PIECE_STRIDE] * normalX + normals[vertex * PIECE_STRIDE + 1] * normalY;
  const other = alongAfter <= alongBefore ? after : before;
  // Around the box's centre.
  const x = vertices[vertex * PIECE_STRIDE] - box[BOX_CENTER_X];
  const y = vertices[vertex * PIECE_STRIDE + 1] - box[BOX_CENTER_Y];
  face[FACE_NORMAL_X] = normalX;
  face[FACE_NORMAL_Y] = normalY;
  face[FACE_X] = x;
  face[FACE_Y] = y;
  face[FACE_STEP_X] = vertices[other * PIECE_STRIDE] - vertices[vertex * PIECE_STRIDE];
  face[FACE_STEP_Y] = vertices[other * PIECE_STRIDE + 1] - vertices[vertex * PIECE_STRIDE + 1];
  face[FACE_LENGTH] = 2 * halfLength;
  face[FACE_ALONG] = normalX * y - normalY * x + halfLength;
  face[FACE_SHIFT] = 0.5 * (boxPolygon[RADIUS_OF_BOX] - boxPolygon[RADIUS_OF_POLYGON]);
  face[FACE_TOLERANCE] = ROUNDING * (2 * halfLength + Math.abs(x) + Math.abs(y));
  const isCore = box[BOX_HALF_X] === 0;
  const edge = isCore ? side >> 1 : side;
  const next = isCore ? 1 - edge : (side + 1) & 3;
  const points = clipFace(out, features, edge, next, vertex, other, flip);
  for (let i = 0; i < points; i++) {
    const p = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    out[p] = out[p] + box[BOX_CENTER_X];
    out[p + 1] = out[p + 1] + box[BOX_CENTER_Y];
  }
  return points;
}
