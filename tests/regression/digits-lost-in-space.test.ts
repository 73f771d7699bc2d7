import { describe, expect, it } from 'vitest';
import * as geometry from '../../entry/geometry3d.ts';

describe('digits lost in space', () => {
  it('a ray at a sliver a millionth wide hits at 2, not at 2 + 6e-11', () => {
    const ray = [
      0.5099557793488898, -0.7364704619920042, -0.9371274962252525, 0.16269027491307705, 0.08513329790499057,
      0.1278799711703069,
    ];
    const sliver = [
      0.9853613236919045, -0.9315652325749397, -0.6918705943971872, 0.23297336092218757, 0.9007527423091233,
      -0.6391969630494714, 0.9853616646928564, -0.9315658604365303, -0.691870348702454,
    ];
    const out = new Float64Array(6);
    expect(Math.abs(geometry.castRayTriangle(out, 0, ray, 0, Infinity, sliver, 0) - 2)).toBeLessThan(1e-14);
  });

  it('a line in a triangle’s plane, whole numbers all, has no single point of intersection', () => {
    const line = [1, 3, 2, -4, -2, -6];
    const triangle = [1, 3, 2, -8, 0, -13, -7, 0, -11];
    expect(geometry.intersectLineTriangle(new Float64Array(3), 0, line, 0, triangle, 0)).toBe(Infinity);
  });

  it('a ray that starts on a polygon, right beside the mean of its corners, starts on it', () => {
    const ray = [-1, -4, 2, 0, -4, 3];
    const triangle = [-2, -3, -1, -3, -10, 2, 2, 1, 5];
    expect(geometry.castRayConvexPolygon(new Float64Array(6), 0, ray, 0, Infinity, triangle, 0, 3)).toBe(0);
  });

  it('between corners a millionth apart the normal separates by the distance', () => {
    const a = [
      0, 0, 0, 1.6096535059626, 0.799485003110019, -0.9109552747364, 1.3001286115884, 1.17510766204759, -0.045292,
    ];
    const b = [
      -6.7e-7, 1.8e-7, -7.2e-7, -0.6347542693884, 0.37379106437, -1.7408644965477, -0.21528, -1.0576776936, -1.53947,
    ];
    const out = new Float64Array(9);
    const set = (points: readonly number[]): geometry.Support => geometry.createPointsSupport(points, 0, 3);
    const report = geometry.createEpaReport();
    const distance = -geometry.penetrationEpa(out, 0, set(a), set(b), geometry.createGjkCache(), report);
    const along = (p: readonly number[], i: number): number =>
      out[0]! * p[3 * i]! + out[1]! * p[3 * i + 1]! + out[2]! * p[3 * i + 2]!;
    const gap = Math.min(...[0, 1, 2].map((i) => along(b, i))) - Math.max(...[0, 1, 2].map((i) => along(a, i)));
    expect(distance).toBeGreaterThan(0);
    expect(Math.abs(gap - distance)).toBeLessThan(1e-15);
  });

  it('a point cast at a box gets a normal when rounding puts its time beside the face’s', () => {
    const box = [
      -0.10806454322300857, -0.8938765701837839, -0.7270269639324397, 0.8556551390793175, 0.6213101110421122,
      0.1515182613860816,
    ];
    const out = new Float64Array(6);
    const point = [-0.08187345127306056, 0.897444971045785, -0.4913638582982626, 0];
    const move = [-0.07234426307778699, -0.7627315804636867, -0.19322562485118977];
    const t = geometry.castSphereAabb(out, 0, point, 0, move, 0, box, 0);
    if (t < Infinity) expect(Math.abs(out[3]!) + Math.abs(out[4]!) + Math.abs(out[5]!)).toBe(1);
    expect(t).toBeLessThan(1);
  });

  it('NaN in a box’s axis, a plane’s offset or a polyhedron’s plane is not lost', () => {
    const obb = [0, 0, 0, 1, 1, 1, NaN, 0, 0, 0, 1, 0, 0, 0, 1];
    expect(geometry.separationObbObb(new Float64Array(4), 0, obb, 0, obb, 0)).toBeNaN();
    const out = new Float64Array(6);
    expect(geometry.intersectPlanePlane(out, 0, [1, 0, 0, NaN], 0, [0, 1, 0, 1], 0)).toBe(geometry.PLANES_APART);
    const slab = [1, 0, 0, 1, -1, 0, 0, NaN];
    expect(geometry.castRayConvexPolyhedron(out, 0, [-2, 0, 0, 1, 0, 0], 0, 10, slab, 0, 2)).toBe(Infinity);
  });
});
