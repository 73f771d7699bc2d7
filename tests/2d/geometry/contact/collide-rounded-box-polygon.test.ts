import { expect, test } from 'vitest';
import { collideConvex } from '../../../../src/2d/geometry/contact/collide-convex.ts';
import {
  boxPolygon,
  collideBoxPolygon,
  LIMIT,
  RADIUS_OF_BOX,
  RADIUS_OF_POLYGON,
} from '../../../../src/2d/geometry/contact/collide-rounded-box-polygon.ts';
import { collideRoundedBoxes } from '../../../../src/2d/geometry/contact/collide-rounded-boxes.ts';
import { CONTACT_STRIDE } from '../../../../src/2d/geometry/contact/contact-layout.ts';
import type { ConvexPiece } from '../../../../src/2d/geometry/convex/convex-piece.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { inscribed, pieceOf, separationOf } from '../support/convex-reference.ts';

const out = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(2);
const general = new Float64Array(CONTACT_STRIDE);
const generalFeatures = new Uint32Array(2);
const cache = new Int32Array(1);

/** Centre, half extents, cosine, sine, radius; every third one a capsule, every second one rounded. */
function randomBox(rng: Rng, i: number, size: number): Float64Array {
  const angle = rng.next() < 0.2 ? (rng.integer(0, 3) * Math.PI) / 2 : rng.range(0, 7);
  const isCapsule = i % 3 === 0;
  return Float64Array.of(
    rng.range(-1, 1) * size,
    rng.range(-1, 1) * size,
    isCapsule ? 0 : rng.range(0.1, 0.6) * size,
    rng.range(0.1, 0.6) * size,
    Math.cos(angle),
    Math.sin(angle),
    isCapsule || i % 2 === 0 ? rng.range(0.01, 0.3) * size : 0,
  );
}

/** The same as vertices: four, or the two ends of a capsule's core. */
function pieceOfBox([x, y, halfX, halfY, c, s, radius]: Float64Array): ConvexPiece {
  const corners = halfX === 0 ? [0, -1, 0, 1] : [-1, -1, 1, -1, 1, 1, -1, 1];
  const points: number[] = [];
  for (let i = 0; i < corners.length; i += 2) {
    const u = corners[i] * halfX;
    const v = corners[i + 1] * halfY;
    points.push(x + c * u - s * v, y + s * u + c * v);
  }
  return pieceOf(points, radius);
}

/** Compares with the general routine where both chose the same normal. Returns whether they did. */
function compare(
  a: ConvexPiece,
  b: ConvexPiece,
  count: number,
  margin: number,
  size: number,
  context: string,
): boolean {
  cache[0] = 0;
  const generalCount = collideConvex(general, generalFeatures, a, b, margin, cache, 0);
  const sameNormal = Math.abs(general[0] - out[0]) + Math.abs(general[1] - out[1]) < 1e-9;
  if (!sameNormal) return false;
  if (generalCount !== count) expect.fail(`${count} points, not ${generalCount}, ${context}`);
  for (let k = 0; k < count; k++) {
    for (let p = 2 + 3 * k; p < 5 + 3 * k; p++) {
      if (!(Math.abs(out[p] - general[p]) <= 1e-9 * size)) expect.fail(`${out} for ${general}, ${context}`);
    }
    if (features[k] !== generalFeatures[k]) expect.fail(`${features} for ${generalFeatures}, ${context}`);
  }
  return true;
}

function checkSeparation(a: ConvexPiece, b: ConvexPiece, count: number, margin: number, size: number, context: string) {
  const expected = separationOf(a, b);
  if (Math.abs(expected - margin) > 1e-9 * size && count > 0 !== expected < margin) {
    expect.fail(`${count} points at separation ${expected}, ${context}`);
  }
  if (count === 0) return;
  const least = count === 2 ? Math.min(out[4], out[7]) : out[4];
  if (!(Math.abs(least - expected) <= 1e-12 * size)) expect.fail(`${least} for ${expected}, ${context}`);
}

/** The first `count` pairs of numbers, from pair `first` on of an array that holds nothing else. */
function amongOthers(numbers: Float64Array, first: number, count: number): Float64Array {
  const page = new Float64Array(2 * (first + count + 2)).fill(Number.NaN);
  page.set(numbers.subarray(0, 2 * count), 2 * first);
  return page;
}

const SIZES = [1e-3, 1, 1e4];
const CASES = 12_000;

