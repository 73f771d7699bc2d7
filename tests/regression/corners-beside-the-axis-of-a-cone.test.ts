import { expect, it } from 'vitest';
import { capsule, collisionSystem, cone, cylinder } from '../../entry/3d.ts';
import { createBodies } from '../support/placed-bodies-3d.ts';
import { createRng } from '../support/rng.ts';

// The way from the axis of a cone to a corner almost on the axis is a difference of much larger numbers. The normal
// made of it was up to 3e-7 too long.
it('normals between a cone or a cylinder and a capsule that ends beside its axis have the length 1', () => {
  let count = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const rng = createRng(seed);
    const { world, collision, spawn } = createBodies();
    const size = rng.range(0.1, 1);
    const round = seed % 4 === 0 ? cylinder(0.02 * size, size) : cone(rng.range(0.02, 1) * size, size);
    const jitter = () => rng.range(-1, 1) * 10 ** rng.range(-10, -6);
    const turn = () => rng.range(-1, 1);
    const place = { x: turn(), y: turn(), z: turn(), qx: turn(), qy: turn(), qz: turn(), qw: turn() };
    const a = spawn(capsule(0.01, 0.3), place);
    const b = spawn(round, { ...place, x: place.x + jitter(), y: place.y + jitter(), z: place.z + jitter() });
    collisionSystem(world);
    for (const { normalX, normalY, normalZ } of collision.contactsOf(a, b)) {
      count++;
      expect(Math.abs(Math.hypot(normalX, normalY, normalZ) - 1), `seed ${seed}`).toBeLessThan(1e-12);
    }
  }
  expect(count).toBeGreaterThan(200);
});
