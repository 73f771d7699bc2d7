import type { NumberArray } from '../../../core/number-array.ts';
import { orient2d } from '../measure/orientation.ts';
import { type ConvexPieces, mergeTriangles } from './merge-triangles.ts';
import { type BoundingEdges, buildPolygonMesh, edgesOf, type PolygonMesh, readRings } from './polygon-mesh.ts';

/** A polygon as convex polygons that do not overlap. */
export interface ConvexDecomposition {
  /** The vertices of all pieces by number, counter-clockwise (y up), one piece after another. */
  readonly vertices: Uint32Array;
  /** Piece i has the entries of `vertices` from `starts[i]` to `starts[i + 1] − 1`. */
  readonly starts: Uint32Array;
}

/**
 * Cuts a simple polygon with holes (x y of each vertex) into few convex pieces along diagonals: no vertex is added, so
 * the pieces are exactly convex, and next to each other without gap and overlap. The outline comes first; `holeStarts`
 * names the first vertex of each hole, as in earcut. Windings do not matter. Vertices in the middle of a straight side
 * are left out, and those at the same place count as one.
 *
 * Takes the same input as `triangulate` does, and merges its triangles, which are as far from slivers as can be, by
 * removing the longest edges first: about 5 percent more pieces than the fewest there can be without new vertices.
 * O(n log n); allocates.
 *
 * Source: Hertel and Mehlhorn, Fast Triangulation of the Plane with Respect to Simple Polygons, 1985.
 *
 * @throws CollisionError as `triangulate`.
 */
export function decomposeConvex(vertices: NumberArray, holeStarts: NumberArray = []): ConvexDecomposition {
  const pieces = decomposeRegion('decomposeConvex', vertices, holeStarts, Infinity);
  return { vertices: pieces.vertices, starts: pieces.starts };
}

/**
 * Does what `decomposeConvex` does, and also returns which parts of the edges belong to the outline, see
 * merge-triangles.ts; `what` begins the messages of errors.
 */
export function decomposeRegion(
  what: string,
  vertices: NumberArray,
  holeStarts: NumberArray,
  maxParts: number,
): ConvexPieces {
  const rings = readRings(what, vertices, holeStarts).map((ring) => dropStraight(vertices, ring));
  let region = buildPolygonMesh(what, vertices, edgesOf(rings, [0, ...Array.from(holeStarts)]));
  const outline = outlineOf(region);
  if (outline !== undefined) region = buildPolygonMesh(what, vertices, outline);
  return mergeTriangles(region, maxParts);
}

/** Removes vertices that are in line with those before and after them, spikes included, which bound nothing. */
function dropStraight(vertices: NumberArray, ring: readonly number[]): number[] {
  const kept: number[] = [];
  const isStraight = (a: number, b: number, c: number) =>
    orient2d(
      vertices[2 * a],
      vertices[2 * a + 1],
      vertices[2 * b],
      vertices[2 * b + 1],
      vertices[2 * c],
      vertices[2 * c + 1],
    ) === 0;
  for (const vertex of ring) {
    while (kept.length > 1 && isStraight(kept[kept.length - 2], kept[kept.length - 1], vertex)) kept.pop();
    kept.push(vertex);
  }
  // The same is done around the seam between the last vertex and the first.
  let first = 0;
  while (kept.length - first > 2) {
    const last = kept.length - 1;
    if (isStraight(kept[last - 1], kept[last], kept[first])) kept.pop();
    else if (isStraight(kept[last], kept[first], kept[first + 1])) first++;
    else break;
  }
  return kept.slice(first);
}

/**
 * Returns the edges that bound a region, if a vertex lies within the region: a vertex at which no bounding edge begins,
 * because the outline passes all of its edges twice. Partitioning the returned edges again gives the same region
 * without such vertices. Returns undefined if there is no such vertex.
 */
function outlineOf({ mesh, inside, vertexOf }: PolygonMesh): BoundingEdges | undefined {
  const { origin, twin, ghost } = mesh;
  const from: number[] = [];
  const to: number[] = [];
  const isBound = new Uint8Array(ghost + 1);
  const isUsed = new Uint8Array(ghost + 1);
  for (let edge = 0; edge < 3 * mesh.triangles; edge++) {
    if (inside[(edge / 3) | 0] === 0) continue;
    isUsed[origin[edge]] = 1;
    if (inside[(twin[edge] / 3) | 0] === 1) continue;
    from.push(vertexOf[origin[edge]]);
    to.push(vertexOf[origin[twin[edge]]]);
    isBound[origin[edge]] = 1;
  }
  if (isUsed.every((used, point) => used === isBound[point])) return undefined;
  return { from: Int32Array.from(from), to: Int32Array.from(to), ring: new Int32Array(from.length), starts: [0] };
}
