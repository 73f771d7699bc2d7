import {
  CLIP_DEPTH_MINUS_ONE_TO_ONE,
  computeFrustumPlanes,
  FRUSTUM_SIZE,
} from '../../../src/3d/geometry/overlap/frustum.ts';
import { findInFrustum } from '../../../src/3d/queries/find-in-frustum.ts';
import { refuse } from '../../../src/core/errors.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { isCoordinate, requireCoordinate } from '../../../src/core/limits.ts';
import { Pool } from '../../../src/core/pool.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { OptionsFilter, OVERLAP_KEYS, type OverlapOptions } from '../../core/queries/query-options.ts';
import { boundsScopeOf, reportEntities, requireArray } from '../../core/queries/query-scope.ts';
import { space } from '../dimension.ts';

/** How many numbers a view-projection matrix has. */
const MATRIX_SIZE = 16;

/** The state of one query: its planes, the filter made of its options, and the slots found. */
class FrustumQuery {
  readonly planes = new Float64Array(FRUSTUM_SIZE);
  readonly filter = new OptionsFilter();
  readonly found = createIndexList(64);
}

const queries = /* @__PURE__ */ new Pool<FrustumQuery>(
  () => new FrustumQuery(),
  ({ filter }) => filter.forget(),
);

/**
 * Fills `out` with the entities whose bounds reach into a frustum, ascending by entity index unless `sorted` is false,
 * and returns how many. `out` is cut or grown to that length.
 *
 * `frustum` is six planes `nx ny nz d` (24 numbers: n·x ≥ d inside, normals of any length, one of zero for no plane),
 * or a view-projection matrix (16 numbers, column by column, as three.js and WebGL have them: seen is −w ≤ x, y, z ≤
 * w). Bounds are left out when they lie wholly behind one plane: a body near an edge of the frustum may be listed
 * although no part of it is visible, as is usual for culling.
 *
 * @throws CollisionError `out-of-range` for another count of numbers, `invalid-number` for one that is not finite or
 * beyond 1e30, `invalid-state` for a value that is no list of numbers, a world without collision, an unknown option, or
 * `out` that is no array or cannot be written to.
 */
export function queryFrustum(
  world: object,
  frustum: ArrayLike<number>,
  out: EntityId[],
  options?: OverlapOptions,
): number {
  requireFrustum(frustum);
  requireArray(out);
  const scope = boundsScopeOf(world, space, options, true);
  const query = queries.take();
  try {
    const { planes, found } = query;
    if (frustum.length === MATRIX_SIZE) {
      computeFrustumPlanes(planes, 0, frustum, 0, CLIP_DEPTH_MINUS_ONE_TO_ONE);
    } else for (let i = 0; i < FRUSTUM_SIZE; i++) planes[i] = frustum[i];
    const filter = query.filter.set(scope.state, options, OVERLAP_KEYS);
    findInFrustum(scope, planes, filter, found);
    return reportEntities(scope, found, out, filter.order);
  } finally {
    queries.give();
  }
}

function requireFrustum(frustum: ArrayLike<number>): void {
  if (typeof frustum?.length !== 'number') {
    refuse('invalid-state', 'frustum', 'six planes or a view-projection matrix as numbers', frustum);
  }
  if (frustum.length !== FRUSTUM_SIZE && frustum.length !== MATRIX_SIZE) {
    refuse('out-of-range', 'frustum', '24 numbers of six planes, or 16 of a matrix', `${frustum.length} numbers`);
  }
  for (let i = 0; i < frustum.length; i++) {
    if (!isCoordinate(frustum[i])) requireCoordinate(`frustum[${i}]`, frustum[i]);
  }
}
