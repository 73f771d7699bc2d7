import { expect, it } from 'vitest';
import { box } from '../../entry/2d.ts';
import { collideCapsules, collideConvex, computeNormals, createConvexPiece } from '../../entry/geometry2d.ts';
import { collideRoundedBoxes } from '../../src/2d/geometry/contact/collide-rounded-boxes.ts';
import { createSolver } from '../support/impulse-solver-2d.ts';
import { createRng } from '../support/rng.ts';

/*
 * Where corners are aligned, as in stacks and walls, rounding decides which edge clips which and which of the two faces
 * is the reference. The names of the points followed it, so a solver that keeps impulses by them lost its warm start at
 * rest.
 */

const out = new Float64Array(8);
const features = new Uint32Array(2);

const squareAt = (x: number, y: number, angle = 0, radius = 0, half = 0.5) =>
  Float64Array.of(x, y, half, half, Math.cos(angle), Math.sin(angle), radius);

function pieceOf(points: readonly number[], radius = 0) {
  const piece = createConvexPiece(points.length / 2);
  piece.vertices.set(points);
  piece.count = points.length / 2;
  piece.radius = radius;
  computeNormals(piece);
  return piece;
}

/** The corners of a box in the order in which features count them. */
function cornersOf([x, y, halfX, halfY, c, s]: Float64Array): number[] {
  return [-1, -1, 1, -1, 1, 1, -1, 1].map((_, i, signs) => {
    const u = signs[i & ~1] * halfX;
    const v = signs[i | 1] * halfY;
    return i % 2 === 0 ? x + c * u - s * v : y + s * u + c * v;
  });
}

const named = () => [...features].map((id) => `${id & 0xffff} ${id >>> 16}`);

it('a box on a box of its size keeps the names of its points, however it jitters', () => {
  const rng = createRng(1203);
  const below = squareAt(0, 0);
  const below4 = pieceOf(cornersOf(below));
  const seen = new Set<string>();
  for (let i = 0; i < 400; i++) {
    const x = i < 2 ? [1e-6, -1e-6][i] : rng.range(-1e-6, 1e-6);
    const above = squareAt(x, 0.9999, i < 2 ? 0 : rng.range(-1e-6, 1e-6));
    expect(collideRoundedBoxes(out, features, below, above, Float64Array.of(0))).toBe(2);
    seen.add(named().join());
    expect(collideConvex(out, features, below4, pieceOf(cornersOf(above)), 0, new Int32Array(1), 0)).toBe(2);
    seen.add(named().join());
    // The other way round, and so in the order of the upper one's outline.
    expect(collideRoundedBoxes(out, features, above, below, Float64Array.of(0))).toBe(2);
    seen.add(
      named()
        .map((name) => name.split(' ').reverse().join(' '))
        .reverse()
        .join(),
    );
  }
  expect([...seen]).toEqual(['2 1,3 0']);
});

it('capsules side by side do too', () => {
  const seen = new Set<string>();
  for (const x of [1e-6, -1e-6, 0]) {
    for (const tilt of [1e-7, -1e-7, 0]) {
      const capsules = [-1, 0, 1, 0, 0.5, -1 + x, 0.9, 1 + x, 0.9 + tilt, 0.5];
      expect(collideCapsules(out, features, capsules, 0, capsules, 5, 0)).toBe(2);
      seen.add(
        [...features]
          .map((id) => (id & 0xffff) * 10 + (id >>> 16))
          .sort()
          .join(),
      );
    }
  }
  expect([...seen]).toEqual(['0,11']);
});

it('a point that loses its partner keeps its name', () => {
  const floor = squareAt(0, -5, 0, 0, 5);
  for (const turn of [1e-3, -1e-3]) {
    const name = (margin: number) => {
      const count = collideRoundedBoxes(out, features, floor, squareAt(1, 0.5004, turn), Float64Array.of(margin));
      const deepest = count === 2 && out[7] < out[4] ? 1 : 0;
      return [count, features[deepest]];
    };
    const [both, feature] = name(0.01);
    expect(both).toBe(2);
    expect(name(0)).toEqual([1, feature]);
  }
});

it('a corner over a face is named with the face, also where its box stands upright on it', () => {
  const floor = squareAt(0, -5, 0, 0, 5);
  for (const turn of [1e-9, -1e-9, 0]) {
    for (const x of [1e-6, -1e-6]) {
      expect(collideRoundedBoxes(out, features, floor, squareAt(x, 0.7, Math.PI / 4 + turn), Float64Array.of(0))).toBe(
        1,
      );
      expect(features[0]).toBe(0x8002);
    }
  }
});

