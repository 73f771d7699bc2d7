import {
  CollisionError,
  refuse,
  requireInteger,
  requireKeys,
  requirePositive,
  requireType,
} from '../../core/errors.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { decomposeConvex } from '../geometry/partition/decompose-convex.ts';
import { chain } from '../kinds/chain.ts';
import { type CompoundChild, compound } from '../kinds/compound.ts';
import { polygon } from '../kinds/polygon.ts';
import { tiles } from '../kinds/tiles.ts';
import { flattenPoints } from '../shapes/points.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';
import { pointsOfTile, type TileShape } from '../shapes/tile-kinds.ts';
import { type Json, readList, readNumber, readObject, readText } from './map-json.ts';
import { shapeOfOutline } from './map-outline.ts';
import type { MapLayer, MapLeftOut, MapObject } from './map-result.ts';
import { readGlobal, readPart, type TiledDecompressors, type TiledPart } from './tiled-data.ts';
import { makeGrid, type Place, projectIsometric, type TiledGrid, toRhombus } from './tiled-grid.ts';
import {
  cornersOf,
  FLAGS,
  flipped,
  isCellShape,
  outlineOf,
  pointsOf,
  requireOutline,
  shapeOfSize,
} from './tiled-outlines.ts';
import { placeInCell, readTileset, type Size, type Tileset, tileSizeOf } from './tiled-tileset.ts';

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

/** The largest layer that `tiles` takes. */
const MOST_LINES = 65_536;
const MOST_CELLS = 2 ** 31;

/** In place of the id of a cell: the shapes of its tile, if there are any, stand by themselves. */
const STANDS_ALONE = -1;

const OPTION_KEYS = ['scale', 'tilesets', 'templates', 'decompress', 'layers', 'shapeOf'] as const;
const DECOMPRESS_KEYS = ['zlib', 'gzip', 'zstd'] as const;

/** The content of a map of Tiled, in the order of the file. */
export interface TiledMap {
  /** Layers with any cell; those of infinite maps are as large as their chunks. */
  readonly layers: readonly MapLayer[];
  /**
   * The objects of object layers, and the drawn shapes of tiles that no cell can hold, of which there may be several to
   * a tile, or which are not convex or leave their cell.
   */
  readonly objects: readonly MapObject[];
  /**
   * The objects, tiles and layers that should collide and do not, with the reason: look at it when something is
   * missing.
   */
  readonly leftOut: readonly MapLeftOut[];
}

/**
 * Reads the colliders of a map of Tiled (.tmj, .json; parsed; for .tmx see `tiledFromXml`): tile layers, also those of
 * infinite maps and in groups, with flipped tiles and the shapes drawn for them; and object layers: rectangles,
 * ellipses, capsules, polygons (solid also where they are not convex), polylines, points, instances of templates, and
 * tiles placed as objects, which are boxes. y grows downwards as it does in Tiled, and angles turn clockwise on such a
 * screen.
 *
 * Maps may be isometric, staggered or hexagonal: everything is where Tiled draws it, so an ellipse or a capsule in an
 * isometric map becomes a polygon, and `full` is the whole of a cell.
 *
 * An object or tile that has no usable shape makes nothing else fail: it is in `leftOut`, with the reason. So is a
 * layer none of whose tiles collides, since nothing was drawn for them.
 *
 * @throws CollisionError `invalid-state` for an object that is no such map, for a tileset file that `tilesets` does not
 * hold, and for a compressed layer without a function that reads it; `out-of-range` for a layer larger than `tiles`
 * takes; `invalid-shape` for a value of `shapeOf` that is no tile.
 */
export function readTiled(map: object, options: TiledOptions = {}): TiledMap {
  requireKeys('readTiled options', options, OPTION_KEYS);
  return new TiledReader(readObject('the map', map), options).read();
}

/** How a tile is used in a layer. */
interface UsedTile {
  readonly id: number;
  readonly tileset: Tileset;
  readonly tile: Json;
}

class TiledReader {
  readonly #map: Json;
  readonly #options: TiledOptions;
  readonly #scale: number;
  readonly #grid: TiledGrid;
  readonly #tilesets: Tileset[];
  readonly #layers: MapLayer[] = [];
  readonly #objects: MapObject[] = [];
  readonly #leftOut: MapLeftOut[] = [];

