import { type ConvexHull, EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from './convex-hull.ts';

/** A hull under way: `boundingRadius` comes last. */
type OpenHull = { -readonly [Key in keyof ConvexHull]: ConvexHull[Key] };

/**
 * Makes a hull whose arrays are empty. They lie side by side in one buffer of numbers and one of integers: thousands of
 * hulls with a dozen buffers each take longer to allocate than to compute.
 */
export function allocateHull(
  vertexCount: number,
  faceCount: number,
  halfEdgeCount: number,
  tolerance: number,
): ConvexHull {
  const numbers = new ArrayBuffer(8 * (VERTEX_STRIDE * (vertexCount + 1) + PLANE_STRIDE * faceCount));
  const edgeNumbers = (EDGE_STRIDE * halfEdgeCount) / 2;
  const integers = new ArrayBuffer(4 * (2 * vertexCount + faceCount + 2 + 5 * halfEdgeCount + edgeNumbers));
  let at = 0;
  const take = (length: number): Int32Array => {
    const array = new Int32Array(integers, 4 * at, length);
    at += length;
    return array;
  };
  return {
    vertexCount,
    faceCount,
    edgeCount: halfEdgeCount / 2,
    vertices: new Float64Array(numbers, 0, VERTEX_STRIDE * vertexCount),
    sourceIndices: take(vertexCount),
    planes: new Float64Array(numbers, 8 * VERTEX_STRIDE * (vertexCount + 1), PLANE_STRIDE * faceCount),
    faceStarts: take(faceCount + 1),
    halfEdgeVertices: take(halfEdgeCount),
    halfEdgeTwins: take(halfEdgeCount),
    halfEdgeFaces: take(halfEdgeCount),
    edges: take(edgeNumbers),
    vertexStarts: take(vertexCount + 1),
    vertexNeighbours: take(halfEdgeCount),
    vertexHalfEdges: take(halfEdgeCount),
    centre: new Float64Array(numbers, 8 * VERTEX_STRIDE * vertexCount, VERTEX_STRIDE),
    boundingRadius: 0,
    tolerance,
  };
}

/**
 * Derives from the vertices and the half-edges of the faces: twins, edges, neighbours, centre, radius.
 */
export function connectHull(hull: ConvexHull): void {
  writeTwins(hull);
  writeEdges(hull);
  writeNeighbours(hull);
  writeCentre(hull);
}

/** By vertex: the last half-edge that starts there, and later where the next neighbour is entered. */
let byVertex = new Int32Array(0);
/** By half-edge: the previous half-edge in the list of its vertex, and the vertex where it ends. */
let before = new Int32Array(0);
let ends = new Int32Array(0);

/** Writes, for each half-edge, the half-edge in the other direction. */
function writeTwins({ vertexCount, faceCount, faceStarts, halfEdgeVertices, halfEdgeTwins }: ConvexHull): void {
  if (byVertex.length < vertexCount) byVertex = new Int32Array(2 * vertexCount);
  if (ends.length < halfEdgeVertices.length) {
    before = new Int32Array(2 * halfEdgeVertices.length);
    ends = new Int32Array(2 * halfEdgeVertices.length);
  }
  for (let i = 0; i < vertexCount; i++) byVertex[i] = -1;
  for (let face = 0; face < faceCount; face++) {
    const first = faceStarts[face];
    const end = faceStarts[face + 1];
    for (let h = first; h < end; h++) {
      const from = halfEdgeVertices[h];
      const to = halfEdgeVertices[h + 1 < end ? h + 1 : first];
      before[h] = byVertex[from];
      byVertex[from] = h;
      ends[h] = to;
      // Each pair of twins is found once, when the half-edge in the later face is looked at.
      let twin = byVertex[to];
      while (twin >= 0 && ends[twin] !== from) twin = before[twin];
      if (twin < 0) continue;
      halfEdgeTwins[h] = twin;
      halfEdgeTwins[twin] = h;
    }
  }
}

/** Writes the edges, `vertexA vertexB faceLeft faceRight` each, in the order of their half-edges. */
function writeEdges({ edges, halfEdgeVertices, halfEdgeTwins, halfEdgeFaces }: ConvexHull): void {
  let e = 0;
  for (let h = 0; h < halfEdgeVertices.length; h++) {
    const twin = halfEdgeTwins[h];
    if (halfEdgeVertices[h] >= halfEdgeVertices[twin]) continue;
    edges[e] = halfEdgeVertices[h];
    edges[e + 1] = halfEdgeVertices[twin];
    edges[e + 2] = halfEdgeFaces[h];
    edges[e + 3] = halfEdgeFaces[twin];
    e += EDGE_STRIDE;
  }
}

/** Writes the neighbours of all vertices, and where those of each begin. */
function writeNeighbours(hull: ConvexHull): void {
  const { vertexCount, halfEdgeVertices, halfEdgeTwins, vertexStarts, vertexNeighbours, vertexHalfEdges } = hull;
  const count = halfEdgeVertices.length;
  for (let h = 0; h < count; h++) vertexStarts[halfEdgeVertices[h] + 1]++;
  for (let v = 0; v < vertexCount; v++) vertexStarts[v + 1] += vertexStarts[v];
  for (let v = 0; v < vertexCount; v++) byVertex[v] = vertexStarts[v];
  for (let h = 0; h < count; h++) {
    const at = byVertex[halfEdgeVertices[h]]++;
    vertexHalfEdges[at] = h;
    vertexNeighbours[at] = halfEdgeVertices[halfEdgeTwins[h]];
  }
}

/** Writes the mean of the vertices and their greatest distance from the origin. */
function writeCentre(hull: OpenHull): void {
  const { vertices, centre, vertexCount } = hull;
  let largestSquare = 0;
  for (let i = 0; i < vertices.length; i += VERTEX_STRIDE) {
    const x = vertices[i];
    const y = vertices[i + 1];
    const z = vertices[i + 2];
    centre[0] += x;
    centre[1] += y;
    centre[2] += z;
    largestSquare = Math.max(largestSquare, x * x + y * y + z * z);
  }
  for (let axis = 0; axis < VERTEX_STRIDE; axis++) centre[axis] /= vertexCount;
  hull.boundingRadius = Math.sqrt(largestSquare);
}
