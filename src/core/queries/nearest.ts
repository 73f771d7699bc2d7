import type { ColliderSet } from '../collider-set.ts';
import type { SlotFilter } from '../query-filter.ts';
import { CLOSEST_DISTANCE, CLOSEST_NORMAL, ClosestPointSearch } from './closest-point.ts';
import { copyQueryHit, createQueryHit, precedes, type QueryHit, type QueryScope } from './query-scope.ts';

/** Searches the colliders that are nearest to a point. Reusable; one search at a time. */
export class NearestSearch<Set extends ColliderSet> extends ClosestPointSearch<Set> {
  /** The first `count` are the answer, nearest first; fields as in `ClosestPointSearch.hit`. */
  readonly hits: QueryHit[] = [];
  count = 0;
  #wanted = 0;
  #byCentre = false;
  #maxDistance = Infinity;

  /** Finds `wanted` colliders, or as many as there are, by their surfaces or by the middles of their bounds. */
  find(scope: QueryScope<Set>, wanted: number, byCentre: boolean, maxDistance: number, filter: SlotFilter): void {
    this.count = 0;
    this.#wanted = wanted;
    this.#byCentre = byCentre;
    this.#maxDistance = maxDistance;
    if (wanted > 0) this.run(scope, maxDistance, filter);
  }

  protected override search(set: Set, slot: number): void {
    const { hit, hits } = this;
    hit.slot = -1;
    hit.fraction = Infinity;
    if (this.#byCentre) this.#measureCentre(set, slot);
    else super.search(set, slot);
    if (hit.slot >= 0) this.#insert(set);
    this.limit(this.count === this.#wanted ? hits[this.count - 1].fraction : this.#maxDistance);
  }

  #measureCentre(set: Set, slot: number): void {
    const { bounds, boundsStride } = set;
    const { closest, point } = this;
    const at = slot * boundsStride;
    const axes = point.length;
    let squared = 0;
    for (let axis = 0; axis < axes; axis++) {
      const off = point[axis] - (bounds[at + axis] + bounds[at + axes + axis]) / 2;
      closest[CLOSEST_NORMAL + axis] = off;
      squared += off * off;
    }
    const distance = Math.sqrt(squared);
    closest[CLOSEST_DISTANCE] = distance;
    for (let axis = 0; axis < axes; axis++) {
      closest[CLOSEST_NORMAL + axis] = distance > 0 ? closest[CLOSEST_NORMAL + axis] / distance : 0;
    }
    this.take(set, slot, 0);
  }

  /** Puts the hit where it belongs, in place of the last one when there are enough. */
  #insert(set: Set): void {
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
