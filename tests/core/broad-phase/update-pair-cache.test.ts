import { describe, expect, it } from 'vitest';
import { boundsKernels } from '../../../src/2d/broad-phase/bounds-kernels.ts';
import { boxHierarchy } from '../../../src/2d/bvh/box-hierarchy.ts';
import { sphereHierarchy } from '../../../src/2d/bvh/sphere-hierarchy.ts';
import { GROWTH_MARGIN } from '../../../src/core/broad-phase/make-fat-aabbs.ts';
import {
  createPairCache,
  forgetSlot,
  reservePairCache,
  takeStatics,
} from '../../../src/core/broad-phase/pair-cache.ts';
import { PERIOD, STEP_JOIN, STEP_SORT } from '../../../src/core/broad-phase/rebuild-plan.ts';
import { updatePairCache } from '../../../src/core/broad-phase/update-pair-cache.ts';
import { boundsOverlap } from '../../../src/core/bvh/bounds-overlap.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import { makeBvh } from '../../../src/core/bvh/bvh.ts';
import {
  addSlot,
  CAUSE_REMOVED,
  createColliderSlots,
  FLAG_STATIC,
  freeRetiredSlots,
  removeSlot,
  retireRemovedSlots,
  SLOT_LIVE,
  updateOrder,
} from '../../../src/core/collider-slots.ts';
import { createIndexList, reserveIndices } from '../../../src/core/index-list.ts';
import { effort } from '../../support/effort.ts';
import { createRng, type Rng } from '../../support/rng.ts';
import { validatePairCache } from '../../support/validate-pair-cache-2d.ts';

const COUNT = 160;
const TICKS = effort(400, 160);

/** All plain, by entity index: see tests/property/filters-2d.test.ts for others. */
const FILTERS = {
  categoryBits: new Uint32Array(4096).fill(1),
  maskBits: new Uint32Array(4096).fill(0xffffffff),
  groupIndex: new Int32Array(4096),
};

/** How a world moves in a tick. */
type Motion = (world: World, slot: number) => void;

const MOTIONS: Record<string, Motion> = {
  'straight on': (world, slot) => world.shift(slot, 1),
  'straight on, turning now and then': (world, slot) => {
    if (world.rng.next() < 0.03) world.turn(slot);
    world.shift(slot, 1);
  },
  'a few among many at rest': (world, slot) => {
    if (slot % 10 === 0) world.shift(slot, 1);
  },
  'all at rest': () => {},
  'all anywhere, each tick': (world, slot) => world.place(slot),
  'straight on, with a few anywhere': (world, slot) => {
    if (world.rng.next() < 0.01) world.place(slot);
    else world.shift(slot, 1);
  },
  'some ten times as fast': (world, slot) => world.shift(slot, slot % 16 === 0 ? 10 : 1),
  'in bursts': (world, slot) => {
    if (world.tick % 40 < 20) world.shift(slot, world.tick % 40 < 10 ? 1 : 3);
  },
  'to and fro at random': (world, slot) => {
    world.turn(slot);
    world.shift(slot, 1);
  },
  'growing and shrinking': (world, slot) => world.grow(slot, world.tick % 20 < 10 ? 1.06 : 1 / 1.06),
};

class World {
  readonly rng: Rng;
  readonly slots = createColliderSlots(4);
  readonly moving = createIndexList(4);
  readonly statics;
  readonly list;
  bounds = new Float64Array(0);
  velocity: [number, number][] = [];
  tick = 0;
  /** What happened in the ticks: how many had escaped colliders, made pairs in steps or at once, or did without. */
  withEscaped = 0;
  steps = 0;
  swaps = 0;
  atOnce = 0;
  paused = 0;
  pairs = 0;

  constructor(rng: Rng, kind: typeof boxHierarchy, statics: number) {
    this.rng = rng;
    this.statics = makeBvh(kind);
    this.list = createPairCache(boundsKernels, kind);
    for (let i = 0; i < COUNT; i++) this.add(i, i < statics);
    this.refresh(true);
  }

  add(index: number, isStatic: boolean): void {
    const slot = addSlot(this.slots, index, index);
    if (isStatic) this.slots.flags[slot] = FLAG_STATIC;
    if (this.bounds.length < 4 * this.slots.end) {
      const grown = new Float64Array(8 * this.slots.end);
      grown.set(this.bounds);
      this.bounds = grown;
    }
    // Often exactly where the last owner of the slot was.
    if (this.bounds[4 * slot + 2] > 0 && this.rng.next() < 0.7) this.turn(slot);
    else this.place(slot);
  }

