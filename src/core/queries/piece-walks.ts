import type { Bvh } from '../bvh/bvh.ts';
import { type CastWalk, nextCastLeaf, startCast } from '../bvh/cast-walk.ts';
import { nextClosestLeaf, startClosest } from '../bvh/closest-walk.ts';
import type { OrderedWalk } from '../bvh/ordered-walk.ts';

/*
 * Walks among the pieces of a composite shape, in its own frame: through its hierarchy, or its grid.
 */

/** The walks of shapes whose pieces lie in a grid, which takes the place of a hierarchy. */
export interface GridWalks<Shape> {
  startCast(walk: CastWalk, shape: Shape): void;
  nextCast(walk: CastWalk, shape: Shape): number;
  startClosest(walk: OrderedWalk, shape: Shape): void;
  nextClosest(walk: OrderedWalk, shape: Shape): number;
}

/** The fields of a composite shape that the walks read. */
export interface WalkedShape<Shape> {
  readonly record: { readonly grid: GridWalks<Shape> | undefined };
  readonly bvh: Bvh | undefined;
  readonly pieceBounds: Float64Array;
}

export function startPieceCast<Shape extends WalkedShape<Shape>>(walk: CastWalk, shape: Shape): void {
  if (shape.record.grid !== undefined) shape.record.grid.startCast(walk, shape);
  else startCast(walk, shape.bvh!);
}

export function nextPieceCast<Shape extends WalkedShape<Shape>>(walk: CastWalk, shape: Shape): number {
  if (shape.record.grid !== undefined) return shape.record.grid.nextCast(walk, shape);
  return nextCastLeaf(walk, shape.bvh!, shape.pieceBounds);
}

export function startPieceClosest<Shape extends WalkedShape<Shape>>(walk: OrderedWalk, shape: Shape): void {
  if (shape.record.grid !== undefined) shape.record.grid.startClosest(walk, shape);
  else startClosest(walk, shape.bvh!);
}

export function nextPieceClosest<Shape extends WalkedShape<Shape>>(walk: OrderedWalk, shape: Shape): number {
  if (shape.record.grid !== undefined) return shape.record.grid.nextClosest(walk, shape);
  return nextClosestLeaf(walk, shape.bvh!, shape.pieceBounds);
}
