import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { collisionSystem, createCollision, mesh, sphere } from '../../entry/3d.ts';

/*
 * The way out of a solid mesh was the difference of two places, divided by the distance. Of a ball whose middle is just
 * below the surface of a large solid, hardly anything but rounding is left of that: its normal was off, and not of
 * length 1.
 */
it.each([1e-4, 1e-7, 1e-10, 1e-12])('a ball whose middle is %f below a face leaves along the face', (depth) => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const spawn = (place: object, shape: ReturnType<typeof mesh>) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, place));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  const signs = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 5 : -5, i & 2 ? 4 : -4, i & 4 ? 6 : -6]);
  const quads = ['0264', '1573', '0451', '2376', '0132', '4675'].map((corners) => Array.from(corners, Number));
  const index = quads.flatMap(([a, b, c, d]) => [a, c, b, a, d, c]);
  // A turn about an axis along no other: 2 · (0.1, 0.3, 0.5, 0.8) of length 2 · √0.99.
  const [qx, qy, qz, qw] = [0.1, 0.3, 0.5, 0.8].map((value) => value / Math.sqrt(0.99));
  spawn({ x: 300, y: -200, z: 100, qx, qy, qz, qw }, mesh(signs.flat(), index, { solid: true }));
  /** A vector of the solid's frame in the world: v + 2 w (q × v) + 2 q × (q × v). */
  const turned = ([x, y, z]: readonly number[]) => {
    const cross = ([a, b, c]: readonly number[]) => [qy * c - qz * b, qz * a - qx * c, qx * b - qy * a];
    const once = cross([x, y, z]);
    const twice = cross(once);
    return [x, y, z].map((value, axis) => value + 2 * (qw * once[axis] + twice[axis]));
  };
  const normal = turned([0, 1, 0]);
  const [x, y, z] = turned([1.3, 4 - depth, 2.1]);
  const ball = spawn({ x: 300 + x, y: -200 + y, z: 100 + z }, sphere(0.5));
  collisionSystem(world);
  let met = 0;
  for (const contact of collision.contacts()) {
    if (contact.b !== ball) continue;
    met++;
    const told = [contact.normalX, contact.normalY, contact.normalZ];
    expect(Math.abs(Math.hypot(...told) - 1)).toBeLessThan(1e-15);
    // The place of the ball is rounded to 6e-14.
    expect(Math.hypot(...told.map((value, axis) => value - normal[axis]))).toBeLessThan(1e-7);
    expect(Math.abs(contact.separation + 0.5 + depth)).toBeLessThan(1e-12);
  }
  expect(met).toBe(1);
});
