import { expect, test } from 'vitest';
import {
  type CastHit,
  castRay,
  castRayAll,
  castShape,
  circle,
  closestPoint,
  collideShape,
  collisionSystem,
  concave,
  overlapShape,
  polygon,
  queryPoint,
  type ShapeContact,
} from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { createGame } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { randomPolygon, ringsOf } from '../../support/random-polygons-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';
import { contains, nearestOn, outlineNormals, sidesOf, trianglesOf, wayToFree } from '../../support/solid-2d.ts';

/** A world with one solid, and where to look around it. */
function makeWorld(rng: Rng, kind: number, radius = 0, around = 0.2) {
  const solid = randomPolygon(rng, kind);
  const rings = ringsOf(solid);
  const game = createGame();
  const eid = game.spawn(0, 0, concave(rings[0], { holes: rings.slice(1), radius }));
  collisionSystem(game.world);
  const [xs, ys] = [0, 1].map((axis) => solid.vertices.filter((_, i) => i % 2 === axis));
  const width = Math.max(...xs) - Math.min(...xs);
  const height = Math.max(...ys) - Math.min(...ys);
  const place = (): [number, number] => [
    Math.min(...xs) + width * rng.range(-around, 1 + around),
    Math.min(...ys) + height * rng.range(-around, 1 + around),
  ];
  return { solid, rings, game, eid, width, place };
}

/** Where a ray crosses the outline, as fractions, ascending. */
function crossings(rings: readonly number[][], x: number, y: number, dx: number, dy: number): number[] {
  const found: number[] = [];
  for (const ring of rings) {
    for (const [ax, ay, bx, by] of sidesOf(ring)) {
      const determinant = dx * (by - ay) - dy * (bx - ax);
      const t = ((ax - x) * (by - ay) - (ay - y) * (bx - ax)) / determinant;
      const u = ((ax - x) * dy - (ay - y) * dx) / determinant;
      if (t >= 0 && t <= 1 && u >= 0 && u <= 1) found.push(t);
    }
  }
  return found.sort((a, b) => a - b);
}

test('points, and rays from anywhere', () => {
  const rng = createRng(101);
  const [inside, hit] = [new HitRate(), new HitRate()];
  const found: number[] = [];
  const all: CastHit[] = [];
  for (let i = 0; i < effort(400, 100); i++) {
    const { solid, rings, game, width, place } = makeWorld(rng, i % 4, 0, 0);
    const normals = outlineNormals(solid);
    for (let k = 0; k < 30; k++) {
      const [x, y] = place();
      const { distance } = nearestOn(rings, x, y);
      if (Math.abs(distance) < 1e-6 * width) continue;
      const isInside = contains(rings, x, y);
      inside.count(isInside);
      expect(queryPoint(game.world, { x, y }, found)).toBe(isInside ? 1 : 0);
      const nearest = closestPoint(game.world, { x, y })!;
      expect(nearest.distance).toBeCloseTo(Math.max(0, distance), 9);
      const [farX, farY] = place();
      const [toX, toY] = [x + 0.4 * (farX - x), y + 0.4 * (farY - y)];
      const ray = castRay(game.world, { x, y }, { x: toX - x, y: toY - y }, { maxFraction: 1 });
      if (isInside) {
        expect(ray?.fraction).toBe(0);
        continue;
      }
      const expected = crossings(rings, x, y, toX - x, toY - y);
      hit.count(expected.length > 0);
      if (expected.length === 0) {
        expect(ray).toBeUndefined();
        continue;
      }
      expect(ray!.fraction).toBeCloseTo(expected[0], 9);
      // Its normal is that of a side, and faces the ray.
      expect(normals.some(([nx, ny]) => Math.hypot(nx - ray!.normalX, ny - ray!.normalY) < 1e-6)).toBe(true);
      expect(ray!.normalX * (toX - x) + ray!.normalY * (toY - y)).toBeLessThan(1e-9 * width);
      const count = castRayAll(game.world, { x, y }, { x: toX - x, y: toY - y }, all, { maxFraction: 1 });
      expect(all[0].fraction).toBe(ray!.fraction);
      expect(count).toBe(1);
    }
  }
  inside.expectBalanced();
  hit.expectBalanced();
});

test('circles that are cast stop where they come as near as their radius', () => {
  const rng = createRng(103);
  const rate = new HitRate();
  for (let i = 0; i < effort(400, 100); i++) {
    const radius = i % 3 === 0 ? 0.3 : 0;
    const { rings, game, width, place } = makeWorld(rng, i % 4, radius);
    for (let k = 0; k < 20; k++) {
      const [x, y] = place();
      const r = width * rng.range(0.01, 0.08);
      const start = nearestOn(rings, x, y).distance - r - radius;
      if (Math.abs(start) < 1e-6 * width) continue;
      const [toX, toY] = place();
      const [dx, dy] = [0.6 * (toX - x), 0.6 * (toY - y)];
      const hit = castShape(game.world, circle(r), { x, y }, { x: dx, y: dy });
      if (start < 0) {
        expect(hit?.fraction).toBe(0);
        continue;
      }
      const end = hit?.fraction ?? 1;
      rate.count(hit !== undefined);
      // Free all along, up to a hair, and touching at the end.
      for (let n = 0; n <= 40; n++) {
        const t = (end * n) / 40;
        const gap = nearestOn(rings, x + t * dx, y + t * dy).distance - r - radius;
        expect(gap, `polygon ${i}, cast ${k} at ${t}`).toBeGreaterThan(-1e-5 * width);
      }
      if (hit === undefined) continue;
      const { distance, normal } = nearestOn(rings, x + end * dx, y + end * dy);
      expect(Math.abs(distance - r - radius)).toBeLessThan(1e-4 * width);
      expect(hit.normalX * normal[0] + hit.normalY * normal[1], `polygon ${i}, cast ${k}`).toBeGreaterThan(0.99);
    }
  }
  rate.expectBalanced();
});

test('overlaps of polygons, and contacts of a shape at a pose', () => {
  const rng = createRng(107);
  const rate = new HitRate();
  const out: number[] = [];
  const contacts: ShapeContact[] = [];
  for (let i = 0; i < effort(400, 100); i++) {
    const { solid, rings, game, eid, width, place } = makeWorld(rng, i % 4);
    const triangles = trianglesOf(solid);
    const slack = 1e-9 * width;
    for (let k = 0; k < 20; k++) {
      const [x, y] = place();
      const size = width * rng.range(0.02, 0.15);
      const turn = rng.range(0, 6);
      const own = [0, 1, 2].flatMap((n) => [
        size * Math.cos(turn + (2 * n * Math.PI) / 3),
        size * Math.sin(turn + (2 * n * Math.PI) / 3),
      ]);
      const corners = own.map((value, n) => value + (n % 2 === 0 ? x : y));
      const way = wayToFree(corners, [1, 0], triangles, slack);
      if (way > 0 && way < 1e-6 * width) continue;
      rate.count(way > 0);
      const shape = polygon(own);
      expect(overlapShape(game.world, shape, { x, y }, out), `polygon ${i}, triangle ${k}`).toBe(way > 0 ? 1 : 0);
      const count = collideShape(game.world, shape, { x, y }, contacts);
      expect(count > 0).toBe(way > 0);
      const isInside = nearestOn(rings, x, y).distance < 0;
      if (isInside) expect(count).toBe(1);
      for (let n = 0; n < count; n++) expect(contacts[n].entity).toBe(eid);
    }
  }
  rate.expectBalanced();
});
