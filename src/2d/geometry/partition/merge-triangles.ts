import { type HalfEdgeMesh, nextOf, orientation, previousOf } from './half-edge-mesh.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Convex polygons that make up a region, as columns of their corners, counter-clockwise, one piece after another. */
export interface ConvexPieces {
  /** The vertex at each corner, by number. */
  readonly vertices: Uint32Array;
  /** Piece i has the corners from `starts[i]` to `starts[i + 1] − 1`. */
  readonly starts: Uint32Array;
  /**
   * The parts of the edge from a corner to the next one that belong to the outline of the region, from
   * `firstPart[corner]` on: where each begins and ends along the edge, 0 to 1.
   */
  readonly firstPart: Uint32Array;
  readonly parts: Float64Array;
  /** The two vertices between which each part lies, and the part that comes after it around the outline. */
  readonly partEnds: Uint32Array;
  readonly nextPart: Uint32Array;
}

/**
 * Joins the triangles of a region to convex pieces: takes out every edge between two pieces that are convex together,
 * the longest first, so that what remains are short cuts. At most four times as many pieces as there need be are left,
 * in practice few more. Corners that are straight are no
 * corners, unless the edge before them has `maxParts` parts on the outline already, as the back of a comb may.
 * Source: Hertel and Mehlhorn, Fast Triangulation of the Plane with Respect to Simple Polygons, 1985.
 */
export function mergeTriangles({ mesh, inside, vertexOf }: PolygonMesh, maxParts: number): ConvexPieces {
  const { points, origin, twin } = mesh;
  const count = 3 * mesh.triangles;
  const next = new Int32Array(count);
  const previous = new Int32Array(count);
  for (let edge = 0; edge < count; edge++) {
    next[edge] = nextOf(edge);
    previous[edge] = previousOf(edge);
  }
  const removed = new Uint8Array(count);
  for (const edge of longestFirst(mesh, inside)) {
    const other = twin[edge];
    const isReflex =
      orientation(points, origin[previous[edge]], origin[edge], origin[next[next[other]]]) < 0 ||
      orientation(points, origin[previous[other]], origin[other], origin[next[next[edge]]]) < 0;
    if (isReflex) continue;
    removed[edge] = removed[other] = 1;
    link(next, previous, previous[edge], next[other]);
    link(next, previous, previous[other], next[edge]);
  }
  const vertices: number[] = [];
  const starts = [0];
  const firstPart = [0];
  const parts: number[] = [];
  const partEnds: number[] = [];
  const partOf = new Int32Array(count);
  const isStraight = (edge: number) =>
    orientation(points, origin[previous[edge]], origin[edge], origin[next[edge]]) === 0;
  const isOpen = (edge: number) => inside[(twin[edge] / 3) | 0] === 0;
  for (let first = 0; first < count; first++) {
    if (inside[(first / 3) | 0] === 0 || removed[first] === 1) continue;
    let start = first;
    while (isStraight(start)) start = next[start];
    for (let edge = start; removed[edge] === 0; ) {
      vertices.push(vertexOf[origin[edge]]);
      let end = next[edge];
      let open = isOpen(edge) ? 1 : 0;
      while (isStraight(end) && open < maxParts) {
        if (isOpen(end) && !isOpen(previous[end])) open++;
        end = next[end];
      }
      for (let at = edge; at !== end; at = next[at]) {
        removed[at] = 1;
        if (!isOpen(at)) continue;
        addPart(mesh, edge, end, at, parts, 2 * firstPart[firstPart.length - 1]);
        partOf[at] = parts.length / 2 - 1;
        if (parts.length > partEnds.length) partEnds.push(vertexOf[origin[at]], 0);
        partEnds[partEnds.length - 1] = vertexOf[origin[twin[at]]];
      }
      firstPart.push(parts.length / 2);
      edge = end;
    }
    starts.push(vertices.length);
  }
  return {
    vertices: Uint32Array.from(vertices),
    starts: Uint32Array.from(starts),
    firstPart: Uint32Array.from(firstPart),
    parts: Float64Array.from(parts),
    partEnds: Uint32Array.from(partEnds),
    nextPart: followOutline(mesh, inside, partOf, parts.length / 2),
  };
}

/** Returns for each part of the outline the part that follows it; `partOf` says which part a half-edge belongs to. */
function followOutline({ twin, triangles }: HalfEdgeMesh, inside: Uint8Array, partOf: Int32Array, count: number) {
  const isWithin = (edge: number) => inside[(edge / 3) | 0] === 1;
  const nextPart = new Uint32Array(count);
  for (let edge = 0; edge < 3 * triangles; edge++) {
    if (!isWithin(edge) || isWithin(twin[edge])) continue;
    // The search turns around the vertex where the part ends, through all triangles of the region that are there.
    let after = nextOf(edge);
    while (isWithin(twin[after])) after = nextOf(twin[after]);
    if (partOf[after] !== partOf[edge]) nextPart[partOf[edge]] = partOf[after];
  }
  return nextPart;
}

function link(next: Int32Array, previous: Int32Array, before: number, after: number): void {
  next[before] = after;
  previous[after] = before;
}

/** Returns one half-edge of each edge with the region on both sides. */
function longestFirst({ points, origin, twin, triangles }: HalfEdgeMesh, inside: Uint8Array): Int32Array {
  const edges = new Int32Array(3 * triangles);
  const lengths = new Float64Array(3 * triangles);
  let count = 0;
  for (let edge = 0; edge < 3 * triangles; edge++) {
    const other = twin[edge];
    if (edge > other || inside[(edge / 3) | 0] === 0 || inside[(other / 3) | 0] === 0) continue;
    const x = points[2 * origin[edge]] - points[2 * origin[other]];
    const y = points[2 * origin[edge] + 1] - points[2 * origin[other] + 1];
    lengths[edge] = x * x + y * y;
    edges[count++] = edge;
  }
  return edges.subarray(0, count).sort((a, b) => lengths[b] - lengths[a] || a - b);
}

/**
 * Adds a half-edge of the outline to the parts of the straight edge from `first` to `end`, or prolongs the last one.
 */
function addPart(
  { points, origin, twin }: HalfEdgeMesh,
  first: number,
  end: number,
  edge: number,
  parts: number[],
  from: number,
): void {
  const a = 2 * origin[first];
  const b = 2 * origin[end];
  // Places on the edge are measured along the axis on which the edge is longer.
  const axis = Math.abs(points[b] - points[a]) >= Math.abs(points[b + 1] - points[a + 1]) ? 0 : 1;
  const length = points[b + axis] - points[a + axis];
  const low = (points[2 * origin[edge] + axis] - points[a + axis]) / length;
  const high = (points[2 * origin[twin[edge]] + axis] - points[a + axis]) / length;
  if (parts.length > from && parts[parts.length - 1] === low) parts[parts.length - 1] = high;
  else parts.push(low, high);
}
