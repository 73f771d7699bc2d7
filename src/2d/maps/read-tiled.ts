import { refuse, requireInteger, requireKeys, requirePositive, requireType } from '../../core/errors.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { chain } from '../kinds/chain.ts';
import { tiles } from '../kinds/tiles.ts';
import { flattenPoints } from '../shapes/points.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';
import { pointsOfTile, type TileShape } from '../shapes/tile-kinds.ts';
import { forPart, type Json, readList, readNumber, readObject, readText } from './map-json.ts';
import { shapeOfOutline } from './map-outline.ts';
import type { MapLayer, MapObject } from './map-result.ts';
import { readGlobal, readPart } from './tiled-data.ts';
import { FLAGS, flipped, isCellShape, outlineOf, pointsOf, requireOutline, shapeOfSize } from './tiled-outlines.ts';
import { placeInCell, readTileset, type Tileset, tileSizeOf } from './tiled-tileset.ts';

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
  /** Says whether the layer of a name is read. Default: all are. */
  layers?: (name: string) => boolean;
  /**
   * Says what a tile is, asked once for each tile of a layer: what it returns is flipped as the tile is. For undefined,
   * and by default, the shapes count that were drawn for the tile in Tiled's collision editor; one without is empty.
   */
  shapeOf?: (tile: TiledTile) => TileShape | undefined;
}

/** Of a layer, as `tiles` takes them. */
const MOST_LINES = 65_536;
const MOST_CELLS = 2 ** 31;

/** In place of the id of a cell: the shapes of its tile, if there are any, stand by themselves. */
const STANDS_ALONE = -1;

const OPTION_KEYS = ['scale', 'tilesets', 'layers', 'shapeOf'] as const;

/** What a map of Tiled holds, in the order of the file. */
export interface TiledMap {
  /** Layers with any cell; those of infinite maps are as large as their chunks. */
  readonly layers: readonly MapLayer[];
  /**
   * The objects of object layers, and the drawn shapes of tiles that no cell can hold, of which there may be several to
   * a tile, or which are not convex or leave their cell.
   */
  readonly objects: readonly MapObject[];
}

/**
 * Reads what collides from a map of Tiled (.tmj, .json; parsed): tile layers, also those of infinite maps and in
 * groups, with flipped tiles and the shapes drawn for them; and object layers: rectangles, ellipses, capsules, polygons
 * (closed chains where they are not convex), polylines, points and tiles placed as objects, which are boxes. y grows
 * downwards as it does in Tiled, and angles turn clockwise on such a screen.
 *
 * @throws CollisionError `invalid-state` for what is no such map, for one that is not orthogonal, for a tileset file
 *   that `tilesets` does not hold, for layers saved in a compressed format, and for instances of templates, which Tiled
 *   exports as objects if asked to; `out-of-range` for a layer larger than `tiles` takes; `invalid-shape` for an
 *   outline that makes no shape, and for what `shapeOf` returns and is no tile.
 */
export function readTiled(map: object, options: TiledOptions = {}): TiledMap {
  requireKeys('readTiled options', options, OPTION_KEYS);
  return new TiledReader(readObject('the map', map), options).read();
}

interface Place {
  /** In pixels. */
  readonly x: number;
  readonly y: number;
}

class TiledReader {
  readonly #map: Json;
  readonly #options: TiledOptions;
  readonly #scale: number;
  readonly #width: number;
  readonly #height: number;
  readonly #tilesets: Tileset[];
  readonly #layers: MapLayer[] = [];
  readonly #objects: MapObject[] = [];

