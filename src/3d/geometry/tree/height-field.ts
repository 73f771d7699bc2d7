import { CollisionError, refuse, requireInteger, textOf } from '../../../core/errors.ts';
import { isCoordinate, LARGEST_LENGTH } from '../../../core/limits.ts';
import { roundDown, roundUp } from './round-outwards.ts';

/** The types of array that heights may come in. */
export type Heights = Float32Array | Float64Array | Int16Array | Uint16Array;

/**
 * Heights over the points of a grid in the plane of x and z, and a pyramid of their extremes. Point (column, row) is at
 * x = column · spacingX, z = row · spacingZ; between four points lie two triangles, which are made when they are asked
 * for.
 *
 * A node of level l of the pyramid stands for 2^l × 2^l cells. Those of the lowest levels are computed from the heights
 * when a walk gets there; the others are stored: 0.17 bytes a cell in all.
 */
export interface HeightField {
  readonly heights: Heights;
  /** Points along x, and along z. */
  readonly columns: number;
  readonly rows: number;
  readonly spacingX: number;
  readonly spacingZ: number;
  /** World units a unit of the heights. */
  readonly heightScale: number;
  /** The height that means a hole, besides NaN; NaN for none. */
  readonly hole: number;
  /**
   * By level: where its nodes begin in `extremes`, and how many there are in a row; 0 for levels that are not stored.
   */
  readonly levelStarts: Uint32Array;
  readonly levelColumns: Uint32Array;
  /** The level of the single node at the top. */
  readonly top: number;
  /** The least and the largest height of each stored node: (Infinity, −Infinity) for one of holes alone. */
  readonly extremes: Float32Array;
}

/** The lowest level whose extremes are stored. */
const STORED_LEVEL = 3;
/** Cells along each axis: a walk keeps level, row and column of a node in one integer. */
export const MOST_CELLS = 16_384;

const extremesOfNode = new Float64Array(2);

/** Makes a field of heights, of which the sizes have been checked. @throws CollisionError naming a height. */
export function makeHeightField(
  heights: Heights,
  columns: number,
  rows: number,
  spacingX: number,
  spacingZ: number,
  heightScale: number,
  hole: number,
): HeightField {
  for (let i = 0; i < heights.length; i++) {
    if (isHeight(heights[i], heightScale, hole)) continue;
    refuseHeight(i % columns, Math.floor(i / columns), heights[i]);
  }
  const levelStarts: number[] = [0];
  const levelColumns: number[] = [0];
  let count = 0;
  let top = 0;
  for (let level = 1; ; level++) {
    const across = nodesAcross(columns - 1, level);
    const along = nodesAcross(rows - 1, level);
    const isStored = level >= STORED_LEVEL;
    levelStarts.push(isStored ? count : 0);
    levelColumns.push(across);
    if (isStored) count += across * along;
    top = level;
    if (across === 1 && along === 1) break;
  }
  const field: HeightField = {
    ...{ heights, columns, rows, spacingX, spacingZ, heightScale, hole, top },
    levelStarts: Uint32Array.from(levelStarts),
    levelColumns: Uint32Array.from(levelColumns),
    extremes: new Float32Array(2 * count),
  };
  refitHeightField(field, 0, 0, columns, rows);
  return field;
}

/** Returns whether a field can have a height. It can also have the height that stands for a hole. */
export function isHeight(height: number, heightScale: number, hole: number): boolean {
  return isCoordinate(height * heightScale) || Number.isNaN(height) || height === hole;
}

/** Throws for a height that a field cannot have. */
export function refuseHeight(column: number, row: number, height: number): never {
  const place = `the height at column ${column}, row ${row}`;
  refuse('invalid-number', place, `a number that is at most ${LARGEST_LENGTH} when scaled, or NaN for a hole`, height);
}

function nodesAcross(cells: number, level: number): number {
  return Math.ceil(cells / 2 ** level);
}

/** Fits the stored extremes to the present heights of some columns and rows of points, from the given ones on. */
export function refitHeightField(
  field: HeightField,
  firstColumn: number,
  firstRow: number,
  columnCount: number,
  rowCount: number,
): void {
  const { columns, rows, levelColumns, top } = field;
  // A point belongs to the cells on both sides of it.
  const cellColumns = [Math.max(0, firstColumn - 1), Math.min(columns - 2, firstColumn + columnCount - 1)];
  const cellRows = [Math.max(0, firstRow - 1), Math.min(rows - 2, firstRow + rowCount - 1)];
  for (let level = STORED_LEVEL; level <= top; level++) {
    for (let row = cellRows[0] >> level; row <= cellRows[1] >> level; row++) {
      for (let column = cellColumns[0] >> level; column <= cellColumns[1] >> level; column++) {
        if (level === STORED_LEVEL) {
          writeExtremesOfPoints(extremesOfNode, field, level, column, row);
          extremesOfNode[0] = roundDown(extremesOfNode[0]);
          extremesOfNode[1] = roundUp(extremesOfNode[1]);
        } else writeExtremesOfNodes(field, level, column, row);
        const at = 2 * (field.levelStarts[level] + row * levelColumns[level] + column);
        field.extremes[at] = extremesOfNode[0];
        field.extremes[at + 1] = extremesOfNode[1];
      }
    }
  }
}

