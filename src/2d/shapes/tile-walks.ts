import { CAST_CENTER, CAST_DIRECTION, CAST_HALF, type CastWalk } from '../../core/bvh/cast-walk.ts';
import { CLOSEST_POINT } from '../../core/bvh/closest-walk.ts';
import { type OrderedWalk, putInOrder, WALK_LIMIT, WALK_ROUNDING } from '../../core/bvh/ordered-walk.ts';
import { requireInteger } from '../../core/errors.ts';
import { type IndexList, reserveIndices } from '../../core/index-list.ts';
import { reserveConvexPiece } from '../geometry/convex/convex-piece.ts';
import type { OwnPiece } from './grid-routines.ts';
import { createPlacedPiece } from './placed-piece.ts';
import type { RegisteredShape } from './registered-shape.ts';
import { type TileGrid, tileKindOf } from './tile-grid.ts';

/*
 * How queries find the tiles of a map, in its own frame: by counting cells. As in a hierarchy, a walk stops whenever it
 * has found something, and keeps its position in its own `query`.
 */

/**
 * In units of cells: how much farther a search looks than it would without rounding. A box that touches a cell meets
 * it.
 */
const SLACK = 1e-9;

/** Writes the cells with tiles that meet a box, ascending. */
export function findTiles(out: IndexList, shape: RegisteredShape, box: Float64Array): void {
  const grid = shape.grid!;
  const { columns, rows, width, height } = grid;
  const fromColumn = Math.max(0, Math.floor(box[0] / width - SLACK));
  const fromRow = Math.max(0, Math.floor(box[1] / height - SLACK));
  const toColumn = Math.min(columns - 1, Math.floor(box[2] / width + SLACK));
  const toRow = Math.min(rows - 1, Math.floor(box[3] / height + SLACK));
  out.count = 0;
  if (!(fromColumn <= toColumn)) return;
  for (let row = fromRow; row <= toRow; row++) {
    const items = reserveIndices(out, toColumn - fromColumn + 1);
    let { count } = out;
    for (let cell = row * columns + fromColumn; cell <= row * columns + toColumn; cell++) {
      if (tileKindOf(grid, cell) !== undefined) items[count++] = cell;
    }
    out.count = count;
  }
}

/** The largest number of tiles that a query may place one by one, as each takes a piece of its own. */
const MOST_PLACED = 65_536;

/** Writes all cells with tiles. */
export function findAllTiles(out: IndexList, shape: RegisteredShape): void {
  findTiles(out, shape, shape.bounds);
  requireInteger('the number of tiles of a map that a query places', out.count, 0, MOST_PLACED);
}

/** Writes the bounds of a cell. */
export function writeTileBounds(out: Float64Array, shape: RegisteredShape, child: number): void {
  const { columns, width, height } = shape.grid!;
  const column = child % columns;
  const row = (child - column) / columns;
  out[0] = column * width;
  out[1] = row * height;
  out[2] = (column + 1) * width;
  out[3] = (row + 1) * height;
}

const viewed = createPlacedPiece(16);

/** Points `own` at a tile. */
export function viewTile(own: OwnPiece, shape: RegisteredShape, child: number): void {
  const grid = shape.grid!;
  const { columns, width, height } = grid;
  const { points, normals } = tileKindOf(grid, child)!;
  const column = child % columns;
  const row = (child - column) / columns;
  own.first = 0;
  own.count = points.length >> 1;
  reserveConvexPiece(viewed, own.count);
  for (let i = 0; i < points.length; i += 2) {
    viewed.vertices[i] = (column + points[i]) * width;
    viewed.vertices[i + 1] = (row + points[i + 1]) * height;
    viewed.normals[i] = normals[i];
    viewed.normals[i + 1] = normals[i + 1];
  }
  own.vertices = viewed.vertices;
  own.normals = viewed.normals;
}

/*
 * Indices in `query` for a cast: the axis along which the cast passes most cells; the next line of cells across this
 * axis, the last one and the step from one to the next; the next cell in the line and the last one; and the fraction
 * at which the cast enters the line.
 */
const MAJOR = 1;
const LINE = 2;
const LAST_LINE = 3;
const STEP = 4;
const CELL = 5;
const LAST_CELL = 6;
const ENTRY = 7;

