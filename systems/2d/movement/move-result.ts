import { refuse } from '../../../src/core/errors.ts';
import type { EntityId } from '../../core/adapter/entities.ts';

/** Something that a mover met. */
export interface MoveHit {
  entity: EntityId;
  /** Which segment of a chain, child of a compound or cell of tiles; 0 for other shapes. */
  child: number;
  /** The part of the motion made before, 0 to 1. */
  fraction: number;
  /** Where, on the collider's surface, in the world. */
  x: number;
  y: number;
  /** Unit, from the collider to the mover. */
  normalX: number;
  normalY: number;
  /** For `accept`: how deep the mover is in it before it moves; 0 for what it comes to. Always 0 among the results. */
  penetration: number;
  /** What it is to a mover that knows which way is up; `'none'` without `up`. */
  surface: 'none' | 'floor' | 'wall' | 'ceiling';
}

/** What a mover stands on. */
export interface Ground {
  entity: EntityId;
  child: number;
  /** Where, on the collider's surface, in the world. */
  x: number;
  y: number;
  /** Unit, from the ground to the mover. */
  normalX: number;
  normalY: number;
}

/** Something that crushes a mover. */
export interface Crusher {
  entity: EntityId;
  child: number;
  /** How deep the mover is in it; 0 for what holds it from the other side. */
  penetration: number;
  /** Unit, from the collider to the mover: the side that the mover is on, whichever way out is the shortest. */
  normalX: number;
  normalY: number;
  /** @internal By which an entity that gets the id later is told from it, and how the collider was turned. */
  slot: number;
  /** @internal */
  cos: number;
  /** @internal */
  sin: number;
}

/**
 * What a move came to. Give each mover one of its own and hand it in again and again: nothing of it is made anew then,
 * and a platform that moves knows whom it carries.
 */
export interface MoveResult {
  /** Where the mover is now: the entity's position, or that of the pose that was given. */
  x: number;
  y: number;
  /** The motion that could not be made. */
  remainingX: number;
  remainingY: number;
  /** What stopped or turned it: the first `hitCount` of `hits`, in order. Further ones are of earlier moves. */
  hits: MoveHit[];
  hitCount: number;
  /** Whether it stands on something that is not too steep; never without `up`. */
  grounded: boolean;
  /** What it stands on; of an earlier move when it is not grounded. */
  ground: Ground;
  /** Whether it met something steeper than the slope limit, or something from below. */
  onWall: boolean;
  onCeiling: boolean;
  /** How far the platform carried it, with `carry` or `platform`. */
  carriedX: number;
  carriedY: number;
  /** How deep it is in what it could not leave, as when it is crushed; else 0. */
  penetration: number;
  /**
   * What crushes it: the first `crusherCount` of `crushers`. When they are handed in again, the mover stays on the side
   * of each that it was on, however far it is pressed into it.
   */
  crushers: Crusher[];
  crusherCount: number;
  /** What carries it, and where that was; written and read by the mover. */
  carrier: Carrier;
  /**
   * Where the colliders near it were that may move: the first `nearCount` of `near`; written and read by the mover. One
   * that has moved past its middle by the next move pushes it on to the side that it came from.
   */
  near: PlaceNear[];
  nearCount: number;
}

/** Where a collider near a mover was when its last move ended. */
export interface PlaceNear {
  entity: EntityId;
  /** By which an entity that gets the id later is told from it. */
  slot: number;
  /** The collider's pose: position, cosine and sine of its rotation. */
  x: number;
  y: number;
  cos: number;
  sin: number;
}

/** What no entity is called: ids with versions may be negative, but not with all bits set. */
export const NO_CARRIER = -1;

/** Where a platform was when a mover was last on it. */
export interface Carrier {
  /** −1 for none. */
  entity: EntityId;
  /** By which whoever gets the id after it is told from it. */
  slot: number;
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

/** @throws CollisionError `invalid-state` for `out` that is nothing `createMoveResult` returned. */
export function requireMoveResult(out: MoveResult): void {
  const isResult = isObject(out) && typeof out.x === 'number' && typeof out.y === 'number';
  if (isResult && isObject(out.carrier) && isObject(out.ground)) {
    if (Array.isArray(out.hits) && Array.isArray(out.crushers) && Array.isArray(out.near)) return;
  }
  refuse('invalid-state', 'out', 'what createMoveResult returned', out);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
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
