import { refuse, requireInteger } from '../../core/errors.ts';
import { decomposeConvex } from '../geometry/partition/decompose-convex.ts';
import { type CompoundChild, compound } from '../kinds/compound.ts';
import { polygon } from '../kinds/polygon.ts';
import { tiles } from '../kinds/tiles.ts';
import { flattenPoints } from '../shapes/points.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';
import { pointsOfTile, type TileShape } from '../shapes/tile-kinds.ts';
import { type Json, readList, readObject } from './map-json.ts';
import { shapeOfOutline } from './map-outline.ts';
import type { MapLayer, MapObject } from './map-result.ts';
import { numberOf, propertiesOf, type TiledContext, typeOf } from './tiled-context.ts';
import { readPart, type TiledPart } from './tiled-data.ts';
import { type Place, projectIsometric, toRhombus } from './tiled-grid.ts';
import { flipped, isCellShape, outlineOf, requireOutline } from './tiled-outlines.ts';
import { placeInCell, type Size, type Tileset, tileSizeOf } from './tiled-tileset.ts';

/** The largest layer that `tiles` takes. */
const MOST_LINES = 65_536;
const MOST_CELLS = 2 ** 31;

/** Stands in a cell for a tile whose shapes, if it has any, become colliders of their own. */
const STANDS_ALONE = -1;

/** Reads the tile layers of a map. */
export class TileLayerReader {
  readonly #context: TiledContext;
  readonly #layers: MapLayer[];
  /** Gets the shapes of tiles that no cell can hold. */
  readonly #objects: MapObject[];

  constructor(context: TiledContext, layers: MapLayer[], objects: MapObject[]) {
    this.#context = context;
    this.#layers = layers;
    this.#objects = objects;
  }

  /** Reads one layer, whose offset from the map's origin is `place`, in pixels. */
  read(layer: Json, name: string, place: Place): void {
    const chunks = layer.chunks === undefined ? [layer] : readList(`chunks of ${name}`, layer.chunks);
    const parts = chunks.map((entry) =>
      readPart(name, readObject(`a chunk of ${name}`, entry), layer, this.#context.options.decompress ?? {}),
    );
    if (parts.length === 0) return;
    const area = areaOf(parts);
    requireInteger(`columns of ${name}`, area.columns, 1, MOST_LINES);
    requireInteger(`rows of ${name}`, area.rows, 1, MOST_LINES);
    requireInteger(`columns · rows of ${name}`, area.columns * area.rows, 1, MOST_CELLS);
    if (this.#context.grid.orientation === 'orthogonal') this.#readRectangles(parts, area, name, place);
    else this.#readPolygons(parts, area, name, place);
  }

  /** Reads a layer whose cells are rectangles. */
  #readRectangles(parts: readonly TiledPart[], area: Area, name: string, place: Place): void {
    const { columns, rows } = area;
    const { width, height, cornerOf } = this.#context.grid;
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
    const scale = this.#context.scale;
    const shape = tiles({ columns, rows, size: { width: width * scale, height: height * scale }, cells, shapes });
    this.#layers.push({ name, x: corner.x * scale, y: corner.y * scale, columns, rows, shape });
  }

  /** Reads a layer whose cells are no rectangles: its tiles as the children of a compound. */
  #readPolygons(parts: readonly TiledPart[], { columns, rows }: Area, name: string, place: Place): void {
    const scale = this.#context.scale;
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
      const corner = this.#context.grid.cornerOf(x, y);
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
    this.#context.leaveOut('layer', name, undefined, `none of its tiles has a shape to collide with: ${wanted}`);
  }

  #convexPieces(global: number, layer: string, outline: readonly number[]): ShapeSpec[] {
    const points = outline.map((value) => value * this.#context.scale);
    const make = () => {
      const { vertices, starts } = decomposeConvex(points);
      return Array.from(starts.subarray(1), (end, i) =>
        polygon(
          Array.from(vertices.subarray(starts[i], end), (vertex) => [points[2 * vertex], points[2 * vertex + 1]]),
        ),
      );
    };
    return this.#context.attempt('tile', layer, this.#context.find(global).id, make) ?? [];
  }

  #timesCell(outline: readonly number[]): number[] {
    return outline.map((value, i) => value * (i % 2 ? this.#context.grid.height : this.#context.grid.width));
  }

  /** Asks `shapeOf` about a tile. A tile that is in no tileset is left out, and empty. */
  #askedShape(global: number, layer: string): TileShape | undefined {
    const used = this.#context.attempt('tile', layer, numberOf(global), () => this.#context.find(global));
    if (used === undefined) return 'empty';
    return this.#context.options.shapeOf?.({
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

  /**
   * Returns what `#cellShape` does for cells that are not rectangles: outlines, in pixels from the corner of the cell's
   * box.
   */
  #placedShape(global: number, layer: string): readonly (readonly number[])[] | undefined {
    const { orientation, outline, width, height } = this.#context.grid;
    const shape = this.#askedShape(global, layer);
    if (shape === undefined) return undefined;
    if (shape === 'empty') return [];
    if (shape === 'full') return [outline];
    const used = this.#context.find(global);
    if (shape === 'one-way' || (typeof shape === 'string' && orientation === 'hexagonal')) {
      this.#context.leaveOut('tile', layer, used.id, `there is no tile "${shape}" in ${orientation} maps`);
      return [];
    }
    const points = pointsOfShape(shape);
    const placed = orientation === 'hexagonal' ? this.#timesCell(points) : toRhombus(points, width, height);
    const tileset: Tileset = { ...used.tileset, offset: { x: 0, y: 0 }, fitsCell: 'no' };
    return [placeInCell(placed, global, { width, height }, tileset, this.#context.grid)];
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
    const { id, tile } = this.#context.find(global);
    const from = this.#context.grid.cornerOf(column, row);
    for (const outline of outlines) {
      const points = this.#timesCell(outline).map((value) => value * this.#context.scale);
      const shape = this.#context.attempt('tile', layer, id, () => shapeOfOutline(points));
      if (shape === undefined) continue;
      this.#objects.push({
        id,
        name: '',
        type: typeOf(tile),
        layer,
        x: (corner.x + from.x) * this.#context.scale,
        y: (corner.y + from.y) * this.#context.scale,
        rotation: 0,
        shape,
        properties: propertiesOf(tile),
      });
    }
  }

  /** Returns the outlines that were drawn for a tile, flipped as it is, in units of a cell's box. */
  #outlinesOf(global: number, layer: string): number[][] {
    const { id, tile, tileset } = this.#context.find(global);
    if (tile.objectgroup === undefined) return [];
    const group = readObject('objectgroup of a tile', tile.objectgroup);
    const { width, height } = this.#context.grid;
    const outlines: number[][] = [];
    for (const entry of readList('objects of a tile', group.objects)) {
      const place = () => {
        const object = readObject('an object of a tile', entry);
        if (object.polyline !== undefined) refuse('invalid-shape', 'what is drawn', 'an area', 'a polyline');
        const drawn = outlineOf(object);
        if (drawn === undefined) return;
        const outline = tileset.rhombus === undefined ? drawn : onRhombus(drawn, tileset.rhombus, tile, tileset);
        requireOutline(`what is drawn for tile ${id} of ${tileset.name}`, outline);
        const placed = placeInCell(outline, global, tile, tileset, this.#context.grid);
        outlines.push(placed.map((value, i) => value / (i % 2 ? height : width)));
      };
      this.#context.attempt('tile', layer, id, place);
    }
    return outlines;
  }
}

interface Area {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** Returns the cells that hold all parts of a layer. */
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
