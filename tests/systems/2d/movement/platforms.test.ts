import { addComponent, addEntity, removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castCollider,
  circle,
  createMoveResult,
  moveAndSlide,
  refreshCollider,
} from '../../../../entry/2d.ts';
import { createMoverWorld, Walker } from '../../../support/movement-2d.ts';

const UP = { x: 0, y: 1 };

describe('a platform', () => {
  it('that goes up and down and turns back takes its rider along, never off it', () => {
    const game = createMoverWorld();
    const platform = game.add(box(2, 0.2), 0, 0);
    game.tick();
    for (const shape of [box(0.3, 0.5), circle(0.4), capsule(0.3, 0.2)]) {
      const foot = shape.halfHeight + shape.radius;
      const walker = new Walker(game.world, shape, 0.5, 0.3 + foot, { up: UP, skin: 0.01, carry: true });
      game.place(platform, 0, 0);
      walker.moves(5, 0, -0.05);
      let y = 0;
      for (let i = 0; i < 240; i++) {
        y += (i % 40 < 20 ? 2.4 : -2.4) / 60;
        game.place(platform, 0.3 * y, y);
        walker.move(0, -10 / 3600);
        expect(walker.result.grounded).toBe(true);
        expect(walker.result.ground.entity).toBe(platform);
        expect(Math.abs(walker.pose.y - y - 0.2 - foot - 0.01)).toBeLessThan(1e-9);
        expect(Math.abs(walker.pose.x - 0.3 * y - 0.5)).toBeLessThan(1e-9);
        expect(walker.result.carriedY).toBeCloseTo((i % 40 < 20 ? 2.4 : -2.4) / 60, 9);
      }
    }
  });

  it('keeps its rider at its place, however fast and whatever way it moves', () => {
    const game = createMoverWorld();
    const platform = game.add(box(2, 0.2), 0, 0);
    game.tick();
    const motions = [
      [0.05, -0.02],
      [0.5, -0.5],
      [-0.3, -1.5],
      [2, 2],
      [0, 30],
      [0, -30],
    ];
    for (const shape of [box(0.3, 0.5), circle(0.4), capsule(0.3, 0.2)]) {
      for (const [vx, vy] of motions) {
        game.place(platform, 0, 0);
        const walker = new Walker(game.world, shape, 0.2, 1.2, { up: UP, carry: true });
        walker.moves(10, 0, -0.1);
        const { x, y } = walker.pose;
        for (let i = 1; i <= 60; i++) {
          game.place(platform, vx * i, vy * i);
          walker.move(0, -0.02);
          expect(walker.result.grounded).toBe(true);
          expect(Math.abs(walker.pose.x - x - vx * i)).toBeLessThan(1e-9);
          expect(Math.abs(walker.pose.y - y - vy * i)).toBeLessThan(1e-9);
        }
      }
    }
  });

  it('that goes up and down under somebody whom it does not carry lifts him, and does not let him sink in', () => {
    for (const speed of [0.04, 0.2]) {
      const game = createMoverWorld();
      const platform = game.add(box(2, 0.2), 0, 0);
      game.tick();
      const walker = new Walker(game.world, capsule(0.4, 0.3), 0.2, 2, { up: UP, snapDistance: 0.5 });
      walker.moves(20, 0, -0.2);
      const { y } = walker.pose;
      for (let i = 0, height = 0; i < 100; i++) {
        height += i % 20 < 10 ? speed : -speed;
        game.place(platform, 0, height);
        walker.move(0, -0.3);
        expect(walker.depth()).toBe(-Infinity);
        expect(walker.result.grounded).toBe(true);
        expect(Math.abs(walker.pose.y - y - height)).toBeLessThan(1e-9);
      }
    }
  });

  it('seen from above, turning once a second, brings its rider back to where it was', () => {
    const game = createMoverWorld();
    const platform = game.add(circle(5), 3, -2);
    game.tick();
    const walker = new Walker(game.world, circle(0.3), 3 + 4.5, -2, { platform, ignore: platform });
    walker.move(0, 0);
    for (let i = 1; i <= 60; i++) {
      const angle = (2 * Math.PI * i) / 60;
      game.place(platform, 3, -2, angle);
      walker.move(0, 0);
      expect(walker.pose.x).toBeCloseTo(3 + 4.5 * Math.cos(angle), 9);
      expect(walker.pose.y).toBeCloseTo(-2 + 4.5 * Math.sin(angle), 9);
    }
  });

  it('that rocks keeps its rider at the same place', () => {
    const game = createMoverWorld();
    const platform = game.add(box(4, 0.2), 0, 0);
    game.tick();
    const walker = new Walker(game.world, circle(0.3), 2, 0.55, { up: UP, carry: true, snapDistance: 0.2 });
    walker.moves(5, 0, -0.02);
    const before = walker.result.ground.x;
    for (let i = 1; i <= 200; i++) {
      const angle = 0.5 * Math.sin(i / 20);
      game.place(platform, 0, 0, angle);
      walker.move(0, -0.005);
      expect(walker.result.grounded).toBe(true);
      const { x, y } = walker.result.ground;
      expect(Math.abs(x * Math.cos(angle) + y * Math.sin(angle) - before)).toBeLessThan(0.2);
      expect(walker.depth()).toBe(-Infinity);
    }
  });

  it('forgets whom it has lost: by a jump, by a leap to elsewhere, by its own removal', () => {
    const game = createMoverWorld();
    const platform = game.add(box(2, 0.2), 0, 0);
    game.tick();
    const walker = new Walker(game.world, box(0.3, 0.5), 0, 0.75, { up: UP, carry: true });
    walker.moves(5, 0, -0.05);
    walker.move(0, 0.5);
    game.place(platform, 1, 0);
    expect(walker.move(0, 0.1).carriedX).toBe(0);
    walker.moves(20, 0, -0.1);
    expect(walker.result.grounded).toBe(true);
    walker.pose.x += 30;
    game.place(platform, 2, 0);
    expect(walker.move(0, -0.1).carriedX).toBe(0);
  });

  it('that is gone takes nobody to where the next owner of its id is', () => {
    for (const isNamed of [false, true]) {
      const game = createMoverWorld();
      const platform = game.add(box(2, 0.2), 0, 0);
      game.tick();
      const options = isNamed ? { platform, ignore: platform } : { up: UP, carry: true };
      const walker = new Walker(game.world, box(0.3, 0.5), 0, 0.75, options);
      walker.moves(5, 0, -0.05);
      const { x } = walker.pose;
      removeEntity(game.world, platform);
      expect(game.add(box(2, 0.2), 30, 0)).toBe(platform);
      walker.move(0, -0.05);
      expect([walker.pose.x, walker.result.carriedX]).toEqual([x, 0]);
      // A raft that is named is, from then on, whoever has the id.
      game.place(platform, 31, 0);
      walker.move(0, -0.05);
      expect(walker.result.carriedX).toBe(isNamed ? 1 : 0);
    }
  });

  it('that is named carries nobody while it has no collider, or takes no part', () => {
    const game = createMoverWorld();
    const raft = game.add(box(2, 2), 0, 0);
    const bare = addEntity(game.world);
    game.tick();
    const { Disabled } = game.collision;
    for (const [platform, change] of [
      [bare, () => {}],
      [raft, () => addComponent(game.world, raft, Disabled)],
      [raft, () => removeEntity(game.world, raft)],
      [-5, () => {}],
    ] as const) {
      const walker = new Walker(game.world, circle(0.3), 0, 0, { platform, ignore: platform });
      walker.move(0, 0);
      change();
      expect([walker.move(1, 0).carriedX, walker.result.carrier.entity]).toEqual([0, -1]);
    }
  });

  it('pushes whom it moves into, out of its way', () => {
    const game = createMoverWorld();
    const wall = game.add(box(0.5, 3), -3, 0);
    game.tick();
    const walker = new Walker(game.world, circle(0.5), 0, 0);
    for (let i = 0; i < 60; i++) {
      game.place(wall, -3 + 0.1 * i, 0);
      walker.move(0, 0);
      expect(walker.depth()).toBe(-Infinity);
    }
    expect(walker.pose.x).toBeGreaterThan(3.8);
  });

  it('that crushes somebody against a wall says how deep, and lets go when it leaves', () => {
    const game = createMoverWorld();
    const press = game.add(box(2, 1), 0, 5);
    game.add(box(4, 1), 0, -1);
    game.tick();
    for (const up of [undefined, UP]) {
      const walker = new Walker(game.world, box(1.9, 0.5), 0, 0.6, up === undefined ? {} : { up });
      game.place(press, 0, 5);
      for (let y = 5; y > 1.5; y -= 0.1) {
        game.place(press, 0, y);
        walker.move(0, -0.1);
        const gap = y - 2;
        if (gap > 0.02) expect(walker.result.penetration).toBe(0);
        else if (gap < -0.01) expect(walker.result.penetration).toBeGreaterThan(0);
        if (gap < 0) expect(walker.result.penetration).toBeCloseTo(walker.depth(), 6);
        expect(Math.abs(walker.pose.x)).toBeLessThan(5);
        expect(Number.isFinite(walker.pose.y)).toBe(true);
      }
      game.place(press, 0, 5);
      walker.moves(3, 0, 0);
      expect(walker.result.penetration).toBe(0);
      expect(walker.depth()).toBe(-Infinity);
    }
  });
});

