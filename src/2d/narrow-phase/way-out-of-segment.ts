import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { FACE_LIMIT, FACE_RADIUS, FACE_SEPARATION, face } from '../geometry/contact/clip-face.ts';
import { collideFace } from '../geometry/contact/collide-convex.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  packFeatures,
} from '../geometry/contact/contact-layout.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import { collideAboveSegment } from './collide-above-segment.ts';
import {
  ANGLE_SLACK,
  aim,
  type ChainLinks,
  findBeyond,
  findJointRays,
  jointRays,
  middle,
  nextRay,
  SEGMENT_X,
  SEGMENT_Y,
  SIDE_X,
  SIDE_Y,
  turned,
  turnsAway,
} from './joint-rays.ts';
import { findLowest, LOWEST, support } from './lowest-point.ts';
import { LEAST_SEPARATION, LENGTH_ROUNDING, type SegmentContact, writeLeastSeparation } from './segment-contacts.ts';

/*
 * The verdicts of `filterJoints` about the contact of one segment. NO_CONTACT: the line of segments has none here.
 * FAR_SIDE: the contact is on the side of the line that the piece is not on. OWN: the line of segments has the
 * contact's normal at this place. BESIDE_CONCAVE and BESIDE_CONVEX: the line does not have the normal, beside a concave
 * or flat joint, or beside a convex one.
 */
export const NO_CONTACT = 0;
export const FAR_SIDE = 1;
export const OWN = 2;
export const BESIDE_CONCAVE = 3;
export const BESIDE_CONVEX = 4;

/** The direction of a way out, from the segment to the piece. */
const normal = new Float64Array(2);

/**
 * The separation of the cores along a face of the piece, and how long the way out along its normal is; the least such
 * length so far.
 */
const way = new Float64Array(3);
const SEPARATION = 0;
const LENGTH = 1;
const LEAST = 2;

/** The normal of the line behind a joint. */
const behind = new Float64Array(2);

/** The index of the end of the segment that is deepest below the best face. */
let deepest = 0;

/**
 * Replaces the manifold of a contact by one along the shortest way out of the segment on which the middle of the piece
 * stays on its side: along the segment's own normal, over the segment alone (collide-above-segment.ts), or along that
 * of a face of the piece, past an end of the segment, if the line has such a normal there.
 */
export function measureWayOut(
  set: ColliderSet,
  contact: SegmentContact,
  piece: PlacedPiece,
  links: ChainLinks | undefined,
): void {
  const hasFaces = contact.overlaps && piece.count > 1 && piece.curve === undefined;
  const isOverJoint = hasFaces && contact.verdict === BESIDE_CONVEX;
  const atEnd = isOverJoint && findNormalBehind(set, contact, links);
  collideAboveSegment(contact, piece);
  if (!hasFaces) return;
  // The least separation of the contact is kept as it was: it decides whether a neighbour is left to this contact.
  way[LEAST] = contact.points > 0 ? 0 : Infinity;
  for (let i = 0; i < contact.points; i++) {
    const separation = contact.manifold[CONTACT_POINTS + i * CONTACT_POINT_STRIDE + CONTACT_SEPARATION];
    way[LEAST] = Math.max(way[LEAST], -separation);
  }
  let best = -1;
  for (let end = 0; end < 2; end++) {
    if (!isOpenAt(set, contact, end, links)) continue;
    for (let edge = 0; edge < piece.count; edge++) {
      if (!findWay(contact, piece, edge, end) || findBeyond(normal) >= 0) continue;
      way[LEAST] = way[LENGTH];
      best = edge;
      deepest = end;
    }
  }
  if (best >= 0) measureFace(contact, piece, best);
  // The way over the joint is measured last, as it may be shorter than all ways before.
  if (isOverJoint) measureOverJoint(contact, piece, atEnd);
}

/**
 * Returns whether the line may have more normals at an end of a segment, on the contact's side: it has if it turns away
 * from this side there, or ends. Writes the rays of the joint. A piece past the end of a one-sided segment may be
 * behind the next segment, so any normal is possible there.
 */
