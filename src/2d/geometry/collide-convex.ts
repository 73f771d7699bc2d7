import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  packFeatures,
} from './contact-layout.ts';
import { type ConvexPiece, PIECE_STRIDE } from './convex-piece.ts';
import { createGjkCache, runGjk } from './gjk.ts';
import { SIMPLEX_A, SIMPLEX_B, simplex, simplexIndexA, simplexIndexB, writeWitness } from './gjk-simplex.ts';

/**
 * Relative to the coordinates and lengths involved: what separates "rounding" from "apart". A few thousand roundings,
 * yet far below the 1e-9 of the size that the answers are good for.
 */
const ROUNDING = 1e-12;

/** Relative to the reference edge: clipped points closer together than this are one point. */
const MIN_POINT_DISTANCE = 1e-9;

/** The best axis of the last search: an edge of one piece and the deepest vertex of the other. */
let bestSeparation = 0;
let bestEdge = 0;
let bestVertex = 0;

/** Points the last call of `collideFace` wrote. */
let pointCount = 0;

/** What the last call of `collideFace` took for rounding, a length. */
let tolerance = 0;

const gjkCache = createGjkCache();
const witness = new Float64Array(4);

/**
 * Collides two rounded convex pieces given in one frame: writes the unit normal from A to B and up to two contact points
 * (layout in contact-layout.ts) and their feature ids, and returns the number of points. Returns 0, with `out` in no
 * particular state, when the shapes are farther apart than `margin` (≥ 0; at 0 touching still is a contact).
 *
 * - The smallest separation among the points is the signed separation of the rounded shapes: the distance of the cores,
 *   or minus their minimum translation when they overlap, minus both radii.
 * - Points lie midway between the two surfaces. A second point is there when a face meets an edge and both ends of the
 *   clipped edge are within the margin.
 * - The normal is that of a face, or the line of the closest points when two vertices face each other. Concentric
 *   points, where no direction is better than another, give (1, 0). On equal depth a face of A wins over one of B.
 * - `cache[cacheIndex]` remembers the axis that separated or touched last (0 for none, i + 1 for edge i of A, −i − 1
 *   for edge i of B) and is tried first; it is read and written, and any value is safe.
 *
 * Normals must be unit and outward; edges too short for that are noticed and cost one slow pass. NaN gives 0 or NaN.
 * Sources: separating axes and clipping after Gottschalk et al. 1996 and Catto's and Ericson's accounts (RTCD 5.2, 9.2).
 */
export function collideConvex(
  out: Float64Array,
  features: Uint32Array,
  a: ConvexPiece,
  b: ConvexPiece,
  margin: number,
  cache: Int32Array,
  cacheIndex: number,
): number {
  const limit = margin + a.radius + b.radius;
  const cached = cache[cacheIndex]!;
  if (cached > 0) {
    if (cached <= a.count && a.count > 1 && separates(a, b, cached - 1, limit)) return 0;
  } else if (cached < 0 && -cached <= b.count && b.count > 1 && separates(b, a, -cached - 1, limit)) return 0;

  let separationA = findSeparation(a, b, limit);
  let edgeA = bestEdge;
  let vertexB = bestVertex;
  if (separationA > limit && isOutward(a, edgeA)) {
    cache[cacheIndex] = edgeA + 1;
    return 0;
  }
  let separationB = findSeparation(b, a, limit);
  let edgeB = bestEdge;
  let vertexA = bestVertex;
  if (separationB > limit && isOutward(b, edgeB)) {
    cache[cacheIndex] = -edgeB - 1;
    return 0;
  }
  const aWins = separationA >= separationB;
  if (aWins ? !isOutward(a, edgeA) : !isOutward(b, edgeB)) {
    // A normal that is not one: evaluate both sides of every axis.
    separationA = findSeparationCarefully(a, b);
    edgeA = bestEdge;
    vertexB = bestVertex;
    separationB = findSeparationCarefully(b, a);
    edgeB = bestEdge;
    vertexA = bestVertex;
    if (separationA > limit || separationB > limit) return 0;
  }
  if (separationA >= separationB) {
    cache[cacheIndex] = edgeA + 1;
    if (separationA === -Infinity) return collideVertices(out, features, a, b, margin);
    if (collideFace(out, features, a, b, edgeA, vertexB, separationA, margin, false)) return pointCount;
    // Two faces can be equally near and only the other one have the other shape's vertex above it.
    if (separationB >= separationA - tolerance && separationB > -Infinity) {
      if (collideFace(out, features, b, a, edgeB, vertexA, separationB, margin, true)) return pointCount;
    }
    return collideApart(out, features, a, b, edgeA, vertexB, separationA, margin, false);
  }
  cache[cacheIndex] = -edgeB - 1;
  if (collideFace(out, features, b, a, edgeB, vertexA, separationB, margin, true)) return pointCount;
  if (separationA >= separationB - tolerance && separationA > -Infinity) {
    if (collideFace(out, features, a, b, edgeA, vertexB, separationA, margin, false)) return pointCount;
  }
  return collideApart(out, features, b, a, edgeB, vertexA, separationB, margin, true);
}

