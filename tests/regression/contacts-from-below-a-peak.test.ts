import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { box, collisionSystem, createCollision, mesh } from '../../entry/3d.ts';

// The far side of a peak, whose plane goes on above the middle of the body, was met from below: the contact pushed the
// body down and through the peak.
it('a body on a peak is met by none of its sides from below', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const peak = mesh([0, 1, 0, 1, 0, 1, 1, 0, -1, -1, 0, -1, -1, 0, 1], [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1]);
  const body = { x: -0.2, y: 0.75, z: 0.28, qx: -0.37, qy: -0.18, qz: 0.97, qw: -0.46 };
  for (const [shape, place] of [
    [peak, {}],
    [box(0.2, 0.3, 0.1), body],
  ] as const) {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, place));
    addComponent(world, eid, set(Collider, shape));
  }
  collisionSystem(world);
  const normals = Array.from(collision.contacts(), ({ normalY }) => normalY);
  expect(normals.length).toBeGreaterThan(0);
  for (const normalY of normals) expect(normalY).toBeGreaterThan(0);
});