/** Begins the walk of `walk.cast` through the cells of a map, up to the fraction `query[WALK_LIMIT]`. */
export function startTileCast(walk: CastWalk, shape: RegisteredShape): void {
  const { cast, query } = walk;
  const { columns, rows, width, height } = shape.grid!;
  walk.top = 0;
  if (!(query[WALK_LIMIT] >= 0)) return;
  const alongX = Math.abs(cast[CAST_DIRECTION]) * height;
  const alongY = Math.abs(cast[CAST_DIRECTION + 1]) * width;
  const major = alongX >= alongY ? 0 : 1;
  const size = major === 0 ? width : height;
  const lines = major === 0 ? columns : rows;
  const centre = cast[CAST_CENTER + major];
  const half = cast[CAST_HALF + major];
  const direction = cast[CAST_DIRECTION + major];
  const backwards = direction < 0;
  const reach = direction === 0 ? 0 : query[WALK_LIMIT] * direction;
  const low = Math.floor((centre - half + Math.min(reach, 0)) / size - SLACK);
  const high = Math.floor((centre + half + Math.max(reach, 0)) / size + SLACK);
  // The comparison also holds when a bound is NaN.
  if (!(low < lines && high >= 0)) return;
  const first = Math.max(0, low);
  const last = Math.min(lines - 1, high);
  query[MAJOR] = major;
  query[STEP] = backwards ? -1 : 1;
  query[LINE] = backwards ? last : first;
  query[LAST_LINE] = backwards ? first : last;
  walk.top = enterLine(walk, shape.grid!) ? 1 : 0;
}

/**
 * Sets the walk to the first cell of its current line: the cells that the box passes while it is in the line. Returns
 * false when they come too late to matter.
 */
function enterLine(walk: CastWalk, { columns, rows, width, height }: TileGrid): boolean {
  const { cast, query } = walk;
  const major = query[MAJOR];
  const minor = 1 - major;
  const size = major === 0 ? width : height;
  const across = major === 0 ? height : width;
  const limit = query[WALK_LIMIT];
  const direction = cast[CAST_DIRECTION + major];
  const centre = cast[CAST_CENTER + major];
  const half = cast[CAST_HALF + major];
  const low = query[LINE] * size - half - centre;
  const high = (query[LINE] + 1) * size + half - centre;
  let entry = 0;
  let leave = 0;
  if (direction !== 0) {
    entry = Math.max(0, (direction > 0 ? low : high) / direction);
    leave = Math.min(limit, (direction > 0 ? high : low) / direction);
  }
  query[ENTRY] = entry;
  if (entry > limit * WALK_ROUNDING) return false;
  const from = cast[CAST_CENTER + minor] + entry * cast[CAST_DIRECTION + minor];
  const to = cast[CAST_CENTER + minor] + leave * cast[CAST_DIRECTION + minor];
  const reach = cast[CAST_HALF + minor];
  const cells = major === 0 ? rows : columns;
  query[CELL] = Math.max(0, Math.floor((Math.min(from, to) - reach) / across - SLACK));
  query[LAST_CELL] = Math.min(cells - 1, Math.floor((Math.max(from, to) + reach) / across + SLACK));
  return true;
}

/** Goes on to the next line with tiles on the way, as `nextCastLeaf`. */
export function nextTileCast(walk: CastWalk, shape: RegisteredShape): number {
  const grid = shape.grid!;
  const { columns } = grid;
  const { query, items, itemKeys } = walk;
  let count = 0;
  while (walk.top > 0) {
    const isColumn = query[MAJOR] === 0;
    const line = query[LINE];
    const last = query[LAST_CELL];
    let at = query[CELL];
    for (; at <= last && count < items.length; at++) {
      const cell = isColumn ? at * columns + line : line * columns + at;
      if (tileKindOf(grid, cell) === undefined) continue;
      itemKeys[count] = query[ENTRY];
      items[count] = cell;
      count++;
    }
    query[CELL] = at;
    if (at > last) {
      const isLast = line === query[LAST_LINE];
      query[LINE] = line + query[STEP];
      walk.top = isLast || !enterLine(walk, grid) ? 0 : 1;
    }
    if (count > 0) return count;
  }
  return 0;
}

/*
 * In `query`, of a search for the nearest: the cell around which it goes, the ring it is in, and the cell of the ring
 * that comes next.
 */
