import { describe, expect, it } from 'vitest';
import { buildMeshTree } from '../../../../src/3d/geometry/tree/build-mesh-tree.ts';
import { containsPointMeshTree } from '../../../../src/3d/geometry/tree/contains-point-tree.ts';
import {
  createMeshSection,
  intersectMeshPlane,
  intersectTrianglePlane,
  type MeshSection,
} from '../../../../src/3d/geometry/tree/index.ts';
import {
  add,
  cross,
  dot,
  randomAxes,
  randomUnit,
  size,
  sub,
  times,
  type Vec,
} from '../../../support/distance-functions-3d.ts';
import { createRng } from '../../../support/rng.ts';

/** The cube 0..1, counterclockwise seen from outside. */
const CUBE = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
].flatMap(([a, b, c, d]) => [a, b, c, a, c, d].flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2]));

/**
 * A closed ring of square-ish sections with its corners moved about a little, wound counterclockwise seen from outside.
 */
function makeTorus(seed: number, around = 16, across = 7): { positions: number[]; index: number[] } {
  const rng = createRng(seed);
  const positions: number[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [u, v] = [(i * 2 * Math.PI) / around, (j * 2 * Math.PI) / across];
      const r = 1 + 0.4 * Math.cos(v);
      const p = [r * Math.cos(u), r * Math.sin(u), 0.4 * Math.sin(v)];
      positions.push(...p.map((x) => x + rng.range(-0.02, 0.02)));
    }
  }
  const index: number[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [i1, j1] = [(i + 1) % around, (j + 1) % across];
      const [a, b, c, d] = [i * across + j, i1 * across + j, i1 * across + j1, i * across + j1];
      index.push(a, b, c, a, c, d);
    }
  }
  return { positions, index };
}

const lineOf = (section: MeshSection, line: number): Vec[] =>
  Array.from({ length: section.starts[line + 1] - section.starts[line] }, (_, i) => [
    ...section.points.subarray(3 * (section.starts[line] + i), 3 * (section.starts[line] + i) + 3),
  ]);
const linesOf = (section: MeshSection): Vec[][] =>
  Array.from({ length: section.lineCount }, (_, line) => lineOf(section, line));

/** How often closed lines turn around a point of their plane, counterclockwise seen from the tip of n. */
function windings(lines: readonly Vec[][], p: Vec, n: Vec): number {
  let angle = 0;
  for (const line of lines) {
    line.forEach((from, i) => {
      const [a, b] = [sub(from, p), sub(line[(i + 1) % line.length], p)];
      angle += Math.atan2(dot(n, cross(a, b)), dot(a, b));
    });
  }
  // Adding 0 makes a negative zero a plain one.
  return Math.round(angle / (2 * Math.PI)) + 0;
}

