import { refuse } from '../../core/errors.ts';
import { requireSize } from '../../core/limits.ts';
import { type Json, readNumber, readText } from './map-json.ts';

/** A position or a displacement, in pixels of the map as Tiled draws it. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Where the cells of a map are, by its orientation. Each cell has a box, in whose lower left corner the picture of its
 * tile stands; boxes of cells that are no rectangles overlap.
 *
 * Source: the renderers of Tiled (libtiled: orthogonalrenderer.cpp, isometricrenderer.cpp, hexagonalrenderer.cpp).
 */
export interface TiledGrid {
  readonly orientation: 'orthogonal' | 'isometric' | 'staggered' | 'hexagonal';
  /** The size of a cell's box. */
  readonly width: number;
  readonly height: number;
  /** The outline of a cell, from the upper left corner of its box. */
  readonly outline: readonly number[];
  /** Returns the upper left corner of a cell's box. */
  cornerOf(column: number, row: number): Place;
  /** Projects displacements (x, y of each) from the coordinates of the map's objects to the screen. */
  project(ways: readonly number[]): number[];
  /** The place on the screen of the point (0, 0) of objects. */
  readonly origin: Place;
}

const ORIENTATIONS = ['orthogonal', 'isometric', 'staggered', 'hexagonal'] as const;

/**
 * Makes the grid of a map. @throws CollisionError `invalid-state` for an unknown orientation, and for sizes that cannot
 * be used.
 */
export function makeGrid(map: Json): TiledGrid {
  const width = requireSize('tilewidth of the map', readNumber('tilewidth', map.tilewidth));
  const height = requireSize('tileheight of the map', readNumber('tileheight', map.tileheight));
  const orientation = ORIENTATIONS.find((known) => known === map.orientation);
  if (orientation === undefined) {
    refuse('invalid-state', 'the orientation of the map', `one of ${ORIENTATIONS.join(', ')}`, map.orientation);
  }
  if (orientation === 'isometric') return isometricGrid(width, height, readNumber('height of the map', map.height));
  if (orientation === 'orthogonal') {
    const outline = [0, 0, width, 0, width, height, 0, height];
    const cornerOf = (column: number, row: number) => ({ x: column * width, y: row * height });
    return { orientation, width, height, outline, cornerOf, project: (ways) => [...ways], origin: { x: 0, y: 0 } };
  }
  return staggeredGrid(orientation, width, height, map);
}

/** Takes points of a square of side 1 to the rhombus in a box: (0, 0) is its uppermost corner, (1, 0) the right one. */
export function toRhombus(points: readonly number[], width: number, height: number): number[] {
  return projectIsometric(points, width, height, 1).map((value, i) => (i % 2 ? value : value + width / 2));
}

/**
 * Projects displacements on an isometric map: along both axes, `side` units of an object's coordinates are a side of a
 * cell.
 */
export function projectIsometric(ways: readonly number[], width: number, height: number, side: number): number[] {
  return ways.map((value, i) => {
    if (i % 2) return ((ways[i - 1] + value) * height) / 2 / side;
    return ((value - ways[i + 1]) * width) / 2 / side;
  });
}

function isometricGrid(width: number, height: number, rows: number): TiledGrid {
  const originX = (rows * width) / 2;
  return {
    orientation: 'isometric',
    width,
    height,
    outline: toRhombus([0, 0, 1, 0, 1, 1, 0, 1], width, height),
    cornerOf: (column, row) => ({
      x: originX + ((column - row - 1) * width) / 2,
      y: ((column + row) * height) / 2,
    }),
    // The height of a cell is the unit of both axes.
    project: (ways) => projectIsometric(ways, width, height, height),
    origin: { x: originX, y: 0 },
  };
}

/**
 * Makes the grid of staggered cells, which are hexagons with two sides of no length. Objects are placed as in
 * orthogonal maps.
 */
function staggeredGrid(
  orientation: 'staggered' | 'hexagonal',
  mapWidth: number,
  mapHeight: number,
  map: Json,
): TiledGrid {
  // Tiled draws such cells with even sizes.
  const width = mapWidth - (mapWidth % 2);
  const height = mapHeight - (mapHeight % 2);
  const alongX = readChoice(map, 'staggeraxis', ['y', 'x']) === 'x';
  const shifted = readChoice(map, 'staggerindex', ['odd', 'even']) === 'odd' ? 1 : 0;
  const side = orientation === 'hexagonal' ? readNumber('hexsidelength of the map', map.hexsidelength, 0) : 0;
  const sideX = alongX ? side : 0;
  const sideY = alongX ? 0 : side;
  const slantX = (width - sideX) / 2;
  const slantY = (height - sideY) / 2;
  const stepX = slantX + sideX;
  const stepY = slantY + sideY;
  return {
    orientation,
    width,
    height,
    outline: [
      [0, slantY, slantX, 0, width - slantX, 0, width, slantY],
      [width, height - slantY, width - slantX, height, slantX, height, 0, height - slantY],
    ].flat(),
    cornerOf(column, row) {
      const isShifted = ((alongX ? column : row) & 1) === shifted;
      return alongX
        ? { x: column * stepX, y: row * height + (isShifted ? stepY : 0) }
        : { x: column * width + (isShifted ? stepX : 0), y: row * stepY };
    },
    project: (ways) => [...ways],
    origin: { x: 0, y: 0 },
  };
}

/** Reads a property that has two possible values; the first of them is the default. */
function readChoice(map: Json, key: string, choices: readonly [string, string]): string {
  const value = readText(`${key} of the map`, map[key]) || choices[0];
  return choices.includes(value) ? value : refuse('invalid-state', `${key} of the map`, choices.join(' or '), value);
}
