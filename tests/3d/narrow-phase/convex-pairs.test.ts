import { describe, expect, it } from 'vitest';
import { buildConvexHull } from '../../../src/3d/geometry/convex/build-convex-hull.ts';
import { supportOfBodyA, supportOfBodyB } from '../../../src/3d/geometry/convex/convex-body.ts';
import {
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CONE,
  SHAPE_CYLINDER,
  SHAPE_HULL,
  SHAPE_SPHERE,
} from '../../../src/3d/shapes/shape-kind.ts';
import { collidePair, exactSeparation, farthestOff, type PlacedCollider } from '../../support/collider-pair-3d.ts';
import { effort } from '../../support/effort.ts';
import { pointsOnSphere, randomQuaternion } from '../../support/random-space.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const KINDS = [SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_BOX, SHAPE_CYLINDER, SHAPE_CONE, SHAPE_HULL];
const NAMES = ['', 'sphere', 'capsule', 'box', 'cylinder', 'cone', '', 'hull'];
const PAIRS = KINDS.flatMap((a) => KINDS.map((b) => [NAMES[a], NAMES[b], a, b] as const));

const seeds = createRng(29);
const HULLS = [8, 12, 20, 32].map((count, i) => {
  const points = pointsOnSphere(seeds, count, 0.5, i === 2 ? 0.2 : 1);
  return buildConvexHull(i === 1 ? points.map((value) => Math.round(value * 4) / 4) : points);
});

function shapeOf(random: Rng, kind: number, size: number): Omit<PlacedCollider, 'position' | 'quaternion'> {
  const length = (): number => size * (0.15 + 0.5 * random.next());
  const hasRadius = kind === SHAPE_SPHERE || kind === SHAPE_CAPSULE;
  const radius = hasRadius ? length() : random.next() < 0.2 ? 0.3 * length() : 0;
  if (kind === SHAPE_SPHERE) return { kind, radius, half: [0, 0, 0] };
  if (kind === SHAPE_CAPSULE) return { kind, radius, half: [0, length(), 0] };
  if (kind === SHAPE_BOX) return { kind, radius, half: [length(), length(), length()] };
  if (kind === SHAPE_HULL)
    return { kind, radius, half: [size, 0, 0], hull: HULLS[random.integer(0, HULLS.length - 1)] };
  const across = length();
  return { kind, radius, half: [across, length(), across] };
}

function check(pair: readonly PlacedCollider[], margin: number, size: number, name: string): boolean {
  const separation = exactSeparation(pair);
  const contact = collidePair(pair, margin);
  const { count, normal, points, features } = contact;
  if (count === 0) {
    expect(separation, name).toBeGreaterThan(margin - 1e-9 * size);
    return false;
  }
  expect(separation, name).toBeLessThan(margin + 1e-9 * size);
  const least = Math.min(...points.map(([, , , gap]) => gap));
  expect(Math.abs(least - separation), `${name}: ${least} for ${separation}`).toBeLessThan(1e-9 * size);
  expect(Math.hypot(...normal), name).toBeCloseTo(1, 12);
  expect(new Set(features).size, name).toBe(count);
  expect(farthestOff(contact, pair), name).toBeLessThan(2e-6 * size);
  return true;
}

const ends = new Float64Array(6);

/** How far the cores that `exactSeparation` has loaded are apart along a unit direction. */
function gapAlong(x: number, y: number, z: number): number {
  supportOfBodyA(ends, 0, x, y, z);
  supportOfBodyB(ends, 3, -x, -y, -z);
  return x * (ends[3] - ends[0]) + y * (ends[4] - ends[1]) + z * (ends[5] - ends[2]);
}

