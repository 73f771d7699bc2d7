import { CollisionError, requireFinite, requireNonNegative } from '../../../core/errors.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { type ConvexHull, EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from './convex-hull.ts';
import { buildTriangulatedHull, type HullTriangle } from './triangulated-hull.ts';

/** Choices of {@link buildConvexHull}. */
export interface ConvexHullOptions {
  /**
   * Triangles whose corners lie within this distance of a larger triangle's plane become part of its face; relative to
   * the extent of the points. The default, 1e-13, joins what only rounding in f64 has bent. Points from f32 sources want
   * about 1e-6: otherwise the caps of their cylinders stay triangulated.
   */
  readonly mergeTolerance?: number;
}

const DEFAULT_MERGE_TOLERANCE = 1e-13;
/** Thinner than this against its extent, a shape counts as flat: its faces' directions would be rounding noise. */
const FLAT_THICKNESS = 1e-12;
/** Rounding that points carry from where they were computed, in spacings of f64 at their largest coordinate. */
const COORDINATE_NOISE = 2 ** -49; // 8 EPSILON

/**
 * Builds the convex hull of `count` points (`x y z` each) as polygonal faces with planes, edges and neighbours. Points
 * may be coincident, collinear, coplanar, inside; the hull's vertices are exact copies of input points.
 *
 * The surface is first built as triangles with exact predicates, so that no input can break its topology. Then, largest
 * triangle first, triangles are joined to a face as long as all their corners lie within the merge tolerance of its plane.
 * A vertex all of whose triangles went to one face disappears, and so does one between two faces that lies on the straight
 * line of its neighbours. If what remains is not a proper polyhedron (conceivable only for tolerances near the size
 * of details), the unmerged triangles are the result.
 *
 * Throws `invalid-number` for NaN or infinite coordinates, `invalid-shape` for fewer than four points or points that are
 * coincident, collinear or coplanar (thinner than 1e-12 of their extent).
 *
 * Source: Barber, Dobkin, Huhdanpaa, The Quickhull Algorithm for Convex Hulls, 1996, on exact signs (Shewchuk 1997);
 * the joining of triangles is derived here.
 */
export function buildConvexHull(
  points: NumberArray,
  offset = 0,
  count = Math.floor((points.length - offset) / VERTEX_STRIDE),
  options: ConvexHullOptions = {},
): ConvexHull {
  if (!(count >= 4) || offset < 0 || offset + VERTEX_STRIDE * count > points.length) {
    throw new CollisionError(
      'invalid-shape',
      `A convex hull needs at least 4 points within the array, got ${count} from offset ${offset} of ${points.length} numbers`,
    );
  }
  for (let i = 0; i < VERTEX_STRIDE * count; i++) {
    requireFinite(`coordinate ${i % VERTEX_STRIDE} of point ${Math.floor(i / VERTEX_STRIDE)}`, points[offset + i]!);
  }
  const relative = requireNonNegative('mergeTolerance', options.mergeTolerance ?? DEFAULT_MERGE_TOLERANCE);
  const triangles = buildTriangulatedHull(points, offset, count);
  const { extent, largest } = measure(points, offset, triangles);
  const noise = COORDINATE_NOISE * largest;
  const surface = new HullSurface(points, offset, triangles);
  const faces = mergeTriangles(surface, relative * extent + noise);
  requireThickness(surface, FLAT_THICKNESS * extent + 2 * noise, extent);
  const loops = traceFaces(surface, faces, relative * extent + noise) ?? triangles.map((t) => [...t.corners]);
  return assemble(surface, loops);
}

