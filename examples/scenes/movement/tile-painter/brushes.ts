import { box, polygon, type ShapeSpec, type TileName } from 'bitecs-collision/2d';

/** What can be painted. The number of a brush is its place here, and that of its tile in the map. */
export interface Brush {
  readonly name: string;
  readonly tile: TileName;
  /** The corners of the tile, clockwise on the screen, in units of the tile. */
  readonly points: readonly number[];
  /** The same as a collider by itself, whose position is (x, y) in the tile. */
  readonly x: number;
  readonly y: number;
  readonly shape: ShapeSpec | undefined;
}

const THIN = 0.2;

export const BRUSHES: readonly Brush[] = [
  { name: 'rubber', tile: 'empty', points: [], x: 0, y: 0, shape: undefined },
  brush('block', 'full', [0, 0, 1, 0, 1, 1, 0, 1], 0.5, 0.5, box(0.5, 0.5)),
  slope('slope up', 'slope-right', [1, 0, 1, 1, 0, 1]),
  slope('slope down', 'slope-left', [0, 0, 1, 1, 0, 1]),
  brush('one-way', 'one-way', [0, 0, 1, 0, 1, THIN, 0, THIN], 0.5, THIN / 2, box(0.5, THIN / 2)),
];

export const RUBBER = 0;
export const BLOCK = 1;
export const SLOPE_UP = 2;
export const SLOPE_DOWN = 3;
export const ONE_WAY = 4;

function brush(name: string, tile: TileName, points: number[], x: number, y: number, shape: ShapeSpec): Brush {
  return { name, tile, points, x, y, shape };
}

function slope(name: string, tile: TileName, points: number[]): Brush {
  return brush(name, tile, points, 0, 0, polygon(points));
}

/** Whether a point, in units of the tile, is inside of a brush's tile; one-way tops have no inside. */
export function isInside(brush: number, x: number, y: number): boolean {
  if (brush === BLOCK) return true;
  if (brush === SLOPE_UP) return x + y > 1;
  return brush === SLOPE_DOWN && y > x;
}
