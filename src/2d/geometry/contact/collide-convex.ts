import { coldAxisCache } from '../../../core/axis-cache.ts';
import { type ConvexPiece, PIECE_STRIDE } from '../convex/convex-piece.ts';
import {
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
  ROUNDING,
} from './clip-face.ts';
import { collideApart, collideVertices, otherEnd } from './collide-apart.ts';
import {
  bestVertex,
  type FoundFace,
  findSeparation,
  findSeparationCarefully,
  isHonest,
  measureFace,
  separates,
} from './separating-edge.ts';

/** The margin that was given as a number. */
const ownLimit = new Float64Array(1);

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
 * Does what `collideConvex` does without a memory, for pairs that meet once. The margin comes in an array of one: as a
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
  // If two faces are equally near, it may be that only one of them has a vertex of the other shape above it: the other
  // face is tried, too.
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

/**
 * Collides two pieces as `collideConvex` does, when for each piece the edge is known along whose normal the other
 * piece is farthest away, and the other's deepest vertex there. Only these edges, these vertices and their neighbours
 * need to have been loaded. Returns the number of points, and −1 where no face has a vertex of the other piece above
 * it.
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

/**
 * Builds the manifold of an edge of `reference` against the vertex of `incident` deepest below it, at the separation in
 * `face`. Returns the number of points, or −1 (see `clipFace`).
 */
export function collideFace(
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
