import { describe, expect, it } from 'vitest';
import * as g2 from '../../entry/geometry2d.ts';
import * as g3 from '../../entry/geometry3d.ts';
import { minkowskiSeparation } from '../support/minkowski-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

// Against a march that no contact escapes: with the shapes `gap` apart and no point faster than `speed`, nothing
// happens for gap / speed. It knows no axes and no curvature, needs thousands of steps where the routine needs ten, and
// sees all that is deeper than BLIND; what is shallower, the closed form of a corner that grazes a face decides.

const SEED = 2711;
/** Relative to the sizes. */
const BLIND = 1e-6;

/**
 * Marches up to an end and returns the first place where the shapes overlap by more than can be missed, or Infinity.
 */
function firstOverlap(gapAt: (t: number) => number, speed: number, end: number, blind: number): number {
  for (let t = 0; t < end; ) {
    const gap = gapAt(t);
    if (gap < -blind) return t;
    t += Math.max(Math.abs(gap), blind) / speed;
  }
  return Infinity;
}

interface Mover {
  points: number[];
  radius: number;
  sweep: number[];
}

function pieceOf({ points, radius }: Mover): g2.ConvexPiece {
  const piece = g2.createConvexPiece(points.length / 2);
  piece.vertices.set(points);
  piece.count = points.length / 2;
  piece.radius = radius;
  g2.computeNormals(piece);
  return piece;
}

function placed({ points, sweep }: Mover, t: number): number[] {
  const [x, y, angle] = [0, 1, 2].map((k) => sweep[k] + t * (sweep[k + 3] - sweep[k])) as [number, number, number];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return points.map((_, i) => {
    const [u, v] = [points[i - (i % 2)], points[i - (i % 2) + 1]];
    return i % 2 === 0 ? x + c * u - s * v : y + s * u + c * v;
  });
}

const reachOf = ({ points }: Mover) =>
  Math.sqrt(Math.max(...points.map((u, i) => (i % 2 ? 0 : u * u + points[i + 1] ** 2))));
const turnOf = ({ sweep }: Mover) => sweep[5] - sweep[2];

/** Runs the routine on two movers and says what is wrong with its answer. */
function check(a: Mover, b: Mover, label: string, blind = BLIND) {
  const out = [7, 7, 7, 7];
  const report = g2.createToiReport();
  const t = g2.timeOfImpact(
    out,
    0,
    { piece: pieceOf(a), motion: a.sweep },
    { piece: pieceOf(b), motion: b.sweep },
    undefined,
    report,
  );
  expect(
    g2.timeOfImpact([0, 0, 0, 0], 0, { piece: pieceOf(a), motion: a.sweep }, { piece: pieceOf(b), motion: b.sweep }),
    label,
  ).toBe(t);
  const gapAt = (at: number) =>
    minkowskiSeparation({ points: placed(a, at), radius: a.radius }, { points: placed(b, at), radius: b.radius })
      .separation;
  const size = a.radius + b.radius + reachOf(a) + reachOf(b);
  const [vx, vy] = [0, 1].map((k) => b.sweep[k + 3] - b.sweep[k] - a.sweep[k + 3] + a.sweep[k]) as [number, number];
  const arcs = Math.abs(turnOf(a)) * reachOf(a) + Math.abs(turnOf(b)) * reachOf(b);
  const speed = Math.hypot(vx, vy) + arcs;
  // As documented, and what the reference itself rounds.
  const tolerance = 1e-12 * size + 2 ** -46 * (speed + 10 * size);
  const message = () => `${label}: ${t}, ${report.termination}, ${JSON.stringify([a, b])}`;
  expect(report.termination, message()).not.toBe(g2.TOI_ITERATION_LIMIT);
  const early = firstOverlap(gapAt, speed, Math.min(t, 1), blind * size);
  expect(early, message()).toBe(Infinity);
  if (t === Infinity) {
    expect(report.termination, message()).toBe(g2.TOI_MISS);
    expect(out).toEqual([7, 7, 7, 7]);
  } else if (t === 0) {
    expect(report.termination, message()).toBe(g2.TOI_OVERLAPPED);
    expect(gapAt(0), message()).toBeLessThanOrEqual(tolerance);
  } else {
    expect(report.termination, message()).toBe(g2.TOI_HIT);
    expect(Math.abs(gapAt(t)), message()).toBeLessThanOrEqual(tolerance);
    expect(Math.hypot(out[2], out[3]), message()).toBeCloseTo(1, 12);
  }
  return { t, iterations: report.iterations };
}

const bar = (w: number, h: number) => [-w, -h, w, -h, w, h, -w, h];

