import { expect, it } from 'vitest';
import { box, createBounceResult, halfSpace, moveAndBounce, sphere } from '../../../../entry/3d.ts';
import { createMoverWorld, turned } from '../../../support/movement-3d.ts';
import { createRng } from '../../../support/rng.ts';

it('a ball falls on a floor, a slope and a wall, and leaves each by its mirrored way', () => {
  const game = createMoverWorld();
  game.add(halfSpace());
  game.tick();
  const straight = moveAndBounce(
    game.world,
    { shape: sphere(0.5), x: 0, y: 1.5, z: 2 },
    { x: 1, y: -2, z: 3 },
    { skin: 1e-9 },
  );
  expect(straight.hitCount).toBe(1);
  expect(straight.hits[0].fraction).toBeCloseTo(0.5, 8);
  expect(straight.hits[0].z).toBeCloseTo(3.5, 8);
  expect(straight.hits[0].normalY).toBeCloseTo(1, 12);
  expect([straight.x, straight.y, straight.z]).toEqual([1, 1.5, 5].map((value) => expect.closeTo(value, 7)));
  expect([straight.velocityX, straight.velocityY, straight.velocityZ]).toEqual([1, 2, 3]);

  const slope = createMoverWorld();
  slope.add(halfSpace(), 0, 0, 0, turned(1, 0, 0, Math.PI / 4));
  slope.tick();
  const aside = moveAndBounce(slope.world, { shape: sphere(0.5), x: 0, y: 2, z: 0 }, { x: 0, y: -4, z: 0 });
  expect([aside.velocityX, aside.velocityY, aside.velocityZ]).toEqual(
    [0, 0, 4].map((value) => expect.closeTo(value, 9)),
  );
});

it('a ball in a box keeps its speed over thousands of bounces, and never leaves it', () => {
  const game = createMoverWorld();
  for (const side of [-1, 1]) {
    game.add(box(0.01, 2, 2), 2 * side, 0, 0);
    game.add(box(2, 0.01, 2), 0, 2 * side, 0);
    game.add(box(3, 3, 0.01), 0, 0, 2 * side, turned(0, 0, 1, 0.3));
  }
  game.add(sphere(0.6), 0.3, 0.2, -0.1);
  game.tick();
  const rng = createRng(6);
  const result = createBounceResult();
  const pose = { shape: sphere(0.2), x: 1.2, y: -1.1, z: 1 };
  let velocity = { x: rng.range(-3, 3), y: rng.range(-3, 3), z: rng.range(-3, 3) };
  const speed = Math.hypot(velocity.x, velocity.y, velocity.z);
  let bounces = 0;
  for (let i = 0; i < 300; i++) {
    moveAndBounce(game.world, pose, velocity, undefined, result);
    Object.assign(pose, { x: result.x, y: result.y, z: result.z });
    velocity = { x: result.velocityX, y: result.velocityY, z: result.velocityZ };
    bounces += result.hitCount;
    expect(Math.max(Math.abs(result.x), Math.abs(result.y), Math.abs(result.z))).toBeLessThan(1.8);
    expect(result.penetration).toBe(0);
  }
  expect(bounces).toBeGreaterThan(200);
  expect(Math.hypot(velocity.x, velocity.y, velocity.z)).toBeCloseTo(speed, 9);
});

it('a racket that has moved into a ball pushes it out in front and gives it its own speed', () => {
  const game = createMoverWorld();
  const racket = game.add(box(1, 0.1, 1), 0, -0.6, 0);
  game.tick();
  const ball = { shape: sphere(0.5), x: 0, y: 0, z: 0.2 };
  game.place(racket, 0, -0.4, 0);
  const { y, velocityY, hits } = moveAndBounce(
    game.world,
    ball,
    { x: 0, y: -1, z: 0 },
    {
      time: 0.1,
      surface: (surface) => {
        surface.velocityY = 2;
      },
    },
  );
  expect(hits[0].entity).toBe(racket);
  // Reflected in the frame of the racket: −(−1 − 2) + 2.
  expect(velocityY).toBeCloseTo(5, 9);
  expect(y).toBeGreaterThan(0.2);
});
