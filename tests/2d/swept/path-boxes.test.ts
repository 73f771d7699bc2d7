import { describe, expect, it } from 'vitest';
import { pathsMeet } from '../../../src/2d/swept/path-boxes.ts';

type Way = readonly [x: number, y: number];
type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Whether two boxes meet, given where they end and the ways that they have come. */
function meet(endA: Box, wayA: Way, endB: Box, wayB: Way): boolean {
  const whole = ([minX, minY, maxX, maxY]: Box, [x, y]: Way): number[] => [
    minX - Math.max(x, 0),
    minY - Math.max(y, 0),
    maxX - Math.min(x, 0),
    maxY - Math.min(y, 0),
  ];
  const boxes = Float64Array.of(...whole(endA, wayA), ...whole(endB, wayB));
  const ways = Float64Array.of(...wayA, ...wayB);
  expect(pathsMeet({ boxes, ways }, 1, 0)).toBe(pathsMeet({ boxes, ways }, 0, 1));
  return pathsMeet({ boxes, ways }, 0, 1);
}

const STAYS: Way = [0, 0];

describe('boxes on their ways', () => {
  it('meet as boxes that stay do where neither moves', () => {
    expect(meet([0, 0, 2, 2], STAYS, [1, 1, 3, 3], STAYS)).toBe(true);
    expect(meet([0, 0, 2, 2], STAYS, [2, 2, 3, 3], STAYS)).toBe(true);
    for (const [x, y] of [
      [2.1, 0],
      [-3.1, 0],
      [0, 2.1],
      [0, -3.1],
    ]) {
      expect(meet([0, 0, 2, 2], STAYS, [x, y, x + 1, y + 1], STAYS)).toBe(false);
    }
  });

  it('meet where one passes through the other, and not where it stops before', () => {
    expect(meet([10, 0, 11, 1], [20, 0], [0, 0.5, 1, 1.5], STAYS)).toBe(true);
    expect(meet([-2, 0, -1.1, 1], [20, 0], [0, 0.5, 1, 1.5], STAYS)).toBe(false);
  });

  it('do not meet on a slanted way beside a box that is within the bounds of the way', () => {
    // A unit box that goes along the diagonal: a box beside it is met if it is less than 1 off.
    expect(meet([10, 10, 11, 11], [10, 10], [7, 4, 8, 5], STAYS)).toBe(false);
    expect(meet([10, 10, 11, 11], [10, 10], [4, 7, 5, 8], STAYS)).toBe(false);
    expect(meet([10, 10, 11, 11], [10, 10], [6.9, 5, 8, 6], STAYS)).toBe(true);
    expect(meet([10, 10, 11, 11], [10, 10], [7.1, 5, 8, 6], STAYS)).toBe(false);
    // The same downwards.
    expect(meet([10, 0, 11, 1], [10, -10], [6.9, 5, 8, 6], STAYS)).toBe(true);
    expect(meet([10, 0, 11, 1], [10, -10], [7.1, 6, 8, 7], STAYS)).toBe(false);
  });

  it('do not meet where both come by the same place at other times', () => {
    // A comes along x, B along y: B is past y = 1 before A has come to x = −1.
    expect(meet([10, 0, 11, 1], [20, 0], [0, 10, 1, 11], [0, 20])).toBe(true);
    expect(meet([10, 0, 11, 1], [20, 0], [0, 16, 1, 17], [0, 20])).toBe(false);
    expect(meet([10, 0, 11, 1], [20, 0], [0, 4, 1, 5], [0, 20])).toBe(false);
    // Side by side, at one speed.
    expect(meet([10, 10, 11, 11], [10, 10], [12, 10, 13, 11], [10, 10])).toBe(false);
    expect(meet([10, 10, 11, 11], [10, 10], [10, 12, 11, 13], [10, 10])).toBe(false);
  });
});
