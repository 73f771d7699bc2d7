import { describe, expect, it } from 'vitest';
import { collisionSystem, heightfield, mesh, type ShapeSpec, sphere } from '../../entry/3d.ts';
import { createBodies } from '../support/placed-bodies-3d.ts';
import { createRng } from '../support/rng.ts';

const SHEET = [-2, 0, -2, -2, 0, 2, 2, 0, 2, 2, 0, -2];

const surfaces: { name: string; ground: ShapeSpec; shift: number }[] = [
  { name: 'a mesh', ground: mesh(SHEET, [0, 1, 2, 0, 2, 3]), shift: 0 },
  { name: 'a heightfield', ground: heightfield(new Float64Array(25), 5, 5, 1), shift: -2 },
];

// The direction from the nearest point of a triangle to the middle of a sphere was rounding alone where the two are
// nearly in one place: it leant over the triangles around, and the sphere had no contact.
describe.each(surfaces)('a sphere whose middle lies on $name but for rounding', ({ ground, shift }) => {
  it.each([0, 1e-17, -1e-17, 1e-15, -1e-15, 1e-13, -1e-13, 1e-11, -1e-11])(
    '%d above it, leaves up or down',
    (height) => {
      const rng = createRng(20261127);
      for (let round = 0; round < 200; round++) {
        const scale = [1, 1e-3, 1e3][round % 3];
        const radius = scale * rng.range(0.1, 2);
        const [x, y, z] = [0, 1, 2].map(() => scale * rng.range(-9, 9));
        const { world, collision, spawn } = createBodies();
        const floor = spawn(ground, { x: x + scale * shift, y, z: z + scale * shift, scale });
        const at = () => scale * rng.range(-1.9, 1.9);
        const ball = spawn(sphere(radius), { x: x + at(), y: y + scale * height, z: z + at() });
        collisionSystem(world);
        const contacts = Array.from(collision.contactsOf(floor, ball), ({ normalY, penetration }) => {
          return { up: Math.abs(normalY), depth: penetration / radius };
        });
        expect(contacts, `round ${round}`).toHaveLength(1);
        expect(contacts[0].up).toBeGreaterThan(1 - 1e-12);
        expect(contacts[0].depth).toBeCloseTo(1, 9);
      }
    },
  );
});
