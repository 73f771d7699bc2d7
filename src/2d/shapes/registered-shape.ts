import type { Bvh } from '../../core/bvh/bvh.ts';
import type { HandledRecord, ShapeRegistry as Registry } from '../../core/shapes/handled-shape.ts';
import type { ChainJoins } from './chain-joins.ts';
import type { GridRoutines } from './grid-routines.ts';
import type { OutlineColumns } from './outline-columns.ts';
import type { CurvedCore, PlacedPiece } from './placed-piece.ts';
import type { Seams } from './seams.ts';
import type { TileGrid } from './tile-grid.ts';

declare const opaque: unique symbol;

/** The registered shapes of a world in the plane; its columns are the outlines of polygons and segments. */
export interface ShapeRegistry extends Registry<RegisteredShape, OutlineColumns, ExtentRoutine> {}

/**
 * Writes the extent of the shape of a handle at the pose `poses[at …]`, see extent.ts. Each kind brings its own.
 */
export type ExtentRoutine = (registry: ShapeRegistry, handle: number, poses: Float64Array, at: number) => void;

/**
 * The record that all registered shapes of one kind share. It comes along with their maker: a game ships the kinds that
 * it makes.
 */
export interface ShapeRecord extends HandledRecord<RegisteredShape, ExtentRoutine> {
  /** Writes a piece of a shape at the placement, see placed-piece.ts. */
  readonly load: (piece: PlacedPiece, shape: RegisteredShape, child: number) => void;
  /** Set where the pieces are bounded by a curve: how rays and points meet it. */
  readonly curve: CurvedCore | undefined;
  /** Whether the pieces are the segments from each vertex to the next: a line, which has no inside. */
  readonly isLine: boolean;
  /**
   * Whether the pieces of a composite make one surface. The narrow phase and queries have a table each of the routines
   * by which the surface is met, by kind: see surface-table.ts in their folders.
   */
  readonly makesSurface: boolean;
  /** Set where the pieces lie in a grid, which then takes the place of the hierarchy. */
  readonly grid: GridRoutines<RegisteredShape> | undefined;
}

/**
 * A shape that the numbers of the stores do not describe, as a polygon or a chain. Immutable once made, shared between
 * entities by reference and by handle.
 *
 * It is a list of convex pieces in the shape's own frame. Piece i has `pieceCount[i]` vertices from vertex number
 * `pieceStart[i]`, counter-clockwise, and the radius `pieceRadius[i]` around them. The pieces of a chain are its
 * segments: they share vertices, and the columns are not stored. The single piece of a polygon has no columns either.
 *
 * The contents are internal: to a game a shape is a value that a shape maker returned.
 */
export interface RegisteredShape {
  /** Keeps TypeScript from accepting other objects as registered shapes. The field does not exist at run time. */
  readonly [opaque]?: never;
  /** @internal */
  readonly record: ShapeRecord;
  /** @internal The array that holds x, y of every vertex; polygons share it with others, see outline-page.ts. */
  readonly vertices: Float64Array;
  /** @internal Outward unit normal of the edge from vertex i to the next one of its piece; unused for chains. */
  readonly normals: Float64Array;
  /** @internal Polygons and segments: the number of the first vertex, and how many there are; others have 0. */
  readonly first: number;
  /** @internal */
  readonly count: number;
  /**
   * @internal Single pieces: whether every edge's normal bounds all of the vertices, as it does unless edges are as
   * short as rounding.
   */
  readonly isRegular: boolean;
  /** @internal Polygons: whether there are so many corners, none too close to the next, that climbing them pays. */
  readonly hasManyCorners: boolean;
  /** @internal */
  readonly pieces: number;
  /** @internal */
  readonly pieceStart: Uint32Array;
  /** @internal */
  readonly pieceCount: Uint32Array;
  /** @internal */
  readonly pieceRadius: Float64Array;
  /**
   * @internal Bounds of every piece, stride 4, and the hierarchy over them, both in the shape's frame; for chains and
   * compounds.
   */
  readonly pieceBounds: Float64Array;
  /** @internal */
  readonly bvh: Bvh | undefined;
  /** @internal Bounds of the whole shape in its own frame, minX, minY, maxX, maxY; polygons and segments have none. */
  readonly bounds: Float64Array;
  /** @internal Numbers that only the shape's own kind reads; most kinds have none. */
  readonly sizes: Float64Array;
  /** @internal Chains: whether the last vertex joins the first, and whether only the right-hand side collides. */
  readonly closed: boolean;
  /** @internal */
  readonly oneSided: boolean;
  /** @internal Chains: where they touch themselves; undefined where they do not. */
  readonly joins: ChainJoins | undefined;
  /** @internal Smooth compounds: where children lie side by side. */
  readonly seams: Seams | undefined;
  /** @internal Maps of tiles: what the cells hold. */
  readonly grid: TileGrid | undefined;
  /**
   * @internal The arguments of the maker, where they do not follow from the columns; only the file of the kind reads
   * them, to describe the shape.
   */
  readonly given: unknown;
}

/** The fields that a maker gives; columns that its kind does without are left out. */
type ShapeParts = Pick<RegisteredShape, 'pieces' | 'vertices'> &
  Partial<Omit<RegisteredShape, 'record' | typeof opaque>>;

/**
 * Makes a registered shape. One object literal serves all kinds, so that all shapes have one hidden class in V8. The
 * fields that a tick reads of a polygon come first, so that they share a cache line.
 */
export function makeRegisteredShape(record: ShapeRecord, parts: ShapeParts): RegisteredShape {
  return {
    record,
    vertices: parts.vertices,
    normals: parts.normals ?? NO_COLUMN_F64,
    first: parts.first ?? 0,
    count: parts.count ?? 0,
    isRegular: parts.isRegular ?? false,
    hasManyCorners: parts.hasManyCorners ?? false,
    pieces: parts.pieces,
    pieceStart: parts.pieceStart ?? NO_COLUMN_U32,
    pieceCount: parts.pieceCount ?? NO_COLUMN_U32,
    pieceRadius: parts.pieceRadius ?? NO_COLUMN_F64,
    pieceBounds: parts.pieceBounds ?? NO_COLUMN_F64,
    bvh: parts.bvh,
    bounds: parts.bounds ?? NO_COLUMN_F64,
    sizes: parts.sizes ?? NO_COLUMN_F64,
    closed: parts.closed ?? false,
    oneSided: parts.oneSided ?? false,
    joins: parts.joins,
    seams: parts.seams,
    grid: parts.grid,
    given: parts.given,
  };
}

const NO_COLUMN_U32 = new Uint32Array(0);
const NO_COLUMN_F64 = new Float64Array(0);
