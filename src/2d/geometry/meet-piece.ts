import { PIECE_STRIDE } from './convex-piece.ts';
import {
  MET_FRACTION,
  MET_NORMAL_X,
  MET_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_RADIUS,
  RAY_X,
  RAY_Y,
} from './ray-layout.ts';

/** On sin² of the angle between ray and edge: below it the place on the edge is used, which stays on it whatever the rounding. */
const SHALLOW = 1e-6;

/**
 * Meets a rounded convex piece in the same frame, of which the vertices and the normals of the edges from vertex number
 * `first` on are given, counter-clockwise. Writes what it meets; fraction 0 and a zero normal when it starts in or on the piece. A
 * zero direction only asks whether it starts inside. NaN misses.
 *
 * A rounded piece is its core, a strip of width `radius` along each edge, and a disc about each vertex. Seen from outside, the
 * sides of a strip lie in the discs, so the ray enters the union where it first enters a strip's outer edge or a disc.
 */
export function meetPiece(
  met: Float64Array,
  ray: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  first: number,
  count: number,
): void {
  const start = first * PIECE_STRIDE;
  const end = start + count * PIECE_STRIDE;
  const isRounded = ray[RAY_RADIUS]! > 0;
  met[MET_FRACTION] = Infinity;
  met[MET_NORMAL_X] = 0;
  met[MET_NORMAL_Y] = 0;
  const moves = ray[RAY_DIRECTION_X] !== 0 || ray[RAY_DIRECTION_Y] !== 0;
  if (!isRounded && count > 2 && moves) {
    meetCore(met, ray, vertices, normals, start, end);
    return;
  }
  if (startsInside(ray, vertices, normals, start, end)) {
    met[MET_FRACTION] = 0;
    return;
  }
  if (isRounded && count > 1) meetStrips(met, ray, vertices, normals, start, end);
  if (isRounded || count < 3) meetCorners(met, ray, vertices, start, end);
  // With a radius too small to be seen in the coordinates, rounding may miss strips and discs, but not the core.
  if (count > 1 && (!isRounded || met[MET_FRACTION] === Infinity)) meetCore(met, ray, vertices, normals, start, end);
}

/** Whether the ray's origin is in or on the rounded piece: in the core, or within the radius of its boundary. */
function startsInside(
  ray: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  start: number,
  end: number,
): boolean {
  const x = ray[RAY_X]!;
  const y = ray[RAY_Y]!;
  const radius = ray[RAY_RADIUS]!;
  const within = radius * radius;
  let inCore = end - start > 2 * PIECE_STRIDE;
  for (let at = start; at < end; at += PIECE_STRIDE) {
    const px = x - vertices[at]!;
    const py = y - vertices[at + 1]!;
    if (px * px + py * py <= within) return true;
    if (end - start === PIECE_STRIDE) continue;
    const nx = normals[at]!;
    const ny = normals[at + 1]!;
    const height = px * nx + py * ny;
    // Also for NaN.
    if (!(height <= 0)) inCore = false;
    // From either side: to the rounding, the middle of a capsule is behind both of its edges.
    if (!(Math.abs(height) <= radius)) continue;
    const next = at + PIECE_STRIDE === end ? start : at + PIECE_STRIDE;
    const along = py * nx - px * ny;
    const length = (vertices[next + 1]! - vertices[at + 1]!) * nx - (vertices[next]! - vertices[at]!) * ny;
    if (along >= 0 && along <= length) return true;
  }
  return inCore;
}

/** Meets the outer edges of the strips, from their front. */
function meetStrips(
  met: Float64Array,
  ray: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  start: number,
  end: number,
): void {
  const x = ray[RAY_X]!;
  const y = ray[RAY_Y]!;
  const dx = ray[RAY_DIRECTION_X]!;
  const dy = ray[RAY_DIRECTION_Y]!;
  const radius = ray[RAY_RADIUS]!;
  for (let at = start; at < end; at += PIECE_STRIDE) {
    const nx = normals[at]!;
    const ny = normals[at + 1]!;
    const approach = nx * dx + ny * dy;
    if (!(approach < 0)) continue;
    const px = x - vertices[at]!;
    const py = y - vertices[at + 1]!;
    const height = px * nx + py * ny - radius;
    if (!(height >= 0)) continue;
    const fraction = height / -approach;
    if (!(fraction < met[MET_FRACTION]!)) continue;
    const next = at + PIECE_STRIDE === end ? start : at + PIECE_STRIDE;
    const along = (py + fraction * dy) * nx - (px + fraction * dx) * ny;
    const length = (vertices[next + 1]! - vertices[at + 1]!) * nx - (vertices[next]! - vertices[at]!) * ny;
    if (!(along >= 0 && along <= length)) continue;
    met[MET_FRACTION] = fraction;
    met[MET_NORMAL_X] = nx;
    met[MET_NORMAL_Y] = ny;
  }
}