function isOpenAt(set: ColliderSet, contact: SegmentContact, end: number, links: ChainLinks | undefined): boolean {
  findJointRays(set, contact, end === 1, links);
  if (jointRays.count === 0) return true;
  aim(contact, end === 1, contact.side);
  return turnsAway(nextRay()) || (registeredOf(set, contact.slot).oneSided && isPastEnds(contact));
}

/** Returns whether the middle of the piece is not beside the segment, but beyond one of its ends. */
function isPastEnds({ segment }: SegmentContact): boolean {
  const { vertices } = segment;
  const ex = vertices[2] - vertices[0];
  const ey = vertices[3] - vertices[1];
  const along = (middle[0] - vertices[0]) * ex + (middle[1] - vertices[1]) * ey;
  return !(along >= 0 && along <= ex * ex + ey * ey);
}

/** Replaces the manifold of a contact by that of a face of the piece against an end of the segment. */
function measureFace(contact: SegmentContact, piece: PlacedPiece, best: number): void {
  const least = way[LEAST];
  way[LEAST] = Infinity;
  findWay(contact, piece, best, deepest);
  const radius = contact.segment.radius + piece.radius;
  face[FACE_LIMIT] = contactMargin[0] + radius;
  face[FACE_RADIUS] = radius;
  face[FACE_SEPARATION] = way[SEPARATION];
  contact.points = collideFace(contact.manifold, contact.features, piece, contact.segment, best, deepest, true);
  way[LEAST] = least;
}

/**
 * Measures the way out along the normal of a face of the piece, past an end of the segment. Returns false if there is
 * none, or none shorter than LEAST. There is one if this end of the segment is the deeper one below the face and lies
 * within the face's length: a way past a corner of a face is longer than one along the neighbouring face.
 */
function findWay(contact: SegmentContact, piece: PlacedPiece, edge: number, end: number): boolean {
  const { vertices, normals, radius } = contact.segment;
  const v = 2 * edge;
  const next = edge + 1 < piece.count ? v + 2 : 0;
  const x = 0 - piece.normals[v];
  const y = 0 - piece.normals[v + 1];
  const lean = x * normals[3] - y * normals[2];
  // The face must lean towards this end: along the segment's own normal the way has been measured already, and along
  // other normals the other end is deeper.
  if (!((end === 1 ? lean : 0 - lean) > ANGLE_SLACK)) return false;
  const offX = vertices[2 * end] - piece.vertices[v];
  const offY = vertices[2 * end + 1] - piece.vertices[v + 1];
  const length =
    x * (piece.vertices[v + 1] - piece.vertices[next + 1]) - y * (piece.vertices[v] - piece.vertices[next]);
  const place = y * offX - x * offY;
  const rounding = contact.manifold[LENGTH_ROUNDING];
  if (place < -rounding || place > length + rounding) return false;
  normal[0] = x;
  normal[1] = y;
  way[SEPARATION] = 0 - (x * offX + y * offY);
  way[LENGTH] = radius + piece.radius - way[SEPARATION];
  return way[LENGTH] < way[LEAST] && staysOnSide(contact) && way[LENGTH] < way[LEAST];
}

/**
 * Returns whether the way out along the normal keeps the middle of the piece on its side of the segment, or can do so:
 * a way that would take the middle across the segment is made longer, as one that takes it past the very end.
 */
