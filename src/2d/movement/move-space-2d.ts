import type { MoverRoutines } from '../../core/movement/mover-routines.ts';
import { MoverSpace } from '../../core/movement/mover-space.ts';
import type { Scalar, Vector } from '../../core/movement/vector.ts';
import type { QueryShape } from '../../core/queries/query-shape.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { type ColliderSet, POSE_COS, POSE_SIN, POSE_STRIDE } from '../collider-set.ts';
import { HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { hasPiece, loadPieceAt, measureSide } from '../narrow-phase/came-from-side.ts';
import { planeCasts } from '../queries/casts.ts';
import { shapeCollider } from '../queries/collide-shape.ts';
import { makePoint, putPoint } from '../queries/query-shape.ts';
import { surfaceCastsOf } from '../queries/surface-table.ts';
import { createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';
import { MoverObstacles } from './mover-obstacles.ts';
import { solvePlanes } from './solve-planes.ts';

/** Sines smaller than this are rounding. */
const ANGLE_SLACK = 1e-9;

/** The routines of the plane that movers call. */
export const planeMover: MoverRoutines<ColliderSet, PlacedPiece> = {
  casts: planeCasts,
  collider: shapeCollider,
  solve: solvePlanes,
  makePoint,
  putPoint,
  stops,
  measureSide: measureMoverSide,
  hasPiece,
  writeReachBelow,
  letsThrough,
  createObstacles: () => new MoverObstacles(),
};

/** The world in the plane as a mover sees it, and the placed shape of the mover. */
export class PlaneSpace extends MoverSpace<ColliderSet, PlacedPiece> {
  constructor() {
    super(planeMover);
  }
}

/** See `MoverRoutines.stops`: one-sided chains and one-way tiles are passed from behind. */
function stops(met: Float64Array, set: ColliderSet, slot: number, child: number): boolean {
  const composite = compositeOf(set, slot);
  if (composite === undefined) return true;
  const admits = surfaceCastsOf(composite)?.admits;
  if (admits !== undefined) return admits(met, set, slot, composite, child);
  if (!composite.oneSided) return true;
  const { vertices } = composite;
  const x = vertices[2 * child + 2] - vertices[2 * child];
  const y = vertices[2 * child + 3] - vertices[2 * child + 1];
  const c = set.poses[slot * POSE_STRIDE + POSE_COS];
  const s = set.poses[slot * POSE_STRIDE + POSE_SIN];
  // Left of the segment's direction is behind it.
  const left = met[HIT_NORMAL_Y] * (c * x - s * y) - met[HIT_NORMAL_X] * (s * x + c * y);
  return left <= ANGLE_SLACK * (Math.abs(x) + Math.abs(y));
}

const piece = /* @__PURE__ */ createPlacedPiece(8);
const place = new Float64Array(2);
const direction = new Float64Array(2);

/** See `MoverRoutines.measureSide`. */
function measureMoverSide(
  out: Float64Array,
  set: ColliderSet,
  slot: number,
  child: number,
  side: Float64Array,
  at: number,
  shape: QueryShape<PlacedPiece>,
): void {
  place[0] = shape.x;
  place[1] = shape.y;
  loadPieceAt(piece, set, set.poses, slot, child, place);
  direction[0] = side[at];
  direction[1] = side[at + 1];
  measureSide(out, piece, direction, shape.pieces, shape.count);
}

/** See `MoverRoutines.writeReachBelow`. */
function writeReachBelow(out: Scalar, shape: QueryShape<PlacedPiece>, up: Vector): void {
  let reach = -Infinity;
  for (let i = 0; i < shape.count; i++) {
    const part = shape.pieces[i];
    for (let k = 0; k < part.count; k++) {
      place[0] = part.vertices[2 * k];
      place[1] = part.vertices[2 * k + 1];
      if (part.curve !== undefined) part.curve.writeSupport(place, 0, part, up, 0, -1);
      reach = Math.max(reach, part.radius - place[0] * up[0] - place[1] * up[1]);
    }
  }
  out[0] = reach;
}

/** See `MoverRoutines.letsThrough`. */
function letsThrough(set: ColliderSet, slot: number, child: number, stoodOn: number, stoodOnChild: number): boolean {
  const composite = compositeOf(set, slot);
  const grid = composite?.record.grid;
  if (composite === undefined || grid === undefined || !grid.isOneWay(composite, child)) return false;
  const isStoodOn =
    slot === stoodOn && grid.isOneWay(composite, stoodOnChild) && grid.isSameRow(composite, child, stoodOnChild);
  return !isStoodOn;
}
