import { addComponent, removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  collideShape,
  compound,
  createMoveResult,
  cylinder,
  type MoveHit,
  moveAndSlide,
  type ShapeContact,
  sphere,
} from '../../../../entry/3d.ts';
import { effort } from '../../../support/effort.ts';
import { createMoverWorld, NO_TURN, randomTurn, turned, Walker } from '../../../support/movement-3d.ts';
import { gridMesh, MOVERS, quads } from '../../../support/movers-3d.ts';
import { createRng } from '../../../support/rng.ts';

const UP = { x: 0, y: 1, z: 0 };

const SHEET = quads([
  [0, -50, -50],
  [0, -50, 50],
  [0, 50, -50],
  [0, 50, 50],
]);

describe.each(MOVERS)('%s', (name, shape, foot) => {
  it.each([1, 10, 100, 1000])('passes through no wall thinner than its skin at %i units a tick', (speed) => {
    const rng = createRng(speed);
    for (const wall of [box(1e-6, 50, 50), SHEET]) {
      const game = createMoverWorld();
      game.add(wall);
      game.tick();
      for (const side of [-1, 1]) {
        for (let round = 0; round < 4; round++) {
          const start = side * (0.7 + rng.range(0, 40));
          const walker = new Walker(game.world, shape, start, rng.range(-3, 3), rng.range(-3, 3));
          for (let i = 0; i < 5; i++) {
            walker.move(-side * speed, rng.range(-1, 1), rng.range(-1, 1));
            expect(walker.pose.x * side).toBeGreaterThan(0.2);
            expect(walker.depth()).toBeLessThanOrEqual(1e-9);
          }
        }
      }
    }
  });

  it('leaves what it begins in by the shortest way, however deep', () => {
    const rng = createRng(9);
    for (let i = 0; i < effort(60, 15); i++) {
      const game = createMoverWorld();
      game.add(box(2, 1, 1.5), 0, 0, 0, i % 3 === 0 ? NO_TURN : randomTurn(rng));
      game.tick();
      const walker = new Walker(game.world, shape, rng.range(-0.8, 0.8), rng.range(-0.8, 0.8), rng.range(-0.8, 0.8));
      const depth = walker.depth();
      const { x, y, z } = walker.pose;
      walker.move(0, 0, 0);
      expect(depth).toBeGreaterThan(0);
      expect(walker.depth()).toBe(-Infinity);
      expect(walker.result.penetration).toBe(0);
      expect(Math.hypot(walker.pose.x - x, walker.pose.y - y, walker.pose.z - z), `round ${i}`).toBeLessThan(
        depth + 0.02,
      );
    }
  });

  it('leaves a floor of boxes upwards, also where four meet', () => {
    const game = createMoverWorld();
    for (let i = -4; i < 4; i++) {
      for (let k = -4; k < 4; k++) {
        for (let row = 0; row < 2; row++) game.add(box(0.5, 0.5, 0.5), i + 0.5, -0.5 - row, k + 0.5);
      }
    }
    game.tick();
    const rng = createRng(3);
    for (let i = 0; i < effort(60, 15); i++) {
      const isAtCorner = i % 3 === 0;
      const [x, z] = isAtCorner
        ? [rng.integer(-2, 2), rng.integer(-2, 2)]
        : [rng.range(-2.5, 2.5), rng.range(-2.5, 2.5)];
      const walker = new Walker(game.world, shape, x, foot - rng.range(0.05, 0.4), z, { up: UP });
      walker.moves(3, 0, 0, 0);
      expect(walker.depth()).toBe(-Infinity);
      expect(walker.pose.y).toBeGreaterThanOrEqual(foot);
    }
  });

  it('leaves rubble, or says how deep it still is', () => {
    const rng = createRng(31);
    let began = 0;
    let left = 0;
    for (let i = 0; i < effort(20, 5); i++) {
      const game = createMoverWorld();
      for (let k = 0; k < 60; k++) {
        const rubble = [
          box(rng.range(0.2, 1), rng.range(0.2, 1), rng.range(0.2, 1)),
          sphere(rng.range(0.2, 0.8)),
          capsule(0.2, 0.5),
          cylinder(0.4, 0.3),
        ][k % 4];
        game.add(rubble, rng.range(-4, 4), rng.range(-4, 4), rng.range(-4, 4), randomTurn(rng));
      }
      game.tick();
      for (let k = 0; k < 10; k++) {
        const walker = new Walker(game.world, shape, rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3));
        if (!(walker.depth() > 0)) continue;
        began++;
        walker.move(0, 0, 0);
        const { penetration } = walker.result;
        expect(penetration).toBeCloseTo(Math.max(0, walker.depth()), 6);
        if (penetration === 0) left++;
      }
    }
    expect(began).toBeGreaterThan(10);
    expect(left / began).toBeGreaterThan(0.9);
  });

  it('leaves nothing through a wall that it is not in', () => {
    const game = createMoverWorld();
    game.add(box(1, 5, 5));
    game.add(box(1e-3, 5, 5), 1.3);
    game.add(box(1e-3, 5, 5), -3);
    game.tick();
    // To the right is nearer, but there is no room before the wall.
    const walker = new Walker(game.world, shape, 0.2, 0, 0.1);
    walker.moves(3, 0, 0, 0);
    expect(walker.pose.x).toBeLessThan(1.3);
    expect(walker.pose.x).toBeGreaterThan(-3);
    expect(walker.depth()).toBeLessThanOrEqual(0);
  });

  it('passes what `accept` refuses, and tells it what it meets', () => {
    const game = createMoverWorld();
    const platform = game.add(box(3, 0.1, 3), 0, 2);
    const ceiling = game.add(box(3, 0.1, 3), 0, 6);
    game.tick();
    const told: MoveHit[] = [];
    const accept = (hit: Readonly<MoveHit>): boolean => {
      told.push({ ...hit });
      return hit.entity !== platform || (hit.normalY > 0.5 && hit.penetration <= 0);
    };
    const walker = new Walker(game.world, shape, 0, 0.5, 0.2, { up: UP, skin: 0.01, accept });
    // From below it passes the platform, and stops at the ceiling.
    walker.moves(14, 0, 0.4, 0);
    expect(told.some((hit) => hit.entity === platform && hit.normalY < -0.9)).toBe(true);
    expect(walker.pose.y).toBeGreaterThan(4);
    expect(walker.result.onCeiling).toBe(true);
    expect(walker.result.hits[0]).toMatchObject({ entity: ceiling, surface: 'ceiling' });
    expect(walker.result.hits[0].normalY).toBeCloseTo(-1, 12);
    // From above it lands on the platform.
    walker.moves(30, 0, -0.2, 0);
    expect(walker.pose.y).toBeCloseTo(2.1 + foot + 0.01, 9);
    expect(walker.result.ground.entity).toBe(platform);
  });

  it('passes sensors, telling of none, and meets those alone that its filter lets it meet', () => {
    const game = createMoverWorld();
    const { Collider, Sensor } = game.collision;
    const mover = game.add(shape, 0, 0, 0);
    const others = [2, 4, 6, 8, 10].map((x) => game.add(box(0.5, 2, 2), x));
    Collider.categoryBits[others[0]] = 2;
    Collider.maskBits[mover] = ~2 >>> 0;
    Collider.groupIndex[mover] = -3;
    Collider.groupIndex[others[1]] = -3;
    Collider.maskBits[others[2]] = 8;
    addComponent(game.world, others[3], Sensor);
    game.tick();
    const result = moveAndSlide(game.world, mover, { x: 20, y: 0, z: 0.1 });
    expect(result.hitCount).toBe(1);
    expect(result.hits[0].entity).toBe(others[4]);
    expect(result.x).toBeLessThan(9.5);
    expect(moveAndSlide(game.world, mover, { x: 20, y: 0, z: 0.1 }, { ignore: others[4] }).x).toBe(20);
  });

  it('is moved as an entity by its own position, scaled, turned and off its place', () => {
    const game = createMoverWorld();
    const { Transform, Collider } = game.collision;
    const mover = game.add(shape, 5, 0, 0, turned(0, 1, 0, Math.PI / 2));
    Collider.offsetX[mover] = 3;
    Transform.scale[mover] = 2;
    game.add(box(10, 10, 1), 0, 0, -20);
    game.tick();
    const result = moveAndSlide(game.world, mover, { x: 0, y: 0, z: -40 }, { skin: 0.01 });
    // The offset, turned by a right angle about y, leads 6 along −z.
    const half = name === 'a sphere' ? 0.7 : 0.6;
    expect(result.z).toBeCloseTo(-20 + 1 + 6 + half + 0.01, 9);
    expect([result.x, result.y]).toEqual([5, 0]);
    // Nothing has been written to the world.
    expect([Transform.x[mover], Transform.z[mover]]).toEqual([5, 0]);
  });

  it('falls through a floor of triangles where they are no more, and rests on what is below', () => {
    const game = createMoverWorld();
    const floor = game.add(gridMesh(6, () => 0));
    game.add(box(5, 0.5, 5), 0, -3);
    game.tick();
    const walker = new Walker(game.world, shape, 0.1, foot + 0.1, 0.2, { up: UP, skin: 0.01, snapDistance: 0.1 });
    walker.moves(5, 0, -0.1, 0);
    expect(walker.result.ground.entity).toBe(floor);
    removeEntity(game.world, floor);
    walker.moves(40, 0, -0.1, 0);
    expect(walker.pose.y).toBeCloseTo(-2.5 + foot + 0.01, 9);
    expect(walker.result.grounded).toBe(true);
  });
});

