import { addComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castRay,
  circle,
  collisionSystem,
  createCollisionHistory,
  createDebugLines,
  oneWay,
  polygon,
  pushApart,
  setTile,
  tiles,
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

  it('refuses what is of the present alone, and its lines can be drawn', () => {
    const { world, spawn } = createGame();
    spawn(0);
    const history = createCollisionHistory(world, { ticks: 4 });
    collisionSystem(world);
    history.record();
    const past = history.at(1);
    for (const ask of [() => pushApart(past), () => oneWay(past)]) {
      expect(refusal(ask), ask.toString()).toContain('invalid-state: this world has no collision');
    }
    expect(createDebugLines(past).world).toBe(past);
  });
});
