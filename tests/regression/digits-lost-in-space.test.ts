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
      -3938.412833302036, 8451.325408421679, -3612.9797267237914, -3936.8031797960734, 8452.124893424789,
      -3613.89068200246, -3937.0895460310726, 8452.888837975206, -3612.605066781794, -3937.1127549370153,
      8452.500538080687, -3613.024881360517, -3937.2041477698235, 8452.386431204377, -3613.845430419245,
      -3938.651117024697, 8452.493193763064, -3612.4608803465267,
    ];
    const b = [
      -3939.4060873244935, 8451.413704870696, -3615.1466672810234, -3938.197561249144, 8450.267730798763,
      -3614.519201060533, -3938.114689680208, 8452.037962675808, -3613.5642706267286, -3938.4128339749054,
      8451.325408603028, -3612.97972744098, -3939.634576861271, 8451.699197741173, -3614.720312262057,
      -3939.047695236891, 8451.477062355025, -3615.1819947408885, -3939.3674956530667, 8451.491060671267,
      -3613.840361322693, -3939.5104190465613, 8451.951778130506, -3613.4788215787744, -3938.689645472937,
      8451.96417093724, -3614.238222627581, -3938.154914013687, 8451.56548923006, -3614.469725897558,
    ];
    const out = new Float64Array(9);
    const set = (points: readonly number[]): geometry.Support =>
      geometry.createPointsSupport(points, 0, points.length / 3);
    const report = geometry.createEpaReport();
    const distance = -geometry.penetrationEpa(out, 0, set(a), set(b), geometry.createGjkCache(), report);
    // Seen from a corner, so that the place far from the origin costs no digits here.
    const heights = (p: readonly number[]): number[] =>
      Array.from({ length: p.length / 3 }, (_, i) =>
        [0, 1, 2].reduce((sum, k) => sum + out[k] * (p[3 * i + k] - a[k]), 0),
      );
    const gap = Math.min(...heights(b)) - Math.max(...heights(a));
    expect(distance).toBeGreaterThan(0);
    expect(Math.abs(gap - distance)).toBeLessThan(1e-12);
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
    if (t < Infinity) expect(Math.abs(out[3]) + Math.abs(out[4]) + Math.abs(out[5])).toBe(1);
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
