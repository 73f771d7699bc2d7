import { BOUNDS_STRIDE, type ColliderSet } from '../../../src/2d/collider-set.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import { type Bvh, makeBvh } from '../../../src/core/bvh/bvh.ts';
import { queryBvhAabb } from '../../../src/core/bvh/query-bvh.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../../src/core/index-list.ts';
import { createVector, type Vector } from '../../../src/core/movement/vector.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import type { CollisionState } from '../../core/collision-state.ts';
import {
  LONGEST_WALK,
  MOTION_COS,
  MOTION_LENGTH,
  MOTION_SIN,
  MOTION_TO_X,
  MOTION_TO_Y,
  MOTION_X,
  MOTION_Y,
} from './crowd.ts';
import type { PushMemory } from './push-memory.ts';

const motion = new Float64Array(MOTION_LENGTH);
const step = createVector();

/**
 * The walls that have moved or turned on their own since the last call of `pushApart`. They are colliders of infinite
 * weight: static walls are taken to stand.
 */
export class MovingWalls {
  readonly list: IndexList = createIndexList();
  readonly #state: CollisionState<ColliderSet>;
  readonly #memory: PushMemory;
  /** By slot: whether the wall is listed, and the bounds of its whole way. */
  #isListed = new Uint8Array(0);
  #paths = new Float64Array(0);
  readonly #bvh: Bvh;

  constructor(state: CollisionState<ColliderSet>, memory: PushMemory) {
    this.#state = state;
    this.#memory = memory;
    this.#bvh = makeBvh(state.statics.bvh.routines);
  }

  /** Lists the walls that have moved, of the given ones. */
  begin({ items, count }: IndexList): void {
    const { list } = this;
    const { end } = this.#state.set.slots;
    for (let i = 0; i < list.count; i++) this.#isListed[list.items[i]] = 0;
    list.count = 0;
    this.#isListed = reserve(this.#isListed, end);
    for (let i = 0; i < count; i++) {
      if (!this.#readMotion(items[i])) continue;
      reserveIndices(list, 1)[list.count++] = items[i];
      this.#isListed[items[i]] = 1;
      this.#paths = reserve(this.#paths, BOUNDS_STRIDE * end);
      this.#writeWallPath(items[i]);
    }
    if (list.count > 0) buildBvh(this.#bvh, this.#paths, list.items, list.count);
  }

  has(slot: number): boolean {
    return this.#isListed[slot] === 1;
  }

  /** Appends the walls whose way led through an area. */
  find(out: IndexList, area: Float64Array): void {
    if (this.list.count > 0) queryBvhAabb(out, this.#bvh, this.#paths, area, 0);
  }

  /** Writes the way that a point at `place` would have come, had it been fixed to a wall. */
  writeCarry(out: Vector, slot: number, place: Vector): void {
    this.#readMotion(slot);
    step[0] = place[0] - (motion[MOTION_TO_X] - motion[MOTION_X]);
    step[1] = place[1] - (motion[MOTION_TO_Y] - motion[MOTION_Y]);
    out[0] = motion[MOTION_X] + ((motion[MOTION_COS] - 1) * step[0] - motion[MOTION_SIN] * step[1]);
    out[1] = motion[MOTION_Y] + (motion[MOTION_SIN] * step[0] + (motion[MOTION_COS] - 1) * step[1]);
  }

  /**
   * Reads the motion of a wall. Returns false for a wall that stands, or has no motion that is known and short enough.
   */
  #readMotion(slot: number): boolean {
    if (!this.#memory.readMotion(motion, slot)) return false;
    const x = Math.abs(motion[MOTION_X]);
    const y = Math.abs(motion[MOTION_Y]);
    if (x + y === 0 && motion[MOTION_SIN] === 0 && motion[MOTION_COS] === 1) return false;
    const { bounds } = this.#state.set;
    const at = BOUNDS_STRIDE * slot;
    const size = bounds[at + 2] - bounds[at] + (bounds[at + 3] - bounds[at + 1]);
    return x + y <= LONGEST_WALK * size;
  }

  #writeWallPath(slot: number): void {
    const { bounds } = this.#state.set;
    const paths = this.#paths;
    const at = BOUNDS_STRIDE * slot;
    const x = motion[MOTION_TO_X];
    const y = motion[MOTION_TO_Y];
    const isTurned = motion[MOTION_SIN] !== 0 || motion[MOTION_COS] !== 1;
    // In whatever direction the wall was turned about its place, it was within this distance of the place.
    const radiusX = Math.max(Math.abs(bounds[at] - x), Math.abs(bounds[at + 2] - x));
    const radiusY = Math.max(Math.abs(bounds[at + 1] - y), Math.abs(bounds[at + 3] - y));
    const radius = isTurned ? Math.sqrt(radiusX * radiusX + radiusY * radiusY) : 0;
    const minX = isTurned ? x - radius : bounds[at];
    const minY = isTurned ? y - radius : bounds[at + 1];
    const maxX = isTurned ? x + radius : bounds[at + 2];
    const maxY = isTurned ? y + radius : bounds[at + 3];
    paths[at] = minX - Math.max(0, motion[MOTION_X]);
    paths[at + 1] = minY - Math.max(0, motion[MOTION_Y]);
    paths[at + 2] = maxX - Math.min(0, motion[MOTION_X]);
    paths[at + 3] = maxY - Math.min(0, motion[MOTION_Y]);
  }
}
