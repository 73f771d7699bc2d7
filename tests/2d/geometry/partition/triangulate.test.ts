import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { describe, expect, test } from 'vitest';
import { triangulate } from '../../../../src/2d/geometry/partition/triangulate.ts';
import { findCrossing } from '../../../../src/2d/shapes/find-crossing.ts';
import { orient2d } from '../../../../src/core/exact-arithmetic.ts';
import { effort } from '../../../support/effort.ts';
import {
  areaOf,
  type RandomPolygon,
  randomCells,
  randomGrown,
  randomHoled,
  randomStar,
  randomTour,
  roughened,
  signedArea,
} from '../../../support/random-polygons-2d.ts';
import { createRng } from '../../../support/rng.ts';

/** Points by number. */
function corner(vertices: ArrayLike<number>, i: number): [number, number] {
  return [vertices[2 * i], vertices[2 * i + 1]];
}

/**
 * Checks that triangles are proper ones that cover as much as the polygon, and that no two lie on the same side of an
 * edge: with areas that add up, they then do not overlap.
 */
function checkTriangles(
  polygon: RandomPolygon,
  triangles: Uint32Array,
  hint: string,
  expected = areaOf(polygon),
): void {
  const { vertices } = polygon;
  const sides = new Set<string>();
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    const area = orient2d(...corner(vertices, a), ...corner(vertices, b), ...corner(vertices, c)) / 2;
    if (!(area > 0)) expect.fail(`${hint}: triangle ${a}, ${b}, ${c} has the area ${area}`);
    sum += area;
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const key = `${from} ${to}`;
      if (sides.has(key)) expect.fail(`${hint}: two triangles have the edge ${key}`);
      sides.add(key);
    }
  }
  if (!(Math.abs(sum - expected) <= 1e-11 * expected)) expect.fail(`${hint}: area ${sum} in place of ${expected}`);
}

function areaOfTriangles(vertices: readonly number[], triangles: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    sum += signedArea([0, 1, 2].flatMap((k) => corner(vertices, triangles[i + k])));
  }
  return sum;
}

/** Cuts a ring into loops that come back to no point before their end. */
function loopsOf(ring: readonly number[]): number[][] {
  const loops: number[][] = [];
  const open: number[] = [];
  const places = new Map<string, number>();
  for (let i = 0; i < ring.length; i += 2) {
    const key = `${ring[i]} ${ring[i + 1]}`;
    const start = places.get(key);
    if (start !== undefined) {
      const loop = open.splice(start);
      loops.push(loop);
      for (let k = 0; k < loop.length; k += 2) places.delete(`${loop[k]} ${loop[k + 1]}`);
    }
    places.set(key, open.length);
    open.push(ring[i], ring[i + 1]);
  }
  loops.push(open);
  return loops;
}

test('known triangulations', () => {
  expect([...triangulate([0, 0, 4, 0, 0, 3])].sort()).toEqual([0, 1, 2]);
  // Of the two diagonals of this kite, the shorter one.
  const kite = triangulate([0, -1, 5, 0, 0, 1, -5, 0]);
  expect(kite.length).toBe(6);
  expect([...kite].filter((i) => i === 0).length).toBe(2);
  expect([...kite].filter((i) => i === 2).length).toBe(2);
  // A square with a square hole, and an L with its straight vertex, clockwise.
  expect(triangulate([0, 0, 6, 0, 6, 6, 0, 6, 2, 2, 4, 2, 4, 4, 2, 4], [4]).length).toBe(3 * 8);
  expect(triangulate([0, 0, 0, 4, 2, 4, 2, 2, 4, 2, 4, 0, 2, 0]).length).toBe(3 * 5);
});

test('vertices at one place are one vertex, and what is passed twice bounds nothing', () => {
  // A hole that is cut open to the outside along x = 0, as formats without holes have it.
  const keyhole = [0, -6, 6, -6, 6, 6, -6, 6, -6, -6, 0, -6, 0, -2, -2, -2, -2, 2, 2, 2, 2, -2, 0, -2];
  const triangles = triangulate(keyhole);
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    sum += orient2d(
      ...corner(keyhole, triangles[i]),
      ...corner(keyhole, triangles[i + 1]),
      ...corner(keyhole, triangles[i + 2]),
    );
  }
  expect(sum / 2).toBe(144 - 16);
  expect([...triangles]).not.toContain(5);
  expect([...triangles]).not.toContain(11);
});

