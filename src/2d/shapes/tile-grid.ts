import type { NumberArray } from '../../core/number-array.ts';
import { type TileCells, tileIdAt } from './tile-cells.ts';
import { SIDE_COLUMN, SIDE_ROW, type TileKind } from './tile-kinds.ts';

/**
 * The cells of a map of tiles: cell (column, row) is number `row * columns + column`, and takes the rectangle from
 * (column, row) · (width, height) to the next ones. One byte a cell, or two.
 */
export interface TileGrid {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** The id of the tile in each cell; and by id the kind of its tiles, undefined where nothing is solid. */
  readonly cells: TileCells;
  readonly kinds: readonly (TileKind | undefined)[];
  /** By id: 1 where the map has a shape for tiles of the id, and for the id 0, which is empty. */
  readonly known: Uint8Array;
  /** How deep something may be in a one-way tile and still be taken to come from above. */
  readonly oneWayDepth: number;
  /** Counts the changes of cells, so that values derived from the map know that they are old. */
  version: number;
}

/** Returns the kind of the tile in a cell; undefined for an empty one, and outside the map. */
function tileKindAt(grid: TileGrid, column: number, row: number): TileKind | undefined {
  const { columns, rows } = grid;
  if (column < 0 || row < 0 || column >= columns || row >= rows) return undefined;
  return tileKindOf(grid, row * columns + column);
}

/** Returns the kind of the tile in a cell of the map; undefined for an empty one. */
export function tileKindOf({ kinds, cells }: TileGrid, cell: number): TileKind | undefined {
  return kinds[tileIdAt(cells, cell)];
}

/** The largest number of open parts of an edge of a tile: the neighbour may cover its middle. */
export const MAX_OPEN_PARTS = 2;

/**
 * Writes the parts of an edge that no neighbour covers, each as where it begins and ends along the edge, 0 to 1, and
 * returns how many there are.
 */
export function openParts(
  out: Float64Array,
  grid: TileGrid,
  column: number,
  row: number,
  kind: TileKind,
  edge: number,
): number {
  out[0] = 0;
  out[1] = 1;
  const side = kind.sides[edge];
  if (side < 0) return 1;
  const neighbour = tileKindAt(grid, column + SIDE_COLUMN[side], row + SIDE_ROW[side]);
  if (neighbour === undefined) return 1;
  const { points } = kind;
  const axis = side < 2 ? 1 : 0;
  const next = edge + 1 < points.length >> 1 ? edge + 1 : 0;
  const from = points[2 * edge + axis];
  const length = points[2 * next + axis] - from;
  // The neighbour's opposite side.
  const first = (neighbour.cover[2 * (side ^ 1)] - from) / length;
  const second = (neighbour.cover[2 * (side ^ 1) + 1] - from) / length;
  const low = length > 0 ? first : second;
  const high = length > 0 ? second : first;
  if (low >= high || low >= 1 || high <= 0) return 1;
  let parts = 0;
  if (low > 0) {
    out[1] = low;
    parts = 1;
  }
  if (high < 1) {
    out[2 * parts] = high;
    out[2 * parts + 1] = 1;
    parts++;
  }
  return parts;
}

/** Relative to the cell: how far rounding may take a point off an edge, or a direction off a right angle. */
const CELL_SLACK = 1e-9;

/**
 * Returns whether the surface of the map, at a vertex of a tile, has a normal that the tile alone has there: it does if
 * none of the tiles that meet in the vertex goes on beyond the line at right angles to the normal. Tiles are convex, so
 * it is enough to look at their vertices.
 */
export function isFreeAtVertex(
  grid: TileGrid,
  column: number,
  row: number,
  kind: TileKind,
  vertex: number,
  normal: NumberArray,
): boolean {
  const u = kind.points[2 * vertex];
  const v = kind.points[2 * vertex + 1];
  const fromColumn = u === 0 ? -1 : 0;
  const toColumn = u === 1 ? 1 : 0;
  const fromRow = v === 0 ? -1 : 0;
  const toRow = v === 1 ? 1 : 0;
  for (let dy = fromRow; dy <= toRow; dy++) {
    for (let dx = fromColumn; dx <= toColumn; dx++) {
      if (dx === 0 && dy === 0) continue;
      const other = tileKindAt(grid, column + dx, row + dy);
      if (other === undefined || other.isOneWay) continue;
      place[0] = u - dx;
      place[1] = v - dy;
      if (containsPlace(other, grid) && reachesBeyond(other, grid, normal)) return false;
    }
  }
  return true;
}

/** Returns whether a point in the frame of the map is in a tile. */
export function isInTile(grid: TileGrid, point: NumberArray): boolean {
  const column = Math.floor(point[0] / grid.width);
  const row = Math.floor(point[1] / grid.height);
  const kind = tileKindAt(grid, column, row);
  place[0] = point[0] / grid.width - column;
  place[1] = point[1] / grid.height - row;
  return kind !== undefined && !kind.isOneWay && containsPlace(kind, grid);
}

/** A point in a cell. Fractions travel in scratch arrays, see placed-piece.ts. */
const place = new Float64Array(2);

function containsPlace({ points, normals }: TileKind, { width, height }: TileGrid): boolean {
  for (let i = 0; i < points.length; i += 2) {
    const x = (place[0] - points[i]) * width;
    const y = (place[1] - points[i + 1]) * height;
    if (normals[i] * x + normals[i + 1] * y > CELL_SLACK * (width + height)) return false;
  }
  return true;
}

/** Returns whether a tile goes on from the place along a normal. */
function reachesBeyond({ points }: TileKind, { width, height }: TileGrid, normal: NumberArray): boolean {
  for (let i = 0; i < points.length; i += 2) {
    const x = (points[i] - place[0]) * width;
    const y = (points[i + 1] - place[1]) * height;
    if (normal[0] * x + normal[1] * y > CELL_SLACK * (width + height)) return true;
  }
  return false;
}

/** The largest number of cells that are visited in search of an open one. */
const MOST_STEPS = 64;

/**
 * Returns after how many cells, behind a side of a cell, a run of tiles ends in which each tile covers the whole side
 * of the tile before it: 0 when the side of the cell itself is not covered, −1 when there is no end within MOST_STEPS
 * cells.
 */
export function stepsToOpen(grid: TileGrid, column: number, row: number, side: number): number {
  for (let step = 0; step < MOST_STEPS; step++) {
    const behind = step + 1;
    const kind = tileKindAt(grid, column + behind * SIDE_COLUMN[side], row + behind * SIDE_ROW[side]);
    const facing = 2 * (side ^ 1);
    if (kind === undefined || kind.cover[facing] > 0 || kind.cover[facing + 1] < 1) return step;
  }
  return -1;
}
