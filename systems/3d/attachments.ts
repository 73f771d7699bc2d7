import { type AttachedToStore, attachedToSpec } from '../../components/3d/attached-to.ts';
import { requireValidTransform } from '../../src/3d/bounds/explain-invalid.ts';
import type { ColliderSet } from '../../src/3d/collider-set.ts';
import { offset, placeByOffset, placed } from '../../src/3d/place-offset.ts';
import type { WritableNumberArray } from '../../src/core/number-array.ts';
import { type AttachmentKind, attachmentsOf } from '../core/attachments.ts';
import { space } from './dimension.ts';

const spaceAttachments: AttachmentKind<ColliderSet, AttachedToStore> = {
  dimension: space,
  spec: attachedToSpec,
  follow: followParent,
  requireTransform: requireValidTransform,
};

/**
 * Returns the component by which entities of a world are attached to others: hit boxes to a fighter, a turret to a
 * tank. The first call makes it.
 *
 *     const AttachedTo = attachedTo(world);
 *     addComponent(world, turret, set(AttachedTo, { parent: tank, y: 0.5 }));
 *
 * An attached entity has a Transform and a Collider of its own, with any filters and tags. When a tick begins, its
 * Transform is written: the offset, placed by the parent's Transform. There may be several levels, made in any order.
 * Entities attached to the same parent never meet it, nor each other. They are removed when their parent is, and do not
 * collide while it is disabled or has no Transform. In stores of the game's own, missing columns stay as they are.
 *
 * @throws CollisionError `invalid-state` when the world has no 3D collision; `set()` and ticks throw it for a parent
 * that does not exist, or is attached to its own child. An unusable transform that comes from the parent is reported
 * for the parent.
 */
export function attachedTo(world: object): AttachedToStore {
  return attachmentsOf(spaceAttachments, world);
}

const ROTATION = ['qx', 'qy', 'qz', 'qw'] as const;
const PLACE = ['x', 'y', 'z'] as const;

type Columns = Record<(typeof ROTATION)[number] | 'scale', WritableNumberArray | undefined>;

/**
 * Places the child as the offset of a collider is placed, to the bit: the offset is turned and scaled with the parent,
 * then added.
 */
function followParent({ transform }: ColliderSet, store: AttachedToStore, child: number, parent: number): boolean {
  const { scale } = transform as Columns;
  const factor = scale === undefined ? 1 : scale[parent];
  for (let i = 0; i < PLACE.length; i++) offset[i] = store[PLACE[i]][child];
  for (let i = 0; i < ROTATION.length; i++) offset[PLACE.length + i] = store[ROTATION[i]][child];
  placeByOffset(transform, parent);
  let isMoved = false;
  for (let i = 0; i < PLACE.length; i++) {
    isMoved = write(transform[PLACE[i]] as WritableNumberArray, child, placed[i]) || isMoved;
  }
  for (let i = 0; i < ROTATION.length; i++) {
    const column = (transform as Columns)[ROTATION[i]];
    if (column !== undefined) isMoved = write(column, child, placed[PLACE.length + i]) || isMoved;
  }
  if (scale !== undefined) isMoved = write(scale, child, factor * store.scale[child]) || isMoved;
  return isMoved;
}

/**
 * Writes a value and returns whether it differs from the old one. The value is read back, because a column of the
 * game's own may keep fewer digits.
 */
function write(column: WritableNumberArray, index: number, value: number): boolean {
  const old = column[index];
  column[index] = value;
  return column[index] !== old;
}
