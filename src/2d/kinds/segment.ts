import { CollisionError } from '../../core/errors.ts';
import { requireCoordinate } from '../../core/limits.ts';
import { setRoutines } from '../../core/narrow-phase/routine-table.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { withoutSign } from '../../core/unsigned-zero.ts';
import { writeOutlineExtent } from '../bounds/extent.ts';
import { addConvexRoutines } from '../narrow-phase/collide-any-convex.ts';
import {
  collideCirclePolygonColliders,
  collidePolygonCircleColliders,
} from '../narrow-phase/collide-circle-polygon.ts';
import { routines } from '../narrow-phase/routine-table.ts';
import { loadOutline } from '../shapes/load-outline.ts';
import type { RegisteredShape, ShapeRecord } from '../shapes/registered-shape.ts';
import { SHAPE_CIRCLE, SHAPE_SEGMENT } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';
import { makePiece } from './polygon.ts';

/**
 * Makes a line segment between two points of the entity's frame. It has no inside: both sides collide.
 * @throws CollisionError `invalid-number` when a coordinate is not finite, `invalid-shape` when the two points are
 * equal.
 */
export function segment(ax: number, ay: number, bx: number, by: number): ShapeSpec {
  return makeSpec(SHAPE_SEGMENT, 0, 0, 0, buildSegment(ax, ay, bx, by));
}

const segmentRecord: ShapeRecord = {
  kind: SHAPE_SEGMENT,
  isComposite: false,
  writeExtent: writeOutlineExtent,
  load: loadOutline,
  curve: undefined,
  isLine: false,
  makesSurface: false,
  grid: undefined,
  inPlace: undefined,
  enter: enterRegistry,
  addRoutines() {
    addConvexRoutines(SHAPE_SEGMENT);
    setRoutines(routines, SHAPE_CIRCLE, SHAPE_SEGMENT, collideCirclePolygonColliders, collidePolygonCircleColliders);
  },
};

function buildSegment(ax: number, ay: number, bx: number, by: number): RegisteredShape {
  requireCoordinate('segment ax', ax);
  requireCoordinate('segment ay', ay);
  requireCoordinate('segment bx', bx);
  requireCoordinate('segment by', by);
  if (ax === bx && ay === by) {
    throw new CollisionError('invalid-shape', `segment: its two points are equal, (${ax}, ${ay})`);
  }
  return makePiece(segmentRecord, Float64Array.of(ax, ay, bx, by).map(withoutSign), false);
}

/** Segments as plain data: the two points, `ax`, `ay`, `bx` and `by`. */
export const segmentFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_SEGMENT,
  name: 'segment',
  fields: ['ax', 'ay', 'bx', 'by'],
  describe({ shape }) {
    const { vertices, first } = requireShape(shape);
    const [ax, ay, bx, by] = vertices.subarray(2 * first);
    return { ax, ay, bx, by };
  },
  make: ({ ax, ay, bx, by }) => segment(ax, ay, bx, by),
};
