import type { HullColumns } from './hull-columns.ts';

/** Shapes of one piece and where they are: the colliders of a world, by slot, or the children of a compound. */
export interface PosedShapes {
  readonly poses: Float64Array;
  readonly kinds: Uint8Array;
  /** By slot: the index of the shape's hull among the columns. */
  readonly handles: Uint32Array;
  readonly registry: { readonly columns: HullColumns };
}
