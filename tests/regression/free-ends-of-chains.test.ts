import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  collideShape,
  collisionSystem,
  polygon,
  type ShapeContact,
  type ShapeSpec,
  segment,
} from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/** The deepest contact of a body with a line: its depth, and its normal from the line to the body. */
function deepestOf(line: ShapeSpec, body: ShapeSpec, x: number, y: number, rotation: number) {
  const { world, collision, spawn } = createGame();
  const ground = spawn(0, 0, line);
  const eid = spawn(x, y, body);
  collision.Transform.rotation[eid] = rotation;
  collisionSystem(world);
  const rows = Array.from(collision.contacts(), ({ penetration, normalX, normalY }) => ({
    penetration,
    normalX,
    normalY,
  }));
  rows.sort((a, b) => b.penetration - a.penetration);
  const hits: ShapeContact[] = [];
  collideShape(world, body, { x, y, rotation }, hits);
  const placed = hits.filter(({ entity }) => entity === ground).sort((a, b) => b.penetration - a.penetration);
  return { contact: rows[0], placed: placed[0] };
}

const SHAPES: Record<string, ShapeSpec> = {
  box: box(0.5, 0.5),
  'rounded box': box(0.4, 0.4, { radius: 0.1 }),
  capsule: capsule(0.4, 0.5),
  polygon: polygon([-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5]),
};

describe('at a free end of a chain, depth and normal do not jump at a hair of rotation', () => {
  it.each(Object.keys(SHAPES))('under a %s', (name) => {
    const ends: [ShapeSpec, number][] = [
      [segment(0, 0, 4, 0), 1],
      [chain([0, 0, 4, 0]), 1],
      [chain([0, 0, 2, 0, 4, 0]), 1],
      [chain([0, 0, 0.3, 0, 2, 0.5, 4, 0]), 1],
      [chain([4, 0, 0, 0], { oneSided: true }), 1],
      [chain([4, 0, 2, 0, 0, 0], { oneSided: true }), 1],
    ];
    for (const [line, side] of ends) {
      for (const rotation of [-0.002, -0.001, -1e-7, 0, 1e-7, 0.001, 0.002]) {
        const { contact, placed } = deepestOf(line, SHAPES[name], -0.45, side * 0.2, rotation);
        // The side of the shape overlaps the end of the line by 0.05.
        expect(contact.penetration).toBeGreaterThan(0.0494);
        expect(contact.penetration).toBeLessThan(0.051);
        expect(contact.normalX).toBeCloseTo(-1, 4);
        expect(Math.abs(contact.normalY)).toBeLessThan(0.0021);
        expect(placed.penetration).toBeCloseTo(contact.penetration, 12);
      }
    }
  });

  it('as nothing does at the joint of a convex corner', () => {
    for (const rotation of [-0.002, 0, 0.002]) {
      const { contact } = deepestOf(chain([0, -4, 0, 0, 4, 0]), box(0.5, 0.5), -0.45, 0.2, rotation);
      expect(contact.penetration).toBeLessThan(0.052);
      expect(contact.normalX).toBeCloseTo(-1, 4);
    }
  });
});
