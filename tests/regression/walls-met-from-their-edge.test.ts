import { describe, expect, it } from 'vitest';
import { box, collisionSystem, cylinder, hull, mesh, type ShapeSpec } from '../../entry/3d.ts';
import { createBodies } from '../support/placed-bodies-3d.ts';
import { createRng } from '../support/rng.ts';

const QUADS = ['0264', '1573', '0451', '2376', '0132', '4675'].map((corners) => Array.from(corners, Number));
const SIDES = QUADS.flatMap(([a, b, c, d]) => [a, c, b, a, d, c]);

/** A mesh of the sides of a box. */
function crateOf(halfX: number, halfY: number, halfZ: number, options: Parameters<typeof mesh>[2]): ShapeSpec {
  const corner = (i: number): number[] => [i & 1 ? halfX : -halfX, i & 2 ? halfY : -halfY, i & 4 ? halfZ : -halfZ];
  return mesh([0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner), SIDES, options);
}

const table = { reach: [1.6, 2.1], body: box(0.5, 0.5, 0.5) };
const floor = { reach: [-2, 2], body: crateOf(0.5, 0.5, 0.5, { solid: true }) };

// A body that lay a little aslant across the edge of a mesh, or a mesh on a larger body, was met by the wall below the
// edge as well, along the wall's normal: by all of its width.
describe.each([
  { name: 'a crate across the edge of a solid mesh', ground: crateOf(2, 1, 2, { solid: true }), ...table },
  { name: 'a crate across the edge of an open mesh', ground: crateOf(2, 1, 2, {}), ...table },
  { name: 'a solid mesh on a box', ground: box(4, 1, 4), ...floor },
  { name: 'a solid mesh on a cylinder', ground: cylinder(4, 1), ...floor },
  {
    name: 'a solid mesh on a hull',
    ground: hull([-4, 1, -4, 4, 1, -4, 4, 1, 4, -4, 1, 4, -3, -2, -3, 3, -2, 3]),
    ...floor,
  },
])('$name', ({ ground, reach: [low, high], body }) => {
  it('is pushed up, by no more than it has sunk in', () => {
    const rng = createRng(20261127);
    for (let round = 0; round < 300; round++) {
      const tilt = [0, 1e-9, 1e-7, 1e-5, 1e-3][round % 5];
      const depth = 10 ** -rng.range(2, 5);
      const yaw = rng.range(-3, 3);
      const { world, collision, spawn } = createBodies();
      spawn(ground, { y: -1 });
      const turn = {
        qx: rng.range(-tilt, tilt),
        qy: Math.sin(yaw / 2),
        qz: rng.range(-tilt, tilt),
        qw: Math.cos(yaw / 2),
      };
      spawn(body, { x: rng.range(low, high), y: 0.5 - depth, z: rng.range(-1, 1), ...turn });
      collisionSystem(world);
      const contacts = [...collision.contacts()].length;
      expect(contacts, `round ${round}`).toBeGreaterThan(0);
      for (const { normalY, penetration } of collision.contacts()) {
        expect(normalY, `round ${round}`).toBeGreaterThan(0.99);
        expect(penetration).toBeLessThan(depth * (1 + 1e-9) + 4 * tilt);
      }
    }
  });
});
