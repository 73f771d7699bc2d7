import { refuse, textOf } from '../../core/errors.ts';
import { isCoordinate, requireCoordinate, requireDistance } from '../../core/limits.ts';
import { createEmptyShape, type QueryShape as PlacedShape } from '../../core/queries/query-shape.ts';
import { requireSpec } from '../../core/shapes/require-spec.ts';
import { requireShape } from '../../core/shapes/shape-registry.ts';
import { BODY_AXES, BODY_HALF_X, BODY_RADIUS, BODY_STRIDE, writeBodyAxes } from '../geometry/body-pose.ts';
import { cores } from '../narrow-phase/load-body.ts';
import type { PieceRoutines } from '../shapes/piece-routines.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isInlineKind, SHAPE_KIND_NAMES, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';
import { QueryBody, reservePieces, writeBodyBounds } from './query-body.ts';

/** A shape that is placed for a query. */
export type QueryShape = PlacedShape<QueryBody>;

/** A rotation, of any length but 0; three.js' quaternions are such records. */
export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

/** The position and rotation of the shape that a query asks about. Queries read the record and never write it. */
export interface CastPose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Default: none. */
  readonly rotation?: Quaternion;
}

export function createQueryShape(): QueryShape {
  return createEmptyShape(3, new QueryBody());
}

/** Makes a point at a place whose coordinates are finite. */
export function placePoint(
  out: QueryShape,
  place: { readonly x: number; readonly y: number; readonly z?: number },
): void {
  makePoint(out);
  const { box } = out;
  out.x = box[0] = box[3] = place.x;
  out.y = box[1] = box[4] = place.y;
  out.z = box[2] = box[5] = place.z!;
}

/** Makes the shape of a point; `putPoint` sets its place. */
export function makePoint(out: QueryShape): void {
  const [piece] = out.pieces;
  setBody(piece, SHAPE_SPHERE, 0);
  piece.body.rounding = piece.body.halfX = piece.body.halfY = piece.body.halfZ = 0;
  out.count = 1;
  out.isPoint = true;
}

/** Puts a point at the place whose three numbers begin at `places[at]`, which are finite. */
export function putPoint(point: QueryShape, places: ArrayLike<number>, at: number): void {
  const { box } = point;
  point.x = box[0] = box[3] = places[at];
  point.y = box[1] = box[4] = places[at + 1];
  point.z = box[2] = box[5] = places[at + 2];
}

/** Places a shape. @throws CollisionError `invalid-number` or `invalid-shape`, naming the value. */
export function placeShape(out: QueryShape, spec: ShapeSpec, pose: CastPose): void {
  // The condition stands here and the refusal in a function: numbers that are given to a function are put on the heap.
  const isPose = typeof pose === 'object' && pose !== null;
  if (!(isPose && isCoordinate(pose.x) && isCoordinate(pose.y) && isCoordinate(pose.z))) refusePose(pose);
  requireSpec('query shape', spec, 3);
  const { kind, shape, radius, halfX, halfY, halfZ } = spec;
  const areLengths = isCoordinate(radius) && isCoordinate(halfX) && isCoordinate(halfY) && isCoordinate(halfZ);
  if (!(areLengths && radius >= 0 && halfX >= 0 && halfY >= 0 && halfZ >= 0)) refuseSizes(spec);
  const { body } = startBody(out, kind, shape);
  const { rotation } = pose;
  if (rotation === undefined) writeBodyAxes(body.axes, 0, 0, 0, 0, 1);
  else {
    if (typeof rotation !== 'object' || rotation === null) refuseRotation(rotation);
    const { x, y, z, w } = rotation;
    const areNumbers = typeof x === 'number' && typeof y === 'number' && typeof z === 'number' && typeof w === 'number';
    const square = areNumbers ? x * x + y * y + z * z + w * w : 0;
    if (!(1 / square > 0 && 1 / square < Infinity)) refuseRotation(rotation);
    writeBodyAxes(body.axes, 0, x, y, z, w);
  }
  body.halfX = halfX;
  body.halfY = halfY;
  body.halfZ = halfZ;
  body.scale = 1;
  body.rounding = radius;
  out.x = pose.x;
  out.y = pose.y;
  out.z = pose.z;
  finishShape(out, shape);
}

