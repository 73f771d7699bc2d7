import type { NumberArray } from '../../core/number-array.ts';
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
import { collideConvex } from './collide-convex.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS } from './contact-layout.ts';
import { type ConvexPiece, createConvexPiece } from './convex-piece.ts';

/** Offsets in an OBB: centre, half extents, cosine and sine. */
const CENTER_X = 0;
const CENTER_Y = 1;
const HALF_X = 2;
const HALF_Y = 3;
const COSINE = 4;
const SINE = 5;

const pieceA = createConvexPiece(4);
const pieceB = createConvexPiece(4);
const noCache = new Int32Array(1);

/**
 * Collides two oriented boxes (centre, halfExtents, cos sin: 6 numbers each): same results, layout and features as
 * `collideConvex` on their four corners (−,−), (+,−), (+,+), (−,+), at less than half the cost. Returns the number of
 * points, 0 when they are farther apart than `margin`. NaN gives 0.
 *
 * The four axes are tested in closed form with the centres' difference and the relative rotation (Gottschalk, Lin and
 * Manocha, OBBTree, 1996, in the plane). On equal depth a face of A wins, then the x axis of a box.
 */
export function collideBoxes(
  out: Float64Array,
  features: Uint32Array,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  margin: number,
): number {
  const cosA = a[aOffset + COSINE]!;
  const sinA = a[aOffset + SINE]!;
  const cosB = b[bOffset + COSINE]!;
  const sinB = b[bOffset + SINE]!;
  const deltaX = b[bOffset + CENTER_X]! - a[aOffset + CENTER_X]!;
  const deltaY = b[bOffset + CENTER_Y]! - a[aOffset + CENTER_Y]!;
  const halfAX = a[aOffset + HALF_X]!;
  const halfAY = a[aOffset + HALF_Y]!;
  const halfBX = b[bOffset + HALF_X]!;
  const halfBY = b[bOffset + HALF_Y]!;
  // The rotation from A's axes to B's, in absolute values: how much of one box's extent shows along the other's axis.
  const along = Math.abs(cosA * cosB + sinA * sinB);
  const across = Math.abs(cosA * sinB - sinA * cosB);
  const centerAX = cosA * deltaX + sinA * deltaY;
  const separationAX = Math.abs(centerAX) - (halfAX + halfBX * along + halfBY * across);
  if (!(separationAX <= margin)) return 0;
  const centerAY = cosA * deltaY - sinA * deltaX;
  const separationAY = Math.abs(centerAY) - (halfAY + halfBX * across + halfBY * along);
  if (!(separationAY <= margin)) return 0;
  const centerBX = cosB * deltaX + sinB * deltaY;
  const separationBX = Math.abs(centerBX) - (halfBX + halfAX * along + halfAY * across);
  if (!(separationBX <= margin)) return 0;
  const centerBY = cosB * deltaY - sinB * deltaX;
  const separationBY = Math.abs(centerBY) - (halfBY + halfAX * across + halfAY * along);
  if (!(separationBY <= margin)) return 0;

  face[FACE_LIMIT] = margin;
  face[FACE_RADIUS] = 0;
  face[FACE_SHIFT] = 0;
  const bestA = Math.max(separationAX, separationAY);
  const bestB = Math.max(separationBX, separationBY);
  let count: number;
  if (bestA >= bestB) {
    face[FACE_SEPARATION] = bestA;
    const side = separationAX >= separationAY ? (centerAX >= 0 ? 1 : 3) : centerAY >= 0 ? 2 : 0;
    count = collideSide(out, features, a, aOffset, b, bOffset, side, false);
    if (count < 0) return collideCorners(out, features, a, aOffset, b, bOffset, margin);
  } else {
    face[FACE_SEPARATION] = bestB;
    // From B's side A lies the other way.
    const side = separationBX >= separationBY ? (centerBX <= 0 ? 1 : 3) : centerBY <= 0 ? 2 : 0;
    count = collideSide(out, features, b, bOffset, a, aOffset, side, true);
    if (count < 0) return collideCorners(out, features, a, aOffset, b, bOffset, margin);
  }
  // The points so far are relative to the reference box.
  const originX = bestA >= bestB ? a[aOffset + CENTER_X]! : b[bOffset + CENTER_X]!;
  const originY = bestA >= bestB ? a[aOffset + CENTER_Y]! : b[bOffset + CENTER_Y]!;
  out[CONTACT_POINTS] = out[CONTACT_POINTS]! + originX;
  out[CONTACT_POINTS + 1] = out[CONTACT_POINTS + 1]! + originY;
  if (count === 2) {
    const second = CONTACT_POINTS + CONTACT_POINT_STRIDE;
    out[second] = out[second]! + originX;
    out[second + 1] = out[second + 1]! + originY;
  }
  return count;
}

