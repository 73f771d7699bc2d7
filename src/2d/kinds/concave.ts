import { buildBvh } from '../../core/bvh/build-bvh.ts';
import { makeBvh } from '../../core/bvh/bvh.ts';
import { countUp } from '../../core/count-up.ts';
import { refuse, requireKeys } from '../../core/errors.ts';
import { requireDistance, requireExtent } from '../../core/limits.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { writeFrameExtent } from '../bounds/extent.ts';
import { pointBounds, writePointBounds } from '../bounds/point-bounds.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import { BOUNDS_STRIDE } from '../bvh/layout.ts';
import { decomposeRegion } from '../geometry/partition/decompose-convex.ts';
import type { ConvexPieces } from '../geometry/partition/merge-triangles.ts';
import { addCompositeRoutines } from '../narrow-phase/collide-composite.ts';
import { collectConcaveContacts } from '../narrow-phase/concave-contacts.ts';
import { setCollector } from '../narrow-phase/surface-table.ts';
import { POSE_RADIUS } from '../pose.ts';
import { settleSmoothHit } from '../queries/smooth-hit.ts';
import { findSurfaceStarts, readSurfaceStart } from '../queries/surface-starts.ts';
import { setSurfaceCasts } from '../queries/surface-table.ts';
import { writePieceNormals } from '../shapes/piece-normals.ts';
import { loadVertices, placement } from '../shapes/placed-piece.ts';
import { flattenPoints, type PointsInput } from '../shapes/points.ts';
import { makeRegisteredShape, type RegisteredShape, type ShapeRecord } from '../shapes/registered-shape.ts';
import { findNeighbours, MAX_OPEN_PARTS, type Outline } from '../shapes/seams.ts';
import { SHAPE_CONCAVE } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/** The holes of a concave polygon, and what may be set otherwise. */
export interface ConcaveOptions {
  /** Outlines of the holes in the polygon. They lie within it and apart from each other, but may touch. */
  holes?: readonly PointsInput[];
  /** Added around the whole, as with `polygon`. Default 0. */
  radius?: number;
}

const CONCAVE_KEYS = ['holes', 'radius'] as const;

/**
 * Makes a solid of any simple polygon, with holes. A shape inside of it overlaps it, and one that touches it has
 * contacts with its outline. It is cut into convex pieces, few and without slivers; contacts name the piece (`child`),
 * and edges between pieces make none. The windings do not matter. Collinear and doubled points are dropped; rings may
 * touch themselves and each other.
 *
 * A body inside is pushed out over the outline. Where only the outside matters, a one-sided `chain` of thousands of
 * points costs less.
 *
 * @throws CollisionError `invalid-shape` naming the two edges that cross, a hole that is not within the outline, and
 * holes that overlap; for fewer than three points, and when nothing is inside. `invalid-number` for a coordinate or
 * radius that is not a finite number.
 */
export function concave(points: PointsInput, options: ConcaveOptions = {}): ShapeSpec {
  requireKeys('concave options', options, CONCAVE_KEYS);
  const { holes = [], radius = 0 } = options;
  requireDistance('concave: radius', radius);
  if (!Array.isArray(holes)) refuse('invalid-shape', 'concave: holes', 'a list of lists of points', holes);
  return makeSpec(SHAPE_CONCAVE, radius, 0, 0, buildConcave(points, holes));
}

const concaveRecord: ShapeRecord = {
  kind: SHAPE_CONCAVE,
  isComposite: true,
  writeExtent: writeFrameExtent,
  load(piece, shape, child) {
    loadVertices(piece, shape.vertices, shape.normals, shape.pieceStart[child], shape.pieceCount[child]);
    piece.radius = placement[POSE_RADIUS];
  },
  curve: undefined,
  isLine: false,
  makesSurface: true,
  grid: undefined,
  inPlace: undefined,
  enter: enterRegistry,
  addRoutines() {
    addCompositeRoutines(SHAPE_CONCAVE);
    setCollector(SHAPE_CONCAVE, collectConcaveContacts);
    setSurfaceCasts(SHAPE_CONCAVE, {
      findStarts: findSurfaceStarts,
      readStart: readSurfaceStart,
      leavesOut: undefined,
      settle: settleSmoothHit,
      admits: undefined,
    });
  },
};

