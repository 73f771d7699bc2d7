import { boundsMargin } from '../../core/collider-set.ts';
import { FLAG_STATIC } from '../../core/collider-slots.ts';
import { timeOfImpactIntervalHalving } from '../../core/interval-halving.ts';
import { cosSin } from '../../core/trigonometry.ts';
import {
  BOUNDS_STRIDE,
  type ColliderSet,
  POSE_COS,
  POSE_RADIUS,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
} from '../geometry/contact/contact-layout.ts';
import {
  castRayDisc,
  castRayPiece,
  HIT_FRACTION,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_LENGTH,
  RAY_RADIUS,
  RAY_X,
  RAY_Y,
  writeLeave,
} from '../geometry/ray/cast-ray-piece.ts';
import { castCores } from '../geometry/sweep/cast-convex.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import { timeOfImpact } from '../geometry/sweep/time-of-impact.ts';
import { collidePlaced } from '../narrow-phase/collide-placed.ts';
import { childBox, worldBox } from '../narrow-phase/find-children.ts';
import { frameOrigin, loadInline, placeCollider } from '../narrow-phase/load-collider.ts';
import { compositeOf, registeredOf } from '../narrow-phase/registered-of.ts';
import { isBehind } from '../narrow-phase/segment-contacts.ts';
import {
  castPiece,
  HIT_WITH_POINT_LENGTH,
  HIT_X,
  HIT_Y,
  TRANSLATION_LENGTH,
  TRANSLATION_LIMIT,
  TRANSLATION_X,
  TRANSLATION_Y,
} from '../queries/cast-piece.ts';
import { createPieceCursor, findPiecesInBox, loadPiece, type PieceCursor } from '../queries/visit-pieces.ts';
import { createPlacedPiece, type PlacedPiece, placement, spreadOf } from '../shapes/placed-piece.ts';
import { isInlineKind, SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { isTurning, type SweptPaths, stretchBox, writeEndBox, writeWay } from './swept-paths.ts';

/**
 * What a sweep has found: the part of the way after which the two first touch, Infinity for never; the unit normal from
 * A to B and the point of contact then, in the world.
 */
export const impact = new Float64Array(6);
export const IMPACT_FRACTION = 0;
export const IMPACT_NORMAL_X = 1;
export const IMPACT_NORMAL_Y = 2;
export const IMPACT_X = 3;
export const IMPACT_Y = 4;
/**
 * The part of the way after which they part again, perhaps beyond its end; NaN where that has not been found along with
 * the rest.
 */
export const IMPACT_EXIT = 5;
/** The pieces of A and B that touch first; of several at once those with the lowest numbers. */
export const impactChildren = new Uint32Array(2);

/** Farther than any two pieces can be, so that every separation is measured. */
const NO_LIMIT = Number.MAX_VALUE;
/** Room for rounding, relative to the coordinates. */
const START_SLACK = 2 ** -40;
/** Of a piece's size: what goes deeper by less than this is rounding. */
const RESTING_SLACK = 2 ** -20;
/** How early, as a part of the way, a curved piece that turns may be found to touch. */
const CURVED_TOLERANCE = 2 ** -40;

const cursorA = createPieceCursor();
const cursorB = createPieceCursor();
const box = new Float64Array(BOUNDS_STRIDE);
const otherBox = new Float64Array(BOUNDS_STRIDE);
/** The ways of A and of B, and those of B as seen from A and of A as seen from B. */
const ways = new Float64Array(8);
const WAY_A = 0;
const WAY_B = 2;
const WAY_AB = 4;
const WAY_BA = 6;
const hit = new Float64Array(HIT_WITH_POINT_LENGTH);
/** A hit as one of the two sees it. */
const met = new Float64Array(HIT_WITH_POINT_LENGTH);
const ray = new Float64Array(RAY_LENGTH);
const centre = new Float64Array(2);
const translation = new Float64Array(TRANSLATION_LENGTH);
const manifold = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(CONTACT_MAX_POINTS);
const turned = new Float64Array(2);

/** A piece as it turns about its entity's position: how it lies at the end of the path, and its motion. */
const movingA = { piece: cursorA.piece, motion: new Float64Array(MOTION_STRIDE) };
const movingB = { piece: cursorB.piece, motion: new Float64Array(MOTION_STRIDE) };
/** The same pieces where they are at some time, about `origin`. */
const placedA = createPlacedPiece(8);
const placedB = createPlacedPiece(8);
const origin = new Float64Array(2);

/** The pair and the sweep in work. */
const work = {
  set: undefined as ColliderSet | undefined,
  slotA: 0,
  childA: 0,
  slotB: 0,
  childB: 0,
  turns: false,
  backwards: false,
  /** Whether one of the two is a map of tiles, which may be solid from one side alone. */
  hasGrid: false,
};

/**
 * Takes up two colliders: what follows is about them and their ways. Returns whether they have moved at all, as seen
 * from each other.
 */
export function takePair(paths: SweptPaths, set: ColliderSet, slotA: number, slotB: number): boolean {
  work.set = set;
  work.slotA = slotA;
  work.slotB = slotB;
  writeWay(ways, WAY_A, paths, set, slotA);
  writeWay(ways, WAY_B, paths, set, slotB);
  const x = ways[WAY_B] - ways[WAY_A];
  const y = ways[WAY_B + 1] - ways[WAY_A + 1];
  ways[WAY_AB] = x;
  ways[WAY_AB + 1] = y;
  ways[WAY_BA] = 0 - x;
  ways[WAY_BA + 1] = 0 - y;
  work.turns = isTurning(paths, set, slotA) || isTurning(paths, set, slotB);
  return work.turns || x !== 0 || y !== 0;
}

/**
 * Whether the pair may pass pieces of each other wholly: one has several, and the way is longer than half of the
 * smaller one's least side.
 */
export function mayPassPieces(paths: SweptPaths): boolean {
  const { set, slotA, slotB } = work;
  if (compositeOf(set!, slotA) === undefined && compositeOf(set!, slotB) === undefined) return false;
  const x = ways[WAY_AB];
  const y = ways[WAY_AB + 1];
  const way = Math.sqrt(x * x + y * y) + turnedWay(paths, slotA) + turnedWay(paths, slotB);
  return 2 * way > Math.min(leastSide(slotA), leastSide(slotB));
}

/** No point of a collider goes farther than this as it turns about its position. */
function turnedWay(paths: SweptPaths, slot: number): number {
  if (!isTurning(paths, work.set!, slot)) return 0;
  const at = slot * MOTION_STRIDE;
  writeEndBox(box, 0, paths, work.set!, slot);
  return (Math.abs(paths.motions[at + 2]) * (box[2] - box[0])) / 2;
}

function leastSide(slot: number): number {
  const { bounds } = work.set!;
  const at = slot * BOUNDS_STRIDE;
  const beyond = 2 * boundsMargin(work.set!, slot);
  return Math.min(bounds[at + 2] - bounds[at], bounds[at + 3] - bounds[at + 1]) - beyond;
}

/** Whether the boxes of the pair meet where their paths start: without that, they cannot have touched there. */
export function meetAtStart(paths: SweptPaths): boolean {
  const set = work.set!;
  const { slotA, slotB } = work;
  if (!work.turns) return meetBefore(set.bounds, slotA * BOUNDS_STRIDE, set.bounds, slotB * BOUNDS_STRIDE);
  writeEndBox(box, 0, paths, set, slotA);
  writeEndBox(otherBox, 0, paths, set, slotB);
  return meetBefore(box, 0, otherBox, 0);
}

/** Whether two boxes meet, of which A has come along its way as seen from B. */
function meetBefore(boxA: Float64Array, a: number, boxB: Float64Array, b: number): boolean {
  for (let axis = 0; axis < 2; axis++) {
    const way = ways[WAY_BA + axis];
    const slack = START_SLACK * (Math.abs(boxA[a + axis]) + Math.abs(boxB[b + axis]) + Math.abs(way));
    if (boxA[a + axis] - way > boxB[b + axis + 2] + slack) return false;
    if (boxA[a + axis + 2] - way < boxB[b + axis] - slack) return false;
  }
  return true;
}

/**
 * Finds where the pair that was taken up first touches on its ways, each of the two as large as it is at the end, and
 * writes `impact` and `impactChildren`. Backwards the paths run from their ends, and so does the fraction: only that is
 * written then. What touches at the start does so at 0. A segment of a one-sided chain is passed by what starts behind
 * it.
 *
 * What only moves is cast along the straight way it takes as seen from the other; what turns is advanced step by step,
 * each as far as nothing can touch.
 */
export function sweepPair(paths: SweptPaths, backwards: boolean): void {
  const { slotA, slotB, turns } = work;
  impact[IMPACT_FRACTION] = Infinity;
  work.backwards = backwards;
  if (sweepCircles()) return;
  work.hasGrid = isGrid(slotA) || isGrid(slotB);
  if (turns) {
    takeMotion(movingA.motion, paths, slotA);
    takeMotion(movingB.motion, paths, slotB);
  }
  findPiecesOnWay(cursorA, paths, slotA, slotB, WAY_AB);
  let count = 0;
  for (let i = 0; i < cursorA.count; i++) {
    findPiecesOfB(paths, i);
    for (let k = 0; k < cursorB.count; k++) {
      if (turns) sweepTurning(i, k);
      else sweepStraight(i, k);
    }
    count += cursorB.count;
  }
  if (turns || count > 1) impact[IMPACT_EXIT] = NaN;
}

/** Finds the pieces of B that may meet piece number i of A. */
function findPiecesOfB(paths: SweptPaths, i: number): void {
  const { slotA, slotB, turns } = work;
  if (turns || cursorA.count === 1) findPiecesOnWay(cursorB, paths, slotB, slotA, WAY_BA);
  else findPiecesNear(cursorA.children.items[i]);
}

/**
 * As `sweepPair`, for a pair that touches where its paths start, of which one has several pieces: finds the first two
 * pieces that meet on the way and have parted before its end, as a ball that rolls on the floor of a map flies through
 * its walls. Only what goes deeper into each other than what touches at the ends: pieces of the floor that are rolled
 * over are not met.
 */
export function sweepRestingPair(paths: SweptPaths): void {
  const { slotA, slotB } = work;
  const set = work.set!;
  work.hasGrid = isGrid(slotA) || isGrid(slotB);
  setDirection(paths, false);
  for (let axis = 0; axis < 2; axis++) origin[axis] = set.poses[slotA * POSE_STRIDE + POSE_X + axis];
  let depth = 0;
  let first = Infinity;
  let firstI = 0;
  let firstK = 0;
  for (let pass = 0; pass < 2; pass++) {
    findPiecesOnWay(cursorA, paths, slotA, slotB, WAY_AB);
    for (let i = 0; i < cursorA.count; i++) {
      findPiecesOfB(paths, i);
      for (let k = 0; k < cursorB.count; k++) {
        work.childA = childOf(cursorA, slotA, i);
        work.childB = childOf(cursorB, slotB, k);
        const atEnds = Math.min(separationAt(1), separationAt(0));
        if (pass === 0) {
          if (!isOneWayTile(slotA, work.childA) && !isOneWayTile(slotB, work.childB) && !arePassed(placedA, placedB)) {
            depth = Math.max(depth, 0 - atEnds);
          }
        } else if (atEnds > 0) {
          const fraction = meetPieces(paths, i, k, false);
          if (!(fraction < first)) continue;
          const parting = 1 - meetPieces(paths, i, k, true);
          setDirection(paths, false);
          const inside = 0 - separationAt((fraction + parting) / 2);
          if (!(inside > depth + RESTING_SLACK * spreadOf(placedA) && inside > RESTING_SLACK * spreadOf(placedB)))
            continue;
          first = fraction;
          firstI = i;
          firstK = k;
        }
      }
    }
  }
  impact[IMPACT_FRACTION] = Infinity;
  if (first === Infinity) return;
  findPiecesOfB(paths, firstI);
  meetPieces(paths, firstI, firstK, false);
  impact[IMPACT_EXIT] = NaN;
}

/** Sweeps two pieces alone. Returns the part of the way after which they touch, Infinity for never. */
function meetPieces(paths: SweptPaths, i: number, k: number, backwards: boolean): number {
  setDirection(paths, backwards);
  impact[IMPACT_FRACTION] = Infinity;
  if (work.turns) sweepTurning(i, k);
  else sweepStraight(i, k);
  return impact[IMPACT_FRACTION];
}

function setDirection(paths: SweptPaths, backwards: boolean): void {
  work.backwards = backwards;
  takeMotion(movingA.motion, paths, work.slotA);
  takeMotion(movingB.motion, paths, work.slotB);
}

function childOf(cursor: PieceCursor, slot: number, i: number): number {
  return compositeOf(work.set!, slot) === undefined ? 0 : cursor.children.items[i];
}

/**
 * Two circles that do not turn, which is most of what is swept: as `sweepStraight`, without pieces. Returns whether
 * that is all there is to find.
 */
function sweepCircles(): boolean {
  const { slotA, slotB, backwards, turns } = work;
  const { kinds, poses } = work.set!;
  if (turns || kinds[slotA] !== SHAPE_CIRCLE || kinds[slotB] !== SHAPE_CIRCLE) return false;
  const a = slotA * POSE_STRIDE;
  const b = slotB * POSE_STRIDE;
  const sign = backwards ? -1 : 1;
  const wayX = sign * ways[WAY_BA];
  const wayY = sign * ways[WAY_BA + 1];
  ray[RAY_X] = 0;
  ray[RAY_Y] = 0;
  ray[RAY_DIRECTION_X] = wayX;
  ray[RAY_DIRECTION_Y] = wayY;
  ray[RAY_RADIUS] = poses[a + POSE_RADIUS] + poses[b + POSE_RADIUS];
  centre[0] = poses[b + POSE_X] - (poses[a + POSE_X] + (backwards ? 0 : ways[WAY_AB]));
  centre[1] = poses[b + POSE_Y] - (poses[a + POSE_Y] + (backwards ? 0 : ways[WAY_AB + 1]));
  castRayDisc(hit, ray, centre);
  // Where they overlap at the start, there is a point to be found and a way out.
  if (hit[HIT_FRACTION] === 0 && !backwards) return false;
  writeLeave(impact, IMPACT_EXIT);
  if (!(hit[HIT_FRACTION] <= 1)) return true;
  const radius = poses[a + POSE_RADIUS];
  hit[HIT_X] = hit[HIT_FRACTION] * wayX - radius * hit[HIT_NORMAL_X];
  hit[HIT_Y] = hit[HIT_FRACTION] * wayY - radius * hit[HIT_NORMAL_Y];
  work.childA = 0;
  work.childB = 0;
  takeHit();
  return true;
}

/** Finds the pieces of a collider that may meet another one, whose way as seen from it is `ways[way]`. */
function findPiecesOnWay(cursor: PieceCursor, paths: SweptPaths, slot: number, other: number, way: number): void {
  const set = work.set!;
  if (compositeOf(set, slot) !== undefined) {
    writeEndBox(box, 0, paths, set, other);
    stretchBox(box, 0, ways, way);
    if (isTurning(paths, set, slot)) holdTurned(paths, slot);
  }
  findPiecesInBox(cursor, set, slot, box);
}

/** Makes the box hold all that comes into it when it is turned about a collider's position. */
function holdTurned({ motions }: SweptPaths, slot: number): void {
  const at = slot * MOTION_STRIDE + MOTION_STRIDE / 2;
  const x = Math.max(Math.abs(box[0] - motions[at]), Math.abs(box[2] - motions[at]));
  const y = Math.max(Math.abs(box[1] - motions[at + 1]), Math.abs(box[3] - motions[at + 1]));
  const reach = Math.sqrt(x * x + y * y);
  for (let axis = 0; axis < 2; axis++) {
    box[axis] = motions[at + axis] - reach;
    box[axis + 2] = motions[at + axis] + reach;
  }
}

/** Finds the pieces of B that may meet one child of A, when neither turns. */
function findPiecesNear(childA: number): void {
  const set = work.set!;
  childBox(set, work.slotA, registeredOf(set, work.slotA), childA);
  for (let side = 0; side < BOUNDS_STRIDE; side++) box[side] = worldBox[side];
  stretchBox(box, 0, ways, WAY_BA);
  findPiecesInBox(cursorB, set, work.slotB, box);
}

/** Casts piece number i of A along its way as seen from B at piece number k of B. About where A is at the start. */
function sweepStraight(i: number, k: number): void {
  const { slotA, slotB, backwards } = work;
  const set = work.set!;
  const { poses } = set;
  const a = slotA * POSE_STRIDE;
  const sign = backwards ? -1 : 1;
  frameOrigin[0] = poses[a + POSE_X];
  frameOrigin[1] = poses[a + POSE_Y];
  work.childA = loadPiece(cursorA, set, slotA, i);
  // From the end of B's path, where its pose is, to where it is at the start.
  frameOrigin[0] = poses[a + POSE_X] + (backwards ? 0 : ways[WAY_AB]);
  frameOrigin[1] = poses[a + POSE_Y] + (backwards ? 0 : ways[WAY_AB + 1]);
  work.childB = loadPiece(cursorB, set, slotB, k);
  if (!backwards && arePassed(cursorA.piece, cursorB.piece)) return;
  translation[TRANSLATION_X] = sign * ways[WAY_BA];
  translation[TRANSLATION_Y] = sign * ways[WAY_BA + 1];
  translation[TRANSLATION_LIMIT] = 1;
  const pieceA = cursorA.piece;
  const pieceB = cursorB.piece;
  const isCircle = pieceA.count === 1 || pieceB.count === 1;
  const isClosed = isCircle && pieceA.curve === undefined && pieceB.curve === undefined;
  if (isClosed && pieceA.count === 1) castCircle(1, pieceA, pieceB);
  else if (isClosed) castCircle(-1, pieceB, pieceA);
  // Where a circle overlaps at the start, there is a point to be found and a way out.
  if (!isClosed || (hit[HIT_FRACTION] === 0 && !backwards)) {
    castPiece(hit, pieceA, pieceB, translation, 'hit', castCores);
    impact[IMPACT_EXIT] = NaN;
  }
  if (!(hit[HIT_FRACTION] < impact[IMPACT_FRACTION])) return;
  if (work.hasGrid && !backwards && isOneWayPassed(hit)) return;
  takeHit();
}

/** Takes over what the piece of A in work has met: about where A starts, as seen from B. */
function takeHit(): void {
  const { poses } = work.set!;
  const a = work.slotA * POSE_STRIDE;
  const fraction = hit[HIT_FRACTION];
  impact[IMPACT_FRACTION] = fraction;
  takeChildren();
  impact[IMPACT_NORMAL_X] = 0 - hit[HIT_NORMAL_X];
  impact[IMPACT_NORMAL_Y] = 0 - hit[HIT_NORMAL_Y];
  // The frame is about where A starts, and the point on B, which goes its own way.
  impact[IMPACT_X] = poses[a + POSE_X] - ways[WAY_A] + hit[HIT_X] + fraction * ways[WAY_B];
  impact[IMPACT_Y] = poses[a + POSE_Y] - ways[WAY_A + 1] + hit[HIT_Y] + fraction * ways[WAY_B + 1];
}

/**
 * Casts a circle along the translation, or against it where it is B that is one: its centre is a ray at the other piece
 * grown by its radius. Writes the hit as `castPiece` of A at B.
 */
function castCircle(sign: number, circle: PlacedPiece, other: PlacedPiece): void {
  ray[RAY_X] = circle.vertices[0];
  ray[RAY_Y] = circle.vertices[1];
  ray[RAY_DIRECTION_X] = sign * translation[TRANSLATION_X];
  ray[RAY_DIRECTION_Y] = sign * translation[TRANSLATION_Y];
  ray[RAY_RADIUS] = circle.radius + other.radius;
  castRayPiece(hit, ray, other.vertices, other.normals, 0, other.count);
  const fraction = hit[HIT_FRACTION];
  if (!(fraction <= 1)) hit[HIT_FRACTION] = Infinity;
  writeLeave(impact, IMPACT_EXIT);
  // Where the circle touches; as seen from A when that is what stands still.
  const along = sign > 0 ? fraction : 0;
  hit[HIT_X] = circle.vertices[0] + along * translation[TRANSLATION_X] - circle.radius * hit[HIT_NORMAL_X];
  hit[HIT_Y] = circle.vertices[1] + along * translation[TRANSLATION_Y] - circle.radius * hit[HIT_NORMAL_Y];
  hit[HIT_NORMAL_X] = sign * hit[HIT_NORMAL_X];
  hit[HIT_NORMAL_Y] = sign * hit[HIT_NORMAL_Y];
}

/** The same for two of which one turns at least. */
function sweepTurning(i: number, k: number): void {
  const { slotA, slotB, backwards } = work;
  const set = work.set!;
  const { poses } = set;
  const pose = slotA * POSE_STRIDE;
  origin[0] = poses[pose + POSE_X];
  origin[1] = poses[pose + POSE_Y];
  work.childA = loadTurning(cursorA, set, slotA, i, movingA.motion);
  work.childB = loadTurning(cursorB, set, slotB, k, movingB.motion);
  if (!backwards && isOneSided(slotA, slotB)) {
    placeBoth(0);
    if (arePassed(placedA, placedB)) return;
  }
  const isCurved = cursorA.piece.curve !== undefined || cursorB.piece.curve !== undefined;
  const fraction = isCurved ? sweepCurved() : timeOfImpact(hit, 0, movingA, movingB);
  if (!(fraction < impact[IMPACT_FRACTION])) return;
  if (fraction === 0 || isCurved) {
    separationAt(fraction);
    hit[0] = manifold[CONTACT_POINTS] + origin[0];
    hit[1] = manifold[CONTACT_POINTS + 1] + origin[1];
    hit[2] = manifold[CONTACT_NORMAL_X];
    hit[3] = manifold[CONTACT_NORMAL_Y];
  }
  if (work.hasGrid && !backwards) {
    met[HIT_FRACTION] = fraction;
    met[HIT_NORMAL_X] = 0 - hit[2];
    met[HIT_NORMAL_Y] = 0 - hit[3];
    if (isOneWayPassed(met)) return;
  }
  impact[IMPACT_FRACTION] = fraction;
  takeChildren();
  impact[IMPACT_X] = hit[0];
  impact[IMPACT_Y] = hit[1];
  impact[IMPACT_NORMAL_X] = hit[2];
  impact[IMPACT_NORMAL_Y] = hit[3];
}

/** Curved pieces are advanced by halving: how far two are apart is measured wherever they are, however they turn. */
function sweepCurved(): number {
  const a = movingA.motion;
  const b = movingB.motion;
  const wayX = b[3] - b[0] - (a[3] - a[0]);
  const wayY = b[4] - b[1] - (a[4] - a[1]);
  // No point of a piece is farther from what it turns about than this.
  const reachA = Math.SQRT2 * spreadOf(cursorA.piece);
  const reachB = Math.SQRT2 * spreadOf(cursorB.piece);
  const speed = Math.sqrt(wayX * wayX + wayY * wayY) + Math.abs(a[5] - a[2]) * reachA + Math.abs(b[5] - b[2]) * reachB;
  return timeOfImpactIntervalHalving(separationAt, speed, 1, CURVED_TOLERANCE);
}

/** Returns how far the two pieces in work are apart after a part of the way, and writes how to `manifold`. */
function separationAt(fraction: number): number {
  placeBoth(fraction);
  const points = collidePlaced(manifold, features, placedA, placedB, NO_LIMIT);
  const first = manifold[CONTACT_POINTS + CONTACT_SEPARATION];
  if (points < 2) return first;
  return Math.min(first, manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE + CONTACT_SEPARATION]);
}