describe('pairs of convex colliders', () => {
  it.each(PAIRS)(
    '%s and %s: depth and distance to 1e-9, points on both',
    (_a, _b, kindA, kindB) => {
      const cases = effort(3_000, 150);
      const random = createRng(1000 * kindA + kindB);
      let hits = 0;
      for (let i = 0; i < cases; i++) {
        const size = [1e-3, 1, 1e4][i % 3];
        const margin = i % 5 === 0 ? 0.2 * size : 0;
        const reach = i % 7 === 0 ? 0.05 : 1.3;
        const pair = [kindA, kindB].map((kind) => ({
          ...shapeOf(random, kind, size),
          position: [0, 1, 2].map(() => size * (random.next() - 0.5) * reach),
          quaternion: randomQuaternion(random, Math.floor(i / 3) % 3),
        }));
        if (check(pair, margin, size, `case ${i}`)) hits++;
      }
      expect(hits / cases).toBeGreaterThan(0.3);
    },
    120_000,
  );

  it.each(PAIRS)('%s and %s: touching, and as deep as no direction denies', (_a, _b, kindA, kindB) => {
    const random = createRng(5000 + 100 * kindA + kindB);
    const cases = effort(300, 25);
    for (let i = 0; i < cases; i++) {
      const size = [1e-3, 1, 1e4][i % 3];
      const pair = [kindA, kindB].map((kind) => ({
        ...shapeOf(random, kind, size),
        position: [0, 1, 2].map(() => size * (random.next() - 0.5)),
        quaternion: randomQuaternion(random, i % 4 === 0 ? 1 : 0),
      }));
      const { normal, points } = collidePair(pair, 10 * size);
      const separation = Math.min(...points.map(([, , , gap]) => gap));
      // Moved along the normal by a little more or less than it takes, the two part or touch.
      for (const off of [-1e-6, 1e-6]) {
        const [x, y, z] = pair[1].position.map((value, axis) => value - (separation - off * size) * normal[axis]);
        const moved = [pair[0], { ...pair[1], position: [x, y, z] }];
        expect(check(moved, 0, size, `case ${i}, moved`), `case ${i}, gap ${off}`).toBe(off < 0);
      }
      // The support functions are those of the shapes: along no direction are the two farther apart.
      exactSeparation(pair);
      const radii = pair[0].radius + pair[1].radius;
      for (let k = 0; k < 60; k++) {
        const [x, y, z] =
          k < 20 ? normal.map((value) => value + 0.1 * (random.next() - 0.5)) : pointsOnSphere(random, 1, 1);
        const length = Math.hypot(x, y, z);
        const gap = gapAlong(x / length, y / length, z / length) - radii;
        expect(gap, `case ${i}, direction ${k}`).toBeLessThan(separation + 1e-9 * size);
      }
    }
  });

  it.each(PAIRS)('%s and %s: almost flat on each other', (_a, _b, kindA, kindB) => {
    const cases = effort(3_000, 40);
    const random = createRng(13_000 + 100 * kindA + kindB);
    const small = (): number => (random.next() - 0.5) * 10 ** (-4 - 6 * random.next());
    let hits = 0;
    for (let i = 0; i < cases; i++) {
      const reach = i % 7 === 0 ? 0.05 : 1.3;
      const turns = [[0, 0, 0, 1], randomQuaternion(random, 1)];
      const pair = [kindA, kindB].map((kind, at) => ({
        ...shapeOf(random, kind, 1),
        position: [0, 1, 2].map(() => (random.next() - 0.5) * reach),
        quaternion: turns[at].map((value) => value + small()),
      }));
      if (check(pair, i % 5 === 0 ? 0.2 : 0, 1, `case ${i}`)) hits++;
    }
    expect(hits / cases).toBeGreaterThan(0.3);
  });

  it.each(PAIRS)("%s and %s: about each other's middle, upright and lying", (_a, _b, kindA, kindB) => {
    const random = createRng(9000 + 100 * kindA + kindB);
    for (const quaternion of [
      [0, 0, 0, 1],
      [1, 0, 0, 1],
      [0, 0, 1, 1],
    ]) {
      for (const position of [
        [0, 0, 0],
        [0, 0.1, 0],
        [0.1, 0, 0],
      ]) {
        const pair = [kindA, kindB].map((kind) => ({ ...shapeOf(random, kind, 1), position: [0, 0, 0], quaternion }));
        const turned = [pair[0], { ...pair[1], position, quaternion: [0, 0, 0, 1] }];
        expect(check(turned, 0, 1, `${quaternion} ${position}`)).toBe(true);
      }
    }
  });
});
