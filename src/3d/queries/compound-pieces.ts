import { nextCastLeaf, startCast } from '../../core/bvh/cast-walk.ts';
import { nextClosestLeaf, startClosest } from '../../core/bvh/closest-walk.ts';
import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { HIT_FRACTION, HIT_NORMAL } from '../../core/queries/cast-piece.ts';
import { CLOSEST_DISTANCE, CLOSEST_NORMAL } from '../../core/queries/closest-point.ts';
import { sortIndices } from '../../core/sort-indices.ts';
import { BODY_STRIDE } from '../geometry/body-pose.ts';
import { loadPose } from '../narrow-phase/load-body.ts';
import { writeChildPose } from '../shapes/compound-children.ts';
import type { PieceRoutines } from '../shapes/piece-routines.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { castRayCollider } from './cast-ray-collider.ts';
import { closestPointCollider } from './closest-point-collider.ts';

const pose = new Float64Array(BODY_STRIDE);
const met = new Float64Array(7);
const closest = new Float64Array(4);

/** The children of a compound. */
export const compoundPieces: PieceRoutines<RegisteredShape> = {
  count: ({ children }) => children!.count,
  find(out, { children }, box) {
    out.count = 0;
    queryBvhAabb(out, children!.bvh, children!.boxes, box, 0);
    sortIndices(out.items, out.count);
  },
  startCast: (walk, { children }) => startCast(walk, children!.bvh),
  nextCast: (walk, { children }) => nextCastLeaf(walk, children!.bvh, children!.boxes),
  startClosest: (walk, { children }) => startClosest(walk, children!.bvh),
  nextClosest: (walk, { children }) => nextClosestLeaf(walk, children!.bvh, children!.boxes),
  load(body, { children }, child, poses, at, origin) {
    const { kinds, registry } = children!;
    writeChildPose(pose, 0, children!, child, poses, at);
    loadPose(body, kinds[child], pose, 0, registry.columns.hulls[child], origin);
  },
  castRay(hit, ray, { children }, child) {
    castRayCollider(met, ray, children!, child);
    for (let axis = 0; axis < 3; axis++) hit[3 + axis] = met[HIT_NORMAL + axis];
    return met[HIT_FRACTION];
  },
  encloses: () => false,
  closestPoint(out, point, { children }, child) {
    closestPointCollider(closest, point, children!, child);
    for (let axis = 0; axis < 3; axis++) {
      out[axis] = point[axis] - closest[CLOSEST_DISTANCE] * closest[CLOSEST_NORMAL + axis];
    }
  },
};
