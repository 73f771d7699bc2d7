import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import { circle, collisionSystem, createCollision } from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import { createRng } from '../support/rng.ts';

const HALF = 9;
const COUNT = 160;

/**
 * Filters that keep most pairs apart, and are changed by direct writes that nothing tells of: of some, of all, of
 * statics too. Contacts are those of testing all against all, whatever the pair cache has left out before.
 */
const WORLDS = [
  { seed: 1, teams: 2, switches: 'few' },
  { seed: 2, teams: 12, switches: 'few' },
  { seed: 3, teams: 12, switches: 'few' },
  { seed: 4, teams: 2, switches: 'many' },
] as const;

for (const { seed, teams, switches } of WORLDS) {
  it(`what filters refuse is what they refuse now, by direct writes too (seed ${seed}, ${switches})`, () => {
    const rng = createRng(seed);
    const world = createWorld();
    const collision = createCollision(world);
    const { Transform, Collider, Static } = collision;
    const vx: number[] = [];
    const vy: number[] = [];
    const alive: number[] = [];
    const fixed = new Set<number>();
    const choose = (eid: number): void => {
      Collider.categoryBits[eid] = 1 << rng.integer(0, teams);
      Collider.maskBits[eid] = rng.next() < 0.1 ? 0xffffffff : 1 << rng.integer(0, teams);
      Collider.groupIndex[eid] = rng.next() < 0.1 ? rng.integer(-2, 2) : 0;
    };
    const spawn = (): void => {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { x: rng.range(-HALF, HALF), y: rng.range(-HALF, HALF) }));
      addComponent(world, eid, set(Collider, circle(rng.range(0.3, 0.9))));
      if (rng.next() < 0.8) choose(eid);
      if (rng.next() < 0.2) {
        addComponent(world, eid, Static);
        fixed.add(eid);
      }
      vx[eid] = rng.range(-0.05, 0.05);
      vy[eid] = rng.range(-0.05, 0.05);
      alive.push(eid);
    };
    for (let i = 0; i < COUNT; i++) spawn();
    const hits = { refused: 0, left: 0, found: 0, changed: 0, swaps: 0, escaped: 0 };
    let { serving } = collision.state.pairCache;
    const ticks = effort(1200, 200);
    for (let tick = 0; tick < ticks; tick++) {
      for (const eid of alive) {
        if (fixed.has(eid)) continue;
        if (Math.abs(Transform.x[eid] + vx[eid]) > HALF) vx[eid] = -vx[eid];
        if (Math.abs(Transform.y[eid] + vy[eid]) > HALF) vy[eid] = -vy[eid];
        Transform.x[eid] += vx[eid];
        Transform.y[eid] += vy[eid];
      }
      const now = tick % 50 === 49 ? COUNT : tick % 3 === 0 ? rng.integer(0, 4) : 0;
      const some = switches === 'many' ? COUNT / 3 : now;
      for (let i = 0; i < some; i++) choose(alive[rng.integer(0, alive.length - 1)]);
      hits.changed += some;
      if (rng.next() < 0.2) {
        const [eid] = alive.splice(rng.integer(0, alive.length - 1), 1);
        fixed.delete(eid);
        removeEntity(world, eid);
        spawn();
      }
      const one = alive[rng.integer(0, alive.length - 1)];
      if (rng.next() < 0.1 && fixed.delete(one)) removeComponent(world, one, Static);
      else if (rng.next() < 0.02 && !fixed.has(one)) {
        addComponent(world, one, Static);
        fixed.add(one);
      }
      collisionSystem(world);
      const { pairCache } = collision.state;
      if (pairCache.serving !== serving) hits.swaps++;
      serving = pairCache.serving;
      hits.left += serving.found - serving.pairs.count;
      hits.escaped += pairCache.escaped.count;
      const expected: string[] = [];
      for (const a of [...alive].sort((m, n) => m - n)) {
        for (const b of alive) {
          if (a >= b || (fixed.has(a) && fixed.has(b))) continue;
          const dx = Transform.x[b] - Transform.x[a];
          const dy = Transform.y[b] - Transform.y[a];
          const reach = Collider.radius[a] + Collider.radius[b];
          if (dx * dx + dy * dy > reach * reach) continue;
          const group = Collider.groupIndex[a];
          const masks = (Collider.categoryBits[a] & Collider.maskBits[b]) !== 0;
          const meets = masks && (Collider.categoryBits[b] & Collider.maskBits[a]) !== 0;
          if (group !== 0 && group === Collider.groupIndex[b] ? group > 0 : meets) expected.push(`${a} ${b}`);
          else hits.refused++;
        }
      }
      const found = Array.from(collision.contacts(), (contact) => `${contact.a} ${contact.b}`);
      expect(found.sort(), `tick ${tick}`).toEqual(expected.sort());
      hits.found += found.length;
    }
    expect(hits.found).toBeGreaterThan(3 * ticks);
    expect(hits.refused).toBeGreaterThan(hits.found);
    // Where many switch, refused pairs are kept, so that nothing but what is new is searched.
    if (switches === 'many') expect(hits.escaped).toBeLessThan(0.1 * COUNT * ticks);
    else expect(hits.left).toBeGreaterThan(hits.found);
    expect(hits.changed).toBeGreaterThan(ticks);
    expect(hits.swaps).toBeGreaterThan(ticks / 20);
  });
}
