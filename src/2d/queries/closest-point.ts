import type { Bvh } from '../../core/bvh/bvh.ts';
import { CLOSEST_POINT, isNearEnough, nextClosestLeaf, startClosest } from '../../core/bvh/closest-walk.ts';
import { createOrderedWalk, WALK_LIMIT } from '../../core/bvh/ordered-walk.ts';
import {
  copyQueryHit,
  createQueryHit,
  isVisible,
  precedes,
  type QueryHit,
  type QueryScope,
  type SlotFilter,
} from '../../core/queries/query-scope.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { type ColliderSet, POSE_RADIUS, POSE_SCALE, POSE_STRIDE } from '../collider-set.ts';
import {
  CLOSEST_DISTANCE,
  CLOSEST_LENGTH,
  CLOSEST_NORMAL_X,
  CLOSEST_NORMAL_Y,
} from '../geometry/closest/closest-point-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { closestPointChild, closestPointCollider } from './closest-point-collider.ts';
import { pointToLocal } from './local-frame.ts';
import { nextPieceClosest, startPieceClosest } from './piece-walks.ts';

/** What has just been measured. */
export const closest = new Float64Array(CLOSEST_LENGTH);

/** Searches the point on any collider that is nearest to a given one. Reusable; one search at a time. */
export class ClosestPointSearch {
  readonly hit: QueryHit = createQueryHit();
  readonly #candidate: QueryHit = createQueryHit();
  /**
   * The given point, which the caller sets: in an array, as V8 puts numbers that are given to a function on the heap.
   */
  readonly point = new Float64Array(2);
  /** The point in the frame of the composite whose children are being measured. */
  readonly #localPoint = new Float64Array(2);
  readonly #walk = createOrderedWalk();
  /** Through the children of a composite. */
  readonly #childWalk = createOrderedWalk();

  /**
   * Writes `hit`: `fraction` is the distance, 0 with the point itself and no normal when it lies in a collider; else
   * the normal points from the collider to the given point. Slot −1 when nothing is within `maxDistance`.
   */
  run(scope: QueryScope<ColliderSet>, maxDistance: number, filter: SlotFilter): void {
    const { query } = this.#walk;
    for (let axis = 0; axis < 2; axis++) query[CLOSEST_POINT + axis] = this.point[axis];
    query[WALK_LIMIT] = maxDistance;
    this.hit.slot = -1;
    this.hit.fraction = Infinity;
    for (let i = 0; i < scope.hierarchies.length; i++) this.#searchTree(scope.set, scope.hierarchies[i], filter);
  }

  #searchTree(set: ColliderSet, bvh: Bvh, filter: SlotFilter): void {
    const walk = this.#walk;
    startClosest(walk, bvh);
    for (
      let count = nextClosestLeaf(walk, bvh, set.bounds);
      count > 0;
      count = nextClosestLeaf(walk, bvh, set.bounds)
    ) {
      for (let i = 0; i < count && isNearEnough(walk, i); i++) {
        const slot = walk.items[i];
        if (isVisible(set, slot, filter)) this.search(set, slot);
      }
    }
  }

  /** Searches one collider. */
  protected search(set: ColliderSet, slot: number): void {
    const composite = compositeOf(set, slot);
    if (composite !== undefined) this.#searchChildren(set, slot, composite);
    else {
      closestPointCollider(closest, this.point, set, slot);
      this.take(set, slot, 0);
    }
  }

  /** Sets how far what is still to come may be. */
  protected limit(distance: number): void {
    this.#walk.query[WALK_LIMIT] = distance;
  }

  /** Searches the pieces of a composite, in its own frame. */
  #searchChildren(set: ColliderSet, slot: number, shape: RegisteredShape): void {
    const walk = this.#childWalk;
    pointToLocal(this.#localPoint, this.point, set, slot, true);
    walk.query[CLOSEST_POINT] = this.#localPoint[0];
    walk.query[CLOSEST_POINT + 1] = this.#localPoint[1];
    this.#limitChildren(set, slot);
    startPieceClosest(walk, shape);
    for (let count = nextPieceClosest(walk, shape); count > 0; count = nextPieceClosest(walk, shape)) {
      for (let i = 0; i < count && isNearEnough(walk, i); i++) {
        closestPointChild(closest, this.#localPoint, set, slot, walk.items[i]);
        this.take(set, slot, walk.items[i]);
        this.#limitChildren(set, slot);
      }
    }
  }

  /** Sets how far a child's box may be, in the composite's frame, with room for the rounding of the change of frame. */
  #limitChildren(set: ColliderSet, slot: number): void {
    const limit = this.#walk.query[WALK_LIMIT];
    const pose = slot * POSE_STRIDE;
    const scale = set.poses[pose + POSE_SCALE];
    this.#childWalk.query[WALK_LIMIT] = ((limit + set.poses[pose + POSE_RADIUS]) / scale) * (1 + 1e-12);
  }

  /** Takes over what has been measured if it is the best so far. */
  protected take(set: ColliderSet, slot: number, child: number): void {
    const { query } = this.#walk;
    const candidate = this.#candidate;
    const distance = closest[CLOSEST_DISTANCE];
    if (!(distance <= query[WALK_LIMIT])) return;
    candidate.slot = slot;
    candidate.child = child;
    candidate.fraction = distance;
    if (!precedes(set, candidate, this.hit)) return;
    query[WALK_LIMIT] = distance;
    candidate.normalX = closest[CLOSEST_NORMAL_X];
    candidate.normalY = closest[CLOSEST_NORMAL_Y];
    candidate.x = this.point[0] - distance * candidate.normalX;
    candidate.y = this.point[1] - distance * candidate.normalY;
    copyQueryHit(this.hit, candidate);
  }
}
