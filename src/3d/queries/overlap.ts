import { CLOSEST_DISTANCE } from '../../core/queries/closest-point.ts';
import { createOverlapTest, type OverlapTest } from '../../core/queries/overlap.ts';
import { PieceCursor } from '../../core/queries/pieces.ts';
import { compositeOf, registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_HALF_X } from '../geometry/body-pose.ts';
import { writeBodySupport } from '../geometry/convex/convex-body.ts';
import { pointToComposite } from '../narrow-phase/find-children.ts';
import { pairOrigin } from '../narrow-phase/pair-origin.ts';
import { bodiesOverlap } from './body-pairs.ts';
import { closestPointChild, closestPointCollider } from './closest-point-collider.ts';
import { vectorToBody } from './local-frame.ts';
import { type QueryBody, spacePieces } from './query-body.ts';

const closest = new Float64Array(4);
const point = new Float64Array(3);
const ALONG_X = Float64Array.of(1, 0, 0);
const localPoint = new Float64Array(3);
const cursor = /* @__PURE__ */ new PieceCursor(spacePieces);

/** Finds the shapes that overlap in space. */
export const spaceOverlaps = /* @__PURE__ */ createOverlapTest<ColliderSet, QueryBody>({
  loader: spacePieces,
  overlaps: bodiesOverlap,
  encloses(set, slot, { body, isHalfSpace }) {
    // A half-space has no end, so no solid holds all of it; nor does its body have a core to ask for a point.
    if (isHalfSpace) return false;
    const shape = registeredOf(set, slot);
    // Any point of the piece will do: no piece of the composite touches it, so either all of its points are inside the
    // solid or none is.
    writeBodySupport(point, 0, body, ALONG_X);
    for (let axis = 0; axis < 3; axis++) point[axis] += pairOrigin[axis];
    pointToComposite(localPoint, point, set, slot);
    return shape.record.pieces!.encloses(shape, localPoint);
  },
  placedSolids: {
    isSolid: ({ pieces }) => pieces[0].surface?.surface?.solid === true,
    encloses({ pieces }, { body, isHalfSpace }) {
      if (isHalfSpace) return false;
      const { surface, pose } = pieces[0];
      writeBodySupport(point, 0, body, ALONG_X);
      // The point and the pose are both relative to the position of the placed shape.
      pointToPose(localPoint, point, pose!);
      return surface!.record.pieces!.encloses(surface!, localPoint);
    },
  },
});

/** Takes a point into the frame and unit of a composite at a pose that has no place. */
function pointToPose(out: Float64Array, at: Float64Array, pose: Float64Array): void {
  vectorToBody(out, 0, at, 0, pose, 0);
  for (let axis = 0; axis < 3; axis++) out[axis] /= pose[BODY_HALF_X];
}

/** Finds the colliders in space that contain the point that a placed shape is: those at no distance from it. */
export const spacePoints: OverlapTest<ColliderSet, QueryBody> = (set, slot, { box }) => {
  const composite = compositeOf(set, slot);
  if (composite === undefined) {
    closestPointCollider(closest, box, set, slot);
    return closest[CLOSEST_DISTANCE] === 0;
  }
  pointToComposite(localPoint, box, set, slot);
  if (composite.record.pieces!.encloses(composite, localPoint)) return true;
  cursor.find(set, slot, box);
  for (let i = 0; i < cursor.count; i++) {
    closestPointChild(closest, localPoint, set, slot, cursor.children.items[i]);
    if (closest[CLOSEST_DISTANCE] === 0) return true;
  }
  return false;
};
