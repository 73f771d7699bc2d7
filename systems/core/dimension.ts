import type { StoreSpec, ValuesCheck } from '../../components/store.ts';
import type { BoundsKernels } from '../../src/core/broad-phase/bounds-kernels.ts';
import type { CandidatePairs } from '../../src/core/broad-phase/candidate-pairs.ts';
import type { HierarchyKind } from '../../src/core/bvh/bvh.ts';
import type { ColliderSet } from '../../src/core/collider-set.ts';
import type { ContactList } from '../../src/core/contact-list.ts';
import type { ContactTracking } from '../../src/core/contact-tracking.ts';
import type { AnyShape } from '../../src/core/shapes/handled-shape.ts';
import type { ContactCursor } from './events/dispatch.ts';

/**
 * All that differs between the engines of the plane and of space, given to the stages as one record. Routines that only
 * some games need (queries, explaining a pair) are not in it, so that other games do not ship them.
 */
export interface Dimension<Set extends ColliderSet = ColliderSet> {
  /** How many coordinates a point has. */
  readonly axes: number;
  readonly poseStride: number;
  /** The largest number of points of a contact. */
  readonly maxPoints: number;
  readonly transformSpec: StoreSpec;
  /** Refuses values for a Transform that can only be a mistake. */
  readonly checkTransform?: ValuesCheck;
  readonly colliderSpec: StoreSpec;
  /** The columns that a game's own transform must have; the others may be absent. */
  readonly positionColumns: readonly string[];
  /** The kind of hierarchies unless options choose another, and the kinds that `hierarchy` may name, for messages. */
  readonly hierarchy: HierarchyKind;
  readonly hierarchyNames: string;
  readonly kernels: BoundsKernels;
  /** How shapes that inline numbers do not describe are registered. */
  readonly shapes: Set['registry']['tables'];
  /**
   * Computes poses and bounds of the first `count` slots in `items`, and writes the slots that have a shape to
   * `active`, in the same order. Returns how many it wrote. The first slot whose numbers cannot be used is left out and
   * becomes `set.refused`.
   */
  computeBounds(set: Set, items: Uint32Array, count: number, active: Uint32Array): number;
  /** Throws a CollisionError that says what is wrong with a collider whose bounds could not be computed. */
  explainInvalid(set: Set, slot: number): never;
  /** Turns candidate pairs into contacts, in the same order. */
  collide(set: Set, candidates: CandidatePairs, contacts: ContactList): void;
  /** Makes the view of a contact that handlers and loops see. */
  makeView(tracking: ContactTracking): ContactCursor;
}

/** The types that a dimension has in its public face: the stores, a contact, what shape makers return. */
export interface DimensionTypes {
  readonly transform: object;
  readonly collider: object;
  readonly contact: object;
  readonly spec: { readonly kind: number; readonly shape: AnyShape | 0 };
  /** @internal */
  readonly set: ColliderSet;
}
