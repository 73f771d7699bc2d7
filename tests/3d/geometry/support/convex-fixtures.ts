import { buildConvexHull } from '../../../../src/3d/geometry/convex/build-convex-hull.ts';
import type { ConvexHull } from '../../../../src/3d/geometry/convex/convex-hull.ts';
import type { Rng } from '../../../support/rng.ts';
import {
  add,
  at,
  cross,
  dot,
  length,
  direction as randomUnit,
  times as scale,
  sub,
  unit,
  type Vec,
} from '../../../support/vectors.ts';

export { add, at, cross, dot, length, randomUnit, scale, sub, unit, type Vec };

/** A random unit quaternion x y z w. */
export function randomQuaternion(rng: Rng): [number, number, number, number] {
  for (;;) {
    const q = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)] as [
      number,
      number,
      number,
      number,
    ];
    const l = Math.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2);
    if (l > 0.1 && l < 1) return [q[0] / l, q[1] / l, q[2] / l, q[3] / l];
  }
}

/** Rotates by a unit quaternion: v + 2w (u × v) + 2 u × (u × v), unlike the matrix of the code under test. */
export function rotate(q: ArrayLike<number>, v: Vec): Vec {
  const n = Math.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2);
  const u: Vec = [q[0] / n, q[1] / n, q[2] / n];
  const t = scale(cross(u, v), 2);
  return add(add(v, scale(t, q[3] / n)), cross(u, t));
}

export function applyPose(pose: ArrayLike<number>, v: Vec): Vec {
  return add(rotate([pose[3], pose[4], pose[5], pose[6]], v), [pose[0], pose[1], pose[2]]);
}

export function randomPose(rng: Rng, position: Vec): number[] {
  return [...position, ...randomQuaternion(rng)];
}

export const hullVertices = (hull: ConvexHull): Vec[] =>
  Array.from({ length: hull.vertexCount }, (_, i) => [
    hull.vertices[3 * i],
    hull.vertices[3 * i + 1],
    hull.vertices[3 * i + 2],
  ]);

export type HullKind = 'random' | 'box' | 'cylinder' | 'sphere' | 'sliver' | 'needle' | 'tetrahedron';
export const HULL_KINDS: readonly HullKind[] = [
  'random',
  'box',
  'cylinder',
  'sphere',
  'sliver',
  'needle',
  'tetrahedron',
];

/** Points of about unit size of the given kind. */
export function hullPoints(rng: Rng, kind: HullKind, count: number): Vec[] {
  const points: Vec[] = [];
  const rotation = randomQuaternion(rng);
  if (kind === 'box') {
    const h = [rng.range(0.3, 1), rng.range(0.3, 1), rng.range(0.3, 1)] as const;
    for (let i = 0; i < 8; i++) points.push([i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]]);
  } else if (kind === 'cylinder') {
    const sides = Math.max(3, count >> 1);
    const half = rng.range(0.2, 1);
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      points.push([Math.cos(angle), Math.sin(angle), half], [Math.cos(angle), Math.sin(angle), -half]);
    }
  } else if (kind === 'tetrahedron') {
    for (let i = 0; i < 4; i++) points.push([rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)]);
  } else {
    const flat = kind === 'sliver' ? 10 ** rng.range(-6, -2) : kind === 'needle' ? 10 ** rng.range(-4, -1) : 1;
    const thin = kind === 'needle' ? flat : 1;
    for (let i = 0; i < count; i++) {
      const v = kind === 'sphere' ? randomUnit(rng) : ([rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)] as Vec);
      points.push([v[0], v[1] * thin, v[2] * flat]);
    }
  }
  return points.map((p) => rotate(rotation, p));
}

/** Points moved and scaled into a hull. */
export function makeHull(points: readonly Vec[], size: number, centre: Vec = [0, 0, 0]): ConvexHull {
  return buildConvexHull(points.flatMap((p) => add(scale(p, size), centre)));
}

/** The nearest point of a segment, by its parameter. */
export function nearestOnSegment(p: Vec, a: Vec, b: Vec): Vec {
  const e = sub(b, a);
  const ee = dot(e, e);
  const t = ee > 0 ? Math.min(1, Math.max(0, dot(sub(p, a), e) / ee)) : 0;
  return add(a, scale(e, t));
}

/**
 * Distance of a point from a triangle: its plane if the foot is inside by edge planes, else the nearest of the edges.
 */
export function pointTriangleDistance(p: Vec, a: Vec, b: Vec, c: Vec): number {
  const n = cross(sub(b, a), sub(c, a));
  const inside =
    dot(cross(n, sub(b, a)), sub(p, a)) >= 0 &&
    dot(cross(n, sub(c, b)), sub(p, b)) >= 0 &&
    dot(cross(n, sub(a, c)), sub(p, c)) >= 0;
  const edges = Math.min(
    length(sub(p, nearestOnSegment(p, a, b))),
    length(sub(p, nearestOnSegment(p, b, c))),
    length(sub(p, nearestOnSegment(p, c, a))),
  );
  return inside && dot(n, n) > 0 ? Math.min(edges, Math.abs(dot(n, sub(p, a))) / length(n)) : edges;
}

