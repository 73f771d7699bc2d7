import { addComponent, removeComponent, removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castShape,
  circle,
  collisionSystem,
  compound,
  createMoveResult,
  createSnapshot,
  moveAndSlide,
  oneWay,
  polygon,
  restoreCollision,
  type ShapeSpec,
  saveCollision,
  seamless,
  sweptColliders,
  tiles,
} from '../../../entry/2d.ts';
import { createGame, type Game, listen, refusal } from '../../support/game-2d.ts';
import { createRng } from '../../support/rng.ts';

/** A floor of boxes of size 1 whose top is at 0, from 0 on to the right. */
function floorOf(game: Game, count: number, top: (i: number) => number = () => 0): number[] {
  const Seamless = seamless(game.world);
  return Array.from({ length: count }, (_, i) => {
    const eid = game.spawn(i + 0.5, top(i) - 0.5, box(0.5, 0.5));
    addComponent(game.world, eid, Seamless);
    addComponent(game.world, eid, game.collision.Static);
    return eid;
  });
}

function normals(game: Game): number[][] {
  collisionSystem(game.world);
  return Array.from(game.collision.contacts(), ({ normalX, normalY }) => [normalX, normalY]);
}

describe('seamless', () => {
  it('is the same tag each time, of one world, which must have collision', () => {
    const game = createGame();
    expect(seamless(game.world)).toBe(seamless(game.world));
    expect(seamless(createGame().world)).not.toBe(seamless(game.world));
    expect(refusal(() => seamless({}))).toMatch(/^invalid-state/);
  });

  it('leaves no contact at an inner corner, and keeps real corners, steps and gaps', () => {
    const flat = createGame();
    floorOf(flat, 4);
    flat.spawn(2, 0.1, capsule(0.2, 0.2));
    expect(normals(flat)).toEqual([
      [0, 1],
      [0, 1],
    ]);
    const step = createGame();
    floorOf(step, 4, (i) => (i < 2 ? 0 : 0.5));
    step.spawn(1.85, 0.3, box(0.2, 0.2));
    expect(normals(step)).toContainEqual([-1, 0]);
    const gap = createGame();
    const [, second] = floorOf(gap, 2);
    gap.collision.Transform.x[second] = 1.6;
    gap.spawn(1.05, 0.2, circle(0.3));
    expect(normals(gap).every(([x]) => x !== 0)).toBe(true);
  });

  it('lets nothing that stands a little in the ground be cast through the wall in front of it', () => {
    const floor = { ...box(4, 0.5), offsetX: 4, offsetY: -0.5 };
    const wall = { ...box(0.5, 1), offsetX: 5.5, offsetY: 0 };
    const cells = [3, 3, 1, 1];
    const half = tiles({ columns: 4, rows: 1, size: 2, cells, shapes: { 1: 'full', 3: 'half-bottom' }, yUp: true });
    for (const ground of ['boxes', compound([floor, wall], { smooth: true }), half]) {
      const game = createGame();
      if (ground === 'boxes') {
        for (const { offsetX, offsetY, ...spec } of [floor, wall]) {
          addComponent(game.world, game.spawn(offsetX, offsetY, spec), seamless(game.world));
        }
      } else game.spawn(ground === half ? 1 : 0, ground === half ? -1 : 0, ground as ShapeSpec);
      collisionSystem(game.world);
      for (const shape of [box(0.4, 0.4), polygon([-0.4, -0.4, 0.4, -0.4, 0.4, 0.4])]) {
        for (const deep of [0, 1e-12, 0.01]) {
          const from = { x: 2, y: 0.4 - deep };
          const hit = castShape(game.world, shape, from, { x: 10, y: 0 }, { initialOverlap: 'ignore' });
          expect(hit?.fraction).toBeCloseTo(0.26, 9);
          expect(hit).toMatchObject({ normalX: -1, normalY: 0 });
          expect(hit!.y).toBeGreaterThanOrEqual(-1e-9);
        }
      }
    }
  });

  it('counts from the tick in which an entity is tagged to that in which it is not, or is gone', () => {
    const game = createGame();
    const floor = floorOf(game, 3);
    const log = listen(game.collision);
    const body = game.spawn(1.1, 0.05, box(0.3, 0.3, { radius: 0.1 }));
    expect(normals(game)).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(log).toHaveLength(2);
    removeEntity(game.world, floor[0]);
    expect(normals(game)).toHaveLength(1);
    expect(log.filter((line) => line.startsWith('end'))).toEqual([`end ${floor[0]} ${body} removed`]);
    removeComponent(game.world, floor[1], seamless(game.world));
    game.collision.Transform.x[body] = 2;
    game.collision.Transform.y[body] = -0.55;
    expect(normals(game).some(([x]) => x !== 0)).toBe(true);
  });

  it('joins maps of tiles that lie side by side', () => {
    for (const isTagged of [true, false]) {
      const game = createGame();
      for (const x of [0, 3]) {
        const map = game.spawn(x, 0, tiles({ columns: 3, rows: 1, size: 1, shapes: { 1: 'full' }, cells: [1, 1, 1] }));
        addComponent(game.world, map, game.collision.Static);
        if (isTagged) addComponent(game.world, map, seamless(game.world));
      }
      game.spawn(3.35, 1.2, box(0.4, 0.4));
      const found = normals(game);
      expect(found.length).toBeGreaterThan(0);
      expect(found.some(([x]) => x !== 0)).toBe(!isTagged);
    }
  });

  it('does not take a platform that is solid from one side for a part of the wall it is built into', () => {
    const game = createGame();
    const wall = floorOf(game, 1)[0];
    const OneWay = oneWay(game.world);
    const platform = game.spawn(1.5, -0.5, box(0.5, 0.5));
    addComponent(game.world, platform, OneWay);
    game.collision.Transform.x[platform] = 1.5;
    OneWay.normalY[platform] = 1;
    addComponent(game.world, platform, seamless(game.world));
    const climber = game.spawn(1.15, -0.5, box(0.2, 0.2));
    collisionSystem(game.world);
    expect(Array.from(game.collision.contactsOf(climber), ({ b, normalX }) => [b, normalX])).toEqual([[wall, -1]]);
  });

  it('lets a mover run over it, and casts pass its seams', () => {
    const game = createGame();
    floorOf(game, 40);
    const moved = createMoveResult();
    const body = game.spawn(1, 0.45, box(0.3, 0.3, { radius: 0.1 }));
    collisionSystem(game.world);
    const { Transform } = game.collision;
    let height = NaN;
    for (let tick = 0; tick < 200; tick++) {
      moveAndSlide(game.world, body, { x: 0.17, y: -0.1 }, {}, moved);
      Transform.x[body] = moved.x;
      Transform.y[body] = moved.y;
      if (tick > 2) expect(Math.abs(moved.y - height)).toBeLessThan(1e-9);
      height = moved.y;
    }
    expect(moved.x).toBeGreaterThan(30);
  });

  it('lets nothing that is swept pass through', () => {
    const game = createGame({ swept: sweptColliders });
    const Seamless = seamless(game.world);
    for (let i = 0; i < 6; i++) {
      const wall = game.spawn(5, i, box(0.1, 0.5));
      addComponent(game.world, wall, Seamless);
      addComponent(game.world, wall, game.collision.Static);
    }
    const bullet = game.spawn(0, 2.4, circle(0.05));
    addComponent(game.world, bullet, game.collision.Swept);
    const log = listen(game.collision);
    collisionSystem(game.world);
    game.collision.Transform.x[bullet] = 10;
    collisionSystem(game.world);
    expect(log).toEqual([`begin 3 ${bullet}`]);
  });

  it('keeps nothing: a restored world goes on as it did', () => {
    const game = createGame();
    floorOf(game, 10);
    const body = game.spawn(2, 0.1, capsule(0.2, 0.2));
    const run = (): number[][] => {
      game.collision.Transform.x[body] += 0.13;
      return normals(game);
    };
    run();
    const snapshot = createSnapshot();
    saveCollision(game.world, snapshot);
    const first = [run(), run(), run()];
    restoreCollision(game.world, snapshot);
    expect([run(), run(), run()]).toEqual(first);
  });

  it('shows the same contacts after a restore, those too whose normal is another than of the box by itself', () => {
    const game = createGame();
    const rng = createRng(7);
    floorOf(game, 12, (i) => [0, 0, 0.5, 0.5][i % 4]);
    const bodies = Array.from({ length: 40 }, () => game.spawn(0, 0, polygon([0, 0, 0.7, 0.1, 0.6, 0.5, 0.1, 0.6])));
    const { x, y, rotation } = game.collision.Transform;
    const scatter = () => {
      for (const eid of bodies) {
        x[eid] = rng.range(0, 12);
        y[eid] = rng.range(-0.4, 0.6);
        rotation[eid] = rng.range(-4, 4);
      }
      collisionSystem(game.world);
    };
    const seen = () =>
      Array.from(game.collision.contacts(), ({ a, b, normalX, normalY, separation, pointCount }) => [
        ...[a, b, normalX, normalY, separation, pointCount],
      ]);
    const snapshot = createSnapshot({ stores: { Transform: game.collision.Transform } });
    for (let round = 0; round < 20; round++) {
      scatter();
      saveCollision(game.world, snapshot);
      const then = seen();
      expect(then.length).toBeGreaterThan(20);
      scatter();
      restoreCollision(game.world, snapshot);
      expect(seen()).toEqual(then);
    }
  });
});