/**
 * Meets the core. Which edges the ray's line crosses is told by the sides of the line on which their two vertices lie, computed
 * from each vertex alone: edges that share a vertex agree on it, so that no ray slips through between two edges of a polygon, nor
 * between two segments of a chain. The line enters a polygon through one edge and leaves it through another; the ray starts
 * inside if its origin lies between.
 */
function meetCore(
  met: Float64Array,
  ray: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  start: number,
  end: number,
): void {
  const x = ray[RAY_X]!;
  const y = ray[RAY_Y]!;
  const dx = ray[RAY_DIRECTION_X]!;
  const dy = ray[RAY_DIRECTION_Y]!;
  const last = end - PIECE_STRIDE;
  let crossings = 0;
  let behind = 0;
  let sideA = (vertices[last + 1]! - y) * dx - (vertices[last]! - x) * dy;
  for (let at = last, next = start; next < end; at = next, next += PIECE_STRIDE) {
    const sideB = (vertices[next + 1]! - y) * dx - (vertices[next]! - x) * dy;
    const enters = sideA >= 0 && sideB <= 0 && sideA > sideB;
    const leaves = sideA <= 0 && sideB >= 0 && sideA < sideB;
    const span = sideA - sideB;
    const share = sideA / span;
    sideA = sideB;
    if (!enters && !leaves) continue;
    crossings++;
    const nx = normals[at]!;
    const ny = normals[at + 1]!;
    const px = x - vertices[at]!;
    const py = y - vertices[at + 1]!;
    const approach = nx * dx + ny * dy;
    let fraction = (px * nx + py * ny) / -approach;
    if (!((enters ? approach < 0 : approach > 0) && approach * approach > SHALLOW * (dx * dx + dy * dy))) {
      // All but parallel, rounding may turn the sign of either, or leave nothing else: then by the place on the edge.
      const wayX = share * (vertices[next]! - vertices[at]!) - px;
      const wayY = share * (vertices[next + 1]! - vertices[at + 1]!) - py;
      fraction = (wayX * dx + wayY * dy) / (dx * dx + dy * dy);
    }
    if (enters ? fraction <= 0 : fraction >= 0) behind++;
    if (leaves) continue;
    if (!(fraction >= 0 && fraction < met[MET_FRACTION]!)) continue;
    met[MET_FRACTION] = fraction;
    met[MET_NORMAL_X] = nx;
    met[MET_NORMAL_Y] = ny;
  }
  if (crossings === 0 || behind !== crossings || end - start === 2 * PIECE_STRIDE) return;
  met[MET_FRACTION] = 0;
  met[MET_NORMAL_X] = 0;
  met[MET_NORMAL_Y] = 0;
}

/** Meets the discs about the vertices. */
function meetCorners(met: Float64Array, ray: Float64Array, vertices: Float64Array, start: number, end: number): void {
  for (let at = start; at < end; at += PIECE_STRIDE) {
    disc[0] = vertices[at]! - ray[RAY_X]!;
    disc[1] = vertices[at + 1]! - ray[RAY_Y]!;
    meetDisc(met, ray, disc);
  }
}

const disc = new Float64Array(2);

/**
 * Meets a disc of radius RAY_RADIUS from outside, if before the fraction met so far. Its centre is given from the ray's origin. By
 * the point of closest approach: no squares of far distances are subtracted.
 */
export function meetDisc(met: Float64Array, ray: Float64Array, centre: Float64Array): void {
  const px = centre[0]!;
  const py = centre[1]!;
  const dx = ray[RAY_DIRECTION_X]!;
  const dy = ray[RAY_DIRECTION_Y]!;
  const radius = ray[RAY_RADIUS]!;
  const squared = dx * dx + dy * dy;
  if (!(squared > 0)) return;
  const closest = (px * dx + py * dy) / squared;
  if (!(closest >= 0)) return;
  // The side rather than the distance: it is exactly 0 for a bare point in line with an axis.
  const side = py * dx - px * dy;
  const inside = radius * radius - (side / squared) * side;
  if (!(inside >= 0)) return;
  // From outside: below 0 is rounding.
  const fraction = Math.max(0, closest - Math.sqrt(inside / squared));
  if (!(fraction < met[MET_FRACTION]!)) return;
  // The normal points from the centre to the hit; that of a bare point, back along the ray.
  let x = radius > 0 ? fraction * dx - px : 0;
  let y = radius > 0 ? fraction * dy - py : 0;
  let length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) {
    // 0 − x keeps a zero positive.
    x = 0 - dx;
    y = 0 - dy;
    length = Math.sqrt(squared);
  }
  met[MET_FRACTION] = fraction;
  met[MET_NORMAL_X] = x / length;
  met[MET_NORMAL_Y] = y / length;
}
