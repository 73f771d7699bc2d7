import {
  box,
  CollisionError,
  capsule,
  chain,
  circle,
  compound,
  concave,
  ellipse,
  massProperties,
  polygon,
  type ShapeSpec,
  segment,
} from 'bitecs-collision/2d';
import { describe, expect, test } from 'vitest';
import { createRng, type Rng } from '../../support/rng.ts';

const { PI } = Math;

/** Sums over strips of a shape's section, which is found by bisection from a point inside: slow and independent. */
function integrate(contains: (x: number, y: number) => boolean, reach: number, steps: number) {
  const cell = (2 * reach) / steps;
  let [area, x, y, second] = [0, 0, 0, 0];
  for (let i = 0; i < steps; i++) {
    for (let k = 0; k < steps; k++) {
      const px = -reach + (i + 0.5) * cell;
      const py = -reach + (k + 0.5) * cell;
      if (!contains(px, py)) continue;
      area += cell * cell;
      x += px * cell * cell;
      y += py * cell * cell;
      second += (px * px + py * py) * cell * cell;
    }
  }
  return { mass: area, x: x / area, y: y / area, inertia: second - (x * x + y * y) / area };
}

function expectClose(shape: ShapeSpec, mass: number, inertia: number, x = 0, y = 0): void {
  const found = massProperties(shape);
  expect(found.mass).toBeCloseTo(mass, 11);
  expect(found.inertia).toBeCloseTo(inertia, 11);
  expect(found.x).toBeCloseTo(x, 12);
  expect(found.y).toBeCloseTo(y, 12);
}

describe('shapes with a formula', () => {
  test('a rounded concave solid: strips along its sides, sectors at its five corners, less a square in the notch', () => {
    const radius = 0.25;
    const { mass, x, y } = massProperties(concave([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2], { radius }));
    expect(mass).toBeCloseTo(3 + 8 * radius + (5 / 4) * PI * radius ** 2 - radius ** 2, 11);
    expect(x).toBeCloseTo(y, 12);
  });
  test('circle', () => expectClose(circle(2), 4 * PI, 8 * PI));
  test('box', () => expectClose(box(1, 0.5), 2, (2 * (4 + 1)) / 12));
  test('ellipse', () => expectClose(ellipse(3, 0.5), 1.5 * PI, (1.5 * PI * (9 + 0.25)) / 4));
  test('a very flat ellipse', () => expectClose(ellipse(1, 0.01), 0.01 * PI, (0.01 * PI * 1.0001) / 4));
  test('an ellipse that is a rounded circle', () =>
    expectClose(ellipse(1, 1, { radius: 0.5 }), 2.25 * PI, 2.53125 * PI));
  test('capsule: a box between two half circles', () => {
    const [half, radius] = [1.5, 0.4];
    const caps = PI * radius * radius;
    const centroid = (4 * radius) / (3 * PI);
    const cap =
      (caps * radius * radius) / 2 - caps * centroid * centroid + caps * (half + centroid) * (half + centroid);
    const middle = 4 * half * radius;
    expectClose(capsule(half, radius), middle + caps, (middle * (4 * half * half + 4 * radius * radius)) / 12 + cap);
  });
  test('right triangle', () => expectClose(polygon([0, 0, 3, 0, 0, 3]), 4.5, (4.5 * (9 + 9)) / 18, 1, 1));
  test('what has no area has no mass', () => {
    expect(massProperties(segment(0, 0, 4, 1))).toEqual({ mass: 0, x: 0, y: 0, inertia: 0 });
    // Nor what rounding leaves of both sides of a segment: less than nothing, here.
    for (const scale of [1e-6, 1, 1e6]) {
      const slanted = segment(-0.7 * scale, 0.31 * scale, 0.13 * scale, -0.57 * scale);
      expect(massProperties(slanted)).toEqual({ mass: 0, x: 0, y: 0, inertia: 0 });
    }
    expect(massProperties(chain([0, 0, 1, 1, 2, 0])).mass).toBe(0);
  });
});

test('a rounded polygon, against a sum over a grid', () => {
  const rng = createRng(11);
  for (let round = 0; round < 6; round++) {
    const points = somePoints(rng);
    const radius = round % 2 === 0 ? rng.range(0.1, 0.6) : 0;
    const hull = polygon(points, { radius });
    const found = massProperties(hull);
    const grid = integrate((x, y) => distanceToHull(points, x, y) <= radius, 2.2, 300);
    // As much as the cells at the outline are worth.
    expect(Math.abs(found.mass / grid.mass - 1)).toBeLessThan(0.01);
    expect(Math.abs(found.inertia / grid.inertia - 1)).toBeLessThan(0.015);
    expect(found.x - grid.x).toBeCloseTo(0, 2);
    expect(found.y - grid.y).toBeCloseTo(0, 2);
  }
});

test('moving a shape within its frame moves the centroid and leaves the inertia', () => {
  const rng = createRng(5);
  for (let round = 0; round < 50; round++) {
    const points = somePoints(rng);
    const [dx, dy] = [rng.range(-3, 3), rng.range(-3, 3)];
    const options = { radius: rng.range(0, 0.5) };
    const here = massProperties(polygon(points, options));
    const there = massProperties(
      polygon(
        points.map((value, i) => value + (i % 2 === 0 ? dx : dy)),
        options,
      ),
    );
    expect(there.mass).toBeCloseTo(here.mass, 11);
    expect(there.inertia).toBeCloseTo(here.inertia, 10);
    expect(there.x - here.x).toBeCloseTo(dx, 11);
    expect(there.y - here.y).toBeCloseTo(dy, 11);
  }
});

test('a compound is the sum of its children, where they stand', () => {
  const found = massProperties(
    compound([
      { ...circle(1), offsetX: 3 },
      { ...circle(1), offsetX: -3 },
    ]),
    2,
  );
  expect(found.mass).toBeCloseTo(4 * PI, 12);
  expect(found.x).toBeCloseTo(0, 12);
  expect(found.inertia).toBeCloseTo(2 * 2 * (PI / 2 + 9 * PI), 10);
});

test('fills what it is given, and refuses a density that is none', () => {
  const out = { mass: 0, x: 0, y: 0, inertia: 0 };
  expect(massProperties(box(1, 1), 0.5, out)).toBe(out);
  expect(out.mass).toBe(2);
  for (const density of [0, -1, NaN, Infinity])
    expect(() => massProperties(box(1, 1), density)).toThrow(CollisionError);
  expect(() => massProperties({} as ShapeSpec)).toThrow(CollisionError);
});

function somePoints(rng: Rng): number[] {
  return Array.from({ length: 2 * rng.integer(4, 9) }, () => rng.range(-1.2, 1.2));
}

/** The distance to the convex hull of points: 0 inside. By all pairs of points, of which the sides are some. */
function distanceToHull(points: readonly number[], x: number, y: number): number {
  let inside = true;
  let least = Infinity;
  for (let i = 0; i < points.length; i += 2) {
    for (let k = 0; k < points.length; k += 2) {
      if (i === k) continue;
      const [ax, ay] = [points[i], points[i + 1]];
      const [ux, uy] = [points[k] - ax, points[k + 1] - ay];
      const isSide = points.every((_, m) => m % 2 === 1 || ux * (points[m + 1] - ay) - uy * (points[m] - ax) >= -1e-12);
      if (!isSide) continue;
      if (ux * (y - ay) - uy * (x - ax) < 0) inside = false;
      const along = Math.max(0, Math.min(1, ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy)));
      least = Math.min(least, Math.hypot(x - ax - along * ux, y - ay - along * uy));
    }
  }
  return inside ? 0 : least;
}
