import {
  along,
  cross as crossExact,
  dot as dotExact,
  type Exact,
  exact,
  length as lengthExact,
  minus,
  number,
  ONE,
  over,
  type Point,
  plus,
  point,
  pointSegment,
  root,
  scaled,
  square,
  times as timesExact,
} from '../../../support/exact-3d.ts';

// A ray's first hit is looked for among all its crossings with the surfaces that bound the shape, in numbers of
// hundreds of bits: the first that lies in the shape. `grow` moves the surface out (or in).

export interface Solid {
  /** Whether a point is in the shape, the last bits of a computed crossing forgiven. */
  holds(p: Point): boolean;
  /** Parameters at which the line meets the surfaces. */
  crossings(o: Point, d: Point): Exact[];
}

/** Forgiven on squared lengths: far above 2^-512, far below any double's last bit. */
export const SLACK = exact(2 ** -300);

/** The roots of a·t² + 2b·t + c. */
function roots(a: Exact, b: Exact, c: Exact): Exact[] {
  if (a === 0n) return b === 0n ? [] : [over(-c, 2n * b)];
  const discriminant = timesExact(b, b) - timesExact(a, c);
  if (discriminant < 0n) return [];
  const h = root(discriminant);
  return [over(-b - h, a), over(-b + h, a)];
}

const ballRoots = (o: Point, d: Point, c: Point, r: Exact): Exact[] => {
  const m = minus(o, c);
  return roots(square(d), dotExact(m, d), square(m) - timesExact(r, r));
};

/** Where the line crosses the plane through q perpendicular to n. */
const planeRoots = (o: Point, d: Point, q: Point, n: Point): Exact[] => {
  const rate = dotExact(n, d);
  return rate === 0n ? [] : [over(dotExact(n, minus(q, o)), rate)];
};

const tubeRoots = (o: Point, d: Point, a: Point, b: Point, r: Exact): Exact[] => {
  const u = minus(b, a);
  const u2 = square(u);
  const m = crossExact(minus(o, a), u);
  const v = crossExact(d, u);
  return roots(square(v), dotExact(m, v), square(m) - timesExact(timesExact(r, r), u2));
};

export function ball(s: readonly number[], grow: number): Solid {
  const c = point(s);
  const r = exact(s[3]) + exact(grow);
  return {
    holds: (p) => r >= 0n && square(minus(p, c)) <= timesExact(r, r) + SLACK,
    crossings: (o, d) => (r < 0n ? [] : ballRoots(o, d, c, r)),
  };
}

export function capsuleSolid(s: readonly number[], grow: number): Solid {
  const [a, b] = [point(s), point(s, 3)];
  const r = exact(s[6]) + exact(grow);
  return {
    holds: (p) => r >= 0n && pointSegment(p, a, b).square <= timesExact(r, r) + SLACK,
    crossings: (o, d) =>
      r < 0n ? [] : [...ballRoots(o, d, a, r), ...ballRoots(o, d, b, r), ...tubeRoots(o, d, a, b, r)],
  };
}

/** Both ends moved out by `grow`, and the radius grown. */
function stretched(s: readonly number[], grow: number): { a: Point; b: Point; r: Exact } {
  const [a, b] = [point(s), point(s, 3)];
  const u = minus(b, a);
  const step = scaled(u, over(exact(grow), lengthExact(u)));
  return { a: minus(a, step), b: plus(b, step), r: exact(s[6]) + exact(grow) };
}

export function cylinderSolid(s: readonly number[], grow: number): Solid {
  const { a, b, r } = stretched(s, grow);
  const u = minus(b, a);
  const u2 = square(u);
  return {
    holds: (p) => {
      const m = minus(p, a);
      const height = dotExact(m, u);
      const c = crossExact(m, u);
      return (
        r >= 0n && height >= -SLACK && height <= u2 + SLACK && square(c) <= timesExact(timesExact(r, r), u2) + SLACK
      );
    },
    crossings: (o, d) =>
      r < 0n ? [] : [...tubeRoots(o, d, a, b, r), ...planeRoots(o, d, a, u), ...planeRoots(o, d, b, u)],
  };
}

/**
 * The side moved out by `grow` in parallel, which moves the apex by that over the sine of the half angle; and the base.
 */
