import { type ColliderSet, POSE_COS, POSE_SIN, POSE_STRIDE } from '../collider-set.ts';
import { ROUNDING } from '../geometry/contact/clip-face.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { collideAboveSegment } from './collide-above-segment.ts';
import { LEAST_SEPARATION, LENGTH_ROUNDING, type SegmentContact, segmentContacts } from './segment-contacts.ts';

/**
 * The contacts of a chain's segments with one convex piece, without those that only the ends of segments make.
 *
 * A segment on its own has two ends, and something that slides along the chain would catch on them. But at a joint the
 * surface goes on, so a normal counts only if the true surface has it: the segment's own or, at a joint that is convex
 * on the piece's side, anything between it and the neighbour's. A contact with another normal is
 *
 * - left to the neighbour behind the joint, where the joint is convex and the neighbour reports what it has. At a
 *   concave or flat joint, or where the neighbour has nothing to report, it is
 * - measured along the segment's own normal, over the segment alone (collide-above-segment.ts).
 *
 * While the cores are apart, a contact whose normal leans over a joint has a nearer one behind it. It is given up only
 * for one that is indeed nearer, so the nearest of all stays, and the separation of a pair does not depend on joints.
 *
 * Once cores overlap, the side of the chain that the piece is on is that of its middle, at the segment nearest to it.
 * What a piece that pokes through the chain comes near on the far side is no contact of the true surface.
 */
export function filterJoints(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  piece: PlacedPiece,
  start: number,
  end: number,
): void {
  let count = 0;
  let overlaps = false;
  for (let i = start; i < end; i++) {
    const contact = segmentContacts[i];
    if (contact.points === 0) continue;
    count++;
    if (contact.overlaps) overlaps = true;
  }
  if (count === 0) return;
  const side = overlaps ? findSide(shape, piece, start, end) : 0;
  let isSmooth = true;
  for (let i = start; i < end; i++) {
    const contact = segmentContacts[i];
    contact.verdict = contact.points === 0 ? NO_CONTACT : judge(set, slot, shape, contact, side);
    if (contact.verdict === FAR_SIDE) contact.points = 0;
    else if (contact.verdict > OWN) isSmooth = false;
  }
  if (!isSmooth) {
    for (let i = start; i < end; i++) {
      if (segmentContacts[i].verdict > OWN) resolve(piece, i, findRow(segmentContacts[i], i, start, end));
    }
  }
  if (count > 1) dropJointPoints(shape, start, end);
}

/**
 * Verdicts: there is no contact; it is on the far side; its normal is the true surface's; or it is not, by a concave or
 * flat joint, or by a convex one.
 */
const NO_CONTACT = 0;
const FAR_SIDE = 1;
const OWN = 2;
const BESIDE_CONCAVE = 3;
const BESIDE_CONVEX = 4;

/**
 * Sines and cosines this close are equal: rounding of unit normals, far below any visible angle. Also relative to
 * lengths.
 */
const ANGLE_SLACK = 1e-9;

/** Direction of the segment behind a joint. Fractions travel in scratch arrays, see placed-piece.ts. */
const direction = new Float64Array(2);

/**
 * Finds the side of the chain that the middle of a piece is on, 1 left or −1 right: that of the segment nearest to it.
 * When that is two, at a joint, the one that sees the middle less from its end decides, as the other's line may run
 * past it on either side.
 */
