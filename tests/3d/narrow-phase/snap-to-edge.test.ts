import { expect, it } from 'vitest';
import { snapSize, snapToEdge } from '../../../src/3d/narrow-phase/snap-to-edge.ts';

// A triangle in the plane y = 0; seen along a normal that leans to x, its side from (1, 0, 0) to (1, 0, 4) is highest.
const corners = Float64Array.of(0, 0, 0, 1, 0, 4, 1, 0, 0);
const leaning = Float64Array.of(0.6, 0.8, 0);

function snapped(point: number[], normal: Float64Array): number[] | undefined {
  snapSize[0] = 2;
  const place = Float64Array.from(point);
  return snapToEdge(place, normal, corners, 3) ? Array.from(place) : undefined;
}

it('brings a point beside the highest side onto it, and leaves others', () => {
  expect(snapped([1 - 1e-6, 0, 3], leaning)).toEqual([1, 0, 3]);
  expect(snapped([1, 0, 3], leaning)).toEqual([1, 0, 3]);
  // Lower than the side by more than four millionths of the size, or as high and too far away.
  expect(snapped([1 - 2e-5, 0, 3], leaning)).toBeUndefined();
  expect(snapped([1, 0, 4.001], leaning)).toBeUndefined();
});

it('brings a point to the highest corner, and leaves one of the whole face', () => {
  const ahead = Float64Array.of(0.48, 0.8, 0.36);
  expect(snapped([1, 0, 4 - 1e-6], ahead)).toEqual([1, 0, 4]);
  expect(snapped([0.6, 0, 1], Float64Array.of(0, 1, 0))).toEqual([0.6, 0, 1]);
});
