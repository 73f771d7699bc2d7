import { randomConvex } from './random-shapes-2d.ts';
import { type Placement, placeShape, type ReferencePiece } from './reference-2d.ts';
import type { Rng } from './rng.ts';

const AT_ORIGIN: Placement = { x: 0, y: 0, rotation: 0, scale: 1, offsetX: 0, offsetY: 0, offsetRotation: 0 };
export const BODIES = ['box', 'polygon', 'capsule', 'circle'] as const;

export type Point = readonly [x: number, y: number];

/** Polylines that meet, each a chain. */
export type Lines = Point[][];

const along = ([ax, ay]: Point, [bx, by]: Point, t: number): Point => [ax + t * (bx - ax), ay + t * (by - ay)];

/** A ring about 6 across, its first point again at its end. */
export function randomRing(rng: Rng): Point[] {
  const count = rng.integer(4, 9);
  const points = Array.from({ length: count }, (_, i): Point => {
    const angle = ((i + rng.range(-0.25, 0.25)) * 2 * Math.PI) / count;
    const radius = rng.range(2, 3.2);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return [...points, points[0]];
}

/** Ground from left to right, level, gentle or steep. */
export function randomGround(rng: Rng): Point[] {
  const steepness = rng.next() < 0.3 ? 0 : rng.range(0, 1);
  const points: Point[] = [];
  for (let x = -4; x < 4; x += rng.range(0.8, 2)) points.push([x, rng.range(-0.5, 0.5) * steepness]);
  return points;
}

/** Cuts a polyline at some of its points and between some, into chains, of which some run the other way. */
export function cut(rng: Rng, points: readonly Point[]): Lines {
  const lines: Lines = [[points[0]]];
  for (let i = 1; i < points.length; i++) {
    if (rng.next() < 0.3) {
      const middle = along(points[i - 1], points[i], rng.range(0.2, 0.8));
      lines.at(-1)!.push(middle);
      lines.push([middle]);
    }
    lines.at(-1)!.push(points[i]);
    if (i + 1 < points.length && rng.next() < 0.3) lines.push([points[i]]);
  }
  return lines.map((line) => (rng.next() < 0.5 ? [...line].reverse() : line));
}

/** Adds lines that end on a place of a polyline: walls, posts, and pieces that lie on the line itself. */
export function branch(rng: Rng, points: readonly Point[]): Lines {
  const lines: Lines = [];
  for (let left = rng.integer(1, 3); left > 0; left--) {
    const i = rng.integer(1, points.length - 1);
    const [a, b] = [points[i - 1], points[i]];
    const foot = rng.next() < 0.4 ? a : along(a, b, rng.range(0.1, 0.9));
    if (rng.next() < 0.2) {
      lines.push([foot, along(a, b, rng.range(0.1, 0.9))]);
      continue;
    }
    const angle = rng.range(0, 2 * Math.PI);
    const reach = rng.range(0.5, 2);
    const tip: Point = [foot[0] + reach * Math.cos(angle), foot[1] + reach * Math.sin(angle)];
    lines.push(rng.next() < 0.5 ? [foot, tip] : [tip, foot]);
  }
  return lines.filter(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]) > 0.1);
}

export interface Row {
  readonly line: number;
  readonly child: number;
  readonly normalX: number;
  readonly normalY: number;
  readonly depth: number;
}

/** A body that just about lies on one of the segments: at most a tenth of its size in it. */
export function placeOn(rng: Rng, lines: Lines, kind: (typeof BODIES)[number]) {
  const shape = randomConvex(rng, kind, rng.range(0.6, 1.6));
  const line = lines[rng.integer(0, lines.length - 1)];
  const i = rng.integer(1, line.length - 1);
  const [a, b] = [line[i - 1], line[i]];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const side = rng.next() < 0.5 ? 1 : -1;
  const nx = (-side * (b[1] - a[1])) / length;
  const ny = (side * (b[0] - a[0])) / length;
  // Often as it would lie there, and often at a joint.
  const rotation = rng.next() < 0.5 ? Math.atan2(-nx, ny) : rng.range(-4, 4);
  const turned = placeShape(shape, { ...AT_ORIGIN, rotation }).pieces[0];
  const lowest = Math.min(...turned.xs.map((x, k) => x * nx + turned.ys[k] * ny - turned.radius));
  const [x, y] = along(a, b, rng.next() < 0.5 ? rng.integer(0, 1) + rng.range(-0.1, 0.1) : rng.next());
  const height = -lowest - rng.range(-0.02, 0.08);
  const at = { ...AT_ORIGIN, x: x + height * nx, y: y + height * ny, rotation };
  return { shape, at };
}

export function piecesOf(lines: Lines): ReferencePiece[][] {
  return lines.map((line) =>
    line.slice(1).map((to, i) => ({ xs: [line[i][0], to[0]], ys: [line[i][1], to[1]], radius: 0 })),
  );
}

/** The unit directions in which segments leave a place. */
function raysAt(x: number, y: number, pieces: readonly ReferencePiece[]): Point[] {
  const rays: Point[] = [];
  for (const { xs, ys } of pieces) {
    const ex = xs[1] - xs[0];
    const ey = ys[1] - ys[0];
    const length = Math.hypot(ex, ey);
    const t = ((x - xs[0]) * ex + (y - ys[0]) * ey) / (length * length);
    if (t < -1e-9 || t > 1 + 1e-9 || Math.abs((x - xs[0]) * ey - (y - ys[0]) * ex) > 1e-9 * length) continue;
    if (t < 1 - 1e-9) rays.push([ex / length, ey / length]);
    if (t > 1e-9) rays.push([-ex / length, -ey / length]);
  }
  return rays;
}

/** A normal that leans over an end of its segment must be one that all segments which meet there leave free. */
export function isOfUnion(row: Row, pieces: readonly ReferencePiece[][]): boolean {
  const { xs, ys } = pieces[row.line][row.child];
  const length = Math.hypot(xs[1] - xs[0], ys[1] - ys[0]);
  const lean = (row.normalX * (xs[1] - xs[0]) + row.normalY * (ys[1] - ys[0])) / length;
  if (Math.abs(lean) < 1e-6) return true;
  const end = lean > 0 ? 1 : 0;
  return raysAt(xs[end], ys[end], pieces.flat()).every(([x, y]) => row.normalX * x + row.normalY * y < 1e-6);
}

/** Polylines that meet: a ring or ground, cut at some places, with walls, posts and pieces that lie on it. */
export function randomLines(rng: Rng): Lines {
  const base = rng.next() < 0.5 ? randomRing(rng) : randomGround(rng);
  const lines = [...cut(rng, base), ...(rng.next() < 0.6 ? branch(rng, base) : [])];
  // The lines are shuffled, as a game may add its entities in any order.
  return lines.sort(() => rng.next() - 0.5);
}
