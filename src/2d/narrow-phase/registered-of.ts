import { FLAG_STATIC } from '../../core/collider-slots.ts';
import { type ColliderSet, POSE_SCALE, POSE_STRIDE } from '../collider-set.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isInlineKind } from '../shapes/shape-kind.ts';

/** Returns the registered shape of a collider whose kind has one. */
export function registeredOf(set: ColliderSet, slot: number): RegisteredShape {
  return set.registry.shapes[set.handles[slot]]!;
}

/**
 * Returns the registered shape of a collider with pieces in a hierarchy of their own, undefined for one that is a
 * single piece.
 */
export function compositeOf(set: ColliderSet, slot: number): RegisteredShape | undefined {
  if (isInlineKind(set.kinds[slot])) return undefined;
  const shape = registeredOf(set, slot);
  return shape.record.isComposite ? shape : undefined;
}

/**
 * Of two colliders that each have a surface of many pieces, whether it is A's that counts, against the pieces of B one
 * by one: that of a static, or else of the larger one, whoever was added first. Of two that are as large it is A's, as
 * one that is told by their places would change while they pass each other.
 */
export function isSurfaceOfA(set: ColliderSet, slotA: number, slotB: number): boolean {
  const { flags } = set.slots;
  const isStaticA = (flags[slotA] & FLAG_STATIC) !== 0;
  if (isStaticA !== ((flags[slotB] & FLAG_STATIC) !== 0)) return isStaticA;
  return sizeOf(set, slotA) >= sizeOf(set, slotB);
}

/** Width and height of a composite before it is turned. */
function sizeOf(set: ColliderSet, slot: number): number {
  const { bounds } = registeredOf(set, slot);
  return (bounds[2] - bounds[0] + (bounds[3] - bounds[1])) * set.poses[slot * POSE_STRIDE + POSE_SCALE];
}
