import type { IndexList } from '../../core/index-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_HALF_X, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import type { ConvexBody } from '../geometry/convex/convex-body.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { finishTriangle } from '../shapes/triangle-core.ts';
import { missesBodyBox } from './body-box.ts';
import { worldBox } from './find-children.ts';

/*
 * The triangles of a surface near one body, where they stand in the pair. Each is loaded once. Triangles that adjoin a
 * point are looked for among these: as they are all that meet the body's bounds, the surface need not be searched
 * again.
 */

const CORNER_STRIDE = 9;
const BOX_STRIDE = 6;
const FEW = 256;

/** Parts that the known bounds are cut into along each axis; three times as many bits fit into a number. */
const CELLS = 10;
const X_BITS = (1 << CELLS) - 1;
const Y_BITS = X_BITS << CELLS;
const Z_BITS = Y_BITS << CELLS;

let corners = new Float64Array(CORNER_STRIDE * FEW);
let boxes = new Float64Array(BOX_STRIDE * FEW);
/**
 * By triangle: the parts of the known bounds that its own bounds meet, a bit for each part along x, then along y and
 * z.
 */
let parts = new Int32Array(FEW);
/** The corners of a triangle in the frame of the surface. */
const own = new Float64Array(CORNER_STRIDE);
/** Parts a unit of length, by axis. */
const perUnit = new Float64Array(3);
/** The bounds within which all triangles are here; inside out while none are. */
const known = new Float64Array(BOX_STRIDE);
const counts = { placed: 0 };
/** The box that is being looked in, where the search began, and how many steps it has taken. */
const sought = new Float64Array(BOX_STRIDE);
const steps = { from: 0, taken: 0, parts: 0 };

/** Forgets the triangles: those that adjoin a point are then looked for in the surface. */
export function forgetPlaced(): void {
  counts.placed = 0;
  known[0] = Infinity;
  known[3] = -Infinity;
}

/** Places the triangles of a collider that `findChildren` has found in `worldBox`, relative to `origin`. */
export function placeTriangles(
  { poses }: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  triangles: IndexList,
  origin: Float64Array,
): void {
  const { count, items } = triangles;
  if (BOX_STRIDE * count > boxes.length) {
    corners = new Float64Array(2 * CORNER_STRIDE * count);
    boxes = new Float64Array(2 * BOX_STRIDE * count);
    parts = new Int32Array(2 * count);
  }
  counts.placed = count;
  for (let side = 0; side < BOX_STRIDE; side++) known[side] = worldBox[side] - origin[side < 3 ? side : side - 3];
  for (let axis = 0; axis < 3; axis++) {
    const length = known[3 + axis] - known[axis];
    perUnit[axis] = length > 0 ? CELLS / length : 0;
  }
  const queries = shape.record.queries!;
  const at = BODY_STRIDE * slot;
  const m = at + BODY_AXES;
  const scale = poses[at + BODY_HALF_X];
  // The same steps as in `placeTriangle`: the same bits come out.
  for (let i = 0; i < count; i++) {
    queries.corners(own, shape, items[i]);
    const ax = scale * own[0];
    const ay = scale * own[1];
    const az = scale * own[2];
    const bx = scale * own[3];
    const by = scale * own[4];
    const bz = scale * own[5];
    const cx = scale * own[6];
    const cy = scale * own[7];
    const cz = scale * own[8];
    const to = CORNER_STRIDE * i;
    const box = BOX_STRIDE * i;
    for (let axis = 0; axis < 3; axis++) {
      const off = poses[at + BODY_X + axis] - origin[axis];
      const u = poses[m + axis];
      const v = poses[m + 3 + axis];
      const w = poses[m + 6 + axis];
      const a = off + (u * ax + v * ay + w * az);
      const b = off + (u * bx + v * by + w * bz);
      const c = off + (u * cx + v * cy + w * cz);
      corners[to + axis] = a;
      corners[to + 3 + axis] = b;
      corners[to + 6 + axis] = c;
      boxes[box + axis] = Math.min(a, b, c);
      boxes[box + 3 + axis] = Math.max(a, b, c);
    }
    parts[i] = partsOf(boxes, box);
  }
}

