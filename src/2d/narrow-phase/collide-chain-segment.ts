import type { IndexList } from '../../core/index-list.ts';
import { type ColliderSet, POSE_COS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { ROUNDING } from '../geometry/clip-face.ts';
import { collidePieces } from '../geometry/collide-convex.ts';
import {
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  packFeatures,
} from '../geometry/contact-layout.ts';
import type { ConvexPiece } from '../geometry/convex-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { contactMargin } from './contact-margin.ts';
import { features, manifold } from './emit-contact.ts';
import { frameOrigin } from './load-piece.ts';

/**
 * Contact of one chain segment with a convex piece, without ghosts.
 *
 * A segment on its own has two ends, and something that slides along the chain would catch on them: its normal there can point
 * along the chain. But at a joint the surface goes on, so a normal is admissible only if the true surface has it.
 *
 * While the cores are apart the contact's normal runs from the segment's closest point to the piece's. At a joint it is the true
 * surface's when the neighbour has no closer point, that is when it does not lean towards the neighbour: the joint's Voronoi
 * region. The closest segment of all passes, or is kept in the end, so that the separation of the pair does not depend on joints.
 *
 * Once the cores overlap, the normal is a way out, on the side of the chain where the piece's middle is: that of the segment
 * nearest to it, for a segment's own line tells nothing of the chain beyond its ends. Admissible are the segment's own normal on
 * that side or, where the joint is convex there, anything between it and the neighbour's normal. What a piece that pokes through
 * the chain comes near on the far side is no contact of the true surface either.
 *
 * A contact with any other normal is replaced by one along the segment's normal, or given up when the piece is not above the
 * segment at all: then the neighbour has it.
 */

const neighbour = new Float64Array(2);

/** Whether the segment looked at last is the nearest so far. */
let nearer = false;

/** What is known of each piece of the other collider: the side of the chain it is on (1 left, −1 right, 0 unknown yet). */
let sides = new Int8Array(64);
/** Whether it overlaps the core of a segment. */
let overlapping = new Uint8Array(64);
/** The piece at hand, and the segments near it. */
let pieceIndex = 0;
let nearby: IndexList;

/** Whether a piece that overlaps the chain has been near it on the far side as well, and whether such contacts are dropped. */
let hasFarSide = false;
let dropFarSide = false;

/** Sines and cosines this close to admissible are: rounding of unit normals, far below any visible angle. */
const ANGLE_SLACK = 1e-9;

/**
 * The segment as ground: its normal on the piece's side, its direction, its length, and the side (1 left, −1 right). Fractions
 * travel in scratch arrays, see load-piece.ts.
 */
const ground = new Float64Array(6);
const NORMAL_X = 0;
const NORMAL_Y = 1;
const ALONG_X = 2;
const ALONG_Y = 3;
const LENGTH = 4;
const SIDE = 5;

/**
 * Over all segments since `startChainPair` or `startFarSidePass`: the separation that some contact of the pair must reach for
 * nothing to be lost to the joints, with room for rounding, and the least separation of those that were kept.
 */
const promise = new Float64Array(3);
const PROMISED = 0;
const KEPT = 1;
/** The separation that `readSeparation` has read. */
const LAST = 2;

/** A point of the piece over the ground: distance along the segment, height above it. */
const spot = new Float64Array(2);
const ALONG = 0;
const HEIGHT = 1;

/** Whether a one-sided segment has the piece's centre on its left, where it does not collide. */
export function isBehind(shape: RegisteredShape, segment: ConvexPiece, piece: ConvexPiece): boolean {
  return shape.oneSided && isLeftOf(segment, piece);
}

/** Starts a pair of a chain and a collider of so many pieces. */
export function startChainPair(pieces: number): void {
  if (sides.length < pieces) {
    sides = new Int8Array(pieces * 2);
    overlapping = new Uint8Array(pieces * 2);
  }
  sides.fill(0, 0, pieces);
  overlapping.fill(0, 0, pieces);
  promise[PROMISED] = Infinity;
  promise[KEPT] = Infinity;
  hasFarSide = false;
  dropFarSide = false;
}

/** Names the piece that the next segments are collided with, and the segments that may be near it. */
export function setChainPiece(index: number, segments: IndexList): void {
  pieceIndex = index;
  nearby = segments;
}

/**
 * Whether the pair's contacts have to be found once more: a piece that was seen on both sides turned out to overlap the chain.
 * The next time its far side is left out.
 */
export function startFarSidePass(pieces: number): boolean {
  if (!hasFarSide || dropFarSide) return false;
  let overlaps = false;
  for (let i = 0; i < pieces; i++) if (overlapping[i] === 1) overlaps = true;
  if (!overlaps) return false;
  dropFarSide = true;
  promise[PROMISED] = Infinity;
  promise[KEPT] = Infinity;
  return true;
}

/**
 * Whether joints have taken the pair's nearest contact away. That happens where a one-sided chain leaves it to a neighbour that
 * has the piece's middle behind it, and by rounding: where the cores all but touch, the direction between their closest points is
 * anybody's, and two neighbours may each leave the contact to the other.
 */
export function isPromiseBroken(): boolean {
  return promise[KEPT]! > promise[PROMISED]!;
}

/**
 * Writes the manifold from the chain's segment to `piece` and returns its number of points. `segment` and `piece` are given in
 * the current frame. With `keep` the contact is not given up to a neighbour.
 */
export function collideChainSegment(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  child: number,
  segment: ConvexPiece,
  piece: ConvexPiece,
  keep: boolean,
): number {
  nearer = false;
  if (isBehind(shape, segment, piece)) return 0;
  let points = collidePieces(manifold, features, segment, piece, contactMargin);
  if (points === 0) return 0;
  const isApart = promiseSeparation(segment, piece, points);
  if (!isApart) overlapping[pieceIndex] = 1;
  if (layGround(set, slot, shape, segment, piece, isApart) && !(keep && isApart)) {
    if (isApart && isOnFarSide()) return 0;
    if (!isAdmissible(set, slot, shape, child, segment, isApart)) {
      points = collideAlongNormal(segment, piece, keep || !isApart);
    }
  }
  if (points > 0) noteKept(points);
  return points;
}

/** Reads the least separation over the points of the manifold. */
function readSeparation(points: number): void {
  const first = manifold[CONTACT_POINTS + CONTACT_SEPARATION]!;
  const second = points > 1 ? manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE + CONTACT_SEPARATION]! : first;
  promise[LAST] = Math.min(first, second);
}

