import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { sortIndices } from '../../core/sort-indices.ts';
import { BODY_STRIDE } from '../geometry/body-pose.ts';
import { writeChildPose } from '../shapes/compound-children.ts';
import type { PieceRoutines } from '../shapes/piece-routines.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { loadPose } from './load-body.ts';

const pose = new Float64Array(BODY_STRIDE);

/** The children of a compound. */
export const compoundPieces: PieceRoutines<RegisteredShape> = {
  count: ({ children }) => children!.count,
  find(out, { children }, box) {
    out.count = 0;
    queryBvhAabb(out, children!.bvh, children!.boxes, box, 0);
    sortIndices(out.items, out.count);
  },
  load(body, { children }, child, poses, at, origin) {
    const { kinds, registry } = children!;
    writeChildPose(pose, 0, children!, child, poses, at);
    loadPose(body, kinds[child], pose, 0, registry.columns.hulls[child], origin);
  },
  encloses: () => false,
};
