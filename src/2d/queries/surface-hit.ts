import { POSE_COS, POSE_SIN } from '../collider-set.ts';
import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import type { SurfaceRoutines } from '../narrow-phase/surface-routines.ts';
import { type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { MAX_OPEN_PARTS } from '../shapes/seams.ts';
import { HIT_X, HIT_Y, TRANSLATION_X, TRANSLATION_Y } from './cast-piece.ts';
import { ALONG, LENGTH, moveToOpen } from './move-to-open.ts';

/** Sines below this are rounding, and so are lengths below this part of the lengths that they are compared with. */
const SLACK = 1e-9;

/** The place of the hit on the core of the piece, relative to the mover. */
const place = new Float64Array(2);
/** The normal of the hit, in the frame of the shape. */
const local = new Float64Array(2);
const parts = new Float64Array(2 * MAX_OPEN_PARTS);
/**
 * The measures of an edge: the fraction of the place along it, 0 to 1, and its distance from the edge's line; how much
 * of each may be rounding; and the length of the edge.
 */
const edge = new Float64Array(5);
const OFF = 2;
const OFF_SLACK = 3;
const ALONG_SLACK = 4;

/**
 * Gives the hit of a cast on a piece a normal that the surface of the whole has there, and a point on that surface.
 * Returns false when the cast does not meet the surface there, as it goes on behind a neighbour that the cast meets
 * instead. The piece is the one that was loaded last, in the frame whose origin is where the mover stands; `isPoint`
 * says that the hit is a ray's.
 */
export function settleSurfaceHit(
  hit: Float64Array,
  ray: Float64Array,
  isPoint: boolean,
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  child: number,
  piece: PlacedPiece,
): boolean {
  if (hit[HIT_FRACTION] === Infinity) return false;
  // A hit without a normal: the ray starts inside.
  if (hit[HIT_NORMAL_X] === 0 && hit[HIT_NORMAL_Y] === 0) return true;
  place[0] = (isPoint ? hit[HIT_FRACTION] * ray[TRANSLATION_X] : hit[HIT_X]) - piece.radius * hit[HIT_NORMAL_X];
  place[1] = (isPoint ? hit[HIT_FRACTION] * ray[TRANSLATION_Y] : hit[HIT_Y]) - piece.radius * hit[HIT_NORMAL_Y];
  const own = findEdge(hit, piece);
  if (own < 0 ? isFreeAt(hit, surface, shape, child, piece) : isOpenAt(surface, shape, child, piece, own)) return true;
  if (own >= 0 && !isPoint && moveToOpen(hit, parts, surface.openParts(parts, shape, child, own), edge)) return true;
  const open = findOpenEdge(hit, surface, shape, child, piece);
  if (open < 0) return false;
  hit[HIT_NORMAL_X] = piece.normals[2 * open];
  hit[HIT_NORMAL_Y] = piece.normals[2 * open + 1];
  const x = ray[TRANSLATION_X];
  const y = ray[TRANSLATION_Y];
  // A cast that only runs along this edge has met the surface before.
  return x * hit[HIT_NORMAL_X] + y * hit[HIT_NORMAL_Y] < -SLACK * (Math.abs(x) + Math.abs(y));
}

/** Returns the edge of a piece that has the normal of the hit; −1 for none. */
function findEdge(hit: Float64Array, { normals, count }: PlacedPiece): number {
  const x = hit[HIT_NORMAL_X];
  const y = hit[HIT_NORMAL_Y];
  for (let i = 0; i < count && count > 1; i++) {
    const cross = x * normals[2 * i + 1] - y * normals[2 * i];
    if (Math.abs(cross) <= SLACK && x * normals[2 * i] + y * normals[2 * i + 1] > 0) return i;
  }
  return -1;
}

/** Returns whether the surface has the normal at the vertex of a piece that is farthest along it. */
function isFreeAt(
  hit: Float64Array,
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  child: number,
  { vertices, count }: PlacedPiece,
): boolean {
  const x = hit[HIT_NORMAL_X];
  const y = hit[HIT_NORMAL_Y];
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  let vertex = 0;
  let farthest = -Infinity;
  for (let i = 0; i < count; i++) {
    const along = x * vertices[2 * i] + y * vertices[2 * i + 1];
    if (!(along > farthest)) continue;
    farthest = along;
    vertex = i;
  }
  local[0] = c * x + s * y;
  local[1] = c * y - s * x;
  return surface.isFreeAtVertex(shape, child, vertex, local);
}

/** Returns whether an edge of a piece is in the open at the place. */
function isOpenAt(
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  child: number,
  piece: PlacedPiece,
  index: number,
): boolean {
  measureEdge(piece, index);
  const count = surface.openParts(parts, shape, child, index);
  for (let i = 0; i < count; i++) {
    const from = parts[2 * i] - edge[ALONG_SLACK];
    const to = parts[2 * i + 1] + edge[ALONG_SLACK];
    if (edge[ALONG] >= from && edge[ALONG] <= to) return true;
  }
  return false;
}

/** Returns the edge, among those open at the place, that faces most along the normal; −1 for none. */
function findOpenEdge(
  hit: Float64Array,
  surface: SurfaceRoutines,
  shape: RegisteredShape,
  child: number,
  piece: PlacedPiece,
): number {
  const { normals, count } = piece;
  let found = -1;
  let best = -Infinity;
  for (let i = 0; i < count; i++) {
    const facing = normals[2 * i] * hit[HIT_NORMAL_X] + normals[2 * i + 1] * hit[HIT_NORMAL_Y];
    if (!(facing > best)) continue;
    measureEdge(piece, i);
    if (Math.abs(edge[OFF]) > edge[OFF_SLACK] || !isOpenAt(surface, shape, child, piece, i)) continue;
    best = facing;
    found = i;
  }
  return found;
}

/**
 * Writes how far along an edge the place is, how far off the edge's line, and how much of the latter may be rounding.
 */
function measureEdge({ vertices, normals, count }: PlacedPiece, index: number): void {
  const a = 2 * index;
  const b = index + 1 < count ? a + 2 : 0;
  const ex = vertices[b] - vertices[a];
  const ey = vertices[b + 1] - vertices[a + 1];
  const x = place[0] - vertices[a];
  const y = place[1] - vertices[a + 1];
  const squared = ex * ex + ey * ey;
  const size = Math.abs(place[0]) + Math.abs(place[1]) + Math.abs(ex) + Math.abs(ey);
  edge[ALONG] = squared > 0 ? (x * ex + y * ey) / squared : 0;
  edge[OFF] = x * normals[a] + y * normals[a + 1];
  edge[OFF_SLACK] = SLACK * size;
  edge[LENGTH] = Math.sqrt(squared);
  edge[ALONG_SLACK] = squared > 0 ? SLACK * (1 + size / Math.sqrt(squared)) : 1;
}
