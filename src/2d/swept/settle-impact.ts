import { FLAG_STATIC } from '../../core/collider-slots.ts';
import { ImpactSettler } from '../../core/swept/settle-impact.ts';
import { IMPACT_FRACTION } from '../../core/swept/swept-pair.ts';
import { isTurning, type SweptPaths } from '../../core/swept/swept-paths.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { type ColliderSet, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import {
  HIT_FROM,
  HIT_TO,
  HIT_WITH_POINT_LENGTH,
  HIT_X,
  HIT_Y,
  TRANSLATION_LENGTH,
  TRANSLATION_X,
  TRANSLATION_Y,
} from '../queries/cast-piece.ts';
import { createQueryShape } from '../queries/query-shape.ts';
import { seamlessOf } from '../queries/seamless-of.ts';
import { surfaceCastsOf } from '../queries/surface-table.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import { IMPACT_NORMAL_X, IMPACT_NORMAL_Y, IMPACT_X, IMPACT_Y, TOUCH_FROM, TOUCH_TO, touch } from './impact.ts';
import { isOneWayPassed } from './passed-pieces.ts';
import { pair } from './swept-pair.ts';

/** The impact in a frame where the surface lies as it does at the end of its path. */
const hit = new Float64Array(HIT_WITH_POINT_LENGTH);
/** The impact as `enterFrame` wrote it. */
const entered = new Float64Array(HIT_WITH_POINT_LENGTH);
/** The displacement of the other collider relative to the point of the surface at the impact. */
const way = new Float64Array(TRANSLATION_LENGTH);
/** The shape that meets the surface. Only its place is read, which is the origin of the hit's frame. */
const frame = createQueryShape();
/** The cosine and sine of the angle that the surface still turns by after the impact. */
const turn = new Float64Array(2);
const velocity = new Float64Array(2);

const settler = /* @__PURE__ */ new ImpactSettler<ColliderSet, PlacedPiece>(
  pair,
  { seamlessOf, castsOf: surfaceCastsOf },
  { hit, way, shape: frame, enter: enterFrame, leave: leaveFrame },
);

/** Sets the colliders that the following calls are about. */
export function beginPairs(set: ColliderSet): void {
  settler.begin(set);
}

/**
 * Returns whether the two pieces really meet where they touch: at the surface of the shapes that they are pieces of,
 * and not from below a one-way tile. Gives `touch` a normal that the surface has there, and a point on it.
 */
export function isMet(paths: SweptPaths): boolean {
  return (!settler.hasSurface() || settler.isMet(paths)) && !isOneWayPassed();
}

/** Copies the hit back to `touch`, with the changes that settling has made to it. */
function leaveFrame(sign: number): void {
  const x = hit[HIT_X] - entered[HIT_X];
  const y = hit[HIT_Y] - entered[HIT_Y];
  touch[IMPACT_X] += turn[0] * x + turn[1] * y;
  touch[IMPACT_Y] += turn[0] * y - turn[1] * x;
  if (hit[HIT_NORMAL_X] === entered[HIT_NORMAL_X] && hit[HIT_NORMAL_Y] === entered[HIT_NORMAL_Y]) return;
  touch[IMPACT_NORMAL_X] = sign * (turn[0] * hit[HIT_NORMAL_X] + turn[1] * hit[HIT_NORMAL_Y]);
  touch[IMPACT_NORMAL_Y] = sign * (turn[0] * hit[HIT_NORMAL_Y] - turn[1] * hit[HIT_NORMAL_X]);
}

/** Writes the impact, and the way of the other collider, as seen from a collider where it lies at the end. */
function enterFrame(paths: SweptPaths, slot: number, other: number, sign: number): void {
  const { poses, slots } = pair.set!;
  const { motions } = paths;
  const fraction = touch[IMPACT_FRACTION];
  const at = slot * MOTION_STRIDE;
  const pose = slot * POSE_STRIDE;
  const isStatic = (slots.flags[slot] & FLAG_STATIC) !== 0;
  const turns = isTurning(paths, pair.set!, slot);
  // A collider that does not turn may have any centre: its place at the end is used.
  frame.x = turns ? motions[at + 3] : poses[pose + POSE_X];
  frame.y = turns ? motions[at + 4] : poses[pose + POSE_Y];
  turn[0] = 1;
  turn[1] = 0;
  if (turns) cosSin(turn, 0, (1 - fraction) * (motions[at + 5] - motions[at + 2]));
  const x = touch[IMPACT_X] - frame.x + (isStatic ? 0 : (1 - fraction) * (motions[at + 3] - motions[at]));
  const y = touch[IMPACT_Y] - frame.y + (isStatic ? 0 : (1 - fraction) * (motions[at + 4] - motions[at + 1]));
  const normalX = sign * touch[IMPACT_NORMAL_X];
  const normalY = sign * touch[IMPACT_NORMAL_Y];
  hit[HIT_FRACTION] = fraction;
  hit[HIT_X] = turn[0] * x - turn[1] * y;
  hit[HIT_Y] = turn[1] * x + turn[0] * y;
  hit[HIT_NORMAL_X] = turn[0] * normalX - turn[1] * normalY;
  hit[HIT_NORMAL_Y] = turn[1] * normalX + turn[0] * normalY;
  hit[HIT_FROM] = sign > 0 ? touch[TOUCH_FROM] : 0 - touch[TOUCH_TO];
  hit[HIT_TO] = sign > 0 ? touch[TOUCH_TO] : 0 - touch[TOUCH_FROM];
  entered.set(hit);
  velocity[0] = 0;
  velocity[1] = 0;
  addVelocity(paths, slot, -1);
  addVelocity(paths, other, 1);
  way[TRANSLATION_X] = turn[0] * velocity[0] - turn[1] * velocity[1];
  way[TRANSLATION_Y] = turn[1] * velocity[0] + turn[0] * velocity[1];
}

/** Adds the velocity of the point of a collider that is at the impact, times `sign`. */
function addVelocity(paths: SweptPaths, slot: number, sign: number): void {
  if ((pair.set!.slots.flags[slot] & FLAG_STATIC) !== 0) return;
  const { motions } = paths;
  const at = slot * MOTION_STRIDE;
  const fraction = touch[IMPACT_FRACTION];
  const wayX = motions[at + 3] - motions[at];
  const wayY = motions[at + 4] - motions[at + 1];
  const turned = motions[at + 5] - motions[at + 2];
  velocity[0] += sign * (wayX - turned * (touch[IMPACT_Y] - motions[at + 1] - fraction * wayY));
  velocity[1] += sign * (wayY + turned * (touch[IMPACT_X] - motions[at] - fraction * wayX));
}
