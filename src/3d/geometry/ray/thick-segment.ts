import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { finishHit, rayFraction } from './ray-hit.ts';

// A capsule, the points within r of a segment, lies in the infinite tube around its axis. A ray from outside the tube
// first meets the tube; if that is between the ends of the axis it is the hit, if beyond an end only that end's ball
// can still be met (on its way along the tube the ray would pass through the disc that closes the straight part, which
// the ball contains). A ray from inside the tube, beyond an end, meets that end's ball or nothing. So one ball is
// enough; and the tube, seen along the axis, is a ball too: of what lies across the axis.

/**
 * The point of a capsule's axis next to where a ray was last found to enter it, and from there the direction outwards,
 * of any length.
 */
const onAxis = new Float64Array(3);
const outward = new Float64Array(3);

/**
 * Returns whether m + t·d, from outside, comes within r of 0, and writes m + t·d to `outward` (−d where r is 0) and t
 * to `rayFraction`, `Infinity` for never. The roots are those of cast-ray-sphere.ts.
 */
function enterBall(mx: number, my: number, mz: number, dx: number, dy: number, dz: number, radius: number): boolean {
  const b = mx * dx + my * dy + mz * dz;
  const kx = my * dz - mz * dy;
  const ky = mz * dx - mx * dz;
  const kz = mx * dy - my * dx;
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  const hSquared = radius * radius * lengthSquared - (kx * kx + ky * ky + kz * kz);
  rayFraction[0] = Infinity;
  if (!(b < 0 && hSquared >= 0)) return false;
  const h = Math.sqrt(hSquared);
  const back = radius > 0 ? h : 1;
  outward[0] = dy * kz - dz * ky - back * dx;
  outward[1] = dz * kx - dx * kz - back * dy;
  outward[2] = dx * ky - dy * kx - back * dz;
  rayFraction[0] = (mx * mx + my * my + mz * mz - radius * radius) / (h - b);
  return true;
}

/**
 * Returns the fraction at which a ray (6) enters the capsule around the points (3) at `a` and `b` of `points`, which
 * may coincide: 0 from inside, `Infinity` for never and for NaN. `writeContact` tells where.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7, rederived with Lagrange's identity.
 */
export function enterThickSegment(
  ray: NumberArray,
  rayOffset: number,
  points: NumberArray,
  a: number,
  b: number,
  radius: number,
): number {
  thickness[0] = radius;
  meetThickSegment(ray, rayOffset, points, a, b, thickness, 0);
  return rayFraction[0];
}

const thickness = new Float64Array(1);

/**
 * Does the same as `enterThickSegment`, with the fraction in `rayFraction` and the radius in `radii` at an index: V8
 * puts a number on the heap that is handed to a function which it does not inline.
 */
export function meetThickSegment(
  ray: NumberArray,
  rayOffset: number,
  points: NumberArray,
  a: number,
  b: number,
  radii: NumberArray,
  radiusAt: number,
): void {
  const radius = radii[radiusAt];
  const ux = points[b] - points[a];
  const uy = points[b + 1] - points[a + 1];
  const uz = points[b + 2] - points[a + 2];
  const lengthSquared = ux * ux + uy * uy + uz * uz || 1;
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const mx = ray[rayOffset] - points[a];
  const my = ray[rayOffset + 1] - points[a + 1];
  const mz = ray[rayOffset + 2] - points[a + 2];
  const along = (mx * ux + my * uy + mz * uz) / lengthSquared;
  const slope = (dx * ux + dy * uy + dz * uz) / lengthSquared;
  rayFraction[0] = Infinity;
  if (Number.isNaN(slope)) return;
  let end = Math.min(Math.max(along, 0), 1);
  outward[0] = mx - end * ux;
  outward[1] = my - end * uy;
  outward[2] = mz - end * uz;
  rayFraction[0] = 0;
  if (!(outward[0] ** 2 + outward[1] ** 2 + outward[2] ** 2 <= radius * radius)) {
    end = along;
    const ex = mx - along * ux;
    const ey = my - along * uy;
    const ez = mz - along * uz;
    if (!(ex * ex + ey * ey + ez * ez <= radius * radius)) {
      if (!enterBall(ex, ey, ez, dx - slope * ux, dy - slope * uy, dz - slope * uz, radius)) return;
      end += rayFraction[0] * slope;
    }
    if (!(end >= 0 && end <= 1)) {
      end = end > 0 ? 1 : 0;
      enterBall(mx - end * ux, my - end * uy, mz - end * uz, dx, dy, dz, radius);
    }
  }
  onAxis[0] = points[a] + end * ux;
  onAxis[1] = points[a + 1] + end * uy;
  onAxis[2] = points[a + 2] + end * uz;
}

/**
 * Writes the contact (point and normal, 6) found by `enterThickSegment` at fraction t: the point within `radius` of the
 * axis that is next to it, and the unit vector out from there, zero for t = 0. Returns t.
 */
export function writeContact(out: WritableNumberArray, outOffset: number, t: number, radius: number): number {
  const x = outward[0];
  const y = outward[1];
  const z = outward[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const part = t > 0 || length > radius ? radius / length : 1;
  const facing = t > 0 ? 1 : 0;
  out[outOffset] = onAxis[0] + part * x;
  out[outOffset + 1] = onAxis[1] + part * y;
  out[outOffset + 2] = onAxis[2] + part * z;
  out[outOffset + 3] = facing * x;
  out[outOffset + 4] = facing * y;
  out[outOffset + 5] = facing * z;
  finishHit(out, outOffset);
  return t;
}
