import { describe, expect, it } from 'vitest';
import { box, createMoveResult, halfSpace, moveAndSlide, sphere } from '../../../../entry/3d.ts';
import { createMoverWorld, turned, Walker } from '../../../support/movement-3d.ts';
import { gridMesh, MOVERS } from '../../../support/movers-3d.ts';

/*
 * Cases at which character controllers are known to fail: descents that lose the ground, corners that meet exactly,
 * walls that open by more than a right angle, ends of walls, and movers that keep different distances.
 */

const UP = { x: 0, y: 1, z: 0 };
const SKIN = 0.01;
const SINE = Math.SQRT1_2;

describe.each(MOVERS)('%s', (_, shape, foot) => {
  it.each(['a half-space', 'a mesh'])(
    'runs down %s at 45° on the ground with snapping, and leaves it without',
    (kind) => {
      const game = createMoverWorld();
      if (kind === 'a half-space') game.add(halfSpace(), 0, 0, 0, turned(0, 0, 1, -Math.PI / 4));
      else game.add(gridMesh(40, (x) => -x));
      game.tick();
      for (const snapDistance of [0.5, 0]) {
        const options = { up: UP, skin: SKIN, snapDistance };
        const walker = new Walker(game.world, shape, -8, 8 + 2 * foot + 0.5, 0.3, options);
        walker.moves(40, 0, -0.1, 0);
        expect(walker.result.grounded).toBe(true);
        const { x, y } = walker.pose;
        // Forward, and from side to side, which must not make it lose the ground for a tick.
        let held = 0;
        for (let i = 0; i < 30; i++) {
          walker.move(0.2, 0, i % 2 === 0 ? 0.15 : -0.15);
          if (walker.result.grounded) held++;
        }
        if (snapDistance > 0) {
          expect(held).toBe(30);
          // As far as on flat ground: the part forward, along the slope.
          expect(walker.pose.x - x).toBeGreaterThan(30 * 0.2 * SINE);
          expect(walker.pose.y - y).toBeCloseTo(x - walker.pose.x, 6);
        } else {
          expect(held).toBeLessThan(5);
          expect(walker.pose.x - x).toBeCloseTo(6, 1);
          expect(walker.pose.y).toBeGreaterThan(y - 1);
        }
        expect(walker.depth()).toBe(-Infinity);
      }
    },
  );

  it.each([95, 120, 150, 175])('comes to rest between two walls that open by %i°, and does not swing', (degrees) => {
    const game = createMoverWorld();
    const half = (degrees * Math.PI) / 360;
    // The corner lies at x = 4 and opens towards −x.
    for (const side of [-1, 1]) game.add(halfSpace(), 4, 0, 0, turned(0, 1, 0, side * (Math.PI / 2 - half)));
    for (const side of [-1, 1]) game.add(box(8, 8, 1), 4, 0, 0, turned(0, 1, 0, side * half));
    game.add(halfSpace());
    game.tick();
    const walker = new Walker(game.world, shape, -4, foot + 0.02, 0.4, { up: UP, skin: SKIN });
    walker.moves(120, 0.1, -0.01, 0);
    const { x, z } = walker.pose;
    for (let i = 0; i < 20; i++) {
      walker.move(0.1, -0.01, 0);
      expect(walker.pose.x - x).toBeLessThan(1e-6);
      expect(walker.pose.x - x).toBeGreaterThan(-1e-6);
      expect(Math.abs(walker.pose.z - z)).toBeLessThan(1e-6);
    }
    expect(walker.depth()).toBe(-Infinity);
  });

  it('goes on straight where a wall ends that it was sliding along', () => {
    const game = createMoverWorld();
    game.add(box(2, 4, 0.5), 0, 0, 1.5);
    game.tick();
    const walker = new Walker(game.world, shape, -1, 0, 0.5, { skin: SKIN });
    // In one move along the wall, and past its end at x = 2 by the next.
    walker.move(2, 0, 0.6);
    expect(walker.pose.x).toBeCloseTo(1, 6);
    walker.moves(4, 0.5, 0, 0);
    walker.move(0.5, 0, 0.6);
    expect(walker.pose.x).toBeCloseTo(3.5, 6);
    expect(walker.result.hitCount).toBe(0);
  });

  it('stands beside one that keeps another distance, and neither pushes the other', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    const width = shape.halfX > 0 && shape.radius === 0 ? shape.halfX : Math.max(shape.radius, shape.halfX);
    const skins = [0.002, 0.05];
    const movers = [-1, 1].map((side) => game.add(shape, side * (width + 0.3), foot + 0.1, 0));
    game.tick();
    const results = movers.map(() => createMoveResult());
    const step = (dx: number): void => {
      for (const [i, mover] of movers.entries()) {
        const way = { x: i === 0 ? dx : -dx, y: -0.02, z: 0 };
        const { x, y, z } = moveAndSlide(game.world, mover, way, { up: UP, skin: skins[i] }, results[i]);
        game.place(mover, x, y, z);
      }
    };
    for (let i = 0; i < 60; i++) step(0.02);
    const places = results.map(({ x }) => x);
    for (let i = 0; i < 30; i++) step(0);
    for (const [i, { x }] of results.entries()) expect(Math.abs(x - places[i])).toBeLessThan(skins[1]);
    expect(results[1].x - results[0].x).toBeGreaterThan(2 * width);
    // Then they part freely.
    for (let i = 0; i < 20; i++) step(-0.02);
    for (const [i, { x }] of results.entries()) expect(Math.abs(x - places[i])).toBeGreaterThan(0.3);
  });
});

