import type { ColliderSet } from '../collider-set.ts';

/** The bounds of colliders' paths, and their ways. */
export interface PathBoxes {
  /** By slot, laid out as `ColliderSet.bounds`: the bounds of the whole path; for static colliders their bounds. */
  boxes: Float64Array;
  /** By slot, a number an axis: the way from the start to the end of the path; 0 for static colliders. */
  ways: Float64Array;
}

/** Whether the boxes of two colliders meet on their ways. */
export type PathsMeet = (paths: PathBoxes, slotA: number, slotB: number) => boolean;

/** Room for rounding, relative to the coordinates and the way. */
export const MEETING_SLACK = 2 ** -40;

/** Writes the bounds of some colliders that are static. */
export function boundStatics({ boxes, ways }: PathBoxes, set: ColliderSet, slots: Uint32Array, count: number): void {
  const { bounds, boundsStride } = set;
  const axes = boundsStride / 2;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    const at = slot * boundsStride;
    for (let side = at; side < at + boundsStride; side++) boxes[side] = bounds[side];
    for (let way = slot * axes; way < (slot + 1) * axes; way++) ways[way] = 0;
  }
}
