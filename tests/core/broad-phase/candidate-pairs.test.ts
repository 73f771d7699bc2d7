import { expect, it } from 'vitest';
import {
  type CandidateHook,
  collectCandidates,
  createCandidatePairs,
} from '../../../src/core/broad-phase/candidate-pairs.ts';
import { sortPairs } from '../../../src/core/broad-phase/sort-pairs.ts';
import {
  addSlot,
  CAUSE_REMOVED,
  createColliderSlots,
  FLAG_STATIC,
  findSlot,
  freeRetiredSlots,
  removeSlot,
  retireRemovedSlots,
  SLOT_LIVE,
  updateOrder,
} from '../../../src/core/collider-slots.ts';
import { pairAllowed } from '../../../src/core/pair-filter.ts';
import { createPairList, reservePairs } from '../../../src/core/pair-list.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const COUNT = 24;

class Scene {
  readonly slots = createColliderSlots(1);
  readonly filter = {
    categoryBits: new Uint32Array(COUNT).fill(1),
    maskBits: new Uint32Array(COUNT).fill(0xffffffff),
    groupIndex: new Int32Array(COUNT),
  };
  readonly raw = createPairList(1);
  readonly candidates = createCandidatePairs(1);
  readonly rng: Rng;

  constructor(rng: Rng) {
    this.rng = rng;
    const indices = Array.from({ length: COUNT }, (_, i) => i).sort(() => rng.next() - 0.5);
    for (const index of indices) addSlot(this.slots, index, index);
    updateOrder(this.slots);
  }

  change(): void {
    const { rng, slots, filter } = this;
    slots.rounds++;
    freeRetiredSlots(slots);
    for (let i = rng.integer(0, 3); i > 0; i--) {
      const index = rng.integer(0, COUNT - 1);
      const slot = findSlot(slots, index);
      const what = rng.integer(0, 4);
      if (slot < 0) addSlot(slots, index, index);
      else if (what === 0) {
        removeSlot(slots, slot, CAUSE_REMOVED);
        if (rng.next() < 0.5) addSlot(slots, index, index);
      } else if (what === 1) slots.flags[slot] = slots.flags[slot] ^ FLAG_STATIC;
      else if (what === 2) filter.groupIndex[index] = rng.integer(-1, 1);
      else {
        filter.categoryBits[index] = 1 << rng.integer(0, 2);
        filter.maskBits[index] = rng.integer(1, 7);
      }
    }
    updateOrder(slots);
  }

  /** Half of the pairs come in the one list, half in the other. */
  collect(hook: CandidateHook | undefined): void {
    const { raw, slots } = this;
    const lists = [createPairList(1), createPairList(1)] as const;
    for (let i = 0; i < raw.count; i++) {
      const list = lists[this.rng.integer(0, 1)];
      const pairs = reservePairs(list, 1);
      pairs[2 * list.count] = raw.pairs[2 * i];
      pairs[2 * list.count + 1] = raw.pairs[2 * i + 1];
      list.count++;
    }
    for (const list of lists) sortPairs(list, slots);
    collectCandidates(this.candidates, ...lists, slots, this.filter, hook, false);
  }

  /** Random pairs of live slots, either way round, in any order, each once. */
  overlap(previous: readonly [number, number][]): [number, number][] {
    const { rng, slots, raw } = this;
    const live = Array.from({ length: COUNT }, (_, i) => findSlot(slots, i)).filter((slot) => slot >= 0);
    const found = new Map<string, [number, number]>();
    const take = (a: number, b: number): void => {
      if (a !== b) found.set([a, b].sort((p, q) => p - q).join(), rng.next() < 0.5 ? [a, b] : [b, a]);
    };
    for (const [a, b] of previous) {
      if (rng.next() < 0.7 && slots.state[a] === SLOT_LIVE && slots.state[b] === SLOT_LIVE) take(a, b);
    }
    for (let i = rng.integer(0, 40); i > 0; i--) {
      take(live[rng.integer(0, live.length - 1)], live[rng.integer(0, live.length - 1)]);
    }
    const pairs = [...found.values()].sort(() => rng.next() - 0.5);
    raw.count = 0;
    const room = reservePairs(raw, pairs.length);
    for (const [a, b] of pairs) {
      room[2 * raw.count] = a;
      room[2 * raw.count + 1] = b;
      raw.count++;
    }
    return pairs;
  }

