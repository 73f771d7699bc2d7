import { requireFinite, requireNonNegative } from '../../core/errors.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { loadBox } from '../shapes/box.ts';
import { loadCapsule } from '../shapes/capsule.ts';
import { loadCircle } from '../shapes/circle.ts';
import {
  coreReach,
  createPlacedPiece,
  PLACE_COS,
  PLACE_HALF_HEIGHT,
  PLACE_HALF_WIDTH,
  PLACE_RADIUS,
  PLACE_SCALE,
  PLACE_SIN,
  PLACE_X,
  PLACE_Y,
  type PlacedPiece,
  placement,
} from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
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
export function placeShape(out: QueryShape, spec: ShapeSpec, x: number, y: number, rotation: number): void {
  out.x = requireFinite('query x', x);
  out.y = requireFinite('query y', y);
  out.isPoint = false;
  cosSin(turn, 0, requireFinite('query rotation', rotation));
  requireSpec('query shape', spec);
  const { kind, shape } = spec;
  placement[PLACE_X] = 0;
  placement[PLACE_Y] = 0;
  placement[PLACE_COS] = turn[0];
  placement[PLACE_SIN] = turn[1];
  placement[PLACE_SCALE] = 1;
  placement[PLACE_RADIUS] = requireNonNegative('query shape radius', spec.radius);
  placement[PLACE_HALF_WIDTH] = requireNonNegative('query shape halfWidth', spec.halfWidth);
  placement[PLACE_HALF_HEIGHT] = requireNonNegative('query shape halfHeight', spec.halfHeight);
  loadPieces(out, kind, shape);
}

/** Loads the pieces of a shape at the placement, and writes its bounds. */
export function loadPieces(out: QueryShape, kind: number, shape: RegisteredShape | 0): void {
  const { pieces } = out;
  const first = pieces[0];
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
