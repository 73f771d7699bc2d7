import { type ConvexPiece, PIECE_STRIDE } from '../convex/convex-piece.ts';
import { createGjkStart, searchPieces } from '../convex/gjk.ts';
import {
  SEARCH_DISTANCE,
  SEARCH_X,
  SEARCH_Y,
  SIMPLEX_A,
  SIMPLEX_B,
  search,
  simplex,
  simplexIndexA,
  simplexIndexB,
  writeWitness,
} from '../convex/gjk-simplex.ts';
import {
  clipCorner,
  FACE_LIMIT,
  FACE_NORMAL_X,
  FACE_NORMAL_Y,
  FACE_SEPARATION,
  FACE_SHIFT,
  FACE_STEP_X,
  FACE_STEP_Y,
  FACE_TOLERANCE,
  FACE_X,
  FACE_Y,
  face,
  layReference,
} from './clip-face.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  packFeatures,
} from './contact-layout.ts';

const gjkCache = createGjkStart();
const witness = new Float64Array(4);

/**
 * Takes the one of the two edges at a vertex whose normal opposes `sign` times the normal in `face` most, the edge that
 * starts there on a tie, and returns its other end.
 */
export function otherEnd(piece: ConvexPiece, vertex: number, sign: number): number {
  const normalX = sign * face[FACE_NORMAL_X];
  const normalY = sign * face[FACE_NORMAL_Y];
  const before = vertex === 0 ? piece.count - 1 : vertex - 1;
  const normals = piece.normals;
  const alongBefore = normals[before * PIECE_STRIDE] * normalX + normals[before * PIECE_STRIDE + 1] * normalY;
  const alongAfter = normals[vertex * PIECE_STRIDE] * normalX + normals[vertex * PIECE_STRIDE + 1] * normalY;
  if (alongAfter > alongBefore) return before;
  return vertex + 1 === piece.count ? 0 : vertex + 1;
}

/**
 * Handles cores whose nearest faces do not face each other: exact distance by GJK, one point. Within rounding of
 * touching the line between the closest points has no direction, and the face's normal and separation serve.
 */
export function collideApart(
  out: Float64Array,
  features: Uint32Array,
  reference: ConvexPiece,
  incident: ConvexPiece,
  edge: number,
  vertex: number,
  flip: boolean,
): number {
  const a = flip ? incident : reference;
  const b = flip ? reference : incident;
  gjkCache.count = 1;
  gjkCache.indexA[0] = flip ? vertex : edge;
  gjkCache.indexB[0] = flip ? edge : vertex;
  searchPieces(a, b, gjkCache);
  const distance = search[SEARCH_DISTANCE];
  const gap = distance - a.radius - b.radius;
  if (distance > face[FACE_TOLERANCE]) {
    if (!(distance <= face[FACE_LIMIT])) return 0;
    writeWitness(witness, 0, SIMPLEX_A);
    writeWitness(witness, 2, SIMPLEX_B);
    // The normal comes from the search direction: it is exact even where the closest points are so near that their
    // difference is mostly rounding.
    const searchX = search[SEARCH_X];
    const searchY = search[SEARCH_Y];
    const length = Math.sqrt(searchX * searchX + searchY * searchY);
    const normalX = 0 - searchX / length;
    const normalY = 0 - searchY / length;
    face[FACE_NORMAL_X] = normalX;
    face[FACE_NORMAL_Y] = normalY;
    face[FACE_SEPARATION] = distance;
    if (simplex.count === 1 && collideCorners(out, features, a, b) === 2) return 2;
    const offset = a.radius + 0.5 * gap;
    out[CONTACT_NORMAL_X] = normalX;
    out[CONTACT_NORMAL_Y] = normalY;
    out[CONTACT_POINTS] = witness[0] + offset * normalX;
    out[CONTACT_POINTS + 1] = witness[1] + offset * normalY;
    out[CONTACT_POINTS + CONTACT_SEPARATION] = gap;
    features[0] = packFeatures(simplexFeature(simplexIndexA, a.count), simplexFeature(simplexIndexB, b.count));
    return 1;
  }
  const separation = face[FACE_SEPARATION];
  const e = edge * PIECE_STRIDE;
  const v = vertex * PIECE_STRIDE;
  const normalX = reference.normals[e];
  const normalY = reference.normals[e + 1];
  const offset = 0.5 * (reference.radius - incident.radius - separation);
  out[CONTACT_NORMAL_X] = flip ? 0 - normalX : normalX;
  out[CONTACT_NORMAL_Y] = flip ? 0 - normalY : normalY;
  out[CONTACT_POINTS] = incident.vertices[v] + offset * normalX;
  out[CONTACT_POINTS + 1] = incident.vertices[v + 1] + offset * normalY;
  out[CONTACT_POINTS + CONTACT_SEPARATION] = separation - a.radius - b.radius;
  features[0] = flip ? packFeatures(vertex, edge | FEATURE_EDGE) : packFeatures(edge | FEATURE_EDGE, vertex);
  return 1;
}

