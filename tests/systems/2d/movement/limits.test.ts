import { removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  collideShape,
  compound,
  createMoveResult,
  type MoveHit,
  moveAndSlide,
  polygon,
  type ShapeContact,
  segment,
} from '../../../../entry/2d.ts';
import { refusal } from '../../../support/game-2d.ts';
import { createMoverWorld, type MoverWorld, Walker } from '../../../support/movement-2d.ts';
import { createRng } from '../../../support/rng.ts';

const UP = { x: 0, y: 1 };

describe('fast and thin', () => {
  it.each([1, 10, 100, 1000])('at %i units a tick nothing passes through a wall thinner than the skin', (speed) => {
    const rng = createRng(speed);
    for (const wall of [box(1e-6, 50), segment(0, -50, 0, 50), chain([0, -50, 0, 3, 0, 50])]) {
      const game = createMoverWorld();
      game.add(wall, 0, 0);
      game.tick();
      for (const shape of [circle(0.5), box(0.4, 0.4), capsule(0.5, 0.2), segment(-0.3, 0, 0.3, 0.1)]) {
        for (const side of [-1, 1]) {
          const walker = new Walker(game.world, shape, 0.7 * side + rng.range(0, 40) * side, rng.range(-3, 3));
          for (let i = 0; i < 5; i++) {
            walker.move(-side * speed, rng.range(-1, 1));
            expect(walker.pose.x * side).toBeGreaterThan(0);
            expect(walker.depth()).toBeLessThanOrEqual(1e-9);
          }
        }
      }
    }
  });
});

describe('far away, large and small', () => {
  const course = (scale: number, x: number, y: number): { path: number[]; depth: number } => {
    const game = createMoverWorld();
    game.add(box(10 * scale, scale), x, y - scale);
    game.add(box(0.2 * scale, 0.15 * scale), x + 2 * scale, y);
    game.add(polygon([0, 0, 4 * scale, 0, 4 * scale, 2 * scale]), x + 4 * scale, y);
    game.add(box(scale, 5 * scale), x + 9.5 * scale, y);
    game.tick();
    const options = { up: UP, stepHeight: 0.3 * scale, snapDistance: 0.2 * scale };
    const walker = new Walker(game.world, capsule(0.3 * scale, 0.2 * scale), x - 5 * scale, y + scale, options);
    const path: number[] = [];
    let depth = -Infinity;
    for (let i = 0; i < 250; i++) {
      walker.move((i < 200 ? 0.1 : -0.1) * scale, -0.05 * scale);
      path.push((walker.pose.x - x) / scale, (walker.pose.y - y) / scale, Number(walker.result.grounded));
      depth = Math.max(depth, walker.depth() / scale);
    }
    return { path, depth };
  };

  it.each([
    ['in pixels', 32, 0, 0, 1e-9],
    ['in thousandths', 1e-3, 0, 0, 1e-9],
    ['in thousands', 1e3, 0, 0, 1e-9],
    ['1e5 away', 1, 1e5, -1e5, 1e-7],
    ['in pixels, 1e5 away', 32, 1e5, 1e5, 1e-7],
  ])('%s the same course is walked the same way', (_, scale, x, y, tolerance) => {
    const near = course(1, 0, 0);
    const { path, depth } = course(scale, x, y);
    expect(depth).toBeLessThanOrEqual(1e-9);
    for (let i = 0; i < path.length; i++) expect(Math.abs(path[i] - near.path[i])).toBeLessThan(tolerance);
    expect(Math.max(...near.path.filter((_, i) => i % 3 === 1))).toBeGreaterThan(2);
  });
});

