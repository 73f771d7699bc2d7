import { areBoundsRulesApplied, SHAPE_NONE } from '../core/collider-set.ts';
import { LARGEST_LENGTH, SMALLEST_SIZE } from '../core/limits.ts';
import { runBounds } from '../core/run-bounds.ts';
import { cosSinAt } from '../core/trigonometry.ts';
import { lengthened } from '../core/typed-array.ts';
import { EXTENT_MAX_X, EXTENT_MAX_Y, EXTENT_MIN_X, EXTENT_MIN_Y, EXTENT_RADIUS, extent } from './bounds/extent.ts';
import {
  BOUNDS_STRIDE,
  type ColliderSet,
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from './collider-set.ts';
import { isInlineKind, isRegisteredKind, SHAPE_BOX, SHAPE_CIRCLE } from './shapes/shape-kind.ts';

/** See `runBounds`. */
export function computeBounds(set: ColliderSet, items: Uint32Array, count: number, active: Uint32Array): number {
  return runBounds(computeRun, set, items, count, active);
}

/**
 * See `ComputeRun` (run-bounds.ts).
 *
 * Simple shapes are placed and bounded right in the loop: calls, and fractions handed over in arrays, took as long
 * again as the work.
 */
function computeRun(
  set: ColliderSet,
  items: Uint32Array,
  start: number,
  end: number,
  active: Uint32Array,
  activeStart: number,
): number {
  const { poses, bounds } = set;
  const { index: indices, changed } = set.slots;
  const { kind: kinds, radius: radii, halfWidth, halfHeight, offsetX, offsetY, offsetRotation } = set.shape;
  const { x: xs, y: ys, rotation, scale: scales } = set.transform;
  const margin = set.margin / 2;
  let activeCount = activeStart;
  for (let i = start; i < end; i++) {
    const slot = items[i];
    const index = indices[slot];
    const kind = kinds[index];
    if (kind === SHAPE_NONE) continue;

    const pose = slot * POSE_STRIDE;
    const oldX = poses[pose + POSE_X];
    const oldY = poses[pose + POSE_Y];
    let isTurned = false;
    const angle = rotation === undefined ? 0 : rotation[index];
    const scale = scales === undefined ? 1 : scales[index];
    let x = xs[index];
    let y = ys[index];
    // Plain arrays may hold anything: numbers are appended to strings, and arithmetic throws for symbols and BigInts.
    if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(angle) && Number.isFinite(scale))) {
      if (set.refused < 0) set.refused = slot;
      continue;
    }
    const radius = radii[index] * scale;
    let c = 1;
    let s = 0;
    if (offsetX[index] !== 0 || offsetY[index] !== 0 || offsetRotation[index] !== 0) {
      const oldCos = poses[pose + POSE_COS];
      const oldSin = poses[pose + POSE_SIN];
      // `computePose` overwrites the whole pose, so scale and radius are compared before it.
      if (poses[pose + POSE_SCALE] !== scale || poses[pose + POSE_RADIUS] !== radius) changed[slot] = 1;
      computePose(poses, pose, set, index);
      x = poses[pose + POSE_X];
      y = poses[pose + POSE_Y];
      c = poses[pose + POSE_COS];
      s = poses[pose + POSE_SIN];
      isTurned = c !== oldCos || s !== oldSin;
    } else if (angle !== 0 && kind !== SHAPE_CIRCLE) {
      // A circle is the same however it is turned. Without rotations there is no angle.
      const turn = findTurn(set, slot, index);
      c = set.turns[turn + 1];
      s = set.turns[turn + 2];
    }
    if (
      x !== oldX ||
      y !== oldY ||
      isTurned ||
      poses[pose + POSE_COS] !== c ||
      poses[pose + POSE_SIN] !== s ||
      poses[pose + POSE_SCALE] !== scale ||
      poses[pose + POSE_RADIUS] !== radius ||
      // −0 counts as different from 0: otherwise the sign of zeros in contacts would depend on earlier ticks.
      (x === 0 && 1 / x !== 1 / oldX) ||
      (y === 0 && 1 / y !== 1 / oldY)
    ) {
      changed[slot] = 1;
      poses[pose + POSE_X] = x;
      poses[pose + POSE_Y] = y;
      poses[pose + POSE_COS] = c;
      poses[pose + POSE_SIN] = s;
      poses[pose + POSE_SCALE] = scale;
      poses[pose + POSE_RADIUS] = radius;
    }

    let valid: boolean;
    if (isRegisteredKind(kind)) {
      valid = boundRegistered(set, slot, index);
    } else {
      let halfX = radius + margin;
      let halfY = halfX;
      valid = radius >= SMALLEST_SIZE;
      if (kind !== SHAPE_CIRCLE) {
        // A turned rectangle: a box, or a capsule's core, which is one of no width.
        const width = kind === SHAPE_BOX ? halfWidth[index] * scale : 0;
        const height = halfHeight[index] * scale;
        if (poses[pose + POSE_HALF_WIDTH] !== width || poses[pose + POSE_HALF_HEIGHT] !== height) changed[slot] = 1;
        poses[pose + POSE_HALF_WIDTH] = width;
        poses[pose + POSE_HALF_HEIGHT] = height;
        halfX += Math.abs(c) * width + Math.abs(s) * height;
        halfY += Math.abs(s) * width + Math.abs(c) * height;
        valid = height >= SMALLEST_SIZE && (kind === SHAPE_BOX ? width >= SMALLEST_SIZE && radius >= 0 : valid);
      }
      const at = slot * BOUNDS_STRIDE;
      bounds[at] = x - halfX;
      bounds[at + 1] = y - halfY;
      bounds[at + 2] = x + halfX;
      bounds[at + 3] = y + halfY;
      valid = valid && Math.abs(x) + halfX <= LARGEST_LENGTH && Math.abs(y) + halfY <= LARGEST_LENGTH;
    }
    // `c <= 2` is false for a NaN cosine: the bounds of a circle do not show that the rotation of its offset is NaN.
    if (valid && scale >= SMALLEST_SIZE && c <= 2) active[activeCount++] = slot;
    else if (set.refused < 0) set.refused = slot;
  }
  return activeCount;
}