/** Writes the extremes of a node, from those of the four below it, to `extremesOfNode`. */
function writeExtremesOfNodes(field: HeightField, level: number, column: number, row: number): void {
  const { extremes, levelStarts, levelColumns, rows } = field;
  const across = levelColumns[level - 1];
  const along = nodesAcross(rows - 1, level - 1);
  extremesOfNode[0] = Infinity;
  extremesOfNode[1] = -Infinity;
  for (let part = 0; part < 4; part++) {
    const partColumn = 2 * column + (part & 1);
    const partRow = 2 * row + (part >> 1);
    if (partColumn >= across || partRow >= along) continue;
    const at = 2 * (levelStarts[level - 1] + partRow * across + partColumn);
    extremesOfNode[0] = Math.min(extremesOfNode[0], extremes[at]);
    extremesOfNode[1] = Math.max(extremesOfNode[1], extremes[at + 1]);
  }
}

/** Writes the extremes of a node from the heights themselves. */
function writeExtremesOfPoints(
  out: Float64Array,
  { heights, columns, rows, heightScale, hole }: HeightField,
  level: number,
  column: number,
  row: number,
): void {
  const lastColumn = Math.min(columns - 1, (column + 1) << level);
  const lastRow = Math.min(rows - 1, (row + 1) << level);
  let least = Infinity;
  let largest = -Infinity;
  for (let r = row << level; r <= lastRow; r++) {
    for (let i = r * columns + (column << level); i <= r * columns + lastColumn; i++) {
      const height = heights[i];
      // A hole may be NaN, for which the comparison is false.
      if (height === hole) continue;
      if (height < least) least = height;
      if (height > largest) largest = height;
    }
  }
  // A negative scale turns the field over.
  out[0] = heightScale < 0 ? largest * heightScale : least * heightScale;
  out[1] = heightScale < 0 ? least * heightScale : largest * heightScale;
  if (least > largest) {
    out[0] = Infinity;
    out[1] = -Infinity;
  }
}

/** Writes the box of a node: the least coordinates, then the largest; inside out along y for holes alone. */
export function writeNodeBox(out: Float64Array, field: HeightField, level: number, column: number, row: number): void {
  const { columns, rows, spacingX, spacingZ, extremes, levelStarts, levelColumns } = field;
  if (level < STORED_LEVEL) {
    writeExtremesOfPoints(extremesOfNode, field, level, column, row);
    out[1] = extremesOfNode[0];
    out[4] = extremesOfNode[1];
  } else {
    const at = 2 * (levelStarts[level] + row * levelColumns[level] + column);
    out[1] = extremes[at];
    out[4] = extremes[at + 1];
  }
  out[0] = (column << level) * spacingX;
  out[2] = (row << level) * spacingZ;
  out[3] = Math.min(columns - 1, (column + 1) << level) * spacingX;
  out[5] = Math.min(rows - 1, (row + 1) << level) * spacingZ;
}

/**
 * Writes the corners of a triangle: number 2 · cell is the triangle at the cell's least column and row, 2 · cell + 1
 * the other one, with cells counted row by row. Returns false for a triangle with a hole as a corner. Seen from above,
 * corners run counter-clockwise. Cells are cut into triangles as three.js cuts a PlaneGeometry.
 */
export function writeFieldCorners(out: Float64Array, field: HeightField, triangle: number): boolean {
  const { heights, columns, spacingX, spacingZ, heightScale, hole } = field;
  const cells = columns - 1;
  const cell = triangle >>> 1;
  const column = cell % cells;
  const row = (cell - column) / cells;
  for (let corner = 0; corner < 3; corner++) {
    const c = column + columnOfCorner(triangle, corner);
    const r = row + rowOfCorner(triangle, corner);
    const height = heights[r * columns + c];
    if (height === hole || height - height !== 0) return false;
    out[3 * corner] = c * spacingX;
    out[3 * corner + 1] = height * heightScale;
    out[3 * corner + 2] = r * spacingZ;
  }
  return true;
}

/** Returns in which of the two columns, or rows, of a cell's points a corner of one of its triangles is. */
function columnOfCorner(triangle: number, corner: number): number {
  return (triangle & 1) === 1 ? (corner > 0 ? 1 : 0) : corner === 2 ? 1 : 0;
}

function rowOfCorner(triangle: number, corner: number): number {
  return (triangle & 1) === 1 ? (corner < 2 ? 1 : 0) : corner === 1 ? 1 : 0;
}

/** Writes which points of a field are the corners of a triangle: row · columns + column of each. */
export function writeFieldVertices(out: Uint32Array, { columns }: HeightField, triangle: number): void {
  const cells = columns - 1;
  const cell = triangle >>> 1;
  const column = cell % cells;
  const row = (cell - column) / cells;
  for (let corner = 0; corner < 3; corner++) {
    out[corner] = (row + rowOfCorner(triangle, corner)) * columns + column + columnOfCorner(triangle, corner);
  }
}

/** Throws unless the heights are those of a grid of these sizes. */
export function requireHeights(
  name: string,
  heights: unknown,
  columns: number,
  rows: number,
): asserts heights is Heights {
  requireInteger(`${name} columns`, columns, 2, MOST_CELLS + 1);
  requireInteger(`${name} rows`, rows, 2, MOST_CELLS + 1);
  const types = [Float32Array, Float64Array, Int16Array, Uint16Array];
  if (!types.some((type) => heights instanceof type)) {
    throw new CollisionError(
      'invalid-shape',
      `${name} heights must be a Float32Array, Float64Array, Int16Array or Uint16Array, got ${textOf(heights)}`,
    );
  }
  const { length } = heights as Heights;
  if (length !== columns * rows) {
    refuse('invalid-shape', `the number of ${name} heights`, `columns · rows, ${columns * rows}`, length);
  }
}
