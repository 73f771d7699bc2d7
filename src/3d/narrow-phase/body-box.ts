import {
  CORE_CONE,
  CORE_CYLINDER,
  CORE_HULL,
  CORE_OTHER,
  CORE_SPHERE,
  CORE_TRIANGLE,
  type ConvexBody,
} from '../geometry/convex/convex-body.ts';
import { VERTEX_STRIDE } from '../geometry/convex/convex-hull.ts';
import { writeTriangleNormal } from '../shapes/triangle-core.ts';

/*
 * The box around the core of a body, along the body's own axes. Testing it takes a few steps and rules out most of the
 * triangles in the body's bounds.
 */

/** The box in the frame of the body: the least coordinates, then the largest. */
const box = new Float64Array(6);
const AXES_OF_BODY = new Float64Array(12);
const PLACE = 9;
/** Whether there is a box, and along how many of the axes it ends: of the slab around a triangle along one. */
const state = { isKnown: false, axes: 3 };
/** Share of the size by which a box is grown: rounding. */
const SLACK = 1e-9;

/** Takes over the box of a body, grown by `grow[0]`. */
export function setBodyBox(body: ConvexBody, grow: Float64Array): void {
  const { form } = body.core;
  state.isKnown = form !== CORE_OTHER;
  if (!state.isKnown) return;
  if (form === CORE_TRIANGLE) {
    fitSlab(body, grow);
    return;
  }
  state.axes = 3;
  const { axes, halfX, halfY, halfZ } = body;
  // The pose of a sphere has no axes.
  for (let i = 0; i < 9; i++) AXES_OF_BODY[i] = form !== CORE_SPHERE ? axes[i] : i % 4 === 0 ? 1 : 0;
  AXES_OF_BODY[PLACE] = body.x;
  AXES_OF_BODY[PLACE + 1] = body.y;
  AXES_OF_BODY[PLACE + 2] = body.z;
  if (form === CORE_HULL) fitHull(body);
  else {
    // The core of a cylinder or a cone has its radius as `halfX` and none in `halfZ`.
    const isRound = form === CORE_CYLINDER || form === CORE_CONE;
    box[3] = halfX;
    box[4] = halfY;
    box[5] = isRound ? halfX : halfZ;
    for (let axis = 0; axis < 3; axis++) box[axis] = -box[3 + axis];
  }
  let size = grow[0];
  for (let axis = 0; axis < 3; axis++) {
    size += box[3 + axis] - box[axis] + Math.abs(AXES_OF_BODY[PLACE + axis]);
  }
  for (let axis = 0; axis < 3; axis++) {
    box[axis] -= grow[0] + SLACK * size;
    box[3 + axis] += grow[0] + SLACK * size;
  }
}

/**
 * Writes the slab between the planes beside a triangle: a box on one side of it by more than `grow[0]` is apart from
 * the triangle.
 */
function fitSlab({ corners }: ConvexBody, grow: Float64Array): void {
  writeTriangleNormal(AXES_OF_BODY, corners);
  state.axes = 1;
  // A triangle without area has no plane.
  state.isKnown = AXES_OF_BODY[0] !== 0 || AXES_OF_BODY[1] !== 0 || AXES_OF_BODY[2] !== 0;
  let size = grow[0];
  for (let i = 0; i < 9; i++) size += Math.abs(corners[i]);
  for (let axis = 0; axis < 3; axis++) AXES_OF_BODY[PLACE + axis] = corners[axis];
  box[0] = -grow[0] - SLACK * size;
  box[3] = grow[0] + SLACK * size;
}

function fitHull({ hull, scale }: ConvexBody): void {
  const { vertices, vertexCount } = hull!;
  for (let axis = 0; axis < 3; axis++) {
    let least = Infinity;
    let largest = -Infinity;
    for (let at = axis; at < VERTEX_STRIDE * vertexCount; at += VERTEX_STRIDE) {
      const value = vertices[at];
      if (value < least) least = value;
      if (value > largest) largest = value;
    }
    box[axis] = scale * least;
    box[3 + axis] = scale * largest;
  }
}

/** Returns whether a triangle, whose corners stand in the frame of the pair, does not meet the box. */
export function missesBodyBox(corners: Float64Array, at: number): boolean {
  if (!state.isKnown) return false;
  const x = AXES_OF_BODY[PLACE];
  const y = AXES_OF_BODY[PLACE + 1];
  const z = AXES_OF_BODY[PLACE + 2];
  const ax = corners[at] - x;
  const ay = corners[at + 1] - y;
  const az = corners[at + 2] - z;
  const bx = corners[at + 3] - x;
  const by = corners[at + 4] - y;
  const bz = corners[at + 5] - z;
  const cx = corners[at + 6] - x;
  const cy = corners[at + 7] - y;
  const cz = corners[at + 8] - z;
  for (let axis = 0; axis < state.axes; axis++) {
    const mx = AXES_OF_BODY[3 * axis];
    const my = AXES_OF_BODY[3 * axis + 1];
    const mz = AXES_OF_BODY[3 * axis + 2];
    const a = mx * ax + my * ay + mz * az;
    const b = mx * bx + my * by + mz * bz;
    const c = mx * cx + my * cy + mz * cz;
    const low = box[axis];
    const high = box[3 + axis];
    if ((a > high && b > high && c > high) || (a < low && b < low && c < low)) return true;
  }
  return false;
}
