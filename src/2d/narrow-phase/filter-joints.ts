import { registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { type PlacedPiece, writeMiddle } from '../shapes/placed-piece.ts';
import { dropJointPoints } from './joint-points.ts';
import {
  ANGLE_SLACK,
  aim,
  type ChainLinks,
  findBeyond,
  findJointRays,
  forgetJointRays,
  isBeyond,
  jointRays,
  meetsFirst,
  middle,
  nextRay,
  SEGMENT_X,
  SEGMENT_Y,
  SIDE_X,
  SIDE_Y,
  turned,
  turnsAway,
} from './joint-rays.ts';
import {
  LEAST_SEPARATION,
  LENGTH_ROUNDING,
  type SegmentContact,
  segmentContacts,
  writeLeastSeparation,
} from './segment-contacts.ts';
import {
  BESIDE_CONCAVE,
  BESIDE_CONVEX,
  FAR_SIDE,
  leadsClear,
  measureBehindJoint,
  measureWayOut,
  NO_CONTACT,
  OWN,
} from './way-out-of-segment.ts';

/**
 * Removes contacts of one convex piece with segments of chains that only the ends of segments make.
 *
 * A segment on its own has two ends, and something that slides along the line would catch on them. But at a joint the
 * line goes on, see joint-rays.ts, so a normal counts only if the true line has it: the segment's own or, at a joint
 * that is convex on the piece's side, anything between it and the neighbour's. A contact with another normal is
 * replaced in one of two ways:
 *
 * - Where the joint is convex and the neighbour behind it reports a contact, it is left to this neighbour.
 * - At a concave or flat joint, or where the neighbour has nothing to report, it is measured along the shortest way out
 *   that the true line has (way-out-of-segment.ts).
 *
 * While the cores are apart, a contact whose normal leans over a joint has a nearer one behind it. It is given up only
 * for one that is indeed nearer, so the nearest of all stays, and the separation of a pair does not depend on joints.
 *
 * Once cores overlap, the side of a segment that the piece is on is that of its middle: see `sideOf`. A piece that
 * pokes through the line may come near other segments on the far side, which are no contacts of the true line.
 *
 * `links` tells which chains of several colliders are joined; without it, each chain is a line of its own.
 */
export function filterJoints(
  set: ColliderSet,
  piece: PlacedPiece,
  start: number,
  end: number,
  links: ChainLinks | undefined,
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
  forgetJointRays();
  if (overlaps) writeMiddle(middle, piece);
  let isSmooth = true;
  for (let i = start; i < end; i++) {
    const contact = segmentContacts[i];
    if (overlaps && contact.points > 0) contact.side = sideOf(set, contact, links);
    if (contact.points === 0) contact.verdict = NO_CONTACT;
    else if (overlaps && contact.side === HIDDEN && isCovered(set, contact, start, end, links))
      contact.verdict = FAR_SIDE;
    else contact.verdict = judge(set, contact, overlaps, links);
    if (contact.verdict > OWN) isSmooth = false;
  }
  for (let i = start; i < end; i++) if (segmentContacts[i].verdict === FAR_SIDE) segmentContacts[i].points = 0;
  if (!isSmooth) resolveAll(set, piece, start, end, links);
  if (overlaps && piece.curve === undefined) shortenAll(set, piece, start, end, links);
  if (count > 1) dropJointPoints(set, start, end, links);
}

/** The vector from a joint to the middle of the piece. */
const toMiddle = new Float64Array(2);

/**
 * The value of `side` where the middle of the piece is on neither side of the segment, because other segments at the
 * joint lie between the two.
 */
const HIDDEN = 0;

/**
 * The place of the middle: along a segment, 0 at its start, and across it, both times the segment's length; then the
 * squared length.
 */
const place = new Float64Array(3);
const ALONG = 0;
const ACROSS = 1;
const SQUARED = 2;

/** Writes where the middle is beside a segment. */
function placeMiddle({ segment }: SegmentContact): void {
  const { vertices } = segment;
  const ex = vertices[2] - vertices[0];
  const ey = vertices[3] - vertices[1];
  const x = middle[0] - vertices[0];
  const y = middle[1] - vertices[1];
  place[ALONG] = x * ex + y * ey;
  place[ACROSS] = ex * y - ey * x;
  place[SQUARED] = ex * ex + ey * ey;
}

/**
 * Returns the side of a segment that the middle is on, seen from the nearest point of the segment. Beyond an end of the
 * segment its line says nothing: there it is the side on which the line that goes on at the joint leaves the middle.
 */
function sideOf(set: ColliderSet, contact: SegmentContact, links: ChainLinks | undefined): number {
  if (registeredOf(set, contact.slot).oneSided) return -1;
  placeMiddle(contact);
  const side = place[ACROSS] > 0 ? 1 : -1;
  if (place[ALONG] > 0 && place[ALONG] < place[SQUARED]) return side;
  const isBeyondEnd = place[ALONG] > 0;
  if (!findRaysToMiddle(set, contact, isBeyondEnd, links)) return side;
  if (jointRays.count === 1) return sideBesideOne(contact, isBeyondEnd, side);
  aim(contact, isBeyondEnd, 1);
  const isLeft = meetsFirst(toMiddle);
  aim(contact, isBeyondEnd, -1);
  const isRight = meetsFirst(toMiddle);
  if (isLeft === isRight) return isLeft ? side : HIDDEN;
  return isLeft ? 1 : -1;
}

/**
 * Does what `sideOf` does beyond an end from which the line goes on by one ray; `side` is the side of the segment's own
 * line that the middle is on. On the side to which the line bends, the middle is beside the line if it is on that side
 * of both the segment and the ray; on the other side, if it is on that side of either.
 */
function sideBesideOne({ segment }: SegmentContact, atEnd: boolean, side: number): number {
  const { normals } = segment;
  const x = jointRays.directions[0];
  const y = jointRays.directions[1];
  const left = x * toMiddle[1] - y * toMiddle[0];
  // Which side of the segment the middle is on as seen from the ray, which at the start leads to the segment and at the
  // end away from it.
  const raySide = (atEnd ? left : 0 - left) > 0 ? 1 : -1;
  if (raySide === side) return side;
  return x * normals[2] + y * normals[3] > 0 ? -1 : 1;
}

/** Writes the rays of a joint, and where the middle is from there; false for a free end. */
function findRaysToMiddle(
  set: ColliderSet,
  contact: SegmentContact,
  atEnd: boolean,
  links: ChainLinks | undefined,
): boolean {
  const { vertices } = contact.segment;
  const at = atEnd ? 2 : 0;
  toMiddle[0] = middle[0] - vertices[at];
  toMiddle[1] = middle[1] - vertices[at + 1];
  findJointRays(set, contact, atEnd, links);
  return jointRays.count > 0;
}

/**
 * Returns whether a segment both of whose sides are hidden from the middle is covered by other segments, which make the
 * contact in its place: an example is the top of a post under a floor. If it is not covered, the contact is on the side
 * of the segment's line that the middle is on.
 */
function isCovered(
  set: ColliderSet,
  contact: SegmentContact,
  start: number,
  end: number,
  links: ChainLinks | undefined,
): boolean {
  placeMiddle(contact);
  contact.side = place[ACROSS] > 0 ? 1 : -1;
  findRaysToMiddle(set, contact, place[ALONG] > 0, links);
  return overlapsBeside(1, start, end) || overlapsBeside(-1, start, end);
}

/**
 * Returns whether the piece overlaps the first segment at the joint that is met when the direction to its middle is
 * turned to a side.
 */
function overlapsBeside(side: number, start: number, end: number): boolean {
  turned[SEGMENT_X] = toMiddle[0];
  turned[SEGMENT_Y] = toMiddle[1];
  turned[SIDE_X] = 0 - side * toMiddle[1];
  turned[SIDE_Y] = side * toMiddle[0];
  const ray = nextRay();
  const row = rowOf(jointRays.slots[ray], jointRays.children[ray], start, end);
  return row >= 0 && segmentContacts[row].points > 0 && segmentContacts[row].overlaps;
}

/** Returns whether the true line has a contact's normal. `anyOverlap` says that the piece overlaps any segment. */
function judge(set: ColliderSet, contact: SegmentContact, anyOverlap: boolean, links: ChainLinks | undefined): number {
  const { manifold, overlaps } = contact;
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
  if (anyOverlap && !overlaps && contact.side * left < -ANGLE_SLACK) return FAR_SIDE;
  if (!overlaps) contact.side = left < 0 ? -1 : 1;
  const { side } = contact;
  if (side * left > 0 && Math.abs(lean) <= ANGLE_SLACK) return OWN;
  const towardsEnd = lean > 0;
  findJointRays(set, contact, towardsEnd, links);
  contact.neighbour = -1;
  // At a free end nothing lies in the way: every normal that leads away from the end counts, and for overlapping cores
  // every way out that does not lead across the segment.
  if (jointRays.count === 0) return side * left >= -ANGLE_SLACK || isAlone(set, contact, links) ? OWN : BESIDE_CONCAVE;
  if (jointRays.count === 1) return judgeBesideOne(contact, towardsEnd);
  aim(contact, towardsEnd, side);
  const next = nextRay();
  const beyond = isBeyond(manifold, next) ? next : findBeyond(manifold);
  if (!overlaps && beyond < 0) return OWN;
  const ray = beyond < 0 ? next : beyond;
  contact.neighbourSlot = jointRays.slots[ray];
  contact.neighbour = jointRays.children[ray];
  if (!turnsAway(ray)) return BESIDE_CONCAVE;
  if (beyond < 0) return OWN;
  return overlaps && beyond !== next ? BESIDE_CONCAVE : BESIDE_CONVEX;
}

/**
 * Does what `judgeBeside` does where the line has one ray beyond the joint, as nearly all lines have at nearly all
 * joints.
 */
function judgeBesideOne(contact: SegmentContact, towardsEnd: boolean): number {
  const isOver = isBeyond(contact.manifold, 0);
  if (!contact.overlaps && !isOver) return OWN;
  contact.neighbourSlot = jointRays.slots[0];
  contact.neighbour = jointRays.children[0];
  aim(contact, towardsEnd, contact.side);
  if (!turnsAway(0)) return BESIDE_CONCAVE;
  return isOver ? BESIDE_CONVEX : OWN;
}

/** Returns whether a segment is the whole line, and collides on both sides: it is then like any other convex shape. */
function isAlone(set: ColliderSet, contact: SegmentContact, links: ChainLinks | undefined): boolean {
  const shape = registeredOf(set, contact.slot);
  if (shape.pieces > 1 || shape.oneSided) return false;
  if (links === undefined) return true;
  findJointRays(set, contact, true, links);
  if (jointRays.count > 0) return false;
  findJointRays(set, contact, false, links);
  return jointRays.count === 0;
}

/** Returns the row of a segment among the contacts, or −1. */
function rowOf(slot: number, child: number, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    if (segmentContacts[i].child === child && segmentContacts[i].slot === slot) return i;
  }
  return -1;
}

