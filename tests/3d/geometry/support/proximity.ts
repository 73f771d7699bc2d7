import type { Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  cross,
  dot,
  length,
  inCube as randomPoint,
  direction as randomUnit,
  sub,
  times,
  unit,
  type Vec,
  WORLD,
} from '../../../support/vectors.ts';

export { add, at, cross, dot, length, randomPoint, randomUnit, sub, times, unit, type Vec, WORLD };

export const SCALES = [1e-3, 1, 1e4] as const;

export const distance = (a: Vec, b: Vec): number => length(sub(a, b));
/** The points of a flat array, three numbers each. */
export function points(values: ArrayLike<number>): Vec[] {
  const result: Vec[] = [];
  for (let i = 0; i + 2 < values.length; i += 3) result.push(at(values, i));
  return result;
}

/** Three perpendicular unit vectors, right-handed. */
export function randomAxes(rng: Rng): [Vec, Vec, Vec] {
  const x = randomUnit(rng);
  let y = randomUnit(rng);
  while (Math.abs(dot(x, y)) > 0.9) y = randomUnit(rng);
  y = unit(sub(y, times(x, dot(x, y))));
  return [x, y, cross(x, y)];
}

export const obbOf = (center: Vec, half: Vec, axes: [Vec, Vec, Vec]): number[] => [
  ...center,
  ...half,
  ...axes[0],
  ...axes[1],
  ...axes[2],
];

export function obbCorners(obb: ArrayLike<number>): Vec[] {
  const result: Vec[] = [];
  for (let i = 0; i < 8; i++) {
    let corner = at(obb, 0);
    for (let k = 0; k < 3; k++)
      corner = add(corner, times(at(obb, 6 + 3 * k), (i >> k) & 1 ? obb[3 + k] : -obb[3 + k]));
    result.push(corner);
  }
  return result;
}

/** Solves a small dense system by elimination with full row pivoting; null when it is singular. */
function solve(matrix: number[][], right: number[]): number[] | null {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[pivot][c])) pivot = r;
    [rows[c], rows[pivot]] = [rows[pivot], rows[c]];
    const head = rows[c][c];
    if (!(Math.abs(head) > 0)) return null;
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const factor = rows[r][c] / head;
      for (let k = c; k <= n; k++) rows[r][k] -= factor * rows[c][k];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

/**
 * The point nearest to p among the hull of the vertices of every subset of at most four points: for each, p is
 * projected on the subset's affine hull by the normal equations and kept where all weights are positive. Slow, general,
 * and built on nothing the library does.
 */
export function nearestInHull(vertices: Vec[], p: Vec): { point: Vec; distance: number } {
  let best = { point: vertices[0], distance: distance(vertices[0], p) };
  const visit = (chosen: number[], from: number): void => {
    if (chosen.length > 0) {
      const origin = vertices[chosen[0]];
      const edges = chosen.slice(1).map((i) => sub(vertices[i], origin));
      const weights = solve(
        edges.map((e) => edges.map((f) => dot(e, f))),
        edges.map((e) => dot(e, sub(p, origin))),
      );
      if (weights !== null) {
        const sum = weights.reduce((total, w) => total + w, 0);
        if (weights.every((w) => w >= 0) && sum <= 1) {
          const point = edges.reduce((q, e, i) => add(q, times(e, weights[i])), origin);
          // A flat subset may yield any weights, but a point of the hull all the same.
          const gap = distance(point, p);
          if (gap < best.distance) best = { point, distance: gap };
        }
      }
    }
    if (chosen.length === 4) return;
    for (let i = from; i < vertices.length; i++) visit([...chosen, i], i + 1);
  };
  visit([], 0);
  return best;
}

/** The distance between two hulls: that of the origin from the hull of all differences of their points. */
export function hullDistance(a: Vec[], b: Vec[]): number {
  const differences: Vec[] = [];
  for (const p of a) for (const q of b) differences.push(sub(p, q));
  return nearestInHull(differences, [0, 0, 0]).distance;
}

/** What is left of a polygon in the half-space n·x ≤ d, by cutting edge after edge. */
export function clip(polygon: Vec[], n: Vec, d: number): Vec[] {
  const result: Vec[] = [];
  polygon.forEach((current, i) => {
    const next = polygon[(i + 1) % polygon.length];
    const h = dot(n, current) - d;
    const g = dot(n, next) - d;
    if (h <= 0) result.push(current);
    if ((h < 0 && g > 0) || (h > 0 && g < 0)) result.push(add(current, times(sub(next, current), h / (h - g))));
  });
  return result;
}

/** Whether a convex polygon and an OBB overlap, by cutting the polygon down to the box; extents grown by `margin`. */
export function polygonMeetsObb(polygon: Vec[], obb: ArrayLike<number>, margin: number): boolean {
  let rest = polygon;
  for (let k = 0; k < 3; k++) {
    const axis = at(obb, 6 + 3 * k);
    const middle = dot(axis, at(obb, 0));
    const half = obb[3 + k] + margin;
    rest = clip(rest, axis, middle + half);
    rest = clip(rest, times(axis, -1), half - middle);
  }
  return rest.length > 0;
}

/** The six faces of a box-like body with corners in the order of `obbCorners`. */
export function obbFaces(corners: Vec[]): Vec[][] {
  return [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ].map((face) => face.map((i) => corners[i]));
}

/** A share of yes answers that shows that a comparison tested both answers. */
export function isRepresentative(hits: number, runs: number): boolean {
  return hits >= 0.3 * runs && hits <= 0.7 * runs;
}
