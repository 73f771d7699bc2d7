import type { NumberArray } from '../../../core/number-array.ts';

/** A triangle gains at most one corner a cut. */
const MAX_CUTS = 16;
const CAPACITY = 3 * (3 + MAX_CUTS);
let polygon = new Float64Array(CAPACITY);
let clipped = new Float64Array(CAPACITY);

/**
 * Returns whether a triangle (9) has a point in all of `count` half-spaces n·x ≥ d (4 numbers each, at most 16, normals
 * of any length). Touching counts; NaN gives false.
 *
 * The triangle is cut down plane by plane; the rest is the overlap. A corner on a plane stays, exactly.
 *
 * Source: Sutherland and Hodgman, Reentrant Polygon Clipping, 1974.
 */
export function overlapsTriangleHalfSpaces(
  triangle: NumberArray,
  triangleOffset: number,
  planes: NumberArray,
  planesOffset: number,
  count: number,
): boolean {
  for (let k = 0; k < 9; k++) polygon[k] = triangle[triangleOffset + k];
  let length = 9;
  for (let plane = 0; plane < count && plane < MAX_CUTS; plane++) {
    const at = planesOffset + plane * 4;
    length = clip(length, planes[at], planes[at + 1], planes[at + 2], planes[at + 3]);
    if (length === 0) return false;
    const swap = polygon;
    polygon = clipped;
    clipped = swap;
  }
  return true;
}

/** Writes the part of `polygon` on the inner side to `clipped` and returns its length in numbers. */
function clip(length: number, nx: number, ny: number, nz: number, d: number): number {
  let write = 0;
  let previous = length - 3;
  let previousSide = nx * polygon[previous] + ny * polygon[previous + 1] + nz * polygon[previous + 2] - d;
  for (let read = 0; read < length; read += 3) {
    const side = nx * polygon[read] + ny * polygon[read + 1] + nz * polygon[read + 2] - d;
    if (Number.isNaN(side)) return 0;
    if ((previousSide < 0 && side > 0) || (previousSide > 0 && side < 0)) {
      const t = previousSide / (previousSide - side);
      for (let axis = 0; axis < 3; axis++) {
        const from = polygon[previous + axis];
        clipped[write++] = from + t * (polygon[read + axis] - from);
      }
    }
    if (side >= 0) {
      for (let axis = 0; axis < 3; axis++) clipped[write++] = polygon[read + axis];
    }
    previous = read;
    previousSide = side;
  }
  return write;
}
