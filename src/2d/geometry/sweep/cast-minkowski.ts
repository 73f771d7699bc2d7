import { EPSILON } from '../../../core/tolerance.ts';
import { type ConvexPiece, createConvexPiece, PIECE_STRIDE, reserveConvexPiece } from '../convex/convex-piece.ts';
import { supportIndexFrom } from '../convex/gjk.ts';
import {
  castRayPiece,
  HIT_FRACTION,
  HIT_LENGTH,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_LENGTH,
  RAY_RADIUS,
} from '../ray/cast-ray-piece.ts';

/** The index at which `castMinkowski` writes the fraction: behind the point and the normal. */
export const CAST_FRACTION = 4;

/** The sine of the angle below which two facing edges count as lying flat on each other. */
const PARALLEL = 1e-9;

/** Lengths outside of these limits have squares that overflow or underflow. */
const SHORTEST = 1e-140;
const LONGEST = 1e140;

const sum = createConvexPiece(16);
const ray = new Float64Array(RAY_LENGTH);
const hit = new Float64Array(HIT_LENGTH);

/**
 * Casts a rounded convex piece A, moving by a translation (x, y), against another, B, at rest in the same frame: writes
 * the contact point on B, the unit normal from B to A there and, behind these, the fraction 0..1 of the translation at
 * first contact. Of pieces that touch or overlap at the start only the fraction is written, 0, and of those that never
 * meet Infinity; NaN never meets. Fractions that are given to or returned from a function are put on the heap.
 *
 * A meets B where a ray from the origin meets all differences of a point of B and one of A, which form a convex piece
 * too, rounded by both radii. Its edges are those of B and, turned about, of A, by the angles of their normals, so that
 * it costs one round of them. A translation that is too short or too long to have a square meets only what is met at
 * the start.
 *
 * Source: Ericson, Real-Time Collision Detection, 9.3; de Berg et al., Computational Geometry, 13.3 (the sum).
 */
export function castMinkowski(out: Float64Array, a: ConvexPiece, b: ConvexPiece, translation: Float64Array): void {
  const x = translation[0];
  const y = translation[1];
  const length = Math.abs(x) + Math.abs(y);
  const moves = length > SHORTEST && length < LONGEST;
  ray[RAY_DIRECTION_X] = moves ? x : 0;
  ray[RAY_DIRECTION_Y] = moves ? y : 0;
  ray[RAY_RADIUS] = a.radius + b.radius;
  subtractCores(sum, a, b);
  castRayPiece(hit, ray, sum.vertices, sum.normals, 0, sum.count);
  const fraction = hit[HIT_FRACTION];
  out[CAST_FRACTION] = Infinity;
  // A motion that ends just at contact counts, however the quotient is rounded.
  if (!(fraction <= 1 + 4 * EPSILON)) return;
  out[CAST_FRACTION] = Math.min(fraction, 1);
  if (!(fraction > 0)) return;
  out[2] = hit[HIT_NORMAL_X];
  out[3] = hit[HIT_NORMAL_Y];
  writeContactPoint(out, a, b, translation);
}

/** Sets `sum` to the differences of points of B and of A: edges of both, in the order of their normals' angles. */
export function subtractCores(sum: ConvexPiece, a: ConvexPiece, b: ConvexPiece): void {
  const edgesA = a.count > 1 ? a.count : 0;
  const edgesB = b.count > 1 ? b.count : 0;
  const count = edgesA + edgesB;
  reserveConvexPiece(sum, count + 1);
  const { vertices, normals } = sum;
  let atA = firstEdge(a.normals, edgesA, -1);
  let atB = firstEdge(b.normals, edgesB, 1);
  let leftA = edgesA;
  let leftB = edgesB;
  sum.count = Math.max(1, count);
  normals[0] = 0;
  normals[1] = 0;
  for (let i = 0; i < sum.count * PIECE_STRIDE; i += PIECE_STRIDE) {
    vertices[i] = b.vertices[atB] - a.vertices[atA];
    vertices[i + 1] = b.vertices[atB + 1] - a.vertices[atA + 1];
    if (count === 0) return;
    if (leftB > 0 && (leftA === 0 || !isBefore(a.normals, atA, -1, b.normals, atB, 1))) {
      normals[i] = b.normals[atB];
      normals[i + 1] = b.normals[atB + 1];
      atB = atB + PIECE_STRIDE < b.count * PIECE_STRIDE ? atB + PIECE_STRIDE : 0;
      leftB--;
    } else {
      normals[i] = 0 - a.normals[atA];
      normals[i + 1] = 0 - a.normals[atA + 1];
      atA = atA + PIECE_STRIDE < a.count * PIECE_STRIDE ? atA + PIECE_STRIDE : 0;
      leftA--;
    }
  }
}

