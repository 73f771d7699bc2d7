import { requireFinite } from '../../core/errors.ts';
import {
  explainInvalidIn,
  requireHandleOf,
  requireKind,
  requireScaledSize,
  requireValidColumns,
} from '../../core/explain-invalid.ts';
import { requireCoordinate, requireDistance } from '../../core/limits.ts';
import { type ColliderSet, TRANSFORM_COLUMNS } from '../collider-set.ts';
import { isRegisteredKind, SHAPE_KIND_NAMES } from '../shapes/shape-kind.ts';

/**
 * By kind (none, circle, capsule, box): the sizes that it must have. The other sizes of the kind are not checked.
 */
const NEEDED_SIZES = [[], ['radius'], ['radius', 'halfHeight'], ['halfWidth', 'halfHeight']] as const;

/** Finds the unusable value of a collider whose bounds could not be computed and throws an error that names it. */
export function explainInvalid(set: ColliderSet, slot: number): never {
  explainInvalidIn(requireValidCollider, set, slot);
}

/** Checks the numbers of an entity's transform. @throws CollisionError naming the entity and the field. */
export function requireValidTransform({ transform, transformName }: ColliderSet, index: number, entity: number): void {
  requireValidColumns(TRANSFORM_COLUMNS, transform, transformName, index, entity);
}

/**
 * Checks the numbers of a collider as the tick would: its kind, sizes and handle may have been written since.
 * @throws CollisionError naming the entity and the field.
 */
export function requireValidCollider(set: ColliderSet, slot: number): void {
  const { shape, slots } = set;
  const index = slots.index[slot];
  const of = `of entity ${slots.entity[slot]}`;
  requireValidTransform(set, index, slots.entity[slot]);
  const kind = shape.kind[index];
  requireKind(SHAPE_KIND_NAMES, kind, slots.entity[slot]);
  const scale = set.transform.scale?.[index] ?? 1;
  for (const field of NEEDED_SIZES[kind] ?? []) {
    requireScaledSize(`Collider.${field} ${of}`, shape[field][index], scale);
  }
  requireDistance(`Collider.radius ${of}`, shape.radius[index]);
  requireCoordinate(`Collider.offsetX ${of}`, shape.offsetX[index]);
  requireCoordinate(`Collider.offsetY ${of}`, shape.offsetY[index]);
  requireFinite(`Collider.offsetRotation ${of}`, shape.offsetRotation[index]);
  if (isRegisteredKind(kind)) requireHandleOf(set, SHAPE_KIND_NAMES, kind, slot);
}
