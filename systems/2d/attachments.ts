import { type AttachedToStore, attachedToSpec } from '../../components/2d/attached-to.ts';
import { requireValidTransform } from '../../src/2d/bounds/explain-invalid.ts';
import type { ColliderSet } from '../../src/2d/collider-set.ts';
import type { WritableNumberArray } from '../../src/core/number-array.ts';
import { cosSinAt } from '../../src/core/trigonometry.ts';
import { type AttachmentKind, attachmentsOf } from '../core/attachments.ts';
import { plane } from './dimension.ts';

const turn = new Float64Array(2);

const planeAttachments: AttachmentKind<ColliderSet, AttachedToStore> = {
  dimension: plane,
  spec: attachedToSpec,
  follow: followParent,
  requireTransform: requireValidTransform,
};

/**
 * Returns the component by which entities of a world are attached to others: hit boxes to a fighter, a turret to a
 * tank. The first call makes it.
 *
 *     const AttachedTo = attachedTo(world);
 *     addComponent(world, turret, set(AttachedTo, { parent: tank, x: 0.5 }));
 *
 * An attached entity has a Transform and a Collider of its own, with any filters and tags. When a tick begins, its
 * Transform is written: the offset, placed by the parent's Transform. There may be several levels, made in any order.
 * Entities attached to the same parent never meet it, nor each other. They are removed when their parent is, and do not
 * collide while it is disabled or has no Transform. In stores of the game's own, missing columns stay as they are.
 *
 * @throws CollisionError `invalid-state` when the world has no 2D collision; `set()` and ticks throw it for a parent
 * that does not exist, or is attached to its own child. An unusable transform that comes from the parent is reported
 * for the parent.
 */
export function attachedTo(world: object): AttachedToStore {
  return attachmentsOf(planeAttachments, world);
}

/**
 * Places the child as the offset of a collider is placed, to the bit: the offset is turned and scaled with the parent,
 * then added.
 */
function followParent({ transform }: ColliderSet, store: AttachedToStore, child: number, parent: number): boolean {
  const { rotation, scale } = transform as Record<'rotation' | 'scale', WritableNumberArray | undefined>;
  const xs = transform.x as WritableNumberArray;
  const ys = transform.y as WritableNumberArray;
  const angle = rotation === undefined ? 0 : rotation[parent];
  const factor = scale === undefined ? 1 : scale[parent];
  turn[0] = 1;
  turn[1] = 0;
  if (angle !== 0) cosSinAt(turn, 0, rotation!, parent);
  const offsetX = store.x[child];
  const offsetY = store.y[child];
  const x = xs[parent] + factor * (turn[0] * offsetX - turn[1] * offsetY);
  const y = ys[parent] + factor * (turn[1] * offsetX + turn[0] * offsetY);
  const oldX = xs[child];
  const oldY = ys[child];
  xs[child] = x;
  ys[child] = y;
  // The value is read back, as a column of the game's own may keep less digits than it is given.
  let isMoved = xs[child] !== oldX || ys[child] !== oldY;
  if (rotation !== undefined) {
    const old = rotation[child];
    rotation[child] = angle + store.rotation[child];
    isMoved ||= rotation[child] !== old;
  }
  if (scale !== undefined) {
    const old = scale[child];
    scale[child] = factor * store.scale[child];
    isMoved ||= scale[child] !== old;
  }
  return isMoved;
}
