// A disk across the axis e reaches r·√(1 − u_i²) along coordinate axis i, with u = e/|e|. Written with the other two
// components, r·√(e_j² + e_k²) / |e|, nothing cancels where the axis almost follows i.

/**
 * Returns how far a disk reaches along a coordinate axis; `j` and `k` are the other components of its axis, `length`
 * all of it.
 */
export function diskExtent(radius: number, j: number, k: number, length: number): number {
  // An axis without length has no disk around it: only its centre counts. NaN stays NaN.
  return length === 0 ? 0 : (radius * Math.sqrt(j * j + k * k)) / length;
}