function placeBoth(fraction: number): void {
  placeAt(placedA, work.slotA, work.childA, movingA.motion, fraction);
  placeAt(placedB, work.slotB, work.childB, movingB.motion, fraction);
}

/** Places a piece after a part of its motion, about `origin`. */
function placeAt(piece: PlacedPiece, slot: number, child: number, motion: Float64Array, fraction: number): void {
  const set = work.set!;
  const end = work.backwards ? 0 : MOTION_STRIDE / 2;
  // How the collider lies about the point that it turns about, at the end of its path.
  setFrame(motion[end], motion[end + 1]);
  placeCollider(set, slot);
  cosSin(turned, 0, motion[2] + fraction * (motion[5] - motion[2]));
  const c = turned[0];
  const s = turned[1];
  const x = placement[POSE_X];
  const y = placement[POSE_Y];
  const cosine = placement[POSE_COS];
  const sine = placement[POSE_SIN];
  placement[POSE_X] = c * x - s * y + (motion[0] - origin[0]) + fraction * (motion[3] - motion[0]);
  placement[POSE_Y] = s * x + c * y + (motion[1] - origin[1]) + fraction * (motion[4] - motion[1]);
  placement[POSE_COS] = c * cosine - s * sine;
  placement[POSE_SIN] = s * cosine + c * sine;
  const kind = set.kinds[slot];
  if (isInlineKind(kind)) loadInline(piece, kind);
  else {
    const shape = registeredOf(set, slot);
    shape.record.load(piece, shape, child);
  }
}

