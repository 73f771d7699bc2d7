import type { WritableNumberArray } from '../../core/number-array.ts';
import { type ConvexPiece, PIECE_STRIDE } from './convex-piece.ts';

/** The earliest fraction found so far and the normal there. */
let best = Infinity;
let bestX = 0;
let bestY = 0;

/**
 * Casts a ray from (x, y) along (dx, dy), of any length, at a rounded convex piece in the same frame. Returns the fraction of the
 * direction, 0 … maxFraction, and writes the point and the outward unit normal (4 numbers); 0 with a zero normal when the ray
 * starts in or on the piece; Infinity, writing nothing, for a miss. A zero direction only asks whether it starts inside.
 *
 * A rounded piece is its core, a strip of width `radius` along each edge, and a disc about each vertex. Seen from outside, the
 * sides of a strip lie in the discs, so the ray enters the union where it first enters a strip's outer edge or a disc.
 */
export function castRayPiece(
  out: WritableNumberArray,
  outOffset: number,
  x: number,
  y: number,
  dx: number,
  dy: number,
  maxFraction: number,
  piece: ConvexPiece,
): number {
  if (startsInside(x, y, piece)) {
    out[outOffset] = x;
    out[outOffset + 1] = y;
    out[outOffset + 2] = 0;
    out[outOffset + 3] = 0;
    return 0;
  }
  best = Infinity;
  bestX = 0;
  bestY = 0;
  if (piece.count > 1) meetEdges(x, y, dx, dy, piece);
  if (piece.radius > 0 || piece.count < 3) meetCorners(x, y, dx, dy, piece);
  // A miss is Infinity, which an unlimited ray must not take for a hit.
  if (!(best <= maxFraction && best < Infinity)) return Infinity;
  out[outOffset] = x + best * dx;
  out[outOffset + 1] = y + best * dy;
  out[outOffset + 2] = bestX;
  out[outOffset + 3] = bestY;
  return best;
}

/** Whether a point is in or on the rounded piece: in the core, or within the radius of its boundary. */
function startsInside(x: number, y: number, piece: ConvexPiece): boolean {
  const { vertices, normals, count, radius } = piece;
  let inCore = count > 2;
  const within = radius * radius;
  for (let i = 0; i < count; i++) {
    const at = i * PIECE_STRIDE;
    const px = x - vertices[at]!;
    const py = y - vertices[at + 1]!;
    if (px * px + py * py <= within) return true;
    if (count === 1) continue;
    const nx = normals[at]!;
    const ny = normals[at + 1]!;
    const height = px * nx + py * ny;
    // Also for NaN.
    if (!(height <= 0)) inCore = false;
    if (height < 0 || height > radius) continue;
    const next = i + 1 === count ? 0 : at + PIECE_STRIDE;
    const along = py * nx - px * ny;
    const length = (vertices[next + 1]! - vertices[at + 1]!) * nx - (vertices[next]! - vertices[at]!) * ny;
    if (along >= 0 && along <= length) return true;
  }
  return inCore;
}

/** Meets the edges, moved outward by the radius, from their front. */
function meetEdges(x: number, y: number, dx: number, dy: number, piece: ConvexPiece): void {
  const { vertices, normals, count, radius } = piece;
  for (let i = 0; i < count; i++) {
    const at = i * PIECE_STRIDE;
    const nx = normals[at]!;
    const ny = normals[at + 1]!;
    const approach = nx * dx + ny * dy;
    if (!(approach < 0)) continue;
    const px = x - vertices[at]!;
    const py = y - vertices[at + 1]!;
    const height = px * nx + py * ny - radius;
    if (!(height >= 0)) continue;
    const fraction = height / -approach;
    if (!(fraction < best)) continue;
    const next = i + 1 === count ? 0 : at + PIECE_STRIDE;
    const along = (py + fraction * dy) * nx - (px + fraction * dx) * ny;
    const length = (vertices[next + 1]! - vertices[at + 1]!) * nx - (vertices[next]! - vertices[at]!) * ny;
    if (!(along >= 0 && along <= length)) continue;
    best = fraction;
    bestX = nx;
    bestY = ny;
  }
}

/** Meets the discs about the vertices, by the point of closest approach: no squares of far distances are subtracted. */
function meetCorners(x: number, y: number, dx: number, dy: number, piece: ConvexPiece): void {
  const { vertices, count, radius } = piece;
  const squared = dx * dx + dy * dy;
  if (!(squared > 0)) return;
  for (let i = 0; i < count; i++) {
    const px = vertices[i * PIECE_STRIDE]! - x;
    const py = vertices[i * PIECE_STRIDE + 1]! - y;
    const closest = (px * dx + py * dy) / squared;
    if (!(closest >= 0)) continue;
    const missX = closest * dx - px;
    const missY = closest * dy - py;
    const inside = radius * radius - (missX * missX + missY * missY);
    if (!(inside >= 0)) continue;
    const back = Math.sqrt(inside / squared);
    const fraction = closest - back;
    if (!(fraction >= 0 && fraction < best)) continue;
    best = fraction;
    setCornerNormal(missX - back * dx, missY - back * dy, dx, dy);
  }
}

/** The normal of a disc points from its centre to the hit; that of a bare point, back along the ray. */
function setCornerNormal(x: number, y: number, dx: number, dy: number): void {
  const length = Math.sqrt(x * x + y * y);
  if (length > 0) {
    bestX = x / length;
    bestY = y / length;
    return;
  }
  const speed = Math.sqrt(dx * dx + dy * dy);
  bestX = -dx / speed;
  bestY = -dy / speed;
}