  constructor(map: Json, options: TiledOptions) {
    this.#map = map;
    this.#options = options;
    this.#scale = requirePositive('readTiled scale', options.scale ?? 1);
    if (options.layers !== undefined) requireType('readTiled layers', options.layers, 'function');
    if (options.shapeOf !== undefined) requireType('readTiled shapeOf', options.shapeOf, 'function');
    requireKeys('readTiled decompress', options.decompress ?? {}, DECOMPRESS_KEYS);
    this.#grid = makeGrid(map);
    this.#tilesets = readList('tilesets', map.tilesets).map((entry) => this.#readTileset(entry));
    this.#tilesets.sort((a, b) => b.firstId - a.firstId);
  }

  read(): TiledMap {
    this.#readLayers(this.#map.layers, { x: 0, y: 0 });
    return { layers: this.#layers, objects: this.#objects, leftOut: this.#leftOut };
  }

  #readTileset(entry: unknown): Tileset {
    return readTileset(readObject('a tileset', entry), this.#options.tilesets, this.#grid);
  }

  /** Makes something of a part of the map, or notes why that cannot be done, once for each reason. */
  #attempt<T>(what: MapLeftOut['what'], layer: string, id: number | undefined, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof CollisionError)) throw error;
      this.#leaveOut(what, layer, id, error.message);
      return undefined;
    }
  }

  #leaveOut(what: MapLeftOut['what'], layer: string, id: number | undefined, why: string): void {
    const isKnown = this.#leftOut.some(
      (known) => known.what === what && known.layer === layer && known.id === id && known.why === why,
    );
    if (!isKnown) this.#leftOut.push({ what, id, layer, why });
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
    const parts = chunks.map((entry) =>
      readPart(name, readObject(`a chunk of ${name}`, entry), layer, this.#options.decompress ?? {}),
    );
    if (parts.length === 0) return;
    const area = areaOf(parts);
    requireInteger(`columns of ${name}`, area.columns, 1, MOST_LINES);
    requireInteger(`rows of ${name}`, area.rows, 1, MOST_LINES);
    requireInteger(`columns · rows of ${name}`, area.columns * area.rows, 1, MOST_CELLS);
    if (this.#grid.orientation === 'orthogonal') this.#readRectangles(parts, area, name, place);
    else this.#readPolygons(parts, area, name, place);
  }

  /** Reads a layer whose cells are rectangles. */
  #readRectangles(parts: readonly TiledPart[], area: Area, name: string, place: Place): void {
    const { columns, rows } = area;
    const { width, height, cornerOf } = this.#grid;
    const first = cornerOf(area.column, area.row);
    const corner = { x: place.x + first.x, y: place.y + first.y };
    const cells = new Uint16Array(columns * rows);
    const shapes: Record<number, TileShape> = {};
    const ids = new Map<number, number>();
    const sources = new Map<number, ReadonlyArray<readonly number[]>>();
    let count = 0;
    let collides = false;
    forEachTile(parts, (global, x, y) => {
      let id = ids.get(global);
      if (id === undefined) {
        const shape = this.#cellShape(global, name);
        const outlines = shape === undefined ? this.#outlinesOf(global, name) : [];
        const only = outlines.length === 1 && isCellShape(outlines[0]) ? outlines[0] : undefined;
        const own = shape ?? only;
        id = own === undefined ? STANDS_ALONE : own === 'empty' ? 0 : ++count;
        if (id > 0) shapes[id] = own!;
        if (id === STANDS_ALONE) sources.set(global, outlines);
        ids.set(global, id);
        collides ||= shape !== undefined || outlines.length > 0;
      }
      if (id !== STANDS_ALONE) cells[(y - area.row) * columns + (x - area.column)] = id;
      else this.#addPieces(global, name, corner, x - area.column, y - area.row, sources.get(global)!);
    });
    if (ids.size > 0 && !collides) this.#leaveOutLayer(name);
    const scale = this.#scale;
    const shape = tiles({ columns, rows, size: { width: width * scale, height: height * scale }, cells, shapes });
    this.#layers.push({ name, x: corner.x * scale, y: corner.y * scale, columns, rows, shape });
  }

  /** Reads a layer whose cells are no rectangles: its tiles as the children of a compound. */
  #readPolygons(parts: readonly TiledPart[], { columns, rows }: Area, name: string, place: Place): void {
    const scale = this.#scale;
    const pieces = new Map<number, readonly ShapeSpec[]>();
    const children: CompoundChild[] = [];
    let collides = false;
    forEachTile(parts, (global, x, y) => {
      let known = pieces.get(global);
      if (known === undefined) {
        const shape = this.#placedShape(global, name);
        const outlines = shape ?? this.#outlinesOf(global, name).map((outline) => this.#timesCell(outline));
        known = outlines.flatMap((outline) => this.#convexPieces(global, name, outline));
        pieces.set(global, known);
        collides ||= shape !== undefined || outlines.length > 0;
      }
      const corner = this.#grid.cornerOf(x, y);
      for (const piece of known) {
        children.push({ ...piece, offsetX: corner.x * scale, offsetY: corner.y * scale });
      }
    });
    if (pieces.size > 0 && !collides) this.#leaveOutLayer(name);
    if (children.length === 0) return;
    const shape = compound(children, { smooth: true });
    this.#layers.push({ name, x: place.x * scale, y: place.y * scale, columns, rows, shape });
  }

  #leaveOutLayer(name: string): void {
    const wanted = 'draw them in the collision editor of the tileset, or say what tiles are with the option shapeOf';
    this.#leaveOut('layer', name, undefined, `none of its tiles has a shape to collide with: ${wanted}`);
  }

  #convexPieces(global: number, layer: string, outline: readonly number[]): ShapeSpec[] {
    const points = outline.map((value) => value * this.#scale);
    const make = () => {
      const { vertices, starts } = decomposeConvex(points);
      return Array.from(starts.subarray(1), (end, i) =>
        polygon(
          Array.from(vertices.subarray(starts[i], end), (vertex) => [points[2 * vertex], points[2 * vertex + 1]]),
        ),
      );
    };
    return this.#attempt('tile', layer, this.#find(global).id, make) ?? [];
  }

  #timesCell(outline: readonly number[]): number[] {
    return outline.map((value, i) => value * (i % 2 ? this.#grid.height : this.#grid.width));
  }

  /** Asks `shapeOf` about a tile. A tile that is in no tileset is left out, and empty. */
  #askedShape(global: number, layer: string): TileShape | undefined {
    const used = this.#attempt('tile', layer, numberOf(global), () => this.#find(global));
    if (used === undefined) return 'empty';
    return this.#options.shapeOf?.({
      layer,
      tileset: used.tileset.name,
      id: used.id,
      type: typeOf(used.tile),
      properties: propertiesOf(used.tile),
    });
  }

  /** Returns the shape of a cell by `shapeOf`; undefined where the tile has the shapes drawn for it. */
  #cellShape(global: number, layer: string): TileShape | undefined {
    const shape = this.#askedShape(global, layer);
    if (shape === undefined || shape === 'empty' || shape === 'one-way') return shape;
    return flipped(pointsOfShape(shape), global);
  }

  /** Does the same for cells that are no rectangles: outlines, in pixels from the corner of the cell's box. */
  #placedShape(global: number, layer: string): readonly (readonly number[])[] | undefined {
    const { orientation, outline, width, height } = this.#grid;
    const shape = this.#askedShape(global, layer);
    if (shape === undefined) return undefined;
    if (shape === 'empty') return [];
    if (shape === 'full') return [outline];
    const used = this.#find(global);
    if (shape === 'one-way' || (typeof shape === 'string' && orientation === 'hexagonal')) {
      this.#leaveOut('tile', layer, used.id, `there is no tile "${shape}" in ${orientation} maps`);
      return [];
    }
    const points = pointsOfShape(shape);
    const placed = orientation === 'hexagonal' ? this.#timesCell(points) : toRhombus(points, width, height);
    const tileset: Tileset = { ...used.tileset, offset: { x: 0, y: 0 }, fitsCell: 'no' };
    return [placeInCell(placed, global, { width, height }, tileset, this.#grid)];
  }

  /** Adds the shapes of a tile that are not in its cell as objects. */
  #addPieces(
    global: number,
    layer: string,
    corner: Place,
    column: number,
    row: number,
    outlines: readonly (readonly number[])[],
  ): void {
    const { id, tile } = this.#find(global);
    const from = this.#grid.cornerOf(column, row);
    for (const outline of outlines) {
      const points = this.#timesCell(outline).map((value) => value * this.#scale);
      const shape = this.#attempt('tile', layer, id, () => shapeOfOutline(points));
      if (shape === undefined) continue;
      this.#objects.push({
        id,
        name: '',
        type: typeOf(tile),
        layer,
        x: (corner.x + from.x) * this.#scale,
        y: (corner.y + from.y) * this.#scale,
        rotation: 0,
        shape,
        properties: propertiesOf(tile),
      });
    }
  }

  #find(global: number, tilesets: readonly Tileset[] = this.#tilesets): UsedTile {
    const number = numberOf(global);
    const tileset = tilesets.find(({ firstId }) => firstId <= number);
    if (tileset === undefined) refuse('invalid-state', 'each tile of the map', 'in one of its tilesets', number);
    const id = number - tileset.firstId;
    return { id, tileset, tile: tileset.tiles.get(id) ?? {} };
  }

  /** The outlines that were drawn for a tile, flipped as it is, in units of a cell's box. */
  #outlinesOf(global: number, layer: string): number[][] {
    const { id, tile, tileset } = this.#find(global);
    if (tile.objectgroup === undefined) return [];
    const group = readObject('objectgroup of a tile', tile.objectgroup);
    const { width, height } = this.#grid;
    const outlines: number[][] = [];
    for (const entry of readList('objects of a tile', group.objects)) {
      const place = () => {
        const object = readObject('an object of a tile', entry);
        if (object.polyline !== undefined) refuse('invalid-shape', 'what is drawn', 'an area', 'a polyline');
        const drawn = outlineOf(object);
        if (drawn === undefined) return;
        const outline = tileset.rhombus === undefined ? drawn : onRhombus(drawn, tileset.rhombus, tile, tileset);
        requireOutline(`what is drawn for tile ${id} of ${tileset.name}`, outline);
        const placed = placeInCell(outline, global, tile, tileset, this.#grid);
        outlines.push(placed.map((value, i) => value / (i % 2 ? height : width)));
      };
      this.#attempt('tile', layer, id, place);
    }
    return outlines;
  }

  #readObjects(layer: Json, name: string, place: Place): void {
    for (const entry of readList(`objects of ${name}`, layer.objects)) {
      const id = typeof entry === 'object' && entry !== null ? (entry as Json).id : undefined;
      const read = () => this.#readObject(readObject(`an object of ${name}`, entry), name, place);
      const object = this.#attempt('object', name, typeof id === 'number' ? id : undefined, read);
      if (object !== undefined) this.#objects.push(object);
    }
  }

  #readObject(entry: Json, layer: string, place: Place): MapObject {
    const object = this.#completed(entry);
    const { origin, project, orientation } = this.#grid;
    const isSized = hasSize(object);
    const width = isSized ? readNumber('width of an object', object.width) : 0;
    const height = isSized ? readNumber('height of an object', object.height) : 0;
    // An object that is drawn on an isometric map is a polygon, whatever it was.
    const isProjected = orientation === 'isometric' && object.gid === undefined;
    const isUpright = isProjected || object.capsule !== true || width <= height;
    const degrees = readNumber('rotation of an object', object.rotation, 0);
    const centre = this.#middleOf(object, entry, width, height);
    const turn = new Float64Array(2);
    cosSin(turn, 0, (degrees * Math.PI) / 180);
    const [x, y] = project([readNumber('x of an object', object.x), readNumber('y of an object', object.y)]);
    return {
      id: readNumber('id of an object', entry.id, 0),
      name: readText('name of an object', object.name),
      type: typeOf(object),
      layer,
      x: (place.x + origin.x + x + turn[0] * centre.x - turn[1] * centre.y) * this.#scale,
      y: (place.y + origin.y + y + turn[1] * centre.x + turn[0] * centre.y) * this.#scale,
      rotation: ((isUpright ? degrees : degrees + 90) * Math.PI) / 180,
      shape: isProjected ? this.#projectedShape(object, centre) : this.#objectShape(object, width, height),
      properties: propertiesOf(object),
    };
  }

  /** Returns an object with the fields that it leaves out filled in from its template, if it has one. */
  #completed(object: Json): Json {
    if (object.template === undefined) return object;
    const { original } = this.#templateOf(object);
    const properties = { ...propertiesOf(original), ...propertiesOf(object) };
    return { ...original, ...object, properties };
  }

  #templateOf(object: Json): { file: Json; original: Json } {
    const source = readText('template of an object', object.template);
    const found = this.#options.templates?.[source];
    if (found === undefined) refuse('invalid-state', 'templates', `an object with the template "${source}"`, found);
    const file = readObject(`the template ${source}`, found);
    return { file, original: readObject(`the object of the template ${source}`, file.object) };
  }

  /** The tilesets that the number of a tile that is an object is of: those of its template, where it has it of it. */
  #tilesetsOf(entry: Json): readonly Tileset[] {
    if (entry.template === undefined || entry.gid !== undefined) return this.#tilesets;
    return [this.#readTileset(this.#templateOf(entry).file.tileset)];
  }

  /** Returns the way from the place of an object to its middle, in pixels, before the object is turned. */
  #middleOf(object: Json, entry: Json, width: number, height: number): Place {
    // An object without a size is a place, as points are.
    if (!(width > 0 && height > 0)) return { x: 0, y: 0 };
    if (object.gid === undefined) {
      const [x, y] = this.#grid.project([width / 2, height / 2]);
      return { x, y };
    }
    const { tile, tileset } = this.#find(readGlobal('gid of an object', object.gid), this.#tilesetsOf(entry));
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

  /** The shape of an object as the cells of the map are drawn, about a middle in pixels from its place. */
  #projectedShape(object: Json, middle: Place): ShapeSpec | undefined {
    const place = (points: readonly number[]) =>
      this.#grid.project(points).map((value, i) => (value - (i % 2 ? middle.y : middle.x)) * this.#scale);
    if (object.polyline !== undefined) return chain(place(pointsOf(object.polyline)));
    if (object.polygon !== undefined) return shapeOfOutline(place(pointsOf(object.polygon)));
    const corners = hasSize(object) ? cornersOf(object) : undefined;
    return corners === undefined ? undefined : shapeOfOutline(place(corners));
  }
}