/** Returns the row, among the contacts, of the neighbour that a contact leans to, or −1. */
function findRow(contact: SegmentContact, row: number, start: number, end: number): number {
  const { slot, child, neighbour, neighbourSlot } = contact;
  if (neighbour < 0) return -1;
  if (neighbourSlot !== slot || Math.abs(neighbour - child) !== 1) return rowOf(neighbourSlot, neighbour, start, end);
  // The segments of a chain are in their order.
  const at = row + neighbour - child;
  if (at < start || at >= end) return -1;
  return segmentContacts[at].child === neighbour && segmentContacts[at].slot === slot ? at : -1;
}

/**
 * Replaces the normal of each contact whose normal the line does not have, or drops the contact where a neighbour has a
 * better one.
 */
function resolveAll(
  set: ColliderSet,
  piece: PlacedPiece,
  start: number,
  end: number,
  links: ChainLinks | undefined,
): void {
  for (let i = start; i < end; i++) {
    const contact = segmentContacts[i];
    if (contact.verdict > OWN) resolve(set, piece, contact, findRow(contact, i, start, end), links);
  }
  // The contacts are changed only after all verdicts are known, because the verdicts compare the depths before any
  // change.
  for (let i = start; i < end; i++) if (segmentContacts[i].verdict > OWN) writeLeastSeparation(segmentContacts[i]);
  for (let i = start; i < end; i++) {
    const contact = segmentContacts[i];
    if (contact.verdict > OWN && contact.overlaps && contact.points > 0) leaveToShorter(contact, piece, start, end);
  }
}

