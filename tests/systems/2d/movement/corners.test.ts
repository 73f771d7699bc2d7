import { describe, expect, it } from 'vitest';
import { box, capsule, chain, circle, compound, ellipse, polygon, type ShapeSpec } from '../../../../entry/2d.ts';
import { createMoverWorld, Walker } from '../../../support/movement-2d.ts';
import { createRng } from '../../../support/rng.ts';

const MOVERS: [string, ShapeSpec][] = [
  ['a circle', circle(0.4)],
  ['a capsule', capsule(0.4, 0.3)],
  ['a box', box(0.3, 0.5)],
];

describe.each(MOVERS)('%s in corners', (_, shape) => {
  it('of 1° to 89° rests where it gets to, and leaves again', () => {
    const rng = createRng(21);
    let wedged = 0;
    for (let degrees = 1; degrees <= 89; degrees += 4) {
      const half = (degrees * Math.PI) / 360;
      const turn = rng.range(-3, 3);
      const length = 3000;
      const at = (angle: number): { x: number; y: number } => ({
        x: length * Math.cos(turn + angle),
        y: length * Math.sin(turn + angle),
      });
      const game = createMoverWorld();
      game.add(chain([at(half), { x: 0, y: 0 }, at(-half)]));
      game.tick();
      // On the middle line, where there is room for it.
      const out = 1.5 / Math.sin(half);
      const walker = new Walker(game.world, shape, out * Math.cos(turn), out * Math.sin(turn));
      for (let push = 0; push < 20; push++) {
        const angle = turn + Math.PI + rng.range(-1, 1) * half;
        walker.moves(4, 100 * Math.cos(angle), 100 * Math.sin(angle));
        const { x, y } = walker.pose;
        walker.moves(3, 100 * Math.cos(angle), 100 * Math.sin(angle));
        if (walker.result.hitCount > 1) wedged++;
        expect(Math.hypot(walker.pose.x - x, walker.pose.y - y)).toBeLessThan(1e-9);
        expect(walker.depth()).toBe(-Infinity);
      }
      const { x, y } = walker.pose;
      walker.move(2 * Math.cos(turn), 2 * Math.sin(turn));
      expect(Math.hypot(walker.pose.x - x, walker.pose.y - y)).toBeCloseTo(2, 9);
    }
    expect(wedged).toBeGreaterThan(100);
  });

  it('of 90° to 175° comes to rest, and does not go to and fro between its sides', () => {
    for (let degrees = 90; degrees < 180; degrees += 5) {
      const half = (degrees * Math.PI) / 360;
      const [sideX, sideY] = [200 * Math.sin(half), 200 * Math.cos(half)];
      const game = createMoverWorld();
      game.add(chain([-sideX, sideY, 0, 0, sideX, sideY]));
      game.tick();
      const walker = new Walker(game.world, shape, 0.3, 3, { skin: 0.005 });
      // What leads but a few skins back is how it comes to rest.
      let turns = 0;
      let heading = 0;
      for (let i = 0; i < 400; i++) {
        const { x } = walker.pose;
        walker.move(0, -0.1);
        const way = walker.pose.x - x;
        if (Math.abs(way) > 0.02 && way * heading < 0) turns++;
        if (Math.abs(way) > 0.02) heading = way;
      }
      const { x, y } = walker.pose;
      walker.moves(5, 0, -0.1);
      expect(Math.hypot(walker.pose.x - x, walker.pose.y - y), `${degrees}°`).toBeLessThan(1e-9);
      expect(Math.abs(x), `${degrees}°`).toBeLessThan(0.1);
      expect(turns, `${degrees}°`).toBe(0);
    }
  });

  it('goes on along a wall, at a skin from it, and past its end', () => {
    const game = createMoverWorld();
    game.add(box(5, 1), 0, -1);
    game.tick();
    const walker = new Walker(game.world, shape, -4, 2, { skin: 0.01 });
    walker.moves(10, 0.5, -0.5);
    const bottom = shape.halfHeight + shape.radius;
    expect(walker.pose.y).toBeCloseTo(bottom + 0.01, 12);
    expect(walker.pose.x).toBeCloseTo(1, 12);
    expect(walker.result.hits[0]).toMatchObject({ normalX: 0, normalY: 1, surface: 'none' });
    // Off the end, it goes the way it was to go.
    walker.moves(30, 0.5, -0.5);
    expect(walker.pose.x).toBeCloseTo(16, 1);
    expect(walker.pose.y).toBeLessThan(-3);
  });

  it('comes to rest in the corner of a room, as near as the skin to both walls', () => {
    const game = createMoverWorld();
    game.add(box(10, 1), 0, -1);
    game.add(box(1, 10), 6, 0);
    game.tick();
    const walker = new Walker(game.world, shape, 0, 4, { skin: 0.01 });
    for (let i = 0; i < 40; i++) {
      walker.move(0.3, -0.4);
      if (i < 30) continue;
      expect(walker.pose.x).toBeCloseTo(5 - (shape.halfWidth + shape.radius) - 0.01, 12);
      expect(walker.pose.y).toBeCloseTo(shape.halfHeight + shape.radius + 0.01, 12);
      expect([walker.result.remainingX, walker.result.remainingY]).toEqual([
        expect.closeTo(0.3, 9),
        expect.closeTo(-0.4, 9),
      ]);
    }
  });

  it('slides along a wall met at a shallow angle', () => {
    for (let degrees = 1; degrees <= 24; degrees++) {
      const angle = (degrees * Math.PI) / 180;
      const game = createMoverWorld();
      game.add(box(50, 1), 0, -1);
      game.tick();
      const walker = new Walker(game.world, shape, -10, 2);
      walker.moves(40, 0.5 * Math.cos(angle), -0.5 * Math.sin(angle));
      expect(walker.pose.x).toBeCloseTo(-10 + 20 * Math.cos(angle), 9);
    }
  });
});

