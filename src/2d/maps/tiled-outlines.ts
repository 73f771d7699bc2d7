import { cosSin } from '../../core/trigonometry.ts';
import { type Json, readList, readNumber, readObject } from './map-json.ts';
import { isConvexOutline } from './map-outline.ts';

/** The highest bits of a tile's number in a layer: mirrored along x, along y, with x and y exchanged, turned. */
const FLIP_X = 0x80000000;
const FLIP_Y = 0x40000000;
const EXCHANGE = 0x20000000;
export const FLAGS = 0xf0000000;

/** Corners of the polygon that stands for an ellipse drawn for a tile. */
const ELLIPSE_CORNERS = 16;

/** Mirrors points in a cell as the flags of a tile say: first x and y are exchanged. */
export function flipped(points: readonly number[], global: number): number[] {
  return points.map((_, i) => {
    const axis = i % 2;
    const value = points[i - axis + ((global & EXCHANGE) !== 0 ? 1 - axis : axis)];
    return (global & (axis === 0 ? FLIP_X : FLIP_Y)) !== 0 ? 1 - value : value;
  });
}

export function isCellShape(points: readonly number[]): boolean {
  return points.every((value) => value >= 0 && value <= 1) && isConvexOutline(points);
}

/** The outline of an object drawn for a tile, in pixels of the tile; undefined for what has none. */
export function outlineOf(object: Json): number[] | undefined {
  if (object.point === true || object.polyline !== undefined || object.text !== undefined) return undefined;
  const turn = new Float64Array(2);
  cosSin(turn, 0, (readNumber('rotation of an object', object.rotation, 0) * Math.PI) / 180);
  const x = readNumber('x of an object', object.x);
  const y = readNumber('y of an object', object.y);
  const local = object.polygon === undefined ? cornersOf(object) : pointsOf(object.polygon);
  if (local === undefined) return undefined;
  const outline: number[] = [];
  for (let i = 0; i < local.length; i += 2) {
    outline.push(x + turn[0] * local[i] - turn[1] * local[i + 1], y + turn[1] * local[i] + turn[0] * local[i + 1]);
  }
  return outline;
}

/** The corners of a rectangle, or of a polygon in place of an ellipse. */
function cornersOf(object: Json): number[] | undefined {
  const width = readNumber('width of an object', object.width);
  const height = readNumber('height of an object', object.height);
  if (!(width > 0 && height > 0)) return undefined;
  if (object.ellipse !== true) return [0, 0, width, 0, width, height, 0, height];
  const corners: number[] = [];
  const turn = new Float64Array(2);
  for (let i = 0; i < ELLIPSE_CORNERS; i++) {
    cosSin(turn, 0, (2 * Math.PI * i) / ELLIPSE_CORNERS);
    corners.push((width / 2) * (1 + turn[0]), (height / 2) * (1 + turn[1]));
  }
  return corners;
}

export function pointsOf(list: unknown): number[] {
  return readList('points of an object', list).flatMap((entry) => {
    const point = readObject('a point of an object', entry);
    return [readNumber('x of a point', point.x), readNumber('y of a point', point.y)];
  });
}
