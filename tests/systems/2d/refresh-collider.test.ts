import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  boxHierarchy,
  type CastHit,
  castRayAll,
  circle,
  closestPoint,
  collisionSystem,
  createCollision,
  polygon,
  queryAabb,
  refreshCollider,
  refreshCollision,
  sphereHierarchy,
} from '../../../entry/2d.ts';
import { validateBvh } from '../../../src/core/bvh/validate-bvh.ts';
import { refusal } from '../../support/game-2d.ts';
import { createMoverWorld } from '../../support/movement-2d.ts';
import { createRng } from '../../support/rng.ts';

describe.each([boxHierarchy, sphereHierarchy])('refreshCollider in a hierarchy of kind $name', (hierarchy) => {
  it('shows every query what refreshCollision would, and leaves sound trees', () => {
    const rng = createRng(8);
    for (const reach of [2, 40, 1e7]) {
      const worlds = [0, 1].map(() => createWorld());
      const games = worlds.map((world) => createCollision(world, { hierarchy, margin: 0.1 }));
      const shapes = [circle(0.5), box(1, 0.3), polygon([0, 0, 2, 0, 1, 1])];
      for (let i = 0; i < 80; i++) {
        const values = { x: rng.range(-20, 20), y: rng.range(-20, 20), rotation: rng.range(-3, 3) };
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
        expect(refreshCollider(worlds[0], eid)).toBe(true);
        refreshCollision(worlds[1]);
        const half = rng.range(0, 10);
        const [a, b]: number[][] = [[], []];
        const [hitsA, hitsB]: CastHit[][] = [[], []];
        const angle = rng.range(0, 7);
        found += queryAabb(worlds[0], { x: x - half, y: y - half }, { x: x + half, y: y + half }, a);
        queryAabb(worlds[1], { x: x - half, y: y - half }, { x: x + half, y: y + half }, b);
        expect(a).toEqual(b);
        castRayAll(worlds[0], { x: 0, y: 0 }, { x: Math.cos(angle), y: Math.sin(angle) }, hitsA);
        castRayAll(worlds[1], { x: 0, y: 0 }, { x: Math.cos(angle), y: Math.sin(angle) }, hitsB);
        expect(hitsA).toEqual(hitsB);
        expect(closestPoint(worlds[0], { x: -x, y })).toEqual(closestPoint(worlds[1], { x: -x, y }));
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

describe('refreshCollider', () => {
  it('says whether there is anything to see', () => {
    const game = createMoverWorld();
    const { world, collision } = game;
    const eid = game.add(circle(1));
    const pending = game.add(circle(1), 5);
    expect(refreshCollider(world, pending)).toBe(true);
    game.tick();
    expect(refreshCollider(world, eid)).toBe(true);
    expect(refreshCollider(world, 77)).toBe(false);
    collision.Collider.kind[eid] = 0;
    expect(refreshCollider(world, eid)).toBe(false);
    removeEntity(world, pending);
    expect(refreshCollider(world, pending)).toBe(false);
    expect(refusal(() => refreshCollider({}, eid))).toContain('has no collision');
    expect(refusal(() => refreshCollider(world, 'x' as never))).toContain('an entity must be an id, got "x"');
  });

  it('refuses what a tick would, and leaves the collider where it was', () => {
    const game = createMoverWorld();
    const eid = game.add(circle(1));
    game.tick();
    game.collision.Transform.x[eid] = NaN;
    expect(refusal(() => refreshCollider(game.world, eid))).toContain(
      `Transform.x of entity ${eid} must be a finite number`,
    );
    const found: number[] = [];
    expect(queryAabb(game.world, { x: -1, y: -1 }, { x: 1, y: 1 }, found)).toBe(1);
    game.collision.Transform.x[eid] = 9;
    expect(refreshCollider(game.world, eid)).toBe(true);
    expect(queryAabb(game.world, { x: -1, y: -1 }, { x: 1, y: 1 }, found)).toBe(0);
    expect(queryAabb(game.world, { x: 8, y: -1 }, { x: 10, y: 1 }, found)).toBe(1);
  });
});
