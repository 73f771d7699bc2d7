import { CAST_CENTER, CAST_DIRECTION, CAST_HALF, type CastWalk, createCastWalk } from '../../core/bvh/cast-walk.ts';
import { WALK_LIMIT } from '../../core/bvh/ordered-walk.ts';
import { type IndexList, reserveIndices } from '../../core/index-list.ts';
import { BODY_AXES, BODY_HALF_X, BODY_RADIUS } from '../geometry/body-pose.ts';
import { FRAME_SLACK } from '../shapes/turned-box.ts';
import { type QueryBody, writeBodyBounds } from './query-body.ts';
import type { QueryShape } from './query-shape.ts';

const box = new Float64Array(6);
const middle = new Float64Array(3);
const NO_GROWTH = new Float64Array(1);
/** The walk is made when it is first asked for: few games cast shapes of many pieces. */
let walk: CastWalk | undefined;

/**
 * Finds the triangles of a surface that is cast along `translation[3 …]` which may meet a target within the fraction
 * `limit[0]`: those that the bounds of the target meet if these move the other way. The target stands relative to the
 * place of the shape. Returns false, with nothing found, for other shapes, whose
 * pieces are few.
 */
export function findMoverPieces(
  out: IndexList,
  mover: QueryShape,
  target: QueryBody,
  translation: Float64Array,
  limit: Float64Array,
): boolean {
  const { surface, pose } = mover.pieces[0];
  if (surface === undefined || pose === undefined || target.isHalfSpace) return false;
  walk ??= createCastWalk();
  const { cast, items, query } = walk;
  writeBodyBounds(box, target, NO_GROWTH);
  const scale = pose[BODY_HALF_X];
  let grow = 0;
  for (let axis = 0; axis < 3; axis++) {
    middle[axis] = 0.5 * (box[axis] + box[3 + axis]);
    grow += FRAME_SLACK * (Math.abs(box[axis]) + Math.abs(box[3 + axis]) + mover.box[3 + axis] - mover.box[axis]);
  }
  grow += pose[BODY_RADIUS];
  for (let axis = 0; axis < 3; axis++) {
    const m = BODY_AXES + 3 * axis;
    let centre = 0;
    let along = 0;
    let half = grow;
    for (let k = 0; k < 3; k++) {
      centre += pose[m + k] * middle[k];
      along += pose[m + k] * translation[3 + k];
      half += Math.abs(pose[m + k]) * 0.5 * (box[3 + k] - box[k]);
    }
    cast[CAST_CENTER + axis] = centre / scale;
    cast[CAST_DIRECTION + axis] = -along / scale;
    cast[CAST_HALF + axis] = half / scale;
  }
  query[WALK_LIMIT] = limit[0];
  const queries = surface.record.queries!;
  out.count = 0;
  queries.startCast(walk, surface);
  for (let count = queries.nextCast(walk, surface); count > 0; count = queries.nextCast(walk, surface)) {
    const found = reserveIndices(out, count);
    for (let i = 0; i < count; i++) found[out.count++] = items[i];
  }
  return true;
}
