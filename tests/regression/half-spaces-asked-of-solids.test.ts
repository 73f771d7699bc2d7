import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  collisionSystem,
  createCollision,
  halfSpace,
  hull,
  mesh,
  overlapShape,
  type ShapeSpec,
} from '../../entry/3d.ts';

const CORNERS = [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2];

// A solid was asked whether it holds a point of the shape, and a half-space has no farthest point along an axis: the
// query threw a TypeError, or read what an earlier query had left.
it('a half-space that a solid mesh is above of overlaps nothing', () => {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const solid = addEntity(world);
  addComponent(world, solid, set(Transform, {}));
  const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  addComponent(world, solid, set(Collider, mesh(CORNERS, faces, { solid: true })));
  collisionSystem(world);
  // Half-spaces that lean, as the bounds of others are apart from the solid's already.
  const rotation = { x: 0, y: 0, z: -Math.sin(Math.PI / 8), w: Math.cos(Math.PI / 8) };
  const overlaps = (shape: ShapeSpec, x: number): number =>
    overlapShape(world, shape, { x, y: x, z: 0.2, rotation }, []);
  expect(overlaps(halfSpace(), -0.1)).toBe(0);
  expect(overlaps(halfSpace(), 0.1)).toBe(1);
  expect(overlaps(hull(CORNERS.map((corner) => 0.01 * corner)), 0.2)).toBe(1);
  expect(overlaps(halfSpace(), -0.1)).toBe(0);
  expect(overlaps(halfSpace(), 9)).toBe(1);
});
