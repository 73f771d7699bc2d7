import type { Rng } from './rng.ts';

// Slow distance functions to solids, and a cast by walking along them: what the closed forms are checked against.

export type Vec = readonly number[];

export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const times = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const size = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
export const unit = (a: Vec): Vec => times(a, 1 / size(a));
export const along = (o: Vec, d: Vec, t: number): Vec => add(o, times(d, t));

export function randomUnit(rng: Rng): Vec {
  for (;;) {
    const v = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
    const length = size(v);
    if (length > 0.1 && length < 1) return times(v, 1 / length);
  }
}

/** Three orthonormal axes. */
export function randomAxes(rng: Rng): [Vec, Vec, Vec] {
  const x = randomUnit(rng);
  const y = unit(cross(x, randomUnit(rng)));
  return [x, y, cross(x, y)];
}

export function distanceToSegment(p: Vec, a: Vec, b: Vec): number {
  const e = sub(b, a);
  const ee = dot(e, e);
  const t = ee > 0 ? Math.min(1, Math.max(0, dot(sub(p, a), e) / ee)) : 0;
  return size(sub(p, along(a, e, t)));
}

/** Distance to a planar polygon: to its plane above its inside (winding angle), else to its edges. */
export function distanceToPolygon(p: Vec, vertices: readonly Vec[]): number {
  let nearest = Infinity;
  let normal: Vec = [0, 0, 0];
  const count = vertices.length;
  for (let i = 0; i < count; i++) {
    const a = vertices[i];
    const b = vertices[(i + 1) % count];
    nearest = Math.min(nearest, distanceToSegment(p, a, b));
    normal = add(normal, cross(sub(a, vertices[0]), sub(b, vertices[0])));
  }
  if (size(normal) === 0) return nearest;
  const n = unit(normal);
  const height = dot(n, sub(p, vertices[0]));
  const foot = along(p, n, -height);
  let angle = 0;
  for (let i = 0; i < count; i++) {
    const a = sub(vertices[i], foot);
    const b = sub(vertices[(i + 1) % count], foot);
    angle += Math.atan2(dot(n, cross(a, b)), dot(a, b));
  }
  return Math.abs(angle) > Math.PI ? Math.abs(height) : nearest;
}

export function distanceToAabb(p: Vec, aabb: Vec): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) sum += Math.max(0, aabb[i] - p[i], p[i] - aabb[3 + i]) ** 2;
  return Math.sqrt(sum);
}

export function distanceToObb(p: Vec, obb: Vec): number {
  const m = sub(p, obb.slice(0, 3));
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    sum += Math.max(0, Math.abs(dot(m, obb.slice(6 + 3 * i, 9 + 3 * i))) - obb[3 + i]) ** 2;
  }
  return Math.sqrt(sum);
}

export const distanceToCapsule = (p: Vec, c: Vec): number =>
  Math.max(0, distanceToSegment(p, c.slice(0, 3), c.slice(3, 6)) - c[6]);

/** Height along the axis from a, and distance from the axis. */
function profile(p: Vec, a: Vec, b: Vec): [number, number, number] {
  const length = size(sub(b, a));
  const axis = unit(sub(b, a));
  const m = sub(p, a);
  return [dot(m, axis), size(cross(m, axis)), length];
}

export function distanceToCylinder(p: Vec, c: Vec): number {
  const [height, radial, length] = profile(p, c.slice(0, 3), c.slice(3, 6));
  return Math.hypot(Math.max(0, -height, height - length), Math.max(0, radial - c[6]));
}

export function distanceToCone(p: Vec, c: Vec): number {
  const [height, radial, length] = profile(p, c.slice(0, 3), c.slice(3, 6));
  if (height <= length && radial * length <= c[6] * height) return 0;
  const q = [height, radial, 0];
  const rim = [length, c[6], 0];
  return Math.min(distanceToSegment(q, [0, 0, 0], rim), distanceToSegment(q, [length, 0, 0], rim));
}

export type Distance = (p: Vec) => number;

/**
 * Walks along o + t·d, each time as far as the distance function says is free, until it is within `tolerance` of
 * `radius`. Returns that t, or Infinity beyond `max`. A walk that does not end is NaN.
 */
export function walkToContact(
  distance: Distance,
  radius: number,
  o: Vec,
  d: Vec,
  max: number,
  tolerance: number,
): number {
  const speed = size(d);
  let t = 0;
  for (let i = 0; i < 20000; i++) {
    const free = distance(along(o, d, t)) - radius;
    if (free <= tolerance) return t;
    t += free / speed;
    if (!(t <= max)) return Infinity;
  }
  return NaN;
}
