import { applyBoundsRules } from '../core/collider-set.ts';
import { FLAG_STATIC, INVALID_SLOT } from '../core/collider-slots.ts';
import { DEFAULT_CATEGORY, DEFAULT_MASK } from '../core/pair-filter.ts';
import { lengthened } from '../core/typed-array.ts';
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
import { extent } from './shapes/extent.ts';
import { hasSizes, isRegisteredKind, SHAPE_BOX, SHAPE_NONE, SHAPE_SPHERE } from './shapes/shape-kind.ts';

/**
 * Slots a call of the loop. A function that runs long, and seldom, is compiled from its loop on, and boxes fractions
 * until it is there.
 */
const RUN = 1024;

/** Numbers a turn takes in `ColliderSet.turns`: the quaternion that the axes of the pose were computed of. */
const TURN_STRIDE = 4;

/**
 * Computes poses and world bounds of the first `count` slots in `items`, and writes those that have a shape to
 * `active`, in the same order. Returns how many. One whose transform or sizes cannot be used is left out, so that it is
 * in no hierarchy, and the first such is `set.refused`.
 */
export function computeBounds(set: ColliderSet, items: Uint32Array, count: number, active: Uint32Array): number {
  const turns = TURN_STRIDE * set.slots.state.length;
  // A turn that is not a number equals no other: the axes of a new slot are computed in its first tick.
  if (set.turns.length < turns) {
    const known = set.turns.length;
    set.turns = lengthened(set.turns, turns).fill(Number.NaN, known);
  }
  let activeCount = 0;
  for (let i = 0; i < count; i += RUN) {
    activeCount = computeRun(set, items, i, Math.min(count, i + RUN), active, activeCount);
  }
  return applyBoundsRules(set, active, activeCount);
}

/** The quaternion of a collider that has one of its own within the entity's frame, and its place. */
const placed = new Float64Array(7);

/**
 * The same for the slots start … end − 1, of which the first with a shape is `active[activeStart]`; returns where these
 * end.
 */