/**
 * Loads piece number i of a collider about the point it turns about, as it lies at the end. Returns which child it is.
 */
function loadTurning(cursor: PieceCursor, set: ColliderSet, slot: number, i: number, motion: Float64Array): number {
  const end = work.backwards ? 0 : MOTION_STRIDE / 2;
  setFrame(motion[end], motion[end + 1]);
  return loadPiece(cursor, set, slot, i);
}

/** Reads the motion of a collider in the direction of the sweep: as in motion.ts, about its entity's position. */
function takeMotion(out: Float64Array, { motions }: SweptPaths, slot: number): void {
  const set = work.set!;
  const from = slot * MOTION_STRIDE;
  const half = MOTION_STRIDE / 2;
  const isStatic = (set.slots.flags[slot] & FLAG_STATIC) !== 0;
  for (let i = 0; i < half; i++) {
    // What is static may as well turn about the middle of its shape: it does not turn.
    const rest = i < 2 ? set.poses[slot * POSE_STRIDE + (i === 0 ? POSE_X : POSE_Y)] : 0;
    const start = isStatic ? rest : motions[from + i];
    const end = isStatic ? rest : motions[from + half + i];
    out[i] = work.backwards ? end : start;
    out[half + i] = work.backwards ? start : end;
  }
}

/**
 * Whether one of the two pieces in work is a one-way tile that is not met from above. `from` leads from B to A, as a
 * hit does.
 */
