import { describe, expect, it } from 'vitest';
import { box, halfSpace, hull } from '../../../../entry/3d.ts';
import { createMoverWorld, Walker } from '../../../support/movement-3d.ts';
import { MOVERS } from '../../../support/movers-3d.ts';

const UP = { x: 0, y: 1, z: 0 };

/** How far the movers reach above their position. */
const HEADS: Record<string, number> = {
  'a sphere': 0.35,
  'a capsule': 0.7,
  'a box': 0.5,
  'a cylinder': 0.5,
  'a hull': 0.6,
};

describe.each(MOVERS)('%s', (name, shape, foot) => {
  it('walks off a ledge, and stands on it up to its end', () => {
    const game = createMoverWorld();
    game.add(box(5, 1, 5), -5, -1);
    game.tick();
    const options = { up: UP, stepHeight: 0.2, snapDistance: 0.2 };
    const walker = new Walker(game.world, shape, -2, foot + 0.1, 0.3, options);
    let lastGround = -Infinity;
    let speed = 0;
    for (let i = 0; i < 200; i++) {
      speed -= 0.01;
      walker.move(0.03, speed, 0.002);
      if (walker.result.grounded) {
        speed = 0;
        lastGround = walker.pose.x;
      }
      expect(walker.depth()).toBe(-Infinity);
    }
    expect(walker.pose.y).toBeLessThan(-5);
    // A round mover leaves the edge where that is steeper than the limit; a flat one when it is all past it.
    expect(lastGround).toBeGreaterThan(-0.05);
    expect(lastGround).toBeLessThan(0.35);
    expect(walker.pose.x).toBeGreaterThan(3);
  });

  it('jumps up a ramp and off its end, and is over no ground then', () => {
    const game = createMoverWorld();
    game.add(
      hull(
        [-3, 0, 0, 1, 0.5, 0, 1, -1, -3, 1, -1, 3].concat(
          [-3, -1, -3, -3, -1, 3, -3, 0, -3, -3, 0, 3],
          [0, 0, -3, 0, 0, 3, 1, 0.5, -3, 1, 0.5, 3],
        ),
      ),
    );
    game.tick();
    const walker = new Walker(game.world, shape, -1, foot + 0.2, 0.3, { up: UP, snapDistance: 0.3 });
    walker.moves(3, 0, -0.2, 0);
    expect(walker.result.grounded).toBe(true);
    walker.move(4, 0.3, 0);
    expect(walker.result.hits[0].surface).toBe('floor');
    expect(walker.pose.x).toBeGreaterThan(2);
    expect(walker.result.grounded).toBe(false);
  });

  it('leaves the ground at once when it jumps, however slowly, and is not held by snapping', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    game.tick();
    const walker = new Walker(game.world, shape, 0, foot + 0.1, 0, { up: UP, snapDistance: 0.5 });
    walker.moves(5, 0, -0.1, 0);
    const { y } = walker.pose;
    for (let i = 1; i < 10; i++) {
      expect(walker.move(0.1, 1e-4, 0.05).grounded).toBe(false);
      expect(walker.pose.y).toBeCloseTo(y + i * 1e-4, 12);
    }
  });

  it('steps on nothing while it jumps', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    // Higher than a sphere rolls over.
    game.add(box(2, 0.45, 2), 3, 0);
    game.tick();
    const walker = new Walker(game.world, shape, 0, foot + 0.02, 0, { up: UP, stepHeight: 0.5 });
    walker.moves(3, 0, -0.05, 0);
    for (let i = 0; i < 10; i++) walker.move(0.1, 0.01, 0);
    expect(walker.pose.x).toBeLessThan(1);
    expect(walker.pose.y).toBeLessThan(foot + 0.2);
    // On the ground again, it does.
    walker.moves(4, 0, -0.1, 0);
    walker.moves(5, 0.1, -0.01, 0);
    expect(walker.pose.y).toBeGreaterThan(foot + 0.4);
  });

  it('walks up no wall that stands on a step', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    game.add(box(2, 0.1, 3), 2, 0.1);
    game.add(box(1, 2, 3), 4, 2.2);
    game.tick();
    const walker = new Walker(game.world, shape, -2, foot + 0.02, 0.2, { up: UP, stepHeight: 0.3, skin: 0.006 });
    walker.moves(150, 0.05, -0.01, 0);
    // As wide as it is: 0.35 for the sphere, else 0.3.
    expect(walker.pose.x).toBeCloseTo(3 - 0.006 - (foot === 0.35 ? 0.35 : 0.3), 6);
    expect(walker.pose.y).toBeCloseTo(foot + 0.206, 6);
    expect(walker.result.onWall).toBe(true);
    expect(walker.result.grounded).toBe(true);
  });

  it('steps up nothing below a ceiling that leaves too little room, and walks back', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    game.add(box(2, 0.1, 3), 2, 0.1);
    // Half of the step is free above the mover.
    game.add(box(5, 1, 3), 0, foot + HEADS[name] + 0.1 + 1);
    game.tick();
    const walker = new Walker(game.world, shape, -2, foot + 0.02, 0.2, { up: UP, stepHeight: 0.3, skin: 0.006 });
    walker.moves(300, 0.05, -0.01, 0);
    const { x, y } = walker.pose;
    expect(x).toBeLessThan(-0.1);
    // A round mover may stand on the edge of the step, as high as the ceiling lets it.
    expect(y).toBeLessThan(foot + 0.1);
    for (let i = 0; i < 5; i++) {
      walker.move(0.05, -0.01, 0);
      // A sphere that is wedged between edge and ceiling creeps on within its skin.
      expect(Math.abs(walker.pose.x - x) + Math.abs(walker.pose.y - y)).toBeLessThan(1e-4);
      expect(walker.result.grounded).toBe(true);
      expect(walker.depth()).toBe(-Infinity);
    }
    walker.moves(10, -0.05, -0.01, 0);
    expect(walker.pose.x).toBeLessThan(x - 0.45);
  });
});
