import { addComponent, addEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { castRay, castShape, collisionSystem, ellipse, polygon, type ShapeSpec } from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { createGame } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** A shape as the reference has it: half axes of an ellipse or corners, and the radius around. */
interface Shape {
  rx: number;
  ry: number;
  corners: readonly (readonly [number, number])[];
  radius: number;
}

interface Place {
  x: number;
  y: number;
  rotation: number;
}

/** How far a placed shape reaches along the direction of an angle, from its own position. */
function reach({ rx, ry, corners, radius }: Shape, rotation: number, angle: number): number {
  const u = Math.cos(angle - rotation);
  const v = Math.sin(angle - rotation);
  if (corners.length === 0) return Math.hypot(rx * u, ry * v) + radius;
  return Math.max(...corners.map(([x, y]) => x * u + y * v)) + radius;
}

/** The gap between two along a direction, of which B lies at (x, y) from A. */
function gapAlong(a: Shape, turnA: number, b: Shape, turnB: number, x: number, y: number, angle: number): number {
  const away = x * Math.cos(angle) + y * Math.sin(angle);
  return away - reach(a, turnA, angle) - reach(b, turnB, angle + Math.PI);
}

/** The largest gap over all directions: a scan, and a golden section about each direction that is best nearby. */
function separation(a: Shape, turnA: number, b: Shape, turnB: number, x: number, y: number): number {
  const STEPS = 720;
  const step = (2 * Math.PI) / STEPS;
  const gap = (angle: number): number => gapAlong(a, turnA, b, turnB, x, y, angle);
  const scan = Array.from({ length: STEPS }, (_, i) => gap(i * step));
  let best = -Infinity;
  for (let i = 0; i < STEPS; i++) {
    if (scan[i] < scan[(i + 1) % STEPS] || scan[i] < scan[(i + STEPS - 1) % STEPS]) continue;
    let low = (i - 1) * step;
    let high = (i + 1) * step;
    for (let k = 0; k < 80; k++) {
      const left = low + 0.382 * (high - low);
      const right = high - 0.382 * (high - low);
      if (gap(left) > gap(right)) high = right;
      else low = left;
    }
    best = Math.max(best, gap((low + high) / 2));
  }
  return best;
}

const SQUARE = [
  [1, 0.6],
  [-1, 0.6],
  [-1, -0.6],
  [1, -0.6],
] as const;
const NO_CORNERS: readonly (readonly [number, number])[] = [];

/** Ellipses of all proportions, rounded or not, and in some rounds corners, a bare point among them. */
function randomShape(rng: Rng, size: number, isCurved: boolean): Shape {
  const radius = rng.next() < 0.4 ? rng.range(0.01, 0.5) * size : 0;
  if (!isCurved && rng.next() < 0.5) {
    const count = rng.integer(3, 9);
    const corners =
      rng.next() < 0.3
        ? SQUARE.map(([x, y]) => [x * size, y * size] as const)
        : Array.from({ length: count }, (_, i) => {
            const angle = ((i + rng.range(0.1, 0.9)) * 2 * Math.PI) / count;
            return [size * Math.cos(angle), 0.7 * size * Math.sin(angle)] as const;
          });
    return { rx: 0, ry: 0, corners, radius };
  }
  const long = size * rng.range(0.3, 1);
  const proportion = [rng.range(0.1, 1), 1, 1 - 1e-9, 10 ** rng.range(-5, -1)][rng.integer(0, 3)];
  const isTall = rng.next() < 0.5;
  const [rx, ry] = isTall ? [long * proportion, long] : [long, long * proportion];
  return { rx, ry, corners: NO_CORNERS, radius };
}

function specOf({ rx, ry, corners, radius }: Shape): ShapeSpec {
  return corners.length > 0 ? polygon(corners.flat(), { radius }) : ellipse(rx, ry, { radius });
}

/**
 * Relative to the sizes. What a needle reaches is lost in the rounding of the reference, the more the thinner it is.
 */
const SLACK = 1e-12;

describe('curved shapes', () => {
  it.each([1e-3, 1, 1e4])('are cast to where they first touch, size %s', (size) => {
    const rng = createRng(31);
    const hits = new HitRate();
    for (let round = 0; round < effort(2000, 200); round++) {
      const isTarget = rng.next() < 0.5;
      const a = randomShape(rng, size, isTarget);
      const b = randomShape(rng, size, !isTarget);
      const from: Place = { x: rng.range(-3, 3) * size, y: rng.range(-3, 3) * size, rotation: rng.range(-3, 3) };
      const turnB = round % 4 === 0 ? from.rotation : rng.range(-3, 3);
      const wayX = -from.x * rng.range(0.3, 2) + rng.range(-2, 2) * size;
      const wayY = -from.y * rng.range(0.3, 2) + rng.range(-2, 2) * size;
      const game = createGame();
      const target = addEntity(game.world);
      addComponent(game.world, target, set(game.collision.Transform, { rotation: turnB }));
      addComponent(game.world, target, set(game.collision.Collider, specOf(b)));
      collisionSystem(game.world);
      const hit = castShape(game.world, specOf(a), from, { x: wayX, y: wayY });
      const label = `size ${size}, round ${round}`;
      const gapAt = (t: number): number =>
        separation(a, from.rotation, b, turnB, -from.x - t * wayX, -from.y - t * wayY) / size;
      if (hit === undefined || hit.fraction > 0) hits.count(hit !== undefined);
      const end = hit === undefined ? 1 : hit.fraction;
      for (let i = 0; i <= 8; i++) {
        if (end > 0) expect(gapAt((end * i) / 8), label).toBeGreaterThan(-SLACK);
      }
      if (hit === undefined) continue;
      expect(Math.abs(gapAt(end)) < SLACK || (end === 0 && gapAt(0) < 0), label).toBe(true);
      if (end === 0) continue;
      // Both lie behind the plane through the point, which is where they touch.
      const angle = Math.atan2(hit.normalY, hit.normalX);
      const x = from.x + end * wayX - hit.x;
      const y = from.y + end * wayY - hit.y;
      const behindA = x * hit.normalX + y * hit.normalY - reach(a, from.rotation, angle + Math.PI);
      const behindB = hit.x * hit.normalX + hit.y * hit.normalY - reach(b, turnB, angle);
      expect(Math.abs(behindA) / size, label).toBeLessThan(SLACK);
      expect(Math.abs(behindB) / size, label).toBeLessThan(SLACK);
      expect(hit.normalX * wayX + hit.normalY * wayY, label).toBeLessThan(0);
    }
    hits.expectBalanced();
  });

  it('are met by rays of any length, from far away, and not by rays that lead away', () => {
    const game = createGame();
    const eid = addEntity(game.world);
    addComponent(game.world, eid, set(game.collision.Transform, {}));
    addComponent(game.world, eid, set(game.collision.Collider, ellipse(2, 1, { radius: 0.5 })));
    collisionSystem(game.world);
    expect(castRay(game.world, { x: -10, y: 0 }, { x: 20, y: 0 })!.fraction).toBe(7.5 / 20);
    expect(castRay(game.world, { x: -10, y: 0 }, { x: 1e-3, y: 0 })!.fraction).toBeCloseTo(7500, 9);
    expect(castRay(game.world, { x: -10, y: 0 }, { x: 1e-3, y: 0 }, { maxFraction: 7499 })).toBeUndefined();
    expect(castRay(game.world, { x: -10, y: 0 }, { x: -20, y: 0 })).toBeUndefined();
    expect(castRay(game.world, { x: 0, y: 10 }, { x: 0, y: -1e9 })!.fraction).toBeCloseTo(8.5e-9, 22);
    expect(castRay(game.world, { x: 1, y: 0 }, { x: 5, y: 5 })!.fraction).toBe(0);
    // Along a tangent, on it and a hair beside.
    expect(castRay(game.world, { x: -5, y: 1.5 }, { x: 10, y: 0 })!.fraction).toBeCloseTo(0.5, 6);
    expect(castRay(game.world, { x: -5, y: 1.5 + 1e-12 }, { x: 10, y: 0 })).toBeUndefined();
  });
});
