import { coldAxisCache } from '../../../core/axis-cache.ts';
import { type ConvexPiece, PIECE_STRIDE } from '../convex/convex-piece.ts';
import { createGjkStart, searchPieces, supportIndex } from '../convex/gjk.ts';
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
  clipFace,
  FACE_ALONG,
  FACE_LENGTH,
  FACE_LIMIT,
  FACE_NORMAL_X,
  FACE_NORMAL_Y,
  FACE_RADIUS,
  FACE_SEARCH,
  FACE_SEPARATION,
  FACE_SHIFT,
  FACE_STEP_X,
  FACE_STEP_Y,
  FACE_TOLERANCE,
  FACE_X,
  FACE_Y,
  face,
  layReference,
  ROUNDING,
} from './clip-face.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  packFeatures,
} from './contact-layout.ts';

/** The vertex deepest below the edge that the last search found. */
let bestVertex = 0;

/** The margin that was given as a number. */
const ownLimit = new Float64Array(1);

const gjkCache = createGjkStart();
const witness = new Float64Array(4);

/**
 * Collides two rounded convex pieces given in one frame: writes the unit normal from A to B and up to two contact
 * points (layout in contact-layout.ts) and their feature ids, and returns the number of points. Returns 0, with `out`
 * in no particular state, when the shapes are farther apart than `margin` (≥ 0; at 0 touching still is a contact).
 *
 * - The smallest separation among the points is the signed separation of the rounded shapes: the distance of the cores,
 *   or minus their minimum translation when they overlap, minus both radii.
 * - Points lie midway between the two surfaces. A second point is there when a face meets an edge and both ends of the
 *   clipped edge are within the margin.
 * - The normal is that of a face, or the line of the closest points when two vertices face each other. Concentric
 *   points, where no direction is better than another, give (1, 0). On equal depth a face of A wins over one of B.
 * - `cache[cacheIndex]` remembers the axis that separated the pair last (0 for none, i + 1 for edge i of A, −i − 1 for
 *   edge i of B) and is tried first; it is read and written, and any value is safe.
 *
 * Normals must be unit and outward; edges too short for that are noticed and cost one slow pass. NaN gives 0 or NaN.
 * Sources: separating axes and clipping after Gottschalk et al. 1996 and Catto's and Ericson's accounts (RTCD 5.2,
 * 9.2).
 */
export function collideConvex(
  out: Float64Array,
  features: Uint32Array,
  a: ConvexPiece,
  b: ConvexPiece,
  margin: number,
  cache: Int32Array = coldAxisCache(),
  cacheIndex = 0,
): number {
  face[FACE_LIMIT] = margin + a.radius + b.radius;
  const cached = cache[cacheIndex];
  if (cached > 0) {
    if (cached <= a.count && a.count > 1 && separates(a, b, cached - 1)) return 0;
  } else if (cached < 0 && -cached <= b.count && b.count > 1 && separates(b, a, -cached - 1)) return 0;
  ownLimit[0] = margin;
  const points = collidePieces(out, features, a, b, ownLimit);
  cache[cacheIndex] = separatingAxis;
  return points;
}

/** The axis that has separated the last pair of `collidePieces`, as `collideConvex` remembers it. */
let separatingAxis = 0;

/**
 * The same as `collideConvex` without a memory, for pairs that meet once. The margin comes in an array of one: as a
 * number it would be put on the heap, where the call is not inlined.
 */
