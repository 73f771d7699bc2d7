import { CollisionError, requireFinite, requireNonNegative, requirePositive } from '../../core/errors.ts';
import type { ColliderSet } from '../collider-set.ts';
import { isRegisteredKind, SHAPE_KIND_COUNT, SHAPE_KIND_NAMES } from '../shapes/shape-kind.ts';
import { NEEDED_SIZES, NEEDS_HALF_HEIGHT, NEEDS_HALF_WIDTH, NEEDS_RADIUS } from './needed-sizes.ts';

/** The numbers of a collider, each with the bit that says whether its kind must have it above 0. */
const NUMBERS = [
  ['radius', NEEDS_RADIUS],
  ['halfWidth', NEEDS_HALF_WIDTH],
  ['halfHeight', NEEDS_HALF_HEIGHT],
  ['offsetX', 0],
  ['offsetY', 0],
  ['offsetRotation', 0],
] as const;

/** Finds what is wrong with a collider whose bounds are of no use and throws an error that names it. */
export function explainInvalid(set: ColliderSet, slot: number): never {
  requireValidCollider(set, slot);
  throw new CollisionError(
    'out-of-range',
    `the bounds of entity ${set.slots.entity[slot]} must be finite; its position or size is too large`,
  );
}

/**
 * Checks the numbers of a collider as the tick would: its kind, sizes and handle may have been written since.
 * @throws CollisionError naming the entity and the field.
 */
export function requireValidCollider(set: ColliderSet, slot: number): void {
  const { transform, shape, slots } = set;
  const index = slots.index[slot]!;
  const who = `of entity ${slots.entity[slot]}`;
  for (const field of ['x', 'y', 'rotation', 'scale'] as const) {
    const column = transform[field];
    const check = field === 'scale' ? requirePositive : requireFinite;
    if (column !== undefined) check(`Transform.${field} ${who}`, column[index]!);
  }
  const kind = shape.kind[index]!;
  const needed = NEEDED_SIZES[kind];
  if (needed === undefined) {
    throw new CollisionError(
      'invalid-shape',
      `Collider.kind ${who} must be a shape kind, 1 to ${SHAPE_KIND_COUNT - 1}, got ${kind}`,
    );
  }
  for (const [field, bit] of NUMBERS) {
    if ((needed & bit) === 0 && (bit === NEEDS_HALF_WIDTH || bit === NEEDS_HALF_HEIGHT)) continue;
    const check = (needed & bit) !== 0 ? requirePositive : field === 'radius' ? requireNonNegative : requireFinite;
    check(`Collider.${field} ${who}`, shape[field][index]!);
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
}
