/** Returns minX, minY, maxX, maxY of points. */
export function pointBounds(vertices: Float64Array): Float64Array {
  const bounds = new Float64Array(4);
  writePointBounds(bounds, 0, vertices, 0, vertices.length / 2, 0);
  return bounds;
}

/** Writes minX, minY, maxX, maxY of `count` points from point number `start` on, each grown by `radius`. */
export function writePointBounds(
  out: Float64Array,
  at: number,
  vertices: Float64Array,
  start: number,
  count: number,
  radius: number,
): void {
  out[at] = out[at + 1] = Infinity;
  out[at + 2] = out[at + 3] = -Infinity;
  for (let i = start; i < start + count; i++) {
    for (let axis = at; axis < at + 2; axis++) {
      const value = vertices[2 * i + axis - at];
      out[axis] = Math.min(out[axis], value - radius);
      out[axis + 2] = Math.max(out[axis + 2], value + radius);
    }
  }
}
