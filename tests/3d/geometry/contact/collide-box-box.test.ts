import { describe, expect, it } from 'vitest';
import { BODY_HALF_X, BODY_STRIDE, BODY_X, writeBodyAxes } from '../../../../src/3d/geometry/body-pose.ts';
import { collideBoxBox } from '../../../../src/3d/geometry/contact/collide-box-box.ts';
import { penetrationSat } from '../../../../src/3d/geometry/contact/penetration-sat.ts';
import { ASK_DISTANCE } from '../../../../src/3d/geometry/contact/separating-axis.ts';
import { buildBoxHull } from '../../../../src/3d/geometry/convex/build-box-hull.ts';
import { distanceGjk } from '../../../../src/3d/geometry/convex/gjk-hulls.ts';
import { effort } from '../../../support/effort.ts';
import { randomQuaternion } from '../../../support/random-space.ts';
import { createRng } from '../../../support/rng.ts';

const poses = new Float64Array(2 * BODY_STRIDE);
const out = new Float64Array(19);
const features = new Uint32Array(4);
const IDENTITY = [0, 0, 0, 1];

function place(
  body: number,
  position: readonly number[],
  quaternion: readonly number[],
  half: readonly number[],
): void {
  const at = BODY_STRIDE * body;
  writeBodyAxes(poses, at, quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  poses.set(position, at + BODY_X);
  poses.set(half, at + BODY_HALF_X);
}

const collide = (margin = 0) => collideBoxBox(out, features, poses, 0, BODY_STRIDE, Float64Array.of(margin));
const least = (count: number) => Math.min(...Array.from({ length: count }, (_, i) => out[6 + 4 * i]));

describe('collideBoxBox', () => {
  it('gives the four corners of a face on a face, half-way between the surfaces', () => {
    place(0, [0, 0, 0], IDENTITY, [2, 1, 2]);
    place(1, [0.5, 1.4, 0], IDENTITY, [0.5, 0.5, 0.5]);
    expect(collide()).toBe(4);
    expect([...out.slice(0, 3)]).toEqual([0, 1, 0]);
    const points = Array.from({ length: 4 }, (_, i) => [...out.slice(3 + 4 * i, 7 + 4 * i)]);
    for (const [x, y, z, separation] of points) {
      expect([Math.abs(x - 0.5), Math.abs(z)]).toEqual([0.5, 0.5]);
      expect(y).toBeCloseTo(0.95, 12);
      expect(separation).toBeCloseTo(-0.1, 12);
    }
  });

  it('gives the one point where two edges cross', () => {
    // An edge of A along x on top, after a turn about x by 45°; an edge of B along z at the bottom.
    const s = Math.SQRT1_2;
    const half = Math.sqrt(0.5 - s / 2);
    place(0, [0, 0, 0], [half, 0, 0, Math.sqrt(0.5 + s / 2)], [1, 1, 1]);
    place(1, [0, 2 * Math.SQRT2 - 0.1, 0], [0, 0, half, Math.sqrt(0.5 + s / 2)], [1, 1, 1]);
    expect(collide()).toBe(1);
    expect(out[1]).toBeCloseTo(1, 12);
    expect(out[6]).toBeCloseTo(-0.1, 12);
    expect([out[3], out[5]].map((value) => Math.abs(value) < 1e-12)).toEqual([true, true]);
    expect(out[4]).toBeCloseTo(Math.SQRT2 - 0.05, 12);
  });

  it('counts touching, and nothing beyond the margin', () => {
    place(0, [0, 0, 0], IDENTITY, [1, 1, 1]);
    place(1, [2, 0, 0], IDENTITY, [1, 1, 1]);
    expect(collide()).toBe(4);
    place(1, [2.001, 0, 0], IDENTITY, [1, 1, 1]);
    expect(collide()).toBe(0);
    expect(collide(0.001001)).toBe(4);
    place(1, [Number.NaN, 0, 0], IDENTITY, [1, 1, 1]);
    expect(collide(10)).toBe(0);
  });

  it('leaves it to others how far apart two corners are', () => {
    place(0, [0, 0, 0], IDENTITY, [1, 1, 1]);
    place(1, [2.1, 2.1, 2.1], IDENTITY, [1, 1, 1]);
    expect(collide(0.2)).toBe(ASK_DISTANCE);
  });

  it.each([1e-3, 1, 1e4])('agrees with exact separating axes and GJK at the size %f', (scale) => {
    const random = createRng(71);
    const cases = effort(60_000, 6_000);
    let hits = 0;
    let asked = 0;
    for (let i = 0; i < cases; i++) {
      const bodies = [0, 1].map(() => ({
        half: [0, 1, 2].map(() => scale * (0.2 + random.next()) * (random.next() < 0.1 ? 1e-3 : 1)),
        position: [0, 1, 2].map(() => scale * (random.next() - 0.5) * 1.8),
        quaternion: randomQuaternion(random, i % 3),
      }));
      for (const [body, { position, quaternion, half }] of bodies.entries()) place(body, position, quaternion, half);
      const margin = i % 5 === 0 ? 0.3 * scale : 0;
      const count = collide(margin);
      const [a, b] = bodies.map(({ half, position, quaternion }) => ({
        hull: buildBoxHull(half),
        pose: [...position, ...quaternion],
      }));
      const depth = penetrationSat(new Float64Array(9), 0, a, b);
      const separation = depth >= 0 ? -depth : distanceGjk(a, b);
      if (count === ASK_DISTANCE) {
        asked++;
        expect(separation, `case ${i}`).toBeGreaterThan(0);
      } else if (count === 0) {
        expect(separation, `case ${i}`).toBeGreaterThan(margin - 1e-9 * scale);
      } else {
        hits++;
        expect(Math.abs(least(count) - separation), `case ${i}`).toBeLessThan(1e-9 * scale);
        expect(Math.hypot(out[0], out[1], out[2])).toBeCloseTo(1, 12);
        expect(new Set(features.subarray(0, count)).size, `features of case ${i}`).toBe(count);
      }
    }
    expect(hits / cases).toBeGreaterThan(0.3);
    expect(hits / cases).toBeLessThan(0.85);
    expect(asked).toBeGreaterThan(0);
  });
});
