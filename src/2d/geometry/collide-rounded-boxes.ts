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
import { CONTACT_POINT_STRIDE, CONTACT_POINTS } from './contact-layout.ts';
import {
  BOX_CENTER_X,
  BOX_CENTER_Y,
  BOX_COSINE,
  BOX_HALF_X,
  BOX_HALF_Y,
  BOX_RADIUS,
  BOX_SINE,
} from './rounded-box-layout.ts';

/**
 * Collides two oriented boxes with a radius around them (centre, halfExtents, cos sin, radius: 7 numbers each). A box of no width is
 * the core of a capsule along its y axis, with two vertices (−, +) and two edges (its +x side, its −x side). Same results,
 * layout and features as `collideConvex`. Returns the number of points, 0 when they are farther apart than `margin`, or −1 when two
 * corners face each other and `collideConvex` has to be asked. NaN gives 0.
 *
 * The four axes are tested in closed form with the centres' difference and the relative rotation (Gottschalk, Lin and
 * Manocha, OBBTree, 1996, in the plane). On equal depth a face of A wins, then the x axis of a box.
 */
export function collideRoundedBoxes(
  out: Float64Array,
  features: Uint32Array,
  a: Float64Array,
  b: Float64Array,
  margin: number,
): number {
  const cosA = a[BOX_COSINE]!;
  const sinA = a[BOX_SINE]!;
  const cosB = b[BOX_COSINE]!;
  const sinB = b[BOX_SINE]!;
  const deltaX = b[BOX_CENTER_X]! - a[BOX_CENTER_X]!;
  const deltaY = b[BOX_CENTER_Y]! - a[BOX_CENTER_Y]!;
  const halfAX = a[BOX_HALF_X]!;
  const halfAY = a[BOX_HALF_Y]!;
  const halfBX = b[BOX_HALF_X]!;
  const halfBY = b[BOX_HALF_Y]!;
  const radiusA = a[BOX_RADIUS]!;
  const radiusB = b[BOX_RADIUS]!;
  const limit = margin + radiusA + radiusB;
  // The rotation from A's axes to B's, in absolute values: how much of one box's extent shows along the other's axis.
  const along = Math.abs(cosA * cosB + sinA * sinB);
  const across = Math.abs(cosA * sinB - sinA * cosB);
  const centerAX = cosA * deltaX + sinA * deltaY;
  const separationAX = Math.abs(centerAX) - (halfAX + halfBX * along + halfBY * across);
  if (!(separationAX <= limit)) return 0;
  const centerAY = cosA * deltaY - sinA * deltaX;
  const separationAY = Math.abs(centerAY) - (halfAY + halfBX * across + halfBY * along);
  if (!(separationAY <= limit)) return 0;
  const centerBX = cosB * deltaX + sinB * deltaY;
  const separationBX = Math.abs(centerBX) - (halfBX + halfAX * along + halfAY * across);
  if (!(separationBX <= limit)) return 0;
  const centerBY = cosB * deltaY - sinB * deltaX;
  const separationBY = Math.abs(centerBY) - (halfBY + halfAX * across + halfAY * along);
  if (!(separationBY <= limit)) return 0;

  face[FACE_LIMIT] = limit;
  face[FACE_RADIUS] = radiusA + radiusB;
  // A core of no width has no face on its y axis, only an end.
  const isSidewaysA = halfAX === 0 || separationAX >= separationAY;
  const isSidewaysB = halfBX === 0 || separationBX >= separationBY;
  const bestA = isSidewaysA ? separationAX : separationAY;
  const bestB = isSidewaysB ? separationBX : separationBY;
  const aWins = bestA >= bestB;
  let count: number;
  if (aWins) {
    face[FACE_SEPARATION] = bestA;
    face[FACE_SHIFT] = 0.5 * (radiusA - radiusB);
    const side = isSidewaysA ? (centerAX >= 0 ? 1 : 3) : centerAY >= 0 ? 2 : 0;
    count = collideSide(out, features, a, b, side, false);
  } else {
    face[FACE_SEPARATION] = bestB;
    face[FACE_SHIFT] = 0.5 * (radiusB - radiusA);
    // From B's side A lies the other way.
    const side = isSidewaysB ? (centerBX <= 0 ? 1 : 3) : centerBY <= 0 ? 2 : 0;
    count = collideSide(out, features, b, a, side, true);
  }
  if (count < 0) return count;
  // The points so far are relative to the reference box.
  const originX = aWins ? a[BOX_CENTER_X]! : b[BOX_CENTER_X]!;
  const originY = aWins ? a[BOX_CENTER_Y]! : b[BOX_CENTER_Y]!;
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
  reference: Float64Array,
  incident: Float64Array,
  side: number,
  flip: boolean,
): number {
  const cosine = reference[BOX_COSINE]!;
  const sine = reference[BOX_SINE]!;
  const sideways = (side & 1) !== 0;
  const sign = side === 1 || side === 2 ? 1 : -1;
  // Side x: the axis (cos, sin); side y: its quarter turn.
  const normalX = sign * (sideways ? cosine : -sine);
  const normalY = sign * (sideways ? sine : cosine);
  const halfLength = reference[sideways ? BOX_HALF_Y : BOX_HALF_X]!;

  face[FACE_NORMAL_X] = normalX;
  face[FACE_NORMAL_Y] = normalY;
  const ends = layIncidentBox(incident, reference);
  const x = face[FACE_X]!;
  const y = face[FACE_Y]!;
  face[FACE_LENGTH] = 2 * halfLength;
  face[FACE_ALONG] = normalX * y - normalY * x + halfLength;
  face[FACE_TOLERANCE] = ROUNDING * (2 * halfLength + Math.abs(x) + Math.abs(y));
  const isCore = reference[BOX_HALF_X] === 0;
  const edge = isCore ? side >> 1 : side;
  const next = isCore ? 1 - edge : (side + 1) & 3;
  return clipFace(out, features, edge, next, deepestEnd(ends), otherEnd(ends), incidentEdge(ends), flip);
}