describe('refusals', () => {
  const cases: [string, number[], number[], RegExp][] = [
    [
      'a bow tie',
      [0, 0, 4, 4, 4, 0, 0, 4],
      [],
      /the edge from point 0 to 1 of the outline crosses the edge from point 2 to 3 of the outline/,
    ],
    [
      'a hole across the outline',
      [0, 0, 4, 0, 4, 4, 0, 4, 3, 1, 5, 2, 3, 3],
      [4],
      /point 1 to 2 of the outline crosses the edge from point 0 to 1 of hole 0/,
    ],
    ['a hole outside', [0, 0, 4, 0, 4, 4, 0, 4, 5, 1, 6, 1, 6, 2], [4], /hole 0 lies outside of the outline/],
    [
      'a hole in a hole',
      [0, 0, 9, 0, 9, 9, 0, 9, 1, 1, 8, 1, 8, 8, 1, 8, 3, 3, 4, 3, 4, 4],
      [4, 8],
      /hole 0 and hole 1 overlap/,
    ],
    ['points on a line', [0, 0, 1, 1, 3, 3, 2, 2], [], /all points lie on one line/],
    ['a way there and back', [0, 0, 4, 0, 4, 4, 4, 0], [], /nothing is inside/],
    ['a hole that is all', [0, 0, 4, 0, 4, 4, 0, 0, 4, 0, 4, 4], [3], /nothing is inside/],
    ['too few points', [0, 0, 4, 0], [], /number of points of the outline must be at least 3, got 2/],
    ['a short hole', [0, 0, 4, 0, 4, 4, 1, 1, 2, 1], [3], /number of points of hole 0 must be at least 3, got 2/],
    ['an odd length', [0, 0, 4, 0, 4, 4, 1], [], /length of the vertices must be even, got 7/],
    ['no number', [0, 0, 4, Number.NaN, 4, 4], [], /y of vertex 1 must be a finite number/],
    ['too far out', [0, 0, 4, 0, 1e71, 4], [], /x of vertex 2 must be from -1e\+30 to 1e\+30, got 1e\+71/],
    ['a start beyond the end', [0, 0, 4, 0, 4, 4], [5], /the start of hole 0 must be an integer from 0 to 3, got 5/],
  ];
  test.each(cases)('%s', (_, vertices, holeStarts, message) => {
    expect(() => triangulate(vertices, holeStarts)).toThrow(message);
  });
});

test('random polygons of all kinds', () => {
  const seed = 31;
  const rng = createRng(seed);
  const count = effort(10_000, 1_500);
  for (let i = 0; i < count; i++) {
    const size = rng.integer(4, 40);
    let polygon: RandomPolygon;
    if (i % 5 === 0) polygon = { vertices: randomStar(rng, size), holeStarts: [] };
    else if (i % 5 === 1) polygon = { vertices: randomGrown(rng, size), holeStarts: [] };
    else if (i % 5 === 2) polygon = { vertices: randomTour(rng, rng.integer(4, 16)), holeStarts: [] };
    else if (i % 5 === 3) polygon = randomCells(rng, size);
    else polygon = randomHoled(rng, size + 4, rng.integer(1, 6));
    const scale = [1, 1e-3, 1e4][i % 3];
    const vertices = polygon.vertices.map((value) => value * scale);
    const rough = roughened(rng, { vertices, holeStarts: polygon.holeStarts });
    checkTriangles(rough, triangulate(rough.vertices, rough.holeStarts), `seed ${seed}, polygon ${i}`);
  }
});

