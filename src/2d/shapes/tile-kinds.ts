import { refuse } from '../../core/errors.ts';
import { wrapPoints } from '../geometry/convex/build-convex-hull.ts';
import { writePieceNormals } from './piece-normals.ts';
import { flattenPoints, type PointsInput } from './points.ts';

/** The sides of a tile: least x, largest x, least y, largest y. Each is next to its opposite, `side ^ 1`. */
const SIDE_MIN_X = 0;
const SIDE_MIN_Y = 2;
export const SIDES = 4;
/** Marks an edge that does not lie on a side of its tile. */
const NO_SIDE = -1;
/** The column and row of the neighbour behind a side, relative to the cell. */
export const SIDE_COLUMN = Int8Array.of(-1, 1, 0, 0);
export const SIDE_ROW = Int8Array.of(0, 0, -1, 1);

/** The largest number of corners of a tile whose shape is given by points. */
const MOST_CORNERS = 64;

/** The shape of a tile: the part of its cell that is solid, which is convex. The unit of its points is the cell. */
export interface TileKind {
  /** x, y of each vertex, counter-clockwise, from 0 to 1. */
  readonly points: Float64Array;
  /** Outward unit normal of the edge from each vertex to the next one, in the frame of the map. */
  readonly normals: Float64Array;
  /** The side of the cell that each edge lies on, or `NO_SIDE`. */
  readonly sides: Int8Array;
  /** The part of each side that the tile covers, from and to, along the axis; from 1 to 0 for nothing. */
  readonly cover: Float64Array;
  /** Whether the tile has only its first edge, which collides from its outside alone. */
  readonly isOneWay: boolean;
}

/** The corners of each named solid tile, seen from the side, with y upwards. */
const SOLID: Readonly<Record<string, readonly number[]>> = {
  full: [0, 0, 1, 0, 1, 1, 0, 1],
  'half-bottom': [0, 0, 1, 0, 1, 0.5, 0, 0.5],
  'half-top': [0, 0.5, 1, 0.5, 1, 1, 0, 1],
  'half-left': [0, 0, 0.5, 0, 0.5, 1, 0, 1],
  'half-right': [0.5, 0, 1, 0, 1, 1, 0.5, 1],
};

/** Ground that rises to the right. Mirrored slopes and slopes of ceilings are made from these. */
const RISING = {
  slope: [0, 0, 1, 0, 1, 1],
  'gentle-low': [0, 0, 1, 0, 1, 0.5],
  'gentle-high': [0, 0, 1, 0, 1, 1, 0, 0.5],
  'steep-low': [0, 0, 1, 0, 1, 1, 0.5, 1],
  'steep-high': [0.5, 0, 1, 0, 1, 1],
} as const;

type Slope = `${'' | 'ceiling-'}${keyof typeof RISING}-${'left' | 'right'}`;

/**
 * The tiles that have names, as they look on a screen.
 *
 * A slope is named after the side on which the ground is high: `slope-right` rises by a tile over a tile to the right.
 * `gentle-low-right`, and `gentle-high-right` to the right of it, rise by one over two; `steep-low-right`, and
 * `steep-high-right` on top of it, by two over one. `ceiling-…` is the same turned upside down. `one-way` is a tile's
 * top, solid only to bodies that come from above.
 */
export type TileName = 'empty' | 'full' | 'half-bottom' | 'half-top' | 'half-left' | 'half-right' | 'one-way' | Slope;

/** A tile by its name, or the convex hull of points whose unit is the tile: 0 to 1, along the axes of the map. */
export type TileShape = TileName | PointsInput;

/**
 * Makes the kind of a tile with cells of `width` × `height`; undefined for an empty one. `yUp` says which way the names
 * are meant.
 * @throws CollisionError `invalid-shape` for a value that is no name, and for points outside the tile or on one line.
 */
export function makeTileKind(
  what: string,
  shape: TileShape,
  width: number,
  height: number,
  yUp: boolean,
): TileKind | undefined {
  if (typeof shape !== 'string') return makeKind(hullOf(what, shape), width, height, false);
  if (shape === 'empty') return undefined;
  // An edge has its outside on its right.
  if (shape === 'one-way') return makeKind(Float64Array.from(yUp ? [1, 1, 0, 1] : [0, 0, 1, 0]), width, height, true);
  const points = pointsOfTile(shape, yUp) ?? refuse('invalid-shape', what, 'the name of a tile or points', shape);
  return makeKind(hullOf(what, points), width, height, false);
}

/** Returns the corners of a tile that is known by name, in units of the tile; undefined for other words. */
export function pointsOfTile(name: string, yUp: boolean): readonly number[] | undefined {
  const points = namedPoints(name);
  return points === undefined || yUp ? points : mirrored(points, 1);
}

function namedPoints(name: string): readonly number[] | undefined {
  if (Object.hasOwn(SOLID, name)) return SOLID[name];
  const parts = /^(ceiling-)?(.+)-(left|right)$/.exec(name);
  if (parts === null || !Object.hasOwn(RISING, parts[2])) return undefined;
  let points: readonly number[] = RISING[parts[2] as keyof typeof RISING];
  if (parts[3] === 'left') points = mirrored(points, 0);
  return parts[1] === undefined ? points : mirrored(points, 1);
}

/** Mirrors points in the unit square along one axis. */
function mirrored(points: readonly number[], axis: number): number[] {
  return points.map((value, i) => (i % 2 === axis ? 1 - value : value));
}

function hullOf(what: string, points: PointsInput): Float64Array {
  const flat = flattenPoints(what, points);
  for (const value of flat) {
    if (!(value >= 0 && value <= 1)) refuse('invalid-shape', `each coordinate of ${what}`, '0 to 1', value);
  }
  const hull = new Float64Array(flat.length);
  const count = wrapPoints(hull, 0, flat, 0, flat.length / 2);
  if (count < 3) refuse('invalid-shape', what, 'three points that are not on one line', `${count} points`);
  if (count > MOST_CORNERS) refuse('invalid-shape', what, `a shape of at most ${MOST_CORNERS} corners`, count);
  return hull.slice(0, 2 * count);
}

function makeKind(points: Float64Array, width: number, height: number, isOneWay: boolean): TileKind {
  const count = points.length >> 1;
  const placed = points.map((value, i) => value * (i % 2 === 0 ? width : height));
  const normals = new Float64Array(points.length);
  writePieceNormals(normals, placed, 0, count);
  const sides = new Int8Array(count).fill(NO_SIDE);
  const cover = Float64Array.of(1, 0, 1, 0, 1, 0, 1, 0);
  for (let i = 0; i < count && !isOneWay; i++) {
    const next = (i + 1) % count;
    for (let axis = 0; axis < 2; axis++) {
      const at = points[2 * i + axis];
      if (at !== points[2 * next + axis] || (at !== 0 && at !== 1)) continue;
      const side = (axis === 0 ? SIDE_MIN_X : SIDE_MIN_Y) + at;
      const a = points[2 * i + 1 - axis];
      const b = points[2 * next + 1 - axis];
      sides[i] = side;
      cover[2 * side] = Math.min(a, b);
      cover[2 * side + 1] = Math.max(a, b);
    }
  }
  return { points, normals, sides, cover, isOneWay };
}
