import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type CollisionSnapshot,
  collisionSystem,
  createSnapshot,
  explainDivergence,
  hashCollision,
  ownMargin,
  refreshCollision,
  savedEntities,
} from '../../../../entry/2d.ts';
import { GAMES, type Game, refusal } from '../../../support/game-2d.ts';

/** What makes the second of two equal games another one, and how that is to be called. */
const CHANGES: [string, (game: Game) => void, string][] = [
  ['a place', ({ collision }) => void (collision.Transform.x[3] += 1e-9), 'Transform.x of entity 3'],
  ['a filter', ({ collision }) => void (collision.Collider.maskBits[1] = 7), 'Collider.maskBits of entity 1'],
  ['a tag', ({ world, collision }) => void addComponent(world, 2, collision.Sensor), 'Sensor of entity 2'],
  ['a collider', ({ world, collision }) => void removeComponent(world, 3, collision.Collider), 'collider of entity 3'],
  [
    'a contact',
    ({ world, collision }) => {
      collision.Transform.x[2] = 5;
      collisionSystem(world);
      collision.Transform.x[2] = 1.5;
    },
    'tick is 1 in the first and 2 in the second',
  ],
];

describe.each(GAMES)('hashCollision and explainDivergence, in $name', (kit) => {
  const { createGame, round, saveCollision } = kit;

  function pairOfBalls(): Game {
    const game = createGame();
    game.spawn(0);
    game.spawn(1.5);
    game.spawn(9);
    collisionSystem(game.world);
    return game;
  }

  function snapshotOf({ world, collision: { Transform, Collider } }: Game): CollisionSnapshot {
    const snapshot = createSnapshot({ stores: { Transform, Collider } });
    saveCollision(world, snapshot);
    return snapshot;
  }

  it('agree of two equal games', () => {
    const [a, b] = [pairOfBalls(), pairOfBalls()];
    expect(hashCollision(a.world)).toBe(hashCollision(b.world));
    expect(explainDivergence(snapshotOf(a), snapshotOf(b))).toBeUndefined();
  });

  for (const [name, change, words] of CHANGES) {
    it(`tell of ${name}`, () => {
      const [a, b] = [pairOfBalls(), pairOfBalls()];
      change(b);
      expect(hashCollision(a.world)).not.toBe(hashCollision(b.world));
      const found = explainDivergence(snapshotOf(a), snapshotOf(b));
      expect(found?.message).toContain(words);
      expect(explainDivergence(snapshotOf(b), snapshotOf(a))?.field).toBe(found?.field);
    });
  }

  it('tell of a contact that is older, and of one that only one game has', () => {
    const [a, b] = [pairOfBalls(), pairOfBalls()];
    for (const [game, apart] of [
      [a, true],
      [b, false],
    ] as const) {
      if (apart) game.collision.Transform.x[2] = 5;
      collisionSystem(game.world);
      game.collision.Transform.x[2] = 1.5;
      collisionSystem(game.world);
    }
    expect(hashCollision(a.world)).not.toBe(hashCollision(b.world));
    expect(explainDivergence(snapshotOf(a), snapshotOf(b))).toMatchObject({
      entity: 1,
      other: 2,
      field: 'contact.beginTick',
      a: 3,
      b: 1,
    });
    const c = pairOfBalls();
    const d = pairOfBalls();
    for (const { collision, world } of [c, d]) {
      collision.Transform.x[3] = 0.5;
      if (world === d.world) collision.Collider.maskBits[3] = 0;
      collisionSystem(world);
      collision.Collider.maskBits[3] = 0xffffffff;
    }
    const found = { entity: 1, other: 3, field: 'contact' };
    expect(explainDivergence(snapshotOf(c), snapshotOf(d))).toMatchObject({ ...found, a: 1, b: undefined });
    expect(explainDivergence(snapshotOf(d), snapshotOf(c))).toMatchObject({ ...found, a: undefined, b: 1 });
  });

  it('tell of a collider between others that only one game has', () => {
    const [a, b] = [pairOfBalls(), pairOfBalls()];
    removeComponent(b.world, 2, b.collision.Collider);
    const found = { entity: 2, field: 'collider' };
    expect(explainDivergence(snapshotOf(a), snapshotOf(b))).toMatchObject({ ...found, a: 1, b: undefined });
    expect(explainDivergence(snapshotOf(b), snapshotOf(a))).toMatchObject({ ...found, a: undefined, b: 1 });
  });

  it('do not depend on whether a game has been refreshed, whatever has come and gone since the tick', () => {
    const [left, right] = [pairOfBalls(), pairOfBalls()];
    const agree = (): boolean => {
      expect(explainDivergence(snapshotOf(left), snapshotOf(right))).toBeUndefined();
      return hashCollision(left.world) === hashCollision(right.world);
    };
    for (const { world } of [left, right]) {
      removeEntity(world, 3);
      collisionSystem(world);
    }
    // Frees the slot of the one that is gone.
    refreshCollision(left.world);
    expect(agree()).toBe(true);
    for (const { world, spawn } of [left, right]) {
      removeEntity(world, 1);
      for (const x of [0.2, 0.4]) spawn(x);
    }
    refreshCollision(left.world);
    expect(agree()).toBe(true);
    for (const { world } of [left, right]) collisionSystem(world);
    expect(agree()).toBe(true);
  });

  it('tell of a collider that has left and come again since the tick: its contact ends', () => {
    const [left, right] = [pairOfBalls(), pairOfBalls()];
    addComponent(right.world, 1, right.collision.Disabled);
    removeComponent(right.world, 1, right.collision.Disabled);
    expect(hashCollision(left.world)).not.toBe(hashCollision(right.world));
    expect(explainDivergence(snapshotOf(left), snapshotOf(right))?.field).toBe('contact.touching');
  });

  it('take 0 and −0 for the same, in arrays of all kinds', () => {
    const places = [
      (length: number) => new Float64Array(length),
      (length: number) => new Float32Array(length),
      (length: number) => Array.from({ length }, () => 0),
    ];
    for (const make of places) {
      const sums = [0, -0, 1e-9].map((x) => {
        const columns = kit.axes.map((axis) => [axis, make(8)]);
        const transform = { component: {}, ...Object.fromEntries(columns) };
        const world = createWorld();
        const collision = kit.createCollision(world, { transform: transform as never });
        const eid = addEntity(world);
        addComponent(world, eid, transform.component);
        addComponent(world, eid, set(collision.Collider, round(1)));
        transform.x[eid] = x;
        collision.Collider.offsetX[eid] = x;
        collisionSystem(world);
        return hashCollision(world);
      });
      expect(sums[1]).toBe(sums[0]);
      expect(sums[2]).not.toBe(sums[0]);
    }
    const { world, collision } = pairOfBalls();
    const before = hashCollision(world);
    // The same bits, where they are no sign.
    collision.Collider.categoryBits[1] = 1 << 31;
    const after = hashCollision(world);
    collision.Collider.categoryBits[1] = 0;
    expect(new Set([before, after, hashCollision(world)]).size).toBe(3);
  });

  it('do not depend on the order in which entities were put together', () => {
    const build = (order: number[]): Game => {
      const game = createGame();
      for (const _ of order) game.spawn(0);
      for (const eid of order) removeComponent(game.world, eid, game.collision.Collider);
      collisionSystem(game.world);
      for (const eid of order) {
        addComponent(game.world, eid, game.collision.Collider);
        game.collision.Transform.x[eid] = eid * 1.5;
        Object.assign(game.collision.Collider.kind, { [eid]: round(1).kind });
        game.collision.Collider.radius[eid] = 1;
      }
      collisionSystem(game.world);
      return game;
    };
    const [a, b] = [build([1, 2, 3, 4]), build([3, 1, 4, 2])];
    expect(a.collision.counts.contacts).toBe(3);
    expect(hashCollision(a.world)).toBe(hashCollision(b.world));
    expect(explainDivergence(snapshotOf(a), snapshotOf(b))).toBeUndefined();
  });

  it('call values of components only those of entities that have them, and tell who has got one', () => {
    const [a, b] = [0, 1].map(() => {
      const game = pairOfBalls();
      const OwnMargin = ownMargin(game.world);
      const Health = { points: [0, 5, 5, 5, 5] };
      const stores = { OwnMargin, Transform: game.collision.Transform, Health };
      addEntity(game.world);
      addComponent(game.world, 2, Health);
      return { ...game, OwnMargin, Health, snapshot: createSnapshot({ stores, entities: savedEntities }) };
    });
    const found = (): string | undefined => {
      for (const { world, snapshot } of [a, b]) saveCollision(world, snapshot);
      return explainDivergence(a.snapshot, b.snapshot)?.message;
    };
    b.OwnMargin.distance[1] = 1;
    b.collision.Transform.x[4] = 7;
    b.Health.points[1] = 1;
    expect(found()).toBeUndefined();
    b.Health.points[2] = 1;
    expect(found()).toBe('Health.points of entity 2 is 5 in the first and 1 in the second');
    b.Health.points[2] = 5;
    addComponent(b.world, 1, set(b.OwnMargin, { distance: 1 }));
    expect(found()).toBe('OwnMargin of entity 1 is only in the second');
    addComponent(a.world, 1, set(a.OwnMargin, { distance: 2 }));
    expect(found()).toBe('OwnMargin.distance of entity 1 is 2 in the first and 1 in the second');
    removeComponent(a.world, 1, a.OwnMargin);
    removeComponent(b.world, 1, b.OwnMargin);
    removeEntity(b.world, 4);
    expect(found()).toBe('entity 4 is only in the first');
  });

  it('do so without saved entities, of whoever has a collider', () => {
    const [a, b] = [0, 1].map(() => {
      const game = pairOfBalls();
      const OwnMargin = ownMargin(game.world);
      const Health = { points: [0, 5, 5, 5, 5] };
      const { Transform } = game.collision;
      addComponent(game.world, 2, Health);
      return {
        ...game,
        OwnMargin,
        Health,
        snapshot: createSnapshot({ stores: { OwnMargin, Transform, Health, Loose: [0, 1] } }),
      };
    });
    const found = (): string | undefined => {
      for (const { world, snapshot } of [a, b]) saveCollision(world, snapshot);
      return explainDivergence(a.snapshot, b.snapshot)?.message;
    };
    b.OwnMargin.distance[1] = 1;
    b.Health.points[1] = 1;
    expect(found()).toBeUndefined();
    b.Health.points[2] = 1;
    expect(found()).toBe('Health.points of entity 2 is 5 in the first and 1 in the second');
    b.Health.points[2] = 5;
    addComponent(b.world, 1, b.OwnMargin);
    expect(found()).toBe('OwnMargin of entity 1 is only in the second');
    addComponent(a.world, 1, set(a.OwnMargin, { distance: 2 }));
    expect(found()).toBe('OwnMargin.distance of entity 1 is 2 in the first and 0 in the second');
  });

  it('refuse snapshots that cannot be compared', () => {
    const game = pairOfBalls();
    expect(refusal(() => explainDivergence(snapshotOf(game), createSnapshot()))).toContain('invalid-state');
    const bare = createSnapshot();
    saveCollision(game.world, bare);
    expect(refusal(() => explainDivergence(snapshotOf(game), bare))).toContain('do not hold the same stores');
  });
});
