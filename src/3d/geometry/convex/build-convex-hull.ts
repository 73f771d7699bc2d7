import { CollisionError, refuse, requireKeys, requireNonNegative } from '../../../core/errors.ts';
import { isCoordinate, requireCoordinate, SMALLEST_SIZE } from '../../../core/limits.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { allocateHull, connectHull } from './connect-hull.ts';
import { type ConvexHull, PLANE_STRIDE, VERTEX_STRIDE } from './convex-hull.ts';
import { HullSurface, TRIANGLE_PLANE_STRIDE } from './hull-surface.ts';
import { type HullFace, mergeFaces } from './merge-hull-faces.ts';
import { buildTriangulatedHull, type TriangulatedHull } from './triangulated-hull.ts';

/** Choices of {@link buildConvexHull}. */
export interface ConvexHullOptions {
  /**
   * Triangles whose corners lie within this distance of a larger triangle's plane become part of its face; relative to
   * the extent of the points. The default, 1e-13, joins what only rounding in f64 has bent. Points from f32 sources
   * want about 1e-6: otherwise the caps of their cylinders stay triangulated.
   */
  readonly mergeTolerance?: number;
}

const HULL_KEYS = ['mergeTolerance'] as const;
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
 * triangle first, triangles are joined to a face as long as all their corners lie within the merge tolerance of its
 * plane. A vertex whose triangles have all been joined to one face disappears, and so does a vertex between two faces
 * on the straight line of its neighbours. Every face is a convex polygon to the tolerance; triangles that do not join
 * to one, as with noise or details of the tolerance's own size, are joined by a smaller one or stay faces of their own.
 *
 * Throws `invalid-number` for coordinates that are not finite or beyond 1e30, `invalid-shape` for
 * fewer than four points or points that are coincident, collinear or coplanar (thinner than 1e-12 of their extent).
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
    const value = points[offset + i];
    if (isCoordinate(value)) continue;
    requireCoordinate(`coordinate ${i % VERTEX_STRIDE} of point ${Math.floor(i / VERTEX_STRIDE)}`, value);
  }
  requireKeys('convex hull options', options, HULL_KEYS);
  const relative = requireNonNegative('mergeTolerance', options.mergeTolerance ?? DEFAULT_MERGE_TOLERANCE);
  const triangles = buildTriangulatedHull(points, offset, count);
  const { extent, largest } = measure(points, offset, triangles);
  if (extent < SMALLEST_SIZE) refuse('invalid-shape', 'the extent of the points', `at least ${SMALLEST_SIZE}`, extent);
  const noise = COORDINATE_NOISE * largest;
  const surface = new HullSurface(points, offset, count, triangles);
  requireThickness(surface, FLAT_THICKNESS * extent + 2 * noise, extent);
  const tolerance = relative * extent + noise;
  slack[0] = noise;
  const faces = surface.isTriangular(tolerance)
    ? facesOfTriangles(surface)
    : flattenFaces(mergeFaces(surface, tolerance, slack));
  return assemble(surface, count, faces, tolerance);
}

/** The rounding that the points carry, for searches over the surface. */
const slack = new Float64Array(1);

/** Faces in flat arrays, which may be longer but for `starts`: the points around each, and its plane. */
interface FlatFaces {
  readonly starts: Int32Array;
  readonly loops: Int32Array;
  /** By face: PLANE_STRIDE numbers, the last of which is not used; then by face, a point of the plane. */
  readonly planes: Float64Array;
  readonly planePoints: Int32Array;
}

function facesOfTriangles({ triangles: { count, corners }, planes, planePoints }: HullSurface): FlatFaces {
  const starts = new Int32Array(count + 1);
  for (let face = 0; face <= count; face++) starts[face] = 3 * face;
  return { starts, loops: corners, planes, planePoints };
}

function flattenFaces(faces: readonly HullFace[]): FlatFaces {
  const starts = new Int32Array(faces.length + 1);
  const planes = new Float64Array(PLANE_STRIDE * faces.length);
  for (const [face, { loop, plane }] of faces.entries()) {
    starts[face + 1] = starts[face] + loop.length;
    planes[PLANE_STRIDE * face] = plane.x;
    planes[PLANE_STRIDE * face + 1] = plane.y;
    planes[PLANE_STRIDE * face + 2] = plane.z;
  }
  const loops = Int32Array.from(faces.flatMap(({ loop }) => loop));
  return { starts, loops, planes, planePoints: Int32Array.from(faces, ({ plane }) => plane.at) };
}

/** Returns the extent of the hull and the largest magnitude among its coordinates. */
function measure(points: NumberArray, offset: number, { count, corners }: TriangulatedHull) {
  let extent = 0;
  let largest = 0;
  for (let axis = 0; axis < VERTEX_STRIDE; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0; i < 3 * count; i++) {
      const value = points[offset + VERTEX_STRIDE * corners[i] + axis];
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    extent = Math.max(extent, max - min);
    largest = Math.max(largest, Math.abs(min), Math.abs(max));
  }
  return { extent, largest };
}

/**
 * Throws unless the hull has volume. Rounding may give flat points a little volume: they are recognised by a small
 * height above the largest triangle. Of points on a line even the largest triangle has hardly any area.
 */
