import { registeredOf } from '../../core/shapes/registered-of.ts';
import { reserve } from '../../core/typed-array.ts';
import { type ColliderSet, POSE_COS, POSE_SIN, POSE_STRIDE } from '../collider-set.ts';
import { JOINS_AT_END, JOINS_AT_START, joinedSegment, joinPlace } from '../shapes/chain-joins.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import type { SegmentContact } from './segment-contacts.ts';

/*
 * A joint is an end of a segment of a chain, together with all other segments that pass through this point: the next
 * segment of the chain, other segments where the chain touches itself, and segments of other chains that are joined
 * with it. Each of these leaves the joint as a ray, or as two rays where the joint lies between its ends. The line, as
 * seen from one side of the segment, goes on along the first ray that is met when the segment is turned about the joint
 * towards that side.
 */

/**
 * Sines and cosines this close are equal: rounding of unit normals, far below any visible angle. Also relative to
 * lengths.
 */
export const ANGLE_SLACK = 1e-9;

/** The rays of the current joint. */
export interface JointRays {
  count: number;
  /** The unit direction of each, away from the joint. */
  directions: Float64Array;
  /** 1 for a segment that runs away from the joint, −1 for one that runs towards it. */
  senses: Int32Array;
  /** The chain of each segment, and the segment in it. */
  slots: Int32Array;
  children: Int32Array;
}

export const jointRays: JointRays = {
  count: 0,
  directions: new Float64Array(16),
  senses: new Int32Array(8),
  slots: new Int32Array(8),
  children: new Int32Array(8),
};

/** The middle of the current piece, once it overlaps any segment: the mean of its vertices. */
export const middle = new Float64Array(2);

/** Knows which chains of several colliders are joined. */
export interface ChainLinks {
  /** Adds the rays of segments of other colliders at an end of a segment: see `addJoin`. */
  addRays(slot: number, child: number, towardsEnd: boolean): void;
}

/** Direction of a segment. Fractions travel in scratch arrays, see placed-piece.ts. */
const direction = new Float64Array(2);

/**
 * The segment and the end to which `jointRays` belong, and whether the piece overlapped the segment; slot −1 for none.
 */
const known = { slot: -1, child: 0, towardsEnd: false, overlaps: false };

/**
 * Forgets the joint looked at last. Called before joints are asked for with other poses, another middle or other links.
 */
export function forgetJointRays(): void {
  known.slot = -1;
}

/** Writes to `jointRays` the segments that go on at an end of a segment, without that segment itself. */
export function findJointRays(
  set: ColliderSet,
  contact: SegmentContact,
  towardsEnd: boolean,
  links: ChainLinks | undefined,
): void {
  const { slot, child, overlaps } = contact;
  if (known.slot === slot && known.child === child && known.towardsEnd === towardsEnd && known.overlaps === overlaps)
    return;
  known.slot = slot;
  known.child = child;
  known.towardsEnd = towardsEnd;
  known.overlaps = overlaps;
  const shape = registeredOf(set, slot);
  jointRays.count = 0;
  const neighbour = neighbourOf(shape, child, towardsEnd);
  if (neighbour >= 0) addRay(set, slot, shape, neighbour, towardsEnd ? 1 : -1);
  if (shape.joins !== undefined) {
    const { first, joins } = shape.joins;
    const vertex = towardsEnd ? child + 1 : child;
    for (let i = first[vertex]; i < first[vertex + 1]; i++) addJoin(set, slot, joins[i]);
  }
  links?.addRays(slot, child, towardsEnd);
  if (overlaps && (shape.oneSided || links !== undefined)) dropIgnoring(set, contact, towardsEnd);
}

/**
 * Drops the rays of one-sided segments that have the middle of the piece behind them: to the piece they are not there.
 */
function dropIgnoring(set: ColliderSet, { segment }: SegmentContact, towardsEnd: boolean): void {
  const { directions, senses, slots, children } = jointRays;
  const at = towardsEnd ? 2 : 0;
  const x = middle[0] - segment.vertices[at];
  const y = middle[1] - segment.vertices[at + 1];
  let kept = 0;
  for (let i = 0; i < jointRays.count; i++) {
    const left = senses[i] * (directions[2 * i] * y - directions[2 * i + 1] * x);
    if (left > 0 && registeredOf(set, slots[i]).oneSided) continue;
    directions[2 * kept] = directions[2 * i];
    directions[2 * kept + 1] = directions[2 * i + 1];
    senses[kept] = senses[i];
    slots[kept] = slots[i];
    children[kept++] = children[i];
  }
  jointRays.count = kept;
}

/** Returns the segment before or after another one of its chain, or −1 at an end of the chain. */
export function neighbourOf(shape: RegisteredShape, child: number, towardsEnd: boolean): number {
  const last = shape.pieces - 1;
  if (towardsEnd) return child < last ? child + 1 : shape.closed ? 0 : -1;
  return child > 0 ? child - 1 : shape.closed ? last : -1;
}