it('accept may ask the world itself, and changes nothing by that', () => {
  const game = createMoverWorld();
  game.add(box(3, 0.5, 3));
  game.tick();
  const inner = createMoveResult();
  const found: ShapeContact[] = [];
  let asked = 0;
  const accept = (): boolean => {
    asked++;
    collideShape(game.world, compound([sphere(1), box(1, 1, 1)]), { x: 0, y: 0, z: 0 }, found, { margin: 3 });
    moveAndSlide(game.world, { shape: sphere(2), x: 0, y: 8, z: 0 }, { x: 0.3, y: -20, z: 0 }, {}, inner);
    return true;
  };
  for (const [, shape] of MOVERS) {
    const plain = new Walker(game.world, shape, 0, 3, 0.1);
    const asking = new Walker(game.world, shape, 0, 3, 0.1, { accept });
    for (let i = 0; i < 20; i++) {
      plain.move(0.1, -0.3, 0.05);
      asking.move(0.1, -0.3, 0.05);
      expect(asking.pose).toEqual(plain.pose);
    }
  }
  expect(asked).toBeGreaterThan(20);
});

it('accept may take away what would be met next', () => {
  const game = createMoverWorld();
  const door = game.add(box(0.1, 2, 2), 3);
  const frame = game.add(box(0.1, 2, 2), 3.4);
  const wall = game.add(box(0.1, 2, 2), 5);
  game.tick();
  const accept = ({ entity }: Readonly<MoveHit>): boolean => {
    if (entity !== door) return true;
    removeEntity(game.world, frame);
    return false;
  };
  const walker = new Walker(game.world, box(0.3, 0.5, 0.3), 2.2, 0, 0, { accept });
  walker.move(3, 0, 0);
  expect(walker.result.hits.slice(0, walker.result.hitCount).map((hit) => hit.entity)).toEqual([wall]);
  expect(walker.pose.x).toBeCloseTo(5 - 0.1 - 0.3 - 0.006, 9);
});

