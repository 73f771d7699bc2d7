import { HALVING_DISTANCE, HALVING_FRACTION, halveIntervals } from '../../core/interval-halving.ts';
import {
  APART,
  APART_AT,
  APART_SPREAD_A,
  APART_SPREAD_B,
  IMPACT_FRACTION,
  IMPACT_NORMAL,
} from '../../core/swept/swept-pair.ts';
import type { SweptPaths } from '../../core/swept/swept-paths.ts';
import { createToiReport } from '../../core/toi-report.ts';
import { createGjkCache } from '../geometry/convex/gjk.ts';
import { POSE_STRIDE } from '../geometry/convex/pose.ts';
import { PREPARED_SPEED } from '../geometry/sweep/motion.ts';
import { IMPACT_TIME, writeTimeOfImpact } from '../geometry/sweep/time-of-impact.ts';
import { penetrateBodies } from '../queries/body-pairs.ts';
import type { QueryBody } from '../queries/query-body.ts';
import { IMPACT_POINT, touch } from './impact.ts';
import { loadTurning, movingA, movingB, origin, placeBoth, placedA, placedB } from './moving-pieces.ts';
import { arePassed, hasOneSided } from './passed-pieces.ts';
import { isMet } from './settle-impact.ts';
import { pair } from './swept-pair.ts';

/**
 * How early a turning piece may be found to touch: as a part of the sizes, and of the way where one is a half-space.
 */
const TOLERANCE = 2 ** -40;

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
/** Advances piece number i of A and piece number k of B, of which one turns at least, until they touch. */
export function sweepTurning(paths: SweptPaths, i: number, k: number): void {
  const { slotA, slotB, backwards, impact, apart, cursorA, cursorB } = pair;
  const set = pair.set!;
  pair.childA = loadTurning(cursorA, set, slotA, i, movingA);
  pair.childB = loadTurning(cursorB, set, slotB, k, movingB);
  if (!backwards && hasOneSided()) {
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
  // Backwards, only the fraction is asked for.
  if (backwards) {
    pair.takeTouch(touch);
    return;
  }
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
  if (isMet(paths)) pair.takeTouch(touch);
}

/** Finds the impact with a half-space by halving intervals, as a half-space has no farthest points. */
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
  // No point of the other body is farther than this from the place that the plane turns about.
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

/**
 * Writes to `pair.apart` the separation of the current pieces after the part of the way that `pair.apart` holds, and
 * their deepest points to `deepest`.
 */
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

/** Returns how far a piece reaches from its place, or somewhat farther. */
function sizeOf({ body }: QueryBody): number {
  return body.reach + body.rounding;
}
