import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { capsule, chain, circle, collisionSystem, createCollision, type ShapeSpec } from '../../entry/2d.ts';

function tickPair(ground: ShapeSpec, shape: ShapeSpec, x: number, y: number) {
  const world = createWorld();
  const collision = createCollision(world, { margin: 0.1 });
  for (const [spec, px, py] of [[ground, 0, 0] as const, [shape, x, y] as const]) {
    const entity = addEntity(world);
    addComponent(world, entity, set(collision.Transform, { x: px, y: py }));
    addComponent(world, entity, set(collision.Collider, spec));
  }
  collisionSystem(world);
  const rows = Array.from(collision.contacts(), ({ touching, separation }) => ({ touching, separation }));
  return { touching: rows.some((row) => row.touching), least: Math.min(...rows.map((row) => row.separation)) };
}

it('a capsule beside the free end of a chain touches it', () => {
  // The capsule's side is 0.7 − 0.5 = 0.2 from the end, its radius 0.28, and the chain's 0.03.
  const found = tickPair({ ...chain([-0.5, -0.14, 0.5, -0.15]), radius: 0.03 }, capsule(0.22, 0.28), 0.7, -0.27);
  expect(found.touching).toBe(true);
  expect(found.least).toBeCloseTo(0.2 - 0.28 - 0.03, 14);
});

it('a circle outside of a solid ring touches it at a corner', () => {
  const found = tickPair(
    chain([-0.39, -0.31, -0.23, 0.15, 0.31, -0.03], { closed: true, oneSided: true }),
    circle(0.39),
    -0.52,
    0.1,
  );
  expect(found.touching).toBe(true);
  expect(found.least).toBeCloseTo(-0.09572122060875676, 14);
});

it('a capsule across a bend is as deep as its core is near', () => {
  const found = tickPair(chain([-0.5, -0.06, 0, -0.35, 0.5, 0.44]), capsule(0.36, 0.42), 0.57, 0.75);
  expect(found.least).toBeCloseTo(0.07 - 0.42, 14);
});