describe('intersectMeshPlane', () => {
  it('cuts a ring into closed lines that run once around exactly what is inside the mesh', () => {
    const rng = createRng(9801);
    const section = createMeshSection(1);
    let inside = 0;
    let runs = 0;
    for (let run = 0; run < 60; run++) {
      const scale = [1e-3, 1, 1e4][run % 3];
      const { positions, index } = makeTorus(run);
      const tree = buildMeshTree(
        positions.map((x) => x * scale),
        index,
      );
      const n = randomUnit(rng);
      const d = rng.range(-0.4, 0.4) * scale;
      const count = intersectMeshPlane(section, [9, ...times(n, 3), 3 * d], 1, tree);
      const lines = linesOf(section);
      expect(lines.length).toBe(count);
      expect(
        section.closed.slice(0, count).every((closed) => closed === 1),
        `seed 9801 run ${run}`,
      ).toBe(true);
      for (const p of lines.flat()) expect(Math.abs(dot(n, p) - d)).toBeLessThan(1e-14 * scale);
      const [u, v] = perpendicular(n);
      for (let k = 0; k < 40; k++) {
        // Beside the corners of the lines, on either side, or anywhere.
        const all = lines.flat();
        const near = all.length > 0 ? all[rng.integer(0, all.length - 1)] : times(n, d);
        const step = add(times(u, rng.range(-0.2, 0.2) * scale), times(v, rng.range(-0.2, 0.2) * scale));
        const p = add(near, step);
        const truth = containsPointMeshTree(p, 0, tree);
        expect(windings(lines, p, n), `seed 9801 run ${run} point ${k}`).toBe(truth ? 1 : 0);
        if (truth) inside++;
        runs++;
      }
    }
    expect(inside / runs, `${inside} inside`).toBeGreaterThan(0.3);
    expect(inside / runs, `${inside} inside`).toBeLessThan(0.7);
  });

  it('gives the same lines for every kind of tree, and with and without an index', () => {
    const { positions, index } = makeTorus(5);
    const soup = index.flatMap((i) => positions.slice(3 * i, 3 * i + 3));
    const rng = createRng(9802);
    for (let run = 0; run < 20; run++) {
      const plane = [...randomUnit(rng), rng.range(-0.5, 0.5)];
      const section = createMeshSection();
      intersectMeshPlane(section, plane, 0, buildMeshTree(positions, index));
      const lines = linesOf(section);
      expect(lines.length).toBeGreaterThan(0);
      for (const kind of ['obb', 'sphere', 'aabb'] as const) {
        for (const construction of ['median', 'bottom-up'] as const) {
          intersectMeshPlane(section, plane, 0, buildMeshTree(soup, null, { kind, construction }));
          expect(linesOf(section)).toEqual(lines);
        }
      }
    }
  });

  it('has known answers for a cube', () => {
    const section = createMeshSection();
    const tree = buildMeshTree(CUBE);
    expect(intersectMeshPlane(section, [0, 0, 2, 1], 0, tree)).toBe(1);
    const line = lineOf(section, 0);
    expect(line.every((p) => p[2] === 0.5 && p.some((x) => x === 0 || x === 1))).toBe(true);
    expect(areaOf(line, [0, 0, 1])).toBe(1);
    expect(areaOf(flippedSection(tree), [0, 0, -1])).toBe(1);
    // The hexagon through the middle.
    expect(intersectMeshPlane(section, [1, 1, 1, 1.5], 0, tree)).toBe(1);
    expect(areaOf(lineOf(section, 0), times([1, 1, 1], 1 / Math.sqrt(3)))).toBeCloseTo((3 * Math.sqrt(3)) / 4, 14);
    // Through four edges, two of them edges of the cube.
    expect(intersectMeshPlane(section, [1, -1, 0, 0], 0, tree)).toBe(1);
    expect(areaOf(lineOf(section, 0), times([1, -1, 0], Math.SQRT1_2))).toBeCloseTo(Math.SQRT2, 14);
    // A plane on the top face gives its outline, on the bottom nothing, beside the cube nothing.
    expect(intersectMeshPlane(section, [0, 0, 1, 1], 0, tree)).toBe(1);
    expect(areaOf(lineOf(section, 0), [0, 0, 1])).toBe(1);
    for (const plane of [
      [0, 0, 1, 0],
      [0, 0, 1, 1.000001],
      [0, 0, 1, -0.000001],
      [1, 1, 1, 3],
      [0, 0, 0, 0],
      [0, 0, 0, 1],
      [0, Number.NaN, 1, 0.5],
      [0, 0, 1, Number.NaN],
      [0, 0, Infinity, 0.5],
    ]) {
      expect(intersectMeshPlane(section, plane, 0, tree), `${plane}`).toBe(0);
      expect([section.lineCount, section.pointCount]).toEqual([0, 0]);
    }
  });

  it('closes the lines of parts that touch in a point of the plane', () => {
    // Two cubes with the upright edge x = y = 1 in common, and a double pyramid whose tips meet in the plane.
    const cubes = [...CUBE, ...CUBE.map((x, i) => (i % 3 < 2 ? x + 1 : x))];
    const section = createMeshSection();
    const count = intersectMeshPlane(section, [0, 0, 1, 0.5], 0, buildMeshTree(cubes));
    expect([...section.closed.subarray(0, count)].every((closed) => closed === 1)).toBe(true);
    expect(linesOf(section).reduce((sum, line) => sum + areaOf(line, [0, 0, 1]), 0)).toBe(2);
    expect(section.pointCount).toBe(16);
    const base = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ];
    const tips = base.flatMap(([x, y], i) => {
      const [x1, y1] = base[(i + 1) % 4];
      // Below, pointing up, and above, pointing down; the bases are left open.
      return [x, y, -1, x1, y1, -1, 0, 0, 0, x1, y1, 1, x, y, 1, 0, 0, 0];
    });
    // A plane through both tips and along the axis: an hourglass of two triangles without their bases.
    expect(intersectMeshPlane(section, [1, 0.25, 0, 0], 0, buildMeshTree(tips))).toBe(2);
    expect(linesOf(section).map((line) => line.length)).toEqual([3, 3]);
    // Through the tips, across the axis: nothing but points of no length.
    expect(intersectMeshPlane(section, [0, 0, 1, 0], 0, buildMeshTree(tips))).toBe(0);
  });

  it('cuts an open mesh into lines that end at its border', () => {
    // The cube without its top and one side.
    const open = CUBE.slice(0, 8 * 9).concat(CUBE.slice(8 * 9, 10 * 9));
    const section = createMeshSection();
    expect(intersectMeshPlane(section, [1, 0, 0, 0.25], 0, buildMeshTree(open))).toBe(1);
    expect(section.closed[0]).toBe(0);
    const line = lineOf(section, 0);
    expect([line[0], line[line.length - 1]].map((p) => p[2])).toEqual([1, 1]);
    expect(line.every((p) => p[0] === 0.25)).toBe(true);
    // Two triangles that have no edge in common.
    const apart = [0, 0, 0, 1, 0, 2, 0, 0, 2, 5, 0, 0, 6, 0, 2, 5, 0, 2];
    expect(intersectMeshPlane(section, [0, 0, 1, 1], 0, buildMeshTree(apart))).toBe(2);
    expect([...section.starts.subarray(0, 3)]).toEqual([0, 2, 4]);
    expect([...section.closed.subarray(0, 2)]).toEqual([0, 0]);
  });

  function flippedSection(tree: ReturnType<typeof buildMeshTree>): Vec[] {
    const section = createMeshSection();
    intersectMeshPlane(section, [0, 0, -1, -0.5], 0, tree);
    return lineOf(section, 0);
  }
});

