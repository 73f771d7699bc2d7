import type { CommonBounceHit, CommonBounceResult } from '../../core/movement/bounce-result.ts';

/** Something that a mover bounced off. */
export interface BounceHit extends CommonBounceHit {
  /** Where, on the collider's surface, in the world. */
  x: number;
  y: number;
  z: number;
  /** Unit, from the collider to the mover. */
  normalX: number;
  normalY: number;
  normalZ: number;
}

/** What a surface is like where something bounces off it. */
export interface BounceSurface {
  /** How it moves there. */
  velocityX: number;
  velocityY: number;
  velocityZ: number;
  /** The part of the speed towards it that comes back: 1 loses none, 0 takes it all, above 1 kicks. */
  restitution: number;
}

/**
 * What a move of `moveAndBounce` came to. Handed in again and again, nothing of it is made anew.
 */
export interface BounceResult extends CommonBounceResult<BounceHit> {
  /** Where the mover is now: the entity's position, or that of the pose that was given. */
  x: number;
  y: number;
  z: number;
  /** Its velocity now. */
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
