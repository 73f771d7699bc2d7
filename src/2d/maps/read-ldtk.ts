import { refuse, requireKeys, requireType } from '../../core/errors.ts';
import { requireSize } from '../../core/limits.ts';
import { tiles } from '../kinds/tiles.ts';
import type { TileShape } from '../shapes/tile-kinds.ts';
import { readList, readNumber, readObject, readText } from './map-json.ts';
import type { MapLayer } from './map-result.ts';

export interface LdtkOptions {
  /** World units a pixel measures. Default 1. */
  scale?: number;
  /**
   * The shapes of the values of the grids: `{ 2: 'one-way', 3: 'empty' }`. Values that are not named here are full, 0
   * is empty.
   */
  shapes?: Readonly<Record<number, TileShape>>;
  /** Says whether the layer of an identifier is read. Default: all are. */
  layers?: (identifier: string) => boolean;
}

const OPTION_KEYS = ['scale', 'shapes', 'layers'] as const;

/** Both coordinates of a level in a project whose world is a row of levels. */
const NO_PLACE = -1;

/** Values of IntGrid layers at most. */
const MOST_VALUE = 65_535;

/**
 * Reads the IntGrid layers of a level of LDtk (one of the project's `levels`, or a level file of its own; parsed): a
 * collider for each, placed in the world as the level is. y grows downwards, as it does in LDtk.
 * @throws CollisionError `invalid-state` for a value that is no such level, `invalid-shape` for a shape that is no
 * tile.
 */
export function readLdtkLevel(level: object, options: LdtkOptions = {}): MapLayer[] {
  requireKeys('readLdtkLevel options', options, OPTION_KEYS);
  const scale = requireSize('readLdtkLevel scale', options.scale ?? 1);
  if (options.layers !== undefined) requireType('readLdtkLevel layers', options.layers, 'function');
  const { worldX, worldY, layerInstances } = readObject('the level', level);
  const isPlaced = worldX !== NO_PLACE || worldY !== NO_PLACE;
  if (layerInstances === null) {
    refuse('invalid-state', 'layerInstances', 'there: the layers of this level are in a file of their own', null);
  }
  const layers: MapLayer[] = [];
  for (const entry of readList('layerInstances', layerInstances)) {
    const layer = readObject('a layer', entry);
    const name = readText('__identifier of a layer', layer.__identifier);
    if (layer.__type !== 'IntGrid' || (options.layers !== undefined && !options.layers(name))) continue;
    const columns = readNumber(`__cWid of ${name}`, layer.__cWid);
    const rows = readNumber(`__cHei of ${name}`, layer.__cHei);
    const x =
      (isPlaced ? readNumber('worldX', worldX, 0) : 0) + readNumber(`offset of ${name}`, layer.__pxTotalOffsetX, 0);
    const y =
      (isPlaced ? readNumber('worldY', worldY, 0) : 0) + readNumber(`offset of ${name}`, layer.__pxTotalOffsetY, 0);
    const size = scale * readNumber(`__gridSize of ${name}`, layer.__gridSize);
    const cells = readList(`intGridCsv of ${name}`, layer.intGridCsv).map((value) => readValue(name, value));
    const shapes: Record<number, TileShape> = {};
    for (const value of cells) if (value !== 0) shapes[value] = options.shapes?.[value] ?? 'full';
    // Shapes of values that are not in use yet are kept, as such tiles may be put in later.
    Object.assign(shapes, options.shapes);
    const shape = tiles({ columns, rows, size, cells, shapes });
    layers.push({ name, x: x * scale, y: y * scale, columns, rows, shape });
  }
  return layers;
}

function readValue(name: string, value: unknown): number {
  const number = readNumber(`a value of ${name}`, value);
  if (Number.isInteger(number) && number >= 0 && number <= MOST_VALUE) return number;
  refuse('invalid-state', `each value of ${name}`, `an integer from 0 to ${MOST_VALUE}`, value);
}
