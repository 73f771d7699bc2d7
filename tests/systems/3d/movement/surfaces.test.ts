import { describe, expect, it } from 'vitest';
import { box, compound, heightfield, mesh, sphere } from '../../../../entry/3d.ts';
import { createMoverWorld, Walker } from '../../../support/movement-3d.ts';
import { gridMesh, MOVERS, quads } from '../../../support/movers-3d.ts';
import { createRng } from '../../../support/rng.ts';

const UP = { x: 0, y: 1, z: 0 };

/** A flat floor whose strips are cut at other places than their neighbours: every seam has T-junctions. */
const T_FLOOR = quads(
  ...Array.from({ length: 24 }, (_, row) => {
    const cuts = 3 + (row % 4);
    return Array.from({ length: cuts }, (_, i) => {
      const from = -6 + (12 * i) / cuts;
      const to = -6 + (12 * (i + 1)) / cuts;
      const z = row / 2 - 6;
      return [
        [from, 0, z],
        [from, 0, z + 0.5],
        [to, 0, z],
        [to, 0, z + 0.5],
      ] as const;
    });
  }).flat(),
);
/** The same place as tiles that are colliders of their own. */
const FLOORS = {
  'a grid of triangles': T_FLOOR === undefined ? undefined : gridMesh(12, () => 0),
  'strips with T-junctions': T_FLOOR,
  'a heightfield': heightfield(new Float64Array(25 * 25), 25, 25, 0.5),
  boxes: compound(
    Array.from({ length: 144 }, (_, i) => ({
      ...box(0.5, 0.5, 0.5),
      offsetX: (i % 12) - 5.5,
      offsetY: -0.5,
      offsetZ: Math.floor(i / 12) - 5.5,
    })),
  ),
};

describe.each(MOVERS)('%s', (_, shape, foot) => {
  it.each(Object.entries(FLOORS))('runs over a flat floor of %s at one height, and loses no way', (name, floor) => {
    const game = createMoverWorld();
    const corner = name === 'a heightfield' ? -6 : 0;
    game.add(floor!, corner, 0, corner);
    game.tick();
    const rng = createRng(3);
    const options = { up: UP, stepHeight: 0.2, snapDistance: 0.2, skin: 0.01 };
    const walker = new Walker(game.world, shape, 0.1, foot + 0.02, 0.2, options);
    walker.moves(5, 0, -0.02, 0);
    for (let i = 0; i < 40; i++) {
      const angle = rng.range(-Math.PI, Math.PI);
      const [dx, dz] = [0.13 * Math.cos(angle), 0.13 * Math.sin(angle)];
      const { x, z } = walker.pose;
      walker.move(dx, -0.01, dz);
      expect(walker.result.hitCount).toBe(0);
      expect(Math.abs(walker.pose.y - foot - 0.01)).toBeLessThan(1e-9);
      expect(walker.pose.x - x).toBeCloseTo(dx, 12);
      expect(walker.pose.z - z).toBeCloseTo(dz, 12);
    }
  });
});

it('a one-sided mesh stops what comes from its front, and lets through what comes from behind', () => {
  const game = createMoverWorld();
  game.add(gridMesh(8, () => 0, { oneSided: true }));
  game.tick();
  for (const [, shape, foot] of MOVERS) {
    const above = new Walker(game.world, shape, 0.1, 3, 0.2, { up: UP });
    above.moves(60, 0.01, -0.1, 0);
    expect(above.pose.y).toBeGreaterThan(foot);
    expect(above.result.grounded).toBe(true);
    const below = new Walker(game.world, shape, 0.1, -3, 0.2, { up: UP });
    below.moves(60, 0, 0.1, 0);
    expect(below.pose.y).toBeGreaterThan(2.9);
  }
});

it('a solid mesh pushes out what begins in it, and a two-sided one keeps both sides', () => {
  const cube = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];
  const sides = [
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 3, 7, 6, 3, 6, 2, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5,
  ];
  const game = createMoverWorld();
  game.add(mesh(cube, sides, { solid: true }));
  game.tick();
  const walker = new Walker(game.world, sphere(0.2), 0.95, 0.1, 0.2);
  walker.move(0, 0, 0);
  expect(walker.pose.x).toBeGreaterThan(1.2);
  expect(walker.depth()).toBe(-Infinity);

  const room = createMoverWorld();
  room.add(mesh(cube, sides));
  room.tick();
  const inside = new Walker(room.world, sphere(0.2), 0, 0, 0);
  inside.moves(30, 0.3, 0.2, 0.1);
  expect(Math.max(inside.pose.x, inside.pose.y, inside.pose.z)).toBeLessThan(0.8);
  expect(inside.depth()).toBe(-Infinity);
});