/** Says whether the edge of `reference` separates the cores by more than `limit`. */
function separates(reference: ConvexPiece, other: ConvexPiece, edge: number, limit: number): boolean {
  const e = edge * PIECE_STRIDE;
  const normalX = reference.normals[e]!;
  const normalY = reference.normals[e + 1]!;
  const vertices = other.vertices;
  const end = other.count * PIECE_STRIDE;
  const needed = limit + normalX * reference.vertices[e]! + normalY * reference.vertices[e + 1]!;
  for (let i = 0; i < end; i += PIECE_STRIDE) {
    if (!(normalX * vertices[i]! + normalY * vertices[i + 1]! > needed)) return false;
  }
  return isOutward(reference, edge);
}

/**
 * Finds the edge of `reference` along whose normal `other` is farthest away, trusting the normals to be outward.
 * Stops early at the first axis beyond `limit`. Returns −Infinity for a point, which has no edges.
 */
function findSeparation(reference: ConvexPiece, other: ConvexPiece, limit: number): number {
  const vertices = reference.vertices;
  const normals = reference.normals;
  const others = other.vertices;
  const end = reference.count > 1 ? reference.count * PIECE_STRIDE : 0;
  const otherEnd = other.count * PIECE_STRIDE;
  let best = -Infinity;
  let edge = 0;
  let vertex = 0;
  for (let i = 0; i < end; i += PIECE_STRIDE) {
    const normalX = normals[i]!;
    const normalY = normals[i + 1]!;
    let deepest = 0;
    let depth = normalX * others[0]! + normalY * others[1]!;
    for (let j = PIECE_STRIDE; j < otherEnd; j += PIECE_STRIDE) {
      const along = normalX * others[j]! + normalY * others[j + 1]!;
      if (along < depth) {
        depth = along;
        deepest = j;
      }
    }
    const separation = depth - (normalX * vertices[i]! + normalY * vertices[i + 1]!);
    if (separation > best) {
      best = separation;
      edge = i;
      vertex = deepest;
      if (separation > limit) break;
    }
  }
  bestEdge = edge / PIECE_STRIDE;
  bestVertex = vertex / PIECE_STRIDE;
  return best;
}

/** The same with both shapes' extremes on every axis: an honest bound along any direction, outward or not. */
function findSeparationCarefully(reference: ConvexPiece, other: ConvexPiece): number {
  bestSeparation = -Infinity;
  bestEdge = 0;
  bestVertex = 0;
  if (reference.count < 2) return bestSeparation;
  for (let i = 0; i < reference.count; i++) {
    const normalX = reference.normals[i * PIECE_STRIDE]!;
    const normalY = reference.normals[i * PIECE_STRIDE + 1]!;
    const far = farthestAlong(reference, normalX, normalY);
    const own = far * PIECE_STRIDE;
    const near = farthestAlong(other, -normalX, -normalY);
    const v = near * PIECE_STRIDE;
    const separation =
      normalX * (other.vertices[v]! - reference.vertices[own]!) +
      normalY * (other.vertices[v + 1]! - reference.vertices[own + 1]!);
    if (separation > bestSeparation) {
      bestSeparation = separation;
      bestEdge = i;
      bestVertex = near;
    }
  }
  return bestSeparation;
}

function farthestAlong(piece: ConvexPiece, dx: number, dy: number): number {
  const vertices = piece.vertices;
  let best = 0;
  let bestAlong = -Infinity;
  for (let i = 0; i < piece.count; i++) {
    const along = vertices[i * PIECE_STRIDE]! * dx + vertices[i * PIECE_STRIDE + 1]! * dy;
    if (along > bestAlong) {
      bestAlong = along;
      best = i;
    }
  }
  return best;
}

/**
 * Says whether no vertex of the piece lies beyond the line of its edge by more than rounding. Only the winning axis needs
 * the check: an axis that is not outward overstates its separation, so it cannot hide a better one.
 */
function isOutward(piece: ConvexPiece, edge: number): boolean {
  if (piece.count < 2) return true;
  const vertices = piece.vertices;
  const e = edge * PIECE_STRIDE;
  const normalX = piece.normals[e]!;
  const normalY = piece.normals[e + 1]!;
  const x = vertices[e]!;
  const y = vertices[e + 1]!;
  const end = piece.count * PIECE_STRIDE;
  for (let i = 0; i < end; i += PIECE_STRIDE) {
    const vertexX = vertices[i]!;
    const vertexY = vertices[i + 1]!;
    const beyond = normalX * (vertexX - x) + normalY * (vertexY - y);
    if (beyond > 0 && beyond > ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(vertexX) + Math.abs(vertexY))) {
      return false;
    }
  }
  return true;
}

