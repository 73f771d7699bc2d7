import { describe, expect, it } from 'vitest';
import { solvePlanes } from '../../../src/2d/movement/solve-planes.ts';
import {
  addPlane,
  copyPlanes,
  createPlaneSet,
  type PlaneSet,
  raisePlane,
  relaxPlanes,
} from '../../../src/core/movement/blocking-planes.ts';

const vector = (x: number, y: number, z = 0): Float64Array => Float64Array.of(x, y, z);
const number = (value: number): Float64Array => Float64Array.of(value);

function planesOf(...planes: [x: number, y: number, offset: number][]): PlaneSet {
  const set = createPlaneSet();
  for (const [x, y, offset] of planes) addPlane(set, vector(x, y), number(offset));
  return set;
}

describe('a set of planes', () => {
  it('keeps normals and offsets in the order they were added in', () => {
    const set = planesOf([0, 1, 0], [1, 0, 2]);
    expect(set.count).toBe(2);
    expect([...set.normals.subarray(0, 6)]).toEqual([0, 1, 0, 1, 0, 0]);
    expect([...set.offsets.subarray(0, 2)]).toEqual([0, 2]);
  });

  it('is copied with its length, whatever the copy held', () => {
    const to = planesOf([1, 0, 1], [0, 1, 1], [-1, 0, 1]);
    copyPlanes(to, planesOf([0, -1, 5]));
    expect(to.count).toBe(1);
    expect([...to.normals.subarray(0, 3)]).toEqual([0, -1, 0]);
    expect(to.offsets[0]).toBe(5);
  });
});

describe('raisePlane', () => {
  it('asks for the least room first, then for eight times as much', () => {
    const set = planesOf([0, 1, 0], [1, 0, 0]);
    expect(raisePlane(set, vector(0, 1), number(0.25))).toBe(true);
    expect([...set.offsets.subarray(0, 2)]).toEqual([0.25, 0]);
    expect(raisePlane(set, vector(0, 1), number(0.25))).toBe(true);
    expect(set.offsets[0]).toBe(2);
  });

  it('does not know a plane that is turned by more than rounding', () => {
    const set = planesOf([0, 1, 0]);
    expect(raisePlane(set, vector(1e-5, 1), number(0.25))).toBe(true);
    const turned = vector(Math.sin(1e-5), Math.cos(1e-5));
    expect(raisePlane(planesOf([0, 1, 0]), turned, number(0.25))).toBe(false);
    expect(raisePlane(planesOf([0, 1, 0]), vector(0, -1), number(0.25))).toBe(false);
  });
});

describe('relaxPlanes', () => {
  const out = vector(9, 9, 9);
  const violation = number(9);
  const relax = (...planes: [number, number, number][]): [x: number, y: number, violation: number] => {
    relaxPlanes(out, violation, planesOf(...planes), solvePlanes, number(Infinity));
    return [out[0], out[1], violation[0]];
  };

  it('leaves by the shortest way that satisfies all', () => {
    expect(relax([0, 1, 2])).toEqual([0, 2, 0]);
    const [x, y, left] = relax([0, 1, 2], [1, 0, 3]);
    expect([x, y, left]).toEqual([expect.closeTo(3, 12), expect.closeTo(2, 12), 0]);
  });

  it('stays where nothing asks for room', () => {
    expect(relax([0, 1, 0], [0, -1, 0])).toEqual([0, 0, 0]);
  });

  it('takes the middle between two walls that leave no room, and says how much is missing to each', () => {
    // The floor asks for 2 up, the ceiling for 1 down: at 0.5 up each misses 1.5.
    const [x, y, left] = relax([0, 1, 2], [0, -1, 1]);
    expect(x).toBeCloseTo(0, 6);
    expect(y).toBeCloseTo(0.5, 6);
    expect(left).toBeCloseTo(1.5, 6);
  });

  it('takes no way out that is more than 16 times as long as the largest offset', () => {
    // A wedge that opens by 2 · asin(1 / 20): its way out is 20 long.
    const s = 1 / 20;
    const c = Math.sqrt(1 - s * s);
    const [x, , left] = relax([s, c, 1], [s, -c, 1]);
    expect(Math.abs(x)).toBeLessThan(16);
    expect(left).toBeGreaterThan(0);
    // Wide enough by a little: 15 long.
    const t = 1 / 15;
    const d = Math.sqrt(1 - t * t);
    const [far, , none] = relax([t, d, 1], [t, -d, 1]);
    expect(far).toBeCloseTo(15, 9);
    expect(none).toBe(0);
  });
});
