import type { Bvh } from '../bvh/bvh.ts';
import { nextNearestLeaf } from '../bvh/closest-walk.ts';
import type { OrderedWalk } from '../bvh/ordered-walk.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { SlotFilter } from '../query-filter.ts';
import { compositeOf } from '../shapes/registered-of.ts';
import { reserve } from '../typed-array.ts';
import { CLOSEST_DISTANCE, CLOSEST_NORMAL, ClosestPointSearch, type ClosestRoutines } from './closest-point.ts';
import type { QueryScope } from './query-scope.ts';

/**
 * Searches the colliders that are nearest to a point. Reusable; one search at a time. The colliders found so far are a
 * heap in columns: its root is the farthest of them, by distance, then by entity index, which the next nearer collider
 * replaces.
 */
export class NearestSearch<Set extends ColliderSet> extends ClosestPointSearch<Set> {
  /** The first `count` are the answer, nearest first: distances, and which record holds the rest. */
  distances = new Float64Array(16);
  records = new Uint32Array(16);
  count = 0;
  /**
   * By record: the collider, its piece, and the unit normal from it to the point, with as many numbers as there are
   * axes.
   */
  slots = new Int32Array(16);
  children = new Uint32Array(16);
  normals: Float64Array;
  #wanted = 0;
  #byCentre = false;
  #maxDistance = Infinity;

  constructor(routines: ClosestRoutines<Set>) {
    super(routines);
    this.normals = new Float64Array(16 * routines.axes);
  }

  /** Finds `wanted` colliders, or as many as there are, by their surfaces or by the middles of their bounds. */
  find(scope: QueryScope<Set>, wanted: number, byCentre: boolean, maxDistance: number, filter: SlotFilter): void {
    this.count = 0;
    this.#wanted = wanted;
    this.#byCentre = byCentre;
    this.#maxDistance = maxDistance;
    if (wanted === 0) return;
    this.run(scope, maxDistance, filter);
    this.#sort(scope.set.slots.index);
  }

  protected override next(walk: OrderedWalk, bvh: Bvh, set: Set): number {
    return nextNearestLeaf(walk, bvh, set.bounds);
  }

  protected override search(set: Set, slot: number): void {
    const { hit } = this;
    hit.child = 0;
    if (this.#byCentre) this.#measureCentre(set, slot);
    else if (compositeOf(set, slot) === undefined) this.routines.measureCollider(this.closest, this.point, set, slot);
    else if (!this.#measureChildren(set, slot)) return;
    this.#insert(set.slots.index, slot, hit.child);
  }

  /** Writes how near a composite is to `closest`, and its nearest piece to `hit`; returns false where it is too far. */
  #measureChildren(set: Set, slot: number): boolean {
    const { closest, hit } = this;
    hit.slot = -1;
    hit.fraction = Infinity;
    super.search(set, slot);
    // The search of the pieces has lowered the limit to the distance of the nearest one.
    this.#limitToFound();
    closest[CLOSEST_DISTANCE] = hit.fraction;
    closest[CLOSEST_NORMAL] = hit.normalX;
    closest[CLOSEST_NORMAL + 1] = hit.normalY;
    if (this.point.length === 3) closest[CLOSEST_NORMAL + 2] = hit.normalZ;
    return hit.slot >= 0;
  }

  #limitToFound(): void {
    this.limit(this.count === this.#wanted ? this.distances[0] : this.#maxDistance);
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
  }

  /**
   * Puts the measured collider into the heap: in place of the root when there are enough and the root is farther away.
   */
  #insert(index: Int32Array | Uint32Array, slot: number, child: number): void {
    const { closest, point } = this;
    const axes = point.length;
    const distance = closest[CLOSEST_DISTANCE];
    if (!(distance <= this.#maxDistance)) return;
    const isFull = this.count === this.#wanted;
    let record = this.count;
    if (isFull) {
      record = this.records[0];
      const most = this.distances[0];
      if (distance > most || (distance === most && index[slot] > index[this.slots[record]])) return;
    } else this.#reserve(record + 1);
    this.slots[record] = slot;
    this.children[record] = child;
    for (let axis = 0; axis < axes; axis++) this.normals[axes * record + axis] = closest[CLOSEST_NORMAL + axis];
    if (isFull) {
      this.distances[this.count] = distance;
      this.#sink(index, this.count, record);
    } else this.#rise(index, record);
    this.#limitToFound();
  }

  #reserve(needed: number): void {
    // The columns have room for one more than is kept: `#sink` is handed a distance behind the heap.
    if (needed < this.distances.length) return;
    this.distances = reserve(this.distances, needed + 1);
    this.records = reserve(this.records, this.distances.length);
    this.slots = reserve(this.slots, this.distances.length);
    this.children = reserve(this.children, this.distances.length);
    this.normals = reserve(this.normals, this.point.length * this.distances.length);
  }

  /** Adds a record, whose distance is in `closest`, at the end of the heap and lets it rise to its place. */
  #rise(index: Int32Array | Uint32Array, record: number): void {
    const { distances, records, slots } = this;
    const distance = this.closest[CLOSEST_DISTANCE];
    const own = index[slots[record]];
    let at = this.count++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = distances[parent];
      if (other > distance || (other === distance && index[slots[records[parent]]] > own)) break;
      distances[at] = other;
      records[at] = records[parent];
      at = parent;
    }
    distances[at] = distance;
    records[at] = record;
  }

  /**
   * Puts a record, whose distance stands at `end`, to the root of the heap before `end`, and lets it sink to its place.
   */
  #sink(index: Int32Array | Uint32Array, end: number, record: number): void {
    const { distances, records, slots } = this;
    const distance = distances[end];
    const own = index[slots[record]];
    let at = 0;
    for (let child = 1; child < end; child = 2 * at + 1) {
      let largest = distances[child];
      if (child + 1 < end) {
        const right = distances[child + 1];
        if (right > largest || (right === largest && index[slots[records[child + 1]]] > index[slots[records[child]]])) {
          child++;
          largest = right;
        }
      }
      if (largest < distance || (largest === distance && index[slots[records[child]]] < own)) break;
      distances[at] = largest;
      records[at] = records[child];
      at = child;
    }
    distances[at] = distance;
    records[at] = record;
  }

  /** Makes a list of the heap, nearest first. */
  #sort(index: Int32Array | Uint32Array): void {
    const { distances, records } = this;
    for (let end = this.count - 1; end > 0; end--) {
      const last = records[0];
      const most = distances[0];
      this.#sink(index, end, records[end]);
      records[end] = last;
      distances[end] = most;
    }
  }
}
