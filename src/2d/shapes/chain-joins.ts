import type { Bvh } from '../../core/bvh/bvh.ts';
import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { createIndexList } from '../../core/index-list.ts';
import { BOUNDS_STRIDE } from '../bvh/layout.ts';

/**
 * The places at which a chain touches itself. For each vertex, they list the segments that pass through it, apart from
 * the two that the vertex joins. A segment is packed with the way it meets the vertex, see `packJoin`.
 */
export interface ChainJoins {
  /** The joins of vertex i are those from `first[i]` to `first[i + 1]`. */
  readonly first: Uint32Array;
  readonly joins: Uint32Array;
}

/** How a segment meets a vertex: with its start, with its end, or with a point between, from which it leaves twice. */
export const JOINS_AT_START = 1;
export const JOINS_AT_END = 2;
const JOINS_BETWEEN = 3;
const JOIN_SHIFT = 2;
const JOIN_MASK = 3;

export function packJoin(segment: number, place: number): number {
  return (segment << JOIN_SHIFT) | place;
}

export function joinedSegment(join: number): number {
  return join >>> JOIN_SHIFT;
}

export function joinPlace(join: number): number {
  return join & JOIN_MASK;
}

/** Relative to the coordinates involved: points this near to a segment lie on it but for rounding. */
const JOIN_SLACK = 1e-10;

/** Tells how a segment meets a point: `JOINS_…`, or 0 for not at all. The point and the two ends are (x, y) each. */
export function joinAt(point: Float64Array, ends: Float64Array, at: number): number {
  const x = point[0];
  const y = point[1];
  const ax = ends[at];
  const ay = ends[at + 1];
  const bx = ends[at + 2];
  const by = ends[at + 3];
  const slack = JOIN_SLACK * (Math.abs(x) + Math.abs(y) + Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by));
  if (Math.abs(x - ax) <= slack && Math.abs(y - ay) <= slack) return JOINS_AT_START;
  if (Math.abs(x - bx) <= slack && Math.abs(y - by) <= slack) return JOINS_AT_END;
  const ex = bx - ax;
  const ey = by - ay;
  const squared = ex * ex + ey * ey;
  const along = (x - ax) * ex + (y - ay) * ey;
  const across = (x - ax) * ey - (y - ay) * ex;
  return along > 0 && along < squared && across * across <= slack * slack * squared ? JOINS_BETWEEN : 0;
}

/**
 * Finds where a chain touches itself; undefined where it does not. The segments' boxes and their hierarchy are given.
 */
export function findChainJoins(
  vertices: Float64Array,
  closed: boolean,
  bvh: Bvh,
  pieceBounds: Float64Array,
): ChainJoins | undefined {
  if (isMonotone(vertices, 0) || isMonotone(vertices, 1)) return undefined;
  const pieces = vertices.length / 2 - 1;
  const found = createIndexList(16);
  const first = new Uint32Array(pieces + 2);
  const joins: number[] = [];
  const point = new Float64Array(2);
  const box = new Float64Array(BOUNDS_STRIDE);
  let size = 0;
  for (let i = 0; i < vertices.length; i++) size = Math.max(size, Math.abs(vertices[i]));
  // `joinAt` adds up six coordinates.
  const slack = 6 * JOIN_SLACK * size;
  for (let vertex = 0; vertex <= pieces; vertex++) {
    first[vertex] = joins.length;
    for (let axis = 0; axis < 2; axis++) {
      point[axis] = vertices[2 * vertex + axis];
      box[axis] = point[axis] - slack;
      box[2 + axis] = point[axis] + slack;
    }
    found.count = 0;
    queryBvhAabb(found, bvh, pieceBounds, box, 0);
    if (found.count < 2) continue;
    const before = vertex > 0 ? vertex - 1 : closed ? pieces - 1 : -1;
    const after = vertex < pieces ? vertex : closed ? 0 : -1;
    for (const segment of found.items.subarray(0, found.count).sort()) {
      if (segment === before || segment === after) continue;
      const place = joinAt(point, vertices, 2 * segment);
      if (place !== 0) joins.push(packJoin(segment, place));
    }
  }
  first[pieces + 1] = joins.length;
  return joins.length === 0 ? undefined : { first, joins: Uint32Array.from(joins) };
}

/** Returns whether one coordinate of all vertices grows, or shrinks, all along: then a chain cannot touch itself. */
function isMonotone(vertices: Float64Array, axis: number): boolean {
  const grows = vertices[axis + 2] > vertices[axis];
  for (let i = axis + 2; i < vertices.length; i += 2) {
    if (!(grows ? vertices[i] > vertices[i - 2] : vertices[i] < vertices[i - 2])) return false;
  }
  return true;
}
