import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type BounceOptions,
  type BounceSurface,
  box,
  capsule,
  chain,
  circle,
  collisionSystem,
  concave,
  createBounceResult,
  createCollision,
  moveAndBounce,
  oneWay,
  refreshCollider,
  type ShapeSpec,
  tiles,
} from '../../../../entry/2d.ts';
import { effort } from '../../../support/effort.ts';
import { createGame, refusal } from '../../../support/game-2d.ts';
import { createRng } from '../../../support/rng.ts';

const ball = (x: number, y: number, radius = 0.5) => ({ shape: circle(radius), x, y });

/** Walls around the square from −10 to 10, 2 thick. */
function createRoom() {
  const game = createGame();
  for (const [x, y, shape] of [
    [-11, 0, box(1, 12)],
    [11, 0, box(1, 12)],
    [0, -11, box(12, 1)],
    [0, 11, box(12, 1)],
  ] as const) {
    game.spawn(x, y, shape);
  }
  collisionSystem(game.world);
  return game;
}

describe('moveAndBounce', () => {
  it('goes where there is nothing, and comes back from a wall for the time that is left', () => {
    const { world } = createRoom();
    const free = moveAndBounce(world, ball(0, 0), { x: 3, y: -1 });
    expect(free).toMatchObject({ x: 3, y: -1, velocityX: 3, velocityY: -1, remaining: 0, hitCount: 0, penetration: 0 });
    const once = moveAndBounce(world, ball(8, 0), { x: 4, y: 1 }, { skin: 1e-6 });
    // 1.5 there, 2.5 back.
    expect(once.x).toBeCloseTo(7, 5);
    expect(once).toMatchObject({ y: 1, velocityX: -4, velocityY: 1, hitCount: 1 });
    expect(once.hits[0]).toMatchObject({ entity: 2, child: 0, x: 10, normalX: -1, normalY: 0 });
    expect(once.hits[0].fraction).toBeCloseTo(1.5 / 4, 6);
    // The whole room to and fro, three times: 19 wide for the centre.
    const often = moveAndBounce(world, ball(0, 0), { x: 9.5 + 5 * 19 + 3, y: 0 }, { skin: 1e-6 });
    expect(often).toMatchObject({ hitCount: 6, velocityX: 107.5 });
    expect(often.x).toBeCloseTo(-9.5 + 3, 4);
    expect(moveAndBounce(world, ball(0, 0), { x: 60, y: 30 }, { time: 0.05 })).toMatchObject({ x: 3, y: 1.5 });
  });

  it('comes back out of a corner, at any angle', () => {
    const { world } = createRoom();
    for (let i = 1; i < 60; i++) {
      const angle = (i * Math.PI) / 120;
      const velocity = { x: 40 * Math.cos(angle), y: 40 * Math.sin(angle) };
      const moved = moveAndBounce(world, ball(0, 0), { ...velocity }, { time: 0.5, skin: 1e-6 });
      // Unfolded: where it would be in a mirror.
      const fold = (way: number): number => Math.abs(((((way + 9.5) % 38) + 38) % 38) - 19) * -1 + 9.5;
      expect(moved.x).toBeCloseTo(fold(velocity.x / 2), 4);
      expect(moved.y).toBeCloseTo(fold(velocity.y / 2), 4);
      expect(Math.hypot(moved.velocityX, moved.velocityY)).toBeCloseTo(40, 12);
    }
    // Straight into it.
    const moved = moveAndBounce(world, ball(5, 5), { x: 10, y: 10 }, { skin: 1e-6 });
    expect([moved.velocityX, moved.velocityY]).toEqual([-10, -10]);
    expect([moved.x, moved.y]).toEqual([expect.closeTo(4, 4), expect.closeTo(4, 4)]);
  });

  it('keeps as much of the speed as surfaces give back', () => {
    const { world } = createRoom();
    expect(moveAndBounce(world, ball(8, 0), { x: 4, y: 1 }, { restitution: 0.5 }).velocityX).toBe(-2);
    expect(moveAndBounce(world, ball(8, 0), { x: 4, y: 1 }, { restitution: 1.5 }).velocityX).toBe(-6);
    const slid = moveAndBounce(world, ball(8, 0), { x: 4, y: 1 }, { restitution: 0 });
    expect(slid).toMatchObject({ velocityY: 1, remaining: 0, hitCount: 1 });
    expect(slid.velocityX).toBeCloseTo(0, 15);
    expect(slid.y).toBeCloseTo(1, 12);
    const surface = (out: BounceSurface) => {
      out.restitution = 0.25;
    };
    expect(moveAndBounce(world, ball(8, 0), { x: 4, y: 1 }, { surface }).velocityX).toBe(-1);
  });

  it('takes the velocity of the surface: a bat hits, a wall that leaves takes, one that leaves faster lets it be', () => {
    const { world } = createRoom();
    const hit = (velocityX: number, x = 4) => {
      const surface = (out: BounceSurface) => {
        out.velocityX = velocityX;
      };
      return moveAndBounce(world, ball(9, 0), { x, y: 0 }, { surface });
    };
    expect(hit(-3).velocityX).toBe(-10);
    expect(hit(3).velocityX).toBe(2);
    const left = hit(6);
    expect(left).toMatchObject({ velocityX: 4, hitCount: 1, remaining: 0 });
    expect(left.x).toBeLessThan(9.5);
  });

  it('is carried off by a flipper that has turned into it, on the side that comes', () => {
    for (const turn of [0.02, 0.1, 0.25]) {
      const game = createGame();
      const { Transform } = game.collision;
      const flipper = game.spawn(0, 0, capsule(2, 0.25), { offsetX: 2, offsetRotation: Math.PI / 2 });
      collisionSystem(game.world);
      // The ball rests on it, near its end, and it turns upwards.
      const start = ball(3.5, 0.76);
      Transform.rotation[flipper] = turn;
      refreshCollider(game.world, flipper);
      const surface = (out: BounceSurface, { x, y }: { x: number; y: number }) => {
        out.velocityX = -turn * y;
        out.velocityY = turn * x;
      };
      const moved = moveAndBounce(game.world, start, { x: 0, y: 0 }, { surface, skin: 1e-4 });
      expect(moved.hitCount).toBe(1);
      expect(moved.hits[0]).toMatchObject({ entity: flipper, fraction: 0 });
      expect(moved.hits[0].normalY).toBeGreaterThan(0.9);
      // Twice the speed of what hit it.
      expect(moved.velocityY).toBeGreaterThan(1.8 * turn * 3);
      expect(moved.velocityY).toBeLessThan(2.2 * turn * 4.2);
      const above = -moved.x * Math.sin(turn) + moved.y * Math.cos(turn);
      expect(above).toBeGreaterThan(0.75);
    }
  });

  it('is pushed out in front of a wall that has moved past its middle', () => {
    for (const way of [0.2, 0.7, 1.1, -0.2, -0.7, -1.1]) {
      const game = createGame();
      // A thin wall that stood just beside the ball.
      const side = Math.sign(way);
      const wall = game.spawn(-side * 0.61 + way, 0, box(0.1, 5));
      collisionSystem(game.world);
      const surface = (out: BounceSurface) => {
        out.velocityX = way;
      };
      const moved = moveAndBounce(game.world, ball(0, 0), { x: 0, y: 0 }, { surface });
      expect(moved.hits[0].entity).toBe(wall);
      expect(moved.hits[0].normalX).toBe(side);
      expect(moved.velocityX).toBeCloseTo(2 * way, 12);
      expect(side * (moved.x - (-side * 0.61 + way))).toBeGreaterThanOrEqual(0.6);
    }
  });

  it('is taken along by what has moved past all of it, where it is said to be fast', () => {
    for (const way of [2, -3, 30]) {
      const game = createGame();
      const side = Math.sign(way);
      const wall = game.spawn(-side * 0.7 + way, 0, box(0.1, 5));
      const far = game.spawn(side * 60, 0, box(1, 5));
      collisionSystem(game.world);
      const surface = (out: BounceSurface, { entity }: { entity: number }) => {
        out.velocityX = entity === wall ? way : 0;
      };
      const still = { x: 0, y: 0 };
      expect(moveAndBounce(game.world, ball(0, 0), still, { surface })).toMatchObject({ x: 0, hitCount: 0 });
      const moved = moveAndBounce(game.world, ball(0, 0), still, { surface, fast: [wall, far] });
      expect(moved.hits[0]).toMatchObject({ entity: wall, normalX: side, fraction: 0 });
      expect(side * (moved.x - (-side * 0.7 + way))).toBeGreaterThanOrEqual(0.6);
      // Without a room in front of it, it is stopped by the wall beyond.
      const near = game.spawn(side, 0, box(0.2, 5));
      collisionSystem(game.world);
      const stopped = moveAndBounce(game.world, ball(0, 0), still, { surface, fast: [wall] });
      expect(side * stopped.x).toBeLessThanOrEqual(0.31);
      expect(stopped.hits.slice(0, stopped.hitCount).some(({ entity }) => entity === near)).toBe(true);
      // Who does not see the wall is not taken along.
      const unseen = { surface, fast: [wall], ignore: wall };
      expect(moveAndBounce(game.world, ball(0, 0), still, unseen)).toMatchObject({ x: 0, hitCount: 0 });
    }
  });

  it('says what is left after as many bounces as it may make, and how deep it is crushed', () => {
    const { world } = createRoom();
    const velocity = { x: 9.5 + 10 * 19, y: 0 };
    const some = moveAndBounce(world, ball(0, 0), velocity, { maxBounces: 3, skin: 1e-6 });
    expect(some).toMatchObject({ hitCount: 3, velocityX: -velocity.x });
    expect(some.remaining).toBeCloseTo(1 - (9.5 + 2 * 19) / velocity.x, 5);
    expect(some.x).toBeCloseTo(9.5, 5);
    expect(moveAndBounce(world, ball(0, 0), velocity, { maxBounces: 0 })).toMatchObject({ x: 0, remaining: 1 });
    expect(moveAndBounce(world, ball(0, 0), { x: 1e6, y: 1 })).toMatchObject({ hitCount: 16 });
    const game = createGame();
    for (const x of [-1.4, 1.4]) game.spawn(x, 0, box(1, 3));
    collisionSystem(game.world);
    const crushed = moveAndBounce(game.world, ball(0, 0), { x: 1, y: 0 });
    expect(crushed.penetration).toBeGreaterThan(0.09);
  });

  it('gets on in a gap that is hardly wider than it is', () => {
    for (const room of [1e-6, 1e-4, 4e-4, 9e-4, 3e-3]) {
      const game = createGame();
      for (const side of [-1, 1]) game.spawn(0, side * (1.5 + room), box(90, 1));
      collisionSystem(game.world);
      const place = ball(0, 0);
      let velocity = { x: 3, y: 0.5 };
      for (let tick = 0; tick < 20; tick++) {
        const moved = moveAndBounce(game.world, place, velocity, room < 1e-3 ? {} : { maxBounces: 2000 });
        expect(moved).toMatchObject({ velocityX: 3, remaining: 0, penetration: 0 });
        expect(Math.abs(moved.y)).toBeLessThanOrEqual(room);
        place.x = moved.x;
        place.y = moved.y;
        velocity = { x: moved.velocityX, y: moved.velocityY };
        expect(Math.abs(velocity.y)).toBe(0.5);
      }
      expect(place.x).toBeCloseTo(60, 6);
    }
  });

  it('bounces off tiles, chains and solid concave shapes as off what they are together', () => {
    const shapes: [number, number, ShapeSpec][] = [
      [-20, -2, tiles({ columns: 40, rows: 2, size: 1, cells: Array.from({ length: 80 }, () => 1) })],
      [0, 0, chain(Array.from({ length: 41 }, (_, i) => [i - 20, 0]))],
      [0, 0, concave([-20, 0, -20, -2, -19, -2, -19, -1, 20, -1, 20, 0])],
    ];
    for (const [x, y, shape] of shapes) {
      const game = createGame();
      game.spawn(x, y, shape);
      collisionSystem(game.world);
      for (let i = 0; i < 40; i++) {
        const from = ball(-10 + i / 7, 2);
        const moved = moveAndBounce(game.world, from, { x: 8 - i / 3, y: -3 - i / 10 });
        expect(moved).toMatchObject({ hitCount: 1, velocityX: 8 - i / 3, velocityY: 3 + i / 10 });
        expect(moved.hits[0].normalX).toBe(0);
      }
    }
  });

  it('passes one-way colliders from their open side', () => {
    const game = createGame();
    const OneWay = oneWay(game.world);
    const ledge = game.spawn(0, 0, box(3, 0.5));
    addComponent(game.world, ledge, OneWay);
    OneWay.normalY[ledge] = 1;
    collisionSystem(game.world);
    expect(moveAndBounce(game.world, ball(0, -2), { x: 0, y: 6 })).toMatchObject({ y: 4, hitCount: 0 });
    expect(moveAndBounce(game.world, ball(0, 2), { x: 0, y: -6 })).toMatchObject({ velocityY: 6, hitCount: 1 });
  });

  it('moves an entity by its own collider and filter, offset included', () => {
    const game = createRoom();
    const eid = game.spawn(5, 0, circle(0.5), { offsetX: 1, maskBits: 2 });
    game.collision.Collider.categoryBits[2] = 2;
    collisionSystem(game.world);
    const out = createBounceResult();
    expect(moveAndBounce(game.world, eid, { x: 5, y: 0 }, { skin: 1e-6 }, out)).toBe(out);
    expect(out.x).toBeCloseTo(7, 5);
    expect(moveAndBounce(game.world, eid, { x: -40, y: 0 }, {}, out)).toMatchObject({ x: -35, hitCount: 0 });
  });

  it('lets the game change the velocity, take what was hit away, and refuse a hit', () => {
    const game = createRoom();
    const brick = game.spawn(3, 0, box(0.5, 2));
    const ghost = game.spawn(-3, 0, box(0.5, 2));
    collisionSystem(game.world);
    const seen: string[] = [];
    const options: BounceOptions = {
      accept: ({ entity }) => entity !== ghost,
      onBounce(result, { entity, fraction }) {
        seen.push(`${entity} at ${fraction.toFixed(2)}: ${result.x.toFixed(1)} ${result.velocityX}`);
        if (entity !== brick) return;
        removeEntity(game.world, brick);
        result.velocityX = 40;
      },
      skin: 1e-6,
    };
    const moved = moveAndBounce(game.world, ball(0, 0), { x: 20, y: 0 }, options);
    expect(seen).toEqual([`${brick} at 0.10: 2.0 -20`, '2 at 0.29: 9.5 -40', `1 at 0.76: -9.5 40`]);
    expect(moved.velocityX).toBe(40);
  });

  it('names what it cannot use', () => {
    const { world } = createRoom();
    const move = (options: object) => refusal(() => moveAndBounce(world, ball(0, 0), { x: 20, y: 0 }, options));
    expect(move({ restitution: -1 })).toBe('invalid-number: restitution must be finite and at least 0, got -1');
    expect(move({ time: NaN })).toContain('invalid-number: time must be finite');
    expect(move({ maxBounces: 0.5 })).toContain('out-of-range: maxBounces must be an integer from 0 to 65536');
    expect(move({ skin: 0 })).toContain('skin must be finite and greater than 0');
    expect(move({ fast: 3 })).toContain('invalid-state: fast must be a list of entities, got 3');
    expect(move({ surface: 1 })).toContain('surface must be a function');
    expect(move({ friction: 1 })).toContain('got "friction"');
    expect(move({ surface: (out: BounceSurface) => Object.assign(out, { velocityY: NaN }) })).toContain(
      'invalid-number: velocityY of a surface must be a finite number, got NaN',
    );
    expect(move({ onBounce: (result: object) => Object.assign(result, { velocityX: Infinity }) })).toContain(
      'velocityX after a bounce must be a finite number',
    );
    expect(refusal(() => moveAndBounce(world, ball(0, 0), 3 as never))).toContain('velocity in moveAndBounce(world');
    expect(refusal(() => moveAndBounce(world, ball(0, 0), { x: 1, y: 1 }, {}, 1 as never))).toContain('invalid-state');
    expect(refusal(() => moveAndBounce(createWorld(), ball(0, 0), { x: 1, y: 1 }))).toContain('no collision');
    // It goes on after all that.
    expect(moveAndBounce(world, ball(0, 0), { x: 2, y: 0 }).x).toBe(2);
  });

  it('keeps its energy to 1e-9 over thousands of bounces in a cave, and never leaves it', () => {
    const rng = createRng(55_021);
    for (let cave = 0; cave < effort(24, 4); cave++) {
      const scale = [1e-2, 1, 1e3][cave % 3];
      const game = createGame();
      const corners = 14;
      const outline = Array.from({ length: corners }, (_, i) => {
        const away = scale * rng.range(8, 14);
        const angle = (-2 * Math.PI * i) / corners;
        return [away * Math.cos(angle), away * Math.sin(angle)];
      });
      game.spawn(0, 0, chain(outline, { closed: true, oneSided: cave % 2 === 0 }));
      for (let i = 0; i < 5; i++) {
        const angle = (2 * Math.PI * i) / 5;
        const shape = [box(scale, 0.3 * scale), circle(0.8 * scale), capsule(0.7 * scale, 0.1 * scale)][i % 3];
        const turn = { offsetRotation: rng.range(-3, 3) };
        game.spawn(4.5 * scale * Math.cos(angle), 4.5 * scale * Math.sin(angle), shape, turn);
      }
      collisionSystem(game.world);
      const place = { shape: circle(0.3 * scale), x: 0, y: 0 };
      const angle = rng.range(-3, 3);
      const speed = scale * rng.range(5, 60);
      const velocity = { x: speed * Math.cos(angle), y: speed * Math.sin(angle) };
      const out = createBounceResult();
      let bounces = 0;
      for (let tick = 0; tick < 800; tick++) {
        moveAndBounce(game.world, place, velocity, { maxBounces: 64 }, out);
        bounces += out.hitCount;
        expect(out.penetration, `cave ${cave}, tick ${tick}`).toBe(0);
        expect(Math.hypot(out.x, out.y), `cave ${cave}, tick ${tick}`).toBeLessThan(14 * scale);
        expect(isInside(out.x, out.y, outline), `cave ${cave}, tick ${tick}`).toBe(true);
        place.x = out.x;
        place.y = out.y;
        velocity.x = out.velocityX;
        velocity.y = out.velocityY;
      }
      expect(bounces).toBeGreaterThan(500);
      expect(Math.abs(Math.hypot(velocity.x, velocity.y) / speed - 1)).toBeLessThan(1e-9);
    }
  });
});

