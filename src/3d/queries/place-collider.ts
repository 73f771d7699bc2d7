import { SHAPE_NONE } from '../../core/collider-set.ts';
import { explainInvalid, requireValidCollider } from '../bounds/explain-invalid.ts';
import type { ColliderSet } from '../collider-set.ts';
import { writeBodyAxes } from '../geometry/body-pose.ts';
import { placed, placeOffset } from '../place-offset.ts';
import { isRegisteredKind } from '../shapes/shape-kind.ts';
import { type QueryShape, startBody, writeShapeBounds } from './query-shape.ts';

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
  placeOffset(
    transform.x[index],
    transform.y[index],
    transform.z[index],
    transform.qx === undefined ? 0 : transform.qx[index],
    transform.qy === undefined ? 0 : transform.qy[index],
    transform.qz === undefined ? 0 : transform.qz[index],
    transform.qw === undefined ? 1 : transform.qw[index],
    scale * shape.offsetX[index],
    scale * shape.offsetY[index],
    scale * shape.offsetZ[index],
    shape.offsetQx[index],
    shape.offsetQy[index],
    shape.offsetQz[index],
    shape.offsetQw[index],
  );
  const isRegistered = isRegisteredKind(kind);
  const { body } = startBody(out, kind, isRegistered ? registry.shapes[shape.shape[index]]! : 0);
  out.x = placed[0];
  out.y = placed[1];
  out.z = placed[2];
  writeBodyAxes(body.axes, 0, placed[3], placed[4], placed[5], placed[6]);
  body.halfX = isRegistered ? scale : shape.halfX[index] * scale;
  body.halfY = shape.halfY[index] * scale;
  body.halfZ = shape.halfZ[index] * scale;
  body.scale = scale;
  body.rounding = shape.radius[index] * scale;
  writeShapeBounds(out);
  const { box } = out;
  if (!(box[3] - box[0] + (box[4] - box[1]) + (box[5] - box[2]) < Infinity)) explainInvalid(set, slot);
  return true;
}
