import { CORE_SEGMENT, CORE_SPHERE, type ConvexBody } from '../geometry/convex/convex-body.ts';
import {
  CAPSULE_AXIS,
  CAPSULE_LENGTH,
  CAPSULE_RADIUS,
  CAPSULE_WAY,
  MET_FRACTION,
  OVERLAPS,
  writeCapsuleCast,
  writeNormal,
} from '../geometry/sweep/cast-capsule-triangle.ts';

/*
 * Spheres and capsules cast at triangles, with a radius around them or without, in closed form.
 */

/** The capsule that moves, from the place of the triangle: see `writeCapsuleCast`. Its slack is 0: touching counts. */
const capsule = new Float64Array(CAPSULE_LENGTH);
/** The corners of the triangle and its normal. */
const triangle = new Float64Array(12);
/** How far from its centre the capsule reaches, and the fraction of the way that is left out: see `skipAhead`. */
const reach = new Float64Array(1);
const passed = new Float64Array(1);
/** A capsule begins far away when its distance from the triangle is more than this many times the sizes of both. */
const FAR = 8;

/** See `castAtTriangle`. */
export type CastAtTriangle = typeof castAtTriangle;

/**
 * Casts a sphere or a capsule along `translation[0 … 2]` at a triangle, both in one frame. Writes what `castBall` does.
 * Returns false, with nothing written, for all other bodies, and where neither of the two has a radius.
 */
export function castAtTriangle(
  out: Float64Array,
  mover: ConvexBody,
  target: ConvexBody,
  translation: Float64Array,
): boolean {
  const { form } = mover.core;
  const radius = mover.rounding + target.rounding;
  if (!((form === CORE_SPHERE || form === CORE_SEGMENT) && radius > 0)) return false;
  const { axes, halfY } = mover;
  const { corners } = target;
  const half = form === CORE_SPHERE ? 0 : halfY;
  capsule[0] = mover.x - target.x;
  capsule[1] = mover.y - target.y;
  capsule[2] = mover.z - target.z;
  for (let k = 0; k < 3; k++) {
    // The pose of a sphere has no axes.
    capsule[CAPSULE_AXIS + k] = half > 0 ? half * axes[3 + k] : 0;
    capsule[CAPSULE_WAY + k] = translation[k];
  }
  capsule[CAPSULE_RADIUS] = radius;
  for (let i = 0; i < 9; i++) triangle[i] = corners[i];
  writeNormal(triangle, 0);
  reach[0] = half + radius;
  skipAhead();
  writeCapsuleCast(out, capsule, triangle, 0);
  const fraction = out[MET_FRACTION];
  if (fraction === OVERLAPS) out[MET_FRACTION] = 0;
  else if (passed[0] > 0 && fraction < Infinity) out[MET_FRACTION] = passed[0] + (1 - passed[0]) * fraction;
  return true;
}

/**
 * Moves a capsule that begins far away to where it is nearer to the triangle, still without touching it: in the squares
 * of long distances, the part that the radius adds would be lost to rounding. Writes the fraction of the way to
 * `passed`.
 */
function skipAhead(): void {
  let along = 0;
  let square = 0;
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    const middle = (triangle[k] + triangle[3 + k] + triangle[6 + k]) / 3;
    along += (middle - capsule[k]) * capsule[CAPSULE_WAY + k];
    square += capsule[CAPSULE_WAY + k] * capsule[CAPSULE_WAY + k];
    for (let corner = k; corner < 9; corner += 3) extent += Math.abs(triangle[corner] - middle);
  }
  passed[0] = 0;
  const length = Math.sqrt(square);
  const clear = 2 * (reach[0] + extent);
  if (!(length > 0 && along / length > FAR * clear)) return;
  passed[0] = Math.min(1, (along / length - clear) / length);
  for (let k = 0; k < 3; k++) {
    capsule[k] += passed[0] * capsule[CAPSULE_WAY + k];
    capsule[CAPSULE_WAY + k] *= 1 - passed[0];
  }
}
