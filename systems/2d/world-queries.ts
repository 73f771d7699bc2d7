import { buildBvh } from '../../src/2d/bvh/build-bvh.ts';
import type { Bvh } from '../../src/2d/bvh/bvh.ts';
import { reserveColliders } from '../../src/2d/collider-set.ts';
import { type CastMode, ShapeCast } from '../../src/2d/queries/cast-shape.ts';
import { ClosestPointSearch } from '../../src/2d/queries/closest-point.ts';
import { findInAabb, findOverlapping } from '../../src/2d/queries/overlap.ts';
import { createQueryHit, type QueryHit, type QueryScope } from '../../src/2d/queries/query-scope.ts';
import { createQueryShape, placePoint, placeShape, type QueryShape } from '../../src/2d/queries/query-shape.ts';
import type { ShapeSpec } from '../../src/2d/shapes/shape-makers.ts';
import { SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { CollisionError, requireFinite } from '../../src/core/errors.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../src/core/index-list.ts';
import { type EntityId, requireInstalled } from '../adapter/adapter.ts';
import { boundGroup } from './bounds-system.ts';
import type { CollisionState } from './collision-state.ts';
import { QueryFilter, type QueryOptions } from './query-filter.ts';

/** What a ray or a moving shape met. */
export interface CastHit {
  entity: EntityId;
  /** Which segment of a chain or child of a compound; 0 for other shapes. */
  child: number;
  /** The part of the direction or translation travelled: 0 when it started inside or touching. */
  fraction: number;
  /** The point of contact on the collider, in the world. */
  x: number;
  y: number;
  /** Unit normal of the collider there; (0, 0) when the cast started inside. */
  normalX: number;
  normalY: number;
}

/** The point of a collider that is nearest to the one asked about. */
export interface ClosestHit {
  entity: EntityId;
  child: number;
  /** 0 when the point asked about lies in the collider. */
  distance: number;
  x: number;
  y: number;
  /** Unit, from the collider to the point asked about; (0, 0) from inside. */
  normalX: number;
  normalY: number;
}

export interface CastOptions extends QueryOptions {
  /** How far to go, in multiples of the direction. Default: without limit for rays, 1 for shapes. */
  maxFraction?: number;
}

/** Everything one query needs. Kept for the next, so that queries do not allocate; a query inside a predicate takes another. */
interface QueryKit {
  readonly filter: QueryFilter;
  readonly cast: ShapeCast;
  readonly closest: ClosestPointSearch;
  readonly shape: QueryShape;
  readonly list: IndexList;
}

/** Runs queries over a world as of its last tick, colliders added since included. */
export class WorldQueries {
  readonly #state: CollisionState;
  readonly #scope: QueryScope;
  readonly #idle: QueryKit[] = [];
  #freshVersion = -1;

  constructor(state: CollisionState) {
    this.#state = state;
    const hierarchies: Bvh[] = [state.moving.bvh, state.statics.bvh, state.fresh.bvh];
    this.#scope = { set: state.set, hierarchies };
  }

  castRay(
    x: number,
    y: number,
    dx: number,
    dy: number,
    out: CastHit | undefined,
    options?: CastOptions,
  ): CastHit | undefined {
    return this.#run(options, (kit) => {
      placePoint(kit.cast.mover, x, y);
      this.#cast(kit, dx, dy, options?.maxFraction ?? Infinity, 'closest');
      return this.#report(kit.cast.hit, out);
    });
  }

  castRayAny(x: number, y: number, dx: number, dy: number, options?: CastOptions): boolean {
    return this.#run(options, (kit) => {
      placePoint(kit.cast.mover, x, y);
      this.#cast(kit, dx, dy, options?.maxFraction ?? Infinity, 'any');
      return kit.cast.hit.slot >= 0;
    });
  }

  castRayAll(x: number, y: number, dx: number, dy: number, out: CastHit[], options?: CastOptions): number {
    return this.#run(options, (kit) => {
      placePoint(kit.cast.mover, x, y);
      this.#cast(kit, dx, dy, options?.maxFraction ?? Infinity, 'all');
      return this.#reportAll(kit, out);
    });
  }

  castShape(
    spec: ShapeSpec,
    x: number,
    y: number,
    rotation: number,
    dx: number,
    dy: number,
    out: CastHit | undefined,
    options?: CastOptions,
  ): CastHit | undefined {
    return this.#run(options, (kit) => {
      placeShape(kit.cast.mover, spec, x, y, rotation);
      this.#cast(kit, dx, dy, options?.maxFraction ?? 1, 'closest');
      return this.#report(kit.cast.hit, out);
    });
  }

  castShapeAll(
    spec: ShapeSpec,
    x: number,
    y: number,
    rotation: number,
    dx: number,
    dy: number,
    out: CastHit[],
    options?: CastOptions,
  ): number {
    return this.#run(options, (kit) => {
      placeShape(kit.cast.mover, spec, x, y, rotation);
      this.#cast(kit, dx, dy, options?.maxFraction ?? 1, 'all');
      return this.#reportAll(kit, out);
    });
  }

  queryAabb(minX: number, minY: number, maxX: number, maxY: number, out: EntityId[], options?: QueryOptions): number {
    requireBox(minX, minY, maxX, maxY);
    return this.#run(options, (kit) => {
      findInAabb(this.#scope, minX, minY, maxX, maxY, kit.filter.accepts, kit.list);
      return this.#reportEntities(kit.list, out);
    });
  }

  queryPoint(x: number, y: number, out: EntityId[], options?: QueryOptions): number {
    return this.#run(options, (kit) => {
      placePoint(kit.shape, x, y);
      findOverlapping(this.#scope, kit.shape, kit.filter.accepts, kit.list);
      return this.#reportEntities(kit.list, out);
    });
  }

  overlapShape(
    spec: ShapeSpec,
    x: number,
    y: number,
    rotation: number,
    out: EntityId[],
    options?: QueryOptions,
  ): number {
    return this.#run(options, (kit) => {
      placeShape(kit.shape, spec, x, y, rotation);
      findOverlapping(this.#scope, kit.shape, kit.filter.accepts, kit.list);
      return this.#reportEntities(kit.list, out);
    });
  }

  closestPoint(
    x: number,
    y: number,
    maxDistance: number,
    out: ClosestHit | undefined,
    options?: QueryOptions,
  ): ClosestHit | undefined {
    requireFinite('query x', x);
    requireFinite('query y', y);
    requireAtLeastZero('maxDistance', maxDistance);
    return this.#run(options, (kit) => {
      kit.closest.run(this.#scope, x, y, maxDistance, kit.filter.accepts);
      const { hit } = kit.closest;
      if (hit.slot < 0) return undefined;
      const result = out ?? emptyClosest();
      result.entity = this.#entityOf(hit.slot);
      result.child = hit.child;
      result.distance = hit.fraction;
      copyPlace(hit, result);
      return result;
    });
  }

  #cast(kit: QueryKit, dx: number, dy: number, maxFraction: number, mode: CastMode): void {
    requireFinite('query direction x', dx);
    requireFinite('query direction y', dy);
    requireAtLeastZero('maxFraction', maxFraction);
    kit.cast.run(this.#scope, dx, dy, maxFraction, mode, kit.filter.accepts);
  }

  #run<T>(options: QueryOptions | undefined, work: (kit: QueryKit) => T): T {
    this.#admitFresh();
    const kit = this.#idle.pop() ?? this.#createKit();
    kit.filter.use(options);
    try {
      return work(kit);
    } finally {
      this.#idle.push(kit);
    }
  }

  #createKit(): QueryKit {
    return {
      filter: new QueryFilter(this.#state),
      cast: new ShapeCast(),
      closest: new ClosestPointSearch(createQueryHit()),
      shape: createQueryShape(),
      list: createIndexList(64),
    };
  }

  /** Gives colliders that came since the last tick a hierarchy of their own, so that queries see them at once. */
  #admitFresh(): void {
    const { adapter, set, fresh } = this.#state;
    requireInstalled(adapter);
    const { added, state: life } = set.slots;
    if (added.length === 0) {
      this.#freshVersion = -1;
      return;
    }
    if (this.#freshVersion === adapter.version) return;
    reserveColliders(set);
    fresh.members.count = 0;
    const members = reserveIndices(fresh.members, added.length);
    for (let i = 0; i < added.length; i++) {
      if (life[added[i]!] === SLOT_LIVE) members[fresh.members.count++] = added[i]!;
    }
    boundGroup(this.#state, fresh);
    buildBvh(fresh.bvh, set.bounds, fresh.active.items, fresh.active.count);
    this.#freshVersion = adapter.version;
  }

  #entityOf(slot: number): EntityId {
    return this.#state.set.slots.entity[slot]!;
  }

  #report(hit: QueryHit, out: CastHit | undefined): CastHit | undefined {
    if (hit.slot < 0) return undefined;
    return this.#fill(hit, out ?? emptyCast());
  }

  #fill(hit: QueryHit, out: CastHit): CastHit {
    out.entity = this.#entityOf(hit.slot);
    out.child = hit.child;
    out.fraction = hit.fraction;
    copyPlace(hit, out);
    return out;
  }

  #reportAll(kit: QueryKit, out: CastHit[]): number {
    const { hits, hitCount } = kit.cast;
    for (let i = 0; i < hitCount; i++) {
      if (i === out.length) out.push(emptyCast());
      this.#fill(hits[i]!, out[i]!);
    }
    out.length = hitCount;
    return hitCount;
  }

  #reportEntities(list: IndexList, out: EntityId[]): number {
    for (let i = 0; i < list.count; i++) out[i] = this.#entityOf(list.items[i]!);
    out.length = list.count;
    return list.count;
  }
}

function copyPlace(hit: QueryHit, out: { x: number; y: number; normalX: number; normalY: number }): void {
  out.x = hit.x;
  out.y = hit.y;
  out.normalX = hit.normalX;
  out.normalY = hit.normalY;
}

function emptyCast(): CastHit {
  return { entity: 0, child: 0, fraction: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
}

function emptyClosest(): ClosestHit {
  return { entity: 0, child: 0, distance: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
}

function requireAtLeastZero(name: string, value: number): void {
  if (!(value >= 0)) throw new CollisionError('invalid-number', `${name} must be at least 0, got ${value}`);
}

function requireBox(minX: number, minY: number, maxX: number, maxY: number): void {
  if (minX <= maxX && minY <= maxY) return;
  throw new CollisionError(
    'invalid-number',
    `a query box needs min ≤ max on both axes, got x ${minX} to ${maxX}, y ${minY} to ${maxY}`,
  );
}
