import { createIndexList } from '../../core/index-list.ts';
import { HIT_FRACTION, HIT_NORMAL, hitPointAt, type InitialOverlap } from '../../core/queries/cast-piece.ts';
import type { MoverCasts } from '../../core/queries/surface-casts.ts';
import { createSurfaceStarts, readStart } from '../../core/queries/surface-starts.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_STRIDE } from '../geometry/body-pose.ts';
import { bodyReach, ConvexBody, measureReach } from '../geometry/convex/convex-body.ts';
import { pairOrigin } from '../narrow-phase/pair-origin.ts';
import { isNormalOfSurface } from '../narrow-phase/surface-normals.ts';
import { writeTriangleNormal } from '../shapes/triangle-core.ts';
import { isGround } from './collide-shape.ts';
import type { QueryBody } from './query-body.ts';
import type { QueryShape } from './query-shape.ts';
import { collectStarts, writeSearchedBox } from './surface-starts.ts';
import type { SurfaceCasts } from './surface-table.ts';

const POINT = /* @__PURE__ */ hitPointAt(3);
/** The cosine from which on the normal of a hit counts as that of the triangle. */
const IS_FACE = 1 - 1e-9;
/** Sine up to which a translation runs along a triangle. */
const ALONG = 1e-9;
/** Share of the size of shape and triangle up to which adjoining triangles may be apart. */
const ADJOINS = 1e-6;

const starts = /* @__PURE__ */ createSurfaceStarts();
const self = /* @__PURE__ */ createIndexList(1);
const searched = new Float64Array(6);
const triangle = /* @__PURE__ */ new ConvexBody();
const normal = new Float64Array(3);
const hitNormal = new Float64Array(3);
const point = new Float64Array(3);
const apart = new Float64Array(1);

function findStarts(
  set: ColliderSet,
  slot: number,
  mover: QueryShape,
  ray: Float64Array,
  initialOverlap: InitialOverlap,
): number {
  if (mover.isPoint || initialOverlap === 'ignore') return 0;
  writeSearchedBox(searched, mover.box);
  self.items[0] = slot;
  self.count = 1;
  collectStarts(starts, set, self, mover, ray, initialOverlap);
  return starts.children.count;
}

function readStartOfSelf(hit: Float64Array, index: number): number {
  readStart(hit, starts, index);
  return starts.children.items[index];
}

/**
 * The casts of movers at surfaces. Hits at the start of a cast are the contacts there, so a body inside of a solid hits
 * it.
 */
export const surfaceMoverCasts: MoverCasts<ColliderSet, QueryBody> = {
  findStarts,
  readStart: readStartOfSelf,
  isBehind(hit, mover, { body }, set, slot) {
    if (!mover.pieces[0].surface!.surface!.oneSided || !isGround(mover, set, slot)) return false;
    writeTriangleNormal(normal, body.corners);
    let facing = 0;
    for (let axis = 0; axis < 3; axis++) facing -= normal[axis] * hit[HIT_NORMAL + axis];
    return facing < -ALONG;
  },
};

/** The routines by which casts meet the triangles of a surface, with normals that the whole surface has. */
export const surfaceCasts: SurfaceCasts = {
  findStarts: (set, slot, _shape, mover, ray, initialOverlap) => findStarts(set, slot, mover, ray, initialOverlap),
  readStart: readStartOfSelf,
  leavesOut: undefined,
  admits: undefined,
  settle(hit, mover, ray, set, slot, shape, child) {
    if (hit[HIT_FRACTION] === Infinity) return false;
    // A half-space has no middle that could be behind a triangle, and its normal is one that every lowest corner has.
    if (mover.isPoint || mover.pieces[0].isHalfSpace) return true;
    shape.record.pieces!.load(triangle, shape, child, set.poses, BODY_STRIDE * slot, pairOrigin);
    writeTriangleNormal(normal, triangle.corners);
    let facing = 0;
    let along = 0;
    let length = 0;
    for (let axis = 0; axis < 3; axis++) {
      facing += normal[axis] * hit[HIT_NORMAL + axis];
      along += normal[axis] * ray[3 + axis];
      length += Math.abs(ray[3 + axis]);
    }
    // Contacts do not meet a one-sided triangle from behind, so casts do not either.
    if (shape.surface!.oneSided && facing < -ALONG) return false;
    if (Math.abs(facing) >= IS_FACE) return true;
    measureReach(triangle);
    apart[0] = bodyReach[0];
    for (let axis = 0; axis < 3; axis++) {
      hitNormal[axis] = hit[HIT_NORMAL + axis];
      point[axis] = hit[POINT + axis] - triangle.rounding * hitNormal[axis];
      apart[0] += mover.box[3 + axis] - mover.box[axis];
    }
    apart[0] *= ADJOINS;
    if (isNormalOfSurface(set, slot, shape, pairOrigin, point, hitNormal, apart, triangle.corners)) return true;
    // A shape that only moves along the triangle has met the surface before.
    if (Math.abs(along) <= ALONG * length || (shape.surface!.oneSided && along > 0)) return false;
    const side = along > 0 ? -1 : 1;
    for (let axis = 0; axis < 3; axis++) {
      hit[HIT_NORMAL + axis] = 0 + side * normal[axis];
      hit[POINT + axis] = point[axis] + triangle.rounding * hit[HIT_NORMAL + axis];
    }
    return true;
  },
};