/** Returns the index of the first edge: the one whose normal, times `sign`, has the least angle. */
function firstEdge(normals: Float64Array, count: number, sign: number): number {
  const end = count * PIECE_STRIDE;
  let first = 0;
  for (let i = PIECE_STRIDE; i < end; i += PIECE_STRIDE) {
    if (isBefore(normals, i, sign, normals, first, sign)) first = i;
  }
  return first;
}

/**
 * Returns whether the angle of a direction times a sign, from 0 along the x axis to 2π, is smaller than that of
 * another.
 */
function isBefore(
  directions: Float64Array,
  at: number,
  sign: number,
  others: Float64Array,
  otherAt: number,
  otherSign: number,
): boolean {
  const x = sign * directions[at];
  const y = sign * directions[at + 1];
  const thanX = otherSign * others[otherAt];
  const thanY = otherSign * others[otherAt + 1];
  const isLower = y < 0 || (y === 0 && x < 0);
  const isOtherLower = thanY < 0 || (thanY === 0 && thanX < 0);
  return isLower === isOtherLower ? x * thanY - y * thanX > 0 : isOtherLower;
}

/** Writes the contact point on B's surface of a hit ahead, of which the fraction and the normal are written. */
export function writeContactPoint(out: Float64Array, a: ConvexPiece, b: ConvexPiece, translation: Float64Array): void {
  const x = out[2];
  const y = out[3];
  const from = supportIndexFrom(b, out, 2, 1) * PIECE_STRIDE;
  let pointX = b.vertices[from];
  let pointY = b.vertices[from + 1];
  const to = edgeAlong(b, out, 2, 1);
  if (to >= 0) {
    // Flat on an edge of B: in the middle of the part of this edge that A comes down on, so that the point does not
    // depend on where the vertices of A begin.
    const next = to + PIECE_STRIDE < b.count * PIECE_STRIDE ? to + PIECE_STRIDE : 0;
    const edgeX = b.vertices[next] - b.vertices[to];
    const edgeY = b.vertices[next + 1] - b.vertices[to + 1];
    const wayX = out[CAST_FRACTION] * translation[0] - b.vertices[to];
    const wayY = out[CAST_FRACTION] * translation[1] - b.vertices[to + 1];
    const squared = edgeX * edgeX + edgeY * edgeY;
    const facing = edgeAlong(a, out, 2, -1);
    const first = facing >= 0 ? facing : supportIndexFrom(a, out, 2, -1) * PIECE_STRIDE;
    const last = facing >= 0 && facing + PIECE_STRIDE < a.count * PIECE_STRIDE ? facing + PIECE_STRIDE : 0;
    let part = 0;
    for (let i = 0; i < 2 && squared > 0; i++) {
      const vertex = i === 0 || facing < 0 ? first : last;
      const along = (a.vertices[vertex] + wayX) * edgeX + (a.vertices[vertex + 1] + wayY) * edgeY;
      part += 0.5 * Math.max(0, Math.min(1, along / squared));
    }
    pointX = b.vertices[to] + part * edgeX;
    pointY = b.vertices[to + 1] + part * edgeY;
  }
  out[0] = pointX + b.radius * x;
  out[1] = pointY + b.radius * y;
}

/** Returns the index of the edge whose normal is at `directions[at]`, times `sign`; −1 for none. */
function edgeAlong({ normals, count }: ConvexPiece, directions: Float64Array, at: number, sign: number): number {
  const x = sign * directions[at];
  const y = sign * directions[at + 1];
  const end = count > 1 ? count * PIECE_STRIDE : 0;
  for (let i = 0; i < end; i += PIECE_STRIDE) {
    const across = x * normals[i + 1] - y * normals[i];
    if (Math.abs(across) <= PARALLEL && x * normals[i] + y * normals[i + 1] > 0) return i;
  }
  return -1;
}
