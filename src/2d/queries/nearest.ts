import {
  copyQueryHit,
  createQueryHit,
  precedes,
  type QueryHit,
  type QueryScope,
  type SlotFilter,
} from '../../core/queries/query-scope.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { CLOSEST_DISTANCE, CLOSEST_NORMAL_X, CLOSEST_NORMAL_Y } from '../geometry/closest/closest-point-piece.ts';
import { ClosestPointSearch, closest } from './closest-point.ts';

/** Searches the colliders that are nearest to a point. Reusable; one search at a time. */
export class NearestSearch extends ClosestPointSearch {
  /** The first `count` are the answer, nearest first; fields as in `ClosestPointSearch.hit`. */
  readonly hits: QueryHit[] = [];
  count = 0;
  #wanted = 0;
  #byCentre = false;
  #maxDistance = Infinity;

  /** Finds `wanted` colliders, or as many as there are, by their surfaces or by the middles of their bounds. */
  find(
    scope: QueryScope<ColliderSet>,
    wanted: number,
    byCentre: boolean,
    maxDistance: number,
    filter: SlotFilter,
  ): void {
    this.count = 0;
    this.#wanted = wanted;
    this.#byCentre = byCentre;
    this.#maxDistance = maxDistance;
    if (wanted > 0) this.run(scope, maxDistance, filter);
  }

  protected override search(set: ColliderSet, slot: number): void {
    const { hit, hits } = this;
    hit.slot = -1;
    hit.fraction = Infinity;
    if (this.#byCentre) this.#measureCentre(set, slot);
    else super.search(set, slot);
    if (hit.slot >= 0) this.#insert(set);
    this.limit(this.count === this.#wanted ? hits[this.count - 1].fraction : this.#maxDistance);
  }

  #measureCentre(set: ColliderSet, slot: number): void {
    const { bounds } = set;
    const at = slot * BOUNDS_STRIDE;
    const x = this.point[0] - (bounds[at] + bounds[at + 2]) / 2;
    const y = this.point[1] - (bounds[at + 1] + bounds[at + 3]) / 2;
    const distance = Math.sqrt(x * x + y * y);
    closest[CLOSEST_DISTANCE] = distance;
    closest[CLOSEST_NORMAL_X] = distance > 0 ? x / distance : 0;
    closest[CLOSEST_NORMAL_Y] = distance > 0 ? y / distance : 0;
    this.take(set, slot, 0);
  }

  /** Puts the hit where it belongs, in place of the last one when there are enough. */
  #insert(set: ColliderSet): void {
    const { hit, hits } = this;
    if (this.count === this.#wanted) {
      if (!precedes(set, hit, hits[this.count - 1])) return;
      this.count--;
    }
    if (this.count === hits.length) hits.push(createQueryHit());
    let at = this.count++;
    const free = hits[at];
    while (at > 0 && precedes(set, hit, hits[at - 1])) {
      hits[at] = hits[at - 1];
      at--;
    }
    hits[at] = free;
    copyQueryHit(free, hit);
  }
}
