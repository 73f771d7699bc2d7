/**
 * Slow references in space, in numbers of hundreds of bits: whole multiples of 2^-512. A double between about 1e-130
 * and 1e60 becomes one without loss, sums are exact, and so are products as long as no bit falls below 2^-512 (up to
 * degree six in coordinates of sizes 1e-6 to 1e5); quotients and roots are cut at 2^-512. Built on nothing the library
 * does.
 */
export type Exact = bigint;
export type Point = readonly [Exact, Exact, Exact];

const SHIFT = 512;
const SHIFT_BITS = BigInt(SHIFT);
export const ONE: Exact = 1n << SHIFT_BITS;

const view = new DataView(new ArrayBuffer(8));

/** A finite double without loss. */
export function exact(x: number): Exact {
  if (x === 0) return 0n;
  view.setFloat64(0, x);
  const high = view.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(view.getUint32(4));
  const significand = exponent === 0 ? fraction : fraction | (1n << 52n);
  const shift = BigInt(Math.max(exponent, 1) - 1075 + SHIFT);
  const size = shift >= 0n ? significand << shift : significand >> -shift;
  return x < 0 ? -size : size;
}

/** The nearest double. */
export const number = (x: Exact): number => Number(x) * 2 ** -SHIFT;

export const times = (x: Exact, y: Exact): Exact => (x * y) >> SHIFT_BITS;
export const over = (x: Exact, y: Exact): Exact => (x << SHIFT_BITS) / y;

/** The square root, cut off at the last digit; 0 for a number that is not positive. */
export function root(x: Exact): Exact {
  if (x <= 0n) return 0n;
  const target = x << SHIFT_BITS;
  let guess = 1n << BigInt((target.toString(16).length * 4 + 2) >> 1);
  for (;;) {
    const next = (guess + target / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** The least and the greatest of one value or more. */
export const least = (...values: Exact[]): Exact => -most(...values.map((x) => -x));

export function most(...values: Exact[]): Exact {
  let result = values[0];
  for (const value of values) if (value > result) result = value;
  return result;
}

export const size = (x: Exact): Exact => (x < 0n ? -x : x);
export const signOf = (x: Exact): number => (x > 0n ? 1 : x < 0n ? -1 : 0);

export const point = (values: ArrayLike<number>, offset = 0): Point => [
  exact(values[offset]),
  exact(values[offset + 1]),
  exact(values[offset + 2]),
];
/** Returns the points of a flat array. */
export const pointsOf = (values: ArrayLike<number>): Point[] =>
  Array.from({ length: Math.floor(values.length / 3) }, (_, i) => point(values, 3 * i));

export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scaled = (a: Point, s: Exact): Point => [times(a[0], s), times(a[1], s), times(a[2], s)];
export const along = (o: Point, d: Point, t: Exact): Point => plus(o, scaled(d, t));
export const dot = (a: Point, b: Point): Exact => (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) >> SHIFT_BITS;
export const cross = (a: Point, b: Point): Point => [
  (a[1] * b[2] - a[2] * b[1]) >> SHIFT_BITS,
  (a[2] * b[0] - a[0] * b[2]) >> SHIFT_BITS,
  (a[0] * b[1] - a[1] * b[0]) >> SHIFT_BITS,
];
export const square = (a: Point): Exact => dot(a, a);
export const length = (a: Point): Exact => root(square(a));
/** Six times the volume of the tetrahedron. */
export const volume = (a: Point, b: Point, c: Point, d: Point): Exact =>
  dot(cross(minus(b, a), minus(c, a)), minus(d, a));

/** A point found, the other end of the shortest connection, and its squared length. */
export interface Nearest {
  square: Exact;
  on: Point;
  from: Point;
}

const nearer = (a: Nearest, b: Nearest): Nearest => (b.square < a.square ? b : a);
const found = (from: Point, on: Point): Nearest => ({ square: square(minus(from, on)), on, from });

/** The parameter of the foot of p on a line, which must have a direction. */
export const footOn = (p: Point, a: Point, d: Point): Exact => over(dot(minus(p, a), d), square(d));

export function pointSegment(p: Point, a: Point, b: Point): Nearest {
  const e = minus(b, a);
  const ends = nearer(found(p, a), found(p, b));
  if (square(e) === 0n) return ends;
  const t = footOn(p, a, e);
  return t <= 0n || t >= ONE ? ends : found(p, along(a, e, t));
}

/** A flat polygon's plane through its first three corners; undefined when they are collinear. */
const normalOf = (a: Point, b: Point, c: Point): Point | undefined => {
  const n = cross(minus(b, a), minus(c, a));
  return n[0] === 0n && n[1] === 0n && n[2] === 0n ? undefined : n;
};

export function pointTriangle(p: Point, a: Point, b: Point, c: Point): Nearest {
  const edges = nearer(pointSegment(p, a, b), nearer(pointSegment(p, b, c), pointSegment(p, c, a)));
  const n = normalOf(a, b, c);
  if (n === undefined) return edges;
  const foot = along(p, n, -over(dot(n, minus(p, a)), square(n)));
  for (const [u, v] of [
    [a, b],
    [b, c],
    [c, a],
  ] as const) {
    if (dot(cross(minus(v, u), minus(foot, u)), n) < 0n) return edges;
  }
  return nearer(edges, found(p, foot));
}

export function segmentSegment(a: Point, b: Point, c: Point, d: Point): Nearest {
  const flip = (x: Nearest): Nearest => ({ square: x.square, on: x.from, from: x.on });
  let best = nearer(pointSegment(a, c, d), pointSegment(b, c, d));
  best = nearer(best, flip(nearer(pointSegment(c, a, b), pointSegment(d, a, b))));
  const u = minus(b, a);
  const v = minus(d, c);
  const n = cross(u, v);
  const n2 = square(n);
  if (n2 === 0n) return best;
  const r = minus(c, a);
  const s = over(dot(cross(r, v), n), n2);
  const t = over(dot(cross(r, u), n), n2);
  if (s < 0n || s > ONE || t < 0n || t > ONE) return best;
  return nearer(best, found(along(a, u, s), along(c, v, t)));
}

/** Whether a segment, crossing the plane of a triangle, crosses the triangle; exact signs only. */
function crosses(p: Point, q: Point, a: Point, b: Point, c: Point): boolean {
  const sides = signOf(volume(a, b, c, p)) * signOf(volume(a, b, c, q));
  if (sides > 0) return false;
  const turns = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)].map(signOf);
  const proper = turns.some((turn) => turn !== 0);
  return proper && (turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0));
}