it('a box whose edge or corner is exactly on that of another is not caught there', () => {
  const game = createMoverWorld();
  game.add(box(1, 1, 1), 0, 0, 0);
  game.tick();
  const mover = box(0.5, 0.5, 0.5);
  const ways = [
    [-1.5, 0, 1.5, 0.1, 0, 0],
    [-1.5, 1.5, 1.5, 0.1, 0, 0],
    [-3, 1.5, 0.3, 0.1, 0, 0],
    [-3, 1.5, 1.5, 0.1, 0, 0.001],
    [1.5, 3, 1.5, 0, -0.1, 0],
    [-3, -3, -3, 0.1, 0.1, 0.1],
  ];
  for (const [x, y, z, dx, dy, dz] of ways) {
    const walker = new Walker(game.world, mover, x, y, z, { skin: SKIN });
    walker.moves(60, dx, dy, dz);
    expect(walker.depth()).toBe(-Infinity);
    const gone = [
      [walker.pose.x - x, dx],
      [walker.pose.y - y, dy],
      [walker.pose.z - z, dz],
    ];
    if (dx === dy) {
      // Straight at a corner: it stops there, or goes on beside it.
      expect(walker.depth(0.5)).toBeLessThan(0);
      continue;
    }
    for (const [way, by] of gone) if (Math.abs(by) > 0.01) expect(way).toBeCloseTo(60 * by, 6);
  }
});

it('a ball crosses two metres in a tick, while a wall comes towards it, and stays on its side', () => {
  const game = createMoverWorld();
  const wall = game.add(box(0.01, 3, 3), 1.2, 0, 0);
  game.tick();
  const walker = new Walker(game.world, sphere(0.2), 0, 0, 0, { skin: SKIN });
  walker.move(2, 0, 0);
  expect(walker.pose.x).toBeCloseTo(1.19 - 0.2 - SKIN, 9);
  for (let i = 1; i <= 8; i++) {
    game.place(wall, 1.2 - 0.15 * i, 0, 0);
    walker.move(2, 0, 0);
    expect(walker.pose.x).toBeCloseTo(1.19 - 0.15 * i - 0.2 - SKIN, 6);
  }
});
