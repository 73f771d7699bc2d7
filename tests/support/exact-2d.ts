import { add, compare, div, type Exact, exact, lesser, mul, negate, ONE, sign, sub, toNumber, ZERO } from './exact.ts';

/** Plane geometry without rounding, by brute force over features: what the kernels are compared with. */

export type Point = readonly [Exact, Exact];

export const point = (x: number, y: number): Point => [exact(x), exact(y)];
export const plus = (a: Point, b: Point): Point => [add(a[0], b[0]), add(a[1], b[1])];
export const minus = (a: Point, b: Point): Point => [sub(a[0], b[0]), sub(a[1], b[1])];
export const times = (a: Point, s: Exact): Point => [mul(a[0], s), mul(a[1], s)];
export const dot = (a: Point, b: Point): Exact => add(mul(a[0], b[0]), mul(a[1], b[1]));
export const cross = (a: Point, b: Point): Exact => sub(mul(a[0], b[1]), mul(a[1], b[0]));
export const square = (a: Point): Exact => dot(a, a);
export const left = (a: Point): Point => [negate(a[1]), a[0]];

/** The points of x y numbers. */
export function ring(numbers: ArrayLike<number>, offset = 0, count = (numbers.length - offset) / 2): Point[] {
  return Array.from({ length: count }, (_, i) => point(numbers[offset + 2 * i], numbers[offset + 2 * i + 1]));
}

/** The four corners of an OBB (centre, halfExtents, cos sin) as its numbers say, which need not be quite square. */
export function obbRing(obb: ArrayLike<number>): Point[] {
  const centre = point(obb[0], obb[1]);
  const along = times(point(obb[4], obb[5]), exact(obb[2]));
  const across = times(left(point(obb[4], obb[5])), exact(obb[3]));
  return [
    minus(minus(centre, along), across),
    minus(plus(centre, along), across),
    plus(plus(centre, along), across),
    plus(minus(centre, along), across),
  ];
}

export function aabbRing(box: ArrayLike<number>): Point[] {
  return [point(box[0], box[1]), point(box[2], box[1]), point(box[2], box[3]), point(box[0], box[3])];
}

/** On which side of the line a → b the point lies: 1 left, −1 right, 0 on it. */
export const side = (a: Point, b: Point, p: Point): number => sign(cross(minus(b, a), minus(p, a)));

/** The fraction of a → b nearest p, within low … high (Infinity: unbounded); 0 where a = b. */
export function nearestFraction(p: Point, a: Point, b: Point, low = 0, high = 1): Exact {
  const e = minus(b, a);
  const squared = square(e);
  if (squared.n === 0n) return ZERO;
  const t = div(dot(minus(p, a), e), squared);
  if (low > -Infinity && compare(t, exact(low)) < 0) return exact(low);
  if (high < Infinity && compare(t, exact(high)) > 0) return exact(high);
  return t;
}

export const along = (a: Point, b: Point, t: Exact): Point => plus(a, times(minus(b, a), t));

export function squaredToSegment(p: Point, a: Point, b: Point): Exact {
  return square(minus(p, along(a, b, nearestFraction(p, a, b))));
}

export function isOnSegment(p: Point, a: Point, b: Point): boolean {
  return side(a, b, p) === 0 && squaredToSegment(p, a, b).n === 0n;
}

export function segmentsMeet(a: Point, b: Point, c: Point, d: Point): boolean {
  if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true;
  return isOnSegment(a, c, d) || isOnSegment(b, c, d) || isOnSegment(c, a, b) || isOnSegment(d, a, b);
}

/** Calls back for every side of an outline; a point has one, to itself. */
export function* sidesOf(points: readonly Point[]): Generator<readonly [Point, Point]> {
  for (let i = 0; i < points.length; i++) yield [points[i], points[(i + 1) % points.length]];
}