/**
 * Builds the manifold of an edge of `reference` against the vertex of `incident` deepest below it. Returns false when
 * that vertex is not above the edge and the cores may be apart: then the closest features are two vertices.
 *
 * For overlapping cores the vertex always is above the edge: the origin's nearest point on the boundary of the
 * Minkowski difference lies within an edge, never beyond its ends. Only rounding moves it, so only the *other* end of
 * the incident edge needs clipping, and the deepest point keeps its exact depth.
 */
function collideFace(
  out: Float64Array,
  features: Uint32Array,
  reference: ConvexPiece,
  incident: ConvexPiece,
  edge: number,
  vertex: number,
  separation: number,
  margin: number,
  flip: boolean,
): boolean {
  const e = edge * PIECE_STRIDE;
  const next = edge + 1 === reference.count ? 0 : edge + 1;
  const normalX = reference.normals[e]!;
  const normalY = reference.normals[e + 1]!;
  const startX = reference.vertices[e]!;
  const startY = reference.vertices[e + 1]!;
  const length =
    normalX * (reference.vertices[next * PIECE_STRIDE + 1]! - startY) -
    normalY * (reference.vertices[next * PIECE_STRIDE]! - startX);
  const d = vertex * PIECE_STRIDE;
  let x = incident.vertices[d]!;
  let y = incident.vertices[d + 1]!;
  // The tangent (−normalY, normalX) runs along the edge, from its start at 0 to its end at `length`.
  let along = normalX * (y - startY) - normalY * (x - startX);
  tolerance = ROUNDING * (length + Math.abs(startX) + Math.abs(startY) + Math.abs(x) + Math.abs(y));
  const radius = reference.radius + incident.radius;
  const shift = 0.5 * (reference.radius - incident.radius);
  let feature = vertex;
  let referenceFeature = edge | FEATURE_EDGE;

  out[CONTACT_NORMAL_X] = flip ? 0 - normalX : normalX;
  out[CONTACT_NORMAL_Y] = flip ? 0 - normalY : normalY;
  let incidentEdge = vertex;
  let other = vertex;
  let stepX = 0;
  let stepY = 0;
  let stepAlong = 0;
  let rise = 0;
  if (incident.count > 1) {
    incidentEdge = opposingEdge(incident, vertex, normalX, normalY);
    const afterVertex = vertex + 1 === incident.count ? 0 : vertex + 1;
    other = incidentEdge === vertex ? afterVertex : incidentEdge;
    stepX = incident.vertices[other * PIECE_STRIDE]! - x;
    stepY = incident.vertices[other * PIECE_STRIDE + 1]! - y;
    stepAlong = normalX * stepY - normalY * stepX;
    rise = normalX * stepX + normalY * stepY;
  }

  const beyond = along < -tolerance ? -along : along > length + tolerance ? length - along : 0;
  if (beyond !== 0) {
    // `beyond` is the signed way back to the edge. An edge that runs parallel may still cross above it.
    const fraction = beyond / stepAlong;
    if (fraction > 0 && fraction <= 1 && rise * fraction <= tolerance) {
      x += fraction * stepX;
      y += fraction * stepY;
      stepX -= fraction * stepX;
      stepY -= fraction * stepY;
      rise -= fraction * rise;
      feature = incidentEdge | FEATURE_EDGE;
      referenceFeature = along < 0 ? edge : next;
      along += beyond;
      stepAlong -= beyond;
    } else if (separation >= -tolerance) {
      return false;
    }
  }

  let fraction = 1;
  let otherFeature = other;
  let otherReferenceFeature = edge | FEATURE_EDGE;
  const otherAlong = along + stepAlong;
  if (otherAlong < 0) {
    fraction = -along / stepAlong;
    otherFeature = incidentEdge | FEATURE_EDGE;
    otherReferenceFeature = edge;
  } else if (otherAlong > length) {
    fraction = (length - along) / stepAlong;
    otherFeature = incidentEdge | FEATURE_EDGE;
    otherReferenceFeature = next;
  }
  const otherSeparation = separation + fraction * rise;
  const hasSecond =
    fraction > 0 && Math.abs(fraction * stepAlong) > MIN_POINT_DISTANCE * length && otherSeparation - radius <= margin;
  // In the order of A's outline, whichever shape is the reference.
  const deepestFirst = !hasSecond || stepAlong > 0 !== flip;
  const first = deepestFirst ? 0 : 1;
  let p = CONTACT_POINTS + first * CONTACT_POINT_STRIDE;
  let offset = shift - 0.5 * separation;
  out[p] = x + offset * normalX;
  out[p + 1] = y + offset * normalY;
  out[p + CONTACT_SEPARATION] = separation - radius;
  features[first] = flip ? packFeatures(feature, referenceFeature) : packFeatures(referenceFeature, feature);
  pointCount = 1;
  if (hasSecond) {
    p = CONTACT_POINTS + (1 - first) * CONTACT_POINT_STRIDE;
    offset = shift - 0.5 * otherSeparation;
    out[p] = x + fraction * stepX + offset * normalX;
    out[p + 1] = y + fraction * stepY + offset * normalY;
    out[p + CONTACT_SEPARATION] = otherSeparation - radius;
    features[1 - first] = flip
      ? packFeatures(otherFeature, otherReferenceFeature)
      : packFeatures(otherReferenceFeature, otherFeature);
    pointCount = 2;
  }
  return true;
}

