import { refuse, requireKeys, requireType } from '../../../src/core/errors.ts';
import type { SavedEntities } from '../adapter/saved-entities.ts';
import type { CollisionState } from '../collision-state.ts';
import type { Departure } from '../events/subscriptions.ts';
import type { SavedArray, SavedColumns } from './saved-columns.ts';
import { listStoreColumns, type SavedStores } from './saved-stores.ts';

/** The parts that a snapshot may hold besides the collision world itself. */
export interface SnapshotOptions {
  /**
   * Components whose values are saved and restored with the collisions, under names of your choice: `{ Transform,
   * Collider, Velocity }`. Typed arrays or plain arrays of numbers, by entity index. Default none: then the game puts
   * its values back itself, before it restores.
   */
  stores?: SavedStores;
  /**
   * `savedEntities`: which entities live, what components they have, and which ids come next are saved and restored
   * too. Default: they are not, so that the game adds and removes its entities itself, before it restores.
   */
  entities?: SavedEntities;
  /**
   * Whether results that can be read between two ticks come back too: points and normals of contacts, and where queries
   * see colliders. Contacts are computed again when they are read before the next tick, and places are read from the
   * stores; so right after a tick a snapshot takes one byte more for each collider, and more for colliders that the
   * game has moved since. Without results saving is faster; after a restore and until the next tick, normals and points
   * of contacts are NaN, and queries see colliders where the stores say. The results of ticks are the same. Default
   * true.
   */
  results?: boolean;
}

const SNAPSHOT_KEYS = ['stores', 'entities', 'results'] as const;

/** A record of all that the next tick of a world depends on. Made by `createSnapshot`; used again and again. */
export class CollisionSnapshot {
  /**
   * The saved state, as flat arrays by name, of which the first `count` numbers are used. Names and layout may change
   * in any version. Without `savedEntities`, the columns of another world that was set up alike and has the same
   * entities may be put in their place and restored: so a world can be sent to another process. Tiles are not among the
   * columns.
   */
  readonly columns: SavedColumns = new Map();
  /** @internal */
  readonly hasResults: boolean;
  /** @internal */
  readonly stores: ReturnType<typeof listStoreColumns>;
  /** @internal */
  readonly entities: SavedEntities | undefined;
  /** The collision that the snapshot is of; undefined before the first save. @internal */
  owner: CollisionState | undefined = undefined;
  /**
   * The clock that the last save has written. Where `columns` holds another one, the columns are of another world,
   * whose counts of changes say nothing of this one.
   * @internal
   */
  ownClock: SavedArray | undefined = undefined;
  /**
   * By slot of a collider that had left while an end of it was still to be reported: the components that selectors are
   * compared with.
   * @internal
   */
  readonly left = new Map<number, object[]>();
  /** By subscription that names entities: the first of these entities whose collider had left. @internal */
  readonly departed = new Map<object, Departure>();
  /** The values of saved parts that are not numbers, by name. @internal */
  readonly kept = new Map<string, unknown>();
  #tick = -1;

  /** @internal */
  constructor({ stores = {}, entities, results = true }: SnapshotOptions) {
    requireType('results', results, 'boolean');
    requireKeys('stores', stores, Object.keys(stores ?? {}));
    if (entities !== undefined && typeof entities?.save !== 'function')
      refuse('invalid-state', 'entities', 'savedEntities', entities);
    this.hasResults = results;
    this.stores = listStoreColumns(stores);
    this.entities = entities;
  }

  /** The number of ticks that the world had run when it was saved; −1 before the first save. */
  get tick(): number {
    return this.#tick;
  }

  /** @internal */
  set tick(tick: number) {
    this.#tick = tick;
  }

  /** Bytes of the saved values, without the spare room of the arrays. */
  get byteLength(): number {
    let bytes = 0;
    for (const { values, count } of this.columns.values()) bytes += values.BYTES_PER_ELEMENT * count;
    return bytes;
  }
}

/**
 * Makes an empty snapshot, for `saveCollision`. Make as many snapshots as ticks may have to be taken back, and use them
 * in turn: a snapshot that is used again allocates nothing.
 * @throws CollisionError `invalid-state` for stores that are no arrays of numbers, or an unknown option.
 */
export function createSnapshot(options: SnapshotOptions = {}): CollisionSnapshot {
  requireKeys('createSnapshot options', options, SNAPSHOT_KEYS);
  return new CollisionSnapshot(options);
}

/** Refuses a value that `createSnapshot` has not made. @throws CollisionError `invalid-state`. */
export function requireSnapshot(snapshot: CollisionSnapshot): void {
  if (!(snapshot instanceof CollisionSnapshot))
    refuse('invalid-state', 'a snapshot', 'made by createSnapshot', snapshot);
}