function requireThickness(surface: HullSurface, least: number, extent: number): void {
  const { points, offset, planes, planePoints } = surface;
  const { count, corners } = surface.triangles;
  let widest = 0;
  for (let triangle = 1; triangle < count; triangle++) {
    if (planes[TRIANGLE_PLANE_STRIDE * triangle + 3] > planes[TRIANGLE_PLANE_STRIDE * widest + 3]) widest = triangle;
  }
  const at = TRIANGLE_PLANE_STRIDE * widest;
  const area = planes[at + 3];
  // This is the area of the parallelogram, which is the height of the triangle times a side, and no side is much
  // longer than the extent.
  if (!(area > least * extent)) {
    throw new CollisionError(
      'invalid-shape',
      `A convex hull needs volume, but the points are collinear: an area of ${area} for an extent of ${extent}`,
    );
  }
  const q = offset + VERTEX_STRIDE * planePoints[widest];
  let thickness = 0;
  for (let i = 0; i < 3 * count; i++) {
    const p = offset + VERTEX_STRIDE * corners[i];
    const height =
      planes[at] * (points[p] - points[q]) +
      planes[at + 1] * (points[p + 1] - points[q + 1]) +
      planes[at + 2] * (points[p + 2] - points[q + 2]);
    if (-height > thickness) thickness = -height;
  }
  if (!(thickness > least)) {
    throw new CollisionError(
      'invalid-shape',
      `A convex hull needs volume, but the points are flat: ${thickness} thick for an extent of ${extent}`,
    );
  }
}

/** Numbers the vertices in input order and writes the flat arrays. */
function assemble(surface: HullSurface, count: number, faces: FlatFaces, tolerance: number): ConvexHull {
  const { points, offset } = surface;
  const { starts, loops } = faces;
  const faceCount = starts.length - 1;
  const halfEdgeCount = starts[faceCount];
  // By point: first 1 if it is a vertex of the hull, then the number of this vertex.
  if (numberOf.length < count) numberOf = new Int32Array(2 * count);
  for (let i = 0; i < count; i++) numberOf[i] = 0;
  for (let h = 0; h < halfEdgeCount; h++) numberOf[loops[h]] = 1;
  let vertexCount = 0;
  for (let i = 0; i < count; i++) vertexCount += numberOf[i];
  const hull = allocateHull(vertexCount, faceCount, halfEdgeCount, tolerance);
  const { vertices, sourceIndices, planes, faceStarts, halfEdgeVertices, halfEdgeFaces } = hull;
  let vertex = 0;
  for (let i = 0; i < count; i++) {
    if (numberOf[i] === 0) continue;
    for (let axis = 0; axis < VERTEX_STRIDE; axis++) {
      vertices[VERTEX_STRIDE * vertex + axis] = points[offset + VERTEX_STRIDE * i + axis];
    }
    sourceIndices[vertex] = i;
    numberOf[i] = vertex++;
  }
  // Points of a merged hull that are no vertices any more may lie the farthest out.
  const isAsked = faces.loops === surface.triangles.corners && vertexCount <= FEW_VERTICES;
  for (let face = 0; face < faceCount; face++) {
    if (isAsked) writePlaneOfFew(hull, face, faces.planes);
    else writePlane(planes, face, surface, faces);
    for (let h = starts[face]; h < starts[face + 1]; h++) {
      halfEdgeVertices[h] = numberOf[loops[h]];
      halfEdgeFaces[h] = face;
    }
  }
  for (let face = 0; face <= faceCount; face++) faceStarts[face] = starts[face];
  connectHull(hull);
  return hull;
}

let numberOf = new Int32Array(0);

/** Up to this many vertices, testing all of them is faster than searching the surface for the farthest one. */
const FEW_VERTICES = 48;

/** Writes the plane of a face, moved outward until no vertex lies beyond it. */
function writePlaneOfFew({ planes, vertices }: ConvexHull, face: number, normals: Float64Array): void {
  const at = PLANE_STRIDE * face;
  const x = normals[at];
  const y = normals[at + 1];
  const z = normals[at + 2];
  let d = -Infinity;
  for (let v = 0; v < vertices.length; v += VERTEX_STRIDE) {
    const height = x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2];
    if (height > d) d = height;
  }
  planes[at] = x;
  planes[at + 1] = y;
  planes[at + 2] = z;
  planes[at + 3] = d;
}

/** Writes the plane of a face, moved outward until no vertex of the unmerged hull lies beyond it. */
function writePlane(planes: Float64Array, face: number, surface: HullSurface, faces: FlatFaces): void {
  const { points, offset } = surface;
  const { starts, loops, planePoints } = faces;
  const at = PLANE_STRIDE * face;
  const first = starts[face];
  const top = offset + VERTEX_STRIDE * surface.farthest(faces.planes, at, planePoints[face], loops[first], slack);
  const x = faces.planes[at];
  const y = faces.planes[at + 1];
  const z = faces.planes[at + 2];
  let d = x * points[top] + y * points[top + 1] + z * points[top + 2];
  for (let h = first; h < starts[face + 1]; h++) {
    const v = offset + VERTEX_STRIDE * loops[h];
    d = Math.max(d, x * points[v] + y * points[v + 1] + z * points[v + 2]);
  }
  planes[at] = x;
  planes[at + 1] = y;
  planes[at + 2] = z;
  planes[at + 3] = d;
}
