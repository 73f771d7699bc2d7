import { refuse, requireInteger, requireKeys, requireType } from '../../core/errors.ts';
import { requireSize } from '../../core/limits.ts';
import type { NumberArray } from '../../core/number-array.ts';
import type { InPlaceRoutines } from '../../core/shapes/handled-shape.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { writeFrameExtent } from '../bounds/extent.ts';
import { reserveConvexPiece } from '../geometry/convex/convex-piece.ts';
import { addTileRoutines } from '../narrow-phase/collide-tiles.ts';
import { setCollector } from '../narrow-phase/surface-table.ts';
import { collectTileContacts } from '../narrow-phase/tile-contacts.ts';
import { POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../pose.ts';
import { findSurfaceStarts, readSurfaceStart } from '../queries/surface-starts.ts';
import { type SurfaceCasts, setSurfaceCasts } from '../queries/surface-table.ts';
import { admitsTileHit, settleTileHit } from '../queries/tile-hit.ts';
import type { GridRoutines } from '../shapes/grid-routines.ts';
import { type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import { makeRegisteredShape, type RegisteredShape, type ShapeRecord } from '../shapes/registered-shape.ts';
import { SHAPE_TILES } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';
import {
  bringBackCells,
  cellsAsKept,
  createCells,
  type KeptCells,
  keepCells,
  setCell,
  tileIdAt,
} from '../shapes/tile-cells.ts';
import { MAX_OPEN_PARTS, openParts, type TileGrid, tileKindOf } from '../shapes/tile-grid.ts';
import { makeTileKind, type TileKind, type TileShape } from '../shapes/tile-kinds.ts';
import {
  findAllTiles,
  findTiles,
  nextTileCast,
  nextTileClosest,
  startTileCast,
  startTileClosest,
  viewTile,
  writeTileBounds,
} from '../shapes/tile-walks.ts';

/** A grid of tiles: its size, what is in its cells, and the shapes of the tiles. */
export interface TilesOptions {
  /** Cells along x and along y: 1 to 65,536, and 2³¹ of them at most. */
  columns: number;
  rows: number;
  /** How large a cell is, in world units: one number for squares. */
  size: number | { readonly width: number; readonly height: number };
  /**
   * The tile in each cell, row by row from (0, 0) on: ids from 0 to 65,535, of which 0 is empty. They are copied.
   * Default: all are empty.
   */
  cells?: NumberArray;
  /**
   * The shapes of the tiles, by id: names, or points of a convex shape in units of the tile. Ids that are not named
   * here cannot be used. Default: `{ 1: 'full' }`.
   */
  shapes?: Readonly<Record<number, TileShape>>;
  /** Says that y grows upwards, which the names of slopes follow. Default false: y grows downwards, as on screens. */
  yUp?: boolean;
  /**
   * How deep, in world units, something may be in the top of a one-way tile and still collide with it: deeper than what
   * falls goes in a tick, and less deep than what jumps reaches up. Default: a quarter of a tile's height.
   */
  oneWayDepth?: number;
}

const TILES_KEYS = ['columns', 'rows', 'size', 'cells', 'shapes', 'yUp', 'oneWayDepth'] as const;
const SIZE_KEYS = ['width', 'height'] as const;
const MOST_LINES = 65_536;
const MOST_CELLS = 2 ** 31;
const MOST_TILES = 65_536;

/**
 * Makes one collider of a map of tiles: a grid of a byte a cell (two where ids are above 255), whose corner is the
 * entity's position. Contacts and hits name the cell (`child` = row · columns + column), and their normals are those of
 * the map's outline: edges and corners between neighbours do not exist. Tiles change one by one, see `setTile`.
 *
 * One-way tiles collide only with colliders that come from above: contacts are those of colliders less deep in the tile
 * than `oneWayDepth`, and a mover is stopped when it moves down onto the tile. Rays and shapes that are cast meet their
 * tops from both sides.
 *
 * @throws CollisionError `out-of-range` for numbers of cells, or ids, beyond the limits; `invalid-number` for a size
 *   that is not finite and above 0; `invalid-shape` for a tile that is no name and no convex shape in its cell, for an
 *   id in `cells` that is not in `shapes`, and for another number of cells than columns · rows.
 */
export function tiles(options: TilesOptions): ShapeSpec {
  requireKeys('tiles options', options, TILES_KEYS);
  const { size, cells, shapes = { 1: 'full' }, yUp = false } = options;
  const columns = requireInteger('tiles columns', options.columns, 1, MOST_LINES);
  const rows = requireInteger('tiles rows', options.rows, 1, MOST_LINES);
  requireInteger('tiles columns · rows', columns * rows, 1, MOST_CELLS);
  requireType('tiles yUp', yUp, 'boolean');
  if (typeof size === 'object') requireKeys('tiles size', size, SIZE_KEYS);
  if (size === undefined)
    refuse('invalid-number', 'tiles size', 'the size of a cell, a number or { width, height }', size);
  const width = requireSize('tiles width', typeof size === 'object' ? size.width : size);
  const height = requireSize('tiles height', typeof size === 'object' ? size.height : size);
  const oneWayDepth = requireSize('tiles oneWayDepth', options.oneWayDepth ?? height / 4);
  const kinds: (TileKind | undefined)[] = [];
  const known = readKinds(kinds, shapes, width, height, yUp);
  const grid: TileGrid = {
    columns,
    rows,
    width,
    height,
    cells: createCells(columns * rows, known.length <= 256 ? 1 : 2),
    kinds,
    known,
    oneWayDepth,
    version: 0,
  };
  if (cells !== undefined) readCells(grid, cells);
  const shape = makeRegisteredShape(tilesRecord, {
    pieces: columns * rows,
    vertices: new Float64Array(0),
    bounds: Float64Array.of(0, 0, columns * width, rows * height),
    grid,
    given: { shapes: givenShapes(shapes, kinds), yUp } satisfies GivenTiles,
  });
  return makeSpec(SHAPE_TILES, 0, 0, 0, shape);
}

/**
 * Puts another tile into a cell of what `tiles` returned, wherever it is in use. It takes the same short time whatever
 * the size of the map, and counts from the next tick and the next query on. Snapshots and histories keep the tiles of
 * their time.
 * @throws CollisionError `invalid-shape` for what `tiles` did not return, `out-of-range` for a cell outside the map or
 * an id that the map does not know.
 */
export function setTile(map: ShapeSpec, column: number, row: number, tile: number): void {
  const grid = requireGrid(map);
  const cell = cellOf(grid, column, row);
  if (!Number.isInteger(tile) || grid.known[tile] !== 1) {
    refuse('out-of-range', 'setTile tile', 'the id of a tile that the map knows', tile);
  }
  setCell(grid.cells, cell, tile);
  grid.version++;
}

/**
 * Returns the id of the tile in a cell of what `tiles` returned.
 * @throws CollisionError `invalid-shape` for what `tiles` did not return, `out-of-range` for a cell outside the map.
 */
export function tileAt(map: ShapeSpec, column: number, row: number): number {
  const grid = requireGrid(map);
  return tileIdAt(grid.cells, cellOf(grid, column, row));
}

function requireGrid(map: ShapeSpec): TileGrid {
  const shape = map?.shape;
  if (typeof shape === 'object' && shape?.grid !== undefined) return shape.grid;
  refuse('invalid-shape', 'map', 'what tiles() returned', map);
}

function cellOf({ columns, rows }: TileGrid, column: number, row: number): number {
  requireInteger('column', column, 0, columns - 1);
  requireInteger('row', row, 0, rows - 1);
  return row * columns + column;
}

/** Fills `kinds` by id. Returns, by id, 1 where the map has a shape for the id. */
function readKinds(
  kinds: (TileKind | undefined)[],
  shapes: Readonly<Record<number, TileShape>>,
  width: number,
  height: number,
  yUp: boolean,
): Uint8Array {
  if (typeof shapes !== 'object' || shapes === null) refuse('invalid-shape', 'tiles shapes', 'an object', shapes);
  const ids = Object.keys(shapes).map((key) => requireInteger('a tile id', Number(key), 0, MOST_TILES - 1));
  const known = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1);
  known[0] = 1;
  for (let id = 0; id < known.length; id++) kinds.push(undefined);
  for (const id of ids) {
    known[id] = 1;
    kinds[id] = makeTileKind(`tile ${id}`, shapes[id], width, height, yUp);
  }
  return known;
}

/** The shapes of a map's tiles as they were given: by id a name, or the hull of the points. */
interface GivenTiles {
  readonly shapes: readonly (readonly [id: string, tile: string | Float64Array])[];
  readonly yUp: boolean;
}

function givenShapes(
  shapes: Readonly<Record<number, TileShape>>,
  kinds: readonly (TileKind | undefined)[],
): GivenTiles['shapes'] {
  return Object.entries(shapes).map(([id, tile]) => [id, typeof tile === 'string' ? tile : kinds[Number(id)]!.points]);
}

function readCells({ columns, cells, known }: TileGrid, from: NumberArray): void {
  const { count } = cells;
  if (typeof from !== 'object' || from?.length !== count) {
    refuse('invalid-shape', 'the length of tiles cells', `columns · rows, ${count}`, from?.length);
  }
  for (let i = 0; i < count; i++) {
    if (!Number.isInteger(from[i]) || known[from[i]] !== 1) {
      const where = `the tile at column ${i % columns}, row ${Math.floor(i / columns)}`;
      refuse('invalid-shape', where, 'one of the ids in `shapes`', from[i]);
    }
    setCell(cells, i, from[i]);
  }
}

/**
 * Writes a tile. Vertices that tiles share are computed from the same numbers in the same way, so that they are equal.
 */
function loadTile(piece: PlacedPiece, shape: RegisteredShape, child: number): void {
  const grid = shape.grid!;
  const { columns, width, height } = grid;
  const { points, normals } = tileKindOf(grid, child)!;
  const column = child % columns;
  const row = (child - column) / columns;
  reserveConvexPiece(piece, points.length >> 1);
  const px = placement[POSE_X];
  const py = placement[POSE_Y];
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  const scale = placement[POSE_SCALE];
  for (let i = 0; i < points.length; i += 2) {
    const x = (column + points[i]) * width * scale;
    const y = (row + points[i + 1]) * height * scale;
    piece.vertices[i] = px + (c * x - s * y);
    piece.vertices[i + 1] = py + (s * x + c * y);
    piece.normals[i] = c * normals[i] - s * normals[i + 1];
    piece.normals[i + 1] = s * normals[i] + c * normals[i + 1];
  }
  piece.count = points.length >> 1;
  piece.curve = undefined;
  piece.radius = placement[POSE_RADIUS];
}

const parts = new Float64Array(2 * MAX_OPEN_PARTS);

/** See `GridRoutines.outline`. */
function writeOutline(out: Float64Array, shape: RegisteredShape, child: number): number {
  const grid = shape.grid!;
  const kind = tileKindOf(grid, child);
  if (kind === undefined) return 0;
  const { points } = kind;
  const column = child % grid.columns;
  const row = (child - column) / grid.columns;
  const edges = kind.isOneWay ? 1 : points.length >> 1;
  let lines = 0;
  for (let edge = 0; edge < edges; edge++) {
    const a = 2 * edge;
    const b = a + 2 < points.length ? a + 2 : 0;
    const count = openParts(parts, grid, column, row, kind, edge);
    for (let end = 0; end < 2 * count; end++) {
      const t = parts[end];
      out[4 * lines + 2 * end] = (column + points[a] + t * (points[b] - points[a])) * grid.width;
      out[4 * lines + 2 * end + 1] = (row + points[a + 1] + t * (points[b + 1] - points[a + 1])) * grid.height;
    }
    lines += count;
  }
  return lines;
}

const tileGrid: GridRoutines<RegisteredShape> = {
  find: findTiles,
  writeBounds: writeTileBounds,
  startCast: startTileCast,
  nextCast: nextTileCast,
  startClosest: startTileClosest,
  nextClosest: nextTileClosest,
  view: viewTile,
  findAll: findAllTiles,
  has: (shape, child) => tileKindOf(shape.grid!, child) !== undefined,
  isOneWay: (shape, child) => tileKindOf(shape.grid!, child)?.isOneWay === true,
  isSameRow: ({ grid }, child, otherChild) =>
    Math.floor(child / grid!.columns) === Math.floor(otherChild / grid!.columns),
  outline: writeOutline,
  versionOf: (shape) => shape.grid!.version,
};

const tileCasts: SurfaceCasts = {
  findStarts: findSurfaceStarts,
  readStart: readSurfaceStart,
  leavesOut: undefined,
  settle: settleTileHit,
  admits: admitsTileHit,
};

const keptTiles: InPlaceRoutines<RegisteredShape, KeptCells> = {
  keep: ({ grid }) => keepCells(grid!.cells),
  bringBack({ grid }, kept) {
    if (bringBackCells(grid!.cells, kept)) grid!.version++;
  },
  asKept: (shape, kept) => ({ ...shape, grid: { ...shape.grid!, cells: cellsAsKept(shape.grid!.cells, kept) } }),
};

const tilesRecord: ShapeRecord = {
  kind: SHAPE_TILES,
  isComposite: true,
  writeExtent: writeFrameExtent,
  load: loadTile,
  curve: undefined,
  isLine: false,
  makesSurface: true,
  grid: tileGrid,
  inPlace: keptTiles,
  enter: enterRegistry,
  addRoutines() {
    addTileRoutines();
    setCollector(SHAPE_TILES, collectTileContacts);
    setSurfaceCasts(SHAPE_TILES, tileCasts);
  },
};

/**
 * Maps of tiles as plain data: the options of `tiles`. The cells are those at the time of the call; shapes that were
 * given as points are written as their hulls.
 */
export const tilesFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_TILES,
  name: 'tiles',
  fields: TILES_KEYS,
  describe(map) {
    const { columns, rows, width, height, cells, oneWayDepth } = requireGrid(map);
    const { shapes, yUp } = requireShape(map.shape).given as GivenTiles;
    return {
      ...{ columns, rows, size: { width, height }, yUp, oneWayDepth },
      shapes: Object.fromEntries(shapes.map(([id, tile]) => [id, typeof tile === 'string' ? tile : Array.from(tile)])),
      cells: Array.from({ length: cells.count }, (_, cell) => tileIdAt(cells, cell)),
    };
  },
  make({ columns, rows, size, cells, shapes, yUp, oneWayDepth }) {
    return tiles({ columns, rows, size, cells, shapes, yUp, oneWayDepth });
  },
};