/** Distance of two segments: ends against the other, and the crossing of the lines when both parameters fit. */
export function segmentSegmentDistance(a: Vec, b: Vec, c: Vec, d: Vec): number {
  let best = Math.min(
    length(sub(a, nearestOnSegment(a, c, d))),
    length(sub(b, nearestOnSegment(b, c, d))),
    length(sub(c, nearestOnSegment(c, a, b))),
    length(sub(d, nearestOnSegment(d, a, b))),
  );
  const e = sub(b, a);
  const f = sub(d, c);
  const n = cross(e, f);
  const nn = dot(n, n);
  if (nn > 0) {
    const r = sub(c, a);
    const s = dot(cross(r, f), n) / nn;
    const t = dot(cross(r, e), n) / nn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) best = Math.min(best, Math.abs(dot(r, n)) / Math.sqrt(nn));
  }
  return best;
}

export const hullEdges = (hull: ConvexHull): [number, number][] =>
  Array.from({ length: hull.edgeCount }, (_, e) => [hull.edges[4 * e], hull.edges[4 * e + 1]]);

/** Each face as a fan of triangles of vertex numbers. */
export function hullTriangles(hull: ConvexHull): [number, number, number][] {
  const triangles: [number, number, number][] = [];
  for (let f = 0; f < hull.faceCount; f++) {
    const first = hull.faceStarts[f];
    for (let h = first + 1; h + 1 < hull.faceStarts[f + 1]; h++) {
      triangles.push([hull.halfEdgeVertices[first], hull.halfEdgeVertices[h], hull.halfEdgeVertices[h + 1]]);
    }
  }
  return triangles;
}

/** Distance of the surfaces of two hulls, all features against all: the reference for disjoint hulls. */
export function bruteDistance(a: ConvexHull, b: ConvexHull): number {
  const va = hullVertices(a);
  const vb = hullVertices(b);
  let best = Infinity;
  for (const [i, j, k] of hullTriangles(a)) {
    for (const p of vb) best = Math.min(best, pointTriangleDistance(p, va[i], va[j], va[k]));
  }
  for (const [i, j, k] of hullTriangles(b)) {
    for (const p of va) best = Math.min(best, pointTriangleDistance(p, vb[i], vb[j], vb[k]));
  }
  for (const [i, j] of hullEdges(a)) {
    for (const [k, l] of hullEdges(b)) best = Math.min(best, segmentSegmentDistance(va[i], va[j], vb[k], vb[l]));
  }
  return best;
}

/** The greatest gap that any direction of a list leaves between two point sets, b beyond a. */
export function gapAlong(a: readonly Vec[], b: readonly Vec[], direction: Vec): number {
  let top = -Infinity;
  let bottom = Infinity;
  for (const p of a) top = Math.max(top, dot(p, direction));
  for (const p of b) bottom = Math.min(bottom, dot(p, direction));
  return bottom - top;
}

/**
 * Signed separation of two hulls by all axes: face normals of both and all crosses of edges, unpruned. Exact depth
 * where they overlap; where they do not, only its sign counts.
 */
export function bruteSeparation(a: ConvexHull, b: ConvexHull): { separation: number; normal: Vec } {
  const va = hullVertices(a);
  const vb = hullVertices(b);
  let separation = -Infinity;
  let normal: Vec = [0, 0, 0];
  const test = (axis: Vec): void => {
    const l = length(axis);
    if (!(l > 0)) return;
    for (const sign of [1, -1]) {
      const n = scale(axis, sign / l);
      const gap = gapAlong(va, vb, n);
      if (gap > separation) {
        separation = gap;
        normal = n;
      }
    }
  };
  for (const [hull, v] of [
    [a, va],
    [b, vb],
  ] as const) {
    for (const [i, j, k] of hullTriangles(hull)) test(cross(sub(v[j], v[i]), sub(v[k], v[i])));
  }
  for (const [i, j] of hullEdges(a)) {
    for (const [k, l] of hullEdges(b)) test(cross(sub(va[j], va[i]), sub(vb[l], vb[k])));
  }
  return { separation, normal };
}

/** All pairwise differences b − a: the points whose hull is the Minkowski difference. */
export function differences(a: readonly Vec[], b: readonly Vec[]): number[] {
  return a.flatMap((p) => b.flatMap((q) => sub(q, p)));
}

/** How far a point lies outside a posed hull (negative inside), by its planes. */
export function heightAbove(hull: ConvexHull, pose: ArrayLike<number>, point: Vec): number {
  const local = rotate([-pose[3], -pose[4], -pose[5], pose[6]], sub(point, [pose[0], pose[1], pose[2]]));
  let height = -Infinity;
  for (let p = 0; p < hull.planes.length; p += 4) {
    const normal: Vec = [hull.planes[p], hull.planes[p + 1], hull.planes[p + 2]];
    height = Math.max(height, dot(normal, local) - hull.planes[p + 3]);
  }
  return height;
}

/** A hull of posed vertices, in the world. */
export function posedHull(hull: ConvexHull, pose: ArrayLike<number>): ConvexHull {
  return buildConvexHull(hullVertices(hull).flatMap((v) => applyPose(pose, v)));
}
