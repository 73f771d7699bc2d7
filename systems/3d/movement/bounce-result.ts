import type { CommonBounceHit, CommonBounceResult } from '../../core/movement/bounce-result.ts';

/** Something that a mover bounced off. */
export interface BounceHit extends CommonBounceHit {
  /** The place of the hit on the collider's surface, in the world. */
  x: number;
  y: number;
  z: number;
  /** Unit, from the collider to the mover. */
  normalX: number;
  normalY: number;
  normalZ: number;
}

/** How a surface moves, and how much speed it gives back, where a mover bounces off it. */
export interface BounceSurface {
  /** The velocity of the surface at the place of the hit. */
  velocityX: number;
  velocityY: number;
  velocityZ: number;
  /** The part of the speed towards it that comes back: 1 loses none, 0 takes it all, above 1 kicks. */
  restitution: number;
}

/** The result of a call of `moveAndBounce`. A result that is handed in again is filled anew, without allocating. */
export interface BounceResult extends CommonBounceResult<BounceHit> {
  /** Where the mover is now: the entity's position or, for a shape given with a pose, the position of that pose. */
  x: number;
  y: number;
  z: number;
  /** The mover's velocity now. */
  velocityX: number;
  velocityY: number;
  velocityZ: number;
}

/** Makes a result for `moveAndBounce` to fill, again and again. */
export function createBounceResult(): BounceResult {
  return {
    x: NaN,
    y: NaN,
    z: NaN,
    velocityX: NaN,
    velocityY: NaN,
    velocityZ: NaN,
    remaining: NaN,
    hits: [],
    hitCount: 0,
    penetration: NaN,
  };
}

export function createBounceHit(): BounceHit {
  return { entity: 0, child: 0, fraction: NaN, x: NaN, y: NaN, z: NaN, normalX: NaN, normalY: NaN, normalZ: NaN };
}