function randomOutline(rng: Rng, size: number): { points: number[]; radius: number } {
  const thin = size * 10 ** rng.range(-4, 0);
  const radius = rng.next() < 0.4 ? rng.next() * thin : 0;
  const kind = rng.integer(0, 4);
  if (kind === 0) return { points: bar(size, thin), radius };
  if (kind === 1) return { points: [-size, 0, size, 0], radius };
  if (kind === 2) return { points: [rng.range(-1, 1) * size, 0], radius: Math.max(radius, 0.01 * size) };
  const points: number[] = [];
  const count = rng.integer(3, 7);
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * (i + 0.8 * rng.next())) / count;
    points.push(size * Math.cos(angle), (kind === 3 ? size : thin) * Math.sin(angle));
  }
  return { points, radius };
}

describe('timeOfImpact in the plane', () => {
  it('spins of up to 1,000 rad, thin bars included, are neither late nor early nor lost', () => {
    const rng = createRng(SEED);
    let hits = 0;
    let most = 0;
    const cases = 240;
    for (let i = 0; i < cases; i++) {
      const size = [1e-3, 1, 1e4][i % 3];
      const turns = 10 ** rng.range(0, 3);
      const direction = rng.range(0, 2 * Math.PI);
      const distance = size * rng.range(1, 2.4);
      const start = [distance * Math.cos(direction), distance * Math.sin(direction)] as const;
      const drift = size * 10 ** rng.range(-4, 0.3);
      const b: Mover = {
        ...randomOutline(rng, size),
        sweep: [
          ...start,
          rng.range(-3, 3),
          start[0] + drift * rng.range(-1, 1),
          start[1] + drift * rng.range(-1, 1),
          0,
        ],
      };
      b.sweep[5] = b.sweep[2] + turns * [0, 0, 1, -1, rng.next()][rng.integer(0, 4)];
      const angle = rng.range(-3, 3);
      const a: Mover = {
        ...randomOutline(rng, size),
        sweep: [0, 0, angle, 0, 0, angle + turns * (rng.next() < 0.5 ? 1 : -1)],
      };
      const [first, second] = i % 2 ? [a, b] : [b, a];
      const { t, iterations } = check(first, second, `seed ${rng.seed} case ${i}, ${turns} rad`, 1e-4);
      if (t < Infinity) hits++;
      most = Math.max(most, iterations / (1 + turns / Math.PI));
    }
    expect(hits / cases).toBeGreaterThan(0.3);
    expect(hits / cases).toBeLessThan(0.8);
    expect(most).toBeLessThan(g2.TOI_MAX_ITERATIONS / 4);
  });

  it('a corner that grazes a face, by closed form, a little in and a little out', () => {
    const rng = createRng(SEED + 1);
    for (let i = 0; i < 2000; i++) {
      const size = [1e-3, 1, 1e4][i % 3];
      const turn = 10 ** rng.range(0, 3) * (rng.next() < 0.5 ? 1 : -1);
      const [w, h] = [size, size * 10 ** rng.range(-5, 0)];
      const radius = rng.next() < 0.5 ? 0 : 0.1 * size;
      const reach = Math.sqrt(w * w + h * h);
      const depth = size * 10 ** rng.range(-9, -1) * (rng.next() < 0.7 ? 1 : -1);
      const y = reach + radius - depth;
      const from = rng.range(0, 2 * Math.PI);
      const a: Mover = { points: bar(w, h), radius, sweep: [size, y, from, -size, y, from + turn] };
      const b: Mover = {
        points: [-8 * size, -size, 8 * size, -size, 8 * size, 0, -8 * size, 0],
        radius: 0,
        sweep: [0, 0, 0, 0, 0, 0],
      };
      // A corner reaches the face when it points straight down but for an angle of this cosine.
      const lean = Math.acos(Math.min(1, (y - radius) / reach));
      const corner = Math.atan2(h, w);
      let first = Infinity;
      let touching = false;
      for (const at of [corner, -corner, Math.PI - corner, Math.PI + corner]) {
        const down = (3 * Math.PI) / 2 - at - from;
        const whole = 2 * Math.PI;
        const way = (((turn > 0 ? down - lean : -down - lean) % whole) + whole) % whole;
        if (depth > 0) first = Math.min(first, way / Math.abs(turn));
        touching ||= depth > 0 && way > whole - 2 * lean;
      }
      const expected = touching ? 0 : first <= 1 ? first : Infinity;
      const report = g2.createToiReport();
      const t = g2.timeOfImpact(
        [0, 0, 0, 0],
        0,
        { piece: pieceOf(a), motion: a.sweep },
        { piece: pieceOf(b), motion: b.sweep },
        undefined,
        report,
      );
      const label = `seed ${rng.seed} case ${i}: ${t} for ${expected}, depth ${depth}, ${turn} rad, ${report.iterations}`;
      expect(report.termination, label).not.toBe(g2.TOI_ITERATION_LIMIT);
      expect(report.iterations, label).toBeLessThan(64);
      if (expected === Infinity) expect(t, label).toBe(Infinity);
      else if (expected === 0) expect(t, label).toBe(0);
      else {
        // The tolerance in the gap, over the speed at which the corner comes down.
        const speed = reach * Math.abs(turn) * Math.sin(lean);
        const off =
          (1e-12 * 20 * size + 2 ** -46 * (1 + Math.abs(turn)) * 20 * size) / speed +
          1e-14 +
          1e-15 / (lean * Math.abs(turn));
        expect(Math.abs(t - expected), label).toBeLessThan(off);
      }
    }
  });

  it('two bars that mesh like gears for 1,000 rad, and two that turn as one', () => {
    const spin = (x: number, angle: number, turn: number, h = 0.1): Mover => ({
      points: bar(1, h),
      radius: 0,
      sweep: [x, 0, angle, x, 0, angle + turn],
    });
    const meshed = check(spin(0, 0, 1000), spin(1.3, Math.PI / 2, -1000), 'meshed', 1e-4);
    expect(meshed.t).toBe(Infinity);
    const abreast = check(spin(0, Math.PI / 2, 1000, 0.01), spin(1.3, Math.PI / 2, 1000, 0.01), 'abreast', 1e-4);
    expect(abreast.t).toBeLessThan(0.002);
  });
});

