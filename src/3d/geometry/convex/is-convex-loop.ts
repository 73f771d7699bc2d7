import { VERTEX_STRIDE } from './convex-hull.ts';
import type { HullPlane, HullSurface } from './hull-surface.ts';

/**
 * Returns whether a loop of vertices, seen against a plane's normal, runs around a convex polygon counterclockwise to
 * within a tolerance: no vertex lies inside the convex hull of all by more than the tolerance, nor goes back along its
 * sides by more than it.
 *
 * The hull is Andrew's (Another Efficient Algorithm for Convex Hulls in Two Dimensions, 1979); its corners have to come
 * up in the order in which the loop has them.
 */
export function isConvexLoop(
  surface: HullSurface,
  plane: HullPlane,
  loop: readonly number[],
  tolerance: number,
): boolean {
  if (loop.length === 3) return true;
  const { x, y } = project(surface, plane, loop);
  const corners = convexCorners(x, y);
  const count = loop.length;
  let last = 0;
  for (const corner of corners) {
    const step = (corner + count - corners[0]) % count;
    if (step < last) return false;
    last = step;
  }
  return corners.every((from, i) => isStraight(x, y, from, corners[(i + 1) % corners.length], tolerance));
}

/** Writes the loop in two coordinates of the plane, relative to its first vertex, counterclockwise from outside. */
function project(surface: HullSurface, plane: HullPlane, loop: readonly number[]) {
  const { points, offset } = surface;
  const n = [plane.x, plane.y, plane.z];
  const least = [0, 1, 2].reduce((a, b) => (Math.abs(n[b]) < Math.abs(n[a]) ? b : a));
  const j = (least + 1) % 3;
  const k = (least + 2) % 3;
  const scale = 1 / Math.sqrt(n[j] * n[j] + n[k] * n[k]);
  // The first direction is the coordinate axis farthest from n, made perpendicular to n; the second is perpendicular to
  // both.
  const u = [0, 0, 0];
  u[j] = -n[k] * scale;
  u[k] = n[j] * scale;
  const v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
  const o = offset + VERTEX_STRIDE * loop[0];
  const coordinate = (vertex: number, axis: readonly number[]): number => {
    const p = offset + VERTEX_STRIDE * vertex;
    return axis.reduce((sum, a, i) => sum + a * (points[p + i] - points[o + i]), 0);
  };
  return {
    x: loop.map((vertex) => coordinate(vertex, u)),
    y: loop.map((vertex) => coordinate(vertex, v)),
  };
}

/** Returns the positions in the loop of the corners of its convex hull, counterclockwise. */
function convexCorners(x: readonly number[], y: readonly number[]): number[] {
  const order = x.map((_, i) => i).sort((a, b) => x[a] - x[b] || y[a] - y[b]);
  const half = (indices: readonly number[]): number[] => {
    const chain: number[] = [];
    for (const i of indices) {
      while (chain.length > 1) {
        const a = chain[chain.length - 2];
        const b = chain[chain.length - 1];
        if ((x[b] - x[a]) * (y[i] - y[a]) - (y[b] - y[a]) * (x[i] - x[a]) > 0) break;
        chain.pop();
      }
      chain.push(i);
    }
    chain.pop();
    return chain;
  };
  return [...half(order), ...half(order.reverse())];
}

/** Returns whether the loop runs straight on from one of its positions to another. */
function isStraight(x: readonly number[], y: readonly number[], from: number, to: number, tolerance: number): boolean {
  const count = x.length;
  const dx = x[to] - x[from];
  const dy = y[to] - y[from];
  const scale = 1 / Math.sqrt(dx * dx + dy * dy);
  let reached = 0;
  for (let i = (from + 1) % count; i !== to; i = (i + 1) % count) {
    const along = scale * (dx * (x[i] - x[from]) + dy * (y[i] - y[from]));
    const depth = scale * (dx * (y[i] - y[from]) - dy * (x[i] - x[from]));
    if (!(depth <= tolerance && along >= reached - tolerance)) return false;
    reached = Math.max(reached, along);
  }
  return true;
}
