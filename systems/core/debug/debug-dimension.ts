import type { ColliderSet } from '../../../src/core/collider-set.ts';
import type { Dimension } from '../dimension.ts';
import type { LineList } from './line-list.ts';

/** The routines that draw the colliders of a dimension as lines, with the `pen` and as finely as `detail` requires. */
export interface DebugDimension<Set extends ColliderSet = ColliderSet> {
  readonly dimension: Dimension<Set>;
  /** The index of the first coordinate of the place among the numbers of a pose. */
  readonly placeAt: number;
  /** The columns of Collider, besides `kind` and `shape`, that say what a shape looks like. */
  readonly sizes: readonly (keyof Set['shape'] & string)[];
  /** Returns how often the shape of an entity index has been changed in place; 0 for a shape that cannot be changed. */
  versionOf(set: Set, index: number): number;
  /** Writes the pose of an entity index as the stores have it. */
  computePose(pose: Float64Array, at: number, set: Set, index: number): void;
  /** Appends the shape that an entity index has, where the pose at `poses[at]` puts it. */
  drawCollider(lines: LineList, set: Set, index: number, poses: Float64Array, at: number): void;
  /** Appends a box: its least coordinates at `boxes[at]`, then its largest. */
  drawBox(lines: LineList, boxes: Float64Array, at: number): void;
  /** Appends a circle or sphere: its centre, then its radius. */
  drawBall(lines: LineList, ball: Float64Array): void;
  /** Appends a cross at a point, so many world units to each side. */
  drawCross(lines: LineList, points: Float64Array, at: number, half: number): void;
  /** Appends a whole number ≥ 0 of constant size on the screen, centred at `centre[at]`. */
  drawNumber(lines: LineList, value: number, centre: Float64Array, at: number): void;
}
