import { CAST_CENTER, CAST_DIRECTION, CAST_HALF, type CastWalk } from '../../../core/bvh/cast-walk.ts';
import { WALK_LIMIT, WALK_ROUNDING } from '../../../core/bvh/ordered-walk.ts';
import { EPSILON } from '../../../core/tolerance.ts';

/*
 * In `query`: the cast as boxes see it. The subtrahends for the near and the far side of a box (the centre, moved out
 * by the half extents and slack), and the inverse direction.
 */
export const FROM_NEAR = 1;
export const FROM_FAR = 4;
export const INVERSE = 7;
/**
 * The index of a number that is 1 where the cast shape has an extent, so that testing the boxes of triangles before
 * loading them pays.
 */
export const IS_THICK = 10;

/** Writes the numbers of `walk.cast` that the tests of boxes read. */
export function setCast({ cast, query, near }: CastWalk): void {
  query[IS_THICK] = 0;
  for (let axis = 0; axis < 3; axis++) {
    const centre = cast[CAST_CENTER + axis];
    const half = cast[CAST_HALF + axis];
    // Adding 0 turns −0 into 0, so that both have the same inverse.
    const inverse = 1 / (cast[CAST_DIRECTION + axis] + 0);
    // The sum of half extent and centre may round by this much. A ray is decided in corners relative to its origin,
    // whose rounding is relative to the differences, as that of the box is: see `WALK_ROUNDING`.
    const growth = half > 0 ? half + 4 * EPSILON * (half + Math.abs(centre)) : 0;
    const ahead = inverse < 0 ? -growth : growth;
    query[FROM_NEAR + axis] = centre + ahead;
    query[FROM_FAR + axis] = centre - ahead;
    query[INVERSE + axis] = inverse;
    near[axis] = inverse < 0 ? 1 : 0;
    if (half > 0) query[IS_THICK] = 1;
  }
}

/** Writes to `keys[at]` where the cast enters a box, and Infinity for a miss. */
export function enterBox(walk: CastWalk, box: Float64Array, at: number): void {
  const { query, near, keys } = walk;
  let enter = 0;
  let leave = query[WALK_LIMIT];
  for (let axis = 0; axis < 3; axis++) {
    const inverse = query[INVERSE + axis];
    const enters = (box[near[axis] === 0 ? axis : 3 + axis] - query[FROM_NEAR + axis]) * inverse;
    const leaves = (box[near[axis] === 0 ? 3 + axis : axis] - query[FROM_FAR + axis]) * inverse;
    // The product of 0 and an infinite inverse is NaN, which must not constrain the interval.
    if (enters > enter) enter = enters;
    if (leaves < leave) leave = leaves;
  }
  keys[at] = enter <= leave * WALK_ROUNDING ? enter : Infinity;
}

export function meetsCast(walk: CastWalk, box: Float64Array): boolean {
  const { keys, top } = walk;
  const held = keys[top];
  enterBox(walk, box, top);
  const isMet = keys[top] < Infinity;
  keys[top] = held;
  return isMet;
}