function noteKept(points: number): void {
  readSeparation(points);
  if (promise[LAST]! < promise[KEPT]!) promise[KEPT] = promise[LAST]!;
}

/** Whether the last segment given to `collideChainSegment` is the nearest of those since the promise was last reset. */
export function wasNearest(): boolean {
  return nearer;
}

/** Takes note of what the bare segment has. Returns whether the cores are apart, by more than rounding. */
function promiseSeparation(segment: ConvexPiece, piece: ConvexPiece, points: number): boolean {
  const radius = segment.radius + piece.radius;
  const s = segment.vertices;
  const v = piece.vertices;
  const reach =
    Math.abs(s[0]!) + Math.abs(s[1]!) + Math.abs(s[2]!) + Math.abs(s[3]!) + Math.abs(v[0]!) + Math.abs(v[1]!);
  const rounding = ROUNDING * (reach + radius);
  readSeparation(points);
  const separation = promise[LAST]!;
  const isApart = separation + radius > rounding;
  // Where the cores overlap, a replaced contact is on or under the segment, and may be less deep than the bare one.
  const promised = (isApart ? separation : -radius) + rounding;
  if (promised < promise[PROMISED]!) {
    promise[PROMISED] = promised;
    nearer = true;
  }
  return isApart;
}

/**
 * Writes `ground`; false when the segment has no length to speak of. The side is that of the piece's closest point or, when it
 * overlaps or lies straight ahead, that of its middle.
 */