/** Adds the rays of a segment of a collider that meets the joint, packed as in chain-joins.ts. */
export function addJoin(set: ColliderSet, slot: number, join: number): void {
  const shape = registeredOf(set, slot);
  const place = joinPlace(join);
  if (place !== JOINS_AT_END) addRay(set, slot, shape, joinedSegment(join), 1);
  if (place !== JOINS_AT_START) addRay(set, slot, shape, joinedSegment(join), -1);
}

/** Adds a ray. `sense` is 1 for a segment that runs away from the joint, −1 for one that runs towards it. */
function addRay(set: ColliderSet, slot: number, shape: RegisteredShape, child: number, sense: number): void {
  const rays = jointRays;
  const at = rays.count++;
  if (at === rays.slots.length) growRays();
  readDirection(set, slot, shape, child);
  rays.directions[2 * at] = sense * direction[0];
  rays.directions[2 * at + 1] = sense * direction[1];
  rays.senses[at] = sense;
  rays.slots[at] = slot;
  rays.children[at] = child;
}

function growRays(): void {
  const rays = jointRays;
  rays.directions = reserve(rays.directions, 2 * rays.count);
  rays.senses = reserve(rays.senses, rays.count);
  rays.slots = reserve(rays.slots, rays.count);
  rays.children = reserve(rays.children, rays.count);
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

/** A vector that is compared with the rays; and the segment as a ray, then its normal on the side it is turned to. */
export const turned = new Float64Array(6);
const TURNED_X = 0;
const TURNED_Y = 1;
export const SEGMENT_X = 2;
export const SEGMENT_Y = 3;
export const SIDE_X = 4;
export const SIDE_Y = 5;

/** How far the segment has to be turned to meet a ray: numbers that grow with the angle, 0 to 4 once around. */
const turns = new Float64Array(2);
const LEAST = 0;
const NOW = 1;

/** Writes to `turns[NOW]` how far the segment has to be turned to meet (TURNED_X, TURNED_Y), of any length. */
function writeTurn(): void {
  const x = turned[TURNED_X] * turned[SEGMENT_X] + turned[TURNED_Y] * turned[SEGMENT_Y];
  const y = turned[TURNED_X] * turned[SIDE_X] + turned[TURNED_Y] * turned[SIDE_Y];
  const size = Math.abs(x) + Math.abs(y);
  // A ray that lies on the segment is met last.
  if (x >= 0 && Math.abs(y) <= ANGLE_SLACK * size) turns[NOW] = 4;
  else turns[NOW] = y >= 0 ? 1 - x / size : 3 + x / size;
}

/** Returns the number of the ray that the segment, turned to its side, meets first; −1 where there are none. */
export function nextRay(): number {
  const { directions, count } = jointRays;
  if (count < 2) return count - 1;
  let next = -1;
  turns[LEAST] = Infinity;
  for (let i = 0; i < count; i++) {
    turned[TURNED_X] = directions[2 * i];
    turned[TURNED_Y] = directions[2 * i + 1];
    writeTurn();
    if (!(turns[NOW] < turns[LEAST])) continue;
    turns[LEAST] = turns[NOW];
    next = i;
  }
  return next;
}

/** Returns whether the segment, turned to its side, meets a vector from the joint before any ray. */
export function meetsFirst(place: Float64Array): boolean {
  const next = nextRay();
  if (next < 0) return true;
  if (jointRays.count === 1) {
    turned[TURNED_X] = jointRays.directions[0];
    turned[TURNED_Y] = jointRays.directions[1];
    writeTurn();
    turns[LEAST] = turns[NOW];
  }
  turned[TURNED_X] = place[0];
  turned[TURNED_Y] = place[1];
  writeTurn();
  return turns[NOW] < turns[LEAST];
}

/**
 * Writes to `turned` a segment as a ray from one of its ends, and its normal on the side that it is turned to: 1 for
 * its left, −1 for its right.
 */
export function aim({ segment }: SegmentContact, fromEnd: boolean, side: number): void {
  const { normals } = segment;
  const sense = fromEnd ? -1 : 1;
  turned[SEGMENT_X] = sense * normals[3];
  turned[SEGMENT_Y] = 0 - sense * normals[2];
  turned[SIDE_X] = side * normals[2];
  turned[SIDE_Y] = side * normals[3];
}

/**
 * Returns whether a normal leans over the joint by so much that a ray rises above the joint in the direction of the
 * normal.
 */
export function isBeyond(normal: Float64Array, ray: number): boolean {
  const { directions } = jointRays;
  return normal[0] * directions[2 * ray] + normal[1] * directions[2 * ray + 1] > ANGLE_SLACK;
}

/** Returns the number of any such ray, or −1. */
export function findBeyond(normal: Float64Array): number {
  for (let i = 0; i < jointRays.count; i++) if (isBeyond(normal, i)) return i;
  return -1;
}

/**
 * Returns whether the line, going on along a ray, turns away from the side that has been aimed at; a line that folds
 * back on itself does, too.
 */
export function turnsAway(ray: number): boolean {
  const { directions } = jointRays;
  const x = directions[2 * ray];
  const y = directions[2 * ray + 1];
  const rise = x * turned[SIDE_X] + y * turned[SIDE_Y];
  return rise < -ANGLE_SLACK || (rise <= ANGLE_SLACK && x * turned[SEGMENT_X] + y * turned[SEGMENT_Y] > 0);
}