/** What `layIncidentBox` returns: the deepest vertex, the other end of the edge and the edge, two bits each. */
export const deepestEnd = (ends: number): number => ends & 3;
export const otherEnd = (ends: number): number => (ends >> 2) & 3;
export const incidentEdge = (ends: number): number => ends >> 4;

/**
 * Lays the side of a box that points most against the normal in `face` there as the incident edge, in the frame around the point
 * at the beginning of `origin`. Returns the numbers of its ends and itself.
 */
export function layIncidentBox(incident: Float64Array, origin: Float64Array): number {
  const normalX = face[FACE_NORMAL_X]!;
  const normalY = face[FACE_NORMAL_Y]!;
  const cosine = incident[BOX_COSINE]!;
  const sine = incident[BOX_SINE]!;
  const againstX = normalX * cosine + normalY * sine;
  const againstY = normalY * cosine - normalX * sine;
  const isCore = incident[BOX_HALF_X] === 0;
  const sideways = isCore || Math.abs(againstX) >= Math.abs(againstY);
  const sign = (sideways ? againstX : againstY) > 0 ? -1 : 1;
  const outwardX = sign * (sideways ? cosine : -sine);
  const outwardY = sign * (sideways ? sine : cosine);
  const depth = incident[sideways ? BOX_HALF_X : BOX_HALF_Y]!;
  const halfLength = incident[sideways ? BOX_HALF_Y : BOX_HALF_X]!;
  // The edge runs along the quarter turn of its normal, from its start vertex to its end vertex.
  const edgeX = -outwardY * halfLength;
  const edgeY = outwardX * halfLength;
  const startDeepest = normalX * edgeX + normalY * edgeY >= 0;
  const toDeepest = startDeepest ? -1 : 1;
  face[FACE_X] = incident[BOX_CENTER_X]! - origin[0]! + depth * outwardX + toDeepest * edgeX;
  face[FACE_Y] = incident[BOX_CENTER_Y]! - origin[1]! + depth * outwardY + toDeepest * edgeY;
  face[FACE_STEP_X] = -2 * toDeepest * edgeX;
  face[FACE_STEP_Y] = -2 * toDeepest * edgeY;
  const side = sideways ? 2 - sign : 1 + sign;
  const edge = isCore ? side >> 1 : side;
  const end = isCore ? 1 - edge : (edge + 1) & 3;
  return startDeepest ? edge | (end << 2) | (edge << 4) : end | (edge << 2) | (edge << 4);
}
