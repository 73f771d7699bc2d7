import { FEATURE_EDGE } from '../contact/contact-layout.ts';
import { PIECE_STRIDE } from '../convex/convex-piece.ts';

/**
 * The scratch of `approachPiece`, which reads the point, and the distance beyond which nothing is wanted, and writes
 * the unit direction from the point towards the piece's core, and the signed distance along it. Fractions travel in an
 * array, because a fraction that is given to or returned from a function is boxed.
 */
export const approach = new Float64Array(6);
export const APPROACH_X = 0;
export const APPROACH_Y = 1;
export const APPROACH_LIMIT = 2;
export const APPROACH_NORMAL_X = 3;
export const APPROACH_NORMAL_Y = 4;
export const APPROACH_DISTANCE = 5;

/** The way from the point to one edge: a vector and its squared length. */
const nearest = new Float64Array(3);

/**
 * Sets `nearest` for an edge; returns 0 when the nearest point is the edge's start, 1 when it is the end, 2 when it is
 * between.
 */
function approachEdge(vertices: Float64Array, first: number, count: number, edge: number): number {
  const e = (first + edge) * PIECE_STRIDE;
  const next = edge + 1 === count ? first * PIECE_STRIDE : e + PIECE_STRIDE;
  const startX = vertices[e] - approach[APPROACH_X];
  const startY = vertices[e + 1] - approach[APPROACH_Y];
  const endX = vertices[next] - approach[APPROACH_X];
  const endY = vertices[next + 1] - approach[APPROACH_Y];
  const edgeX = endX - startX;
  const edgeY = endY - startY;
  const fromStart = -(startX * edgeX + startY * edgeY);
  const fromEnd = endX * edgeX + endY * edgeY;
  const region = !(fromStart > 0) ? 0 : !(fromEnd > 0) ? 1 : 2;
  const t = region === 2 ? fromStart / (fromStart + fromEnd) : region;
  const toX = region === 1 ? endX : startX + t * edgeX;
  const toY = region === 1 ? endY : startY + t * edgeY;
  nearest[0] = toX;
  nearest[1] = toY;
  nearest[2] = toX * toX + toY * toY;
  return region;
}

/**
 * Follows the edges as long as they come nearer to the point. The chosen edge may be so short that its normal is
 * rounding; the nearest edge is then farther along the outline, past the end of the chosen edge that is nearer to the
 * point.
 */
function followNearer(vertices: Float64Array, first: number, count: number, from: number, fromRegion: number): number {
  const step = fromRegion === 0 ? count - 1 : 1;
  let edge = from;
  for (let i = 0; i < count; i++) {
    const best = nearest[2];
    const neighbour = (edge + step) % count;
    const region = approachEdge(vertices, first, count, neighbour);
    if (!(nearest[2] < best)) break;
    edge = neighbour;
    if (region === 2) break;
  }
  return edge;
}

/**
 * Finds the way from a point to a convex core (vertices and outward unit normals as in `ConvexPiece`, from vertex
 * number `first` on) in one pass over the edges: reads and writes `approach`. Returns the feature that is met, counted
 * from the core's own first, or −1 when the core is farther than the limit. For a point inside, the distance is minus
 * that to the nearest face, and the direction is the one into the core.
 *
 * Inside the core, or beside a face, the face's normal counts (RTCD 5.1.3 in the plane); beyond the end of the nearest
 * face the nearest vertex does.
 */
export function approachPiece(vertices: Float64Array, normals: Float64Array, first: number, count: number): number {
  const x = approach[APPROACH_X];
  const y = approach[APPROACH_Y];
  const limit = approach[APPROACH_LIMIT];
  let edge = 0;
  let separation = -Infinity;
  if (count > 1) {
    const start = first * PIECE_STRIDE;
    const end = start + count * PIECE_STRIDE;
    for (let e = start; e < end; e += PIECE_STRIDE) {
      const above = normals[e] * (x - vertices[e]) + normals[e + 1] * (y - vertices[e + 1]);
      if (above > separation) {
        if (above > limit) return -1;
        separation = above;
        edge = (e - start) / PIECE_STRIDE;
      }
    }
  }
  let region = 2;
  // A point on the line of a segment need not touch its core, as a segment has no inside: its ends have to be looked
  // at.
  if (count < 3 || separation > 0) {
    region = approachEdge(vertices, first, count, edge);
    if (region !== 2) {
      edge = followNearer(vertices, first, count, edge, region);
      region = approachEdge(vertices, first, count, edge);
    }
  }
  const e = (first + edge) * PIECE_STRIDE;
  if (region === 2) {
    approach[APPROACH_NORMAL_X] = 0 - normals[e];
    approach[APPROACH_NORMAL_Y] = 0 - normals[e + 1];
    approach[APPROACH_DISTANCE] = normals[e] * (x - vertices[e]) + normals[e + 1] * (y - vertices[e + 1]);
    return edge | FEATURE_EDGE;
  }
  const distance = Math.sqrt(nearest[2]);
  const isPoint = count === 1;
  approach[APPROACH_NORMAL_X] = distance > 0 ? nearest[0] / distance : isPoint ? 1 : 0 - normals[e];
  approach[APPROACH_NORMAL_Y] = distance > 0 ? nearest[1] / distance : isPoint ? 0 : 0 - normals[e + 1];
  approach[APPROACH_DISTANCE] = distance;
  return region === 0 ? edge : edge + 1 === count ? 0 : edge + 1;
}
