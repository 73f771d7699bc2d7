import type { ColliderSet } from '../../../src/core/collider-set.ts';
import type { AnyShape } from '../../../src/core/shapes/handled-shape.ts';
import {
  bringBackContents,
  bringBackShapes,
  createSavedRegistry,
  dropLaterShapes,
  type SavedRegistry,
  saveRegistry,
} from '../../../src/core/shapes/saved-registry.ts';
import { forEachOwner } from '../adapter/entities.ts';
import { requireState } from '../collision-state.ts';
import { restoreState } from './restore-state.ts';
import { requireOutside, saveState } from './save-state.ts';
import type { SavedDimension } from './saved-dimension.ts';
import { type CollisionSnapshot, requireSnapshot } from './snapshot.ts';

/** The key under which a snapshot keeps the registered shapes. */
const SHAPES = 'shapes';

/** Saves a world of a dimension. See the dimension's `saveCollision`. */
export function saveWorld<Set extends ColliderSet>(
  saved: SavedDimension<Set>,
  world: object,
  snapshot: CollisionSnapshot,
): void {
  const state = requireState(world, saved.dimension);
  requireSnapshot(snapshot);
  saveState(state, snapshot, saved);
  let shapes = snapshot.kept.get(SHAPES) as SavedRegistry<AnyShape> | undefined;
  if (shapes === undefined) {
    shapes = createSavedRegistry();
    snapshot.kept.set(SHAPES, shapes);
  }
  saveRegistry(shapes, state.set.registry);
}

/**
 * Brings a world back to where it was when a snapshot was saved: given the same input, the next ticks give the same
 * contacts, ids, ages and events as they gave then. State that the snapshot's `stores` and `entities` do not hold has
 * to be put back by the game before this call: colliders and tags that the world has now and the snapshot has not, or
 * the other way round, count as added, removed or changed right after the snapshot.
 *
 * Foreseen pairs are kept where they still serve, and the hierarchy of statics where none has changed, so that a tick
 * after a restore costs what a tick costs. Subscriptions stay as they are. A tick that a hook has broken off is
 * forgotten.
 * @throws CollisionError `invalid-state` for a snapshot that is empty or, with entities, was saved from another world;
 * for a world without collision; inside a handler or hook.
 */
export function restoreCollision(world: object, snapshot: CollisionSnapshot): void {
  const state = requireState(world);
  requireSnapshot(snapshot);
  requireOutside(state);
  const shapes = snapshot.owner === state ? (snapshot.kept.get(SHAPES) as SavedRegistry<AnyShape>) : undefined;
  if (shapes !== undefined) {
    bringBackShapes(state.set.registry, shapes);
    bringBackContents(shapes);
  }
  restoreState(state, snapshot);
  if (shapes !== undefined) {
    dropLaterShapes(state.set, shapes, (visit) => forEachOwner(state.world, state.collider, visit));
  }
}