function grownCone(s: readonly number[], grow: number): { a: Point; b: Point; r: Exact } {
  const [a, b, r] = [point(s), point(s, 3), exact(s[6])];
  const g = exact(grow);
  const u = minus(b, a);
  const height = lengthExact(u);
  const back = over(timesExact(g, root(timesExact(r, r) + square(u))), r);
  const axis = scaled(u, over(ONE, height));
  const whole = height + back + g;
  return { a: along(a, axis, -back), b: along(b, axis, g), r: whole <= 0n ? -ONE : over(timesExact(r, whole), height) };
}

export function coneSolid(s: readonly number[], grow: number): Solid {
  // Without a radius it is a segment.
  if (s[6] === 0) return capsuleSolid(s, grow);
  const { a, b, r } = grownCone(s, grow);
  const u = minus(b, a);
  const u2 = square(u);
  // |m × u|·|u| ≤ r (m·u), squared.
  const r2 = timesExact(r, r);
  return {
    holds: (p) => {
      const m = minus(p, a);
      const height = dotExact(m, u);
      if (r < 0n || height < -SLACK || height > u2 + SLACK) return false;
      return timesExact(square(crossExact(m, u)), u2) <= timesExact(r2, timesExact(height, height)) + SLACK;
    },
    crossings: (o, d) => {
      if (r < 0n) return [];
      const m = minus(o, a);
      const [mc, dc] = [crossExact(m, u), crossExact(d, u)];
      const [mh, dh] = [dotExact(m, u), dotExact(d, u)];
      const side = roots(
        timesExact(square(dc), u2) - timesExact(r2, timesExact(dh, dh)),
        timesExact(dotExact(mc, dc), u2) - timesExact(r2, timesExact(mh, dh)),
        timesExact(square(mc), u2) - timesExact(r2, timesExact(mh, mh)),
      );
      const apex = dh === 0n ? [] : [over(-mh, dh)];
      return [...side, ...planeRoots(o, d, b, u), ...apex];
    },
  };
}

/** A polyhedron by planes n·x ≤ d with exact normals; `grow` moves each out. */
export function planesSolid(planes: readonly { n: Point; d: Exact }[], grow: number): Solid {
  const sides = planes.map(({ n, d }) => ({ n, d: d + timesExact(exact(grow), lengthExact(n)) }));
  return {
    holds: (p) => sides.every(({ n, d }) => dotExact(n, p) <= d + SLACK),
    crossings: (o, d) =>
      sides.flatMap((side) => {
        const rate = dotExact(side.n, d);
        return rate === 0n ? [] : [over(side.d - dotExact(side.n, o), rate)];
      }),
  };
}

export const boxPlanes = (obb: readonly number[]): { n: Point; d: Exact }[] =>
  [0, 1, 2].flatMap((k) => {
    const n = point(obb, 6 + 3 * k);
    const middle = dotExact(n, point(obb));
    // The axes are unit vectors up to rounding: as the routine takes them.
    const half = exact(obb[3 + k]);
    return [
      { n, d: middle + half },
      { n: scaled(n, -ONE), d: half - middle },
    ];
  });

/** The first fraction in [0, ∞) at which the ray is in the solid. */
export function firstHit(solid: Solid, o: Point, d: Point): number {
  if (solid.holds(o)) return 0;
  let best: Exact | undefined;
  for (const t of solid.crossings(o, d)) {
    if (t >= 0n && (best === undefined || t < best) && solid.holds(along(o, d, t))) best = t;
  }
  return best === undefined ? Infinity : number(best);
}

/**
 * What lies within a radius (already grown) of corners, edges and faces; `square` is the exact squared distance from
 * them.
 */
export function roundedSolid(
  corners: readonly Point[],
  edges: readonly (readonly [number, number])[],
  faces: readonly { n: Point; d: Exact }[],
  radius: Exact,
  distanceSquared: (p: Point) => Exact,
): Solid {
  return {
    holds: (p) => radius >= 0n && distanceSquared(p) <= timesExact(radius, radius) + SLACK,
    crossings: (o, d) => {
      if (radius < 0n) return [];
      const result = corners.flatMap((c) => ballRoots(o, d, c, radius));
      for (const [i, j] of edges) result.push(...tubeRoots(o, d, corners[i], corners[j], radius));
      for (const face of faces) {
        const rate = dotExact(face.n, d);
        if (rate === 0n) continue;
        const out = timesExact(radius, lengthExact(face.n));
        const height = face.d - dotExact(face.n, o);
        result.push(over(height + out, rate), over(height - out, rate));
      }
      return result;
    },
  };
}
