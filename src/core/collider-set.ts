import { type ColliderSlots, createColliderSlots, INVALID_SLOT } from './collider-slots.ts';
import type { FeatureKey } from './feature-key.ts';
import type { FilterColumns } from './pair-filter.ts';
import type { AnyShapeRegistry } from './shapes/handled-shape.ts';
import { lengthened, makeArray, NO_FRACTIONS, reserve } from './typed-array.ts';

/** The shape columns of colliders in any dimension, by entity index. */
export interface ShapeColumns extends FilterColumns {
  kind: Uint8Array;
  /** Handle of the registered shape; 0 for inline kinds. */
  shape: Uint32Array;
}

/** A rule by which an imported feature changes bounds. */
export interface BoundsRule {
  /**
   * Changes the bounds of the first `count` slots in `active`, which have just been computed. Takes the slots to which
   * the rule cannot be applied out of `active`; the first of them becomes `set.refused`. Returns how many are left.
   */
  apply(set: ColliderSet, active: Uint32Array, count: number): number;
  /** Returns whether applying the rule to a slot now would do what it did when bounds were last computed. */
  isApplied(set: ColliderSet, slot: number): boolean;
  /** Refuses a slot to which the rule cannot be applied. @throws CollisionError naming its entity. */
  requireValid(set: ColliderSet, slot: number): void;
}

/** The value of `ShapeColumns.kind` for a collider without a shape. */
export const SHAPE_NONE = 0;

/**
 * Everything the pipeline knows of the colliders of one world, in flat columns. Stores may be written at any time.
 * Stages after the bounds stage, and queries between ticks, therefore read places, sizes and shapes from the columns by
 * slot, which are of one moment.
 */
export interface ColliderSet<
  Transform = object,
  Shape extends ShapeColumns = ShapeColumns,
  Registry extends AnyShapeRegistry = AnyShapeRegistry,
> {
  readonly slots: ColliderSlots;
  readonly registry: Registry;
  /** The store of positions and rotations, by entity index. */
  readonly transform: Transform;
  /** The name of the transform in messages: the component, or the option by which a game gave stores of its own. */
  readonly transformName: string;
  /** The store of shapes, by entity index. */
  readonly shape: Shape;
  /** How many numbers a pose has, and how many a box has. */
  readonly poseStride: number;
  readonly boundsStride: number;
  /** By slot: where the shape's own frame lies in the world, offset included. */
  poses: Float64Array;
  /**
   * By slot: the last rotation whose sine and cosine were computed, and the result, so that colliders at rest need not
   * compute them again. Its length is as large as is needed.
   */
  turns: Float64Array;
  /** By slot: the kind for which pose and bounds were computed and, for a registered kind, the handle of the shape. */
  kinds: Uint8Array;
  handles: Uint32Array;
  /**
   * By slot: world bounds grown by `boundsMargin`; the least coordinate of each axis, then the largest of each.
   */
  bounds: Float64Array;
  /** The first slot of which no bounds could be computed, INVALID_SLOT for none. */
  refused: number;
  /** Contacts are reported up to this separation, and the slot margins of both. World units, ≥ 0. */
  margin: number;
  /** By slot: the collider's own margin, as it was when bounds were computed. Empty where no collider may have one. */
  slotMargins: Float64Array;
  readonly boundsRules: BoundsRule[];
  /** The values that imported features keep for this world: see `featureOf`. */
  readonly features: Map<FeatureKey<unknown>, unknown>;
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
    slotMargins: NO_FRACTIONS,
    boundsRules: [],
    features: new Map(),
  };
}

/**
 * Returns how far the bounds of a collider reach beyond the collider: its share of the margin of a pair, so that the
 * bounds of two colliders that have a contact meet.
 */
export function boundsMargin({ margin, slotMargins }: ColliderSet, slot: number): number {
  return slotMargins.length === 0 ? margin / 2 : margin / 2 + slotMargins[slot];
}

/**
 * Returns the value that a feature keeps for the world of these colliders; undefined where the game has not imported
 * it.
 */
export function featureOf<T>({ features }: Pick<ColliderSet, 'features'>, key: FeatureKey<T>): T | undefined {
  return features.get(key) as T | undefined;
}

/** Applies all rules to bounds that have just been computed, and returns how many slots are left in `active`. */
export function applyBoundsRules(set: ColliderSet, active: Uint32Array, count: number): number {
  const { boundsRules } = set;
  let left = count;
  for (let i = 0; i < boundsRules.length; i++) left = boundsRules[i].apply(set, active, left);
  return left;
}

/** Returns whether bounds of a slot that were computed now would get the same from all rules. */
export function areBoundsRulesApplied(set: ColliderSet, slot: number): boolean {
  const { boundsRules } = set;
  for (let i = 0; i < boundsRules.length; i++) if (!boundsRules[i].isApplied(set, slot)) return false;
  return true;
}

/** Makes room for the poses and bounds of every slot in use. */
export function reserveColliders(set: ColliderSet): void {
  const { end } = set.slots;
  // The length of one column stands for all: comparing more would cost small worlds, where reading memory takes most
  // of the time.
  if (end <= set.kinds.length) return;
  set.kinds = reserve(set.kinds, end);
  const room = set.kinds.length;
  set.handles = lengthened(set.handles, room);
  set.poses = lengthened(set.poses, room * set.poseStride);
  set.bounds = lengthened(set.bounds, room * set.boundsStride);
}
