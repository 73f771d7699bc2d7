import { FLAG_STATIC } from '../../core/collider-slots.ts';
import { HALVING_DISTANCE, HALVING_FRACTION, halveIntervals } from '../../core/interval-halving.ts';
import type { PieceCursor } from '../../core/queries/pieces.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import {
  APART,
  APART_AT,
  APART_SPREAD_A,
  APART_SPREAD_B,
  IMPACT_FRACTION,
  IMPACT_NORMAL,
} from '../../core/swept/swept-pair.ts';
import { createToiReport } from '../../core/toi-report.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { ConvexBody } from '../geometry/convex/convex-body.ts';
import { createGjkCache } from '../geometry/convex/gjk.ts';
import { POSE_STRIDE } from '../geometry/convex/pose.ts';
import {
  MOTION_STRIDE,
  PLACE_POSITION,
  PLACE_STRIDE,
  PREPARED_SPEED,
  PREPARED_STRIDE,
  prepareMotion,
  writePlace,
} from '../geometry/sweep/motion.ts';
import { IMPACT_TIME, writeTimeOfImpact } from '../geometry/sweep/time-of-impact.ts';
import { loadPose } from '../narrow-phase/load-body.ts';
import { pairOrigin } from '../narrow-phase/pair-origin.ts';
import { penetrateBodies } from '../queries/body-pairs.ts';
import { QueryBody } from '../queries/query-body.ts';
import { isInlineKind, isRegisteredKind } from '../shapes/shape-kind.ts';
import { IMPACT_POINT, touch } from './impact.ts';
import { arePassed } from './passed-pieces.ts';
import { pair } from './swept-pair.ts';
import type { SweptPaths } from './swept-paths.ts';

/** How early a turning piece may be found to touch: as a part of the sizes, and of the way where one is a half-space. */
const TOLERANCE = 2 ** -40;

/** A piece as it turns about its entity's position: how it lies at the end of the path, and its motion. */
class Moving {
  support = new ConvexBody();
  boundingRadius = 0;
  radius = 0;
  readonly motion = new Float64Array(MOTION_STRIDE);
  /** The motion relative to `origin`: see `prepareMotion`. */
  readonly prepared = new Float64Array(PREPARED_STRIDE);
}

const movingA = /* @__PURE__ */ new Moving();
const movingB = /* @__PURE__ */ new Moving();
/** The two pieces at their places of some time, about `origin`. */
export const placedA = /* @__PURE__ */ new QueryBody();
export const placedB = /* @__PURE__ */ new QueryBody();
const origin = new Float64Array(3);
const ORIGIN = new Float64Array(3);

/** A point midway between the surfaces, the normal from A to B and the time: see `writeTimeOfImpact`. */
const found = new Float64Array(IMPACT_TIME + 1);
const cache = /* @__PURE__ */ createGjkCache();
const report = /* @__PURE__ */ createToiReport();
/** See `halveIntervals`. */
const halving = new Float64Array(5);
/** The unit normal from A to B, the deepest point of A, that of B, and the depth: see `PieceCastRoutines.penetrate`. */
const deepest = new Float64Array(10);
const DEEPEST_OF_B = 6;
const DEPTH = 9;
/** Where a collider has come to, and the part of the way after which. */
const place = new Float64Array(PLACE_STRIDE);
const time = new Float64Array(1);
/** The body pose of a collider that has moved and turned. */
const pose = new Float64Array(BODY_STRIDE);

/** Takes up the motions of the pair: what follows is about them. Backwards they run from their ends. */
export function takeMotions(paths: SweptPaths): void {
  const at = pair.slotA * BODY_STRIDE + BODY_X;
  for (let axis = 0; axis < 3; axis++) origin[axis] = pair.set!.poses[at + axis];
  takeMotion(movingA, paths, pair.slotA);
  takeMotion(movingB, paths, pair.slotB);
}

/** Reads the motion of a collider in the direction of the sweep, about its entity's position. */
function takeMotion({ motion, prepared }: Moving, { motions, layout }: SweptPaths, slot: number): void {
  const set = pair.set!;
  const from = slot * layout.stride;
  const isStatic = (set.slots.flags[slot] & FLAG_STATIC) !== 0;
  for (let i = 0; i < POSE_STRIDE; i++) {
    // A static collider does not turn, so it may as well turn about the middle of its shape.
    const rest = i < 3 ? set.poses[slot * BODY_STRIDE + BODY_X + i] : i === POSE_STRIDE - 1 ? 1 : 0;
    const start = isStatic ? rest : motions[from + i];
    const end = isStatic ? rest : motions[from + layout.endAt + i];
    motion[i] = pair.backwards ? end : start;
    motion[POSE_STRIDE + i] = pair.backwards ? start : end;
  }
  prepareMotion(prepared, 0, motion, 0, origin, 0);
}

