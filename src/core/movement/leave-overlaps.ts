import { type ShapeContacts, VECTOR_STRIDE } from '../shape-contacts.ts';
import { addPlane, relaxPlanes } from './blocking-planes.ts';
import { escapeStraight } from './escape-straight.ts';
import { CLEAR_PART, createCrusherRecord, type Move, STILL } from './move.ts';
import { ALL_PIECES } from './move-space.ts';
import {
  addScaled,
  addVectors,
  copyVector,
  createScalar,
  scaleVector,
  subtractVectors,
  type Vector,
  writeDot,
  writeLength,
} from './vector.ts';

/**
 * The number of contacts that a mover may have to leave, one after another, and how often it begins anew from the place
 * it has reached.
 */
const MAX_PUSHES = 12;
const PUSH_ROUNDS = 3;

/** The number of surfaces that a push leads out through before it stops. */
const MAX_PASSES = 64;

/** The precision of casts, in skins. */
const HAIR = 1e-3;

/**
 * Contacts nearer than this part of the skin count: a little more than the distance that sweeps keep. Between two walls
 * at just that distance, sweeps would meet both by rounding.
 */
const NEAR_PART = CLEAR_PART + 0.01;

/** A collider nearer than this part of the skin counts as touching a resting mover. */
const RESTING_PART = 1.01;

/** The cosine between the normals of two surfaces up to which the mover counts as between them. */
const AGAINST = -0.1;

/** The length, in skins, up to which a way out is taken however much longer than the overlap it is. */
const SHORT_WAY = 64;

const short = createScalar();
const amount = createScalar();

/**
 * Moves the mover out of the colliders that it overlaps or is too near to: the deepest one first, with the planes of
 * all that have been met so far taken together, and through no collider that it did not overlap. If no sum of shortest
 * ways leads out, it takes the shortest straight way that there is, unless it is held on a side of a collider that has
 * moved into it: a squeezed mover stays where it is. Sets the clearance that sweeps keep.
 */
export function leaveOverlaps(move: Move): void {
  const { skin, clearance, position, entry, space } = move;
  const { contacts } = space;
  let row = findNearest(move);
  // A mover that counts as clear is not pushed: only rounding brings it so near, as when a sweep has stopped it here.
  if (!isClear(move, row)) {
    const depth = 0 - (contacts.separations[row] + NEAR_PART * skin);
    copyVector(entry, position);
    const sides = space.sideCount;
    for (let round = 0; round < PUSH_ROUNDS && !isClear(move, row); round++) row = push(move, row, round > 0);
    if (!isClear(move, row) && contacts.separations[row] + NEAR_PART * skin < 0) {
      // Half-way into the next wall is no better place, and the next way out might lead through it.
      copyVector(position, entry);
      space.releaseSides(sides);
      row = findNearest(move);
      amount[0] = depth;
      // A mover that a lift or a press holds on its side is squeezed, and stays below it: a straight way would lead
      // past the edge of the lift in one jump.
      if (depth > 0 && sides === 0) {
        escapeStraight(move, amount);
        row = findNearest(move);
      }
      if (!isClear(move, row)) {
        // A straight way along a chain that it crosses may have ended beyond the chain.
        copyVector(position, entry);
        row = pressOn(move, findNearest(move));
      }
    }
  }
  clearance[0] = CLEAR_PART * skin;
  if (row < 0) return;
  const separation = contacts.separations[row] + NEAR_PART * skin;
  if (isClear(move, row)) {
    // The mover is as far from the surface as sweeps keep away from it, up to rounding. The clearance is a little less
    // than this distance, so that rounding lets no sweep meet the surface at once. It is not much less, or the mover
    // would come nearer, be pushed back in the next move, and never go up a step in its way.
    clearance[0] = Math.min(CLEAR_PART * skin, separation - HAIR * skin);
    return;
  }
  move.overlap = Math.max(0, 0 - separation);
  if (move.overlap > 0) listCrushers(move);
  // In a gap as narrow as this, the mover keeps clear of each side by half of the room.
  clearance[0] = Math.max(0, Math.min(CLEAR_PART * skin, CLEAR_PART * separation));
}