it('stays on its side of walls that move, thick or thin, towards it and away', () => {
  const rng = createRng(55_023);
  const worlds = effort(60, 8);
  let hits = 0;
  for (let world = 0; world < worlds; world++) {
    const game = createRoom();
    const { Transform } = game.collision;
    const half = world % 2 === 0 ? 0.1 : 3;
    const most = rng.range(0.2, 0.95);
    const wall = game.spawn(0, 0, box(half, 11));
    collisionSystem(game.world);
    const place = ball(-6, 0);
    const velocity = { x: rng.range(-3, 3), y: rng.range(-3, 3) };
    const out = createBounceResult();
    let way = 0;
    const surface = (of: BounceSurface, { entity }: { entity: number }) => {
      of.velocityX = entity === wall ? way : 0;
      // So that the wall does not drive it faster and faster.
      of.restitution = entity === wall ? 1 : 0.9;
    };
    for (let tick = 0; tick < 400; tick++) {
      // To and fro, and never so near to the wall of the room that there is no room left.
      way = Transform.x[wall] > 3 ? -most : Transform.x[wall] < -4 ? most : rng.range(-most, most);
      Transform.x[wall] += way;
      refreshCollider(game.world, wall);
      moveAndBounce(game.world, place, velocity, { surface, maxBounces: 40 }, out);
      for (let i = 0; i < out.hitCount; i++) if (out.hits[i].entity === wall) hits++;
      place.x = out.x;
      place.y = out.y;
      velocity.x = out.velocityX;
      velocity.y = out.velocityY;
      expect(place.x, `world ${world}, tick ${tick}`).toBeLessThan(Transform.x[wall] - half - 0.4999);
      expect(place.x, `world ${world}, tick ${tick}`).toBeGreaterThan(-9.5001);
    }
  }
  expect(hits).toBeGreaterThan(15 * worlds);
});

/** Whether a point is inside a closed outline, by the number of sides above it. */
function isInside(x: number, y: number, outline: readonly number[][]): boolean {
  let inside = false;
  for (let i = 0; i < outline.length; i++) {
    const [ax, ay] = outline[i];
    const [bx, by] = outline[(i + 1) % outline.length];
    if (ax > x !== bx > x && y < ay + ((by - ay) * (x - ax)) / (bx - ax)) inside = !inside;
  }
  return inside;
}

it('counts on nothing but the world and its arguments', () => {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, { x: 1 }));
  addComponent(world, eid, set(Collider, circle(1)));
  const first = moveAndBounce(world, ball(-9, 0), { x: 20, y: 0.3 });
  expect(moveAndBounce(world, ball(-9, 0), { x: 20, y: 0.3 }, {}, createBounceResult())).toEqual(first);
});
