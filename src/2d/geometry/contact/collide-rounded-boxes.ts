import {
  clipCorner,
  clipFace,
  FACE_ALONG,
  FACE_FALL,
  FACE_LENGTH,
  FACE_LIMIT,
  FACE_NORMAL_X,
  FACE_NORMAL_Y,
  FACE_RADIUS,
  FACE_SEARCH,
  FACE_SEPARATION,
  FACE_SHIFT,
  FACE_STEP_X,
  FACE_STEP_Y,
  FACE_TOLERANCE,
  FACE_X,
  FACE_Y,
  FLAT,
  face,
  layReference,
  ROUNDING,
} from './clip-face.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  packFeatures,
} from './contact-layout.ts';

/** Offsets in a rounded box: an OBB (centre, half extents, cosine and sine) and the radius around it. */
export const BOX_CENTER_X = 0;
export const BOX_CENTER_Y = 1;
export const BOX_HALF_X = 2;
export const BOX_HALF_Y = 3;
export const BOX_COSINE = 4;
export const BOX_SINE = 5;
export const BOX_RADIUS = 6;
export const BOX_STRIDE = 7;

/**
 * Collides two oriented boxes with a radius around them (centre, halfExtents, cos sin, radius: 7 numbers each). A box
 * of no width is the core of a capsule along its y axis, with two vertices (−, +) and two edges (its +x side, its −x
 * side). Same results, layout and features as `collideConvex`. Returns the number of points, 0 when they are farther
 * apart than `margin[0]`. NaN gives 0.
 *
 * The four axes are tested in closed form with the centres' difference and the relative rotation (Gottschalk, Lin and
 * Manocha, OBBTree, 1996, in the plane). On equal depth a face of A wins, then the x axis of a box.
 */
export function collideRoundedBoxes(
  out: Float64Array,
  features: Uint32Array,
  a: Float64Array,
  b: Float64Array,
  margin: Float64Array,
): number {
  const cosA = a[BOX_COSINE];
  const sinA = a[BOX_SINE];
  const cosB = b[BOX_COSINE];
  const sinB = b[BOX_SINE];
  const deltaX = b[BOX_CENTER_X] - a[BOX_CENTER_X];
  const deltaY = b[BOX_CENTER_Y] - a[BOX_CENTER_Y];
  const halfAX = a[BOX_HALF_X];
  const halfAY = a[BOX_HALF_Y];
  const halfBX = b[BOX_HALF_X];
  const halfBY = b[BOX_HALF_Y];
  const radiusA = a[BOX_RADIUS];
  const radiusB = b[BOX_RADIUS];
  const limit = margin[0] + radiusA + radiusB;
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
  const sideA = isSidewaysA ? (centerAX >= 0 ? 1 : 3) : centerAY >= 0 ? 2 : 0;
  // Seen from B, A lies in the opposite direction, so the comparisons are reversed.
  const sideB = isSidewaysB ? (centerBX <= 0 ? 1 : 3) : centerBY <= 0 ? 2 : 0;
  // A face of A wins on equal depth.
  const flip = !(bestA >= bestB);
  const reference = flip ? b : a;
  const incident = flip ? a : b;
  const side = flip ? sideB : sideA;
  face[FACE_SEPARATION] = flip ? bestB : bestA;
  face[FACE_SEARCH] = flip ? bestA : bestB;
  const points = collideSide(out, features, reference, incident, side, flip);
  return points > 0 ? points : collideCorners(out, features, reference, incident, side, flip ? sideA : sideB, flip);
}

/**
 * The corner that `placeCorner` has placed, in the frame of the boxes. In an array: fractions that are returned go on
 * the heap.
 */
const corner = new Float64Array(2);

/** Places corner `vertex` of a box: (−,−), (+,−), (+,+), (−,+), or the lower and upper end of a core of no width. */
function placeCorner(box: Float64Array, vertex: number): void {
  const halfX = box[BOX_HALF_X];
  const halfY = box[BOX_HALF_Y];
  const alongX = vertex === 1 || vertex === 2 ? halfX : -halfX;
  const alongY = vertex > 1 || (halfX === 0 && vertex > 0) ? halfY : -halfY;
  corner[0] = box[BOX_CENTER_X] + (box[BOX_COSINE] * alongX - box[BOX_SINE] * alongY);
  corner[1] = box[BOX_CENTER_Y] + (box[BOX_SINE] * alongX + box[BOX_COSINE] * alongY);
}

