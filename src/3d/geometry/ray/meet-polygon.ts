import type { NumberArray } from '../../../core/number-array.ts';

// A ray and a polygon, put into a plane with the ray's origin at 0. With k the axis along which the direction d is
// longest, i and j the other two, a vertex p seen from the origin has the sides p_i·d_k − p_k·d_i and p_j·d_k − p_k·d_j
// of the ray, and the depth p_k·d_k.
//
// A ray through the plane sees the two sides, divided by d_k as a prepared ray has them, and hits if 0 is in that
// polygon. A ray in the plane sees the side along which the polygon extends, and the depth, and hits where the axis of
// depth enters that polygon. One pass over the edges answers both: the first y ≥ 0 at which (0, y) is in a polygon,
// which is 0 for a 0 inside.
//
// Both numbers of a vertex depend on it and the ray alone, and the difference of two rounded products never has the
// wrong sign (rounding is monotonic), at worst it is 0. So polygons that share an edge agree on it and nothing slips
// between them. Source: Woop, Benthin, Wald, Watertight Ray/Triangle Intersection, JCGT 2013.

/** The fraction that `meetPolygon` has found: in an array, as V8 puts a number on the heap that is returned. */
export const polygonFraction = new Float64Array(1);

/**
 * Writes to `polygonFraction` the fraction at which a ray in the plane of a simple polygon (normal of any length) meets
 * it first, `Infinity` for none. For a ray through that plane: 0 if its line passes through the polygon or its
 * boundary, any other number if not.
 */
export function meetPolygon(
  ray: NumberArray,
  rayOffset: number,
  direction: NumberArray,
  directionOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  normal: Float64Array,
  inPlane: boolean,
): void {
  let k = 2;
  // The last of equally long ones, as in a prepared ray: the two round alike.
  for (let axis = 1; axis >= 0; axis--) {
    if (Math.abs(direction[directionOffset + axis]) > Math.abs(direction[directionOffset + k])) k = axis;
  }
  const i = (k + 1) % 3;
  const j = (k + 2) % 3;
  const dk = direction[directionOffset + k];
  const divisor = inPlane ? 1 : dk;
  const slopeI = direction[directionOffset + i] / divisor;
  const slopeJ = direction[directionOffset + j] / divisor;
  const slopeK = dk / divisor;
  const useJ = Math.abs(normal[i]) > Math.abs(normal[j]);
  let first = Infinity;
  let inside = false;
  let previousX = 0;
  let previousY = 0;
  for (let vertex = -1; vertex < count; vertex++) {
    const at = verticesOffset + 3 * (vertex < 0 ? count - 1 : vertex);
    const depth = vertices[at + k] - ray[rayOffset + k];
    let x = (vertices[at + i] - ray[rayOffset + i]) * slopeK - slopeI * depth;
    let y = (vertices[at + j] - ray[rayOffset + j]) * slopeK - slopeJ * depth;
    if (inPlane) {
      if (useJ) x = y;
      y = depth * dk;
    }
    if (vertex >= 0 && !(previousX * x > 0)) {
      // An edge that lies on the axis: its ends also belong to its neighbours, and only the points between them to the
      // edge alone.
      const meets = x === previousX ? (y * previousY > 0 ? y : 0) : (previousY * x - y * previousX) / (x - previousX);
      if (meets >= 0 && meets < first) first = meets;
      // Half-open in x, so that a vertex on the axis counts for one of its two edges.
      if (meets > 0 && x < 0 !== previousX < 0) inside = !inside;
    }
    previousX = x;
    previousY = y;
  }
  polygonFraction[0] = inside ? 0 : first / (dk * dk) + 0;
}
