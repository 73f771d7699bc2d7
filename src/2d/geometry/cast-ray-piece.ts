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
  if (piece.radius > 0 && piece.count > 1) meetStrips(x, y, dx, dy, piece);
  if (piece.radius > 0 || piece.count < 3) meetCorners(x, y, dx, dy, piece);
  // With a radius too small to be seen in the coordinates, rounding may miss strips and discs, but not the core.
  if (piece.count > 1 && (piece.radius === 0 || best === Infinity)) meetEdges(x, y, dx, dy, piece);
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

/** Meets the outer edges of the strips, from their front. */
function meetStrips(x: number, y: number, dx: number, dy: number, piece: ConvexPiece): void {
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

/**
 * Meets the edges of the core from their front. Whether an edge is crossed is told by the sides of the ray on which its two vertices
 * lie, computed from each vertex alone: edges that share a vertex agree on it, so that no ray slips through between two edges of a
 * polygon, nor between two segments of a chain.
 */
function meetEdges(x: number, y: number, dx: number, dy: number, piece: ConvexPiece): void {
  const { vertices, normals, count } = piece;
  const last = (count - 1) * PIECE_STRIDE;
  let sideA = (vertices[last + 1]! - y) * dx - (vertices[last]! - x) * dy;
  for (let at = last, next = 0; next <= last; at = next, next += PIECE_STRIDE) {
    const sideB = (vertices[next + 1]! - y) * dx - (vertices[next]! - x) * dy;
    const crosses = sideA >= 0 && sideB <= 0 && sideA > sideB;
    const span = sideA - sideB;
    const share = sideA / span;
    sideA = sideB;
    if (!crosses) continue;
    const nx = normals[at]!;
    const ny = normals[at + 1]!;
    const px = x - vertices[at]!;
    const py = y - vertices[at + 1]!;
    const height = px * nx + py * ny;
    if (!(height >= 0)) continue;
    const approach = nx * dx + ny * dy;
    // All but parallel, rounding may turn the sign: then by the place on the edge.
    const fraction = approach < 0 ? height / -approach : alongRay(dx, dy, piece, at, next, share, px, py);
    if (!(fraction >= 0 && fraction < best)) continue;
    best = fraction;
    bestX = nx;
    bestY = ny;
  }
}

/** The fraction of the direction at which a ray that starts (px, py) from an edge's first vertex passes a share of the edge. */
function alongRay(
  dx: number,
  dy: number,
  piece: ConvexPiece,
  at: number,
  next: number,
  share: number,
  px: number,
  py: number,
): number {
  const { vertices } = piece;
  const wayX = share * (vertices[next]! - vertices[at]!) - px;
  const wayY = share * (vertices[next + 1]! - vertices[at + 1]!) - py;
  return (wayX * dx + wayY * dy) / (dx * dx + dy * dy);
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
    // The side rather than the distance: it is exactly 0 for a bare point in line with an axis.
    const side = py * dx - px * dy;
    const inside = radius * radius - (side / squared) * side;
    if (!(inside >= 0)) continue;
    const back = Math.sqrt(inside / squared);
    const fraction = closest - back;
    if (!(fraction >= 0 && fraction < best)) continue;
    best = fraction;
    if (radius > 0) setCornerNormal(fraction * dx - px, fraction * dy - py, dx, dy);
    else setCornerNormal(0, 0, dx, dy);
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
  // 0 − x keeps a zero positive.
  bestX = (0 - dx) / speed;
  bestY = (0 - dy) / speed;
}