interface Area {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** The cells that hold all parts of a layer. */
function areaOf(parts: readonly TiledPart[]): Area {
  let column = Infinity;
  let row = Infinity;
  let columnEnd = -Infinity;
  let rowEnd = -Infinity;
  for (const { x, y, width, height } of parts) {
    column = Math.min(column, x);
    row = Math.min(row, y);
    columnEnd = Math.max(columnEnd, x + width);
    rowEnd = Math.max(rowEnd, y + height);
  }
  return { column, row, columns: columnEnd - column, rows: rowEnd - row };
}

/** Calls back with each tile and the column and row of its cell. */
function forEachTile(parts: readonly TiledPart[], visit: (global: number, column: number, row: number) => void): void {
  for (const { x, y, width, data } of parts) {
    for (let i = 0; i < data.length; i++) {
      if (data[i] !== 0) visit(data[i], x + (i % width), y + Math.floor(i / width));
    }
  }
}

/** The number of a tile without the flags. */
function numberOf(global: number): number {
  return (global & ~FLAGS) >>> 0;
}

function pointsOfShape(shape: TileShape): readonly number[] {
  if (typeof shape !== 'string') return Array.from(flattenPoints('what shapeOf returns', shape));
  return pointsOfTile(shape, false) ?? refuse('invalid-shape', 'what shapeOf returns', 'a tile', shape);
}

/**
 * Takes points drawn on the cell of an isometric map to pixels of the picture, in whose lower left corner the cell
 * lies.
 */
function onRhombus(points: readonly number[], { width, height }: Size, tile: Json, tileset: Tileset): number[] {
  const raised = tileSizeOf(tile, tileset).height - height;
  return projectIsometric(points, width, height, height).map((value, i) => value + (i % 2 ? raised : width / 2));
}

/** Whether an object is drawn by its width and height: a rectangle, an ellipse, a capsule or a tile. */
function hasSize({ point, text, polygon, polyline }: Json): boolean {
  return point !== true && text === undefined && polygon === undefined && polyline === undefined;
}

/** Tiled has called it type, class, and type again. */
function typeOf(object: Json): string {
  return readText('type', object.type) || readText('class', object.class);
}

function propertiesOf(object: Json): Record<string, unknown> {
  // Until Tiled 1.1, properties were an object and not a list.
  if (typeof object.properties === 'object' && !Array.isArray(object.properties)) return { ...object.properties };
  const entries = readList('properties', object.properties).map((entry) => {
    const { name, value } = readObject('a property', entry);
    return [readText('name of a property', name), value] as const;
  });
  // A property called "__proto__" would be lost by assignment.
  return Object.fromEntries(entries);
}
