import { textOf } from '../../core/errors.ts';
import { readList, readNumber, readObject, readText } from './map-json.ts';
import type { MapLayer, MapLeftOut, MapObject } from './map-result.ts';
import { TiledContext, type TiledOptions } from './tiled-context.ts';
import type { Place } from './tiled-grid.ts';
import { TileLayerReader } from './tiled-layers.ts';
import { ObjectLayerReader } from './tiled-objects.ts';

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
  const context = new TiledContext(map, options);
  const layers: MapLayer[] = [];
  const objects: MapObject[] = [];
  const tileLayers = new TileLayerReader(context, layers, objects);
  const objectLayers = new ObjectLayerReader(context, objects);
  const readLayers = (list: unknown, from: Place): void => {
    for (const entry of readList('layers', list)) {
      const layer = readObject('a layer', entry);
      const name = readText('name of a layer', layer.name);
      const place = {
        x: from.x + readNumber(`offsetx of ${name}`, layer.offsetx, 0),
        y: from.y + readNumber(`offsety of ${name}`, layer.offsety, 0),
      };
      if (layer.type === 'group') readLayers(layer.layers, place);
      else if (context.options.layers === undefined || context.options.layers(name)) {
        if (layer.type === 'tilelayer') tileLayers.read(layer, name, place);
        else if (layer.type === 'objectgroup') objectLayers.read(layer, name, place);
        else if (layer.type !== 'imagelayer') {
          const why = `the type of a layer must be one that Tiled knows, got ${textOf(layer.type)}`;
          context.leaveOut('layer', name, undefined, why);
        }
      }
    }
  };
  readLayers(context.map.layers, { x: 0, y: 0 });
  return { layers, objects, leftOut: context.leftOut };
}
