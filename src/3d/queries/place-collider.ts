import { SHAPE_NONE } from '../../core/collider-set.ts';
import { explainInvalid, requireValidCollider } from '../bounds/explain-invalid.ts';
import type { ColliderSet } from '../collider-set.ts';
import { writeBodyAxes } from '../geometry/body-pose.ts';
import { placed, placeStored } from '../place-offset.ts';
import { isRegisteredKind } from '../shapes/shape-kind.ts';
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
  requireValidCollider(set, slot);
  const scale = transform.scale === undefined ? 1 : transform.scale[index];
  placeStored(set, index);
  const isRegistered = isRegisteredKind(kind);
  const registered = isRegistered ? registry.shapes[shape.shape[index]]! : 0;
  const { body } = startBody(out, kind, registered);
  out.x = placed[0];
  out.y = placed[1];
  out.z = placed[2];
  writeBodyAxes(body.axes, 0, placed[3], placed[4], placed[5], placed[6]);
  body.halfX = isRegistered ? scale : shape.halfX[index] * scale;
  body.halfY = shape.halfY[index] * scale;
  body.halfZ = shape.halfZ[index] * scale;
  body.scale = scale;
  body.rounding = shape.radius[index] * scale;
  finishShape(out, registered);
  const { box } = out;
  if (!(box[3] - box[0] + (box[4] - box[1]) + (box[5] - box[2]) < Infinity)) explainInvalid(set, slot);
  return true;
}
