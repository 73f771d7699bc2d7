import {
  type ColliderSet,
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../../../src/2d/collider-set.ts';
import { computePose } from '../../../src/2d/compute-bounds.ts';
import { routines } from '../../../src/2d/narrow-phase/routine-table.ts';
import { seamlessOf } from '../../../src/2d/queries/seamless-of.ts';
import { isInlineKind, SHAPE_BOX, SHAPE_CIRCLE } from '../../../src/2d/shapes/shape-kind.ts';
import { FLAG_SENSOR } from '../../../src/core/collider-slots.ts';
import { type ContactList, createContactList } from '../../../src/core/contact-list.ts';
import type { IndexList } from '../../../src/core/index-list.ts';
import type { Scalar } from '../../../src/core/movement/vector.ts';
import { contactMargin, useMargin } from '../../../src/core/narrow-phase/contact-margin.ts';
import { KIND_STRIDE } from '../../../src/core/narrow-phase/routine-table.ts';
import { pairAllowed } from '../../../src/core/pair-filter.ts';
import { compositeOf } from '../../../src/core/shapes/registered-of.ts';
import type { CollisionState } from '../../core/collision-state.ts';

const pose = new Float64Array(POSE_STRIDE);

/**
 * Contacts of a circle, capsule or box with walls of one convex piece, by the routines of the narrow phase. Most bodies
 * of a crowd and most walls are of these kinds, and the other way, placing a body for queries, takes several times as
 * long.
 */
export class PlainContacts {
  /** The contacts that `collide` found. A of each row is the collider that it was given. */
  readonly list: ContactList = createContactList(2, 2, 8);

  /**
   * Collides a collider with those of some others that filters let it meet, up to `margin[0]`. Returns false where a
   * routine for each pair is not enough: for pairs that hooks, surfaces or seams decide about, for shapes of several
   * pieces, and for a Transform that was written since the tick.
   */
  collide(state: CollisionState<ColliderSet>, slot: number, others: IndexList, margin: Scalar): boolean {
    const { set, features, hook } = state;
    const { kinds, shape, slots } = set;
    const { list } = this;
    const kind = kinds[slot];
    if (hook !== undefined || features.gates.length > 0 || !isInlineKind(kind) || !isAsInTick(set, slot)) return false;
    if (seamlessOf(set) !== undefined) return false;
    for (let i = 0; i < others.count; i++) {
      const other = others.items[i];
      if (shape.kind[slots.index[other]] !== kinds[other] || compositeOf(set, other) !== undefined) return false;
    }
    list.count = 0;
    list.extraCount = 0;
    contactMargin[0] = margin[0];
    for (let i = 0; i < others.count; i++) {
      const other = others.items[i];
      if ((slots.flags[other] & FLAG_SENSOR) !== 0 || !pairAllowed(slots, shape, slot, other)) continue;
      routines[kind * KIND_STRIDE + kinds[other]]!(set, list, slot, other);
    }
    useMargin(set);
    return true;
  }
}

/** Returns whether the tick has seen a collider of an inline kind as the stores have it now. */
function isAsInTick(set: ColliderSet, slot: number): boolean {
  const { kinds, poses, shape, slots } = set;
  const index = slots.index[slot];
  const kind = kinds[slot];
  if (shape.kind[index] !== kind) return false;
  computePose(pose, 0, set, index);
  const at = slot * POSE_STRIDE;
  if (poses[at + POSE_X] !== pose[POSE_X] || poses[at + POSE_Y] !== pose[POSE_Y]) return false;
  if (poses[at + POSE_RADIUS] !== pose[POSE_RADIUS] || poses[at + POSE_SCALE] !== pose[POSE_SCALE]) return false;
  // The tick leaves the rotation of circles out of their poses.
  if (kind === SHAPE_CIRCLE) return true;
  if (poses[at + POSE_COS] !== pose[POSE_COS] || poses[at + POSE_SIN] !== pose[POSE_SIN]) return false;
  if (poses[at + POSE_HALF_HEIGHT] !== shape.halfHeight[index] * pose[POSE_SCALE]) return false;
  return kind !== SHAPE_BOX || poses[at + POSE_HALF_WIDTH] === shape.halfWidth[index] * pose[POSE_SCALE];
}
