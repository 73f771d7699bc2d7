import { describe, expect, test } from 'vitest';
import { box, circle, collisionSystem, concave, polygon, type ShapeSpec } from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { createGame } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { type RandomPolygon, randomPolygon, ringsOf } from '../../support/random-polygons-2d.ts';
import { createRng } from '../../support/rng.ts';
import {
  type Corners,
  depthOverOutline,
  nearestOn,
  normalsOf,
  outlineNormals,
  trianglesOf,
  type Vector,
  wayToFree,
} from '../../support/solid-2d.ts';

function shapeOf(polygon: RandomPolygon, radius = 0): ShapeSpec {
  const [outline, ...holes] = ringsOf(polygon);
  return concave(outline, { holes, radius });
}

/** The bounds of a polygon, grown a little: minX, minY, width, height. */
function fieldOf({ vertices }: RandomPolygon): [number, number, number, number] {
  const [xs, ys] = [0, 1].map((axis) => vertices.filter((_, i) => i % 2 === axis));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - x, Math.max(...ys) - y];
  return [x - 0.1 * w, y - 0.1 * h, 1.2 * w, 1.2 * h];
}

interface Found {
  separation: number;
  normal: Vector;
}

/** Contacts of the first entity of a game with each other one: normals from the first to the other. */
function contactsByBody(game: ReturnType<typeof createGame>, ground: number): Map<number, Found[]> {
  collisionSystem(game.world);
  const byBody = new Map<number, Found[]>();
  for (const { a, b, separation, normalX, normalY } of game.collision.contacts()) {
    if (a !== ground && b !== ground) continue;
    const sign = a === ground ? 1 : -1;
    const body = a === ground ? b : a;
    const found = byBody.get(body) ?? [];
    found.push({ separation, normal: [sign * normalX, sign * normalY] });
    byBody.set(body, found);
  }
  return byBody;
}

function isAlong([ax, ay]: Vector, [bx, by]: Vector): boolean {
  return Math.abs(ax * by - ay * bx) < 1e-6 && ax * bx + ay * by > 0;
}

test('a circle is as deep as its signed distance to the outline says, and leaves along it', () => {
  const seed = 71;
  const rng = createRng(seed);
  const rate = new HitRate();
  let inside = 0;
  for (let i = 0; i < effort(600, 120); i++) {
    const polygon = randomPolygon(rng, i % 5);
    const rings = ringsOf(polygon);
    const [fieldX, fieldY, width, height] = fieldOf(polygon);
    const size = [1, 1e-3, 1e4][i % 3];
    const radius = i % 4 === 0 ? 0.05 * width : 0;
    // Where the solid stands in the world.
    const [originX, originY, turn] = [size * rng.range(-90, 90), size * rng.range(-90, 90), rng.range(-3, 3)];
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const game = createGame();
    const ground = game.spawn(originX, originY, { ...shapeOf(polygon, radius) });
    const { Transform } = game.collision;
    Transform.rotation[ground] = turn;
    Transform.scale[ground] = size;
    const bodies = Array.from({ length: 40 }, () => {
      const x = fieldX + width * rng.next();
      const y = fieldY + height * rng.next();
      const r = width * rng.range(0.01, 0.1);
      const eid = game.spawn(originX + size * (c * x - s * y), originY + size * (s * x + c * y), circle(size * r));
      return { eid, r, x, y };
    });
    const byBody = contactsByBody(game, ground);
    for (const { eid, r, x, y } of bodies) {
      const { distance, normal } = nearestOn(rings, x, y);
      const expected = distance - r - radius;
      const found = byBody.get(eid) ?? [];
      const hint = `seed ${seed}, polygon ${i}, circle ${eid}`;
      if (Math.abs(expected) < 1e-9 * width) continue;
      rate.count(expected < 0);
      if (expected > 0) {
        expect(
          found.every((contact) => contact.separation > 0),
          hint,
        ).toBe(true);
        continue;
      }
      const deepest = found.reduce((a, b) => (b.separation < a.separation ? b : a), found[0]);
      if (deepest === undefined) expect.fail(`${hint}: no contact, expected ${expected}`);
      expect(Math.abs(deepest.separation / size - expected), hint).toBeLessThan(1e-9 * width);
      // Where two sides are equally near, either is right.
      if (found.length === 1) {
        expect(deepest.normal[0], hint).toBeCloseTo(c * normal[0] - s * normal[1], 5);
        expect(deepest.normal[1], hint).toBeCloseTo(s * normal[0] + c * normal[1], 5);
      }
      if (distance < 0) {
        expect(found.length, hint).toBe(1);
        inside++;
      }
    }
  }
  rate.expectBalanced();
  expect(inside).toBeGreaterThan(effort(4000, 800));
});

