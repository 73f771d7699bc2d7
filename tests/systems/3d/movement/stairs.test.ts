import { describe, expect, it } from 'vitest';
import { box, halfSpace } from '../../../../entry/3d.ts';
import { effort } from '../../../support/effort.ts';
import { createMoverWorld, type MoverWorld, Walker } from '../../../support/movement-3d.ts';
import { MOVERS, quads } from '../../../support/movers-3d.ts';

const UP = { x: 0, y: 1, z: 0 };
const STEPS = 10;
/** Where the first step rises. */
const FIRST = 1;
/** Where the wall beside the stairs begins. */
const WALL = 1;

/** Stairs that rise towards x, of boxes or as one mesh, with a wall beside them. */
function stairs(kind: string, rise: number, tread: number): MoverWorld {
  const game = createMoverWorld();
  game.add(halfSpace());
  game.add(box(10, 10, 0.5), 0, 5, WALL + 0.5);
  if (kind === 'boxes') {
    for (let i = 0; i < STEPS; i++) {
      const height = (i + 1) * rise;
      game.add(box(5, height / 2, 2), FIRST + i * tread + 5, height / 2);
    }
  } else {
    const sides = Array.from({ length: STEPS }, (_, i) => {
      const x = FIRST + i * tread;
      const next = i === STEPS - 1 ? 20 : x + tread;
      const low = i * rise;
      const high = low + rise;
      return [
        [
          [x, low, -2],
          [x, low, 2],
          [x, high, -2],
          [x, high, 2],
        ] as const,
        [
          [x, high, -2],
          [x, high, 2],
          [next, high, -2],
          [next, high, 2],
        ] as const,
      ];
    });
    game.add(quads(...sides.flat()));
  }
  game.tick();
  return game;
}

describe.each(MOVERS)('%s', (_, shape, foot) => {
  it.each(['boxes', 'a mesh'])(
    'walks up stairs of %s along a wall, at any rate, and down, never off the floor',
    (kind) => {
      for (const tread of effort([0.05, 0.3, 0.5], [0.05, 0.3])) {
        for (const rate of effort([60, 120, 240, 360], [60])) {
          const game = stairs(kind, 0.3, tread);
          const options = { up: UP, stepHeight: 0.35, snapDistance: 0.35, skin: 0.01 };
          const walker = new Walker(game.world, shape, 0, foot + 0.02, 0.6, options);
          const step = 3 / rate;
          walker.moves(3, 0, -0.05, 0);
          for (let i = 0; i < 4 * rate && walker.pose.x < 6; i++) {
            walker.move(step, -0.1 / rate, 0.3 * step);
            expect(walker.result.grounded, `tread ${tread}, rate ${rate}, at ${walker.pose.x}`).toBe(true);
            expect(walker.depth()).toBe(-Infinity);
          }
          expect(walker.pose.x).toBeGreaterThan(5);
          expect(walker.pose.y).toBeCloseTo(STEPS * 0.3 + foot + 0.01, 6);
          for (let i = 0; i < 4 * rate && walker.pose.x > 0; i++) {
            walker.move(-step, -0.1 / rate, 0.3 * step);
            expect(walker.result.grounded, `tread ${tread}, rate ${rate}, back at ${walker.pose.x}`).toBe(true);
          }
          expect(walker.pose.x).toBeLessThan(0.2);
          expect(walker.pose.y).toBeCloseTo(foot + 0.01, 6);
          // The wall has been met and not entered.
          expect(walker.pose.z).toBeGreaterThan(WALL - 0.4);
          expect(walker.pose.z).toBeLessThan(WALL - 0.3);
        }
      }
    },
  );

  it('is not made faster by the wall beside the stairs', () => {
    const game = stairs('boxes', 0.2, 0.4);
    const options = { up: UP, stepHeight: 0.3, snapDistance: 0.3, skin: 0.01 };
    const walker = new Walker(game.world, shape, 0, foot + 0.02, 0.6, options);
    walker.moves(3, 0, -0.05, 0);
    const ticks = 100;
    walker.moves(ticks, 0.03, -0.001, 0.03);
    // A step onto a tread may go farther than the tick by two skins, so that the mover stands there.
    expect(walker.pose.x).toBeLessThan(ticks * 0.03 + STEPS * 0.02);
    expect(walker.pose.x).toBeGreaterThan(2);
  });

  it('stops before a step that is too high, and before none that is not', () => {
    for (const [rise, height, isAble] of [
      [0.45, 0.2, false],
      [0.45, 0.46, true],
    ] as const) {
      const game = createMoverWorld();
      game.add(halfSpace());
      game.add(box(5, rise / 2, 5), 6, rise / 2);
      game.tick();
      const options = { up: UP, stepHeight: height, snapDistance: 0.1, skin: 0.01 };
      // A sphere of less radius than the step is high rolls over no edge.
      const walker = new Walker(game.world, shape, 0, foot + 0.02, 0, options);
      walker.moves(60, 0.05, -0.01, 0.02);
      if (isAble) {
        expect(walker.pose.y).toBeCloseTo(rise + foot + 0.01, 6);
        expect(walker.pose.x).toBeGreaterThan(1.5);
      } else {
        expect(walker.pose.x).toBeLessThan(1);
        expect(walker.result.onWall).toBe(true);
      }
      // Along the step nothing is lost either way.
      expect(walker.pose.z).toBeGreaterThan(1.1);
    }
  });
});
