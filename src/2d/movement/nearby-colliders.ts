import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import type { Vector } from '../../core/movement/vector.ts';
import { findInAabb } from '../../core/queries/find-in-aabb.ts';
import type { QueryScope, SlotFilter } from '../../core/queries/query-scope.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import type { MoverObstacles } from './mover-obstacles.ts';

/** Motions longer than so many sizes of the mover are left to the hierarchies: the area around them holds too much. */
const LONGEST = 4;

/** Of a box's coordinates: more than their rounding. */
const SLACK = 8 * EPSILON;

/**
 * The colliders around a mover, found once for most of what a move asks: its sweeps and overlap tests look at this
 * short list, and a new one is made when one of them leaves the area that the list is of.
 */
export class NearbyColliders {
  /** By ascending entity index: those that the last box asked about meets on its way, and maybe others. */
  readonly met: IndexList = createIndexList(16);
  /** Where these are among all that were found. */
  readonly places: IndexList = createIndexList(16);
  /** The size of the mover. */
  size = 0;
  /** How far beyond what is asked about to look, so that the next question is answered too. */
  ahead = 0;
  /** All in the area that the filter lets through, by ascending entity index. */
  readonly slots: IndexList = createIndexList(16);
  readonly #area = new Float64Array(4);
  readonly #path = new Float64Array(4);
  #isKnown = false;
  readonly #obstacles: MoverObstacles;

  constructor(obstacles: MoverObstacles) {
    this.#obstacles = obstacles;
  }

  /** Forgets what it knows: of another move, or of a world that may have changed. */
  forget(): void {
    this.#isKnown = false;
  }

  /** Finds what a box (minX, minY, maxX, maxY) meets on its way; false when that is too far to be worth it. */
  find(scope: QueryScope<ColliderSet>, filter: SlotFilter, box: Float64Array, motion: Vector): boolean {
    if (!this.cover(scope, filter, box, motion)) return false;
    this.#meetPath(scope.set);
    return true;
  }

  /** Has `slots` hold all that a box meets on its way; returns as `find`. */
  cover(scope: QueryScope<ColliderSet>, filter: SlotFilter, box: Float64Array, motion: Vector): boolean {
    const area = this.#area;
    const path = this.#path;
    const x = motion[0];
    const y = motion[1];
    const { size, ahead } = this;
    if (!(Math.abs(x) + Math.abs(y) <= LONGEST * size)) return false;
    const slack = SLACK * (Math.abs(box[0]) + Math.abs(box[1]) + size);
    path[0] = box[0] + Math.min(0, x) - slack;
    path[1] = box[1] + Math.min(0, y) - slack;
    path[2] = box[2] + Math.max(0, x) + slack;
    path[3] = box[3] + Math.max(0, y) + slack;
    const isInside = path[0] >= area[0] && path[1] >= area[1] && path[2] <= area[2] && path[3] <= area[3];
    if (!isInside || !this.#isKnown) {
      area[0] = path[0] - ahead;
      area[1] = path[1] - ahead;
      area[2] = path[2] + ahead;
      area[3] = path[3] + ahead;
      findInAabb(scope, area, filter, this.slots);
      this.#obstacles.renew(this.slots.count);
      this.#isKnown = true;
    }
    return true;
  }

  #meetPath({ bounds }: ColliderSet): void {
    const { met, places } = this;
    const { items, count } = this.slots;
    const path = this.#path;
    met.count = 0;
    const found = reserveIndices(met, count);
    const foundAt = reserveIndices(places, count);
    for (let i = 0; i < count; i++) {
      const at = items[i] * BOUNDS_STRIDE;
      if (
        bounds[at] <= path[2] &&
        bounds[at + 1] <= path[3] &&
        bounds[at + 2] >= path[0] &&
        bounds[at + 3] >= path[1]
      ) {
        foundAt[met.count] = i;
        found[met.count++] = items[i];
      }
    }
  }
}
