/**
 * Where a plane cuts a mesh: lines of points, closed or open. Line i has the points `starts[i] … starts[i + 1] − 1`,
 * each `x y z` in `points`; a closed line runs on from its last point to its first, which is not repeated.
 */
export interface MeshSection {
  points: Float64Array;
  /** First point of each line, and one entry more. */
  starts: Uint32Array;
  /** For each line, 1 where it is closed, else 0. */
  closed: Uint8Array;
  pointCount: number;
  lineCount: number;
}

/** Makes an empty section with room for `capacity` points before it first grows. */
export function createMeshSection(capacity = 64): MeshSection {
  return {
    points: new Float64Array(3 * Math.max(1, capacity)),
    starts: new Uint32Array(8),
    closed: new Uint8Array(8),
    pointCount: 0,
    lineCount: 0,
  };
}
