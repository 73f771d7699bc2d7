import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { TRANSLATION_LIMIT, TRANSLATION_X, TRANSLATION_Y } from '../../../src/2d/queries/cast-piece.ts';
import { planeRays } from '../../../src/2d/queries/casts.ts';
import { makePoint, putPoint } from '../../../src/2d/queries/query-shape.ts';
import { createSector, finishSector, overlapsSector } from '../../../src/2d/queries/sector.ts';
import { refuse, requireFinite, requireNonNegative, requireType } from '../../../src/core/errors.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { Pool } from '../../../src/core/pool.ts';
import { findInAabb } from '../../../src/core/queries/find-in-aabb.ts';
import { cosSin } from '../../../src/core/trigonometry.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import type { CollisionState } from '../../core/collision-state.ts';
import { GatedCast } from '../../core/queries/gated-cast.ts';
import { OptionsFilter, QUERY_KEYS, type QueryOptions } from '../../core/queries/query-options.ts';
import {
  boundsScopeOf,
  reportEntities,
  requireArray,
  scopeOf,
  type WorldScope,
} from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';

/** A sector of a disc: the field of view of a watcher at (x, y) facing along `rotation`. */
export interface VisionSector {
  readonly x: number;
  readonly y: number;
  /** The direction of its middle, in radians from x towards y. Default 0. */
  readonly rotation?: number;
  readonly radius: number;
  /** Half of its angle, 0 to π: with π it is the whole disc. */
  readonly halfAngle: number;
}

export interface OverlapSectorOptions extends QueryOptions {
  /**
   * Leaves out what is hidden behind something else. True: behind anything that rays see; else what they see, such as
   * `{ maskBits: WALLS }`. What is ignored hides nothing. Default false.
   */
  lineOfSight?: boolean | QueryOptions;
}

const KEYS = [...QUERY_KEYS, 'lineOfSight'] as const;

/** The filter of a line of sight, which passes through the watched target and the watcher. */
class SightFilter extends OptionsFilter {
  target = -1;
  #ignored: QueryOptions['ignore'];
  #state: CollisionState | undefined;

  setSight(state: CollisionState, sight: QueryOptions | undefined, ignored: QueryOptions['ignore']): void {
    this.set(state, sight);
    this.isPicky = true;
    this.#ignored = ignored;
    this.#state = state;
  }

  override forget(): void {
    super.forget();
    this.#ignored = undefined;
    this.#state = undefined;
  }

  override accepts(slot: number): boolean {
    if (slot === this.target) return false;
    const entity = this.#state!.set.slots.entity[slot];
    const ignored = this.#ignored;
    if (typeof ignored === 'number' ? ignored === entity : ignored?.includes(entity)) return false;
    return super.accepts(slot);
  }
}

/** A sector, what may be seen in it, and the looks at that. */
class SectorQuery {
  readonly sector = createSector();
  readonly filter = new OptionsFilter();
  readonly found = createIndexList(64);
  readonly nearest = new Float64Array(2);
  readonly turn = new Float64Array(4);
  readonly look = new GatedCast(planeRays);
  readonly sight = new SightFilter();

  forget(): void {
    this.filter.forget();
    this.look.forget();
    this.sight.forget();
  }
}

const queries: Pool<SectorQuery> = /* @__PURE__ */ new Pool(
  () => new SectorQuery(),
  (query) => query.forget(),
);

/** A look ends short of what it looks at, by this part of its way. */
const SHORT_OF_TARGET = 1 - 1e-9;

/**
 * Fills `out` with the entities whose shapes overlap a sector of a disc, ascending by entity index; touching counts.
 * Returns how many; `out` is cut or grown to that length.
 *
 * With `lineOfSight`, only entities that are seen from (x, y): with nothing between (x, y) and their nearest point in
 * the sector. A watcher inside a collider should ignore that collider.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `invalid-state` for a world without
 * collision, an unknown option, or `out` that is no array or cannot be written to.
 */
export function overlapSector(
  world: object,
  sector: VisionSector,
  out: EntityId[],
  options?: OverlapSectorOptions,
): number {
  requireArray(out);
  const query = queries.take();
  try {
    place(query, sector);
    // Looks are rays, which need the hierarchies.
    const scope = options?.lineOfSight ? scopeOf(world, plane) : boundsScopeOf(world, plane, undefined);
    const { filter, found } = query;
    findInAabb(scope, query.sector.box, filter.set(scope.state, options, KEYS), found);
    const looks = startLooking(query, scope, options);
    let kept = 0;
    for (let i = 0; i < found.count; i++) {
      const slot = found.items[i];
      if (!overlapsSector(query.nearest, query.sector, scope.set, slot)) continue;
      if (!looks || isSeen(query, scope, slot)) found.items[kept++] = slot;
    }
    found.count = kept;
    return reportEntities(scope, found, out);
  } finally {
    queries.give();
  }
}

function place({ sector, turn }: SectorQuery, given: VisionSector): void {
  const rotation = given?.rotation;
  sector.apex[0] = requireFinite('sector x', given?.x);
  sector.apex[1] = requireFinite('sector y', given?.y);
  const radius = requireNonNegative('sector radius', given.radius);
  const halfAngle = requireNonNegative('sector halfAngle', given.halfAngle);
  if (!(halfAngle <= Math.PI)) refuse('invalid-number', 'sector halfAngle', 'at most π', halfAngle);
  cosSin(turn, 0, rotation === undefined ? 0 : requireFinite('sector rotation', rotation));
  cosSin(turn, 2, halfAngle);
  sector.facing[0] = turn[0];
  sector.facing[1] = turn[1];
  finishSector(sector, radius, halfAngle === Math.PI ? -Infinity : turn[2], turn[3]);
}

/** Prepares the rays of `lineOfSight`; returns false when none are wanted. */
function startLooking(
  { look, sight }: SectorQuery,
  { state }: WorldScope<ColliderSet>,
  options: OverlapSectorOptions | undefined,
): boolean {
  const wanted = options?.lineOfSight ?? false;
  if (typeof wanted !== 'object' || wanted === null) requireType('lineOfSight', wanted, 'boolean');
  if (wanted === false) return false;
  sight.setSight(state, wanted === true ? undefined : wanted, options?.ignore);
  look.heedOneWay(state);
  return true;
}

function isSeen({ sector, nearest, look, sight }: SectorQuery, scope: WorldScope<ColliderSet>, slot: number): boolean {
  const { apex } = sector;
  makePoint(look.mover);
  putPoint(look.mover, apex, 0);
  sight.target = slot;
  look.way[TRANSLATION_X] = nearest[0] - apex[0];
  look.way[TRANSLATION_Y] = nearest[1] - apex[1];
  look.way[TRANSLATION_LIMIT] = SHORT_OF_TARGET;
  look.run(scope, 'any', sight);
  return look.hit.slot < 0;
}