/**
 * Lists the colliders that the mover overlaps, and those that keep it there: the colliders that it touches on the other
 * side.
 */
function listCrushers(move: Move): void {
  const { position, skin, space, clearance } = move;
  const { contacts } = space;
  clearance[0] = RESTING_PART * skin;
  space.touch(position, clearance);
  for (let row = 0; row < contacts.count; row++) {
    if (contacts.separations[row] + clearance[0] < 0) addCrusher(move, row);
  }
  const deep = move.crusherCount;
  for (let row = 0; row < contacts.count; row++) {
    if (contacts.separations[row] + clearance[0] >= 0 && opposes(move, row, deep)) addCrusher(move, row);
  }
}

/** Returns whether a contact pushes against one of the first crushers. */
function opposes({ space, crushers, normal }: Move, row: number, count: number): boolean {
  readNormal(normal, space.contacts, row);
  for (let i = 0; i < count; i++) {
    writeDot(amount, normal, crushers[i].normal);
    if (amount[0] < AGAINST) return true;
  }
  return false;
}

function addCrusher(move: Move, row: number): void {
  const { space, crushers, clearance } = move;
  const { contacts } = space;
  if (move.crusherCount === crushers.length) crushers.push(createCrusherRecord());
  const crusher = crushers[move.crusherCount++];
  crusher.slot = contacts.slots[row];
  crusher.child = contacts.children[row];
  crusher.penetration = Math.max(0, 0 - (contacts.separations[row] + clearance[0]));
  readNormal(crusher.normal, contacts, row);
}

function readNormal(out: Vector, { normals }: ShapeContacts, row: number): void {
  for (let k = 0; k < VECTOR_STRIDE; k++) out[k] = normals[row * VECTOR_STRIDE + k];
}

/**
 * Finds the collider that the mover is nearest to, or deepest in. Returns the row of its contact, −1 where nothing is
 * near.
 */
function findNearest({ space, position, clearance, skin }: Move): number {
  const { contacts } = space;
  clearance[0] = NEAR_PART * skin;
  space.touch(position, clearance);
  let row = -1;
  for (let i = 0; i < contacts.count; i++) {
    if (row < 0 || contacts.separations[i] < contacts.separations[row]) row = i;
  }
  return row;
}

/** Returns whether a contact, if there is one, is with something that is as far away as sweeps keep. */
function isClear({ space, skin }: Move, row: number): boolean {
  return row < 0 || space.contacts.separations[row] + NEAR_PART * skin >= (CLEAR_PART - STILL) * skin;
}

/**
 * Pushes the mover out of one collider after another. Returns the row of the contact that is then nearest, or −1. With
 * `isAnew`, earlier pushes have led the mover into colliders, and these pushes lead it no deeper, because it would come
 * out on the other side.
 */
function push(move: Move, first: number, isAnew: boolean): number {
  const { position, skin, planes, offset, clearance, motion, start, target, normal, scratch, space } = move;
  const { contacts, solve } = space;
  let row = first;
  short[0] = SHORT_WAY * skin;
  planes.count = 0;
  copyVector(start, position);
  offset[0] = 0;
  for (let i = 0; i < contacts.count && isAnew; i++) {
    readNormal(normal, contacts, i);
    if (i !== row && contacts.separations[i] + NEAR_PART * skin < STILL * skin) addPlane(planes, normal, offset);
  }
  for (let i = 0; i < MAX_PUSHES; i++) {
    readNormal(normal, contacts, row);
    // The plane is measured from where the round began: its offset is how far along the normal from there the whole
    // skin is left.
    subtractVectors(scratch, position, start);
    writeDot(amount, normal, scratch);
    offset[0] = skin - (contacts.separations[row] + NEAR_PART * skin) + amount[0];
    addPlane(planes, normal, offset);
    relaxPlanes(target, amount, planes, solve, short);
    // If the violation is at most the skin, the gap is narrow, but the mover still fits in.
    if (isAnew && amount[0] > skin) break;
    addVectors(motion, target, start);
    subtractVectors(motion, motion, position);
    writeLength(amount, motion);
    if (amount[0] <= STILL * skin) break;
    clearance[0] = 0;
    if (isStopped(move, motion)) stopBefore(move, motion);
    else addVectors(position, position, motion);
    row = findNearest(move);
    if (isClear(move, row)) return row;
  }
  return findNearest(move);
}