describe('intersectTrianglePlane', () => {
  it('cuts where corners lie on both sides, between the edges that cross', () => {
    const rng = createRng(9803);
    let hits = 0;
    const runs = 900;
    for (let run = 0; run < runs; run++) {
      const scale = [1e-3, 1, 1e4][run % 3];
      const corners = [0, 1, 2].map(() => times([rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)], scale));
      const n = randomUnit(rng);
      const d = rng.range(-0.8, 0.8) * scale;
      const heights = corners.map((p) => dot(n, p) - d);
      const truth = Math.min(...heights) < 0 && Math.max(...heights) > 0;
      const out = [7, 0, 0, 0, 0, 0, 0, 7];
      const message = `seed 9803 run ${run}`;
      expect(intersectTrianglePlane(out, 1, corners.flat(), 0, [...n, d], 0), message).toBe(truth);
      if (!truth) {
        expect(out).toEqual([7, 0, 0, 0, 0, 0, 0, 7]);
        continue;
      }
      hits++;
      const [p, q] = [out.slice(1, 4), out.slice(4, 7)];
      for (const end of [p, q]) {
        expect(Math.abs(dot(n, end) - d), message).toBeLessThan(1e-14 * scale);
        const onEdge = corners.map((a, i) => {
          const b = corners[(i + 1) % 3];
          return size(sub(a, end)) + size(sub(end, b)) - size(sub(b, a));
        });
        expect(Math.min(...onEdge), message).toBeLessThan(1e-12 * scale);
      }
      // Along n × (outward normal).
      const outward = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
      expect(dot(sub(q, p), cross(n, outward)), message).toBeGreaterThan(0);
      const shared = corners.flat();
      expect(intersectTrianglePlane(shared, 0, shared, 0, [...n, d], 0)).toBe(true);
      expect(shared.slice(0, 6)).toEqual(out.slice(1, 7));
    }
    expect(hits / runs, `${hits} hits`).toBeGreaterThan(0.3);
    expect(hits / runs, `${hits} hits`).toBeLessThan(0.7);
  });
});

/** Two unit vectors across n and each other. */
function perpendicular(n: Vec): [Vec, Vec] {
  const [x] = randomAxes(createRng(3));
  const u = cross(n, x);
  const v = times(u, 1 / size(u));
  return [v, cross(n, v)];
}

/** The area a closed line runs around counterclockwise, seen from the tip of n. */
function areaOf(line: readonly Vec[], n: Vec): number {
  return (
    line.reduce((sum, p, i) => sum + dot(n, cross(sub(p, line[0]), sub(line[(i + 1) % line.length], line[0]))), 0) / 2
  );
}
