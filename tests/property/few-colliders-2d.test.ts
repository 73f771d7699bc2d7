import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import { circle, collisionSystem, createCollision } from '../../entry/2d.ts';
import { areFew, areSwept } from '../../src/core/broad-phase/find-among-few.ts';
import { effort } from '../support/effort.ts';
import { createRng } from '../support/rng.ts';

const HALF = 10;

/**
 * Worlds that grow and shrink through the numbers up to which all pairs are tested, and boxes swept: whichever way
 * pairs are found, they are the same. Some are static, some of these are moved one at a time.
 */
for (const seed of [1, 2, 3]) {
  it(`finds what testing all against all finds, among few, some and more (seed ${seed})`, () => {
    const rng = createRng(seed);
    const world = createWorld();
    const collision = createCollision(world, { capacity: 8 });
    const { Transform, Collider, Static } = collision;
    const alive: number[] = [];
    const fixed = new Set<number>();
    const hits = { all: 0, swept: 0, more: 0, pairs: 0, changes: 0, loose: 0 };
    let before = 'all';
    const ticks = effort(2000, 300);
    for (let tick = 0; tick < ticks; tick++) {
      const wanted = 75 + 73 * Math.sin(tick / 20);
      while (alive.length < wanted) {
        const eid = addEntity(world);
        addComponent(world, eid, set(Transform, { x: rng.range(-HALF, HALF), y: rng.range(-HALF, HALF) }));
        addComponent(world, eid, set(Collider, circle(rng.range(0.2, 0.8))));
        if (rng.next() < 0.3) {
          addComponent(world, eid, Static);
          fixed.add(eid);
        }
        alive.push(eid);
      }
      while (alive.length > wanted + 1) {
        const [eid] = alive.splice(rng.integer(0, alive.length - 1), 1);
        fixed.delete(eid);
        removeEntity(world, eid);
      }
      for (const eid of alive) {
        if (fixed.has(eid)) continue;
        Transform.x[eid] += rng.range(-0.1, 0.1);
        Transform.y[eid] += rng.range(-0.1, 0.1);
      }
      const one = alive[rng.integer(0, alive.length - 1)];
      if (fixed.has(one) && rng.next() < 0.5) {
        addComponent(world, one, set(Transform, { x: rng.range(-HALF, HALF) }));
      } else if (rng.next() < 0.05) {
        if (fixed.delete(one)) removeComponent(world, one, Static);
        else {
          addComponent(world, one, Static);
          fixed.add(one);
        }
      }
      collisionSystem(world);
      const found = Array.from(collision.contacts(), ({ a, b }) => `${a} ${b}`);
      const sorted = [...alive].sort((a, b) => a - b);
      const expected: string[] = [];
      for (const a of sorted) {
        for (const b of sorted) {
          if (a >= b || (fixed.has(a) && fixed.has(b))) continue;
          const dx = Transform.x[b] - Transform.x[a];
          const dy = Transform.y[b] - Transform.y[a];
          const reach = Collider.radius[a] + Collider.radius[b];
          if (dx * dx + dy * dy <= reach * reach) expected.push(`${a} ${b}`);
        }
      }
      expect(found, `tick ${tick}`).toEqual(expected);
      const { state } = collision;
      const moving = state.moving.active.count;
      const statics = state.statics.bvh.itemCount;
      const way = areSwept(moving, statics) ? 'swept' : areFew(moving, statics) ? 'all' : 'more';
      if (way !== before) hits.changes++;
      before = way;
      hits[way]++;
      if (state.loose.active.count > 0) hits.loose++;
      hits.pairs += found.length;
    }
    expect(Math.min(hits.all, hits.swept, hits.more)).toBeGreaterThan(ticks / 8);
    expect(hits.changes).toBeGreaterThan(ticks / 60);
    expect(hits.pairs).toBeGreaterThan(3 * ticks);
    expect(hits.loose).toBeGreaterThan(ticks / 10);
  });
}