/**
 * Turns contacts along their segment's own normal into ones over a convex joint, where the way out over the joint is
 * shorter and the segment behind the joint, which the piece does not reach, reports nothing.
 */
function shortenAll(
  set: ColliderSet,
  piece: PlacedPiece,
  start: number,
  end: number,
  links: ChainLinks | undefined,
): void {
  for (let i = start; i < end; i++) {
    const contact = segmentContacts[i];
    if (!contact.overlaps || contact.points === 0 || !isAlongOwn(contact)) continue;
    for (let at = 0; at < 2; at++) {
      findJointRays(set, contact, at === 1, links);
      if (jointRays.count === 0) continue;
      aim(contact, at === 1, contact.side);
      const ray = nextRay();
      if (!turnsAway(ray)) continue;
      const row = rowOf(jointRays.slots[ray], jointRays.children[ray], start, end);
      if (row >= 0 && segmentContacts[row].points > 0) continue;
      measureBehindJoint(contact, piece, ray, at === 1);
    }
  }
}

/** Returns whether the normal of a contact is that of its segment, on the contact's side. */
function isAlongOwn({ manifold, segment, side }: SegmentContact): boolean {
  const { normals } = segment;
  const cross = manifold[0] * normals[3] - manifold[1] * normals[2];
  return Math.abs(cross) <= ANGLE_SLACK && side * (manifold[0] * normals[2] + manifold[1] * normals[3]) > 0;
}

