import { refuse, requireFinite } from '../../core/errors.ts';
import {
  explainInvalidIn,
  requireHandleOf,
  requireKind,
  requireScaledSize,
  requireValidColumns,
} from '../../core/explain-invalid.ts';
import { requireCoordinate, requireDistance } from '../../core/limits.ts';
import { type ColliderSet, TRANSFORM_COLUMNS } from '../collider-set.ts';
import { isRegisteredKind, SHAPE_BOX, SHAPE_KIND_NAMES } from '../shapes/shape-kind.ts';

/** By kind: the sizes that it must have; sizes that it does not have are not looked at. */
const NEEDED_SIZES = [
  [],
  ['radius'],
  ['radius', 'halfY'],
  ['halfX', 'halfY', 'halfZ'],
  ['halfX', 'halfY'],
  ['halfX', 'halfY'],
] as const;

/** Checks the sizes that a kind needs, also scaled. @throws CollisionError naming the size, as `nameOf` has it. */
export function requireSizes(
  kind: number,
  sizes: Readonly<Record<'radius' | 'halfX' | 'halfY' | 'halfZ', number>>,
  nameOf: (size: string) => string,
  scale = 1,
): void {
  for (const size of NEEDED_SIZES[kind] ?? []) requireScaledSize(nameOf(size), sizes[size], scale);
}

/** Finds the unusable value of a collider whose bounds could not be computed and throws an error that names it. */
export function explainInvalid(set: ColliderSet, slot: number): never {
  explainInvalidIn(requireValidCollider, set, slot);
}

/** Checks the numbers of an entity's transform. @throws CollisionError naming the entity and the field. */
export function requireValidTransform({ transform, transformName }: ColliderSet, index: number, entity: number): void {
  requireValidColumns(TRANSFORM_COLUMNS, transform, transformName, index, entity);
  const { qx, qy, qz, qw } = transform;
  requireRotation(
    `the rotation in ${transformName} of entity ${entity}`,
    qx?.[index] ?? 0,
    qy?.[index] ?? 0,
    qz?.[index] ?? 0,
    qw?.[index] ?? 1,
  );
}

/** Requires a quaternion of which a rotation can be made: the square of its length is a number above 0. */
function requireRotation(name: string, x: number, y: number, z: number, w: number): void {
  const square = x * x + y * y + z * z + w * w;
  if (1 / square > 0 && 1 / square < Infinity) return;
  refuse('invalid-number', name, 'a quaternion of a length above 0', `(${x}, ${y}, ${z}, ${w})`);
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
  if (kind > SHAPE_BOX && !isRegisteredKind(kind) && set.registry.extents[kind] === undefined) {
    refuse('invalid-shape', `Collider.kind ${of}`, 'of a shape whose maker is imported', SHAPE_KIND_NAMES[kind]);
  }
  const { radius, halfX, halfY, halfZ } = shape;
  const sizes = { radius: radius[index], halfX: halfX[index], halfY: halfY[index], halfZ: halfZ[index] };
  requireSizes(kind, sizes, (field) => `Collider.${field} ${of}`, set.transform.scale?.[index]);
  requireDistance(`Collider.radius ${of}`, shape.radius[index]);
  for (const field of ['offsetX', 'offsetY', 'offsetZ'] as const) {
    requireCoordinate(`Collider.${field} ${of}`, shape[field][index]);
  }
  for (const field of ['offsetQx', 'offsetQy', 'offsetQz', 'offsetQw'] as const) {
    requireFinite(`Collider.${field} ${of}`, shape[field][index]);
  }
  requireRotation(
    `the offset's rotation in Collider ${of}`,
    shape.offsetQx[index],
    shape.offsetQy[index],
    shape.offsetQz[index],
    shape.offsetQw[index],
  );
  if (isRegisteredKind(kind)) requireHandleOf(set, SHAPE_KIND_NAMES, kind, slot);
}
