import { FLAG_STATIC } from '../../core/collider-slots.ts';
import { HIT_NORMAL, hitPointAt, translationLength } from '../../core/queries/cast-piece.ts';
import { ImpactSettler } from '../../core/swept/settle-impact.ts';
import { APART_AT, IMPACT_FRACTION, IMPACT_NORMAL } from '../../core/swept/swept-pair.ts';
import type { SweptPaths } from '../../core/swept/swept-paths.ts';
import type { ColliderSet } from '../collider-set.ts';
import { POSE_STRIDE } from '../geometry/convex/pose.ts';
import { PLACE_POSITION, PLACE_STRIDE, PLACE_TURN, writePlace } from '../geometry/sweep/motion.ts';
import { pairOrigin } from '../narrow-phase/pair-origin.ts';
import { copyBody, FRAME_ORIGIN, type QueryBody, writeBodyBounds } from '../queries/query-body.ts';
import { createQueryShape } from '../queries/query-shape.ts';
import { seamlessOf } from '../queries/seamless-of.ts';
import { surfaceCastsOf } from '../queries/surface-table.ts';
import { triangleCore } from '../shapes/triangle-core.ts';
import { IMPACT_POINT, touch } from './impact.ts';
import { movingA, movingB, origin, placeBoth, placedA, placedB, takeMotions } from './moving-pieces.ts';
import { pair } from './swept-pair.ts';

const HIT_POINT = /* @__PURE__ */ hitPointAt(3);
const DIRECTION = 3;

/**
 * The impact in the frame of the surface, relative to the point of the impact. Its fraction is 0, as at the start of a
 * cast, so that no digits are lost.
 */
const hit = new Float64Array(7);
const entered = new Float64Array(7);
const way = /* @__PURE__ */ new Float64Array(translationLength(3));
/** The piece of the other collider at the impact, in the same frame. */
const frame = /* @__PURE__ */ createQueryShape();
/** The places of the surface and of the other collider at the impact. */
const place = new Float64Array(PLACE_STRIDE);
const otherPlace = new Float64Array(PLACE_STRIDE);
const time = new Float64Array(1);
const vector = new Float64Array(3);
const velocity = new Float64Array(3);
const NO_GROWTH = new Float64Array(1);

const settler = /* @__PURE__ */ new ImpactSettler<ColliderSet, QueryBody>(
  pair,
  { seamlessOf, castsOf: surfaceCastsOf },
  { hit, way, shape: frame, enter: enterFrame, leave: leaveFrame },
);

/** Sets the colliders that the following calls are about. */
export function beginPairs(set: ColliderSet): void {
  settler.begin(set);
}

/**
 * Returns whether the two pieces really meet where they touch: at the surface of the shapes that they are pieces of.
 * Gives `touch` a normal that the surface has there, and a point on it.
 */
export function isMet(paths: SweptPaths): boolean {
  if (!settler.hasSurface()) return true;
  takeMotions(paths);
  pair.apart[APART_AT] = touch[IMPACT_FRACTION];
  placeBoth();
  return placedA.isHalfSpace || placedB.isHalfSpace || settler.isMet(paths);
}

/** Turns a vector of the world, as it is at the impact, into the frame of the surface, at the end of its path. */
function toFrame(out: Float64Array, at: number, from: Float64Array, fromAt: number): void {
  const x = from[fromAt];
  const y = from[fromAt + 1];
  const z = from[fromAt + 2];
  for (let axis = 0; axis < 3; axis++) {
    out[at + axis] = place[axis] * x + place[3 + axis] * y + place[6 + axis] * z + 0;
  }
}

/** Turns a vector of the surface's frame to the world, as it is at the impact. */
function toWorld(out: Float64Array, at: number, from: Float64Array, fromAt: number): void {
  const x = from[fromAt];
  const y = from[fromAt + 1];
  const z = from[fromAt + 2];
  for (let axis = 0; axis < 3; axis++) {
    const row = 3 * axis;
    out[at + axis] = place[row] * x + place[row + 1] * y + place[row + 2] * z + 0;
  }
}

