import {
  box,
  capsule,
  circle,
  compound,
  ellipse,
  polygon,
  type ShapeSpec,
  type TileName,
  tiles,
} from '../../entry/2d.ts';
import type { Rng } from './rng.ts';

/** Tiles with their corners as a reader would draw them, with y upwards: an independent account of what names mean. */
export const DRAWN_TILES: Readonly<Partial<Record<TileName, readonly number[]>>> = {
  full: [0, 0, 1, 0, 1, 1, 0, 1],
  'half-bottom': [0, 0, 1, 0, 1, 0.5, 0, 0.5],
  'half-top': [0, 0.5, 1, 0.5, 1, 1, 0, 1],
  'half-left': [0, 0, 0.5, 0, 0.5, 1, 0, 1],
  'half-right': [0.5, 0, 1, 0, 1, 1, 0.5, 1],
  'slope-right': [0, 0, 1, 0, 1, 1],
  'slope-left': [0, 0, 1, 0, 0, 1],
  'gentle-low-right': [0, 0, 1, 0, 1, 0.5],
  'gentle-high-right': [0, 0, 1, 0, 1, 1, 0, 0.5],
  'gentle-low-left': [0, 0, 1, 0, 0, 0.5],
  'gentle-high-left': [0, 0, 1, 0, 1, 0.5, 0, 1],
  'steep-low-right': [0, 0, 1, 0, 1, 1, 0.5, 1],
  'steep-high-right': [0.5, 0, 1, 0, 1, 1],
  'steep-low-left': [0, 0, 1, 0, 0.5, 1, 0, 1],
  'steep-high-left': [0, 0, 0.5, 0, 0, 1],
  'ceiling-slope-right': [0, 1, 1, 0, 1, 1],
  'ceiling-slope-left': [0, 0, 1, 1, 0, 1],
};

export const DRAWN_NAMES = Object.keys(DRAWN_TILES) as TileName[];

/** A map of tiles with y upwards, each of size 1, and what a test knows of it. */
export interface TileMap {
  readonly columns: number;
  readonly rows: number;
  readonly cells: number[];
  readonly names: readonly TileName[];
  readonly spec: ShapeSpec;
  /** Whether a point lies inside of a tile, not on its border. */
  isSolid(x: number, y: number): boolean;
}

/**
 * Makes a map of which about every second cell is solid; `slopes` of these are no full ones. Ids are places in names.
 */
export function randomTileMap(rng: Rng, columns: number, rows: number, slopes: number): TileMap {
  const names: TileName[] = ['empty', ...DRAWN_NAMES];
  const cells = Array.from({ length: columns * rows }, (_, i) => {
    // More ground below than above, in lumps.
    if (rng.next() * rows < Math.floor(i / columns) - 1 + 2 * rng.next()) return 0;
    return rng.next() < slopes ? rng.integer(2, names.length - 1) : 1;
  });
  return makeTileMap(columns, rows, cells, names);
}

export function makeTileMap(columns: number, rows: number, cells: number[], names: readonly TileName[]): TileMap {
  const spec = tiles({ columns, rows, size: 1, cells, shapes: { ...names }, yUp: true });
  return {
    columns,
    rows,
    cells,
    names,
    spec,
    isSolid(x, y) {
      const column = Math.floor(x);
      const row = Math.floor(y);
      if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
      const corners = DRAWN_TILES[names[cells[row * columns + column]]];
      return corners !== undefined && contains(corners, x - column, y - row);
    },
  };
}

function contains(corners: readonly number[], x: number, y: number): boolean {
  for (let i = 0; i < corners.length; i += 2) {
    const k = (i + 2) % corners.length;
    const cross =
      (corners[k] - corners[i]) * (y - corners[i + 1]) - (corners[k + 1] - corners[i + 1]) * (x - corners[i]);
    if (cross < 0) return false;
  }
  return true;
}

/** A body smaller than two tiles, of any kind. */
export function randomTileBody(rng: Rng): ShapeSpec {
  const size = rng.range(0.15, 0.8);
  const kinds = [
    () => circle(size),
    () => capsule(size, 0.4 * size),
    () => box(size, 0.6 * size),
    () => box(0.5 * size, 0.7 * size, { radius: 0.2 * size }),
    () => polygon([-size, -0.5 * size, size, -0.4 * size, 0.3 * size, 0.8 * size]),
    () => ellipse(size, 0.5 * size),
    () => compound([circle(0.5 * size), { ...box(0.3 * size, 0.5 * size), offsetX: 0.6 * size }]),
  ];
  return kinds[rng.integer(0, kinds.length - 1)]();
}
