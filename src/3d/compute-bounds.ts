import { areBoundsRulesApplied } from '../core/collider-set.ts';
import { INVALID_SLOT } from '../core/collider-slots.ts';
import { LARGEST_LENGTH, SMALLEST_SIZE } from '../core/limits.ts';
import { runBounds } from '../core/run-bounds.ts';
import { BOUNDS_STRIDE, type ColliderSet } from './collider-set.ts';
import {
  BODY_HALF_X,
  BODY_HALF_Y,
  BODY_HALF_Z,
  BODY_RADIUS,
  BODY_STRIDE,
  BODY_X,
  BODY_Y,
  BODY_Z,
  writeBodyAxes,
} from './geometry/body-pose.ts';
import { hasOffset, placed, placeWithOffset } from './place-offset.ts';
import { extent } from './shapes/extent.ts';
import { hasSizes, isRegisteredKind, SHAPE_BOX, SHAPE_NONE, SHAPE_SPHERE } from './shapes/shape-kind.ts';

/** Returns the largest side of the extent that a kind has just written. */
function sideOfExtent(): number {
  return Math.max(extent[3] - extent[0], extent[4] - extent[1], extent[5] - extent[2]);
}

/** See `runBounds`. */
export function computeBounds(set: ColliderSet, items: Uint32Array, count: number, active: Uint32Array): number {
  return runBounds(computeRun, set, items, count, active);
}

/** The axes of the current body. */
const axes = new Float64Array(9);

/** See `ComputeRun` (run-bounds.ts). */
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
  const { kind: kinds, radius: radii, halfX, halfY, halfZ } = set.shape;
  const { x: xs, y: ys, z: zs, qx: qxs, qy: qys, qz: qzs, qw: qws, scale: scales } = set.transform;
  const margin = set.margin / 2;
  let activeCount = activeStart;
  for (let i = start; i < end; i++) {
    const slot = items[i];
    const index = indices[slot];
    const kind = kinds[index];
    if (kind === SHAPE_NONE) continue;

    const pose = slot * BODY_STRIDE;
    const scale = scales === undefined ? 1 : scales[index];
    let x = xs[index];
    let y = ys[index];
    let z = zs[index];
    let qx = qxs === undefined ? 0 : qxs[index];
    let qy = qys === undefined ? 0 : qys[index];
    let qz = qzs === undefined ? 0 : qzs[index];
    let qw = qws === undefined ? 1 : qws[index];
    // Plain arrays may hold anything: numbers are appended to strings, and arithmetic throws for symbols and BigInts.
    if (
      !(
        Number.isFinite(x) &&
        Number.isFinite(y) &&
        Number.isFinite(z) &&
        Number.isFinite(scale) &&
        Number.isFinite(qx) &&
        Number.isFinite(qy) &&
        Number.isFinite(qz) &&
        Number.isFinite(qw)
      )
    ) {
      if (set.refused === INVALID_SLOT) set.refused = slot;
      continue;
    }
    if (hasOffset(set, index)) {
      placeWithOffset(set, index);
      x = placed[0];
      y = placed[1];
      z = placed[2];
      qx = placed[3];
      qy = placed[4];
      qz = placed[5];
      qw = placed[6];
    }
    const quaternionSquare = qx * qx + qy * qy + qz * qz + qw * qw;
    // A quaternion whose square overflows or underflows makes no rotation.
    let valid = quaternionSquare > 0 && 1 / quaternionSquare > 0 && 1 / quaternionSquare < Infinity;
    if (valid && kind !== SHAPE_SPHERE) {
      writeBodyAxes(axes, 0, qx, qy, qz, qw);
      for (let k = 0; k < 9; k++) {
        if (poses[pose + k] === axes[k]) continue;
        poses[pose + k] = axes[k];
        changed[slot] = 1;
      }
    }
    const radius = radii[index] * scale;
    const isRegistered = isRegisteredKind(kind);
    // A registered shape has its scale in place of its half extents.
    const hx = isRegistered ? scale : halfX[index] * scale;
    const hy = halfY[index] * scale;
    const hz = halfZ[index] * scale;
    if (
      x !== poses[pose + BODY_X] ||
      y !== poses[pose + BODY_Y] ||
      z !== poses[pose + BODY_Z] ||
      hx !== poses[pose + BODY_HALF_X] ||
      hy !== poses[pose + BODY_HALF_Y] ||
      hz !== poses[pose + BODY_HALF_Z] ||
      radius !== poses[pose + BODY_RADIUS] ||
      // −0 counts as different from 0: otherwise the sign of zeros in contacts would depend on earlier ticks.
      (x === 0 && 1 / x !== 1 / poses[pose + BODY_X]) ||
      (y === 0 && 1 / y !== 1 / poses[pose + BODY_Y]) ||
      (z === 0 && 1 / z !== 1 / poses[pose + BODY_Z])
    ) {
      changed[slot] = 1;
      poses[pose + BODY_X] = x;
      poses[pose + BODY_Y] = y;
      poses[pose + BODY_Z] = z;
      poses[pose + BODY_HALF_X] = hx;
      poses[pose + BODY_HALF_Y] = hy;
      poses[pose + BODY_HALF_Z] = hz;
      poses[pose + BODY_RADIUS] = radius;
    }

    const at = slot * BOUNDS_STRIDE;
    if (kind === SHAPE_SPHERE || kind === SHAPE_BOX) {
      const reach = radius + margin;
      let ex = reach;
      let ey = reach;
      let ez = reach;
      if (kind === SHAPE_SPHERE) valid = valid && radius >= SMALLEST_SIZE;
      else {
        valid = valid && hx >= SMALLEST_SIZE && hy >= SMALLEST_SIZE && hz >= SMALLEST_SIZE && radius >= 0;
        ex = Math.abs(poses[pose]) * hx + Math.abs(poses[pose + 3]) * hy + Math.abs(poses[pose + 6]) * hz + reach;
        ey = Math.abs(poses[pose + 1]) * hx + Math.abs(poses[pose + 4]) * hy + Math.abs(poses[pose + 7]) * hz + reach;
        ez = Math.abs(poses[pose + 2]) * hx + Math.abs(poses[pose + 5]) * hy + Math.abs(poses[pose + 8]) * hz + reach;
      }
      bounds[at] = x - ex;
      bounds[at + 1] = y - ey;
      bounds[at + 2] = z - ez;
      bounds[at + 3] = x + ex;
      bounds[at + 4] = y + ey;
      bounds[at + 5] = z + ez;
    } else valid = valid && boundByExtent(set, slot, index);
    valid =
      valid &&
      scale >= SMALLEST_SIZE &&
      bounds[at] >= -LARGEST_LENGTH &&
      bounds[at + 1] >= -LARGEST_LENGTH &&
      bounds[at + 2] >= -LARGEST_LENGTH &&
      bounds[at + 3] <= LARGEST_LENGTH &&
      bounds[at + 4] <= LARGEST_LENGTH &&
      bounds[at + 5] <= LARGEST_LENGTH;
    if (valid) active[activeCount++] = slot;
    else if (set.refused === INVALID_SLOT) set.refused = slot;
  }
  return activeCount;
}

