/**
 * A convex polyhedron in flat arrays, which {@link buildConvexHull} makes and every polyhedron routine reads. Faces are
 * convex polygons of three or more vertices, counterclockwise seen from outside. Each directed side of a face is a
 * half-edge; half-edges of one face lie next to each other, so that the sides of face `f` are
 * `faceStarts[f] … faceStarts[f + 1] - 1`, in order around the face.
 *
 * Nothing here moves: a hull lies in its own frame, and the routines take a pose (see `pose.ts`) where it matters, so
 * one hull serves any number of bodies.
 */
export interface ConvexHull {
  readonly vertexCount: number;
  readonly faceCount: number;
  readonly edgeCount: number;
  /** `x y z` a vertex: exact copies of input points. */
  readonly vertices: Float64Array;
  /** For each vertex, the index of the input point it came from. */
  readonly sourceIndices: Int32Array;
  /** `nx ny nz d` a face: unit outward normal, and `d` such that no vertex lies beyond `n·x = d`. */
  readonly planes: Float64Array;
  /** First half-edge of each face, and one entry more. */
  readonly faceStarts: Int32Array;
  /** For each half-edge, the vertex it starts at. */
  readonly halfEdgeVertices: Int32Array;
  /** By half-edge: the half-edge in the other direction. */
  readonly halfEdgeTwins: Int32Array;
  /** For each half-edge, the face it belongs to; that of the twin is the neighbouring face. */
  readonly halfEdgeFaces: Int32Array;
  /** `vertexA vertexB faceLeft faceRight` an edge ({@link EDGE_STRIDE}), A < B; the left face runs from A to B. */
  readonly edges: Int32Array;
  /** First entry of each vertex in `vertexNeighbours`, and one entry more. */
  readonly vertexStarts: Int32Array;
  /** The vertices each vertex shares an edge with. */
  readonly vertexNeighbours: Int32Array;
  /** Next to each neighbour, the half-edge that leads to it. */
  readonly vertexHalfEdges: Int32Array;
  /** The mean of the vertices, a point inside. */
  readonly centre: Float64Array;
  /** The greatest distance of a vertex from the origin of the hull's frame, about which poses rotate it. */
  readonly boundingRadius: number;
  /** How far the vertices of a face may lie off its plane, or short of a convex polygon there, in units of length. */
  readonly tolerance: number;
}

/** How many numbers a vertex takes in `vertices`. */
export const VERTEX_STRIDE = 3;
/** How many numbers a plane takes in `planes`. */
export const PLANE_STRIDE = 4;
/** How many numbers an edge takes in `edges`. */
export const EDGE_STRIDE = 4;
