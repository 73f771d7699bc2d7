import { refuse } from '../../../src/core/errors.ts';
import type { EntityId } from '../adapter/entities.ts';
import type { ResultPlace } from '../queries/query-scope.ts';
import type { KeptFrame } from './frames.ts';

/** The fields, the same in every dimension, of something that a mover met. */
export interface CommonMoveHit {
  entity: EntityId;
  /** The index of the piece of the collider's shape; 0 when the shape is a single piece. */
  child: number;
  /** The part of the motion that the mover made before the hit, 0 to 1. */
  fraction: number;
  /**
   * For `accept`: how deep the mover is in the collider before it moves; 0 for a collider that it comes to. In results
   * it is always 0.
   */
  penetration: number;
  /** Which way the surface faces, as seen from `up`; `'none'` without `up`. */
  surface: 'none' | 'floor' | 'wall' | 'ceiling';
}

/** The fields, the same in every dimension, of something that crushes a mover. */
export interface CommonCrusher {
  entity: EntityId;
  child: number;
  /** How deep the mover is in the collider; 0 for a collider that only holds it from the other side. */
  penetration: number;
  /** @internal The slot tells the entity from another one that gets the same id later. */
  slot: number;
}

/**
 * The fields, the same in every dimension, of the place that a collider near a mover had when the mover's last move
 * ended.
 */
export interface CommonPlaceNear {
  entity: EntityId;
  /** The slot tells the entity from another one that gets the same id later. */
  slot: number;
}

/** The fields, the same in every dimension, of the place that a platform had when a mover was last on it. */
export interface CommonCarrier {
  /** The entity that carries the mover; −1 for none. */
  entity: EntityId;
  /** The slot tells the entity from another one that gets the same id later. */
  slot: number;
}

/** The fields, the same in every dimension, of the result of `moveAndSlide`. */
export interface CommonMoveResult<Hit, Ground, Crusher, Carrier, Near> {
  /**
   * The surfaces that stopped or turned the mover: the first `hitCount` of `hits`, in order. Further entries are left
   * from earlier moves.
   */
  hits: Hit[];
  hitCount: number;
  /** Whether the mover stands on something that is not too steep; never without `up`. */
  grounded: boolean;
  /** The ground that the mover stands on; while it is not grounded, the ground of an earlier move. */
  ground: Ground;
  /** Whether the mover met something steeper than the slope limit, or something above it. */
  onWall: boolean;
  onCeiling: boolean;
  /** How deep the mover is in colliders that it could not leave, as when it is crushed; else 0. */
  penetration: number;
  /**
   * The colliders that crush the mover: the first `crusherCount` of `crushers`. When the result is handed in as `out`
   * again, the mover stays on its side of each crusher, however far it is pressed into it.
   */
  crushers: Crusher[];
  crusherCount: number;
  /** The platform that carries the mover, and where the platform was; written and read by the mover. */
  carrier: Carrier;
  /**
   * The places of colliders near the mover that may move, and of those that `fast` names: the first `nearCount` of
   * `near`; written and read by the mover. A collider that has moved past the mover's middle, or past all of it, by the
   * next move pushes the mover on.
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

/** Refuses an `out` that `createMoveResult` has not returned. @throws CollisionError `invalid-state`. */
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
