import { BODY_X } from '../../../src/3d/geometry/body-pose.ts';
import { cosSin } from '../../../src/core/trigonometry.ts';
import { addPath, type LineList, path } from '../../core/debug/line-list.ts';

/** Corners of a circle. */
const CORNERS = 32;

/** Points of a figure, `x y z` each, which `figure` stretches and a pose places. */
export interface Figure {
  readonly points: Float64Array;
  readonly isClosed: boolean;
}

const [RING_XY, RING_YZ, RING_XZ] = /* @__PURE__ */ makeRings();
/** The upper halves of the two upright circles. */
export const ARC_XY: Figure = /* @__PURE__ */ halfOf(RING_XY);
export const ARC_YZ: Figure = /* @__PURE__ */ halfOf(RING_YZ);
/** A square across the y axis. */
export const SQUARE: Figure = /* @__PURE__ */ makeFigure([1, 0, 1, -1, 0, 1, -1, 0, -1, 1, 0, -1], true);
/** The sides of a box towards x, y and z, each one unit from its middle. */
export const SIDES: readonly Figure[] = /* @__PURE__ */ makeSides();
export { RING_XZ };

/** Four lines along y from −1 to 1: at the corners of the unit square, and at the quarters of the unit circle. */
const CORNER_LINES = /* @__PURE__ */ uprights([1, 1, -1, 1, -1, -1, 1, -1]);
export const QUARTER_LINES = /* @__PURE__ */ uprights([1, 0, 0, 1, -1, 0, 0, -1]);

/**
 * By how much a figure is stretched along x, y and z, and moved along y after that, in world units along the axes of
 * the pose. In an array, as V8 may put fractions that are given to a function on the heap.
 */
export const stretch = new Float64Array(4);

/** Appends a figure, stretched by `stretch`, where the pose at `poses[at]` puts it. */
export function addFigure(lines: LineList, { points, isClosed }: Figure, poses: Float64Array, at: number): void {
  if (path.points.length < points.length) path.points = new Float64Array(2 * points.length);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] * stretch[0];
    const y = points[i + 1] * stretch[1] + stretch[3];
    const z = points[i + 2] * stretch[2];
    for (let axis = 0; axis < 3; axis++) {
      path.points[i + axis] =
        poses[at + axis] * x + poses[at + 3 + axis] * y + poses[at + 6 + axis] * z + poses[at + BODY_X + axis];
    }
  }
  addPath(lines, path.points, points.length / 3, isClosed);
}

/** The pose of a figure that stands upright; its position is written before use. */
const upright = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);

/** Appends a sphere as three circles: its centre, then its radius. */
export function addBall(lines: LineList, ball: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) upright[BODY_X + axis] = ball[axis];
  for (let axis = 0; axis < 3; axis++) stretch[axis] = ball[3];
  stretch[3] = 0;
  addFigure(lines, RING_XY, upright, 0);
  addFigure(lines, RING_YZ, upright, 0);
  addFigure(lines, RING_XZ, upright, 0);
}

/** Appends the edges of an upright box: its least coordinates at `boxes[at]`, then its largest. */
export function addBox(lines: LineList, boxes: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    upright[BODY_X + axis] = 0.5 * boxes[at + axis] + 0.5 * boxes[at + 3 + axis];
    stretch[axis] = 0.5 * boxes[at + 3 + axis] - 0.5 * boxes[at + axis];
  }
  addBoxEdges(lines, upright, 0);
}

/** Appends the edges of a box whose half extents are in `stretch`. */
export function addBoxEdges(lines: LineList, poses: Float64Array, at: number): void {
  stretch[3] = stretch[1];
  addFigure(lines, SQUARE, poses, at);
  stretch[3] = -stretch[1];
  addFigure(lines, SQUARE, poses, at);
  stretch[3] = 0;
  for (const line of CORNER_LINES) addFigure(lines, line, poses, at);
}

/** Appends a cross of three lines at a point, so many world units to each side. */
export function addCross(lines: LineList, points: Float64Array, at: number, half: number): void {
  for (let axis = 0; axis < 3; axis++) {
    for (let k = 0; k < 3; k++) path.points[k] = path.points[3 + k] = points[at + k];
    path.points[axis] -= half;
    path.points[3 + axis] += half;
    addPath(lines, path.points, 2, false);
  }
}

function makeSides(): Figure[] {
  return [0, 1, 2].map((axis) => {
    const corners = [1, 1, -1, 1, -1, -1, 1, -1];
    const points = [0, 2, 4, 6].flatMap((i) => {
      const corner = [corners[i], corners[i + 1]];
      corner.splice(axis, 0, 1);
      return corner;
    });
    return makeFigure(points, true);
  });
}

function makeFigure(points: readonly number[], isClosed: boolean): Figure {
  return { points: Float64Array.from(points), isClosed };
}

/** Makes the unit circles across z, x and y. Those that stand upright begin with their upper halves. */
function makeRings(): [Figure, Figure, Figure] {
  const rings: number[][] = [[], [], []];
  const turn = new Float64Array(2);
  for (let i = 0; i < CORNERS; i++) {
    cosSin(turn, 0, (2 * Math.PI * i) / CORNERS);
    const [c, s] = turn;
    rings[0].push(c, s, 0);
    rings[1].push(0, s, c);
    rings[2].push(c, 0, s);
  }
  return [makeFigure(rings[0], true), makeFigure(rings[1], true), makeFigure(rings[2], true)];
}

function halfOf({ points }: Figure): Figure {
  return { points: points.slice(0, 3 * (CORNERS / 2 + 1)), isClosed: false };
}

/** Makes lines along y from −1 to 1 at places `x z` each. */
function uprights(places: readonly number[]): Figure[] {
  const lines: Figure[] = [];
  for (let i = 0; i < places.length; i += 2) {
    lines.push(makeFigure([places[i], -1, places[i + 1], places[i], 1, places[i + 1]], false));
  }
  return lines;
}
