import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { castRayBall } from './cast-ray-sphere.ts';
import { writeHit, writeStartHit } from './ray-hit.ts';

// A capsule lies in the infinite tube around its axis. A ray from outside the tube first meets the tube; if that is
// between the ends of the axis it is the hit, if beyond an end only that end's sphere can still be met (on its way along
// the tube the ray would pass through the disc that closes the straight part, which the sphere contains). A ray from
// inside the tube, beyond an end, meets that end's sphere or nothing. So one sphere test is enough.
//
// The tube is a circle in the plane across the axis: see cast-ray-sphere.ts for its stable roots. With u the unit axis
// and m, d split into parts along u and across it, the cross product of the parts across is κ·u with κ = u·(m × d).

/**
 * Casts a ray (6) at a solid capsule (7). Returns the fraction and writes the point and the outward unit normal (6).
 * Starting inside or on it gives 0, the origin and a zero normal. A miss or NaN gives `Infinity` and writes nothing. An
 * axis of zero length makes it a sphere.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7, rederived with Lagrange's identity.
 */
export function castRayCapsule(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  capsule: NumberArray,
  capsuleOffset: number,
): number {
  const radius = capsule[capsuleOffset + 6];
  return castRayThickSegment(
    out,
    outOffset,
    ray,
    rayOffset,
    maxFraction,
    capsule,
    capsuleOffset,
    capsuleOffset + 3,
    radius,
  );
}

/** As `castRayCapsule`, with the ends at two offsets `a` and `b` of `points` and the radius apart. */
export function castRayThickSegment(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  points: NumberArray,
  a: number,
  b: number,
  radius: number,
): number {
  const ax = points[a];
  const ay = points[a + 1];
  const az = points[a + 2];
  let ux = points[b] - ax;
  let uy = points[b + 1] - ay;
  let uz = points[b + 2] - az;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (length === 0) return castRayBall(out, outOffset, ray, rayOffset, maxFraction, points, a, radius);
  ux /= length;
  uy /= length;
  uz /= length;
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const mx = ray[rayOffset] - ax;
  const my = ray[rayOffset + 1] - ay;
  const mz = ray[rayOffset + 2] - az;
  const along = mx * ux + my * uy + mz * uz;
  const clamped = Math.min(Math.max(along, 0), length);
  const rx = mx - clamped * ux;
  const ry = my - clamped * uy;
  const rz = mz - clamped * uz;
  if (Number.isNaN(dx + dy + dz)) return Infinity;
  if (rx * rx + ry * ry + rz * rz <= radius * radius) {
    return writeStartHit(out, outOffset, ray[rayOffset], ray[rayOffset + 1], ray[rayOffset + 2], maxFraction);
  }
  const ex = mx - along * ux;
  const ey = my - along * uy;
  const ez = mz - along * uz;
  const outside = ex * ex + ey * ey + ez * ez - radius * radius;
  let end = along;
  if (outside > 0) {
    const slope = dx * ux + dy * uy + dz * uz;
    const vx = dx - slope * ux;
    const vy = dy - slope * uy;
    const vz = dz - slope * uz;
    const acrossSquared = vx * vx + vy * vy + vz * vz;
    const approach = ex * vx + ey * vy + ez * vz;
    if (!(approach < 0)) return Infinity;
    const kappa = (ey * vz - ez * vy) * ux + (ez * vx - ex * vz) * uy + (ex * vy - ey * vx) * uz;
    const hSquared = radius * radius * acrossSquared - kappa * kappa;
    if (!(hSquared >= 0)) return Infinity;
    const h = Math.sqrt(hSquared);
    const t = outside / (h - approach);
    end = along + t * slope;
    if (end >= 0 && end <= length) {
      if (!(t <= maxFraction)) return Infinity;
      // v × κu − h·v, over v²: where the tube is met, seen from the axis.
      let nx = (kappa * (vy * uz - vz * uy) - h * vx) / acrossSquared;
      let ny = (kappa * (vz * ux - vx * uz) - h * vy) / acrossSquared;
      let nz = (kappa * (vx * uy - vy * ux) - h * vz) / acrossSquared;
      const px = ax + end * ux + nx;
      const py = ay + end * uy + ny;
      const pz = az + end * uz + nz;
      if (!(radius > 0)) {
        nx = -vx;
        ny = -vy;
        nz = -vz;
      }
      writeHit(out, outOffset, px, py, pz, nx, ny, nz);
      return t;
    }
  }
  if (Number.isNaN(end)) return Infinity;
  return castRayBall(out, outOffset, ray, rayOffset, maxFraction, points, end * 2 > length ? b : a, radius);
}