/**
 * Pushes a mover that has no way out as far out of the collider that it is deepest in as there is room, and no deeper
 * into any other. Returns the row of the contact that is then nearest, or −1.
 */
function pressOn(move: Move, row: number): number {
  const { position, skin, planes, offset, clearance, motion, normal, target, space } = move;
  const { contacts, hit, solve } = space;
  offset[0] = 0;
  planes.count = 0;
  for (let i = 0; i < contacts.count; i++) {
    readNormal(normal, contacts, i);
    addPlane(planes, normal, offset);
  }
  readNormal(normal, contacts, row);
  amount[0] = skin - (contacts.separations[row] + NEAR_PART * skin);
  scaleVector(target, amount, normal);
  clearance[0] = CLEAR_PART * skin;
  for (let i = 0; i < MAX_PUSHES && solve(motion, target, planes); i++) {
    writeDot(amount, motion, normal);
    if (!(amount[0] > skin)) break;
    // Colliders nearer than the clearance are among the planes already.
    if (!isStopped(move, motion)) {
      addVectors(position, position, motion);
      break;
    }
    writeDot(amount, hit.normal, motion);
    const approach = 0 - amount[0];
    writeLength(amount, motion);
    amount[0] = Math.max(0, hit.fraction - (skin - clearance[0]) / Math.max(approach, STILL * amount[0]));
    addScaled(position, position, amount, motion);
    amount[0] = 1 - amount[0];
    scaleVector(target, amount, motion);
    addPlane(planes, hit.normal, offset);
  }
  return findNearest(move);
}

/**
 * Sweeps along a motion up to the first obstacle. A piece on a side of which the mover is held does not stop the mover
 * if it faces the other way: the mover is inside of the piece's collider, and comes to the piece from within.
 */
function isStopped({ space, position, clearance, skin }: Move, motion: Vector): boolean {
  const { hit } = space;
  for (let i = 0; i < MAX_PASSES; i++) {
    if (!space.sweep(position, motion, clearance, 'ignore')) return false;
    if (!space.opposesHeld(hit)) return true;
    // The mover is put a hair into the face, so that the rest of the motion does not meet the face again.
    writeLength(amount, motion);
    const into = Math.min(1, hit.fraction + (HAIR * skin) / amount[0]);
    amount[0] = into;
    addScaled(position, position, amount, motion);
    amount[0] = 1 - into;
    scaleVector(motion, amount, motion);
    if (into === 1) return false;
  }
  return true;
}

/** Ends a push where a new surface is in its way, and keeps out of that surface from now on. */
function stopBefore({ position, skin, scratch, start, offset, planes, space }: Move, motion: Vector): void {
  const { hit } = space;
  // Stops short of touching, because a push ignores colliders that the mover touches at its start, and by more than
  // rounding, or the next motion, along this surface, would meet the surface at once and end there.
  writeDot(amount, hit.normal, motion);
  const approach = 0 - amount[0];
  writeLength(amount, motion);
  const room = (STILL * skin) / Math.max(approach, STILL * amount[0]);
  amount[0] = Math.max(0, hit.fraction - room);
  addScaled(position, position, amount, motion);
  subtractVectors(scratch, position, start);
  writeDot(offset, hit.normal, scratch);
  addPlane(planes, hit.normal, offset);
  // A mover that another collider pushes half-way into this one would otherwise leave it on the far side.
  space.holdOnSide(hit.slot, ALL_PIECES, hit.normal);
}
