import { refuse } from '../../core/errors.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { chain } from '../kinds/chain.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';
import { type Json, readList, readNumber, readObject, readText } from './map-json.ts';
import { shapeOfOutline } from './map-outline.ts';
import type { MapObject } from './map-result.ts';
import { propertiesOf, type TiledContext, typeOf } from './tiled-context.ts';
import { readGlobal } from './tiled-data.ts';
import type { Place } from './tiled-grid.ts';
import { cornersOf, pointsOf, shapeOfSize } from './tiled-outlines.ts';
import { type Tileset, tileSizeOf } from './tiled-tileset.ts';

/** Reads the object layers of a map. */
export class ObjectLayerReader {
  readonly #context: TiledContext;
  readonly #objects: MapObject[];

  constructor(context: TiledContext, objects: MapObject[]) {
    this.#context = context;
    this.#objects = objects;
  }

  /** Reads one layer, whose offset from the map's origin is `place`, in pixels. */
  read(layer: Json, name: string, place: Place): void {
    for (const entry of readList(`objects of ${name}`, layer.objects)) {
      const id = typeof entry === 'object' && entry !== null ? (entry as Json).id : undefined;
      const read = () => this.#readObject(readObject(`an object of ${name}`, entry), name, place);
      const object = this.#context.attempt('object', name, typeof id === 'number' ? id : undefined, read);
      if (object !== undefined) this.#objects.push(object);
    }
  }

  #readObject(entry: Json, layer: string, place: Place): MapObject {
    const object = this.#completed(entry);
    const { origin, project, orientation } = this.#context.grid;
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
      x: (place.x + origin.x + x + turn[0] * centre.x - turn[1] * centre.y) * this.#context.scale,
      y: (place.y + origin.y + y + turn[1] * centre.x + turn[0] * centre.y) * this.#context.scale,
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
    const found = this.#context.options.templates?.[source];
    if (found === undefined) refuse('invalid-state', 'templates', `an object with the template "${source}"`, found);
    const file = readObject(`the template ${source}`, found);
    return { file, original: readObject(`the object of the template ${source}`, file.object) };
  }

  /**
   * Returns the tilesets that the number of a tile object refers to: those of the object's template if the number
   * comes from the template, else those of the map.
   */
  #tilesetsOf(entry: Json): readonly Tileset[] {
    if (entry.template === undefined || entry.gid !== undefined) return this.#context.tilesets;
    return [this.#context.readTileset(this.#templateOf(entry).file.tileset)];
  }

  /** Returns the displacement from the place of an object to its middle, in pixels, before the object is turned. */
  #middleOf(object: Json, entry: Json, width: number, height: number): Place {
    // An object without a size is a place, as points are.
    if (!(width > 0 && height > 0)) return { x: 0, y: 0 };
    if (object.gid === undefined) {
      const [x, y] = this.#context.grid.project([width / 2, height / 2]);
      return { x, y };
    }
    const { tile, tileset } = this.#context.find(readGlobal('gid of an object', object.gid), this.#tilesetsOf(entry));
    const { anchor, offset } = tileset;
    const drawn = tileSizeOf(tile, tileset);
    return {
      x: (0.5 - anchor.x) * width + (offset.x * width) / drawn.width,
      y: (0.5 - anchor.y) * height + (offset.y * height) / drawn.height,
    };
  }

  #objectShape(object: Json, width: number, height: number): ShapeSpec | undefined {
    const scale = this.#context.scale;
    if (object.polygon !== undefined) return shapeOfOutline(pointsOf(object.polygon).map((value) => value * scale));
    if (object.polyline !== undefined) return chain(pointsOf(object.polyline).map((value) => value * scale));
    return width > 0 && height > 0 ? shapeOfSize(object, (width / 2) * scale, (height / 2) * scale) : undefined;
  }

  /** Returns the shape of an object as the cells of the map are drawn, about a middle in pixels from its place. */
  #projectedShape(object: Json, middle: Place): ShapeSpec | undefined {
    const place = (points: readonly number[]) =>
      this.#context.grid
        .project(points)
        .map((value, i) => (value - (i % 2 ? middle.y : middle.x)) * this.#context.scale);
    if (object.polyline !== undefined) return chain(place(pointsOf(object.polyline)));
    if (object.polygon !== undefined) return shapeOfOutline(place(pointsOf(object.polygon)));
    const corners = hasSize(object) ? cornersOf(object) : undefined;
    return corners === undefined ? undefined : shapeOfOutline(place(corners));
  }
}

/** Returns whether an object is drawn by its width and height: a rectangle, an ellipse, a capsule or a tile. */
function hasSize({ point, text, polygon, polyline }: Json): boolean {
  return point !== true && text === undefined && polygon === undefined && polyline === undefined;
}
