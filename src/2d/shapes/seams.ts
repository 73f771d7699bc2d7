import type { Bvh } from '../../core/bvh/bvh.ts';
import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { createIndexList } from '../../core/index-list.ts';
import { reserve } from '../../core/typed-array.ts';
import { BOUNDS_STRIDE } from '../bvh/layout.ts';

/** The largest number of open parts of an edge that are kept; the rest of the edge counts as covered. */
export const MAX_OPEN_PARTS = 32;

/** Where the children of a compound lie side by side, worked out once. Columns of children, and of their edges. */
export interface Seams {
  /**
   * The children that a child touches or overlaps: `neighbours` from `firstNeighbour[child]` to before
   * `firstNeighbour[child + 1]`.
   */
  readonly firstNeighbour: Uint32Array;
  readonly neighbours: Uint32Array;
  /** The open parts of an edge, by the number of its first vertex: from and to, along the edge, 0 to 1. */
  readonly firstPart: Uint32Array;
  readonly parts: Float64Array;
  /** Set where these parts make closed outlines, around a shape that is cut into its children. */
  readonly outline: Outline | undefined;
}

/** Closed outlines of a solid, which is on the left of them, made of the open parts of its pieces' edges. */
export interface Outline {
  /** By part: its two ends, ax, ay, bx, by. */
  readonly segments: Float64Array;
  /**
   * By part: the part that comes after it, and the edge that it is part of, by the number of that edge's first vertex.
   */
  readonly next: Uint32Array;
  readonly edge: Uint32Array;
  /** A part of each closed outline. */
  readonly loops: Uint32Array;
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

/** Parts of an edge this small, relative to the edge, come from `SEAM_SLACK`, where a corner touches the edge. */
const LEAST_PART = 1e-6;

/** Works out where children lie side by side. Rounded children are left out, as there are notches between them. */
export function findSeams(columns: SeamColumns): Seams {
  const { pieces, vertices, pieceStart, pieceCount } = columns;
  const { firstNeighbour, neighbours } = findNeighbours(columns);
  const firstPart = new Uint32Array(vertices.length / 2 + 1);
  const parts: number[] = [];
  const open = new Float64Array(2 * MAX_OPEN_PARTS);
  for (let child = 0; child < pieces; child++) {
    const from = firstNeighbour[child];
    const to = firstNeighbour[child + 1];
    for (let edge = 0; edge < pieceCount[child]; edge++) {
      const count = writeOpenParts(open, columns, child, edge, neighbours, from, to);
      parts.push(...open.subarray(0, 2 * count));
      firstPart[pieceStart[child] + edge + 1] = parts.length / 2;
    }
  }
  return { firstNeighbour, neighbours, firstPart, parts: Float64Array.from(parts), outline: undefined };
}

/** Finds which solid children come near each other. */
export function findNeighbours(columns: SeamColumns): Pick<Seams, 'firstNeighbour' | 'neighbours'> {
  const { pieces, pieceBounds, bvh } = columns;
  const found = createIndexList(64);
  const firstNeighbour = new Uint32Array(pieces + 1);
  const neighbours: number[] = [];
  for (let child = 0; child < pieces; child++) {
    found.count = 0;
    if (isSolid(columns, child)) {
      queryBvhAabb(found, bvh!, pieceBounds, grownBounds(columns, child), 0);
      const near = found.items.subarray(0, found.count).sort();
      for (const other of near) if (other !== child && isSolid(columns, other)) neighbours.push(other);
    }
    firstNeighbour[child + 1] = neighbours.length;
  }
  return { firstNeighbour, neighbours: Uint32Array.from(neighbours) };
}

function isSolid({ pieceCount, pieceRadius }: SeamColumns, child: number): boolean {
  return pieceCount[child] > 2 && pieceRadius[child] === 0;
}

function grownBounds({ pieceBounds }: SeamColumns, child: number): Float64Array {
  measureSlack(pieceBounds, child);
  const slack = childSlack[0];
  const box = pieceBounds.slice(child * BOUNDS_STRIDE, (child + 1) * BOUNDS_STRIDE);
  return box.map((value, side) => (side < 2 ? value - slack : value + slack));
}

/** The result of `measureSlack`: in an array, as V8 may put a fraction on the heap that a function returns. */
export const childSlack = new Float64Array(1);

/** Writes to `childSlack` how far from a child is rounding. */
export function measureSlack(pieceBounds: Float64Array, child: number): void {
  const k = child * BOUNDS_STRIDE;
  childSlack[0] =
    SEAM_SLACK *
    (Math.abs(pieceBounds[k]) +
      Math.abs(pieceBounds[k + 1]) +
      Math.abs(pieceBounds[k + 2]) +
      Math.abs(pieceBounds[k + 3]));
}

/**
 * The parts of an edge that are open so far, and scratch for the parts that are left when the next neighbour is taken
 * off.
 */
const scratch = { open: new Float64Array(32), rest: new Float64Array(32) };
const start = new Float64Array(2);
const end = new Float64Array(2);
const outward = new Float64Array(2);
/** The part of the edge that lies in a neighbour: where it begins and ends along the edge, 0 to 1. */
const covered = new Float64Array(2);

/**
 * Writes the open parts of an edge: the parts that lie in no neighbour that goes on beyond the edge. Each is two
 * numbers, where it begins and ends along the edge. Returns their number, `MAX_OPEN_PARTS` at most. The neighbours are
 * the entries `from … to − 1` of `near`.
 */
export function writeOpenParts(
  out: Float64Array,
  columns: SeamColumns,
  child: number,
  edge: number,
  near: ArrayLike<number>,
  from: number,
  to: number,
): number {
  const { vertices, normals, pieceStart, pieceCount } = columns;
  const a = 2 * (pieceStart[child] + edge);
  const b = 2 * (pieceStart[child] + (edge + 1 < pieceCount[child] ? edge + 1 : 0));
  for (let axis = 0; axis < 2; axis++) {
    start[axis] = vertices[a + axis];
    end[axis] = vertices[b + axis];
    outward[axis] = normals[a + axis];
  }
  scratch.open[0] = 0;
  scratch.open[1] = 1;
  let count = 1;
  for (let i = from; i < to; i++) {
    const other = near[i];
    if (!reachesBeyond(columns, other, start, outward)) continue;
    clip(columns, other);
    if (covered[1] - covered[0] > LEAST_PART) count = takeCovered(count);
  }
  count = Math.min(count, MAX_OPEN_PARTS);
  for (let i = 0; i < 2 * count; i++) out[i] = scratch.open[i];
  return count;
}

/** Removes the covered part from the first `count` open ones. Returns how many are left. */
function takeCovered(count: number): number {
  const { open } = scratch;
  scratch.rest = reserve(scratch.rest, 4 * count);
  const { rest } = scratch;
  let left = 0;
  for (let i = 0; i < count; i++) {
    const low = open[2 * i];
    const high = open[2 * i + 1];
    const before = Math.min(high, covered[0]);
    const after = Math.max(low, covered[1]);
    if (before - low > LEAST_PART) {
      rest[2 * left] = low;
      rest[2 * left++ + 1] = before;
    }
    if (high - after > LEAST_PART) {
      rest[2 * left] = after;
      rest[2 * left++ + 1] = high;
    }
  }
  scratch.open = rest;
  scratch.rest = open;
  return left;
}

/** Writes to `covered` the part of the edge that lies in a child, or on its border; an empty one if none does. */
function clip(columns: SeamColumns, child: number): void {
  const { vertices, normals, pieceStart, pieceCount, pieceBounds } = columns;
  measureSlack(pieceBounds, child);
  const slack = childSlack[0];
  covered[0] = 0;
  covered[1] = 1;
  for (let i = 2 * pieceStart[child]; i < 2 * (pieceStart[child] + pieceCount[child]); i += 2) {
    const offset = normals[i] * vertices[i] + normals[i + 1] * vertices[i + 1] + slack;
    const outA = normals[i] * start[0] + normals[i + 1] * start[1] - offset;
    const outB = normals[i] * end[0] + normals[i + 1] * end[1] - offset;
    if (outA > 0 && outB > 0) {
      covered[1] = 0;
      return;
    }
    if (outA > 0) covered[0] = Math.max(covered[0], outA / (outA - outB));
    else if (outB > 0) covered[1] = Math.min(covered[1], outA / (outA - outB));
  }
}

/** Returns whether a child contains a point; one on its border is in it. */
export function childContains(columns: SeamColumns, child: number, point: ArrayLike<number>): boolean {
  const { vertices, normals, pieceStart, pieceCount, pieceBounds } = columns;
  measureSlack(pieceBounds, child);
  const slack = childSlack[0];
  for (let i = 2 * pieceStart[child]; i < 2 * (pieceStart[child] + pieceCount[child]); i += 2) {
    const out = normals[i] * (point[0] - vertices[i]) + normals[i + 1] * (point[1] - vertices[i + 1]);
    if (out > slack) return false;
  }
  return true;
}

/** Returns whether a child goes on beyond a point along a normal. */
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
