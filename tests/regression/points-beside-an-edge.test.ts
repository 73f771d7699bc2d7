import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { collisionSystem, createCollision, mesh } from '../../entry/3d.ts';

/*
 * A needle of a triangle, 3e-4 wide, is met along its long side. One of the points lay on the needle beside that side,
 * 3e-5 below it, where the needle has one normal only: its own.
 */
const NEEDLE = [
  [-0.5161039216067722, -0.8886357513886036, 0.6333570361455343],
  [0.3186587440987341, -1.6355764011814165, -0.6032890113596769],
  [0.31852623592276424, -1.6359114854509702, -0.6033474367591478],
] as const;
const OTHER = [
  -0.3658662496670968, 0.09247757976107485, 1.1974860384675603, -0.9033282080735554, -0.9268330054670906,
  0.1332085193539232, 0.5698278617201247, -1.0942037095206145, 1.3797769737851127,
  // It only says where the middle of the other surface is.
  -1.388, 2.12, -0.336, -1.388, 2.12, -0.2, -1.2, 2.12, -0.336,
];
/** Far from all that is met: it makes the ground the larger one of the two surfaces. */
const FAR = [60, 0, 0, 61, 0, 0, 60, 1, 0];

it('a contact along the side of a triangle has its points on that side', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const spawn = (place: readonly number[], positions: readonly number[]) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: place[0], y: place[1], z: place[2] }));
    addComponent(world, eid, set(Collider, mesh(positions.map((value, i) => value - place[i % 3]))));
    return eid;
  };
  const ground = spawn([0, 0, 0], [...NEEDLE.flat(), ...FAR]);
  spawn([4, -3, 2], OTHER);
  collisionSystem(world);
  let points = 0;
  for (const contact of collision.contacts()) {
    expect(contact.a).toBe(ground);
    const normal = [contact.normalX, contact.normalY, contact.normalZ];
    const heightOf = (place: readonly number[]) => place.reduce((sum, value, axis) => sum + value * normal[axis], 0);
    const highest = Math.max(...NEEDLE.map(heightOf));
    for (let k = 0; k < contact.pointCount; k++) {
      const middle = heightOf([contact.pointX(k), contact.pointY(k), contact.pointZ(k)]);
      expect(Math.abs(middle - 0.5 * contact.pointSeparation(k) - highest)).toBeLessThan(1e-12);
      points++;
    }
  }
  expect(points).toBeGreaterThan(0);
});