/** The extent of the hull and the largest magnitude among its coordinates. */
function measure(points: NumberArray, offset: number, triangles: readonly HullTriangle[]) {
  let extent = 0;
  let largest = 0;
  for (let axis = 0; axis < VERTEX_STRIDE; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (const triangle of triangles) {
      for (const corner of triangle.corners) {
        const value = points[offset + VERTEX_STRIDE * corner + axis]!;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    extent = Math.max(extent, max - min);
    largest = Math.max(largest, Math.abs(min), Math.abs(max));
  }
  return { extent, largest };
}

interface Plane {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** A point of the plane. */
  readonly at: number;
  readonly area: number;
}

/** The triangulated hull with what the merge needs to know: planes by triangle, triangles by vertex. */
class HullSurface {
  readonly points: NumberArray;
  readonly offset: number;
  readonly triangles: readonly HullTriangle[];
  readonly planes: readonly Plane[];
  readonly indexOf = new Map<HullTriangle, number>();
  /** Neighbouring vertices of each vertex of the triangulation, for climbing to the farthest one. */
  readonly adjacent = new Map<number, number[]>();

  constructor(points: NumberArray, offset: number, triangles: readonly HullTriangle[]) {
    this.points = points;
    this.offset = offset;
    this.triangles = triangles;
    this.planes = triangles.map((triangle) => newellPlane(points, offset, triangle.corners));
    triangles.forEach((triangle, index) => {
      this.indexOf.set(triangle, index);
      for (let side = 0; side < 3; side++) {
        const from = triangle.corners[side]!;
        const list = this.adjacent.get(from);
        if (list) list.push(triangle.corners[(side + 1) % 3]!);
        else this.adjacent.set(from, [triangle.corners[(side + 1) % 3]!]);
      }
    });
  }

  /** Signed distance of a point from a plane. */
  height(plane: Plane, point: number): number {
    const p = this.offset + VERTEX_STRIDE * point;
    const q = this.offset + VERTEX_STRIDE * plane.at;
    return (
      plane.x * (this.points[p]! - this.points[q]!) +
      plane.y * (this.points[p + 1]! - this.points[q + 1]!) +
      plane.z * (this.points[p + 2]! - this.points[q + 2]!)
    );
  }

  /** The vertex farthest along a plane's normal, climbing from `start`. */
  farthest(plane: Plane, start: number): number {
    let best = start;
    let height = this.height(plane, start);
    for (let climbing = true; climbing; ) {
      climbing = false;
      for (const candidate of this.adjacent.get(best)!) {
        const other = this.height(plane, candidate);
        if (other > height) {
          height = other;
          best = candidate;
          climbing = true;
        }
      }
    }
    return best;
  }
}

/** The area vector of a closed loop of points, as a plane through the first of them. */
function newellPlane(points: NumberArray, offset: number, loop: readonly number[]): Plane {
  const at = loop[0]!;
  const o = offset + VERTEX_STRIDE * at;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 1; i + 1 < loop.length; i++) {
    const p = offset + VERTEX_STRIDE * loop[i]!;
    const q = offset + VERTEX_STRIDE * loop[i + 1]!;
    const px = points[p]! - points[o]!;
    const py = points[p + 1]! - points[o + 1]!;
    const pz = points[p + 2]! - points[o + 2]!;
    const qx = points[q]! - points[o]!;
    const qy = points[q + 1]! - points[o + 1]!;
    const qz = points[q + 2]! - points[o + 2]!;
    x += py * qz - pz * qy;
    y += pz * qx - px * qz;
    z += px * qy - py * qx;
  }
  const area = Math.sqrt(x * x + y * y + z * z);
  const scale = area > 0 ? 1 / area : 0;
  return { x: x * scale, y: y * scale, z: z * scale, at, area };
}

/** Gives each triangle the index of the triangle that seeded its face. */
function mergeTriangles(surface: HullSurface, tolerance: number): Int32Array {
  const faces = new Int32Array(surface.triangles.length).fill(-1);
  const order = surface.planes
    .map((_, index) => index)
    .sort((a, b) => surface.planes[b]!.area - surface.planes[a]!.area || a - b);
  for (const seed of order) {
    if (faces[seed]! >= 0) {
      continue;
    }
    const plane = surface.planes[seed]!;
    faces[seed] = seed;
    const region = [seed];
    for (let i = 0; i < region.length; i++) {
      for (const neighbour of surface.triangles[region[i]!]!.neighbours) {
        const index = surface.indexOf.get(neighbour)!;
        if (
          faces[index]! < 0 &&
          neighbour.corners.every((corner) => Math.abs(surface.height(plane, corner)) <= tolerance)
        ) {
          faces[index] = seed;
          region.push(index);
        }
      }
    }
  }
  return faces;
}

/**
 * A flat input that rounding has given a hair of volume is thin below its largest triangle; of a straight one that triangle
 * is itself a hair.
 */
function requireThickness(surface: HullSurface, least: number, extent: number): void {
  const plane = surface.planes.reduce((a, b) => (b.area > a.area ? b : a));
  // The area is that of the parallelogram; no side is much longer than the extent.
  if (!(plane.area > least * extent)) {
    throw new CollisionError(
      'invalid-shape',
      `A convex hull needs volume, but the points are collinear: an area of ${plane.area} for an extent of ${extent}`,
    );
  }
  let thickness = 0;
  for (const vertex of surface.adjacent.keys()) {
    thickness = Math.max(thickness, -surface.height(plane, vertex));
  }
  if (!(thickness > least)) {
    throw new CollisionError(
      'invalid-shape',
      `A convex hull needs volume, but the points are flat: ${thickness} thick for an extent of ${extent}`,
    );
  }
}

/** The boundary of each face as a loop of vertices, or undefined when some face is not a simple polygon. */
function traceFaces(surface: HullSurface, faces: Int32Array, tolerance: number): number[][] | undefined {
  const nextOf = new Map<number, Map<number, number>>();
  const facesAround = new Map<number, Set<number>>();
  for (const [index, triangle] of surface.triangles.entries()) {
    const face = faces[index]!;
    for (let side = 0; side < 3; side++) {
      if (faces[surface.indexOf.get(triangle.neighbours[side]!)!]! === face) {
        continue;
      }
      const from = triangle.corners[side]!;
      const next = nextOf.get(face) ?? new Map<number, number>();
      if (next.has(from)) {
        return undefined;
      }
      nextOf.set(face, next.set(from, triangle.corners[(side + 1) % 3]!));
      facesAround.set(from, (facesAround.get(from) ?? new Set<number>()).add(face));
    }
  }
  const straight = findStraightVertices(surface, nextOf, facesAround, tolerance);
  const loops: number[][] = [];
  for (const next of nextOf.values()) {
    const start = next.keys().next().value!;
    const loop: number[] = [];
    let steps = 0;
    let at = start;
    do {
      if (!straight.has(at)) loop.push(at);
      at = next.get(at)!;
      steps++;
    } while (at !== start);
    if (steps !== next.size || loop.length < 3) {
      return undefined;
    }
    loops.push(loop);
  }
  return hasSphereTopology(loops) ? loops : undefined;
}

/** Vertices between just two faces, on the line of their neighbours: points along an edge of the merged hull. */
function findStraightVertices(
  surface: HullSurface,
  nextOf: ReadonlyMap<number, ReadonlyMap<number, number>>,
  facesAround: ReadonlyMap<number, ReadonlySet<number>>,
  tolerance: number,
): Set<number> {
  const straight = new Set<number>();
  for (const [face, next] of nextOf) {
    const loop: number[] = [];
    const start = next.keys().next().value!;
    let at = start;
    do {
      loop.push(at);
      at = next.get(at)!;
    } while (at !== start && loop.length <= next.size);
    for (let i = 0; i < loop.length; i++) {
      const vertex = loop[i]!;
      const around = facesAround.get(vertex)!;
      // The face of smaller index decides; the other one has the same two neighbours in the other order.
      if (around.size !== 2 || Math.min(...around) !== face) {
        continue;
      }
      const before = loop[(i + loop.length - 1) % loop.length]!;
      const after = loop[(i + 1) % loop.length]!;
      if (distanceFromLine(surface, vertex, before, after) <= tolerance) {
        straight.add(vertex);
      }
    }
  }
  return straight;
}

function distanceFromLine(surface: HullSurface, point: number, a: number, b: number): number {
  const { points, offset } = surface;
  const ip = offset + VERTEX_STRIDE * point;
  const ia = offset + VERTEX_STRIDE * a;
  const ib = offset + VERTEX_STRIDE * b;
  const dx = points[ib]! - points[ia]!;
  const dy = points[ib + 1]! - points[ia + 1]!;
  const dz = points[ib + 2]! - points[ia + 2]!;
  const x = points[ip]! - points[ia]!;
  const y = points[ip + 1]! - points[ia + 1]!;
  const z = points[ip + 2]! - points[ia + 2]!;
  const cx = dy * z - dz * y;
  const cy = dz * x - dx * z;
  const cz = dx * y - dy * x;
  const length = dx * dx + dy * dy + dz * dz;
  return length > 0 ? Math.sqrt((cx * cx + cy * cy + cz * cz) / length) : Infinity;
}

/** Each directed side once, each with its opposite, and V − E + F = 2. */
function hasSphereTopology(loops: readonly number[][]): boolean {
  const vertices = new Set<number>();
  const sides = new Set<string>();
  for (const loop of loops) {
    for (let i = 0; i < loop.length; i++) {
      const key = `${loop[i]!} ${loop[(i + 1) % loop.length]!}`;
      if (sides.has(key)) {
        return false;
      }
      sides.add(key);
      vertices.add(loop[i]!);
    }
  }
  for (const side of sides) {
    const [from, to] = side.split(' ');
    if (!sides.has(`${to} ${from}`)) {
      return false;
    }
  }
  return vertices.size - sides.size / 2 + loops.length === 2;
}

/** Numbers the vertices in input order and writes the flat arrays. */
function assemble(surface: HullSurface, loops: readonly number[][]): ConvexHull {
  const sourceIndices = Int32Array.from(new Set(loops.flat())).sort();
  const numberOf = new Map<number, number>();
  sourceIndices.forEach((source, vertex) => {
    numberOf.set(source, vertex);
  });
  const vertexCount = sourceIndices.length;
  const vertices = new Float64Array(VERTEX_STRIDE * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    for (let axis = 0; axis < VERTEX_STRIDE; axis++) {
      vertices[VERTEX_STRIDE * v + axis] = surface.points[surface.offset + VERTEX_STRIDE * sourceIndices[v]! + axis]!;
    }
  }
  const faceCount = loops.length;
  const halfEdgeCount = loops.reduce((sum, loop) => sum + loop.length, 0);
  const planes = new Float64Array(PLANE_STRIDE * faceCount);
  const faceStarts = new Int32Array(faceCount + 1);
  const halfEdgeVertices = new Int32Array(halfEdgeCount);
  const halfEdgeFaces = new Int32Array(halfEdgeCount);
  let halfEdge = 0;
  loops.forEach((loop, face) => {
    faceStarts[face] = halfEdge;
    writePlane(planes, face, surface, loop);
    for (const source of loop) {
      halfEdgeVertices[halfEdge] = numberOf.get(source)!;
      halfEdgeFaces[halfEdge++] = face;
    }
  });
  faceStarts[faceCount] = halfEdge;
  const halfEdgeTwins = findTwins(vertexCount, faceStarts, halfEdgeVertices);
  return {
    vertexCount,
    faceCount,
    edgeCount: halfEdgeCount / 2,
    vertices,
    sourceIndices,
    planes,
    faceStarts,
    halfEdgeVertices,
    halfEdgeTwins,
    halfEdgeFaces,
    edges: listEdges(halfEdgeVertices, halfEdgeTwins, halfEdgeFaces),
    ...listNeighbours(vertexCount, halfEdgeVertices, halfEdgeTwins),
    ...locate(vertices, vertexCount),
  };
}

/** The plane of a face, moved outward until no vertex of the unmerged hull lies beyond it. */
function writePlane(planes: Float64Array, face: number, surface: HullSurface, loop: readonly number[]): void {
  const plane = newellPlane(surface.points, surface.offset, loop);
  const top = surface.offset + VERTEX_STRIDE * surface.farthest(plane, loop[0]!);
  const { points } = surface;
  planes[PLANE_STRIDE * face] = plane.x;
  planes[PLANE_STRIDE * face + 1] = plane.y;
  planes[PLANE_STRIDE * face + 2] = plane.z;
  let d = plane.x * points[top]! + plane.y * points[top + 1]! + plane.z * points[top + 2]!;
  for (const vertex of loop) {
    const v = surface.offset + VERTEX_STRIDE * vertex;
    d = Math.max(d, plane.x * points[v]! + plane.y * points[v + 1]! + plane.z * points[v + 2]!);
  }
  planes[PLANE_STRIDE * face + 3] = d;
}

function findTwins(vertexCount: number, faceStarts: Int32Array, halfEdgeVertices: Int32Array): Int32Array {
  const byEnds = new Map<number, number>();
  const twins = new Int32Array(halfEdgeVertices.length);
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const first = faceStarts[face]!;
    const end = faceStarts[face + 1]!;
    for (let h = first; h < end; h++) {
      const from = halfEdgeVertices[h]!;
      const to = halfEdgeVertices[h + 1 < end ? h + 1 : first]!;
      byEnds.set(from * vertexCount + to, h);
      const twin = byEnds.get(to * vertexCount + from);
      if (twin !== undefined) {
        twins[h] = twin;
        twins[twin] = h;
      }
    }
  }
  return twins;
}

