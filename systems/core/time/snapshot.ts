import { refuse, requireKeys, requireType } from '../../../src/core/errors.ts';
import type { SavedEntities } from '../adapter/saved-entities.ts';
import type { CollisionState } from '../collision-state.ts';
import type { Departure } from '../events/subscriptions.ts';
import type { SavedColumns } from './saved-columns.ts';
import { listStoreColumns, type SavedStores } from './saved-stores.ts';

export interface SnapshotOptions {
  /**
   * Components whose values are saved and restored with the collisions, under names of your choice: `{ Transform,
   * Collider, Velocity }`. Typed arrays or plain arrays of numbers, by entity index. Default none: then the game puts
   * its values back itself, before it restores.
   */
  stores?: SavedStores;
  /**
   * `savedEntities`: which entities live, what components they have, and which ids come next are saved and restored
   * too. Default not: then the game adds and removes its entities itself, before it restores.
   */
  entities?: SavedEntities;
  /**
   * Whether what can be read between two ticks comes back too: points and normals of contacts, and where queries see
   * colliders. Contacts are made again when somebody reads them before the next tick, and places of the stores;
   * so right after a tick it costs a byte a collider, and more for those that a game has moved since. Without it saving
   * is faster; after a restore and until the next tick, normals and points of contacts are NaN, and queries see
   * colliders where the stores say. What ticks give is the same. Default true.
   */
  results?: boolean;
}

const SNAPSHOT_KEYS = ['stores', 'entities', 'results'] as const;

/** A place for all that the next tick of a world depends on. Made by `createSnapshot`; used again and again. */
export class CollisionSnapshot {
  /**
   * What is saved, as flat arrays by name, of which the first `count` numbers count. Their names and layout may change
   * in any version. Without `savedEntities`, those of another world of the same making, with the same entities, may be
   * put in their place and restored: that is how a world goes to another process. Tiles are not among them.
   */
  readonly columns: SavedColumns = new Map();
  /** @internal */
  readonly hasResults: boolean;
  /** @internal */
  readonly stores: ReturnType<typeof listStoreColumns>;
  /** @internal */
  readonly entities: SavedEntities | undefined;
  /** Whose snapshot it is, undefined before the first save. @internal */
  owner: CollisionState | undefined = undefined;
  /**
   * By slot of a collider that had left, of which an end was still to be told: what selectors are matched with.
   * @internal
   */
  readonly left = new Map<number, object[]>();
  /** By subscription that named one: who had left by then. @internal */
  readonly departed = new Map<object, Departure>();
  /** What parts keep that is no number, by name. @internal */
  readonly kept = new Map<string, unknown>();
  #tick = -1;

  /** @internal */
  constructor({ stores = {}, entities, results = true }: SnapshotOptions) {
    requireType('results', results, 'boolean');
    requireKeys('stores', stores, Object.keys(stores));
    if (entities !== undefined && typeof entities.save !== 'function')
      refuse('invalid-state', 'entities', 'savedEntities', entities);
    this.hasResults = results;
    this.stores = listStoreColumns(stores);
    this.entities = entities;
  }

  /** How many ticks the world had run when it was saved; −1 before the first save. */
  get tick(): number {
    return this.#tick;
  }

  /** @internal */
  set tick(tick: number) {
    this.#tick = tick;
  }

  /** Bytes of what is saved. The arrays have some room to spare besides. */
  get byteLength(): number {
    let bytes = 0;
    for (const { values, count } of this.columns.values()) bytes += values.BYTES_PER_ELEMENT * count;
    return bytes;
  }
}

/**
 * Makes an empty snapshot, for `saveCollision`. Make as many as ticks may have to be taken back, and use them in turn:
 * one that is used again allocates nothing.
 * @throws CollisionError `invalid-state` for stores that are no arrays of numbers, or an unknown option.
 */
export function createSnapshot(options: SnapshotOptions = {}): CollisionSnapshot {
  requireKeys('createSnapshot options', options, SNAPSHOT_KEYS);
  return new CollisionSnapshot(options);
}

/** @throws CollisionError `invalid-state` for what `createSnapshot` has not made. */
export function requireSnapshot(snapshot: CollisionSnapshot): void {
  if (!(snapshot instanceof CollisionSnapshot))
    refuse('invalid-state', 'a snapshot', 'made by createSnapshot', snapshot);
}
