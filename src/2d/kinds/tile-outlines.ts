import { refuse, requireInteger, requireKeys } from '../../core/errors.ts';
import { requireSize } from '../../core/limits.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';
import { chain } from './chain.ts';

/** Options of the outlines of solid cells. */
export interface TileOutlinesOptions {
  /** How large a cell is, in world units. Default 1. */
  size?: number;
}

const OPTION_KEYS = ['size'] as const;
const MOST_CELLS = 2 ** 26;

/** The directions of an edge that leaves a corner of cells: along x, along y, and back along each. */
const DIRECTIONS = 4;
const STEP_X = Int8Array.of(1, 0, -1, 0);
const STEP_Y = Int8Array.of(0, 1, 0, -1);

/**
 * Makes the outlines of solid cells: closed one-sided chains, solid from outside, with the corner of cell (0, 0) at the
 * position of their entity. Each outer border and each border of a hole is a chain of its own, cells that meet in a
 * corner only are not connected, and straight runs are one segment. `solid` has a number or boolean for each cell, row
 * by row. For maps that never change and have no slopes; `tiles` makes one collider that changes cell by cell.
 * @throws CollisionError `out-of-range` for numbers of cells that are no integers from 1, or more than 2²⁶ together;
 *   `invalid-shape` for another number of values; `invalid-number` for a size that is not finite and above 0.
 */
export function tileOutlines(
  solid: ArrayLike<number | boolean>,
  columns: number,
  rows: number,
  options: TileOutlinesOptions = {},
): ShapeSpec[] {
  requireKeys('tileOutlines options', options, OPTION_KEYS);
  const size = requireSize('tileOutlines size', options.size ?? 1);
  requireInteger('tileOutlines columns', columns, 1, MOST_CELLS);
  requireInteger('tileOutlines rows', rows, 1, MOST_CELLS);
  const cells = requireInteger('tileOutlines columns · rows', columns * rows, 1, MOST_CELLS);
  if (solid?.length !== cells)
    refuse('invalid-shape', 'the length of `solid`', `columns · rows, ${cells}`, solid?.length);
  const leaving = findEdges(solid, columns, rows);
  const stride = columns + 1;
  const outlines: ShapeSpec[] = [];
  for (let corner = 0; corner < leaving.length; corner++) {
    // The first point found of an outline is a corner of it: the lowest column of its lowest row.
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      if ((leaving[corner] & (1 << direction)) === 0) continue;
      outlines.push(chain(traceOutline(leaving, stride, corner, direction, size), { closed: true, oneSided: true }));
    }
  }
  return outlines;
}

/**
 * Returns which edges of the surface leave each corner of cells: a bit for each direction. The inside is on their left.
 */
function findEdges(solid: ArrayLike<number | boolean>, columns: number, rows: number): Uint8Array {
  const stride = columns + 1;
  const leaving = new Uint8Array(stride * (rows + 1));
  const isSolid = (column: number, row: number): boolean =>
    column >= 0 && row >= 0 && column < columns && row < rows && Boolean(solid[row * columns + column]);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isSolid(column, row)) continue;
      const corner = row * stride + column;
      if (!isSolid(column, row - 1)) leaving[corner] |= 1;
      if (!isSolid(column + 1, row)) leaving[corner + 1] |= 2;
      if (!isSolid(column, row + 1)) leaving[corner + stride + 1] |= 4;
      if (!isSolid(column - 1, row)) leaving[corner + stride] |= 8;
    }
  }
  return leaving;
}

/** Follows an outline and takes its edges away. Returns its points, one where it turns. */
function traceOutline(leaving: Uint8Array, stride: number, from: number, heading: number, size: number): number[] {
  const points: number[] = [];
  let corner = from;
  let direction = heading;
  let before = -1;
  while ((leaving[corner] & (1 << direction)) !== 0) {
    leaving[corner] &= ~(1 << direction);
    if (direction !== before) points.push((corner % stride) * size, Math.floor(corner / stride) * size);
    before = direction;
    corner += STEP_X[direction] + stride * STEP_Y[direction];
    // At a corner in which two outlines meet, each stays with its own cell and turns left.
    direction = (direction + 1) % DIRECTIONS;
    while (leaving[corner] !== 0 && (leaving[corner] & (1 << direction)) === 0) {
      direction = (direction + DIRECTIONS - 1) % DIRECTIONS;
    }
  }
  return points;
}
