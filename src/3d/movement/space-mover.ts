import type { MoverRoutines } from '../../core/movement/mover-routines.ts';
import type { Scalar, Vector } from '../../core/movement/vector.ts';
import { HIT_NORMAL } from '../../core/queries/cast-piece.ts';
import { setFrame } from '../../core/queries/pieces.ts';
import type { QueryShape } from '../../core/queries/query-shape.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_STRIDE } from '../geometry/body-pose.ts';
import {
  ConvexBody,
  type CoreFace,
  createCoreFace,
  writeBodyFace,
  writeBodySupport,
} from '../geometry/convex/convex-body.ts';
import { hasPiece } from '../narrow-phase/came-from-side.ts';
import { penetrateBodies } from '../queries/body-pairs.ts';
import { spaceCasts } from '../queries/casts.ts';
import { shapeCollider } from '../queries/collide-shape.ts';
import { QueryBody, spacePieces } from '../queries/query-body.ts';
import { makePoint, putPoint } from '../queries/query-shape.ts';
import { writeTriangleNormal } from '../shapes/triangle-core.ts';
import { solvePlanes } from './solve-planes.ts';
import { SurfaceObstacles } from './surface-obstacles.ts';

/** The routines of space that movers call. */
export const spaceMover: MoverRoutines<ColliderSet, QueryBody> = {
  casts: spaceCasts,
  collider: shapeCollider,
  solve: solvePlanes,
  makePoint,
  putPoint,
  stops,
  measureSide,
  hasPiece,
  writeReachBelow,
  letsThrough: undefined,
  createObstacles: (ahead) => new SurfaceObstacles(ahead),
};

/** Sines smaller than this are rounding. */
const ANGLE_SLACK = 1e-9;

const ORIGIN = new Float64Array(3);
const triangle = /* @__PURE__ */ new ConvexBody();
const faceNormal = new Float64Array(3);

/** See `MoverRoutines.stops`: one-sided triangles are passed from behind. */
function stops(met: Float64Array, set: ColliderSet, slot: number, child: number): boolean {
  const composite = compositeOf(set, slot);
  if (composite?.surface === undefined || !composite.surface.oneSided) return true;
  composite.record.pieces!.load(triangle, composite, child, set.poses, BODY_STRIDE * slot, ORIGIN);
  writeTriangleNormal(faceNormal, triangle.corners);
  let along = 0;
  for (let axis = 0; axis < 3; axis++) along += faceNormal[axis] * met[HIT_NORMAL + axis];
  return along >= -ANGLE_SLACK;
}

/** Cosine: surfaces that face away from a side by more than this are not of that side. */
const LEAST_FACING = 0.1;

const piece = /* @__PURE__ */ new QueryBody();
const face: CoreFace = /* @__PURE__ */ createCoreFace(8);
/** The normal from the piece to the shape, the deepest points of both, and the depth: see `penetrateBodies`. */
const deepest = new Float64Array(10);
const DEPTH = 9;
const direction = new Float64Array(3);
const opposite = new Float64Array(3);
const support = new Float64Array(3);
/** The index at which `measureSide` writes the distance. */
const GAP = 3;

/**
 * See `MoverRoutines.measureSide`: along the side itself, along the normal of the face that looks there, and along the
 * shortest way between the two shapes, or out of each other, if that leads to the side.
 */
function measureSide(
  out: Float64Array,
  set: ColliderSet,
  slot: number,
  child: number,
  side: Float64Array,
  at: number,
  shape: QueryShape<QueryBody>,
): void {
  setFrame(spacePieces, shape);
  const composite = compositeOf(set, slot);
  if (composite === undefined) spacePieces.loadCollider(piece, set, slot);
  else spacePieces.children!.load(piece, set, slot, composite, child);
  out[GAP] = -Infinity;
  for (let axis = 0; axis < 3; axis++) direction[axis] = side[at + axis];
  if (!piece.isHalfSpace) {
    takeDirection(out, shape);
    writeBodyFace(face, piece.body, direction);
    if (face.count > 2) {
      direction[0] = face.normalX;
      direction[1] = face.normalY;
      direction[2] = face.normalZ;
      if (faces(side, at)) takeDirection(out, shape);
    }
  }
  for (let i = 0; i < shape.count; i++) {
    penetrateBodies(deepest, piece, shape.pieces[i]);
    for (let axis = 0; axis < 3; axis++) direction[axis] = deepest[axis];
    if (piece.isHalfSpace) {
      // A plane has one side, and the lowest piece of the shape decides.
      if (i > 0 && -deepest[DEPTH] >= out[GAP]) continue;
      for (let axis = 0; axis < 3; axis++) out[axis] = direction[axis];
      out[GAP] = -deepest[DEPTH];
    } else if (faces(side, at)) takeDirection(out, shape);
  }
}

function faces(side: Float64Array, at: number): boolean {
  return direction[0] * side[at] + direction[1] * side[at + 1] + direction[2] * side[at + 2] > LEAST_FACING;
}

/** Makes the current direction the result if the shape is farther out of the piece along it. */
function takeDirection(out: Float64Array, shape: QueryShape<QueryBody>): void {
  for (let axis = 0; axis < 3; axis++) opposite[axis] = 0 - direction[axis];
  writeBodySupport(support, 0, piece.body, direction);
  const top = dot(support, direction) + piece.body.rounding;
  let lowest = Infinity;
  for (let i = 0; i < shape.count; i++) {
    const { body } = shape.pieces[i];
    writeBodySupport(support, 0, body, opposite);
    lowest = Math.min(lowest, dot(support, direction) - body.rounding);
  }
  if (!(lowest - top > out[GAP])) return;
  for (let axis = 0; axis < 3; axis++) out[axis] = direction[axis];
  out[GAP] = lowest - top;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** See `MoverRoutines.writeReachBelow`. */
function writeReachBelow(out: Scalar, shape: QueryShape<QueryBody>, up: Vector): void {
  let reach = -Infinity;
  for (let axis = 0; axis < 3; axis++) opposite[axis] = 0 - up[axis];
  for (let i = 0; i < shape.count; i++) {
    if (shape.pieces[i].isHalfSpace) reach = Infinity;
    else {
      const { body } = shape.pieces[i];
      writeBodySupport(support, 0, body, opposite);
      reach = Math.max(reach, body.rounding - dot(support, up));
    }
  }
  out[0] = reach;
}
