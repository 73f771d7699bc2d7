import { CollisionError } from '../../core/errors.ts';
import { requireExtent } from '../../core/limits.ts';
import { setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { type RoundingOptions, radiusOf } from '../../core/shapes/rounding.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { writeOutlineExtent } from '../bounds/extent.ts';
import { pointBounds } from '../bounds/point-bounds.ts';
import { ROUNDING } from '../geometry/contact/clip-face.ts';
import { wrapPoints } from '../geometry/convex/build-convex-hull.ts';
import { addConvexRoutines } from '../narrow-phase/collide-any-convex.ts';
import {
  collideBoxPolygonColliders,
  collidePolygonBoxColliders,
} from '../narrow-phase/collide-box-or-capsule-polygon.ts';
import {
  collideCirclePolygonColliders,
  collidePolygonCircleColliders,
} from '../narrow-phase/collide-circle-polygon.ts';
import { collidePolygonColliders, MANY_CORNERS } from '../narrow-phase/collide-many-corners.ts';
import { routines } from '../narrow-phase/routine-table.ts';
import { loadOutline } from '../shapes/load-outline.ts';
import { placeOutline } from '../shapes/outline-page.ts';
import { writePieceNormals } from '../shapes/piece-normals.ts';
import { flattenPoints, type PointsInput } from '../shapes/points.ts';
import { makeRegisteredShape, type RegisteredShape, type ShapeRecord } from '../shapes/registered-shape.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CIRCLE, SHAPE_KIND_NAMES, SHAPE_POLYGON } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes the convex hull of any points, with `radius` (default 0) added around it. Duplicate, inner and collinear points
 * are dropped; the winding of the input does not matter.
 * @throws CollisionError `invalid-shape` when fewer than three points remain (too few, or all on one line),
 *   `invalid-number` for a coordinate or radius that is not a finite number.
 */
export function polygon(points: PointsInput, options: RoundingOptions = {}): ShapeSpec {
  return makeSpec(SHAPE_POLYGON, radiusOf('polygon', options), 0, 0, buildPolygon(points));
}

const polygonRecord: ShapeRecord = {
  kind: SHAPE_POLYGON,
  isComposite: false,
  writeExtent: writeOutlineExtent,
  load: loadOutline,
  curve: undefined,
  isLine: false,
  makesSurface: false,
  grid: undefined,
  inPlace: undefined,
  enter: enterRegistry,
  addRoutines() {
    addConvexRoutines(SHAPE_POLYGON);
    setRoutines(routines, SHAPE_POLYGON, SHAPE_POLYGON, collidePolygonColliders, collidePolygonColliders);
    setRoutines(routines, SHAPE_CIRCLE, SHAPE_POLYGON, collideCirclePolygonColliders, collidePolygonCircleColliders);
    setRoutines(routines, SHAPE_CAPSULE, SHAPE_POLYGON, collideBoxPolygonColliders, collidePolygonBoxColliders);
    setRoutines(routines, SHAPE_BOX, SHAPE_POLYGON, collideBoxPolygonColliders, collidePolygonBoxColliders);
  },
};

/** Builds the registered shape of a convex polygon: the hull of `points`. */
function buildPolygon(points: PointsInput): RegisteredShape {
  const flat = flattenPoints('polygon', points);
  const hull = new Float64Array(flat.length);
  const count = wrapPoints(hull, 0, flat, 0, flat.length / 2);
  if (count < 3) {
    throw new CollisionError(
      'invalid-shape',
      `polygon: needs 3 points that are not on one line, got ${flat.length / 2} points with a hull of ${count}`,
    );
  }
  return makePiece(polygonRecord, hull.slice(0, count * 2), true);
}

/**
 * The largest number of vertices for which `isRegular` compares all pairs of edges: with more, the check takes too
 * long.
 */
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

/**
 * An edge much shorter than the polygon's size may rise where rounding says that it falls, and end a climb. Longer ones
 * end it only where no more than rounding is left to gain.
 */
const SHORTEST_EDGE = 1 / 1024;

/** Returns whether a regular polygon has many corners, and no edge is too short to climb along. */
function hasManyCorners(vertices: Float64Array): boolean {
  if (vertices.length < 2 * MANY_CORNERS) return false;
  let size = 0;
  for (let i = 0; i < vertices.length; i++) size = Math.max(size, Math.abs(vertices[i]));
  const least = SHORTEST_EDGE * size;
  for (let i = 0; i < vertices.length; i += 2) {
    const next = (i + 2) % vertices.length;
    const x = vertices[next] - vertices[i];
    const y = vertices[next + 1] - vertices[i + 1];
    if (!(x * x + y * y >= least * least)) return false;
  }
  return true;
}

/** Makes the registered shape of one convex piece, whose vertices are given. */
export function makePiece(record: ShapeRecord, points: Float64Array, isSolid: boolean): RegisteredShape {
  requireExtent(SHAPE_KIND_NAMES[record.kind], pointBounds(points));
  const count = points.length / 2;
  // Vertices and normals share one block of memory: a routine that reads the vertices reads the normals as well.
  const block = new Float64Array(2 * points.length);
  block.set(points);
  const ownVertices = block.subarray(0, points.length);
  const ownNormals = block.subarray(points.length);
  writePieceNormals(ownNormals, points, 0, count);
  const hasRegularEdges = isSolid && isRegular(points, ownNormals);
  const { vertices, normals, first } = placeOutline(ownVertices, ownNormals);
  return makeRegisteredShape(record, {
    pieces: 1,
    vertices,
    normals,
    first,
    count,
    isRegular: hasRegularEdges,
    hasManyCorners: hasRegularEdges && hasManyCorners(points),
  });
}

/** Convex polygons as plain data: `points`, x and y of each corner, and `radius`. */
export const polygonFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_POLYGON,
  name: 'polygon',
  fields: ['points'],
  describe({ shape }) {
    const { vertices, first, count } = requireShape(shape);
    return { points: Array.from(vertices.subarray(2 * first, 2 * (first + count))) };
  },
  make: ({ points }) => polygon(points),
};