it('what cannot be used is named, and the world stays as it was', () => {
  const game = createMoverWorld();
  const mover = game.add(sphere(1));
  game.tick();
  const { world } = game;
  const attempt = (...args: unknown[]): string => {
    try {
      (moveAndSlide as (...all: unknown[]) => void)(...args);
    } catch (error) {
      return String((error as Error).message);
    }
    return 'nothing was refused';
  };
  const way = { x: 1, y: 0, z: 0 };
  expect(attempt({}, mover, way)).toContain('has no collision');
  expect(attempt(world, mover, { x: 1, y: 0 })).toContain('translation');
  expect(attempt(world, mover, { x: 1, y: 0, z: NaN })).toContain('translation.z must be a finite number');
  expect(attempt(world, 999, way)).toContain('the entity must be one with a collider');
  expect(attempt(world, { shape: sphere(1), x: 0, y: 0 }, way)).toContain('z must be a finite number');
  expect(attempt(world, mover, way, { skin: 0 })).toContain('skin must be finite and greater than 0, got 0');
  expect(attempt(world, mover, way, { stepheight: 1 })).toContain('each key of moveAndSlide options');
  expect(attempt(world, mover, way, { up: { x: 0, y: 0, z: 0 } })).toContain('the length of up');
  expect(attempt(world, mover, way, { up: { x: 0, y: 1 } })).toContain('up.z must be a finite number');
  expect(attempt(world, mover, way, { carry: true })).toContain('given with out, the same result each time');
  expect(attempt(world, mover, way, {}, {})).toContain('out must be what createMoveResult returned');
  expect(moveAndSlide(world, mover, way).x).toBe(1);
  expect(game.collision.Transform.x[mover]).toBe(0);
});