describe('timeOfImpact in space', () => {
  it('thin bars that turn by up to half a turn are neither late nor early nor lost', () => {
    const rng = createRng(SEED + 2);
    const out = new Float64Array(6);
    let hits = 0;
    const cases = 150;
    for (let i = 0; i < cases; i++) {
      const size = [1e-3, 1, 1e4][i % 3];
      const hull = () => {
        const [x, y, z] = [size, size * 10 ** rng.range(-3, 0), size * 10 ** rng.range(-3, 0)];
        return g3.buildConvexHull(
          Array.from({ length: 8 }, (_, k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]).flat(),
        );
      };
      const [a, b] = [hull(), hull()];
      const quaternion = () => [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
      const at = (length: number) => [0, 0, 0].map(() => length * rng.range(-1, 1));
      const motionA = [...at(2 * size), ...quaternion(), ...at(size), ...quaternion()];
      const motionB = [0, 0, 0, ...quaternion(), ...at(0.1 * size), ...quaternion()];
      const [poseA, poseB] = [new Float64Array(7), new Float64Array(7)];
      const [supportA, supportB] = [g3.createConvexSupport(a, poseA), g3.createConvexSupport(b, poseB)];
      const cache = g3.createGjkCache();
      const gapAt = (t: number) => {
        g3.writePoseAt(poseA, 0, motionA, 0, t);
        g3.writePoseAt(poseB, 0, motionB, 0, t);
        return g3.distanceGjkSupport(supportA, supportB, cache);
      };
      const report = g3.createToiReport();
      const [own, other] = [g3.createConvexSupport(a), g3.createConvexSupport(b)];
      const t = g3.timeOfImpact(
        out,
        0,
        { support: own, boundingRadius: a.boundingRadius, motion: motionA },
        { support: other, boundingRadius: b.boundingRadius, motion: motionB },
        g3.createGjkCache(),
        report,
      );
      const label = `seed ${rng.seed} case ${i}: ${t}, ${report.termination}, ${report.iterations}`;
      expect(report.termination, label).not.toBe(g3.TOI_ITERATION_LIMIT);
      // No mix of two quaternions turns faster than 4 rad in the middle of half a turn.
      const speed = 8 * size + 4 * (a.boundingRadius + b.boundingRadius);
      const end = Math.min(t, 1);
      for (let s = 0; s < end * (1 - 1e-9); ) {
        const gap = gapAt(s);
        expect(gap, `${label} at ${s}`).toBeGreaterThan(0);
        s += Math.max(gap, 1e-4 * size) / speed;
      }
      if (t === Infinity || t === 0) {
        expect(report.termination, label).toBe(t === 0 ? g3.TOI_OVERLAPPED : g3.TOI_MISS);
        continue;
      }
      hits++;
      expect(gapAt(t), label).toBeLessThanOrEqual(1e-9 * size);
    }
    expect(hits / cases).toBeGreaterThan(0.25);
    expect(hits / cases).toBeLessThan(0.75);
  });
});
