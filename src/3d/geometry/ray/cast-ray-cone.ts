import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';
import { enterAtStart, finishHit, rayFraction } from './ray-hit.ts';

// Seen from the apex, with u the unit axis, s = x·u and e the part of x across u, the cone is |e| ≤ k·s, 0 ≤ s ≤ H with
// k = radius / H: a slab, and one half of the double cone |e|² ≤ k²s². On the line, with s = s0 + t·s1 and e = e0 +
// t·e1,
//   f(t) = a·t² + 2b·t + c ≤ 0,   a = e1² − k²s1²,   b = e0·e1 − k²s0s1,   c = e0² − k²s0².
// Its discriminant, the Gram determinant of a form with one minus sign, is k²w² − κ² with w = s0·e1 − s1·e0 and
// κ = u·(e0 × e1): these are the parts of the cross product of x and d, so nothing large cancels.
//   a > 0: the line is steeper than the cone and in it between the roots, in one half.
//   a < 0: it is in both halves, outside the roots; in ours after the second if s grows, before the first if it falls.
//   a = 0: it is parallel to the side, and in one half on one side of the only root.
// Cutting with the slab drops the other half wherever it could still take part.
//
// The squares would cancel for a ray from afar, so t is counted from the point nearest to the cone's middle, in units
// of length.

/**
 * The sine of the angle between ray and axis below which the part of the direction across the axis is rounding, and may
 * as well lie along it, where it says nothing about the side: 8 EPSILON.
 */
const AXIAL_SINE = 2 ** -49;
/**
 * A limit for cosines. Away from the apex, the part of the hit across the axis is perpendicular to the axis, and the
 * normal does not point along the ray, but for rounding. Where either cosine is above the limit the hit is at the apex,
 * and the normal is taken from the side on which the ray comes.
 */
const APEX_SLANT = 2 ** -20;

/**
 * Casts a ray (6) at a solid cone with a flat base (apex, centre of base, radius of base; 7). Returns the fraction and
 * writes the point and the outward unit normal (6); at the apex the normal points along the axis, away from the base,
 * or is that of the side for a ray that comes from beside the cone. Starting inside or on it gives 0, the origin and a
 * zero normal. A miss, an axis of zero length and NaN give `Infinity` and write nothing.
 *
 * Source: derived above; the setting is that of Eberly, Intersection of a Line and a Cone, 2000.
 */
export function castRayCone(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  cone: NumberArray,
  coneOffset: number,
): number {
  return enterRayCone(out, outOffset, ray, rayOffset, maxFraction, cone, coneOffset) ? rayFraction[0] : Infinity;
}

/** Casts as `castRayCone` does, but returns whether the ray meets it, with the fraction in `rayFraction`. */
export function enterRayCone(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  cone: NumberArray,
  coneOffset: number,
): boolean {
  const ax = cone[coneOffset];
  const ay = cone[coneOffset + 1];
  const az = cone[coneOffset + 2];
  const radius = cone[coneOffset + 6];
  let ux = cone[coneOffset + 3] - ax;
  let uy = cone[coneOffset + 4] - ay;
  let uz = cone[coneOffset + 5] - az;
  const height = length(ux, uy, uz);
  let dx = ray[rayOffset + 3];
  let dy = ray[rayOffset + 4];
  let dz = ray[rayOffset + 5];
  const speed = length(dx, dy, dz);
  if (!(height > 0 && speed >= 0)) return false;
  ux /= height;
  uy /= height;
  uz /= height;
  const k = radius / height;
  let mx = ray[rayOffset] - ax;
  let my = ray[rayOffset + 1] - ay;
  let mz = ray[rayOffset + 2] - az;
  const at = mx * ux + my * uy + mz * uz;
  if (at >= 0 && at <= height && length(mx - at * ux, my - at * uy, mz - at * uz) <= k * at) {
    return enterAtStart(out, outOffset, ray, rayOffset, maxFraction);
  }
  if (speed === 0) return false;
  dx /= speed;
  dy /= speed;
  dz /= speed;
  const half = height / 2;
  const start = -((mx - half * ux) * dx + (my - half * uy) * dy + (mz - half * uz) * dz);
  mx += start * dx;
  my += start * dy;
  mz += start * dz;

  const s0 = mx * ux + my * uy + mz * uz;
  const s1 = dx * ux + dy * uy + dz * uz;
  const e0x = mx - s0 * ux;
  const e0y = my - s0 * uy;
  const e0z = mz - s0 * uz;
  let e1x = dx - s1 * ux;
  let e1y = dy - s1 * uy;
  let e1z = dz - s1 * uz;
  const across1 = length(e1x, e1y, e1z);
  if (across1 <= AXIAL_SINE) e1x = e1y = e1z = 0;
  side[S0] = s0;
  side[S1] = s1;
  side[SLOPE] = k;
  writeVector(side, E0, e0x, e0y, e0z);
  writeVector(side, E1, e1x, e1y, e1z);
  writeVector(side, AXIS, ux, uy, uz);
  if (!solveSide()) return false;
  let entry = side[ENTRY];
  let exit = side[EXIT];
  let throughBase = false;
  if (s1 !== 0) {
    const toApex = -s0 / s1;
    const toBase = (height - s0) / s1;
    const near = Math.min(toApex, toBase);
    if (near > entry) {
      entry = near;
      throughBase = s1 < 0;
    }
    exit = Math.min(exit, Math.max(toApex, toBase));
  } else if (!(s0 >= 0 && s0 <= height)) {
    return false;
  }
  const fraction = (start + entry) / speed;
  if (!(entry <= exit && start + exit >= 0)) return false;
  if (fraction <= 0) {
    return enterAtStart(out, outOffset, ray, rayOffset, maxFraction);
  }
  if (!(fraction <= maxFraction)) return false;
  const s = throughBase ? height : Math.min(Math.max(s0 + entry * s1, 0), height);
  let ex = e0x + entry * e1x;
  let ey = e0y + entry * e1y;
  let ez = e0z + entry * e1z;
  const px = ax + s * ux + ex;
  const py = ay + s * uy + ey;
  const pz = az + s * uz + ez;
  const radial = length(ex, ey, ez);
  // Along the axis at the base and the apex, across the side e/|e| − k·u.
  let along = throughBase ? 1 : -1;
  let across = 0;
  if (!throughBase && s > 0 && radial > 0) {
    along = -k;
    across = 1 / radial;
  }
  if (!throughBase && across1 > 0) {
    const facing = across * (ex * dx + ey * dy + ez * dz) + along * s1;
    const lift = across * (ex * ux + ey * uy + ez * uz);
    if (facing > APEX_SLANT || Math.abs(lift) > APEX_SLANT) {
      ex = -e1x;
      ey = -e1y;
      ez = -e1z;
      along = -k;
      across = 1 / across1;
    }
  }
  out[outOffset] = px;
  out[outOffset + 1] = py;
  out[outOffset + 2] = pz;
  out[outOffset + 3] = across * ex + along * ux;
  out[outOffset + 4] = across * ey + along * uy;
  out[outOffset + 5] = across * ez + along * uz;
  finishHit(out, outOffset);
  rayFraction[0] = fraction;
  return true;
}

