import { createIndexList, type IndexList } from '../index-list.ts';
import { SHAPE_POINTS_STRIDE, VECTOR_STRIDE } from '../shape-contacts.ts';
import { advance } from './advance.ts';
import { addPlane } from './blocking-planes.ts';
import { leaveOverlaps } from './leave-overlaps.ts';
import { createHitRecord, type Move, type MoveHitRecord } from './move.ts';
import { copySweepHit } from './move-space.ts';
import {
  addScaled,
  clearVector,
  copyVector,
  createScalar,
  createVector,
  hasLength,
  type Scalar,
  scaleVector,
  subtractVectors,
  writeDot,
} from './vector.ts';

/** The rules of the surfaces that a mover bounces off. */
export interface BounceRules {
  /** Writes the velocity and the restitution of the surface that `space.hit` is on. */
  readSurface(bounce: Bounce): void;
  /** Called after a bounce off the surface that `space.hit` is on; may change the velocity. */
  noteBounce(bounce: Bounce): void;
}

/**
 * Bounces at one place after which surfaces count as leaving no room: corners of an eighth of half a turn take as many.
 */
const MOST_AT_ONCE = 8;

/** A plane that a motion may lead along. */
const AT_SURFACE = createScalar();

const amount = createScalar();

/** One move that bounces: its velocity and options, and the hits and the result so far. Reusable, as `Move` is. */
export class Bounce {
  readonly move: Move;
  readonly rules: BounceRules;
  /** The mover's velocity: before the move, and then after it. */
  readonly velocity = createVector();
  /** How long the move takes, in the unit of time of velocities. */
  readonly time: Scalar = createScalar();
  most = 0;
  /** The number of bounces so far. */
  count = 0;
  /** The velocity of the surface that was met last; written by `readSurface`. */
  readonly surface = createVector();
  readonly restitution: Scalar = createScalar();
  /** The colliders that have moved into the mover since its last move, and the side of the mover that each came to. */
  readonly pressed: MoveHitRecord[] = [];
  pressedCount = 0;
  /** Slots that may have moved past the whole mover since its last move: the caller lists them. */
  readonly fast: IndexList = createIndexList();

  readonly back = createVector();
  readonly relative = createVector();
  readonly scaled: Scalar = createScalar();

  constructor(move: Move, rules: BounceRules) {
    this.move = move;
    this.rules = rules;
  }
}

/**
 * Moves a shape by its velocity for a time and reflects the velocity off each surface that it meets: the part of the
 * velocity along the normal, relative to the surface, is turned and multiplied by the restitution. Then the move goes
 * on from there for the time that is left. As the way between two surfaces is swept, no surface is passed, however fast
 * the mover is.
 *
 * A collider that has moved into the mover since the last move first pushes the mover out in front of itself, and the
 * mover bounces off that collider.
 */
export function runBounce(bounce: Bounce, hasMovingSurfaces: boolean): void {
  const { move, velocity, time } = bounce;
  const { rest, carried, up, space, planes, travelled } = move;
  move.hitCount = move.crusherCount = bounce.count = bounce.pressedCount = 0;
  move.grounded = false;
  move.overlap = 0;
  move.left = 1;
  clearVector(up);
  clearVector(carried);
  if (hasMovingSurfaces) {
    findPressed(bounce);
    findPassed(bounce);
  }
  leaveOverlaps(move);
  for (let i = 0; i < bounce.pressedCount; i++) {
    copySweepHit(space.hit, bounce.pressed[i]);
    bounceOff(bounce);
  }
  let isFree = true;
  let atOnce = 0;
  planes.count = 0;
  while (bounce.count < bounce.most) {
    amount[0] = time[0] * move.left;
    scaleVector(rest, amount, velocity);
    // Between surfaces that leave no room to bounce, the mover slides along them, as it would by ever shorter bounces.
    if ((!isFree || atOnce > MOST_AT_ONCE) && !space.solve(rest, rest, planes)) clearVector(rest);
    if (!hasLength(rest) || !advance(move, rest)) {
      move.left = 0;
      break;
    }
    if (travelled[0] > 0) {
      atOnce = 0;
      planes.count = 0;
    }
    atOnce++;
    move.left *= 1 - travelled[0];
    space.hit.fraction = 1 - move.left;
    addPlane(planes, space.hit.normal, AT_SURFACE);
    isFree = bounceOff(bounce);
  }
}

