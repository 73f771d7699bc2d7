import { describe, expect, it } from 'vitest';
import {
  findSeparatingAxisObbObb,
  overlapsAabbAabb,
  overlapsAabbTriangle,
  overlapsObbObb,
  overlapsObbTriangle,
  overlapsSphereSphere,
  separationObbObb,
} from '../../../../entry/geometry3d.ts';
import { createRng } from '../../../support/rng.ts';
import {
  add,
  at,
  cross,
  distance,
  dot,
  isRepresentative,
  length,
  obbCorners,
  obbFaces,
  obbOf,
  polygonMeetsObb,
  randomAxes,
  randomPoint,
  randomUnit,
  SCALES,
  sub,
  times,
  unit,
  type Vec,
  WORLD,
} from '../support/proximity.ts';

/** Overlap of two boxes by cutting each one's faces down to the other, one of them grown by `margin`. */
function boxesMeet(a: number[], b: number[], margin: number): boolean {
  return (
    obbFaces(obbCorners(a)).some((face) => polygonMeetsObb(face, b, margin)) ||
    obbFaces(obbCorners(b)).some((face) => polygonMeetsObb(face, a, margin))
  );
}

/** Turns axes by a small angle about a direction. */
function tilted(axes: [Vec, Vec, Vec], about: Vec, angle: number): [Vec, Vec, Vec] {
  const x = unit(add(axes[0], times(cross(about, axes[0]), angle)));
  let y = add(axes[1], times(cross(about, axes[1]), angle));
  y = unit(sub(y, times(x, dot(x, y))));
  return [x, y, cross(x, y)];
}

describe('AABB and AABB, sphere and sphere', () => {
  it('counts touching on each side and no more', () => {
    const box = [0, 0, 0, 1, 2, 3];
    for (let axis = 0; axis < 3; axis++) {
      for (const [shift, meets] of [
        [box[3 + axis], true],
        [box[3 + axis] + 1e-9, false],
        [-box[3 + axis], true],
        [-box[3 + axis] - 1e-9, false],
      ] as const) {
        const moved = box.slice();
        moved[axis] += shift;
        moved[3 + axis] += shift;
        expect(overlapsAabbAabb(box, 0, moved, 0), `axis ${axis} shift ${shift}`).toBe(meets);
        expect(overlapsAabbAabb(moved, 0, box, 0), `axis ${axis} shift ${shift}`).toBe(meets);
      }
    }
    expect(overlapsAabbAabb(box, 0, [0.1, 0.1, 0.1, 0.2, 0.2, 0.2], 0)).toBe(true);
    expect(overlapsAabbAabb(box, 0, [Number.NaN, 0, 0, 1, 1, 1], 0)).toBe(false);
    expect(overlapsSphereSphere([0, 0, 0, 2], 0, [3, 4, 0, 3], 0)).toBe(true);
    expect(overlapsSphereSphere([0, 0, 0, 2], 0, [3, 4, 0, 2.999999], 0)).toBe(false);
    expect(overlapsSphereSphere([0, 0, 0, 2], 0, [0, Number.NaN, 0, 3], 0)).toBe(false);
  });

  it('agrees with the clipped boxes', () => {
    const rng = createRng(5000);
    let hits = 0;
    for (let run = 0; run < 300; run++) {
      const scale = SCALES[run % 3];
      const a = randomPoint(rng, scale);
      const b = randomPoint(rng, scale);
      const half = [0, 1, 2].map(() => rng.range(0.2, 0.8) * scale) as Vec;
      const other = [0, 1, 2].map(() => rng.range(0.2, 0.8) * scale) as Vec;
      const meets = overlapsAabbAabb([...sub(a, half), ...add(a, half)], 0, [...sub(b, other), ...add(b, other)], 0);
      expect(boxesMeet(obbOf(a, half, WORLD), obbOf(b, other, WORLD), 0), `seed 5000 run ${run}`).toBe(meets);
      if (meets) hits++;
      const spheres = overlapsSphereSphere([...a, half[0]], 0, [...b, other[0]], 0);
      expect(spheres).toBe(distance(a, b) <= half[0] + other[0]);
    }
    expect(isRepresentative(hits, 300), `hits ${hits}`).toBe(true);
  });
});

