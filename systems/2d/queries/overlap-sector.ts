import { planeRays } from '../../../src/2d/queries/casts.ts';
import { makePoint, putPoint } from '../../../src/2d/queries/query-shape.ts';
import { createSector, finishSector, overlapsSector } from '../../../src/2d/queries/sector.ts';
import { refuse, requireFinite, requireNonNegative } from '../../../src/core/errors.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { requireCoordinate, requireDistance } from '../../../src/core/limits.ts';
import { Pool } from '../../../src/core/pool.ts';
import { findInAabb } from '../../../src/core/queries/find-in-aabb.ts';
import { cosSin } from '../../../src/core/trigonometry.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { LineOfSight, type SightOptions } from '../../core/queries/line-of-sight.ts';
import { OptionsFilter, QUERY_KEYS, type QueryOptions } from '../../core/queries/query-options.ts';
import { boundsScopeOf, reportEntities, requireArray, scopeOf } from '../../core/queries/query-scope.ts';
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

export interface OverlapSectorOptions extends QueryOptions, SightOptions {}

const KEYS = [...QUERY_KEYS, 'lineOfSight'] as const;

/** The state of one query: the sector, the filter, and the test for lines of sight. */
class SectorQuery {
  readonly sector = createSector();
  readonly filter = new OptionsFilter();
  readonly found = createIndexList(64);
  readonly nearest = new Float64Array(2);
  readonly turn = new Float64Array(4);
  readonly sight = new LineOfSight({ casts: planeRays, makePoint, putPoint });

  forget(): void {
    this.filter.forget();
    this.sight.forget();
  }
}

const queries: Pool<SectorQuery> = /* @__PURE__ */ new Pool(
  () => new SectorQuery(),
  (query) => query.forget(),
);

/**
 * Fills `out` with the entities whose shapes overlap a sector of a disc, ascending by entity index; touching counts.
 * Returns how many; `out` is cut or grown to that length.
 *
 * With `lineOfSight`, only entities that are seen from (x, y): nothing may be between (x, y) and their nearest point in
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
    // Lines of sight are tested by rays, which need the hierarchies.
    const scope = options?.lineOfSight ? scopeOf(world, plane) : boundsScopeOf(world, plane, undefined);
    const {
      filter,
      found,
      sight,
      sector: { apex },
    } = query;
    findInAabb(scope, query.sector.box, filter.set(scope.state, options, KEYS), found);
    const looks = sight.start(scope.state, options);
    let kept = 0;
    for (let i = 0; i < found.count; i++) {
      const slot = found.items[i];
      if (!overlapsSector(query.nearest, query.sector, scope.set, slot)) continue;
      if (!looks || sight.sees(scope, apex, query.nearest, slot)) found.items[kept++] = slot;
    }
    found.count = kept;
    return reportEntities(scope, found, out);
  } finally {
    queries.give();
  }
}

function place({ sector, turn }: SectorQuery, given: VisionSector): void {
  const rotation = given?.rotation;
  sector.apex[0] = requireCoordinate('sector x', given?.x);
  sector.apex[1] = requireCoordinate('sector y', given?.y);
  const radius = requireDistance('sector radius', given.radius);
  const halfAngle = requireNonNegative('sector halfAngle', given.halfAngle);
  if (!(halfAngle <= Math.PI)) refuse('invalid-number', 'sector halfAngle', 'at most π', halfAngle);
  cosSin(turn, 0, rotation === undefined ? 0 : requireFinite('sector rotation', rotation));
  cosSin(turn, 2, halfAngle);
  sector.facing[0] = turn[0];
  sector.facing[1] = turn[1];
  finishSector(sector, radius, halfAngle === Math.PI ? -Infinity : turn[2], turn[3]);
}
