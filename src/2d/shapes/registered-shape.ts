import type { Bvh } from '../../core/bvh/bvh.ts';
import type { ExtentRoutine } from '../bounds/extent.ts';
import type { CollideRoutine } from '../narrow-phase/collide-routine.ts';
import type { ShapeRegistry } from './shape-registry.ts';

declare const opaque: unique symbol;

/**
 * A shape too large for inline numbers: polygon, segment, chain or compound. Immutable once made, shared between entities by
 * reference and by handle.
 *
 * It is a list of convex pieces in the shape's own frame. Piece i has `pieceCount[i]` vertices from vertex number
 * `pieceStart[i]`, counter-clockwise, and the radius `pieceRadius[i]` around them. The pieces of a chain are its segments: they
 * share vertices, and the columns are not stored.
 *
 * What it is made of is internal: to a game it is a value that a shape maker returned.
 */
export interface RegisteredShape {
  /** Keeps other objects from being taken for one. It is not there at run time. */
  readonly [opaque]?: never;
  /** @internal */
  readonly kind: number;
  /** @internal */
  readonly pieces: number;
  /** @internal x, y of every vertex. */
  readonly vertices: Float64Array;
  /** @internal Outward unit normal of the edge from vertex i to the next one of its piece; unused for chains. */
  readonly normals: Float64Array;
  /** @internal Single pieces: whether every edge's normal bounds all of the vertices, as it does unless edges are as short as rounding. */
  readonly isRegular: boolean;
  /** @internal */
  readonly pieceStart: Uint32Array;
  /** @internal */
  readonly pieceCount: Uint32Array;
  /** @internal */
  readonly pieceRadius: Float64Array;
  /** @internal Bounds of every piece, stride 4, and the hierarchy over them, both in the shape's frame; for chains and compounds. */
  readonly pieceBounds: Float64Array;
  /** @internal */
  readonly bvh: Bvh | undefined;
  /** @internal Bounds of the whole shape in its own frame: minX, minY, maxX, maxY. */
  readonly bounds: Float64Array;
  /** @internal Chains: whether the last vertex joins the first, and whether only the right-hand side collides. */
  readonly closed: boolean;
  /** @internal */
  readonly oneSided: boolean;
  /*
   * Shapes bring along the routines that differ, so that a game ships those of the shapes it uses.
   */
  /** @internal */
  readonly writeExtent: ExtentRoutine;
  /** @internal Enters a shape into a registry, if it is new there, and returns its handle. */
  readonly enter: (registry: ShapeRegistry, shape: RegisteredShape) => number;
  /** @internal Writes how shapes of this kind collide with all others into the table of a registry. */
  readonly addRoutines: (routines: (CollideRoutine | undefined)[]) => void;
}
