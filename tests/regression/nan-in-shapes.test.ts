import { expect, test } from 'vitest';
import {
  closestPointLine,
  closestPointRay,
  closestPointsSegmentSegment,
  closestPointTriangle,
  signedDistancePointPlane,
} from '../../entry/geometry2d.ts';
import { containsAabbHalfSpace, overlapsAabbHalfSpace } from '../../entry/geometry3d.ts';

// NaN in some places of an operand left the answer a plain number or a yes: a distance of 0.87, a box in a half-space.

const NAN = Number.NaN;

test('a box with a NaN corner is in no half-space, and reaches into none', () => {
  const plane = [1, 1, 1, 9];
  for (let k = 0; k < 6; k++) {
    const box = [0, 0, 0, 1, 1, 1];
    expect(containsAabbHalfSpace(box, 0, plane, 0)).toBe(true);
    expect(overlapsAabbHalfSpace(box, 0, plane, 0)).toBe(true);
    box[k] = NAN;
    expect(containsAabbHalfSpace(box, 0, plane, 0), `slot ${k}`).toBe(false);
    expect(overlapsAabbHalfSpace(box, 0, plane, 0), `slot ${k}`).toBe(false);
  }
});

test('distances in the plane from things with a NaN in them are NaN', () => {
  const out = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < 6; k++) {
    const triangle = [0, 0, 4, 0, 0, 3];
    triangle[k] = NAN;
    for (const p of [
      [1, 1],
      [-2, 0.5],
      [5, 5],
      [1, -3],
    ]) {
      expect(closestPointTriangle(out, 0, p, 0, triangle, 0), `slot ${k}, ${p}`).toBeNaN();
    }
  }
  for (let k = 0; k < 4; k++) {
    const segment = [0, 0, 4, 0];
    segment[k] = NAN;
    expect(closestPointsSegmentSegment(out, 0, segment, 0, [1, 2, 3, 3], 0), `slot ${k}`).toBeNaN();
    expect(closestPointsSegmentSegment(out, 0, [1, 2, 3, 3], 0, segment, 0), `slot ${k}`).toBeNaN();
    expect(closestPointLine(out, 0, [1, 2], 0, segment, 0), `slot ${k}`).toBeNaN();
    expect(closestPointRay(out, 0, [1, 2], 0, segment, 0), `slot ${k}`).toBeNaN();
  }
  for (let k = 0; k < 3; k++) {
    const plane = [0, 1, 2];
    plane[k] = NAN;
    expect(signedDistancePointPlane([1, 2], 0, plane, 0), `slot ${k}`).toBeNaN();
  }
});
