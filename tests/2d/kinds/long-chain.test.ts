import { addComponent } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  castRay,
  castShape,
  chain,
  circle,
  closestPoint,
  closestPoints,
  collisionSystem,
  explainPair,
  queryPoint,
} from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { createGame } from '../../support/game-2d.ts';
import { createRng } from '../../support/rng.ts';

const COUNT = effort(1_000_000, 100_000);
const STEP = 0.01;
/** How far the chain goes to either side. */
const REACH = (COUNT * STEP) / 2;

/** Milliseconds that this process has had a processor for: unlike the clock, they do not count what others take. */
const busy = (): number => process.cpuUsage().user / 1000;

/** Hills of two sizes, a hundredth a step; no two segments alike. */
function coast(): Float64Array {
  const points = new Float64Array(2 * (COUNT + 1));
  for (let i = 0; i <= COUNT; i++) {
    points[2 * i] = (i - COUNT / 2) * STEP;
    points[2 * i + 1] = 3 * Math.sin(i * 0.0011) + 0.2 * Math.sin(i * 0.071) + 0.003 * (i % 2);
  }
  return points;
}

/** The nearest segment to a point, by looking at all that may be. */
function nearest(points: Float64Array, x: number, y: number): { distance: number; child: number } {
  let best = { distance: Infinity, child: -1 };
  const middle = Math.round(x / STEP + COUNT / 2);
  for (let i = Math.max(0, middle - 2000); i < Math.min(COUNT, middle + 2000); i++) {
    const [ax, ay, bx, by] = points.subarray(2 * i, 2 * i + 4) as unknown as [number, number, number, number];
    const [ex, ey] = [bx - ax, by - ay];
    const t = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
    const distance = Math.hypot(x - ax - t * ex, y - ay - t * ey);
    if (distance < best.distance) best = { distance, child: i };
  }
  return best;
}

it(`${COUNT} segments: built, collided, cast and measured in bounded time, and rightly`, () => {
  const points = coast();
  const begun = busy();
  const shape = chain(points);
  expect(busy() - begun).toBeLessThan(30_000);
  const { world, collision, spawn } = createGame();
  const ground = spawn(0, 0, shape);
  addComponent(world, ground, collision.Static);
  const rng = createRng(3);
  const places = Array.from({ length: 80 }, () => {
    const x = rng.range(-0.98 * REACH, 0.98 * REACH);
    return { x, y: points[2 * Math.round(x / STEP + COUNT / 2) + 1] + rng.range(-2, 2) };
  });
  const balls = places.map(({ x, y }) => spawn(x, y, circle(0.5), { categoryBits: 2, maskBits: 1 }));
  collisionSystem(world);

  const start = busy();
  for (let tick = 0; tick < 5; tick++) collisionSystem(world);
  let touching = 0;
  for (const [i, { x, y }] of places.entries()) {
    const { distance, child } = nearest(points, x, y);
    const ball = balls[i];
    const rows = [...collision.contactsOf(ball)];
    if (distance <= 0.5) touching++;
    expect(rows.length > 0, `seed 3, ball ${i} at ${distance}`).toBe(distance <= 0.5);
    const pair = closestPoints(world, ground, ball)!;
    expect(Math.abs(pair.separation - (distance - 0.5)), `seed 3, ball ${i}`).toBeLessThan(1e-9);
    expect(Math.abs(pair.childA - child), `seed 3, ball ${i}`).toBeLessThanOrEqual(1);
    const point = closestPoint(world, { x, y }, { ignore: ball, maskBits: 1 })!;
    expect(Math.abs(point.distance - distance), `seed 3, ball ${i}`).toBeLessThan(1e-9);
    expect(explainPair(world, ground, ball).touching).toBe(distance <= 0.5);
    // Straight down from high above: the hit is on the curve, at this x.
    const hit = castRay(world, { x, y: 100 }, { x: 0, y: -200 }, { maskBits: 1 })!;
    const at = Math.floor(x / STEP + COUNT / 2);
    const share = (x - points[2 * at]) / (points[2 * at + 2] - points[2 * at]);
    const height = points[2 * at + 1] + share * (points[2 * at + 3] - points[2 * at + 1]);
    expect(Math.abs(hit.y - height), `seed 3, ball ${i}`).toBeLessThan(1e-6);
    const landed = castShape(world, box(0.3, 0.3), { x, y: 50, rotation: 0.4 }, { x: 0, y: -100 }, { maskBits: 1 })!;
    expect(landed.fraction).toBeGreaterThan(0.4);
    expect(landed.fraction).toBeLessThan(0.55);
    expect(queryPoint(world, { x, y: 20 }, [])).toBe(0);
  }
  // Along all of it, without a hit, and across.
  for (let i = 0; i < 50; i++)
    expect(castRay(world, { x: -1.2 * REACH, y: 4 }, { x: 2.4 * REACH, y: 0 }, { maskBits: 1 })).toBeUndefined();
  expect(busy() - start).toBeLessThan(20_000);
  expect(touching / places.length).toBeGreaterThan(0.3);
  expect(touching / places.length).toBeLessThan(0.7);
});
