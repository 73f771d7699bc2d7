import type { ColliderSlots } from './collider-slots.ts';
import type { ContactList } from './contact-list.ts';
import { makeArray } from './typed-array.ts';

/**
 * The contacts of a world over time, and what changed in a tick, by pair of colliders: a pair begins when its first
 * child contact touches and ends when its last one does, so a ship that slides along a coast of many segments begins
 * once. Of a pair that began or goes on, the deepest contact is marked in the contact list, by `CONTACT_BEGINS` or
 * `CONTACT_STAYS`.
 */
export interface ContactTracking {
  readonly list: ContactList;
  readonly slots: ColliderSlots;
  /**
   * Tells whether the filter would still let a live pair meet: it decides between the causes "separated" and
   * "filtered".
   */
  readonly isAllowed: (slotA: number, slotB: number) => boolean;
  /** The number of ticks whose contacts have been compared. */
  tick: number;
  /** The rows of `list.previous`, and the entries of its children, that have been dealt with. */
  row: number;
  child: number;
  /**
   * The distance in the arrays of ids and begin ticks from a row of `list.previous` to its entry: entries of the tick
   * before are moved to the end of the two arrays, whose front fills with the entries of this tick.
   */
  ids: number;
  beginCount: number;
  stayCount: number;
  /** Pairs that stopped touching, except pairs for whose begin no handler was called. Stride END_STRIDE. */
  ends: Uint32Array;
  endCount: number;
  /** Contact ids not in use, and the lowest never used. Id 0 is never given. */
  freeIds: Uint32Array;
  freeIdCount: number;
  nextId: number;
}

/** Offsets in `ContactTracking.ends`: slots of A and B, the cause, and the id that the contact had. */
export const END_SLOT_A = 0;

export const END_SLOT_B = 1;

export const END_CAUSE = 2;

export const END_ID = 3;

export const END_STRIDE = 4;

export function createContactTracking(
  list: ContactList,
  slots: ColliderSlots,
  isAllowed: ContactTracking['isAllowed'],
): ContactTracking {
  return {
    list,
    slots,
    isAllowed,
    tick: 0,
    row: 0,
    child: 0,
    ids: 0,
    beginCount: 0,
    stayCount: 0,
    ends: makeArray(Uint32Array, 16),
    endCount: 0,
    freeIds: makeArray(Uint32Array, 16),
    freeIdCount: 0,
    nextId: 1,
  };
}