/** Leaves a contact to the neighbour in row `other`, or measures it along a normal of the line. */
function resolve(
  set: ColliderSet,
  piece: PlacedPiece,
  contact: SegmentContact,
  other: number,
  links: ChainLinks | undefined,
): void {
  const takesOver = other >= 0 && isTakenOver(contact, segmentContacts[other]);
  if (takesOver && contact.verdict === BESIDE_CONVEX) contact.points = 0;
  else if (takesOver || contact.overlaps) measureWayOut(set, contact, piece, links);
}

/**
 * Returns whether the neighbour reports the contact in place of this one. It reads the verdict and the least
 * separation, which stay as they are while contacts are resolved; the number of points does not.
 */
function isTakenOver(contact: SegmentContact, neighbour: SegmentContact): boolean {
  const { verdict, overlaps, manifold } = neighbour;
  if (verdict === NO_CONTACT) return false;
  if (contact.overlaps) return overlaps && verdict !== BESIDE_CONVEX && verdict !== FAR_SIDE;
  const gap = manifold[LEAST_SEPARATION] - contact.manifold[LEAST_SEPARATION];
  return verdict === OWN ? gap <= manifold[LENGTH_ROUNDING] : gap < 0;
}

/** Drops a contact where the contact of another segment leads out of both segments by a shorter way. */
function leaveToShorter(contact: SegmentContact, piece: PlacedPiece, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const other = segmentContacts[i];
    if (other === contact || other.points === 0) continue;
    const separation = other.manifold[LEAST_SEPARATION];
    if (!(separation > contact.manifold[LEAST_SEPARATION] && separation < 0)) continue;
    if (!leadsClear(contact, other, piece)) continue;
    contact.points = 0;
    return;
  }
}
