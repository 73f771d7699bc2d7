import { describe, expect, it } from 'vitest';
import * as geometry from '../../../../entry/geometry3d.ts';
import {
  along,
  cross as crossExact,
  dot as dotExact,
  exact,
  least,
  length as lengthExact,
  minus,
  number,
  over,
  type Point,
  point,
  pointSegment,
  pointTriangle,
  root,
  segmentTriangle,
  signOf,
  square,
  volume,
} from '../../../support/exact-3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  axes,
  cross,
  direction,
  dot,
  extent,
  inCube,
  largest,
  length,
  Rates,
  type Regime,
  stage,
  sub,
  sweep,
  times,
  triangle,
  ULP,
  unit,
  type Vec,
  Worst,
} from '../support/regimes.ts';

// Every triangle is cut with the ray in exact arithmetic. A triangle that is cut farther from its boundary than
// rounding can move the cut is hit for sure; one that is missed by more is not hit; what lies between may go either
// way. The first hit lies between the first that may be and the first that is sure, and the list of all holds all sure
// ones and none but possible ones.

const SEED = 35201;
const CLOSED = 1e-12;

interface Mesh {
  readonly positions: number[];
  readonly index: number[];
  readonly closed: boolean;
}

/** A torus with bumps (or a ball without them), flattened for slivers: closed, its triangles of every orientation. */
function bumpy(rng: Rng, r: Regime): Vec[][] {
  const [around, along0] = [rng.integer(3, 9), rng.integer(3, 7)];
  const bump = rng.range(0, 0.25);
  const hole = rng.range(0.35, 0.6);
  return Array.from({ length: around }, (_, i) =>
    Array.from({ length: along0 }, (_, j) => {
      const [u, v] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / along0];
      const small = 0.3 + rng.range(-bump, bump);
      const out = hole + small * Math.cos(v);
      return [out * Math.cos(u), out * Math.sin(u), small * Math.sin(v) * r.thin];
    }),
  );
}

function torus(rng: Rng, r: Regime): Mesh {
  const rows = bumpy(rng, r);
  const [m, n] = [rows.length, rows[0].length];
  const [x, y, z] = axes(rng, r);
  const positions = rows.flat().flatMap((p) => add(times(x, p[0]), add(times(y, p[1]), times(z, p[2]))));
  const index: number[] = [];
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      const [a, b, c, d] = [i * n + j, ((i + 1) % m) * n + j, ((i + 1) % m) * n + ((j + 1) % n), i * n + ((j + 1) % n)];
      if (rng.next() < 0.5) index.push(a, b, c, a, c, d);
      else index.push(a, b, d, b, c, d);
    }
  }
  return { positions, index, closed: true };
}

/** The surface of some cells of a grid: right angles, coplanar neighbours, edges where four faces meet. */
function cells(rng: Rng): Mesh {
  const full = new Set<number>();
  for (let cell = 0; cell < 27; cell++) if (rng.next() < 0.5) full.add(cell);
  full.add(13);
  const id = (x: number, y: number, z: number): number => x + 3 * y + 9 * z;
  const has = (x: number, y: number, z: number): boolean =>
    Math.min(x, y, z) >= 0 && Math.max(x, y, z) < 3 && full.has(id(x, y, z));
  const positions: number[] = [];
  for (let v = 0; v < 64; v++) positions.push((v & 3) / 2 - 0.75, ((v >> 2) & 3) / 2 - 0.75, (v >> 4) / 2 - 0.75);
  const index: number[] = [];
  for (const cell of full) {
    const c: Vec = [cell % 3, Math.floor(cell / 3) % 3, Math.floor(cell / 9)];
    for (let k = 0; k < 3; k++) {
      for (const side of [0, 1]) {
        const next = [...c] as Vec;
        next[k] += side === 1 ? 1 : -1;
        if (has(...next)) continue;
        const corner = (du: number, dv: number): number => {
          const w = [...c] as Vec;
          w[k] += side;
          w[(k + 1) % 3] += du;
          w[(k + 2) % 3] += dv;
          return w[0] + 4 * w[1] + 16 * w[2];
        };
        const ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        if (side === 0) ring.reverse();
        index.push(ring[0], ring[1], ring[2], ring[0], ring[2], ring[3]);
      }
    }
  }
  return { positions, index, closed: true };
}

