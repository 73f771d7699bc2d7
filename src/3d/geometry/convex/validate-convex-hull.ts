import { CollisionError } from '../../../core/errors.ts';
import { type ConvexHull, EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from './convex-hull.ts';

/** How far a vertex may lie off the plane of its own face, or beyond another's, relative to the hull's extent. */
const PLANE_TOLERANCE = 1e-6;
/** The distance allowed in addition, as a multiple of the hull's tolerance. */
const PLANE_SAG = 4;

/**
 * Checks every invariant of a hull: finite numbers, unit normals, faces of at least three vertices that lie on their
 * plane, no vertex beyond any plane, consistent twins, edges and neighbours, one closed surface (V − E + F = 2). Throws
 * `broken-invariant` naming the first one broken. For tests and for hulls that come from elsewhere, such as a file.
 *
 * Derived here: the invariants of ConvexHull, and Euler's formula.
 */
export function validateConvexHull(hull: ConvexHull): void {
  validateTopology(hull);
  validateEdges(hull);
  validatePlanes(hull);
}

function require(condition: boolean, message: string): asserts condition {
  if (!condition) {
    throw new CollisionError('broken-invariant', `Convex hull: ${message}`);
  }
}

function validateTopology(hull: ConvexHull): void {
  const { vertexCount, faceCount, edgeCount, faceStarts, halfEdgeVertices, halfEdgeTwins, halfEdgeFaces } = hull;
  require(vertexCount - edgeCount + faceCount === 2, `V − E + F = ${vertexCount} − ${edgeCount} + ${faceCount} ≠ 2`);
  require(hull.vertices.length === VERTEX_STRIDE * vertexCount, 'vertices has the wrong length');
  require(hull.planes.length === PLANE_STRIDE * faceCount, 'planes has the wrong length');
  require(faceStarts[0] === 0 && faceStarts[faceCount] === 2 * edgeCount, 'faceStarts does not cover all half-edges');
  for (let face = 0; face < faceCount; face++) {
    const first = faceStarts[face];
    const end = faceStarts[face + 1];
    require(end - first >= 3, `face ${face} has ${end - first} vertices`);
    for (let h = first; h < end; h++) {
      const next = h + 1 < end ? h + 1 : first;
      const twin = halfEdgeTwins[h];
      const vertex = halfEdgeVertices[h];
      require(halfEdgeFaces[h] === face, `half-edge ${h} names face ${halfEdgeFaces[h]}, lies in ${face}`);
      require(vertex >= 0 && vertex < vertexCount, `half-edge ${h} starts at vertex ${vertex} of ${vertexCount}`);
      require(halfEdgeTwins[twin] === h, `half-edge ${h} is not its twin's twin`);
      require(halfEdgeFaces[twin] !== face, `face ${face} neighbours itself at half-edge ${h}`);
      require(halfEdgeVertices[twin] ===
        halfEdgeVertices[next], `half-edge ${h} and its twin ${twin} do not share ends`);
    }
  }
}

function validateEdges(hull: ConvexHull): void {
  const { edges, edgeCount, vertexCount, vertexStarts, vertexNeighbours } = hull;
  require(edges.length === EDGE_STRIDE * edgeCount, 'edges has the wrong length');
  require(vertexNeighbours.length === 2 * edgeCount, 'vertexNeighbours has the wrong length');
  require(vertexStarts[vertexCount] === 2 * edgeCount, 'vertexStarts does not cover vertexNeighbours');
  for (let v = 0; v < vertexCount; v++) {
    require(vertexStarts[v + 1] - vertexStarts[v] >= 2, `vertex ${v} has fewer than two edges`);
    for (let i = vertexStarts[v]; i < vertexStarts[v + 1]; i++) {
      const h = hull.vertexHalfEdges[i];
      require(hull.halfEdgeVertices[h] === v, `half-edge ${h} listed at vertex ${v} starts elsewhere`);
      require(hull.halfEdgeVertices[hull.halfEdgeTwins[h]] ===
        vertexNeighbours[i], `half-edge ${h} listed at vertex ${v} does not lead to its neighbour`);
    }
  }
  for (let e = 0; e < edges.length; e += EDGE_STRIDE) {
    const a = edges[e];
    const b = edges[e + 1];
    require(a < b, `edge ${e / EDGE_STRIDE} runs from ${a} to ${b}`);
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const list = vertexNeighbours.subarray(vertexStarts[from], vertexStarts[from + 1]);
      require(list.includes(to), `vertex ${from} does not know its neighbour ${to}`);
    }
  }
}

function validatePlanes(hull: ConvexHull): void {
  const { vertices, planes, faceStarts, halfEdgeVertices } = hull;
  require(hull.tolerance >= 0 && hull.tolerance < Infinity, `the tolerance is ${hull.tolerance}`);
  let extent = 0;
  for (let i = 0; i < vertices.length; i++) {
    require(Number.isFinite(vertices[i]), `coordinate ${i} is ${vertices[i]}`);
    extent = Math.max(extent, Math.abs(vertices[i] - hull.centre[i % VERTEX_STRIDE]));
  }
  const beyond = 1e-15 * (extent + hull.boundingRadius);
  for (let face = 0; face < hull.faceCount; face++) {
    const x = planes[PLANE_STRIDE * face];
    const y = planes[PLANE_STRIDE * face + 1];
    const z = planes[PLANE_STRIDE * face + 2];
    const d = planes[PLANE_STRIDE * face + 3];
    require(Math.abs(x * x + y * y + z * z - 1) < 1e-12, `the normal of face ${face} is not a unit vector`);
    let nearest = Infinity;
    for (let i = 0; i < vertices.length; i += VERTEX_STRIDE) {
      const height = x * vertices[i] + y * vertices[i + 1] + z * vertices[i + 2] - d;
      require(height <= 4 * beyond, `vertex ${i / VERTEX_STRIDE} lies ${height} beyond face ${face}`);
    }
    for (let h = faceStarts[face]; h < faceStarts[face + 1]; h++) {
      const i = VERTEX_STRIDE * halfEdgeVertices[h];
      const height = x * vertices[i] + y * vertices[i + 1] + z * vertices[i + 2] - d;
      nearest = Math.min(nearest, -height);
    }
    require(nearest <=
      PLANE_TOLERANCE * extent + PLANE_SAG * hull.tolerance, `face ${face} lies ${nearest} below its own plane`);
  }
}
