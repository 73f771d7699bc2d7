import { CollisionError } from '../core/errors.ts';
import { cosSinAt } from '../core/trigonometry.ts';
import {
  BOUNDS_STRIDE,
  type ColliderSet,
  POSE_COS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from './collider-set.ts';
import type { RegisteredShape } from './shapes/registered-shape.ts';
import {
  isRegisteredKind,
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CHAIN,
  SHAPE_CIRCLE,
  SHAPE_KIND_COUNT,
  SHAPE_KIND_NAMES,
  SHAPE_NONE,
} from './shapes/shape-kind.ts';

const turn = new Float64Array(2);
const angle = new Float64Array(1);

/** Half extents of the bounds in work, radius and margin included, and the radius alone. In an array: see load-piece.ts. */
const half = new Float64Array(3);
const HALF_X = 0;
const HALF_Y = 1;
const RADIUS = 2;

/**
 * Computes poses and world bounds of the first `count` slots in `items`, and writes those that have a shape to `active`, in the
 * same order. Returns how many.
 * @throws CollisionError naming the entity and the field for a transform or size that is not usable; poses and bounds of the
 *   slots before it have been written by then, and nothing else has.
 */
export function computeBounds(set: ColliderSet, items: Uint32Array, count: number, active: Uint32Array): number {
  const { slots, shape, poses, bounds } = set;
  const grow = set.margin / 2;
  let activeCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i]!;
    const index = slots.index[slot]!;
    const kind = shape.kind[index]!;
    if (kind === SHAPE_NONE) continue;
    computePose(poses, slot * POSE_STRIDE, set, index);
    const radius = grow + shape.radius[index]! * poses[slot * POSE_STRIDE + POSE_SCALE]!;
    half[HALF_X] = radius;
    half[HALF_Y] = radius;
    half[RADIUS] = radius;
    if (isRegisteredKind(kind)) boundRegistered(set, slot, set.registry.shapes[shape.shape[index]!]);
    else {
      if (kind !== SHAPE_CIRCLE) addTurnedBox(set, slot, index, kind);
      spread(set, slot);
    }
    const at = slot * BOUNDS_STRIDE;
    const extent = bounds[at + 2]! - bounds[at]! + (bounds[at + 3]! - bounds[at + 1]!);
    if (!(extent < Infinity) || !hasValidSizes(set, slot, index, kind)) explainInvalid(set, slot, index);
    active[activeCount++] = slot;
  }
  return activeCount;
}

/** Writes the pose of the collider of an entity index: the entity's transform, then the local offset, scaled with it. */
export function computePose(poses: Float64Array, at: number, set: ColliderSet, index: number): void {
  const { transform, shape } = set;
  const scale = transform.scale === undefined ? 1 : transform.scale[index]!;
  const offsetX = shape.offsetX[index]!;
  const offsetY = shape.offsetY[index]!;
  const offsetRotation = shape.offsetRotation[index]!;
  angle[0] = transform.rotation === undefined ? 0 : transform.rotation[index]!;
  let x = transform.x[index]!;
  let y = transform.y[index]!;
  turn[0] = 1;
  turn[1] = 0;
  if (angle[0] !== 0) cosSinAt(turn, 0, angle, 0);
  if (offsetX !== 0 || offsetY !== 0) {
    x += scale * (turn[0]! * offsetX - turn[1]! * offsetY);
    y += scale * (turn[1]! * offsetX + turn[0]! * offsetY);
  }
  if (offsetRotation !== 0) {
    angle[0] += offsetRotation;
    cosSinAt(turn, 0, angle, 0);
  }
  poses[at + POSE_X] = x;
  poses[at + POSE_Y] = y;
  poses[at + POSE_COS] = turn[0]!;
  poses[at + POSE_SIN] = turn[1]!;
  poses[at + POSE_SCALE] = scale;
}

/** Writes bounds about the pose's position. */
function spread(set: ColliderSet, slot: number): void {
  const { poses, bounds } = set;
  const x = poses[slot * POSE_STRIDE + POSE_X]!;
  const y = poses[slot * POSE_STRIDE + POSE_Y]!;
  const at = slot * BOUNDS_STRIDE;
  bounds[at] = x - half[HALF_X]!;
  bounds[at + 1] = y - half[HALF_Y]!;
  bounds[at + 2] = x + half[HALF_X]!;
  bounds[at + 3] = y + half[HALF_Y]!;
}