/** Triangles that have nothing to do with each other. */
function soup(rng: Rng, r: Regime): Mesh {
  const positions = Array.from({ length: rng.integer(1, 40) }, () => triangle(rng, r)).flat(2);
  return { positions, index: positions.slice(0, positions.length / 3).map((_, i) => i), closed: false };
}

function mesh(rng: Rng, r: Regime): Mesh {
  const kind = rng.next();
  if (kind < 0.3) return soup(rng, r);
  return r.degenerate || kind < 0.4 ? cells(rng) : torus(rng, r);
}

type Triangle = readonly [Vec, Vec, Vec];

const trianglesOf = ({ positions, index }: Mesh): Triangle[] =>
  Array.from({ length: index.length / 3 }, (_, i) => {
    const corner = (k: number): Vec => at(positions, 3 * index[3 * i + k]);
    return [corner(0), corner(1), corner(2)];
  });

interface Bracket {
  early: number;
  late: number;
  sure: Set<number>;
  possible: Set<number>;
}

/**
 * Whether a triangle, seen along the ray (e and f are across it), lies farther than `far` from it: in plain numbers, to
 * save time.
 */
function passesBy(three: Triangle, o: Vec, e: Vec, f: Vec, far: number): boolean {
  const seen = three.map((p) => [dot(sub(p, o), e), dot(sub(p, o), f)] as const);
  const sides = [0, 1, 2].map((i) => {
    const [p, q] = [seen[i], seen[(i + 1) % 3]];
    return p[0] * q[1] - p[1] * q[0];
  });
  if (sides.every((side) => side >= 0) || sides.every((side) => side <= 0)) return false;
  return [0, 1, 2].every((i) => {
    const [p, q] = [seen[i], seen[(i + 1) % 3]];
    const d = [q[0] - p[0], q[1] - p[1]] as const;
    const t = Math.min(1, Math.max(0, -(p[0] * d[0] + p[1] * d[1]) / (d[0] * d[0] + d[1] * d[1] || 1)));
    return Math.hypot(p[0] + t * d[0], p[1] + t * d[1]) > far;
  });
}

