import { isWhereStoresSay } from '../../../src/2d/compute-bounds.ts';
import type { RegisteredShape } from '../../../src/2d/shapes/registered-shape.ts';
import { changesInPlace, isInlineKind } from '../../../src/2d/shapes/shape-kind.ts';
import {
  bringBackContents,
  bringBackShapes,
  createSavedRegistry,
  dropLaterShapes,
  type SavedRegistry,
  saveRegistry,
} from '../../../src/core/shapes/saved-registry.ts';
import { forEachOwner } from '../../core/adapter/entities.ts';
import { requireState } from '../../core/collision-state.ts';
import { restoreState } from '../../core/time/restore-state.ts';
import type { ResultRoutines } from '../../core/time/result-routines.ts';
import { requireOutside, saveState } from '../../core/time/save-state.ts';
import { type CollisionSnapshot, requireSnapshot } from '../../core/time/snapshot.ts';
import { plane } from '../dimension.ts';

/**
 * Saves what the next tick of a world depends on: which colliders there are, contacts with their ids and ages, what has
 * still to be told, the answers of `shouldCollide`, the clock; with the values of the snapshot's stores, its
 * entities, and the tiles of the maps that are in use or registered. What can be derived, hierarchies and foreseen
 * pairs, is not in it. Whoever restores it and runs the same ticks again gets the same contacts, ids, ages and events
 * as if nothing had happened. Handlers are part of the program, not of the world: they are not saved.
 *
 * Call it between ticks, best right after one: what a game moves in between takes room. A snapshot that is used again
 * allocates nothing.
 * @throws CollisionError `invalid-state` for a world without collision, inside a handler, between the stages of a tick,
 *   or when `acceptContact` has broken the last tick off; `invalid-number` for stores that are plain arrays with
 *   anything but numbers.
 */
export function saveCollision(world: object, snapshot: CollisionSnapshot): void {
  const state = requireState(world, plane);
  requireSnapshot(snapshot);
  saveState(state, snapshot, routines);
  let shapes = snapshot.kept.get(SHAPES) as SavedRegistry<RegisteredShape> | undefined;
  if (shapes === undefined) {
    shapes = createSavedRegistry();
    snapshot.kept.set(SHAPES, shapes);
  }
  saveRegistry(shapes, state.set.registry);
}

/**
 * Brings a world back to where it was when a snapshot was saved: the next ticks give the same contacts, ids, ages and
 * events as they gave then, when they are given the same. What the snapshot's stores and entities do not hold is for
 * the game to put back, and before this: colliders and tags that the world has now and the snapshot has not, or the
 * other way round, count as added, removed or changed right after the snapshot.
 *
 * Foreseen pairs are kept where they still serve, and the hierarchy of statics where none has changed, so that a tick
 * after a restore costs what a tick costs. Subscriptions stay as they are. A tick that a hook has broken off is
 * forgotten.
 * @throws CollisionError `invalid-state` for a snapshot that is empty or, with entities, was saved from another world;
 *   for a world without collision; inside a handler or hook.
 */
export function restoreCollision(world: object, snapshot: CollisionSnapshot): void {
  const state = requireState(world, plane);
  requireSnapshot(snapshot);
  requireOutside(state);
  const shapes = snapshot.owner === state ? (snapshot.kept.get(SHAPES) as SavedRegistry<RegisteredShape>) : undefined;
  if (shapes !== undefined) {
    bringBackShapes(state.set.registry, shapes);
    bringBackContents(shapes);
  }
  restoreState(state, snapshot, routines);
  if (shapes !== undefined) {
    dropLaterShapes(state.set, shapes, (visit) => forEachOwner(state.world, state.collider, visit));
  }
}

const SHAPES = 'shapes';

const routines: ResultRoutines = {
  isWhereStoresSay,
  isMutable: ({ kinds }, slot) => changesInPlace(kinds[slot]),
  hasShape({ kinds, handles, registry }, slot) {
    const kind = kinds[slot];
    return isInlineKind(kind) || registry.shapes[handles[slot]]?.record.kind === kind;
  },
};