function listEdges(halfEdgeVertices: Int32Array, twins: Int32Array, halfEdgeFaces: Int32Array): Int32Array {
  const edges = new Int32Array((EDGE_STRIDE * halfEdgeVertices.length) / 2);
  let e = 0;
  for (let h = 0; h < halfEdgeVertices.length; h++) {
    const twin = twins[h]!;
    if (halfEdgeVertices[h]! < halfEdgeVertices[twin]!) {
      edges[e] = halfEdgeVertices[h]!;
      edges[e + 1] = halfEdgeVertices[twin]!;
      edges[e + 2] = halfEdgeFaces[h]!;
      edges[e + 3] = halfEdgeFaces[twin]!;
      e += EDGE_STRIDE;
    }
  }
  return edges;
}

function listNeighbours(vertexCount: number, halfEdgeVertices: Int32Array, twins: Int32Array) {
  const vertexStarts = new Int32Array(vertexCount + 1);
  for (const vertex of halfEdgeVertices) {
    vertexStarts[vertex + 1]!++;
  }
  for (let v = 0; v < vertexCount; v++) {
    vertexStarts[v + 1]! += vertexStarts[v]!;
  }
  const filled = vertexStarts.slice();
  const vertexNeighbours = new Int32Array(halfEdgeVertices.length);
  const vertexHalfEdges = new Int32Array(halfEdgeVertices.length);
  for (let h = 0; h < halfEdgeVertices.length; h++) {
    const from = halfEdgeVertices[h]!;
    vertexHalfEdges[filled[from]!] = h;
    vertexNeighbours[filled[from]!++] = halfEdgeVertices[twins[h]!]!;
  }
  return { vertexStarts, vertexNeighbours, vertexHalfEdges };
}

function locate(vertices: Float64Array, vertexCount: number) {
  const centre = new Float64Array(VERTEX_STRIDE);
  let largestSquare = 0;
  for (let i = 0; i < vertices.length; i += VERTEX_STRIDE) {
    const x = vertices[i]!;
    const y = vertices[i + 1]!;
    const z = vertices[i + 2]!;
    centre[0]! += x;
    centre[1]! += y;
    centre[2]! += z;
    largestSquare = Math.max(largestSquare, x * x + y * y + z * z);
  }
  centre[0]! /= vertexCount;
  centre[1]! /= vertexCount;
  centre[2]! /= vertexCount;
  return { centre, boundingRadius: Math.sqrt(largestSquare) };
}
