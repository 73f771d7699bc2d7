import { requireFinite, requireNonNegative } from '../../core/errors.ts';
import { cosSin } from '../../core/trigonometry.ts';
import {
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import { loadBox } from '../shapes/box.ts';
import { loadCapsule } from '../shapes/capsule.ts';
import { loadCircle } from '../shapes/circle.ts';
import { coreReach, createPlacedPiece, type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { requireShape } from '../shapes/shape-registry.ts';
import { requireSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * A shape that is not in the world, placed for a query: its convex pieces about the shape's own position, and its
 * bounds.
 */
export interface QueryShape {
  x: number;
  y: number;
  pieces: PlacedPiece[];
  count: number;
  /** Whether it is a bare point: its cast is a ray. */
  isPoint: boolean;
  /** World bounds. */
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** Where a shape stands that a query asks about. */
export interface CastPose {
  readonly x: number;
  readonly y: number;
  /** In radians. Default 0. */
  readonly rotation?: number;
}

export function createQueryShape(): QueryShape {
  return { x: 0, y: 0, pieces: [createPlacedPiece(8)], count: 0, isPoint: false, minX: 0, minY: 0, maxX: 0, maxY: 0 };
}

const turn = new Float64Array(2);

/** Makes a point at (x, y). */
export function placePoint(out: QueryShape, x: number, y: number): void {
  out.x = requireFinite('query x', x);
  out.y = requireFinite('query y', y);
  const piece = out.pieces[0];
  piece.curve = undefined;
  piece.vertices[0] = 0;
  piece.vertices[1] = 0;
  piece.count = 1;
  piece.radius = 0;
  out.count = 1;
  out.isPoint = true;
  out.minX = out.maxX = x;
  out.minY = out.maxY = y;
}

/** Places a shape. @throws CollisionError `invalid-number` or `invalid-shape`, naming the value. */
export function placeShape(out: QueryShape, spec: ShapeSpec, pose: CastPose): void {
  const rotation = pose?.rotation;
  out.x = requireFinite('query x', pose?.x);
  out.y = requireFinite('query y', pose?.y);
  out.isPoint = false;
  cosSin(turn, 0, rotation === undefined ? 0 : requireFinite('query rotation', rotation));
  const pieces = out.pieces;
  const first = pieces[0];
  requireSpec('query shape', spec);
  const { kind, shape } = spec;
  placement[POSE_X] = 0;
  placement[POSE_Y] = 0;
  placement[POSE_COS] = turn[0];
  placement[POSE_SIN] = turn[1];
  placement[POSE_SCALE] = 1;
  placement[POSE_RADIUS] = requireNonNegative('query shape radius', spec.radius);
  placement[POSE_HALF_WIDTH] = requireNonNegative('query shape halfWidth', spec.halfWidth);
  placement[POSE_HALF_HEIGHT] = requireNonNegative('query shape halfHeight', spec.halfHeight);
  out.count = 1;
  if (kind === SHAPE_CIRCLE) loadCircle(first);
  else if (kind === SHAPE_BOX) loadBox(first);
  else if (kind === SHAPE_CAPSULE) loadCapsule(first);
  else {
    const registered = requireShape(shape);
    out.count = registered.pieces;
    for (let i = 0; i < out.count; i++) {
      if (i === pieces.length) pieces.push(createPlacedPiece(8));
      registered.record.load(pieces[i], registered, i);
    }
  }
  writeBounds(out);
}

function writeBounds(out: QueryShape): void {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < out.count; i++) {
    const { vertices, count } = out.pieces[i];
    const radius = out.pieces[i].radius + coreReach(out.pieces[i]);
    for (let k = 0; k < count; k++) {
      minX = Math.min(minX, vertices[2 * k] - radius);
      minY = Math.min(minY, vertices[2 * k + 1] - radius);
      maxX = Math.max(maxX, vertices[2 * k] + radius);
      maxY = Math.max(maxY, vertices[2 * k + 1] + radius);
    }
  }
  out.minX = out.x + minX;
  out.minY = out.y + minY;
  out.maxX = out.x + maxX;
  out.maxY = out.y + maxY;
}
