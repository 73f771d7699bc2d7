import { FLAG_STATIC } from '../../core/collider-slots.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import { type ColliderSet, POSE_SCALE, POSE_STRIDE } from '../collider-set.ts';

/**
 * Decides, of two colliders that each have a surface of many pieces, whether A's surface collides with the pieces of B
 * one by one: the surface is that of the static collider, else that of the larger one, whichever was added first. Of
 * two of the same size it is A's, because a choice by position would change while they pass each other.
 */
export function isSurfaceOfA(set: ColliderSet, slotA: number, slotB: number): boolean {
  const { flags } = set.slots;
  const isStaticA = (flags[slotA] & FLAG_STATIC) !== 0;
  if (isStaticA !== ((flags[slotB] & FLAG_STATIC) !== 0)) return isStaticA;
  return sizeOf(set, slotA) >= sizeOf(set, slotB);
}

/** Returns the width and height of a composite before it is turned. */
function sizeOf(set: ColliderSet, slot: number): number {
  const { bounds } = registeredOf(set, slot);
  return (bounds[2] - bounds[0] + (bounds[3] - bounds[1])) * set.poses[slot * POSE_STRIDE + POSE_SCALE];
}