function staysOnSide(contact: SegmentContact): boolean {
  const { vertices, normals } = contact.segment;
  const x = normal[0];
  const y = normal[1];
  const lean = x * normals[3] - y * normals[2];
  const end = lean > 0 ? 2 : 0;
  const toEndX = vertices[end] - middle[0];
  const toEndY = vertices[end + 1] - middle[1];
  const sideX = contact.side * normals[2];
  const sideY = contact.side * normals[3];
  const height = 0 - (sideX * toEndX + sideY * toEndY);
  const sinks = 0 - way[LENGTH] * (sideX * x + sideY * y);
  if (!(height > 0 && sinks > height)) return true;
  // `come` is how far along the segment the middle moves until it reaches the segment's line, `before` how far from the
  // end it is then.
  const come = (height / sinks) * way[LENGTH] * Math.abs(lean);
  const before = (lean > 0 ? 1 : -1) * (toEndX * normals[3] - toEndY * normals[2]) - come;
  if (before <= 0) return true;
  const cosine = (x * toEndX + y * toEndY) / Math.sqrt(toEndX * toEndX + toEndY * toEndY);
  way[LENGTH] /= cosine;
  return cosine > 0;
}

/**
 * Writes to `behind` the normal that the line has behind the convex joint over which the normal of a contact leans, and
 * returns at which end of the segment that joint is.
 */
function findNormalBehind(set: ColliderSet, contact: SegmentContact, links: ChainLinks | undefined): boolean {
  const { manifold, segment } = contact;
  const x = manifold[CONTACT_NORMAL_X];
  const y = manifold[CONTACT_NORMAL_Y];
  const towardsEnd = x * segment.normals[3] - y * segment.normals[2] > 0;
  findJointRays(set, contact, towardsEnd, links);
  aim(contact, towardsEnd, contact.side);
  writeBehind(nextRay());
  return towardsEnd;
}

/** Writes to `behind` the normal that the line has along a ray of the joint at which a segment has been aimed. */
function writeBehind(ray: number): void {
  const alongX = jointRays.directions[2 * ray];
  const alongY = jointRays.directions[2 * ray + 1];
  // The normal points to the side from which the segment has been turned.
  const sense = turned[SEGMENT_X] * turned[SIDE_Y] - turned[SEGMENT_Y] * turned[SIDE_X] > 0 ? 1 : -1;
  behind[0] = sense * alongY;
  behind[1] = 0 - sense * alongX;
}

/**
 * Replaces the manifold of a contact by one along the normal that the line has behind a convex joint at the end whose
 * rays are known, where the piece is out of both sooner by it than along the contact's own normal.
 */
export function measureBehindJoint(contact: SegmentContact, piece: PlacedPiece, ray: number, atEnd: boolean): void {
  const { segment, manifold, features } = contact;
  const end = atEnd ? 2 : 0;
  writeBehind(ray);
  findLowest(piece, behind);
  const radius = segment.radius + piece.radius;
  const x = behind[0];
  const y = behind[1];
  way[LENGTH] = segment.vertices[end] * x + segment.vertices[end + 1] * y - support[LOWEST] + radius;
  const least = -manifold[LEAST_SEPARATION] - manifold[LENGTH_ROUNDING];
  normal[0] = x;
  normal[1] = y;
  if (!(way[LENGTH] < least && staysOnSide(contact) && way[LENGTH] < least)) return;
  let vertex = 0;
  while (piece.vertices[2 * vertex] !== support[0] || piece.vertices[2 * vertex + 1] !== support[1]) vertex++;
  const middleOfGap = segment.radius - way[LENGTH] / 2;
  manifold[CONTACT_NORMAL_X] = x;
  manifold[CONTACT_NORMAL_Y] = y;
  // The vertex lies below the line by the length of the way, less the radii.
  manifold[CONTACT_POINTS] = support[0] + x * (way[LENGTH] - radius + middleOfGap);
  manifold[CONTACT_POINTS + 1] = support[1] + y * (way[LENGTH] - radius + middleOfGap);
  manifold[CONTACT_POINTS + CONTACT_SEPARATION] = 0 - way[LENGTH];
  features[0] = packFeatures(atEnd ? 1 : 0, vertex);
  contact.points = 1;
  writeLeastSeparation(contact);
}

/**
 * Replaces the manifold of a contact by one along `behind`, if the end of the segment leaves the piece sooner by it.
 */
