import type { Rng } from '../../../support/rng.ts';

/** The sizes every routine is tried at. */
export const SCALES = [1e-3, 1, 1e4];

/** Finds the lowest point of a convex function on [low, high] by ternary search; returns its argument. */
export function ternaryMinimum(f: (t: number) => number, low: number, high: number): number {
  let a = low;
  let b = high;
  for (let i = 0; i < 200; i++) {
    const left = a + (b - a) / 3;
    const right = b - (b - a) / 3;
    if (f(left) <= f(right)) b = right;
    else a = left;
  }
  return (a + b) / 2;
}

/** Distance from p to segment ab, by search along the segment instead of projection. */
export function slowSegmentDistance(p: number[], ab: number[]): number {
  const at = (t: number): number => Math.hypot(ab[0] + t * (ab[2] - ab[0]) - p[0], ab[1] + t * (ab[3] - ab[1]) - p[1]);
  return Math.min(at(0), at(1), at(ternaryMinimum(at, 0, 1)));
}

/** Edges of a polygon given as flat points. */
export function edgesOf(points: number[]): number[][] {
  const edges: number[][] = [];
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length;
    edges.push([points[i], points[i + 1], points[j], points[j + 1]]);
  }
  return edges;
}

/** Whether p is in a convex polygon: its winding angle is a full turn rather than none. */
export function slowInside(p: number[], points: number[]): boolean {
  let turn = 0;
  for (const [ax, ay, bx, by] of edgesOf(points)) {
    const ux = ax - p[0];
    const uy = ay - p[1];
    const vx = bx - p[0];
    const vy = by - p[1];
    turn += Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
  }
  return Math.abs(turn) > Math.PI;
}

/** Distance from p to a solid convex polygon. */
export function slowPolygonDistance(p: number[], points: number[]): number {
  if (slowInside(p, points)) return 0;
  return Math.min(...edgesOf(points).map((edge) => slowSegmentDistance(p, edge)));
}

/** Corners of an OBB in counter-clockwise order. */
export function cornersOfObb([x, y, hx, hy, c, s]: number[]): number[] {
  return [-1, -1, 1, -1, 1, 1, -1, 1].map((_, i, signs) => {
    const u = signs[i - (i % 2)] * hx;
    const v = signs[i - (i % 2) + 1] * hy;
    return i % 2 === 0 ? x + u * c - v * s : y + u * s + v * c;
  });
}

export function randomObb(rng: Rng, scale: number, spread: number): number[] {
  const angle = rng.range(0, 2 * Math.PI);
  return [
    rng.range(-spread, spread) * scale,
    rng.range(-spread, spread) * scale,
    rng.range(0.1, 1.5) * scale,
    rng.range(0.1, 1.5) * scale,
    Math.cos(angle),
    Math.sin(angle),
  ];
}

export function randomPoint(rng: Rng, scale: number, spread: number): number[] {
  return [rng.range(-spread, spread) * scale, rng.range(-spread, spread) * scale];
}

/**
 * First t in [0, max] at which a convex gap function is ≤ 0: the minimum by ternary search, then bisection. Returns
 * Infinity for a miss and NaN where the minimum is too close to 0 (within `blur`) to tell.
 */
export function slowFirstContact(gap: (t: number) => number, max: number, blur: number): number {
  if (Math.abs(gap(0)) < blur) return Number.NaN;
  if (gap(0) <= 0) return 0;
  const lowest = ternaryMinimum(gap, 0, max);
  const depth = Math.min(gap(lowest), gap(max));
  if (Math.abs(depth) < blur) return Number.NaN;
  if (depth > 0) return Infinity;
  let outside = 0;
  let inside = gap(lowest) <= 0 ? lowest : max;
  for (let i = 0; i < 200; i++) {
    const middle = (outside + inside) / 2;
    if (gap(middle) <= 0) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** A double as an integer, exactly, in units of 2^−200 (coordinates of magnitude at least 2^−140 or 0). */
export function toExact(x: number): bigint {
  let value = x;
  let shift = 200;
  while (!Number.isInteger(value)) {
    value *= 2;
    shift--;
  }
  return BigInt(value) << BigInt(shift);
}

/** Sign of the orientation of a, b, c in exact integer arithmetic. */
export function exactOrientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const x = toExact(cx);
  const y = toExact(cy);
  const area = (toExact(ax) - x) * (toExact(by) - y) - (toExact(ay) - y) * (toExact(bx) - x);
  return area > 0n ? 1 : area < 0n ? -1 : 0;
}

/** Whether two segments meet, in exact integer arithmetic, by the definition: sides, or intervals on one line. */
export function exactSegmentsMeet(s: number[], t: number[]): boolean {
  const [a, b, c, d] = [
    exactOrientation(s[0], s[1], s[2], s[3], t[0], t[1]),
    exactOrientation(s[0], s[1], s[2], s[3], t[2], t[3]),
    exactOrientation(t[0], t[1], t[2], t[3], s[0], s[1]),
    exactOrientation(t[0], t[1], t[2], t[3], s[2], s[3]),
  ];
  const on = (x: number, y: number, r: number[]): boolean =>
    exactOrientation(r[0], r[1], r[2], r[3], x, y) === 0 &&
    x >= Math.min(r[0], r[2]) &&
    x <= Math.max(r[0], r[2]) &&
    y >= Math.min(r[1], r[3]) &&
    y <= Math.max(r[1], r[3]);
  return (a * b < 0 && c * d < 0) || on(t[0], t[1], s) || on(t[2], t[3], s) || on(s[0], s[1], t) || on(s[2], s[3], t);
}

/** A path that starts anywhere around and leads roughly through the middle, so that about half hit. */
export function randomPath(rng: Rng, scale: number): number[] {
  const start = randomPoint(rng, scale, 5);
  const aim = randomPoint(rng, scale, 1.6);
  const reach = rng.range(0.5, 2);
  return [...start, (aim[0] - start[0]) * reach, (aim[1] - start[1]) * reach];
}