export function collidePieces(
  out: Float64Array,
  features: Uint32Array,
  a: ConvexPiece,
  b: ConvexPiece,
  margin: Float64Array,
): number {
  face[FACE_LIMIT] = margin[0] + a.radius + b.radius;
  separatingAxis = 0;
  let edgeA = findSeparation(a, b);
  let vertexB = bestVertex;
  if (face[FACE_SEARCH] > face[FACE_LIMIT] && isHonest(a, edgeA, b, vertexB)) {
    separatingAxis = edgeA + 1;
    return 0;
  }
  let separationA = face[FACE_SEARCH];
  let edgeB = findSeparation(b, a);
  let vertexA = bestVertex;
  if (face[FACE_SEARCH] > face[FACE_LIMIT] && isHonest(b, edgeB, a, vertexA)) {
    separatingAxis = -edgeB - 1;
    return 0;
  }
  let separationB = face[FACE_SEARCH];
  if (separationA >= separationB ? !isHonest(a, edgeA, b, vertexB) : !isHonest(b, edgeB, a, vertexA)) {
    edgeA = findSeparationCarefully(a, b);
    vertexB = bestVertex;
    separationA = face[FACE_SEARCH];
    edgeB = findSeparationCarefully(b, a);
    vertexA = bestVertex;
    separationB = face[FACE_SEARCH];
    if (separationA > face[FACE_LIMIT] || separationB > face[FACE_LIMIT]) return 0;
  }
  if (separationA === -Infinity && separationB === -Infinity) return collideVertices(out, features, a, b, margin);
  face[FACE_RADIUS] = a.radius + b.radius;
  const aWins = separationA >= separationB;
  face[FACE_SEPARATION] = aWins ? separationA : separationB;
  const points = aWins
    ? collideFace(out, features, a, b, edgeA, vertexB, false)
    : collideFace(out, features, b, a, edgeB, vertexA, true);
  if (points > 0) return points;
  // Two faces can be equally near and only the other one have the other shape's vertex above it.
  if (Math.abs(separationA - separationB) <= face[FACE_TOLERANCE]) {
    face[FACE_SEPARATION] = aWins ? separationB : separationA;
    const others = aWins
      ? collideFace(out, features, b, a, edgeB, vertexA, true)
      : collideFace(out, features, a, b, edgeA, vertexB, false);
    if (others > 0) return others;
    face[FACE_SEPARATION] = aWins ? separationA : separationB;
  }
  return aWins
    ? collideApart(out, features, a, b, edgeA, vertexB, false)
    : collideApart(out, features, b, a, edgeB, vertexA, true);
}

/** An edge of one piece, and the vertex of the other that is deepest below it. */
export interface FoundFace {
  edge: number;
  vertex: number;
}

export function createFoundFace(): FoundFace {
  return { edge: 0, vertex: 0 };
}

/**
 * Collides two pieces of which the edges are known along whose normals they are farthest apart, as `collideConvex`
 * does. Of the vertices and normals, only these have to be there: those of the edges, of the deepest vertices, and of
 * the ones beside these. Returns the number of points, and −1 where no face meets the other piece's corner.
 */
export function collideFaces(
  out: Float64Array,
  features: Uint32Array,
  a: ConvexPiece,
  b: ConvexPiece,
  margin: Float64Array,
  foundA: FoundFace,
  foundB: FoundFace,
): number {
  face[FACE_LIMIT] = margin[0] + a.radius + b.radius;
  face[FACE_RADIUS] = a.radius + b.radius;
  measureFace(a, b, foundA);
  const separationA = face[FACE_SEARCH];
  if (separationA > face[FACE_LIMIT]) return 0;
  measureFace(b, a, foundB);
  const separationB = face[FACE_SEARCH];
  if (separationB > face[FACE_LIMIT]) return 0;
  const aWins = separationA >= separationB;
  face[FACE_SEPARATION] = aWins ? separationA : separationB;
  const points = aWins
    ? collideFace(out, features, a, b, foundA.edge, foundA.vertex, false)
    : collideFace(out, features, b, a, foundB.edge, foundB.vertex, true);
  return points > 0 ? points : -1;
}

/** Writes the separation along the normal of an edge of `reference`. */
function measureFace(reference: ConvexPiece, other: ConvexPiece, { edge, vertex }: FoundFace): void {
  const e = edge * PIECE_STRIDE;
  const v = vertex * PIECE_STRIDE;
  const normalX = reference.normals[e];
  const normalY = reference.normals[e + 1];
  const depth = normalX * other.vertices[v] + normalY * other.vertices[v + 1];
  face[FACE_SEARCH] = depth - (normalX * reference.vertices[e] + normalY * reference.vertices[e + 1]);
}