describe('OBB and OBB', () => {
  it('agrees with the clipped boxes, at every scale, also nearly parallel', () => {
    const rng = createRng(5001);
    let hits = 0;
    let skipped = 0;
    const runs = 2400;
    const axisSeen = new Array<number>(15).fill(0);
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const axes = randomAxes(rng);
      const other = run % 4 === 3 ? tilted(axes, randomUnit(rng), 10 ** rng.range(-16, -2)) : randomAxes(rng);
      const size = (): Vec => [0, 1, 2].map(() => (rng.next() < 0.2 ? 0.05 : rng.range(0.2, 1)) * scale) as Vec;
      const a = obbOf(randomPoint(rng, 0.8 * scale), size(), axes);
      const b = obbOf(randomPoint(rng, 0.8 * scale), size(), other);
      const message = `seed 5001 run ${run} scale ${scale}: ${a} / ${b}`;
      const meets = overlapsObbObb(a, 0, b, 0);
      // Within the margin either answer is right.
      const margin = 1e-9 * scale;
      if (boxesMeet(a, b, margin) !== boxesMeet(a, b, -margin)) skipped++;
      else expect(meets, message).toBe(boxesMeet(a, b, 0));
      expect(overlapsObbObb(b, 0, a, 0), message).toBe(meets);
      const axis = findSeparatingAxisObbObb(a, 0, b, 0);
      expect(axis < 0, message).toBe(meets);
      if (meets) hits++;
      else axisSeen[axis]++;
    }
    expect(skipped).toBeLessThan(5);
    expect(isRepresentative(hits, runs), `hits ${hits} of ${runs}`).toBe(true);
    expect(
      axisSeen.slice(6).reduce((sum, n) => sum + n, 0),
      `${axisSeen}`,
    ).toBeGreaterThan(20);
  });

  it('tests faces of A, then faces of B, then the crosses', () => {
    const a = obbOf([0, 0, 0], [1, 1, 1], WORLD);
    const s = Math.SQRT1_2;
    const turned: [Vec, Vec, Vec] = [
      [s, s, 0],
      [-s, s, 0],
      [0, 0, 1],
    ];
    expect(findSeparatingAxisObbObb(a, 0, obbOf([9, 9, 0], [1, 1, 1], turned), 0)).toBe(0);
    expect(findSeparatingAxisObbObb(a, 0, obbOf([0, 9, 9], [1, 1, 1], turned), 0)).toBe(1);
    expect(findSeparatingAxisObbObb(a, 0, obbOf([0, 0, 9], [1, 1, 1], turned), 0)).toBe(2);
    // The corner (1, 1) against a face of b that looks at it: the x and y intervals overlap.
    expect(findSeparatingAxisObbObb(a, 0, obbOf([1.9, 1.9, 0], [1, 1, 1], turned), 0)).toBe(3);
    expect(findSeparatingAxisObbObb(a, 0, obbOf([1.9, -1.9, 0], [1, 1, 1], turned), 0)).toBe(4);
    const rng = createRng(5002);
    for (let run = 0; run < 500; run++) {
      const p = obbOf(randomPoint(rng, 1), [0.6, 0.5, 0.4], randomAxes(rng));
      const q = obbOf(randomPoint(rng, 1), [0.3, 0.7, 0.5], randomAxes(rng));
      // The first axis in the order that has a gap, found the plain way.
      const axes = [0, 1, 2].map((k) => at(p, 6 + 3 * k)).concat([0, 1, 2].map((k) => at(q, 6 + 3 * k)));
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) axes.push(unit(cross(at(p, 6 + 3 * i), at(q, 6 + 3 * j))));
      const gaps = axes.map((axis) => {
        const left = obbCorners(p).map((c) => dot(c, axis));
        const right = obbCorners(q).map((c) => dot(c, axis));
        return Math.max(Math.min(...right) - Math.max(...left), Math.min(...left) - Math.max(...right));
      });
      expect(findSeparatingAxisObbObb(p, 0, q, 0), `seed 5002 run ${run}`).toBe(gaps.findIndex((gap) => gap > 1e-14));
      const out = [0, 0, 0, 0];
      const separation = separationObbObb(out, 0, p, 0, q, 0);
      expect(Math.abs(separation - Math.max(...gaps)), `seed 5002 run ${run}`).toBeLessThan(1e-12);
      expect(Math.abs(Math.abs(dot(at(out, 0), axes[out[3]])) - 1)).toBeLessThan(1e-14);
      expect(dot(at(out, 0), sub(at(q, 0), at(p, 0)))).toBeGreaterThanOrEqual(0);
    }
  });

  it('reports no false separation for parallel and nearly parallel edges', () => {
    const rng = createRng(5003);
    for (let run = 0; run < 3000; run++) {
      const scale = SCALES[run % 3];
      const axes = randomAxes(rng);
      const other = tilted(axes, run % 3 === 0 ? axes[((run / 3) % 3) | 0] : randomUnit(rng), 10 ** rng.range(-17, -5));
      const half: Vec = [rng.range(0.2, 1) * scale, rng.range(0.2, 1) * scale, rng.range(0.2, 1) * scale];
      const center = randomPoint(rng, scale);
      // B lies against a face of A, an edge or a corner, overlapping by a ten-thousandth of the size.
      const overlap = 1 - 1e-4;
      const step = axes.reduce<Vec>(
        (sum, axis, k) => {
          const side = rng.integer(-1, 1);
          return add(sum, times(axis, side * 2 * half[k] * overlap));
        },
        [0, 0, 0],
      );
      const a = obbOf(center, half, axes);
      const b = obbOf(add(center, step), half, other);
      expect(findSeparatingAxisObbObb(a, 0, b, 0), `seed 5003 run ${run} scale ${scale}: ${a} / ${b}`).toBe(-1);
    }
  });

  it('counts touching boxes as overlapping: faces, edges, corners', () => {
    const a = obbOf([0, 0, 0], [1, 2, 3], WORLD);
    expect(overlapsObbObb(a, 0, obbOf([2, 0, 0], [1, 2, 3], WORLD), 0)).toBe(true);
    expect(overlapsObbObb(a, 0, obbOf([2, 4, 0], [1, 2, 3], WORLD), 0)).toBe(true);
    expect(overlapsObbObb(a, 0, obbOf([2, 4, 6], [1, 2, 3], WORLD), 0)).toBe(true);
    expect(overlapsObbObb(a, 0, obbOf([2.0000001, 4, 6], [1, 2, 3], WORLD), 0)).toBe(false);
    const s = Math.SQRT1_2;
    // A cube standing with an edge on the top face.
    const cube: [Vec, Vec, Vec] = [
      [s, 0, s],
      [-s, 0, s],
      [0, -1, 0],
    ];
    expect(overlapsObbObb(a, 0, obbOf([0, 0, 3 + Math.SQRT2], [1, 1, 1], cube), 0)).toBe(true);
    expect(overlapsObbObb(a, 0, obbOf([0, 0, 3 + Math.SQRT2 + 1e-9], [1, 1, 1], cube), 0)).toBe(false);
  });

  it('gives a shortest way out', () => {
    const rng = createRng(5004);
    const out = [0, 0, 0, 0];
    let overlapping = 0;
    for (let run = 0; run < 400; run++) {
      const scale = SCALES[run % 3];
      const axes = randomAxes(rng);
      const other = run % 4 === 3 ? tilted(axes, randomUnit(rng), 10 ** rng.range(-16, -2)) : randomAxes(rng);
      const size = (): Vec => [0, 1, 2].map(() => rng.range(0.2, 1) * scale) as Vec;
      const a = obbOf(randomPoint(rng, 1.1 * scale), size(), axes);
      const b = obbOf(randomPoint(rng, 1.1 * scale), size(), other);
      const separation = separationObbObb(out, 0, a, 0, b, 0);
      const message = `seed 5004 run ${run}`;
      expect(Math.abs(length(at(out, 0)) - 1)).toBeLessThan(1e-14);
      expect(separation <= 1e-13 * scale, message).toBe(overlapsObbObb(a, 0, b, 0));
      if (separation > 0) continue;
      overlapping++;
      const move = (depth: number): number[] => [...add(at(b, 0), times(at(out, 0), depth)), ...b.slice(3)];
      expect(boxesMeet(a, move(-separation - 1e-6 * scale), 1e-12 * scale), message).toBe(true);
      expect(boxesMeet(a, move(-separation + 1e-9 * scale), 0), message).toBe(false);
      const corners = obbCorners(a);
      const others = obbCorners(b);
      for (let probe = 0; probe < 60; probe++) {
        // Near the direction found as well as anywhere.
        const direction = probe < 30 ? randomUnit(rng) : unit(add(at(out, 0), times(randomUnit(rng), 0.05)));
        const depth =
          Math.max(...corners.map((c) => dot(c, direction))) - Math.min(...others.map((c) => dot(c, direction)));
        expect(depth, message).toBeGreaterThanOrEqual(-separation - 1e-12 * scale);
      }
    }
    expect(isRepresentative(overlapping, 400), `overlapping ${overlapping}`).toBe(true);
  });

  it('copes with concentric boxes, NaN, and writing over its inputs', () => {
    const out = [0, 0, 0, 0];
    const a = obbOf([1, 1, 1], [1, 2, 3], WORLD);
    expect(separationObbObb(out, 0, a, 0, a, 0)).toBe(-2);
    expect(out).toEqual([1, 0, 0, 0]);
    for (let k = 0; k < 15; k++) {
      const bad = a.slice();
      bad[k] = Number.NaN;
      expect(overlapsObbObb(a, 0, bad, 0), `number ${k}`).toBe(false);
      expect(overlapsObbObb(bad, 0, a, 0), `number ${k}`).toBe(false);
    }
    const shared = a.slice();
    expect(separationObbObb(shared, 0, shared, 0, obbOf([4, 1, 1], [1, 2, 3], WORLD), 0)).toBe(1);
    expect(shared.slice(0, 4)).toEqual([1, 0, 0, 0]);
  });
});