function refusePose(pose: CastPose): void {
  requireCoordinate('query x', pose?.x);
  requireCoordinate('query y', pose?.y);
  requireCoordinate('query z', pose?.z);
}

function refuseRotation(rotation: Quaternion | null): never {
  const wanted = 'a quaternion of a length above 0';
  if (typeof rotation !== 'object' || rotation === null) refuse('invalid-number', 'query rotation', wanted, rotation);
  const { x, y, z, w } = rotation;
  refuse('invalid-number', 'query rotation', wanted, `(${[x, y, z, w].map(textOf).join(', ')})`);
}

/**
 * Refuses a kind whose maker has not been imported and that therefore has no core: the shape does not come from its
 * maker.
 */
function refuseKind(kind: number): never {
  refuse('invalid-shape', 'query shape kind', 'of a shape whose maker is imported', SHAPE_KIND_NAMES[kind]);
}

function refuseSizes(spec: ShapeSpec): void {
  requireDistance('query shape radius', spec.radius);
  requireDistance('query shape halfX', spec.halfX);
  requireDistance('query shape halfY', spec.halfY);
  requireDistance('query shape halfZ', spec.halfZ);
}

/**
 * Begins to place a shape: as one body of a kind about its own position. Rotation, sizes, position and bounds are left
 * to the caller.
 */
export function startBody(out: QueryShape, kind: number, shape: RegisteredShape | 0): QueryBody {
  const [piece] = out.pieces;
  out.isPoint = false;
  out.count = 1;
  setBody(piece, kind, shape);
  return piece;
}

function setBody(piece: QueryBody, kind: number, shape: RegisteredShape | 0): void {
  const { body } = piece;
  piece.kind = kind;
  piece.surface = undefined;
  body.hull = undefined;
  if (!isInlineKind(kind)) {
    const registered = requireShape(shape);
    // A kind of which nothing has been registered yet has not brought its core and its routines.
    if (cores[kind] === undefined) registered.record.addRoutines();
    body.hull = registered.hull;
  } else if (cores[kind] === undefined) refuseKind(kind);
  body.core = cores[kind]!;
  body.x = body.y = body.z = 0;
  body.vertex = 0;
}

const box = new Float64Array(6);
const pose = new Float64Array(BODY_STRIDE);
const NO_GROWTH = new Float64Array(1);
const ORIGIN = new Float64Array(3);

/** Loads the pieces of a shape with many of them in place of the body that has been placed, and writes the bounds. */
export function finishShape(out: QueryShape, shape: RegisteredShape | 0): void {
  if (shape !== 0 && shape.record.pieces !== undefined) loadPieces(out, shape, shape.record.pieces);
  const { pieces, count, x, y, z } = out;
  for (let i = 0; i < count; i++) {
    writeBodyBounds(box, pieces[i], NO_GROWTH);
    for (let axis = 0; axis < 3; axis++) {
      const place = axis === 0 ? x : axis === 1 ? y : z;
      const low = place + box[axis];
      const high = place + box[3 + axis];
      out.box[axis] = i === 0 ? low : Math.min(out.box[axis], low);
      out.box[3 + axis] = i === 0 ? high : Math.max(out.box[3 + axis], high);
    }
  }
}

function loadPieces(out: QueryShape, shape: RegisteredShape, routines: PieceRoutines<RegisteredShape>): void {
  const { pieces } = out;
  const { body } = pieces[0];
  for (let i = 0; i < 9; i++) pose[BODY_AXES + i] = body.axes[i];
  pose[BODY_HALF_X] = body.scale;
  pose[BODY_RADIUS] = body.rounding;
  out.count = routines.count(shape);
  reservePieces(pieces, out.count);
  if (shape.surface !== undefined) keepSurface(pieces[0], shape);
  for (let i = 0; i < out.count; i++) {
    pieces[i].kind = shape.record.kind;
    routines.load(pieces[i].body, shape, i, pose, 0, ORIGIN);
  }
}

/** Keeps the numbers of a surface as a whole, beside its triangles. */
function keepSurface(piece: QueryBody, shape: RegisteredShape): void {
  piece.surface = shape;
  piece.pose ??= new Float64Array(BODY_STRIDE);
  for (let i = 0; i < BODY_STRIDE; i++) piece.pose[i] = pose[i];
}