describe('convex bodies', () => {
  const seed = 73;
  const rng = createRng(seed);
  const rate = new HitRate();
  let [outside, inside, exact, own] = [0, 0, 0, 0];

  test('meet the solid where they overlap it; normals and depths are right', () => {
    for (let i = 0; i < effort(800, 120); i++) {
      const solid = randomPolygon(rng, i % 4);
      const rings = ringsOf(solid);
      const [fieldX, fieldY, width, height] = fieldOf(solid);
      const slack = 1e-9 * width;
      const triangles = trianglesOf(solid);
      const normals = outlineNormals(solid);
      const game = createGame();
      const ground = game.spawn(0, 0, shapeOf(solid));
      const bodies = Array.from({ length: 25 }, () => {
        const [x, y, turn] = [fieldX + width * rng.next(), fieldY + height * rng.next(), rng.range(-3, 3)];
        const [w, h] = [width * rng.range(0.01, 0.08), width * rng.range(0.01, 0.08)];
        const isBox = rng.next() < 0.5;
        const own = isBox ? [-w, -h, w, -h, w, h, -w, h] : [-w, -h / 2, w, -h / 2, 0, h];
        const corners: number[] = [];
        for (let k = 0; k < own.length; k += 2) {
          corners.push(
            x + Math.cos(turn) * own[k] - Math.sin(turn) * own[k + 1],
            y + Math.sin(turn) * own[k] + Math.cos(turn) * own[k + 1],
          );
        }
        const eid = game.spawn(x, y, isBox ? box(w, h) : polygon(own));
        game.collision.Transform.rotation[eid] = turn;
        return { eid, x, y, corners: corners as Corners };
      });
      const byBody = contactsByBody(game, ground);
      for (const { eid, x, y, corners } of bodies) {
        const found = (byBody.get(eid) ?? []).filter((contact) => contact.separation < -slack);
        const hint = `seed ${seed}, polygon ${i}, body ${eid}`;
        const overlaps = wayToFree(corners, [1, 0], triangles, slack) > slack;
        rate.count(overlaps);
        if (!overlaps) {
          expect(found.length, hint).toBe(0);
          continue;
        }
        if (found.length === 0) {
          // A hair of overlap, along some other way.
          expect(Math.min(...normals.map((way) => wayToFree(corners, way, triangles, slack))), hint).toBeLessThan(1e-6);
          continue;
        }
        if (nearestOn(rings, x, y).distance < 0) {
          inside++;
          expect(found.length, hint).toBe(1);
          expect(found[0].separation, hint).toBeCloseTo(-depthOverOutline(solid, corners, x, y), 7);
          continue;
        }
        outside++;
        for (const { separation, normal } of found) {
          const isOwn = normalsOf(corners).some(([nx, ny]) => isAlong(normal, [-nx, -ny]));
          const isOfOutline = normals.some((one) => isAlong(normal, one));
          expect(isOwn || isOfOutline, `${hint}: normal ${normal}`).toBe(true);
          // Never farther than what clears the whole solid along this normal.
          const clear = wayToFree(corners, normal, triangles, slack);
          expect(-separation, hint).toBeLessThanOrEqual(clear + 1e-6);
          if (-separation > clear - 1e-6) exact++;
          if (isOwn && !isOfOutline) own++;
        }
      }
    }
  });

  test('and cases of all kinds were among them', () => {
    rate.expectBalanced();
    expect(inside).toBeGreaterThan(effort(3000, 400));
    expect(outside).toBeGreaterThan(effort(1500, 200));
    // Most clear the solid at once; in corners and gaps two contacts do so together.
    expect(exact / outside).toBeGreaterThan(0.7);
    expect(own).toBeGreaterThan(0);
  });
});
