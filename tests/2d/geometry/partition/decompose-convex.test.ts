import { describe, expect, test } from 'vitest';
import { decomposeConvex, decomposeRegion } from '../../../../src/2d/geometry/partition/decompose-convex.ts';
import { orient2d } from '../../../../src/core/exact-arithmetic.ts';
import { effort } from '../../../support/effort.ts';
import { fewestPieces } from '../../../support/fewest-pieces-2d.ts';
import {
  areaOf,
  type RandomPolygon,
  randomCells,
  randomGrown,
  randomHoled,
  randomStar,
  randomTour,
  roughened,
} from '../../../support/random-polygons-2d.ts';
import { createRng } from '../../../support/rng.ts';

/** The corners of each piece, by number. */
function piecesOf({ vertices, starts }: { vertices: Uint32Array; starts: Uint32Array }): number[][] {
  return Array.from({ length: starts.length - 1 }, (_, i) => [...vertices.subarray(starts[i], starts[i + 1])]);
}

function checkPieces(polygon: RandomPolygon, hint: string): number {
  const { vertices } = polygon;
  const pieces = piecesOf(decomposeConvex(vertices, polygon.holeStarts));
  let sum = 0;
  for (const piece of pieces) {
    piece.forEach((a, i) => {
      const b = piece[(i + 1) % piece.length];
      const c = piece[(i + 2) % piece.length];
      const turn = orient2d(
        vertices[2 * a],
        vertices[2 * a + 1],
        vertices[2 * b],
        vertices[2 * b + 1],
        vertices[2 * c],
        vertices[2 * c + 1],
      );
      if (!(turn > 0)) expect.fail(`${hint}: a piece turns by ${turn} at ${b}`);
    });
    // One that turned twice would turn left everywhere as well.
    sum += areaOf({ vertices: piece.flatMap((v) => [vertices[2 * v], vertices[2 * v + 1]]), holeStarts: [] });
  }
  const expected = areaOf(polygon);
  if (!(Math.abs(sum - expected) <= 1e-11 * expected)) expect.fail(`${hint}: area ${sum} in place of ${expected}`);
  return pieces.length;
}

/** What a piece covers, at most once: asked for by points. */
function covers(vertices: readonly number[], piece: readonly number[], x: number, y: number): boolean {
  return piece.every((a, i) => {
    const b = piece[(i + 1) % piece.length];
    return orient2d(vertices[2 * a], vertices[2 * a + 1], vertices[2 * b], vertices[2 * b + 1], x, y) > 0;
  });
}

test('known decompositions', () => {
  // A convex polygon is one piece, and its straight vertices are left out.
  expect(piecesOf(decomposeConvex([0, 0, 2, 0, 4, 0, 4, 4, 0, 4]))).toEqual([expect.arrayContaining([0, 2, 3, 4])]);
  // An L in two, by the shorter of the two cuts.
  const ell = piecesOf(decomposeConvex([0, 0, 9, 0, 9, 2, 2, 2, 2, 5, 0, 5]));
  expect(ell.length).toBe(2);
  expect(ell.map((piece) => piece.length).sort()).toEqual([4, 4]);
  // A plus in three.
  expect(
    decomposeConvex([1, 0, 2, 0, 2, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 2, 0, 2, 0, 1, 1, 1]).starts.length - 1,
  ).toBe(3);
  // A square with a square hole in four.
  expect(decomposeConvex([0, 0, 6, 0, 6, 6, 0, 6, 2, 2, 4, 2, 4, 4, 2, 4], [4]).starts.length - 1).toBe(4);
});

test('a vertex within the region, on a way that is passed twice, is in no piece', () => {
  // A hole cut open to the outside, with a vertex on the cut.
  const vertices = [0, -6, 6, -6, 6, 6, -6, 6, -6, -6, 0, -6, 0, -4, 0, -2, -2, -2, -2, 2, 2, 2, 2, -2, 0, -2, 0, -4];
  const { vertices: corners } = decomposeConvex(vertices);
  expect([...corners]).not.toContain(6);
  expect([...corners]).not.toContain(13);
  checkPieces({ vertices: [6, -6, 6, 6, -6, 6, -6, -6, -2, -2, -2, 2, 2, 2, 2, -2], holeStarts: [4] }, 'as a hole');
});

test('parts of edges on the outline', () => {
  // A T: the bar is one piece whose lower side is open left and right of the stem.
  const vertices = [0, 4, 0, 3, 4, 3, 4, 0, 5, 0, 5, 3, 9, 3, 9, 4];
  const { vertices: corners, firstPart, parts, starts } = decomposeRegion('test', vertices, [], Infinity);
  expect(starts.length - 1).toBe(2);
  const below = [...corners].findIndex((v, i) => v === 1 && corners[i + 1] === 6);
  expect([...parts.subarray(2 * firstPart[below], 2 * firstPart[below + 1])]).toEqual([0, 4 / 9, 5 / 9, 1]);
  const lengths = [...parts].reduce((sum, part, i) => sum + (i % 2 === 0 ? -part : part), 0);
  // All sides of the bar but 1 of 9 on one, and three sides of the stem.
  expect(lengths).toBeCloseTo(3 + 8 / 9 + 3, 12);
});

test('random polygons of all kinds: convex pieces that add up, and do not overlap', () => {
  const seed = 47;
  const rng = createRng(seed);
  const count = effort(10_000, 1_500);
  let hits = 0;
  let asked = 0;
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
    checkPieces(rough, `seed ${seed}, polygon ${i}`);
    if (i % 10 > 0) continue;
    const pieces = piecesOf(decomposeConvex(rough.vertices, rough.holeStarts));
    const bounds = [0, 1].map((axis) => vertices.filter((_, k) => k % 2 === axis));
    for (let k = 0; k < 20; k++) {
      const x = rng.range(Math.min(...bounds[0]), Math.max(...bounds[0]));
      const y = rng.range(Math.min(...bounds[1]), Math.max(...bounds[1]));
      const covering = pieces.filter((piece) => covers(rough.vertices, piece, x, y)).length;
      expect(covering).toBeLessThanOrEqual(1);
      hits += covering;
      asked++;
    }
  }
  expect(hits / asked).toBeGreaterThan(0.3);
  expect(hits / asked).toBeLessThan(0.7);
});

describe('few pieces', () => {
  test.each(['star', 'tour', 'grown'])('at most 10 %% more than the fewest, %s', (kind) => {
    const rng = createRng(3);
    let ours = 0;
    let fewest = 0;
    for (let i = 0; i < effort(400, 100); i++) {
      const size = rng.integer(6, 16);
      const make = kind === 'star' ? randomStar : kind === 'tour' ? randomTour : randomGrown;
      const vertices = make(rng, size);
      const count = decomposeConvex(vertices).starts.length - 1;
      const least = fewestPieces(vertices);
      expect(count).toBeGreaterThanOrEqual(least);
      ours += count;
      fewest += least;
    }
    expect(ours).toBeLessThanOrEqual(1.1 * fewest);
  });
});

test('the input is checked as by triangulate', () => {
  expect(() => decomposeConvex([0, 0, 4, 4, 4, 0, 0, 4])).toThrow(
    'decomposeConvex: the edge from point 0 to 1 of the outline crosses the edge from point 2 to 3 of the outline',
  );
  expect(() => decomposeConvex([0, 0, 1, 1, 2, 2])).toThrow('all points lie on one line');
  expect(() => decomposeConvex([0, 0, 1, 1, 2, Number.POSITIVE_INFINITY])).toThrow('y of vertex 2');
});
