import { expect } from 'vitest';
import {
  along,
  type Distance,
  dot,
  size,
  sub,
  type Vec,
  walkToContact,
} from '../../../support/distance-functions-3d.ts';
import { effort } from '../../../support/effort.ts';

export type Tally = { hits: number; misses: number; grazing: number };
export const newTally = (): Tally => ({ hits: 0, misses: 0, grazing: 0 });

/**
 * Checks one cast against a walk along the distance function of the fixed shape. `radius` is that of what moves (0 for
 * a ray), `size` the largest number involved. Works for both kinds of result: for a moving sphere the point lies on the
 * shape, for a ray too.
 */
export function checkCast(
  label: string,
  distance: Distance,
  radius: number,
  o: Vec,
  d: Vec,
  max: number,
  t: number,
  out: ArrayLike<number>,
  scale: number,
  tally: Tally,
): void {
  const tolerance = 2e-13 * scale;
  const walked = walkToContact(distance, radius, o, d, max, 4 * tolerance);
  expect(Number.isNaN(walked), `${label}: the walk ended`).toBe(false);
  if (t === Infinity) {
    tally.misses++;
    expect(walked, `${label}: missed a contact`).toBe(Infinity);
    return;
  }
  tally.hits++;
  expect(t, label).toBeGreaterThanOrEqual(0);
  expect(t, label).toBeLessThanOrEqual(max);
  const at = along(o, d, t);
  expect(Math.abs(distance(at) - radius) * (t > 0 ? 1 : 0), `${label}: distance at contact`).toBeLessThan(
    4 * tolerance,
  );
  const point = [out[0], out[1], out[2]];
  const normal = [out[3], out[4], out[5]];
  expect(distance(point), `${label}: the point lies on the shape`).toBeLessThan(4 * tolerance);
  if (t === 0) {
    expect(walked, `${label}: start in contact`).toBe(0);
    expect(size(normal), `${label}: no normal`).toBe(0);
    return;
  }
  expect(Math.abs(size(normal) - 1), `${label}: unit normal`).toBeLessThan(1e-14);
  expect(Math.abs(size(sub(at, point)) - radius), `${label}: point to centre`).toBeLessThan(8 * tolerance);
  // A little along the normal the shape is exactly that far away.
  const lift = radius > 0 ? radius : 1e-4 * scale;
  const lifted = distance(along(point, normal, lift));
  expect(Math.abs(lifted - lift), `${label}: normal`).toBeLessThan(radius > 0 ? 8 * tolerance : 1e-9 * scale);
  const facing = -dot(normal, d) / size(d);
  expect(facing, `${label}: normal against the motion`).toBeGreaterThan(-1e-6);
  const gap = Math.abs(t - walked) * size(d);
  if (facing < 0.01) {
    tally.grazing++;
    expect(gap, `${label}: grazing`).toBeLessThan(1e-4 * scale);
  } else {
    expect(gap, `${label}: walked ${walked}, got ${t}`).toBeLessThan((8 * tolerance) / facing);
  }
}

export function expectRepresentative(tally: Tally, label: string): void {
  const rate = tally.hits / (tally.hits + tally.misses);
  expect(rate, `${label}: hit rate`).toBeGreaterThan(effort(0.3, 0.25));
  expect(rate, `${label}: hit rate`).toBeLessThan(effort(0.7, 0.75));
  expect(tally.grazing, `${label}: grazing cases`).toBeLessThan(0.1 * (tally.hits + tally.misses));
}
