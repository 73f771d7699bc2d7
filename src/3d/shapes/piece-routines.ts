import type { CastWalk } from '../../core/bvh/cast-walk.ts';
import type { OrderedWalk } from '../../core/bvh/ordered-walk.ts';
import type { IndexList } from '../../core/index-list.ts';
import type { ConvexBody } from '../geometry/convex/convex-body.ts';

/**
 * The routines that find and load the convex pieces of a shape with many pieces. They come with the maker of such
 * shapes, so that games without them do not ship the routines. All but `load` work in the shape's own frame and unit.
 */
export interface PieceRoutines<Shape> {
  count(shape: Shape): number;
  /** Writes the pieces whose bounds meet a box (the least coordinates, then the largest), ascending. */
  find(out: IndexList, shape: Shape, box: Float64Array): void;
  /** Loads a piece of a shape that stands at the body pose `poses[at …]`, relative to a place in the world. */
  load(body: ConvexBody, shape: Shape, child: number, poses: Float64Array, at: number, origin: Float64Array): void;
  /** Returns whether the shape holds a point in an inside that lies between its pieces, boundary included. */
  encloses(shape: Shape, point: Float64Array): boolean;
}

/** Triangles where they stand in the world, relative to a place there. */
export interface PlacedTriangles {
  /** Their corners, nine numbers at the beginning of every `stride`. */
  corners: Float64Array;
  readonly stride: number;
  /** The number of each in its surface. */
  children: Uint32Array;
  count: number;
}

/** How queries walk the triangles of a surface and ask them, in the surface's own frame and unit. */
export interface TriangleQueries<Shape> {
  /** Writes the corners of a triangle. */
  corners(out: Float64Array, shape: Shape, child: number): void;
  /**
   * Adds the triangles whose bounds meet a box to a list, in no order, where they are when the surface stands at the
   * body pose `poses[at …]`, relative to a place in the world. Returns false, and adds none, if there are more than
   * `most`.
   */
  gather(
    out: PlacedTriangles,
    shape: Shape,
    box: Float64Array,
    poses: Float64Array,
    at: number,
    origin: Float64Array,
    most: number,
  ): boolean;
  /** Does what `startCast` and `nextCastLeaf` of a hierarchy do. */
  startCast(walk: CastWalk, shape: Shape): void;
  nextCast(walk: CastWalk, shape: Shape): number;
  /** Does what `startClosest` and `nextClosestLeaf` of a hierarchy do. */
  startClosest(walk: OrderedWalk, shape: Shape): void;
  nextClosest(walk: OrderedWalk, shape: Shape): number;
  /**
   * Casts a ray (origin, direction) at a triangle without the radius around the whole surface: returns whether they
   * meet, and writes the point, the normal and the fraction, 0 with a zero normal from inside. V8 would put a fraction
   * on the heap that is returned.
   */
  castRay(hit: Float64Array, ray: Float64Array, shape: Shape, child: number): boolean;
  /** Writes the point of a triangle nearest to a point: the point itself where that is inside. */
  closestPoint(out: Float64Array, point: Float64Array, shape: Shape, child: number): void;
}
