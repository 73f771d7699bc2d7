import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { collideShape, collisionSystem, createCollision, mesh, type ShapeContact, sphere } from '../../entry/3d.ts';

// The search for the nearest triangle never ended where the square of a root was less than what the root was of.
it.each([1e-12, 1e-3, 0.3])('a sphere of radius %d is pushed out of a solid from wherever it is', (radius) => {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, {}));
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 50 : -50, i & 2 ? 40 : -40, i & 4 ? 60 : -60]);
  const quads = ['0264', '1573', '0451', '2376', '0132', '4675'].map((names) => Array.from(names, Number));
  const index = quads.flatMap(([a, b, c, d]) => [a, c, b, a, d, c]);
  addComponent(world, eid, set(Collider, mesh(corners, index, { solid: true })));
  collisionSystem(world);
  const found: ShapeContact[] = [];
  for (let i = 1; i < 400; i++) {
    const depth = 0.0999 * i;
    expect(collideShape(world, sphere(radius), { x: 0.1, y: 40 - depth, z: 0.2 }, found)).toBe(1);
    expect(found[0].separation).toBeCloseTo(-depth - radius, 9);
  }
});
