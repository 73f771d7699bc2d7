import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { distanceSquaredPointSegment } from '../closest/closest-point-segment.ts';
import { castRayCircleParts } from './cast-ray-circle.ts';
import { writeHit, writeStartHit } from './ray-hit.ts';

// A capsule is the strip of half-width r along the line ab, cut off by a circle at each end. A ray from outside first
// enters the strip (or starts in it). Where it is then, seen along the axis, decides alone: between the ends it has hit
// a side; before a or behind b it can only reach the capsule through the circle there, because to get past that end
// while staying in the strip it must cross the circle's diameter.
//
// Near the end of a side, rounding may report a hit on the side as one on the circle, at a distance from the end that
// grows the flatter the ray comes in. The circle's normal would then lean towards the side, or the ray would pass the
// circle and enter through the side. Both errors can be noticed: the part of the circle that such a normal belongs to
// is inside the capsule, and a line that really misses one circle misses the other one on the same side.

/**
 * Casts a ray (origin, direction of any length) at a solid capsule (a, b, radius; 5). Returns the fraction of the
 * direction at which it first meets the capsule and writes the point and the outward unit normal (4 numbers). Starting
 * inside or on it gives 0, the origin and a zero normal. A miss or NaN gives `Infinity` and writes nothing. With a = b
 * the capsule is a circle, with radius 0 a segment.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7, reduced to the plane.
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
  return castRayThickSegment(
    out,
    outOffset,
    ray,
    rayOffset,
    maxFraction,
    capsule,
    capsuleOffset,
    capsule[capsuleOffset + 4],
  );
}

/**
 * Does what `castRayCapsule` does, with the radius given apart: casts the ray at a segment (4) swept by a circle of
 * that radius.
 */
function castRayThickSegment(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  segment: NumberArray,
  segmentOffset: number,
  radius: number,
): number {
  if (Number.isNaN(ray[rayOffset + 2] + ray[rayOffset + 3])) return Infinity;
  if (distanceSquaredPointSegment(ray, rayOffset, segment, segmentOffset) <= radius * radius) {
    return writeStartHit(out, outOffset, ray[rayOffset], ray[rayOffset + 1], maxFraction);
  }
  return castRayAtThickSegment(out, outOffset, ray, rayOffset, maxFraction, segment, segmentOffset, radius);
}

/** Does what `castRayThickSegment` does, for a ray that starts outside. */
export function castRayAtThickSegment(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  segment: NumberArray,
  segmentOffset: number,
  radius: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const bx = segment[segmentOffset + 2];
  const by = segment[segmentOffset + 3];
  const ex = bx - ax;
  const ey = by - ay;
  const lengthSquared = ex * ex + ey * ey;
  const mx = ox - ax;
  const my = oy - ay;
  // If a = b, all terms below are 0 whatever the length is; then only the circle at b is tried.
  const length = Math.sqrt(lengthSquared) || 1;
  const side = (ex * my - ey * mx) / length;
  let along = mx * ex + my * ey;
  let fraction = 0;
  // The comparison lets NaN pass as well, which is refused below.
  if (!(Math.abs(side) <= radius)) {
    const rate = (ex * dy - ey * dx) / length;
    if (!(side * rate < 0)) {
      return Infinity;
    }
    fraction = (Math.abs(side) - radius) / Math.abs(rate);
    along += fraction * (dx * ex + dy * ey);
  }
  if (!(along >= 0 && along < lengthSquared)) {
    const atA = along < 0;
    const cx = atA ? ax : bx;
    const cy = atA ? ay : by;
    const outward = atA ? -1 : 1;
    const hit = castRayCircleParts(out, outOffset, ray, rayOffset, maxFraction, cx, cy, radius);
    if (hit < Infinity) {
      if (outward * (out[outOffset + 2] * ex + out[outOffset + 3] * ey) >= 0) return hit;
      fraction = hit;
    } else {
      const cross = dx * (cy - oy) - dy * (cx - ox);
      const crossOther = cross - outward * (dx * ey - dy * ex);
      const reach = radius * radius * (dx * dx + dy * dy);
      const rate = dx * ex + dy * ey;
      if (!(cross * cross > reach && cross * crossOther <= reach && outward * rate < 0)) return Infinity;
      fraction = ((cx - ox) * ex + (cy - oy) * ey) / rate;
    }
    along = Math.min(Math.max(0, (mx + fraction * dx) * ex + (my + fraction * dy) * ey), lengthSquared);
  }
  if (!(fraction <= maxFraction)) {
    return Infinity;
  }
  // A ray that begins in the strip between the ends begins inside the capsule, or within rounding of it.
  if (fraction <= 0) {
    return writeStartHit(out, outOffset, ox, oy, maxFraction);
  }
  const sign = side > 0 ? 1 : -1;
  const nx = (-sign * ey) / length;
  const ny = (sign * ex) / length;
  const t = along / lengthSquared;
  writeHit(out, outOffset, ax + t * ex + radius * nx, ay + t * ey + radius * ny, nx, ny);
  return fraction;
}