/** What a ray may hit and must; with `front`, only triangles that are counterclockwise seen from the origin. */
function bracket(ray: readonly number[], triangles: readonly Triangle[], size: number, front: boolean): Bracket {
  const result: Bracket = { early: Infinity, late: Infinity, sure: new Set(), possible: new Set() };
  const [o0, d0] = [at(ray), at(ray, 3)];
  const [o, d] = [point(o0), point(d0)];
  const speed = length(d0);
  const u0 = times(d0, 1 / speed);
  const e0 = unit(cross(u0, Math.abs(u0[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
  const f0 = cross(u0, e0);
  triangles.forEach((three, i) => {
    if (passesBy(three, o0, e0, f0, 1e-6 * size)) return;
    const m = sub(three[0], o0);
    const reach = Math.max(length(sub(three[1], three[0])), length(sub(three[2], three[0])));
    const [a, b, c] = three.map((p) => point(p)) as [Point, Point, Point];
    const n = crossExact(minus(b, a), minus(c, a));
    const nl = lengthExact(n);
    const way = length(m) + reach;
    const rounding = 16 * ULP * largest(o0, three.flat());
    // Without area it may be hit where rounding opens it, as if seen edge-on.
    const rate = nl === 0n ? 0 : number(over(dotExact(n, d), nl)) / speed;
    const note = (t: number, wide: number, sure: boolean): void => {
      if (t + wide < 0) return;
      result.possible.add(i);
      result.early = Math.min(result.early, Math.max(0, t - wide));
      if (!sure || t - wide <= 0) return;
      result.sure.add(i);
      result.late = Math.min(result.late, t + wide);
    };
    if (Math.abs(rate) < 1e-9) {
      const beyond = 2 + (length(m) + reach) / speed;
      if (segmentTriangle(o, along(o, d, exact(beyond)), a, b, c).square > square([exact(1e-9 * way), 0n, 0n])) return;
      const heights = three.map((p) => dot(sub(p, o0), u0) / speed);
      // Seen edge-on: from where its first corner is.
      if (Math.max(...heights) + (1e-9 * way) / speed < 0) return;
      note(Math.max(0, Math.min(...heights)), (1e-9 * way) / speed, false);
      return;
    }
    if (front && rate > 0) return;
    const fraction = over(dotExact(n, minus(a, o)), dotExact(n, d));
    const hit = along(o, d, fraction);
    const margin = number(
      root(
        [pointSegment(hit, a, b), pointSegment(hit, b, c), pointSegment(hit, c, a)]
          .map((x) => x.square)
          .reduce((x, y) => least(x, y)),
      ),
    );
    const band = (CLOSED * way + rounding) / Math.abs(rate);
    const turns = [
      [a, b],
      [b, c],
      [c, a],
    ].map(([p, q]) => signOf(dotExact(crossExact(minus(q, p), minus(hit, p)), n)));
    const inside = turns.every((turn) => turn >= 0);
    const t = number(fraction);
    if (inside || margin <= band) note(t, band / speed + 4 * ULP * Math.abs(t), inside && margin > band);
  });
  return result;
}

/** At a vertex, an edge, a face, at the side of the mesh, along an edge; from on it, near or far. */
function rayAt(rng: Rng, r: Regime, triangles: readonly Triangle[]): number[] {
  const three = triangles[rng.integer(0, triangles.length - 1)];
  const other = triangles[rng.integer(0, triangles.length - 1)];
  const kind = rng.integer(0, 5);
  let aim = three[rng.integer(0, 2)];
  if (kind === 1) aim = add(three[0], times(sub(three[1], three[0]), rng.next()));
  if (kind === 2) aim = times(add(three[0], add(three[1], three[2])), 1 / 3);
  if (kind === 3) aim = add(aim, times(inCube(rng), r.size));
  if (r.place === 'touching') aim = add(aim, times(direction(rng), 1e-6 * r.size));
  let d = times(direction(rng), r.size);
  if (r.degenerate && rng.next() < 0.5) {
    d = [0, 0, 0];
    d[rng.integer(0, 2)] = rng.next() < 0.5 ? 1 : -1;
  } else if (kind === 4) d = sub(other[rng.integer(0, 2)], aim);
  else if (kind === 5) d = sub(three[1], three[0]);
  if (length(d) === 0) d = [r.size, 0, 0];
  const from = sub(aim, times(d, [0, 0.5, 1, 3, 20][rng.integer(0, 4)]));
  return [...from, ...times(d, 10 ** rng.range(-1, 1))];
}

const OPTIONS: readonly geometry.MeshTreeOptions[] = [
  { kind: 'aabb', construction: 'top-down' },
  { kind: 'obb', construction: 'median', leafSize: 2 },
  { kind: 'sphere', construction: 'bottom-up' },
];

describe('rays against meshes', () => {
  it('first, any, all, from one side: every triangle exactly; nothing leaves a closed mesh unseen (C9)', () => {
    const worst = new Worst();
    const rates = new Rates();
    const out = new Float64Array(10);
    const hits = geometry.createTriangleHits();
    let leaving = 0;
    sweep(SEED, 14, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const raw = mesh(rng, regime);
      const positions = raw.positions.flatMap((_, i) => (i % 3 === 0 ? put(at(raw.positions, i)) : []));
      const placed = { ...raw, positions };
      const triangles = trianglesOf(placed);
      const trees = OPTIONS.map((options) => geometry.buildMeshTree(positions, raw.index, options));
      const size = extent(positions);
      for (let k = 0; k < 5; k++) {
        const ray = rayAt(rng, regime, triangles);
        const speed = length(at(ray, 3));
        const tree = trees[rng.integer(0, 2)];
        for (const front of [false, true]) {
          const truth = bracket(ray, triangles, size, front);
          out.fill(7);
          const t = geometry.castRayMeshTree(out, 0, ray, 0, Infinity, tree, front);
          const message = (): string =>
            `${c.name} ${tree.kind} front ${front}: ray [${ray}] between ${truth.early} and ${truth.late}, got ${t} at ${out[9]}: ${
              out[9] < triangles.length ? triangles[out[9]].flat() : [...truth.sure].map((i) => triangles[i].flat())
            }`;
          rates.note(front ? 'castRayMeshTree, front' : 'castRayMeshTree', t < Infinity);
          expect(t, message()).toBeGreaterThanOrEqual(truth.early);
          expect(t, message()).toBeLessThanOrEqual(truth.late);
          expect(geometry.castRayMeshTreeAny(ray, 0, Infinity, tree, front), message()).toBe(t < Infinity);
          const count = geometry.castRayMeshTreeAll(hits, ray, 0, Infinity, tree, front);
          const found = new Set(hits.triangles.subarray(0, count));
          for (const i of found)
            expect(truth.possible.has(i), `${message()}, in all ${i}: ${triangles[i].flat()}`).toBe(true);
          for (const i of truth.sure)
            expect(found.has(i), `${message()}, missing ${i}: ${triangles[i].flat()}`).toBe(true);
          if (t === Infinity) {
            expect(Array.from(out), message()).toEqual(new Array(10).fill(7));
            expect(count, message()).toBe(0);
            continue;
          }
          expect([hits.values[0], hits.triangles[0]], message()).toEqual([t, out[9]]);
          const three = triangles[out[9]];
          const [p, n, w] = [at(out), at(out, 3), at(out, 6)];
          const rounding = 16 * ULP * (largest(ray.slice(0, 3), positions) + t * speed);
          const way = length(sub(at(ray), three[0])) + size;
          worst.note('weights, sum', regime.name, Math.abs(w[0] + w[1] + w[2] - 1), CLOSED, message);
          const weighed = [0, 1, 2].reduce((s, i) => add(s, times(three[i as 0], w[i])), [0, 0, 0] as Vec);
          const normal = cross(sub(three[1], three[0]), sub(three[2], three[0]));
          const rate = Math.abs(dot(normal, at(ray, 3))) / length(normal) / speed;
          if (rate > 1e-6) {
            worst.note(
              'weights, point',
              regime.name,
              length(sub(weighed, p)),
              (2 * CLOSED * way + rounding) / rate,
              message,
            );
          }
          if (length(normal) === 0) expect(n, message()).toEqual([0, 0, 0]);
          else if (t > 0) {
            worst.note('normal', regime.name, Math.abs(length(n) - 1), CLOSED, message);
            if (rate > 1e-9) expect(dot(n, at(ray, 3)), message()).toBeLessThan(0);
          } else expect(n, message()).toEqual([0, 0, 0]);
          // The same up to the limit, nothing closer.
          expect(geometry.castRayMeshTree(out, 0, ray, 0, t, tree, front), message()).toBe(t);
          if (t > 0)
            expect(geometry.castRayMeshTree(out, 0, ray, 0, t * (1 - ULP), tree, front), message()).toBe(Infinity);
        }
        // From a point inside, exactly so, whatever way: through a vertex, through an edge.
        const target = triangles[rng.integer(0, triangles.length - 1)];
        const start = add(target[0], times(sub(target[1], target[0]), 0.3));
        const inside = add(
          start,
          times(sub(at(positions, 3 * rng.integer(0, positions.length / 3 - 1)), start), rng.next()),
        );
        if (!raw.closed || !geometry.containsPointMeshTree(inside, 0, tree)) continue;
        // On the surface up to rounding, a ray may begin on either side of it.
        if (
          geometry.closestPointMeshTree(out, 0, inside, 0, tree) <
          (1e-12 * size + 16 * ULP * largest(positions)) ** 2
        )
          continue;
        leaving++;
        const aim = target[rng.integer(0, 2)];
        const on = rng.next() < 0.5 ? aim : add(aim, times(sub(target[0], aim), rng.next()));
        const outward = [...inside, ...(regime.degenerate && rng.next() < 0.3 ? ([0, 1, 0] as Vec) : sub(on, inside))];
        if (length(at(outward, 3)) === 0) continue;
        for (const other of trees) {
          const t = geometry.castRayMeshTree(out, 0, outward, 0, Infinity, other);
          expect(t, `${c.name} ${other.kind}, leaving: [${outward}]`).toBeLessThan(Infinity);
        }
      }
    });
    worst.check();
    rates.check(0.3, 0.8);
    expect(leaving).toBeGreaterThan(50);
  });
});

/** Whether a point is on a mesh or inside by parity along a way that meets no edge, exactly. */
function holds(p0: Vec, triangles: readonly Triangle[]): boolean {
  const p = point(p0);
  const boxed = triangles.filter((t) =>
    [0, 1, 2].every((k) => {
      const values = t.map((v) => v[k]);
      return Math.min(...values) <= p0[k] && Math.max(...values) >= p0[k];
    }),
  );
  for (const t of boxed) {
    const [a, b, c] = t.map((v) => point(v)) as [Point, Point, Point];
    if (pointTriangle(p, a, b, c).square === 0n && volume(a, b, c, p) === 0n) return true;
  }
  const span = extent(triangles.flat(2), p0);
  const rng = createRng(7);
  for (;;) {
    // Far beyond everything, along a way of many digits.
    const q0 = add(p0, times(direction(rng), 8 * span));
    const q = point(q0);
    let inside = false;
    let tie = false;
    for (const t of triangles) {
      const [a, b, c] = t.map((v) => point(v)) as [Point, Point, Point];
      const turns = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)].map(signOf);
      if (turns.includes(1) && turns.includes(-1)) continue;
      const [near, far] = [signOf(volume(a, b, c, p)), signOf(volume(a, b, c, q))];
      if (turns.includes(0) || near * far === 0) tie = true;
      else if (near !== far) inside = !inside;
    }
    if (!tie) return inside;
  }
}

describe('points in meshes', () => {
  it('exactly, level with vertices and edges, on them, and a last digit beside (C9)', () => {
    const rates = new Rates();
    sweep(SEED + 1, 8, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const raw = regime.degenerate || rng.next() < 0.2 ? cells(rng) : torus(rng, regime);
      const positions = raw.positions.flatMap((_, i) => (i % 3 === 0 ? put(at(raw.positions, i)) : []));
      const triangles = trianglesOf({ ...raw, positions });
      const tree = geometry.buildMeshTree(positions, raw.index, OPTIONS[rng.integer(0, 2)]);
      for (let k = 0; k < 6; k++) {
        const three = triangles[rng.integer(0, triangles.length - 1)];
        const other = triangles[rng.integer(0, triangles.length - 1)];
        let p = add(three[0], times(sub(other[0], three[0]), rng.next()));
        const kind = rng.integer(0, 6);
        if (kind === 0) p = three[0];
        if (kind === 1) p = times(add(three[0], three[1]), 0.5);
        // Level with a vertex: the ray towards +x goes through it, or along an edge of cells.
        if (kind === 2) p = [p[0], three[1][1], three[1][2]];
        if (kind === 3) p = [p[0], other[2][1], p[2]];
        if (kind === 5) p = [p[0], p[1], other[2][2]];
        if (kind === 4) {
          p = times(add(three[0], add(three[1], three[2])), 1 / 3);
          const axis = rng.integer(0, 2);
          p = p.map((x, j) => (j === axis ? x * (1 + ULP * rng.integer(-2, 2)) : x)) as Vec;
        }
        const truth = holds(p, triangles);
        rates.note('containsPointMeshTree', truth);
        const verdict = geometry.containsPointMeshTree(p, 0, tree);
        expect(verdict, `${c.name} ${tree.kind} point [${p}] kind ${kind}`).toBe(truth);
      }
    });
    rates.check();
  });
});

