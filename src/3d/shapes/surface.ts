import type { ColliderSet } from '../../core/collider-set.ts';
import type { HeightField } from '../geometry/tree/height-field.ts';
import type { TriangleTree } from '../geometry/tree/triangle-tree.ts';

/** The triangles of a surface: those of a mesh, or those over a grid of heights. */
export interface Surface {
  readonly tree: TriangleTree | undefined;
  readonly field: HeightField | undefined;
  /** The least coordinates of all triangles, then the largest, in the surface's own frame. */
  readonly bounds: Float64Array;
  /** Whether only the side counts from which the corners of a triangle run counter-clockwise. */
  readonly oneSided: boolean;
  /** Whether the surface encloses a solid. */
  readonly solid: boolean;
}

/** The routines that collide a surface with a convex body, or a half-space, that is no collider. */
export interface SurfaceContacts<Shape> {
  /**
   * Finds the contacts of a surface with the body in `bodyB`, or the half-space in that pose, relative to the origin of
   * pairs; its bounds in the world are `worldBox` of find-children.ts. Returns how many there are.
   */
  find(set: ColliderSet, slot: number, shape: Shape, isHalfSpace: boolean, margin: Float64Array): number;
  /**
   * Finds the contacts of a placed surface, which is no collider, with the current collider. The surface stands at the
   * origin of pairs, turned and scaled as `pose` says. The bounds of both have to be known, in the world.
   */
  findPlaced(shape: Shape, pose: Float64Array, bounds: Float64Array, margin: Float64Array): number;
  /** Returns whether a surface in a pose, which is no collider, is larger than that of a collider. */
  isPlacedLarger(shape: Shape, pose: Float64Array, set: ColliderSet, slot: number): boolean;
  /** Writes the middle of a collider's surface as the middle that its triangles have in common when they are bodies. */
  writeWholeMiddle(set: ColliderSet, slot: number): void;
  /**
   * Loads contact number i as the current manifold, its normal from the surface to the body, and returns how many
   * points it has.
   */
  load(i: number): number;
  /** Returns the triangle that contact number i names. */
  triangleOf(i: number): number;
}
