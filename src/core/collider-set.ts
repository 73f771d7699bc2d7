import { type ColliderSlots, createColliderSlots, INVALID_SLOT } from './collider-slots.ts';
import type { FilterColumns } from './pair-filter.ts';
import type { AnyShapeRegistry } from './shapes/handled-shape.ts';
import { lengthened, makeArray, NO_FRACTIONS, reserve } from './typed-array.ts';

/** What colliders of any dimension have, by entity index. */
export interface ShapeColumns extends FilterColumns {
  kind: Uint8Array;
  /** Handle of the registered shape; 0 for inline kinds. */
  shape: Uint32Array;
}

/** What colliders are given beyond the world's margin, each by itself, where a game has imported that. */
export interface OwnMargins {
  /** By slot: as of when bounds were last computed. */
  bySlot: Float64Array;
  /** What the game says of an entity index now, 0 for one of which it says nothing; it need not be of use. */
  read(index: number): number;
  /**
   * Grows the bounds of the first `count` slots in `active`, which have just been computed, and takes out of that list
   * those that cannot be, the first of which becomes `set.refused`. Returns how many are left.
   */
  grow(set: ColliderSet, active: Uint32Array, count: number): number;
  /** @throws CollisionError naming the entity, when its margin is not one. */
  requireValid(set: ColliderSet, slot: number): void;
}

/** In `ShapeColumns.kind`: the collider has no shape. */
export const SHAPE_NONE = 0;

/**
 * Everything the pipeline knows of the colliders of one world, in flat columns. Stores may be written at any time; what
 * comes after the bounds stage, and queries between ticks, read places, sizes and shapes from the columns by slot,
 * which belong together.
 */
export interface ColliderSet<
  Transform = object,
  Shape extends ShapeColumns = ShapeColumns,
  Registry extends AnyShapeRegistry = AnyShapeRegistry,
> {
  readonly slots: ColliderSlots;
  readonly registry: Registry;
  /** By entity index. */
  readonly transform: Transform;
  /** What messages call it: the component, or the option by which a game gave stores of its own. */
  readonly transformName: string;
  /** By entity index. */
  readonly shape: Shape;
  /** Numbers of a pose and of a box. */
  readonly poseStride: number;
  readonly boundsStride: number;
  /** By slot: where the shape's own frame lies in the world, offset included. */
  poses: Float64Array;
  /**
   * By slot: a turn that has been computed, and what it was computed of; as long as is needed. What rests is not
   * computed again.
   */
  turns: Float64Array;
  /** By slot: the kind that the pose and bounds are of and, where it is a registered one, the handle of the shape. */
  kinds: Uint8Array;
  handles: Uint32Array;
  /**
   * By slot: world bounds grown by `boundsMargin`; the least coordinate of each axis, then the largest of each.
   */
  bounds: Float64Array;
  /** The first slot of which no bounds could be computed, INVALID_SLOT for none. */
  refused: number;
  /** Contacts are reported up to this separation, and what both have of their own. World units, ≥ 0. */
  margin: number;
  ownMargins: OwnMargins | undefined;
  /** What makes one surface of several colliders, where a game has imported that; the dimension knows its type. */
  seamless: object | undefined;
}

export function createColliderSet<Transform, Shape extends ShapeColumns, Registry extends AnyShapeRegistry>(
  poseStride: number,
  boundsStride: number,
  registry: Registry,
  transform: Transform,
  transformName: string,
  shape: Shape,
  margin: number,
  capacity: number,
  foreseen = capacity,
): ColliderSet<Transform, Shape, Registry> {
  return {
    slots: createColliderSlots(capacity, foreseen),
    registry,
    transform,
    transformName,
    shape,
    poseStride,
    boundsStride,
    poses: makeArray(Float64Array, capacity * poseStride),
    turns: NO_FRACTIONS,
    kinds: makeArray(Uint8Array, capacity),
    handles: makeArray(Uint32Array, capacity),
    bounds: makeArray(Float64Array, capacity * boundsStride),
    refused: INVALID_SLOT,
    margin,
    ownMargins: undefined,
    seamless: undefined,
  };
}

/**
 * How far the bounds of a collider reach beyond it: so far that they meet those of whatever it has a contact with,
 * which do the other part.
 */
export function boundsMargin({ margin, ownMargins }: ColliderSet, slot: number): number {
  return ownMargins === undefined ? margin / 2 : margin / 2 + ownMargins.bySlot[slot];
}

/** Makes room for the poses and bounds of every slot in use. */
export function reserveColliders(set: ColliderSet): void {
  const { end } = set.slots;
  // Asked of one column for all: small worlds are as slow as what they read.
  if (end <= set.kinds.length) return;
  set.kinds = reserve(set.kinds, end);
  const room = set.kinds.length;
  set.handles = lengthened(set.handles, room);
  set.poses = lengthened(set.poses, room * set.poseStride);
  set.bounds = lengthened(set.bounds, room * set.boundsStride);
}
