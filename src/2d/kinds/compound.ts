import { buildBvh } from '../../core/bvh/build-bvh.ts';
import { makeBvh } from '../../core/bvh/bvh.ts';
import { countUp } from '../../core/count-up.ts';
import { CollisionError, refuse, requireFinite, requireKeys, requireType } from '../../core/errors.ts';
import { requireCoordinate, requireDistance, requireExtent } from '../../core/limits.ts';
import { requireSpec } from '../../core/shapes/require-spec.ts';
import { describeShape, makeShape, type ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { withoutSign } from '../../core/unsigned-zero.ts';
import {
  EXTENT_MAX_X,
  EXTENT_MAX_Y,
  EXTENT_MIN_X,
  EXTENT_MIN_Y,
  extent,
  writeFrameExtent,
  writeVertexExtent,
} from '../bounds/extent.ts';
import { pointBounds, writePointBounds } from '../bounds/point-bounds.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import { BOUNDS_STRIDE } from '../bvh/layout.ts';
import { addCompositeRoutines } from '../narrow-phase/collide-composite.ts';
import { collectSmoothContacts } from '../narrow-phase/smooth-contacts.ts';
import { setCollector } from '../narrow-phase/surface-table.ts';
import { POSE_HALF_HEIGHT, POSE_HALF_WIDTH, POSE_RADIUS, POSE_SCALE } from '../pose.ts';
import { settleSmoothHit } from '../queries/smooth-hit.ts';
import { findSurfaceStarts, readSurfaceStart } from '../queries/surface-starts.ts';
import { type SurfaceCasts, setSurfaceCasts } from '../queries/surface-table.ts';
import { loadInline } from '../shapes/load-inline.ts';
import { writePieceNormals } from '../shapes/piece-normals.ts';
import { createPlacedPiece, loadVertices, placeAtOrigin, placement } from '../shapes/placed-piece.ts';
import { makeRegisteredShape, type RegisteredShape, type ShapeRecord } from '../shapes/registered-shape.ts';
import { findSeams } from '../shapes/seams.ts';
import { isInlineKind, SHAPE_COMPOUND, SHAPE_KIND_NAMES, SHAPE_POLYGON, SHAPE_SEGMENT } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/** A convex shape inside a compound, placed in the compound's frame. */
export interface CompoundChild extends ShapeSpec {
  readonly offsetX?: number;
  readonly offsetY?: number;
  readonly offsetRotation?: number;
}

export const CHILD_KEYS = [
  'kind',
  'radius',
  'halfWidth',
  'halfHeight',
  'shape',
  'offsetX',
  'offsetY',
  'offsetRotation',
] as const;

/** Options of `compound`. */
export interface CompoundOptions {
  /**
   * Takes polygons and boxes that lie side by side, or overlap, for one solid: edges and corners inside of it make no
   * contacts, so that nothing catches on them. Real corners, steps and gaps stay, and so do rounded children, which
   * leave notches. Default false: each child collides alone.
   */
  smooth?: boolean;
}

const COMPOUND_KEYS = ['smooth'] as const;

/**
 * Makes one collider of several convex shapes, each with an offset of its own. Contacts name the child by its place in
 * the list.
 * @throws CollisionError `invalid-shape` for an empty list or a child that is a chain or compound itself.
 */
export function compound(children: readonly CompoundChild[], options: CompoundOptions = {}): ShapeSpec {
  requireKeys('compound options', options, COMPOUND_KEYS);
  const { smooth = false } = options;
  requireType('smooth', smooth, 'boolean');
  return makeSpec(SHAPE_COMPOUND, 0, 0, 0, buildCompound(children, smooth));
}

const compoundRecord: ShapeRecord = {
  kind: SHAPE_COMPOUND,
  isComposite: true,
  writeExtent(registry, handle, poses, at) {
    const { pieces, vertices, pieceRadius } = registry.shapes[handle]!;
    if (pieces > 1) {
      writeFrameExtent(registry, handle, poses, at);
      return;
    }
    writeVertexExtent(vertices, 0, vertices.length / 2, poses, at);
    const radius = pieceRadius[0] * poses[at + POSE_SCALE];
    extent[EXTENT_MIN_X] = extent[EXTENT_MIN_X] - radius;
    extent[EXTENT_MIN_Y] = extent[EXTENT_MIN_Y] - radius;
    extent[EXTENT_MAX_X] = extent[EXTENT_MAX_X] + radius;
    extent[EXTENT_MAX_Y] = extent[EXTENT_MAX_Y] + radius;
  },
  load(piece, shape, child) {
    loadVertices(piece, shape.vertices, shape.normals, shape.pieceStart[child], shape.pieceCount[child]);
    piece.radius = placement[POSE_RADIUS] + shape.pieceRadius[child] * placement[POSE_SCALE];
  },
  curve: undefined,
  isLine: false,
  makesSurface: false,
  grid: undefined,
  inPlace: undefined,
  enter: enterRegistry,
  addRoutines: () => addCompositeRoutines(SHAPE_COMPOUND),
};

const smoothCasts: SurfaceCasts = {
  findStarts: findSurfaceStarts,
  readStart: readSurfaceStart,
  leavesOut: undefined,
  settle: settleSmoothHit,
  admits: undefined,
};

const smoothRecord: ShapeRecord = {
  ...compoundRecord,
  makesSurface: true,
  addRoutines() {
    addCompositeRoutines(SHAPE_COMPOUND);
    setCollector(SHAPE_COMPOUND, collectSmoothContacts);
    setSurfaceCasts(SHAPE_COMPOUND, smoothCasts);
  },
};

/** Builds the registered shape of a compound; its pieces are its children. */
function buildCompound(children: readonly CompoundChild[], smooth: boolean): RegisteredShape {
  if (!Array.isArray(children)) refuse('invalid-shape', 'the children of a compound', 'a list of shapes', children);
  if (children.length === 0) throw new CollisionError('invalid-shape', 'compound: needs at least 1 child, got 0');
  const given = Array.from(children, readChild);
  const locals = given.map(placedVertices);
  const total = locals.reduce((sum, local) => sum + local.length, 0);
  const vertices = new Float64Array(total);
  const normals = new Float64Array(total);
  const starts = new Uint32Array(children.length);
  const counts = new Uint32Array(children.length);
  const radii = new Float64Array(children.length);
  const pieceBounds = new Float64Array(children.length * BOUNDS_STRIDE);
  let used = 0;
  for (let i = 0; i < children.length; i++) {
    const local = locals[i];
    starts[i] = used / 2;
    counts[i] = local.length / 2;
    radii[i] = given[i].radius;
    vertices.set(local, used);
    if (counts[i] > 1) writePieceNormals(normals, vertices, starts[i], counts[i]);
    writePointBounds(pieceBounds, i * BOUNDS_STRIDE, vertices, starts[i], counts[i], radii[i]);
    used += local.length;
  }
  // The bounds of the children are passed as points: the lower and the upper corner of each.
  const bounds = pointBounds(pieceBounds);
  requireExtent('compound', bounds);
  const bvh = makeBvh(boxHierarchy);
  buildBvh(bvh, pieceBounds, countUp(children.length), children.length);
  const columns = {
    pieces: children.length,
    vertices,
    normals,
    pieceStart: starts,
    pieceCount: counts,
    pieceRadius: radii,
    pieceBounds,
    bvh,
  };
  return makeRegisteredShape(smooth ? smoothRecord : compoundRecord, {
    ...columns,
    seams: smooth ? findSeams(columns) : undefined,
    bounds,
    given,
  });
}

/** Returns a copy of a child, with all of its offsets, or throws naming what is wrong with it. */
function readChild(child: CompoundChild, index: number): Required<CompoundChild> {
  requireSpec(`compound child ${index}`, child, 2);
  requireKeys(`compound child ${index}`, child, CHILD_KEYS);
  const [offsetX, offsetY, offsetRotation] = (['offsetX', 'offsetY', 'offsetRotation'] as const).map((offset) => {
    const require = offset === 'offsetRotation' ? requireFinite : requireCoordinate;
    return child[offset] === undefined ? 0 : withoutSign(require(`compound child ${index} ${offset}`, child[offset]));
  }) as [number, number, number];
  for (const size of ['radius', 'halfWidth', 'halfHeight'] as const) {
    requireDistance(`compound child ${index} ${size}`, child[size]);
  }
  return { ...child, offsetX, offsetY, offsetRotation };
}

function placedVertices(child: Required<CompoundChild>, index: number): Float64Array {
  const { offsetX: x, offsetY: y, offsetRotation } = child;
  const turn = new Float64Array(2);
  cosSin(turn, 0, offsetRotation);
  const local = coreVertices(child, index);
  const placed = new Float64Array(local.length);
  for (let i = 0; i < local.length; i += 2) {
    placed[i] = x + turn[0] * local[i] - turn[1] * local[i + 1];
    placed[i + 1] = y + turn[1] * local[i] + turn[0] * local[i + 1];
  }
  return placed;
}

const inline = createPlacedPiece(4);

/** Returns the vertices of a convex shape's core in its own frame. */
function coreVertices(child: ShapeSpec, index: number): Float64Array {
  if (isInlineKind(child.kind)) {
    placeAtOrigin();
    placement[POSE_HALF_WIDTH] = child.halfWidth;
    placement[POSE_HALF_HEIGHT] = child.halfHeight;
    loadInline(inline, child.kind);
    return inline.vertices.slice(0, 2 * inline.count);
  }
  if (child.kind === SHAPE_POLYGON || child.kind === SHAPE_SEGMENT) {
    const shape = requireShape(child.shape);
    const { vertices, first, count } = shape;
    if (shape.record.kind === child.kind) return vertices.slice(2 * first, 2 * (first + count));
  }
  const found = SHAPE_KIND_NAMES[child.kind] ?? child.kind;
  refuse('invalid-shape', `compound: child ${index}`, 'a circle, capsule, box, polygon or segment', found);
}

/**
 * Compounds as plain data: `children`, each with the fields of its own kind, `offsetX`, `offsetY` and
 * `offsetRotation`; and `smooth`. Children need the formats of their kinds.
 */
export const compoundFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_COMPOUND,
  name: 'compound',
  fields: ['children', 'smooth'],
  describe({ shape }, formats) {
    const { given, seams } = requireShape(shape);
    const children = (given as readonly Required<CompoundChild>[]).map((child) => {
      const { offsetX, offsetY, offsetRotation } = child;
      return { ...describeShape(child, formats), offsetX, offsetY, offsetRotation };
    });
    return { children, smooth: seams !== undefined };
  },
  make({ children, smooth }, formats) {
    if (!Array.isArray(children)) refuse('invalid-shape', 'children', 'a list of shapes', children);
    const made = (children as readonly Partial<CompoundChild>[]).map((child, i) => {
      const { offsetX = 0, offsetY = 0, offsetRotation = 0, ...shape } = child ?? {};
      return { ...makeShape<ShapeSpec>(shape, formats, `children[${i}]`), offsetX, offsetY, offsetRotation };
    });
    return compound(made, { smooth });
  },
};