test('triangles are the Delaunay ones: no vertex that sees one lies in its circle', () => {
  const rng = createRng(5);
  // A convex outline hides nothing, so that all vertices count.
  for (let i = 0; i < 50; i++) {
    const angles = Array.from({ length: 12 }, () => rng.range(0, 2 * Math.PI)).sort((a, b) => a - b);
    const vertices = angles.flatMap((angle) => [3 * Math.cos(angle), Math.sin(angle)]);
    const triangles = triangulate(vertices);
    for (let t = 0; t < triangles.length; t += 3) {
      const [[ax, ay], [bx, by], [cx, cy]] = [0, 1, 2].map((k) => corner(vertices, triangles[t + k]));
      const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by));
      const [a2, b2, c2] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
      const x = (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d;
      const y = (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d;
      const radius = Math.hypot(ax - x, ay - y);
      for (let v = 0; v < 12; v++) {
        const distance = Math.hypot(vertices[2 * v] - x, vertices[2 * v + 1] - y);
        expect(distance).toBeGreaterThan(radius * (1 - 1e-9));
      }
    }
  }
});

test('the land of the world: every polygon, or the edges that cross', () => {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
  const topology = JSON.parse(readFileSync(path, 'utf8'));
  const land = feature(topology, topology.objects.land) as unknown as {
    features: { geometry: { coordinates: [number, number][][][] } }[];
  };
  let sound = 0;
  let crossed = 0;
  for (const rings of land.features.flatMap((one) => one.geometry.coordinates)) {
    const vertices: number[] = [];
    const holeStarts: number[] = [];
    for (const ring of rings) {
      if (vertices.length > 0) holeStarts.push(vertices.length / 2);
      for (const [x, y] of ring.slice(1)) vertices.push(x, y);
    }
    const crosses = rings.some((ring) => findCrossing(Float64Array.from(ring.flat()), ring.length - 1) !== undefined);
    let triangles: Uint32Array;
    try {
      triangles = triangulate(vertices, holeStarts);
    } catch (error) {
      // Islets of a few points may have been rounded to a line.
      if (rings[0].length < 8 && /lie on one line|nothing is inside/.test((error as Error).message)) continue;
      expect((error as Error).message).toMatch(/crosses/);
      expect(crosses || rings.length > 1).toBe(true);
      crossed++;
      continue;
    }
    expect(crosses).toBe(false);
    // A ring that comes back to one of its points may go on around the other side there: then its loops are no less
    // than their sum.
    const loops = holeStarts.length > 0 ? [vertices] : loopsOf(vertices);
    const whole = loops.reduce((sum, loop) => sum + Math.abs(signedArea(loop)), 0);
    const isSplit = loops.length > 1 && Math.abs(areaOfTriangles(vertices, triangles) - whole) <= 1e-11 * whole;
    checkTriangles(
      { vertices, holeStarts },
      triangles,
      `polygon at ${vertices.slice(0, 2)}`,
      isSplit ? whole : undefined,
    );
    sound++;
  }
  expect(sound).toBeGreaterThan(20 * crossed);
  expect(sound).toBeGreaterThan(1300);
});

test('100,000 points in much less than quadratic time', () => {
  const rng = createRng(9);
  const count = 100_000;
  const coast: number[] = [];
  const circle: number[] = [];
  const comb: number[] = [];
  const parabola: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count;
    const radius = 100 * (1 + 0.3 * Math.sin(5 * angle) + 0.1 * Math.sin(97 * angle) + rng.range(0, 0.0005));
    coast.push(radius * Math.cos(angle), radius * Math.sin(angle));
    circle.push(Math.cos(angle), Math.sin(angle));
    comb.push(i / 2, i % 2 === 0 ? 0 : 1000);
    parabola.push(i / count, (i / count) ** 2);
  }
  comb.push(count / 2, -1, 0, -1);
  for (const vertices of [coast, circle, comb, parabola]) {
    const before = process.cpuUsage();
    const triangles = triangulate(vertices);
    const { user, system } = process.cpuUsage(before);
    expect(triangles.length / 3).toBe(vertices.length / 2 - 2);
    expect((user + system) / 1e6).toBeLessThan(10);
    checkTriangles({ vertices, holeStarts: [] }, triangles, 'large');
  }
});