describe('a box', () => {
  it('whose corner is exactly on a corner is not caught there', () => {
    const game = createMoverWorld();
    game.add(box(1, 1), 0, 0);
    game.tick();
    // Up to the corner, and on it from the start; away from it, along either side, and through at a skin's distance.
    for (const [x, y] of [
      [-3, 2],
      [-2, 2],
    ]) {
      const walker = new Walker(game.world, box(1, 1), x, y);
      walker.moves(12, 0.5, 0);
      expect(walker.depth()).toBeLessThanOrEqual(0);
      const { x: stopped } = walker.pose;
      walker.move(0, 0.5);
      expect(walker.pose.y).toBeGreaterThan(2.4);
      walker.moves(12, 0.5, 0);
      expect(walker.pose.x).toBeCloseTo(stopped + 6, 9);
    }
    const past = new Walker(game.world, box(1, 1), -3, 2.02);
    past.moves(12, 0.5, 0);
    expect(past.pose).toMatchObject({ x: 3, y: 2.02 });
    const diagonal = new Walker(game.world, box(1, 1), -3, -3);
    diagonal.moves(5, 0.5, 0.5);
    expect(diagonal.depth()).toBe(-Infinity);
    expect(diagonal.pose.x).toBeGreaterThan(-2.1);
    diagonal.moves(5, -0.5, -0.5);
    expect(diagonal.pose.x).toBeLessThan(-4);
  });

  it('goes through a corridor exactly as wide as itself', () => {
    const game = createMoverWorld();
    game.add(box(1, 20), -1.5, 0);
    game.add(box(1, 20), 1.5, 0);
    game.tick();
    const walker = new Walker(game.world, box(0.5, 0.5), 0, -15);
    walker.moves(60, 0, 0.5);
    expect(walker.pose.y).toBeCloseTo(15, 9);
    expect(Math.abs(walker.pose.x)).toBeLessThan(1e-9);
    expect(walker.depth()).toBeLessThanOrEqual(1e-9);
    walker.moves(20, 0.3, -0.5);
    expect(walker.pose.y).toBeCloseTo(5, 9);
  });

  it('is not held by the seams of a ceiling or a wall of boxes', () => {
    const game = createMoverWorld();
    for (let i = -30; i < 30; i++) {
      game.add(box(0.5, 0.5), i, 2);
      game.add(box(0.5, 0.5), 30, i);
    }
    game.tick();
    const under = new Walker(game.world, box(0.4, 0.4), -20, 0);
    for (let i = 0; i < 100; i++) {
      under.move(0.17, 0.3);
      expect(under.pose.x).toBeCloseTo(-20 + 0.17 * (i + 1), 9);
    }
    expect(under.pose.y).toBeCloseTo(1.1 - 0.008, 9);
  });
});

describe('under a low ceiling over a slope', () => {
  it.each([5, 20, 40])('of %i°, it stops without a tremor and walks back', (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    for (const [, shape] of MOVERS) {
      const game = createMoverWorld();
      game.add(chain([-40, 0, 0, 0, 40 * Math.cos(angle), 40 * Math.sin(angle)]));
      game.add(box(40, 1), 0, 4);
      game.tick();
      const options = { up: { x: 0, y: 1 }, snapDistance: 0.3, stepHeight: 0.2 };
      const walker = new Walker(game.world, shape, -5, 1.2, options);
      walker.moves(700, 0.2, -0.1);
      const { x, y } = walker.pose;
      expect(x).toBeGreaterThan(0);
      for (let i = 0; i < 20; i++) {
        walker.move(0.2, -0.1);
        expect(Math.hypot(walker.pose.x - x, walker.pose.y - y)).toBeLessThan(1e-9);
        expect(walker.result.grounded).toBe(true);
        expect(walker.depth()).toBe(-Infinity);
      }
      expect(walker.result.onCeiling || walker.result.onWall).toBe(true);
      walker.moves(10, -0.2, -0.1);
      expect(walker.pose.x).toBeLessThan(x - 1);
    }
  });
});