/** Inside or on an outline by the parity rule, along a ray to +y (the routines look along +x). */
export function parityContains(p: Point, points: readonly Point[]): boolean {
  let inside = false;
  for (const [a, b] of sidesOf(points)) {
    if (isOnSegment(p, a, b)) return true;
    const aBeyond = compare(a[0], p[0]) > 0;
    const bBeyond = compare(b[0], p[0]) > 0;
    if (aBeyond === bBeyond) continue;
    // The height at which the side crosses the vertical line through p.
    const height = sub(along(a, b, div(sub(p[0], a[0]), sub(b[0], a[0])))[1], p[1]);
    if (sign(height) > 0) inside = !inside;
  }
  return inside;
}

/** The squared distance of a point to a solid convex or simple polygon, segment or point. */
export function squaredToPolygon(p: Point, points: readonly Point[]): Exact {
  if (points.length > 2 && parityContains(p, points)) return ZERO;
  let best: Exact | undefined;
  for (const [a, b] of sidesOf(points)) {
    const squared = squaredToSegment(p, a, b);
    best = best === undefined ? squared : lesser(best, squared);
  }
  return best!;
}

/** Whether two solid polygons have a point in common, by their sides and corners. */
export function polygonsMeet(a: readonly Point[], b: readonly Point[]): boolean {
  for (const [p, q] of sidesOf(a)) for (const [r, s] of sidesOf(b)) if (segmentsMeet(p, q, r, s)) return true;
  return (b.length > 2 && a.some((p) => parityContains(p, b))) || (a.length > 2 && b.some((p) => parityContains(p, a)));
}

/** The squared distance of two solid polygons, 0 where they meet. */
export function squaredBetween(a: readonly Point[], b: readonly Point[]): Exact {
  if (polygonsMeet(a, b)) return ZERO;
  let best: Exact | undefined;
  for (const p of a)
    for (const [q, r] of sidesOf(b)) best = lesser(best ?? squaredToSegment(p, q, r), squaredToSegment(p, q, r));
  for (const p of b) for (const [q, r] of sidesOf(a)) best = lesser(best!, squaredToSegment(p, q, r));
  return best!;
}

/** How far two convex polygons lie apart along a direction from A to B (negative: overlap), times its length. */
export function gapAlong(a: readonly Point[], b: readonly Point[], direction: Point): Exact {
  let far = dot(a[0], direction);
  let near = dot(b[0], direction);
  for (const p of a) far = compare(dot(p, direction), far) > 0 ? dot(p, direction) : far;
  for (const p of b) near = compare(dot(p, direction), near) < 0 ? dot(p, direction) : near;
  return sub(near, far);
}

/** The signed separation of two convex polygons: their distance, or minus the shortest translation that parts them. */
export function separationBetween(a: readonly Point[], b: readonly Point[]): number {
  const squared = squaredBetween(a, b);
  if (squared.n !== 0n) return Math.sqrt(toNumber(squared));
  let best = -Infinity;
  for (const [points, flip] of [
    [a, false],
    [b, true],
  ] as const) {
    for (const [p, q] of sidesOf(points)) {
      const edge = minus(q, p);
      const length = Math.sqrt(toNumber(square(edge)));
      if (length === 0) continue;
      const outward = flip ? left(edge) : times(left(edge), MINUS_ONE);
      best = Math.max(best, toNumber(gapAlong(a, b, outward)) / length);
    }
  }
  // Two points in one place.
  return best === -Infinity ? 0 : best;
}

const MINUS_ONE = negate(ONE);

/** The convex hull, counter-clockwise and with strict corners, by gift wrapping. */
export function hullOf(points: readonly Point[]): Point[] {
  let start = points[0];
  for (const p of points) {
    const order = compare(p[0], start[0]) || compare(p[1], start[1]);
    if (order < 0) start = p;
  }
  const hull: Point[] = [];
  let current = start;
  do {
    hull.push(current);
    let next: Point | undefined;
    for (const p of points) {
      if (square(minus(p, current)).n === 0n) continue;
      if (next === undefined) {
        next = p;
        continue;
      }
      const turn = side(current, next, p);
      if (turn < 0 || (turn === 0 && compare(square(minus(p, current)), square(minus(next, current))) > 0)) next = p;
    }
    if (next === undefined) break;
    current = next;
  } while (square(minus(current, start)).n !== 0n && hull.length <= points.length);
  return hull;
}