function computeRun(
  set: ColliderSet,
  items: Uint32Array,
  start: number,
  end: number,
  active: Uint32Array,
  activeStart: number,
): number {
  const { poses, bounds, turns, kinds: slotKinds, handles, registry } = set;
  const { index: indices, flags, changed, defaultFilter, family } = set.slots;
  const familyEnd = family.length;
  const { kind: kinds, radius: radii, halfX, halfY, halfZ, shape } = set.shape;
  const { offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw } = set.shape;
  const { categoryBits, maskBits, groupIndex } = set.shape;
  const { x: xs, y: ys, z: zs, qx: qxs, qy: qys, qz: qzs, qw: qws, scale: scales } = set.transform;
  const margin = set.margin / 2;
  let activeCount = activeStart;
  for (let i = start; i < end; i++) {
    const slot = items[i];
    const index = indices[slot];
    const kind = kinds[index];
    // Also of what has lost its shape: contact tracking asks whether the filter, too, has come between a pair that
    // ends.
    const unlike = (categoryBits[index] ^ DEFAULT_CATEGORY) | (maskBits[index] ^ DEFAULT_MASK) | groupIndex[index];
    const kin = index < familyEnd ? family[index] : 0;
    defaultFilter[slot] = (unlike | (flags[slot] & FLAG_STATIC) | kin) === 0 ? 1 : 0;
    if (slotKinds[slot] !== kind) changed[slot] = 1;
    slotKinds[slot] = kind;
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
    if (
      offsetX[index] !== 0 ||
      offsetY[index] !== 0 ||
      offsetZ[index] !== 0 ||
      offsetQx[index] !== 0 ||
      offsetQy[index] !== 0 ||
      offsetQz[index] !== 0
    ) {
      placeOffset(
        x,
        y,
        z,
        qx,
        qy,
        qz,
        qw,
        scale * offsetX[index],
        scale * offsetY[index],
        scale * offsetZ[index],
        offsetQx[index],
        offsetQy[index],
        offsetQz[index],
        offsetQw[index],
      );
      x = placed[0];
      y = placed[1];
      z = placed[2];
      qx = placed[3];
      qy = placed[4];
      qz = placed[5];
      qw = placed[6];
    }
    const turn = slot * TURN_STRIDE;
    let valid = true;
    if (turns[turn] !== qx || turns[turn + 1] !== qy || turns[turn + 2] !== qz || turns[turn + 3] !== qw) {
      turns[turn] = qx;
      turns[turn + 1] = qy;
      turns[turn + 2] = qz;
      turns[turn + 3] = qw;
      if (kind !== SHAPE_SPHERE) changed[slot] = 1;
      writeBodyAxes(poses, pose, qx, qy, qz, qw);
    }
    // Of a quaternion of length 0, or one so short or long that its square is no number, the axes are none.
    valid = poses[pose] <= 2;
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
      // Minus 0 is another number, or contacts could depend on what was there before.
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
    const reach = radius + margin;
    if (kind === SHAPE_SPHERE) {
      valid = valid && radius > 0;
      bounds[at] = x - reach;
      bounds[at + 1] = y - reach;
      bounds[at + 2] = z - reach;
      bounds[at + 3] = x + reach;
      bounds[at + 4] = y + reach;
      bounds[at + 5] = z + reach;
    } else if (kind === SHAPE_BOX) {
      valid = valid && hx > 0 && hy > 0 && hz > 0 && radius >= 0;
      const ex = Math.abs(poses[pose]) * hx + Math.abs(poses[pose + 3]) * hy + Math.abs(poses[pose + 6]) * hz + reach;
      const ey =
        Math.abs(poses[pose + 1]) * hx + Math.abs(poses[pose + 4]) * hy + Math.abs(poses[pose + 7]) * hz + reach;
      const ez =
        Math.abs(poses[pose + 2]) * hx + Math.abs(poses[pose + 5]) * hy + Math.abs(poses[pose + 8]) * hz + reach;
      bounds[at] = x - ex;
      bounds[at + 1] = y - ey;
      bounds[at + 2] = z - ez;
      bounds[at + 3] = x + ex;
      bounds[at + 4] = y + ey;
      bounds[at + 5] = z + ez;
    } else {
      const handle = isRegistered ? shape[index] : 0;
      const write = registry.extents[kind];
      if (write === undefined || (isRegistered && registry.kinds[handle] !== kind)) valid = false;
      if (valid) {
        if (isRegistered && handles[slot] !== handle) changed[slot] = 1;
        handles[slot] = handle;
        valid = isRegistered ? radius >= 0 : hasSizes(kind, radius, hx, hy);
        write!(registry, handle, poses, pose);
        bounds[at] = x + extent[0] - reach;
        bounds[at + 1] = y + extent[1] - reach;
        bounds[at + 2] = z + extent[2] - reach;
        bounds[at + 3] = x + extent[3] + reach;
        bounds[at + 4] = y + extent[4] + reach;
        bounds[at + 5] = z + extent[5] + reach;
      }
    }
    valid =
      valid &&
      scale > 0 &&
      bounds[at + 3] - bounds[at] + (bounds[at + 4] - bounds[at + 1]) + (bounds[at + 5] - bounds[at + 2]) < Infinity;
    if (valid) active[activeCount++] = slot;
    else if (set.refused === INVALID_SLOT) set.refused = slot;
  }
  return activeCount;
}

/** Writes to `placed` where an offset, a translation in the entity's own axes and a turn after it, puts a collider. */
function placeOffset(
  x: number,
  y: number,
  z: number,
  qx: number,
  qy: number,
  qz: number,
  qw: number,
  ox: number,
  oy: number,
  oz: number,
  ux: number,
  uy: number,
  uz: number,
  uw: number,
): void {
  const s = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  // o + s·(q × (q × o + w·o)): the rotation of o by the quaternion, whatever its length.
  const cx = qy * oz - qz * oy + qw * ox;
  const cy = qz * ox - qx * oz + qw * oy;
  const cz = qx * oy - qy * ox + qw * oz;
  placed[0] = x + ox + s * (qy * cz - qz * cy);
  placed[1] = y + oy + s * (qz * cx - qx * cz);
  placed[2] = z + oz + s * (qx * cy - qy * cx);
  placed[3] = qw * ux + qx * uw + qy * uz - qz * uy;
  placed[4] = qw * uy - qx * uz + qy * uw + qz * ux;
  placed[5] = qw * uz + qx * uy - qy * ux + qz * uw;
  placed[6] = qw * uw - qx * ux - qy * uy - qz * uz;
}