/**
 * Returns the bits of the parts that a box meets. A box that meets another one shares a bit with it along each axis,
 * however coordinates are rounded, as a larger coordinate is never in an earlier part.
 */
function partsOf(list: Float64Array, at: number): number {
  return bitsOf(list, at, 0) | (bitsOf(list, at, 1) << CELLS) | (bitsOf(list, at, 2) << (2 * CELLS));
}

function bitsOf(list: Float64Array, at: number, axis: number): number {
  const low = (list[at + axis] - known[axis]) * perUnit[axis];
  const high = (list[at + 3 + axis] - known[axis]) * perUnit[axis];
  const first = low > 0 ? Math.min(low, CELLS - 1) | 0 : 0;
  const last = high > 0 ? Math.min(high, CELLS - 1) | 0 : 0;
  return (2 << last) - (1 << first);
}

/** Writes the corners of the placed triangle number `i`. */
export function writePlaced(out: Float64Array, i: number): void {
  const at = CORNER_STRIDE * i;
  for (let k = 0; k < CORNER_STRIDE; k++) out[k] = corners[at + k];
}

/** Returns whether placed triangle number `i` lies clear of the body's box. */
export function missesPlaced(i: number): boolean {
  return missesBodyBox(corners, CORNER_STRIDE * i);
}

/** Makes a body of placed triangle number `i`. The caller has written `body.rounding`. */
export function loadPlaced(body: ConvexBody, i: number): void {
  writePlaced(body.corners, i);
  finishTriangle(body);
}

/**
 * Begins the search for triangles that meet a box relative to the origin. Returns false where triangles that have not
 * been placed may meet the box. The search starts next to triangle number `from`: neighbours mostly stand near each
 * other in a mesh's list.
 */
export function startPlaced(box: Float64Array, from: number): boolean {
  for (let side = 0; side < BOX_STRIDE; side++) sought[side] = box[side];
  steps.from = from;
  steps.taken = 0;
  steps.parts = counts.placed > 0 ? partsOf(sought, 0) : 0;
  for (let axis = 0; axis < 3; axis++) {
    if (!(box[axis] >= known[axis] && box[3 + axis] <= known[3 + axis])) return false;
  }
  return true;
}

/** The number of triangles before and after the first one that are looked at first, in turns; then come all others. */
const NEAR = 8;

/** Returns the number of the next triangle that meets the box, −1 when there is none. */
export function nextPlaced(): number {
  const { from, parts: wanted } = steps;
  const { placed } = counts;
  const bits = parts;
  let step = steps.taken;
  for (; step < 2 * NEAR; step++) {
    const i = (step & 1) === 0 ? from + (step >> 1) : from - 1 - (step >> 1);
    if (i < 0 || i >= placed || !isShared(bits[i] & wanted) || !meetsSought(i)) continue;
    steps.taken = step + 1;
    return i;
  }
  for (let i = step - 2 * NEAR; i < placed; i++) {
    if (i >= from - NEAR && i < from + NEAR) i = from + NEAR;
    if (i >= placed) break;
    if (!isShared(bits[i] & wanted) || !meetsSought(i)) continue;
    steps.taken = 2 * NEAR + i + 1;
    return i;
  }
  steps.taken = 2 * NEAR + placed;
  return -1;
}

/** Returns whether two boxes share a part along each axis, of the bits that both have. */
function isShared(bits: number): boolean {
  return (bits & X_BITS) !== 0 && (bits & Y_BITS) !== 0 && (bits & Z_BITS) !== 0;
}

function meetsSought(i: number): boolean {
  const at = BOX_STRIDE * i;
  return (
    boxes[at] <= sought[3] &&
    boxes[at + 3] >= sought[0] &&
    boxes[at + 1] <= sought[4] &&
    boxes[at + 4] >= sought[1] &&
    boxes[at + 2] <= sought[5] &&
    boxes[at + 5] >= sought[2]
  );
}