  place(slot: number): void {
    const x = this.rng.range(-20, 20);
    const y = this.rng.range(-20, 20);
    this.bounds.set([x, y, x + this.rng.range(0.5, 3), y + this.rng.range(0.5, 3)], 4 * slot);
    this.turn(slot);
  }

  turn(slot: number): void {
    this.velocity[slot] = [this.rng.range(-0.08, 0.08), this.rng.range(-0.08, 0.08)];
  }

  shift(slot: number, factor: number): void {
    const velocity = this.velocity[slot];
    for (let side = 0; side < 4; side++) this.bounds[4 * slot + side] += factor * velocity[side & 1];
    for (let axis = 0; axis < 2; axis++) {
      if (Math.abs(this.bounds[4 * slot + axis]) > 20) velocity[axis] = -0.08 * Math.sign(this.bounds[4 * slot + axis]);
    }
  }

  grow(slot: number, factor: number): void {
    const at = 4 * slot;
    this.bounds[at + 2] = this.bounds[at] + factor * (this.bounds[at + 2] - this.bounds[at]);
    this.bounds[at + 3] = this.bounds[at + 1] + factor * (this.bounds[at + 3] - this.bounds[at + 1]);
  }

  /** Slots without a shape for now: live, but not among what moves. */
  readonly shapeless = new Set<number>();

  /** What the stages before the broad phase do. */
  refresh(staticsChanged: boolean): void {
    const { slots, list, moving } = this;
    slots.rounds++;
    freeRetiredSlots(slots);
    for (const slot of slots.added) forgetSlot(list, slot);
    updateOrder(slots);
    moving.count = 0;
    const items = reserveIndices(moving, slots.orderCount);
    const statics: number[] = [];
    for (let i = 0; i < slots.orderCount; i++) {
      const slot = slots.order[i];
      if (slots.state[slot] !== SLOT_LIVE) continue;
      if (slots.flags[slot] === FLAG_STATIC) statics.push(slot);
      else if (!this.shapeless.has(slot)) items[moving.count++] = slot;
    }
    if (!staticsChanged) return;
    buildBvh(this.statics, this.bounds, Uint32Array.from(statics), statics.length);
    reservePairCache(list, slots.end);
    takeStatics(list, this.bounds, Uint32Array.from(statics), statics.length);
  }

  step(motion: Motion): void {
    const { slots } = this;
    this.tick++;
    for (let i = 0; i < this.moving.count; i++) motion(this, this.moving.items[i]);
    const { plan } = this.list;
    const { pause, step } = plan;
    updatePairCache(this.list, this.bounds, slots, this.moving, this.statics, FILTERS);
    validatePairCache(this.list, slots);
    if (this.list.escaped.count > 0) this.withEscaped++;
    if (plan.pause < pause) this.paused++;
    else if (plan.age === 1 && step === PERIOD) this.swaps++;
    else if (plan.age === 1) this.atOnce++;
    if (plan.step > step) this.steps++;
    retireRemovedSlots(slots);
  }

  /** Pairs by rank, of both lists. */
  found(): string[] {
    const { rank } = this.slots;
    const out: string[] = [];
    for (const { pairs, count } of [this.list.overlapping, this.list.escapedPairs]) {
      let last = -1;
      for (let i = 0; i < count; i++) {
        const key = rank[pairs[2 * i]] * 1000 + rank[pairs[2 * i + 1]];
        if (key <= last) throw new Error(`pairs are not sorted at ${i}`);
        last = key;
        out.push(`${pairs[2 * i]} ${pairs[2 * i + 1]}`);
      }
    }
    this.pairs += out.length;
    return out.sort();
  }

  expected(): string[] {
    const { slots } = this;
    const live: number[] = [];
    for (let i = 0; i < slots.orderCount; i++) {
      const slot = slots.order[i];
      if (slots.state[slot] === SLOT_LIVE && !this.shapeless.has(slot)) live.push(slot);
    }
    const out: string[] = [];
    for (let i = 0; i < live.length; i++) {
      for (let k = i + 1; k < live.length; k++) {
        const a = live[i];
        const b = live[k];
        if ((slots.flags[a] & slots.flags[b]) === 0 && boundsOverlap(this.bounds, 2, a, b)) out.push(`${a} ${b}`);
      }
    }
    return out.sort();
  }

  /** Takes colliders out, puts new ones in; returns whether statics are among them. */
  churn(): boolean {
    const { rng, slots } = this;
    let staticsChanged = false;
    for (let i = rng.integer(0, 2); i > 0; i--) {
      const slot = slots.slotOfIndex[rng.integer(0, COUNT - 1)];
      if (slot < 0) continue;
      if (slots.flags[slot] === FLAG_STATIC) staticsChanged = true;
      removeSlot(slots, slot, CAUSE_REMOVED);
    }
    for (let i = rng.integer(0, 2); i > 0; i--) {
      const index = rng.integer(0, COUNT - 1);
      if (slots.slotOfIndex[index] >= 0) continue;
      const isStatic = rng.next() < 0.05;
      if (isStatic) staticsChanged = true;
      this.add(index, isStatic);
    }
    return staticsChanged;
  }
}

