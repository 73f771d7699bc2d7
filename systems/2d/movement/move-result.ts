import type { EntityId } from '../../core/adapter/entities.ts';
import {
  type CommonCarrier,
  type CommonCrusher,
  type CommonMoveHit,
  type CommonMoveResult,
  type CommonPlaceNear,
  NO_CARRIER,
} from '../../core/movement/move-result.ts';

/** Something that a mover met. */
export interface MoveHit extends CommonMoveHit {
  /** The place of the hit on the collider's surface, in the world. */
  x: number;
  y: number;
  /** Unit, from the collider to the mover. */
  normalX: number;
  normalY: number;
}

/** The ground that a mover stands on. */
export interface Ground {
  entity: EntityId;
  child: number;
  /** The place of the contact on the ground's surface, in the world. */
  x: number;
  y: number;
  /** Unit, from the ground to the mover. */
  normalX: number;
  normalY: number;
}

/** Something that crushes a mover. */
export interface Crusher extends CommonCrusher {
  /** Unit, from the collider to the mover: the side that the mover is on, whichever way out is the shortest. */
  normalX: number;
  normalY: number;
  /** @internal How the collider was turned. */
  cos: number;
  /** @internal */
  sin: number;
}

/**
 * The result of a call of `moveAndSlide`. Give each mover a result of its own and hand it in again and again: it is
 * filled anew without allocating, and from it a platform that moves knows which movers it carries.
 */
export interface MoveResult extends CommonMoveResult<MoveHit, Ground, Crusher, Carrier, PlaceNear> {
  /** Where the mover is now: the entity's position or, for a shape given with a pose, the position of that pose. */
  x: number;
  y: number;
  /** The motion that could not be made. */
  remainingX: number;
  remainingY: number;
  /** How far the platform carried it, with `carry` or `platform`. */
  carriedX: number;
  carriedY: number;
}

/** Where a collider near a mover was when its last move ended. */
export interface PlaceNear extends CommonPlaceNear {
  /** The collider's pose: position, cosine and sine of its rotation. */
  x: number;
  y: number;
  cos: number;
  sin: number;
}

/** Where a platform was when a mover was last on it. */
export interface Carrier extends CommonCarrier {
  /** The pose of the platform: position, cosine and sine of its rotation. */
  x: number;
  y: number;
  cos: number;
  sin: number;
  /** The point that is carried along. */
  pointX: number;
  pointY: number;
}

/**
 * Makes a result for `moveAndSlide` to fill, again and again: of a mover that stands on nothing and has met nothing.
 */
export function createMoveResult(): MoveResult {
  return {
    x: NaN,
    y: NaN,
    remainingX: NaN,
    remainingY: NaN,
    hits: [],
    hitCount: 0,
    grounded: false,
    ground: { entity: 0, child: 0, x: NaN, y: NaN, normalX: NaN, normalY: NaN },
    onWall: false,
    onCeiling: false,
    carriedX: NaN,
    carriedY: NaN,
    penetration: NaN,
    crushers: [],
    crusherCount: 0,
    carrier: { entity: NO_CARRIER, slot: -1, x: NaN, y: NaN, cos: NaN, sin: NaN, pointX: NaN, pointY: NaN },
    near: [],
    nearCount: 0,
  };
}

export function createPlaceNear(): PlaceNear {
  return { entity: 0, slot: -1, x: NaN, y: NaN, cos: NaN, sin: NaN };
}

export function createCrusher(): Crusher {
  return { entity: 0, child: 0, penetration: NaN, normalX: NaN, normalY: NaN, slot: -1, cos: NaN, sin: NaN };
}

export function createMoveHit(): MoveHit {
  return {
    entity: 0,
    child: 0,
    fraction: NaN,
    x: NaN,
    y: NaN,
    normalX: NaN,
    normalY: NaN,
    penetration: NaN,
    surface: 'none',
  };
}