/** Adds the extents of a turned rectangle: a box, or a capsule's core, which is one of no width. */
function addTurnedBox(set: ColliderSet, slot: number, index: number, kind: number): void {
  const at = slot * POSE_STRIDE;
  const scale = set.poses[at + POSE_SCALE]!;
  const c = Math.abs(set.poses[at + POSE_COS]!) * scale;
  const s = Math.abs(set.poses[at + POSE_SIN]!) * scale;
  const width = kind === SHAPE_BOX ? set.shape.halfWidth[index]! : 0;
  const height = set.shape.halfHeight[index]!;
  half[HALF_X] = half[HALF_X]! + c * width + s * height;
  half[HALF_Y] = half[HALF_Y]! + s * width + c * height;
}

function boundRegistered(set: ColliderSet, slot: number, registered: RegisteredShape | undefined): void {
  const at = slot * BOUNDS_STRIDE;
  if (registered === undefined) set.bounds[at] = NaN;
  else if (registered.kind === SHAPE_CHAIN || registered.pieces > 1) boundFrame(set, slot, registered);
  else boundVertices(set, slot, registered);
}

/** Exact bounds of a polygon or segment: the extremes of its vertices. */
function boundVertices(set: ColliderSet, slot: number, registered: RegisteredShape): void {
  const { poses, bounds } = set;
  const pose = slot * POSE_STRIDE;
  const c = poses[pose + POSE_COS]! * poses[pose + POSE_SCALE]!;
  const s = poses[pose + POSE_SIN]! * poses[pose + POSE_SCALE]!;
  const vertices = registered.vertices;
  const grow =
    half[RADIUS]! + (registered.pieceRadius.length > 0 ? registered.pieceRadius[0]! * poses[pose + POSE_SCALE]! : 0);
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < vertices.length; i += 2) {
    const x = c * vertices[i]! - s * vertices[i + 1]!;
    const y = s * vertices[i]! + c * vertices[i + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  const at = slot * BOUNDS_STRIDE;
  bounds[at] = poses[pose + POSE_X]! + minX - grow;
  bounds[at + 1] = poses[pose + POSE_Y]! + minY - grow;
  bounds[at + 2] = poses[pose + POSE_X]! + maxX + grow;
  bounds[at + 3] = poses[pose + POSE_Y]! + maxY + grow;
}

/** Bounds of a shape with many pieces: its own box, turned. Conservative when rotated, and independent of its size. */
function boundFrame(set: ColliderSet, slot: number, registered: RegisteredShape): void {
  const { poses, bounds } = set;
  const pose = slot * POSE_STRIDE;
  const scale = poses[pose + POSE_SCALE]!;
  const c = poses[pose + POSE_COS]! * scale;
  const s = poses[pose + POSE_SIN]! * scale;
  const own = registered.bounds;
  const midX = (own[0]! + own[2]!) / 2;
  const midY = (own[1]! + own[3]!) / 2;
  const halfX = (own[2]! - own[0]!) / 2;
  const halfY = (own[3]! - own[1]!) / 2;
  const x = poses[pose + POSE_X]! + c * midX - s * midY;
  const y = poses[pose + POSE_Y]! + s * midX + c * midY;
  // Half of a difference is rounded: a few units in the last place keep the box outside of every vertex.
  const slack = 1 + 8 * Number.EPSILON;
  const spreadX =
    (Math.abs(c) * halfX + Math.abs(s) * halfY + half[RADIUS]!) * slack + Math.abs(x) * Number.EPSILON * 4;
  const spreadY =
    (Math.abs(s) * halfX + Math.abs(c) * halfY + half[RADIUS]!) * slack + Math.abs(y) * Number.EPSILON * 4;
  const at = slot * BOUNDS_STRIDE;
  bounds[at] = x - spreadX;
  bounds[at + 1] = y - spreadY;
  bounds[at + 2] = x + spreadX;
  bounds[at + 3] = y + spreadY;
}

/** Sizes and rotations that the bounds alone would not give away. */
function hasValidSizes(set: ColliderSet, slot: number, index: number, kind: number): boolean {
  const { shape, transform } = set;
  if (transform.scale !== undefined && !(transform.scale[index]! > 0)) return false;
  // NaN: a circle's bounds do not show its rotation.
  if (!(set.poses[slot * POSE_STRIDE + POSE_COS]! <= 2)) return false;
  const radius = shape.radius[index]!;
  if (kind === SHAPE_CIRCLE) return radius > 0;
  if (kind === SHAPE_CAPSULE) return radius > 0 && shape.halfHeight[index]! > 0;
  if (kind === SHAPE_BOX) return radius >= 0 && shape.halfWidth[index]! > 0 && shape.halfHeight[index]! > 0;
  if (kind >= SHAPE_KIND_COUNT) return false;
  if (isRegisteredKind(kind)) return radius >= 0 && set.registry.shapes[shape.shape[index]!]?.kind === kind;
  return false;
}

/**
 * Checks a collider whose pose has been computed as the tick would: its kind, sizes and handle may have been written since.
 * @throws CollisionError naming the entity and the field.
 */
export function requireValidCollider(set: ColliderSet, slot: number): void {
  const index = set.slots.index[slot]!;
  if (!hasValidSizes(set, slot, index, set.shape.kind[index]!)) explainInvalid(set, slot, index);
}

/** Finds what is wrong with a collider and throws an error that names it. */
function explainInvalid(set: ColliderSet, slot: number, index: number): never {
  const { transform, shape, slots } = set;
  const who = `of entity ${slots.entity[slot]}`;
  const finite = (name: string, value: number | undefined): void => {
    if (value === undefined || !Number.isFinite(value)) {
      throw new CollisionError('invalid-number', `${name} ${who} must be a finite number, got ${value}`);
    }
  };
  const above = (name: string, value: number, limit: string, ok: boolean): void => {
    if (!ok) throw new CollisionError('invalid-number', `${name} ${who} must be ${limit} 0, got ${value}`);
  };
  finite('Transform.x', transform.x[index]);
  finite('Transform.y', transform.y[index]);
  if (transform.rotation !== undefined) finite('Transform.rotation', transform.rotation[index]);
  if (transform.scale !== undefined) {
    finite('Transform.scale', transform.scale[index]);
    above('Transform.scale', transform.scale[index]!, 'greater than', transform.scale[index]! > 0);
  }
  const kind = shape.kind[index]!;
  for (const field of ['radius', 'halfWidth', 'halfHeight', 'offsetX', 'offsetY', 'offsetRotation'] as const) {
    finite(`Collider.${field}`, shape[field][index]);
  }
  if (kind >= SHAPE_KIND_COUNT) {
    throw new CollisionError(
      'invalid-shape',
      `Collider.kind ${who} must be a shape kind, 1 to ${SHAPE_KIND_COUNT - 1}, got ${kind}`,
    );
  }
  const round = kind === SHAPE_CIRCLE || kind === SHAPE_CAPSULE;
  const radius = shape.radius[index]!;
  above('Collider.radius', radius, round ? 'greater than' : 'at least', round ? radius > 0 : radius >= 0);
  if (kind === SHAPE_BOX)
    above('Collider.halfWidth', shape.halfWidth[index]!, 'greater than', shape.halfWidth[index]! > 0);
  if (kind === SHAPE_BOX || kind === SHAPE_CAPSULE) {
    above('Collider.halfHeight', shape.halfHeight[index]!, 'greater than', shape.halfHeight[index]! > 0);
  }
  if (isRegisteredKind(kind)) {
    const handle = shape.shape[index]!;
    const registered = set.registry.shapes[handle];
    if (registered?.kind !== kind) {
      const found = registered === undefined ? 'no registered shape' : `a ${SHAPE_KIND_NAMES[registered.kind]}`;
      throw new CollisionError(
        'unknown-shape',
        `Collider.shape ${who} must be the handle of a ${SHAPE_KIND_NAMES[kind]}, but handle ${handle} is ${found}`,
      );
    }
  }
  throw new CollisionError('out-of-range', `the bounds ${who} must be finite; its position or size is too large`);
}
