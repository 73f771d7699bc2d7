import type { Bvh } from '../../../src/core/bvh/bvh.ts';
import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { refuse, requireFinite, requireInteger } from '../../../src/core/errors.ts';
import { isCoordinate, requireCoordinate } from '../../../src/core/limits.ts';
import { Pool } from '../../../src/core/pool.ts';
import { directionAt, limitAt, unitAt } from '../../../src/core/queries/cast-piece.ts';
import type { CastRoutines } from '../../../src/core/queries/cast-routines.ts';
import type { QueryScope } from '../../../src/core/queries/query-scope.ts';
import type { QueryShape } from '../../../src/core/queries/query-shape.ts';
import { scaleWay } from '../../../src/core/queries/scale-way.ts';
import { haveRoom } from '../../../src/core/typed-array.ts';
import type { Dimension } from '../dimension.ts';
import { maxFractionOf, type RayCastOptions, refuseDirection, SHAPE_CAST_KEYS, setRayOverlap } from './casts.ts';
import { GatedCast } from './gated-cast.ts';
import { OptionsFilter } from './query-options.ts';
import { scopeOf } from './query-scope.ts';

/** The hits of a batch of rays in any dimension; without z in the plane. */
export interface AnyRayHits {
  readonly fraction: Float64Array;
  readonly entity: Int32Array;
  readonly child: Uint32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z?: Float64Array;
  readonly normalX: Float64Array;
  readonly normalY: Float64Array;
  readonly normalZ?: Float64Array;
}

const COLUMNS = ['fraction', 'entity', 'child', 'x', 'y', 'normalX', 'normalY'] as const;
const COLUMNS_OF_SPACE = [...COLUMNS, 'z', 'normalZ'] as const;

/**
 * Makes room for the hits of a batch. @throws CollisionError `out-of-range` for a count that is no integer from 0 to
 * 2³⁰.
 */
export function createHits(count: number, axes: number): AnyRayHits {
  requireInteger('count', count, 0, 2 ** 30);
  // The fields are not in the order of a CastHit: engines would take both for objects of one kind, and put its numbers
  // on the heap.
  const hits = {
    fraction: new Float64Array(count),
    entity: new Int32Array(count),
    child: new Uint32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    normalX: new Float64Array(count),
    normalY: new Float64Array(count),
  };
  if (axes === 2) return hits;
  return { ...hits, z: new Float64Array(count), normalZ: new Float64Array(count) };
}

/** The routines of a dimension that batches of rays need. */
export interface RayDimension<Set extends ColliderSet, Piece> {
  readonly dimension: Dimension<Set>;
  readonly casts: CastRoutines<Set, Piece>;
  /** Makes a point; `putPoint` puts it at a place. */
  makePoint(shape: QueryShape<Piece>): void;
  /** Puts a point at the place whose coordinates begin at `places[at]`, which are finite. */
  putPoint(point: QueryShape<Piece>, places: ArrayLike<number>, at: number): void;
}

/** The casts of one batch. The object is also their scope, so that no scope has to be allocated. */
class RayBatch<Set extends ColliderSet, Piece> extends GatedCast<Set, Piece> implements QueryScope<Set> {
  readonly filter = new OptionsFilter();
  readonly hierarchies: Bvh[] = [];
  set!: Set;

  /**
   * Takes the hierarchies that have items, so that rays skip empty ones: a game may have no statics, and seldom has new
   * colliders.
   */
  lookAt({ set, hierarchies }: QueryScope<Set>): void {
    this.set = set;
    for (let i = 0; i < hierarchies.length; i++) {
      if (hierarchies[i].itemCount > 0) this.hierarchies.push(hierarchies[i]);
    }
  }

  override forget(): void {
    super.forget();
    this.filter.forget();
    this.set = undefined as never;
    // Popped and not emptied by its length, which would free the array's memory.
    while (this.hierarchies.length > 0) this.hierarchies.pop();
  }
}

/** The pool of batches of one dimension: a query takes one and gives it back. */
export class RayBatches<Set extends ColliderSet, Piece> extends Pool<RayBatch<Set, Piece>> {
  readonly kind: RayDimension<Set, Piece>;

  constructor(kind: RayDimension<Set, Piece>) {
    super(
      () => new RayBatch(kind.casts),
      (batch) => batch.forget(),
    );
    this.kind = kind;
  }
}

/** See `castRays` of the dimensions. */
export function castRaysIn<Set extends ColliderSet, Piece>(
  batches: RayBatches<Set, Piece>,
  world: object,
  rays: ArrayLike<number>,
  out: AnyRayHits,
  options: RayCastOptions | undefined,
): number {
  const { dimension, makePoint, putPoint } = batches.kind;
  const { axes } = dimension;
  const stride = 2 * axes;
  const count = rays?.length / stride;
  if (!Number.isInteger(count)) refuse('out-of-range', 'the length of rays', `a multiple of ${stride}`, rays?.length);
  const room = out?.fraction?.length;
  if (!(room >= count)) refuse('out-of-range', 'the room in out', `${count} or more`, room);
  if (!haveRoom(out, axes === 2 ? COLUMNS : COLUMNS_OF_SPACE, count)) {
    refuse('invalid-state', 'out', 'what createRayHits returned', out);
  }
  for (let i = 0; i < rays.length; i++) {
    if (isCoordinate(rays[i])) continue;
    const name = `number ${i % stride} of ray ${Math.floor(i / stride)}`;
    // A direction may be of any length.
    if (i % stride < axes) requireCoordinate(name, rays[i]);
    else requireFinite(name, rays[i]);
  }
  for (let at = 0; at < rays.length; at += stride) {
    let leads = false;
    for (let axis = axes; axis < stride; axis++) if (rays[at + axis] !== 0) leads = true;
    if (!leads) refuseDirection(`the direction of ray ${at / stride}`, axes);
  }
  const batch = batches.take();
  try {
    const { mover, filter, hit, way } = batch;
    makePoint(mover);
    const limit = maxFractionOf(options, Infinity);
    const scope = scopeOf(world, dimension);
    setRayOverlap(batch, batches.kind.casts, options);
    filter.set(scope.state, options, SHAPE_CAST_KEYS);
    const { set } = scope;
    batch.lookAt(scope);
    batch.heedOneWay(scope.state);
    let met = 0;
    for (let i = 0; i < count; i++) {
      const at = i * stride;
      putPoint(mover, rays, at);
      for (let axis = 0; axis < axes; axis++) way[directionAt(axes) + axis] = rays[at + axes + axis];
      way[limitAt(axes)] = limit;
      scaleWay(way, axes);
      batch.run(batch, 'closest', filter);
      const isHit = hit.slot >= 0;
      if (isHit) met++;
      // Looked up each time: a predicate may add colliders until they are in another array.
      out.entity[i] = isHit ? set.slots.entity[hit.slot] : 0;
      out.child[i] = isHit ? hit.child : 0;
      out.fraction[i] = hit.fraction * way[unitAt(axes)];
      out.x[i] = isHit ? hit.x : 0;
      out.y[i] = isHit ? hit.y : 0;
      out.normalX[i] = isHit ? hit.normalX : 0;
      out.normalY[i] = isHit ? hit.normalY : 0;
      if (axes === 2) continue;
      out.z![i] = isHit ? hit.z : 0;
      out.normalZ![i] = isHit ? hit.normalZ : 0;
    }
    return met;
  } finally {
    batches.give();
  }
}
