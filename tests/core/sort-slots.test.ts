import { expect, it } from 'vitest';
import { addSlot, CAUSE_REMOVED, createColliderSlots, removeSlot } from '../../src/core/collider-slots.ts';
import { sortLiveIndices } from '../../src/core/sort-slots.ts';
import { createRng } from '../support/rng.ts';

it('gives entity indices in order, without those whose index is another’s by now', () => {
  const seed = 23;
  const rng = createRng(seed);
  let dropped = 0;
  for (const [count, spread] of [0, 1, 5, 12, 13, 40, 600].flatMap((each) => [
    [each, 37],
    [each, 3],
  ])) {
    const slots = createColliderSlots(16);
    const indices = Array.from({ length: count }, (_, i) => spread * ((7919 * i) % 1009) + (i % 3));
    const all = indices.map((index) => addSlot(slots, index, index));
    for (let k = 0; k < count / 4; k++) {
      const at = rng.integer(0, count - 1);
      removeSlot(slots, all[at], CAUSE_REMOVED);
      all[at] = addSlot(slots, indices[at], indices[at]);
    }
    const items = Uint32Array.from({ length: slots.end }, (_, slot) => slot);
    for (let i = items.length - 1; i > 0; i--) {
      const other = rng.integer(0, i);
      [items[i], items[other]] = [items[other], items[i]];
    }
    const list = { items, count: slots.end };
    sortLiveIndices(slots, list);
    const expected = all.map((slot) => slots.index[slot]).sort((a, b) => a - b);
    expect([...list.items.subarray(0, list.count)], `seed ${seed}, ${count} colliders`).toEqual(expected);
    dropped += slots.end - list.count;
  }
  expect(dropped).toBeGreaterThan(100);
});