function measureOverJoint(contact: SegmentContact, piece: PlacedPiece, atEnd: boolean): void {
  const { segment, manifold, features } = contact;
  const end = atEnd ? 2 : 0;
  const x = segment.vertices[end];
  const y = segment.vertices[end + 1];
  const normalX = behind[0];
  const normalY = behind[1];
  let edge = -1;
  let height = Infinity;
  for (let i = 0; i < piece.count; i++) {
    const nx = piece.normals[2 * i];
    const ny = piece.normals[2 * i + 1];
    const off = nx * (x - piece.vertices[2 * i]) + ny * (y - piece.vertices[2 * i + 1]);
    const approach = 0 - (nx * normalX + ny * normalY);
    if (!(approach > 0 && 0 - off / approach < height)) continue;
    height = 0 - off / approach;
    edge = i;
  }
  if (edge < 0 || !(height > 0)) return;
  // The end comes out at an edge that its line crosses; a line beside the piece crosses none.
  const v = 2 * edge;
  const next = edge + 1 < piece.count ? v + 2 : 0;
  const edgeX = piece.vertices[next] - piece.vertices[v];
  const edgeY = piece.vertices[next + 1] - piece.vertices[v + 1];
  const along =
    edgeX * (x - height * normalX - piece.vertices[v]) + edgeY * (y - height * normalY - piece.vertices[v + 1]);
  if (along < 0 || along > edgeX * edgeX + edgeY * edgeY) return;
  normal[0] = normalX;
  normal[1] = normalY;
  way[LENGTH] = height + segment.radius + piece.radius;
  if (!staysOnSide(contact) || !(way[LENGTH] < way[LEAST])) return;
  const middleOfGap = (segment.radius - height - piece.radius) / 2;
  manifold[CONTACT_NORMAL_X] = normalX;
  manifold[CONTACT_NORMAL_Y] = normalY;
  manifold[CONTACT_POINTS] = x + normalX * middleOfGap;
  manifold[CONTACT_POINTS + 1] = y + normalY * middleOfGap;
  manifold[CONTACT_POINTS + CONTACT_SEPARATION] = 0 - height - segment.radius - piece.radius;
  features[0] = packFeatures(atEnd ? 1 : 0, edge | FEATURE_EDGE);
  contact.points = 1;
}

/**
 * Returns whether moving the piece out by another contact also takes it out of the segment of a contact:
 * by separating axes. Not asked of a contact with the same normal: both then say the same.
 */
export function leadsClear(contact: SegmentContact, other: SegmentContact, piece: PlacedPiece): boolean {
  const own = contact.manifold;
  const x = other.manifold[CONTACT_NORMAL_X];
  const y = other.manifold[CONTACT_NORMAL_Y];
  const cross = x * own[CONTACT_NORMAL_Y] - y * own[CONTACT_NORMAL_X];
  if (Math.abs(cross) <= ANGLE_SLACK && x * own[CONTACT_NORMAL_X] + y * own[CONTACT_NORMAL_Y] > 0) return false;
  const { segment } = contact;
  const { vertices, normals } = segment;
  const depth = -other.manifold[LEAST_SEPARATION];
  const needed = segment.radius + piece.radius - own[LENGTH_ROUNDING];
  const movedX = depth * x;
  const movedY = depth * y;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < piece.count; i++) {
    const cornerX = piece.vertices[2 * i] + movedX;
    const cornerY = piece.vertices[2 * i + 1] + movedY;
    const height = normals[2] * (cornerX - vertices[0]) + normals[3] * (cornerY - vertices[1]);
    low = Math.min(low, height);
    high = Math.max(high, height);
    if (piece.count < 2) continue;
    const nx = piece.normals[2 * i];
    const ny = piece.normals[2 * i + 1];
    const off = nx * cornerX + ny * cornerY;
    const nearer = Math.min(nx * vertices[0] + ny * vertices[1], nx * vertices[2] + ny * vertices[3]);
    if (nearer - off >= needed) return true;
  }
  return piece.curve === undefined && (low >= needed || high <= -needed);
}
