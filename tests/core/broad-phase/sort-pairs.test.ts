import { expect, it } from 'vitest';
import { sortPairs } from '../../../src/core/broad-phase/sort-pairs.ts';
import { addSlot, createColliderSlots, updateOrder } from '../../../src/core/collider-slots.ts';
import { createRng } from '../../support/rng.ts';

/** How many pairs of how many colliders, and how many different colliders the lower of the two is. */
const LISTS = [
  { name: 'few of many', colliders: 5000, pairs: 30, lower: 5000 },
  { name: 'one collider that meets all', colliders: 300, pairs: 299, lower: 1 },
  { name: 'one that meets some of very many', colliders: 20_000, pairs: 100, lower: 1 },
  { name: 'a hundred each', colliders: 400, pairs: 20_000, lower: 400 },
  { name: 'two each', colliders: 2000, pairs: 3000, lower: 2000 },
];

it.each(LISTS)('sorts pairs by the ranks of both, the lower entity first: $name', ({ colliders, pairs, lower }) => {
  const rng = createRng(colliders + pairs);
  const slots = createColliderSlots(colliders);
  // Slots in another order than the entities.
  const entities = Array.from({ length: colliders }, (_, i) => (i * 7919) % 1_000_003);
  for (const entity of entities) addSlot(slots, entity, entity);
  updateOrder(slots);
  const byEntity = entities.map((_, slot) => slot).sort((a, b) => entities[a] - entities[b]);
  const known = new Set<number>();
  while (known.size < pairs) {
    const a = rng.integer(0, lower - 1);
    const b = rng.integer(0, colliders - 1);
    if (a < b) known.add(a * colliders + b);
    else if (b < a && lower > 1) known.add(b * colliders + a);
  }
  const ranks = [...known].map((key) => [Math.floor(key / colliders), key % colliders]);
  const list = {
    count: pairs,
    pairs: Uint32Array.from(
      ranks.flatMap(([a, b]) => (rng.next() < 0.5 ? [byEntity[a], byEntity[b]] : [byEntity[b], byEntity[a]])),
    ),
  };
  sortPairs(list, slots);
  const expected = ranks.sort(([a, b], [c, d]) => a - c || b - d).flatMap(([a, b]) => [byEntity[a], byEntity[b]]);
  expect(list.count).toBe(pairs);
  expect([...list.pairs]).toEqual(expected);
});
