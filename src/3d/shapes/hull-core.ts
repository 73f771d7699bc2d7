import {
  CORE_HULL,
  type CoreShape,
  reserveFace,
  setFaceCorner,
  setFaceNormal,
} from '../geometry/convex/convex-body.ts';
import { type ConvexHull, PLANE_STRIDE, VERTEX_STRIDE } from '../geometry/convex/convex-hull.ts';
import { polishDepth } from '../geometry/convex/polish-depth.ts';
import { findHullSupport } from '../geometry/convex/support.ts';

/** Vertices of a hull whose heights differ by less than this share of its radius are as high as each other. */
const LEVEL = 1e-9;

/** A convex hull, `scale` world units a unit of its frame. */
export const hullCore: CoreShape = {
  form: CORE_HULL,
  polish: polishDepth,
  support(out, body, direction) {
    const { vertices } = body.hull!;
    body.vertex = findHullSupport(body.hull!, body.vertex, direction);
    const at = VERTEX_STRIDE * body.vertex;
    out[0] = body.scale * vertices[at];
    out[1] = body.scale * vertices[at + 1];
    out[2] = body.scale * vertices[at + 2];
    return body.vertex;
  },
  writeFace(face, body, direction) {
    const hull = body.hull!;
    const { vertices, faceStarts, halfEdgeVertices, planes } = hull;
    body.vertex = findHullSupport(hull, body.vertex, direction);
    const chosen = faceAround(hull, body.vertex, direction);
    const first = faceStarts[chosen];
    const count = faceStarts[chosen + 1] - first;
    reserveFace(face, count);
    face.count = count;
    face.name = chosen;
    const plane = PLANE_STRIDE * chosen;
    setFaceNormal(face, planes[plane], planes[plane + 1], planes[plane + 2]);
    for (let i = 0; i < count; i++) {
      const vertex = halfEdgeVertices[first + i];
      const at = VERTEX_STRIDE * vertex;
      const { scale } = body;
      setFaceCorner(face, i, scale * vertices[at], scale * vertices[at + 1], scale * vertices[at + 2], vertex);
    }
  },
};

/**
 * Returns the face around the highest vertex that looks most along a direction. Where an edge at the vertex is as high
 * as it, only the faces on that edge count: the deepest contact may lie at its other end.
 */
function faceAround(hull: ConvexHull, vertex: number, direction: Float64Array): number {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const { vertices, vertexNeighbours, vertexHalfEdges, halfEdgeFaces, halfEdgeTwins, planes } = hull;
  const end = hull.vertexStarts[vertex + 1];
  const v = VERTEX_STRIDE * vertex;
  const limit = dx * vertices[v] + dy * vertices[v + 1] + dz * vertices[v + 2] - LEVEL * hull.boundingRadius;
  let most = -Infinity;
  let chosen = 0;
  let hasLevel = false;
  for (let i = hull.vertexStarts[vertex]; i < end; i++) {
    const w = VERTEX_STRIDE * vertexNeighbours[i];
    const isLevel = dx * vertices[w] + dy * vertices[w + 1] + dz * vertices[w + 2] >= limit;
    if (hasLevel && !isLevel) continue;
    if (isLevel && !hasLevel) {
      hasLevel = true;
      most = -Infinity;
    }
    for (let side = 0; side < 2; side++) {
      const half = vertexHalfEdges[i];
      const face = halfEdgeFaces[side === 0 ? half : halfEdgeTwins[half]];
      const p = PLANE_STRIDE * face;
      const along = planes[p] * dx + planes[p + 1] * dy + planes[p + 2] * dz;
      if (along > most) {
        most = along;
        chosen = face;
      }
    }
  }
  return chosen;
}
