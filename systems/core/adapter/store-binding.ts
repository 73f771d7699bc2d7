import type { Component } from './entities.ts';

/** How the adapter keeps one component's store: by entity index. */
export interface StoreBinding {
  readonly component: Component;
  /** By entity index: 1 where the values belong to the living entity, which bitECS has announced. */
  started: Uint8Array;
  /**
   * The entities that began with the initial values of the component though no observer was called: a prefab gets
   * values by `set()` without ever being added to a query. Undefined until there is one.
   */
  untold?: WeakSet<object>;
  /** Whether the values of the store do not determine where an entity is, so that `set()` does not move the entity. */
  readonly keepsPlace?: boolean;
  /** Makes room for the index. @throws CollisionError when it is beyond what the store may hold. */
  reserve(index: number): void;
  reset(index: number): void;
  /** Returns whether nothing has been written since `reset`. */
  isReset(index: number): boolean;
  /** Writes values given to `set()`. @throws CollisionError for bad values, before anything is written. */
  write(index: number, values: object): void;
  read(index: number): object;
}