describe('probes', () => {
  it('of boxes and of points, in a frame, against planes, triangles and a tree (C10)', () => {
    const rates = new Rates();
    const probes = new Float64Array(geometry.AABB_PROBE_COUNT * geometry.PROBE_SIZE);
    const clearances = new Float64Array(geometry.AABB_PROBE_COUNT);
    const byTree = new Float64Array(geometry.AABB_PROBE_COUNT);
    const out = new Float64Array(10);
    sweep(SEED + 2, 4, (c) => {
      const { rng, regime } = c;
      const put = stage(rng, regime);
      const raw = mesh(rng, regime);
      const positions = raw.positions.flatMap((_, i) => (i % 3 === 0 ? put(at(raw.positions, i)) : []));
      const triangles = trianglesOf({ ...raw, positions });
      const size = extent(positions);
      const frame = [...put(inCube(rng, 0.6)), ...axes(rng, regime).flat()];
      const half = times([rng.range(0.1, 0.6), rng.range(0.1, 0.6), rng.range(0.1, 0.6)], regime.size);
      const box = [...times(half, -1), ...half];
      geometry.buildProbesAabb(probes, 0, box, 0);
      const count = geometry.AABB_PROBE_COUNT;
      geometry.transformProbes(probes, 0, probes, 0, count, frame, 0);
      const reach = rng.range(0, 3) * regime.size;
      const least = geometry.measureProbesTriangles(clearances, 0, probes, 0, count, reach, triangles.flat(2));
      expect(least, c.name).toBe(Math.min(...clearances));
      const tree = geometry.buildMeshTree(positions, raw.index, OPTIONS[rng.integer(0, 2)]);
      geometry.measureProbes(byTree, 0, probes, 0, count, reach, (ray, offset, max) =>
        geometry.castRayMeshTree(out, 0, ray, offset, max, tree),
      );
      const plane = [...direction(rng), 0];
      plane[3] = dot(at(plane), put(inCube(rng)));
      const byPlane = new Float64Array(count);
      geometry.measureProbesPlane(byPlane, 0, probes, 0, count, reach, plane, 0);
      for (let i = 0; i < count; i++) {
        const ray = Array.from(probes.subarray(i * geometry.PROBE_SIZE, i * geometry.PROBE_SIZE + 6));
        const probeLength = probes[i * geometry.PROBE_SIZE + 6];
        // The tip where the box has its corner.
        const sides = i < 6 ? 1 : i < 18 ? 2 : 3;
        const tip = sub(add(at(ray), times(at(ray, 3), probeLength)), at(frame));
        const local = [3, 6, 9].map((k) => dot(tip, at(frame, k)));
        const onSides = local.filter(
          (x, k) => Math.abs(Math.abs(x) - half[k]) <= 8 * ULP * largest(frame, half),
        ).length;
        expect(onSides, `${c.name} probe ${i}`).toBe(sides);
        const truth = bracket(ray, triangles, size, false);
        for (const [name, measured] of [
          ['measureProbesTriangles', clearances[i]],
          ['measureProbes', byTree[i]],
        ] as const) {
          const message = `${name} ${c.name} probe ${i}: ray [${ray}] length ${probeLength} reach ${reach} between ${truth.early} and ${truth.late}, got ${measured}`;
          rates.note(name, measured < Infinity);
          const slack = 8 * ULP * (probeLength + reach);
          if (truth.late <= probeLength + reach)
            expect(measured, message).toBeLessThanOrEqual(truth.late - probeLength + slack);
          if (truth.early > probeLength + reach) expect(measured, message).toBe(Infinity);
          expect(measured, message).toBeGreaterThanOrEqual(truth.early - probeLength - slack);
          expect(measured, message).toBeGreaterThanOrEqual(-probeLength);
        }
        // The plane, exactly: height over the rate of fall.
        const n = point(plane);
        const height = dotExact(n, point(ray)) - exact(plane[3]);
        const fall = -dotExact(n, point(ray, 3));
        const first = height <= 0n ? 0 : fall > 0n ? number(over(height, fall)) : Infinity;
        const band = (8 * ULP * (largest(ray, plane) + regime.size)) / Math.max(1e-300, Math.abs(number(fall)));
        const message = `measureProbesPlane ${c.name} probe ${i}: ray [${ray}] plane [${plane}] truth ${first} got ${byPlane[i]}`;
        rates.note('measureProbesPlane', byPlane[i] < Infinity);
        if (first > probeLength + reach + band) expect(byPlane[i], message).toBe(Infinity);
        else if (first < probeLength + reach - band) {
          expect(Math.abs(byPlane[i] - (first - probeLength)), message).toBeLessThanOrEqual(band + 4 * ULP * first);
        }
      }
    });
    rates.check(0.2, 0.8);
  });
});
