import { createIndexList, type IndexList } from '../../src/core/index-list.ts';
import type { CollisionState } from './collision-state.ts';

/**
 * The slots of colliders whose places have been read anew one by one since the contacts of this version were computed.
 */
export interface RefreshedColliders extends IndexList {
  version: number;
}

const lists = new WeakMap<CollisionState, RefreshedColliders>();

/** Returns the list of a world. It is kept apart from the world's state because few games use it. */
export function refreshedOf(state: CollisionState): RefreshedColliders {
  let list = lists.get(state);
  if (list === undefined) {
    const { items, count } = createIndexList(1);
    list = { items, count, version: -1 };
    lists.set(state, list);
  }
  if (list.version !== state.contacts.version) {
    list.version = state.contacts.version;
    list.count = 0;
  }
  return list;
}
