import { describe, expect, it } from 'vitest';
import { box, halfSpace, sphere } from '../../../../entry/3d.ts';
import { createMoverWorld, type MoverWorld, turned, Walker } from '../../../support/movement-3d.ts';
import { MOVERS } from '../../../support/movers-3d.ts';
import { createRng } from '../../../support/rng.ts';

const UP = { x: 0, y: 1, z: 0 };

/** A world of half-spaces through the origin, by the axis and the angle that each is turned by. */
function slopes(...turns: Parameters<typeof turned>[]): MoverWorld {
  const game = createMoverWorld();
  for (const turn of turns) game.add(halfSpace(), 0, 0, 0, turned(...turn));
  game.tick();
  return game;
}

describe.each(MOVERS)('%s', (_, shape, foot) => {
  it('is held without a tremor by two floors of 75° that it begins in, walks along their crease, and gets out', () => {
    const steep = (75 * Math.PI) / 180;
    const game = slopes([0, 0, 1, steep], [0, 0, 1, -steep]);
    const walker = new Walker(game.world, shape, 0.02, 0.8 * foot, 0, { up: UP });
    walker.move(0, 0, 0);
    expect(walker.depth()).toBe(-Infinity);
    walker.moves(10, 0, -0.1, 0);
    const { x, y } = walker.pose;
    walker.moves(10, 0, -0.1, 0.1);
    expect(walker.pose.x).toBeCloseTo(x, 9);
    expect(walker.pose.y).toBeCloseTo(y, 9);
    expect(walker.pose.z).toBeCloseTo(1, 9);
    // Neither is ground, but there is no way down.
    expect(walker.result.grounded).toBe(true);
    walker.moves(20, 0.02, 0.3, 0);
    expect(walker.pose.y).toBeGreaterThan(y + 3);
  });

  it('put into a pit of four steep slopes comes out of them, rests at the bottom, and gets away', () => {
    const steep = (65 * Math.PI) / 180;
    const game = slopes([1, 0, 0, steep], [-1, 0, 0, steep], [0, 0, 1, steep], [0, 0, -1, steep]);
    const walker = new Walker(game.world, shape, 0.1, 0.5, -0.2, { up: UP });
    walker.move(0, -0.1, 0);
    expect(walker.depth()).toBe(-Infinity);
    walker.moves(40, 0, -0.1, 0);
    const { x, y, z } = walker.pose;
    walker.moves(5, 0, -0.1, 0);
    expect(Math.hypot(walker.pose.x - x, walker.pose.y - y, walker.pose.z - z)).toBeLessThan(1e-9);
    expect(walker.result.grounded).toBe(true);
    walker.moves(20, 0, 0.1, 0.02);
    expect(walker.pose.y).toBeGreaterThan(y + 1.9);
  });

  it('stays in an inner corner of three walls at any angles, whichever way it pushes', () => {
    const rng = createRng(5);
    for (let round = 0; round < 12; round++) {
      const [left, right, back] = [rng.range(0.4, 1.1), rng.range(0.4, 1.1), rng.range(0.4, 1.1)];
      const game = slopes([0, 0, 1, left], [0, 0, 1, -right], [1, 0, 0, back]);
      const walker = new Walker(game.world, shape, 0, 4, 1);
      for (let i = 0; i < 60; i++) {
        walker.move(rng.range(-0.2, 0.2), -0.15, rng.range(-0.25, 0.1));
        expect(walker.depth()).toBe(-Infinity);
      }
      // In the corner, a push into it moves nothing.
      const into = [
        0.1 * (Math.sin(left) - Math.sin(right)),
        -0.1 * (Math.cos(left) + Math.cos(right) + Math.cos(back)),
        -0.1 * Math.sin(back),
      ] as const;
      walker.moves(40, ...into);
      const { x, y, z } = walker.pose;
      walker.moves(3, ...into);
      expect(Math.hypot(walker.pose.x - x, walker.pose.y - y, walker.pose.z - z)).toBeLessThan(1e-6);
    }
  });

  it('goes along a wall that it meets at 20° without losing more than the part into it', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    game.add(box(20, 3, 0.5), 0, 3, 3);
    game.tick();
    const walker = new Walker(game.world, shape, -5, foot + 0.02, 2, { up: UP, skin: 0.01 });
    walker.moves(5, 0, -0.01, 0);
    const angle = (20 * Math.PI) / 180;
    walker.moves(50, 0.1 * Math.cos(angle), -0.01, 0.1 * Math.sin(angle));
    expect(walker.pose.x).toBeCloseTo(-5 + 5 * Math.cos(angle), 9);
    expect(walker.result.onWall).toBe(true);
    expect(walker.pose.y).toBeCloseTo(foot + 0.01, 9);
  });

  it('stops between walls that meet at 60°, and does not swing to and fro', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    game.add(halfSpace(), 3, 0, 0, turned(Math.SQRT1_2, 0, Math.SQRT1_2, Math.PI / 2));
    game.add(halfSpace(), 3, 0, 0, turned(-Math.SQRT1_2, 0, Math.SQRT1_2, Math.PI / 2));
    game.tick();
    const walker = new Walker(game.world, shape, -2, foot + 0.02, 0.3, { up: UP });
    walker.moves(100, 0.1, -0.01, 0.02);
    const { x, z } = walker.pose;
    for (let i = 0; i < 5; i++) {
      walker.move(0.1, -0.01, 0);
      expect(Math.hypot(walker.pose.x - x, walker.pose.z - z)).toBeLessThan(0.01);
    }
    expect(walker.depth()).toBe(-Infinity);
  });

  it('fits through a corridor of exactly its width, along and across the axes', () => {
    const width = shape.shape === 0 ? Math.max(shape.halfX, 0) + shape.radius : 0.3;
    for (const angle of [0, 0.3]) {
      const game = createMoverWorld();
      game.add(halfSpace());
      const rotation = turned(0, 1, 0, angle);
      const off = width + 0.5;
      for (const side of [-1, 1]) {
        game.add(box(5, 2, 0.5), side * off * Math.sin(angle), 2, side * off * Math.cos(angle), rotation);
      }
      game.tick();
      const walker = new Walker(game.world, shape, 0, foot + 0.02, 0, { up: UP }, rotation);
      walker.moves(5, 0, -0.01, 0);
      walker.moves(20, 0.1 * Math.cos(angle), -0.01, -0.1 * Math.sin(angle));
      expect(Math.hypot(walker.pose.x, walker.pose.z)).toBeCloseTo(2, 6);
      expect(walker.depth()).toBeLessThan(1e-9);
    }
  });

  it('slides along a ceiling of tiles when it jumps, and stops where floor and ceiling meet', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    for (let i = -5; i <= 5; i++) game.add(box(0.5, 0.5, 3), i, 2.5, 0);
    // A ceiling that comes down to the floor at 30°, its crease at x = 8.
    game.add(halfSpace(), 8, 0, 0, turned(0, 0, 1, Math.PI - Math.PI / 6));
    game.tick();
    const walker = new Walker(game.world, shape, -4, foot + 0.3, 0.2, { up: UP });
    for (let i = 0; i < 30; i++) {
      walker.move(0.1, 0.05, 0.01);
      if (i > 20) expect(walker.result.onCeiling).toBe(true);
    }
    expect(walker.pose.x).toBeCloseTo(-1, 9);
    expect(walker.pose.z).toBeCloseTo(0.5, 9);
    walker.moves(40, 0, -0.1, 0);
    walker.moves(120, 0.1, -0.01, 0.01);
    const { x } = walker.pose;
    walker.moves(5, 0.1, -0.01, 0);
    expect(walker.pose.x).toBeCloseTo(x, 6);
    expect(walker.depth()).toBe(-Infinity);
  });
});