describe.each([
  ['a capsule', capsule(0.4, 0.3)],
  ['a box', box(0.3, 0.7)],
])('a press that comes down on %s', (_, shape) => {
  /** Returns a press 2.4 wide above a floor, its lower side at 2.5, and what stands below it at an x. */
  function press(x: number): { walker: Walker; lower: (y: number) => void } {
    const game = createMoverWorld();
    game.add(box(6, 0.5), 0, -0.5);
    const eid = game.add(box(1.2, 0.5), 0, 3);
    game.tick();
    const walker = new Walker(game.world, shape, x, 0.71, { up: UP });
    return { walker, lower: (y) => game.place(eid, 0, y + 0.5) };
  }

  // It was put past the edge of the press in one jump, by 1.4, as soon as the way there was shorter than the way up.
  it.each([0, 0.1, -0.7])('squeezes it at x = %s to the floor and past it, and never puts it aside', (x) => {
    const { walker, lower } = press(x);
    for (let y = 2.5; y > -1.2; y -= 1 / 32) {
      lower(y);
      const { result } = walker;
      walker.move(0, -0.05);
      expect(walker.pose.x).toBe(x);
      expect(Math.abs(walker.pose.y - 0.7)).toBeLessThan(0.02);
      expect(result.penetration > 0).toBe(y < 1.4);
      if (y < 1.4) expect(Math.abs(result.penetration - (1.4 - y))).toBeLessThan(0.02);
    }
    expect(walker.result.crusherCount).toBe(2);
    for (let y = -1.2; y < 1.6; y += 1 / 32) {
      lower(y);
      walker.move(0, -0.05);
      expect(walker.pose.x).toBe(x);
    }
    expect(walker.result.penetration).toBe(0);
    expect(walker.result.grounded).toBe(true);
    expect(walker.depth()).toBe(-Infinity);
  });

  it('lets it walk out from below by itself', () => {
    const { walker, lower } = press(0.1);
    for (let y = 2.5; y > 0.7; y -= 1 / 32) {
      lower(y);
      walker.move(0, -0.05);
    }
    expect(walker.result.penetration).toBeGreaterThan(0.6);
    for (let i = 1; i <= 30; i++) {
      const { x } = walker.pose;
      walker.move(0.1, -0.05);
      expect(Math.abs(walker.pose.x - x - 0.1)).toBeLessThan(0.02);
      expect(Math.abs(walker.pose.y - 0.7)).toBeLessThan(0.02);
    }
    expect(walker.result.penetration).toBe(0);
    expect(walker.depth()).toBe(-Infinity);
  });
});

