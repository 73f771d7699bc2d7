import {
  type ConvexPiece,
  computeNormals,
  createConvexPiece,
} from '../../../../src/2d/geometry/convex/convex-piece.ts';
import type { Rng } from '../../../support/rng.ts';
import { logRange } from './log-range.ts';

/** Builds a piece from x y numbers. */
export function pieceOf(points: readonly number[], radius = 0): ConvexPiece {
  const piece = createConvexPiece(points.length / 2);
  piece.vertices.set(points);
  piece.count = points.length / 2;
  piece.radius = radius;
  computeNormals(piece);
  return piece;
}

export function pointsOf(piece: ConvexPiece): [number, number][] {
  const points: [number, number][] = [];
  for (let i = 0; i < piece.count; i++) points.push([piece.vertices[2 * i], piece.vertices[2 * i + 1]]);
  return points;
}

/** A copy moved by (x, y). */
export function moved(piece: ConvexPiece, x: number, y: number): ConvexPiece {
  return pieceOf(
    pointsOf(piece).flatMap(([px, py]) => [px + x, py + y]),
    piece.radius,
  );
}

/** A copy turned by an angle about (0, 0), then moved. */
export function placed(piece: ConvexPiece, angle: number, x: number, y: number): ConvexPiece {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return pieceOf(
    pointsOf(piece).flatMap(([px, py]) => [c * px - s * py + x, s * px + c * py + y]),
    piece.radius,
  );
}

/** Gift wrapping: quadratic, but nothing like the monotone chain under test. */
export function giftWrap(points: readonly (readonly [number, number])[]): [number, number][] {
  let start = 0;
  for (let i = 1; i < points.length; i++) {
    const [x, y] = points[i];
    const [sx, sy] = points[start];
    if (x < sx || (x === sx && y < sy)) start = i;
  }
  const hull: [number, number][] = [];
  let current = start;
  for (let guard = 0; guard <= points.length; guard++) {
    const [cx, cy] = points[current];
    hull.push([cx, cy]);
    let best = -1;
    for (let i = 0; i < points.length; i++) {
      const [x, y] = points[i];
      if (x === cx && y === cy) continue;
      if (best < 0) {
        best = i;
        continue;
      }
      const [bx, by] = points[best];
      const cross = (bx - cx) * (y - cy) - (by - cy) * (x - cx);
      // A point to the right of the line to the best so far, or farther along it.
      if (cross < 0 || (cross === 0 && Math.hypot(x - cx, y - cy) > Math.hypot(bx - cx, by - cy))) best = i;
    }
    if (best < 0) break;
    const [bx, by] = points[best];
    if (bx === hull[0][0] && by === hull[0][1]) break;
    current = best;
  }
  return hull;
}

export function pointSegmentDistance(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const lengthSquared = dx * dx + dy * dy;
  const t = lengthSquared > 0 ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / lengthSquared)) : 0;
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}

/** The smallest distance between a vertex of one core and an edge of the other: theirs, unless they overlap. */
function featureDistance(a: ConvexPiece, b: ConvexPiece): number {
  const pa = pointsOf(a);
  const pb = pointsOf(b);
  let nearest = Infinity;
  for (const [vertices, edges] of [
    [pa, pb],
    [pb, pa],
  ] as const) {
    for (const [x, y] of vertices) {
      for (let i = 0; i < edges.length; i++) {
        const [x0, y0] = edges[i];
        const [x1, y1] = edges[(i + 1) % edges.length];
        nearest = Math.min(nearest, pointSegmentDistance(x, y, x0, y0, x1, y1));
      }
    }
  }
  return nearest;
}

/**
 * Signed separation of two cores: when the hull of all pairwise differences holds the origin, minus the origin's
 * distance from its boundary; else the smallest distance over all pairs of features.
 */
export function coreSeparation(a: ConvexPiece, b: ConvexPiece): number {
  const differences: [number, number][] = [];
  for (const [ax, ay] of pointsOf(a)) for (const [bx, by] of pointsOf(b)) differences.push([bx - ax, by - ay]);
  const hull = giftWrap(differences);
  let nearest = Infinity;
  if (hull.length < 3) return featureDistance(a, b);
  for (let i = 0; i < hull.length; i++) {
    const [x0, y0] = hull[i];
    const [x1, y1] = hull[(i + 1) % hull.length];
    if ((x1 - x0) * -y0 - (y1 - y0) * -x0 < 0) return featureDistance(a, b);
    nearest = Math.min(nearest, pointSegmentDistance(0, 0, x0, y0, x1, y1));
  }
  return -nearest;
}

export function separationOf(a: ConvexPiece, b: ConvexPiece): number {
  return coreSeparation(a, b) - a.radius - b.radius;
}

/** Half the largest extent: the size that errors are measured against. */
export function sizeOf(piece: ConvexPiece): number {
  let size = piece.radius;
  for (const [x, y] of pointsOf(piece)) {
    for (const [u, v] of pointsOf(piece)) size = Math.max(size, piece.radius + Math.hypot(x - u, y - v) / 2);
  }
  return size;
}

