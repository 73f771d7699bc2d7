import type { ColliderSet } from '../collider-set.ts';
import { BODY_HALF_X, BODY_HALF_Y, BODY_STRIDE } from '../geometry/body-pose.ts';
import {
  createBoxHull,
  createSegmentHull,
  type FlatHull,
  setBoxHull,
  setSegmentHull,
} from '../geometry/convex/flat-hull.ts';
import { SHAPE_BOX, SHAPE_HULL } from '../shapes/shape-kind.ts';

/** The box or segment of the pair under way as a hull; a pair of two boxes has a routine of its own. */
const boxAsHull: FlatHull = /* @__PURE__ */ createBoxHull();
const segmentAsHull: FlatHull = /* @__PURE__ */ createSegmentHull();

/**
 * Returns the core of a hull, box or capsule as a flat hull; that of a hull is in its own units. There is one record
 * for boxes and one for segments: a second box or segment overwrites the first.
 */
export function hullOf(set: ColliderSet, slot: number): FlatHull {
  const kind = set.kinds[slot];
  if (kind === SHAPE_HULL) return set.registry.columns.flats[set.handles[slot]]!;
  const { poses } = set;
  const at = BODY_STRIDE * slot;
  if (kind === SHAPE_BOX) {
    setBoxHull(boxAsHull, poses, at + BODY_HALF_X);
    return boxAsHull;
  }
  setSegmentHull(segmentAsHull, poses, at + BODY_HALF_Y);
  return segmentAsHull;
}