/** How many numbers a turn takes in `ColliderSet.turns`: the angle, its cosine and sine. */
const TURN_STRIDE = 3;

/**
 * Returns where a slot's turn is in `turns`: the cosine and sine of its rotation, which are computed again only when
 * the rotation has changed.
 */
function findTurn(set: ColliderSet, slot: number, index: number): number {
  const rotation = set.transform.rotation!;
  const turn = slot * TURN_STRIDE;
  if (turn >= set.turns.length) set.turns = lengthened(set.turns, TURN_STRIDE * set.slots.state.length);
  const { turns } = set;
  if (turns[turn] !== rotation[index]) {
    turns[turn] = rotation[index];
    cosSinAt(turns, turn + 1, rotation, index);
  }
  return turn;
}

/**
 * Returns whether the pose of a slot is the one that `computeBounds` would compute. Without computing the pose this is
 * only known for circles, and for capsules and boxes that are not turned: for others it returns false.
 */
export function isWhereStoresSay(set: ColliderSet, slot: number): boolean {
  const { poses, kinds, transform, shape } = set;
  const index = set.slots.index[slot];
  const kind = kinds[slot];
  if (kind !== shape.kind[index] || !isInlineKind(kind)) return false;
  if (!areBoundsRulesApplied(set, slot)) return false;
  if (shape.offsetX[index] !== 0 || shape.offsetY[index] !== 0 || shape.offsetRotation[index] !== 0) return false;
  const { rotation, scale: scales } = transform;
  if (kind !== SHAPE_CIRCLE && rotation !== undefined && rotation[index] !== 0) return false;
  const scale = scales === undefined ? 1 : scales[index];
  const at = slot * POSE_STRIDE;
  if (
    poses[at + POSE_X] !== transform.x[index] ||
    poses[at + POSE_Y] !== transform.y[index] ||
    poses[at + POSE_COS] !== 1 ||
    poses[at + POSE_SIN] !== 0 ||
    poses[at + POSE_SCALE] !== scale ||
    poses[at + POSE_RADIUS] !== shape.radius[index] * scale
  )
    return false;
  if (kind === SHAPE_CIRCLE) return rotation === undefined || Number.isFinite(rotation[index]);
  const width = kind === SHAPE_BOX ? shape.halfWidth[index] * scale : 0;
  return poses[at + POSE_HALF_WIDTH] === width && poses[at + POSE_HALF_HEIGHT] === shape.halfHeight[index] * scale;
}