/**
 * Finds the colliders that overlap the mover because they have moved into it, and holds the mover on the side that each
 * came to: the mover has not moved meanwhile, so in the frame of such a surface it has come in by the opposite of the
 * surface's motion.
 */
function findPressed(bounce: Bounce): void {
  const { move, rules, pressed, surface, back, time } = bounce;
  const { space, position, clearance } = move;
  const { contacts, hit } = space;
  clearance[0] = 0;
  space.touch(position, clearance);
  let count = 0;
  for (let row = 0; row < contacts.count; row++) {
    if (!(contacts.separations[row] < 0)) continue;
    if (count === pressed.length) pressed.push(createHitRecord());
    const record = pressed[count++];
    record.slot = contacts.slots[row];
    record.child = contacts.children[row];
    record.fraction = 0;
    for (let i = 0; i < VECTOR_STRIDE; i++) {
      record.normal[i] = contacts.normals[row * VECTOR_STRIDE + i];
      record.point[i] = contacts.points[row * SHAPE_POINTS_STRIDE + i];
    }
  }
  let kept = 0;
  for (let i = 0; i < count; i++) {
    copySweepHit(hit, pressed[i]);
    rules.readSurface(bounce);
    if (!hasLength(surface)) continue;
    scaleVector(back, time, surface);
    if (isListed(bounce, pressed[i].slot, kept) || !space.findEntry(pressed[i].slot, position, back)) continue;
    space.holdOnSide(hit.slot, hit.child, hit.normal);
    hit.fraction = 0;
    copySweepHit(pressed[kept++], hit);
  }
  bounce.pressedCount = kept;
}

/**
 * Finds which of the fast colliders have moved past the whole mover, and takes the mover along to where it is in front
 * of them, or as far as there is room. The surfaces are read as in `findPressed`.
 */
function findPassed(bounce: Bounce): void {
  const { move, rules, pressed, surface, back, time, fast } = bounce;
  const { space, position, clearance, motion } = move;
  const { hit } = space;
  for (let i = 0; i < fast.count; i++) {
    const slot = fast.items[i];
    if (isListed(bounce, slot, bounce.pressedCount)) continue;
    hit.slot = slot;
    hit.child = 0;
    hit.fraction = 0;
    copyVector(hit.point, position);
    clearVector(hit.normal);
    rules.readSurface(bounce);
    if (!hasLength(surface)) continue;
    scaleVector(back, time, surface);
    if (!space.findEntry(slot, position, back)) continue;
    if (bounce.pressedCount === pressed.length) pressed.push(createHitRecord());
    const record = pressed[bounce.pressedCount++];
    copySweepHit(record, hit);
    record.fraction = 0;
    amount[0] = 1 - hit.fraction;
    scaleVector(motion, amount, back);
    clearance[0] = 0;
    space.hide(slot);
    amount[0] = space.sweep(position, motion, clearance, 'ignore') ? hit.fraction : 1;
    space.hide(-1);
    addScaled(position, position, amount, motion);
    space.holdOnSide(record.slot, record.child, record.normal);
  }
}

/** Returns whether a slot is one of the first so many that are known to have moved into the mover. */
function isListed({ pressed }: Bounce, slot: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (pressed[i].slot === slot) return true;
  return false;
}

/**
 * Reflects the velocity off the surface that has been met. Returns false if the surface leaves faster than the mover
 * comes.
 */
function bounceOff(bounce: Bounce): boolean {
  const { move, rules, velocity, surface, restitution, relative, scaled } = bounce;
  const { hit } = move.space;
  record(move);
  rules.readSurface(bounce);
  bounce.count++;
  subtractVectors(relative, velocity, surface);
  writeDot(amount, relative, hit.normal);
  if (!(amount[0] < 0)) return false;
  const approach = amount[0];
  // The product is divided by the square of the normal, so that the rounding of the normal's length changes no energy.
  writeDot(amount, hit.normal, hit.normal);
  scaled[0] = (0 - (1 + restitution[0]) * approach) / amount[0];
  addScaled(velocity, velocity, scaled, hit.normal);
  rules.noteBounce(bounce);
  return true;
}

function record(move: Move): void {
  const { hits, space } = move;
  if (move.hitCount === hits.length) hits.push(createHitRecord());
  const to = hits[move.hitCount++];
  copySweepHit(to, space.hit);
  to.surface = 0;
}
