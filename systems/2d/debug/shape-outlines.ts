import {
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SIN,
  POSE_X,
  POSE_Y,
} from '../../../src/2d/collider-set.ts';
import type { CompoundChild } from '../../../src/2d/kinds/compound.ts';
import { loadInline } from '../../../src/2d/shapes/load-inline.ts';
import { createPlacedPiece, placeAtOrigin, placement } from '../../../src/2d/shapes/placed-piece.ts';
import { isInlineKind } from '../../../src/2d/shapes/shape-kind.ts';
import { tileKindOf } from '../../../src/2d/shapes/tile-grid.ts';
import { SHAPE_NONE } from '../../../src/core/collider-set.ts';
import { requireSpec } from '../../../src/core/shapes/require-spec.ts';
import { requireShape } from '../../../src/core/shapes/shape-registry.ts';
import { cosSin } from '../../../src/core/trigonometry.ts';
import { detail, path } from '../../core/debug/line-list.ts';
import { traceLoop, tracePiece } from './outline.ts';

/** Is called with a path of points x, y. The array is reused after the call. */
export type PathVisitor = (points: ArrayLike<number>, count: number, closed: boolean) => void;

/** The size of a pixel at which circles are drawn with the most lines. */
export const FINEST = 1e-300;

const piece = createPlacedPiece(16);
const turn = new Float64Array(2);

/**
 * Visits the outline of each piece of a shape, in the frame of the entity: one path for a chain, one for each child of
 * a compound, each tile of a map, and each closed outline of a concave solid.
 * @throws CollisionError `invalid-shape` for a value that no shape maker returned.
 */
export function visitOutlines(spec: CompoundChild, visit: PathVisitor): void {
  requireSpec('shape', spec, 2);
  if (spec.kind === SHAPE_NONE) return;
  place(spec);
  detail[0] = FINEST;
  if (isInlineKind(spec.kind)) {
    loadInline(piece, spec.kind);
    visitPiece(visit);
    return;
  }
  const shape = requireShape(spec.shape);
  if (shape.record.isLine && spec.radius === 0) {
    visit(placed(shape.vertices), shape.pieces + (shape.closed ? 0 : 1), shape.closed);
    return;
  }
  const outline = shape.seams?.outline;
  if (outline !== undefined) {
    for (let loop = 0; loop < outline.loops.length; loop++) {
      const count = traceLoop(outline, loop);
      visit(path.points, count, true);
    }
    return;
  }
  const { grid } = shape;
  for (let child = 0; child < shape.pieces; child++) {
    if (grid !== undefined && tileKindOf(grid, child) === undefined) continue;
    shape.record.load(piece, shape, child);
    visitPiece(visit);
  }
}

function place({ radius, halfWidth, halfHeight, offsetX = 0, offsetY = 0, offsetRotation = 0 }: CompoundChild): void {
  placeAtOrigin();
  cosSin(turn, 0, offsetRotation);
  placement[POSE_X] = offsetX;
  placement[POSE_Y] = offsetY;
  placement[POSE_COS] = turn[0];
  placement[POSE_SIN] = turn[1];
  placement[POSE_RADIUS] = radius;
  placement[POSE_HALF_WIDTH] = halfWidth;
  placement[POSE_HALF_HEIGHT] = halfHeight;
}

function visitPiece(visit: PathVisitor): void {
  const count = tracePiece(piece);
  if (count > 0) visit(path.points, count, true);
  else visit(piece.vertices, piece.count, piece.count > 2);
}

/** Returns points where the placement puts them. */
function placed(points: Float64Array): Float64Array {
  const to = new Float64Array(points.length);
  const [c, s] = [placement[POSE_COS], placement[POSE_SIN]];
  for (let i = 0; i < points.length; i += 2) {
    to[i] = placement[POSE_X] + c * points[i] - s * points[i + 1];
    to[i + 1] = placement[POSE_Y] + s * points[i] + c * points[i + 1];
  }
  return to;
}
