import { PIECE_STRIDE } from '../convex/convex-piece.ts';

/** How near a point is to a shape: the distance, 0 from inside, and the unit normal from the shape to the point. */
export const CLOSEST_DISTANCE = 0;
export const CLOSEST_NORMAL_X = 1;
export const CLOSEST_NORMAL_Y = 2;
export const CLOSEST_LENGTH = 3;

/**
 * A point over an edge: its height above the edge's line, how far along that line from the first vertex, the edge's
 * length.
 */
const OVER_HEIGHT = 0;
const OVER_ALONG = 1;
const OVER_LENGTH = 2;
const over = new Float64Array(3);

/**
 * Writes how near a point (2 numbers) is to the core of a convex piece in the same frame, of which the vertices and the
 * normals of the edges from vertex number `first` on are given, counter-clockwise. Distance 0 and a zero normal from
 * inside.
 *
 * Seen from outside, the edge over whose line the point is highest holds the nearest point, at an end of it or between:
 * another edge's normal is turned farther from the direction in question, and its line lies farther back. Rounding may
 * take the neighbour of that edge where the two are all but parallel, hence the steps from edge to edge.
 */
export function closestPointPiece(
  closest: Float64Array,
  point: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  first: number,
  count: number,
): void {
  const start = first * PIECE_STRIDE;
  const last = start + (count - 1) * PIECE_STRIDE;
  if (count === 1) {
    closestPointVertex(closest, point, vertices, start);
    return;
  }
  const x = point[0];
  const y = point[1];
  let edge = start;
  let highest = -Infinity;
  for (let at = start; at <= last; at += PIECE_STRIDE) {
    const height = (x - vertices[at]) * normals[at] + (y - vertices[at + 1]) * normals[at + 1];
    if (height <= highest) continue;
    highest = height;
    edge = at;
  }
  if (highest <= 0 && count > 2) {
    closest[CLOSEST_DISTANCE] = 0;
    closest[CLOSEST_NORMAL_X] = 0;
    closest[CLOSEST_NORMAL_Y] = 0;
    return;
  }
  for (let step = 0; step < count; step++) {
    const next = edge === last ? start : edge + PIECE_STRIDE;
    lookOver(point, vertices, normals, edge, next);
    if (over[OVER_ALONG] > 0 && over[OVER_ALONG] < over[OVER_LENGTH]) {
      closest[CLOSEST_DISTANCE] = over[OVER_HEIGHT];
      closest[CLOSEST_NORMAL_X] = normals[edge];
      closest[CLOSEST_NORMAL_Y] = normals[edge + 1];
      return;
    }
    const isPast = over[OVER_ALONG] > 0;
    const before = edge === start ? last : edge - PIECE_STRIDE;
    // The point is past the end of the edge, or before its start. The vertex there is nearest, unless the point is
    // over the next edge on the other side of the vertex.
    if (isPast) lookOver(point, vertices, normals, next, next === last ? start : next + PIECE_STRIDE);
    else lookOver(point, vertices, normals, before, edge);
    if (isPast ? !(over[OVER_ALONG] > 0) : !(over[OVER_ALONG] < over[OVER_LENGTH])) {
      closestPointVertex(closest, point, vertices, isPast ? next : edge);
      return;
    }
    edge = isPast ? next : before;
  }
  closestPointVertex(closest, point, vertices, edge);
}

/** Sets `over` for the edge between two vertices. */
function lookOver(
  point: Float64Array,
  vertices: Float64Array,
  normals: Float64Array,
  edge: number,
  next: number,
): void {
  const nx = normals[edge];
  const ny = normals[edge + 1];
  const px = point[0] - vertices[edge];
  const py = point[1] - vertices[edge + 1];
  over[OVER_HEIGHT] = px * nx + py * ny;
  over[OVER_ALONG] = py * nx - px * ny;
  over[OVER_LENGTH] = (vertices[next + 1] - vertices[edge + 1]) * nx - (vertices[next] - vertices[edge]) * ny;
}

function closestPointVertex(closest: Float64Array, point: Float64Array, vertices: Float64Array, at: number): void {
  offset[0] = point[0] - vertices[at];
  offset[1] = point[1] - vertices[at + 1];
  closestPointOffset(closest, offset);
}

const offset = new Float64Array(2);

/** Writes the distance and the direction from one point to another, given their difference `place` (2 numbers). */
export function closestPointOffset(closest: Float64Array, place: Float64Array): void {
  const x = place[0];
  const y = place[1];
  const distance = Math.sqrt(x * x + y * y);
  closest[CLOSEST_DISTANCE] = distance;
  closest[CLOSEST_NORMAL_X] = distance > 0 ? x / distance : 0;
  closest[CLOSEST_NORMAL_Y] = distance > 0 ? y / distance : 0;
}
