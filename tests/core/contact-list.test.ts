import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../bench/memory.ts';
import { addSlot, createColliderSlots, updateOrder } from '../../src/core/collider-slots.ts';
import {
  addContact,
  addExtraPoints,
  beginContacts,
  CONTACT_BEGINS,
  CONTACT_STAYS,
  CONTACT_TOUCHING,
  type ContactList,
  createContactList,
} from '../../src/core/contact-list.ts';
import { createContactTracking } from '../../src/core/contact-tracking.ts';
import { trackContacts } from '../../src/core/track-contacts.ts';
import { validateContacts } from '../../src/core/validate-contacts.ts';

/** A world of pairs (0, 1), (2, 3) … whose contacts come and go as told. */
function createPairs(count: number) {
  const slots = createColliderSlots(2 * count);
  for (let index = 0; index < 2 * count; index++) addSlot(slots, index, index);
  updateOrder(slots);
  const list = createContactList(2, 2, 64);
  const tracking = createContactTracking(list, slots, () => true);
  /** A tick in which the pairs from `first` up to `end`, and the last of all, are in contact by so many points. */
  const tick = (first: number, end: number, points: number): void => {
    beginContacts(list);
    for (let pair = first; pair < end; pair++) write(pair, points);
    if (end < count) write(count - 1, points);
    trackContacts(tracking);
    validateContacts(list, slots);
    // An id is either given or free.
    const { freeIds, freeIdCount, nextId } = tracking;
    const ids = new Set([...list.id.subarray(0, list.count), ...freeIds.subarray(0, freeIdCount)]);
    expect([ids.size, list.count + freeIdCount]).toEqual([nextId - 1, nextId - 1]);
  };
  const write = (pair: number, points: number): void => {
    const row = addContact(list, 2 * pair, 2 * pair + 1, 0, 0, points | CONTACT_TOUCHING);
    if (points > 1) addExtraPoints(list, row);
  };
  return { list, tracking, tick };
}

/** The columns themselves, in no particular order of the two that change places every tick. */
function arraysOf(list: ContactList): Set<unknown> {
  return new Set([...Object.values(list), ...Object.values(list.previous)].filter(ArrayBuffer.isView));
}

/** How many columns are others than before. */
function countMoved(before: Set<unknown>, list: ContactList): number {
  return [...arraysOf(list)].filter((array) => !before.has(array)).length;
}

describe('memory', () => {
  // Slots and flags twice, id, begin tick, detail, and five numbers; three more and two features for the second point.
  const BYTES = [0, 70, 70 + 32];
  const SPARE = 17 / 16;

  it.each([
    [1, 1100],
    [1, 5051],
    [1, 70_001],
    [2, 5051],
    [2, 33_000],
  ])('of contacts with %i points: no more than a sixteenth to spare, with %i of them', (points, count) => {
    const { list, tick } = createPairs(count);
    for (let i = 0; i < 3; i++) {
      tick(0, count, points);
      expect(list.count).toBe(count);
      const each = bytesOf(list) / count;
      if (i > 0) expect(each).toBeGreaterThanOrEqual(BYTES[points]);
      expect(each).toBeLessThanOrEqual(BYTES[points] * SPARE);
    }
  });

  it('stays where it is while the number of contacts does, give or take, and when it falls', () => {
    const { list, tick } = createPairs(6000);
    tick(0, 5150, 2);
    tick(0, 5150, 2);
    const arrays = arraysOf(list);
    for (let i = 0; i < 50; i++) tick(0, 4800 + ((i * 37) % 500), 2 - (i % 2));
    tick(0, 10, 2);
    tick(0, 5000, 2);
    expect(countMoved(arrays, list)).toBe(0);
    tick(0, 5999, 2);
    tick(0, 5999, 2);
    // All but the empty array that stands for all columns of children.
    expect(countMoved(arrays, list)).toBe(arrays.size - 1);
  });
});

describe('ids in place', () => {
  it('are kept though all begins come before all ends, and then no longer allocate', () => {
    const half = 3000;
    const { list, tracking, tick } = createPairs(2 * half + 1);
    tick(half, 2 * half, 1);
    const lasting = list.id[list.count - 1];
    let arrays = new Set<unknown>();
    for (let i = 0; i < 12; i++) {
      // Pairs of low rank begin while those of high rank end; then the other way round.
      const first = i % 2 === 0 ? 0 : half;
      tick(first, first + half, 1);
      expect([tracking.endCount, tracking.beginCount, tracking.stayCount]).toEqual([half, half, 1]);
      expect(list.id[half]).toBe(lasting);
      expect(list.beginTick[half]).toBe(1);
      expect(list.beginTick.subarray(0, half)).toEqual(new Uint32Array(half).fill(i + 2));
      if (i === 3) arrays = arraysOf(list);
      if (i > 3) expect(countMoved(arrays, list)).toBe(0);
    }
    expect(new Set(list.id.subarray(0, list.count)).size).toBe(half + 1);
    // Ids of the ended are given again, but not in the tick in which they end, if they end later in it.
    expect(tracking.nextId).toBeLessThanOrEqual(2 * half + 2);
  });
});

describe('marks', () => {
  it('are of this tick alone', () => {
    const { list, tick } = createPairs(4);
    const marks = (): number[] =>
      Array.from(list.flags.subarray(0, list.count), (f) => f & (CONTACT_BEGINS | CONTACT_STAYS));
    tick(0, 2, 1);
    expect(marks()).toEqual([CONTACT_BEGINS, CONTACT_BEGINS, CONTACT_BEGINS]);
    tick(1, 3, 1);
    expect(marks()).toEqual([CONTACT_STAYS, CONTACT_BEGINS, CONTACT_STAYS]);
  });
});
