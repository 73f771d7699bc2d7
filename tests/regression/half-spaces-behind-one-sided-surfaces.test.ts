import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  castCollider,
  castShape,
  collisionSystem,
  createCollision,
  halfSpace,
  heightfield,
  mesh,
  sweptColliders,
} from '../../entry/3d.ts';

const ROOF = [-1, 0, -1, -1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0, -1];

const surfaces = [
  { name: 'a mesh', shape: mesh(ROOF, [0, 1, 2, 1, 3, 2, 3, 4, 2, 4, 0, 2], { oneSided: true }) },
  {
    name: 'a heightfield',
    shape: heightfield(Float64Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0), 3, 3, 1, { oneSided: true }),
  },
];

/** A surface that is open upwards, its lowest corners at y = 0, and a half-space below it, the plane at y = −0.5. */
function scene(shape: (typeof surfaces)[number]['shape']) {
  const world = createWorld();
  const collision = createCollision(world, { swept: sweptColliders });
  const { Transform, Collider } = collision;
  const surface = addEntity(world);
  addComponent(world, surface, set(Transform, {}));
  addComponent(world, surface, set(Collider, shape));
  const plane = addEntity(world);
  addComponent(world, plane, set(Transform, { y: -0.5 }));
  addComponent(world, plane, set(Collider, halfSpace()));
  collisionSystem(world);
  return { world, collision, surface, plane };
}

// A half-space has no middle that could be behind a triangle: contacts are with both sides. Casts and swept half-spaces
// passed the triangles that they met from behind, and reported corners farther up or nothing.
describe.each(surfaces)('below $name that is solid from above', ({ shape }) => {
  it('the cast of a half-space meets the lowest corners', () => {
    const { world, plane } = scene(shape);
    const up = { x: 0.1, y: 2, z: 0 };
    const cast = castCollider(world, plane, up);
    expect(cast?.fraction).toBeCloseTo(0.25, 12);
    expect(cast?.normalY).toBeCloseTo(-1, 12);
    expect(cast?.y).toBeCloseTo(0, 12);
    expect(castShape(world, halfSpace(), { x: 9, y: -0.5, z: 0 }, up, { ignore: plane })).toEqual(cast);
  });

  it.each([0, 1])('the two meet on the way where number %d is swept', (number) => {
    const { world, collision, surface, plane } = scene(shape);
    const mover = [surface, plane][number];
    addComponent(world, mover, collision.Swept);
    collisionSystem(world);
    collision.Transform.y[mover] += number === 0 ? -2 : 2;
    collisionSystem(world);
    const contacts = Array.from(collision.contactsOf(plane, surface), ({ fraction }) => fraction);
    expect(contacts).toHaveLength(1);
    expect(contacts[0]).toBeCloseTo(0.25, 12);
  });
});
