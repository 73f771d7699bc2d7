import { advance } from './advance.ts';
import { classifySurface } from './classify-surface.ts';
import { CLEAR_PART, COSINE_SLACK, FLOOR, type Move, STILL } from './move.ts';
import { copySweepHit, type SweepHit } from './move-space.ts';
import {
  copyVector,
  createScalar,
  removeAlong,
  scaleVector,
  subtractVectors,
  writeDot,
  writeLength,
} from './vector.ts';

/**
 * The least distance that a step goes forward, as a multiple of the skin, so that the mover stands on the step
 * afterwards.
 */
const LEAST_STRIDE = 2;

/** Walls that the way forward may be turned along: a step in the corner of two is no way forward. */
const MAX_WALLS = 2;

const amount = createScalar();

/**
 * Steps up: raises the mover as far as it may, moves it forward by the rest of the way, and lowers it again. If that
 * does not end on ground to stand on, the mover is put back. The way forward that was made is taken from the rest.
 * Returns whether the mover has stepped up.
 */
export function stepUp(move: Move): boolean {
  const { position, rest, up, skin, stepHeight, ground, space, start, flat, motion, met, travelled } = move;
  const { hit } = space;
  removeAlong(flat, rest, up);
  writeLength(amount, flat);
  const length = amount[0];
  if (!(length > STILL * skin)) return false;
  writeDot(amount, flat, hit.normal);
  if (!(amount[0] < 0)) return false;
  amount[0] = 1 / length;
  scaleVector(flat, amount, flat);
  copyVector(start, position);
  copySweepHit(met, hit);
  amount[0] = stepHeight;
  scaleVector(motion, amount, up);
  advance(move, motion);
  const height = travelled[0] * stepHeight;
  if (height > STILL * skin) {
    const stride = Math.max(length, LEAST_STRIDE * skin);
    amount[0] = stride;
    scaleVector(motion, amount, flat);
    const isMet = advance(move, motion);
    let gone = travelled[0] * stride;
    if (isMet && goAlongWalls(move)) gone = stride;
    if (gone >= skin) {
      amount[0] = 0 - height - skin;
      scaleVector(motion, amount, up);
      if (advance(move, motion) && classifySurface(move, hit, position) === FLOOR && isLowEnough(move, hit)) {
        copySweepHit(ground, hit);
        const kept = 1 - Math.min(1, gone / length);
        move.left *= kept;
        amount[0] = kept;
        scaleVector(rest, amount, rest);
        return true;
      }
    }
  }
  copyVector(position, start);
  copySweepHit(hit, met);
  return false;
}

/**
 * Goes on along the walls that the way forward has met, as beside a flight of stairs, with what is left of `motion`.
 * Returns whether that has led onto the step, by the skin at least.
 */
function goAlongWalls(move: Move): boolean {
  const { position, up, skin, space, motion, met, travelled, probe, from } = move;
  copyVector(from, position);
  for (let i = 0; i < MAX_WALLS; i++) {
    removeAlong(probe, space.hit.normal, up);
    writeLength(amount, probe);
    if (!(amount[0] > COSINE_SLACK)) return false;
    amount[0] = 1 / amount[0];
    scaleVector(probe, amount, probe);
    amount[0] = 1 - travelled[0];
    scaleVector(motion, amount, motion);
    removeAlong(motion, motion, probe);
    writeLength(amount, motion);
    if (!(amount[0] > STILL * skin)) return false;
    writeDot(amount, motion, met.normal);
    if (!(amount[0] < 0)) return false;
    if (!advance(move, motion)) break;
  }
  subtractVectors(from, position, from);
  writeDot(amount, from, met.normal);
  return amount[0] <= 0 - skin;
}

/** Returns whether the ground at the end of a step is no higher above the ground before than the mover can step. */
function isLowEnough({ scratch, ground, up, stepHeight, skin }: Move, hit: SweepHit): boolean {
  subtractVectors(scratch, hit.point, ground.point);
  writeDot(amount, scratch, up);
  return amount[0] <= stepHeight + CLEAR_PART * skin;
}
