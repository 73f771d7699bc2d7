/** Writes the outward unit normal of each edge of a convex piece with at least two vertices. */
export function writePieceNormals(normals: Float64Array, vertices: Float64Array, start: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const at = 2 * (start + i);
    const next = 2 * (start + ((i + 1) % count));
    const x = vertices[next + 1] - vertices[at + 1];
    const y = vertices[at] - vertices[next];
    const length = Math.sqrt(x * x + y * y);
    normals[at] = x / length;
    normals[at + 1] = y / length;
  }
}