function layGround(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  segment: ConvexPiece,
  piece: ConvexPiece,
  isApart: boolean,
): boolean {
  const s = segment.vertices;
  const x = s[2]! - s[0]!;
  const y = s[3]! - s[1]!;
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) return false;
  ground[ALONG_X] = x / length;
  ground[ALONG_Y] = y / length;
  if (sides[pieceIndex] === 0) sides[pieceIndex] = findSide(set, slot, shape, piece);
  let side: number = sides[pieceIndex]!;
  if (isApart) {
    const upright = manifold[1]! * ground[ALONG_X]! - manifold[0]! * ground[ALONG_Y]!;
    if (Math.abs(upright) > ANGLE_SLACK) side = upright > 0 ? 1 : -1;
  }
  // Adding to 0 keeps a zero positive.
  ground[NORMAL_X] = 0 - side * ground[ALONG_Y]!;
  ground[NORMAL_Y] = 0 + side * ground[ALONG_X]!;
  ground[LENGTH] = length;
  ground[SIDE] = side;
  return true;
}

/** Whether the closest point of a piece is on the other side of the chain than its middle, and that does not count. */
function isOnFarSide(): boolean {
  if (ground[SIDE] === sides[pieceIndex]) return false;
  hasFarSide = true;
  return dropFarSide && overlapping[pieceIndex] === 1;
}

/**
 * Finds the side of the chain that the middle of a piece is on: that of the segment nearest to it. When that is two, at a joint,
 * the one that sees the middle less from its end decides, as the other's line may run past it on either side.
 */
function findSide(set: ColliderSet, slot: number, shape: RegisteredShape, piece: ConvexPiece): number {
  if (shape.oneSided) return -1;
  let x = 0;
  let y = 0;
  for (let i = 0; i < piece.count; i++) {
    x += piece.vertices[2 * i]! / piece.count;
    y += piece.vertices[2 * i + 1]! / piece.count;
  }
  let nearest = Infinity;
  let steepest = 0;
  let side = -1;
  for (let i = 0; i < nearby.count; i++) {
    const child = nearby.items[i]!;
    placeVertex(set, slot, shape, child);
    const ax = neighbour[0]!;
    const ay = neighbour[1]!;
    placeVertex(set, slot, shape, child + 1);
    const ex = neighbour[0]! - ax;
    const ey = neighbour[1]! - ay;
    const squared = ex * ex + ey * ey;
    if (!(squared > 0)) continue;
    const t = Math.min(Math.max(((x - ax) * ex + (y - ay) * ey) / squared, 0), 1);
    const dx = x - ax - t * ex;
    const dy = y - ay - t * ey;
    const distance = dx * dx + dy * dy;
    const cross = ex * (y - ay) - ey * (x - ax);
    // The sine, squared, of the angle at which the segment is seen: comparable, because the distances are equal.
    const steepness = (cross * cross) / squared;
    const isTie = Math.abs(distance - nearest) <= ROUNDING * distance;
    if (isTie ? steepness <= steepest : distance > nearest) continue;
    nearest = distance;
    steepest = steepness;
    side = cross > 0 ? 1 : -1;
  }
  return side;
}

/** Whether the centre of the piece lies on the left of the segment, rather than on its right or its line. */
function isLeftOf(segment: ConvexPiece, piece: ConvexPiece): boolean {
  const s = segment.vertices;
  let x = 0;
  let y = 0;
  for (let i = 0; i < piece.count; i++) {
    x += piece.vertices[2 * i]! - s[0]!;
    y += piece.vertices[2 * i + 1]! - s[1]!;
  }
  return (s[2]! - s[0]!) * y - (s[3]! - s[1]!) * x > 0;
}

/** Whether the true surface has the manifold's normal at this segment: where the cores overlap, on the side of the piece's middle. */
function isAdmissible(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  child: number,
  segment: ConvexPiece,
  isApart: boolean,
): boolean {
  const nx = manifold[0]!;
  const ny = manifold[1]!;
  const upright = isApart ? 1 : nx * ground[NORMAL_X]! + ny * ground[NORMAL_Y]!;
  // How far the normal leans towards the segment's end, as a sine.
  const lean = nx * ground[ALONG_X]! + ny * ground[ALONG_Y]!;
  if (upright > 0 && Math.abs(lean) <= ANGLE_SLACK) return true;
  const towardsEnd = lean > 0;
  const vertex = neighbourVertex(shape, child, towardsEnd);
  // A free end is a point in the open: every way away from it is its own, and every way out except the one through the segment.
  if (vertex < 0) return upright >= -ANGLE_SLACK;
  placeVertex(set, slot, shape, vertex);
  return isApart ? isInJointRegion(segment, towardsEnd) : leansIntoJoint(segment, towardsEnd);
}

