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

describe.each(MOVERS)('%s', (_, shape, foot) => {
  it('runs off flat ground down a mesh at 45°, on the ground with snapping, and in the air without', () => {
    const game = createMoverWorld();
    game.add(gridMesh(40, (x) => Math.min(0, -x)));
    game.tick();
    for (const snapDistance of [0.5, 0]) {
      const walker = new Walker(game.world, shape, -3.1, foot + 0.1, 0.3, { up: UP, skin: SKIN, snapDistance });
      walker.moves(5, 0, -0.1, 0);
      expect(walker.result.grounded).toBe(true);
      // Forward, and from side to side, which must not make it lose the ground for a tick.
      let flights = 0;
      for (let i = 0; i < 40; i++) {
        walker.move(0.2, 0, i % 2 === 0 ? 0.15 : -0.15);
        if (!walker.result.grounded) flights++;
        expect(walker.depth()).toBe(-Infinity);
      }
      if (snapDistance > 0) {
        expect(flights).toBe(0);
        expect(walker.pose.y).toBeLessThan(-1);
      } else {
        expect(flights).toBeGreaterThan(15);
        expect(walker.pose.y).toBeGreaterThan(-0.5);
      }
    }
  });

  it.each([95, 120, 150, 175])('comes to rest between two walls that open by %i°, and does not swing', (degrees) => {
    const game = createMoverWorld();
    const half = (degrees * Math.PI) / 360;
    // The corner is nearly at x = 4, and opens towards −x.
    for (const side of [-1, 1]) game.add(box(8, 8, 1), 4, 0, 0, turned(0, 1, 0, side * half));
    game.add(halfSpace());
    game.tick();
    const walker = new Walker(game.world, shape, -4, foot + 0.02, 0.4, { up: UP, skin: SKIN });
    walker.moves(400, 0.1, -0.01, 0);
    const { x, z } = walker.pose;
    // Between walls that are nearly one it may take another place in the skin.
    const most = degrees < 175 ? 1e-6 : SKIN / 2;
    for (let i = 0; i < 20; i++) {
      walker.move(0.1, -0.01, 0);
      expect(Math.abs(walker.pose.x - x)).toBeLessThan(most);
      expect(Math.abs(walker.pose.z - z)).toBeLessThan(most);
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
  game.add(box(1, 1, 1));
  game.tick();
  const mover = box(1, 1, 1);
  // Up to the edge or the corner, and on it from the start; away from it, and along the side that it was not let
  // through.
  for (const [x, y, z] of [
    [-3, 2, 0.2],
    [-2, 2, 0.2],
    [-3, 2, 2],
    [-2, 2, 2],
  ]) {
    const walker = new Walker(game.world, mover, x, y, z);
    walker.moves(12, 0.5, 0, 0);
    expect(walker.depth()).toBeLessThanOrEqual(0);
    const stopped = walker.pose.x;
    walker.move(0, 0.5, 0);
    expect(walker.pose.y).toBeGreaterThan(2.4);
    walker.moves(12, 0.5, 0, 0);
    expect(walker.pose.x).toBeCloseTo(stopped + 6, 9);
  }
  const past = new Walker(game.world, mover, -3, 2.02, 2.02);
  past.moves(12, 0.5, 0, 0);
  expect(past.pose).toMatchObject({ x: 3, y: 2.02, z: 2.02 });
  const diagonal = new Walker(game.world, mover, -3, -3, -3);
  diagonal.moves(5, 0.5, 0.5, 0.5);
  expect(diagonal.depth()).toBe(-Infinity);
  expect(diagonal.pose.x).toBeGreaterThan(-2.1);
  diagonal.moves(5, -0.5, -0.5, -0.5);
  expect(diagonal.pose.x).toBeLessThan(-4);
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
