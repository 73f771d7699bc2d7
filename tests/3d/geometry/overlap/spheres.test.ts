import { describe, expect, it } from 'vitest';
import {
  closestPointPolygon,
  distanceSquaredPointPolygon,
  overlapsSphereAabb,
  overlapsSphereAabbWithPoint,
  overlapsSphereObb,
  overlapsSphereObbWithPoint,
  overlapsSpherePolygon,
  overlapsSphereTriangle,
} from '../../../../entry/geometry3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  distance,
  isRepresentative,
  nearestInHull,
  obbCorners,
  obbOf,
  randomAxes,
  randomPoint,
  SCALES,
  sub,
  times,
  type Vec,
  WORLD,
} from '../support/proximity.ts';

describe('sphere and boxes', () => {
  it('agrees with the distance to the hull of the corners and gives the closest point', () => {
    const rng = createRng(7001);
    const out = [0, 0, 0];
    let hits = 0;
    const runs = 450;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const axes = run % 2 ? randomAxes(rng) : WORLD;
      const half = [0, 1, 2].map(() => rng.range(0.2, 0.8) * scale) as Vec;
      const center = randomPoint(rng, scale);
      const obb = obbOf(center, half, axes);
      const p = randomPoint(rng, 1.5 * scale);
      const truth = nearestInHull(obbCorners(obb), p).distance;
      // The radius is a little off the distance, to either side, by 1e-9 of it or more.
      const radius = run % 5 ? Math.max(1e-6 * scale, truth) * rng.range(0.5, 1.5) : rng.range(0.1, 1) * scale;
      if (Math.abs(radius - truth) < 1e-12 * scale) continue;
      const sphere = [...p, radius];
      const meets = truth < radius;
      const message = `seed 7001 run ${run}`;
      expect(overlapsSphereObb(sphere, 0, obb, 0), message).toBe(meets);
      expect(overlapsSphereObbWithPoint(out, 0, sphere, 0, obb, 0), message).toBe(meets);
      expect(Math.abs(distance(at(out, 0), p) - truth), message).toBeLessThan(1e-12 * scale);
      if (axes === WORLD) {
        const aabb = [...sub(center, half), ...add(center, half)];
        expect(overlapsSphereAabb(sphere, 0, aabb, 0), message).toBe(meets);
        expect(overlapsSphereAabbWithPoint(out, 0, sphere, 0, aabb, 0), message).toBe(meets);
        expect(Math.abs(distance(at(out, 0), p) - truth), message).toBeLessThan(1e-12 * scale);
      }
      if (meets) hits++;
    }
    expect(isRepresentative(hits, runs), `hits ${hits}`).toBe(true);
  });

  it('counts touching faces, edges and corners, and says no to NaN', () => {
    const aabb = [0, 0, 0, 2, 2, 2];
    const obb = obbOf([1, 1, 1], [1, 1, 1], WORLD);
    for (const sphere of [
      [1, 1, 5, 3],
      [1, 5, 6, 5],
      [4, 5, 8, 7],
      [1, 1, 1, 0.1],
    ]) {
      expect(overlapsSphereAabb(sphere, 0, aabb, 0), `${sphere}`).toBe(true);
      expect(overlapsSphereObb(sphere, 0, obb, 0), `${sphere}`).toBe(true);
      const smaller = [sphere[0], sphere[1], sphere[2], sphere[3] - 1e-6];
      expect(overlapsSphereAabb(smaller, 0, aabb, 0)).toBe(sphere[3] === 0.1);
      expect(overlapsSphereObb(smaller, 0, obb, 0)).toBe(sphere[3] === 0.1);
    }
    expect(overlapsSphereAabb([Number.NaN, 1, 1, 5], 0, aabb, 0)).toBe(false);
    expect(overlapsSphereObb([1, 1, 1, Number.NaN], 0, obb, 0)).toBe(false);
  });
});

describe('sphere and triangle', () => {
  it('agrees with the distance to the hull', () => {
    const rng = createRng(7002);
    let hits = 0;
    const runs = 900;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const t = [0, 1, 2].map(() => randomPoint(rng, scale));
      const p = randomPoint(rng, scale);
      const truth = nearestInHull(t, p).distance;
      const radius = truth * rng.range(0.5, 1.5);
      if (Math.abs(radius - truth) < 1e-12 * scale) continue;
      expect(overlapsSphereTriangle([...p, radius], 0, t.flat(), 0), `seed 7002 run ${run}`).toBe(truth < radius);
      if (truth < radius) hits++;
    }
    expect(isRepresentative(hits, runs), `hits ${hits}`).toBe(true);
    const floor = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    expect(overlapsSphereTriangle([1, 1, 3, 3], 0, floor, 0)).toBe(true);
    expect(overlapsSphereTriangle([1, 1, 3, 2.999999], 0, floor, 0)).toBe(false);
    expect(overlapsSphereTriangle([-3, -4, 0, 5], 0, floor, 0)).toBe(true);
    expect(overlapsSphereTriangle([2, 3, 4, 5], 0, [0, 0, 0, 4, 0, 0, 1, 0, 0], 0)).toBe(true);
    expect(overlapsSphereTriangle([Number.NaN, 1, 3, 9], 0, floor, 0)).toBe(false);
  });
});

