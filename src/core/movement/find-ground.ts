import { addPlane, raisePlane } from './blocking-planes.ts';
import { classifySurface } from './classify-surface.ts';
import { COSINE_SLACK, FLOOR, type Move, STILL } from './move.ts';
import { copySweepHit } from './move-space.ts';
import { addScaled, copyVector, createScalar, scaleVector, writeDot } from './vector.ts';

/** How far above its resting place a mover still stands on the ground, as a part of the skin. */
const STANDING_PART = 1.5;

/** A slide that leads down by no more than this part of its length does not count as a way down. */
const LEAST_SLIDE = 1e-4;

/** The number of surfaces that a standing mover may slide along on the way to the ground: each may be met again. */
const MAX_GROUND_SLIDES = 8;

/** The least cosine of a slope that is looked for within the skin. */
const LEAST_COSINE = 0.1;

/**
 * How many skins below a mover ground is looked for: the steeper the ground, the longer is the skin along the way down,
 * and edges, and slopes that hold the mover, may be steep. STANDING_PART / LEAST_COSINE.
 */
export const GROUND_SKINS = 15;

const amount = createScalar();

/** Returns whether there is ground right below; writes it to `ground`. */
export function isStanding(move: Move): boolean {
  return findGround(move, false) && isNearGround(move);
}

/** Returns whether the ground that was found is as near as the ground of a standing mover. */
export function isNearGround({ ground, up, drop, skin }: Move): boolean {
  writeDot(amount, ground.normal, up);
  return drop[0] * amount[0] <= STANDING_PART * skin;
}

/**
 * Looks for ground below the mover: within the skin and, for a mover that is to stay on the ground, the snap distance.
 * Writes the ground to `ground`, and how far down it is to `drop`.
 *
 * A surface that is too steep to stand on is followed downwards, until it ends on ground within the same distance
 * below. A mover that is held between two such surfaces, with no way down, stands.
 */
export function findGround(move: Move, snaps: boolean): boolean {
  const { up, skin, ground, space, from, down, best, drop, planes, offset, clearance } = move;
  const { hit, solve } = space;
  const reach = (snaps ? move.snapDistance : 0) + GROUND_SKINS * skin;
  copyVector(from, move.position);
  amount[0] = -reach;
  scaleVector(down, amount, up);
  planes.count = 0;
  let fallen = 0;
  let leans = false;
  for (let i = 0; i < MAX_GROUND_SLIDES; i++) {
    if (!space.sweep(from, down, clearance, 'ignore-separating')) return false;
    const { fraction } = hit;
    writeDot(amount, hit.normal, up);
    const height = amount[0];
    writeDot(amount, down, up);
    const length = 0 - amount[0];
    amount[0] = fraction;
    addScaled(best, from, amount, down);
    const isFloor = classifySurface(move, hit, best) === FLOOR;
    if (isFloor || height > COSINE_SLACK) {
      copySweepHit(ground, hit);
      leans = true;
    }
    if (isFloor) {
      drop[0] = fallen + fraction * length + clearance[0] / height;
      move.isBelow = i === 0;
      return true;
    }
    fallen += fraction * length;
    amount[0] = fraction;
    addScaled(from, from, amount, down);
    offset[0] = STILL * skin;
    if (!raisePlane(planes, hit.normal, offset)) {
      offset[0] = 0;
      addPlane(planes, hit.normal, offset);
    }
    amount[0] = fallen - reach;
    scaleVector(down, amount, up);
    const hasWay = solve(down, down, planes);
    writeDot(amount, down, up);
    const slide = hasWay ? 0 - amount[0] : 0;
    if (slide > LEAST_SLIDE * (reach - fallen)) {
      // The mover slides so far that it comes down by the rest of the reach.
      amount[0] = (reach - fallen) / slide;
      scaleVector(down, amount, down);
      continue;
    }
    writeDot(amount, ground.normal, up);
    drop[0] = fallen + clearance[0] / Math.max(amount[0], LEAST_COSINE);
    move.isBelow = false;
    return leans && i > 0;
  }
  return false;
}
