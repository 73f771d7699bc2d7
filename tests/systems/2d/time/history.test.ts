import { addComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  attachedTo,
  box,
  capsule,
  castRay,
  circle,
  collisionOf,
  collisionSystem,
  createCollisionHistory,
  createContactColumns,
  createDebugLines,
  createEventLog,
  createSnapshot,
  explainPair,
  hashCollision,
  oneWay,
  ownMargin,
  polygon,
  pushApart,
  queryPoint,
  readContacts,
  reconsider,
  refreshCollider,
  refreshCollision,
  restoreCollision,
  saveCollision,
  seamless,
  setTile,
  tiles,
  touching,
} from '../../../../entry/2d.ts';
import { createGame, refusal } from '../../../support/game-2d.ts';
import { createRng } from '../../../support/rng.ts';

describe('a history', () => {
  it('shows what lies between two ticks as on its way', () => {
    const rng = createRng(4);
    const shapes = [circle(1), box(1, 0.4), capsule(1, 0.3), polygon([0, 0, 2, 0, 1, 2])];
    const ways = Array.from({ length: 40 }, () => ({
      from: { x: rng.range(-9, 9), y: rng.range(-9, 9), rotation: rng.range(-9, 9) },
      way: { x: rng.range(-2, 2), y: rng.range(-2, 2), rotation: rng.range(-3, 3) },
    }));
    const game = createGame();
    const middle = createGame();
    const history = createCollisionHistory(game.world);
    for (const of of [game, middle]) ways.forEach((_, i) => void of.spawn(0, 0, shapes[i % 4]));
    const place = (of: typeof game, fraction: number): void => {
      const { x, y, rotation } = of.collision.Transform;
      ways.forEach(({ from, way }, i) => {
        x[i + 1] = from.x + fraction * way.x;
        y[i + 1] = from.y + fraction * way.y;
        rotation[i + 1] = from.rotation + fraction * way.rotation;
      });
      collisionSystem(of.world);
    };
    place(game, 0);
    history.record();
    place(game, 1);
    // The same place, a turn further.
    for (let i = 1; i <= 40; i++) game.collision.Transform.rotation[i] += 2 * Math.PI;
    history.record();
    let hits = 0;
    for (const fraction of [0.25, 0.75, 0.999]) {
      place(middle, fraction);
      for (let i = 0; i < 200; i++) {
        const [x, y, dx, dy] = [rng.range(-9, 9), rng.range(-9, 9), rng.range(-5, 5), rng.range(-5, 5)];
        const expected = castRay(middle.world, { x, y }, { x: dx, y: dy });
        const found = castRay(history.at(1 + fraction), { x, y }, { x: dx, y: dy });
        expect(found?.entity).toBe(expected?.entity);
        if (expected === undefined) continue;
        expect(Math.abs(found!.fraction - expected.fraction)).toBeLessThan(1e-12);
        hits++;
      }
    }
    expect(hits).toBeGreaterThan(200);
    expect(hits).toBeLessThan(500);
  });

  it('shows who is gone, shapes that were freed, and who came later only later', () => {
    const game = createGame();
    const { world, collision } = game;
    const history = createCollisionHistory(world, { ticks: 300 });
    const gone = game.spawn(0, 0, polygon([0, 0, 2, 0, 0, 2]));
    collisionSystem(world);
    history.record();
    removeEntity(world, gone);
    for (let i = 0; i < 200; i++) {
      const other = game.spawn(20, 20, polygon([0, 0, 2 + i, 0, 0, 2]));
      collisionSystem(world);
      history.record();
      removeEntity(world, other);
    }
    const late = game.spawn(0);
    addComponent(world, late, set(collision.Collider, circle(3)));
    collisionSystem(world);
    history.record();
    const now = history.newest;
    expect(castRay(history.at(1), { x: -5, y: 0.5 }, { x: 10, y: 0 })).toMatchObject({ entity: gone, x: 0 });
    expect(castRay(history.at(1.5), { x: -5, y: 0.5 }, { x: 10, y: 0 })?.entity).toBe(gone);
    expect(castRay(history.at(2), { x: -5, y: 0.5 }, { x: 10, y: 0 })).toBeUndefined();
    expect(castRay(history.at(now - 0.5), { x: -5, y: 0.5 }, { x: 10, y: 0 })).toBeUndefined();
    expect(castRay(history.at(now), { x: -5, y: 0.5 }, { x: 10, y: 0 })?.entity).toBe(late);
  });

  it('shows one-way colliders solid from the sides they had, and tiles where they were', () => {
    const game = createGame();
    const { world } = game;
    const history = createCollisionHistory(world);
    const OneWay = oneWay(world);
    const platform = game.spawn(0, 0, box(2, 0.5));
    addComponent(world, platform, set(OneWay, { normalX: 0, normalY: 1 }));
    const map = tiles({ columns: 3, rows: 1, size: 1, cells: [1, 1, 1] });
    game.spawn(10, 0, map);
    const run = (): void => {
      collisionSystem(world);
      history.record();
    };
    run();
    OneWay.normalY[platform] = -1;
    setTile(map, 1, 0, 0);
    run();
    removeEntity(world, platform);
    setTile(map, 0, 0, 0);
    run();
    const shoot = (tick: number, x: number, fromY: number, dy: number) =>
      castRay(history.at(tick), { x, y: fromY }, { x: 0, y: dy })?.fraction;
    const past = [1, 1.5, 2, 2.5, 3].map((tick) => [shoot(tick, 0, 4, -8), shoot(tick, 0, -4, 8)]);
    expect(past).toEqual([
      [0.4375, undefined],
      [0.4375, undefined],
      [undefined, 0.4375],
      [undefined, 0.4375],
      [undefined, undefined],
    ]);
    const dug = [1, 2, 3].map((tick) => [10.5, 11.5, 12.5].map((x) => shoot(tick, x, 4, -8) !== undefined));
    expect(dug).toEqual([
      [true, true, true],
      [true, false, true],
      [false, false, true],
    ]);
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
    expect(queryPoint(old, { x: 5, y: 0 }, [])).toBe(1);
    restoreCollision(world, snapshot);
    run(50);
    expect([history.oldest, history.newest]).toEqual([3, 5]);
    expect(queryPoint(history.at(5), { x: 50, y: 0 }, [])).toBe(1);
    expect(refusal(() => queryPoint(old, { x: 5, y: 0 }, []))).toContain('invalid-state');
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
      () => pushApart(past),
      () => refreshCollider(past, a),
      () => refreshCollision(past),
      () => saveCollision(past, createSnapshot()),
      () => hashCollision(past),
      () => reconsider(past, a),
      () => attachedTo(past),
      () => oneWay(past),
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
    expect(castRay(past, { x: -5, y: 0 }, { x: 10, y: 0 })?.entity).toBe(a);
    expect(createDebugLines(past).world).toBe(past);
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
    expect(queryPoint(first, { x: 0.9, y: 0 }, [], { categoryBits: 1 })).toBe(1);
    expect(history.at(1.5)).toBe(first);
    // Tick 1 falls out.
    run();
    expect(refusal(() => queryPoint(first, { x: 0.9, y: 0 }, []))).toContain('invalid-state');
    expect(refusal(() => history.at(1.5))).toContain('out-of-range');
    restoreCollision(world, snapshot);
    const second = history.at(2.5);
    // Tick 2 runs again.
    run();
    expect(refusal(() => queryPoint(second, { x: 0.9, y: 0 }, []))).toContain('invalid-state');
    run();
    const third = history.at(2.5);
    run();
    restoreCollision(world, snapshot);
    run();
    run();
    // Tick 3 as well.
    expect(refusal(() => queryPoint(third, { x: 0.9, y: 0 }, []))).toContain('invalid-state');
    expect(refusal(() => queryPoint(history.at(2.5), { x: 0.9, y: 0 }, []))).toBe('no error');
  });
});
