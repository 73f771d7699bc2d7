import { requireFinite } from '../../core/errors.ts';
import { createIndexList } from '../../core/index-list.ts';
import { isCoordinate, requireCoordinate, requireDistance } from '../../core/limits.ts';
import { createEmptyShape, type QueryShape as PlacedShape } from '../../core/queries/query-shape.ts';
import { requireSpec } from '../../core/shapes/require-spec.ts';
import { requireShape } from '../../core/shapes/shape-registry.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { writePointBounds } from '../bounds/point-bounds.ts';
import { POSE_COS, POSE_HALF_HEIGHT, POSE_HALF_WIDTH, POSE_RADIUS, POSE_SIN } from '../collider-set.ts';
import { loadInline } from '../shapes/load-inline.ts';
import { coreReach, createPlacedPiece, type PlacedPiece, placeAtOrigin, placement } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isInlineKind } from '../shapes/shape-kind.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';

/** A shape that is placed for a query. */
export type QueryShape = PlacedShape<PlacedPiece>;

/** The position and rotation of the shape that a query asks about. */
export interface CastPose {
  readonly x: number;
  readonly y: number;
  /** In radians. Default 0. */
  readonly rotation?: number;
}

export function createQueryShape(): QueryShape {
  return createEmptyShape(2, createPlacedPiece(8));
}

const turn = new Float64Array(2);

/** Makes a point at a place whose coordinates are finite. */
export function placePoint(out: QueryShape, place: { readonly x: number; readonly y: number }): void {
  makePoint(out);
  out.x = out.box[0] = out.box[2] = place.x;
  out.y = out.box[1] = out.box[3] = place.y;
}

/** Makes the shape of a point; `putPoint` sets its place. */
export function makePoint(out: QueryShape): void {
  const piece = out.pieces[0];
  piece.curve = undefined;
  piece.vertices[0] = 0;
  piece.vertices[1] = 0;
  piece.count = 1;
  piece.radius = 0;
  out.count = 1;
  out.isPoint = true;
}

/** Puts a point at the place whose two numbers begin at `places[at]`, which are finite. */
export function putPoint(point: QueryShape, places: ArrayLike<number>, at: number): void {
  const { box } = point;
  point.x = box[0] = box[2] = places[at];
  point.y = box[1] = box[3] = places[at + 1];
}

/** Places a shape. @throws CollisionError `invalid-number` or `invalid-shape`, naming the value. */
export function placeShape(out: QueryShape, spec: ShapeSpec, pose: CastPose): void {
  // The condition stands here and only the refusal is a function: V8 puts numbers on the heap that are passed to a
  // function.
  const isPose = typeof pose === 'object' && pose !== null;
  if (!(isPose && isCoordinate(pose.x) && isCoordinate(pose.y))) refusePose(pose);
  out.x = pose.x;
  out.y = pose.y;
  out.isPoint = false;
  turn[0] = 1;
  turn[1] = 0;
  if (pose.rotation !== undefined) cosSin(turn, 0, requireFinite('query rotation', pose.rotation));
  requireSpec('query shape', spec, 2);
  const { kind, shape, radius, halfWidth, halfHeight } = spec;
  const areLengths = isCoordinate(radius) && isCoordinate(halfWidth) && isCoordinate(halfHeight);
  if (!(areLengths && radius >= 0 && halfWidth >= 0 && halfHeight >= 0)) refuseSizes(spec);
  placeAtOrigin();
  placement[POSE_COS] = turn[0];
  placement[POSE_SIN] = turn[1];
  placement[POSE_RADIUS] = radius;
  placement[POSE_HALF_WIDTH] = halfWidth;
  placement[POSE_HALF_HEIGHT] = halfHeight;
  loadPieces(out, kind, shape);
}

function refusePose(pose: CastPose): void {
  requireCoordinate('query x', pose?.x);
  requireCoordinate('query y', pose?.y);
}

function refuseSizes(spec: ShapeSpec): void {
  requireDistance('query shape radius', spec.radius);
  requireDistance('query shape halfWidth', spec.halfWidth);
  requireDistance('query shape halfHeight', spec.halfHeight);
}

/** The cells of a map that have tiles. */
const cells = createIndexList(64);

/** Loads the pieces of a shape at the placement, and writes its bounds. */
export function loadPieces(out: QueryShape, kind: number, shape: RegisteredShape | 0): void {
  const { pieces } = out;
  out.count = 1;
  if (isInlineKind(kind)) loadInline(pieces[0], kind);
  else {
    const registered = requireShape(shape);
    const { record } = registered;
    out.count = registered.pieces;
    if (record.grid !== undefined) {
      record.grid.findAll(cells, registered);
      out.count = cells.count;
    }
    for (let i = 0; i < out.count; i++) {
      if (i === pieces.length) pieces.push(createPlacedPiece(8));
      record.load(pieces[i], registered, record.grid === undefined ? i : cells.items[i]);
    }
  }
  writeBounds(out);
}

const pieceBox = new Float64Array(4);

function writeBounds({ x, y, pieces, count, box }: QueryShape): void {
  for (let i = 0; i < count; i++) {
    const piece = pieces[i];
    writePointBounds(pieceBox, 0, piece.vertices, 0, piece.count, piece.radius + coreReach(piece));
    for (let axis = 0; axis < 2; axis++) {
      box[axis] = i === 0 ? pieceBox[axis] : Math.min(box[axis], pieceBox[axis]);
      box[axis + 2] = i === 0 ? pieceBox[axis + 2] : Math.max(box[axis + 2], pieceBox[axis + 2]);
    }
  }
  box[0] += x;
  box[1] += y;
  box[2] += x;
  box[3] += y;
}