/** Writes the impact, the piece of the other collider and its way as seen from a surface where it lies at the end. */
function enterFrame(_paths: SweptPaths, slot: number, other: number, sign: number): void {
  const isA = slot === pair.slotA;
  const own = isA ? movingA : movingB;
  const others = isA ? movingB : movingA;
  time[0] = touch[IMPACT_FRACTION];
  writePlace(place, 0, own.prepared, 0, time);
  writePlace(otherPlace, 0, others.prepared, 0, time);
  for (let axis = 0; axis < 3; axis++) {
    vector[axis] = touch[IMPACT_POINT + axis] - origin[axis] - place[PLACE_POSITION + axis];
  }
  toFrame(hit, HIT_POINT, vector, 0);
  frame.x = own.motion[POSE_STRIDE] + hit[HIT_POINT];
  frame.y = own.motion[POSE_STRIDE + 1] + hit[HIT_POINT + 1];
  frame.z = own.motion[POSE_STRIDE + 2] + hit[HIT_POINT + 2];
  pairOrigin[0] = frame.x;
  pairOrigin[1] = frame.y;
  pairOrigin[2] = frame.z;
  hit.fill(0);
  toFrame(hit, HIT_NORMAL, touch, IMPACT_NORMAL);
  for (let axis = 0; axis < 3; axis++) hit[HIT_NORMAL + axis] = 0 + sign * hit[HIT_NORMAL + axis];
  entered.set(hit);
  writePiece(isA ? placedB : placedA);
  velocity.fill(0);
  addVelocity(place, own.motion, slot, -1);
  addVelocity(otherPlace, others.motion, other, 1);
  toFrame(way, DIRECTION, velocity, 0);
}

/** Writes a piece, which is placed about `origin`, into the frame, relative to the point of the impact. */
function writePiece(from: QueryBody): void {
  const piece = frame.pieces[0];
  const { body } = piece;
  piece.kind = from.kind;
  copyBody(body, from.body, FRAME_ORIGIN);
  if (body.core === triangleCore) {
    // The corners of a triangle say where it is: its place is the origin, and its axes are those of the world.
    for (let corner = 0; corner < 9; corner += 3) {
      for (let axis = 0; axis < 3; axis++) {
        vector[axis] = body.corners[corner + axis] - (touch[IMPACT_POINT + axis] - origin[axis]);
      }
      toFrame(body.corners, corner, vector, 0);
    }
  } else {
    vector[0] = body.x - (touch[IMPACT_POINT] - origin[0]);
    vector[1] = body.y - (touch[IMPACT_POINT + 1] - origin[1]);
    vector[2] = body.z - (touch[IMPACT_POINT + 2] - origin[2]);
    toFrame(vector, 0, vector, 0);
    body.x = vector[0];
    body.y = vector[1];
    body.z = vector[2];
    for (let axis = 0; axis < 9; axis += 3) toFrame(body.axes, axis, body.axes, axis);
  }
  frame.count = 1;
  frame.isPoint = false;
  writeBodyBounds(frame.box, piece, NO_GROWTH);
  for (let side = 0; side < 6; side += 3) {
    frame.box[side] += frame.x;
    frame.box[side + 1] += frame.y;
    frame.box[side + 2] += frame.z;
  }
}

/** Adds the velocity of the point of a collider that is at the impact, times `sign`. */
function addVelocity(at: Float64Array, motion: Float64Array, slot: number, sign: number): void {
  if ((pair.set!.slots.flags[slot] & FLAG_STATIC) !== 0) return;
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const fromJ = touch[IMPACT_POINT + j] - origin[j] - at[PLACE_POSITION + j];
    const fromK = touch[IMPACT_POINT + k] - origin[k] - at[PLACE_POSITION + k];
    const turning = at[PLACE_TURN + j] * fromK - at[PLACE_TURN + k] * fromJ;
    velocity[i] += sign * (motion[POSE_STRIDE + i] - motion[i] + turning);
  }
}

/** Copies the settled hit to `touch`. */
function leaveFrame(sign: number): void {
  toWorld(vector, 0, hit, HIT_POINT);
  for (let axis = 0; axis < 3; axis++) touch[IMPACT_POINT + axis] += vector[axis];
  let isSame = true;
  for (let axis = 0; axis < 3; axis++) if (hit[HIT_NORMAL + axis] !== entered[HIT_NORMAL + axis]) isSame = false;
  if (isSame) return;
  toWorld(vector, 0, hit, HIT_NORMAL);
  for (let axis = 0; axis < 3; axis++) touch[IMPACT_NORMAL + axis] = 0 + sign * vector[axis];
}
