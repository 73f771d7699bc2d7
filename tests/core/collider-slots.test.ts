import { describe, expect, it } from 'vitest';
import {
  addSlot,
  CAUSE_DISABLED,
  CAUSE_REMOVED,
  createColliderSlots,
  findSlot,
  freeRetiredSlots,
  removeSlot,
  retireRemovedSlots,
  SLOT_LIVE,
  updateOrder,
  validateColliderSlots,
} from '../../src/core/collider-slots.ts';
import { refusal } from '../support/game-2d.ts';
import { createRng } from '../support/rng.ts';

/** One life of a collider, as a model keeps it. */
interface Life {
  readonly slot: number;
  readonly index: number;
  readonly entity: number;
  isLive: boolean;
  cause: number;
  /** Ticks that have ended since it was removed before they began. */
  endsTold: number;
}

describe('against a model', () => {
  it.each([1, 2, 3, 4])('lives, orders and reuses over 3,000 random ticks (seed %i)', (seed) => {
    const rng = createRng(seed);
    const slots = createColliderSlots(2);
    let lives: Life[] = [];
    let reused = 0;
    let versions = 0;
    for (let tick = 0; tick < 3000; tick++) {
      // A broad phase has seen them all. The tick begins: what was retired in the one before is free.
      slots.rounds++;
      freeRetiredSlots(slots);
      lives = lives.filter((life) => life.endsTold === 0);
      const leaving = lives.filter((life) => !life.isLive);
      updateOrder(slots);
      for (let stage = 0; stage < 2; stage++) {
        for (let changes = rng.integer(0, 4); changes > 0; changes--) {
          const index = rng.integer(0, 40);
          const known = lives.find((life) => life.isLive && life.index === index);
          if (known === undefined) {
            const end = slots.end;
            const entity = index + 2 ** 24 * (versions++ % 100);
            const slot = addSlot(slots, index, entity);
            if (lives.some((life) => life.slot === slot)) throw new Error(`seed ${seed}, tick ${tick}: slot in use`);
            if (slot < end) reused++;
            lives.push({ slot, index, entity, isLive: true, cause: 0, endsTold: 0 });
          } else {
            known.isLive = false;
            known.cause = rng.next() < 0.5 ? CAUSE_REMOVED : CAUSE_DISABLED;
            removeSlot(slots, known.slot, known.cause);
          }
        }
      }
      // Contact tracking tells the ends of those that were gone when the tick began, unless it was skipped.
      if (rng.next() < 0.8) {
        retireRemovedSlots(slots);
        for (const life of leaving) life.endsTold++;
      }
      validateColliderSlots(slots);
      for (let index = 0; index <= 41; index++) {
        const live = lives.find((life) => life.isLive && life.index === index);
        if (findSlot(slots, index) !== (live?.slot ?? -1)) throw new Error(`seed ${seed}, tick ${tick}: ${index}`);
      }
      for (const { slot, index, entity, isLive, cause } of lives) {
        const isKept =
          slots.index[slot] === index &&
          slots.entity[slot] === entity &&
          (slots.state[slot] === SLOT_LIVE) === isLive &&
          (isLive || slots.cause[slot] === cause);
        if (!isKept) throw new Error(`seed ${seed}, tick ${tick}: slot ${slot} is not what it was`);
      }
    }
    expect(reused).toBeGreaterThan(1000);
    expect(slots.end).toBeLessThan(100);
  });

  it('is ordered by entity index, a former owner of an index before its heir, whatever the order of addition', () => {
    const rng = createRng(9);
    for (let round = 0; round < 200; round++) {
      const slots = createColliderSlots(1);
      const count = rng.integer(1, 30);
      const indices = Array.from({ length: count }, (_, i) => i * 3);
      for (let i = count - 1; i > 0; i--) {
        const k = rng.integer(0, i);
        [indices[i], indices[k]] = [indices[k], indices[i]];
      }
      const half = rng.integer(0, count);
      for (const index of indices.slice(0, half)) addSlot(slots, index, index);
      updateOrder(slots);
      for (const index of indices.slice(half)) addSlot(slots, index, index);
      const reborn = indices[rng.integer(0, count - 1)];
      const former = findSlot(slots, reborn);
      removeSlot(slots, former, CAUSE_REMOVED);
      const heir = addSlot(slots, reborn, reborn + 1000);
      expect(heir).not.toBe(former);
      updateOrder(slots);
      validateColliderSlots(slots);
      const order = Array.from(slots.order.subarray(0, slots.orderCount), (slot) => slots.index[slot]);
      expect(order, `seed 9, round ${round}`).toEqual([...indices, reborn].sort((a, b) => a - b));
      expect(slots.rank[former] + 1).toBe(slots.rank[heir]);
    }
  });
});