describe('box and triangle', () => {
  it('agrees with the triangle cut down to the box, at every scale', () => {
    const rng = createRng(5005);
    let hits = 0;
    let skipped = 0;
    const runs = 3000;
    for (let run = 0; run < runs; run++) {
      const scale = SCALES[run % 3];
      const axes = run % 2 ? randomAxes(rng) : WORLD;
      const half = [0, 1, 2].map(() => rng.range(0.2, 0.8) * scale) as Vec;
      const center = add(randomPoint(rng, scale), run % 4 < 2 ? [0, 0, 0] : [1e4, -1e4, 2e4]);
      const size = rng.range(0.6, 2) * scale;
      const corners = [0, 1, 2].map(() => add(center, randomPoint(rng, size)));
      if (run % 7 === 6) corners[2] = add(corners[0], times(sub(corners[1], corners[0]), rng.next()));
      if (run % 11 === 10) corners[2] = corners[1] = corners[0];
      const shift = times(randomUnit(rng), rng.range(0, 1.1) * scale);
      const triangle = corners.map((c) => add(c, shift));
      const obb = obbOf(center, half, axes);
      const margin = 1e-9 * scale + 1e-11;
      const message = `seed 5005 run ${run} scale ${scale}: ${obb} / ${triangle}`;
      const meets = overlapsObbTriangle(obb, 0, triangle.flat(), 0);
      if (meets) hits++;
      if (polygonMeetsObb(triangle, obb, margin) !== polygonMeetsObb(triangle, obb, -margin)) {
        skipped++;
        continue;
      }
      const truth = polygonMeetsObb(triangle, obb, 0);
      expect(meets, message).toBe(truth);
      const turned = [triangle[2], triangle[1], triangle[0]].flat();
      expect(overlapsObbTriangle(obb, 0, turned, 0), message).toBe(truth);
      if (axes === WORLD) {
        const aabb = [...sub(center, half), ...add(center, half)];
        expect(overlapsAabbTriangle(aabb, 0, triangle.flat(), 0), message).toBe(truth);
      }
    }
    expect(skipped).toBeLessThan(15);
    expect(isRepresentative(hits, runs), `hits ${hits} of ${runs}`).toBe(true);
  });

  it('needs every one of the thirteen directions', () => {
    // For each cross product of a box axis with a triangle edge: a triangle apart along that direction alone, found by
    // a search that keeps triangles which the other twelve directions do not separate.
    const rng = createRng(5006);
    const found = new Set<number>();
    const box = [-1, -1, -1, 1, 1, 1];
    const obb = obbOf([0, 0, 0], [1, 1, 1], WORLD);
    for (let run = 0; run < 200000 && found.size < 13; run++) {
      const t = [randomPoint(rng, 4), randomPoint(rng, 4), randomPoint(rng, 4)];
      const edges = [sub(t[1], t[0]), sub(t[2], t[1]), sub(t[0], t[2])];
      const directions: Vec[] = [...WORLD, cross(edges[0], edges[1])];
      for (const axis of WORLD) for (const edge of edges) directions.push(cross(axis, edge));
      const gaps = directions.map((d) => {
        const projected = t.map((c) => dot(c, d));
        const reach = Math.abs(d[0]) + Math.abs(d[1]) + Math.abs(d[2]);
        return Math.max(Math.min(...projected) - reach, -reach - Math.max(...projected)) > 1e-9;
      });
      const count = gaps.filter(Boolean).length;
      const meets = count === 0;
      expect(overlapsAabbTriangle(box, 0, t.flat(), 0), `seed 5006 run ${run}`).toBe(meets);
      expect(overlapsObbTriangle(obb, 0, t.flat(), 0), `seed 5006 run ${run}`).toBe(meets);
      if (count === 1) found.add(gaps.indexOf(true));
    }
    expect([...found].sort((p, q) => p - q)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('projects with v2.y·(v1.z − v0.z) on the first edge axis', () => {
    // Apart only along x × (v1 − v0), where the corners project to 6.25 and to v2.z·(v1.y − v0.y) − v2.y·(v1.z − v0.z)
    // = 14.8125, beyond the box's 5.25. With v2.z in place of v2.y in the last product the second would be 0.4375, in
    // reach.
    const box = [-1, -1, -1, 1, 1, 1];
    expect(overlapsAabbTriangle(box, 0, [-1.25, 2.5, 0, 0.25, -0.25, -2.5, 2.25, 4, -1.75], 0)).toBe(false);
    // One apart the other way, and the first one pushed into reach.
    expect(overlapsAabbTriangle(box, 0, [-1.25, 0.25, 3.25, 1.75, -3.25, -2.75, 0.25, -1.75, 0.75], 0)).toBe(false);
    expect(overlapsAabbTriangle(box, 0, [-1.25, 2, 0, 0.25, -0.75, -2.5, 2.25, 3.5, -1.75], 0)).toBe(true);
  });

  it('counts touching, handles segments and points, and says no to NaN', () => {
    const box = [0, 0, 0, 1, 1, 1];
    const obb = obbOf([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], WORLD);
    const cases: [number[], boolean][] = [
      [[1, 0.5, 0.5, 2, 0, 0, 2, 1, 0], true],
      [[1.0000001, 0.5, 0.5, 2, 0, 0, 2, 1, 0], false],
      [[2, 0, 0.5, 0, 2, 0.5, 2, 2, 0.5], true], // its edge touches the box's edge x = y = 1
      [[2.000001, 0, 0.5, 0, 2.000001, 0.5, 2, 2, 0.5], false],
      [[-5, 0.5, 0.5, 5, 0.5, 0.5, 1, 0.5, 0.5], true], // a segment through
      [[1.5, -1, 0.5, 3, 2, 0.5, 1.5, -1, 0.5], false], // a segment past
      [[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], true],
      [[1, 1, 1, 1, 1, 1, 1, 1, 1], true],
      [[1, 1, 1.1, 1, 1, 1.1, 1, 1, 1.1], false],
      [[-9, -9, 0.5, 9, -9, 0.5, 0, 20, 0.5], true], // the box pierced, no edge near
      [[-9, -9, 1.5, 9, -9, 1.5, 0, 20, 1.5], false],
    ];
    for (const [triangle, meets] of cases) {
      expect(overlapsAabbTriangle(box, 0, triangle, 0), `${triangle}`).toBe(meets);
      expect(overlapsObbTriangle(obb, 0, triangle, 0), `${triangle}`).toBe(meets);
    }
    for (let k = 0; k < 9; k++) {
      const bad = [0.2, 0.2, 0.2, 0.8, 0.2, 0.2, 0.2, 0.8, 0.8];
      bad[k] = Number.NaN;
      expect(overlapsAabbTriangle(box, 0, bad, 0)).toBe(false);
      expect(overlapsObbTriangle(obb, 0, bad, 0)).toBe(false);
    }
  });
});
