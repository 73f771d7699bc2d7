import { POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../../../src/2d/pose.ts';
import { coreReach, createPlacedPiece, type PlacedPiece, placement } from '../../../src/2d/shapes/placed-piece.ts';
import type { Outline } from '../../../src/2d/shapes/seams.ts';
import { cosSin } from '../../../src/core/trigonometry.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import { addPath, detail, type LineList, path } from '../../core/debug/line-list.ts';

/**
 * How many lines a full circle has when its radius is at most so many pixels: the error is about a quarter of a pixel.
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

/** Appends the diagonal cross about `centre[at]` that reaches `half` to each side along both axes. */
export function addCross(lines: LineList, centre: Float64Array, at: number, half: number): void {
  const { points } = path;
  const x = centre[at];
  const y = centre[at + 1];
  points[0] = x - half;
  points[1] = y - half;
  points[2] = x + half;
  points[3] = y + half;
  addPath(lines, points, 2, false);
  points[1] = y + half;
  points[3] = y - half;
  addPath(lines, points, 2, false);
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

/** Traces the points farthest in directions all around: closer together where the outline bends more. */
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

function traceRounded(piece: PlacedPiece): number {
  const { vertices, normals, count, radius } = piece;
  const turn = turnFor(radius);
  path.points = reserve(path.points, 2 * count * (turn.length / 4 + 3));
  let to = 0;
  for (let i = 0; i < count; i++) {
    const before = 2 * (i === 0 ? count - 1 : i - 1);
    corner[X] = vertices[2 * i];
    corner[Y] = vertices[2 * i + 1];
    corner[FROM_X] = normals[before];
    corner[FROM_Y] = normals[before + 1];
    corner[INTO_X] = normals[2 * i];
    corner[INTO_Y] = normals[2 * i + 1];
    corner[RADIUS] = radius;
    to = traceArc(to, turn);
  }
  return to / 2;
}

/** A corner of an outline: where it is, the normals of the edges before and after it, and the radius around it. */
const corner = new Float64Array(7);
const X = 0;
const Y = 1;
const FROM_X = 2;
const FROM_Y = 3;
const INTO_X = 4;
const INTO_Y = 5;
const RADIUS = 6;

/**
 * Writes the points about the corner to the path, from number `to` on, and returns where they end. They are on an arc
 * around the corner from one normal to the other, in steps of `turn`: the first normal is turned on until the cosine of
 * the angle shows that it has passed the second. Outward normals of a convex corner turn by at most half a turn, over
 * which the cosine falls.
 */
function traceArc(to: number, turn: Float64Array): number {
  const { points } = path;
  const radius = corner[RADIUS];
  const x = corner[X];
  const y = corner[Y];
  const fromX = corner[FROM_X];
  const fromY = corner[FROM_Y];
  const intoX = corner[INTO_X];
  const intoY = corner[INTO_Y];
  const cosine = fromX * intoX + fromY * intoY + ANGLE_SLACK;
  let at = to;
  points[at++] = x + radius * fromX;
  points[at++] = y + radius * fromY;
  for (let step = 2; step < turn.length / 2 && turn[step] > cosine; step += 2) {
    const c = turn[step];
    const s = turn[step + 1];
    points[at++] = x + radius * (c * fromX - s * fromY);
    points[at++] = y + radius * (s * fromX + c * fromY);
  }
  points[at++] = x + radius * intoX;
  points[at++] = y + radius * intoY;
  return at;
}

/**
 * Writes one of the closed outlines of a solid to `path`, placed and with its rounding, as finely as `detail` asks for.
 * Returns how many points it has.
 */
export function traceLoop({ segments, next, loops }: Outline, loop: number): number {
  const radius = placement[POSE_RADIUS];
  const turn = turnFor(radius);
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  const scale = placement[POSE_SCALE];
  const first = loops[loop];
  let to = 0;
  let part = first;
  do {
    const after = next[part];
    const a = 4 * part;
    const b = 4 * after;
    path.points = reserve(path.points, to + turn.length / 2 + 6);
    corner[X] = placement[POSE_X] + scale * (c * segments[b] - s * segments[b + 1]);
    corner[Y] = placement[POSE_Y] + scale * (s * segments[b] + c * segments[b + 1]);
    setNormal(FROM_X, segments, a);
    setNormal(INTO_X, segments, b);
    corner[RADIUS] = radius;
    if (radius > 0 && corner[FROM_X] * corner[INTO_Y] - corner[FROM_Y] * corner[INTO_X] > ANGLE_SLACK) {
      to = traceArc(to, turn);
    } else {
      // The corner where the two sides meet once they are moved outwards; the sides of a slit that has no width meet
      // nowhere.
      const along = 1 + corner[FROM_X] * corner[INTO_X] + corner[FROM_Y] * corner[INTO_Y];
      const out = along > ANGLE_SLACK ? radius / along : 0;
      path.points[to++] = corner[X] + out * (corner[FROM_X] + corner[INTO_X]);
      path.points[to++] = corner[Y] + out * (corner[FROM_Y] + corner[INTO_Y]);
    }
    part = after;
  } while (part !== first);
  return to / 2;
}

/** Sets a normal of the corner to that on the right of a segment, turned as the shape is. */
function setNormal(at: number, segments: Float64Array, from: number): void {
  const x = segments[from + 2] - segments[from];
  const y = segments[from + 3] - segments[from + 1];
  const length = Math.sqrt(x * x + y * y);
  const c = placement[POSE_COS] / length;
  const s = placement[POSE_SIN] / length;
  corner[at] = c * y + s * x;
  corner[at + 1] = s * y - c * x;
}
