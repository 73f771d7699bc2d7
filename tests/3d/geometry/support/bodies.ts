import * as geometry from '../../../../entry/geometry3d.ts';
import type { Rng } from '../../../support/rng.ts';
import { add, at, cross, direction, dot, flat, inCube, sub, times, unit, type Vec } from './regimes.ts';

// Convex bodies of every sort, and pairs of them that lie to each other in every way.

export type Kind = 'random' | 'box' | 'prism' | 'sphere' | 'sliver' | 'needle' | 'tetrahedron' | 'plate' | 'lens';
export const KINDS: readonly Kind[] = [
  'random',
  'box',
  'prism',
  'sphere',
  'sliver',
  'needle',
  'tetrahedron',
  'plate',
  'lens',
];

/** Up to 500 points of about unit size, turned at random for every second one. */
export function body(rng: Rng, kind: Kind, count: number): Vec[] {
  const points: Vec[] = [];
  if (kind === 'box') {
    const h = [rng.range(0.2, 1), rng.range(0.2, 1), rng.range(0.2, 1)] as const;
    for (let i = 0; i < 8; i++) points.push([i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]]);
  } else if (kind === 'prism') {
    const sides = Math.max(3, count >> 1);
    const half = rng.range(0.05, 1);
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      points.push([Math.cos(angle), Math.sin(angle), half], [Math.cos(angle), Math.sin(angle), -half]);
    }
  } else if (kind === 'tetrahedron') {
    points.push(inCube(rng), inCube(rng), inCube(rng), inCube(rng));
  } else if (kind === 'lens') {
    // Symmetric about all three planes, and many faces of nearly the same depth.
    for (let i = 0; i < Math.max(4, count >> 3); i++) {
      const v = direction(rng).map(Math.abs) as Vec;
      for (let k = 0; k < 8; k++)
        points.push([k & 1 ? v[0] : -v[0], k & 2 ? v[1] : -v[1], (k & 4 ? v[2] : -v[2]) * 0.3]);
    }
  } else {
    const thin = kind === 'sliver' || kind === 'plate' ? 1e-6 : kind === 'needle' ? 1e-3 : 1;
    for (let i = 0; i < count; i++) {
      const v = kind === 'sphere' ? direction(rng) : inCube(rng);
      if (kind === 'plate') v[2] = i % 2 === 0 ? 1 : -1;
      points.push([v[0], kind === 'needle' ? v[1] * thin : v[1], v[2] * thin]);
    }
  }
  if (rng.next() < 0.4) return points;
  const x = direction(rng);
  const y = unit(cross(x, direction(rng)));
  const z = cross(x, y);
  return points.map((p) => add(times(x, p[0]), add(times(y, p[1]), times(z, p[2]))));
}

export const supportOf = (points: readonly Vec[], d: Vec): Vec => {
  let best = points[0];
  for (const p of points) if (dot(p, d) > dot(best, d)) best = p;
  return best;
};

export const middleOf = (points: readonly Vec[]): Vec => times(points.reduce(add), 1 / points.length);

/** The gap along a unit direction, b beyond a. */
export const gapAlong = (a: readonly Vec[], b: readonly Vec[], d: Vec, origin: Vec): number => {
  let top = -Infinity;
  let bottom = Infinity;
  for (const p of a) top = Math.max(top, dot(sub(p, origin), d));
  for (const p of b) bottom = Math.min(bottom, dot(sub(p, origin), d));
  return bottom - top;
};

export const faceNormal = (rng: Rng, points: readonly Vec[]): Vec => {
  const hull = geometry.buildConvexHull(flat(points));
  return at(hull.planes, 4 * rng.integer(0, hull.faceCount - 1));
};

export type Way = 'apart' | 'touching' | 'shallow' | 'deep' | 'concentric' | 'same' | 'contained';
const WAYS: readonly Way[] = [
  'apart',
  'apart',
  'touching',
  'touching',
  'touching',
  'shallow',
  'deep',
  'concentric',
  'same',
  'contained',
];

export function pair(rng: Rng, size: number, most = 500): { a: Vec[]; b: Vec[]; way: Way; name: string } {
  const count = (): number => (rng.next() < 0.2 ? rng.integer(most >> 1, most) : rng.integer(4, 40));
  const kindA = KINDS[rng.integer(0, KINDS.length - 1)];
  const kindB = KINDS[rng.integer(0, KINDS.length - 1)];
  const a = body(rng, kindA, count());
  let b = body(rng, kindB, count());
  const way = WAYS[rng.integer(0, WAYS.length - 1)];
  if (way === 'same') b = a.map((p) => [...p]);
  else if (way === 'contained') b = b.map((p) => times(p, 0.05));
  if (way === 'deep') b = b.map((p) => add(p, inCube(rng, 0.1)));
  else if (way === 'concentric') {
    const shift = sub(middleOf(a), middleOf(b));
    b = b.map((p) => add(p, shift));
  } else if (way === 'apart' || way === 'touching' || way === 'shallow') {
    const n = rng.next() < 0.5 ? faceNormal(rng, a) : direction(rng);
    const gap =
      way === 'apart'
        ? rng.range(0.01, 2)
        : way === 'shallow'
          ? -rng.range(1e-4, 0.2)
          : [-1e-6, 0, 1e-6][rng.integer(0, 2)];
    const shift = add(sub(supportOf(a, n), supportOf(b, times(n, -1))), times(n, gap));
    b = b.map((p) => add(p, shift));
  }
  return {
    a: a.map((p) => times(p, size)),
    b: b.map((p) => times(p, size)),
    way,
    name: `${kindA} ${a.length} ${kindB} ${b.length} ${way}`,
  };
}
