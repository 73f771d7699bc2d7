import { refuse } from '../../core/errors.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { wrapPoints } from '../geometry/convex/build-convex-hull.ts';
import { box } from '../kinds/box.ts';
import { capsule } from '../kinds/capsule.ts';
import { circle } from '../kinds/circle.ts';
import { ellipse } from '../kinds/ellipse.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';
import { type Json, readList, readNumber, readObject } from './map-json.ts';
import { isConvexOutline } from './map-outline.ts';

/** The highest bits of a tile's number in a layer: mirrored along x, along y, with x and y exchanged, turned. */
const FLIP_X = 0x80000000;
const FLIP_Y = 0x40000000;
const EXCHANGE = 0x20000000;
/** Only in hexagonal maps: this bit turns a tile by 120 degrees, and there `EXCHANGE` turns it by 60 degrees. */
const TURN_120 = 0x10000000;
/** The flags of both turns. */
export const TURNS = EXCHANGE | TURN_120;
export const FLAGS = 0xf0000000;

/** Corners of the polygon that stands for an ellipse drawn for a tile. */
const ELLIPSE_CORNERS = 16;

/** Returns whether a tile has its x and y exchanged: it is then as wide as it was high. */
export function isTurned(global: number): boolean {
  return (global & EXCHANGE) !== 0;
}

/** Mirrors points in a rectangle as the flags of a tile say: first x and y are exchanged, and with them its sides. */
export function flipped(points: readonly number[], global: number, width = 1, height = 1): number[] {
  const exchanged = isTurned(global) ? 1 : 0;
  return points.map((_, i) => {
    const axis = i % 2;
    const from = axis ^ exchanged;
    const value = points[i - axis + from];
    const side = from === 0 ? width : height;
    return (global & (axis === 0 ? FLIP_X : FLIP_Y)) !== 0 ? side - value : value;
  });
}

/** Refuses an outline without an area. @throws CollisionError `invalid-shape`. */
export function requireOutline(what: string, points: readonly number[]): void {
  const corners = wrapPoints(new Float64Array(points.length), 0, points, 0, points.length / 2);
  if (corners < 3) refuse('invalid-shape', what, 'three points that are not on one line', `${corners} points`);
}

export function isCellShape(points: readonly number[]): boolean {
  return points.every((value) => value >= 0 && value <= 1) && isConvexOutline(points);
}

/**
 * Returns the outline of an object drawn for a tile, in pixels of the tile; undefined for an object without an outline.
 */
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

/**
 * Turns points about a centre as flags say in hexagonal maps, where two of them stand for 60 and 120 degrees clockwise.
 */
export function turnedBySixths(points: readonly number[], global: number, centreX: number, centreY: number): number[] {
  const sixths = ((global & EXCHANGE) !== 0 ? 1 : 0) + ((global & TURN_120) !== 0 ? 2 : 0);
  const turn = new Float64Array(2);
  cosSin(turn, 0, (sixths * Math.PI) / 3);
  return points.map((_, i) => {
    const x = points[i - (i % 2)] - centreX;
    const y = points[i - (i % 2) + 1] - centreY;
    return i % 2 ? centreY + turn[1] * x + turn[0] * y : centreX + turn[0] * x - turn[1] * y;
  });
}

/** Returns the corners of a rectangle, or of a polygon in place of an ellipse or a capsule. */
export function cornersOf(object: Json): number[] | undefined {
  const width = readNumber('width of an object', object.width);
  const height = readNumber('height of an object', object.height);
  if (!(width > 0 && height > 0)) return undefined;
  if (object.capsule === true && width !== height) return cornersOfCapsule(width, height);
  if (object.ellipse !== true && object.capsule !== true) return [0, 0, width, 0, width, height, 0, height];
  const corners: number[] = [];
  const turn = new Float64Array(2);
  for (let i = 0; i < ELLIPSE_CORNERS; i++) {
    cosSin(turn, 0, (2 * Math.PI * i) / ELLIPSE_CORNERS);
    corners.push((width / 2) * (1 + turn[0]), (height / 2) * (1 + turn[1]));
  }
  return corners;
}

/** Returns the corners of a capsule: half an ellipse's corners at each end, which begin and end on the long sides. */
function cornersOfCapsule(width: number, height: number): number[] {
  const radius = Math.min(width, height) / 2;
  const steps = ELLIPSE_CORNERS / 2;
  const start = width > height ? -Math.PI / 2 : 0;
  const corners: number[] = [];
  const turn = new Float64Array(2);
  for (let end = 0; end < 2; end++) {
    for (let i = 0; i <= steps; i++) {
      cosSin(turn, 0, start + Math.PI * (end + i / steps));
      corners.push((end === 0 ? width - radius : radius) + radius * turn[0]);
      corners.push((end === 0 ? height - radius : radius) + radius * turn[1]);
    }
  }
  return corners;
}

/**
 * Makes the shape of an object that has a size, of half extents in world units. A capsule always stands upright, along
 * y; the caller turns it where the object is wider than high.
 */
export function shapeOfSize(object: Json, halfWidth: number, halfHeight: number): ShapeSpec {
  const isRound = object.ellipse === true || object.capsule === true;
  if (!isRound) return box(halfWidth, halfHeight);
  if (halfWidth === halfHeight) return circle(halfWidth);
  if (object.ellipse === true) return ellipse(halfWidth, halfHeight);
  const radius = Math.min(halfWidth, halfHeight);
  return capsule(Math.max(halfWidth, halfHeight) - radius, radius);
}

export function pointsOf(list: unknown): number[] {
  return readList('points of an object', list).flatMap((entry) => {
    const point = readObject('a point of an object', entry);
    return [readNumber('x of a point', point.x), readNumber('y of a point', point.y)];
  });
}