describe('movers that take turns in a tick', () => {
  it('see where those before them have gone, after refreshCollider', () => {
    const game = createMoverWorld();
    const { Transform } = game.collision;
    const train = Array.from({ length: 10 }, (_, i) => game.add(box(0.5, 0.5), i * 1.02, 0));
    game.tick();
    const result = createMoveResult();
    for (let tick = 0; tick < 50; tick++) {
      // The first in the line goes first: all can follow.
      for (const eid of [...train].reverse()) {
        moveAndSlide(game.world, eid, { x: 0.3, y: 0 }, { skin: 0.01 }, result);
        Transform.x[eid] = result.x;
        Transform.y[eid] = result.y;
        expect(refreshCollider(game.world, eid)).toBe(true);
      }
    }
    for (let i = 0; i < 10; i++) expect(Transform.x[train[i]]).toBeCloseTo(i * 1.02 + 15, 9);
    // Towards each other, they stop a skin apart.
    for (let tick = 0; tick < 50; tick++) {
      for (const eid of train) {
        moveAndSlide(game.world, eid, { x: Transform.x[eid] < 20 ? 0.1 : -0.1, y: 0 }, { skin: 0.01 }, result);
        Transform.x[eid] = result.x;
        refreshCollider(game.world, eid);
      }
    }
    for (let i = 1; i < 10; i++) expect(Transform.x[train[i]] - Transform.x[train[i - 1]]).toBeGreaterThan(1.0099);
  });

  it('do not stick to each other, whatever their skins', () => {
    const game = createMoverWorld();
    const { Transform } = game.collision;
    const [a, b] = [game.add(box(0.5, 0.5), 0, 0), game.add(box(0.5, 0.5), 2, 0)];
    game.tick();
    const result = createMoveResult();
    const step = (eid: number, dx: number, dy: number, skin: number): void => {
      moveAndSlide(game.world, eid, { x: dx, y: dy }, { skin }, result);
      Transform.x[eid] = result.x;
      Transform.y[eid] = result.y;
      refreshCollider(game.world, eid);
    };
    for (let i = 0; i < 20; i++) {
      step(a, 0.1, 0, 0.01);
      step(b, -0.1, 0, 0.1);
    }
    expect(Transform.x[b] - Transform.x[a]).toBeGreaterThan(1);
    const { [a]: x } = Transform.x;
    for (let i = 0; i < 10; i++) {
      step(a, 0, 0.1, 0.01);
      step(b, 0, 0, 0.1);
    }
    expect(Transform.y[a]).toBeCloseTo(1, 9);
    expect(Transform.y[b]).toBe(0);
    expect(Transform.x[a]).toBeCloseTo(x, 9);
  });

  it('meet whom their filters let them meet, and nobody else', () => {
    const game = createMoverWorld();
    const { Collider } = game.collision;
    const mover = game.add(circle(0.5), 0, 0);
    const others = [2, 4, 6, 8].map((x) => game.add(circle(0.5), x, 0));
    Collider.categoryBits[others[0]] = 2;
    Collider.maskBits[mover] = ~2 >>> 0;
    Collider.groupIndex[mover] = -3;
    Collider.groupIndex[others[1]] = -3;
    Collider.maskBits[others[2]] = 8;
    game.tick();
    const result = moveAndSlide(game.world, mover, { x: 20, y: 0 });
    expect(result.hits[0].entity).toBe(others[3]);
    expect(result.hitCount).toBe(1);
    expect(castCollider(game.world, mover, { x: 20, y: 0 })?.entity).toBe(others[3]);
    expect(castCollider(game.world, mover, { x: 20, y: 0 }, { ignore: others[3] })).toBeUndefined();
    expect(moveAndSlide(game.world, mover, { x: 20, y: 0 }, { ignore: others[3] }).x).toBe(20);
  });
});