/** Says whether the edge of `reference` separates the cores by more than the limit. */
function separates(reference: ConvexPiece, other: ConvexPiece, edge: number): boolean {
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
 * from the vertex of the one before and goes on while the next one is no higher (rotating calipers). That trusts the
 * normals and can stop short at vertices that rounding has put out of order; both only overstate the separation, so
 * checking the winner (`isHonest`) is enough.
 */
function findSeparation(reference: ConvexPiece, other: ConvexPiece): number {
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

/** The same with both shapes' extremes on every axis: an honest bound along any direction, outward or not. */
function findSeparationCarefully(reference: ConvexPiece, other: ConvexPiece): number {
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
 * Says whether the axis of an edge bounds its own piece, and the vertex is the deepest of the other, within rounding.
 */
function isHonest(reference: ConvexPiece, edge: number, other: ConvexPiece, vertex: number): boolean {
  if (reference.count < 2) return true;
  return isExtreme(reference, edge, reference, edge, 1) && isExtreme(other, vertex, reference, edge, -1);
}

function isOutward(piece: ConvexPiece, edge: number): boolean {
  return isExtreme(piece, edge, piece, edge, 1);
}

/**
 * Says whether no vertex of a piece lies farther along `sign` times the normal of an edge than the given one, within
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

/**
 * Builds the manifold of an edge of `reference` against the vertex of `incident` deepest below it, at the separation in
 * `face`. Returns the number of points, or −1 (see `clipFace`).
 */
function collideFace(
  out: Float64Array,
  features: Uint32Array,
  reference: ConvexPiece,
  incident: ConvexPiece,
  edge: number,
  vertex: number,
  flip: boolean,
): number {
  const e = edge * PIECE_STRIDE;
  const next = edge + 1 === reference.count ? 0 : edge + 1;
  const normalX = reference.normals[e];
  const normalY = reference.normals[e + 1];
  const startX = reference.vertices[e];
  const startY = reference.vertices[e + 1];
  const length =
    normalX * (reference.vertices[next * PIECE_STRIDE + 1] - startY) -
    normalY * (reference.vertices[next * PIECE_STRIDE] - startX);
  const x = incident.vertices[vertex * PIECE_STRIDE];
  const y = incident.vertices[vertex * PIECE_STRIDE + 1];
  face[FACE_NORMAL_X] = normalX;
  face[FACE_NORMAL_Y] = normalY;
  face[FACE_LENGTH] = length;
  face[FACE_X] = x;
  face[FACE_Y] = y;
  face[FACE_ALONG] = normalX * (y - startY) - normalY * (x - startX);
  face[FACE_SHIFT] = 0.5 * (reference.radius - incident.radius);
  face[FACE_TOLERANCE] = ROUNDING * (length + Math.abs(startX) + Math.abs(startY) + Math.abs(x) + Math.abs(y));
  const other = otherEnd(incident, vertex, 1);
  face[FACE_STEP_X] = incident.vertices[other * PIECE_STRIDE] - x;
  face[FACE_STEP_Y] = incident.vertices[other * PIECE_STRIDE + 1] - y;
  return clipFace(out, features, edge, next, vertex, other, flip);
}

/**
 * Of the two edges at a vertex, takes the one whose normal opposes `sign` times the normal in `face` most, the edge
 * that starts there on a tie, and returns its other end.
 */
function otherEnd(piece: ConvexPiece, vertex: number, sign: number): number {
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
function collideApart(
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
    // By the search direction, which is exact where the closest points are so near that their difference is mostly
    // rounding.
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
 * Builds the manifold of two corners that face each other along the normal in `face`, at the separation there, as one
 * of two faces: rounded shapes that lie on each other with their corners aligned are level but for rounding, and have
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

/** The vertex or edge of one shape that the final simplex stands on. */
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
function collideVertices(
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
