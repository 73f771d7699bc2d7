import type { CastWalk } from '../../core/bvh/cast-walk.ts';
import type { OrderedWalk } from '../../core/bvh/ordered-walk.ts';
import type { IndexList } from '../../core/index-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { OwnPiece } from '../queries/local-frame.ts';
import type { RegisteredShape } from './registered-shape.ts';

/**
 * What stands for the hierarchy of a composite shape whose pieces lie in a grid. It comes with the maker of such
 * shapes, so that others do not ship it. What is given a slot works in the world, all else in the shape's own frame.
 */
export interface GridRoutines {
  /** Writes the pieces whose cells meet a box (minX, minY, maxX, maxY), ascending. */
  find(out: IndexList, shape: RegisteredShape, box: Float64Array): void;
  /** Writes minX, minY, maxX, maxY of a piece's cell. */
  writeBounds(out: Float64Array, shape: RegisteredShape, child: number): void;
  /** As `startCast` and `nextCastLeaf` of a hierarchy: cell by cell along the way. */
  startCast(walk: CastWalk, shape: RegisteredShape): void;
  nextCast(walk: CastWalk, shape: RegisteredShape): number;
  /** As `startClosest` and `nextClosestLeaf`: ring by ring around the point. */
  startClosest(walk: OrderedWalk, shape: RegisteredShape): void;
  nextClosest(walk: OrderedWalk, shape: RegisteredShape): number;
  /** Points `own` at a piece, which stays until the next one is asked for. */
  view(own: OwnPiece, shape: RegisteredShape, child: number): void;
  /** Writes all pieces. @throws CollisionError `out-of-range` when they are too many to be placed for a query. */
  findAll(out: IndexList, shape: RegisteredShape): void;
  /** Whether there is a piece: it may have been taken out since it was met. */
  has(shape: RegisteredShape, child: number): boolean;
  /** Whether a piece collides from one side alone, and is none for something that comes along otherwise. */
  isOneWay(shape: RegisteredShape, child: number): boolean;
  /** Whether a piece stops a mover that hits it with a normal. */
  admits(hit: Float64Array, set: ColliderSet, slot: number, shape: RegisteredShape, child: number): boolean;
  /** Appends the lines (4 numbers each) of the surface, and returns how many there are. */
  outline(out: Float64Array, shape: RegisteredShape, child: number): number;
  /** Counts changes of a shape's pieces. */
  versionOf(shape: RegisteredShape): number;
}
