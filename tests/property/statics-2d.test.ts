import { addComponent, addEntity, createWorld, hasComponent, removeComponent, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import { boxHierarchy, circle, collisionSystem, createCollision, queryAabb, sphereHierarchy } from '../../entry/2d.ts';
import { PERIOD } from '../../src/core/broad-phase/rebuild-plan.ts';
import { boundsOverlap } from '../../src/core/bvh/bounds-overlap.ts';
import { FLAG_STATIC, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { effort } from '../support/effort.ts';
import { createRng } from '../support/rng.ts';
import { validatePairCache } from '../support/validate-pair-cache-2d.ts';

/*
 * A world of circles that move, jitter, teleport, come, go, are disabled and enabled again, and turn from moving to
 * static and back. Candidate pairs and queries are compared with what testing all against all finds, every tick.
 */

const TICKS = 400;

for (const hierarchy of [boxHierarchy, sphereHierarchy]) {
  it.each(effort([1, 2, 3, 4], [1, 2]))(
    `pairs and queries are all that there are, ${hierarchy.name}, seed %i`,
    (seed) => {
      const rng = createRng(700 + seed);
      /** What happened: pairs made in steps or at once, ticks by bounds alone, statics loose, settled and taken out. */
      const hits = {
        swaps: 0,
        atOnce: 0,
        paused: 0,
        escaped: 0,
        loose: 0,
        settled: 0,
        /** A hierarchy made in steps served, over all that had been loose, or without those that changed meanwhile. */
        inSteps: 0,
        stayed: 0,
        takenOut: 0,
        reused: 0,
        grown: 0,
      };
      const worlds = [0, 1].map(() => createGame());
      for (let tick = 0; tick < TICKS; tick++) {
        if (tick === 250) worlds[1] = dispose(worlds[1]);
        const game = worlds[tick % 5 === 4 ? 1 : 0];
        if (tick % 100 === 60) for (let i = 0; i < 60; i++) game.add(rng.next() < 0.5);
        game.change(tick);
        game.step(tick);
      }
      for (const [name, count] of Object.entries(hits)) expect([name, count > 0]).toEqual([name, true]);
      expect(hits.swaps).toBeGreaterThan(10);
      expect(hits.loose).toBeGreaterThan(TICKS / 4);

      function dispose(game: Game): Game {
        game.collision.dispose();
        return createGame();
      }

      type Game = ReturnType<typeof createGame>;

      function createGame() {
        const world = createWorld();
        const collision = createCollision(world, { hierarchy, capacity: 8 });
        const { Transform, Collider, Static, Disabled, state } = collision;
        const eids: number[] = [];
        const velocity = new Map<number, number>();
        const add = (isStatic: boolean): void => {
          const eid = addEntity(world);
          const { end } = state.set.slots;
          addComponent(world, eid, set(Transform, { x: rng.range(-20, 20), y: rng.range(-20, 20) }));
          addComponent(world, eid, set(Collider, circle(rng.range(0.3, 1.5))));
          if (isStatic) addComponent(world, eid, Static);
          if (state.set.slots.end === end) hits.reused++;
          else hits.grown++;
          velocity.set(eid, rng.range(-0.1, 0.1));
          eids.push(eid);
        };
        for (let i = 0; i < 120; i++) add(i % 2 === 0);

        const flip = (eid: number, tag: object): void => {
          if (hasComponent(world, eid, tag)) removeComponent(world, eid, tag);
          else addComponent(world, eid, tag);
        };
        const change = (tick: number): void => {
          const isWild = tick % 100 >= 80;
          for (const eid of eids) {
            if (hasComponent(world, eid, Static)) continue;
            Transform.x[eid] += velocity.get(eid)!;
            if (Math.abs(Transform.x[eid]) > 20) velocity.set(eid, -0.1 * Math.sign(Transform.x[eid]));
            if (isWild) Transform.y[eid] = rng.range(-20, 20);
          }
          if (tick % 7 === 0) return;
          for (let i = rng.integer(0, 3); i > 0; i--) {
            const at = rng.integer(0, eids.length - 1);
            const eid = eids[at];
            const what = rng.integer(0, 7);
            if (what < 2) {
              removeEntity(world, eid);
              eids.splice(at, 1);
              if (what === 0) add(rng.next() < 0.5);
            } else if (what === 2) add(rng.next() < 0.5);
            else if (what === 3) flip(eid, Static);
            else if (what === 4) flip(eid, Disabled);
            else if (what === 5) addComponent(world, eid, set(Transform, { x: rng.range(-20, 20) }));
            else if (what === 6) Collider.kind[eid] = Collider.kind[eid] === 0 ? circle(1).kind : 0;
            else Transform.y[eid] += rng.range(-1, 1);
            // Of a static, all of this has to be told.
            if (what > 4) collision.touch(eid);
          }
        };

        const step = (tick: number): void => {
          const { pairCache, candidates, loose, set: colliders } = state;
          const { plan, serving } = pairCache;
          const { pause, step: steps } = plan;
          const { takenOut } = loose;
          const wasLoose = loose.members.count;
          const { nextStep } = loose;
          collisionSystem(world);
          validatePairCache(pairCache, colliders.slots);
          if (plan.pause < pause) hits.paused++;
          else if (pairCache.serving !== serving) hits[steps === PERIOD ? 'swaps' : 'atOnce']++;
          if (pairCache.escaped.count > 0) hits.escaped++;
          if (loose.members.count > 0) hits.loose++;
          else if (wasLoose > 0) hits.settled++;
          if (loose.takenOut > takenOut) hits.takenOut++;
          if (nextStep === 3 && loose.nextStep === 0) hits[loose.members.count === 0 ? 'inSteps' : 'stayed']++;

          const { slots, bounds } = colliders;
          const live: number[] = [];
          for (let i = 0; i < slots.orderCount; i++) {
            const slot = slots.order[i];
            if (slots.state[slot] === SLOT_LIVE && Collider.kind[slots.index[slot]] !== 0) live.push(slot);
          }
          const expected: string[] = [];
          for (const [i, a] of live.entries()) {
            for (const b of live.slice(i + 1)) {
              if ((slots.flags[a] & slots.flags[b] & FLAG_STATIC) === 0 && boundsOverlap(bounds, 2, a, b))
                expected.push(`${a} ${b}`);
            }
          }
          const found = Array.from({ length: candidates.count }, (_, i) =>
            candidates.pairs.subarray(2 * i, 2 * i + 2).join(' '),
          );
          expect(found, `seed ${seed}, tick ${tick}`).toEqual(expected);

          const x = rng.range(-20, 15);
          const out: number[] = [];
          queryAabb(world, { x, y: -20 }, { x: x + 5, y: 20 }, out);
          const meets = live.filter((slot) => {
            const index = slots.index[slot];
            // A query of an AABB is about AABBs.
            const reach = Collider.radius[index];
            return Math.abs(Transform.x[index] - x - 2.5) <= 2.5 + reach && Math.abs(Transform.y[index]) <= 20 + reach;
          });
          const entities = meets.map((slot) => slots.entity[slot]).sort((p, q) => p - q);
          expect(
            out.sort((p, q) => p - q),
            `seed ${seed}, tick ${tick}`,
          ).toEqual(entities);
        };
        return { world, collision, add, change, step };
      }
    },
  );
}
