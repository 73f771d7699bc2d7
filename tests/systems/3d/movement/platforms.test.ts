import { describe, expect, it } from 'vitest';
import { box, cylinder, halfSpace } from '../../../../entry/3d.ts';
import { createMoverWorld, turned, Walker } from '../../../support/movement-3d.ts';
import { MOVERS } from '../../../support/movers-3d.ts';

const UP = { x: 0, y: 1, z: 0 };

describe.each(MOVERS)('%s', (_, shape, foot) => {
  it('goes round on a disc that turns once a second, at nine tenths of its radius, and comes back to its place', () => {
    const game = createMoverWorld();
    const disc = game.add(cylinder(5, 0.5), 0, -0.5);
    game.tick();
    const walker = new Walker(game.world, shape, 4.5, foot + 0.01, 0, { up: UP, carry: true, snapDistance: 0.2 });
    walker.moves(3, 0, -0.01, 0);
    for (let i = 1; i <= 60; i++) {
      const angle = (2 * Math.PI * i) / 60;
      game.place(disc, 0, -0.5, 0, turned(0, 1, 0, angle));
      walker.move(0, -0.01, 0);
      // Along the chord: the radius stays, to rounding.
      expect(Math.hypot(walker.pose.x, walker.pose.z)).toBeCloseTo(4.5, 12);
      expect(walker.pose.x).toBeCloseTo(4.5 * Math.cos(angle), 11);
      expect(walker.pose.z).toBeCloseTo(-4.5 * Math.sin(angle), 11);
      expect(walker.result.grounded).toBe(true);
    }
    expect(Math.hypot(walker.result.carriedX, walker.result.carriedZ)).toBeCloseTo(9 * Math.sin(Math.PI / 60), 11);
  });

  it('stays on a plank that tips about its middle, to either side', () => {
    const game = createMoverWorld();
    const plank = game.add(box(4, 0.2, 4), 0, -0.2);
    game.tick();
    const walker = new Walker(game.world, shape, 2, foot + 0.01, 0.3, { up: UP, carry: true, snapDistance: 0.3 });
    walker.moves(3, 0, -0.01, 0);
    for (let i = 1; i <= 60; i++) {
      const angle = 0.5 * Math.sin((Math.PI * i) / 30);
      game.place(plank, 0, -0.2, 0, i <= 30 ? turned(0, 0, 1, angle) : turned(1, 0, 0, angle));
      walker.move(0, -0.02, 0);
      expect(walker.result.grounded).toBe(true);
      expect(walker.depth()).toBe(-Infinity);
    }
    expect(walker.pose.x).toBeGreaterThan(1.3);
    expect(walker.pose.x).toBeLessThan(2.2);
  });

  it('rides a lift that turns back at 2.4 m/s and wanders meanwhile, never off it', () => {
    const game = createMoverWorld();
    const lift = game.add(box(2, 0.2, 2), 0, -0.2);
    game.tick();
    const options = { up: UP, carry: true, snapDistance: 0.1, skin: 0.01 };
    const walker = new Walker(game.world, shape, 0.4, foot + 0.02, 0.3, options);
    walker.moves(3, 0, -0.01, 0);
    let y = 0;
    for (let i = 1; i <= 120; i++) {
      y += ((i >> 5) & 1) === 0 ? 2.4 / 60 : -2.4 / 60;
      const x = 0.5 * Math.sin(i / 20);
      const z = 0.5 * Math.cos(i / 20) - 0.5;
      game.place(lift, x, y - 0.2, z);
      walker.move(0, -0.005, 0);
      expect(walker.result.grounded).toBe(true);
      expect(walker.pose.y - y).toBeCloseTo(foot + 0.01, 9);
      expect(walker.pose.x - x).toBeCloseTo(0.4, 9);
      expect(walker.pose.z - z).toBeCloseTo(0.3, 9);
    }
  });

  it('is pushed by a wall that moves, and crushed between it and another', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    const piston = game.add(box(0.5, 2, 2), -1.5, 2);
    const wall = game.add(box(0.5, 2, 2), 1.5, 2);
    game.tick();
    const walker = new Walker(game.world, shape, 0, foot + 0.02, 0, { up: UP, skin: 0.01 });
    walker.moves(3, 0, -0.05, 0);
    let x = -1.5;
    for (let i = 0; i < 100 && x < 0.1; i++) {
      x += 0.02;
      game.place(piston, x, 2, 0);
      walker.move(0, -0.01, 0);
      // While there is room for it, nothing is entered.
      if (1 - (x + 0.5) > 0.75) expect(walker.depth()).toBe(-Infinity);
    }
    const { result } = walker;
    expect(result.penetration).toBeGreaterThan(0.1);
    expect(result.crushers.slice(0, result.crusherCount).map(({ entity }) => entity)).toEqual(
      expect.arrayContaining([piston]),
    );
    // Not beyond either of the two.
    expect(walker.pose.x).toBeGreaterThan(x + 0.3);
    expect(walker.pose.x).toBeLessThan(1.2);
    expect([piston, wall]).toContain(result.crushers[0].entity);
    // Room again: it is free at once.
    game.place(piston, -1.5, 2, 0);
    walker.move(0, -0.01, 0);
    expect(walker.result.penetration).toBe(0);
    expect(walker.depth()).toBe(-Infinity);
  });
});

