import type { EntityId } from '../adapter/entities.ts';
import type { ResultPlace } from '../queries/query-scope.ts';

/** The fields, the same in every dimension, of something that a mover bounced off. */
export interface CommonBounceHit {
  entity: EntityId;
  /** The index of the piece of the collider's shape; 0 when the shape is a single piece. */
  child: number;
  /** The part of the time that had passed, 0 to 1. */
  fraction: number;
}

/** The fields, the same in every dimension, of the result of `moveAndBounce`. */
export interface CommonBounceResult<Hit> {
  /** The part of the time that is left, 0 to 1: above 0 only after `maxBounces` bounces. */
  remaining: number;
  /**
   * The surfaces that the mover bounced off: the first `hitCount` of `hits`, in order. Further entries are left from
   * earlier moves.
   */
  hits: Hit[];
  hitCount: number;
  /** How deep the mover is in colliders that it could not leave, as between a piston and a wall; else 0. */
  penetration: number;
}

/** The results of a dimension, as the shared code writes them: without z in the plane. */
export interface AnyBounceHit extends CommonBounceHit, ResultPlace {}
export interface AnyVelocity {
  velocityX: number;
  velocityY: number;
  velocityZ?: number;
}
export interface AnyBounceSurface extends AnyVelocity {
  restitution: number;
}
export interface AnyBounceResult extends CommonBounceResult<AnyBounceHit>, AnyVelocity {
  x: number;
  y: number;
  z?: number;
}
