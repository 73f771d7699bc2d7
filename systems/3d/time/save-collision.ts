import { isWhereStoresSay } from '../../../src/3d/compute-bounds.ts';
import { saveWorld } from '../../core/time/save-collision.ts';
import type { CollisionSnapshot } from '../../core/time/snapshot.ts';
import { space } from '../dimension.ts';

const saved = { dimension: space, isWhereStoresSay };

/**
 * Saves what the next tick of a world depends on: which colliders there are, contacts with their ids and ages, what has
 * still to be told, the answers of `shouldCollide`, the clock; with the values of the snapshot's stores and its
 * entities. What can be derived, hierarchies and foreseen pairs, is not in it. A game that restores it and runs the
 * same ticks again gets the same contacts, ids, ages and events as if nothing had happened. Handlers are part of the
 * program, not of the world: they are not saved.
 *
 * Call it between ticks, best right after one: what a game moves in between takes room. A snapshot that is used again
 * allocates nothing.
 * @throws CollisionError `invalid-state` for a world without collision, inside a handler, between the stages of a tick,
 *   or when `acceptContact` has broken the last tick off; `invalid-number` for stores that are plain arrays with
 *   anything but numbers.
 */
export function saveCollision(world: object, snapshot: CollisionSnapshot): void {
  saveWorld(saved, world, snapshot);
}
