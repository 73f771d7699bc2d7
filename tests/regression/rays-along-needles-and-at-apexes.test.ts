import { describe, expect, it } from 'vitest';
import { castRayCone, castRayCylinder } from '../../entry/geometry3d.ts';

const out = new Float64Array(6);

describe('a ray along the axis of a cylinder or a cone of radius 0, beside it', () => {
  it('misses, although the axis and the direction are rounded differently', () => {
    const beside = [-2000, -1000, 2000, 500, 0, 500];
    expect(castRayCylinder(out, 0, beside, 0, Infinity, [-1000, 2000, -1000, 1000, 2000, 1000, 0], 0)).toBe(Infinity);
    const far = [999, -700, 301, -2, 2, -2];
    expect(castRayCylinder(out, 0, far, 0, 1, [1000, -700, 300, 998, -698, 298, 0], 0)).toBe(Infinity);
    const above = [2000.0000000003179, 2000.0000000018297, 1999.9999999996926, -250, 250, 0];
    expect(castRayCone(out, 0, above, 0, 1, [1000, 1000, 1000, 0, 2000, 1000, 0], 0)).toBe(Infinity);
  });

  it('hits where it runs in the axis', () => {
    expect(castRayCylinder(out, 0, [1, -1, 1, 0, 1, 0], 0, 9, [1, 1, 1, 1, 2, 1, 0], 0)).toBe(2);
    expect(castRayCone(out, 0, [1, -1, 1, 0, 1, 0], 0, 9, [1, 1, 1, 1, 2, 1, 0], 0)).toBe(2);
  });
});

describe('a ray that ends at the apex of a cone', () => {
  /** How far the normal faces along the ray, and how far the cone rises above the plane through the apex. */
  function measure(ray: readonly number[], cone: readonly number[]): { facing: number; above: number } {
    expect(castRayCone(out, 0, ray, 0, Infinity, cone, 0)).toBeLessThan(Infinity);
    const [nx, ny, nz] = out.subarray(3);
    const axis = [cone[3] - cone[0], cone[4] - cone[1], cone[5] - cone[2]];
    const along = nx * axis[0] + ny * axis[1] + nz * axis[2];
    const square = axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2;
    const across = Math.sqrt(Math.max(0, 1 - (along * along) / square));
    return { facing: nx * ray[3] + ny * ray[4] + nz * ray[5], above: along + cone[6] * across };
  }

  it('gets a normal that faces it, also when it comes from the side of the base', () => {
    const cone = [2, 2, -2, 0.5482580838724971, -0.593175483867526, -0.9150360003113747, 1];
    const { facing, above } = measure([0, 0, 1, 0.5, 0.5, -0.75], cone);
    expect(facing).toBeLessThanOrEqual(0);
    expect(above).toBeLessThan(1e-12);
  });

  it('gets a normal of the cone, also when rounding has it meet the side beside the apex', () => {
    const ray = [
      0.09185888059437275, -1.2155185909941792, 1.0806815410032868, 0.00019081411194056273, 0.00032155185909941796,
      -0.00010806815410032868,
    ];
    const cone = [2, 2, 0, -0.7273508002981544, -0.4877526266500354, 0.2173386262729764, 0.5];
    const { facing, above } = measure(ray, cone);
    expect(facing).toBeLessThanOrEqual(0);
    expect(above).toBeLessThan(1e-12);
  });

  it('keeps the axis where it comes from in front', () => {
    castRayCone(out, 0, [0, 0, -4, 0, 0, 1], 0, 9, [0, 0, 0, 0, 0, 2, 1], 0);
    expect([...out.subarray(3)]).toEqual([0, 0, -1]);
  });
});