function findSide(shape: RegisteredShape, piece: PlacedPiece, start: number, end: number): number {
  if (shape.oneSided) return -1;
  let x = 0;
  let y = 0;
  for (let i = 0; i < piece.count; i++) {
    x += piece.vertices[2 * i] / piece.count;
    y += piece.vertices[2 * i + 1] / piece.count;
  }
  let nearest = Infinity;
  let steepest = 0;
  let side = -1;
  for (let i = start; i < end; i++) {
    const { vertices } = segmentContacts[i].segment;
    const ax = vertices[0];
    const ay = vertices[1];
    const ex = vertices[2] - ax;
    const ey = vertices[3] - ay;
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

/**
 * Says whether the true surface has a contact's normal, where the piece is on the given side of the chain (0 when it is
 * clear of it).
 */
function judge(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  contact: SegmentContact,
  pieceSide: number,
): number {
  const { manifold, overlaps, child } = contact;
  const { normals } = contact.segment;
  const alongX = normals[3];
  const alongY = 0 - normals[2];
  // A segment too short to have a direction.
  if (alongX === 0 && alongY === 0) return OWN;
  const nx = manifold[0];
  const ny = manifold[1];
  const left = nx * normals[2] + ny * normals[3];
  // How far the normal leans towards the segment's end, as a sine.
  const lean = nx * alongX + ny * alongY;
  const side = overlaps ? pieceSide : left < 0 ? -1 : 1;
  if (!overlaps && pieceSide * left < -ANGLE_SLACK) return FAR_SIDE;
  contact.side = side;
  if (side * left > 0 && Math.abs(lean) <= ANGLE_SLACK) return OWN;
  const towardsEnd = lean > 0;
  contact.neighbour = neighbourOf(shape, child, towardsEnd);
  // A free end is a point in the open: every way away from it is its own, and every way out except the one through the
  // segment.
  if (contact.neighbour < 0) return side * left >= -ANGLE_SLACK ? OWN : BESIDE_CONCAVE;
  readDirection(set, slot, shape, contact.neighbour);
  const x = direction[0];
  const y = direction[1];
  const sense = towardsEnd ? 1 : -1;
  // The neighbour's normal is where this is zero.
  const isBeyond = sense * (nx * x + ny * y) > ANGLE_SLACK;
  if (!overlaps && !isBeyond) return OWN;
  // Positive where the chain turns away from the piece; where it folds back on itself as well.
  const turn = -sense * side * (alongX * y - alongY * x);
  const isConvex = turn > ANGLE_SLACK || (turn >= -ANGLE_SLACK && alongX * x + alongY * y < 0);
  if (!isConvex) return BESIDE_CONCAVE;
  return isBeyond ? BESIDE_CONVEX : OWN;
}

/** The segment before or after another one, or −1 at a free end. */
function neighbourOf(shape: RegisteredShape, child: number, towardsEnd: boolean): number {
  const last = shape.pieces - 1;
  if (towardsEnd) return child < last ? child + 1 : shape.closed ? 0 : -1;
  return child > 0 ? child - 1 : shape.closed ? last : -1;
}

/** Reads the direction of a segment, which need not be near the piece. */
function readDirection(set: ColliderSet, slot: number, shape: RegisteredShape, child: number): void {
  const v = shape.vertices;
  const x = v[2 * child + 2] - v[2 * child];
  const y = v[2 * child + 3] - v[2 * child + 1];
  const length = Math.sqrt(x * x + y * y);
  const c = set.poses[slot * POSE_STRIDE + POSE_COS];
  const s = set.poses[slot * POSE_STRIDE + POSE_SIN];
  direction[0] = length > 0 ? (c * x - s * y) / length : 0;
  direction[1] = length > 0 ? (s * x + c * y) / length : 0;
}

/** Where the neighbour that a contact leans to is among the contacts, or −1. */
function findRow(contact: SegmentContact, row: number, start: number, end: number): number {
  const { child, neighbour } = contact;
  // Across the seam of a closed chain, the first and the last are neighbours.
  const at = neighbour === child + 1 ? row + 1 : neighbour === child - 1 ? row - 1 : neighbour === 0 ? start : end - 1;
  return at >= start && at < end && segmentContacts[at].child === neighbour ? at : -1;
}

/** Leaves a contact to the neighbour in row `other`, or measures it along the segment's own normal. */
function resolve(piece: PlacedPiece, row: number, other: number): void {
  const contact = segmentContacts[row];
  const takesOver = other >= 0 && isTakenOver(contact, segmentContacts[other]);
  if (takesOver && contact.verdict === BESIDE_CONVEX) contact.points = 0;
  else if (takesOver || contact.overlaps) collideAboveSegment(contact, piece);
}

/**
 * Whether the neighbour reports what a contact is left out for; by the verdicts alone, which stay while contacts
 * change.
 */
function isTakenOver(contact: SegmentContact, neighbour: SegmentContact): boolean {
  const { verdict, overlaps, manifold } = neighbour;
  if (verdict === NO_CONTACT) return false;
  if (contact.overlaps) return overlaps && verdict !== BESIDE_CONVEX;
  const gap = manifold[LEAST_SEPARATION] - contact.manifold[LEAST_SEPARATION];
  return verdict === OWN ? gap <= manifold[LENGTH_ROUNDING] : gap < 0;
}

/** Drops the points at joints that two neighbours have in common. */
function dropJointPoints(shape: RegisteredShape, start: number, end: number): void {
  for (let i = start; i < end; i++) segmentContacts[i].dropped = 0;
  let any = false;
  for (let i = start; i < end; i++) {
    const next = i + 1 < end ? i + 1 : start;
    const contact = segmentContacts[i];
    const neighbour = segmentContacts[next];
    if (contact.points === 0 || neighbour.points === 0) continue;
    if (neighbour.child !== neighbourOf(shape, contact.child, true)) continue;
    if (shareNormal(contact.manifold, neighbour.manifold) && dropShared(contact, neighbour)) any = true;
  }
  if (!any) return;
  for (let i = start; i < end; i++) if (segmentContacts[i].dropped !== 0) dropPoints(segmentContacts[i]);
}

function shareNormal(a: Float64Array, b: Float64Array): boolean {
  return Math.abs(a[0] * b[1] - a[1] * b[0]) <= ANGLE_SLACK && a[0] * b[0] + a[1] * b[1] > 0;
}

/** The distance within which points at a joint count as one. In an array, see `direction`. */
const slack = new Float64Array(1);

/**
 * Marks the points that a segment and the next one have in common: each is kept for one of them. One at a flat joint
 * that both go beyond is only where the chain was cut, between two points that say all there is to say, and marked for
 * both. Returns whether there is any.
 */
function dropShared(contact: SegmentContact, next: SegmentContact): boolean {
  const s = contact.segment.vertices;
  const v = next.segment.vertices;
  const size = Math.abs(s[2] - s[0]) + Math.abs(s[3] - s[1]) + Math.abs(v[2] - v[0]) + Math.abs(v[3] - v[1]);
  slack[0] = ANGLE_SLACK * size;
  let shared = 0;
  let own = 0;
  let other = 0;
  for (let i = 0; i < contact.points; i++) {
    for (let k = 0; k < next.points; k++) {
      if (!isSamePoint(contact.manifold, i, next.manifold, k)) continue;
      shared++;
      own |= 1 << i;
      other |= 1 << k;
    }
  }
  if (shared === 0) return false;
  const isCut = shared === 1 && contact.points > 1 && next.points > 1;
  if (isCut && shareNormal(contact.segment.normals, next.segment.normals) && !isDeepest(contact, own, next, other)) {
    contact.dropped |= own;
    next.dropped |= other;
  } else if (contact.points < next.points) {
    contact.dropped |= own;
  } else {
    next.dropped |= other;
  }
  return true;
}

function isSamePoint(a: Float64Array, i: number, b: Float64Array, k: number): boolean {
  const p = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
  const q = CONTACT_POINTS + k * CONTACT_POINT_STRIDE;
  for (let axis = 0; axis < CONTACT_POINT_STRIDE; axis++) {
    if (!(Math.abs(a[p + axis] - b[q + axis]) <= slack[0])) return false;
  }
  return true;
}

/** Whether the point that two contacts of two points share, by its bit in each, is deeper than the other ones. */
function isDeepest(contact: SegmentContact, own: number, next: SegmentContact, other: number): boolean {
  const { manifold } = contact;
  const separation = manifold[own === 1 ? FIRST_SEPARATION : SECOND_SEPARATION];
  return (
    separation < manifold[own === 1 ? SECOND_SEPARATION : FIRST_SEPARATION] - slack[0] &&
    separation < next.manifold[other === 1 ? SECOND_SEPARATION : FIRST_SEPARATION] - slack[0]
  );
}

const FIRST_SEPARATION = CONTACT_POINTS + CONTACT_SEPARATION;
const SECOND_SEPARATION = FIRST_SEPARATION + CONTACT_POINT_STRIDE;

function dropPoints(contact: SegmentContact): void {
  const { manifold, features, points, dropped } = contact;
  contact.points = 0;
  for (let i = 0; i < points; i++) {
    if ((dropped & (1 << i)) !== 0) continue;
    const from = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    const to = CONTACT_POINTS + contact.points * CONTACT_POINT_STRIDE;
    for (let k = 0; k < CONTACT_POINT_STRIDE; k++) manifold[to + k] = manifold[from + k];
    features[contact.points] = features[i];
    contact.points++;
  }
}
