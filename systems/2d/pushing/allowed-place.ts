import type { Scalar, Vector } from '../../../src/core/movement/vector.ts';
import { type Crowd, MOVE_STRIDE, PLANE_LENGTH, PLANE_SEPARATION, SLOP, STRENGTH } from './crowd.ts';

/** Returns whether the settings ask for overlaps to be removed whole: full strength, and no slop. */
export function isHard({ settings }: Crowd): boolean {
  return settings[STRENGTH] === 1 && settings[SLOP] === 0;
}

/**
 * Returns the plane of a body, other than the plane `except`, that the place `at` violates most, and writes to
 * `lacking` by how much. −1 when `at` violates no plane. A place violates a plane when it is deeper in it than the body
 * may be: a body that is outside stays `gap` in front of the plane, and a body that is inside may keep the part of its
 * overlap that one push leaves.
 */
export function mostViolated(
  crowd: Crowd,
  index: number,
  at: Vector,
  except: number,
  gap: Scalar,
  lacking: Scalar,
): number {
  const { planes, firstPlane, planeCount, settings } = crowd;
  const end = firstPlane[index] + planeCount[index];
  let worst = -1;
  let most = 0;
  for (let i = firstPlane[index]; i < end; i++) {
    if (i === except) continue;
    const from = PLANE_LENGTH * i;
    const separation = planes[from + PLANE_SEPARATION];
    const least =
      separation > 0
        ? Math.min(0, gap[0] - separation)
        : Math.max(0, settings[STRENGTH] * (0 - separation - settings[SLOP]));
    const violation = least - (planes[from] * at[0] + planes[from + 1] * at[1]);
    if (!(violation > most)) continue;
    most = violation;
    worst = i;
  }
  lacking[0] = most;
  return worst;
}

/**
 * Writes the place nearest to `from` that one plane of a body allows, which `from` violates by `lacking`. Returns
 * whether no other plane is violated there: then it is the nearest place that all planes allow.
 */
export function projectOn(
  out: Vector,
  from: Vector,
  crowd: Crowd,
  index: number,
  plane: number,
  gap: Scalar,
  lacking: Scalar,
): boolean {
  const { planes } = crowd;
  for (let axis = 0; axis < MOVE_STRIDE; axis++)
    out[axis] = from[axis] + lacking[0] * planes[PLANE_LENGTH * plane + axis];
  return mostViolated(crowd, index, out, plane, gap, lacking) < 0;
}
