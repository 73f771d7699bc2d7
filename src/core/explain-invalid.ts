import type { ColliderSet } from './collider-set.ts';
import { CollisionError, refuse, requireFinite } from './errors.ts';
import { LARGEST_LENGTH, requireCoordinate, requireSize, SMALLEST_SIZE } from './limits.ts';

/*
 * The part of a dimension's `explainInvalid`, about colliders whose bounds could not be computed, that does not depend
 * on the dimension. Errors name the entity and the field.
 */

/**
 * Throws the error that names the unusable value of a collider; `requireValidCollider` is the dimension's own check.
 */
export function explainInvalidIn<Set extends ColliderSet>(
  requireValidCollider: (set: Set, slot: number) => void,
  set: Set,
  slot: number,
): never {
  requireValidCollider(set, slot);
  for (const rule of set.boundsRules) rule.requireValid(set, slot);
  throw new CollisionError(
    'invalid-number',
    `the bounds of entity ${set.slots.entity[slot]} must lie between -${LARGEST_LENGTH} and ${LARGEST_LENGTH}, and its shape be ${SMALLEST_SIZE} or more across; its position, sizes, offset and scale together put it beyond`,
  );
}

/** The columns of transforms that are coordinates. */
const COORDINATES: readonly string[] = ['x', 'y', 'z'];

/** Checks the columns of a transform that are there at all: coordinates, a scale, and a rotation. */
export function requireValidColumns<Field extends string>(
  fields: readonly Field[],
  transform: { readonly [field in Field]?: ArrayLike<number> | undefined },
  transformName: string,
  index: number,
  entity: number,
): void {
  for (const field of fields) {
    const check = field === 'scale' ? requireSize : COORDINATES.includes(field) ? requireCoordinate : requireFinite;
    const column = transform[field];
    const name = `${transformName}.${field} of entity ${entity}`;
    if (column === undefined) continue;
    if (column[index] === undefined) throw new CollisionError('invalid-number', `${name} was never written`);
    check(name, column[index]);
  }
}

/**
 * Checks a size that a shape must have, unscaled and scaled. @throws CollisionError naming the size.
 */
export function requireScaledSize(name: string, size: number, scale: number): void {
  requireSize(name, size);
  if (scale !== 1) requireSize(`${name}, scaled by ${scale},`, size * scale);
}

/** Checks that a kind, which may have been written to the store by hand, is one of `names`. */
export function requireKind(names: readonly string[], kind: number, entity: number): void {
  if (kind < names.length) return;
  refuse('invalid-shape', `Collider.kind of entity ${entity}`, `a shape kind, 1 to ${names.length - 1}`, kind);
}

/** Checks that a handle, which may have been written to the store by hand, names a shape of a kind. */
export function requireHandleOf(set: ColliderSet, names: readonly string[], kind: number, slot: number): void {
  const handle = set.shape.shape[set.slots.index[slot]];
  const registered = set.registry.shapes[handle];
  if (registered?.record.kind === kind) return;
  const found = registered === undefined ? 'no registered shape' : `a ${names[registered.record.kind]}`;
  const entity = set.slots.entity[slot];
  throw new CollisionError(
    'unknown-shape',
    `Collider.shape of entity ${entity} must be the handle of a ${names[kind]}, but handle ${handle} is ${found}`,
  );
}