export function segmentTriangle(p: Point, q: Point, a: Point, b: Point, c: Point): Nearest {
  let best = nearer(pointTriangle(p, a, b, c), pointTriangle(q, a, b, c));
  for (const [u, v] of [
    [a, b],
    [b, c],
    [c, a],
  ] as const) {
    best = nearer(best, segmentSegment(p, q, u, v));
  }
  if (best.square > 0n && crosses(p, q, a, b, c)) best = { ...best, square: 0n };
  return best;
}

export function triangleTriangle(a: readonly Point[], b: readonly Point[]): Nearest {
  let best: Nearest | undefined;
  for (const [first, second] of [
    [a, b],
    [b, a],
  ] as const) {
    for (let i = 0; i < 3; i++) {
      const next = segmentTriangle(first[i], first[(i + 1) % 3], second[0], second[1], second[2]);
      best = best === undefined ? next : nearer(best, next);
    }
  }
  return best!;
}

/** Whether a point is in or on a tetrahedron with volume; a flat one is its faces. */
export function pointTetrahedron(p: Point, corners: readonly Point[]): Nearest {
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const whole = signOf(volume(a, b, c, d));
  const parts = [volume(p, b, c, d), volume(a, p, c, d), volume(a, b, p, d), volume(a, b, c, p)].map(signOf);
  if (whole !== 0 && parts.every((part) => part * whole >= 0)) return found(p, p);
  return [
    pointTriangle(p, a, b, c),
    pointTriangle(p, a, b, d),
    pointTriangle(p, a, c, d),
    pointTriangle(p, b, c, d),
  ].reduce(nearer);
}

/** The 8 corners of an oriented box (centre, half extents, axes), bit k of the index for axis k. */
export function boxCorners(obb: ArrayLike<number>): Point[] {
  return Array.from({ length: 8 }, (_, i) => {
    let corner = point(obb);
    for (let k = 0; k < 3; k++) {
      corner = along(corner, point(obb, 6 + 3 * k), exact((i >> k) & 1 ? obb[3 + k] : -obb[3 + k]));
    }
    return corner;
  });
}

export const BOX_FACES: readonly (readonly [number, number, number, number])[] = [
  [0, 1, 3, 2],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 3, 7, 5],
];
export const BOX_EDGES: readonly (readonly [number, number])[] = [
  [0, 1],
  [2, 3],
  [4, 5],
  [6, 7],
  [0, 2],
  [1, 3],
  [4, 6],
  [5, 7],
  [0, 4],
  [1, 5],
  [2, 6],
  [3, 7],
];

/** The greatest gap between two sets of points along the given directions (any length), in units of length; exact. */
export function gapAlong(a: readonly Point[], b: readonly Point[], directions: readonly Point[]): Exact {
  let best: Exact | undefined;
  for (const n of directions) {
    const n2 = square(n);
    if (n2 === 0n) continue;
    const pa = a.map((p) => dot(p, n));
    const pb = b.map((p) => dot(p, n));
    const gap = most(least(...pb) - most(...pa), least(...pa) - most(...pb));
    const scaledGap = over(gap, root(n2));
    if (best === undefined || scaledGap > best) best = scaledGap;
  }
  return best ?? 0n;
}