// The sides of the hull slant, so that a lift pushes the hull aside.
describe.each(MOVERS.filter(([name]) => name !== 'a hull'))('%s below a lift that comes down', (_, shape, foot) => {
  // It was put past the edge of the lift in one jump, by 1.3, as soon as the way there was shorter than the way up.
  it.each([0.1, -0.7])('is squeezed at x = %s to the floor, never put aside, and walks out by itself', (x) => {
    const game = createMoverWorld();
    game.add(halfSpace());
    const lift = game.add(box(1, 0.1, 1), 0, 4, 0);
    game.tick();
    const walker = new Walker(game.world, shape, x, foot + 0.02, 0.2, { up: UP, carry: true, stepHeight: 0.2 });
    walker.moves(3, 0, -0.05, 0);
    const { result } = walker;
    const head = 2 * foot;
    /** Moves the lower side of the lift from one height to another. */
    const squeeze = (from: number, to: number): void => {
      const ticks = Math.round(Math.abs(to - from) / 0.04);
      for (let i = 0; i <= ticks; i++) {
        const y = from + (i / ticks) * (to - from);
        game.place(lift, 0, y + 0.1, 0);
        walker.move(0, -0.05, 0);
        expect(Math.abs(walker.pose.x - x)).toBeLessThan(1e-9);
        expect(Math.abs(walker.pose.z - 0.2)).toBeLessThan(1e-9);
        expect(Math.abs(walker.pose.y - foot)).toBeLessThan(0.02);
        if (Math.abs(y - head) < 0.02) continue;
        expect(result.penetration > 0).toBe(y < head);
        if (y < head) expect(Math.abs(result.penetration - (head - y))).toBeLessThan(0.02);
      }
    };
    squeeze(head + 0.1, 0);
    expect(result.crushers.slice(0, result.crusherCount).map(({ entity }) => entity)).toContain(lift);
    squeeze(0, head + 0.1);
    expect(result.penetration).toBe(0);
    expect(walker.depth()).toBe(-Infinity);
    squeeze(head + 0.1, head / 2);
    const way = x < 0 ? -0.1 : 0.1;
    for (let i = 0; i < 14; i++) {
      const before = walker.pose.x;
      walker.move(way, -0.05, 0);
      expect(Math.abs(walker.pose.x - before - way)).toBeLessThan(0.02);
    }
    expect(result.penetration).toBe(0);
    expect(walker.depth()).toBe(-Infinity);
  });
});
