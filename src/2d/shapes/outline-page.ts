/** Vertices of a convex outline, and outward unit normals of the edges from each to the next, from one vertex on. */
export interface Outline {
  readonly vertices: Float64Array;
  readonly normals: Float64Array;
  /** The number of its first vertex. */
  readonly first: number;
}

/**
 * The largest number of corners of an outline that shares a page, and the corners of a page: 32 kB of vertices, and as
 * much of normals.
 */
const SMALL_CORNERS = 16;
const PAGE_CORNERS = 2048;

let vertexPage = new Float64Array(0);
let normalPage = vertexPage;
let used = 0;

/**
 * Keeps an outline; small ones lie side by side in shared pages. With arrays of its own, each shape would have 300
 * bytes of array headers somewhere on the heap: ticks over thousands of different polygons waited for reading these
 * longer than for all numbers in them.
 */
export function placeOutline(vertices: Float64Array, normals: Float64Array): Outline {
  const count = vertices.length / 2;
  if (count > SMALL_CORNERS) return { vertices, normals, first: 0 };
  if (used + count > vertexPage.length / 2) {
    vertexPage = new Float64Array(2 * PAGE_CORNERS);
    normalPage = new Float64Array(2 * PAGE_CORNERS);
    used = 0;
  }
  const first = used;
  used += count;
  vertexPage.set(vertices, 2 * first);
  normalPage.set(normals, 2 * first);
  return { vertices: vertexPage, normals: normalPage, first };
}
