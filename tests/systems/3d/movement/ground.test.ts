import { describe, expect, it } from 'vitest';
import { box, halfSpace, heightfield, mesh, type ShapeSpec } from '../../../../entry/3d.ts';
import { effort } from '../../../support/effort.ts';
import { createMoverWorld, type MoverWorld, turned, Walker } from '../../../support/movement-3d.ts';
import { gridMesh, MOVERS } from '../../../support/movers-3d.ts';

const UP = { x: 0, y: 1, z: 0 };

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

/** What rises from x = 0 on towards x at an angle, behind flat ground: of half-spaces, and as one surface. */
const SLOPES: Record<string, (game: MoverWorld, angle: number) => void> = {
  'half-spaces': (game, angle) => {
    game.add(halfSpace());
    game.add(halfSpace(), 0, 0, 0, turned(0, 0, 1, angle));
  },
  'a mesh': (game, angle) => game.add(gridMesh(12, (x) => Math.max(0, x) * Math.tan(angle))),
  'a heightfield': (game, angle) => {
    const heights = Float64Array.from({ length: 13 * 13 }, (_, i) => Math.max(0, (i % 13) - 6) * Math.tan(angle));
    game.add(heightfield(heights, 13, 13, 1), -6, 0, -6);
  },
};

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

  it.each(Object.entries(SLOPES))(
    'goes as far on slopes of %s as on flat ground, up and down, to the limit and no farther',
    (name, build) => {
      for (let degrees = 5; degrees <= 75; degrees += name === 'half-spaces' ? 10 : effort(10, 35)) {
        const angle = (degrees * Math.PI) / 180;
        for (const off of [-1e-4, 0, 1e-4]) {
          const game = createMoverWorld();
          build(game, angle);
          game.tick();
          const options = { up: UP, slopeLimit: angle + off, snapDistance: 0.5 };
          const walker = new Walker(game.world, shape, -2, 1, 0, options);
          walker.moves(40, 0.1, -0.1, 0.05);
          const { x, y, z } = walker.pose;
          const context = `${degrees}°, limit off by ${off}`;
          expect(walker.result.grounded, context).toBe(true);
          if (off < 0) {
            expect(x, context).toBeLessThan(0.1);
            expect(walker.result.onWall, context).toBe(true);
            // Along the foot of the slope nothing is lost.
            expect(z, context).toBeCloseTo(2, 9);
            continue;
          }
          expect(x, context).toBeGreaterThan(0.5 * Math.cos(angle));
          walker.moves(10, 0.1, -0.1, 0);
          expect(walker.pose.x - x, context).toBeCloseTo(Math.cos(angle), 9);
          expect(walker.pose.y - y, context).toBeCloseTo(Math.sin(angle), 9);
          expect(walker.pose.z, context).toBeCloseTo(z, 12);
          expect(walker.result.ground.normalX, context).toBeCloseTo(-Math.sin(angle), 9);
          walker.moves(10, -0.1, -0.1, 0);
          expect(walker.pose.x, context).toBeCloseTo(x, 9);
          expect(walker.pose.y, context).toBeCloseTo(y, 9);
          // Across the slope the height stays.
          walker.moves(10, 0, -0.1, 0.1);
          expect(walker.pose.y, context).toBeCloseTo(y, 9);
          expect(walker.pose.z - z, context).toBeCloseTo(1, 9);
          walker.moves(20, 0, -0.1, 0);
          expect(walker.pose.x, context).toBeCloseTo(x, 9);
        }
      }
    },
  );

  it.each(Object.entries(SLOPES))(
    'slides down slopes of %s that are too steep, and climbs none, not even by jumps',
    (_kind, build) => {
      const angle = 1.1;
      const game = createMoverWorld();
      build(game, angle);
      game.tick();
      const walker = new Walker(game.world, shape, 2, 8, 0.3, { up: UP });
      walker.moves(28, 0, -0.2, 0);
      const high = walker.pose.y;
      walker.moves(5, 0, -0.2, 0);
      // A fall into the slope leaves the part along it, sin² of which leads down.
      expect(high - walker.pose.y).toBeCloseTo(Math.sin(angle) ** 2, 6);
      expect(walker.result.grounded).toBe(false);
      expect(walker.result.onWall).toBe(true);
      const { x, y } = walker.pose;
      walker.moves(10, 0.2, 0, 0);
      expect(walker.pose.y).toBeLessThan(y + 1e-9);
      expect(walker.pose.x).toBeLessThan(x + 0.05);
      // A jump into it rises by itself, never by the way into the slope.
      for (let i = 0; i < 10; i++) {
        const { y: before } = walker.pose;
        walker.move(0.2, 0.05, 0);
        expect(walker.pose.y).toBeLessThan(before + 0.05 + 1e-9);
      }
      expect(walker.depth()).toBe(-Infinity);
    },
  );
});