it('columns grow to what is foreseen, then beyond', () => {
  const slots = createColliderSlots(64, 10_001);
  const lengths = new Set<string>();
  for (let slot = 0; slot <= 10_001; slot++) {
    addSlot(slots, slot, slot);
    lengths.add(`${slots.state.length} ${slots.rank.length} ${slots.slotOfIndex.length}`);
  }
  const expected = [64, 128, 256, 512, 1024, 2048, 4096, 6144, 9216, 10_001, 15_001];
  expect([...lengths]).toEqual(expected.map((length) => `${length} ${length} ${length}`));
});

describe('a slot', () => {
  it('is reused two ticks after its removal at the earliest', () => {
    const slots = createColliderSlots(1);
    const slot = addSlot(slots, 5, 5);
    updateOrder(slots);
    slots.rounds++;
    removeSlot(slots, slot, CAUSE_REMOVED);
    expect(addSlot(slots, 6, 6)).not.toBe(slot);
    expect(freeRetiredSlots(slots)).toBe(false);
    updateOrder(slots);
    expect(addSlot(slots, 7, 7)).not.toBe(slot);
    retireRemovedSlots(slots);
    expect(addSlot(slots, 8, 8)).not.toBe(slot);
    expect(freeRetiredSlots(slots)).toBe(true);
    expect(addSlot(slots, 9, 9)).toBe(slot);
    expect(findSlot(slots, 5)).toBe(-1);
  });

  it('removed during a tick waits for the next one, though tracking runs in between', () => {
    const slots = createColliderSlots(1);
    const slot = addSlot(slots, 5, 5);
    freeRetiredSlots(slots);
    updateOrder(slots);
    slots.rounds++;
    removeSlot(slots, slot, CAUSE_REMOVED);
    retireRemovedSlots(slots);
    expect(freeRetiredSlots(slots)).toBe(false);
    retireRemovedSlots(slots);
    expect(freeRetiredSlots(slots)).toBe(true);
  });

  it('that no broad phase has seen is free with the next tick, once it has been ordered', () => {
    const slots = createColliderSlots(1);
    const slot = addSlot(slots, 5, 5);
    removeSlot(slots, slot, CAUSE_REMOVED);
    expect(freeRetiredSlots(slots)).toBe(false);
    updateOrder(slots);
    expect(freeRetiredSlots(slots)).toBe(true);
    updateOrder(slots);
    validateColliderSlots(slots);
    expect(addSlot(slots, 6, 6)).toBe(slot);
  });

  it('holds entity ids of every version: the upper half of them are negative', () => {
    const slots = createColliderSlots(1);
    const ids = [-5, -(2 ** 31), 2 ** 31 - 1, 16777217];
    const given = ids.map((id, index) => addSlot(slots, index, id));
    expect(given.map((slot) => slots.entity[slot])).toEqual(ids);
  });
});

describe('validateColliderSlots', () => {
  it('sees a wrong rank, a wrong order, a lost slot and a wrong index', () => {
    const broken = (harm: (slots: ReturnType<typeof createColliderSlots>) => void): string => {
      const slots = createColliderSlots(4);
      for (const index of [4, 2, 9]) addSlot(slots, index, index);
      updateOrder(slots);
      expect(refusal(() => validateColliderSlots(slots))).toBe('no error');
      harm(slots);
      return refusal(() => validateColliderSlots(slots));
    };
    expect(broken((slots) => slots.rank.fill(0))).toContain('broken-invariant');
    expect(broken((slots) => slots.index.fill(1, 2, 3))).toContain('broken-invariant');
    expect(broken((slots) => slots.orderCount--)).toContain('3 slots used, 2 ordered');
    expect(broken((slots) => slots.state.fill(0, 1, 2))).toContain('is still ordered');
    expect(broken((slots) => slots.slotOfIndex.fill(-1))).toContain('not found by its index');
  });
});
