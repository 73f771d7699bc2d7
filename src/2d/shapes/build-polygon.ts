import { CollisionError, requireFinite } from '../../core/errors.ts';
import { pointBounds } from '../bounds/point-bounds.ts';
import { writeVertexExtent } from '../bounds/vertex-extent.ts';
import { ROUNDING } from '../geometry/contact/clip-face.ts';
import { wrapPoints } from '../geometry/convex/build-convex-hull.ts';
import { addPolygonRoutines, addSegmentRoutines } from '../narrow-phase/add-convex-routines.ts';
import { enterRegistry } from './enter-registry.ts';
import { flattenPoints, type PointsInput } from './points.ts';
import type { RegisteredShape } from './registered-shape.ts';
import { SHAPE_POLYGON, SHAPE_SEGMENT } from './shape-kind.ts';

const NO_COLUMN_U32 = new Uint32Array(0);
const NO_COLUMN_F64 = new Float64Array(0);

/** Builds the registered shape of a convex polygon: the hull of `points`. */
export function buildPolygon(points: PointsInput): RegisteredShape {
  const flat = flattenPoints('polygon', points);
  const hull = new Float64Array(flat.length);
  const count = wrapPoints(hull, 0, flat, 0, flat.length / 2);
  if (count < 3) {
    throw new CollisionError(
      'invalid-shape',
      `polygon: needs 3 points that are not on one line, got ${flat.length / 2} points with a hull of ${count}`,
    );
  }
  return singlePiece(SHAPE_POLYGON, hull.slice(0, count * 2));
}

/** Builds the registered shape of a segment. */
export function buildSegment(ax: number, ay: number, bx: number, by: number): RegisteredShape {
  requireFinite('segment ax', ax);
  requireFinite('segment ay', ay);
  requireFinite('segment bx', bx);
  requireFinite('segment by', by);
  if (ax === bx && ay === by) {
    throw new CollisionError('invalid-shape', `segment: its two points are equal, (${ax}, ${ay})`);
  }
  return singlePiece(SHAPE_SEGMENT, Float64Array.of(ax, ay, bx, by));
}

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

/** Above this many vertices the check below would take too long. */
const MAX_CHECKED_VERTICES = 256;

function isRegular(vertices: Float64Array, normals: Float64Array): boolean {
  const end = vertices.length;
  if (end > 2 * MAX_CHECKED_VERTICES) return false;
  for (let e = 0; e < end; e += 2) {
    const x = vertices[e];
    const y = vertices[e + 1];
    for (let v = 0; v < end; v += 2) {
      const beyond = normals[e] * (vertices[v] - x) + normals[e + 1] * (vertices[v + 1] - y);
      const size = Math.abs(x) + Math.abs(y) + Math.abs(vertices[v]) + Math.abs(vertices[v + 1]);
      if (!(beyond <= ROUNDING * size)) return false;
    }
  }
  return true;
}

function singlePiece(kind: number, points: Float64Array): RegisteredShape {
  const count = points.length / 2;
  // One block of memory: whoever reads the one reads the other.
  const outline = new Float64Array(2 * points.length);
  const vertices = outline.subarray(0, points.length);
  const normals = outline.subarray(points.length);
  vertices.set(points);
  writePieceNormals(normals, vertices, 0, count);
  return {
    kind,
    pieces: 1,
    vertices,
    normals,
    isRegular: kind === SHAPE_POLYGON && isRegular(vertices, normals),
    pieceStart: Uint32Array.of(0),
    pieceCount: Uint32Array.of(count),
    pieceRadius: NO_COLUMN_F64,
    pieceBounds: NO_COLUMN_F64,
    bvh: undefined,
    bounds: pointBounds(vertices),
    closed: false,
    oneSided: false,
    writeExtent: writeVertexExtent,
    enter: enterRegistry,
    addRoutines: kind === SHAPE_POLYGON ? addPolygonRoutines : addSegmentRoutines,
  };
}

export { NO_COLUMN_F64, NO_COLUMN_U32 };