/** Of the two edges at a vertex, the one whose normal opposes the given one most; the edge that starts there on a tie. */
function opposingEdge(piece: ConvexPiece, vertex: number, normalX: number, normalY: number): number {
  const before = vertex === 0 ? piece.count - 1 : vertex - 1;
  const normals = piece.normals;
  const alongBefore = normals[before * PIECE_STRIDE]! * normalX + normals[before * PIECE_STRIDE + 1]! * normalY;
  const alongAfter = normals[vertex * PIECE_STRIDE]! * normalX + normals[vertex * PIECE_STRIDE + 1]! * normalY;
  return alongAfter <= alongBefore ? vertex : before;
}

/**
 * Handles cores whose nearest faces do not face each other: exact distance by GJK, one point. Within rounding of touching
 * the line between the closest points has no direction, and the face's normal and separation serve.
 */
function collideApart(
  out: Float64Array,
  features: Uint32Array,
  reference: ConvexPiece,
  incident: ConvexPiece,
  edge: number,
  vertex: number,
  separation: number,
  margin: number,
  flip: boolean,
): number {
  const a = flip ? incident : reference;
  const b = flip ? reference : incident;
  gjkCache.count = 1;
  gjkCache.indexA[0] = flip ? vertex : edge;
  gjkCache.indexB[0] = flip ? edge : vertex;
  const distance = runGjk(a, b, gjkCache);
  const gap = distance - a.radius - b.radius;
  if (distance > tolerance) {
    if (!(gap <= margin)) return 0;
    writeWitness(witness, 0, SIMPLEX_A);
    writeWitness(witness, 2, SIMPLEX_B);
    const normalX = (witness[2]! - witness[0]!) / distance;
    const normalY = (witness[3]! - witness[1]!) / distance;
    const offset = a.radius + 0.5 * gap;
    out[CONTACT_NORMAL_X] = normalX;
    out[CONTACT_NORMAL_Y] = normalY;
    out[CONTACT_POINTS] = witness[0]! + offset * normalX;
    out[CONTACT_POINTS + 1] = witness[1]! + offset * normalY;
    out[CONTACT_POINTS + CONTACT_SEPARATION] = gap;
    features[0] = packFeatures(simplexFeature(simplexIndexA, a.count), simplexFeature(simplexIndexB, b.count));
    return 1;
  }
  const e = edge * PIECE_STRIDE;
  const v = vertex * PIECE_STRIDE;
  const normalX = reference.normals[e]!;
  const normalY = reference.normals[e + 1]!;
  const offset = 0.5 * (reference.radius - incident.radius - separation);
  out[CONTACT_NORMAL_X] = flip ? 0 - normalX : normalX;
  out[CONTACT_NORMAL_Y] = flip ? 0 - normalY : normalY;
  out[CONTACT_POINTS] = incident.vertices[v]! + offset * normalX;
  out[CONTACT_POINTS + 1] = incident.vertices[v + 1]! + offset * normalY;
  out[CONTACT_POINTS + CONTACT_SEPARATION] = separation - a.radius - b.radius;
  features[0] = flip ? packFeatures(vertex, edge | FEATURE_EDGE) : packFeatures(edge | FEATURE_EDGE, vertex);
  return 1;
}

/** The vertex or edge of one shape that the final simplex stands on. */
function simplexFeature(indices: Int32Array, count: number): number {
  const first = indices[0]!;
  if (simplex.count < 2 || indices[1] === first) return first;
  const second = indices[1]!;
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
  margin: number,
): number {
  const x = a.vertices[0]!;
  const y = a.vertices[1]!;
  const deltaX = b.vertices[0]! - x;
  const deltaY = b.vertices[1]! - y;
  const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
  const gap = distance - a.radius - b.radius;
  if (!(gap <= margin)) return 0;
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
