import { orient2d as shewchuk2d, orient3d as shewchuk3d } from 'robust-predicates';
import { describe, expect, it } from 'vitest';
import { orient3d } from '../../../../src/3d/geometry/measure/orientation.ts';
import { orient2d } from '../../../../src/core/exact-arithmetic.ts';
import { createRng } from '../../../support/rng.ts';

/** The double as a whole number of 2^-1074ths: exact for every finite double. */
function units(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return word >> 63n ? -magnitude : magnitude;
}

function exactSign3d(p: number[]): number {
  const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = p.map(units) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const det =
    (bx - ax) * ((cy - ay) * (dz - az) - (cz - az) * (dy - ay)) -
    (by - ay) * ((cx - ax) * (dz - az) - (cz - az) * (dx - ax)) +
    (bz - az) * ((cx - ax) * (dy - ay) - (cy - ay) * (dx - ax));
  return det > 0n ? 1 : det < 0n ? -1 : 0;
}

function exactSign2d(p: number[]): number {
  const [ax, ay, bx, by, cx, cy] = p.map(units) as [bigint, bigint, bigint, bigint, bigint, bigint];
  const det = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return det > 0n ? 1 : det < 0n ? -1 : 0;
}

describe('orient3d', () => {
  const sign = (p: number[]): number => Math.sign(orient3d(p, 0, p, 3, p, 6, p, 9)) + 0;

  it('is positive on the side that (b - a) x (c - a) points to', () => {
    expect(orient3d([0, 0, 0], 0, [2, 0, 0], 0, [0, 3, 0], 0, [7, -9, 5], 0)).toBe(30);
    expect(orient3d([0, 0, 0], 0, [0, 3, 0], 0, [2, 0, 0], 0, [7, -9, 5], 0)).toBe(-30);
  });

  it('has the exact sign for points a few last bits off a plane, where plain arithmetic errs', () => {
    const rng = createRng(301);
    let zeros = 0;
    let wrongPlain = 0;
    const runs = 4000;
    for (let run = 0; run < runs; run++) {
      const scale = [1e-3, 1, 1e4][run % 3];
      const p: number[] = [];
      for (let i = 0; i < 9; i++) p.push(rng.range(-1, 1) * scale);
      // d = a + integer steps of b − a and c − a, rounded: on or within rounding of the plane.
      const s = rng.integer(-2, 3);
      const t = rng.integer(-2, 3);
      for (let k = 0; k < 3; k++) p.push(p[k] + s * (p[3 + k] - p[k]) + t * (p[6 + k] - p[k]));
      const truth = exactSign3d(p);
      expect(sign(p), `seed 301, run ${run}: ${p}`).toBe(truth);
      // The published predicate has the opposite sign convention.
      const peer = shewchuk3d(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11]);
      expect(Math.sign(-peer) + 0, `seed 301, run ${run}`).toBe(truth);
      if (truth === 0) zeros++;
      const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = p as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const plain =
        (bx - ax) * ((cy - ay) * (dz - az) - (cz - az) * (dy - ay)) -
        (by - ay) * ((cx - ax) * (dz - az) - (cz - az) * (dx - ax)) +
        (bz - az) * ((cx - ax) * (dy - ay) - (cy - ay) * (dx - ax));
      if (Math.sign(plain) !== truth) wrongPlain++;
    }
    expect(zeros).toBeGreaterThan(runs * 0.05);
    expect(wrongPlain).toBeGreaterThan(runs * 0.2);
  });

  it('is 0 for coplanar points and for a zero-area base', () => {
    const rng = createRng(302);
    for (let run = 0; run < 300; run++) {
      // Multiples of 1/8 combine without rounding, so these points are coplanar exactly.
      const a = [rng.integer(-99, 99) / 8, rng.integer(-99, 99) / 8, rng.integer(-99, 99) / 8];
      const u = [rng.integer(-99, 99) / 8, rng.integer(-99, 99) / 8, rng.integer(-99, 99) / 8];
      const v = [rng.integer(-99, 99) / 8, rng.integer(-99, 99) / 8, rng.integer(-99, 99) / 8];
      const b = a.map((x, k) => x + u[k]);
      const c = a.map((x, k) => x + v[k]);
      const d = a.map((x, k) => x + 3 * u[k] - 2 * v[k]);
      expect(orient3d(a, 0, b, 0, c, 0, d, 0)).toBe(0);
      expect(orient3d(a, 0, b, 0, b, 0, v, 0)).toBe(0);
    }
  });

  it('changes sign with each swap and answers NaN with NaN', () => {
    const p = [0.1, 0.2, 0.3, 0.7, 0.1, 0.9, 0.4, 0.8, 0.2, 0.5, 0.5, 0.6];
    const s = sign(p);
    expect(s).not.toBe(0);
    expect(Math.sign(orient3d(p, 3, p, 0, p, 6, p, 9))).toBe(-s);
    expect(Math.sign(orient3d(p, 0, p, 3, p, 9, p, 6))).toBe(-s);
    expect(orient3d([Number.NaN, 0, 0], 0, p, 3, p, 6, p, 9)).toBeNaN();
  });
});

describe('orient2d', () => {
  it('has the exact sign for nearly collinear points', () => {
    const rng = createRng(303);
    let zeros = 0;
    for (let run = 0; run < 4000; run++) {
      const scale = [1e-3, 1, 1e4][run % 3];
      const p = [0, 0, 0, 0].map(() => rng.range(-1, 1) * scale);
      const s = rng.integer(-2, 5) / 2;
      p.push(p[0] + s * (p[2] - p[0]), p[1] + s * (p[3] - p[1]));
      const truth = exactSign2d(p);
      const [ax, ay, bx, by, cx, cy] = p as [number, number, number, number, number, number];
      expect(Math.sign(orient2d(ax, ay, bx, by, cx, cy)) + 0, `seed 303, run ${run}: ${p}`).toBe(truth);
      expect(Math.sign(-shewchuk2d(ax, ay, bx, by, cx, cy)) + 0).toBe(truth);
      if (truth === 0) zeros++;
    }
    expect(zeros).toBeGreaterThan(400);
    expect(zeros).toBeLessThan(3600);
  });
});
