import { spaceOverlaps } from '../../../src/3d/queries/overlap.ts';
import { createQueryShape } from '../../../src/3d/queries/query-shape.ts';
import { placeVisionCone, type VisionCone } from '../../../src/3d/queries/vision-cone.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { OverlapQueries, overlapShapeIn } from '../../core/queries/overlaps.ts';
import type { OverlapOptions } from '../../core/queries/query-options.ts';
import { space } from '../dimension.ts';

const queries = /* @__PURE__ */ new OverlapQueries({
  dimension: space,
  test: spaceOverlaps,
  createShape: createQueryShape,
});

/**
 * Fills `out` with the entities whose shapes overlap a vision cone, ascending by entity index unless `sorted` is false;
 * touching counts. Returns how many; `out` is cut or grown to that length. The cone is a sector of a ball: all that is
 * within `radius` of the apex and within `halfAngle` of the axis. Whether something stands in between is for a ray to
 * say.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `invalid-state` for a world without
 *   collision, an unknown option, or `out` that is no array or cannot be written to.
 */
export function overlapCone(world: object, cone: VisionCone, out: EntityId[], options?: OverlapOptions): number {
  return overlapShapeIn(queries, placeVisionCone, world, cone, cone, out, options);
}
