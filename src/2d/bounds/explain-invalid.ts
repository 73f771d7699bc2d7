import { requireFinite, requireNonNegative, requirePositive } from '../../core/errors.ts';
import { explainInvalidIn, requireHandleOf, requireKind, requireValidColumns } from '../../core/explain-invalid.ts';
import { type ColliderSet, TRANSFORM_COLUMNS } from '../collider-set.ts';
import { isRegisteredKind, SHAPE_KIND_NAMES } from '../shapes/shape-kind.ts';

/**
 * By kind (none, circle, capsule, box): the sizes that must be above 0. The other sizes of the kind are not checked.
 */
const NEEDED_SIZES = [[], ['radius'], ['radius', 'halfHeight'], ['halfWidth', 'halfHeight']] as const;

/** Finds the unusable value of a collider whose bounds could not be computed and throws an error that names it. */
export function explainInvalid(set: ColliderSet, slot: number): never {
  explainInvalidIn(requireValidCollider, set, slot);
}

/** Checks the numbers of where an entity is. @throws CollisionError naming the entity and the field. */
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
  for (const field of NEEDED_SIZES[kind] ?? []) requirePositive(`Collider.${field} ${of}`, shape[field][index]);
  requireNonNegative(`Collider.radius ${of}`, shape.radius[index]);
  for (const field of ['offsetX', 'offsetY', 'offsetRotation'] as const) {
    requireFinite(`Collider.${field} ${of}`, shape[field][index]);
  }
  if (isRegisteredKind(kind)) requireHandleOf(set, SHAPE_KIND_NAMES, kind, slot);
}