describe.each([boxHierarchy, sphereHierarchy])('pairs of the cache ($name)', (kind) => {
  it.each(Object.keys(MOTIONS))('are all pairs whose bounds overlap, in a world that moves %s', (name) => {
    const seed = 77 + Object.keys(MOTIONS).indexOf(name);
    const world = new World(createRng(seed), kind, 20);
    for (let tick = 0; tick < TICKS; tick++) {
      world.step(MOTIONS[name]);
      expect(world.found(), `seed ${seed}, tick ${tick}`).toEqual(world.expected());
      world.refresh(false);
    }
    expect(world.pairs).toBeGreaterThan(40 * TICKS);
  });

  it.each([1, 2, 3])('follow colliders that come and go, movers and statics (seed %i)', (seed) => {
    const rng = createRng(seed);
    const world = new World(rng, kind, 20);
    const motion = MOTIONS['straight on, turning now and then'];
    for (let tick = 0; tick < 2 * TICKS; tick++) {
      world.step(motion);
      expect(world.found(), `seed ${seed}, tick ${tick}`).toEqual(world.expected());
      world.refresh(rng.next() < 0.7 ? world.churn() : false);
    }
    expect(world.withEscaped / (2 * TICKS)).toBeGreaterThan(0.4);
    expect(world.swaps / (2 * TICKS)).toBeGreaterThan(0.03);
    expect(world.atOnce / (2 * TICKS)).toBeGreaterThan(0.04);
  });

  it.each([4, 5])('find a collider again that had no shape during a rebuild (seed %i)', (seed) => {
    const rng = createRng(seed);
    const world = new World(rng, kind, 20);
    for (let tick = 0; tick < 2 * TICKS; tick++) {
      // Every fifth stays where it is, so that it comes back into the fat AABB it once had.
      world.step((_, slot) => {
        if (slot % 5 !== 0) world.shift(slot, 1);
      });
      expect(world.found(), `seed ${seed}, tick ${tick}`).toEqual(world.expected());
      for (let slot = 20; slot < COUNT; slot += 5) {
        if (rng.next() > 0.1) continue;
        if (!world.shapeless.delete(slot)) world.shapeless.add(slot);
      }
      world.refresh(false);
    }
  });
  it.each([6, 7])('find a collider again that had no shape while nothing was foreseen (seed %i)', (seed) => {
    const rng = createRng(seed);
    const world = new World(rng, kind, 20);
    for (let tick = 0; tick < effort(8, 4) * TICKS; tick++) {
      const isWild = tick % 60 < 8;
      world.step((_, slot) => {
        if (slot % 5 === 0) return;
        if (isWild) world.place(slot);
        else world.shift(slot, 1);
      });
      expect(world.found(), `seed ${seed}, tick ${tick}`).toEqual(world.expected());
      for (let slot = 20; slot < COUNT; slot += 5) {
        if (rng.next() > 0.1) continue;
        if (!world.shapeless.delete(slot)) world.shapeless.add(slot);
      }
      world.refresh(false);
    }
    expect(world.paused).toBeGreaterThan(effort(1, 0.5) * TICKS);
  });
});