/**
 * Writes the manifold of two boxes whose nearest face has no vertex of the other above it: two corners face each other.
 * `face` holds the separation along the reference box's side in FACE_SEPARATION and the one along the other box's side
 * in FACE_SEARCH. `flip` says that the reference is B.
 *
 * Along normals the separation grows up to the direction between the closest points and falls beyond it. So the nearest
 * face is one of the two at the closest corner of its box, and that corner is the end of the face that the other box
 * lies beyond. Where the corners touch but for rounding, the line between them has no direction, and the face's normal
 * and separation serve.
 */
function collideCorners(
  out: Float64Array,
  features: Uint32Array,
  reference: Float64Array,
  incident: Float64Array,
  side: number,
  incidentSide: number,
  flip: boolean,
): number {
  const separation = face[FACE_SEPARATION];
  const tolerance = face[FACE_TOLERANCE];
  const faceX = face[FACE_NORMAL_X];
  const faceY = face[FACE_NORMAL_Y];
  const edge = edgeOfSide(reference, side);
  const end = face[FACE_ALONG] < 0 ? edge : endOfSide(reference, side);
  // If two faces are equally near, it may be that only one of them has a vertex above it: the other face is tried,
  // too.
  if (separation - face[FACE_SEARCH] <= tolerance) {
    face[FACE_SEPARATION] = face[FACE_SEARCH];
    const points = collideSide(out, features, incident, reference, incidentSide, !flip);
    if (points > 0) return points;
  }
  placeCorner(reference, end);
  const x = corner[0];
  const y = corner[1];
  let squared = Infinity;
  let wayX = 0;
  let wayY = 0;
  let facing = 0;
  const corners = incident[BOX_HALF_X] === 0 ? 2 : 4;
  for (let i = 0; i < corners; i++) {
    placeCorner(incident, i);
    const dx = corner[0] - x;
    const dy = corner[1] - y;
    if (!(dx * dx + dy * dy < squared)) continue;
    squared = dx * dx + dy * dy;
    wayX = dx;
    wayY = dy;
    facing = i;
  }
  const distance = Math.sqrt(squared);
  const isApart = distance > tolerance;
  if (isApart && !(distance <= face[FACE_LIMIT])) return 0;
  // The normal leads from the reference to the incident box.
  const normalX = isApart ? wayX / distance : faceX;
  const normalY = isApart ? wayY / distance : faceY;
  const between = isApart ? distance : separation;
  if (isApart) {
    // The edges at the two corners may lie flat on each other: then there is a second point, as of two faces.
    face[FACE_NORMAL_X] = 0 - normalX;
    face[FACE_NORMAL_Y] = 0 - normalY;
    const ends = layIncidentBox(reference, reference);
    face[FACE_NORMAL_X] = normalX;
    face[FACE_NORMAL_Y] = normalY;
    const isStart = layReference();
    if (face[FACE_FALL] < FLAT) {
      const incidentEnds = layIncidentBox(incident, reference);
      face[FACE_SEPARATION] = distance;
      const start = isStart ? end : otherEnd(ends);
      const last = isStart ? otherEnd(ends) : end;
      if (
        deepestEnd(ends) === end &&
        deepestEnd(incidentEnds) === facing &&
        clipCorner(out, features, start, last, facing, otherEnd(incidentEnds), flip) === 2
      ) {
        placeManifold(out, reference, 2);
        return 2;
      }
    }
    face[FACE_FALL] = 0;
  }
  const offset = 0.5 * (between + reference[BOX_RADIUS] - incident[BOX_RADIUS]);
  out[CONTACT_NORMAL_X] = flip ? 0 - normalX : 0 + normalX;
  out[CONTACT_NORMAL_Y] = flip ? 0 - normalY : 0 + normalY;
  out[CONTACT_POINTS] = x + offset * normalX;
  out[CONTACT_POINTS + 1] = y + offset * normalY;
  out[CONTACT_POINTS + CONTACT_SEPARATION] = between - face[FACE_RADIUS];
  const own = isApart ? end : edge | FEATURE_EDGE;
  features[0] = flip ? packFeatures(facing, own) : packFeatures(own, facing);
  return 1;
}

/**
 * Writes the manifold of side `side` of the reference box (0 −y, 1 +x, 2 +y, 3 −x): its points, or −1 (see `clipFace`).
 */
