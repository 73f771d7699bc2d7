import {
  type ColliderSet,
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../../../src/2d/collider-set.ts';
import { computePose } from '../../../src/2d/compute-bounds.ts';
import type { GridRoutines } from '../../../src/2d/shapes/grid-routines.ts';
import { loadInline } from '../../../src/2d/shapes/load-inline.ts';
import { createPlacedPiece, placement } from '../../../src/2d/shapes/placed-piece.ts';
import type { RegisteredShape } from '../../../src/2d/shapes/registered-shape.ts';
import { isRegisteredKind, SHAPE_CIRCLE } from '../../../src/2d/shapes/shape-kind.ts';
import { SHAPE_NONE } from '../../../src/core/collider-set.ts';
import { addPath, type LineList, path, pen, reserveLines } from '../../core/debug/line-list.ts';
import { LINE_COLOUR, LINE_STRIDE } from './line-layout.ts';
import { addPiece, traceLoop } from './outline.ts';

const piece = createPlacedPiece(16);
/** The largest number of lines of one piece of a grid. */
const MOST_LINES = 128;

/** Appends the shape that entity index `index` has, where the pose at `poses[at]` puts it. */
export function drawCollider(lines: LineList, set: ColliderSet, index: number, poses: Float64Array, at: number): void {
  const { shape } = set;
  const kind = shape.kind[index];
  if (kind === SHAPE_NONE) return;
  const scale = poses[at + POSE_SCALE];
  for (let i = 0; i < POSE_STRIDE; i++) placement[i] = poses[at + i];
  placement[POSE_RADIUS] = shape.radius[index] * scale;
  placement[POSE_HALF_WIDTH] = shape.halfWidth[index] * scale;
  placement[POSE_HALF_HEIGHT] = shape.halfHeight[index] * scale;
  if (isRegisteredKind(kind)) {
    const registered = set.registry.shapes[shape.shape[index]];
    // A handle written since the last tick may name nothing yet.
    if (registered !== undefined) drawRegistered(lines, registered);
    return;
  }
  loadInline(piece, kind);
  addPiece(lines, piece);
  if (kind === SHAPE_CIRCLE) addSpoke(lines, set, index);
}

const turned = new Float64Array(POSE_STRIDE);

/**
 * Appends a line along a circle's own x axis, since a circle looks the same however it is turned. The tick does not
 * turn circles, so the rotation is read from the stores.
 */
function addSpoke(lines: LineList, set: ColliderSet, index: number): void {
  computePose(turned, 0, set, index);
  const { points } = path;
  const radius = placement[POSE_RADIUS];
  points[0] = placement[POSE_X];
  points[1] = placement[POSE_Y];
  points[2] = points[0] + radius * turned[POSE_COS];
  points[3] = points[1] + radius * turned[POSE_SIN];
  addPath(lines, points, 2, false);
}

function drawRegistered(lines: LineList, registered: RegisteredShape): void {
  if (registered.record.isLine && placement[POSE_RADIUS] === 0) {
    drawChain(lines, registered);
    return;
  }
  if (registered.record.grid !== undefined) {
    drawGrid(lines, registered, registered.record.grid);
    return;
  }
  const outline = registered.seams?.outline;
  if (outline !== undefined) {
    for (let loop = 0; loop < outline.loops.length; loop++) {
      const count = traceLoop(outline, loop);
      addPath(lines, path.points, count, true);
    }
    return;
  }
  for (let child = 0; child < registered.pieces; child++) {
    registered.record.load(piece, registered, child);
    addPiece(lines, piece);
  }
}

/** The lines of one piece of a grid: there is room for more than any piece needs. */
const surface = new Float64Array(4 * MOST_LINES);

/** Draws the surface of a map of tiles, without the rounding that it may have. */
function drawGrid(lines: LineList, registered: RegisteredShape, grid: GridRoutines<RegisteredShape>): void {
  const x = placement[POSE_X];
  const y = placement[POSE_Y];
  const c = placement[POSE_COS] * placement[POSE_SCALE];
  const s = placement[POSE_SIN] * placement[POSE_SCALE];
  const { points } = path;
  for (let child = 0; child < registered.pieces; child++) {
    const count = grid.outline(surface, registered, child);
    for (let i = 0; i < 4 * count; i += 4) {
      for (let end = 0; end < 4; end += 2) {
        points[end] = x + c * surface[i + end] - s * surface[i + end + 1];
        points[end + 1] = y + s * surface[i + end] + c * surface[i + end + 1];
      }
      addPath(lines, points, 2, false);
    }
  }
}

/** Draws a chain. It may have a million segments: each vertex is turned once. */
function drawChain(lines: LineList, registered: RegisteredShape): void {
  const { vertices, pieces } = registered;
  reserveLines(lines, pieces);
  const { floats, words } = lines;
  const colour = pen[0];
  const x = placement[POSE_X];
  const y = placement[POSE_Y];
  const c = placement[POSE_COS] * placement[POSE_SCALE];
  const s = placement[POSE_SIN] * placement[POSE_SCALE];
  let fromX = x + c * vertices[0] - s * vertices[1];
  let fromY = y + s * vertices[0] + c * vertices[1];
  let to = lines.count * LINE_STRIDE;
  for (let i = 2; i <= 2 * pieces; i += 2) {
    const intoX = x + c * vertices[i] - s * vertices[i + 1];
    const intoY = y + s * vertices[i] + c * vertices[i + 1];
    floats[to] = fromX;
    floats[to + 1] = fromY;
    floats[to + 2] = intoX;
    floats[to + 3] = intoY;
    words[to + LINE_COLOUR] = colour;
    to += LINE_STRIDE;
    fromX = intoX;
    fromY = intoY;
  }
  lines.count += pieces;
}