  constructor(map: Json, options: TiledOptions) {
    this.#map = map;
    this.#options = options;
    this.#scale = requirePositive('readTiled scale', options.scale ?? 1);
    if (options.layers !== undefined) requireType('readTiled layers', options.layers, 'function');
    if (options.shapeOf !== undefined) requireType('readTiled shapeOf', options.shapeOf, 'function');
    const orientation = map.orientation;
    if (orientation !== 'orthogonal')
      refuse('invalid-state', 'the orientation of the map', '"orthogonal"', orientation);
    this.#width = requirePositive('tilewidth of the map', readNumber('tilewidth', map.tilewidth));
    this.#height = requirePositive('tileheight of the map', readNumber('tileheight', map.tileheight));
    this.#tilesets = readList('tilesets', map.tilesets).map((entry) =>
      readTileset(readObject('a tileset', entry), options.tilesets, { width: this.#width, height: this.#height }),
    );
    this.#tilesets.sort((a, b) => b.firstId - a.firstId);
  }

  read(): TiledMap {
    this.#readLayers(this.#map.layers, { x: 0, y: 0 });
    return { layers: this.#layers, objects: this.#objects };
  }

  #readLayers(list: unknown, from: Place): void {
    for (const entry of readList('layers', list)) {
      const layer = readObject('a layer', entry);
      const name = readText('name of a layer', layer.name);
      const place = {
        x: from.x + readNumber(`offsetx of ${name}`, layer.offsetx, 0),
        y: from.y + readNumber(`offsety of ${name}`, layer.offsety, 0),
      };
      if (layer.type === 'group') this.#readLayers(layer.layers, place);
      else if (this.#options.layers === undefined || this.#options.layers(name)) {
        if (layer.type === 'tilelayer') this.#readTiles(layer, name, place);
        else if (layer.type === 'objectgroup') this.#readObjects(layer, name, place);
      }
    }
  }

  #readTiles(layer: Json, name: string, place: Place): void {
    const chunks = layer.chunks === undefined ? [layer] : readList(`chunks of ${name}`, layer.chunks);
    const parts = chunks.map((entry) => readPart(name, readObject(`a chunk of ${name}`, entry), layer));
    if (parts.length === 0) return;
    const column = Math.min(...parts.map((part) => part.x));
    const row = Math.min(...parts.map((part) => part.y));
    const columns = Math.max(...parts.map((part) => part.x + part.width)) - column;
    const rows = Math.max(...parts.map((part) => part.y + part.height)) - row;
    const corner = { x: place.x + column * this.#width, y: place.y + row * this.#height };
    requireInteger(`columns of ${name}`, columns, 1, MOST_LINES);
    requireInteger(`rows of ${name}`, rows, 1, MOST_LINES);
    requireInteger(`columns · rows of ${name}`, columns * rows, 1, MOST_CELLS);
    const cells = new Uint16Array(columns * rows);
    const shapes: Record<number, TileShape> = {};
    const ids = new Map<number, number>();
    let count = 0;
    for (const part of parts) {
      for (let i = 0; i < part.data.length; i++) {
        const global = part.data[i];
        if (global === 0) continue;
        const x = part.x - column + (i % part.width);
        const y = part.y - row + Math.floor(i / part.width);
        let id = ids.get(global);
        if (id === undefined) {
          const shape = this.#cellShape(global, name);
          id = shape === undefined ? STANDS_ALONE : shape === 'empty' ? 0 : ++count;
          if (id > 0) shapes[id] = shape!;
          ids.set(global, id);
        }
        if (id === STANDS_ALONE) this.#addPieces(global, name, corner, x, y);
        else cells[y * columns + x] = id;
      }
    }
    const scale = this.#scale;
    const size = { width: this.#width * scale, height: this.#height * scale };
    const shape = tiles({ columns, rows, size, cells, shapes });
    this.#layers.push({ name, x: corner.x * scale, y: corner.y * scale, columns, rows, shape });
  }

  /** What a cell holds; undefined where the shapes of its tile, if there are any, have to stand by themselves. */
  #cellShape(global: number, layer: string): TileShape | undefined {
    const { id, tileset, tile } = this.#find(global);
    const shape = this.#options.shapeOf?.({
      layer,
      tileset: tileset.name,
      id,
      type: typeOf(tile),
      properties: propertiesOf(tile),
    });
    if (shape === 'empty' || shape === 'one-way') return shape;
    if (typeof shape === 'string') {
      const points = pointsOfTile(shape, false) ?? refuse('invalid-shape', 'what shapeOf returns', 'a tile', shape);
      return flipped(points, global);
    }
    if (shape !== undefined) return flipped(Array.from(flattenPoints('what shapeOf returns', shape)), global);
    const outlines = this.#outlinesOf(global);
    const only = outlines[0];
    return outlines.length === 1 && isCellShape(only) ? only : undefined;
  }

  /** Adds the shapes of a tile that are not in its cell as objects. */
  #addPieces(global: number, layer: string, corner: Place, column: number, row: number): void {
    const { id, tileset, tile } = this.#find(global);
    for (const outline of this.#outlinesOf(global)) {
      const points = outline.map((value, i) => value * (i % 2 ? this.#height : this.#width) * this.#scale);
      this.#objects.push({
        id,
        name: '',
        type: typeOf(tile),
        layer,
        x: (corner.x + column * this.#width) * this.#scale,
        y: (corner.y + row * this.#height) * this.#scale,
        rotation: 0,
        shape: forPart(`tile ${id} of ${tileset.name}`, () => shapeOfOutline(points)),
        properties: propertiesOf(tile),
      });
    }
  }

  #find(global: number): { id: number; tileset: Tileset; tile: Json } {
    const number = (global & ~FLAGS) >>> 0;
    const tileset = this.#tilesets.find(({ firstId }) => firstId <= number);
    if (tileset === undefined) refuse('invalid-state', 'each tile of the map', 'in one of its tilesets', number);
    const id = number - tileset.firstId;
    return { id, tileset, tile: tileset.tiles.get(id) ?? {} };
  }

  /** The outlines that were drawn for a tile, flipped as it is, in units of a cell. */
  #outlinesOf(global: number): number[][] {
    const { id, tile, tileset } = this.#find(global);
    if (tile.objectgroup === undefined) return [];
    const group = readObject('objectgroup of a tile', tile.objectgroup);
    const cell = { width: this.#width, height: this.#height };
    const outlines: number[][] = [];
    for (const entry of readList('objects of a tile', group.objects)) {
      const outline = outlineOf(readObject('an object of a tile', entry));
      if (outline === undefined) continue;
      requireOutline(`what is drawn for tile ${id} of ${tileset.name}`, outline);
      const placed = placeInCell(outline, global, tile, tileset, cell);
      outlines.push(placed.map((value, i) => value / (i % 2 ? this.#height : this.#width)));
    }
    return outlines;
  }

  #readObjects(layer: Json, name: string, place: Place): void {
    for (const entry of readList(`objects of ${name}`, layer.objects)) {
      const object = readObject(`an object of ${name}`, entry);
      const id = readNumber('id of an object', object.id, 0);
      if (object.template !== undefined) {
        const wanted = 'complete: no instance of a template, see "Detach templates" in the export options of Tiled';
        refuse('invalid-state', `object ${id} of ${name}`, wanted, object.template);
      }
      const isSized = hasSize(object);
      const width = isSized ? readNumber('width of an object', object.width) : 0;
      const height = isSized ? readNumber('height of an object', object.height) : 0;
      const isUpright = object.capsule !== true || width <= height;
      const degrees = readNumber('rotation of an object', object.rotation, 0);
      const centre = this.#middleOf(object, width, height);
      const turn = new Float64Array(2);
      cosSin(turn, 0, (degrees * Math.PI) / 180);
      const x = place.x + readNumber('x of an object', object.x) + turn[0] * centre.x - turn[1] * centre.y;
      const y = place.y + readNumber('y of an object', object.y) + turn[1] * centre.x + turn[0] * centre.y;
      this.#objects.push({
        id,
        name: readText('name of an object', object.name),
        type: typeOf(object),
        layer: name,
        x: x * this.#scale,
        y: y * this.#scale,
        rotation: ((isUpright ? degrees : degrees + 90) * Math.PI) / 180,
        shape: forPart(`object ${id} of ${name}`, () => this.#objectShape(object, width, height)),
        properties: propertiesOf(object),
      });
    }
  }

  /** Where the middle of an object is from its own place, in pixels, before it is turned. */
  #middleOf(object: Json, width: number, height: number): Place {
    // One without a size is a place, as points are.
    if (!(width > 0 && height > 0)) return { x: 0, y: 0 };
    if (object.gid === undefined) return { x: width / 2, y: height / 2 };
    const { tile, tileset } = this.#find(readGlobal('gid of an object', object.gid));
    const { anchor, offset } = tileset;
    const drawn = tileSizeOf(tile, tileset);
    return {
      x: (0.5 - anchor.x) * width + (offset.x * width) / drawn.width,
      y: (0.5 - anchor.y) * height + (offset.y * height) / drawn.height,
    };
  }

  #objectShape(object: Json, width: number, height: number): ShapeSpec | undefined {
    const scale = this.#scale;
    if (object.polygon !== undefined) return shapeOfOutline(pointsOf(object.polygon).map((value) => value * scale));
    if (object.polyline !== undefined) return chain(pointsOf(object.polyline).map((value) => value * scale));
    return width > 0 && height > 0 ? shapeOfSize(object, (width / 2) * scale, (height / 2) * scale) : undefined;
  }
}

/** Whether width and height of an object say what it is. */
function hasSize({ point, text, polygon, polyline }: Json): boolean {
  return point !== true && text === undefined && polygon === undefined && polyline === undefined;
}

/** Tiled has called it type, class, and type again. */
function typeOf(object: Json): string {
  return readText('type', object.type) || readText('class', object.class);
}

function propertiesOf(object: Json): Record<string, unknown> {
  const entries = readList('properties', object.properties).map((entry) => {
    const { name, value } = readObject('a property', entry);
    return [readText('name of a property', name), value] as const;
  });
  // By assignment, "__proto__" would be none.
  return Object.fromEntries(entries);
}