/** Builds the registered shape of a polygon with holes; its pieces are those of a convex decomposition. */
function buildConcave(points: PointsInput, holes: readonly PointsInput[]): RegisteredShape {
  const rings = [
    flattenPoints('concave', points),
    ...holes.map((hole, i) => flattenPoints(`concave: hole ${i}`, hole)),
  ];
  const holeStarts: number[] = [];
  let total = 0;
  for (let i = 0; i < rings.length; i++) {
    if (i > 0) holeStarts.push(total / 2);
    total += rings[i].length;
  }
  const flat = new Float64Array(total);
  for (let i = 0; i < rings.length; i++) flat.set(rings[i], i === 0 ? 0 : 2 * holeStarts[i - 1]);
  const region = decomposeRegion('concave', flat, holeStarts, MAX_OPEN_PARTS);
  const bounds = pointBounds(flat);
  requireExtent('concave outline', bounds);
  const { vertices: corners, starts, firstPart, parts } = region;
  const pieces = starts.length - 1;
  const vertices = new Float64Array(2 * corners.length);
  for (let i = 0; i < corners.length; i++) {
    vertices[2 * i] = flat[2 * corners[i]];
    vertices[2 * i + 1] = flat[2 * corners[i] + 1];
  }
  const normals = new Float64Array(vertices.length);
  const pieceStart = starts.slice(0, pieces);
  const pieceCount = new Uint32Array(pieces);
  const pieceBounds = new Float64Array(pieces * BOUNDS_STRIDE);
  for (let i = 0; i < pieces; i++) {
    pieceCount[i] = starts[i + 1] - starts[i];
    writePieceNormals(normals, vertices, starts[i], pieceCount[i]);
    writePointBounds(pieceBounds, i * BOUNDS_STRIDE, vertices, starts[i], pieceCount[i], 0);
  }
  const bvh = makeBvh(boxHierarchy);
  buildBvh(bvh, pieceBounds, countUp(pieces), pieces);
  const columns = {
    pieces,
    vertices,
    normals,
    pieceStart,
    pieceCount,
    pieceRadius: new Float64Array(pieces),
    pieceBounds,
    bvh,
  };
  return makeRegisteredShape(concaveRecord, {
    ...columns,
    seams: { ...findNeighbours(columns), firstPart, parts, outline: outlineOf(region, flat) },
    bounds,
    given: rings,
  });
}

/** Returns the parts of the outline, with their ends as they were given. */
function outlineOf({ firstPart, partEnds, nextPart }: ConvexPieces, points: Float64Array): Outline {
  const segments = new Float64Array(2 * partEnds.length);
  const edge = new Uint32Array(nextPart.length);
  for (let i = 0; i < partEnds.length; i++) {
    segments[2 * i] = points[2 * partEnds[i]];
    segments[2 * i + 1] = points[2 * partEnds[i] + 1];
  }
  for (let corner = 0; corner + 1 < firstPart.length; corner++) {
    edge.fill(corner, firstPart[corner], firstPart[corner + 1]);
  }
  const loops: number[] = [];
  const isSeen = new Uint8Array(nextPart.length);
  for (let first = 0; first < nextPart.length; first++) {
    if (isSeen[first] === 1) continue;
    loops.push(first);
    for (let part = first; isSeen[part] === 0; part = nextPart[part]) isSeen[part] = 1;
  }
  return { segments, next: nextPart, edge, loops: Uint32Array.from(loops) };
}

/** Concave solids as plain data: `points` and `holes`, x and y of each point, and `radius`. */
export const concaveFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_CONCAVE,
  name: 'concave',
  fields: ['points', 'holes'],
  describe({ shape }) {
    const [points, ...holes] = (requireShape(shape).given as readonly Float64Array[]).map((ring) => Array.from(ring));
    return { points, holes };
  },
  make: ({ points, holes }) => concave(points, { holes }),
};