/** Whether the manifold's normal does not lean from a joint towards the neighbour, which then is closer. */
function isInJointRegion(segment: ConvexPiece, towardsEnd: boolean): boolean {
  const joint = towardsEnd ? 2 : 0;
  const x = neighbour[0]! - segment.vertices[joint]!;
  const y = neighbour[1]! - segment.vertices[joint + 1]!;
  return manifold[0]! * x + manifold[1]! * y <= ANGLE_SLACK * Math.sqrt(x * x + y * y);
}

/** Whether the joint is convex on the piece's side, and the manifold's normal between those of its two segments. */
function leansIntoJoint(segment: ConvexPiece, towardsEnd: boolean): boolean {
  const s = segment.vertices;
  let x = towardsEnd ? neighbour[0]! - s[2]! : s[0]! - neighbour[0]!;
  let y = towardsEnd ? neighbour[1]! - s[3]! : s[1]! - neighbour[1]!;
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) return true;
  x /= length;
  y /= length;
  // The neighbour's normal on the same side of the chain.
  const mx = -ground[SIDE]! * y;
  const my = ground[SIDE]! * x;
  const lean = mx * ground[ALONG_X]! + my * ground[ALONG_Y]!;
  if (towardsEnd ? !(lean > ANGLE_SLACK) : !(lean < -ANGLE_SLACK)) return false;
  const nx = manifold[0]!;
  const ny = manifold[1]!;
  const fromGround = ground[NORMAL_X]! * ny - ground[NORMAL_Y]! * nx;
  const toNeighbour = nx * my - ny * mx;
  // Leaning towards the end is turning clockwise when the piece is on the left.
  const turnsLeft = towardsEnd ? ground[SIDE]! < 0 : ground[SIDE]! > 0;
  return turnsLeft
    ? fromGround >= -ANGLE_SLACK && toNeighbour >= -ANGLE_SLACK
    : fromGround <= ANGLE_SLACK && toNeighbour <= ANGLE_SLACK;
}

/** The vertex before or after a segment, or −1 at a free end. */
function neighbourVertex(shape: RegisteredShape, child: number, towardsEnd: boolean): number {
  if (towardsEnd) {
    if (child + 1 < shape.pieces) return child + 2;
    return shape.closed ? 1 : -1;
  }
  if (child > 0) return child - 1;
  return shape.closed ? shape.pieces - 1 : -1;
}

function placeVertex(set: ColliderSet, slot: number, shape: RegisteredShape, vertex: number): void {
  const at = slot * POSE_STRIDE;
  const c = set.poses[at + POSE_COS]! * set.poses[at + POSE_SCALE]!;
  const s = set.poses[at + POSE_SIN]! * set.poses[at + POSE_SCALE]!;
  const x = shape.vertices[2 * vertex]!;
  const y = shape.vertices[2 * vertex + 1]!;
  neighbour[0] = set.poses[at + POSE_X]! - frameOrigin[0]! + c * x - s * y;
  neighbour[1] = set.poses[at + POSE_Y]! - frameOrigin[1]! + s * x + c * y;
}

/**
 * The manifold of a piece above a segment, measured along the ground's normal: the piece's edge that faces the segment, clipped
 * to the stretch above it. Where the piece overlaps the segment but that edge is not above it, one point at the nearer end stands
 * for it; where it only is near (`atEnd` false), it is the neighbour's business.
 */
