import { describe, expect, it } from 'vitest';
import { box, capsule, cylinder, halfSpace, hull, mesh, type ShapeSpec, sphere } from '../../../../entry/3d.ts';
import { createMoverWorld, type MoverWorld, turned, Walker } from '../../../support/movement-3d.ts';

const UP = { x: 0, y: 1, z: 0 };

/** Movers, and how far each reaches below its position. */
const MOVERS: [string, ShapeSpec, number][] = [
  ['a sphere', sphere(0.35), 0.35],
  ['a capsule', capsule(0.3, 0.4), 0.7],
  ['a box', box(0.3, 0.5, 0.3), 0.5],
  ['a cylinder', cylinder(0.3, 0.5), 0.5],
  ['a hull', hull([-0.3, -0.5, -0.3, 0.3, -0.5, -0.3, 0, -0.5, 0.4, 0, 0.6, 0]), 0.5],
];

/** A grid of triangles in the plane y = 0, half a metre wide each. */
function gridFloor(): ShapeSpec {
  const positions: number[] = [];
  const indices: number[] = [];
  const cells = 24;
  for (let i = 0; i <= cells; i++) for (let k = 0; k <= cells; k++) positions.push(i / 2 - 6, 0, k / 2 - 6);
  for (let i = 0; i < cells; i++) {
    for (let k = 0; k < cells; k++) {
      const a = i * (cells + 1) + k;
      const b = a + cells + 1;
      indices.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  return mesh(positions, indices);
}

const FLOORS: [string, (game: MoverWorld) => void][] = [
  ['a half-space', (game) => game.add(halfSpace())],
  ['a box', (game) => game.add(box(20, 1, 20), 0, -1)],
  ['a grid of triangles', (game) => game.add(gridFloor())],
];

describe.each(MOVERS)('%s', (_, shape, foot) => {
  it.each(FLOORS)('is on the ground all along where it moves to the sides alone, on %s', (_, build) => {
    const game = createMoverWorld();
    build(game);
    game.tick();
    // Without a way down it is the search for ground below, by a millimetre here, that keeps it there.
    const options = { up: UP, skin: 0.01, snapDistance: 0.001 };
    const walker = new Walker(game.world, shape, -4.877, foot + 0.01, -4.544, options);
    for (let i = 0; i < 240; i++) {
      walker.move(0.037, 0, i % 2 === 0 ? 0.061 : -0.021);
      expect(walker.result.grounded, `move ${i}`).toBe(true);
      expect(Math.abs(walker.pose.y - foot - 0.01)).toBeLessThan(1e-12);
    }
  });

  it.each(FLOORS)(
    'stands still on %s at 30 ticks a second under heavy gravity, and walks into a corner',
    (_, build) => {
      const game = createMoverWorld();
      build(game);
      game.add(box(0.5, 2, 20), 5, 2);
      game.add(box(20, 2, 0.5), 0, 2, 5);
      game.tick();
      const walker = new Walker(game.world, shape, 0.123, foot + 0.1, 0.456, { up: UP, skin: 0.01 });
      walker.moves(10, 0, -30 / 900, 0);
      for (let i = 0; i < 20; i++) {
        walker.move(0, -30 / 900, 0);
        expect(Math.abs(walker.pose.y - foot - 0.01)).toBeLessThan(1e-12);
        expect(walker.pose.x).toBe(0.123);
        expect(walker.pose.z).toBe(0.456);
        expect(walker.result.grounded).toBe(true);
        expect(walker.result.ground.normalY).toBeCloseTo(1, 12);
      }
      for (let i = 0; i < 70; i++) {
        walker.move(0.11, -0.02, 0.07);
        expect(Math.abs(walker.pose.y - foot - 0.01)).toBeLessThan(1e-12);
        expect(walker.result.grounded).toBe(true);
      }
      expect(walker.result.onWall).toBe(true);
      expect(walker.depth(0.02)).toBeLessThan(-0.005 + 1e-9);
      const { x, z } = walker.pose;
      expect(x).toBeGreaterThan(4.1);
      expect(z).toBeGreaterThan(4.05);
      // In the corner it goes nowhere.
      walker.moves(5, 0.11, -0.02, 0.07);
      expect(walker.pose.x).toBeCloseTo(x, 12);
      expect(walker.pose.z).toBeCloseTo(z, 12);
    },
  );

  it('goes as far on slopes as on flat ground, up and down, to the limit and no farther', () => {
    for (let degrees = 5; degrees <= 75; degrees += 14) {
      const angle = (degrees * Math.PI) / 180;
      for (const off of [-1e-4, 1e-4]) {
        const game = createMoverWorld();
        // The slope rises towards x; flat ground before it.
        game.add(halfSpace());
        game.add(halfSpace(), 0, 0, 0, turned(0, 0, 1, angle));
        game.tick();
        const options = { up: UP, slopeLimit: angle + off, snapDistance: 0.5 };
        const walker = new Walker(game.world, shape, -2, 1, 0, options);
        walker.moves(40, 0.1, -0.1, 0.05);
        const { x, y, z } = walker.pose;
        expect(walker.result.grounded).toBe(true);
        if (off < 0) {
          expect(x).toBeLessThan(0.1);
          expect(walker.result.onWall).toBe(true);
          // Along the foot of the slope nothing is lost.
          expect(z).toBeCloseTo(2, 9);
          continue;
        }
        expect(x).toBeGreaterThan(0.5 * Math.cos(angle));
        walker.moves(10, 0.1, -0.1, 0);
        expect(walker.pose.x - x).toBeCloseTo(Math.cos(angle), 9);
        expect(walker.pose.y - y).toBeCloseTo(Math.sin(angle), 9);
        expect(walker.pose.z).toBeCloseTo(z, 12);
        expect(walker.result.ground.normalX).toBeCloseTo(-Math.sin(angle), 9);
        walker.moves(10, -0.1, -0.1, 0);
        expect(walker.pose.x).toBeCloseTo(x, 9);
        expect(walker.pose.y).toBeCloseTo(y, 9);
        // Across the slope the height stays.
        walker.moves(10, 0, -0.1, 0.1);
        expect(walker.pose.y).toBeCloseTo(y, 9);
        expect(walker.pose.z - z).toBeCloseTo(1, 9);
        walker.moves(20, 0, -0.1, 0);
        expect(walker.pose.x).toBeCloseTo(x, 9);
      }
    }
  });
});