test('a box or capsule against a polygon, either being A, agrees with the general routine', () => {
  const seed = 311;
  const rng = createRng(seed);
  let touching = 0;
  let corners = 0;
  let same = 0;
  for (let i = 0; i < CASES; i++) {
    const size = SIZES[i % 3];
    const box = randomBox(rng, i % 4, size);
    const polygon = inscribed(rng, rng.integer(3, 9), 0.6 * size, i % 5 === 0 ? 0.1 * size : 0);
    const margin = i % 2 === 0 ? 0 : 0.2 * size;
    boxPolygon[RADIUS_OF_BOX] = box[6];
    boxPolygon[RADIUS_OF_POLYGON] = polygon.radius;
    boxPolygon[LIMIT] = box[6] + polygon.radius + margin;
    const boxIsA = rng.next() < 0.5;
    // Somewhere in a page, whose other numbers are none.
    const first = rng.integer(0, 3);
    const vertices = amongOthers(polygon.vertices, first, polygon.count);
    const normals = amongOthers(polygon.normals, first, polygon.count);
    const count = collideBoxPolygon(out, features, box, vertices, normals, first, polygon.count, boxIsA);
    const [a, b] = boxIsA ? [pieceOfBox(box), polygon] : [polygon, pieceOfBox(box)];
    const context = `seed ${seed}, case ${i}, margin ${margin}, box ${box}, polygon ${polygon.vertices} r ${polygon.radius}`;
    if (count < 0) {
      corners++;
      continue;
    }
    checkSeparation(a, b, count, margin, size, context);
    if (count === 0) continue;
    touching++;
    if (compare(a, b, count, margin, size, context)) same++;
  }
  expect(touching / CASES, `seed ${seed}`).toBeGreaterThan(0.3);
  expect(touching / CASES, `seed ${seed}`).toBeLessThan(0.8);
  expect(corners / CASES, 'left to the general routine').toBeLessThan(0.25);
  expect(same / touching).toBeGreaterThan(0.95);
});

test('rounded boxes and capsules against each other agree with the general routine', () => {
  const seed = 312;
  const rng = createRng(seed);
  let touching = 0;
  let same = 0;
  for (let i = 0; i < CASES; i++) {
    const size = SIZES[i % 3];
    const a = randomBox(rng, rng.integer(0, 5), size);
    const b = randomBox(rng, rng.integer(0, 5), size);
    // The origin is A's centre, as in a tick; far from it, points are rounded more.
    b[0] -= a[0];
    b[1] -= a[1];
    a[0] = a[1] = 0;
    const margin = i % 2 === 0 ? 0 : 0.2 * size;
    const count = collideRoundedBoxes(out, features, a, b, Float64Array.of(margin));
    const context = `seed ${seed}, case ${i}, margin ${margin}, ${a} and ${b}`;
    checkSeparation(pieceOfBox(a), pieceOfBox(b), count, margin, size, context);
    if (count === 0) continue;
    touching++;
    if (compare(pieceOfBox(a), pieceOfBox(b), count, margin, size, context)) same++;
  }
  expect(touching / CASES, `seed ${seed}`).toBeGreaterThan(0.3);
  expect(touching / CASES, `seed ${seed}`).toBeLessThan(0.8);
  expect(same / touching).toBeGreaterThan(0.95);
});

test('a capsule that touches a corner of a box along its side has its point there', () => {
  // The core runs from the corner away from the box, in line with its side: the far end is as deep as the near one.
  const box = Float64Array.of(0, 0, 0.5, 0.25, 1, 0, 0.25);
  const capsule = Float64Array.of(0.5, 1.25, 0, 1, -1, 0, 0.5);
  expect(collideRoundedBoxes(out, features, box, capsule, Float64Array.of(0.5))).toBe(1);
  expect([...out.subarray(0, 5)]).toEqual([1, 0, 0.375, 0.25, -0.75]);
  expect(collideRoundedBoxes(out, features, capsule, box, Float64Array.of(0.5))).toBe(1);
  expect(out[3]).toBe(0.25);
  expect(out[4]).toBe(-0.75);
});

test('NaN is no contact', () => {
  const box = Float64Array.of(Number.NaN, 0, 1, 1, 1, 0, 0);
  const polygon = pieceOf([0, 0, 1, 0, 0, 1]);
  boxPolygon.fill(0);
  expect(collideBoxPolygon(out, features, box, polygon.vertices, polygon.normals, 0, 3, true)).toBe(0);
});
