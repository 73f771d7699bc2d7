import { addComponent, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type CastHit,
  collisionSystem,
  createEventLog,
  createSnapshot,
  hashCollision,
  ownMargin,
  reconsider,
  refreshCollision,
  restoreCollision,
  type ShapeContact,
  touching,
} from '../../../../entry/2d.ts';
import { effort } from '../../../support/effort.ts';
import { GAMES, refusal } from '../../../support/game-2d.ts';
import { type GameKit, planeKit, spaceKit } from '../../../support/game-kits.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { RollbackGame, type RollbackGameOptions } from '../../../support/rollback-game.ts';

/** Asks a world one question of each kind; returns what it answered, and how many found something. */
function ask(
  { kit, size }: { readonly kit: GameKit; readonly size: number },
  world: object,
  entities: readonly number[],
  rng: Rng,
  found: { count: number; asked: number },
): string[] {
  const { castRay, castRayAny, castRayAll, castShape, castShapeAll, castCollider, overlapShape } = kit;
  const { queryAabb, queryPoint, closestPoint, closestPoints, collideShape } = kit;
  const somewhere = (): { x: number; y: number; z?: number } => {
    const [x, y, z] = kit.axes.map(() => rng.range(-size, size));
    return { x, y, z };
  };
  const sensors = { sensors: true };
  const pick = (): number => entities[rng.integer(0, entities.length - 1)];
  const from = somewhere();
  const way = somewhere();
  const pose = kit.pose(from, rng.range(-3, 3));
  const shape = kit.probe(rng);
  const [min, max] = [-3, 3].map((side) => ({ x: from.x + side, y: from.y + side, z: (from.z ?? 0) + side }));
  const listed: number[] = [];
  const list = (count: number): string => `${count} ${listed.join()}`;
  const all = <T>(query: (out: T[]) => number): T[] | undefined => {
    const out: T[] = [];
    return query(out) > 0 ? out : undefined;
  };
  const attempt = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return (error as Error).message;
    }
  };
  const answers = [
    castRay(world, from, way, sensors),
    castRayAny(world, from, way),
    all((out: CastHit[]) => castRayAll(world, from, way, out, sensors)),
    castShape(world, shape, pose, way),
    all((out: CastHit[]) => castShapeAll(world, shape, pose, way, out)),
    attempt(() => castCollider(world, pick(), way)),
    list(overlapShape(world, shape, pose, listed, sensors)),
    list(queryAabb(world, min, max, listed, { categoryBits: 2 })),
    list(queryPoint(world, from, listed)),
    closestPoint(world, from),
    closestPoints(world, pick(), pick()),
    all((out: ShapeContact[]) => collideShape(world, shape, pose, out)),
  ];
  found.count += answers.filter((answer) => answer !== undefined && answer !== false && answer !== '0 ').length;
  found.asked += answers.length;
  return answers.map((answer) => JSON.stringify(answer) ?? 'nothing');
}

