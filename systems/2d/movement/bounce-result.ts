import type { EntityId } from '../../core/adapter/entities.ts';

/** Something that a mover bounced off. */
export interface BounceHit {
  entity: EntityId;
  /** Which segment of a chain, child of a compound or cell of tiles; 0 for other shapes. */
  child: number;
  /** The part of the time that had passed, 0 to 1. */
  fraction: number;
  /** Where, on the collider's surface, in the world. */
  x: number;
  y: number;
  /** Unit, from the collider to the mover. */
  normalX: number;
  normalY: number;
}

/** What a surface is like where something bounces off it. */
export interface BounceSurface {
  /** How it moves there. */
  velocityX: number;
  velocityY: number;
  /** The part of the speed towards it that comes back: 1 loses none, 0 takes it all, above 1 kicks. */
  restitution: number;
}

/**
 * What a move of `moveAndBounce` came to. Handed in again and again, nothing of it is made anew.
 */
export interface BounceResult {
  /** Where the mover is now: the entity's position, or that of the pose that was given. */
  x: number;
  y: number;
  /** Its velocity now. */
  velocityX: number;
  velocityY: number;
  /** The part of the time that is left: above 0 only after `maxBounces` bounces. */
  remaining: number;
  /** What it bounced off: the first `hitCount` of `hits`, in order. Further ones are of earlier moves. */
  hits: BounceHit[];
  hitCount: number;
  /** How deep it is in what it could not leave, as between a piston and a wall; else 0. */
  penetration: number;
}

/** Makes a result for `moveAndBounce` to fill, again and again. */
export function createBounceResult(): BounceResult {
  return {
    x: NaN,
    y: NaN,
    velocityX: NaN,
    velocityY: NaN,
    remaining: NaN,
    hits: [],
    hitCount: 0,
    penetration: NaN,
  };
}

export function createBounceHit(): BounceHit {
  return { entity: 0, child: 0, fraction: NaN, x: NaN, y: NaN, normalX: NaN, normalY: NaN };
}