/**
 * Writes the bounds of a collider by the extent that its kind computes; false where there is no shape of its kind at
 * the handle, or its sizes are not usable.
 */
function boundByExtent(set: ColliderSet, slot: number, index: number): boolean {
  const { poses, bounds, registry, handles } = set;
  const kind = set.kinds[slot];
  const isRegistered = isRegisteredKind(kind);
  const handle = isRegistered ? set.shape.shape[index] : 0;
  const write = registry.extents[kind];
  if (write === undefined || (isRegistered && registry.kinds[handle] !== kind)) return false;
  if (isRegistered && handles[slot] !== handle) set.slots.changed[slot] = 1;
  handles[slot] = handle;
  const pose = slot * BODY_STRIDE;
  const radius = poses[pose + BODY_RADIUS];
  const reach = radius + set.margin / 2;
  write(registry, handle, poses, pose);
  const x = poses[pose + BODY_X];
  const y = poses[pose + BODY_Y];
  const z = poses[pose + BODY_Z];
  const at = slot * BOUNDS_STRIDE;
  bounds[at] = x + extent[0] - reach;
  bounds[at + 1] = y + extent[1] - reach;
  bounds[at + 2] = z + extent[2] - reach;
  bounds[at + 3] = x + extent[3] + reach;
  bounds[at + 4] = y + extent[4] + reach;
  bounds[at + 5] = z + extent[5] + reach;
  if (isRegistered) return radius >= 0 && sideOfExtent() >= SMALLEST_SIZE;
  return hasSizes(kind, radius, poses[pose + BODY_HALF_X], poses[pose + BODY_HALF_Y]);
}

/**
 * Returns whether the pose of a slot is the one that `computeBounds` would compute. Without computing the pose this is
 * only known for spheres without an offset: for others it returns false.
 */
export function isWhereStoresSay(set: ColliderSet, slot: number): boolean {
  const { poses, kinds, transform, shape } = set;
  const index = set.slots.index[slot];
  if (kinds[slot] !== SHAPE_SPHERE || shape.kind[index] !== SHAPE_SPHERE) return false;
  if (!areBoundsRulesApplied(set, slot)) return false;
  if (shape.offsetX[index] !== 0 || shape.offsetY[index] !== 0 || shape.offsetZ[index] !== 0) return false;
  const scale = transform.scale === undefined ? 1 : transform.scale[index];
  const at = BODY_STRIDE * slot;
  return (
    poses[at + BODY_X] === transform.x[index] &&
    poses[at + BODY_Y] === transform.y[index] &&
    poses[at + BODY_Z] === transform.z[index] &&
    poses[at + BODY_RADIUS] === shape.radius[index] * scale
  );
}
