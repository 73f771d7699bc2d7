import { boundsMargin, featureOf } from '../../core/collider-set.ts';
import { createContactList } from '../../core/contact-list.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { BODY_RADIUS, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { CONTACT_MAX_POINTS } from '../geometry/contact/contact-layout.ts';
import { type CompoundChildren, writeChildPose } from '../shapes/compound-children.ts';
import { isRegisteredKind } from '../shapes/shape-kind.ts';
import { writeTurnedBox } from '../shapes/turned-box.ts';
import { makePairSet } from './pair-set.ts';
import { SURFACE_SEAMS } from './surface-seams.ts';

/**
 * Two colliders that are in no world: a child of a compound, and the collider that it is collided with. A child then
 * has the pose, kind and shape that a collider of its own would have, so that all routines serve both.
 */
export class PiecePair {
  readonly set = makePairSet();
  readonly contacts = createContactList(3, CONTACT_MAX_POINTS, 8);

  /** Makes slot `to` a copy of a collider. */
  putCollider(to: number, set: ColliderSet, slot: number): void {
    const pair = this.set;
    const handle = set.handles[slot];
    this.#keepOwner(to, set, slot);
    pair.kinds[to] = set.kinds[slot];
    pair.slots.flags[to] = set.slots.flags[slot];
    for (let i = 0; i < BODY_STRIDE; i++) pair.poses[BODY_STRIDE * to + i] = set.poses[BODY_STRIDE * slot + i];
    for (let i = 0; i < BOUNDS_STRIDE; i++) pair.bounds[BOUNDS_STRIDE * to + i] = set.bounds[BOUNDS_STRIDE * slot + i];
    if (!isRegisteredKind(set.kinds[slot])) return;
    const { columns, shapes } = pair.registry;
    shapes[to + 1] = set.registry.shapes[handle];
    columns.hulls[to + 1] = set.registry.columns.hulls[handle];
    columns.flats[to + 1] = set.registry.columns.flats[handle];
  }

  /** Makes slot `to` a child of a compound collider. */
  putChild(to: number, set: ColliderSet, slot: number, children: CompoundChildren, child: number): void {
    const pair = this.set;
    const at = BODY_STRIDE * to;
    this.#keepOwner(to, set, slot);
    pair.kinds[to] = children.kinds[child];
    pair.slots.flags[to] = set.slots.flags[slot];
    writeChildPose(pair.poses, at, children, child, set.poses, BODY_STRIDE * slot);
    this.#writeBounds(to, set, slot, children, child);
    const { hulls, flats } = children.registry.columns;
    pair.registry.columns.hulls[to + 1] = hulls[child];
    pair.registry.columns.flats[to + 1] = flats[child];
  }

  /** Lets surfaces that are seamless in their world be so here: the pair's `slots.index` is then the slot there. */
  #keepOwner(to: number, set: ColliderSet, slot: number): void {
    const { features, slots } = this.set;
    const seams = featureOf(set, SURFACE_SEAMS);
    if (seams !== undefined) {
      features.set(SURFACE_SEAMS, seams);
      slots.index[to] = seams.slotOf(set, slot);
    } else if (features.size > 0) features.clear();
  }

  #writeBounds(to: number, set: ColliderSet, slot: number, { boxes }: CompoundChildren, child: number): void {
    const { poses } = set;
    const at = BODY_STRIDE * slot;
    writeTurnedBox(box, boxes, BOUNDS_STRIDE * child, poses, at);
    const around = poses[at + BODY_RADIUS] + boundsMargin(this.set, to);
    for (let axis = 0; axis < 3; axis++) {
      const place = poses[at + BODY_X + axis];
      this.set.bounds[BOUNDS_STRIDE * to + axis] = place + box[axis] - around;
      this.set.bounds[BOUNDS_STRIDE * to + 3 + axis] = place + box[3 + axis] + around;
    }
  }
}

const box = new Float64Array(BOUNDS_STRIDE);
