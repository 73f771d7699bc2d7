import { type ConvexPiece, PIECE_STRIDE } from '../convex/convex-piece.ts';
import { supportIndex } from '../convex/gjk.ts';
import { FACE_LIMIT, FACE_SEARCH, face, ROUNDING } from './clip-face.ts';

/** An edge of one piece, and the vertex of the other that is deepest below it. */
export interface FoundFace {
  edge: number;
  vertex: number;
}

export function createFoundFace(): FoundFace {
  return { edge: 0, vertex: 0 };
}

/** The vertex deepest below the edge that the last search found. */
export let bestVertex = 0;

/** Writes the separation along the normal of an edge of `reference`. */
export function measureFace(reference: ConvexPiece, other: ConvexPiece, { edge, vertex }: FoundFace): void {
  const e = edge * PIECE_STRIDE;
  const v = vertex * PIECE_STRIDE;
  const normalX = reference.normals[e];
  const normalY = reference.normals[e + 1];
  const depth = normalX * other.vertices[v] + normalY * other.vertices[v + 1];
  face[FACE_SEARCH] = depth - (normalX * reference.vertices[e] + normalY * reference.vertices[e + 1]);
}

/** Returns whether the edge of `reference` separates the cores by more than the limit. */
export function separates(reference: ConvexPiece, other: ConvexPiece, edge: number): boolean {
  const e = edge * PIECE_STRIDE;
  const normalX = reference.normals[e];
  const normalY = reference.normals[e + 1];
  const vertices = other.vertices;
  const end = other.count * PIECE_STRIDE;
  const needed = face[FACE_LIMIT] + normalX * reference.vertices[e] + normalY * reference.vertices[e + 1];
  for (let i = 0; i < end; i += PIECE_STRIDE) {
    if (!(normalX * vertices[i] + normalY * vertices[i + 1] > needed)) return false;
  }
  return isOutward(reference, edge);
}

/**
 * Finds and returns the edge of `reference` along whose normal `other` is farthest away, its separation in the scratch
 * (−Infinity for a point, which has no edges). Stops early at the first axis beyond the limit.
 *
 * As the normal turns once around, so does the vertex of `other` deepest along it, in the same sense: each edge starts
 * from the vertex of the one before and goes on while the next one is no higher (rotating calipers). This search trusts
 * the normals and can stop short at vertices that rounding has put out of order; both only overstate the separation, so
 * checking the winner (`isHonest`) is enough.
 */
export function findSeparation(reference: ConvexPiece, other: ConvexPiece): number {
  const vertices = reference.vertices;
  const normals = reference.normals;
  const others = other.vertices;
  const limit = face[FACE_LIMIT];
  const end = reference.count > 1 ? reference.count * PIECE_STRIDE : 0;
  const otherEnd = other.count * PIECE_STRIDE;
  let best = -Infinity;
  let edge = 0;
  let vertex = 0;
  let deepest = 0;
  let steps = 2 * other.count;
  if (end > 0) {
    let lowest = Infinity;
    for (let j = 0; j < otherEnd; j += PIECE_STRIDE) {
      const along = normals[0] * others[j] + normals[1] * others[j + 1];
      if (along < lowest) {
        lowest = along;
        deepest = j;
      }
    }
  }
  for (let i = 0; i < end; i += PIECE_STRIDE) {
    const normalX = normals[i];
    const normalY = normals[i + 1];
    let depth = normalX * others[deepest] + normalY * others[deepest + 1];
    while (steps > 0) {
      const next = deepest + PIECE_STRIDE === otherEnd ? 0 : deepest + PIECE_STRIDE;
      const along = normalX * others[next] + normalY * others[next + 1];
      if (!(along <= depth)) break;
      depth = along;
      deepest = next;
      steps--;
    }
    const separation = depth - (normalX * vertices[i] + normalY * vertices[i + 1]);
    if (separation > best) {
      best = separation;
      edge = i;
      vertex = deepest;
      if (separation > limit) break;
    }
  }
  face[FACE_SEARCH] = best;
  bestVertex = vertex / PIECE_STRIDE;
  return edge / PIECE_STRIDE;
}

/**
 * Does what `findSeparation` does, with the extremes of both shapes on every axis: a bound that holds for normals that
 * do not point outwards, too.
 */
export function findSeparationCarefully(reference: ConvexPiece, other: ConvexPiece): number {
  let best = -Infinity;
  let edge = 0;
  bestVertex = 0;
  const end = reference.count > 1 ? reference.count : 0;
  for (let i = 0; i < end; i++) {
    const normalX = reference.normals[i * PIECE_STRIDE];
    const normalY = reference.normals[i * PIECE_STRIDE + 1];
    const own = supportIndex(reference, normalX, normalY) * PIECE_STRIDE;
    const vertex = supportIndex(other, -normalX, -normalY);
    const v = vertex * PIECE_STRIDE;
    const separation =
      normalX * (other.vertices[v] - reference.vertices[own]) +
      normalY * (other.vertices[v + 1] - reference.vertices[own + 1]);
    if (separation > best) {
      best = separation;
      edge = i;
      bestVertex = vertex;
    }
  }
  face[FACE_SEARCH] = best;
  return edge;
}

/**
 * Returns whether the axis of an edge bounds its own piece, and the vertex is the deepest of the other, within
 * rounding.
 */
export function isHonest(reference: ConvexPiece, edge: number, other: ConvexPiece, vertex: number): boolean {
  if (reference.count < 2) return true;
  return isExtreme(reference, edge, reference, edge, 1) && isExtreme(other, vertex, reference, edge, -1);
}

function isOutward(piece: ConvexPiece, edge: number): boolean {
  return isExtreme(piece, edge, piece, edge, 1);
}

/**
 * Returns whether no vertex of a piece lies farther along `sign` times the normal of an edge than the given one, within
 * rounding.
 */
function isExtreme(piece: ConvexPiece, vertex: number, reference: ConvexPiece, edge: number, sign: number): boolean {
  const dx = sign * reference.normals[edge * PIECE_STRIDE];
  const dy = sign * reference.normals[edge * PIECE_STRIDE + 1];
  const vertices = piece.vertices;
  const x = vertices[vertex * PIECE_STRIDE];
  const y = vertices[vertex * PIECE_STRIDE + 1];
  const end = piece.count * PIECE_STRIDE;
  for (let i = 0; i < end; i += PIECE_STRIDE) {
    const vertexX = vertices[i];
    const vertexY = vertices[i + 1];
    const beyond = dx * (vertexX - x) + dy * (vertexY - y);
    if (beyond > 0 && beyond > ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(vertexX) + Math.abs(vertexY))) {
      return false;
    }
  }
  return true;
}
