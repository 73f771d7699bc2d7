import { expect, it } from 'vitest';
import { chain, SHAPE_KIND_NAMES } from '../../entry/2d.ts';

/** A comb that lies askew: `count` points, and the box of nearly every tooth overlaps that of every other. */
function slantedComb(count: number): Float64Array {
  const points = new Float64Array(2 * count);
  const teeth = count - 2;
  for (let i = 0; i < teeth; i++) {
    const along = i / teeth;
    const across = i % 2 === 0 ? 0 : 1;
    points[2 * i] = along + across;
    points[2 * i + 1] = across - along;
  }
  // Back behind the roots of the teeth.
  points[2 * teeth] = 0.9;
  points[2 * teeth + 1] = -1.1;
  points[2 * teeth + 2] = -0.1;
  points[2 * teeth + 3] = -0.1;
  return points;
}

it('a closed chain of a million teeth side by side is built in seconds, and its memory grows with its points', () => {
  const before = process.memoryUsage().rss;
  // Processor time, which other work on the machine does not lengthen; it takes 2 s.
  const begun = process.cpuUsage();
  chain(slantedComb(1_000_000), { closed: true });
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1e6).toBeLessThan(30);
  // All overlapping boxes in a list took 1.6 GB for 18,002 points.
  expect((process.memoryUsage().rss - before) / 1_000_000).toBeLessThan(600);
});

it('and refused when one of them reaches through the next', () => {
  const points = slantedComb(10_002);
  expect(SHAPE_KIND_NAMES[chain(points, { closed: true }).kind]).toBe('chain');
  points[2 * 5001] = points[2 * 5003] + 1e-4;
  points[2 * 5001 + 1] = points[2 * 5003 + 1] - 1e-4;
  expect(() => chain(points, { closed: true })).toThrow(/segments \d+ and \d+ cross/);
});