function isOneWayPassed(from: Float64Array): boolean {
  const { slotA, slotB, childA, childB } = work;
  if (isOneWayTile(slotB, childB) && !isMetFromAbove(from, slotB, childB)) return true;
  if (!isOneWayTile(slotA, childA)) return false;
  met[HIT_FRACTION] = from[HIT_FRACTION];
  met[HIT_NORMAL_X] = 0 - from[HIT_NORMAL_X];
  met[HIT_NORMAL_Y] = 0 - from[HIT_NORMAL_Y];
  return !isMetFromAbove(met, slotA, childA);
}

function isMetFromAbove(from: Float64Array, slot: number, child: number): boolean {
  const shape = registeredOf(work.set!, slot);
  // In it from the start, it is on its way through, or held by the contacts at the end.
  return from[HIT_FRACTION] > 0 && shape.record.grid!.admits(from, work.set!, slot, shape, child);
}

function isGrid(slot: number): boolean {
  return compositeOf(work.set!, slot)?.record.grid !== undefined;
}

function isOneWayTile(slot: number, child: number): boolean {
  const shape = compositeOf(work.set!, slot);
  return shape?.record.grid?.isOneWay(shape, child) === true;
}

/** Whether one of the two pieces in work is a segment that the other is behind, where they start. */
function arePassed(pieceA: PlacedPiece, pieceB: PlacedPiece): boolean {
  const set = work.set!;
  const shapeA = compositeOf(set, work.slotA);
  if (shapeA !== undefined && isBehind(shapeA, pieceA, pieceB)) return true;
  const shapeB = compositeOf(set, work.slotB);
  return shapeB !== undefined && isBehind(shapeB, pieceB, pieceA);
}

function isOneSided(slotA: number, slotB: number): boolean {
  const set = work.set!;
  return compositeOf(set, slotA)?.oneSided === true || compositeOf(set, slotB)?.oneSided === true;
}

function takeChildren(): void {
  impactChildren[0] = work.childA;
  impactChildren[1] = work.childB;
}

function setFrame(x: number, y: number): void {
  frameOrigin[0] = x;
  frameOrigin[1] = y;
}
