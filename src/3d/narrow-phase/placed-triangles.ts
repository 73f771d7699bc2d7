import type { IndexList } from '../../core/index-list.ts';
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
/** The box that is being looked in, where the search began, and how many steps it has taken. */
const sought = new Float64Array(BOX_STRIDE);
const steps = { from: 0, taken: 0 };

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

/** Writes the corners of the placed triangle number `i`. */
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
 * Begins to look for the triangles that meet a box relative to the origin; false where there may be others than those
 * placed. Those next to number `from` in the list come first: files mostly have neighbours near each other.
 */
export function startPlaced(box: Float64Array, from: number): boolean {
  for (let side = 0; side < BOX_STRIDE; side++) sought[side] = box[side];
  steps.from = from;
  steps.taken = 0;
  for (let axis = 0; axis < 3; axis++) {
    if (!(box[axis] >= known[axis] && box[3 + axis] <= known[3 + axis])) return false;
  }
  return true;
}

/** Returns the number of the next triangle that meets the box, −1 when there is none. */
export function nextPlaced(): number {
  const minX = sought[0];
  const minY = sought[1];
  const minZ = sought[2];
  const maxX = sought[3];
  const maxY = sought[4];
  const maxZ = sought[5];
  const list = boxes;
  const { from } = steps;
  const { placed } = counts;
  // One after and one before in turns, and what is left of the longer side at the end.
  const end = 2 * Math.max(from + 1, placed - from);
  for (let step = steps.taken; step < end; step++) {
    const i = (step & 1) === 0 ? from + (step >> 1) : from - 1 - (step >> 1);
    if (i < 0 || i >= placed) continue;
    const at = BOX_STRIDE * i;
    if (
      list[at] <= maxX &&
      list[at + 3] >= minX &&
      list[at + 1] <= maxY &&
      list[at + 4] >= minY &&
      list[at + 2] <= maxZ &&
      list[at + 5] >= minZ
    ) {
      steps.taken = step + 1;
      return i;
    }
  }
  steps.taken = end;
  return -1;
}