describe('fat AABBs', () => {
  const run = (name: string, ticks = TICKS): World => {
    const world = new World(createRng(5), boxHierarchy, 0);
    for (let tick = 0; tick < ticks; tick++) {
      world.step(MOTIONS[name]);
      world.refresh(false);
    }
    return world;
  };

  it('are made in steps where motion is straight', () => {
    const { steps, swaps, atOnce, paused } = run('straight on');
    expect(steps).toBeGreaterThan(0.8 * TICKS);
    expect(swaps).toBe(Math.floor((TICKS - 3) / PERIOD));
    expect(atOnce).toBe(2);
    expect(paused).toBe(0);
  });

  // Without anything to spare, all left by a rounding error when they had no margin any more.
  it('are never left by all at once where motion is straight', () => {
    const { swaps, atOnce, list } = run('straight on', 600);
    expect(list.growth[GROWTH_MARGIN]).toBe(0);
    expect(swaps).toBe(Math.floor((600 - 3) / PERIOD));
    expect(atOnce).toBe(2);
  });

  it('last as long as nothing moves', () => {
    const { withEscaped, steps, swaps, atOnce, list } = run('all at rest');
    expect([withEscaped, steps, swaps, atOnce]).toEqual([0, 0, 0, 1]);
    // Each was found once, though they were found in many parts.
    expect(list.serving.found).toBe(list.serving.pairs.count);
    expect(list.serving.found).toBeGreaterThan(50);
  });

  it('of what rests are boxes of its own size', () => {
    const world = new World(createRng(5), boxHierarchy, 0);
    for (let tick = 0; tick < TICKS; tick++) {
      world.step((_, slot) => {
        if (slot % 40 === 0) world.shift(slot, 1);
      });
      world.refresh(false);
    }
    const { list, bounds, moving } = world;
    let same = 0;
    for (const slot of moving.items.subarray(0, moving.count)) {
      const isSame = [0, 1, 2, 3].every((side) => list.serving.fatAabbs[4 * slot + side] === bounds[4 * slot + side]);
      if (isSame) same++;
      expect(isSame).toBe(slot % 40 !== 0);
    }
    expect(same).toBeGreaterThan(50);
  });

  it('have a margin where all jitter, and none where motion is straight', () => {
    const { atOnce, paused, list } = run('to and fro at random');
    expect(atOnce / TICKS).toBeLessThan(0.1);
    expect(paused / TICKS).toBeLessThan(0.1);
    expect(list.growth[GROWTH_MARGIN]).toBeGreaterThan(0.05);
    expect(run('straight on').list.growth[GROWTH_MARGIN]).toBeLessThan(0.02);
  });

  it('have a smaller one when motion has become straight', () => {
    const world = new World(createRng(5), boxHierarchy, 0);
    const margins = [200, 400].map((ticks, part) => {
      for (let tick = 0; tick < ticks; tick++) {
        world.step(MOTIONS[part === 0 ? 'to and fro at random' : 'straight on']);
        world.refresh(false);
      }
      return world.list.growth[GROWTH_MARGIN];
    });
    expect(margins[0]).toBeGreaterThan(0);
    expect(margins[1]).toBeLessThan(margins[0] / 2);
  });

  // In a world of ten thousand, the pairs once were a hundred times as many as those that overlap.
  it('are not made where a margin makes them too many', () => {
    const world = new World(createRng(5), boxHierarchy, 0);
    let most = 0;
    for (let tick = 0; tick < 4 * TICKS; tick++) {
      world.step((_, slot) => {
        if (world.rng.next() < 0.1) world.turn(slot);
        world.shift(slot, 4);
      });
      if (tick > TICKS && world.list.plan.isServing) most = Math.max(most, world.list.serving.pairs.count);
      world.refresh(false);
    }
    expect(world.swaps + world.atOnce).toBeGreaterThan(10);
    expect(world.paused).toBeGreaterThan(TICKS);
    expect(most / COUNT).toBeLessThan(12);
  });

  it('are given up for longer and longer where nothing can be foreseen', () => {
    const { atOnce, swaps, paused } = run('all anywhere, each tick');
    expect(swaps).toBe(0);
    expect(atOnce).toBeLessThan(16);
    expect(paused).toBeGreaterThan(0.9 * TICKS);
  });

  it('are no more work a step where all are in one spot', () => {
    const world = new World(createRng(6), boxHierarchy, 0);
    for (const slot of world.moving.items.subarray(0, world.moving.count)) {
      world.bounds.set(
        [0, 1, 2, 3].map((side) => 0.01 * world.bounds[4 * slot + side] + (side >> 1)),
        4 * slot,
      );
    }
    const shares: number[] = [];
    for (let tick = 0; tick < 50; tick++) {
      const before = world.list.next.pairs.count;
      world.step((_, slot) => world.shift(slot, 0.1));
      const { plan, next, serving } = world.list;
      if (tick > 20 && plan.step > STEP_JOIN && plan.step <= STEP_SORT) {
        shares.push((next.pairs.count - before) / serving.pairs.count);
      }
      world.refresh(false);
    }
    expect(shares.length).toBeGreaterThan(10);
    expect(Math.max(...shares)).toBeLessThan(0.35);
  });

  it('are counted as pairs where filters refuse them, which are left out', () => {
    const world = new World(createRng(5), boxHierarchy, 0);
    const refusing = { ...FILTERS, maskBits: new Uint32Array(4096).fill(0xfffffffe) };
    const { moving, list } = world;
    for (let tick = 0; tick < 3 * PERIOD; tick++) {
      for (let i = 0; i < moving.count; i++) world.shift(moving.items[i], 1);
      updatePairCache(list, world.bounds, world.slots, moving, world.statics, refusing);
      world.refresh(false);
    }
    const { found, refused, pairs, isFiltered } = list.serving;
    expect(found).toBeGreaterThan(100);
    expect([refused, pairs.count, isFiltered]).toEqual([found, 0, true]);
  });
});