/** Advances piece number i of A and piece number k of B, of which one turns at least, until they touch. */
export function sweepTurning(_paths: SweptPaths, i: number, k: number): void {
  const { slotA, slotB, backwards, impact, apart, cursorA, cursorB } = pair;
  const set = pair.set!;
  pair.childA = loadTurning(cursorA, set, slotA, i, movingA);
  pair.childB = loadTurning(cursorB, set, slotB, k, movingB);
  if (!backwards) {
    apart[APART_AT] = 0;
    placeBoth();
    if (arePassed(placedA, placedB)) return;
  }
  const isPlane = cursorA.piece.isHalfSpace || cursorB.piece.isHalfSpace;
  if (isPlane) sweepPlane();
  else {
    report.tolerance = TOLERANCE * (sizeOf(cursorA.piece) + sizeOf(cursorB.piece));
    cache.count = 0;
    writeTimeOfImpact(found, movingA, movingB, cache, report);
  }
  const fraction = found[IMPACT_TIME];
  if (!(fraction < impact[IMPACT_FRACTION])) return;
  touch[IMPACT_FRACTION] = fraction;
  if (fraction === 0 || isPlane) {
    apart[APART_AT] = fraction;
    measureApart();
    for (let axis = 0; axis < 3; axis++) {
      touch[IMPACT_NORMAL + axis] = deepest[axis];
      touch[IMPACT_POINT + axis] = origin[axis] + deepest[DEEPEST_OF_B + axis];
    }
  } else {
    for (let axis = 0; axis < 3; axis++) {
      touch[IMPACT_POINT + axis] = found[axis];
      touch[IMPACT_NORMAL + axis] = found[3 + axis];
    }
  }
  pair.takeTouch(touch);
}

/** Half-spaces, which have no farthest points, are advanced by halving. */
function sweepPlane(): void {
  found[IMPACT_TIME] = Infinity;
  const isPlaneA = pair.cursorA.piece.isHalfSpace;
  if (isPlaneA && pair.cursorB.piece.isHalfSpace) return;
  const plane = isPlaneA ? movingA : movingB;
  const other = isPlaneA ? movingB : movingA;
  let way = 0;
  let start = 0;
  for (let axis = 0; axis < 3; axis++) {
    const from = movingB.motion[axis] - movingA.motion[axis];
    const to = movingB.motion[POSE_STRIDE + axis] - movingA.motion[POSE_STRIDE + axis];
    way += (to - from) * (to - from);
    start += from * from;
  }
  way = Math.sqrt(way);
  // No point of the other one is farther than this from the place that the plane turns about.
  const reach = Math.sqrt(start) + way + other.boundingRadius;
  halving[0] = way + other.prepared[PREPARED_SPEED] * other.boundingRadius + plane.prepared[PREPARED_SPEED] * reach;
  halving[1] = 1;
  halving[2] = TOLERANCE;
  halveIntervals(halving, measureHalving);
  found[IMPACT_TIME] = halving[HALVING_FRACTION];
}

function measureHalving(at: Float64Array): void {
  pair.apart[APART_AT] = at[HALVING_FRACTION];
  measureApart();
  at[HALVING_DISTANCE] = pair.apart[APART];
}

/** Writes how far the pieces at hand are apart after the part of the way in `pair.apart`, and how to `deepest`. */
export function measureApart(): void {
  placeBoth();
  penetrateBodies(deepest, placedA, placedB);
  pair.apart[APART] = 0 - deepest[DEPTH];
}

/** Writes the sizes of the pieces that were measured last. */
export function writeSpreads(): void {
  pair.apart[APART_SPREAD_A] = sizeOf(placedA);
  pair.apart[APART_SPREAD_B] = sizeOf(placedB);
}

/** How far a piece reaches from its place, or somewhat farther. */
function sizeOf({ body }: QueryBody): number {
  return body.reach + body.rounding;
}

function placeBoth(): void {
  placeAt(placedA, pair.slotA, pair.childA, movingA);
  placeAt(placedB, pair.slotB, pair.childB, movingB);
}

/** Places a piece after a part of its motion, about `origin`. */
function placeAt(piece: QueryBody, slot: number, child: number, { motion, prepared }: Moving): void {
  const set = pair.set!;
  const { poses } = set;
  const at = slot * BODY_STRIDE;
  // The collider lies about the point that it turns about as it does at the end of its path.
  const end = pair.backwards ? 0 : POSE_STRIDE;
  time[0] = pair.apart[APART_AT];
  writePlace(place, 0, prepared, 0, time);
  for (let i = BODY_X; i < BODY_STRIDE; i++) pose[i] = poses[at + i];
  for (let row = 0; row < 3; row++) {
    const r = 3 * row;
    for (let axis = 0; axis < 3; axis++) {
      const m = at + BODY_AXES + 3 * axis;
      pose[BODY_AXES + 3 * axis + row] =
        place[r] * poses[m] + place[r + 1] * poses[m + 1] + place[r + 2] * poses[m + 2];
    }
    let own = 0;
    for (let k = 0; k < 3; k++) own += place[r + k] * (poses[at + BODY_X + k] - motion[end + k]);
    pose[BODY_X + row] = own + place[PLACE_POSITION + row];
  }
  const kind = set.kinds[slot];
  piece.kind = kind;
  const shape = isRegisteredKind(kind) ? registeredOf(set, slot) : undefined;
  if (isInlineKind(kind) || shape!.record.pieces === undefined)
    loadPose(piece.body, kind, pose, 0, shape?.hull, ORIGIN);
  else shape!.record.pieces.load(piece.body, shape!, child, pose, 0, ORIGIN);
}

/**
 * Loads piece number i of a collider about the point it turns about, as it lies at the end. Returns which child it is.
 */
function loadTurning(
  cursor: PieceCursor<ColliderSet, QueryBody>,
  set: ColliderSet,
  slot: number,
  i: number,
  moving: Moving,
): number {
  const end = pair.backwards ? 0 : POSE_STRIDE;
  for (let axis = 0; axis < 3; axis++) pairOrigin[axis] = moving.motion[end + axis];
  const child = cursor.load(set, slot, i);
  const { body } = cursor.piece;
  moving.support = body;
  moving.boundingRadius = Math.sqrt(body.x * body.x + body.y * body.y + body.z * body.z) + body.reach;
  moving.radius = body.rounding;
  return child;
}