/** The manifold of side `side` of the reference box (0 −y, 1 +x, 2 +y, 3 −x), around the reference box's centre. */
function collideSide(
  out: Float64Array,
  features: Uint32Array,
  reference: NumberArray,
  referenceOffset: number,
  incident: NumberArray,
  incidentOffset: number,
  side: number,
  flip: boolean,
): number {
  const cosine = reference[referenceOffset + COSINE]!;
  const sine = reference[referenceOffset + SINE]!;
  const sideways = (side & 1) !== 0;
  const sign = side === 1 || side === 2 ? 1 : -1;
  // Side x: the axis (cos, sin); side y: its quarter turn.
  const normalX = sign * (sideways ? cosine : -sine);
  const normalY = sign * (sideways ? sine : cosine);
  const halfLength = reference[referenceOffset + (sideways ? HALF_Y : HALF_X)]!;

  // The incident side: the one whose normal points most against ours.
  const incidentCosine = incident[incidentOffset + COSINE]!;
  const incidentSine = incident[incidentOffset + SINE]!;
  const againstX = normalX * incidentCosine + normalY * incidentSine;
  const againstY = normalY * incidentCosine - normalX * incidentSine;
  const incidentSideways = Math.abs(againstX) >= Math.abs(againstY);
  const incidentSign = (incidentSideways ? againstX : againstY) > 0 ? -1 : 1;
  const outwardX = incidentSign * (incidentSideways ? incidentCosine : -incidentSine);
  const outwardY = incidentSign * (incidentSideways ? incidentSine : incidentCosine);
  const incidentEdge = incidentSideways ? 2 - incidentSign : 1 + incidentSign;
  const depth = incident[incidentOffset + (incidentSideways ? HALF_X : HALF_Y)]!;
  const halfWidth = incident[incidentOffset + (incidentSideways ? HALF_Y : HALF_X)]!;
  const middleX = incident[incidentOffset + CENTER_X]! - reference[referenceOffset + CENTER_X]! + depth * outwardX;
  const middleY = incident[incidentOffset + CENTER_Y]! - reference[referenceOffset + CENTER_Y]! + depth * outwardY;
  // The edge runs along the quarter turn of its normal, from its start vertex to its end vertex.
  const edgeX = -outwardY * halfWidth;
  const edgeY = outwardX * halfWidth;
  const startDeepest = normalX * edgeX + normalY * edgeY >= 0;
  const toDeepest = startDeepest ? -1 : 1;
  const x = middleX + toDeepest * edgeX;
  const y = middleY + toDeepest * edgeY;
  const incidentEnd = (incidentEdge + 1) & 3;

  face[FACE_NORMAL_X] = normalX;
  face[FACE_NORMAL_Y] = normalY;
  face[FACE_LENGTH] = 2 * halfLength;
  face[FACE_X] = x;
  face[FACE_Y] = y;
  face[FACE_ALONG] = normalX * y - normalY * x + halfLength;
  face[FACE_STEP_X] = -2 * toDeepest * edgeX;
  face[FACE_STEP_Y] = -2 * toDeepest * edgeY;
  face[FACE_TOLERANCE] = ROUNDING * (2 * halfLength + Math.abs(x) + Math.abs(y));
  return clipFace(
    out,
    features,
    side,
    (side + 1) & 3,
    startDeepest ? incidentEdge : incidentEnd,
    startDeepest ? incidentEnd : incidentEdge,
    incidentEdge,
    flip,
  );
}

/** Two corners face each other: rare enough for the general routine, which also settles ties between faces. */
function collideCorners(
  out: Float64Array,
  features: Uint32Array,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  margin: number,
): number {
  const originX = a[aOffset + CENTER_X]!;
  const originY = a[aOffset + CENTER_Y]!;
  fillBox(pieceA, a, aOffset, a, aOffset);
  fillBox(pieceB, b, bOffset, a, aOffset);
  noCache[0] = 0;
  const count = collideConvex(out, features, pieceA, pieceB, margin, noCache, 0);
  for (let i = 0; i < count; i++) {
    const p = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    out[p] = out[p]! + originX;
    out[p + 1] = out[p + 1]! + originY;
  }
  return count;
}

/**
 * Fills a piece (capacity 4 at least, its radius untouched) with the corners (−,−), (+,−), (+,+), (−,+) and the normals
 * of an OBB, in a frame with its origin at the point `origin` (an array, as two fractions would be allocated).
 */
export function fillBox(
  piece: ConvexPiece,
  box: NumberArray,
  boxOffset: number,
  origin: NumberArray,
  originOffset: number,
): void {
  const x = box[boxOffset + CENTER_X]! - origin[originOffset]!;
  const y = box[boxOffset + CENTER_Y]! - origin[originOffset + 1]!;
  const cosine = box[boxOffset + COSINE]!;
  const sine = box[boxOffset + SINE]!;
  const ux = cosine * box[boxOffset + HALF_X]!;
  const uy = sine * box[boxOffset + HALF_X]!;
  const vx = -sine * box[boxOffset + HALF_Y]!;
  const vy = cosine * box[boxOffset + HALF_Y]!;
  const vertices = piece.vertices;
  const normals = piece.normals;
  vertices[0] = x - ux - vx;
  vertices[1] = y - uy - vy;
  vertices[2] = x + ux - vx;
  vertices[3] = y + uy - vy;
  vertices[4] = x + ux + vx;
  vertices[5] = y + uy + vy;
  vertices[6] = x - ux + vx;
  vertices[7] = y - uy + vy;
  normals[0] = sine;
  normals[1] = 0 - cosine;
  normals[2] = cosine;
  normals[3] = sine;
  normals[4] = 0 - sine;
  normals[5] = cosine;
  normals[6] = 0 - cosine;
  normals[7] = 0 - sine;
  piece.count = 4;
}