describe('a history', () => {
  for (const [name, options] of [
    ['boxes', {}],
    ['circles as hierarchy, versions', { spheres: true, isVersioned: true }],
    ['stores of its own', { ownStores: true }],
    ['one-way colliders', { oneWay: true }],
    ['seamless colliders', { seamless: true }],
    ['tiles that change', { changing: true, surfaces: true }],
    ['in space', { kit: spaceKit, size: 5 }],
    ['in space, spheres as hierarchy, versions', { kit: spaceKit, size: 5, spheres: true, isVersioned: true }],
    ['in space, meshes and heightfields', { kit: spaceKit, size: 5, surfaces: true }],
    ['in space, one-way colliders', { kit: spaceKit, size: 5, oneWay: true }],
    ['in space, seamless colliders', { kit: spaceKit, size: 5, seamless: true }],
    ['in space, seamless surfaces', { kit: spaceKit, size: 5, seamless: true, surfaces: true }],
    ['in space, stores of its own', { kit: spaceKit, size: 5, ownStores: true }],
  ] as const satisfies [string, Partial<RollbackGameOptions>][]) {
    it(`answers as the world did at that time: ${name}`, () => {
      const { kit = planeKit, size = 12 }: Partial<RollbackGameOptions> = options;
      const of = { kit, size };
      const found = { count: 0, asked: 0 };
      for (let seed = 1; seed <= effort(100, 2); seed++) {
        const game = new RollbackGame({ seed, ...options });
        const history = kit.createCollisionHistory(game.world, { ticks: 20 });
        const expected: string[][] = [];
        const entities = Array.from({ length: 40 }, (_, i) => i + 1);
        while (game.tick < 60) {
          game.step();
          refreshCollision(game.world);
          history.record();
          const rng = createRng(seed * 1000 + game.tick);
          expected[game.tick] = Array.from({ length: effort(20, 4) }, () =>
            ask(of, game.world, entities, rng, found),
          ).flat();
          if (game.tick % 10 !== 0) continue;
          const before = hashCollision(game.world);
          for (let tick = Math.max(1, game.tick - 19); tick <= game.tick; tick++) {
            const again = createRng(seed * 1000 + tick);
            const past = history.at(tick);
            const answers = Array.from({ length: effort(20, 4) }, () => ask(of, past, entities, again, found)).flat();
            expect(answers, `seed ${seed} tick ${tick}`).toEqual(expected[tick]);
          }
          expect(hashCollision(game.world)).toBe(before);
        }
      }
      expect(found.count / found.asked).toBeGreaterThan(0.3);
      expect(found.count / found.asked).toBeLessThan(0.7);
    });
  }
});

