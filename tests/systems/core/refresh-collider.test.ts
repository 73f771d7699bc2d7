import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { type CastHit, collisionSystem, refreshCollision } from '../../../entry/2d.ts';
import { validateBvh } from '../../../src/core/bvh/validate-bvh.ts';
import { GAMES, refusal } from '../../support/game-2d.ts';
import { createRng } from '../../support/rng.ts';

const CASES = GAMES.flatMap((game) =>
  [game.kit.boxHierarchy, game.kit.sphereHierarchy].map((hierarchy) => ({
    ...game,
    hierarchy,
    title: `${hierarchy.name}, in ${game.name}`,
  })),
);

describe.each(CASES)('refreshCollider in a hierarchy of kind $title', ({ kit, hierarchy, at }) => {
  it('shows every query what refreshCollision would, and leaves sound trees', () => {
    const rng = createRng(8);
    for (const reach of [2, 40, 1e7]) {
      const worlds = [0, 1].map(() => createWorld());
      const games = worlds.map((world) => kit.createCollision(world, { hierarchy, margin: 0.1 }));
      const shapes = [kit.round(0.5), kit.slab(1, 0.3), kit.triangle(2)];
      for (let i = 0; i < 80; i++) {
        const values = { x: rng.range(-20, 20), y: rng.range(-20, 20), [kit.turns[0]]: rng.range(-3, 3) };
        if (kit.turns.length > 1) Object.assign(values, { qw: 1 });
        worlds.forEach((world, k) => {
          const eid = addEntity(world);
          addComponent(world, eid, set(games[k].Transform, values));
          addComponent(world, eid, set(games[k].Collider, shapes[i % 3]));
          if (i % 4 === 0) addComponent(world, eid, games[k].Static);
          // Some are added since the last tick.
          if (i === 70) collisionSystem(world);
        });
      }
      let found = 0;
      for (let i = 0; i < 200; i++) {
        const eid = rng.integer(1, 80);
        const x = rng.range(-reach, reach);
        const y = rng.range(-reach, reach);
        const radius = rng.range(0.1, 2);
        for (const { Transform, Collider } of games) {
          Transform.x[eid] = x;
          Transform.y[eid] = y;
          if (i % 5 === 0) Collider.radius[eid] = radius;
        }
        expect(kit.refreshCollider(worlds[0], eid)).toBe(true);
        refreshCollision(worlds[1]);
        const half = rng.range(0, 10);
        const [a, b]: number[][] = [[], []];
        const [hitsA, hitsB]: CastHit[][] = [[], []];
        const angle = rng.range(0, 7);
        found += kit.queryAabb(worlds[0], at(x - half, y - half), at(x + half, y + half), a);
        kit.queryAabb(worlds[1], at(x - half, y - half), at(x + half, y + half), b);
        expect(a).toEqual(b);
        kit.castRayAll(worlds[0], at(0, 0), at(Math.cos(angle), Math.sin(angle)), hitsA);
        kit.castRayAll(worlds[1], at(0, 0), at(Math.cos(angle), Math.sin(angle)), hitsB);
        expect(hitsA).toEqual(hitsB);
        expect(kit.closestPoint(worlds[0], at(-x, y))).toEqual(kit.closestPoint(worlds[1], at(-x, y)));
        const { moving, statics, set: colliders } = games[0].state;
        for (const { bvh, active } of [moving, statics]) {
          validateBvh(bvh, colliders.bounds, active.items, active.count);
        }
        if (i % 50 === 49) {
          // Until the hierarchy holds all statics again.
          do worlds.forEach(collisionSystem);
          while (games[0].state.loose.nextStep > 0);
          const contacts = games.map((game) =>
            Array.from(game.contacts(), ({ a: first, b: second }) => [first, second]),
          );
          expect(contacts[0]).toEqual(contacts[1]);
        }
      }
      expect(found).toBeGreaterThanOrEqual(200);
    }
  });
});

describe.each(GAMES)('refreshCollider in $name', ({ kit, createGame, at }) => {
  it('says whether there is anything to see', () => {
    const { world, collision, spawn } = createGame();
    const eid = spawn(0);
    const pending = spawn(5);
    expect(kit.refreshCollider(world, pending)).toBe(true);
    collisionSystem(world);
    expect(kit.refreshCollider(world, eid)).toBe(true);
    expect(kit.refreshCollider(world, 77)).toBe(false);
    collision.Collider.kind[eid] = 0;
    expect(kit.refreshCollider(world, eid)).toBe(false);
    removeEntity(world, pending);
    expect(kit.refreshCollider(world, pending)).toBe(false);
    expect(refusal(() => kit.refreshCollider({}, eid))).toContain('has no collision');
    expect(refusal(() => kit.refreshCollider(world, 'x' as never))).toContain('an entity must be an id, got "x"');
  });

  it('refuses what a tick would, and leaves the collider where it was', () => {
    const { world, collision, spawn } = createGame();
    const eid = spawn(0);
    collisionSystem(world);
    collision.Transform.x[eid] = NaN;
    expect(refusal(() => kit.refreshCollider(world, eid))).toContain(
      `Transform.x of entity ${eid} must be a finite number`,
    );
    const found: number[] = [];
    expect(kit.queryAabb(world, at(-1, -1), at(1, 1), found)).toBe(1);
    collision.Transform.x[eid] = 9;
    expect(kit.refreshCollider(world, eid)).toBe(true);
    expect(kit.queryAabb(world, at(-1, -1), at(1, 1), found)).toBe(0);
    expect(kit.queryAabb(world, at(8, -1), at(10, 1), found)).toBe(1);
  });
});
