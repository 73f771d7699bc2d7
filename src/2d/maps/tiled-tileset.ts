import { refuse } from '../../core/errors.ts';
import { requireSize } from '../../core/limits.ts';
import { type Json, readList, readNumber, readObject, readText } from './map-json.ts';
import type { TiledGrid } from './tiled-grid.ts';
import { flipped, isTurned, TURNS, turnedBySixths } from './tiled-outlines.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Tileset {
  readonly firstId: number;
  readonly name: string;
  /** The size of the tileset's tiles, in pixels; tiles that are pictures of their own have sizes of their own. */
  readonly size: Size;
  /** The offset, in pixels, at which the tiles are drawn from their cells. */
  readonly offset: { readonly x: number; readonly y: number };
  /** The point of a tile object that stands at the object's place, 0 to 1 along each axis. */
  readonly anchor: { readonly x: number; readonly y: number };
  /**
   * Whether tiles are drawn as large as the cells: stretched to fill them, or whole, as large as their proportions
   * allow.
   */
  readonly fitsCell: 'no' | 'stretched' | 'whole';
  /**
   * The size of the rhombic cell that the shapes of tiles are drawn on in an isometric map; undefined for other maps.
   */
  readonly rhombus: Size | undefined;
  readonly tiles: ReadonlyMap<number, Json>;
}

/** Reads a tileset of a map whose cells are those of `grid`, or the file that the tileset names, one of `files`. */
export function readTileset(
  entry: Json,
  files: Readonly<Record<string, object>> | undefined,
  grid: TiledGrid,
): Tileset {
  const source = readText('source of a tileset', entry.source);
  const found = source === '' ? entry : files?.[source];
  if (found === undefined) refuse('invalid-state', 'tilesets', `an object with the tileset "${source}"`, found);
  const set = readObject(`the tileset ${source}`, found);
  const name = readText('name of a tileset', set.name);
  const list = readTiles(name, set);
  const cells = readObject(`grid of ${name}`, set.grid ?? {});
  const offset = readObject(`tileoffset of ${name}`, set.tileoffset ?? {});
  const renderSize = readText(`tilerendersize of ${name}`, set.tilerendersize);
  const isWhole = readText(`fillmode of ${name}`, set.fillmode) === 'preserve-aspect-fit';
  return {
    firstId: readNumber(`firstgid of ${name}`, entry.firstgid),
    name,
    size: {
      width: readNumber(`tilewidth of ${name}`, set.tilewidth, grid.width),
      height: readNumber(`tileheight of ${name}`, set.tileheight, grid.height),
    },
    offset: { x: readNumber('x of tileoffset', offset.x, 0), y: readNumber('y of tileoffset', offset.y, 0) },
    anchor: anchorOf(name, readText(`objectalignment of ${name}`, set.objectalignment), grid),
    fitsCell: renderSize !== 'grid' ? 'no' : isWhole ? 'whole' : 'stretched',
    rhombus:
      cells.orientation === 'isometric'
        ? {
            width: readNumber(`width of the grid of ${name}`, cells.width),
            height: readNumber(`height of the grid of ${name}`, cells.height),
          }
        : undefined,
    tiles: new Map(list.map((tile) => [readNumber(`id of a tile of ${name}`, tile.id), tile])),
  };
}

/** Reads the tiles. Until Tiled 1.2, they were an object with their ids as keys, and their properties another one. */
function readTiles(name: string, { tiles, tileproperties }: Json): Json[] {
  if (Array.isArray(tiles) || (tiles === undefined && tileproperties === undefined)) {
    return readList(`tiles of ${name}`, tiles).map((tile) => readObject(`a tile of ${name}`, tile));
  }
  const byId = readObject(`tiles of ${name}`, tiles ?? {});
  const properties = readObject(`tileproperties of ${name}`, tileproperties ?? {});
  return [...new Set([...Object.keys(byId), ...Object.keys(properties)])].map((id) => ({
    properties: properties[id],
    ...readObject(`tile ${id} of ${name}`, byId[id] ?? {}),
    id: Number(id),
  }));
}

/**
 * Reads `objectalignment`: `topleft` and the like; an axis that is not named means its middle. Without the property it
 * is the lower left, and the middle of the lower side in isometric maps.
 */
function anchorOf(tileset: string, alignment: string, { orientation }: TiledGrid): { x: number; y: number } {
  if (alignment === '' || alignment === 'unspecified') return { x: orientation === 'isometric' ? 0.5 : 0, y: 1 };
  const parts = /^(top|bottom)?(left|right)?(center)?$/.exec(alignment);
  if (parts === null) refuse('invalid-state', `objectalignment of ${tileset}`, 'one that Tiled knows', alignment);
  const [, vertical, horizontal] = parts;
  return {
    x: horizontal === 'left' ? 0 : horizontal === 'right' ? 1 : 0.5,
    y: vertical === 'top' ? 0 : vertical === 'bottom' ? 1 : 0.5,
  };
}

/**
 * Returns how large a tile is, in pixels: since Tiled 1.9 it may be a part of its picture. @throws CollisionError
 * `invalid-number` for a tile without a size, as in a collection of pictures whose file was not found.
 */
export function tileSizeOf(tile: Json, { size }: Tileset): Size {
  const width = readNumber('imagewidth of a tile', tile.imagewidth, size.width);
  const height = readNumber('imageheight of a tile', tile.imageheight, size.height);
  return {
    width: requireSize('width of a tile', readNumber('width of a tile', tile.width, width)),
    height: requireSize('height of a tile', readNumber('height of a tile', tile.height, height)),
  };
}

/**
 * Places points drawn for a tile in its cell, in pixels from the cell's corner: flipped within the tile, which stands
 * on the lower left corner of the cell, then moved by the tileset's offset.
 */
export function placeInCell(
  points: readonly number[],
  global: number,
  tile: Json,
  tileset: Tileset,
  cell: TiledGrid,
): number[] {
  const { width, height } = tileSizeOf(tile, tileset);
  const fits = tileset.fitsCell !== 'no';
  let scaleX = fits ? cell.width / width : 1;
  let scaleY = fits ? cell.height / height : 1;
  if (tileset.fitsCell === 'whole') scaleX = scaleY = Math.min(scaleX, scaleY);
  const drawn = fits ? cell : { width, height };
  // A tile that keeps its proportions stands in the middle of its cell.
  const fromX = (drawn.width - scaleX * width) / 2;
  const fromY = (drawn.height - scaleY * height) / 2;
  const scaled = points.map((value, i) => (i % 2 ? fromY + value * scaleY : fromX + value * scaleX));
  const isHexagonal = cell.orientation === 'hexagonal';
  const mirrored = flipped(scaled, isHexagonal ? global & ~TURNS : global, drawn.width, drawn.height);
  const turned = isHexagonal ? turnedBySixths(mirrored, global, drawn.width / 2, drawn.height / 2) : mirrored;
  const raised = cell.height - (!isHexagonal && isTurned(global) ? drawn.width : drawn.height);
  const { offset } = tileset;
  return turned.map((value, i) => (i % 2 ? value + raised + offset.y * scaleY : value + offset.x * scaleX));
}