/**
 * Builds the manifold of two corners that face each other along the normal in `face`, at the separation there, as if
 * two faces met: rounded shapes that lie on each other with their corners aligned are level but for rounding, and have
 * to keep their second point. Returns 2, or less when the edges at the corners do not lie flat on each other.
 */
function collideCorners(out: Float64Array, features: Uint32Array, a: ConvexPiece, b: ConvexPiece): number {
  if (a.count < 2 || b.count < 2) return 0;
  const vertexA = simplexIndexA[0];
  const vertexB = simplexIndexB[0];
  const otherA = otherEnd(a, vertexA, -1);
  const otherB = otherEnd(b, vertexB, 1);
  layStep(a, vertexA, otherA);
  const isStart = layReference();
  layStep(b, vertexB, otherB);
  face[FACE_SHIFT] = 0.5 * (a.radius - b.radius);
  return clipCorner(out, features, isStart ? vertexA : otherA, isStart ? otherA : vertexA, vertexB, otherB, false);
}

/** Lays an edge from a corner into `face`. */
function layStep(piece: ConvexPiece, vertex: number, other: number): void {
  const v = vertex * PIECE_STRIDE;
  const o = other * PIECE_STRIDE;
  face[FACE_X] = piece.vertices[v];
  face[FACE_Y] = piece.vertices[v + 1];
  face[FACE_STEP_X] = piece.vertices[o] - piece.vertices[v];
  face[FACE_STEP_Y] = piece.vertices[o + 1] - piece.vertices[v + 1];
}

/** Returns the vertex or edge of one shape that the final simplex stands on. */
function simplexFeature(indices: Int32Array, count: number): number {
  const first = indices[0];
  if (simplex.count < 2 || indices[1] === first) return first;
  const second = indices[1];
  const low = Math.min(first, second);
  const high = Math.max(first, second);
  // Neighbours across the seam share the closing edge.
  return (low === 0 && high === count - 1 && count > 2 ? high : low) | FEATURE_EDGE;
}

/** Collides two rounded points: circles. */
export function collideVertices(
  out: Float64Array,
  features: Uint32Array,
  a: ConvexPiece,
  b: ConvexPiece,
  margin: Float64Array,
): number {
  const x = a.vertices[0];
  const y = a.vertices[1];
  const deltaX = b.vertices[0] - x;
  const deltaY = b.vertices[1] - y;
  const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
  const gap = distance - a.radius - b.radius;
  if (!(gap <= margin[0])) return 0;
  const normalX = distance > 0 ? deltaX / distance : 1;
  const normalY = distance > 0 ? deltaY / distance : 0;
  const offset = a.radius + 0.5 * gap;
  out[CONTACT_NORMAL_X] = normalX;
  out[CONTACT_NORMAL_Y] = normalY;
  out[CONTACT_POINTS] = x + offset * normalX;
  out[CONTACT_POINTS + 1] = y + offset * normalY;
  out[CONTACT_POINTS + CONTACT_SEPARATION] = gap;
  features[0] = 0;
  return 1;
}