/** Shapes that are 0.6 wide. */
const OF_ONE_WIDTH: [string, ShapeSpec][] = [
  ['a circle', circle(0.3)],
  ['a capsule', capsule(0.2, 0.3)],
  ['a box', box(0.3, 0.4)],
  ['a rounded box', box(0.2, 0.3, { radius: 0.1 })],
  ['an ellipse', ellipse(0.3, 0.5)],
];

describe.each(OF_ONE_WIDTH)('%s', (_, shape) => {
  it.each([0.25, 0.5, 0.75, 1, 1.5, 3])('falls through a shaft that is wider by %f skins, at any angle', (skins) => {
    const rng = createRng(7);
    for (let round = 0; round < 12; round++) {
      const angle = round === 0 ? 0 : rng.range(-3, 3);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const game = createMoverWorld();
      const half = 0.3 + (skins * 0.01) / 2;
      for (const side of [-1, 1]) {
        const out = side * (half + 0.5);
        for (let k = 0; k < 6; k++) game.add(box(0.5, 0.5), c * out + s * (k + 0.5), s * out - c * (k + 0.5), angle);
      }
      game.tick();
      const walker = new Walker(game.world, shape, s, -c, { skin: 0.01, up: { x: -s, y: c } }, angle);
      for (let i = 0; i < 30; i++) {
        walker.move(s * 0.1 + c * rng.range(-0.05, 0.05), -c * 0.1 + s * rng.range(-0.05, 0.05));
        const { x, y } = walker.pose;
        // As far as it was to, but for what goes into the walls.
        expect(Math.abs(s * x - c * y - 1.1 - 0.1 * i)).toBeLessThan(0.6);
        expect(walker.depth()).toBeLessThanOrEqual(1e-9);
      }
    }
  });
});

describe('a world of many surfaces at once', () => {
  it('stops a mover with hundreds of contacts, in half a pipe, and lets it go', () => {
    const game = createMoverWorld();
    const children = [];
    for (let i = 0; i < 600; i++) {
      const angle = Math.PI + (Math.PI * (i + 0.5)) / 600;
      children.push({
        ...box(0.01, 0.01),
        offsetX: 2 * Math.cos(angle),
        offsetY: 2 * Math.sin(angle),
        offsetRotation: angle,
      });
    }
    game.add(compound(children));
    game.tick();
    const walker = new Walker(game.world, circle(1.97), 0, 1, { skin: 0.01 });
    walker.moves(10, 0, -1);
    expect(walker.depth()).toBe(-Infinity);
    expect(Math.abs(walker.pose.y)).toBeLessThan(0.05);
    walker.pose.y = 50;
    walker.move(1, 0);
    expect(walker.pose.x).toBeCloseTo(1, 1);
  });

  it('is met the same whatever the order of insertion', () => {
    const rng = createRng(77);
    const bodies = Array.from({ length: 60 }, () => ({
      shape: [box(0.7, 0.3), circle(0.5), polygon([0, 0, 1, 0, 0.4, 0.8])][rng.integer(0, 2)],
      x: rng.range(-6, 6),
      y: rng.range(-6, 6),
      rotation: rng.range(-3, 3),
    }));
    const paths = [0, 1, 2].map((order) => {
      const game = createMoverWorld({ capacity: 200 });
      const { Transform, Collider } = game.collision;
      const ids = bodies.map(() => game.add(circle(1)));
      // Same entity, same place; told in another order.
      const turns = bodies.map((_, i) =>
        order === 0 ? i : order === 1 ? bodies.length - 1 - i : (i * 7) % bodies.length,
      );
      for (const i of turns) {
        Transform.x[ids[i]] = bodies[i].x;
        Transform.y[ids[i]] = bodies[i].y;
        Transform.rotation[ids[i]] = bodies[i].rotation;
        const { kind, radius, halfWidth, halfHeight, shape } = bodies[i].shape;
        Collider.kind[ids[i]] = kind;
        Collider.radius[ids[i]] = radius;
        Collider.halfWidth[ids[i]] = halfWidth;
        Collider.halfHeight[ids[i]] = halfHeight;
        if (shape !== 0) Collider.shape[ids[i]] = game.collision.registerShape(bodies[i].shape);
      }
      if (order === 2) game.tick();
      game.tick();
      const walker = new Walker(game.world, box(0.3, 0.2), 9, 9);
      const steps = createRng(5);
      const path = [];
      for (let i = 0; i < 300; i++) {
        const { x, y } = walker.pose;
        walker.move(steps.range(-1, 1) - 0.1 * x, steps.range(-1, 1) - 0.1 * y);
        path.push(walker.pose.x, walker.pose.y, walker.result.hitCount);
      }
      return path;
    });
    expect(paths[1]).toEqual(paths[0]);
    expect(paths[2]).toEqual(paths[0]);
  });
});
