import { addComponent, addEntity, removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { box, createMoveResult, cylinder, halfSpace, moveAndSlide } from '../../../../entry/3d.ts';
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

  it.each([
    [0.05, -0.02, 0.03],
    [0.5, -0.5, -0.2],
    [-0.3, -1.5, 0.1],
    [2, 2, -2],
    [0, 30, 0],
    [0, -30, 0],
  ])('keeps its place on a lift that moves by (%d, %d, %d) a tick', (vx, vy, vz) => {
    const game = createMoverWorld();
    const lift = game.add(box(2, 0.2, 2), 0, -0.2);
    game.tick();
    const walker = new Walker(game.world, shape, 0.2, foot + 0.1, -0.3, { up: UP, carry: true, skin: 0.01 });
    walker.moves(5, 0, -0.05, 0);
    const { x, y, z } = walker.pose;
    for (let i = 1; i <= 40; i++) {
      game.place(lift, vx * i, vy * i - 0.2, vz * i);
      walker.move(0, -0.02, 0);
      expect(walker.result.grounded).toBe(true);
      const { pose } = walker;
      expect(
        Math.abs(pose.x - x - vx * i) + Math.abs(pose.y - y - vy * i) + Math.abs(pose.z - z - vz * i),
      ).toBeLessThan(1e-9);
      expect(walker.result.carriedY).toBeCloseTo(vy, 9);
    }
  });

  it.each([0.04, 0.2])('is lifted by %d a tick by what does not carry it, and does not sink in', (speed) => {
    const game = createMoverWorld();
    const lift = game.add(box(2, 0.2, 2), 0, -0.2);
    game.tick();
    const walker = new Walker(game.world, shape, 0.2, foot + 0.1, 0.3, { up: UP, snapDistance: 0.5, skin: 0.01 });
    walker.moves(5, 0, -0.05, 0);
    let y = 0;
    for (let i = 0; i < 60; i++) {
      y += i % 20 < 10 ? speed : -speed;
      game.place(lift, 0, y - 0.2, 0);
      walker.move(0, -0.3, 0);
      expect(walker.depth()).toBe(-Infinity);
      expect(walker.result.grounded).toBe(true);
      expect(Math.abs(walker.pose.y - y - foot - 0.01)).toBeLessThan(1e-9);
    }
  });

  it('is carried no more by what it has left: by a jump, by a leap to elsewhere, by its removal', () => {
    const game = createMoverWorld();
    const lift = game.add(box(2, 0.2, 2), 0, -0.2);
    game.tick();
    const walker = new Walker(game.world, shape, 0.2, foot + 0.1, 0.3, { up: UP, carry: true });
    walker.moves(5, 0, -0.05, 0);
    game.place(lift, 0.5, -0.2, 0);
    expect(walker.move(0, 0.5, 0).carriedX).toBeCloseTo(0.5, 12);
    game.place(lift, 1, -0.2, 0);
    expect(walker.move(0, 0.1, 0).carriedX).toBe(0);
    walker.moves(15, 0, -0.1, 0);
    expect(walker.result.grounded).toBe(true);
    walker.pose.x += 30;
    game.place(lift, 2, -0.2, 0);
    expect(walker.move(0, -0.1, 0).carriedX).toBe(0);
    walker.pose.x = 2;
    walker.moves(3, 0, -0.1, 0);
    walker.pose.y = foot + 0.05;
    walker.moves(5, 0, -0.05, 0);
    expect(walker.result.ground.entity).toBe(lift);
    const { x } = walker.pose;
    removeEntity(game.world, lift);
    // The next owner of the id is somewhere else.
    expect(game.add(box(2, 0.2, 2), 30)).toBe(lift);
    walker.move(0, -0.05, 0);
    expect([walker.pose.x, walker.result.carriedX]).toEqual([x, 0]);
  });

  it('goes with a raft that is named, as that moves and turns, though it stands on nothing', () => {
    const game = createMoverWorld();
    const raft = game.add(box(5, 5, 5), 3, 0, -2);
    const bare = addEntity(game.world);
    game.tick();
    const walker = new Walker(game.world, shape, 3 + 4, 0, -2, { platform: raft, ignore: raft });
    walker.move(0, 0, 0);
    for (let i = 1; i <= 60; i++) {
      const angle = (2 * Math.PI * i) / 60;
      game.place(raft, 3, 0.1 * i, -2, turned(0, 1, 0, angle));
      walker.move(0, 0, 0);
      expect(walker.pose.x).toBeCloseTo(3 + 4 * Math.cos(angle), 9);
      expect(walker.pose.y).toBeCloseTo(0.1 * i, 9);
      expect(walker.pose.z).toBeCloseTo(-2 - 4 * Math.sin(angle), 9);
    }
    // One that has no collider, or takes no part, carries nobody.
    for (const [platform, change] of [
      [bare, () => {}],
      [raft, () => addComponent(game.world, raft, game.collision.Disabled)],
    ] as const) {
      const rider = new Walker(game.world, shape, 40, 0, 0, { platform, ignore: platform });
      rider.move(0, 0, 0);
      change();
      expect([rider.move(1, 0, 0).carriedX, rider.result.carrier.entity]).toEqual([0, -1]);
    }
  });

  it('follows those before it in a train, and stops a skin from those that come towards it', () => {
    const game = createMoverWorld();
    const { Transform } = game.collision;
    const width = foot === 0.35 ? 0.7 : 0.6;
    const train = Array.from({ length: 6 }, (_unused, i) => game.add(shape, i * (width + 0.02)));
    game.tick();
    const result = createMoveResult();
    const step = (mover: number, x: number): void => {
      moveAndSlide(game.world, mover, { x, y: 0, z: 0 }, { skin: 0.01 }, result);
      game.place(mover, result.x, result.y, result.z);
    };
    // The first in the line goes first: all can follow.
    for (let tick = 0; tick < 20; tick++) for (const mover of [...train].reverse()) step(mover, 0.3);
    for (const [i, mover] of train.entries()) expect(Transform.x[mover]).toBeCloseTo(i * (width + 0.02) + 6, 9);
    const middle = (Transform.x[train[2]] + Transform.x[train[3]]) / 2;
    for (let tick = 0; tick < 30; tick++) {
      for (const mover of train) step(mover, Transform.x[mover] < middle ? 0.1 : -0.1);
    }
    for (let i = 1; i < train.length; i++) {
      expect(Transform.x[train[i]] - Transform.x[train[i - 1]]).toBeGreaterThan(width + 0.0099);
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