describe.each(GAMES)('a history in $name', (kit) => {
  const { createGame, at, round, triangle, castRay, queryPoint, explainPair, collisionOf } = kit;
  const { readContacts, createContactColumns, refreshCollider, saveCollision, createCollisionHistory } = kit;
  const { attachedTo, seamless } = kit;

  it('shows who is gone, shapes that were freed, and who came later only later', () => {
    const game = createGame();
    const { world, collision } = game;
    const history = createCollisionHistory(world, { ticks: 300 });
    const gone = game.spawn(0, 0, triangle(2));
    collisionSystem(world);
    history.record();
    removeEntity(world, gone);
    for (let i = 0; i < 200; i++) {
      const other = game.spawn(20, 20, triangle(2 + i));
      collisionSystem(world);
      history.record();
      removeEntity(world, other);
    }
    const late = game.spawn(0);
    addComponent(world, late, set(collision.Collider, round(3)));
    collisionSystem(world);
    history.record();
    const now = history.newest;
    expect(castRay(history.at(1), at(-5, 0.5), at(10, 0))).toMatchObject({ entity: gone, x: 0 });
    expect(castRay(history.at(1.5), at(-5, 0.5), at(10, 0))?.entity).toBe(gone);
    expect(castRay(history.at(2), at(-5, 0.5), at(10, 0))).toBeUndefined();
    expect(castRay(history.at(now - 0.5), at(-5, 0.5), at(10, 0))).toBeUndefined();
    expect(castRay(history.at(now), at(-5, 0.5), at(10, 0))?.entity).toBe(late);
  });

  it('knows which colliders were one surface', () => {
    const game = createGame();
    const { world, collision } = game;
    const Seamless = seamless(world);
    const floor = [-1, 1].map((x) => game.spawn(x, 0, kit.slab(1, 1), collision.Static));
    for (const part of floor) addComponent(world, part, Seamless);
    const history = createCollisionHistory(world, { ticks: 4 });
    collisionSystem(world);
    history.record();
    for (const part of floor) removeComponent(world, part, Seamless);
    collisionSystem(world);
    history.record();
    // A post across the seam, deeper in the floor than it is wide: each part of the floor would push it to its side.
    const normals = (of: object): number[] => {
      const found: ShapeContact[] = [];
      kit.collideShape(of, kit.slab(0.1, 0.5), at(0.02, 1.3), found);
      return found.map(({ normalY }) => Math.round(normalY));
    };
    expect(normals(history.at(1))).toEqual([1, 1]);
    expect(normals(history.at(2))).toEqual([0, 0]);
    expect(normals(history.at(1.5))).toEqual([1, 1]);
  });

  it('follows a rollback, forgets what is too old, and says so', () => {
    const game = createGame();
    const { world, collision } = game;
    const history = createCollisionHistory(world, { ticks: 4 });
    const snapshot = createSnapshot();
    const eid = game.spawn(0);
    expect(history.oldest).toBe(-1);
    const run = (place: number): void => {
      collision.Transform.x[eid] = place;
      collisionSystem(world);
      history.record();
    };
    for (let place = 1; place <= 6; place++) {
      run(place);
      if (place === 4) saveCollision(world, snapshot);
    }
    expect([history.oldest, history.newest]).toEqual([3, 6]);
    const old = history.at(5);
    expect(queryPoint(old, at(5, 0), [])).toBe(1);
    restoreCollision(world, snapshot);
    run(50);
    expect([history.oldest, history.newest]).toEqual([3, 5]);
    expect(queryPoint(history.at(5), at(50, 0), [])).toBe(1);
    expect(refusal(() => queryPoint(old, at(5, 0), []))).toContain('invalid-state');
    expect(refusal(() => history.at(6))).toContain('tick 6 is not in the history, which has ticks 3 to 5');
    expect(refusal(() => history.at(4.5))).toBe('no error');
    expect(refusal(() => history.at(5.5))).toContain('out-of-range');
    expect(refusal(() => history.at(2))).toContain('out-of-range');
    expect(refusal(() => history.at(Number.NaN))).toContain('invalid-number');
  });

  it('refuses what is no query, and the present is left alone', () => {
    const game = createGame();
    const { world, collision } = game;
    const [a, b] = [game.spawn(0), game.spawn(0.5)];
    const history = createCollisionHistory(world, { ticks: 4 });
    expect(refusal(() => history.at(1))).toContain('the history is empty');
    collisionSystem(world);
    history.record();
    const hash = hashCollision(world);
    const past = history.at(1);
    const asked = [
      () => collisionSystem(past),
      () => collisionOf(past),
      () => touching(past, a, b),
      () => explainPair(past, a, b),
      () => readContacts(past, createContactColumns()),
      () => refreshCollider(past, a),
      () => refreshCollision(past),
      () => saveCollision(past, createSnapshot()),
      () => hashCollision(past),
      () => reconsider(past, a),
      () => attachedTo(past),
      () => ownMargin(past),
      () => seamless(past),
      () => createEventLog(past),
      () => createCollisionHistory(past),
    ];
    for (const ask of asked) {
      expect(refusal(ask), ask.toString()).toContain('invalid-state: this world has no collision');
    }
    expect(hashCollision(world)).toBe(hash);
    expect(collision.counts.contacts).toBe(1);
    expect(castRay(past, at(-5, 0), at(10, 0))?.entity).toBe(a);
  });

  it('forgets a time between two ticks with either of them, and no sooner', () => {
    const { world, collision, spawn } = createGame();
    const snapshot = createSnapshot();
    const history = createCollisionHistory(world, { ticks: 3 });
    const eid = spawn(0);
    const run = (): void => {
      collisionSystem(world);
      history.record();
    };
    run();
    saveCollision(world, snapshot);
    run();
    const first = history.at(1.5);
    collision.Collider.maskBits[eid] = 0;
    collision.Collider.radius[eid] = 5;
    run();
    expect(queryPoint(first, at(0.9, 0), [], { categoryBits: 1 })).toBe(1);
    expect(history.at(1.5)).toBe(first);
    // Tick 1 falls out.
    run();
    expect(refusal(() => queryPoint(first, at(0.9, 0), []))).toContain('invalid-state');
    expect(refusal(() => history.at(1.5))).toContain('out-of-range');
    restoreCollision(world, snapshot);
    const second = history.at(2.5);
    // Tick 2 runs again.
    run();
    expect(refusal(() => queryPoint(second, at(0.9, 0), []))).toContain('invalid-state');
    run();
    const third = history.at(2.5);
    run();
    restoreCollision(world, snapshot);
    run();
    run();
    // Tick 3 as well.
    expect(refusal(() => queryPoint(third, at(0.9, 0), []))).toContain('invalid-state');
    expect(refusal(() => queryPoint(history.at(2.5), at(0.9, 0), []))).toBe('no error');
  });
});