/**
 * The line under way, as above: s0 and s1, the slope k, e0, e1 and the axis u. Then the interval in which the line is
 * in the double cone. The half s < 0 is cut off here, unless the slab cuts it off. The numbers are in an array, because
 * V8 puts numbers on the heap that are handed to a function, or kept in a variable of the module.
 */
const side = /* @__PURE__ */ new Float64Array(14);
const S0 = 0;
const S1 = 1;
const SLOPE = 2;
const E0 = 3;
const E1 = 6;
const AXIS = 9;
const ENTRY = 12;
const EXIT = 13;

/** Writes the interval; false where the line is nowhere in the double cone. */
function solveSide(): boolean {
  const s0 = side[S0];
  const s1 = side[S1];
  const k = side[SLOPE];
  const e0x = side[E0];
  const e0y = side[E0 + 1];
  const e0z = side[E0 + 2];
  const e1x = side[E1];
  const e1y = side[E1 + 1];
  const e1z = side[E1 + 2];
  const ux = side[AXIS];
  const uy = side[AXIS + 1];
  const uz = side[AXIS + 2];
  const across0 = length(e0x, e0y, e0z);
  const across1 = length(e1x, e1y, e1z);
  const a = (across1 - k * s1) * (across1 + k * s1);
  const b = e0x * e1x + e0y * e1y + e0z * e1z - k * k * s0 * s1;
  const c = (across0 - k * s0) * (across0 + k * s0);
  const wx = s0 * e1x - s1 * e0x;
  const wy = s0 * e1y - s1 * e0y;
  const wz = s0 * e1z - s1 * e0z;
  const w = k * length(wx, wy, wz);
  const kappa = (e0y * e1z - e0z * e1y) * ux + (e0z * e1x - e0x * e1z) * uy + (e0x * e1y - e0y * e1x) * uz;
  let discriminant = (w - kappa) * (w + kappa);
  if (!(discriminant >= 0)) {
    // A line inside the opening angle always meets the cone: there only rounding makes it negative.
    if (!(a < 0)) return false;
    discriminant = 0;
  }
  const root = Math.sqrt(discriminant);
  const q = b > 0 ? -b - root : root - b;
  side[ENTRY] = -Infinity;
  side[EXIT] = Infinity;
  if (a === 0 && b === 0) return c <= 0;
  // If a = 0, the first crossing is infinite, and the line is inside on the finite side of the second one.
  const first = q / a;
  const second = q === 0 ? first : c / q;
  const low = Math.min(first, second);
  const high = Math.max(first, second);
  if (a >= 0) {
    side[ENTRY] = low;
    side[EXIT] = high;
  } else if (s1 > 0) {
    side[ENTRY] = high;
  } else {
    side[EXIT] = low;
  }
  return true;
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
