import type { Bvh } from '../../core/bvh/bvh.ts';
import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { createIndexList } from '../../core/index-list.ts';
import { BOUNDS_STRIDE } from '../bvh/layout.ts';
import { MAX_OPEN_PARTS } from '../narrow-phase/surface-contacts.ts';

/** Where the children of a compound lie side by side, worked out once. Columns of children, and of their edges. */
export interface Seams {
  /** Which others a child touches or overlaps: `neighbours` from `firstNeighbour[child]` to that of the next one. */
  readonly firstNeighbour: Uint32Array;
  readonly neighbours: Uint32Array;
  /** The open parts of an edge, by the number of its first vertex: from and to, along the edge, 0 to 1. */
  readonly firstPart: Uint32Array;
  readonly parts: Float64Array;
}

/** The columns of a compound that seams are worked out of, see registered-shape.ts. */
export interface SeamColumns {
  readonly pieces: number;
  readonly vertices: Float64Array;
  readonly normals: Float64Array;
  readonly pieceStart: Uint32Array;
  readonly pieceCount: Uint32Array;
  readonly pieceRadius: Float64Array;
  readonly pieceBounds: Float64Array;
  readonly bvh: Bvh | undefined;
}

/** Relative to the coordinates of two children: gaps and steps this small are rounding. */
const SEAM_SLACK = 1e-9;

/** Parts of an edge this small, relative to the edge, are what that slack makes of a corner that touches it. */
const LEAST_PART = 1e-6;

/** Works out where children lie side by side. Rounded ones leave notches between them: they have no part in it. */
export function findSeams(columns: SeamColumns): Seams {
  const { pieces, vertices, pieceStart, pieceCount, pieceBounds, bvh } = columns;
  const found = createIndexList(64);
  const firstNeighbour = new Uint32Array(pieces + 1);
  const neighbours: number[] = [];
  const firstPart = new Uint32Array(vertices.length / 2 + 1);
  const parts: number[] = [];
  for (let child = 0; child < pieces; child++) {
    found.count = 0;
    if (isSolid(columns, child)) {
      queryBvhAabb(found, bvh!, pieceBounds, grownBounds(columns, child), 0);
      const near = found.items.subarray(0, found.count).sort();
      for (const other of near) if (other !== child && isSolid(columns, other)) neighbours.push(other);
    }
    const first = firstNeighbour[child];
    firstNeighbour[child + 1] = neighbours.length;
    for (let edge = 0; edge < pieceCount[child]; edge++) {
      const open = openPartsOf(columns, child, edge, neighbours.slice(first));
      parts.push(...open.slice(0, 2 * MAX_OPEN_PARTS));
      firstPart[pieceStart[child] + edge + 1] = parts.length / 2;
    }
  }
  return { firstNeighbour, neighbours: Uint32Array.from(neighbours), firstPart, parts: Float64Array.from(parts) };
}

function isSolid({ pieceCount, pieceRadius }: SeamColumns, child: number): boolean {
  return pieceCount[child] > 2 && pieceRadius[child] === 0;
}

function grownBounds({ pieceBounds }: SeamColumns, child: number): Float64Array {
  const box = pieceBounds.slice(child * BOUNDS_STRIDE, (child + 1) * BOUNDS_STRIDE);
  const slack = slackOf(box);
  return box.map((value, side) => (side < 2 ? value - slack : value + slack));
}

function slackOf(box: ArrayLike<number>): number {
  return SEAM_SLACK * (Math.abs(box[0]) + Math.abs(box[1]) + Math.abs(box[2]) + Math.abs(box[3]));
}

/** The parts of an edge that are in none of the neighbours which go on beyond it. */
function openPartsOf(columns: SeamColumns, child: number, edge: number, near: readonly number[]): number[] {
  const { vertices, normals, pieceStart, pieceCount } = columns;
  const a = 2 * (pieceStart[child] + edge);
  const b = 2 * (pieceStart[child] + ((edge + 1) % pieceCount[child]));
  const normal = [normals[a], normals[a + 1]];
  let open = [0, 1];
  for (const other of near) {
    if (!reachesBeyond(columns, other, [vertices[a], vertices[a + 1]], normal)) continue;
    const [from, to] = clip(columns, other, vertices.subarray(a, a + 2), vertices.subarray(b, b + 2));
    if (!(to - from > LEAST_PART)) continue;
    const rest: number[] = [];
    for (let i = 0; i < open.length; i += 2) {
      const low = open[i]!;
      const high = open[i + 1]!;
      if (Math.min(high, from) - low > LEAST_PART) rest.push(low, Math.min(high, from));
      if (high - Math.max(low, to) > LEAST_PART) rest.push(Math.max(low, to), high);
    }
    open = rest;
  }
  return open;
}

/** From where to where a segment is in a child; what touches it is. */
function clip(columns: SeamColumns, child: number, a: Float64Array, b: Float64Array): [number, number] {
  const { vertices, normals, pieceStart, pieceCount, pieceBounds } = columns;
  const slack = slackOf(pieceBounds.subarray(child * BOUNDS_STRIDE, (child + 1) * BOUNDS_STRIDE));
  let from = 0;
  let to = 1;
  for (let i = 2 * pieceStart[child]; i < 2 * (pieceStart[child] + pieceCount[child]); i += 2) {
    const offset = normals[i] * vertices[i] + normals[i + 1] * vertices[i + 1] + slack;
    const outA = normals[i] * a[0] + normals[i + 1] * a[1] - offset;
    const outB = normals[i] * b[0] + normals[i + 1] * b[1] - offset;
    if (outA > 0 && outB > 0) return [0, 0];
    if (outA > 0) from = Math.max(from, outA / (outA - outB));
    else if (outB > 0) to = Math.min(to, outA / (outA - outB));
  }
  return [from, to];
}

/** Whether a child contains a point; one on its border is in it. */
export function childContains(columns: SeamColumns, child: number, point: ArrayLike<number>): boolean {
  const { vertices, normals, pieceStart, pieceCount, pieceBounds } = columns;
  const k = child * BOUNDS_STRIDE;
  const size =
    Math.abs(pieceBounds[k]) +
    Math.abs(pieceBounds[k + 1]) +
    Math.abs(pieceBounds[k + 2]) +
    Math.abs(pieceBounds[k + 3]);
  for (let i = 2 * pieceStart[child]; i < 2 * (pieceStart[child] + pieceCount[child]); i += 2) {
    const out = normals[i] * (point[0] - vertices[i]) + normals[i + 1] * (point[1] - vertices[i + 1]);
    if (out > SEAM_SLACK * size) return false;
  }
  return true;
}

/** Whether a child goes on beyond a point along a normal. */
export function reachesBeyond(
  { vertices, pieceStart, pieceCount }: SeamColumns,
  child: number,
  point: ArrayLike<number>,
  normal: ArrayLike<number>,
): boolean {
  for (let i = 2 * pieceStart[child]; i < 2 * (pieceStart[child] + pieceCount[child]); i += 2) {
    const x = vertices[i] - point[0];
    const y = vertices[i + 1] - point[1];
    const size = Math.abs(vertices[i]) + Math.abs(vertices[i + 1]) + Math.abs(point[0]) + Math.abs(point[1]);
    if (normal[0] * x + normal[1] * y > SEAM_SLACK * size) return true;
  }
  return false;
}