describe('what begins in something', () => {
  it('leaves it by the shortest way, however deep', () => {
    const rng = createRng(9);
    for (let i = 0; i < 300; i++) {
      const game = createMoverWorld();
      game.add(box(2, 1), 0, 0, i % 3 === 0 ? 0 : rng.range(-3, 3));
      game.tick();
      const shape = [circle(0.4), box(0.3, 0.5), capsule(0.4, 0.2)][i % 3];
      const walker = new Walker(game.world, shape, rng.range(-1, 1), rng.range(-0.9, 0.9));
      const depth = walker.depth();
      const { x, y } = walker.pose;
      walker.move(0, 0);
      expect(walker.depth()).toBe(-Infinity);
      expect(walker.result.penetration).toBe(0);
      expect(Math.hypot(walker.pose.x - x, walker.pose.y - y)).toBeLessThan(depth + 0.02);
    }
  });

  it('leaves a floor of tiles upwards, also where two meet', () => {
    const game = createMoverWorld();
    for (let i = -10; i < 10; i++) for (let k = 0; k < 3; k++) game.add(box(0.5, 0.5), i + 0.5, -0.5 - k);
    game.tick();
    const rng = createRng(3);
    for (let i = 0; i < 300; i++) {
      const shape = [circle(0.4), box(0.3, 0.5), box(0.9, 0.4)][i % 3];
      const walker = new Walker(game.world, shape, rng.range(-7, 7), rng.range(-0.3, 0.45), { up: UP });
      walker.moves(3, 0, 0);
      expect(walker.depth()).toBe(-Infinity);
      expect(walker.pose.y).toBeGreaterThan(0.35);
    }
  });

  it('leaves rubble, or says how deep it still is', () => {
    const rng = createRng(31);
    let began = 0;
    let left = 0;
    for (let i = 0; i < 60; i++) {
      const game = createMoverWorld();
      for (let k = 0; k < 40; k++) {
        const shape = [box(rng.range(0.2, 1), rng.range(0.2, 1)), circle(rng.range(0.2, 0.8)), capsule(0.5, 0.2)][
          k % 3
        ];
        game.add(shape, rng.range(-5, 5), rng.range(-5, 5), rng.range(-3, 3));
      }
      game.tick();
      for (let k = 0; k < 10; k++) {
        const walker = new Walker(game.world, [circle(0.4), box(0.3, 0.5)][k % 2], rng.range(-4, 4), rng.range(-4, 4));
        if (!(walker.depth() > 0)) continue;
        began++;
        walker.move(0, 0);
        expect(walker.depth() <= 1e-9 || walker.result.penetration > 0).toBe(true);
        expect(walker.result.penetration).toBeCloseTo(Math.max(0, walker.depth()), 9);
        if (walker.result.penetration === 0) left++;
      }
    }
    expect(began).toBeGreaterThan(200);
    expect(left / began).toBeGreaterThan(0.9);
  });

  it('does not leave it through a wall that it is not in', () => {
    const game = createMoverWorld();
    game.add(box(1, 5), 0, 0);
    game.add(box(1e-3, 5), 1.3, 0);
    game.add(box(1e-3, 5), -3, 0);
    game.tick();
    // To the right is nearer, but there is no room before the wall.
    const walker = new Walker(game.world, box(0.25, 0.25), 0.2, 0);
    walker.moves(3, 0, 0);
    expect(walker.pose.x).toBeLessThan(1.3);
    expect(walker.depth()).toBeLessThanOrEqual(0);
  });
});

describe('accept', () => {
  it('lets through what it refuses, and is told what is met', () => {
    const game = createMoverWorld();
    const platform = game.add(box(3, 0.1), 0, 2);
    const ceiling = game.add(box(3, 0.1), 0, 6);
    game.tick();
    const told: MoveHit[] = [];
    const accept = (hit: Readonly<MoveHit>): boolean => {
      told.push({ ...hit });
      return hit.entity !== platform || (hit.normalY > 0.5 && hit.penetration <= 0);
    };
    const walker = new Walker(game.world, box(0.3, 0.5), 0, 0.5, { up: UP, accept });
    walker.moves(10, 0, 0.4);
    // Through the platform from below, and up to the ceiling.
    expect(walker.pose.y).toBeGreaterThan(4);
    expect(told.some((hit) => hit.entity === platform && hit.normalY < 0)).toBe(true);
    walker.moves(5, 0, 0.4);
    expect(walker.result.onCeiling).toBe(true);
    expect(walker.result.hits[0]).toMatchObject({ entity: ceiling, normalY: -1, surface: 'ceiling' });
    walker.moves(30, 0, -0.2);
    expect(walker.pose.y).toBeCloseTo(2.6 + 0.006, 9);
    expect(walker.result.ground.entity).toBe(platform);
  });

  it('may ask the world itself', () => {
    const game = createMoverWorld();
    game.add(box(3, 0.5), 0, 0);
    game.tick();
    const inner = createMoveResult();
    const found: ShapeContact[] = [];
    let asked = 0;
    const accept = (): boolean => {
      asked++;
      collideShape(game.world, compound([circle(1), box(1, 1)]), { x: 0, y: 0 }, found, { margin: 3 });
      moveAndSlide(game.world, { shape: circle(2), x: 0, y: 8 }, { x: 0.3, y: -20 }, {}, inner);
      return true;
    };
    const plain = new Walker(game.world, box(0.3, 0.5), 0, 3);
    const asking = new Walker(game.world, box(0.3, 0.5), 0, 3, { accept });
    for (let i = 0; i < 20; i++) {
      plain.move(0.1, -0.3);
      asking.move(0.1, -0.3);
      expect([asking.pose.x, asking.pose.y]).toEqual([plain.pose.x, plain.pose.y]);
    }
    expect(asked).toBeGreaterThan(5);
  });
});

