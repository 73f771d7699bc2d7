import { addComponent } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  concave,
  createBounceResult,
  ellipse,
  moveAndBounce,
  overlapShape,
  polygon,
  type ShapeSpec,
  seamless,
  sector,
  segment,
  tiles,
} from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { createGame } from '../../support/game-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/*
 * Movers that bounce about in rooms full of shapes of all kinds: asked after each tick whether they are where there is
 * room, and within the room, and how fast.
 */

const TILE_SHAPES = { 1: 'full', 2: 'slope-left', 3: 'half-top', 4: 'gentle-low-right', 5: 'full' } as const;

/** A map of tiles whose outermost ring is solid: nothing leaves it. */
function roomOf(rng: Rng, size: number): ShapeSpec {
  const [columns, rows] = [24, 20];
  const cells = Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    if (column === 0 || row === 0 || column === columns - 1 || row === rows - 1) return 1;
    return rng.next() < 0.05 ? rng.integer(1, 5) : 0;
  });
  return tiles({ columns, rows, size, cells, shapes: TILE_SHAPES });
}

function obstacle(rng: Rng, scale: number): ShapeSpec {
  const size = (): number => scale * rng.range(0.2, 0.8);
  const place = (): number => scale * rng.range(-1, 1);
  const kinds: (() => ShapeSpec)[] = [
    () => circle(size()),
    () => capsule(size(), size()),
    () => box(size(), size(), { radius: rng.next() < 0.5 ? 0 : 0.3 * size() }),
    () => polygon(Array.from({ length: 14 }, place)),
    () => ellipse(size(), size()),
    () => sector(size(), rng.range(0.3, 3)),
    () => segment(place(), place(), place(), place()),
    () => chain(Array.from({ length: 8 }, place)),
    () => compound([circle(size()), { ...box(size(), size()), offsetX: place(), offsetRotation: 1 }]),
    () => compound([box(scale, scale), { ...box(scale, scale), offsetX: 2 * scale }], { smooth: true }),
    () =>
      concave([-1, -0.7, 1, -0.7, 1, 0.7, 0.7, 0.7, 0.7, -0.3, -0.7, -0.3, -0.7, 0.7, -1, 0.7].map((v) => v * scale)),
  ];
  return kinds[rng.integer(0, kinds.length - 1)]();
}

it('nothing that bounces gets into anything, or out of its room, or loses speed', () => {
  const worlds = effort(300, 24);
  let bounces = 0;
  let started = 0;
  for (let world = 0; world < worlds; world++) {
    const seed = 77_100 + world;
    const rng = createRng(seed);
    const scale = [1e-2, 1, 1e3][world % 3];
    const game = createGame();
    const Seamless = seamless(game.world);
    game.spawn(0, 0, roomOf(rng, scale));
    for (let i = 0; i < 12; i++) {
      const turn = { offsetRotation: rng.range(-3, 3) };
      game.spawn(scale * rng.range(2, 22), scale * rng.range(2, 18), obstacle(rng, scale), turn);
    }
    for (let i = 0; i < 4; i++)
      addComponent(game.world, game.spawn((8 + i) * scale, 6 * scale, box(scale / 2, scale / 2)), Seamless);
    collisionSystem(game.world);
    const shape = [circle(0.2 * scale), box(0.2 * scale, 0.1 * scale), capsule(0.2 * scale, 0.1 * scale)][world % 3];
    const mover = { shape, x: 0, y: 0, rotation: rng.range(-3, 3) };
    for (let tries = 0; tries < 40; tries++) {
      mover.x = scale * rng.range(2, 22);
      mover.y = scale * rng.range(2, 18);
      if (overlapShape(game.world, shape, mover, []) === 0) break;
    }
    if (overlapShape(game.world, shape, mover, []) > 0) continue;
    started++;
    const speed = scale * rng.range(2, 40);
    const angle = rng.range(-4, 4);
    const velocity = { x: speed * Math.cos(angle), y: speed * Math.sin(angle) };
    const out = createBounceResult();
    for (let tick = 0; tick < 120; tick++) {
      const text = `seed ${seed}, tick ${tick}`;
      // To and fro in a gap that is hardly wider than the mover takes many.
      moveAndBounce(game.world, mover, velocity, { maxBounces: 10_000 }, out);
      bounces += out.hitCount;
      expect(out.penetration, text).toBe(0);
      expect(out.remaining, text).toBe(0);
      mover.x = out.x;
      mover.y = out.y;
      velocity.x = out.velocityX;
      velocity.y = out.velocityY;
      expect(overlapShape(game.world, shape, mover, []), text).toBe(0);
      expect(mover.x > scale && mover.x < 23 * scale && mover.y > scale && mover.y < 19 * scale, text).toBe(true);
      expect(Math.abs(Math.hypot(velocity.x, velocity.y) / speed - 1), text).toBeLessThan(1e-9);
    }
  }
  expect(started / worlds).toBeGreaterThan(0.9);
  expect(bounces).toBeGreaterThan(200 * started);
});