it('rounded boxes with their corners aligned keep both points', () => {
  const rng = createRng(1204);
  const below = squareAt(0, 0, 0, 0.1, 0.4);
  const seen = new Set<string>();
  for (let i = 0; i < 400; i++) {
    const above = squareAt(rng.range(-1e-5, 1e-5), 0.9999, rng.range(-1e-4, 1e-4), 0.1, 0.4);
    expect(collideRoundedBoxes(out, features, below, above, Float64Array.of(0))).toBe(2);
    seen.add(named().join());
    const a = pieceOf(cornersOf(below), 0.1);
    expect(collideConvex(out, features, a, pieceOf(cornersOf(above), 0.1), 0, new Int32Array(1), 0)).toBe(2);
    seen.add(named().join());
  }
  expect([...seen]).toEqual(['2 1,3 0']);
});

it('no two points of a manifold share a name, and both shapes name them alike', () => {
  const rng = createRng(1205);
  let pairs = 0;
  for (let i = 0; i < 5000; i++) {
    const radius = i % 2 === 0 ? 0 : rng.range(0, 0.3);
    const angle = i % 3 === 0 ? (rng.integer(0, 3) * Math.PI) / 2 : rng.range(0, 7);
    const a = squareAt(0, 0, angle, radius);
    const b = squareAt(rng.range(-1, 1), rng.range(-1, 1), angle + rng.range(-0.3, 0.3), rng.range(0, 0.3));
    if (collideRoundedBoxes(out, features, a, b, Float64Array.of(0.05)) < 2) continue;
    pairs++;
    const [first, second] = features;
    const normal = [out[0], out[1]];
    expect(first).not.toBe(second);
    const back = collideRoundedBoxes(out, features, b, a, Float64Array.of(0.05));
    // On equal depth the first shape's face wins, which may be another one.
    if (back !== 2 || Math.abs(normal[0] + out[0]) + Math.abs(normal[1] + out[1]) > 1e-9) continue;
    const turned = [...features].map((id) => ((id >>> 16) | (id << 16)) >>> 0);
    expect(turned.sort()).toEqual([first, second].sort());
  }
  expect(pairs).toBeGreaterThan(1500);
});

it.each([0, 0.1])('a stack of 15 boxes keeps its warm start, rounded by %d', (radius) => {
  const solver = createSolver();
  solver.add(box(50, 0.5), { x: 0, y: -0.5, mass: 0, inertia: 0 });
  const shape = box(0.5 - radius, 0.5 - radius, { radius });
  for (let i = 0; i < 15; i++) solver.add(shape, { x: 0, y: 0.5 + i, mass: 1, inertia: 1 / 6 });
  for (let tick = 0; tick < 600; tick++) solver.step();
  expect(solver.lost).toBeLessThanOrEqual(2);
  // It still stands.
  expect(Math.max(...solver.collision.Transform.y.slice(0, 17))).toBeGreaterThan(14.4);
});

it('so do columns next to each other', () => {
  const solver = createSolver();
  solver.add(box(50, 0.5), { x: 0, y: -0.5, mass: 0, inertia: 0 });
  for (let column = 0; column < 4; column++) {
    for (let i = 0; i < 10; i++) {
      solver.add(box(0.5, 0.5), { x: 1.5 * column, y: 0.5 + i, mass: 1, inertia: 1 / 6 });
    }
  }
  for (let tick = 0; tick < 150; tick++) solver.step();
  expect(solver.lost).toBe(0);
});

it('two cards that lean on each other keep the direction in which they meet', () => {
  const solver = createSolver();
  solver.add(box(50, 0.5), { x: 0, y: -0.5, mass: 0, inertia: 0 });
  const angle = Math.PI / 9;
  const thickness = 0.05;
  const x = Math.sin(angle) + thickness * Math.cos(angle);
  const y = Math.cos(angle) + thickness * Math.sin(angle);
  const card = box(thickness, 1);
  const inertia = (1 + thickness * thickness) / 3;
  const left = solver.add(card, { x: -x, y, rotation: -angle, mass: 1, inertia });
  const right = solver.add(card, { x, y, rotation: angle, mass: 1, inertia });
  const directions = new Set<number>();
  for (let tick = 0; tick < 600; tick++) {
    solver.step();
    if (tick < 60) continue;
    for (const { normalY } of solver.collision.contacts(left.entity, right.entity)) directions.add(Math.sign(normalY));
  }
  expect(directions.size).toBe(1);
});