function collideSide(
  out: Float64Array,
  features: Uint32Array,
  reference: Float64Array,
  incident: Float64Array,
  side: number,
  flip: boolean,
): number {
  const cosine = reference[BOX_COSINE];
  const sine = reference[BOX_SINE];
  const sideways = (side & 1) !== 0;
  const sign = side === 1 || side === 2 ? 1 : -1;
  // Side x: the axis (cos, sin); side y: its quarter turn.
  const normalX = sign * (sideways ? cosine : -sine);
  const normalY = sign * (sideways ? sine : cosine);
  const halfLength = reference[sideways ? BOX_HALF_Y : BOX_HALF_X];

  face[FACE_NORMAL_X] = normalX;
  face[FACE_NORMAL_Y] = normalY;
  const ends = layIncidentBox(incident, reference);
  const x = face[FACE_X];
  const y = face[FACE_Y];
  face[FACE_LENGTH] = 2 * halfLength;
  face[FACE_ALONG] = normalX * y - normalY * x + halfLength;
  face[FACE_SHIFT] = 0.5 * (reference[BOX_RADIUS] - incident[BOX_RADIUS]);
  face[FACE_TOLERANCE] = ROUNDING * (2 * halfLength + Math.abs(x) + Math.abs(y));
  const edge = edgeOfSide(reference, side);
  const next = endOfSide(reference, side);
  const points = clipFace(out, features, edge, next, deepestEnd(ends), otherEnd(ends), flip);
  placeManifold(out, reference, points);
  return points;
}

/** Turns points relative to the reference box's centre into points of the frame that both boxes are given in. */
function placeManifold(out: Float64Array, reference: Float64Array, points: number): void {
  for (let i = 0; i < points; i++) {
    const p = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    out[p] = out[p] + reference[BOX_CENTER_X];
    out[p + 1] = out[p + 1] + reference[BOX_CENTER_Y];
  }
}

function edgeOfSide(box: Float64Array, side: number): number {
  return box[BOX_HALF_X] === 0 ? side >> 1 : side;
}

/** Returns the vertex that the edge of a side leads to. */
function endOfSide(box: Float64Array, side: number): number {
  return box[BOX_HALF_X] === 0 ? 1 - (side >> 1) : (side + 1) & 3;
}

/** The parts of the result of `layIncidentBox`: the deepest vertex and the other end of the edge, two bits each. */
export const deepestEnd = (ends: number): number => ends & 3;
export const otherEnd = (ends: number): number => ends >> 2;

/**
 * Lays the side of a box that points most against the normal in `face` there as the incident edge, in the frame around
 * the point at the beginning of `origin`. Returns the numbers of its ends.
 */
export function layIncidentBox(incident: Float64Array, origin: Float64Array): number {
  const normalX = face[FACE_NORMAL_X];
  const normalY = face[FACE_NORMAL_Y];
  const cosine = incident[BOX_COSINE];
  const sine = incident[BOX_SINE];
  const againstX = normalX * cosine + normalY * sine;
  const againstY = normalY * cosine - normalX * sine;
  const halfX = incident[BOX_HALF_X];
  const halfY = incident[BOX_HALF_Y];
  const sideways = halfX === 0 || Math.abs(againstX) >= Math.abs(againstY);
  const sign = (sideways ? againstX : againstY) > 0 ? -1 : 1;
  const outwardX = sign * (sideways ? cosine : -sine);
  const outwardY = sign * (sideways ? sine : cosine);
  const depth = sideways ? halfX : halfY;
  const halfLength = sideways ? halfY : halfX;
  // The edge runs along the quarter turn of its normal, from its start vertex to its end vertex.
  const edgeX = -outwardY * halfLength;
  const edgeY = outwardX * halfLength;
  const startDeepest = normalX * edgeX + normalY * edgeY >= 0;
  const alongX = startDeepest ? -edgeX : edgeX;
  const alongY = startDeepest ? -edgeY : edgeY;
  face[FACE_X] = incident[BOX_CENTER_X] - origin[0] + depth * outwardX + alongX;
  face[FACE_Y] = incident[BOX_CENTER_Y] - origin[1] + depth * outwardY + alongY;
  face[FACE_STEP_X] = -2 * alongX;
  face[FACE_STEP_Y] = -2 * alongY;
  const side = sideways ? 2 - sign : 1 + sign;
  const edge = edgeOfSide(incident, side);
  const end = endOfSide(incident, side);
  return startDeepest ? edge | (end << 2) : end | (edge << 2);
}