describe('accept that changes the world', () => {
  it('is followed: what it takes away is met no more', () => {
    const game = createMoverWorld();
    const door = game.add(box(0.1, 2), 3, 0);
    const frame = game.add(box(0.1, 2), 3.4, 0);
    const wall = game.add(box(0.1, 2), 5, 0);
    game.tick();
    const accept = ({ entity }: Readonly<MoveHit>): boolean => {
      if (entity !== door) return true;
      removeEntity(game.world, frame);
      return false;
    };
    const walker = new Walker(game.world, box(0.3, 0.5), 2.2, 0, { accept });
    walker.move(3, 0);
    expect(walker.result.hits.slice(0, walker.result.hitCount).map((hit) => hit.entity)).toEqual([wall]);
    expect(walker.pose.x).toBeCloseTo(5 - 0.1 - 0.3 - 0.006, 9);
  });
});

describe('errors', () => {
  it('name the value, and the world stays as it was', () => {
    const game = createMoverWorld();
    const eid = game.add(circle(1));
    const bare = game.add({ ...circle(1), kind: 0 });
    game.tick();
    const { world } = game;
    const attempt = (...args: unknown[]): string =>
      refusal(() => (moveAndSlide as (...all: unknown[]) => void)(...args));
    expect(attempt({}, eid, { x: 1, y: 0 })).toContain('has no collision');
    expect(attempt(world, eid, { x: NaN, y: 0 })).toBe(
      'invalid-number: translation.x must be a finite number, got NaN',
    );
    expect(attempt(world, eid, { x: 0, y: Infinity })).toContain('translation.y must be a finite number');
    expect(attempt(world, 999, { x: 1, y: 0 })).toContain('the entity must be one with a collider');
    expect(attempt(world, bare, { x: 1, y: 0 })).toContain('the entity must be one with a collider');
    expect(attempt(world, 'player', { x: 1, y: 0 })).toContain('an entity must be an id, got "player"');
    expect(attempt(world, { shape: 3, x: 0, y: 0 }, { x: 1, y: 0 })).toContain(
      'query shape must be what a shape maker returned',
    );
    expect(attempt(world, { shape: circle(1), x: 0 }, { x: 1, y: 0 })).toContain('query y must be a finite number');
    expect(attempt(world, eid, { x: 1, y: 0 }, { skin: 0 })).toContain('skin must be finite and greater than 0, got 0');
    expect(attempt(world, eid, { x: 1, y: 0 }, { stepheight: 1 })).toContain('each key of moveAndSlide options');
    expect(attempt(world, eid, { x: 1, y: 0 }, { stepHeight: -1 })).toContain(
      'stepHeight must be finite and at least 0',
    );
    expect(attempt(world, eid, { x: 1, y: 0 }, { snapDistance: NaN })).toContain('snapDistance');
    expect(attempt(world, eid, { x: 1, y: 0 }, { slopeLimit: 2 })).toContain(
      'slopeLimit must be an angle in radians from 0 to less than π/2, got 2',
    );
    expect(attempt(world, eid, { x: 1, y: 0 }, { up: { x: 0, y: 0 } })).toContain('the length of up');
    expect(attempt(world, eid, { x: 1, y: 0 }, { up: { x: 0, y: 1, z: 0 } })).toContain('each key of up');
    expect(attempt(world, eid, { x: 1, y: 0 }, { accept: 1 })).toContain('accept must be a function');
    expect(attempt(world, eid, { x: 1, y: 0 }, { carry: 1 })).toContain('carry must be a boolean');
    expect(attempt(world, eid, { x: 1, y: 0 }, { platform: 'raft' })).toContain(
      'platform must be an entity id, got "raft"',
    );
    expect(attempt(world, eid, { x: 1, y: 0 }, { platform: 2 ** 33 })).toContain(
      'platform must be an entity id, got 8589934592',
    );
    expect(attempt(world, eid, { x: 1, y: 0 }, {}, Object.freeze(createMoveResult()))).toContain(
      'out must be one that can be written',
    );
    game.collision.Transform.x[eid] = NaN;
    expect(attempt(world, eid, { x: 1, y: 0 })).toContain(`Transform.x of entity ${eid} must be a finite number`);
    game.collision.Transform.x[eid] = 5;
    expect(moveAndSlide(world, eid, { x: 1, y: 0 }).x).toBe(6);
    // Nothing of all this has moved anything.
    expect(game.collision.Transform.x[eid]).toBe(5);
  });

  it('an entity with an offset and a scale is moved by its own position', () => {
    const game: MoverWorld = createMoverWorld();
    const { Transform, Collider } = game.collision;
    const eid = game.add(box(0.5, 0.5));
    Collider.offsetX[eid] = 3;
    Transform.scale[eid] = 2;
    game.add(box(1, 10), 10, 0);
    game.tick();
    const result = moveAndSlide(game.world, eid, { x: 20, y: 0 }, { skin: 0.01 });
    // 6 ahead of the entity, 1 wide.
    expect(result.x).toBeCloseTo(10 - 1 - 0.01 - 7, 12);
    expect(result.y).toBe(0);
  });
});
