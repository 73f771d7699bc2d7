import { type CastWalk, nextCastLeaf, startCast } from '../../core/bvh/cast-walk.ts';
import { nextClosestLeaf, startClosest } from '../../core/bvh/closest-walk.ts';
import type { OrderedWalk } from '../../core/bvh/ordered-walk.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';

/*
 * Walks among the pieces of a composite shape, in its own frame: through its hierarchy, or its grid.
 */

export function startPieceCast(walk: CastWalk, shape: RegisteredShape): void {
  if (shape.record.grid !== undefined) shape.record.grid.startCast(walk, shape);
  else startCast(walk, shape.bvh!);
}

export function nextPieceCast(walk: CastWalk, shape: RegisteredShape): number {
  if (shape.record.grid !== undefined) return shape.record.grid.nextCast(walk, shape);
  return nextCastLeaf(walk, shape.bvh!, shape.pieceBounds);
}

export function startPieceClosest(walk: OrderedWalk, shape: RegisteredShape): void {
  if (shape.record.grid !== undefined) shape.record.grid.startClosest(walk, shape);
  else startClosest(walk, shape.bvh!);
}

export function nextPieceClosest(walk: OrderedWalk, shape: RegisteredShape): number {
  if (shape.record.grid !== undefined) return shape.record.grid.nextClosest(walk, shape);
  return nextClosestLeaf(walk, shape.bvh!, shape.pieceBounds);
}
