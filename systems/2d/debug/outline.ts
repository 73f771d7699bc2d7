import { coreReach, createPlacedPiece, type PlacedPiece } from '../../../src/2d/shapes/placed-piece.ts';
import { cosSin } from '../../../src/core/trigonometry.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import { addPath, type LineList } from './line-list.ts';

/**
 * How many lines a full circle has when its radius is at most so many pixels: an error of about a quarter of a pixel.
 */
const CIRCLE_STEPS = [8, 16, 32, 64];
const CIRCLE_RADII = [3, 13, 52, Infinity];

/** Directions around a full turn, x and y, for each number of steps. */
const turns = CIRCLE_STEPS.map((steps) => {
  const turn = new Float64Array(2 * steps);
  for (let i = 0; i < steps; i++) cosSin(turn, 2 * i, (2 * Math.PI * i) / steps);
  return turn;
});

/** A corner as sharp as this (in cosines) needs no more points of its arc. */
const ANGLE_SLACK = 1e-6;

/** The path being traced: points x, y. Boxes and short lines are written to it directly. */
export const path = { points: new Float64Array(256) };

/**
 * How fine to draw: world units of a pixel, and 1 where y points down on the screen, −1 where it points up. In an
 * array, because fractions given to functions may be put on the heap.
 */
export const detail = new Float64Array([1, 1]);

/** Appends the outline of a convex piece with its rounding, as finely as `detail` asks for. */
export function addPiece(lines: LineList, piece: PlacedPiece): void {
  const count = tracePiece(piece);
  if (count > 0) addPath(lines, path.points, count, true);
  else addPath(lines, piece.vertices, piece.count, piece.count > 2);
}

/**
 * Writes the outline of a convex piece with its rounding to `path`, as finely as `detail` asks for, and returns how
 * many points it has: 0 for one without rounding, whose vertices are its outline.
 */
export function tracePiece(piece: PlacedPiece): number {
  if (piece.curve !== undefined) return traceCurve(piece);
  if (piece.count === 1) return traceCircle(piece);
  return piece.radius > 0 ? traceRounded(piece) : 0;
}

/** Appends the circle about (`circle[0]`, `circle[1]`) with radius `circle[2]`. */
export function addCircle(lines: LineList, circle: Float64Array): void {
  point.vertices[0] = circle[0];
  point.vertices[1] = circle[1];
  point.radius = circle[2];
  addPath(lines, path.points, traceCircle(point), true);
}

/** Appends the box minX, minY, maxX, maxY at `boxes[at]`. */
export function addBox(lines: LineList, boxes: Float64Array, at: number): void {
  const { points } = path;
  const minX = boxes[at];
  const minY = boxes[at + 1];
  const maxX = boxes[at + 2];
  const maxY = boxes[at + 3];
  points[0] = minX;
  points[1] = minY;
  points[2] = maxX;
  points[3] = minY;
  points[4] = maxX;
  points[5] = maxY;
  points[6] = minX;
  points[7] = maxY;
  addPath(lines, points, 4, true);
}

const point = createPlacedPiece(1);
point.count = 1;

function turnFor(radius: number): Float64Array {
  const pixel = detail[0];
  let level = 0;
  while (radius > CIRCLE_RADII[level] * pixel) level++;
  return turns[level];
}

function traceCircle(piece: PlacedPiece): number {
  const { radius } = piece;
  const turn = turnFor(radius);
  const x = piece.vertices[0];
  const y = piece.vertices[1];
  const { points } = path;
  for (let i = 0; i < turn.length; i += 2) {
    points[i] = x + radius * turn[i];
    points[i + 1] = y + radius * turn[i + 1];
  }
  return turn.length / 2;
}

/** The points farthest in directions all around: closer together where the outline bends more. */
function traceCurve(piece: PlacedPiece): number {
  const { radius } = piece;
  const turn = turnFor(radius + coreReach(piece));
  const { points } = path;
  for (let i = 0; i < turn.length; i += 2) {
    piece.curve!.writeSupport(points, i, piece, turn, i, 1);
    points[i] += radius * turn[i];
    points[i + 1] += radius * turn[i + 1];
  }
  return turn.length / 2;
}

/**
 * Around each vertex runs an arc from the normal of the edge before it to that of the edge after it, in steps of the
 * turn: the first normal is turned on until the cosine of the angle says that the second has been passed. Outward
 * normals of a convex piece turn by at most half a turn, where the cosine falls all the way.
 */
function traceRounded(piece: PlacedPiece): number {
  const { vertices, normals, count, radius } = piece;
  const turn = turnFor(radius);
  path.points = reserve(path.points, 2 * count * (turn.length / 4 + 3));
  const { points } = path;
  let to = 0;
  for (let i = 0; i < count; i++) {
    const x = vertices[2 * i];
    const y = vertices[2 * i + 1];
    const before = 2 * (i === 0 ? count - 1 : i - 1);
    const fromX = normals[before];
    const fromY = normals[before + 1];
    const intoX = normals[2 * i];
    const intoY = normals[2 * i + 1];
    const cosine = fromX * intoX + fromY * intoY + ANGLE_SLACK;
    points[to++] = x + radius * fromX;
    points[to++] = y + radius * fromY;
    for (let step = 2; step < turn.length / 2 && turn[step] > cosine; step += 2) {
      const c = turn[step];
      const s = turn[step + 1];
      points[to++] = x + radius * (c * fromX - s * fromY);
      points[to++] = y + radius * (s * fromX + c * fromY);
    }
    points[to++] = x + radius * intoX;
    points[to++] = y + radius * intoY;
  }
  return to / 2;
}
