import type { ReferencePiece } from './reference-2d.ts';

/*
 * The shortest way out of a line, from the definition: of all straight translations of a piece that take it clear of
 * every segment, the shortest on which the middle of the piece crosses none. By trying directions.
 */

type Point = readonly [x: number, y: number];

/** Corners of what stands for an arc. */
const SIDES = 64;

/** The corners of a piece. Arcs about its vertices are replaced by polygons around them. */
function cornersOf({ xs, ys, radius }: ReferencePiece): Point[] {
  if (radius === 0) return xs.map((x, i) => [x, ys[i]]);
  const reach = radius / Math.cos(Math.PI / SIDES);
  return xs.flatMap((x, i) =>
    Array.from({ length: SIDES }, (_, k): Point => {
      const angle = (k * 2 * Math.PI) / SIDES;
      return [x + reach * Math.cos(angle), ys[i] + reach * Math.sin(angle)];
    }),
  );
}

/** The corners of the convex hull, counter-clockwise. */
function hullOf(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (from: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const c of from) {
      for (; chain.length > 1; chain.pop()) {
        const a = chain[chain.length - 2];
        const b = chain[chain.length - 1];
        if ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0) break;
      }
      chain.push(c);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** All translations by which a piece overlaps a segment. */
function overlapsOf(segment: ReferencePiece, piece: ReferencePiece): Point[] {
  const corners = hullOf(cornersOf(piece));
  return hullOf(cornersOf(segment).flatMap(([x, y]) => corners.map(([u, v]): Point => [x - u, y - v])));
}

/** From where to where a ray from the origin is inside of a convex polygon; undefined for nowhere. */
function stretchIn(polygon: readonly Point[], x: number, y: number): Point | undefined {
  let from = 0;
  let to = Infinity;
  for (const [i, a] of polygon.entries()) {
    const b = polygon[(i + 1) % polygon.length];
    const nx = b[1] - a[1];
    const ny = a[0] - b[0];
    const offset = nx * a[0] + ny * a[1];
    const approach = nx * x + ny * y;
    if (Math.abs(approach) < 1e-15) {
      if (offset <= 0) return undefined;
    } else if (approach > 0) to = Math.min(to, offset / approach);
    else from = Math.max(from, offset / approach);
    if (from >= to - 1e-12) return undefined;
  }
  return [from, to];
}

function middleOf({ xs, ys }: ReferencePiece): Point {
  const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  return [sum(xs), sum(ys)];
}

/**
 * Whether the middle crosses a segment on its way. Where the middle is beside an end segment, and not beyond its free
 * end, it also counts as crossed when the middle goes round the end to the other side.
 */
function crosses(middle: Point, { xs, ys }: ReferencePiece, ends: FreeEnds, way: Point, length: number): boolean {
  const [x, y] = way;
  const ex = xs[1] - xs[0];
  const ey = ys[1] - ys[0];
  const determinant = ex * y - ey * x;
  if (determinant === 0) return false;
  const px = xs[0] - middle[0];
  const py = ys[0] - middle[1];
  const along = (ex * py - ey * px) / determinant;
  const share = (x * py - y * px) / determinant;
  const place = (-px * ex - py * ey) / (ex * ex + ey * ey);
  const isBeside = place > 0 && place < 1;
  const from = isBeside && ends.atStart ? -Infinity : 1e-9;
  const to = isBeside && ends.atEnd ? Infinity : 1 - 1e-9;
  // A way that ends right over the end has gone round it.
  const until = share > 0 && share < 1 ? length - 1e-9 : length + 1e-6;
  return along > 1e-9 && along < until && share > from && share < to;
}

/** Whether the piece comes to a segment on its way, and has left it at the end of the way. */
function runsThrough(stretch: Point | undefined, length: number): boolean {
  return stretch !== undefined && stretch[0] > 1e-9 && stretch[0] < length && stretch[1] <= length;
}

function isAtFreeEnd(segments: readonly ReferencePiece[], segment: ReferencePiece): boolean {
  return segment === segments[0] || segment === segments.at(-1);
}

function definedOf<T>(items: readonly (T | undefined)[]): T[] {
  return items.filter((item) => item !== undefined);
}

interface FreeEnds {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/**
 * The length of the shortest way out, or a little more: directions are tried by quarters of a degree, and those of all
 * sides. One-sided segments that have the middle behind them are left alone, but not to be crossed. A way past a free
 * end leads off a segment that the piece touches: it does not run through an end segment that the piece only comes to.
 */
export function shortestWayOut(segments: readonly ReferencePiece[], piece: ReferencePiece, oneSided: boolean): number {
  const middle = middleOf(piece);
  const solid = segments.filter(({ xs, ys }) => {
    const left = (xs[1] - xs[0]) * (middle[1] - ys[0]) - (ys[1] - ys[0]) * (middle[0] - xs[0]);
    return !(oneSided && left > 0);
  });
  const sums = solid.map((segment) => overlapsOf(segment, piece));
  const angles = Array.from({ length: 1440 }, (_, i) => (i * Math.PI) / 720);
  for (const sum of sums) {
    for (const [i, a] of sum.entries()) {
      const b = sum[(i + 1) % sum.length];
      angles.push(Math.atan2(a[0] - b[0], b[1] - a[1]));
    }
  }
  for (const { xs, ys } of segments) {
    for (const end of [0, 1]) {
      const angle = Math.atan2(ys[end] - middle[1], xs[end] - middle[0]);
      angles.push(angle - 1e-7, angle + 1e-7);
    }
  }
  let shortest = Infinity;
  for (const angle of angles) {
    const x = Math.cos(angle);
    const y = Math.sin(angle);
    const stretches = sums.map((sum) => stretchIn(sum, x, y));
    let length = 0;
    for (const [from, to] of definedOf(stretches).sort((a, b) => a[0] - b[0])) {
      if (from > length + 1e-12) break;
      length = Math.max(length, to);
    }
    if (!(length < shortest)) continue;
    if (stretches.some((stretch, i) => isAtFreeEnd(segments, solid[i]) && runsThrough(stretch, length))) continue;
    const isCrossed = segments.some((segment, i) =>
      crosses(middle, segment, { atStart: i === 0, atEnd: i === segments.length - 1 }, [x, y], length),
    );
    if (!isCrossed) shortest = length;
  }
  return shortest;
}