/** A star-shaped, mostly concave polygon around the origin of its plane, as plane coordinates. */
function starPolygon(rng: Rng, count: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = ((i + rng.range(0, 0.8)) / count) * 2 * Math.PI;
    const radius = rng.range(0.15, 1);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

describe('sphere and polygon', () => {
  it('agrees with the fan of triangles around the centre of concave polygons, anywhere in space', () => {
    const rng = createRng(7003);
    const out = [0, 0, 0];
    let hits = 0;
    let faces = 0;
    const runs = 600;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const count = rng.integer(3, 9);
      const [u, v, w] = randomAxes(rng);
      // Far from the origin on average, so the sign of the plane's offset matters.
      const origin = randomPoint(rng, 3 * scale);
      const place = (x: number, y: number, z: number): Vec =>
        add(origin, times(add(add(times(u, x), times(v, y)), times(w, z)), scale));
      const flat = starPolygon(rng, count);
      if (run % 2) flat.reverse();
      const vertices = flat.map(([x, y]) => place(x, y, 0));
      const p = place(rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1));
      // The gap between consecutive angles stays below half a turn, so the triangles with the centre cover it exactly
      // once whenever the polygon has enough corners.
      if (count < 4) continue;
      let truth = Infinity;
      for (let i = 0; i < count; i++) {
        truth = Math.min(truth, nearestInHull([origin, vertices[i], vertices[(i + 1) % count]], p).distance);
      }
      const squared = closestPointPolygon(out, 0, p, 0, vertices.flat(), 0, count);
      const message = `seed 7003 run ${run} scale ${scale}`;
      expect(Math.abs(Math.sqrt(squared) - truth), message).toBeLessThan(2e-12 * scale);
      expect(Math.abs(distance(at(out, 0), p) - truth), message).toBeLessThan(2e-12 * scale);
      expect(distanceSquaredPointPolygon(p, 0, vertices.flat(), 0, count)).toBe(squared);
      const radius = truth * rng.range(0.5, 1.5);
      if (Math.abs(radius - truth) < 1e-11 * scale) continue;
      expect(overlapsSpherePolygon([...p, radius], 0, vertices.flat(), 0, count), message).toBe(truth < radius);
      if (truth < radius) hits++;
      const local = sub(p, at(out, 0));
      if (Math.abs(Math.abs(local[0] * w[0] + local[1] * w[1] + local[2] * w[2]) - truth) < 1e-9 * scale) faces++;
    }
    expect(isRepresentative(hits, runs), `hits ${hits}`).toBe(true);
    expect(faces, 'over the face').toBeGreaterThan(runs * 0.15);
  });

  it('minds the sign of d and the notch of a concave polygon', () => {
    // In the plane z = 10: a U whose notch opens upwards.
    const u = [0, 0, 10, 6, 0, 10, 6, 6, 10, 4, 6, 10, 4, 2, 10, 2, 2, 10, 2, 6, 10, 0, 6, 10];
    for (const vertices of [u, u.map((x, i) => (i % 3 === 2 ? -x : x))]) {
      const z = vertices[2];
      expect(overlapsSpherePolygon([1, 4, z + 1, 1], 0, vertices, 0, 8)).toBe(true);
      expect(overlapsSpherePolygon([1, 4, z + 1, 0.999999], 0, vertices, 0, 8)).toBe(false);
      expect(overlapsSpherePolygon([1, 4, -z, 5], 0, vertices, 0, 8)).toBe(false);
      // In the notch, one away from three edges.
      expect(overlapsSpherePolygon([3, 4, z, 0.999999], 0, vertices, 0, 8)).toBe(false);
      expect(overlapsSpherePolygon([3, 4, z, 1], 0, vertices, 0, 8)).toBe(true);
    }
  });

  it('takes polygons without area for their edges, and NaN for a no', () => {
    const out = [0, 0, 0];
    expect(closestPointPolygon(out, 0, [2, 3, 4], 0, [0, 0, 0, 4, 0, 0, 1, 0, 0, 3, 0, 0], 0, 4)).toBe(25);
    expect(out).toEqual([2, 0, 0]);
    expect(closestPointPolygon(out, 0, [2, 3, 4], 0, [2, 0, 0], 0, 1)).toBe(25);
    expect(closestPointPolygon(out, 0, [2, 3, 4], 0, [0, 0, 0, 4, 0, 0], 0, 2)).toBe(25);
    expect(closestPointPolygon(out, 0, [2, 3, 4], 0, [], 0, 0)).toBe(Infinity);
    const square = [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0];
    expect(overlapsSpherePolygon([1, 1, Number.NaN, 9], 0, square, 0, 4)).toBe(false);
    for (let k = 0; k < 12; k++) {
      const bad = square.slice();
      bad[k] = Number.NaN;
      expect(overlapsSpherePolygon([1, 1, 1, 9], 0, bad, 0, 4)).toBe(false);
    }
    const shared = [...square, 1, 1, 5];
    expect(closestPointPolygon(shared, 0, shared, 12, shared, 0, 4)).toBe(25);
    expect(shared.slice(0, 3)).toEqual([1, 1, 0]);
  });
});