it('a fast mover meets thin walls, from any side and however far it goes', () => {
  const rng = createRng(9);
  const game = createMoverWorld();
  for (const side of [-1, 1]) {
    game.add(box(0.001, 3, 3), 3 * side, 0, 0);
    game.add(box(3, 0.001, 3), 0, 3 * side, 0);
    game.add(box(3, 3, 0.001), 0, 0, 3 * side);
  }
  game.tick();
  for (const [, shape] of MOVERS) {
    const walker = new Walker(game.world, shape, 0, 0, 0);
    for (let i = 0; i < 60; i++) {
      const speed = 10 ** rng.range(0, 4);
      walker.move(rng.range(-1, 1) * speed, rng.range(-1, 1) * speed, rng.range(-1, 1) * speed);
      const { x, y, z } = walker.pose;
      expect(Math.max(Math.abs(x), Math.abs(y), Math.abs(z))).toBeLessThan(2.71);
      expect(walker.depth()).toBe(-Infinity);
    }
  }
});

it('movers that stand against each other go their ways', () => {
  const game = createMoverWorld();
  game.add(halfSpace());
  const other = game.add(sphere(0.5), 1.01, 0.52, 0);
  game.tick();
  const walker = new Walker(game.world, sphere(0.5), 0, 0.52, 0, { up: UP });
  walker.moves(3, 0, -0.01, 0);
  game.place(other, 1.005, 0.51, 0);
  const { x } = walker.pose;
  walker.moves(5, 0, -0.01, 0);
  expect(Math.abs(walker.pose.x - x)).toBeLessThan(0.01);
  walker.moves(10, -0.05, -0.01, 0);
  expect(walker.pose.x).toBeLessThan(x - 0.49);
});
