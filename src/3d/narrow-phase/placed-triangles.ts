import { type IndexList, reserveIndices } from '../../core/index-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_STRIDE } from '../geometry/body-pose.ts';
import type { ConvexBody } from '../geometry/convex/convex-body.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { finishTriangle } from '../shapes/triangle-core.ts';
import { worldBox } from './find-children.ts';

/*
 * The triangles of a surface near one body, where they stand in the pair. Each is loaded once, and what adjoins a point
 * is looked for among them: as they are all that meet the body's bounds, the surface need not be asked again.
 */

const CORNER_STRIDE = 9;
const BOX_STRIDE = 6;
const FEW = 256;

let corners = new Float64Array(CORNER_STRIDE * FEW);
let boxes = new Float64Array(BOX_STRIDE * FEW);
/** The bounds within which all triangles are here; inside out while none are. */
const known = new Float64Array(BOX_STRIDE);
const counts = { placed: 0 };

/** Forgets the triangles: what adjoins a point is then asked of the surface. */
export function forgetPlaced(): void {
  counts.placed = 0;
  known[0] = Infinity;
  known[3] = -Infinity;
}

/** Places the triangles of a collider that `findChildren` has found in `worldBox`, relative to `origin`. */
export function placeTriangles(
  body: ConvexBody,
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  triangles: IndexList,
  origin: Float64Array,
): void {
  const { count, items } = triangles;
  if (BOX_STRIDE * count > boxes.length) {
    corners = new Float64Array(2 * CORNER_STRIDE * count);
    boxes = new Float64Array(2 * BOX_STRIDE * count);
  }
  counts.placed = count;
  for (let side = 0; side < BOX_STRIDE; side++) known[side] = worldBox[side] - origin[side < 3 ? side : side - 3];
  const pieces = shape.record.pieces!;
  const at = BODY_STRIDE * slot;
  const from = body.corners;
  for (let i = 0; i < count; i++) {
    pieces.load(body, shape, items[i], set.poses, at, origin);
    const to = CORNER_STRIDE * i;
    const box = BOX_STRIDE * i;
    for (let axis = 0; axis < 3; axis++) {
      const a = from[axis];
      const b = from[3 + axis];
      const c = from[6 + axis];
      corners[to + axis] = a;
      corners[to + 3 + axis] = b;
      corners[to + 6 + axis] = c;
      boxes[box + axis] = Math.min(a, b, c);
      boxes[box + 3 + axis] = Math.max(a, b, c);
    }
  }
}

/** Writes the corners of number `i` of those placed. */
export function writePlaced(out: Float64Array, i: number): void {
  const at = CORNER_STRIDE * i;
  for (let k = 0; k < CORNER_STRIDE; k++) out[k] = corners[at + k];
}

/** Makes a body number `i` of those placed, of which `body.rounding` is given already. */
export function loadPlaced(body: ConvexBody, i: number): void {
  writePlaced(body.corners, i);
  finishTriangle(body);
}

/**
 * Writes which of the triangles, by their place in the list, meet a box relative to the origin; false where others may,
 * too.
 */
export function findPlaced(out: IndexList, box: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (!(box[axis] >= known[axis] && box[3 + axis] <= known[3 + axis])) return false;
  }
  const minX = box[0];
  const minY = box[1];
  const minZ = box[2];
  const maxX = box[3];
  const maxY = box[4];
  const maxZ = box[5];
  const list = boxes;
  const end = BOX_STRIDE * counts.placed;
  out.count = 0;
  for (let at = 0; at < end; at += BOX_STRIDE) {
    if (
      list[at] <= maxX &&
      list[at + 3] >= minX &&
      list[at + 1] <= maxY &&
      list[at + 4] >= minY &&
      list[at + 2] <= maxZ &&
      list[at + 5] >= minZ
    ) {
      reserveIndices(out, 1)[out.count++] = at / BOX_STRIDE;
    }
  }
  return true;
}
