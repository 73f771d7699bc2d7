import { SHAPE_NONE } from '../../core/collider-set.ts';
import { isFiniteNumber } from '../../core/is-finite-number.ts';
import { LARGEST_LENGTH, SMALLEST_SIZE } from '../../core/limits.ts';
import { explainInvalid, requireValidCollider } from '../bounds/explain-invalid.ts';
import type { ColliderSet } from '../collider-set.ts';
import { writeAxesOfTurn } from '../geometry/body-pose.ts';
import { placed, placeStored } from '../place-offset.ts';
import { hasSizes, isRegisteredKind, SHAPE_BOX, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { finishShape, type QueryShape, startBody } from './query-shape.ts';

/**
 * Places the shape of a collider for a query, as the stores have it now: they may have been written since the last
 * tick. Returns false for one without a shape.
 * @throws CollisionError naming the entity and the field of a number that cannot be used.
 */
export function placeColliderShape(out: QueryShape, set: ColliderSet, slot: number): boolean {
  const { shape, registry, transform } = set;
  const index = set.slots.index[slot];
  const kind = shape.kind[index];
  if (kind === SHAPE_NONE) return false;
  if (!isUsable(set, index)) requireValidCollider(set, slot);
  const scale = transform.scale === undefined ? 1 : transform.scale[index];
  placeStored(set, index);
  const isRegistered = isRegisteredKind(kind);
  const registered = isRegistered ? registry.shapes[shape.shape[index]]! : 0;
  const { body } = startBody(out, kind, registered);
  out.x = placed[0];
  out.y = placed[1];
  out.z = placed[2];
  writeAxesOfTurn(body.axes, 0, placed, 3);
  body.halfX = isRegistered ? scale : shape.halfX[index] * scale;
  body.halfY = shape.halfY[index] * scale;
  body.halfZ = shape.halfZ[index] * scale;
  body.scale = scale;
  body.rounding = shape.radius[index] * scale;
  finishShape(out, registered);
  const { box } = out;
  // The numbers are compared here and not in a function: V8 puts numbers on the heap that are passed to a function.
  for (let axis = 0; axis < 3; axis++) {
    if (!(box[axis] >= -LARGEST_LENGTH && box[axis + 3] <= LARGEST_LENGTH)) explainInvalid(set, slot);
  }
  return true;
}

/**
 * Returns whether the numbers of a collider can be used. The reason why they cannot is told by `requireValidCollider`:
 * names would have to be put together for every check. An offset that is not a number is not noticed here, but makes
 * the bounds unusable.
 */
function isUsable(set: ColliderSet, index: number): boolean {
  const { shape, registry, transform } = set;
  const { x, y, z, qx, qy, qz, qw } = transform;
  const scale = transform.scale === undefined ? 1 : transform.scale[index];
  const isPlaced = isFiniteNumber(x[index]) && isFiniteNumber(y[index]) && isFiniteNumber(z[index]);
  if (!(isPlaced && isFiniteNumber(scale) && scale >= SMALLEST_SIZE)) return false;
  if (!(isTurn(qx, index) && isTurn(qy, index) && isTurn(qz, index) && isTurn(qw, index))) return false;
  placeStored(set, index);
  const square = placed[3] * placed[3] + placed[4] * placed[4] + placed[5] * placed[5] + placed[6] * placed[6];
  if (!(1 / square > 0 && 1 / square < Infinity)) return false;
  const kind = shape.kind[index];
  const radius = shape.radius[index] * scale;
  const hx = shape.halfX[index] * scale;
  const hy = shape.halfY[index] * scale;
  if (isRegisteredKind(kind)) return radius >= 0 && registry.shapes[shape.shape[index]]?.record.kind === kind;
  if (kind === SHAPE_SPHERE) return radius >= SMALLEST_SIZE;
  if (kind === SHAPE_BOX) return hasSizes(kind, radius, hx, hy) && shape.halfZ[index] * scale >= SMALLEST_SIZE;
  return registry.extents[kind] !== undefined && hasSizes(kind, radius, hx, hy);
}

/** Returns whether a column of a quaternion, which a game's own stores may lack, has a number that can be used. */
function isTurn(column: ArrayLike<number> | undefined, index: number): boolean {
  return column === undefined || isFiniteNumber(column[index]);
}