function collideAlongNormal(segment: ConvexPiece, piece: ConvexPiece, atEnd: boolean): number {
  const radius = segment.radius + piece.radius;
  const length = ground[LENGTH]!;
  const first = facingEdge(piece, lowestVertex(piece));
  const second = first + 1 === piece.count ? 0 : first + 1;
  findSpot(segment, piece, first);
  const t1 = spot[ALONG]!;
  const h1 = spot[HEIGHT]!;
  findSpot(segment, piece, second);
  const t2 = spot[ALONG]!;
  const h2 = spot[HEIGHT]!;
  manifold[0] = ground[NORMAL_X]!;
  manifold[1] = ground[NORMAL_Y]!;
  if (Math.max(t1, t2) < 0 || Math.min(t1, t2) > length) {
    if (!atEnd) return 0;
    spot[ALONG] = Math.max(t1, t2) < 0 ? 0 : length;
    spot[HEIGHT] = Math.min(h1, h2);
    if (spot[HEIGHT]! > contactMargin + radius) return 0;
    return writePoint(0, segment, piece, first);
  }
  const clipped1 = Math.min(Math.max(t1, 0), length);
  const clipped2 = Math.min(Math.max(t2, 0), length);
  const slope = t1 === t2 ? 0 : (h2 - h1) / (t2 - t1);
  const reach = contactMargin + radius;
  let count = 0;
  spot[ALONG] = clipped1;
  spot[HEIGHT] = clipped1 === t1 ? h1 : h1 + slope * (clipped1 - t1);
  if (spot[HEIGHT]! <= reach) count = writePoint(count, segment, piece, first);
  if (clipped2 === clipped1) return count;
  spot[ALONG] = clipped2;
  spot[HEIGHT] = clipped2 === t2 ? h2 : h2 + slope * (clipped2 - t2);
  if (spot[HEIGHT]! <= reach) count = writePoint(count, segment, piece, second);
  return count;
}

/** Writes where a vertex of the piece is over the ground. */
function findSpot(segment: ConvexPiece, piece: ConvexPiece, vertex: number): void {
  const x = piece.vertices[2 * vertex]! - segment.vertices[0]!;
  const y = piece.vertices[2 * vertex + 1]! - segment.vertices[1]!;
  spot[ALONG] = x * ground[ALONG_X]! + y * ground[ALONG_Y]!;
  spot[HEIGHT] = x * ground[NORMAL_X]! + y * ground[NORMAL_Y]!;
}

/** Writes the current spot as a contact point, midway between the two surfaces. Returns the number of points then. */
function writePoint(point: number, segment: ConvexPiece, piece: ConvexPiece, vertex: number): number {
  const height = spot[HEIGHT]!;
  const middle = (segment.radius + height - piece.radius) / 2;
  const at = CONTACT_POINTS + point * CONTACT_POINT_STRIDE;
  manifold[at] = segment.vertices[0]! + ground[ALONG_X]! * spot[ALONG]! + ground[NORMAL_X]! * middle;
  manifold[at + 1] = segment.vertices[1]! + ground[ALONG_Y]! * spot[ALONG]! + ground[NORMAL_Y]! * middle;
  manifold[at + CONTACT_SEPARATION] = height - segment.radius - piece.radius;
  features[point] = packFeatures(FEATURE_EDGE, vertex);
  return point + 1;
}

/** The vertex of the piece that is deepest along the ground's normal. */
function lowestVertex(piece: ConvexPiece): number {
  let lowest = 0;
  let least = Infinity;
  for (let i = 0; i < piece.count; i++) {
    const height = piece.vertices[2 * i]! * ground[NORMAL_X]! + piece.vertices[2 * i + 1]! * ground[NORMAL_Y]!;
    if (height < least) {
      least = height;
      lowest = i;
    }
  }
  return lowest;
}

/** The edge at a vertex (named by its first vertex) that faces the ground most squarely. */
function facingEdge(piece: ConvexPiece, vertex: number): number {
  if (piece.count < 3) return 0;
  const before = vertex === 0 ? piece.count - 1 : vertex - 1;
  const n = piece.normals;
  const own = n[2 * vertex]! * ground[NORMAL_X]! + n[2 * vertex + 1]! * ground[NORMAL_Y]!;
  const previous = n[2 * before]! * ground[NORMAL_X]! + n[2 * before + 1]! * ground[NORMAL_Y]!;
  return own <= previous ? vertex : before;
}
