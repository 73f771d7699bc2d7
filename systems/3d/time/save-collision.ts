import { isWhereStoresSay } from '../../../src/3d/compute-bounds.ts';
import { saveWorld } from '../../core/time/save-collision.ts';
import type { CollisionSnapshot } from '../../core/time/snapshot.ts';
import { space } from '../dimension.ts';

const saved = { dimension: space, isWhereStoresSay };

/**
 * Saves what the next tick of a world depends on: which colliders there are, contacts with their ids and ages, events
 * that have still to be delivered, the answers of `shouldCollide`, the clock; and the values of the snapshot's stores
 * and its entities. Derived data, such as hierarchies and foreseen pairs, are not in it. A game that restores it and
 * runs the same ticks again gets the same contacts, ids, ages and events as if nothing had happened. Handlers are part
 * of the program, not of the world: they are not saved.
 *
 * Call it between ticks, best right after one: colliders that a game moves in between take room in the snapshot. A
 * snapshot that is used again allocates nothing.
 * @throws CollisionError `invalid-state` for a world without collision, inside a handler, between the stages of a tick,
 *   or when `acceptContact` has broken the last tick off; `invalid-number` for stores that are plain arrays with
 *   anything but numbers.
 */
export function saveCollision(world: object, snapshot: CollisionSnapshot): void {
  saveWorld(saved, world, snapshot);
}
