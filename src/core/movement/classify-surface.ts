import { CEILING, CLEAR_PART, COSINE_SLACK, FLOOR, LEVEL, type Move, WALL } from './move.ts';
import type { SweepHit } from './move-space.ts';
import {
  createScalar,
  hasLength,
  removeAlong,
  scaleVector,
  subtractVectors,
  type Vector,
  writeDot,
  writeLength,
} from './vector.ts';

const amount = createScalar();

/** Returns whether a motion has an upward part: by more than rounding, as level ground may be at any angle. */
export function rises({ up }: Move, motion: Vector): boolean {
  writeDot(amount, motion, up);
  const height = amount[0];
  writeLength(amount, motion);
  return height > LEVEL * amount[0];
}

/** Returns whether a surface is a floor, a wall or a ceiling to the mover where the mover meets it. */
export function classifySurface(move: Move, hit: SweepHit, at: Vector): number {
  const { up, floorCosine } = move;
  if (!hasLength(up)) return 0;
  writeDot(amount, hit.normal, up);
  const height = amount[0];
  if (height >= floorCosine - COSINE_SLACK) return FLOOR;
  if (height <= 0 - floorCosine + COSINE_SLACK) return CEILING;
  return height > COSINE_SLACK && isOnEdge(move, hit, at) ? FLOOR : WALL;
}

/** Writes how high a point is above the lowest point of the mover when the mover is at `at`. */
export function writeHeightAbove(out: Float64Array, { up, space, scratch }: Move, point: Vector, at: Vector): void {
  subtractVectors(scratch, point, at);
  writeDot(out, scratch, up);
  const above = out[0];
  space.writeReachBelow(out, up);
  out[0] += above;
}

/** Returns whether a normal alone is too steep to stand on, as it is where a round mover meets the edge of a floor. */
export function isSteep({ up, floorCosine }: Move, normal: Vector): boolean {
  writeDot(amount, normal, up);
  return amount[0] < floorCosine - COSINE_SLACK;
}

/**
 * Returns whether a steep surface is the edge of a flat one, as the edge of a stair is for a round mover: it is if it
 * is no higher above the mover's lowest point than the mover can step, and there is ground to stand on behind it.
 */
function isOnEdge(move: Move, hit: SweepHit, at: Vector): boolean {
  const { up, skin, stepHeight, space, probe, normal, look } = move;
  if (!(stepHeight > 0)) return false;
  writeHeightAbove(amount, move, hit.point, at);
  if (amount[0] > stepHeight + skin) return false;
  // The direction away from the mover, made level.
  removeAlong(probe, hit.normal, up);
  writeLength(amount, probe);
  if (!(amount[0] > 0)) return false;
  amount[0] = -1 / amount[0];
  scaleVector(probe, amount, probe);
  look[0] = skin;
  look[1] = CLEAR_PART * skin;
  if (!space.findSurface(normal, hit.point, up, probe, look)) return false;
  writeDot(amount, normal, up);
  return amount[0] >= move.floorCosine - COSINE_SLACK;
}
