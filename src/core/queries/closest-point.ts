import type { Bvh } from '../bvh/bvh.ts';
import { CLOSEST_POINT, isNearEnough, nextClosestLeaf, startClosest } from '../bvh/closest-walk.ts';
import { createOrderedWalk, type OrderedWalk, WALK_LIMIT } from '../bvh/ordered-walk.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { SlotFilter } from '../query-filter.ts';
import { compositeOf, type ShapeOf } from '../shapes/registered-of.ts';
import { createQueryHit, isVisible, precedes, type QueryHit, type QueryScope } from './query-scope.ts';

/** The layout of a measurement: the distance, then the unit normal from the collider to the point, zero from inside. */
export const CLOSEST_DISTANCE = 0;
export const CLOSEST_NORMAL = 1;

/** The routines of a dimension that measure how near points are to colliders. */
export interface ClosestRoutines<Set extends ColliderSet> {
  readonly axes: number;
  /** Writes how near a point in the world is to a collider of one piece. */
  measureCollider(closest: Float64Array, point: Float64Array, set: Set, slot: number): void;
  /** Undefined where colliders are single pieces. */
  readonly children: ClosestChildRoutines<Set> | undefined;
}

/** The routines that measure how near points are to the pieces of composites, in the composite's frame and unit. */
export interface ClosestChildRoutines<Set extends ColliderSet> {
  pointToLocal(out: Float64Array, point: Float64Array, set: Set, slot: number): void;
  /** Writes how near a point in the frame of a collider is to one of its pieces: distance and normal in the world. */
  measureChild(closest: Float64Array, localPoint: Float64Array, set: Set, slot: number, child: number): void;
  /**
   * Sets `own[WALK_LIMIT]`, how far the box of a child may be in the frame of the composite, for `world[WALK_LIMIT]`,
   * how far the child may be in the world.
   */
  limit(own: Float64Array, world: Float64Array, set: Set, slot: number): void;
  /**
   * Whether a composite that knows inside from outside holds a local point; undefined where no composite does, as in
   * `CastChildRoutines`.
   */
  readonly encloses: ((shape: ShapeOf<Set>, localPoint: Float64Array) => boolean) | undefined;
  start(walk: OrderedWalk, shape: ShapeOf<Set>): void;
  next(walk: OrderedWalk, shape: ShapeOf<Set>): number;
}

/** Searches the point on any collider that is nearest to a given one. Reusable; one search at a time. */
export class ClosestPointSearch<Set extends ColliderSet> {
  hit: QueryHit = createQueryHit();
  /** The hit that is compared with the best so far: only the fields that `precedes` reads are filled. */
  readonly #candidate: QueryHit = createQueryHit();
  /**
   * The given point, which the caller sets: in an array, as V8 puts numbers that are given to a function on the heap.
   */
  readonly point: Float64Array;
  /** The last measurement. */
  protected readonly closest: Float64Array;
  protected readonly routines: ClosestRoutines<Set>;
  /** The point in the frame of the composite whose children are being measured. */
  readonly #localPoint: Float64Array;
  readonly #walk = createOrderedWalk();
  /** The walk through the children of a composite. */
  readonly #childWalk = createOrderedWalk();

  constructor(routines: ClosestRoutines<Set>) {
    const { axes } = routines;
    this.routines = routines;
    this.point = new Float64Array(axes);
    this.closest = new Float64Array(CLOSEST_NORMAL + axes);
    this.#localPoint = new Float64Array(axes);
  }

  /**
   * Writes `hit`: `fraction` is the distance, 0 with the point itself and no normal when it lies in a collider; else
   * the normal points from the collider to the given point. Slot −1 when nothing is within `maxDistance`.
   */
  run(scope: QueryScope<Set>, maxDistance: number, filter: SlotFilter): void {
    const { query } = this.#walk;
    for (let axis = 0; axis < this.point.length; axis++) query[CLOSEST_POINT + axis] = this.point[axis];
    query[WALK_LIMIT] = maxDistance;
    this.hit.slot = -1;
    this.hit.fraction = Infinity;
    for (let i = 0; i < scope.hierarchies.length; i++) this.#searchTree(scope.set, scope.hierarchies[i], filter);
  }

  #searchTree(set: Set, bvh: Bvh, filter: SlotFilter): void {
    const walk = this.#walk;
    startClosest(walk, bvh);
    for (let count = this.next(walk, bvh, set); count > 0; count = this.next(walk, bvh, set)) {
      for (let i = 0; i < count && isNearEnough(walk, i); i++) {
        const slot = walk.items[i];
        if (isVisible(set, slot, filter)) this.search(set, slot);
      }
    }
  }

  /** Goes on to the next leaf. */
  protected next(walk: OrderedWalk, bvh: Bvh, set: Set): number {
    return nextClosestLeaf(walk, bvh, set.bounds);
  }

  /** Searches one collider. */
  protected search(set: Set, slot: number): void {
    const composite = compositeOf(set, slot);
    if (composite !== undefined) this.#searchChildren(set, slot, composite);
    else {
      this.routines.measureCollider(this.closest, this.point, set, slot);
      this.take(set, slot, 0);
    }
  }

  /** Sets the distance beyond which the search need not look any more. */
  protected limit(distance: number): void {
    this.#walk.query[WALK_LIMIT] = distance;
  }

  /** Searches the pieces of a composite, in its own frame. */
  #searchChildren(set: Set, slot: number, shape: ShapeOf<Set>): void {
    const walk = this.#childWalk;
    const children = this.routines.children!;
    const local = this.#localPoint;
    children.pointToLocal(local, this.point, set, slot);
    if (children.encloses?.(shape, local) === true) {
      this.closest.fill(0);
      this.take(set, slot, 0);
      return;
    }
    for (let axis = 0; axis < local.length; axis++) walk.query[CLOSEST_POINT + axis] = local[axis];
    children.limit(walk.query, this.#walk.query, set, slot);
    children.start(walk, shape);
    for (let count = children.next(walk, shape); count > 0; count = children.next(walk, shape)) {
      for (let i = 0; i < count && isNearEnough(walk, i); i++) {
        children.measureChild(this.closest, local, set, slot, walk.items[i]);
        this.take(set, slot, walk.items[i]);
        children.limit(walk.query, this.#walk.query, set, slot);
      }
    }
  }

  /** Makes the point that has been measured the result if it is the nearest so far. */
  protected take(set: Set, slot: number, child: number): void {
    const { query } = this.#walk;
    const { closest, point, hit } = this;
    const candidate = this.#candidate;
    const distance = closest[CLOSEST_DISTANCE];
    if (!(distance <= query[WALK_LIMIT])) return;
    candidate.slot = slot;
    candidate.child = child;
    candidate.fraction = distance;
    if (!precedes(set, candidate, hit)) return;
    query[WALK_LIMIT] = distance;
    hit.slot = slot;
    hit.child = child;
    hit.fraction = distance;
    hit.normalX = closest[CLOSEST_NORMAL];
    hit.normalY = closest[CLOSEST_NORMAL + 1];
    hit.x = point[0] - distance * hit.normalX;
    hit.y = point[1] - distance * hit.normalY;
    if (point.length === 3) {
      hit.normalZ = closest[CLOSEST_NORMAL + 2];
      hit.z = point[2] - distance * hit.normalZ;
    }
  }
}
