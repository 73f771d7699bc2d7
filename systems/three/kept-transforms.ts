import { TRANSFORM_COLUMNS } from '../../src/3d/collider-set.ts';
import { space } from '../3d/dimension.ts';
import { lifeOf, requireEntityIndex } from '../core/adapter/entities.ts';
import { ownersOf } from '../core/adapter/owners.ts';
import { requireState } from '../core/collision-state.ts';

/** The places of a world's entities before a tick: made by `keepTransforms`, for `writeObjects`. */
export class KeptTransforms {
  /** @internal By entity index: columns as in Transform. */
  readonly columns = {} as Record<(typeof TRANSFORM_COLUMNS)[number], Float64Array>;
  /**
   * @internal By entity index: the life of the entity that a row is of. An index is used again by entities that are
   * made later.
   */
  readonly lives: (object | undefined)[] = [];

  /** @internal */
  constructor() {
    for (const field of TRANSFORM_COLUMNS) this.columns[field] = new Float64Array();
  }
}

/**
 * Keeps where all entities with a Transform are, for `writeObjects(world, objects, { from: kept, fraction })`: call it
 * before each tick. Pass the value that an earlier call returned to fill it again; then nothing is allocated, unless
 * there are more entities.
 *
 * @throws CollisionError `invalid-state` when the world has no 3D collision.
 */
export function keepTransforms(world: object, kept: KeptTransforms = new KeptTransforms()): KeptTransforms {
  const { set, transformComponents } = requireState(world, space);
  const owners = ownersOf(world, transformComponents);
  let end = 0;
  for (let i = 0; i < owners.length; i++) end = Math.max(end, requireEntityIndex(world, owners[i]) + 1);
  for (const field of TRANSFORM_COLUMNS) {
    if (kept.columns[field].length < end) kept.columns[field] = new Float64Array(2 * end);
  }
  kept.lives.fill(undefined);
  for (let i = 0; i < owners.length; i++) {
    const index = requireEntityIndex(world, owners[i]);
    kept.lives[index] = lifeOf(world, owners[i]);
    for (const field of TRANSFORM_COLUMNS) {
      kept.columns[field][index] = set.transform[field]?.[index] ?? (field === 'qw' || field === 'scale' ? 1 : 0);
    }
  }
  return kept;
}