  /** What the candidates ought to be. */
  expected(pairs: readonly [number, number][]): [number, number][] {
    const { index } = this.slots;
    return pairs
      .filter(([a, b]) => pairAllowed(this.slots, this.filter, a, b))
      .map(([a, b]): [number, number] => (index[a] < index[b] ? [a, b] : [b, a]))
      .sort((p, q) => index[p[0]] - index[q[0]] || index[p[1]] - index[q[1]]);
  }

  found(): [number, number][] {
    const { count, pairs } = this.candidates;
    return Array.from({ length: count }, (_, i): [number, number] => [pairs[2 * i], pairs[2 * i + 1]]);
  }
}

it.each([1, 2, 3])('are filtered, oriented and sorted by entity, over 1,000 random ticks (seed %i)', (seed) => {
  const scene = new Scene(createRng(seed));
  let previous: [number, number][] = [];
  let kept = 0;
  let total = 0;
  for (let tick = 0; tick < 1000; tick++) {
    scene.change();
    previous = scene.overlap(previous);
    scene.collect(undefined);
    const expected = scene.expected(previous);
    expect(scene.found(), `seed ${seed}, tick ${tick}`).toEqual(expected);
    expect(Array.from(scene.candidates.accepted.subarray(0, expected.length)).every((one) => one === 1)).toBe(true);
    kept += expected.length;
    total += previous.length;
    retireRemovedSlots(scene.slots);
  }
  expect(kept / total).toBeGreaterThan(0.3);
  expect(kept / total).toBeLessThan(0.7);
});

it.each([4, 5, 6])('ask the hook once for as long as a pair stays a candidate, over 1,000 ticks (seed %i)', (seed) => {
  const rng = createRng(seed);
  const scene = new Scene(rng);
  let previous: [number, number][] = [];
  let answers = new Map<string, boolean>();
  let asked = 0;
  let carried = 0;
  for (let tick = 0; tick < 1000; tick++) {
    scene.change();
    previous = scene.overlap(previous);
    const expected = scene.expected(previous);
    const told = new Map<string, boolean>();
    scene.collect((a, b) => {
      const key = `${a} ${b}`;
      if (answers.has(key) || told.has(key)) throw new Error(`seed ${seed}, tick ${tick}: ${key} is asked again`);
      if (!(scene.slots.index[a] < scene.slots.index[b])) throw new Error(`seed ${seed}, tick ${tick}: ${key} turned`);
      told.set(key, rng.next() < 0.5);
      return told.get(key)!;
    });
    const now = new Map<string, boolean>();
    for (const [a, b] of expected) {
      const key = `${a} ${b}`;
      const known = answers.get(key);
      if (known !== undefined) carried++;
      else asked++;
      now.set(key, known ?? told.get(key)!);
    }
    expect(scene.found(), `seed ${seed}, tick ${tick}`).toEqual(expected);
    const { accepted } = scene.candidates;
    expect(Array.from(accepted.subarray(0, expected.length)), `seed ${seed}, tick ${tick}`).toEqual(
      [...now.values()].map(Number),
    );
    answers = now;
    retireRemovedSlots(scene.slots);
  }
  expect(carried / (asked + carried)).toBeGreaterThan(0.3);
  expect(carried / (asked + carried)).toBeLessThan(0.7);
});

it('when the hook throws, no pair of that tick counts as asked', () => {
  const scene = new Scene(createRng(8));
  const pairs = scene.overlap([]);
  const wanted = scene.expected(pairs).length;
  expect(wanted).toBeGreaterThan(5);
  let calls = 0;
  const failing = (): boolean => {
    if (++calls === 4) throw new Error('no idea');
    return true;
  };
  const collect = (hook: () => boolean): void => scene.collect(hook);
  expect(() => collect(failing)).toThrow('no idea');
  expect(scene.candidates.count).toBe(0);
  calls = 10;
  collect(failing);
  expect(calls).toBe(10 + wanted);
  collect(failing);
  expect(calls).toBe(10 + wanted);
});
