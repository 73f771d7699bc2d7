import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_HALF_X, BODY_HALF_Y, BODY_RADIUS, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_B,
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
  writeBodyPoint,
  writeBodyPoints,
} from '../geometry/contact/body-points.ts';
import { findRoundAxis } from '../geometry/contact/find-round-axis.ts';
import { findRoundRoundAxis, RIM_APART, RIM_NONE } from '../geometry/contact/find-round-round-axis.ts';
import { locateRims, rimPoints } from '../geometry/contact/locate-rims.ts';
import { locateRoundContact } from '../geometry/contact/locate-round-contact.ts';
import { ROUND_APART, ROUND_CENTRES, roundAxis } from '../geometry/contact/round-axis.ts';
import {
  prepareRound,
  ROUND_AXIS_X,
  ROUND_HALF,
  ROUND_HIGH,
  ROUND_LIMIT,
  ROUND_LOW,
  ROUND_X,
  round,
} from '../geometry/contact/round-body.ts';
import { rimAxis, roundA, roundB } from '../geometry/contact/round-pair.ts';
import { CONTACT_BEYOND, CONTACT_UNKNOWN, roundPoints } from '../geometry/contact/round-points.ts';
import { bodyA, bodyB } from '../geometry/convex/convex-body.ts';
import { SHAPE_CONE, SHAPE_HULL, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { collideAnyConvex } from './collide-any-convex.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { hullOf } from './hull-operand.ts';
import { loadBody } from './load-body.ts';
import { pairOrigin, setPairOrigin } from './pair-origin.ts';

/** Collides a sphere, capsule, cylinder or cone A with a collider B whose core has corners: a capsule, box or hull. */
export function collideRoundHull(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  collide(set, list, slotA, slotB, true);
}

/** Does what `collideRoundHull` does when the body with corners is A. */
export function collideHullRound(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  collide(set, list, slotA, slotB, false);
}

function collide(set: ColliderSet, list: ContactList, slotA: number, slotB: number, isRoundA: boolean): void {
  const roundSlot = isRoundA ? slotA : slotB;
  const hullSlot = isRoundA ? slotB : slotA;
  loadRound(set, roundSlot, hullSlot);
  const hull = hullOf(set, hullSlot);
  const kind = findRoundAxis(hull);
  if (kind === ROUND_APART) return;
  const found = kind === ROUND_CENTRES ? CONTACT_UNKNOWN : locateRoundContact(hull, kind);
  if (found === CONTACT_BEYOND) return;
  if (found === CONTACT_UNKNOWN) {
    collideAnyConvex(set, list, slotA, slotB);
    return;
  }
  setPairOrigin(set, slotA);
  writeBodyContact(set, hullSlot, isRoundA);
  const { kinds, poses } = set;
  let points = 0;
  if (kinds[slotA] === SHAPE_SPHERE || kinds[slotB] === SHAPE_SPHERE) {
    bodyA.rounding = poses[BODY_STRIDE * slotA + BODY_RADIUS];
    bodyB.rounding = poses[BODY_STRIDE * slotB + BODY_RADIUS];
    points = writeBodyPoint(manifold, features, pairOrigin);
  } else {
    loadBody(bodyA, set, slotA);
    loadBody(bodyB, set, slotB);
    points = writeBodyPoints(manifold, features, pairOrigin);
  }
  emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}

/** Collides two cylinders or cones. */
export function collideRounds(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { poses } = set;
  setPairOrigin(set, slotA);
  loadInPair(set, slotA, roundA);
  loadInPair(set, slotB, roundB);
  limit[0] = contactMargin[0] + (poses[BODY_STRIDE * slotA + BODY_RADIUS] + poses[BODY_STRIDE * slotB + BODY_RADIUS]);
  const kind = findRoundRoundAxis(limit);
  if (kind === RIM_APART) return;
  if (kind === RIM_NONE || rimAxis[3] > 0) {
    collideAnyConvex(set, list, slotA, slotB);
    return;
  }
  locateRims(kind);
  for (let i = 0; i < 3; i++) {
    bodyContact[i] = 0 + rimAxis[i];
    bodyContact[BODY_CONTACT_A + i] = rimPoints[i];
    bodyContact[BODY_CONTACT_B + i] = rimPoints[3 + i];
  }
  bodyContact[BODY_CONTACT_SEPARATION] = rimAxis[3];
  bodyContact[BODY_CONTACT_LIMIT] = limit[0];
  loadBody(bodyA, set, slotA);
  loadBody(bodyB, set, slotB);
  emitContact(list, set.slots, slotA, slotB, 0, 0, writeBodyPoints(manifold, features, pairOrigin));
}

const limit = new Float64Array(1);

/** Loads a cylinder or cone relative to `pairOrigin`. */
function loadInPair(set: ColliderSet, slot: number, body: Float64Array): void {
  const { poses } = set;
  const at = BODY_STRIDE * slot;
  for (let i = 0; i < 3; i++) {
    body[ROUND_X + i] = poses[at + BODY_X + i] - pairOrigin[i];
    body[ROUND_AXIS_X + i] = poses[at + BODY_AXES + 3 + i];
  }
  unit[0] = 1;
  loadSizes(set, slot, body);
}

/** Loads half height and radii, in the unit of `unit`, and derives the rest from them. */
function loadSizes(set: ColliderSet, slot: number, body: Float64Array): void {
  const scale = unit[0];
  const { poses } = set;
  const at = BODY_STRIDE * slot;
  body[ROUND_HALF] = scale * poses[at + BODY_HALF_Y];
  body[ROUND_LOW] = scale * poses[at + BODY_HALF_X];
  body[ROUND_HIGH] = 0;
  if (set.kinds[slot] !== SHAPE_CONE) body[ROUND_HIGH] = body[ROUND_LOW];
  prepareRound(body);
}

/**
 * World units per unit of the hull's frame (or of the frame of a box, which has the unit 1). Written by `loadRound`.
 */
const hullScale = new Float64Array(1);
/** How many units of the current frame make one world unit; `loadSizes` reads it, its caller writes it first. */
const unit = new Float64Array(1);

/** Loads a collider into `round`, in the frame and the unit of another collider. */
function loadRound(set: ColliderSet, slot: number, hullSlot: number): void {
  const { poses } = set;
  const at = BODY_STRIDE * slot;
  const frame = BODY_STRIDE * hullSlot;
  hullScale[0] = 1;
  if (set.kinds[hullSlot] === SHAPE_HULL) hullScale[0] = poses[frame + BODY_HALF_X];
  const scale = 1 / hullScale[0];
  const dx = scale * (poses[at + BODY_X] - poses[frame + BODY_X]);
  const dy = scale * (poses[at + BODY_X + 1] - poses[frame + BODY_X + 1]);
  const dz = scale * (poses[at + BODY_X + 2] - poses[frame + BODY_X + 2]);
  const axis = at + BODY_AXES + 3;
  for (let row = 0; row < 3; row++) {
    const x = poses[frame + 3 * row];
    const y = poses[frame + 3 * row + 1];
    const z = poses[frame + 3 * row + 2];
    round[ROUND_X + row] = x * dx + y * dy + z * dz;
    round[ROUND_AXIS_X + row] = x * poses[axis] + y * poses[axis + 1] + z * poses[axis + 2];
  }
  if (set.kinds[slot] === SHAPE_SPHERE) {
    // The pose of a sphere has no axes; for a point any axis will do.
    round[ROUND_AXIS_X] = 0;
    round[ROUND_AXIS_X + 1] = 1;
    round[ROUND_AXIS_X + 2] = 0;
  }
  unit[0] = scale;
  loadSizes(set, slot, round);
  round[ROUND_LIMIT] = scale * (contactMargin[0] + (poses[at + BODY_RADIUS] + poses[frame + BODY_RADIUS]));
}

/** Transforms axis, separation and points to the frame of the pair. */
function writeBodyContact(set: ColliderSet, hullSlot: number, isRoundA: boolean): void {
  const { poses } = set;
  const frame = BODY_STRIDE * hullSlot;
  const scale = hullScale[0];
  const sign = isRoundA ? 1 : -1;
  const ofRound = isRoundA ? BODY_CONTACT_A : BODY_CONTACT_B;
  const ofHull = isRoundA ? BODY_CONTACT_B : BODY_CONTACT_A;
  for (let axis = 0; axis < 3; axis++) {
    const x = poses[frame + axis];
    const y = poses[frame + 3 + axis];
    const z = poses[frame + 6 + axis];
    const from = poses[frame + BODY_X + axis] - pairOrigin[axis];
    bodyContact[axis] = 0 + sign * (x * roundAxis[0] + y * roundAxis[1] + z * roundAxis[2]);
    bodyContact[ofRound + axis] = from + scale * (x * roundPoints[0] + y * roundPoints[1] + z * roundPoints[2]);
    bodyContact[ofHull + axis] = from + scale * (x * roundPoints[3] + y * roundPoints[4] + z * roundPoints[5]);
  }
  bodyContact[BODY_CONTACT_SEPARATION] = scale * roundAxis[3];
  bodyContact[BODY_CONTACT_LIMIT] = scale * round[ROUND_LIMIT];
}
