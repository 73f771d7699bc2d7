import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { TRANSLATION_LIMIT, TRANSLATION_X, TRANSLATION_Y } from '../../../src/2d/queries/cast-piece.ts';
import { makePoint, putPoint } from '../../../src/2d/queries/query-shape.ts';
import type { Bvh } from '../../../src/core/bvh/bvh.ts';
import { refuse, requireFinite, requireInteger } from '../../../src/core/errors.ts';
import { Pool } from '../../../src/core/pool.ts';
import type { QueryScope } from '../../../src/core/queries/query-scope.ts';
import { OptionsFilter } from '../../core/queries/query-options.ts';
import { scopeOf } from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';
import { oneWayOf } from '../one-way-of.ts';
import { CAST_KEYS, type CastOptions, maxFractionOf, refuseDirection } from './casts.ts';
import { GatedCast } from './gated-cast.ts';

/** Numbers of a ray for `castRays`: x, y, directionX, directionY. */
export const RAY_STRIDE = 4;

/** What rays have met: an entry of each column for each ray. Made by `createRayHits`. */
export interface RayHits {
  /** The entity met; 0, which is no entity, for none. */
  readonly entity: Int32Array;
  readonly child: Uint32Array;
  /** The part of the direction travelled, Infinity for a ray that meets nothing. Then the columns below are 0. */
  readonly fraction: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly normalX: Float64Array;
  readonly normalY: Float64Array;
}

/**
 * Makes room for what so many rays meet.
 * @throws CollisionError `out-of-range` for a count that is no integer from 0 to 2³⁰.
 */
export function createRayHits(count: number): RayHits {
  requireInteger('count', count, 0, 2 ** 30);
  // Not in the order of a CastHit: engines would take both for objects of one kind, and put its numbers on the heap.
  return {
    fraction: new Float64Array(count),
    entity: new Int32Array(count),
    child: new Uint32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    normalX: new Float64Array(count),
    normalY: new Float64Array(count),
  };
}

/** Casts of one batch, and what they see: also their scope, so that none has to be made for it. */
class RayBatch extends GatedCast implements QueryScope<ColliderSet> {
  readonly filter = new OptionsFilter();
  readonly hierarchies: Bvh[] = [];
  set!: ColliderSet;

  /** What a game does not have is not asked again and again: statics, or colliders that have just come. */
  lookAt({ set, hierarchies }: QueryScope<ColliderSet>): void {
    this.set = set;
    for (let i = 0; i < hierarchies.length; i++) {
      if (hierarchies[i].itemCount > 0) this.hierarchies.push(hierarchies[i]);
    }
  }

  override forget(): void {
    super.forget();
    this.filter.forget();
    this.set = undefined as never;
    // Not emptied by its length, which would free its memory.
    while (this.hierarchies.length > 0) this.hierarchies.pop();
  }
}

const batches: Pool<RayBatch> = /* @__PURE__ */ new Pool(
  () => new RayBatch(),
  (batch) => batch.forget(),
);

/**
 * Casts many rays with the same options: as `castRay` for each, without what that costs a call. `rays` holds RAY_STRIDE
 * numbers a ray: its origin and its direction, of any length. `out` gets the first collider that each of them meets, in
 * the order of the rays; see there for rays that meet nothing. Returns how many have met something.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, naming the ray, and `out-of-range` when the
 *   numbers do not make whole rays or `out` has no room for them, before anything is written; `invalid-state` for a
 *   world without collision or an option that there is not.
 */
export function castRays(world: object, rays: ArrayLike<number>, out: RayHits, options?: CastOptions): number {
  const count = rays?.length / RAY_STRIDE;
  if (!Number.isInteger(count))
    refuse('out-of-range', 'the length of rays', `a multiple of ${RAY_STRIDE}`, rays?.length);
  const room = out?.fraction?.length;
  if (!(room >= count)) refuse('out-of-range', 'the room in out', `${count} or more`, room);
  for (let i = 0; i < rays.length; i++) {
    if (!Number.isFinite(rays[i]))
      requireFinite(`number ${i % RAY_STRIDE} of ray ${Math.floor(i / RAY_STRIDE)}`, rays[i]);
  }
  for (let at = 0; at < rays.length; at += RAY_STRIDE) {
    if (rays[at + 2] === 0 && rays[at + 3] === 0) refuseDirection(`the direction of ray ${at / RAY_STRIDE}`);
  }
  const batch = batches.take();
  try {
    const { mover, filter, hit, way } = batch;
    makePoint(mover);
    way[TRANSLATION_LIMIT] = maxFractionOf(options, Infinity);
    const scope = scopeOf(world, plane);
    filter.set(scope.state, options, CAST_KEYS);
    const { set } = scope;
    batch.rule = oneWayOf(scope.state);
    batch.lookAt(scope);
    batch.rule = oneWayOf(scope.state);
    let met = 0;
    for (let i = 0; i < count; i++) {
      const at = i * RAY_STRIDE;
      putPoint(mover, rays, at);
      way[TRANSLATION_X] = rays[at + 2];
      way[TRANSLATION_Y] = rays[at + 3];
      batch.run(batch, 'closest', filter);
      const isHit = hit.slot >= 0;
      if (isHit) met++;
      // Looked up each time: a predicate may add colliders until they are in another array.
      out.entity[i] = isHit ? set.slots.entity[hit.slot] : 0;
      out.child[i] = isHit ? hit.child : 0;
      out.fraction[i] = hit.fraction;
      out.x[i] = isHit ? hit.x : 0;
      out.y[i] = isHit ? hit.y : 0;
      out.normalX[i] = isHit ? hit.normalX : 0;
      out.normalY[i] = isHit ? hit.normalY : 0;
    }
    return met;
  } finally {
    batches.give();
  }
}
