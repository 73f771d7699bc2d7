import type { CastWalk } from '../../core/bvh/cast-walk.ts';
import type { OrderedWalk } from '../../core/bvh/ordered-walk.ts';
import type { IndexList } from '../../core/index-list.ts';

/**
 * One convex piece of a registered shape in the shape's own frame: vertices and edge normals from vertex number `first`
 * on.
 */
export interface OwnPiece {
  vertices: Float64Array;
  normals: Float64Array;
  first: number;
  count: number;
}

/**
 * The routines that replace the hierarchy of a composite shape whose pieces lie in a grid. They come with the maker of
 * such shapes, so that others do not ship them. All of them work in the shape's own frame.
 */
export interface GridRoutines<Shape> {
  /** Writes the pieces whose cells meet a box (minX, minY, maxX, maxY), ascending. */
  find(out: IndexList, shape: Shape, box: Float64Array): void;
  /** Writes minX, minY, maxX, maxY of a piece's cell. */
  writeBounds(out: Float64Array, shape: Shape, child: number): void;
  /** Does what `startCast` and `nextCastLeaf` of a hierarchy do: cell by cell along the way. */
  startCast(walk: CastWalk, shape: Shape): void;
  nextCast(walk: CastWalk, shape: Shape): number;
  /** Does what `startClosest` and `nextClosestLeaf` of a hierarchy do: ring by ring around the point. */
  startClosest(walk: OrderedWalk, shape: Shape): void;
  nextClosest(walk: OrderedWalk, shape: Shape): number;
  /** Points `own` at a piece, which stays until the next one is asked for. */
  view(own: OwnPiece, shape: Shape, child: number): void;
  /** Writes all pieces. @throws CollisionError `out-of-range` when they are too many to be placed for a query. */
  findAll(out: IndexList, shape: Shape): void;
  /** Returns whether there is a piece: it may have been taken out since it was met. */
  has(shape: Shape, child: number): boolean;
  /**
   * Returns whether a piece collides from one side alone, and does not exist for colliders that come from elsewhere.
   */
  isOneWay(shape: Shape, child: number): boolean;
  /** Returns whether two cells are in one row. */
  isSameRow(shape: Shape, child: number, otherChild: number): boolean;
  /** Appends the lines (4 numbers each) of the surface, and returns how many there are. */
  outline(out: Float64Array, shape: Shape, child: number): number;
  /** Counts changes of a shape's pieces. */
  versionOf(shape: Shape): number;
}
