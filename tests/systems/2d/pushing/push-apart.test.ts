import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { attachedTo, box, chain, circle, collisionSystem, pushApart } from '../../../../entry/2d.ts';
import { createGame, refusal } from '../../../support/game-2d.ts';
import { createRng } from '../../../support/rng.ts';

describe('pushApart', () => {
  it('shares by weight, and leaves statics and the heaviest alone', () => {
    const { world, collision, spawn } = createGame();
    const { Transform, Static } = collision;
    const [light, heavy] = [spawn(0, 0), spawn(1.5, 0)];
    const [rock, ball] = [spawn(0, 10), spawn(0, 11)];
    const [wall, crate] = [spawn(0, 20), spawn(-1.2, 20)];
    const [one, other] = [spawn(0, 30), spawn(1, 30)];
    const sensor = spawn(0.2, 0);
    addComponent(world, wall, Static);
    addComponent(world, sensor, collision.Sensor);
    collisionSystem(world);
    pushApart(world, { weight: (eid) => (eid === heavy ? 4 : eid === rock ? Infinity : 1) });
    expect(Transform.x[light]).toBeCloseTo(-0.4, 12);
    expect(Transform.x[heavy]).toBeCloseTo(1.6, 12);
    expect([Transform.y[rock], Transform.y[ball]]).toEqual([10, 12]);
    expect([Transform.x[wall], Transform.x[crate]]).toEqual([0, -2]);
    expect([Transform.x[one], Transform.x[other]]).toEqual([-0.5, 1.5]);
    expect(Transform.x[sensor]).toBe(0.2);
    collisionSystem(world);
    for (const { penetration } of collision.contacts()) expect(penetration).toBeLessThan(1e-12);
  });

  it('moves nobody twice along a seam, and leaves what it is told to', () => {
    const { world, collision, spawn } = createGame();
    const { Transform, Static } = collision;
    const floor = spawn(0, 0, chain(Array.from({ length: 40 }, (_, i) => [i - 20, 0]).flat()));
    const tiles = Array.from({ length: 6 }, (_, i) => spawn(i - 3, 9.5, box(0.5, 0.5)));
    for (const eid of [floor, ...tiles]) addComponent(world, eid, Static);
    const crate = spawn(0.3, 0.4, box(2, 0.5));
    const plank = spawn(-0.2, 10.3, box(1.7, 0.5));
    collisionSystem(world);
    pushApart(world);
    expect(Transform.y[crate]).toBeCloseTo(0.5, 12);
    expect(Transform.y[plank]).toBeCloseTo(10.5, 12);
    Transform.y[crate] = 0.3;
    collisionSystem(world);
    pushApart(world, { slop: 0.05, strength: 1 });
    expect(Transform.y[crate]).toBeCloseTo(0.45, 12);
    Transform.y[crate] = 0.3;
    collisionSystem(world);
    pushApart(world, { strength: 0.25 });
    expect(Transform.y[crate]).toBeCloseTo(0.35, 12);
  });

  it('moves the owner of what is attached', () => {
    const { world, collision, spawn } = createGame();
    const { Transform, Static } = collision;
    const ship = spawn(0, 0, circle(0.5));
    const wing = spawn(0, 0, circle(0.5));
    addComponent(world, wing, set(attachedTo(world), { parent: ship, x: 3 }));
    addComponent(world, spawn(4, 0, box(0.7, 5)), Static);
    collisionSystem(world);
    pushApart(world);
    expect(Transform.x[ship]).toBeCloseTo(-0.2, 12);
    collisionSystem(world);
    expect(Transform.x[wing]).toBeCloseTo(2.8, 12);
  });

  it('spreads a crowd out within a room, the same on every run', () => {
    const play = (): string => {
      const rng = createRng(5);
      const { world, collision, spawn } = createGame();
      const { Transform, Static } = collision;
      for (const side of [-1, 1]) {
        for (const eid of [spawn(12 * side, 0, box(2, 14)), spawn(0, 12 * side, box(14, 2))]) {
          addComponent(world, eid, Static);
        }
      }
      const crowd = Array.from({ length: 120 }, () => spawn(rng.range(-4, 4), rng.range(-4, 4), circle(0.6)));
      const depths: number[] = [];
      for (let tick = 0; tick < 60; tick++) {
        collisionSystem(world);
        depths.push(Math.max(0, ...Array.from(collision.contacts(), (contact) => contact.penetration)));
        pushApart(world);
      }
      expect(depths[0]).toBeGreaterThan(0.8);
      expect(depths.at(-1)).toBeLessThan(0.06);
      // Nobody has been pushed through a wall.
      for (const eid of crowd)
        expect(Math.max(Math.abs(Transform.x[eid]), Math.abs(Transform.y[eid]))).toBeLessThan(9.5);
      return crowd.map((eid) => `${Transform.x[eid]} ${Transform.y[eid]}`).join();
    };
    expect(play()).toBe(play());
  });

  it('may push another world apart, and add colliders, while it asks for a weight', () => {
    const crowds = [4, 4, 2].map((count) => {
      const game = createGame();
      const entities = Array.from({ length: count }, (_, i) => game.spawn(1.4 * i));
      collisionSystem(game.world);
      return { ...game, places: () => entities.map((entity) => game.collision.Transform.x[entity]) };
    });
    const [plain, nested, other] = crowds;
    pushApart(plain.world);
    let asked = 0;
    pushApart(nested.world, {
      weight: () => {
        if (asked++ === 0) for (let i = 0; i < 2000; i++) nested.spawn(100);
        pushApart(other.world);
        return 1;
      },
    });
    expect(nested.places()).toEqual(plain.places());
    const weight = (): number => {
      collisionSystem(plain.world);
      return 1;
    };
    expect(refusal(() => pushApart(plain.world, { weight }))).toContain('inside a predicate, accept, weight');
  });

  it('refuses what it cannot use, and moves nothing then', () => {
    const { world, collision, spawn } = createGame();
    const [a] = [spawn(0), spawn(1)];
    collisionSystem(world);
    expect(refusal(() => pushApart(world, { rounds: 0 }))).toContain('rounds');
    expect(refusal(() => pushApart(world, { strength: 2 }))).toContain('strength');
    expect(refusal(() => pushApart(world, { heavy: 1 } as never))).toContain('pushApart options');
    expect(refusal(() => pushApart(world, { weight: () => 0 }))).toContain(`the weight of entity ${a}`);
    expect(refusal(() => pushApart(world, { weight: () => 1e-310 }))).toContain('at least 1e-100, got 1e-310');
    expect(collision.Transform.x[a]).toBe(0);
    pushApart(world, { weight: () => 1e-100 });
    expect(collision.Transform.x[a]).toBe(-0.5);
  });
});