const MIDDLE_COLUMN = 4;
const MIDDLE_ROW = 5;
const RING = 6;
const RING_ROW = 7;
const RING_COLUMN = 8;

/** Begins the walk around the point in `walk.query`. */
export function startTileClosest(walk: OrderedWalk, shape: RegisteredShape): void {
  const { query } = walk;
  const { columns, rows, width, height } = shape.grid!;
  query[MIDDLE_COLUMN] = Math.min(Math.max(0, Math.floor(query[CLOSEST_POINT] / width)), columns - 1);
  query[MIDDLE_ROW] = Math.min(Math.max(0, Math.floor(query[CLOSEST_POINT + 1] / height)), rows - 1);
  query[RING] = 0;
  query[RING_ROW] = query[MIDDLE_ROW];
  query[RING_COLUMN] = query[MIDDLE_COLUMN];
  walk.top = query[WALK_LIMIT] >= 0 ? 1 : 0;
}

/** Goes on to the next tiles that may be near enough, as `nextClosestLeaf`. */
export function nextTileClosest(walk: OrderedWalk, shape: RegisteredShape): number {
  const grid = shape.grid!;
  const { columns, rows } = grid;
  const { query, items } = walk;
  const middleColumn = query[MIDDLE_COLUMN];
  const middleRow = query[MIDDLE_ROW];
  let count = 0;
  while (walk.top > 0) {
    const ring = query[RING];
    const row = query[RING_ROW];
    // The rows between the first and the last have two cells of the ring.
    const isWhole = row === middleRow - ring || row === middleRow + ring;
    const high = middleColumn + ring;
    let column = query[RING_COLUMN];
    if (isWhole && column < 0) column = 0;
    while (column <= high && column < columns && count < items.length) {
      const cell = row * columns + column;
      if (column >= 0 && tileKindOf(grid, cell) !== undefined && noteDistance(walk, grid, column, row, count)) {
        putInOrder(walk, count++);
      }
      column = isWhole || column === high ? column + 1 : high;
    }
    query[RING_COLUMN] = column;
    if (column > high || column >= columns) {
      if (row < middleRow + ring && row < rows - 1) {
        query[RING_ROW] = row + 1;
        query[RING_COLUMN] = middleColumn - ring;
      } else {
        enterRing(walk, grid, ring + 1);
      }
    }
    if (count > 0) return count;
  }
  return 0;
}

/** Sets the walk to the first cell of a ring, unless all that is left of the map is too far away. */
function enterRing(walk: OrderedWalk, { columns, rows, width, height }: TileGrid, ring: number): void {
  const { query } = walk;
  const column = query[MIDDLE_COLUMN];
  const row = query[MIDDLE_ROW];
  const x = query[CLOSEST_POINT];
  const y = query[CLOSEST_POINT + 1];
  query[RING] = ring;
  query[RING_ROW] = Math.max(0, row - ring);
  query[RING_COLUMN] = column - ring;
  // How far away the four sides of the ring are, where they are in the map.
  let least = Infinity;
  if (column - ring >= 0) least = Math.min(least, x - (column - ring + 1) * width);
  if (column + ring < columns) least = Math.min(least, (column + ring) * width - x);
  if (row - ring >= 0) least = Math.min(least, y - (row - ring + 1) * height);
  if (row + ring < rows) least = Math.min(least, (row + ring) * height - y);
  walk.top = least <= query[WALK_LIMIT] * WALK_ROUNDING && least < Infinity ? 1 : 0;
}

/** Lists a cell with its squared distance; returns false when that is beyond the limit. */
function noteDistance(
  walk: OrderedWalk,
  { columns, width, height }: TileGrid,
  column: number,
  row: number,
  at: number,
): boolean {
  const { query, items, itemKeys } = walk;
  const x = query[CLOSEST_POINT];
  const y = query[CLOSEST_POINT + 1];
  const dx = Math.max(column * width - x, x - (column + 1) * width, 0);
  const dy = Math.max(row * height - y, y - (row + 1) * height, 0);
  const squared = dx * dx + dy * dy;
  const limit = query[WALK_LIMIT];
  if (!(squared <= limit * limit * WALK_ROUNDING)) return false;
  items[at] = row * columns + column;
  itemKeys[at] = squared;
  return true;
}
