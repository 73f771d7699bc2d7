import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  collisionSystem,
  createMoveResult,
  ellipse,
  moveAndSlide,
  oneWay,
  polygon,
  refreshCollider,
  type ShapeSpec,
  tiles,
} from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/* A mover left a one-way platform by the shortest way, and so downwards once the platform had risen past its middle. */
describe('a one-way platform that rises into a mover', () => {
  it('lifts it', () => {
    const { world, collision, spawn } = createGame();
    const { Transform } = collision;
    const platform = spawn(0, 0, box(20, 1));
    addComponent(world, platform, set(oneWay(world), { normalX: 0, normalY: 1 }));
    const mover = spawn(0, 2.5, box(1, 1));
    collisionSystem(world);
    collisionSystem(world);
    Transform.y[platform] = 3;
    refreshCollider(world, platform);
    expect(moveAndSlide(world, mover, { x: 0, y: -0.1 }).y).toBeCloseTo(5.02, 9);
  });

  const shapes: [string, ShapeSpec][] = [
    ['circle', circle(1)],
    ['box', box(1, 1)],
    ['capsule', capsule(0.4, 0.6)],
    ['ellipse', ellipse(1, 0.7)],
    ['polygon', polygon([-1, -1, 1, -1, 0.3, 1])],
  ];
  const platforms: [string, ShapeSpec, number][] = [
    ['box', box(20, 1), 1],
    ['thin box', box(20, 0.1), 0.1],
    ['polygon', polygon([-20, -1, 20, -1, 20, 1, -20, 1]), 1],
    ['chain', chain([-20, 0.5, 0, 0.5, 20, 0.5]), 0.5],
  ];

  it.each(shapes)('lifts a %s, at any speed at which the two overlap', (_name, shape) => {
    for (const [name, platformShape, top] of platforms) {
      for (const turn of [0, 0.3]) {
        for (const speed of [0.3, 0.9, 1.3]) {
          const { world, collision, spawn } = createGame();
          const { Transform } = collision;
          const platform = spawn(0, -0.01 - top, platformShape, {});
          Transform.rotation[platform] = turn;
          addComponent(world, platform, set(oneWay(world), { normalX: 0, normalY: 1 }));
          const mover = spawn(0, 1 + 2 * turn, shape);
          collisionSystem(world);
          for (let tick = 0; tick < 6; tick++) {
            Transform.y[platform] += speed;
            if (turn > 0) Transform.rotation[platform] -= 0.02;
            refreshCollider(world, platform);
            const { y } = moveAndSlide(world, mover, { x: 0, y: -0.02 });
            Transform.y[mover] = y;
            const where = `${name}, turned by ${turn}, speed ${speed}, tick ${tick}`;
            expect(y, where).toBeGreaterThan(Transform.y[platform] + top);
            collisionSystem(world);
          }
        }
      }
    }
  });

  it('stops below a ceiling rather than going down through it', () => {
    const { world, collision, spawn } = createGame();
    const { Transform } = collision;
    const platform = spawn(0, 0, box(20, 0.3));
    addComponent(world, platform, set(oneWay(world), { normalX: 0, normalY: 1 }));
    addComponent(world, spawn(0, 4, box(20, 1)), collision.Static);
    const mover = spawn(0, 1.4, box(1, 1));
    const out = createMoveResult();
    collisionSystem(world);
    for (let tick = 0; tick < 20; tick++) {
      if (Transform.y[platform] < 2.6) Transform.y[platform] += 0.2;
      refreshCollider(world, platform);
      moveAndSlide(world, mover, { x: 0, y: -0.1 }, { up: { x: 0, y: 1 } }, out);
      Transform.y[mover] = out.y;
      expect(out.y, `tick ${tick}`).toBeGreaterThan(1.2);
      collisionSystem(world);
    }
    expect(out.penetration).toBeGreaterThan(1);
    expect(out.crushers[0].entity).toBe(platform);
    expect(out.crushers[0].normalY).toBeCloseTo(1, 9);
  });

  it('is one of tiles with one-way tops, too, for a mover that stood on it', () => {
    const { world, collision, spawn } = createGame();
    const { Transform } = collision;
    const shape = tiles({
      columns: 10,
      rows: 2,
      size: 1,
      yUp: true,
      shapes: { 1: 'one-way' },
      cells: [...new Array(10).fill(0), ...new Array(10).fill(1)],
    });
    const platform = spawn(-5, -2, shape);
    const mover = spawn(0, 1.01, box(0.6, 1));
    const out = createMoveResult();
    const options = { up: { x: 0, y: 1 } };
    collisionSystem(world);
    for (let tick = 0; tick < 30; tick++) {
      if (tick > 2) Transform.y[platform] += 0.15;
      refreshCollider(world, platform);
      moveAndSlide(world, mover, { x: 0.05, y: -0.05 }, options, out);
      Transform.x[mover] = out.x;
      Transform.y[mover] = out.y;
      expect(out.grounded, `tick ${tick}`).toBe(true);
      collisionSystem(world);
    }
    expect(out.y).toBeCloseTo(Transform.y[platform] + 2 + 1.012, 2);
  });
});
