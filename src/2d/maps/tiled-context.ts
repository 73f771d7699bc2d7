import { CollisionError, refuse, requireKeys, requireType } from '../../core/errors.ts';
import { requireSize } from '../../core/limits.ts';
import type { TileShape } from '../shapes/tile-kinds.ts';
import { type Json, readList, readObject, readText } from './map-json.ts';
import type { MapLeftOut } from './map-result.ts';
import type { TiledDecompressors } from './tiled-data.ts';
import { makeGrid, type TiledGrid } from './tiled-grid.ts';
import { FLAGS } from './tiled-outlines.ts';
import { readTileset, type Tileset } from './tiled-tileset.ts';

/** A tile of a tileset, as it is used in a layer. */
export interface TiledTile {
  readonly layer: string;
  readonly tileset: string;
  /** Its number in the tileset. */
  readonly id: number;
  /** Its type, or class; empty for none. */
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface TiledOptions {
  /** World units a pixel measures. Default 1. */
  scale?: number;
  /** Parsed tileset files, by the `source` under which the map names them. */
  tilesets?: Readonly<Record<string, object>>;
  /** Parsed template files, by the `template` under which objects name them. */
  templates?: Readonly<Record<string, object>>;
  /** Functions for compressed layers: `{ zlib: unzlibSync }` of fflate, say. See `decompressTiled` for another way. */
  decompress?: TiledDecompressors;
  /** Says whether the layer of a name is read. Default: all are. */
  layers?: (name: string) => boolean;
  /**
   * Chooses the shape of a tile, asked once for each tile of a layer: the returned shape is flipped as the tile is. For
   * undefined, and by default, a tile has the shapes drawn in Tiled's collision editor; a tile without any is empty.
   */
  shapeOf?: (tile: TiledTile) => TileShape | undefined;
}

const OPTION_KEYS = ['scale', 'tilesets', 'templates', 'decompress', 'layers', 'shapeOf'] as const;
const DECOMPRESS_KEYS = ['zlib', 'gzip', 'zstd'] as const;

/** How a tile is used in a layer. */
interface UsedTile {
  readonly id: number;
  readonly tileset: Tileset;
  readonly tile: Json;
}

/**
 * The map that is being read: its scale and tilesets, which its tile layers and its objects both need, and what was
 * left out of both.
 */
export class TiledContext {
  readonly map: Json;
  readonly options: TiledOptions;
  /** World units a pixel. */
  readonly scale: number;
  readonly grid: TiledGrid;
  /** The tilesets of the map, by descending first number. */
  readonly tilesets: readonly Tileset[];
  readonly leftOut: MapLeftOut[] = [];

  constructor(map: object, options: TiledOptions) {
    requireKeys('readTiled options', options, OPTION_KEYS);
    this.map = readObject('the map', map);
    this.options = options;
    this.scale = requireSize('readTiled scale', options.scale ?? 1);
    if (options.layers !== undefined) requireType('readTiled layers', options.layers, 'function');
    if (options.shapeOf !== undefined) requireType('readTiled shapeOf', options.shapeOf, 'function');
    requireKeys('readTiled decompress', options.decompress ?? {}, DECOMPRESS_KEYS);
    this.grid = makeGrid(this.map);
    const tilesets = readList('tilesets', this.map.tilesets).map((entry) => this.readTileset(entry));
    this.tilesets = tilesets.sort((a, b) => b.firstId - a.firstId);
  }

  readTileset(entry: unknown): Tileset {
    return readTileset(readObject('a tileset', entry), this.options.tilesets, this.grid);
  }

  /** Makes something of a part of the map, or notes why that cannot be done, once for each reason. */
  attempt<T>(what: MapLeftOut['what'], layer: string, id: number | undefined, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof CollisionError)) throw error;
      this.leaveOut(what, layer, id, error.message);
      return undefined;
    }
  }

  leaveOut(what: MapLeftOut['what'], layer: string, id: number | undefined, why: string): void {
    const isKnown = this.leftOut.some(
      (known) => known.what === what && known.layer === layer && known.id === id && known.why === why,
    );
    if (!isKnown) this.leftOut.push({ what, id, layer, why });
  }

  /** Returns the tile of a number in the map, without regard to its flags. */
  find(global: number, tilesets: readonly Tileset[] = this.tilesets): UsedTile {
    const number = numberOf(global);
    const tileset = tilesets.find(({ firstId }) => firstId <= number);
    if (tileset === undefined) refuse('invalid-state', 'each tile of the map', 'in one of its tilesets', number);
    const id = number - tileset.firstId;
    return { id, tileset, tile: tileset.tiles.get(id) ?? {} };
  }
}

/** Returns the number of a tile without the flags. */
export function numberOf(global: number): number {
  return (global & ~FLAGS) >>> 0;
}

/** Returns the type of a tile. Tiled has named this property `type`, then `class`, then `type` again. */
export function typeOf(object: Json): string {
  return readText('type', object.type) || readText('class', object.class);
}

export function propertiesOf(object: Json): Record<string, unknown> {
  // Until Tiled 1.1, properties were an object and not a list.
  if (typeof object.properties === 'object' && !Array.isArray(object.properties)) return { ...object.properties };
  const entries = readList('properties', object.properties).map((entry) => {
    const { name, value } = readObject('a property', entry);
    return [readText('name of a property', name), value] as const;
  });
  // A property called "__proto__" would be lost by assignment.
  return Object.fromEntries(entries);
}
