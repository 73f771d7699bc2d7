import { describe, expect, test } from 'vitest';
import {
  castRay,
  circle,
  closestPoint,
  collisionSystem,
  concave,
  massProperties,
  queryPoint,
} from '../../../entry/2d.ts';
import { createGame } from '../../support/game-2d.ts';
import { nearestOn } from '../../support/solid-2d.ts';

/** A U that is open at the top: 6 wide, 4 high, its walls and its floor 1 thick. */
const U = [-3, 0, 3, 0, 3, 4, 2, 4, 2, 1, -2, 1, -2, 4, -3, 4];

describe('inside is inside', () => {
  const game = createGame();
  const cup = game.spawn(0, 0, concave(U));
  collisionSystem(game.world);
  const at = (x: number, y: number) => {
    const out: number[] = [];
    return [...Array(queryPoint(game.world, { x, y }, out)).keys()].map((i) => out[i]);
  };

  test('points in it, on it, and between its walls', () => {
    expect(at(0, 0.5)).toEqual([cup]);
    expect(at(2.5, 3.9)).toEqual([cup]);
    expect(at(2, 2)).toEqual([cup]);
    expect(at(0, 2)).toEqual([]);
    expect(at(0, 4)).toEqual([]);
  });

  test('the closest point to one inside is that point itself', () => {
    const inside = closestPoint(game.world, { x: 0.25, y: 0.5 })!;
    expect([inside.x, inside.y, inside.distance]).toEqual([0.25, 0.5, 0]);
    const between = closestPoint(game.world, { x: 0, y: 1.75 })!;
    expect([between.x, between.y, between.distance]).toEqual([0, 1, 0.75]);
  });

  test('a ray from inside hits at once, one from between the walls hits them', () => {
    const inside = castRay(game.world, { x: 0, y: 0.5 }, { x: 1, y: 0 })!;
    expect(inside.fraction).toBe(0);
    const across = castRay(game.world, { x: 0, y: 2 }, { x: 10, y: 0 })!;
    expect([across.entity, across.fraction, across.normalX, across.normalY]).toEqual([cup, 0.2, -1, 0]);
  });

  test('a ray that passes the inner edges of the decomposition meets the outline alone', () => {
    // From below through the floor, and out again: it is inside from the first hit on.
    const up = castRay(game.world, { x: 0, y: -1 }, { x: 0, y: 10 })!;
    expect([up.fraction, up.normalY]).toEqual([0.1, -1]);
  });
});

test('mass properties of the whole', () => {
  // Three boxes: 6 × 1 about (0, 0.5), and twice 1 × 3 about (±2.5, 2.5).
  const { mass, x, y, inertia } = massProperties(concave(U), 2);
  expect(mass).toBeCloseTo(24, 12);
  expect(x).toBeCloseTo(0, 12);
  expect(y).toBeCloseTo(1.5, 12);
  const floor = (6 * (36 + 1)) / 12 + 6 * 1;
  const wall = (3 * (1 + 9)) / 12 + 3 * (2.5 * 2.5 + 1);
  expect(inertia).toBeCloseTo(2 * (floor + 2 * wall), 10);
  const holed = massProperties(concave([-2, -2, 2, -2, 2, 2, -2, 2], { holes: [[-1, -1, -1, 1, 1, 1, 1, -1]] }));
  expect(holed.mass).toBeCloseTo(12, 12);
  expect(holed.inertia).toBeCloseTo((16 * 32 - 4 * 8) / 12, 11);
});

test('a radius adds to the mass what it adds to the solid', () => {
  // Counted on a grid of points, which is right to about a thousandth.
  const radius = 0.4;
  const found = massProperties(concave(U, { radius }));
  const step = 0.01;
  let [area, first, second] = [0, 0, 0];
  for (let x = -4 + step / 2; x < 4; x += step) {
    for (let y = -1 + step / 2; y < 5; y += step) {
      if (nearestOn([U], x, y).distance > radius) continue;
      area += step * step;
      first += step * step * y;
      second += step * step * (x * x + y * y);
    }
  }
  expect(found.mass / area).toBeCloseTo(1, 3);
  expect(found.x).toBeCloseTo(0, 12);
  expect(found.y).toBeCloseTo(first / area, 3);
  expect(found.inertia / (second - (first * first) / area)).toBeCloseTo(1, 3);
  // A strip along the outline, which is 26 long, six quarters of a circle, less two squares at the corners of the bay.
  expect(found.mass).toBeCloseTo(12 + 0.4 * 26 + (6 * Math.PI * 0.16) / 4 - 2 * 0.16, 10);
});

test('what it refuses', () => {
  expect(() =>
    concave([
      [0, 0],
      [4, 4],
      [4, 0],
      [0, 4],
    ]),
  ).toThrow('concave: the edge from point 0 to 1 of the outline crosses the edge from point 2 to 3 of the outline');
  expect(() => concave([0, 0, 9, 0, 9, 9], { holes: [[1, 1, 2, 1, 20, 3]] })).toThrow(
    /concave: the edge from point \d to \d of hole 0 crosses|crosses the edge from point \d to \d of hole 0/,
  );
  expect(() => concave([0, 0, 9, 0, 9, 9], { holes: [[10, 1, 12, 1, 12, 3]] })).toThrow('hole 0 lies outside');
  expect(() => concave([0, 0, 1, 0, 2, 0])).toThrow('all points lie on one line');
  expect(() => concave([0, 0, 1, 0])).toThrow('the number of points of the outline must be at least 3, got 2');
  expect(() => concave([])).toThrow('must be at least 3, got 0');
  expect(() => concave([0, 0, 1, 0, 1, Number.NaN])).toThrow('concave: y of point 2');
  expect(() => concave([0, 0, 1, 0, 1, 1], { radius: -1 })).toThrow('radius');
  expect(() => concave([0, 0, 1, 0, 1, 1], { holes: 3 as never })).toThrow('holes');
  expect(() => concave([0, 0, 1, 0, 1, 1], { hole: [] } as never)).toThrow('hole');
});

test('a circle that rolls along the floor of the U meets the floor, and both in a corner', () => {
  const game = createGame();
  game.spawn(0, 0, concave(U));
  const ball = game.spawn(0, 0, circle(0.5));
  const { Transform } = game.collision;
  for (let x = -1.5; x <= 1.5; x += 0.125) {
    Transform.x[ball] = x;
    Transform.y[ball] = 1.4375;
    collisionSystem(game.world);
    const normals = Array.from(game.collision.contacts(), (c) => [c.normalX, c.normalY, c.separation]);
    const walls = Math.abs(x) === 1.5 ? [[x > 0 ? -1 : 1, 0, 0]] : [];
    expect(normals.filter(([, y]) => y === 0)).toEqual(walls);
    expect(normals.filter(([, y]) => y !== 0)).toEqual([[0, 1, -0.0625]]);
  }
});