export const PIECE_KINDS = ['circle', 'capsule', 'box', 'triangle', 'polygon', 'sliver', 'rounded'] as const;
export type PieceKind = (typeof PIECE_KINDS)[number];

/** A random piece of about the given size around the origin. */
export function randomPiece(rng: Rng, kind: PieceKind, size: number): ConvexPiece {
  const angle = rng.range(0, 2 * Math.PI);
  switch (kind) {
    case 'circle':
      return pieceOf([rng.range(-0.1, 0.1) * size, rng.range(-0.1, 0.1) * size], rng.range(0.1, 1) * size);
    case 'capsule': {
      const half = rng.range(0.1, 1) * size;
      return placed(pieceOf([-half, 0, half, 0], rng.next() < 0.3 ? 0 : rng.range(0, 0.6) * size), angle, 0, 0);
    }
    case 'box': {
      const x = rng.range(0.1, 1) * size;
      const y = rng.range(0.1, 1) * size;
      // A third of them axis-aligned, so that faces run exactly parallel.
      return placed(pieceOf([-x, -y, x, -y, x, y, -x, y]), rng.next() < 0.33 ? 0 : angle, 0, 0);
    }
    case 'triangle':
      return inscribed(rng, 3, size, 0);
    case 'polygon':
      return inscribed(rng, rng.integer(4, 12), size, 0);
    case 'rounded':
      return inscribed(rng, rng.integer(3, 8), size, rng.range(0, 0.3) * size);
    case 'sliver': {
      const height = logRange(rng, 1e-9, 1e-2) * size;
      return placed(pieceOf([-size, 0, size, 0, rng.range(-1, 1) * size, height]), angle, 0, 0);
    }
  }
}

/** A polygon with its vertices on an ellipse, in order of angle. */
export function inscribed(rng: Rng, count: number, size: number, radius: number): ConvexPiece {
  const flat = rng.range(0.2, 1);
  const phase = rng.range(0, 2 * Math.PI);
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = phase + ((i + rng.range(0, 0.8)) / count) * 2 * Math.PI;
    points.push(Math.cos(angle) * size, Math.sin(angle) * size * flat);
  }
  return placed(pieceOf(points, radius), rng.range(0, 2 * Math.PI), 0, 0);
}

/**
 * Moves B so that the pair is in a wanted relation: far, near, touching within ± 1e-6 of the size, shallow, deep or
 * with the centres together. Uses the reference only.
 */
export function arrangedPair(
  rng: Rng,
  kindA: PieceKind,
  kindB: PieceKind,
  sizeA: number,
  sizeB: number,
): { a: ConvexPiece; b: ConvexPiece; relation: string } {
  const a = randomPiece(rng, kindA, sizeA);
  const local = randomPiece(rng, kindB, sizeB);
  const reach = sizeA + sizeB;
  const angle = rng.integer(0, 3) === 0 ? (rng.integer(0, 3) * Math.PI) / 2 : rng.range(0, 2 * Math.PI);
  const ux = Math.cos(angle);
  const uy = Math.sin(angle);
  const pick = rng.next();
  if (pick < 0.15) {
    const d = rng.range(0, 0.2) * reach;
    return { a, b: moved(local, ux * d, uy * d), relation: 'deep' };
  }
  if (pick < 0.6) {
    const d = rng.range(0.2, 2.2) * reach;
    return { a, b: moved(local, ux * d, uy * d), relation: 'anywhere' };
  }
  // Bisection along the direction to the touching distance, then a step off it.
  let low = 0;
  let high = 4 * reach;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (separationOf(a, moved(local, ux * middle, uy * middle)) > 0) high = middle;
    else low = middle;
  }
  const step = pick < 0.8 ? rng.range(-1e-6, 1e-6) : pick < 0.9 ? 0 : rng.range(-0.05, 0.05);
  const d = high + step * reach;
  return { a, b: moved(local, ux * d, uy * d), relation: `touching ${step}` };
}

/**
 * Fills a piece (capacity 4) with the corners (−,−), (+,−), (+,+), (−,+) and the normals of an OBB, about the point
 * `origin`.
 */
export function fillBox(
  piece: ConvexPiece,
  boxes: ArrayLike<number>,
  offset: number,
  origin: ArrayLike<number>,
  originOffset: number,
): void {
  const [x, y, halfX, halfY, c, s] = Array.from(boxes).slice(offset, offset + 6) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const signs = [-1, -1, 1, -1, 1, 1, -1, 1];
  for (let i = 0; i < 8; i += 2) {
    const u = signs[i] * halfX;
    const v = signs[i + 1] * halfY;
    piece.vertices[i] = x - origin[originOffset] + c * u - s * v;
    piece.vertices[i + 1] = y - origin[originOffset + 1] + s * u + c * v;
  }
  piece.normals.set([s, 0 - c, c, s, 0 - s, c, 0 - c, 0 - s]);
  piece.count = 4;
}
