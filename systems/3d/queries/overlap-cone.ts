import { spaceRays } from '../../../src/3d/queries/casts.ts';
import { writeNearestInCone } from '../../../src/3d/queries/nearest-in-cone.ts';
import { spaceOverlaps } from '../../../src/3d/queries/overlap.ts';
import { createQueryShape, makePoint, putPoint } from '../../../src/3d/queries/query-shape.ts';
import { placeVisionCone, type VisionCone } from '../../../src/3d/queries/vision-cone.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { Pool } from '../../../src/core/pool.ts';
import { findOverlapping } from '../../../src/core/queries/overlap.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { LineOfSight, type SightOptions } from '../../core/queries/line-of-sight.ts';
import { OptionsFilter, OVERLAP_KEYS, type OverlapOptions } from '../../core/queries/query-options.ts';
import { boundsScopeOf, reportEntities, requireArray, scopeOf } from '../../core/queries/query-scope.ts';
import { space } from '../dimension.ts';

export interface OverlapConeOptions extends OverlapOptions, SightOptions {}

const KEYS = [...OVERLAP_KEYS, 'lineOfSight'] as const;

/** The state of one query: the cone, the filter, and the test for lines of sight. */
class ConeQuery {
  readonly shape = createQueryShape();
  readonly filter = new OptionsFilter();
  readonly found = createIndexList(64);
  readonly eye = new Float64Array(3);
  readonly nearest = new Float64Array(3);
  readonly sight = new LineOfSight({ casts: spaceRays, makePoint, putPoint });

  forget(): void {
    this.filter.forget();
    this.sight.forget();
  }
}

const queries: Pool<ConeQuery> = /* @__PURE__ */ new Pool(
  () => new ConeQuery(),
  (query) => query.forget(),
);

/**
 * Fills `out` with the entities whose shapes overlap a vision cone, ascending by entity index unless `sorted` is false;
 * touching counts. Returns how many; `out` is cut or grown to that length. The cone is a sector of a ball: all that is
 * within `radius` of the apex and within `halfAngle` of the axis.
 *
 * With `lineOfSight`, only entities that are seen from the apex: nothing may be between the apex and their nearest
 * point in the cone. A watcher inside a collider should ignore that collider.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `invalid-state` for a world without
 *   collision, an unknown option, or `out` that is no array or cannot be written to.
 */
export function overlapCone(world: object, cone: VisionCone, out: EntityId[], options?: OverlapConeOptions): number {
  const query = queries.take();
  try {
    const { shape, filter, found, sight, eye, nearest } = query;
    placeVisionCone(shape, cone);
    requireArray(out);
    // Lines of sight are tested by rays, which need the hierarchies.
    const scope = options?.lineOfSight ? scopeOf(world, space) : boundsScopeOf(world, space, options);
    findOverlapping(scope, shape, filter.set(scope.state, options, KEYS), spaceOverlaps, found);
    if (sight.start(scope.state, options)) {
      eye[0] = shape.x;
      eye[1] = shape.y;
      eye[2] = shape.z;
      let kept = 0;
      for (let i = 0; i < found.count; i++) {
        const slot = found.items[i];
        writeNearestInCone(nearest, shape, scope.set, slot);
        if (sight.sees(scope, eye, nearest, slot)) found.items[kept++] = slot;
      }
      found.count = kept;
    }
    return reportEntities(scope, found, out, filter.order);
  } finally {
    queries.give();
  }
}