/**
 * Writes the pose of the collider of an entity index: the entity's transform, then the local offset, scaled with it.
 */
export function computePose(poses: Float64Array, at: number, set: ColliderSet, index: number): void {
  const { transform, shape } = set;
  const { rotation, scale } = transform;
  poses[at + POSE_X] = transform.x[index];
  poses[at + POSE_Y] = transform.y[index];
  const factor = scale === undefined ? 1 : scale[index];
  poses[at + POSE_SCALE] = factor;
  poses[at + POSE_RADIUS] = shape.radius[index] * factor;
  poses[at + POSE_COS] = 1;
  poses[at + POSE_SIN] = 0;
  if (rotation !== undefined && rotation[index] !== 0) cosSinAt(poses, at + POSE_COS, rotation, index);
  if (shape.offsetX[index] !== 0 || shape.offsetY[index] !== 0 || shape.offsetRotation[index] !== 0) {
    offsetPose(poses, at, set, index);
  }
}

const angles = new Float64Array(1);

function offsetPose(poses: Float64Array, at: number, set: ColliderSet, index: number): void {
  const { transform, shape } = set;
  const scale = poses[at + POSE_SCALE];
  const cosine = poses[at + POSE_COS];
  const sine = poses[at + POSE_SIN];
  const x = shape.offsetX[index];
  const y = shape.offsetY[index];
  poses[at + POSE_X] = poses[at + POSE_X] + scale * (cosine * x - sine * y);
  poses[at + POSE_Y] = poses[at + POSE_Y] + scale * (sine * x + cosine * y);
  if (shape.offsetRotation[index] === 0) return;
  angles[0] = shape.offsetRotation[index] + (transform.rotation === undefined ? 0 : transform.rotation[index]);
  cosSinAt(poses, at + POSE_COS, angles, 0);
}

/**
 * Writes the bounds of a registered shape; false when there is none of its kind at the handle, or they are not usable.
 */
function boundRegistered(set: ColliderSet, slot: number, index: number): boolean {
  const { shape, registry, poses, bounds } = set;
  const handle = shape.shape[index];
  const kind = shape.kind[index];
  if (registry.kinds[handle] !== kind || !(shape.radius[index] >= 0)) return false;
  if (set.handles[slot] !== handle) set.slots.changed[slot] = 1;
  set.handles[slot] = handle;
  const pose = slot * POSE_STRIDE;
  const radius = set.margin / 2 + poses[pose + POSE_RADIUS];
  extent[EXTENT_RADIUS] = radius;
  registry.extents[kind]!(registry, handle, poses, pose);
  const x = poses[pose + POSE_X];
  const y = poses[pose + POSE_Y];
  const at = slot * BOUNDS_STRIDE;
  bounds[at] = x + extent[EXTENT_MIN_X] - radius;
  bounds[at + 1] = y + extent[EXTENT_MIN_Y] - radius;
  bounds[at + 2] = x + extent[EXTENT_MAX_X] + radius;
  bounds[at + 3] = y + extent[EXTENT_MAX_Y] + radius;
  const width = extent[EXTENT_MAX_X] - extent[EXTENT_MIN_X];
  const height = extent[EXTENT_MAX_Y] - extent[EXTENT_MIN_Y];
  return (
    Math.max(width, height) >= SMALLEST_SIZE &&
    bounds[at] >= -LARGEST_LENGTH &&
    bounds[at + 1] >= -LARGEST_LENGTH &&
    bounds[at + 2] <= LARGEST_LENGTH &&
    bounds[at + 3] <= LARGEST_LENGTH
  );
}
