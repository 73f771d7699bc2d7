import { refuse } from '../../../src/core/errors.ts';
import type { EntityId } from '../adapter/entities.ts';
import type { ResultPlace } from '../queries/query-scope.ts';
import type { KeptFrame } from './frames.ts';

/** The fields, the same in every dimension, that tell of something that a mover met. */
export interface CommonMoveHit {
  entity: EntityId;
  /** The index of the piece of the collider's shape; 0 when the shape is a single piece. */
  child: number;
  /** The part of the motion made before, 0 to 1. */
  fraction: number;
  /**
   * For `accept`: how deep the mover is in the collider before it moves; 0 for a collider that it comes to. In results
   * it is always 0.
   */
  penetration: number;
  /** Which way the surface faces, as seen from `up`; `'none'` without `up`. */
  surface: 'none' | 'floor' | 'wall' | 'ceiling';
}

/** The fields, the same in every dimension, that tell of something that crushes a mover. */
export interface CommonCrusher {
  entity: EntityId;
  child: number;
  /** How deep the mover is in the collider; 0 for one that only holds it from the other side. */
  penetration: number;
  /** @internal Tells the entity from another one that gets the same id later. */
  slot: number;
}

/** The fields, the same in every dimension, that tell of where a collider near a mover was when its last move ended. */
export interface CommonPlaceNear {
  entity: EntityId;
  /** Tells the entity from another one that gets the same id later. */
  slot: number;
}

/** The fields, the same in every dimension, that tell of where a platform was when a mover was last on it. */
export interface CommonCarrier {
  /** The entity that carries the mover; −1 for none. */
  entity: EntityId;
  /** Tells the entity from another one that gets the same id later. */
  slot: number;
}

/** The fields, the same in every dimension, that tell of what a move came to. */
export interface CommonMoveResult<Hit, Ground, Crusher, Carrier, Near> {
  /**
   * The surfaces that stopped or turned the mover: the first `hitCount` of `hits`, in order. Further ones are of
   * earlier moves.
   */
  hits: Hit[];
  hitCount: number;
  /** Whether it stands on something that is not too steep; never without `up`. */
  grounded: boolean;
  /** The ground that the mover stands on; while it is not grounded, that of an earlier move. */
  ground: Ground;
  /** Whether it met something steeper than the slope limit, or something from below. */
  onWall: boolean;
  onCeiling: boolean;
  /** How deep it is in what it could not leave, as when it is crushed; else 0. */
  penetration: number;
  /**
   * The colliders that crush the mover: the first `crusherCount` of `crushers`. When they are handed in again, the
   * mover stays on its side of each, however far it is pressed into it.
   */
  crushers: Crusher[];
  crusherCount: number;
  /** The platform that carries the mover, and where the platform was; written and read by the mover. */
  carrier: Carrier;
  /**
   * Where the colliders near it were that may move, and those that `fast` names: the first `nearCount` of `near`;
   * written and read by the mover. One that has moved past its middle, or past all of it, by the next move pushes it
   * on.
   */
  near: Near[];
  nearCount: number;
}

/** The results of a dimension, as the shared code writes them: without z in the plane. */
export interface AnyGround extends ResultPlace {
  entity: EntityId;
  child: number;
}
export interface AnyMoveHit extends CommonMoveHit, ResultPlace {}
export interface AnyCrusher extends CommonCrusher {
  normalX: number;
  normalY: number;
  normalZ?: number;
}
export interface AnyPlaceNear extends CommonPlaceNear, KeptFrame {}
export interface AnyCarrier extends CommonCarrier, KeptFrame {
  pointX: number;
  pointY: number;
  pointZ?: number;
}
export interface AnyMoveResult extends CommonMoveResult<AnyMoveHit, AnyGround, AnyCrusher, AnyCarrier, AnyPlaceNear> {
  x: number;
  y: number;
  z?: number;
  remainingX: number;
  remainingY: number;
  remainingZ?: number;
  carriedX: number;
  carriedY: number;
  carriedZ?: number;
}

/** A value that is no entity id: ids with versions may be negative, but never have all bits set. */
export const NO_CARRIER = -1;

/** @throws CollisionError `invalid-state` for `out` that is nothing `createMoveResult` returned. */
export function requireMoveResult(out: AnyMoveResult, axes: number): void {
  const isResult = isObject(out) && typeof out.x === 'number' && typeof out.y === 'number';
  if (isResult && (axes === 2) === (out.z === undefined) && isObject(out.carrier) && isObject(out.ground)) {
    if (Array.isArray(out.hits) && Array.isArray(out.crushers) && Array.isArray(out.near)) return;
  }
  refuse('invalid-state', 'out', 'what createMoveResult returned', out);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
