import type { ShapeSpec } from 'bitecs-collision/2d';
import { readTiled } from 'bitecs-collision/maps';
import hills from './maps/hills.json';
import keep from './maps/keep.json';
import works from './maps/works.json';

/** Maps of Tiled, which opens them as they are, and what they are called on the screen. */
const MAPS = [
  { title: 'The hills', map: hills },
  { title: 'The works', map: works },
  { title: 'The keep', map: keep },
] as const;

export const LEVELS = MAPS.length;

/** Something of an object layer; x and y are its middle, in tiles. */
export interface Thing {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly shape: ShapeSpec | undefined;
  /** How far a platform goes, to and fro. */
  readonly moveX: number;
  readonly moveY: number;
}

/** A tile as it is drawn in the map's collision editor, in units of a tile. */
export interface TilePicture {
  readonly points: readonly number[];
  readonly isOneWay: boolean;
}

export interface Level {
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** The map's numbers of tiles, 0 for none, and what they look like. */
  readonly cells: readonly number[];
  readonly pictures: ReadonlyMap<number, TilePicture>;
  /** The collider of the tiles, whose corner is at (0, 0). */
  readonly ground: ShapeSpec;
  readonly things: readonly Thing[];
}

/** Reads a level: 0 is the first. */
export function readLevel(index: number): Level {
  const { title, map } = MAPS[index];
  const { layers, objects } = readTiled(map, {
    scale: 1 / map.tilewidth,
    shapeOf: ({ type }) => (type === 'one-way' ? 'one-way' : undefined),
  });
  const [ground] = layers;
  const things = objects.map(({ type, x, y, shape, properties }) => ({
    kind: type,
    x,
    y,
    shape,
    moveX: Number(properties.moveX ?? 0),
    moveY: Number(properties.moveY ?? 0),
  }));
  return {
    title,
    columns: ground.columns,
    rows: ground.rows,
    cells: map.layers[0].data ?? [],
    pictures: readPictures(map),
    ground: ground.shape,
    things,
  };
}

function readPictures({ tilesets, tilewidth }: (typeof MAPS)[number]['map']): Map<number, TilePicture> {
  const [{ firstgid, tiles }] = tilesets;
  return new Map(
    tiles.map(({ id, type, objectgroup }) => [
      firstgid + id,
      {
        points: objectgroup.objects[0].polygon.flatMap(({ x, y }) => [x / tilewidth, y / tilewidth]),
        isOneWay: type === 'one-way',
      },
    ]),
  );
}
